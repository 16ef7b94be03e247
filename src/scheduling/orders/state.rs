//! What an order of the queue may know of the jobs that have started.

use super::QueuedJob;
use crate::time::Time;
use crate::workload::Jobs;

/// A job that holds processors.
#[derive(Clone, Copy, Debug)]
pub struct PlacedJob {
    /// Its index.
    pub job: usize,
    /// Its user; negative if unknown.
    pub user: i32,
    /// The processors that it holds, which may be more than it asked for.
    pub processors: u32,
}

impl PlacedJob {
    /// A job of a run with this number of processors.
    pub fn of(jobs: &Jobs, job: usize, processors: u32) -> PlacedJob {
        PlacedJob { job, user: jobs.user(job), processors }
    }
}

/// The state of an order in one run.
///
/// At an instant it knows the starts before it and the ends up to it, as the record of a run does, from which the run
/// view replays the state (`src/run/queue.rs`). Events come by time, and at one time ends before starts, each in any
/// order. A job that holds its processors for no time is left out.
pub trait OrderState {
    /// A job started at this time.
    fn started(&mut self, job: &PlacedJob, at: Time);

    /// A job ended at this time.
    fn ended(&mut self, job: &PlacedJob, at: Time);

    /// The key of a waiting job at an instant, the greatest first. It is never NaN. `now` is not before the last event.
    fn key(&mut self, job: &QueuedJob, now: Time) -> f64;
}
