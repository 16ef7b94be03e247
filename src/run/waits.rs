//! What the jobs of a run waited for, and when (docs/semantics.md 5.1).
//!
//! One observer answers three questions: the sums of all jobs, the waiting jobs at one moment, and the intervals of one
//! job. It asks the scheduler only for the reasons that the question needs, because they cost time.

use super::Occupancy;
use super::shortage::{Holders, Shortage};
use crate::allocation::Allocator;
use crate::machine::{Block, Coordinates, Machine};
use crate::scheduling::{Event, Observer, Reason, ReasonKind, Wanted};
use crate::simulation::observers::Times;
use crate::time::Time;
use crate::workload::Jobs;

/// The number of kinds of reasons.
const KINDS: usize = ReasonKind::ALL.len();

/// The time that a job has waited for each kind of reason, in microseconds, in the order of [`ReasonKind::ALL`].
pub type WaitByReason = [Time; KINDS];

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

/// The question.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ReasonQuery {
    All,
    At(Time),
    Of(usize),
}

/// The observer.
pub struct Waits<'a> {
    jobs: &'a Jobs,
    question: ReasonQuery,
    /// The sums of each job, by index; empty unless all jobs are asked for.
    sums: Vec<WaitByReason>,
    /// For each waiting job, the kind of its last reason and the time since when; empty unless all are asked for.
    last: Vec<(ReasonKind, Time)>,
    waiting: Vec<(usize, Reason)>,
    /// The reasons of the pass under way: of all jobs, or of the asked job.
    reasons: Vec<(usize, Reason)>,
    intervals: Vec<Interval>,
    /// The free nodes, if one job is asked for.
    occupancy: Option<Occupancy>,
    /// The jobs on the nodes of a topology, if one job is asked for.
    holders: Option<Holders<'a>>,
    /// The start of the asked job.
    start: Option<Time>,
    passed_by: Vec<(usize, Time)>,
}

