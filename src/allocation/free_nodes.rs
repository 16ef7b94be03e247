//! The free nodes of a machine as a set of bits, and the search for free boxes in it.
//!
//! Bit i of the set is node i. A node is the base of a free row of `e` nodes along a dimension if the set and its
//! copies shifted by one to `e - 1` strides all contain it. Doubling needs about log2(e) passes over the words.
//! Dimension after dimension, this finds all bases of free boxes at once. A shift may leave a line or come around a
//! ring; then a mask corrects the affected nodes. A ring that lies within words needs no mask (`layout.rs`).
//!
//! A large machine is searched a few layers at a time. The search ends with the first layers that have a base.

mod bases;
mod largest;
mod layout;
mod memory;
mod reach;
#[cfg(test)]
mod tests;

use super::OutOfService;
use super::copying::{Workspace, clone_by_field};
use super::free_set::FreeSet;
use super::orientations::{Rotation, first_orientation};
use crate::machine::{Block, Coordinates, Machine};
pub use bases::Bases;
use bases::and_from;
use layout::{Layout, OnRings};
use memory::{Known, Memory};
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// Whether boxes may reach around rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrapAround {
    /// A box may wrap around the rings of the machine.
    Followed,
    /// Every dimension counts as a line.
    Ignored,
}

/// Which nodes of a machine are free.
pub struct FreeNodes {
    layout: Rc<Layout>,
    free: FreeSet,
    memory: RefCell<Memory>,
    scratch: Workspace<Bases>,
}

clone_by_field!(FreeNodes { layout, free, memory, scratch });

/// A change of a set of free nodes, in which a box is free or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A free box is taken.
    Take,
    /// A taken box is given back.
    Give,
    /// The last change was to take this box. It is as if that had not happened.
    Undo,
}

