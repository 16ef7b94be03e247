//! The least deadline that a batch can meet, exactly and without bisection: the open question in the conclusion of
//! Gupta and Srimani 1997. `docs/torus-batch.md` has the argument.
//!
//! An infeasible deadline fails at some job that gets too little time. The feasibility algorithm computes how fast the
//! largest time slack for that job grows with the deadline. This slack is a concave function of the deadline, because
//! the schedules of a batch form a convex set. Moving the deadline by the shortfall over the growth therefore never
//! moves it too far. The growth is a whole number that decreases with every move, so a few moves are enough.

use super::exact::greatest_common_divisor;
use super::preemptive::{Schedule, schedule_in_ticks};
use super::profile::{Profile, TimeSlack};
use super::{Batch, BatchError, Bounds, Clock};
use crate::sorting::positions;

/// The least deadline, with its schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Least {
    /// The schedule of the least length, which equals the least deadline.
    pub schedule: Schedule,
    /// Lower bounds on any deadline.
    pub bounds: Bounds,
    /// The number of deadlines that failed before the least one.
    pub moves: usize,
}

/// The least deadline for a batch. Fails if times cannot be summed exactly.
///
/// Costs `n log n` per move, for `n` jobs. The number of moves is bounded by the side of the torus alone, and rarely
/// exceeds ten.
pub fn least_deadline(batch: &Batch) -> Result<Least, BatchError> {
    let clock = batch.clock(None)?;
    let mut deadline = lower_bound(batch, &clock);
    let order = longest_first(batch, &clock);
    let mut moves = 0;
    while let Some(later) = deadline.next(batch, &clock, &order) {
        deadline = later;
        moves += 1;
    }
    let finer = Clock {
        per_unit: clock.per_unit * deadline.scale,
        times: clock.times.iter().map(|time| time * u128::from(deadline.scale)).collect(),
    };
    let schedule = schedule_in_ticks(batch, &finer, deadline.ticks).ok();
    let schedule = schedule.expect("the least deadline can be met: feasible deadlines are a closed set");
    Ok(Least { schedule, bounds: Bounds::new(batch, &clock, 1), moves })
}

/// A deadline in fractions of a tick.
struct Deadline {
    /// The number of fractions.
    ticks: u128,
    /// The number of fractions in a tick: at most the number of columns.
    scale: u64,
}

impl Deadline {
    /// `ticks / scale`, in lowest terms.
    fn new(ticks: u128, scale: u64) -> Deadline {
        let common = greatest_common_divisor(ticks, scale.into());
        Deadline { ticks: ticks / common, scale: scale / common as u64 }
    }

    /// A later deadline that is still not later than the least one; `None` if this one can be met.
    fn next(&self, batch: &Batch, clock: &Clock, order: &[usize]) -> Option<Deadline> {
        let mut profile = Profile::new(batch.side, TimeSlack { ticks: self.ticks, growth: 1 });
        for &job in order {
            let time = clock.times[job] * u128::from(self.scale);
            if let Err(room) = profile.place(batch.jobs[job].size, time) {
                let growth = u128::from(room.growth);
                return Some(Deadline::new(self.ticks * growth + (time - room.ticks), self.scale * room.growth));
            }
        }
        None
    }
}

/// The longest job or the area, the larger of both.
fn lower_bound(batch: &Batch, clock: &Clock) -> Deadline {
    let area: u128 = batch.jobs.iter().zip(&clock.times).map(|(job, time)| u128::from(job.size) * time).sum();
    let longest = clock.times.iter().max().copied().unwrap_or(0);
    Deadline::new(area.max(longest * u128::from(batch.side)), batch.side.into())
}

/// The order of the feasibility algorithm, with the longest first among jobs of one size. The order within a size does
/// not affect whether a deadline can be met. But with this order, only the first jobs of a size can fail: as many as
/// fit side by side.
fn longest_first(batch: &Batch, clock: &Clock) -> Vec<usize> {
    let key = |job: usize| (batch.jobs[job].size, clock.times[job]);
    positions(batch.jobs.len(), &|one, other| key(other).cmp(&key(one)))
}
