//! The metrics of docs/semantics.md 8, and of docs/semantics.md 7.6.
//!
//! A metric is one entry of one of five lists: everything about it is there, and no code knows its place.

mod communication;
mod finished;
mod metric;
mod reasons;
mod space;
mod tails;
mod time;

pub use communication::*;
pub use metric::{Metric, MetricFamily, MetricUnit};
pub use reasons::*;
pub use space::*;
pub use tails::*;
pub use time::*;

use super::recorder::Recorder;
use finished::Finished;
pub use finished::bounded_slowdown;

/// What is added goes to the end, for the sake of scripts that count columns.
const LISTS: [&[&Metric]; 5] =
    [time::METRICS, space::METRICS, communication::METRICS, reasons::METRICS, tails::METRICS];
const COUNT: usize = LISTS[0].len() + LISTS[1].len() + LISTS[2].len() + LISTS[3].len() + LISTS[4].len();

/// Every metric, in the order in which tables have them.
pub static METRICS: &[&Metric] = &{
    let mut all = [LISTS[0][0]; COUNT];
    let (mut list, mut place, mut count) = (0, 0, 0);
    while count < COUNT {
        if place == LISTS[list].len() {
            (list, place) = (list + 1, 0);
        }
        all[count] = LISTS[list][place];
        (place, count) = (place + 1, count + 1);
    }
    all
};

impl Metric {
    /// The metric with this full name, if there is one.
    pub fn find(name: &str) -> Option<&'static Metric> {
        METRICS.iter().copied().find(|metric| metric.name == name)
    }
}

/// One number for each metric: the values of a run, means over runs, or their intervals. NaN where a metric does not
/// apply.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricValues(Vec<f64>);

impl MetricValues {
    /// The numbers that `value` has for the metrics.
    pub fn each(value: impl FnMut(&'static Metric) -> f64) -> MetricValues {
        MetricValues(METRICS.iter().copied().map(value).collect())
    }

    /// The same for two numbers of each.
    pub fn each_pair(values: impl FnMut(&'static Metric) -> (f64, f64)) -> (MetricValues, MetricValues) {
        let (first, second) = METRICS.iter().copied().map(values).unzip();
        (MetricValues(first), MetricValues(second))
    }

    /// The number of a metric.
    pub fn get(&self, metric: &Metric) -> f64 {
        let place = METRICS.iter().position(|other| *other == metric);
        self.0[place.expect("every metric is in a list: what declares it puts it there")]
    }

    /// Every metric with its number, in the order of [`METRICS`].
    pub fn iter(&self) -> impl Iterator<Item = (&'static Metric, f64)> {
        METRICS.iter().copied().zip(self.0.iter().copied())
    }

    /// The numbers alone, for a message to another thread of the same program ([`MetricValues::from_numbers`]).
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }

    /// What [`MetricValues::numbers`] were the numbers of; `None` for another count of numbers.
    pub fn from_numbers(numbers: &[f64]) -> Option<MetricValues> {
        (numbers.len() == COUNT).then(|| MetricValues(numbers.to_vec()))
    }
}

impl Recorder<'_> {
    /// The values of all metrics, once every job has ended. NaN where one does not apply: load when all jobs arrive at
    /// once, torus dimensions where the strategy gives no single blocks, blocks where nodes have no place, external
    /// fragmentation where no head ever waits although enough processors are free, placements where they are not
    /// counted, packets where jobs send none, the allocation overhead where it was not measured, what jobs wait for
    /// where reasons were not recorded, all but the makespan and the first fill, which are 0, without jobs. O(jobs +
    /// links).
    pub fn metrics(&self) -> MetricValues {
        let finished = Finished::new(self);
        MetricValues::each(|metric| (metric.value)(&finished))
    }
}

#[cfg(test)]
mod tests;
