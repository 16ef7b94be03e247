//! What the jobs of a run waited for, and when (docs/semantics.md 5.1).
//!
//! One observer answers for the waiting jobs at one moment, another for the intervals of one job. They ask the scheduler
//! only for the reasons that the question needs, because they cost time.

use super::Occupancy;
use super::shortage::{Holders, Shortage};
use crate::allocation::Allocator;
use crate::machine::{Block, Coordinates, Machine};
use crate::scheduling::{Event, Observer, Reason, ReasonKind, Wanted};
use crate::time::Time;
use crate::workload::Jobs;

/// The time that a job has waited for each kind of reason, in microseconds, in the order of [`ReasonKind::ALL`].
pub type WaitByReason = [Time; ReasonKind::ALL.len()];

/// An interval in which a job waits for one kind of reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// When it begins.
    pub from: Time,
    /// When it ends: at the beginning of the next interval, or at the job's start.
    pub to: Time,
    /// The reason, with its numbers at the beginning.
    pub reason: Reason,
    /// The free processors at the beginning.
    pub free: u32,
    /// The extents of the largest free box at the beginning, if the strategy finds no place.
    pub largest: Option<Coordinates>,
    /// What the places of the topology lack at the beginning, if the strategy finds no place and follows a topology.
    pub shortage: Option<Shortage>,
}

/// The observer of the jobs that wait at an instant at which something happens in a run; until the next such instant the
/// same jobs wait. Time: that of the run.
pub struct WaitingAt {
    instant: Time,
    /// The jobs that wait after everything at the instant has happened, with their reasons, in the order of the queue.
    pub waiting: Vec<(usize, Reason)>,
    /// Those of the pass under way.
    pass: Vec<(usize, Reason)>,
}

impl WaitingAt {
    /// An observer before a run.
    pub fn new(instant: Time) -> WaitingAt {
        WaitingAt { instant, waiting: Vec::new(), pass: Vec::new() }
    }
}

impl Observer for WaitingAt {
    fn want(&self, now: Time, wanted: &mut Wanted) {
        wanted.reasons |= now == self.instant;
    }

    fn observe(&mut self, event: Event) {
        match event {
            Event::Waits { job, now, reason } if now == self.instant => self.pass.push((job, *reason)),
            // There may be several passes at one instant; the last one counts.
            Event::Settled { now, .. } if now == self.instant => self.waiting = std::mem::take(&mut self.pass),
            _ => {}
        }
    }
}

/// The observer of what one job waits for, and of the later arrivals that start before it. Time: slightly more than that
/// of the run, because no other job's reasons are asked for.
pub struct Waits<'a> {
    jobs: &'a Jobs,
    job: usize,
    /// Its reason in the pass under way.
    reason: Option<Reason>,
    intervals: Vec<Interval>,
    occupancy: Occupancy,
    /// The jobs on the nodes of a topology.
    holders: Option<Holders<'a>>,
    start: Option<Time>,
    passed_by: Vec<(usize, Time)>,
}

impl<'a> Waits<'a> {
    /// For the job with this index, on this machine.
    pub fn of(jobs: &'a Jobs, machine: &Machine, job: usize) -> Waits<'a> {
        Waits {
            jobs,
            job,
            reason: None,
            intervals: Vec::new(),
            occupancy: Occupancy::new(machine),
            holders: None,
            start: None,
            passed_by: Vec::new(),
        }
    }

    /// The same on a machine with these boxes out of service.
    pub fn without(self, machine: &Machine, down: &[Block]) -> Waits<'a> {
        Waits { occupancy: self.occupancy.without(machine, down), ..self }
    }

    /// The same with what the places of a topology lack; `empty` is the strategy before the run.
    pub fn under(self, empty: &'a dyn Allocator) -> Waits<'a> {
        Waits { holders: Holders::new(empty, self.jobs.request(self.job)), ..self }
    }

    /// The intervals of the job, without gaps from its arrival to its start; none if it starts at once. Consecutive
    /// intervals have different kinds.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The jobs that arrived later than this one and started earlier, by index, with their starts, in the order of the
    /// starts.
    pub fn passed_by(&self) -> &[(usize, Time)] {
        &self.passed_by
    }

    /// Extends the last interval until now.
    fn close(&mut self, now: Time) {
        if let Some(last) = self.intervals.last_mut() {
            last.to = now;
        }
        self.intervals.pop_if(|last| last.from == now);
    }

    fn started(&mut self, job: usize, now: Time) {
        if job == self.job {
            self.start = Some(now);
            self.close(now);
            self.passed_by.retain(|(_, start)| *start < now);
        } else if job > self.job && self.start.is_none() {
            self.passed_by.push((job, now));
        }
    }

    fn settled(&mut self, now: Time, free: u32) {
        let Some(reason) = self.reason.take() else { return };
        // There may be several passes at one instant; the last one counts.
        self.close(now);
        if self.intervals.last().is_none_or(|last| last.reason.kind() != reason.kind()) {
            let is_fragmentation = reason.kind() == ReasonKind::Placement;
            let largest = if is_fragmentation { self.occupancy.largest() } else { None };
            let shortage = self.holders.as_ref().filter(|_| is_fragmentation).and_then(Holders::shortage);
            self.intervals.push(Interval { from: now, to: now, reason, free, largest, shortage });
        }
    }
}

impl Observer for Waits<'_> {
    fn want(&self, now: Time, wanted: &mut Wanted) {
        if self.start.is_none() && self.jobs.jobs.submit.at(self.job) <= now {
            wanted.ask(self.job);
        }
    }

