//! The jobs of a run as columns, as narrow as their values.

use super::{Column, Job};
use crate::time::Time;

/// The jobs of a run, in order of submission: a column for each field of a [`Job`]. Columns that a transformation does
/// not change share the memory of the workload, and so do estimates that equal the runtimes. Five million jobs of a log
/// then take a few bytes each; in a list they would take 32.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobList {
    /// The arrival of each job, in microseconds; never descending.
    pub submit: Column<Time>,
    /// The run time of each job, in microseconds, at least 0.
    pub runtime: Column<Time>,
    /// The scheduler's estimate of each run time, which is never less than the run time.
    pub estimate: Column<Time>,
    /// The request of each job: an index into [`Jobs::requests`](super::Jobs::requests). It is read so often that it is
    /// not packed.
    pub request: Vec<u32>,
}

impl JobList {
    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.submit.len()
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.submit.is_empty()
    }

    /// The job with this index. Panics if there is none.
    #[inline]
    pub fn at(&self, index: usize) -> Job {
        Job {
            submit: self.submit.at(index),
            runtime: self.runtime.at(index),
            estimate: self.estimate.at(index),
            request: self.request[index],
        }
    }

    /// Adds a job at the end.
    pub fn push(&mut self, job: Job) {
        self.submit.push(job.submit);
        self.runtime.push(job.runtime);
        self.estimate.push(job.estimate);
        self.request.push(job.request);
    }

    /// All jobs, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Job> + Clone + '_ {
        let times = self.submit.iter().zip(self.runtime.iter()).zip(self.estimate.iter());
        let job = |(((submit, runtime), estimate), &request)| Job { submit, runtime, estimate, request };
        times.zip(&self.request).map(job)
    }
}

impl FromIterator<Job> for JobList {
    fn from_iter<I: IntoIterator<Item = Job>>(jobs: I) -> JobList {
        let mut list = JobList::default();
        jobs.into_iter().for_each(|job| list.push(job));
        list
    }
}

impl From<Vec<Job>> for JobList {
    fn from(jobs: Vec<Job>) -> JobList {
        jobs.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn added_jobs_are_there(count in 0usize..9000, spread in 1i64..1 << 40) {
            let job = |index: usize| {
                let time = index as Time * 7919 % spread;
                Job { submit: index as Time, runtime: time, estimate: 2 * time, request: index as u32 % 5 }
            };
            let list: JobList = (0..count).map(job).collect();
            prop_assert_eq!((list.len(), list.is_empty()), (count, count == 0));
            prop_assert!(list.iter().eq((0..count).map(job)));
            prop_assert!((0..count).rev().all(|index| list.at(index) == job(index)));
        }
    }
}
