//! Preemptive scheduling to a deadline: the feasibility algorithm of Gupta and Srimani 1997, section 3, with a
//! correction of its step 4 (docs/semantics.md 9).
//!
//! No links are shared: jobs run on *p-intervals*, blocks of the torus along its diagonal. Half of the processors are
//! never used. A job may be stopped and continued elsewhere.

use super::profile::{Profile, TimeSlack};
use super::{Batch, BatchError, Bounds, Clock, Exact, Ratio};

/// A part of a job's time on one p-interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The job, from 0.
    pub job: usize,
    /// The first and the last column of the p-interval.
    pub interval: [u32; 2],
    /// The start of this part.
    pub from: Exact,
    /// The end of this part.
    pub to: Exact,
}

/// A schedule that meets its deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The deadline.
    pub deadline: Exact,
    /// The end of the last piece.
    pub length: Exact,
    /// By job, then by time: one or two pieces per job.
    pub pieces: Vec<Piece>,
}

impl Schedule {
    /// The number of jobs that are stopped and continued later.
    pub fn preemptions(&self) -> usize {
        self.pieces.windows(2).filter(|pair| pair[0].job == pair[1].job).count()
    }
}

/// Why a deadline cannot be met: the first job, largest first, without enough time left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfeasibleDeadline {
    /// The deadline.
    pub deadline: Exact,
    /// The job, from 0.
    pub job: usize,
    /// The most time that is left for it.
    pub room: Exact,
    /// The additional time that it needs.
    pub shortfall: Exact,
}

/// The longest job, and the area: columns times time, over all columns. No feasible deadline is earlier than either.
pub fn bounds(batch: &Batch) -> Result<Bounds, BatchError> {
    Ok(Bounds::new(batch, &batch.clock(None)?, 1))
}

/// A schedule that serves every job in full by `deadline`, with at most one preemption of every job except the first,
/// or the reason why there is none. Fails if times cannot be summed exactly.
///
/// Costs `n log n` for `n` jobs.
pub fn schedule(batch: &Batch, deadline: Ratio) -> Result<Result<Schedule, Box<InfeasibleDeadline>>, BatchError> {
    let clock = batch.clock(Some(deadline))?;
    let ticks = deadline.ticks(clock.per_unit);
    Ok(schedule_in_ticks(batch, &clock, ticks))
}

pub(super) fn schedule_in_ticks(
    batch: &Batch,
    clock: &Clock,
    deadline: u128,
) -> Result<Schedule, Box<InfeasibleDeadline>> {
    let exact = |ticks: u128| Exact::new(ticks.into(), clock.per_unit);
    let mut profile = Profile::new(batch.side, TimeSlack { ticks: deadline, growth: 0 });
    let mut planned = vec![[None; 2]; batch.jobs.len()];
    for job in batch.largest_first() {
        let (size, time) = (batch.jobs[job].size, clock.times[job]);
        planned[job] = profile.place(size, time).map_err(|room| {
            let shortfall = exact(time - room.ticks);
            Box::new(InfeasibleDeadline { deadline: exact(deadline), job, room: exact(room.ticks), shortfall })
        })?;
    }
    let (mut pieces, mut length) = (Vec::new(), 0);
    for (job, places) in planned.into_iter().enumerate() {
        // Of two pieces the second is earlier.
        for piece in places.into_iter().rev().flatten() {
            let [from, to] = [piece.from, piece.to].map(|left| deadline - left);
            length = length.max(to);
            pieces.push(Piece { job, interval: piece.interval, from: exact(from), to: exact(to) });
        }
    }
    Ok(Schedule { deadline: exact(deadline), length: exact(length), pieces })
}
