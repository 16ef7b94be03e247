//! What all strategies share that give a job one box, the whole shape it asks for (docs/semantics.md 6.2).

use super::copying::{Workspace, clone_by_field};
use super::free_nodes::FreeNodes;
use super::orientations::{Rotation, first_orientation};
use super::refused::Refused;
use super::rooms::Rooms;
use super::{Allocation, OutOfService, Strategy};
use crate::machine::{Block, Coordinates};
use crate::workload::Request;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A machine's state together with a way to find a free box in it.
///
/// Whether there is room for a box is a function of the boxes that are held; where it is placed may depend on more.
pub trait BaseSearch: Clone + 'static {
    /// Processors that no job holds.
    fn free_processors(&self) -> u32;

    /// The extents that are really given for these.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        *extents
    }

    /// The free box of exactly these extents, not turned, that the strategy prefers; `None` where there is none.
    fn place(&self, extents: &Coordinates) -> Option<Block>;

    /// Where the strategy places a box of the extents of this one, which is the first of the free ones in [`BaseSearch::set`].
    fn choose(&self, first: Block) -> Option<Block> {
        self.place(&first.extents)
    }

    /// Extents that no box which is found exceeds, for turning requests; those of the machine.
    fn limits(&self) -> &[u32];

    /// Whether there is room for a box wherever one that it could be is free: then there still is when others are given back.
    fn is_exhaustive(&self) -> bool {
        true
    }

    /// The set in which boxes are searched for, where a box that is free is all that it takes to have room.
    fn set(&self) -> Option<&FreeNodes> {
        None
    }

    /// See [`Strategy::take_out_of_service`].
    fn take_out_of_service(&mut self, _down: &OutOfService) -> bool {
        false
    }

    /// The set of free nodes, where that is all that changes.
    fn whole_state(&mut self) -> Option<&mut FreeNodes> {
        None
    }

    /// See [`Strategy::begin_trial`].
    fn begin_trial(&mut self) -> bool {
        self.whole_state().map(FreeNodes::begin_trial).is_some()
    }

    /// See [`Strategy::end_trial`].
    fn end_trial(&mut self) {
        self.whole_state().expect("a trial has begun").end_trial();
    }

    /// Takes a free box.
    fn take(&mut self, block: &Block);

    /// Gives a box back.
    fn give(&mut self, block: &Block);
}

/// The free box for the first orientation of `extents` that has one.
pub fn place_turned(search: &impl BaseSearch, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
    match search.set() {
        Some(set) => search.choose(set.first_turned(extents, rotation)?),
        None => first_orientation(extents, search.limits(), rotation, |turned| search.place(turned)),
    }
}

/// A [`BaseSearch`] as a strategy.
pub struct Contiguous<S> {
    search: S,
    rotation: Rotation,
    /// On large machines the box that was found last for each request: it may still be free when that is asked for again.
    found: Workspace<BTreeMap<Coordinates, Block>>,
    /// On machines of any size for which requests there was no room.
    refused: RefCell<Refused>,
    /// All places for somebody beside whom others are tried.
    rooms: Rooms,
}

clone_by_field!(Contiguous<S: BaseSearch> { search, rotation, found, refused, rooms });

impl<S: BaseSearch> Contiguous<S> {
    /// Places requests as they are, or with rotation in the first orientation for which there is room.
    pub fn new(search: S, rotation: Rotation) -> Contiguous<S> {
        let (found, refused, rooms) = (Workspace::default(), RefCell::default(), Rooms::default());
        Contiguous { search, rotation, found, refused, rooms }
    }
}

impl<S: BaseSearch> Strategy for Contiguous<S> {
    fn free_processors(&self) -> u32 {
        self.search.free_processors()
    }

    /// The whole shape. A request without one is larger than the machine and stays as it is.
    fn effective(&self, request: &Request) -> Request {
        let given = |extents| {
            let extents = self.search.given(&extents);
            Request { processors: extents.iter().product(), extents: Some(extents) }
        };
        request.extents.map_or(*request, given)
    }

