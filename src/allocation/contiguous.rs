//! What all strategies share that give a job one box, the whole shape it asks for (docs/semantics.md 6.2).

use super::orientations::{Rotation, first_orientation};
use super::{Allocation, Strategy};
use crate::machine::{Block, Coordinates};
use crate::workload::Request;

/// A machine's state together with a way to find a free box in it.
///
/// Whether there is room for a box is a function of the boxes that are held; where it is placed may depend on more.
pub trait Placement: Clone + 'static {
    /// Processors that no job holds.
    fn free_processors(&self) -> u32;

    /// The extents that are really given for these.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        *extents
    }

    /// The free box of exactly these extents, not turned, that the strategy prefers; `None` where there is none.
    fn place(&self, extents: &Coordinates) -> Option<Block>;

    /// Whether [`Placement::place`] finds a box.
    fn has_room(&self, extents: &Coordinates) -> bool {
        self.place(extents).is_some()
    }

    /// Takes a free box.
    fn take(&mut self, block: &Block);

    /// Gives a box back.
    fn give(&mut self, block: &Block);
}

/// The free box for the first orientation of `extents` that has one.
pub fn place_turned(placement: &impl Placement, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
    first_orientation(extents, rotation, |turned| placement.place(turned))
}

/// A [`Placement`] as a strategy.
pub struct Contiguous<P> {
    placement: P,
    rotation: Rotation,
}

impl<P: Placement> Contiguous<P> {
    /// Places requests as they are, or with rotation in the first orientation for which there is room.
    pub fn new(placement: P, rotation: Rotation) -> Contiguous<P> {
        Contiguous { placement, rotation }
    }
}

impl<P: Placement> Clone for Contiguous<P> {
    fn clone(&self) -> Contiguous<P> {
        Contiguous { placement: self.placement.clone(), rotation: self.rotation }
    }

    /// Look-ahead copies the state thousands of times a run: reuse the memory.
    fn clone_from(&mut self, other: &Contiguous<P>) {
        self.placement.clone_from(&other.placement);
        self.rotation = other.rotation;
    }
}

impl<P: Placement> Strategy for Contiguous<P> {
    fn free_processors(&self) -> u32 {
        self.placement.free_processors()
    }

    /// The whole shape. A request without one is larger than the machine and stays as it is.
    fn effective(&self, request: &Request) -> Request {
        let given = |extents| {
            let extents = self.placement.given(&extents);
            Request { processors: extents.iter().product(), extents: Some(extents) }
        };
        request.extents.map_or(*request, given)
    }

    fn fits(&self, request: &Request) -> bool {
        let room = |turned: &Coordinates| self.placement.has_room(turned).then_some(());
        request.extents.is_some_and(|extents| first_orientation(&extents, self.rotation, room).is_some())
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let block = place_turned(&self.placement, &request.extents?, self.rotation)?;
        self.placement.take(&block);
        Some(Allocation { processors: block.volume(), blocks: vec![block], ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.iter().for_each(|block| self.placement.give(block));
    }
}
