//! When jobs start and end.

use crate::allocation::Allocation;
use crate::scheduling::Observer;
use crate::time::Time;
use crate::workload::Jobs;

/// When each job started and ended, in microseconds, by job index; 0 where it has not yet.
#[derive(Clone, Debug)]
pub struct Times {
    /// Starts.
    pub start: Vec<Time>,
    /// Ends.
    pub end: Vec<Time>,
}

impl Times {
    /// Nothing has started yet.
    pub fn new(jobs: &Jobs) -> Times {
        Times { start: vec![0; jobs.jobs.len()], end: vec![0; jobs.jobs.len()] }
    }
}

impl Observer for Times {
    fn started(&mut self, job: usize, now: Time, _: &Allocation) {
        self.start[job] = now;
    }

    fn ended(&mut self, job: usize, now: Time, _: &Allocation) {
        self.end[job] = now;
    }
}
