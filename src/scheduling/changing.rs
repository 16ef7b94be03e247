//! The queue in an order that changes with time (docs/semantics.md 10.5): which jobs change places when a pass begins.

use super::orders::{OrderState, PlacedJob, QueuedJob};
use super::own::{OwnPolicy, PolicyViolation, checked_keys};
use crate::sorting::positions;
use crate::time::Time;
use crate::workload::Jobs;
use std::cmp::Ordering;

/// Where the keys come from.
pub enum Keys<'a> {
    /// An order of the catalogue, the greatest key first.
    Catalogue(fn(&QueuedJob) -> f64),
    /// An order of the catalogue that keeps state, the greatest key first.
    Stateful(Box<dyn OrderState>),
    /// Own code, the least key first.
    Own(&'a dyn OwnPolicy),
}

/// The keys of the order, and memory that every pass uses again.
pub struct Changing<'a> {
    source: Keys<'a>,
    keys: Vec<f64>,
    /// The jobs that have started at the last instant with a start. A state learns of them at the next instant.
    started: Vec<(PlacedJob, Time)>,
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
        Changing { source, keys: Vec::new(), started: Vec::new() }
    }

    /// A job starts.
    pub fn start(&mut self, job: PlacedJob, now: Time) {
        if let Keys::Stateful(_) = self.source {
            self.started.push((job, now));
        }
    }

    /// A job ends. One that started at the same instant held its processors for no time.
    pub fn end(&mut self, job: PlacedJob, now: Time) {
        self.catch_up(now);
        let Keys::Stateful(state) = &mut self.source else { return };
        match self.started.iter().position(|(other, _)| other.job == job.job) {
            Some(place) => drop(self.started.remove(place)),
            None => state.ended(&job, now),
        }
    }

    /// Passes the starts before this instant on to the state.
    fn catch_up(&mut self, now: Time) {
        let Keys::Stateful(state) = &mut self.source else { return };
        if self.started.first().is_some_and(|(_, start)| *start < now) {
            self.started.drain(..).for_each(|(job, start)| state.started(&job, start));
        }
    }

    /// The jobs of the queue that change places now. `queue` has the jobs with their old ranks. The set of ranks stays,
    /// but other jobs hold them. Cost: a key for each waiting job. Sorting happens only if two jobs are out of order,
    /// and then costs little more than the disorder.
    pub fn moves(&mut self, jobs: &Jobs, now: Time, queue: &[(u32, u32)]) -> Result<Vec<Move>, Box<PolicyViolation>> {
        self.catch_up(now);
        let Changing { source, keys, .. } = self;
        keys.clear();
        let queued = queue.iter().map(|&(job, _)| QueuedJob::of(jobs, job as usize, now));
        match source {
            Keys::Catalogue(key) => keys.extend(queued.map(|job| key(&job))),
            Keys::Stateful(state) => keys.extend(queued.map(|job| state.key(&job, now))),
            Keys::Own(own) => {
                let queue: Vec<u32> = queue.iter().map(|(job, _)| *job).collect();
                keys.extend(checked_keys(*own, &queue, now)?.iter().map(|key| -key));
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
