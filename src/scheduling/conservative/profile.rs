//! The free processors over time, according to running jobs and reservations.

use crate::time::Time;

/// A step function: `free[k]` processors are free from `times[k]` until the next step. The last step lasts for ever.
/// Times ascend.
///
/// A change moves the later steps in memory; a query reads the steps that it passes.
pub struct Profile {
    times: Vec<Time>,
    free: Vec<u32>,
}

impl Profile {
    /// A profile with all processors free from `now` on.
    pub fn new(now: Time, processors: u32) -> Profile {
        Profile { times: vec![now], free: vec![processors] }
    }

    /// Removes what lies before `now`.
    pub fn go_on(&mut self, now: Time) {
        let first = self.step_at(now);
        self.times.drain(..first);
        self.free.drain(..first);
        self.times[0] = now;
    }

    /// Takes processors for a job during `from..to`.
    pub fn take(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, |free| free - processors);
    }

    /// Gives back processors that a job has taken during `from..to`.
    pub fn give_back(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, |free| free + processors);
    }

    fn change(&mut self, from: Time, to: Time, changed: impl Fn(u32) -> u32) {
        let (first, last) = (self.split(from), self.split(to));
        self.free[first..last].iter_mut().for_each(|free| *free = changed(*free));
        self.join(last);
        self.join(first);
    }

    /// The step that holds at `time`.
    fn step_at(&self, time: Time) -> usize {
        self.times.partition_point(|&start| start <= time).saturating_sub(1)
    }

    /// Makes a step start at `time`, and returns its index.
    fn split(&mut self, time: Time) -> usize {
        let step = self.step_at(time);
        if self.times[step] >= time {
            return step;
        }
        self.times.insert(step + 1, time);
        self.free.insert(step + 1, self.free[step]);
        step + 1
    }

    /// Removes a step that equals the step before it.
    fn join(&mut self, step: usize) {
        if step > 0 && self.free[step - 1] == self.free[step] {
            self.times.remove(step);
            self.free.remove(step);
        }
    }

    /// The first time in `from..before` from which `processors` stay free for `duration`, or up to `before`.
    pub fn next_start(&self, from: Time, before: Time, processors: u32, duration: Time) -> Option<Time> {
        let mut step = self.step_at(from);
        loop {
            step += self.free[step..].iter().position(|&free| free >= processors)?;
            let start = self.times[step].max(from);
            if start >= before {
                return None;
            }
            let end = start.saturating_add(duration).min(before);
            match self.free[step..].iter().position(|&free| free < processors) {
                Some(lasts) if self.times[step + lasts] < end => step += lasts,
                _ => return Some(start),
            }
        }
    }

    /// The time at which all taken processors have been given back.
    pub fn empty_from(&self) -> Time {
        *self.times.last().expect("the last step lasts for ever")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_gap_is_found_when_it_is_long_enough() {
        let mut profile = Profile::new(0, 8);
        profile.take(0, 10, 6);
        profile.take(15, 30, 6);
        let next_start = |from, before, processors, duration| profile.next_start(from, before, processors, duration);
        assert_eq!(next_start(0, Time::MAX, 2, 5), Some(0));
        assert_eq!(next_start(0, Time::MAX, 3, 5), Some(10));
        assert_eq!(next_start(0, Time::MAX, 3, 6), Some(30));
        assert_eq!(next_start(12, Time::MAX, 8, 3), Some(12));
        assert_eq!(next_start(0, 10, 3, 5), None);
        assert_eq!(
            next_start(0, 15, 3, 100),
            Some(10),
            "a present reservation at 15 holds the processors from then on"
        );
        assert_eq!(next_start(0, 14, 3, 100), Some(10));
        profile.give_back(15, 30, 6);
        assert_eq!(profile.next_start(0, Time::MAX, 8, 1000), Some(10));
        assert_eq!(profile.empty_from(), 10);
    }

    #[derive(Clone, Debug)]
    enum Step {
        /// A job takes processors where they are free.
        Take(Time, Time, u32),
        GiveBack(prop::sample::Index),
        GoOn(Time),
        /// A job looks for a start.
        Look {
            from: Time,
            before: Time,
            processors: u32,
            duration: Time,
        },
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            3 => (0i64..60, 1i64..20, 1u32..20).prop_map(|(from, length, taken)| Step::Take(from, from + length, taken)),
            2 => any::<prop::sample::Index>().prop_map(Step::GiveBack),
            1 => (0i64..4).prop_map(Step::GoOn),
            6 => (prop_oneof![3 => Just(0i64), 1 => 0i64..30], prop_oneof![1i64..60, Just(1000)], 1u32..48, 1i64..20)
                .prop_map(|(from, before, processors, duration)| Step::Look { from, before, processors, duration }),
        ]
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_array(steps in prop::collection::vec(step(), 1..80)) {
            let (mut profile, mut plain) = (Profile::new(0, 48), vec![48u32; 2000]);
            let (mut now, mut jobs) = (0, Vec::new());
            for step in steps {
                match step {
                    Step::Take(from, to, taken) => {
                        let (from, to) = (from.max(now), to.max(now + 1));
                        let free = &mut plain[from as usize..to as usize];
                        if free.iter().all(|&free| free >= taken) {
                            free.iter_mut().for_each(|free| *free -= taken);
                            profile.take(from, to, taken);
                            jobs.push((from, to, taken));
                        }
                    }
                    Step::GiveBack(job) if !jobs.is_empty() => {
                        let (from, to, taken) = jobs.swap_remove(job.index(jobs.len()));
                        if to > now {
                            plain[from.max(now) as usize..to as usize].iter_mut().for_each(|free| *free += taken);
                            profile.give_back(from.max(now), to, taken);
                        }
                    }
                    Step::GiveBack(_) => {}
                    Step::GoOn(time) => {
                        now += time;
                        profile.go_on(now);
                    }
                    Step::Look { from, before, processors, duration } => {
                        let (from, before) = (now + from, now + before);
                        let is_free = |start: &Time| {
                            (*start..(start + duration).min(before)).all(|time| plain[time as usize] >= processors)
                        };
                        let expected = (from..before).find(is_free);
                        prop_assert_eq!(profile.next_start(from, before, processors, duration), expected);
                    }
                }
                let free: Vec<u32> = (now..200).map(|time| profile.free[profile.step_at(time)]).collect();
                prop_assert_eq!(&free[..], &plain[now as usize..200]);
                let busy = (now..200).filter(|&time| plain[time as usize] < 48).max();
                prop_assert_eq!(profile.empty_from(), busy.map_or(now, |time| time + 1));
            }
        }
    }
}
