//! The running jobs, by estimated end.

use crate::allocation::Allocation;
use crate::time::Time;
use slab::Slab;

/// A running job.
pub struct RunningEntry {
    /// Its estimated end: start plus estimate.
    pub estimated_end: Time,
    /// The index of the job.
    pub job: usize,
    /// The nodes it holds.
    pub allocation: Allocation,
}

/// A place in the order: the estimated end, the job, and the slot of its other data.
#[derive(Clone, Copy)]
struct Key {
    estimated_end: Time,
    job: u32,
    slot: u32,
}

impl Key {
    fn job_at(&self) -> (Time, usize) {
        (self.estimated_end, self.job as usize)
    }
}

/// Running jobs in order of estimated end, equal ends in job order. Insertion and removal move O(running jobs) entries
/// of 16 bytes. They move from the far end, so that the job that ends next is the cheapest to remove.
#[derive(Default)]
pub struct Running {
    /// Latest end first.
    keys: Vec<Key>,
    slots: Slab<RunningEntry>,
}

impl Running {
    /// The place of a running job, or the place at which it would be inserted.
    fn place(&self, estimated_end: Time, job: usize) -> usize {
        self.keys.partition_point(|key| key.job_at() > (estimated_end, job))
    }

    /// Adds a job that starts.
    pub fn insert(&mut self, run: RunningEntry) {
        let place = self.place(run.estimated_end, run.job);
        let (estimated_end, job) = (run.estimated_end, run.job as u32);
        let slot = self.slots.insert(run) as u32;
        self.keys.insert(place, Key { estimated_end, job, slot });
    }

    /// Removes a running job that completes, if it has this estimated end and no other job has an earlier one.
    pub fn remove_next(&mut self, estimated_end: Time, job: usize) -> Option<RunningEntry> {
        let key = self.keys.pop_if(|key| key.job_at() == (estimated_end, job))?;
        Some(self.slots.remove(key.slot as usize))
    }

    /// Removes a running job that completes.
    pub fn remove(&mut self, estimated_end: Time, job: usize) -> RunningEntry {
        let key = self.keys.remove(self.place(estimated_end, job));
        self.slots.remove(key.slot as usize)
    }

    /// A job that runs.
    pub fn get(&self, estimated_end: Time, job: usize) -> &RunningEntry {
        &self.slots[self.keys[self.place(estimated_end, job)].slot as usize]
    }

    /// Removes the job with the earliest estimated end, if that end is not after `now`.
    pub fn pop_ended(&mut self, now: Time) -> Option<RunningEntry> {
        let key = self.keys.pop_if(|key| key.estimated_end <= now)?;
        Some(self.slots.remove(key.slot as usize))
    }

    /// The earliest estimated end.
    pub fn next_end(&self) -> Option<Time> {
        self.keys.last().map(|key| key.estimated_end)
    }

    /// The jobs that have this estimated end, if it is the earliest, in job order.
    pub fn ending_at(&self, time: Time) -> impl Iterator<Item = usize> {
        self.keys.iter().rev().take_while(move |key| key.estimated_end == time).map(|key| key.job as usize)
    }

    /// Whether no job runs.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The running jobs, earliest estimated end first.
    pub fn iter(&self) -> impl Iterator<Item = &RunningEntry> {
        self.keys.iter().rev().map(|key| &self.slots[key.slot as usize])
    }
}
