//! The changes of the timeline since a waiting job last looked for an earlier start.

use crate::time::Time;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// The changes that some waiting job has not seen. After a failed attempt at a time, a later attempt at that time also
/// fails, unless the timeline changes between that time and the time at which the first attempt failed. This memory
/// saves these repeated attempts. Without it, `ep` on NASA iPSC/860 at coefficient 1.6 takes 13 s instead of 1.1 s.
#[derive(Default)]
pub struct Changes {
    /// The times at which the timeline has changed, change by change.
    log: Vec<RangeInclusive<Time>>,
    /// The number of changes that are no longer in the log.
    forgotten: usize,
    attempts: FxHashMap<usize, Attempt>,
}

/// The unseen changes of a job that has not looked yet.
const EVERYTHING: &[RangeInclusive<Time>] = &[Time::MIN..=Time::MAX];

/// The last look of a job for an earlier start.
struct Attempt {
    /// The number of changes at that time.
    seen: usize,
    /// Every attempt of the job has failed within this time after the start that it tried.
    reach: Time,
}

/// The changes that a job has not seen.
pub struct Unseen<'a> {
    changes: &'a [RangeInclusive<Time>],
    /// Every attempt of the job has failed within this time after the start that it tried.
    pub reach: Time,
}

impl Changes {
    /// Records that the timeline has changed at these times.
    pub fn note(&mut self, times: RangeInclusive<Time>) {
        self.log.push(times);
    }

    /// Whether all jobs have seen all changes.
    pub fn is_empty(&self) -> bool {
        self.log.is_empty()
    }

    /// The number of changes so far.
    pub fn count(&self) -> usize {
        self.forgotten + self.log.len()
    }

    /// Drops the changes that all waiting jobs have seen: each job has looked since this number of changes.
    pub fn forget(&mut self, seen: usize) {
        self.log.drain(..seen - self.forgotten);
        self.forgotten = seen;
    }

    /// The changes since this job last looked.
    pub fn unseen(&self, job: usize) -> Unseen<'_> {
        let Some(&Attempt { seen, reach }) = self.attempts.get(&job) else {
            return Unseen { changes: EVERYTHING, reach: 0 };
        };
        Unseen { changes: &self.log[seen.saturating_sub(self.forgotten)..], reach }
    }

    /// Records that a job has looked.
    pub fn see(&mut self, job: usize, reach: Time) {
        self.attempts.insert(job, Attempt { seen: self.count(), reach });
    }

    /// Forgets a job that no longer waits.
    pub fn remove(&mut self, job: usize) {
        self.attempts.remove(&job);
    }
}

impl Unseen<'_> {
    /// The first and the last start at which an attempt may have another result than before.
    pub fn hull(&self) -> Option<(Time, Time)> {
        let first = self.changes.iter().map(|change| *change.start()).min()?;
        let last = self.changes.iter().map(|change| *change.end()).max()?;
        Some((first.saturating_sub(self.reach), last))
    }

    /// Whether an attempt at this start may have another result than before.
    pub fn concern(&self, start: Time) -> bool {
        let end = start.saturating_add(self.reach);
        self.changes.iter().any(|change| *change.start() <= end && start <= *change.end())
    }
}
