//! How long a job keeps its processors: what the event loop asks once a job has started.

use super::Failure;
use crate::scheduling::State;
use crate::time::Time;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What running jobs do until they end.
pub trait Service {
    /// Whether a job may run for longer than it was estimated to.
    const OUTRUNS_ESTIMATES: bool;

    /// A job has just started.
    fn begin(&mut self, job: usize, now: Time, state: &State);

    /// When the next running job ends, if that is not after `until` ([`Time::MAX`] for whenever). What happens before
    /// that is over then.
    fn next_end(&mut self, until: Time, state: &mut State) -> Result<Option<Time>, Failure>;

    /// Takes out the jobs that end at this time, in job order.
    fn end(&mut self, now: Time, ended: &mut Vec<usize>);

    /// Every job has ended.
    fn finish(&mut self, _state: &mut State) {}
}

/// Jobs that run for their runtimes.
#[derive(Default)]
pub struct Runtimes {
    ends: Ends,
}

impl Service for Runtimes {
    const OUTRUNS_ESTIMATES: bool = false;

    fn begin(&mut self, job: usize, now: Time, state: &State) {
        self.ends.insert(job, now.saturating_add(state.job(job).runtime));
    }

    fn next_end(&mut self, until: Time, _: &mut State) -> Result<Option<Time>, Failure> {
        Ok(self.ends.next().filter(|end| *end <= until))
    }

    fn end(&mut self, now: Time, ended: &mut Vec<usize>) {
        self.ends.take(now, ended);
    }
}

/// Jobs whose ends are known: earliest first, equal ends in job order.
#[derive(Default)]
pub struct Ends(BinaryHeap<Reverse<(Time, usize)>>);

impl Ends {
    /// A job will end at this time.
    pub fn insert(&mut self, job: usize, end: Time) {
        self.0.push(Reverse((end, job)));
    }

    /// When the next job ends.
    pub fn next(&self) -> Option<Time> {
        self.0.peek().map(|Reverse((end, _))| *end)
    }

    /// Takes out the jobs that end now, in job order.
    pub fn take(&mut self, now: Time, ended: &mut Vec<usize>) {
        while self.next() == Some(now) {
            ended.extend(self.0.pop().map(|Reverse((_, job))| job));
        }
    }
}
