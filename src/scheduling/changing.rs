//! The queue in an order that changes with time (docs/semantics.md 10.5): which jobs change places when a pass begins.

use super::Order;
use super::orders::{Key, QueuedJob};
use crate::sorting::positions;
use crate::time::Time;
use crate::workload::Jobs;
use std::cmp::Ordering;

/// The key of the order, and memory that every pass uses again.
pub struct Changing {
    key: fn(&QueuedJob) -> f64,
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

impl Changing {
    /// `None` if the order never changes.
    pub fn new(order: Order) -> Option<Changing> {
        match order.key() {
            Key::Fixed(_) => None,
            Key::Changing(key) => Some(Changing { key, keys: Vec::new() }),
        }
    }

    /// The jobs of the queue that change places now. `queue` has the jobs with their old ranks. The set of ranks stays,
    /// but other jobs hold them. Cost: a key for each waiting job. Sorting happens only if two jobs are out of order,
    /// and then costs little more than the disorder.
    pub fn moves(&mut self, jobs: &Jobs, now: Time, queue: &[(u32, u32)]) -> Vec<Move> {
        let Changing { key, keys } = self;
        keys.clear();
        keys.extend(queue.iter().map(|&(job, _)| key(&QueuedJob::of(jobs, job as usize, now))));
        let compare = |one: usize, other: usize| in_order((keys[one], queue[one].0), (keys[other], queue[other].0));
        if (1..queue.len()).all(|place| compare(place - 1, place).is_lt()) {
            return Vec::new();
        }
        let sorted = positions(queue.len(), &compare);
        let moved = |(place, &was): (usize, &usize)| {
            let ((job, from), to) = (queue[was], queue[place].1);
            (from != to).then_some(Move { job, from, to })
        };
        sorted.iter().enumerate().filter_map(moved).collect()
    }
}

/// The greatest key first; of equal keys the earlier arrival. Each key comes with its job.
pub fn in_order(one: (f64, u32), other: (f64, u32)) -> Ordering {
    other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
}
