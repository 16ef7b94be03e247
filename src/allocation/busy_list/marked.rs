//! A busy list together with the set of free nodes.

use super::BusyList;
use crate::allocation::OutOfService;
use crate::allocation::contiguous::BaseSearch;
use crate::allocation::copying::clone_by_field;
use crate::allocation::free_nodes::{Bases, Change, FreeNodes, WrapAround};
use crate::machine::{Block, Coordinates, Machine};
use std::cell::RefCell;

/// The same answers as those of a [`BusyList`]. It looks for the first plane that contains a base of a free box. Cost:
/// a look at each plane before it, and a search for the bases in each layer that has one of these planes.
pub struct MarkedBusyList {
    list: BusyList,
    free: FreeNodes,
    search: RefCell<IncrementalSearch>,
}

clone_by_field!(MarkedBusyList { list, free, search });

/// The bases of boxes of some extents, computed as needed.
#[derive(Default)]
struct IncrementalSearch {
    /// The extents. `None` after a box has been given back.
    of: Option<Coordinates>,
    at_once: u32,
    /// By strip of layers that are searched together: its bases and whether there are any, once known.
    bases: Vec<Bases>,
    any: Vec<Option<bool>>,
    /// By layer, the second coordinates of its bases, once known: [`Bases::second_coordinates`].
    second: Vec<Option<u64>>,
}

/// A copy starts without results.
impl Clone for IncrementalSearch {
    fn clone(&self) -> IncrementalSearch {
        IncrementalSearch::default()
    }

    fn clone_from(&mut self, _: &IncrementalSearch) {
        self.of = None;
    }
}

impl IncrementalSearch {
    /// Starts the search for other extents.
    fn begin(&mut self, free: &FreeNodes, extents: &Coordinates) {
        if self.of.replace(*extents) == Some(*extents) {
            return;
        }
        let layers = free.extents()[0];
        self.at_once = free.layers_at_once();
        self.bases.resize_with(layers.div_ceil(self.at_once) as usize, || Bases::new(free));
        self.any.clear();
        self.any.resize(self.bases.len(), None);
        self.second.clear();
        self.second.resize(layers as usize, None);
    }

    /// The second coordinates of the bases in this layer.
    fn second_coordinates(&mut self, free: &FreeNodes, layer: u32, extents: &[u32]) -> u64 {
        if let Some(second) = self.second[layer as usize] {
            return second;
        }
        let strip = layer / self.at_once;
        let bases = &mut self.bases[strip as usize];
        let find = || bases.find_in_strip(free, strip, extents);
        let any = *self.any[strip as usize].get_or_insert_with(find);
        *self.second[layer as usize].insert(if any { bases.second_coordinates(layer) } else { 0 })
    }

    /// The bases in this layer and its neighbours, if there are any.
    fn bases(&self, layer: u32) -> &Bases {
        &self.bases[(layer / self.at_once) as usize]
    }

    /// Notes that a box was taken: boxes that overlap it lose their bases.
    fn note_taken(&mut self, block: &Block) {
        let Some(extents) = self.of else { return };
        let layers = self.second.len() as u32;
        for behind in 0..(block.extents[0] + extents[0] - 1).min(layers) {
            let layer = (block.base[0] + block.extents[0] + layers - 1 - behind % layers) % layers;
            self.second[layer as usize] = None;
            self.any[(layer / self.at_once) as usize] = None;
        }
    }
}

impl MarkedBusyList {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> MarkedBusyList {
        let (list, free) = (BusyList::new(machine), FreeNodes::new(machine, WrapAround::Followed));
        MarkedBusyList { list, free, search: RefCell::default() }
    }

    /// The busy boxes in the order of the list, without the imaginary b0.
    #[cfg(test)]
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.list.blocks()
    }

    /// The set of free nodes.
    pub fn free_nodes(&self) -> &FreeNodes {
        &self.free
    }

    /// The first base on the first border plane of a busy box that has one. No base is before the layer `first`.
    fn first_on_a_plane(&self, extents: &Coordinates, first: u32) -> Option<Coordinates> {
        let search = &mut *self.search.borrow_mut();
        search.begin(&self.free, extents);
        let layers = first..self.free.bases_along_first(extents[0]);
        self.list.list.iter().filter(|listed| layers.contains(&listed.right)).find_map(|listed| {
            let second = search.second_coordinates(&self.free, listed.right, extents);
            if second == 0 || second & self.list.second_of_plane(listed, extents) == 0 {
                return None;
            }
            let plane = self.list.plane(&self.list.blocks[listed.number as usize], extents)?;
            search.bases(listed.right).first_within(&plane)
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
        // The machine's first plane belongs to b0, which is the head of the list.
        if first.base[0] == 0 {
            return Some(first);
        }
        let base = self.first_on_a_plane(&first.extents, first.base[0]);
        Some(Block { base: base.expect("what slides left ends at a border plane"), extents: first.extents })
    }

    fn limits(&self) -> &[u32] {
        self.free.extents()
    }

    fn set(&self) -> Option<&FreeNodes> {
        Some(&self.free)
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.search.get_mut().of = None;
        self.free.take_out_of_service(down) && self.list.take_out_of_service(down)
    }

    /// The order of the list is that of the allocations.
    fn has_history(&self) -> bool {
        true
    }

    fn change(&mut self, block: &Block, change: Change) {
        self.free.change(block, change);
        self.list.change(block, change);
        match change {
            Change::Take => self.search.get_mut().note_taken(block),
            Change::Give => self.search.get_mut().of = None,
            // When the box was taken, all results that it touches were dropped.
            Change::Undo => {}
        }
    }
}
