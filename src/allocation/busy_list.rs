//! `bl` and `tbl`: right border planes minus prohibited regions (Thesis 2008 chapter 3), in any number of dimensions.
//!
//! The *busy list* holds the boxes of the running jobs. If a request fits anywhere, it also fits after sliding as far
//! left as possible. It then touches the machine's edge or the right side of a busy box. So a search needs only the
//! *right border planes*. These are the planes just right of a busy box, and the machine's first plane, which belongs
//! to an imaginary box b0. A base must not lie in the *prohibited region* of a busy box, where the request would
//! overlap the box. It must not lie in the *automatic* prohibited region either, where the request would leave the
//! machine.
//!
//! Two searches give the same answer. [`BusyList`] subtracts boxes from boxes, as the thesis does. [`MarkedBusyList`]
//! looks up the planes among all bases of free boxes.

mod marked;

pub use marked::MarkedBusyList;

use super::OutOfService;
use super::contiguous::BaseSearch;
use super::copying::{Workspace, clone_by_field};
use super::free_nodes::Change;
use crate::machine::{Block, Coordinates, Machine};
use std::rc::Rc;

/// The busy list and the search of the thesis: O(m^2) subtractions for m busy boxes, on machines of any size.
pub struct BusyList {
    machine: Rc<Machine>,
    /// By decreasing height, then oldest first.
    list: Vec<Listed>,
    /// Listed boxes and removed ones, by number. This is no `slab`: a number must stay readable, and a copy copies one
    /// array.
    blocks: Vec<Block>,
    unused: Vec<u32>,
    free: u32,
    scratch: Workspace<Scratch>,
}

clone_by_field!(BusyList { machine, list, blocks, unused, free, scratch });

/// The part of a busy box that most searches read.
#[derive(Clone, Copy)]
struct Listed {
    number: u32,
    /// The last coordinate of its end node.
    height: u32,
    /// The first coordinate of its right border plane; [`BEYOND`] if that is beyond the edge.
    right: u32,
    /// Its base and extent in the second dimension, if there is one.
    second: (u32, u32),
}

/// No coordinate.
const BEYOND: u32 = u32::MAX;

#[derive(Clone, Default)]
struct Scratch {
    prohibited: Vec<Block>,
    rest: Vec<Block>,
    next: Vec<Block>,
}

impl BusyList {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> BusyList {
        BusyList {
            machine: Rc::new(machine.clone()),
            list: Vec::new(),
            blocks: Vec::new(),
            unused: Vec::new(),
            free: machine.node_count(),
            scratch: Workspace::default(),
        }
    }

