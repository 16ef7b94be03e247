//! The event loop: completions, arrivals, one scheduling pass (SEMANTICS section 4), and what is measured on the way.

mod metrics;

pub use metrics::{METRICS, Metric};

use crate::allocation::{Allocation, Allocator};
use crate::scheduling::Scheduling;
use crate::time::Time;
use crate::workload::Job;

/// Why a run ended before every job had run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// This job (by its index) can never be placed, not even on the empty machine.
    NeverPlaced(usize),
}

/// Who watches a run.
pub trait Observer {
    /// The job with this index starts now on these nodes.
    fn started(&mut self, job: usize, now: Time, allocation: &Allocation);
}

/// Runs `jobs` (in order of submission) on the allocator's machine until all have completed.
pub fn simulate(
    jobs: &[Job],
    allocator: Box<dyn Allocator>,
    scheduling: Scheduling,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    let _ = (jobs, allocator, scheduling, observer);
    unimplemented!("being written")
}