    fn fits(&self, request: &Request) -> bool {
        let Some(extents) = request.extents else { return false };
        let Some(set) = self.search.set() else {
            return place_turned(&self.search, &extents, self.rotation).is_some();
        };
        let (mut found, mut refused) = (self.found.borrow_mut(), self.refused.borrow_mut());
        if refused.has(&extents, self.rotation) {
            return false;
        }
        if !set.is_large() {
            let has_room = set.has_turned(&extents, self.rotation);
            if !has_room {
                refused.add(&extents, self.rotation);
            }
            return has_room;
        }
        if found.get(&extents).is_some_and(|block| set.is_box_free(block)) {
            return true;
        }
        let block = set.first_turned(&extents, self.rotation);
        match block {
            None => refused.add(&extents, self.rotation),
            Some(block) => _ = found.insert(extents, block),
        }
        block.is_some()
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let block = place_turned(&self.search, &request.extents?, self.rotation)?;
        self.search.take(&block);
        self.search.set().into_iter().for_each(|set| self.rooms.note_taken(set, &[block]));
        Some(Allocation { processors: block.volume(), blocks: vec![block].into(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        for block in allocation.blocks.listed() {
            self.search.give(block);
            let refused = self.refused.get_mut();
            if refused.is_empty() {
                continue;
            }
            match self.search.set().and_then(|set| Some((set, set.last_reach()?))) {
                Some((set, reach)) => refused.weaken(&reach, set.extents(), self.rotation),
                None => refused.clear(),
            }
        }
        self.rooms.forget();
    }

    fn is_monotone(&self) -> bool {
        self.search.is_exhaustive()
    }

    fn can_hold(&self) -> bool {
        true
    }

    fn hold(&mut self, allocation: &Allocation, _: &Contiguous<S>) -> Allocation {
        allocation.blocks.listed().iter().for_each(|block| self.search.take(block));
        self.search.set().into_iter().for_each(|set| self.rooms.note_taken(set, allocation.blocks.listed()));
        allocation.clone()
    }

    fn fits_beside(&mut self, request: &Request, allocation: &Allocation, _: &Contiguous<S>) -> bool {
        if let (Some(set), Some(extents)) = (self.search.set(), request.extents) {
            let known = self.rooms.any_beside(set, &extents, self.rotation, allocation.blocks.listed());
            if let Some(fits) = known {
                return fits;
            }
        }
        let undoes = self.search.begin_trial();
        self.refused.get_mut().begin_trial();
        allocation.blocks.listed().iter().for_each(|block| self.search.take(block));
        let fits = self.fits(request);
        self.refused.get_mut().end_trial();
        match undoes {
            true => self.search.end_trial(),
            false => allocation.blocks.listed().iter().for_each(|block| self.search.give(block)),
        }
        fits
    }

    /// Where boxes are placed by what is free alone.
    fn holds_alike(&mut self, held: &Allocation, _: &Contiguous<S>, held_there: &Allocation) -> bool {
        self.search.whole_state().is_some() && held.blocks == held_there.blocks
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.search.take_out_of_service(down)
    }

    fn begin_trial(&mut self) -> bool {
        let undoes = self.search.begin_trial();
        if undoes {
            self.refused.get_mut().begin_trial();
        }
        undoes
    }

    fn end_trial(&mut self) {
        self.search.end_trial();
        self.refused.get_mut().end_trial();
        self.rooms.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::strategies::first_fit::FirstFit;
    use crate::machine::Machine;

    /// On 65 columns a head of 32 has room beside 16, and beside 16 more; beside 17 more it has none.
    #[test]
    fn there_is_room_beside_somebody_and_beside_all_who_are_held() {
        let columns = |count: u32| {
            let extents = Coordinates::new(&[count, 64]);
            Request { processors: 64 * count, extents: Some(extents) }
        };
        let mut now = Contiguous::new(FirstFit::new(&Machine::mesh(&[65, 64])), Rotation::Tried);
        let mut ahead = now.clone();
        for (count, fits) in [(16, true), (16, true), (17, false)] {
            let placed = Strategy::allocate(&mut now, &columns(count)).expect("room");
            assert_eq!(Strategy::fits_beside(&mut ahead, &columns(32), &placed, &now), fits, "{count}");
            Strategy::hold(&mut ahead, &placed, &now);
        }
    }
}
