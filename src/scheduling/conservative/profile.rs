//! Free processors over time, as running jobs and reservations will leave them.

use crate::time::Time;

/// A step function: `steps[k].1` processors are free from `steps[k].0` until the next step. Times ascend, neighbours
/// differ; the last step lasts for ever. A change is O(steps).
pub struct Profile {
    steps: Vec<(Time, u32)>,
}

impl Profile {
    /// All processors free at all times.
    pub fn new(processors: u32) -> Profile {
        Profile { steps: vec![(Time::MIN, processors)] }
    }

    /// Drops what lies before `now`.
    pub fn forget_before(&mut self, now: Time) {
        let first = self.step_at(now);
        self.steps.drain(..first);
    }

    /// The step that holds at `time`.
    fn step_at(&self, time: Time) -> usize {
        self.steps.partition_point(|&(start, _)| start <= time).saturating_sub(1)
    }

    /// Takes processors during `from..to`.
    pub fn take(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, |free| free - processors);
    }

    /// Gives processors back during `from..to`.
    pub fn give_back(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, |free| free + processors);
    }

    fn change(&mut self, from: Time, to: Time, changed: impl Fn(u32) -> u32) {
        let first = self.split(from);
        let last = self.split(to);
        for (_, free) in &mut self.steps[first..last] {
            *free = changed(*free);
        }
        self.join(last);
        self.join(first);
    }

    /// Makes a step start at `time`; returns its place.
    fn split(&mut self, time: Time) -> usize {
        let place = self.step_at(time);
        if self.steps[place].0 == time {
            return place;
        }
        self.steps.insert(place + 1, (time, self.steps[place].1));
        place + 1
    }

    /// Removes a step that does not differ from the one before it.
    fn join(&mut self, place: usize) {
        if place > 0 && self.steps[place - 1].1 == self.steps[place].1 {
            self.steps.remove(place);
        }
    }

    /// The first interval from `from` on during which `processors` are free, as long as it lasts; that in which the whole
    /// machine is free at last ends with time. Cost: O(log steps), and the steps that are passed.
    pub fn next_run(&self, from: Time, processors: u32) -> Option<(Time, Time)> {
        let steps = &self.steps[self.step_at(from)..];
        let first = steps.iter().position(|step| step.1 >= processors)?;
        let end = steps[first..].iter().find(|step| step.1 < processors);
        Some((steps[first].0.max(from), end.map_or(Time::MAX, |step| step.0)))
    }

    /// When everything has ended that is taken from the machine.
    pub fn empty_from(&self) -> Time {
        self.steps.last().expect("the whole machine is free at last").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Profile {
        /// The earliest time from `now` on from which `processors` stay free for `duration`.
        fn earliest(&self, now: Time, duration: Time, processors: u32) -> Time {
            let mut runs =
                std::iter::successors(self.next_run(now, processors), |run| self.next_run(run.1, processors));
            runs.find(|(start, end)| end.saturating_sub(*start) >= duration).expect("all is free at last").0
        }
    }

    #[test]
    fn a_gap_is_found_when_it_is_long_enough() {
        let mut profile = Profile::new(8);
        profile.take(0, 10, 6);
        profile.take(15, 30, 6);
        assert_eq!(profile.earliest(0, 5, 2), 0);
        assert_eq!(profile.earliest(0, 5, 3), 10);
        assert_eq!(profile.earliest(0, 6, 3), 30);
        assert_eq!(profile.earliest(12, 3, 8), 12);
        profile.give_back(15, 30, 6);
        assert_eq!(profile.earliest(0, 1000, 8), 10);
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_array(jobs in prop::collection::vec((0i64..40, 1i64..20, 1u32..5, any::<bool>()), 1..12), now in 0i64..30, duration in 1i64..20, processors in 1u32..48) {
            let (mut profile, mut plain) = (Profile::new(48), [48u32; 100]);
            for &(start, length, processors, _) in &jobs {
                profile.take(start, start + length, processors);
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free -= processors);
            }
            for &(start, length, processors, _) in jobs.iter().filter(|job| job.3) {
                profile.give_back(start, start + length, processors);
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free += processors);
            }
            profile.forget_before(now);
            prop_assert!(profile.steps.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 != pair[1].1));
            let free_from = |start: &i64| (*start..*start + duration).all(|time| plain.get(time as usize).is_none_or(|&free| free >= processors));
            prop_assert_eq!(profile.earliest(now, duration, processors), (now..).find(free_from).unwrap());
        }
    }
}
