//! The jobs that ran while another job waited.

use super::Trace;
use super::queue::QueueReplay;
use crate::sorting::sorted;
use crate::time::Time;

/// A job that ran while another job waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlappingJob {
    /// Its index.
    pub job: usize,
    /// How long it ran during the other's wait, in microseconds.
    pub time: Time,
    /// The processor time that it used in that while, in processor microseconds.
    pub work: i128,
}

/// The jobs that ran while a job waited, in two groups. In each, the job that used most processor time during the wait
/// comes first; ties go to the earlier arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overtakers {
    /// Jobs that started while it waited, although they stood behind it in the queue.
    pub overtakers: Vec<OverlappingJob>,
    /// The other jobs that held processors: they ran already, or stood before it.
    pub holders: Vec<OverlappingJob>,
}

impl Trace {
    /// The jobs that ran while a job waited. A job that started at the same moment did not run during the wait. Cost:
    /// O(n log n).
    pub fn overtakers(&self, job: usize) -> Overtakers {
        let (from, to) = (self.submit[job], self.start[job]);
        let overlapping = |other: usize| {
            let time = self.end[other].min(to) - self.start[other].max(from);
            OverlappingJob { job: other, time, work: i128::from(self.held[other]) * i128::from(time) }
        };
        let running = |other: &usize| self.start[*other] < to && self.end[*other] > from && *other != job;
        let all: Vec<usize> = (0..self.len()).filter(running).collect();
        // A replay goes from pass to pass.
        let by_start = sorted(all, |one, other| self.start[*one].cmp(&self.start[*other]));
        let mut queue = QueueReplay::new(self);
        let mut stood_behind = |other: usize| queue.compare(job, other, self.start[other]).is_lt();
        let behind = |other: &OverlappingJob| self.start[other.job] >= from && stood_behind(other.job);
        let (overtakers, holders) = by_start.into_iter().map(overlapping).partition(behind);
        let most_first = |group: Vec<OverlappingJob>| {
            sorted(group, |one, other| other.work.cmp(&one.work).then(one.job.cmp(&other.job)))
        };
        Overtakers { overtakers: most_first(overtakers), holders: most_first(holders) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::testing::{jobs, run, runs};
    use crate::time::SECOND;
    use proptest::prelude::*;

    /// Job 1 holds three of four nodes for 100 s. Job 2 arrives at 10 s and asks for two. Job 3 asks for one, starts
    /// behind it at 20 s and runs for 40 s. Job 4 holds one node for 30 s from 60 s on.
    #[test]
    fn the_job_that_uses_most_comes_first() {
        let list = [(0, 100, 3), (10, 50, 2), (10, 40, 1), (10, 30, 1)]
            .map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
        let trace = run(&jobs(&list), &Machine::mesh(&[2, 2]), "mbs", "easy".parse().unwrap());
        assert_eq!(trace.start, [0, 100, 20, 60].map(|second| second * SECOND));
        let overlapping = |job, seconds: i64, size: i128| {
            let time = seconds * SECOND;
            OverlappingJob { job, time, work: size * i128::from(time) }
        };
        let Overtakers { overtakers, holders } = trace.overtakers(1);
        assert_eq!(overtakers, [overlapping(2, 40, 1), overlapping(3, 30, 1)]);
        assert_eq!(holders, [overlapping(0, 90, 3)]);
        assert_eq!(trace.overtakers(0), Overtakers::default(), "it did not wait");
        assert_eq!(trace.overtakers(3).holders[0], overlapping(0, 30, 3));
    }

    proptest! {
        /// Together they used what was not free while the job waited.
        #[test]
        fn together_they_used_the_busy_processors(trace in runs(), which in any::<prop::sample::Index>()) {
            let job = which.index(trace.len());
            let Overtakers { overtakers, holders } = trace.overtakers(job);
            let took: i128 = overtakers.iter().chain(&holders).map(|other| other.work).sum();
            let busy = |second: Time| {
                let runs = |other: &usize| trace.start[*other] <= second && second < trace.end[*other];
                (0..trace.len()).filter(runs).map(|other| i128::from(trace.held[other])).sum::<i128>()
            };
            prop_assert_eq!(took, (trace.submit[job]..trace.start[job]).map(busy).sum::<i128>());
            prop_assert!(overtakers.iter().all(|other| trace.start[other.job] >= trace.submit[job] && trace.compare(job, other.job, trace.start[other.job]).is_lt()));
            prop_assert!([&overtakers, &holders].iter().all(|group| group.is_sorted_by_key(|other| -other.work)));
            // No job overtakes if jobs start in the order of the queue.
            prop_assert!(holders.iter().all(|other| trace.start[other.job] < trace.submit[job] || trace.compare(other.job, job, trace.start[other.job]).is_lt()));
        }
    }
}
