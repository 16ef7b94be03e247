//! The common part of all strategies that give a job one box, the whole shape it asks for (docs/semantics.md 6.2).

use super::copying::clone_by_field;
use super::entry::Reading;
use super::free_nodes::{Change, FreeNodes};
use super::orientations::{Rotation, first_orientation};
use super::places::Places;
use super::{Allocation, Allocator, ArgumentError, OutOfService, Requirement};
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;

/// A machine's state, and a way to find a free box in it.
///
/// Whether a box has room depends only on the held boxes. The place may depend on more.
pub trait BaseSearch: Clone + 'static {
    /// Processors that no job holds.
    fn free_processors(&self) -> u32;

    /// The extents that the strategy gives for these.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        *extents
    }

    /// The free box of exactly these extents, not rotated, that the strategy prefers. `None` if there is none.
    fn place(&self, extents: &Coordinates) -> Option<Block>;

    /// The place that the strategy chooses for a box of these extents. The given box is the first free one in
    /// [`BaseSearch::set`].
    fn choose(&self, first: Block) -> Option<Block> {
        self.place(&first.extents)
    }

    /// Upper limits of the extents of any box that can be found, for turning requests. Usually the machine's
    /// extents.
    fn limits(&self) -> &[u32];

    /// Whether a request has room whenever a box that it could get is free. If so, a request that fits still fits after
    /// other boxes are given back.
    fn is_exhaustive(&self) -> bool {
        true
    }

    /// The set that is searched for boxes, if any free box in it gives room.
    fn set(&self) -> Option<&FreeNodes> {
        None
    }

    /// See [`Allocator::take_out_of_service`].
    fn take_out_of_service(&mut self, _down: &OutOfService) -> bool {
        false
    }

    /// Whether the place depends on more than the set of free nodes.
    fn has_history(&self) -> bool {
        false
    }

    /// Changes a box.
    fn change(&mut self, block: &Block, change: Change);

    /// Takes a free box.
    fn take(&mut self, block: &Block) {
        self.change(block, Change::Take);
    }

    /// Gives a box back.
    fn give(&mut self, block: &Block) {
        self.change(block, Change::Give);
    }
}

/// The free box for the first orientation of `extents` that has one.
pub fn place_rotated(search: &impl BaseSearch, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
    match search.set() {
        Some(set) => search.choose(set.first_rotated(extents, rotation)?),
        None => first_orientation(extents, search.limits(), rotation, |rotated| search.place(rotated)),
    }
}

/// Reads the arguments of a strategy that has none, and that places boxes by such a search.
pub fn read<S: BaseSearch>(
    arguments: &[&str],
    rotation: Rotation,
    search: fn(&Machine) -> Result<S, Requirement>,
) -> Result<Reading, ArgumentError> {
    Reading::without_arguments(arguments, move |setting| Ok(Contiguous::new(search(setting.machine)?, rotation)))
}

/// A [`BaseSearch`] as a strategy.
pub struct Contiguous<S> {
    search: S,
    rotation: Rotation,
    /// The places of the request beside which others are tried.
    places: Places,
}

clone_by_field!(Contiguous<S: BaseSearch> { search, rotation, places });

impl<S: BaseSearch> Contiguous<S> {
    /// Places requests without turning them. With rotation, it uses the first orientation that has room.
    pub fn new(search: S, rotation: Rotation) -> Contiguous<S> {
        Contiguous { search, rotation, places: Places::default() }
    }

    fn take(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.search.take(block));
        self.search.set().into_iter().for_each(|set| self.places.note_taken(set, blocks));
    }
}

impl<S: BaseSearch> Allocator for Contiguous<S> {
    fn free_processors(&self) -> u32 {
        self.search.free_processors()
    }

    /// The whole shape. A request without one is larger than the machine and stays as it is.
    fn effective(&self, request: &Request) -> Request {
        let given = |extents| {
            let extents = self.search.given(&extents);
            Request::new(extents.iter().product(), Some(extents))
        };
        request.extents.map_or(*request, given)
    }

    fn fits(&self, request: &Request) -> bool {
        let Some(extents) = request.extents else { return false };
        match self.search.set() {
            Some(set) => set.has_rotated(&extents, self.rotation),
            None => place_rotated(&self.search, &extents, self.rotation).is_some(),
        }
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let block = place_rotated(&self.search, &request.extents?, self.rotation)?;
        self.take(&[block]);
        Some(Allocation { processors: block.volume(), blocks: vec![block].into(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.listed().iter().for_each(|block| self.search.give(block));
        self.places.forget();
    }

    fn is_monotone(&self) -> bool {
        self.search.is_exhaustive()
    }

    fn can_hold(&self) -> bool {
        true
    }

    fn hold(&mut self, allocation: &Allocation, _: &dyn Allocator) -> Option<Allocation> {
        self.take(allocation.blocks.listed());
        Some(allocation.clone())
    }

    fn fits_beside(&mut self, request: &Request, allocation: &Allocation, _: &dyn Allocator) -> Option<bool> {
        let blocks = allocation.blocks.listed();
        if let (Some(set), Some(extents)) = (self.search.set(), &request.extents)
            && let Some(fits) = self.places.any_beside(set, extents, self.rotation, blocks)
        {
            return Some(fits);
        }
        blocks.iter().for_each(|block| self.search.take(block));
        let fits = self.fits(request);
        blocks.iter().for_each(|block| self.search.give(block));
        Some(fits)
    }

    fn holds_alike(&mut self, held: &Allocation, _: &dyn Allocator, held_there: &Allocation) -> bool {
        !self.search.has_history() && held.blocks == held_there.blocks
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.search.take_out_of_service(down)
    }

    fn undo(&mut self, allocation: &Allocation) {
        allocation.blocks.listed().iter().for_each(|block| self.search.change(block, Change::Undo));
        self.places.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::strategies::first_fit::FirstFit;

    /// On 65 columns a head of 32 has room beside 16, and beside 16 more. Beside 17 more it has no room.
    #[test]
    fn there_is_room_beside_somebody_and_beside_all_who_are_held() {
        let columns = |count: u32| {
            let extents = Coordinates::new(&[count, 64]);
            Request::new(64 * count, Some(extents))
        };
        let mut now = Contiguous::new(FirstFit::new(&Machine::mesh(&[65, 64])), Rotation::Tried);
        let mut ahead = now.clone();
        for (count, fits) in [(16, true), (16, true), (17, false)] {
            let placed = Allocator::allocate(&mut now, &columns(count)).expect("room");
            assert_eq!(Allocator::fits_beside(&mut ahead, &columns(32), &placed, &now), Some(fits), "{count}");
            Allocator::hold(&mut ahead, &placed, &now);
        }
    }
}
