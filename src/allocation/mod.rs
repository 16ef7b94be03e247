//! Processor allocation: which nodes of the machine a job gets (docs/semantics.md 6).
//!
//! Every strategy is one file of [`strategies`], which implements [`Strategy`] and has an [`entry`] of the [`catalogue`],
//! and one line there. The rest of the house drives it through the object-safe [`Allocator`], which every strategy is for
//! free. What strategies have in common stands beside them: sets of free nodes, the buddy tree, the busy list, the ways
//! to turn a request, the orders of nodes.

mod blocks;
mod buddies;
pub mod busy_list;
pub mod catalogue;
pub mod contiguous;
pub mod conversion;
mod copying;
pub mod demonstration;
mod effort;
pub mod entry;
mod error;
mod family;
pub mod free_nodes;
pub mod free_set;
pub mod nearest;
pub mod node_order;
pub mod orientations;
mod out_of_service;
pub mod own;
pub mod pages;
mod places;
mod plane;
mod refused;
pub mod strategies;
mod trials;
pub mod units;
mod windows;

pub use blocks::Blocks;
pub use effort::Effort;
pub use error::{ArgumentError, NameError, Requirement, Unsuitable};
pub use family::Family;
pub use out_of_service::OutOfService;

use crate::workload::Request;
use std::any::Any;

/// The nodes a job holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// Processors taken from the machine; more than the request asked for where a strategy rounds up.
    pub processors: u32,
    /// The blocks that they are in.
    pub blocks: Blocks,
    /// The strategy's own handle, for releasing; nobody else reads it.
    pub ticket: u32,
}

/// An allocation strategy together with the state of the machine it manages.
///
/// Whether a request fits is a function of the allocations that are held, not of their history (the order in which
/// they were taken, or what was released before). The look-ahead of backfilling relies on this; property tests hold
/// every strategy to it.
///
/// Look-ahead copies states into the same copy thousands of times a run: let `clone_by_field!` write `Clone`, so that this
/// takes no new memory.
pub trait Strategy: Clone + 'static {
    /// Processors that no job holds.
    fn free_processors(&self) -> u32;

    /// Whether a request fits exactly when its effective processors are free, wherever they are, and then takes just
    /// these. Look-ahead over counts is then enough.
    fn needs_only_a_count(&self) -> bool {
        false
    }

    /// The request this strategy really serves for one like this, for instance rounded up to a power of two.
    /// Requests with equal answers are treated alike in every state. Unless a strategy says otherwise, extents do not
    /// matter to it.
    fn effective(&self, request: &Request) -> Request {
        Request::processors(request.processors)
    }

    /// Whether [`Strategy::allocate`] would succeed now: enough processors are free, unless a strategy wants more.
    fn fits(&self, request: &Request) -> bool {
        request.processors <= self.free_processors()
    }

    /// Takes nodes for an effective request, or changes nothing and returns `None`.
    fn allocate(&mut self, request: &Request) -> Option<Allocation>;

    /// Gives back what `allocate` returned, exactly once.
    fn release(&mut self, allocation: &Allocation);

    /// Whether a request that fits still does when somebody else's nodes are released.
    fn is_monotone(&self) -> bool {
        self.needs_only_a_count()
    }

    /// From now on whatever is allocated and released will be undone by [`Strategy::end_trial`]: look-ahead without a copy.
    /// Trials nest. Returns whether the strategy can do so; where not, nothing has happened.
    fn begin_trial(&mut self) -> bool {
        false
    }

    /// Ends the last trial that began: the machine is as it was then, in all that can be asked of it. Cost: about that of what
    /// is undone.
    fn end_trial(&mut self) {}

    /// Whether [`Strategy::hold`] may be asked: then, too, what is allocated and released leaves no trace.
    fn can_hold(&self) -> bool {
        false
    }

    /// Takes the nodes that a job holds on `other`, of which this is a copy from which jobs have been released since, and others
    /// held. Returns what is to be released.
    fn hold(&mut self, _allocation: &Allocation, _other: &Self) -> Allocation {
        unreachable!("whoever can hold says how")
    }

    /// Whether there would be room for a request here if what is free here and held on `other` were held here, too.
    fn fits_beside(&mut self, request: &Request, allocation: &Allocation, other: &Self) -> bool {
        let held = self.hold(allocation, other);
        let fits = self.fits(request);
        self.release(&held);
        fits
    }

    /// Whether a job holds here what it holds on `other`, a machine under the same strategy, for all that will ever be asked: two on
    /// which all jobs do answer alike from now on. "No" where that is not known.
    fn holds_alike(&mut self, _held: &Allocation, _other: &Self, _held_there: &Allocation) -> bool {
        false
    }

    /// Takes nodes out of service for good, on a machine that is empty otherwise, before anything else is asked: from then on they
    /// are busy, and no job's (docs/semantics.md 10.4). Returns whether the strategy can do so; where not, nothing has happened.
    fn take_out_of_service(&mut self, _down: &OutOfService) -> bool {
        false
    }

    /// How many placements of blocks have been tried so far, in strategies that try several for one job (the `b` of
    /// Thesis 2008 section 4.3.1); 0 in all others.
    fn placements_tried(&self) -> u64 {
        0
    }

    /// What the strategy has done that no strategy may, on this machine or on a copy of it: one of the house does nothing of
    /// the kind, but one of somebody's own ([`own`]) may. The run ends with it.
    fn breach(&self) -> Option<own::ViolationReport> {
        None
    }
}

