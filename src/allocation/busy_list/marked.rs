//! A busy list beside the set of free nodes.

use super::BusyList;
use super::heights::Heights;
use super::owners::Owners;
use crate::allocation::OutOfService;
use crate::allocation::contiguous::BaseSearch;
use crate::allocation::copying::{Workspace, clone_by_field};
use crate::allocation::free_nodes::{Bases, FreeNodes, Links};
use crate::allocation::refused::Refused;
use crate::machine::{Block, Coordinates, Machine};
use std::cell::RefCell;

/// The same answers as those of a [`BusyList`], by looking for the first plane that has a base of a free box on it. Cost as for
/// [`FreeNodes::first_base`] and [`FreeNodes::bases`], and a look at the boxes that these touch or, where they are many, at each
/// plane.
pub struct MarkedBusyList {
    pub(super) list: BusyList,
    pub(super) free: FreeNodes,
    pub(super) owners: RefCell<Owners>,
    heights: RefCell<Heights>,
    /// What all ways to turn a box had in common when there was no room for that.
    pub(super) refused: Refused,
    layers: Workspace<Layers>,
}

clone_by_field!(MarkedBusyList { list, free, owners, heights, refused, layers });

/// The bases of some extents by layer, as far as somebody has asked for them.
#[derive(Clone, Default)]
struct Layers {
    bases: Vec<Bases>,
    is_found: Vec<bool>,
}

impl Layers {
    /// Others are asked for.
    fn forget(&mut self, free: &FreeNodes) {
        self.is_found.clear();
        self.is_found.resize(free.extents()[0] as usize, false);
        self.bases.resize_with(self.is_found.len(), Bases::default);
    }

    /// Those in layer `x`, as if that were the first.
    fn bases(&mut self, free: &FreeNodes, x: u32, extents: &[u32]) -> &Bases {
        let bases = &mut self.bases[x as usize];
        if !std::mem::replace(&mut self.is_found[x as usize], true) {
            bases.find_in_layer(free, x, extents);
        }
        bases
    }
}

impl MarkedBusyList {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> MarkedBusyList {
        MarkedBusyList::beside(machine, FreeNodes::new(machine, Links::Followed))
    }

    /// The same for [`Pieces`](super::Pieces), which searches everywhere: nothing is remembered for others.
    pub fn forgetful(machine: &Machine) -> MarkedBusyList {
        MarkedBusyList::beside(machine, FreeNodes::forgetful(machine, Links::Followed))
    }

    fn beside(machine: &Machine, free: FreeNodes) -> MarkedBusyList {
        let (owners, heights) = (RefCell::default(), RefCell::default());
        let (refused, layers) = (Refused::default(), Workspace::default());
        MarkedBusyList { list: BusyList::new(machine), free, owners, heights, refused, layers }
    }

    /// The busy boxes in the order of the list, the imaginary b0 left out.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.list.blocks()
    }

    /// The set of free nodes.
    pub fn free_nodes(&self) -> &FreeNodes {
        &self.free
    }

    /// On the first border plane with a base on it, the first base.
    pub(super) fn first_on_a_plane(&self, bases: &Bases, extents: &Coordinates) -> Coordinates {
        let found = self.owners.borrow_mut().first_on_a_plane(&self.free, &self.list, bases, extents);
        found.or_else(|| self.first_plane_after_plane(bases, extents)).expect("what slides left ends at a border plane")
    }

    /// On the first of the first border planes with a base on it, the first base: on a large machine it costs less to search the
    /// layers of a few planes than all. `None` where no base is on these, or on a small machine.
    fn first_on_first_planes(&self, extents: &Coordinates, layers: &mut Layers) -> Option<Coordinates> {
        if !self.free.is_large() {
            return None;
        }
        layers.forget(&self.free);
        let end = self.free.bases_along(0, extents[0]);
        let planes = self.list.list.iter().filter(|listed| listed.right < end);
        planes.take(self.free.extents()[0] as usize).find_map(|listed| {
            let bases = layers.bases(&self.free, listed.right, extents);
            let mut plane = self.list.plane(&self.list.blocks[listed.number as usize], extents)?;
            plane.base[0] = 0;
            let mut base = bases.first_within(&plane)?;
            base[0] = listed.right;
            Some(base)
        })
    }

    /// The same from the highest bases down; `None` where these are many or boxes are not, or on a small machine.
    pub(super) fn first_from_above(&self, extents: &Coordinates) -> Option<Coordinates> {
        if !self.free.is_large() || extents.len() == 1 {
            return None;
        }
        let heights = &mut *self.heights.borrow_mut();
        self.owners.borrow_mut().first_from_above(&self.free, &self.list, heights, extents)
    }

    fn first_plane_after_plane(&self, bases: &Bases, extents: &Coordinates) -> Option<Coordinates> {
        // Most planes are where there is no base at all.
        let end = self.free.extents()[0];
        let mut near = self.list.list.iter().filter(|listed| listed.right < end && bases.any_in_layer(listed.right));
        near.find_map(|listed| {
            bases.first_within(&self.list.plane(&self.list.blocks[listed.number as usize], extents)?)
        })
    }
}

impl BaseSearch for MarkedBusyList {
    fn free_processors(&self) -> u32 {
        self.free.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        self.choose(Block { base: self.free.first_base(extents)?, extents: *extents })
    }

    fn choose(&self, first: Block) -> Option<Block> {
        // The machine's first plane is that of b0, which is the head of the list.
        if first.base[0] == 0 {
            return Some(first);
        }
        let extents = first.extents;
        let base = self
            .first_from_above(&extents)
            .or_else(|| self.first_on_first_planes(&extents, &mut self.layers.borrow_mut()))
            .or_else(|| Some(self.first_on_a_plane(&*self.free.bases(&extents)?, &extents)))?;
        Some(Block { base, extents })
    }

    fn limits(&self) -> &[u32] {
        self.free.extents()
    }

    fn set(&self) -> Option<&FreeNodes> {
        Some(&self.free)
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        down.nodes().iter().for_each(|&node| self.free.take_node(node));
        self.list.take_out_of_service(down)
    }

    fn begin_trial(&mut self) -> bool {
        self.free.begin_trial();
        self.heights.get_mut().begin_trial();
        self.refused.begin_trial();
        self.list.begin_trial()
    }

    fn end_trial(&mut self) {
        let MarkedBusyList { list, free, owners, heights, refused, .. } = self;
        free.end_trial();
        heights.get_mut().end_trial();
        refused.end_trial();
        list.take_back(|list, number| owners.get_mut().note(free, list, number));
    }

    fn take(&mut self, block: &Block) {
        self.free.take(block);
        self.heights.get_mut().take(block);
        let number = self.list.take_box(block);
        self.owners.get_mut().note(&self.free, &self.list, number);
    }

    fn give(&mut self, block: &Block) {
        self.list.give(block);
        self.free.give(block);
        self.heights.get_mut().give(block);
        self.refused.clear();
    }
}
