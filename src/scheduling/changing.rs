//! The queue in an order that changes with time (docs/semantics.md 10.5): who changes places when a pass begins.

use super::Order;
use super::orders::{Key, QueuedJob};
use crate::sorting::positions;
use crate::time::Time;
use crate::workload::Jobs;
use std::cmp::Ordering;

/// What the order goes by, and memory that is used in every pass.
pub struct Changing {
    key: fn(&QueuedJob) -> f64,
    keys: Vec<f64>,
}

/// A job that changes places.
pub struct Move {
    pub job: u32,
    /// Its rank so far.
    pub from: u32,
    /// Its rank from now on.
    pub to: u32,
}

impl Changing {
    /// Nothing where the order never changes.
    pub fn new(order: Order) -> Option<Changing> {
        match order.key() {
            Key::Fixed(_) => None,
            Key::Changing(key) => Some(Changing { key, keys: Vec::new() }),
        }
    }

    /// Who of the queue, jobs with their ranks in the order so far, changes places now. The ranks stay; other jobs come to
    /// have them. Cost: a key for each that waits; sorting, only where two are out of order, and then little more than what is.
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

/// The greatest key first, of equals whoever arrived first. Each with its job.
pub fn in_order(one: (f64, u32), other: (f64, u32)) -> Ordering {
    other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
}
