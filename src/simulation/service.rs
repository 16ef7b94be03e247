//! How long a job keeps its processors: what the event loop asks once a job has started.

use super::RunFailure;
use crate::scheduling::State;
use crate::time::Time;
use crate::workload::Jobs;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What running jobs do until they end.
pub trait Service {
    /// Whether a job may run for longer than it was estimated to.
    const OUTRUNS_ESTIMATES: bool;

    /// A job has just started.
    fn begin(&mut self, job: usize, now: Time, state: &State);

    /// When the next running job ends, if that is not after `until` ([`END`](crate::time::END) for whenever). What happens before
    /// that is over then.
    fn next_end(&mut self, until: Time, state: &mut State) -> Result<Option<Time>, RunFailure>;

    /// Takes out the jobs that end at this time, in job order.
    fn end(&mut self, now: Time, ended: &mut Vec<usize>);

    /// Every job has ended.
    fn finish(&mut self, _state: &mut State) {}
}

/// Jobs that run for their runtimes.
#[derive(Default)]
pub struct Runtimes {
    /// Whether all of them run for as long as they are estimated to: those that run are in order of their ends then.
    as_estimated: bool,
    /// Those that end next, in that case, if they do before anything else happens.
    next: Vec<usize>,
    /// All that run, in the other.
    ends: EndQueue,
}

impl Runtimes {
    /// The runtimes of these jobs, none of which runs yet. O(jobs).
    pub fn of(jobs: &Jobs) -> Runtimes {
        let as_estimated = jobs.jobs.runtime == jobs.jobs.estimate;
        Runtimes { as_estimated, ..Runtimes::default() }
    }
}

impl Service for Runtimes {
    const OUTRUNS_ESTIMATES: bool = false;

    fn begin(&mut self, job: usize, now: Time, state: &State) {
        if !self.as_estimated {
            self.ends.insert(job, now.saturating_add(state.jobs.jobs.runtime.at(job)));
        }
    }

    fn next_end(&mut self, until: Time, state: &mut State) -> Result<Option<Time>, RunFailure> {
        let next = if self.as_estimated { state.running.next_end() } else { self.ends.next() };
        let next = next.filter(|end| *end <= until);
        self.next.clear();
        if let Some(end) = next.filter(|_| self.as_estimated) {
            self.next.extend(state.running.ending_at(end));
        }
        Ok(next)
    }

    fn end(&mut self, now: Time, ended: &mut Vec<usize>) {
        if self.as_estimated {
            ended.append(&mut self.next);
        } else {
            self.ends.take(now, ended);
        }
    }
}

/// Jobs with known ends: earliest first, equal ends in job order.
#[derive(Default)]
pub struct EndQueue(BinaryHeap<Reverse<u128>>);

/// An end, which is not negative, above its job: one number is compared faster than two.
fn key(end: Time, job: usize) -> u128 {
    (end as u128) << 64 | job as u128
}

impl EndQueue {
    /// A job will end at this time.
    pub fn insert(&mut self, job: usize, end: Time) {
        self.0.push(Reverse(key(end, job)));
    }

    /// When the next job ends.
    pub fn next(&self) -> Option<Time> {
        self.0.peek().map(|Reverse(key)| (key >> 64) as Time)
    }

    /// Takes out the jobs that end now, in job order.
    pub fn take(&mut self, now: Time, ended: &mut Vec<usize>) {
        while self.next() == Some(now) {
            ended.extend(self.0.pop().map(|Reverse(key)| key as usize));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::catalogue::{self, Setting};
    use crate::machine::Machine;
    use crate::simulation::{simulate, simulate_service};
    use crate::time::{END, SECOND};
    use crate::workload::{Job, Jobs, Request};

    /// Jobs that end after so long, or never.
    struct FixedDelay(Option<Time>, EndQueue);

    impl Service for FixedDelay {
        const OUTRUNS_ESTIMATES: bool = true;

        fn begin(&mut self, job: usize, now: Time, _: &State) {
            if let Some(time) = self.0 {
                self.1.insert(job, now.saturating_add(time));
            }
        }

        fn next_end(&mut self, until: Time, _: &mut State) -> Result<Option<Time>, RunFailure> {
            Ok(self.1.next().filter(|end| *end <= until))
        }

        fn end(&mut self, now: Time, ended: &mut Vec<usize>) {
            self.1.take(now, ended);
        }
    }

    fn jobs(submit: Time, estimate: Time) -> Jobs {
        let job = Job { submit, runtime: estimate, estimate, request: 0 };
        Jobs { jobs: vec![job; 2].into(), requests: vec![Request::processors(4)], ..Jobs::default() }
    }

    fn run(jobs: &Jobs, after: Option<Time>) -> Result<(), RunFailure> {
        let machine = Machine::mesh(&[2, 2]);
        let allocator = || {
            let setting = Setting { machine: &machine, seed: 1, replication: 0 };
            catalogue::find("flat").unwrap().make(&setting).unwrap()
        };
        let policy = "easy".parse().unwrap();
        match after {
            None => simulate(jobs, allocator(), policy, &mut ()),
            Some(time) => {
                let mut service = FixedDelay((time > 0).then_some(time), EndQueue::default());
                simulate_service(jobs, allocator(), policy, &mut service, &mut ())
            }
        }
    }

    #[test]
    fn a_run_ends_when_all_its_jobs_have_or_fails() {
        let (short, never) = (jobs(0, SECOND), 0);
        assert_eq!(run(&short, Some(END / 2)), Ok(()), "both, one after the other");
        assert_eq!(run(&short, Some(END / 2 + 1)), Err(RunFailure::Clock), "the second");
        assert_eq!(run(&short, Some(Time::MAX)), Err(RunFailure::Clock));
        assert_eq!(run(&short, Some(never)), Err(RunFailure::Clock));
    }

    #[test]
    fn estimates_end_before_the_clock_does() {
        assert_eq!(run(&jobs(END - 10, 5), None), Ok(()));
        assert_eq!(run(&jobs(END - 9, 5), None), Err(RunFailure::Clock));
        assert_eq!(run(&jobs(1, Time::MAX), None), Err(RunFailure::Clock), "and their sum is a number");
    }
}
