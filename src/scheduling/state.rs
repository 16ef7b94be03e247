//! What a scheduling policy sees and may do. It sees the queue, the machine and the running jobs, and it may start
//! jobs.

use super::observer::{Event, Observer, Wanted};
use super::running::{Running, RunningEntry};
use super::waiting::Waiting;
use super::{PolicyViolation, QueueOrder, Reason, ReasonKind, Tally};
use crate::allocation::own::ViolationReport;
use crate::allocation::{Allocation, Allocator};
use crate::time::Time;
use crate::workload::Jobs;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::ops::Range;

/// The events just before a scheduling pass.
pub struct Instant<'a> {
    /// The time.
    pub now: Time,
    /// The jobs that completed at this instant.
    pub completed: &'a [usize],
    /// The jobs that arrived at this instant. They already wait in the queue.
    pub arrived: Range<usize>,
    /// Whether running jobs have outrun their estimates, so that the estimates have been extended.
    pub extended: bool,
}

/// The state of a run at an instant.
pub struct State<'a> {
    /// The jobs of the run.
    pub jobs: &'a Jobs,
    /// The machine and the nodes that are held.
    pub allocator: Box<dyn Allocator>,
    /// The queue.
    pub waiting: Waiting<'a>,
    /// The running jobs.
    pub running: Running,
    /// Grows whenever a job starts, completes or outruns its estimate. With equal versions, neither the machine nor any
    /// estimate has changed.
    pub version: u64,
    /// The jobs that have started since the caller last emptied this list, in order.
    pub started: Vec<usize>,
    /// The observer of the run.
    pub observer: &'a mut dyn Observer,
    /// What the observer wants to know about waiting jobs in this pass.
    pub wanted: Wanted,
    /// How many jobs this pass leaves waiting for each kind of reason, as counted so far.
    tally: Tally,
    /// The estimated end of each running job. It is computed on the first query, because queries are rare if all jobs
    /// end as estimated.
    estimated_end: OnceCell<FxHashMap<usize, Time>>,
    /// The jobs that have ended at this instant, in job order, with their last estimated ends.
    ended: Vec<(usize, Time)>,
}

