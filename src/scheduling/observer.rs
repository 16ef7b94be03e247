//! Observers of a run. They compose: a pair of observers is an observer.

use super::{Reason, Tally};
use crate::allocation::Allocation;
use crate::network::{Delivery, Pair};
use crate::time::Time;

/// The events of a run, in the order in which they happen. Jobs are given by their index.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A job starts on these nodes.
    Started {
        /// The job.
        job: usize,
        /// The time.
        now: Time,
        /// Its nodes.
        allocation: &'a Allocation,
    },
    /// A job ends and releases these nodes.
    Ended {
        /// The job.
        job: usize,
        /// The time.
        now: Time,
        /// Its nodes.
        allocation: &'a Allocation,
    },
    /// A job keeps waiting for this reason. If all reasons are wanted, each pass reports every job that it leaves
    /// waiting. It reports them once, in the order of the queue, after all starts. If the reasons of some jobs are
    /// wanted, it reports only these, in any order.
    Waits {
        /// The job.
        job: usize,
        /// The time.
        now: Time,
        /// The reason.
        reason: &'a Reason,
    },
    /// The number of jobs that keep waiting for each kind of reason. If a tally is wanted, every pass ends with it. It
    /// counts what [`Event::Waits`] reports.
    Tallied {
        /// The time.
        now: Time,
        /// The jobs by kind of reason.
        waiting: &'a Tally,
    },
    /// A pass is over. There may be several at one instant.
    Settled {
        /// The time.
        now: Time,
        /// The processors that stay free until the next event.
        free: u32,
        /// The head of the queue until then.
        head: Option<usize>,
    },
    /// A packet of a job has arrived.
    Delivered {
        /// The job.
        job: usize,
        /// Source and destination.
        ends: Pair,
        /// Its times and hops.
        delivery: &'a Delivery,
    },
    /// Every job has ended. The event gives the flits that each link of the network has carried
    /// ([`crate::network::Network::flits`]).
    Carried {
        /// The flits by link.
        flits: &'a [u64],
    },
    /// The job that has just started has nodes in this many groups. Only on clusters with a topology.
    Grouped {
        /// The groups.
        groups: u32,
    },
    /// A pass is over, and the free nodes have this score of fragmentation. Only for strategies that have one.
    Scored {
        /// The time.
        now: Time,
        /// The score.
        score: u64,
        /// The score of the machine with no free node.
        full: u64,
    },
    /// Every job has ended.
    Finished {
        /// The placements that the strategy tried; 0 if it does not count them.
        placements_tried: u64,
    },
}

/// What observers want to know about waiting jobs in the passes of an instant. Reasons cost time; a tally costs less.
#[derive(Debug, Default)]
pub struct Wanted {
    /// The reasons of all waiting jobs.
    pub reasons: bool,
    /// The jobs for which reasons are wanted, each once, if not all reasons are. This costs hardly any time.
    pub reasons_of: Vec<usize>,
    /// The number of waiting jobs by kind of reason.
    pub tally: bool,
    /// That the run ends now (the user has cancelled it).
    pub stop: bool,
}

impl Wanted {
    /// Asks for the reasons of a job.
    pub fn ask(&mut self, job: usize) {
        if !self.reasons_of.contains(&job) {
            self.reasons_of.push(job);
        }
    }
}

/// Observes a run. Each observer has one concern; observers are combined as pairs, or as parts of a struct.
///
/// ```
/// use subtorus::scheduling::{Event, Observer};
/// use subtorus::simulation::observers::Times;
///
/// /// The most processors that were in use at a time.
/// #[derive(Default)]
/// struct Peak {
///     used: u32,
///     most: u32,
/// }
///
/// impl Observer for Peak {
///     fn observe(&mut self, event: Event) {
///         match event {
///             Event::Started { allocation, .. } => self.used += allocation.processors,
///             Event::Ended { allocation, .. } => self.used -= allocation.processors,
///             _ => {}
///         }
///         self.most = self.most.max(self.used);
///     }
/// }
///
/// /// Both observe the same run.
/// fn together(times: Times) -> impl Observer {
///     (Peak::default(), times)
/// }
/// ```
pub trait Observer {
    /// Receives an event.
    fn observe(&mut self, event: Event);

    /// Adds to `wanted` what this observer wants in the passes of this instant. Called before each pass.
    fn want(&self, _now: Time, _wanted: &mut Wanted) {}
}

/// Observes nothing.
impl Observer for () {
    fn observe(&mut self, _: Event) {}
}

/// Two observers are one observer; either may be a pair again.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn observe(&mut self, event: Event) {
        self.0.observe(event);
        self.1.observe(event);
    }

    fn want(&self, now: Time, wanted: &mut Wanted) {
        self.0.want(now, wanted);
        self.1.want(now, wanted);
    }
}

/// An observer that its owner keeps.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn observe(&mut self, event: Event) {
        (**self).observe(event);
    }

    fn want(&self, now: Time, wanted: &mut Wanted) {
        (**self).want(now, wanted);
    }
}

/// An observer that may be absent.
impl<O: Observer> Observer for Option<O> {
    fn observe(&mut self, event: Event) {
        if let Some(observer) = self {
            observer.observe(event);
        }
    }

    fn want(&self, now: Time, wanted: &mut Wanted) {
        if let Some(observer) = self {
            observer.want(now, wanted);
        }
    }
}
