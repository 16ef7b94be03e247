//! How full the machine is at once (docs/semantics.md 10.4).

use crate::scheduling::{Event, Observer};
use crate::workload::Jobs;

/// What the jobs ask for that the first scheduling pass starts.
#[derive(Clone, Debug)]
pub struct FirstFill<'a> {
    /// Processors asked for.
    pub asked: u64,
    /// Whether the pass is over.
    is_over: bool,
    jobs: &'a Jobs,
}

impl FirstFill<'_> {
    /// Nothing has started yet.
    pub fn new(jobs: &Jobs) -> FirstFill<'_> {
        FirstFill { asked: 0, is_over: false, jobs }
    }
}

impl Observer for FirstFill<'_> {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { job, .. } if !self.is_over => self.asked += u64::from(self.jobs.size(job)),
            // The first pass takes place when the first job arrives.
            Event::Settled { .. } => self.is_over = true,
            _ => {}
        }
    }
}
