//! Who watches a run as it goes. Observers compose: a pair of them watches as one.

use super::{Reason, Tally};
use crate::allocation::Allocation;
use crate::network::{Delivery, Pair};
use crate::time::Time;
use std::collections::BTreeSet;

/// Who watches a run. Observers have one concern each and are combined: as pairs, or as parts of a struct ([`tell_each`]).
///
/// ```
/// use subtorus::allocation::Allocation;
/// use subtorus::scheduling::Observer;
/// use subtorus::simulation::observers::Times;
/// use subtorus::time::Time;
///
/// /// The most processors that were in use at a time.
/// #[derive(Default)]
/// struct Peak {
///     used: u32,
///     most: u32,
/// }
///
/// impl Observer for Peak {
///     fn started(&mut self, _job: usize, _now: Time, allocation: &Allocation) {
///         self.used += allocation.processors;
///         self.most = self.most.max(self.used);
///     }
///
///     fn ended(&mut self, _job: usize, _now: Time, allocation: &Allocation) {
///         self.used -= allocation.processors;
///     }
/// }
///
/// /// Both watch the same run.
/// fn together(times: Times) -> impl Observer {
///     (Peak::default(), times)
/// }
/// ```
pub trait Observer {
    /// The job with this index starts now on these nodes.
    fn started(&mut self, _job: usize, _now: Time, _allocation: &Allocation) {}

    /// The job with this index ends now and gives these nodes back.
    fn ended(&mut self, _job: usize, _now: Time, _allocation: &Allocation) {}

    /// All that happens now has happened: so many processors stay free, and this job heads the queue, until the next
    /// event.
    fn settled(&mut self, _now: Time, _free: u32, _head: Option<usize>) {}

    /// Whether [`Observer::held_back`] is to be called in the passes of this instant: asked before each. Then a pass looks at
    /// every waiting job, else only at those that may start.
    fn wants_reasons(&self, _now: Time) -> bool {
        false
    }

    /// Names, in `jobs`, those of whom alone [`Observer::held_back`] is to be called in the passes of this instant: asked
    /// before each, and of no account where all are wanted. A pass then costs hardly more than without.
    fn wants_reasons_of(&self, _now: Time, _jobs: &mut BTreeSet<usize>) {}

    /// The job with this index keeps waiting, for this reason. If reasons are wanted, every pass tells of each job that
    /// it leaves waiting, once and in the order of the queue, when all who start in it have; if only those of some jobs are,
    /// of these, in any order. There may be several passes at one instant.
    fn held_back(&mut self, _job: usize, _now: Time, _reason: &Reason) {}

    /// Whether [`Observer::tallied`] is to be called in the passes of this instant: asked before each. It takes much less time
    /// than to look at every waiting job.
    fn wants_tally(&self, _now: Time) -> bool {
        false
    }

    /// So many jobs keep waiting for each kind of reason. If a tally is wanted, every pass ends with it; it counts the
    /// reasons that each job would be told by [`Observer::held_back`].
    fn tallied(&mut self, _now: Time, _waiting: &Tally) {}

    /// A packet of the job with this index has arrived, from one node at another.
    fn delivered(&mut self, _job: usize, _ends: Pair, _delivery: &Delivery) {}

    /// Every job has ended, and the network has carried so many flits over each of its links
    /// ([`crate::network::Network::flits`]).
    fn carried(&mut self, _flits: &[u64]) {}

    /// Every job has ended; the allocator tried so many placements in all (0 from strategies that do not count).
    fn finished(&mut self, _placements_tried: u64) {}
}

/// Passes everything an observer is told on to parts of it, in this order: the body of an `impl Observer`.
macro_rules! tell_each {
    ($($part:tt),+ $(,)?) => {
        fn started(&mut self, job: usize, now: $crate::time::Time, allocation: &$crate::allocation::Allocation) {
            $(self.$part.started(job, now, allocation);)+
        }

        fn ended(&mut self, job: usize, now: $crate::time::Time, allocation: &$crate::allocation::Allocation) {
            $(self.$part.ended(job, now, allocation);)+
        }

        fn settled(&mut self, now: $crate::time::Time, free: u32, head: Option<usize>) {
            $(self.$part.settled(now, free, head);)+
        }

        fn wants_reasons(&self, now: $crate::time::Time) -> bool {
            $(self.$part.wants_reasons(now) ||)+ false
        }

        fn wants_reasons_of(&self, now: $crate::time::Time, jobs: &mut std::collections::BTreeSet<usize>) {
            $(self.$part.wants_reasons_of(now, jobs);)+
        }

        fn held_back(&mut self, job: usize, now: $crate::time::Time, reason: &$crate::scheduling::Reason) {
            $(self.$part.held_back(job, now, reason);)+
        }

        fn wants_tally(&self, now: $crate::time::Time) -> bool {
            $(self.$part.wants_tally(now) ||)+ false
        }

        fn tallied(&mut self, now: $crate::time::Time, waiting: &$crate::scheduling::Tally) {
            $(self.$part.tallied(now, waiting);)+
        }

        fn delivered(&mut self, job: usize, ends: $crate::network::Pair, delivery: &$crate::network::Delivery) {
            $(self.$part.delivered(job, ends, delivery);)+
        }

        fn carried(&mut self, flits: &[u64]) {
            $(self.$part.carried(flits);)+
        }

        fn finished(&mut self, placements_tried: u64) {
            $(self.$part.finished(placements_tried);)+
        }
    };
}

pub(crate) use tell_each;

/// Nobody watches.
impl Observer for () {}

/// Two observers watch as one; either may be a pair again.
impl<A: Observer, B: Observer> Observer for (A, B) {
    tell_each!(0, 1);
}

/// Somebody may watch, or nobody.
impl<O: Observer> Observer for Option<O> {
    fn started(&mut self, job: usize, now: Time, allocation: &Allocation) {
        self.iter_mut().for_each(|watching| watching.started(job, now, allocation));
    }

    fn ended(&mut self, job: usize, now: Time, allocation: &Allocation) {
        self.iter_mut().for_each(|watching| watching.ended(job, now, allocation));
    }

    fn settled(&mut self, now: Time, free: u32, head: Option<usize>) {
        self.iter_mut().for_each(|watching| watching.settled(now, free, head));
    }

    fn wants_reasons(&self, now: Time) -> bool {
        self.iter().any(|watching| watching.wants_reasons(now))
    }

    fn wants_reasons_of(&self, now: Time, jobs: &mut BTreeSet<usize>) {
        self.iter().for_each(|watching| watching.wants_reasons_of(now, jobs));
    }

    fn held_back(&mut self, job: usize, now: Time, reason: &Reason) {
        self.iter_mut().for_each(|watching| watching.held_back(job, now, reason));
    }

    fn wants_tally(&self, now: Time) -> bool {
        self.iter().any(|watching| watching.wants_tally(now))
    }

    fn tallied(&mut self, now: Time, waiting: &Tally) {
        self.iter_mut().for_each(|watching| watching.tallied(now, waiting));
    }

    fn delivered(&mut self, job: usize, ends: Pair, delivery: &Delivery) {
        self.iter_mut().for_each(|watching| watching.delivered(job, ends, delivery));
    }

    fn carried(&mut self, flits: &[u64]) {
        self.iter_mut().for_each(|watching| watching.carried(flits));
    }

    fn finished(&mut self, placements_tried: u64) {
        self.iter_mut().for_each(|watching| watching.finished(placements_tried));
    }
}
