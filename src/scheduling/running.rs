//! The jobs that run, by the time at which they are estimated to end.

use crate::allocation::Allocation;
use crate::time::Time;

/// A running job.
pub struct Run {
    /// When it is estimated to end: its start plus its estimate.
    pub estimated_end: Time,
    /// Which job.
    pub job: usize,
    /// The nodes it holds.
    pub allocation: Allocation,
}

/// Running jobs in order of estimated end, equal ends in job order. Insertion and removal move O(running jobs) entries,
/// from the far end, so that the job that ends next is the cheapest to remove.
#[derive(Default)]
pub struct Running {
    /// Latest end first.
    runs: Vec<Run>,
}

impl Running {
    fn place(&self, estimated_end: Time, job: usize) -> usize {
        self.runs.partition_point(|run| (run.estimated_end, run.job) > (estimated_end, job))
    }

    /// A job starts.
    pub fn insert(&mut self, run: Run) {
        let place = self.place(run.estimated_end, run.job);
        self.runs.insert(place, run);
    }

    /// A job that runs completes.
    pub fn remove(&mut self, estimated_end: Time, job: usize) -> Run {
        let place = self.place(estimated_end, job);
        self.runs.remove(place)
    }

    /// A job that runs.
    pub fn get(&self, estimated_end: Time, job: usize) -> &Run {
        &self.runs[self.place(estimated_end, job)]
    }

    /// Takes out the job with the earliest estimated end, if that is not after `now`.
    pub fn pop_ended(&mut self, now: Time) -> Option<Run> {
        let ended = self.runs.last().is_some_and(|run| run.estimated_end <= now);
        if ended { self.runs.pop() } else { None }
    }

    /// Whether no job runs.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The running jobs, earliest estimated end first.
    pub fn iter(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().rev()
    }
}