impl FreeNodes {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine, wrap_around: WrapAround) -> FreeNodes {
        let layout = Rc::new(Layout::new(machine, wrap_around));
        let memory = RefCell::new(Memory::new(&layout));
        let scratch = Workspace::new(Bases::on(&layout));
        FreeNodes { layout, free: FreeSet::all(machine.node_count()), memory, scratch }
    }

    /// Becomes another set of free nodes of the machine.
    pub(super) fn replace(&mut self, free: &FreeSet) {
        self.free.clone_from(free);
        *self.memory.get_mut() = Memory::new(&self.layout);
    }

    /// The number of nodes, free or not.
    pub fn node_count(&self) -> u32 {
        self.layout.extents().iter().product()
    }

    /// The number of free nodes.
    pub fn count(&self) -> u32 {
        self.free.count()
    }

    /// The set itself: node i is bit i % 64 of word i / 64.
    pub(super) fn words(&self) -> &[u64] {
        self.free.words()
    }

    /// Whether the node with this index is free.
    pub fn is_free(&self, node: u32) -> bool {
        self.free.is_free(node)
    }

    /// Takes one free node.
    pub fn take_node(&mut self, node: u32) {
        self.take(&self.single(node));
    }

    /// Takes nodes out of service, which are free.
    pub fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        down.nodes().iter().for_each(|&node| self.take_node(node));
        true
    }

    fn single(&self, node: u32) -> Block {
        let base = self.layout.coordinates(node);
        Block { base, extents: Coordinates::splat(1, base.len()) }
    }

    /// Changes a box, which may wrap around rings.
    pub fn change(&mut self, block: &Block, change: Change) {
        match change {
            Change::Take => self.take(block),
            Change::Give => self.give(block),
            // What is remembered was found before the box was taken.
            Change::Undo => self.give_back(block),
        }
    }

    /// Takes a box of free nodes, which may wrap around rings.
    pub fn take(&mut self, block: &Block) {
        self.layout.each_run(block, |run| self.free.take_run(&run));
    }

    /// Gives a box of taken nodes back.
    pub fn give(&mut self, block: &Block) {
        self.give_back(block);
        let (layout, words) = (&self.layout, self.free.words());
        self.memory.get_mut().note_given(block, layout.extents(), || layout.reach_of(words, block));
    }

    fn give_back(&mut self, block: &Block) {
        self.layout.each_run(block, |run| self.free.give_back_run(&run));
    }

    /// Whether all nodes of a box are free; the box may wrap around rings.
    pub fn is_box_free(&self, block: &Block) -> bool {
        self.layout.is_free(self.free.words(), block)
    }

    /// The number of busy nodes of a box; the box may wrap around rings.
    pub fn count_taken(&self, block: &Block) -> u32 {
        let mut taken = block.volume();
        self.layout.each_run(block, |run| taken -= self.free.count_in(run));
        taken
    }

    /// The free nodes in index order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.free.iter()
    }

    /// The free node with the lowest index.
    pub fn first_free(&self) -> Option<u32> {
        self.free.first_from(0)
    }

    /// The lexicographically first base of a free box of these extents.
    ///
    /// Takes at most about log2(volume) passes over the machine's words. Often the result of the last search for these
    /// extents suffices.
    pub fn first_base(&self, extents: &[u32]) -> Option<Coordinates> {
        let extents = &Coordinates::new(extents);
        self.unless_refused(extents, Rotation::Never, || self.first_base_of(extents))
    }

    fn first_base_of(&self, extents: &Coordinates) -> Option<Coordinates> {
        if !self.could_hold(extents) {
            return None;
        }
        let known = self.memory.borrow().known(extents);
        if known.is_first && known.base.is_some_and(|base| self.is_box_free(&Block { base, extents: *extents })) {
            return known.base;
        }
        let found = self.search(extents, &known);
        self.memory.borrow_mut().note_found(extents, found);
        found
    }

    fn search(&self, extents: &[u32], known: &Known) -> Option<Coordinates> {
        let bases = &mut *self.scratch.borrow_mut();
        let end = self.layout.bases_along(0, extents[0], OnRings::First);
        let mut layer = 0;
        while let Some(first) = known.next_open(layer).filter(|first| *first < end) {
            match bases.find_first(self, extents, first..end) {
                Ok(()) => return bases.first(),
                Err(none) => layer = first + none,
            }
        }
        None
    }

    /// The free box of the first orientation that has one, at its lexicographically first base.
    pub fn first_rotated(&self, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
        self.search_rotated(extents, rotation, |rotated| {
            Some(Block { base: self.first_base_of(rotated)?, extents: *rotated })
        })
    }

    /// Whether a box of these extents is free in any orientation that `rotation` allows.
    pub fn has_rotated(&self, extents: &Coordinates, rotation: Rotation) -> bool {
        let is_free = |base, extents: &Coordinates| self.is_box_free(&Block { base, extents: *extents });
        let found = self.search_rotated(extents, rotation, |rotated| {
            let known = self.memory.borrow().last_base(rotated).is_some_and(|base| is_free(base, rotated));
            (known || self.first_base_of(rotated).is_some()).then_some(())
        });
        found.is_some()
    }

    /// The result of `search` for the first orientation that has one.
    fn search_rotated<T>(
        &self,
        extents: &Coordinates,
        rotation: Rotation,
        search: impl FnMut(&Coordinates) -> Option<T>,
    ) -> Option<T> {
        self.unless_refused(extents, rotation, || first_orientation(extents, self.extents(), rotation, search))
    }

    /// The result of `search`, unless these extents are known to have no free box.
    fn unless_refused<T>(
        &self,
        extents: &Coordinates,
        rotation: Rotation,
        search: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        if extents.iter().product::<u32>() > self.count() || self.memory.borrow_mut().is_refused(extents, rotation) {
            return None;
        }
        let found = search();
        if found.is_none() {
            self.memory.borrow_mut().refuse(extents, rotation);
        }
        found
    }

    /// Whether the machine is as long as a box in every dimension and has enough free nodes.
    pub fn could_hold(&self, extents: &[u32]) -> bool {
        let possible = extents.iter().zip(self.layout.extents()).all(|(&extent, &length)| extent <= length);
        possible && extents.iter().product::<u32>() <= self.count()
    }

    /// The coordinates of a node.
    pub fn coordinates(&self, node: u32) -> Coordinates {
        self.layout.coordinates(node)
    }

    /// The machine's extents.
    pub fn extents(&self) -> &[u32] {
        self.layout.extents()
    }

    /// The number of layers in which boxes of this many layers can begin, from the first on.
    pub fn bases_along_first(&self, extent: u32) -> u32 {
        self.layout.bases_along(0, extent, OnRings::All)
    }

    /// The number of layers that are searched together.
    pub fn layers_at_once(&self) -> u32 {
        self.layout.layers_at_once()
    }

    /// All bases of free boxes of these extents, or `None` if a quick check shows that there are none.
    ///
    /// Takes about log2(volume) passes over the machine's words. The result uses memory that the next search reuses, so
    /// drop it first.
    pub fn bases(&self, extents: &[u32]) -> Option<Ref<'_, Bases>> {
        if !self.could_hold(extents) {
            return None;
        }
        let layers = 0..self.layout.bases_along(0, extents[0], OnRings::All);
        self.scratch.borrow_mut().find(self, extents, layers, OnRings::All).ok()?;
        Some(self.scratch.borrow())
    }

    /// The same, of these nodes only, or `None` if there are none.
    pub fn bases_among(&self, extents: &[u32], nodes: &FreeSet) -> Option<Ref<'_, Bases>> {
        drop(self.bases(extents)?);
        let any = self.scratch.borrow_mut().keep(nodes);
        any.then(|| self.scratch.borrow())
    }
}
