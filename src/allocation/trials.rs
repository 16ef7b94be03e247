//! Trials on a machine that can be undone: look-ahead without copies.

/// The steps since a trial began, so that they can be undone. Trials nest. A copy begins with no trial.
pub(super) struct Trials<T> {
    steps: Vec<T>,
    /// For each trial, the number of steps before it.
    starts: Vec<usize>,
}

impl<T> Default for Trials<T> {
    fn default() -> Trials<T> {
        Trials { steps: Vec::new(), starts: Vec::new() }
    }
}

impl<T> Clone for Trials<T> {
    fn clone(&self) -> Trials<T> {
        Trials::default()
    }

    fn clone_from(&mut self, _: &Trials<T>) {
        self.steps.clear();
        self.starts.clear();
    }
}

impl<T> Trials<T> {
    /// Begins a trial.
    pub fn begin(&mut self) {
        self.starts.push(self.steps.len());
    }

    /// Whether a trial is open.
    pub fn is_trying(&self) -> bool {
        !self.starts.is_empty()
    }

    /// Records a step if a trial is open.
    #[inline]
    pub fn note(&mut self, step: impl FnOnce() -> T) {
        if !self.starts.is_empty() {
            self.steps.push(step());
        }
    }

    /// The last step of the last trial, to be undone. If there is none, the trial ends.
    pub fn take_back(&mut self) -> Option<T> {
        let start = *self.starts.last().expect("a trial has begun");
        if self.steps.len() == start {
            self.starts.pop();
            return None;
        }
        self.steps.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_back_in_reverse_trial_by_trial() {
        let mut trials = Trials::default();
        trials.note(|| 0);
        trials.begin();
        trials.note(|| 1);
        trials.begin();
        trials.note(|| 2);
        trials.note(|| 3);
        assert_eq!(std::array::from_fn(|_| trials.take_back()), [Some(3), Some(2), None]);
        trials.note(|| 4);
        assert_eq!(std::array::from_fn(|_| trials.take_back()), [Some(4), Some(1), None]);
        trials.note(|| 5);
        assert_eq!((trials.steps, trials.starts), (vec![], vec![]));
    }
}
