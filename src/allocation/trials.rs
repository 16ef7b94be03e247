//! Trying something on a machine and going back: look-ahead without copies.

/// The steps taken since something began to be tried, so that they can be taken back. Trials may stand within trials. A copy
/// begins with none.
pub(super) struct Trials<T> {
    steps: Vec<T>,
    /// For each trial, how many steps had been taken before.
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
    /// A trial begins.
    pub fn begin(&mut self) {
        self.starts.push(self.steps.len());
    }

    /// Whether any goes on.
    pub fn is_trying(&self) -> bool {
        !self.starts.is_empty()
    }

    /// A step is taken; it is kept where something is being tried.
    #[inline]
    pub fn note(&mut self, step: impl FnOnce() -> T) {
        if !self.starts.is_empty() {
            self.steps.push(step());
        }
    }

    /// The last step of the last trial, to be taken back; the trial is over where there is none.
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
