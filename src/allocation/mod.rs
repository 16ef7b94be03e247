//! Processor allocation: which nodes of the machine a job gets (docs/semantics.md 6).
//!
//! Every strategy is one file of [`strategies`]. It implements [`Allocator`], has an [`entry`] of the [`catalogue`],
//! and one line in that module. The common parts of strategies stand next to them: sets of free nodes, the buddy tree,
//! the busy list, rotations of a request, orders of nodes.

mod blocks;
mod buddies;
pub(crate) mod busy_list;
pub mod catalogue;
pub(crate) mod contiguous;
pub(crate) mod conversion;
mod copying;
pub(crate) mod demonstration;
mod effort;
pub mod entry;
mod error;
mod family;
pub(crate) mod free_nodes;
pub(crate) mod free_set;
#[cfg_attr(docsrs, doc(hidden))]
pub mod nearest;
pub(crate) mod node_order;
pub(crate) mod orientations;
mod out_of_service;
pub mod own;
pub(crate) mod pages;
mod places;
mod plane;
mod refusal;
mod refused;
#[cfg_attr(docsrs, doc(hidden))]
pub mod strategies;
pub(crate) mod units;
mod windows;

pub use blocks::Blocks;
pub use effort::Effort;
pub use error::{ArgumentError, NameError, Requirement, Unsuitable};
pub use family::Family;
pub use out_of_service::OutOfService;
pub use refusal::Refusal;

use crate::machine::Machine;
use crate::workload::Request;
use std::any::Any;

/// The nodes that a job holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// Processors taken from the machine. They are more than the request asked for if a strategy rounds up.
    pub processors: u32,
    /// The blocks that contain them.
    pub blocks: Blocks,
    /// The strategy's own handle, for releasing. Only the strategy reads it.
    pub ticket: u32,
}

/// An allocation strategy together with the state of the machine that it manages.
///
/// Whether a request fits depends on the held allocations, not on their history. The look-ahead of backfilling relies
/// on this, and property tests check every strategy. A strategy implements this trait and `Clone`, which gives
/// [`Fork`].
pub trait Allocator: Fork {
    /// Processors that no job holds.
    fn free_processors(&self) -> u32;

    /// Whether a request fits exactly if its effective processors are free anywhere, and takes just these. Look-ahead
    /// over counts is then enough.
    fn needs_only_a_count(&self) -> bool {
        false
    }

    /// The request that this strategy serves instead of the given one, for instance rounded up to a power of two.
    /// Requests with equal results are treated alike in every state. By default, extents do not matter.
    fn effective(&self, request: &Request) -> Request {
        Request::processors(request.processors)
    }

    /// Whether [`Allocator::allocate`] would succeed now. By default, it does if enough processors are free.
    fn fits(&self, request: &Request) -> bool {
        request.processors <= self.free_processors()
    }

    /// Takes nodes for an effective request, or changes nothing and returns `None`.
    fn allocate(&mut self, request: &Request) -> Option<Allocation>;

    /// Releases what `allocate` returned, exactly once.
    fn release(&mut self, allocation: &Allocation);

    /// Whether a request that fits still fits after other nodes are released.
    fn is_monotone(&self) -> bool {
        self.needs_only_a_count()
    }

    /// Takes back what the last call of all, `allocate`, returned. This is look-ahead without a copy: what the strategy
    /// remembers of the machine stays true.
    fn undo(&mut self, allocation: &Allocation) {
        self.release(allocation);
    }

    /// Whether [`Allocator::hold`] can be used. A hold then changes only what is held.
    fn can_hold(&self) -> bool {
        false
    }

    /// Takes the nodes that a job holds on `other`. This machine is a copy of `other` after some releases and holds.
    /// Returns the allocation to release. If the strategy does not support holds, it returns `None` and changes
    /// nothing.
    fn hold(&mut self, _allocation: &Allocation, _other: &dyn Allocator) -> Option<Allocation> {
        None
    }

    /// Whether a request would fit here if this allocation of `other` were held here too. `None` if the strategy cannot
    /// [hold](Allocator::hold).
    fn fits_beside(&mut self, request: &Request, allocation: &Allocation, other: &dyn Allocator) -> Option<bool> {
        let held = self.hold(allocation, other)?;
        let fits = self.fits(request);
        self.release(&held);
        Some(fits)
    }

    /// Whether a job holds the same here as on `other`, under the same strategy, for all later answers. If all jobs do,
    /// two machines answer alike from then on. `false` if that is not known.
    fn holds_alike(&mut self, _held: &Allocation, _other: &dyn Allocator, _held_there: &Allocation) -> bool {
        false
    }

    /// Takes nodes out of service, on an empty machine, before any other call. They are busy from then on and belong to
    /// no job (docs/semantics.md 10.4). Returns whether the strategy supports this; if not, nothing has happened.
    fn take_out_of_service(&mut self, _down: &OutOfService) -> bool {
        false
    }

    /// Why no state of the machine serves a request, before it is made [effective](Allocator::effective). Asked on an
    /// empty machine. `None` if it is served, or if the strategy gives no reasons.
    fn refusal(&self, _request: &Request) -> Option<Refusal> {
        None
    }

    /// The number of groups of the topology, for instance racks, with nodes of an allocation. `None` without a topology.
    fn groups(&self, _allocation: &Allocation) -> Option<u32> {
        None
    }

    /// The machine as a picture arranges the nodes of a line, for instance a row for each rack: a machine of as many
    /// nodes in the same order. `None` if they stay a line.
    fn arrangement(&self) -> Option<Machine> {
        None
    }

    /// The score of how fragmented the free nodes are, and that of the machine without free nodes (docs/semantics.md
    /// 11.8). `None` if the strategy has none.
    fn fragmentation(&self) -> Option<(u64, u64)> {
        None
    }

    /// The number of block placements tried so far, in strategies that try several for one job (the `b` of Thesis 2008
    /// section 4.3.1). 0 in all other strategies.
    fn placements_tried(&self) -> u64 {
        0
    }

    /// The rule that an own strategy ([`own`]) has broken on this machine or a copy of it. The run ends with it.
    fn violation(&self) -> Option<own::ViolationReport> {
        None
    }
}

/// Copies of an allocator for look-ahead. A run copies states into the same copy thousands of times. `clone_by_field!`
/// therefore writes a `Clone` that takes no new memory.
pub trait Fork {
    /// An independent copy.
    fn fork(&self) -> Box<dyn Allocator>;
    /// Becomes a copy of `other`, a fork of the same allocator, without new memory if possible.
    fn copy_from(&mut self, other: &dyn Allocator);
    /// The allocator as its own type; see [`same_type`].
    fn as_any(&self) -> &dyn Any;
}

impl<A: Allocator + Clone + 'static> Fork for A {
    fn fork(&self) -> Box<dyn Allocator> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn Allocator) {
        self.clone_from(same_type(other));
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Clone for Box<dyn Allocator> {
    fn clone(&self) -> Self {
        self.fork()
    }

    fn clone_from(&mut self, other: &Self) {
        self.copy_from(other.as_ref());
    }
}

/// A machine under the same allocator as the caller. Panics on any other allocator.
fn same_type<A: 'static>(other: &dyn Allocator) -> &A {
    other.as_any().downcast_ref().expect("a machine under the same allocator")
}
