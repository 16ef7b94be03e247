//! The jobs of a log that can be simulated, and what they have in common.

use crate::report::words::percent;
use crate::time::{Time, seconds};
use crate::workload::{Columns, size};
use std::collections::BTreeMap;

/// A job that can be simulated.
pub struct Job {
    pub submit: Time,
    pub runtime: Time,
    pub size: u32,
    pub user: i32,
}

impl Job {
    /// Processor-seconds.
    pub fn work(&self) -> f64 {
        f64::from(self.size) * seconds(self.runtime)
    }
}

/// The jobs that can be simulated, in the order of the log. They are computed again for each use: five million stored
/// jobs would take more memory than the log itself.
pub struct Jobs<'a> {
    columns: &'a Columns,
    pub count: usize,
    /// Processor-seconds.
    pub work: f64,
}

impl<'a> Jobs<'a> {
    pub fn new(columns: &'a Columns) -> Jobs<'a> {
        let mut jobs = Jobs { columns, count: 0, work: 0.0 };
        (jobs.count, jobs.work) = jobs.iter().fold((0, 0.0), |(count, work), job| (count + 1, work + job.work()));
        jobs
    }

    pub fn iter(&self) -> impl Iterator<Item = Job> {
        let columns = self.columns;
        let (mut submit, mut runtime, mut user) =
            (columns.submit.unpacked(), columns.runtime.unpacked(), columns.user.unpacked());
        let (mut requested, mut allocated) = (columns.requested_processors.unpacked(), columns.allocated.unpacked());
        let job = move |job| Job {
            submit: submit.at(job),
            runtime: runtime.at(job),
            size: size(requested.at(job), allocated.at(job)),
            user: user.at(job),
        };
        (0..columns.len()).map(job).filter(|job| job.runtime >= 0 && job.size > 0)
    }

    /// The first arrival and the last.
    pub fn arrivals(&self) -> (Time, Time) {
        let submits = || self.iter().map(|job| job.submit);
        (submits().min().unwrap_or(0), submits().max().unwrap_or(0))
    }

    /// The work over what this many processors can do between the first arrival and the last. `None` without a span.
    pub fn load(&self, span: f64, processors: u32) -> Option<String> {
        (span > 0.0).then(|| percent(self.work / (span * f64::from(processors.max(1)))))
    }

    /// The jobs of each known user.
    pub fn of_users(&self) -> BTreeMap<i32, usize> {
        let mut of_user = BTreeMap::new();
        self.iter().filter(|job| job.user >= 0).for_each(|job| *of_user.entry(job.user).or_default() += 1);
        of_user
    }

    /// The smallest size and the largest, if there is a job.
    pub fn range(&self) -> Option<(u32, u32)> {
        let sizes = || self.iter().map(|job| job.size);
        sizes().min().zip(sizes().max())
    }

    /// A number of each job.
    pub fn numbers(&self, number: impl Fn(&Job) -> i64) -> Vec<i64> {
        let mut numbers = Vec::with_capacity(self.count);
        numbers.extend(self.iter().map(|job| number(&job)));
        numbers
    }
}
