//! The orders of the queue, a file and a line each: what it is called, what it means, which job comes first.
//!
//! Everything else that knows orders by name (links and flags, `subtorus list`, the page, the property tests) reads
//! [`Order::ALL`]. Ties go to the earlier arrival, then to file order.

use crate::names::{UnknownName, plain};
use crate::time::Time;
use crate::workload::Jobs;
use std::fmt;
use std::str::FromStr;

/// What there is to say of an order; each file has one.
struct Definition {
    /// Its name in links, flags and the interface.
    name: &'static str,
    /// Other names that are read for it.
    synonyms: &'static [&'static str],
    /// What it means, in a sentence for people.
    meaning: &'static str,
    key: Key,
}

/// How an order finds out which of two jobs comes first.
#[derive(Clone, Copy)]
pub enum Key {
    /// By a number of the job with this index, the least first, that is known before the run and never changes.
    Fixed(fn(&Jobs, usize) -> i64),
    /// By a number that changes as time goes by, the greatest first; every scheduling pass begins by sorting the queue
    /// (docs/semantics.md 10.5). It is never NaN.
    Changing(fn(&Standing) -> f64),
}

/// How a waiting job stands at an instant: what orders that change with time go by.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// For how long it has waited: w of docs/semantics.md 10.5, in microseconds.
    pub waited: Time,
    /// How long it is estimated to run, which is what backfilling goes by; e is this, and at least a microsecond.
    pub estimate: Time,
    /// The processors it asks for: n.
    pub processors: u32,
}

impl Standing {
    /// A job of a run at an instant.
    pub fn of(jobs: &Jobs, job: usize, now: Time) -> Standing {
        let (submit, estimate) = (jobs.jobs.submit.at(job), jobs.jobs.estimate.at(job));
        Standing { waited: now - submit, estimate, processors: jobs.size(job) }
    }

    /// w and e as binary64.
    fn waited_and_estimate(&self) -> (f64, f64) {
        (self.waited as f64, self.estimate.max(1) as f64)
    }
}

/// Declares the modules of all orders and the enum of them.
macro_rules! orders {
    ($($order:ident in $module:ident),+ $(,)?) => {
        $(mod $module;)+

        /// Which waiting job goes next.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Order {
            $(#[doc = concat!("See `", stringify!($module), ".rs`.")] $order,)+
        }

        impl Order {
            /// All orders, as they are listed.
            pub const ALL: &[Order] = &[$(Order::$order),+];

            fn definition(self) -> &'static Definition {
                match self {
                    $(Order::$order => &$module::DEFINITION,)+
                }
            }
        }
    };
}

orders! {
    Fcfs in fcfs,
    Lcfs in lcfs,
    Shortest in shortest,
    Longest in longest,
    Smallest in smallest,
    Largest in largest,
    Wfp in wfp,
    Expansion in expansion,
}

impl Order {
    /// Its name in links, flags and the interface.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Other names that are read for it.
    pub fn synonyms(self) -> &'static [&'static str] {
        self.definition().synonyms
    }

    /// What it means, in a sentence for people.
    pub fn meaning(self) -> &'static str {
        self.definition().meaning
    }

    /// How it finds out which of two jobs comes first.
    pub fn key(self) -> Key {
        self.definition().key
    }

    /// Whether jobs that wait may change places as time goes by.
    pub fn changes(self) -> bool {
        matches!(self.key(), Key::Changing(_))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Order {
    type Err = UnknownName;

    /// Reads a name or a synonym; the error has the names.
    fn from_str(text: &str) -> Result<Order, UnknownName> {
        let plain = plain(text);
        let goes_by = |order: &Order| order.name() == plain || order.synonyms().contains(&&*plain);
        let unknown = || UnknownName {
            what: "order of the queue",
            text: text.to_string(),
            known: Order::ALL.iter().map(|order| order.name()).collect(),
        };
        Order::ALL.iter().copied().find(goes_by).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Job, Request};
    use std::collections::BTreeSet;

    /// The keys of five jobs, which arrive at 0, 3, 3, 4 and 9, run for 50, 10, 70, 10 and 30 and ask for 8, 1, 16, 8 and 2
    /// processors.
    pub fn keys(definition: &Definition) -> Vec<i64> {
        let Key::Fixed(key) = definition.key else { panic!("it changes") };
        let jobs = five_jobs();
        (0..5).map(|job| key(&jobs, job)).collect()
    }

    /// The same where they send 4, 2, 2, 9 and 1 messages.
    pub fn keys_with_messages(definition: &Definition) -> Vec<i64> {
        let Key::Fixed(key) = definition.key else { panic!("it changes") };
        let jobs = Jobs { messages: vec![4, 2, 2, 9, 1], ..five_jobs() };
        (0..5).map(|job| key(&jobs, job)).collect()
    }

    /// The same at time 13, where the order changes with time. All five are estimated to run for 100.
    pub fn keys_at_13(definition: &Definition) -> Vec<f64> {
        let Key::Changing(key) = definition.key else { panic!("it never changes") };
        let jobs = five_jobs();
        (0..5).map(|job| key(&Standing::of(&jobs, job, 13))).collect()
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