impl<'a> Waits<'a> {
    fn new(jobs: &'a Jobs, question: ReasonQuery) -> Waits<'a> {
        let count = if question == ReasonQuery::All { jobs.jobs.len() } else { 0 };
        let (sums, last) = (vec![WaitByReason::default(); count], vec![(ReasonKind::Order, Time::MIN); count]);
        let (waiting, reasons, intervals, passed_by) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Waits {
            jobs,
            question,
            sums,
            last,
            waiting,
            reasons,
            intervals,
            occupancy: None,
            holders: None,
            start: None,
            passed_by,
        }
    }

    /// How long each job waits for each kind of reason. Memory: O(jobs). Time: that of the run, and a step per waiting
    /// job in each pass.
    pub fn all(jobs: &'a Jobs) -> Waits<'a> {
        Waits::new(jobs, ReasonQuery::All)
    }

    /// Which jobs wait at an instant of the run, and why. For any other moment, ask for the [`instant`] that it belongs
    /// to. Time: that of the run.
    pub fn at(jobs: &'a Jobs, instant: Time) -> Waits<'a> {
        Waits::new(jobs, ReasonQuery::At(instant))
    }

    /// What the job with this index waits for on this machine, and which later arrivals start before it. Time: slightly
    /// more than that of the run, because no other job's reasons are asked for.
    pub fn of(jobs: &'a Jobs, machine: &Machine, job: usize) -> Waits<'a> {
        Waits { occupancy: Some(Occupancy::new(machine)), ..Waits::new(jobs, ReasonQuery::Of(job)) }
    }

    /// The same on a machine with these boxes out of service.
    pub fn without(self, machine: &Machine, down: &[Block]) -> Waits<'a> {
        Waits { occupancy: self.occupancy.map(|occupancy| occupancy.without(machine, down)), ..self }
    }

    /// The same with what the places of a topology lack; `empty` is the strategy before the run. Of [`Waits::of`].
    pub fn under(self, empty: &'a dyn Allocator) -> Waits<'a> {
        let ReasonQuery::Of(job) = self.question else { return self };
        let request = &self.jobs.requests[self.jobs.jobs.request[job] as usize];
        Waits { holders: Holders::new(empty, request), ..self }
    }

    /// How long each job waited for each kind of reason, by index; the sum is its wait. Of [`Waits::all`].
    pub fn sums(&self) -> &[WaitByReason] {
        &self.sums
    }

    /// How long all jobs together waited for each kind of reason, in microseconds. Of [`Waits::all`].
    pub fn total(&self) -> [i128; KINDS] {
        let mut total = [0; KINDS];
        for sums in &self.sums {
            total.iter_mut().zip(sums).for_each(|(total, sum)| *total += i128::from(*sum));
        }
        total
    }

    /// The jobs that wait after everything at the asked instant has happened, with their reasons, in the order of the
    /// queue. Of [`Waits::at`].
    pub fn waiting(&self) -> &[(usize, Reason)] {
        &self.waiting
    }

    /// The intervals of the asked job, without gaps from its arrival to its start; none if it starts at once.
    /// Consecutive intervals have different kinds. Of [`Waits::of`].
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The jobs that arrived later than the asked one and started earlier, by index, with their starts, in the order of
    /// the starts. Of [`Waits::of`].
    pub fn passed_by(&self) -> &[(usize, Time)] {
        &self.passed_by
    }

    /// Whether a job may wait at this time: it has arrived, and has not started before.
    fn may_wait(&self, job: usize, now: Time) -> bool {
        self.start.is_none() && self.jobs.jobs.submit.at(job) <= now
    }

    /// Extends the last interval of the asked job until now.
    fn close(&mut self, now: Time) {
        if let Some(last) = self.intervals.last_mut() {
            last.to = now;
        }
        self.intervals.pop_if(|last| last.from == now);
    }

    /// Notes the reason of a job from now on.
    fn note(&mut self, job: usize, now: Time, kind: ReasonKind) {
        let (last, since) = self.last[job];
        if since == Time::MIN {
            self.last[job] = (kind, now);
        } else if last != kind {
            self.sums[job][last as usize] += now - since;
            self.last[job] = (kind, now);
        }
    }
}

impl Observer for Waits<'_> {
    fn want(&self, now: Time, wanted: &mut Wanted) {
        match self.question {
            ReasonQuery::All => wanted.reasons = true,
            ReasonQuery::At(instant) => wanted.reasons |= instant == now,
            ReasonQuery::Of(job) if self.may_wait(job, now) => wanted.ask(job),
            ReasonQuery::Of(_) => {}
        }
    }

    fn observe(&mut self, event: Event) {
        self.occupancy.observe(event);
        self.holders.observe(event);
        match event {
            Event::Started { job, now, .. } => self.started(job, now),
            Event::Waits { job, now, reason } => self.waits(job, now, reason),
            Event::Settled { now, free, .. } => self.settled(now, free),
            _ => {}
        }
    }
}

impl Waits<'_> {
    fn started(&mut self, job: usize, now: Time) {
        match self.question {
            ReasonQuery::All => {
                let (last, since) = self.last[job];
                if since > Time::MIN {
                    self.sums[job][last as usize] += now - since;
                }
            }
            ReasonQuery::Of(asked) if asked == job => {
                self.start = Some(now);
                self.close(now);
                self.passed_by.retain(|(_, start)| *start < now);
            }
            ReasonQuery::Of(asked) if job > asked && self.start.is_none() => self.passed_by.push((job, now)),
            _ => {}
        }
    }

    fn waits(&mut self, job: usize, now: Time, reason: &Reason) {
        match self.question {
            ReasonQuery::All => self.note(job, now, reason.kind()),
            ReasonQuery::Of(asked) if asked != job => {}
            _ => self.reasons.push((job, *reason)),
        }
    }

    fn settled(&mut self, now: Time, free: u32) {
        match self.question {
            ReasonQuery::All => {}
            ReasonQuery::At(instant) if instant == now => {
                std::mem::swap(&mut self.waiting, &mut self.reasons);
                self.reasons.clear();
            }
            ReasonQuery::At(_) => {}
            ReasonQuery::Of(_) => {
                let Some((_, reason)) = self.reasons.pop() else { return };
                // There may be several passes at one instant; the last one counts.
                self.close(now);
                if self.intervals.last().is_none_or(|last| last.reason.kind() != reason.kind()) {
                    let is_fragmentation = reason.kind() == ReasonKind::Placement;
                    let occupancy = self.occupancy.as_mut().filter(|_| is_fragmentation);
                    let largest = occupancy.and_then(Occupancy::largest);
                    let shortage = self.holders.as_ref().filter(|_| is_fragmentation).and_then(Holders::shortage);
                    self.intervals.push(Interval { from: now, to: now, reason, free, largest, shortage });
                }
            }
        }
    }
}

/// The last instant of a run up to this moment at which anything happens; the state stays the same until the next. None
/// before the first. Time: O(jobs).
pub fn instant(jobs: &Jobs, times: &Times, moment: Time) -> Option<Time> {
    let arrivals = jobs.jobs.submit.iter();
    arrivals.chain(times.start.iter().copied()).chain(times.end.iter().copied()).filter(|time| *time <= moment).max()
}
