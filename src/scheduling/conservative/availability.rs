//! When how many processors are free, as running jobs and reservations will leave them, in as few steps as possible.

use crate::time::Time;
use std::ops::Range;

/// A step function: `free[k]` processors are free from `times[k]` until the next step; the last step lasts for ever. Times
/// ascend. Once time has gone on, neighbours differ. Where jobs start and end is not known: who needs that, or searches for gaps far
/// more often, keeps a [`Profile`](super::profile::Profile). A change is O(steps), of which nearly all are only moved in memory.
pub struct Availability {
    times: Vec<Time>,
    free: Vec<u32>,
    /// Whether there may be neighbours that do not differ.
    is_changed: bool,
}

impl Availability {
    /// All processors free from `now` on.
    pub fn new(now: Time, processors: u32) -> Availability {
        Availability { times: vec![now], free: vec![processors], is_changed: false }
    }

    /// Time goes on: the first step begins now, and neighbours that do not differ become one.
    pub fn go_on(&mut self, now: Time) {
        let first = self.step_at(now);
        if std::mem::take(&mut self.is_changed) {
            self.smooth(first);
        } else {
            self.times.drain(..first);
            self.free.drain(..first);
        }
        self.times[0] = now;
    }

    /// Keeps this step, and of those behind it the ones that differ from the one that is kept before.
    fn smooth(&mut self, first: usize) {
        let mut kept = 0;
        for step in first..self.times.len() {
            if kept == 0 || self.free[kept - 1] != self.free[step] {
                self.times[kept] = self.times[step];
                self.free[kept] = self.free[step];
                kept += 1;
            }
        }
        self.times.truncate(kept);
        self.free.truncate(kept);
    }

    /// The step that holds at `time`.
    fn step_at(&self, time: Time) -> usize {
        self.times.partition_point(|&start| start <= time).saturating_sub(1)
    }

    /// A job takes processors during `from..to`.
    pub fn take(&mut self, from: Time, to: Time, processors: u32) {
        let steps = self.split_around(from, to);
        self.free[steps].iter_mut().for_each(|free| *free -= processors);
    }

    /// A job gives back what it has taken during `from..to`.
    pub fn give_back(&mut self, from: Time, to: Time, processors: u32) {
        let steps = self.split_around(from, to);
        self.free[steps].iter_mut().for_each(|free| *free += processors);
    }

    /// Makes steps start at both times; returns those between.
    fn split_around(&mut self, from: Time, to: Time) -> Range<usize> {
        self.is_changed = true;
        let first = self.split(from);
        first..self.split(to)
    }

    /// Makes a step start at `time`; returns its place.
    fn split(&mut self, time: Time) -> usize {
        let step = self.step_at(time);
        if self.times[step] >= time {
            return step;
        }
        self.times.insert(step + 1, time);
        self.free.insert(step + 1, self.free[step]);
        step + 1
    }

    /// The first interval from `from` on during which `processors` are free, as long as it lasts; that in which the whole
    /// machine is free at last ends with time. Cost: O(log steps), and the steps that are passed.
    pub fn next_run(&self, from: Time, processors: u32) -> Option<(Time, Time)> {
        let step = self.step_at(from);
        let first = step + self.free[step..].iter().position(|&free| free >= processors)?;
        let lasts = self.free[first..].iter().position(|&free| free < processors);
        Some((self.times[first].max(from), lasts.map_or(Time::MAX, |lasts| self.times[first + lasts])))
    }

    /// When everything has ended that is taken from the machine.
    pub fn empty_from(&self) -> Time {
        let last = self.free.len() - 1;
        let same = self.free.iter().rev().take_while(|&&free| free == self.free[last]).count();
        self.times[last + 1 - same]
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::tests::jobs;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_plain_array(jobs in jobs(), back in prop::collection::vec(any::<bool>(), 24), now in 0i64..30, from in 0i64..40, processors in 1u32..48) {
            let (mut availability, mut plain) = (Availability::new(0, 48), vec![48; 100]);
            for &(start, length, taken) in &jobs {
                availability.take(start, start + length, taken);
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free -= taken);
            }
            for (&(start, length, taken), _) in jobs.iter().zip(back).filter(|job| job.1) {
                availability.give_back(start, start + length, taken);
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free += taken);
            }
            availability.go_on(now);
            prop_assert!(availability.free.windows(2).all(|pair| pair[0] != pair[1]));
            prop_assert_eq!(availability.times[0], now);
            let free: Vec<u32> = (now..100).map(|time| availability.free[availability.step_at(time)]).collect();
            prop_assert_eq!(&free, &plain[now as usize..]);

            let from = now + from;
            let start = (from..100).find(|&time| plain[time as usize] >= processors).unwrap();
            let end = (start..100).find(|&time| plain[time as usize] < processors).unwrap_or(Time::MAX);
            prop_assert_eq!(availability.next_run(from, processors), Some((start, end)));
            let busy = (now..100).filter(|&time| plain[time as usize] < 48).max();
            prop_assert_eq!(availability.empty_from(), busy.map_or(now, |time| time + 1));
        }
    }
}