/// A [`Strategy`] behind a pointer, with cheap copies for look-ahead.
pub trait Allocator {
    /// See [`Strategy::free_processors`].
    fn free_processors(&self) -> u32;
    /// See [`Strategy::effective`].
    fn effective(&self, request: &Request) -> Request;
    /// See [`Strategy::needs_only_a_count`].
    fn needs_only_a_count(&self) -> bool;
    /// See [`Strategy::fits`].
    fn fits(&self, request: &Request) -> bool;
    /// See [`Strategy::allocate`].
    fn allocate(&mut self, request: &Request) -> Option<Allocation>;
    /// See [`Strategy::release`].
    fn release(&mut self, allocation: &Allocation);
    /// See [`Strategy::is_monotone`].
    fn is_monotone(&self) -> bool {
        false
    }
    /// See [`Strategy::begin_trial`].
    fn begin_trial(&mut self) -> bool {
        false
    }
    /// See [`Strategy::end_trial`].
    fn end_trial(&mut self) {}
    /// See [`Strategy::can_hold`].
    fn can_hold(&self) -> bool {
        false
    }
    /// See [`Strategy::hold`]; `other` is a machine under the same allocator.
    fn hold(&mut self, _allocation: &Allocation, _other: &dyn Allocator) -> Allocation {
        unreachable!("whoever can hold says how")
    }
    /// See [`Strategy::fits_beside`].
    fn fits_beside(&mut self, _request: &Request, _allocation: &Allocation, _other: &dyn Allocator) -> bool {
        unreachable!("whoever can hold says how")
    }
    /// See [`Strategy::holds_alike`]; `other` is a machine under the same allocator.
    fn holds_alike(&mut self, _held: &Allocation, _other: &dyn Allocator, _held_there: &Allocation) -> bool {
        false
    }
    /// See [`Strategy::take_out_of_service`].
    fn take_out_of_service(&mut self, _down: &OutOfService) -> bool {
        false
    }
    /// See [`Strategy::placements_tried`].
    fn placements_tried(&self) -> u64;
    /// See [`Strategy::breach`].
    fn breach(&self) -> Option<own::ViolationReport>;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Allocator>;
    /// Becomes a copy of `other`, a fork of the same allocator, without a new piece of memory where that is possible.
    fn copy_from(&mut self, other: &dyn Allocator);
    /// For `copy_from`.
    fn as_any(&self) -> &dyn Any;
}

impl<S: Strategy> Allocator for S {
    fn free_processors(&self) -> u32 {
        Strategy::free_processors(self)
    }
    fn effective(&self, request: &Request) -> Request {
        Strategy::effective(self, request)
    }
    fn needs_only_a_count(&self) -> bool {
        Strategy::needs_only_a_count(self)
    }
    fn fits(&self, request: &Request) -> bool {
        Strategy::fits(self, request)
    }
    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        Strategy::allocate(self, request)
    }
    fn release(&mut self, allocation: &Allocation) {
        Strategy::release(self, allocation)
    }
    fn is_monotone(&self) -> bool {
        Strategy::is_monotone(self)
    }
    fn begin_trial(&mut self) -> bool {
        Strategy::begin_trial(self)
    }
    fn end_trial(&mut self) {
        Strategy::end_trial(self);
    }
    fn can_hold(&self) -> bool {
        Strategy::can_hold(self)
    }
    fn hold(&mut self, allocation: &Allocation, other: &dyn Allocator) -> Allocation {
        let other = other.as_any().downcast_ref().expect("a machine under the same allocator");
        Strategy::hold(self, allocation, other)
    }
    fn fits_beside(&mut self, request: &Request, allocation: &Allocation, other: &dyn Allocator) -> bool {
        let other = other.as_any().downcast_ref().expect("a machine under the same allocator");
        Strategy::fits_beside(self, request, allocation, other)
    }
    fn holds_alike(&mut self, held: &Allocation, other: &dyn Allocator, held_there: &Allocation) -> bool {
        let other = other.as_any().downcast_ref().expect("a machine under the same allocator");
        Strategy::holds_alike(self, held, other, held_there)
    }
    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        Strategy::take_out_of_service(self, down)
    }
    fn placements_tried(&self) -> u64 {
        Strategy::placements_tried(self)
    }
    fn breach(&self) -> Option<own::ViolationReport> {
        Strategy::breach(self)
    }
    fn fork(&self) -> Box<dyn Allocator> {
        Box::new(self.clone())
    }
    fn copy_from(&mut self, other: &dyn Allocator) {
        self.clone_from(other.as_any().downcast_ref().expect("a fork of the same allocator"));
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
