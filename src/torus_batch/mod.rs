//! A given set of jobs on an `m` x `m` torus, planned off-line (Gupta and Srimani 1997, docs/semantics.md 9).
//!
//! Three problems: non-preemptive scheduling of jobs that share links and slow each other down ([`contention`]),
//! preemptive scheduling to a deadline ([`preemptive`]), and the least such deadline ([`least_deadline`]). All numbers
//! are exact.

mod binary;
pub mod contention;
mod error;
mod exact;
pub mod experiment;
pub(crate) mod lanes;
pub mod least_deadline;
pub mod permalink;
pub mod preemptive;
mod profile;
mod ratio;
pub mod rows;
#[cfg(test)]
mod tests;

pub use error::{BatchError, SizeError};
pub use exact::{Exact, greatest_common_divisor};
pub use ratio::{Ratio, TimeError};

use crate::sorting::positions;
use binary::Binary;
use error::EXPECTED_SIDE;
use ratio::MOST;
use std::fmt;

/// The largest side of a torus: a million processors.
pub const MAX_SIDE: u32 = 1024;

/// The most ticks of all jobs together. All numbers computed from them stay below 2^128.
const MOST_TICKS: u128 = 1 << 100;

/// A job: a subtorus for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// The side `d` of the `d` x `d` subtorus that it needs: a power of two.
    pub size: u32,
    /// Its run time without slowdown.
    pub time: Ratio,
}

impl fmt::Display for Job {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}:{}", self.size, self.time)
    }
}

/// Jobs and their torus. Jobs are numbered from 0 in the given order; messages count from 1.
///
/// ```
/// use subtorus::torus_batch::least_deadline::least_deadline;
/// use subtorus::torus_batch::{Batch, Job, Ratio};
///
/// // Three jobs of half the side fit side by side in pairs: three halves of their time.
/// let time = Ratio::new(1, 1).expect("one");
/// let batch = Batch::new(8, vec![Job { size: 4, time }; 3])?;
/// assert_eq!(least_deadline(&batch)?.schedule.length.to_string(), "1.5");
/// # Ok::<(), subtorus::torus_batch::BatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    side: u32,
    jobs: Vec<Job>,
}

impl Batch {
    /// Jobs on a torus of `side` x `side`. Fails if the side is not a power of two up to [`MAX_SIDE`], if the size of a
    /// job is not a power of two up to the side, or if there is no job.
    pub fn new(side: u32, jobs: Vec<Job>) -> Result<Batch, BatchError> {
        check_side(side)?;
        if jobs.is_empty() {
            return Err(BatchError::NoJobs);
        }
        for (position, &job) in jobs.iter().enumerate() {
            check_size(side, job.size).map_err(|error| BatchError::Size { position, job, error })?;
        }
        Ok(Batch { side, jobs })
    }

    /// The side `m` of the torus.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The jobs in the given order.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The order in which all the algorithms plan jobs: the largest first, ties in the given order.
    fn largest_first(&self) -> Vec<usize> {
        positions(self.jobs.len(), &|one, other| self.jobs[other].size.cmp(&self.jobs[one].size))
    }

    /// All times as whole numbers of the largest tick that divides every one of them, and `also`.
    ///
    /// Fails if that tick is less than 10^-15 or the jobs take more than 2^100 ticks together.
    fn clock(&self, also: Option<Ratio>) -> Result<Clock, BatchError> {
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
            return Err(BatchError::TooLong);
        }
        Ok(Clock { per_unit, times })
    }

    /// The error that the common tick of all times up to the one at `position` is too fine. The deadline comes after
    /// the jobs.
    fn too_fine(&self, position: usize) -> BatchError {
        let job = self.jobs.get(position).copied();
        job.map_or(BatchError::DeadlineTooFine, |job| BatchError::TooFine { position, job })
    }
}

/// Fails if a torus cannot have the side `m`.
fn check_side(side: u32) -> Result<(), BatchError> {
    (side.is_power_of_two() && side <= MAX_SIDE).then_some(()).ok_or(BatchError::Side(side))
}

/// Fails if a job cannot have this size on a torus of this side.
pub fn check_size(side: u32, size: u32) -> Result<(), SizeError> {
    (size.is_power_of_two() && size <= side).then_some(()).ok_or(SizeError { size, side })
}

/// The jobs' times in ticks.
struct Clock {
    /// The number of ticks in a unit of time.
    per_unit: u64,
    /// In the order of the jobs.
    times: Vec<u128>,
}

/// Two lower bounds of the length of any schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The longest job.
    pub longest_job: Exact,
    /// The area of the jobs, divided by all processors.
    pub area: Exact,
}

impl Bounds {
    /// For jobs that span this many dimensions of a torus.
    fn new(batch: &Batch, clock: &Clock, dimensions: u32) -> Bounds {
        let longest = clock.times.iter().max().copied().unwrap_or(0);
        let area: u128 =
            batch.jobs.iter().zip(&clock.times).map(|(job, time)| u128::from(job.size).pow(dimensions) * time).sum();
        let (area, _) = Binary::from(area).shifted_right(dimensions * batch.side.ilog2(), 1);
        let exact = |ticks| Exact::new(ticks, clock.per_unit);
        Bounds { longest_job: exact(longest.into()), area: exact(area) }
    }
}
