//! The orders of the queue. Each order has a file with its key, and a line here with its name and meaning.
//!
//! All other code that lists orders by name reads [`Order::ALL`]: permalinks, flags, `subtorus list`, the page and the
//! property tests. Ties go to the earlier arrival, then to file order.

mod expansion;
mod fair_share;
mod fcfs;
mod largest;
mod lcfs;
mod longest;
mod shortest;
mod smallest;
mod state;
mod wfp;

use crate::names::named;
use crate::time::Time;
use crate::workload::Jobs;
pub use state::{OrderState, PlacedJob};

/// How an order decides which of two jobs comes first.
#[derive(Clone, Copy)]
pub enum Key {
    /// By a number of the job with this index, the least first. The number is known before the run and never changes.
    Fixed(fn(&Jobs, usize) -> i64),
    /// By a number that changes with time, the greatest first. Every scheduling pass first sorts the queue
    /// (docs/semantics.md 10.5). The number is never NaN.
    Changing(fn(&QueuedJob) -> f64),
    /// The same by a number that also depends on the jobs that have started. Makes the state for a run.
    Stateful(fn() -> Box<dyn OrderState>),
}

/// A waiting job at an instant, as orders that change with time see it.
#[derive(Clone, Copy, Debug)]
pub struct QueuedJob {
    /// The wait so far: w of docs/semantics.md 10.5, in microseconds.
    pub waited: Time,
    /// The estimated runtime, which backfilling assumes. e is this value, and at least a microsecond.
    pub estimate: Time,
    /// The processors that the job asks for: n.
    pub processors: u32,
    /// The user; negative if unknown.
    pub user: i32,
}

impl QueuedJob {
    /// A job of a run at an instant.
    pub fn of(jobs: &Jobs, job: usize, now: Time) -> QueuedJob {
        let (submit, estimate) = (jobs.jobs.submit.at(job), jobs.jobs.estimate.at(job));
        QueuedJob { waited: now - submit, estimate, processors: jobs.size(job), user: jobs.user(job) }
    }

    /// w and e as binary64.
    fn waited_and_estimate(&self) -> (f64, f64) {
        (self.waited as f64, self.estimate.max(1) as f64)
    }
}

named! {
    /// The order of the queue: which waiting job goes next.
    Order, "order of the queue" {
        /// First come, first served.
        Fcfs = "fcfs" => "The queue is in order of arrival.",
        /// Last come, first served.
        Lcfs = "lcfs" => "The latest arrival comes first in the queue.",
        /// Shortest job first.
        Shortest = "sjf" | "ssd" => "The job with the shortest runtime comes first in the queue.",
        /// Longest job first.
        Longest = "ljf" | "lpt" => "The job with the longest runtime comes first in the queue.",
        /// Smallest job first.
        Smallest = "smallest" => "The job with the fewest processors comes first in the queue.",
        /// Largest job first.
        Largest = "largest" => "The job with the most processors comes first in the queue.",
        /// The order of Cobalt on Mira.
        Wfp = "wfp" => "The job that has waited longest for its estimate, cubed, times its processors comes first in the queue, \
                        which is sorted anew in every pass (Cobalt's order on Mira).",
        /// Largest expansion factor first.
        Expansion = "expansion" => "The job with the largest expansion factor, that is wait and estimate together over the estimate, comes first in \
                              the queue, which is sorted anew in every pass.",
        /// Least use by the user first.
        FairShare = "fair-share" => "The jobs of the user with the least use of processors come first in the queue, which is sorted anew \
                                     in every pass; use counts half after a week. With models, which have no users, it is fcfs.",
    }
}

impl Order {
    /// How the order decides which of two jobs comes first.
    pub fn key(self) -> Key {
        match self {
            Order::Fcfs => fcfs::KEY,
            Order::Lcfs => lcfs::KEY,
            Order::Shortest => shortest::KEY,
            Order::Longest => longest::KEY,
            Order::Smallest => smallest::KEY,
            Order::Largest => largest::KEY,
            Order::Wfp => wfp::KEY,
            Order::Expansion => expansion::KEY,
            Order::FairShare => fair_share::KEY,
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Order::Fcfs => "First come, first served",
            Order::Lcfs => "Last come, first served",
            Order::Shortest => "Shortest first",
            Order::Longest => "Longest first",
            Order::Smallest => "Smallest first",
            Order::Largest => "Largest first",
            Order::Wfp => "Longest relative wait, cubed (WFP)",
            Order::Expansion => "Largest expansion factor",
            Order::FairShare => "Fair share between users",
        }
    }

    /// Whether waiting jobs may change places as time goes by.
    pub fn changes(self) -> bool {
        !matches!(self.key(), Key::Fixed(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Job, Request};
    use std::collections::BTreeSet;

    /// The keys of five jobs. They arrive at 0, 3, 3, 4 and 9, run for 50, 10, 70, 10 and 30 and ask for 8, 1, 16, 8
    /// and 2 processors.
    pub fn keys(key: Key) -> Vec<i64> {
        let Key::Fixed(key) = key else { panic!("it changes") };
        let jobs = five_jobs();
        (0..5).map(|job| key(&jobs, job)).collect()
    }

    /// The keys of the same jobs if they send 4, 2, 2, 9 and 1 messages.
    pub fn keys_with_messages(key: Key) -> Vec<i64> {
        let Key::Fixed(key) = key else { panic!("it changes") };
        let jobs = Jobs { messages: vec![4, 2, 2, 9, 1], ..five_jobs() };
        (0..5).map(|job| key(&jobs, job)).collect()
    }

    /// The keys at time 13, for orders that change with time. All five jobs have an estimate of 100.
    pub fn keys_at_13(key: Key) -> Vec<f64> {
        let Key::Changing(key) = key else { panic!("it never changes") };
        let jobs = five_jobs();
        (0..5).map(|job| key(&QueuedJob::of(&jobs, job, 13))).collect()
    }

    fn five_jobs() -> Jobs {
        let list = [(0, 50, 0), (3, 10, 1), (3, 70, 2), (4, 10, 0), (9, 30, 3)];
        let job = |(submit, runtime, request)| Job { submit, runtime, estimate: 100, request };
        let requests = [8, 1, 16, 2].map(Request::processors).to_vec();
        Jobs { jobs: list.map(job).into_iter().collect(), requests, ..Jobs::default() }
    }

    #[test]
    fn every_name_and_synonym_is_read_and_belongs_to_one_order() {
        let mut seen = BTreeSet::new();
        for &order in Order::ALL {
            for name in [order.name()].iter().chain(order.synonyms()) {
                assert_eq!(name.parse(), Ok(order));
                assert!(seen.insert(*name), "{name} names two orders");
            }
            assert!(order.meaning().ends_with('.'), "{order} says what it means");
        }
        assert_eq!("first".parse::<Order>().unwrap_err().known[..3], ["fcfs", "lcfs", "sjf"]);
    }
}