    /// The busy boxes in the order of the list, without the imaginary b0.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.list.iter().map(|listed| &self.blocks[listed.number as usize])
    }

    /// The last coordinate of a box's end node.
    fn height(&self, block: &Block) -> u32 {
        let last = block.base.len() - 1;
        let end = block.base[last] + block.extents[last] - 1;
        end.checked_sub(self.machine.extents()[last]).unwrap_or(end)
    }

    /// Adds a box behind those of its height.
    fn insert(&mut self, block: &Block) {
        let height = self.height(block);
        let place = self.list.partition_point(|other| other.height >= height);
        let number = self.unused.pop().unwrap_or(self.blocks.len() as u32);
        if number as usize == self.blocks.len() {
            self.blocks.push(*block);
        }
        self.blocks[number as usize] = *block;
        let right = self.right_of(block).unwrap_or(BEYOND);
        let second = if block.base.len() > 1 { (block.base[1], block.extents[1]) } else { (0, 1) };
        self.list.insert(place, Listed { number, height, right, second });
    }

    fn remove(&mut self, block: &Block) {
        let height = self.height(block);
        let first = self.list.partition_point(|other| other.height > height);
        // Two boxes never have the same base, except boxes that are never given back.
        let is_wanted = |other: &Listed| self.blocks[other.number as usize].base == block.base;
        let found = self.list[first..].iter().position(is_wanted);
        let place = first + found.expect("a box that was taken");
        self.unused.push(self.list.remove(place).number);
    }

    /// The bases on the machine from which a box of these extents would overlap `busy`. The result may wrap around.
    fn prohibited(&self, busy: &Block, extents: &Coordinates) -> Block {
        let mut region = *busy;
        for dimension in 0..extents.len() {
            let (low, reach) = (busy.base[dimension], extents[dimension] - 1);
            let length = self.machine.extents()[dimension];
            if !self.machine.rings()[dimension] {
                region.base[dimension] = low.saturating_sub(reach);
                region.extents[dimension] += low.min(reach);
            } else if busy.extents[dimension] + reach < length {
                region.base[dimension] = low.checked_sub(reach).unwrap_or_else(|| low + length - reach);
                region.extents[dimension] += reach;
            } else {
                region.base[dimension] = 0;
                region.extents[dimension] = length;
            }
        }
        region
    }

    /// The first coordinate of the right border plane of `busy`; `None` if that is beyond the edge.
    fn right_of(&self, busy: &Block) -> Option<u32> {
        let (right, length) = (busy.base[0] + busy.extents[0], self.machine.extents()[0]);
        match right.checked_sub(length) {
            None => Some(right),
            Some(around) => self.machine.rings()[0].then_some(around),
        }
    }

    /// The right border plane of `busy`, before the automatic prohibited regions are subtracted. It may wrap around.
    fn plane(&self, busy: &Block, extents: &Coordinates) -> Option<Block> {
        let mut plane = self.prohibited(busy, extents);
        plane.base[0] = self.right_of(busy)?;
        plane.extents[0] = 1;
        Some(plane)
    }

    /// The second coordinates of the right border plane of a box, each modulo 64 as a bit. Extra bits are possible.
    fn second_of_plane(&self, busy: &Listed, extents: &[u32]) -> u64 {
        let [_, length, ..] = *self.machine.extents() else { return u64::MAX };
        let (low, most) = (busy.second.0, busy.second.1 + extents[1] - 1);
        let first = low.checked_sub(extents[1] - 1);
        if most >= u64::BITS || most >= length {
            return u64::MAX;
        }
        let bits = |start: u32, count: u32| ((1 << count) - 1u64).rotate_left(start % u64::BITS);
        let Some(first) = first else {
            let before = extents[1] - 1 - low;
            // The plane lies around the ring; on a line there is none.
            return bits(0, most - before) | bits(length - before, before);
        };
        let inside = most.min(length - first);
        bits(first, inside) | bits(0, most - inside)
    }

    /// The right border plane of the imaginary b0.
    fn first_plane(&self) -> Block {
        let mut plane = Block::whole(&self.machine);
        plane.extents[0] = 1;
        plane
    }

    /// The bases outside the automatic prohibited region. `None` if the request is larger than the machine.
    fn admissible(&self, extents: &Coordinates) -> Option<Block> {
        let mut bases = Block::whole(&self.machine);
        for dimension in 0..extents.len() {
            let beyond = bases.extents[dimension].checked_sub(extents[dimension])?;
            if !self.machine.rings()[dimension] {
                bases.extents[dimension] = beyond + 1;
            }
        }
        Some(bases)
    }
}

impl BaseSearch for BusyList {
    fn free_processors(&self) -> u32 {
        self.free
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let admissible = self.admissible(extents)?;
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { prohibited, rest, next } = &mut *scratch;
        prohibited.clear();
        self.blocks().for_each(|busy| self.prohibited(busy, extents).unwrap_onto(&self.machine, prohibited));
        let planes = self.blocks().filter_map(|busy| self.plane(busy, extents));
        for plane in std::iter::once(self.first_plane()).chain(planes) {
            next.clear();
            plane.unwrap_onto(&self.machine, next);
            rest.clear();
            rest.extend(next.iter().filter_map(|piece| piece.intersection(&admissible)));
            for region in &*prohibited {
                if rest.is_empty() {
                    break;
                }
                next.clear();
                rest.iter().for_each(|piece| piece.subtract(region, next));
                std::mem::swap(rest, next);
            }
            if let Some(base) = rest.iter().map(|piece| piece.base).min() {
                return Some(Block { base, extents: *extents });
            }
        }
        None
    }

    fn limits(&self) -> &[u32] {
        self.machine.extents()
    }

    /// Every box becomes an entry of the list, older than any job's. Only these boxes may overlap, so their nodes are
    /// counted.
    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        for one in down.boxes() {
            self.insert(one);
        }
        self.free -= down.nodes().len() as u32;
        true
    }

    /// The order of the list is that of the allocations.
    fn has_history(&self) -> bool {
        true
    }

    fn change(&mut self, block: &Block, change: Change) {
        if change == Change::Take {
            self.free -= block.volume();
            self.insert(block);
        } else {
            self.remove(block);
            self.free += block.volume();
        }
    }
}

#[cfg(test)]
mod tests;
