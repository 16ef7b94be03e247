//! The queue in an order that changes with time (docs/semantics.md 10.5): which jobs change places when a pass begins.

use super::orders::QueuedJob;
use super::own::{OwnPolicy, PolicyViolation, checked_key};
use crate::sorting::positions;
use crate::time::Time;
use crate::workload::Jobs;
use std::cmp::Ordering;

/// Where the keys come from.
pub enum Keys<'a> {
    /// An order of the catalogue, the greatest key first.
    Catalogue(fn(&QueuedJob) -> f64),
    /// Own code, the least key first.
    Own(&'a dyn OwnPolicy),
}

/// The keys of the order, and memory that every pass uses again.
pub struct Changing<'a> {
    source: Keys<'a>,
    keys: Vec<f64>,
}

/// A job that changes places.
pub struct Move {
    pub job: u32,
    /// Its old rank.
    pub from: u32,
    /// Its new rank.
    pub to: u32,
}

impl<'a> Changing<'a> {
    /// The order by these keys.
    pub fn new(source: Keys<'a>) -> Changing<'a> {
        Changing { source, keys: Vec::new() }
    }

    /// The jobs of the queue that change places now. `queue` has the jobs with their old ranks. The set of ranks stays,
    /// but other jobs hold them. Cost: a key for each waiting job. Sorting happens only if two jobs are out of order,
    /// and then costs little more than the disorder.
    pub fn moves(&mut self, jobs: &Jobs, now: Time, queue: &[(u32, u32)]) -> Result<Vec<Move>, Box<PolicyViolation>> {
        let Changing { source, keys } = self;
        keys.clear();
        match source {
            Keys::Catalogue(key) => {
                keys.extend(queue.iter().map(|&(job, _)| key(&QueuedJob::of(jobs, job as usize, now))));
            }
            Keys::Own(own) => {
                for &(job, _) in queue {
                    keys.push(-checked_key(*own, job as usize, now)?);
                }
            }
        }
        let compare = |one: usize, other: usize| in_order((keys[one], queue[one].0), (keys[other], queue[other].0));
        if (1..queue.len()).all(|place| compare(place - 1, place).is_lt()) {
            return Ok(Vec::new());
        }
        let sorted = positions(queue.len(), &compare);
        let moved = |(place, &was): (usize, &usize)| {
            let ((job, from), to) = (queue[was], queue[place].1);
            (from != to).then_some(Move { job, from, to })
        };
        Ok(sorted.iter().enumerate().filter_map(moved).collect())
    }
}

/// The greatest key first; of equal keys the earlier arrival. Each key comes with its job.
pub fn in_order(one: (f64, u32), other: (f64, u32)) -> Ordering {
    other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
}
