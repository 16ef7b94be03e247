//! A busy list beside the set of free nodes.

use super::BusyList;
use crate::allocation::OutOfService;
use crate::allocation::contiguous::BaseSearch;
use crate::allocation::copying::clone_by_field;
use crate::allocation::free_nodes::{Bases, FreeNodes, Links};
use crate::machine::{Block, Coordinates, Machine};

/// The same answers as those of a [`BusyList`], by looking for the first plane that has a base of a free box on it. Cost as for
/// [`FreeNodes::bases`], and a look at each plane before.
pub struct MarkedBusyList {
    list: BusyList,
    free: FreeNodes,
}

clone_by_field!(MarkedBusyList { list, free });

impl MarkedBusyList {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> MarkedBusyList {
        MarkedBusyList { list: BusyList::new(machine), free: FreeNodes::new(machine, Links::Followed) }
    }

    /// The busy boxes in the order of the list, the imaginary b0 left out.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.list.blocks()
    }

    /// The set of free nodes.
    pub fn free_nodes(&self) -> &FreeNodes {
        &self.free
    }

    /// On the first border plane of a busy box with a base on it, the first base.
    fn first_on_a_plane(&self, bases: &Bases, extents: &Coordinates) -> Option<Coordinates> {
        // Most planes are where there is no base at all.
        let layers: Vec<bool> = (0..self.free.extents()[0]).map(|x| bases.any_in_layer(x)).collect();
        let near = |right: u32| layers.get(right as usize).is_some_and(|any| *any);
        self.list.list.iter().filter(|listed| near(listed.right)).find_map(|listed| {
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
        let base = self.first_on_a_plane(&*self.free.bases(&first.extents)?, &first.extents);
        Some(Block { base: base.expect("what slides left ends at a border plane"), extents: first.extents })
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
        self.list.begin_trial()
    }

    fn end_trial(&mut self) {
        self.free.end_trial();
        self.list.end_trial();
    }

    fn take(&mut self, block: &Block) {
        self.free.take(block);
        self.list.take(block);
    }

    fn give(&mut self, block: &Block) {
        self.list.give(block);
        self.free.give(block);
    }
}
