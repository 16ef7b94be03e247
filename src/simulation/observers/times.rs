//! When jobs start and end.

use crate::scheduling::{Event, Observer};
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
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { job, now, .. } => self.start[job] = now,
            Event::Ended { job, now, .. } => self.end[job] = now,
            _ => {}
        }
    }
}
