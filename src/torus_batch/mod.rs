//! A given set of jobs on an `m` x `m` torus, planned off-line (Gupta and Srimani 1997, SEMANTICS section 9).
//!
//! Three problems: non-preemptive scheduling where jobs that share links slow each other down ([`contention`]),
//! preemptive scheduling to a deadline ([`preemptive`]), and the least such deadline ([`least_deadline`]). All numbers are
//! exact.

mod binary;
pub mod contention;
mod exact;
pub mod experiment;
pub mod lanes;
pub mod least_deadline;
pub mod permalink;
pub mod preemptive;
mod profile;
mod ratio;
pub mod rows;
pub mod tables;
#[cfg(test)]
mod tests;

pub use exact::Exact;
pub use ratio::Ratio;

use crate::diagnostic::Diagnostic;
use crate::order::ascending;
use binary::Binary;
use ratio::{MOST, greatest_common_divisor};
use std::fmt;

/// The largest side of a torus: a million processors.
pub const MAX_SIDE: u32 = 1024;

/// The most that all jobs may take together, in ticks: what is computed from it stays below 2^128.
const MOST_TICKS: u128 = 1 << 100;

/// A job: so long on so large a subtorus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// The side `d` of the `d` x `d` subtorus that it needs: a power of two.
    pub size: u32,
    /// How long it runs when nothing slows it down.
    pub time: Ratio,
}

impl fmt::Display for Job {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}:{}", self.size, self.time)
    }
}

/// Jobs and the torus they are planned on. Jobs are numbered from 0 in the order given; what people see counts from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    side: u32,
    jobs: Vec<Job>,
}

impl Batch {
    /// Jobs on a torus of `side` x `side`. Complains where the side is not a power of two up to [`MAX_SIDE`], where a job's
    /// size is not one up to the side, and where there is no job.
    pub fn new(side: u32, jobs: Vec<Job>) -> Result<Batch, Diagnostic> {
        check_side(side)?;
        if jobs.is_empty() {
            return Err(Diagnostic::new("jobs", format!("there are none (expected {})", rows::EXPECTED)));
        }
        for (position, job) in jobs.iter().enumerate() {
            let place = |reason| Diagnostic::new("jobs", format!("job {}, '{job}': {reason}", position + 1));
            check_size(side, job.size).map_err(place)?;
        }
        Ok(Batch { side, jobs })
    }

    /// The side `m` of the torus.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The jobs in the order given.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The order in which all the algorithms plan jobs: the largest first, ties as given.
    fn largest_first(&self) -> Vec<usize> {
        let keys: Vec<i64> = self.jobs.iter().map(|job| -i64::from(job.size)).collect();
        ascending(&keys).into_iter().map(|job| job as usize).collect()
    }

    /// All times as whole numbers of the largest tick that measures every one of them, and `also`.
    ///
    /// Complains where that tick is less than 10^-15 or the jobs take more than 2^100 ticks together.
    fn clock(&self, also: Option<Ratio>) -> Result<Clock, Diagnostic> {
        let mut per_unit = 1u64;
        let all = self.jobs.iter().map(|job| job.time).chain(also);
        for (position, time) in all.enumerate() {
            let common = greatest_common_divisor(per_unit.into(), time.denominator().into()) as u64;
            per_unit = per_unit
                .checked_mul(time.denominator() / common)
                .filter(|&per_unit| per_unit <= MOST)
                .ok_or_else(|| self.too_fine(position))?;
        }
        let times: Vec<u128> = self.jobs.iter().map(|job| job.time.ticks(per_unit)).collect();
        let total = times.iter().try_fold(0u128, |sum, time| sum.checked_add(*time));
        if total.is_none_or(|total| total > MOST_TICKS) {
            let reason = "the times are too long, or too different in their fractions, for exact sums; give them in a \
                          larger unit or with fewer digits";
            return Err(Diagnostic::new("jobs", reason));
        }
        Ok(Clock { per_unit, times })
    }

    fn too_fine(&self, position: usize) -> Diagnostic {
        let (place, which) = match self.jobs.get(position) {
            Some(job) => ("jobs", format!("job {}, '{job}': with this one", position + 1)),
            None => ("deadline", "with it".into()),
        };
        let advice = "the times' common denominator exceeds 10^15, too much for exact sums; give times with fewer digits \
                      or like denominators";
        Diagnostic::new(place, format!("{which}, {advice}"))
    }
}

/// A side `m` that a torus may have.
fn check_side(side: u32) -> Result<(), Diagnostic> {
    if side.is_power_of_two() && side <= MAX_SIDE {
        return Ok(());
    }
    let reason =
        format!("a torus of side {side} cannot be halved down to single processors (expected {EXPECTED_SIDE})");
    Err(Diagnostic::new("side", reason))
}

/// What a side looks like, for messages.
const EXPECTED_SIDE: &str = "a power of two from 1 to 1024";

/// Complains about a size that a job cannot have on a torus of this side.
pub fn check_size(side: u32, size: u32) -> Result<(), String> {
    let reason = || format!("its size must be a power of two from 1 to the torus's side, {side}");
    (size.is_power_of_two() && size <= side).then_some(()).ok_or_else(reason)
}

/// The jobs' times in ticks.
struct Clock {
    /// How many ticks make a unit of time.
    per_unit: u64,
    /// In the order of the jobs.
    times: Vec<u128>,
}

/// Two lengths that no schedule can be shorter than.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The longest job.
    pub longest_job: Exact,
    /// What the jobs occupy, spread over all there is.
    pub area: Exact,
}

impl Bounds {
    /// For jobs that take so many dimensions of a torus of as many.
    fn new(batch: &Batch, clock: &Clock, dimensions: u32) -> Bounds {
        let longest = clock.times.iter().max().copied().unwrap_or(0);
        let area: u128 =
            batch.jobs.iter().zip(&clock.times).map(|(job, time)| u128::from(job.size).pow(dimensions) * time).sum();
        let (area, _) = Binary::from(area).shifted_right(dimensions * batch.side.ilog2(), 1);
        let exact = |ticks| Exact::new(ticks, clock.per_unit);
        Bounds { longest_job: exact(longest.into()), area: exact(area) }
    }
}
