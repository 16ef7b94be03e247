//! The state of a run at any moment: the running jobs, and the waiting jobs in the order of the queue.

use super::Trace;
use super::pyramid::{above, levels};
use crate::sorting::ascending;
use crate::time::Time;
use std::ops::Range;

/// Intervals of time, one per job, which can be searched by moment.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// The jobs by the beginnings of their intervals.
    jobs: Vec<u32>,
    from: Vec<Time>,
    to: Vec<Time>,
    /// The greatest ends of groups of `to`.
    latest: Vec<Vec<Time>>,
    /// All ends, ascending.
    ends: Vec<Time>,
}

impl Intervals {
    /// The intervals with these beginnings and ends, by job. Cost: O(n log n).
    pub fn new(from: &[Time], to: &[Time]) -> Intervals {
        let jobs = ascending(from.iter().copied());
        let of = |times: &[Time]| jobs.iter().map(|&job| times[job as usize]).collect::<Vec<Time>>();
        let (from, to) = (of(from), of(to));
        let ends = ascending(to.iter().copied()).into_iter().map(|place| to[place as usize]).collect();
        Intervals { latest: levels(&to, i64::max), jobs, from, to, ends }
    }

    /// Calls `found` with each job that has an interval overlapping `window`, by beginning; both exclude their last
    /// moments. Cost: O(log n) for each.
    pub fn overlapping(&self, window: Range<Time>, found: &mut dyn FnMut(usize)) {
        let begun = self.from.partition_point(|&from| from < window.end);
        above(&self.to, &self.latest, begun, window.start, &mut |place| found(self.jobs[place] as usize));
    }

    /// The number of these jobs. Cost: O(log n).
    pub fn count(&self, window: Range<Time>) -> usize {
        let begun = self.from.partition_point(|&from| from < window.end);
        begun.saturating_sub(self.ends.partition_point(|&to| to <= window.start))
    }

    /// The last beginning or end of an interval up to this moment. Cost: O(log n).
    fn last_change(&self, moment: Time) -> Option<Time> {
        let last = |times: &[Time]| times[..times.partition_point(|&time| time <= moment)].last().copied();
        last(&self.from).max(last(&self.ends))
    }

    /// The jobs by the beginnings of their intervals.
    pub fn by_beginning(&self) -> &[u32] {
        &self.jobs
    }

    /// The jobs with an interval at a moment, by beginning.
    pub fn at(&self, moment: Time) -> Vec<usize> {
        let mut jobs = Vec::new();
        self.overlapping(moment..moment.saturating_add(1), &mut |job| jobs.push(job));
        jobs
    }
}

/// An index that answers questions about any moment without a scan of the run.
#[derive(Clone, Debug)]
pub struct JobIntervals {
    /// From arrival to start.
    pub waiting: Intervals,
    /// From start to end.
    pub running: Intervals,
}

/// The state of a run after everything that happens at a moment. Jobs by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSnapshot {
    /// The moment.
    pub at: Time,
    /// The running jobs, by start.
    pub running: Vec<usize>,
    /// The waiting jobs, in the order of the queue.
    pub waiting: Vec<usize>,
    /// Free processors.
    pub free: u32,
    /// The head of the queue.
    pub head: Option<usize>,
}

impl JobIntervals {
    /// Indexes a run. Cost: O(n log n), memory O(n).
    pub fn new(trace: &Trace) -> JobIntervals {
        let waiting = Intervals::new(&trace.submit, &trace.start);
        JobIntervals { waiting, running: Intervals::new(&trace.start, &trace.end) }
    }

    /// The last moment up to this one at which a job arrives, starts or ends. The state has not changed since. None
    /// before the first. Cost: O(log n).
    pub fn settled(&self, moment: Time) -> Option<Time> {
        self.waiting.last_change(moment).max(self.running.last_change(moment))
    }

    /// The state at a moment. Cost: O(log n) for each job in the result.
    pub fn at(&self, trace: &Trace, moment: Time) -> RunSnapshot {
        let arrived = self.waiting.at(moment);
        let waiting = trace.in_order(arrived, self.settled(moment).unwrap_or(moment));
        let (free, head) = trace.settled_at(moment);
        RunSnapshot { at: moment, running: self.running.at(moment), waiting, free, head }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::testing::runs;
    use proptest::prelude::*;

    proptest! {
        /// The reference is a scan of all jobs.
        #[test]
        fn the_state_at_a_moment_is_that_of_a_plain_scan(trace in runs(), at in -3i64..120, length in 1i64..40) {
            let lives = JobIntervals::new(&trace);
            let moment = lives.at(&trace, at);
            let all = || 0..trace.len();
            let mut running: Vec<usize> = all().filter(|&job| trace.start[job] <= at && at < trace.end[job]).collect();
            running.sort_by_key(|&job| trace.start[job]);
            prop_assert_eq!(&moment.running, &running);
            let mut waiting: Vec<usize> = all().filter(|&job| trace.submit[job] <= at && at < trace.start[job]).collect();
            // The order is that of the last pass, which is at the last event.
            let pass = trace.submit.iter().chain(&trace.start).chain(&trace.end).copied().filter(|&time| time <= at).max();
            waiting.sort_by(|&one, &other| trace.compare(one, other, pass.unwrap_or(at)));
            prop_assert_eq!(&moment.waiting, &waiting);
            prop_assert_eq!(moment.head, waiting.first().copied());
            prop_assert_eq!(moment.free, trace.processors() - running.iter().map(|&job| trace.held[job]).sum::<u32>());
            let changes = trace.submit.iter().chain(&trace.start).chain(&trace.end);
            prop_assert_eq!(lives.settled(at), changes.copied().filter(|&time| time <= at).max());
            let window = at..at + length;
            let mut found = 0;
            lives.running.overlapping(window.clone(), &mut |job| {
                assert!(trace.start[job] < window.end && trace.end[job] > window.start);
                found += 1;
            });
            prop_assert_eq!(found, all().filter(|&job| trace.start[job] < window.end && trace.end[job] > window.start).count());
            let no_length = all().filter(|&job| trace.start[job] == trace.end[job]).count();
            prop_assert!(lives.running.count(window).abs_diff(found) <= no_length);
        }
    }
}