    fn observe(&mut self, event: Event) {
        self.occupancy.observe(event);
        self.holders.observe(event);
        match event {
            Event::Started { job, now, .. } => self.started(job, now),
            Event::Waits { job, reason, .. } if job == self.job => self.reason = Some(*reason),
            Event::Settled { now, free, .. } => self.settled(now, free),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::testing::{jobs, prepared, run};
    use crate::scheduling::{BlockedHead, Order, Scheduling};
    use crate::simulation::observers::WaitReasonTotals;
    use crate::simulation::simulate;
    use proptest::prelude::*;

    fn split(jobs: &Jobs, machine: &Machine, strategy: &str, policy: Scheduling) -> WaitReasonTotals {
        let (jobs, allocator) = prepared(jobs, machine, strategy);
        let mut split = WaitReasonTotals::new(true);
        simulate(&jobs, allocator, policy, &mut split).unwrap();
        split
    }

    /// On a line of four: jobs of one processor hold nodes 0 to 3 until 10, 40, 10 and 30. At 10 nodes 0 and 2 are
    /// free. Job 5 asks for two in a row. It waits for processors from 1 to 10, and for a place from 10 to 30, when
    /// node 3 becomes free. Job 6 asks for one, and waits behind it from 2 to 30.
    #[test]
    fn a_head_without_a_place_blocks_the_queue() {
        let list = [(0, 10, 1), (0, 40, 1), (0, 10, 1), (0, 30, 1), (1, 5, 2), (1, 5, 1)];
        let by_hand = split(&jobs(&list), &Machine::mesh(&[4]), "ff", "fcfs".parse().unwrap());
        let of = |kind: ReasonKind| by_hand.total[kind as usize];
        assert_eq!([ReasonKind::Order, ReasonKind::Processors, ReasonKind::Placement].map(of), [28, 9, 20]);
        assert_eq!(by_hand.behind_no_place, 20);
    }

    proptest! {
        /// The breakdown equals the waits of the jobs one by one. Under `fcfs` no job starts earlier than on `flat`,
        /// which is therefore a bound for any better strategy.
        #[test]
        fn the_split_is_that_of_the_jobs_and_flat_is_a_bound(
            list in prop::collection::vec((0i64..4, 0i64..9, 1u32..=16), 1..40),
            strategy in prop::sample::select(vec!["nep", "ff", "mbs", "gabl", "paging(1)", "random"]),
            order in prop::sample::select(Order::ALL),
            head in prop::sample::select(BlockedHead::ALL),
        ) {
            let machine = Machine::mesh(&[4, 4]);
            // A mesh has no box of 5, 7, ... nodes, but a box for every power of two.
            let list: Vec<_> = list.into_iter().map(|(pause, runtime, size)| (pause, runtime, size.next_power_of_two())).collect();
            let jobs = jobs(&list);
            let policy = Scheduling::new(order, head);
            prop_assume!(policy.check().is_ok());
            let split = split(&jobs, &machine, strategy, policy);
            let (shaped, _) = prepared(&jobs, &machine, strategy);
            let strategy_of = || prepared(&jobs, &machine, strategy).1;
            let mut total = [0; ReasonKind::ALL.len()];
            for job in 0..shaped.jobs.len() {
                let mut waits = Waits::of(&shaped, &machine, job);
                simulate(&shaped, strategy_of(), policy, &mut waits).unwrap();
                for interval in waits.intervals() {
                    total[interval.reason.kind() as usize] += i128::from(interval.to - interval.from);
                }
            }
            prop_assert_eq!(split.total, total);
            prop_assert!(split.behind_no_place <= split.total[ReasonKind::Order as usize]);
            let fcfs: Scheduling = "fcfs".parse().unwrap();
            let (placed, flat) = (run(&jobs, &machine, strategy, fcfs), run(&jobs, &machine, "flat", fcfs));
            prop_assert!((0..jobs.jobs.len()).all(|job| flat.start[job] <= placed.start[job]));
        }
    }
}