impl<'a> State<'a> {
    /// An idle machine and an empty queue. `observer` receives the events.
    pub fn new(
        jobs: &'a Jobs,
        allocator: Box<dyn Allocator>,
        order: impl Into<QueueOrder<'a>>,
        observer: &'a mut dyn Observer,
    ) -> State<'a> {
        let waiting = Waiting::new(jobs, order.into(), |request| allocator.effective(request));
        let (running, estimated_end) = (Running::default(), OnceCell::new());
        State {
            jobs,
            allocator,
            waiting,
            running,
            version: 0,
            started: Vec::new(),
            observer,
            wanted: Wanted::default(),
            tally: Tally::default(),
            estimated_end,
            ended: Vec::new(),
        }
    }

    /// The estimated runtime of the job with this index.
    pub fn estimated_runtime(&self, job: usize) -> Time {
        self.jobs.jobs.estimate.at(job)
    }

    /// Whether a waiting job could be placed now.
    pub fn fits(&self, job: usize) -> bool {
        self.has_room(self.waiting.class(job))
    }

    /// Starts a waiting job that fits.
    pub fn start(&mut self, job: usize, now: Time) {
        let request = self.waiting.request(self.waiting.class(job));
        let allocation = self.allocator.allocate(request).expect("only a job that fits is started");
        self.observer.observe(Event::Started { job, now, allocation: &allocation });
        if let Some(groups) = self.allocator.groups(&allocation) {
            self.observer.observe(Event::Grouped { groups });
        }
        self.waiting.start(job, allocation.processors, now);
        let estimated_end = now.saturating_add(self.estimated_runtime(job));
        self.estimate(RunningEntry { estimated_end, job, allocation });
        self.started.push(job);
        self.version += 1;
    }

    /// Records a running job with its estimated end.
    fn estimate(&mut self, run: RunningEntry) {
        if let Some(ends) = self.estimated_end.get_mut() {
            ends.insert(run.job, run.estimated_end);
        }
        self.running.insert(run);
    }

    /// Starts jobs from the head of the queue until the queue is empty or its head does not fit. Returns this head.
    pub fn start_heads(&mut self, now: Time) -> Option<usize> {
        loop {
            let head = self.waiting.head()?;
            if !self.fits(head) {
                return Some(head);
            }
            self.start(head, now);
        }
    }

    /// Whether a job of this class could be placed now.
    pub fn has_room(&self, class: usize) -> bool {
        self.allocator.fits(self.waiting.request(class))
    }

    /// How many more processors a job of this class would need.
    pub fn missing(&self, class: usize) -> u32 {
        self.waiting.request(class).processors.saturating_sub(self.allocator.free_processors())
    }

    /// Why a waiting job that does not fit cannot be placed now. `promised` is its latest start, if known.
    pub fn obstacle(&self, job: usize, promised: Option<Time>) -> Reason {
        match self.missing(self.waiting.class(job)) {
            0 => Reason::NoPlace { promised },
            missing => Reason::TooFewProcessors { missing, promised },
        }
    }

    /// Sorts a queue with an order that changes with time. Asks the observer what it wants to know about the coming
    /// pass. Fails if own code gives no key.
    pub fn begin_pass(&mut self, now: Time) -> Result<(), Box<PolicyViolation>> {
        if self.waiting.changes() {
            self.waiting.sort(self.jobs, now)?;
        }
        self.wanted = Wanted::default();
        self.observer.want(now, &mut self.wanted);
        if self.wanted.reasons {
            self.wanted.reasons_of.clear();
        }
        Ok(())
    }

    /// Whether the observer wants to know in this pass why jobs wait.
    pub fn is_asked(&self) -> bool {
        self.wanted.reasons || self.wanted.tally || !self.wanted.reasons_of.is_empty()
    }

    /// Reports to the observer why a job keeps waiting.
    pub fn hold_back(&mut self, job: usize, now: Time, reason: &Reason) {
        self.observer.observe(Event::Waits { job, now, reason });
        self.count(reason.kind(), 1);
    }

    /// Counts more jobs that keep waiting for this kind of reason.
    pub fn count(&mut self, kind: ReasonKind, jobs: u32) {
        self.tally[kind as usize] += jobs;
    }

    /// Reports to the observer why each waiting job keeps waiting, in the order of the queue.
    pub fn explain(&mut self, now: Time, mut reason: impl FnMut(&State, usize) -> Reason) {
        let mut next = self.waiting.head();
        while let Some(job) = next {
            let reason = reason(self, job);
            self.hold_back(job, now, &reason);
            next = self.waiting.first_from(self.waiting.rank(job) + 1);
        }
    }

    /// Reports the reasons of only those jobs that the observer asks for, if they still wait.
    pub fn explain_asked(&mut self, now: Time, mut reason: impl FnMut(&State, usize) -> Reason) {
        let asked = std::mem::take(&mut self.wanted.reasons_of);
        for &job in asked.iter().filter(|&&job| self.waiting.has(job)) {
            let reason = reason(self, job);
            self.observer.observe(Event::Waits { job, now, reason: &reason });
        }
        self.wanted.reasons_of = asked;
    }

    /// Reports to the observer that the pass is over, with the tally if the observer wants it.
    pub fn settle(&mut self, now: Time) {
        if self.wanted.tally {
            debug_assert_eq!(self.tally.iter().sum::<u32>(), self.waiting.count(), "everybody waits for a reason");
            self.observer.observe(Event::Tallied { now, waiting: &self.tally });
        }
        self.tally = Tally::default();
        self.ended.clear();
        let (free, head) = (self.allocator.free_processors(), self.waiting.head());
        self.observer.observe(Event::Settled { now, free, head });
        if let Some((score, full)) = self.allocator.fragmentation() {
            self.observer.observe(Event::Scored { now, score, full });
        }
    }

    /// Reports to the observer that every job has ended.
    pub fn finish(&mut self) {
        self.observer.observe(Event::Finished { placements_tried: self.allocator.placements_tried() });
    }

    /// The estimated end of a running job. For a job that has ended at this instant, its last estimated end.
    pub fn estimated_end(&self, job: usize) -> Time {
        let ends = || self.running.iter().map(|run| (run.job, run.estimated_end)).collect();
        let running = self.estimated_end.get_or_init(ends).get(&job).copied();
        let ended = || Some(self.ended[self.ended.binary_search_by_key(&job, |ended| ended.0).ok()?].1);
        running.or_else(ended).unwrap_or_default()
    }

    /// Whether the jobs that have ended at this instant were estimated to end now.
    pub fn ended_on_time(&self, now: Time) -> bool {
        self.ended.iter().all(|ended| ended.1 == now)
    }

    /// The nodes that a running job holds.
    pub fn allocation(&self, job: usize) -> &Allocation {
        &self.running.get(self.estimated_end(job), job).allocation
    }

    /// Completes a running job.
    pub fn complete(&mut self, job: usize, now: Time) {
        let run = match self.running.remove_next(now, job) {
            Some(on_time) => on_time,
            None => self.running.remove(self.estimated_end(job), job),
        };
        if let Some(ends) = self.estimated_end.get_mut() {
            ends.remove(&job);
        }
        self.ended.push((job, run.estimated_end));
        self.allocator.release(&run.allocation);
        self.waiting.end(job, run.allocation.processors, now);
        self.observer.observe(Event::Ended { job, now, allocation: &run.allocation });
        self.version += 1;
    }

    /// Fails if an own strategy has broken a rule of all strategies.
    pub fn check(&self) -> Result<(), Box<ViolationReport>> {
        self.allocator.violation().map_or(Ok(()), |violation| Err(Box::new(violation)))
    }

    /// A job with the request of this contract violation: a job that has just started, or else the first waiting job.
    pub fn asking(&self, report: &ViolationReport) -> Option<usize> {
        let request = report.violation.request?;
        let asks = |&job: &usize| *self.waiting.request(self.waiting.class(job)) == request;
        self.started.iter().copied().find(asks).or_else(|| self.waiting.iter().find(asks))
    }

    /// Extends the estimate of each job that should have ended by now. Each extension is as long as the estimate, and
    /// is repeated as often as necessary. Returns whether there was any extension.
    pub fn extend_estimates(&mut self, now: Time) -> bool {
        let mut extended = false;
        while let Some(run) = self.running.pop_ended(now) {
            let estimate = self.estimated_runtime(run.job).max(1);
            let periods = (now - run.estimated_end) / estimate + 1;
            let estimated_end = run.estimated_end.saturating_add(estimate.saturating_mul(periods));
            self.estimate(RunningEntry { estimated_end, ..run });
            self.version += 1;
            extended = true;
        }
        extended
    }
}
