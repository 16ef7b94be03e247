//! Scheduling of jobs that share links and slow each other down: algorithm CNP_Alloc of Gupta and Srimani 1997, section
//! 2.4 (docs/semantics.md 9).
//!
//! The interleaved `d`-subtorus `(row, column)` of an `m` x `m` torus has the nodes `(i, j)` with `i mod s = row` and
//! `j mod s = column`, where `s = m / d`. Subtori in the same row or column of that `s` x `s` grid share links. A job
//! takes a subtorus that becomes free first, and among those the one with the least slowdown of the job. The job also
//! slows down every job that it meets there.

mod availability;
#[cfg(test)]
mod tests;

use super::binary::Binary;
use super::{Batch, BatchError, Bounds, Exact, Job};
use crate::budget::{Budget, OverBudget};
use availability::Availability;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The place and the times of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The first row of its nodes; less than side / size.
    pub row: u32,
    /// The first column of its nodes; less than side / size.
    pub column: u32,
    /// Its start.
    pub start: Exact,
    /// Its end, including the slowdown by other jobs.
    pub finish: Exact,
}

/// A schedule with contention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// One per job, in the order of the batch.
    pub placements: Vec<Placement>,
    /// The end of the last job.
    pub length: Exact,
    /// The length without contention: the same rule without loads and slowdown.
    pub length_without_contention: Exact,
    /// The longest job, and processors times time over all processors.
    pub bounds: Bounds,
    /// Whether every number is exact. Finish times get more digits with every job that meets another. If they need more
    /// than [`EXACT_WORDS`] words after the binary point, all divisions are cut off after 64 bits instead.
    pub exact: bool,
}

/// The most words after the binary point in computations.
pub const EXACT_WORDS: usize = 32;

/// The schedule of a batch. Fails if times cannot be summed exactly.
///
/// Costs `n log n + n s^2` for `n` jobs, where `s` is the side of the torus over the size of the smallest job.
pub fn schedule(batch: &Batch) -> Result<Schedule, BatchError> {
    schedule_within(batch, EXACT_WORDS)
}

/// Fails if there are more subtori to search than the budget allows. Each job searches all subtori of its size.
pub fn check_size(batch: &Batch, budget: &Budget) -> Result<(), OverBudget> {
    let subtori = |job: &Job| u128::from(batch.side / job.size).pow(2);
    let all = batch.jobs.iter().map(subtori).sum();
    let (jobs, side) = (batch.jobs.len(), batch.side);
    let asked = format!("{all} subtori to look at for {jobs} jobs on a torus of side {side}");
    OverBudget::check("jobs", all, budget.subtori, asked)
}

fn schedule_within(batch: &Batch, words: usize) -> Result<Schedule, BatchError> {
    let clock = batch.clock(None)?;
    let order = batch.largest_first();
    let jobs = || order.iter().map(|&job| (batch.side / batch.jobs[job].size, clock.times[job]));
    let (exact, planned) = match plan(jobs(), words, false) {
        Some(planned) => (true, planned),
        None => (false, plan(jobs(), 1, true).expect("with cut-off, every number fits")),
    };
    let time = |ticks: &Binary| Exact::new(ticks.clone(), clock.per_unit);
    let mut placements = vec![None; order.len()];
    for (rank, &job) in order.iter().enumerate() {
        let (row, column) = planned.places[rank];
        let (start, finish) = (time(&planned.starts[rank]), time(&planned.availability.finishes()[rank]));
        placements[job] = Some(Placement { row, column, start, finish });
    }
    Ok(Schedule {
        placements: placements.into_iter().flatten().collect(),
        length: time(planned.availability.length()),
        length_without_contention: time(&length_without_contention(jobs()).into()),
        bounds: Bounds::new(batch, &clock, 2),
        exact,
    })
}

/// A plan, in planning order.
struct Planned {
    places: Vec<(u32, u32)>,
    starts: Vec<Binary>,
    availability: Availability,
}

/// Plans jobs: the subtori on a side of the torus, and the ticks of each. `None` if a number needs more than `words`
/// words after the point and must not be cut off.
fn plan(jobs: impl Iterator<Item = (u32, u128)>, words: usize, may_cut: bool) -> Option<Planned> {
    let mut availability = Availability::new(words);
    let (mut places, mut starts) = (Vec::new(), Vec::new());
    for (subtori, ticks) in jobs {
        places.push(availability.place(subtori, ticks));
        starts.push(availability.now().clone());
        if !availability.is_exact() && !may_cut {
            return None;
        }
    }
    Some(Planned { places, starts, availability })
}

/// Each job starts as soon as a subtorus is free, and all free ones are equally good. It is enough to know how many are
/// free, and from when on.
fn length_without_contention(jobs: impl Iterator<Item = (u32, u128)>) -> u128 {
    let (mut free, mut subtori, mut length) = (BinaryHeap::from([(Reverse(0), 1u64)]), 1, 0);
    for (wanted, ticks) in jobs {
        let smaller = wanted / subtori;
        if smaller > 1 {
            let mut all = free.into_vec();
            all.iter_mut().for_each(|(_, count)| *count *= u64::from(smaller).pow(2));
            free = all.into();
            subtori *= smaller;
        }
        let (Reverse(now), count) = free.pop().expect("a subtorus");
        if count > 1 {
            free.push((Reverse(now), count - 1));
        }
        let finish = now + ticks;
        free.push((Reverse(finish), 1));
        length = length.max(finish);
    }
    length
}
