//! The event loop (SEMANTICS section 4) and what is measured on the way.
//!
//! At each instant with an event: all completions at that instant, all arrivals, one scheduling pass. A job with
//! runtime 0 completes at the instant at which it starts, which repeats the step.

mod metrics;
pub mod overhead;
mod recorder;

pub use metrics::{ALLOCATION_OVERHEAD, METRICS, Metric};
pub use recorder::{Counts, Fragmentation, Recorder, Tori};

use crate::allocation::Allocator;
pub use crate::scheduling::Observer;
use crate::scheduling::{Instant, Policy, Scheduling, State};
use crate::workload::{Jobs, Request};
use std::fmt;

/// Why a run ended before every job had run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// This job (by its index) can never be placed, not even on the empty machine.
    NeverPlaced(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::NeverPlaced(job) => write!(out, "job {job} of the run can never be placed on this machine"),
        }
    }
}

/// Runs `jobs` (in order of submission) on the allocator's machine until all have completed.
///
/// The allocator's machine is empty. Fails, before anything runs, when a job can never be placed. Cost: O(log jobs) per job for the queue, plus what the strategy and the
/// policy's look-ahead take; memory O(jobs).
pub fn simulate(
    jobs: &Jobs,
    allocator: Box<dyn Allocator>,
    scheduling: Scheduling,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    let too_large = |request: &Request| !allocator.fits(&allocator.effective(request));
    if let Some(request) = jobs.requests.iter().position(too_large) {
        let job = jobs.jobs.iter().position(|job| job.request as usize == request);
        return Err(Failure::NeverPlaced(job.unwrap_or_default()));
    }
    let mut state = State::new(jobs, allocator, scheduling.order, observer);
    let mut policy = Policy::new(scheduling, &state);
    let mut next_arrival = 0;
    let mut completed = Vec::new();
    loop {
        let arrival = jobs.jobs.get(next_arrival).map(|job| job.submit);
        let events = [arrival, state.next_completion(), policy.next_start()];
        let Some(now) = events.into_iter().flatten().min() else { break };
        completed.clear();
        state.complete(now, &mut completed);
        let first_arrival = next_arrival;
        while let Some(job) = jobs.jobs.get(next_arrival).filter(|job| job.submit == now) {
            state.waiting.insert(next_arrival, job.estimate);
            next_arrival += 1;
        }
        policy.pass(&mut state, &Instant { now, completed: &completed, arrived: first_arrival..next_arrival });
        state.settle(now);
    }
    state.finish();
    debug_assert!(state.waiting.head().is_none(), "a job that fits on the empty machine starts at last");
    Ok(())
}
