//! Time in an episode: arrivals, ends, and what has been waited for (docs/semantics.md 4).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use subtorus::time::{SECOND, Time};
use subtorus::workload::Jobs;

/// What a start is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reward {
    /// Minus the job's bounded slowdown, over the number of jobs.
    Slowdown,
    /// Minus the job's wait in seconds, over the number of jobs.
    Wait,
}

/// The jobs of an episode and how far it has come.
pub struct Episode {
    pub jobs: Jobs,
    pub now: Time,
    /// The waiting jobs, in order of arrival.
    pub queue: Vec<usize>,
    next_arrival: usize,
    running: BinaryHeap<Reverse<(Time, usize)>>,
    started: usize,
    slowdown: f64,
    waited: f64,
}

impl Episode {
    /// Before the first arrival.
    pub fn new(jobs: Jobs) -> Episode {
        Episode {
            jobs,
            now: 0,
            queue: Vec::new(),
            next_arrival: 0,
            running: BinaryHeap::new(),
            started: 0,
            slowdown: 0.0,
            waited: 0.0,
        }
    }

    /// The number of jobs.
    pub fn count(&self) -> usize {
        self.jobs.jobs.len()
    }

    /// Whether every job has started.
    pub fn is_over(&self) -> bool {
        self.started == self.count()
    }

    /// The next time at which something happens.
    fn next_event(&self) -> Option<Time> {
        let end = self.running.peek().map(|Reverse((end, _))| *end);
        let arrival = self.jobs.jobs.submit.get(self.next_arrival);
        end.into_iter().chain(arrival).min()
    }

    /// Whether something is still to happen.
    pub fn has_next(&self) -> bool {
        self.next_event().is_some()
    }

    /// Goes to the next event: ends first, then arrivals. `end` is called with each job that ends.
    pub fn advance(&mut self, mut end: impl FnMut(usize)) {
        let Some(now) = self.next_event() else { return };
        self.now = now;
        while let Some(Reverse((_, job))) = self.running.peek().copied().filter(|Reverse((end, _))| *end == now) {
            self.running.pop();
            end(job);
        }
        while self.jobs.jobs.submit.get(self.next_arrival) == Some(now) {
            self.queue.push(self.next_arrival);
            self.next_arrival += 1;
        }
    }

    /// Starts the job at this place of the queue. Returns the job, and the reward.
    pub fn start(&mut self, place: usize, reward: Reward) -> (usize, f64) {
        let job = self.queue.remove(place);
        let one = self.jobs.jobs.at(job);
        self.running.push(Reverse((self.now + one.runtime, job)));
        self.started += 1;
        let ten = 10 * SECOND;
        let response = self.now - one.submit + one.runtime;
        let slowdown = response.max(ten) as f64 / one.runtime.max(ten) as f64;
        let wait = (self.now - one.submit) as f64 / SECOND as f64;
        self.slowdown += slowdown;
        self.waited += wait;
        (job, -(if reward == Reward::Slowdown { slowdown } else { wait }) / self.count() as f64)
    }

    /// The mean bounded slowdown of the jobs that have started.
    pub fn mean_slowdown(&self) -> f64 {
        self.slowdown / self.started as f64
    }

    /// Their mean wait in seconds.
    pub fn mean_wait(&self) -> f64 {
        self.waited / self.started as f64
    }
}
