//! What a scheduling policy sees and may do: the queue, the machine, the running jobs, and starting a job.

use super::Order;
use super::observer::Observer;
use super::running::{Run, Running};
use super::waiting::Waiting;
use crate::allocation::Allocator;
use crate::time::Time;
use crate::workload::{Job, Jobs};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// What has happened just before a scheduling pass.
pub struct Instant<'a> {
    /// The time.
    pub now: Time,
    /// The jobs that completed at this instant.
    pub completed: &'a [usize],
    /// The jobs that arrived at this instant; they already wait.
    pub arrived: Range<usize>,
}

/// The state of a run at an instant.
pub struct State<'a> {
    /// The jobs of the run.
    pub jobs: &'a Jobs,
    /// The machine and the nodes that are held.
    pub allocator: Box<dyn Allocator>,
    /// The queue.
    pub waiting: Waiting,
    /// The running jobs.
    pub running: Running,
    /// Grows whenever a job starts or completes: equal versions mean that the machine has not changed.
    pub version: u64,
    /// When each running job really ends, earliest first, equal ends in job order. No policy reads this.
    completions: BinaryHeap<Reverse<(Time, usize)>>,
    observer: &'a mut dyn Observer,
}

impl<'a> State<'a> {
    /// An idle machine and an empty queue. `observer` is told of what happens.
    pub fn new(
        jobs: &'a Jobs,
        allocator: Box<dyn Allocator>,
        order: Order,
        observer: &'a mut dyn Observer,
    ) -> State<'a> {
        let waiting = Waiting::new(jobs, order, |request| allocator.effective(request));
        let (running, completions) = (Running::default(), BinaryHeap::new());
        State { jobs, allocator, waiting, running, version: 0, completions, observer }
    }

    /// The job with this index.
    pub fn job(&self, job: usize) -> &Job {
        &self.jobs.jobs[job]
    }

    /// Whether a waiting job could be placed now.
    pub fn fits(&self, job: usize) -> bool {
        self.allocator.fits(self.waiting.request(self.waiting.class(job)))
    }

    /// Starts a waiting job that fits.
    pub fn start(&mut self, job: usize, now: Time) {
        let request = self.waiting.request(self.waiting.class(job));
        let allocation = self.allocator.allocate(request).expect("only a job that fits is started");
        self.observer.started(job, now, &allocation);
        self.waiting.remove(job);
        let Job { runtime, estimate, .. } = *self.job(job);
        self.running.insert(Run { estimated_end: now.saturating_add(estimate), job, allocation });
        self.completions.push(Reverse((now.saturating_add(runtime), job)));
        self.version += 1;
    }

    /// Starts jobs from the head of the queue until it is empty or its head, which is returned, does not fit.
    pub fn start_heads(&mut self, now: Time) -> Option<usize> {
        loop {
            let head = self.waiting.head()?;
            if !self.fits(head) {
                return Some(head);
            }
            self.start(head, now);
        }
    }

    /// Tells the observer that nothing more happens now.
    pub fn settle(&mut self, now: Time) {
        self.observer.settled(now, self.allocator.free_processors(), self.waiting.head());
    }

    /// Tells the observer that every job has ended.
    pub fn finish(&mut self) {
        self.observer.finished(self.allocator.placements_tried());
    }

    /// When the next running job really ends.
    pub fn next_completion(&self) -> Option<Time> {
        self.completions.peek().map(|Reverse((end, _))| *end)
    }

    /// Completes the jobs that end now and adds them to `completed`, in job order.
    pub fn complete(&mut self, now: Time, completed: &mut Vec<usize>) {
        while self.next_completion() == Some(now) {
            let Some(Reverse((end, job))) = self.completions.pop() else { break };
            let Job { runtime, estimate, .. } = *self.job(job);
            let run = self.running.remove((end - runtime).saturating_add(estimate), job);
            self.allocator.release(&run.allocation);
            self.observer.ended(job, &run.allocation);
            self.version += 1;
            completed.push(job);
        }
    }
}
