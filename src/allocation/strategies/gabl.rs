//! `gabl`: the greedy available busy list (Thesis 2008 chapter 4), in any number of dimensions.
//!
//! A job that fits in one piece gets one, as under `tbl`. Otherwise the longest side of its shape is shortened until a
//! box has room and is no larger than what is still missing. This is repeated for the rest. Single nodes come last, so
//! a request fits whenever enough processors are free.
//!
//! Step 6 of figure 4.4 goes back to step 5 if there is no room, which would try the same shape for ever. Here it goes
//! to step 4, as the text around the figure says.

use crate::allocation::busy_list::MarkedBusyList;
use crate::allocation::contiguous::{BaseSearch, place_rotated};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::orientations::Rotation;
use crate::allocation::{Allocation, Allocator, Effort, Family, OutOfService};
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "gabl",
    title: "Greedy boxes",
    family: Family::NonContiguous,
    effort: Effort::Pieces,
    examples: &["gabl"],
    summary: "The whole shape where tbl finds room for it; else the largest boxes for which there is room, by taking one \
              off the longest side again and again. Jobs get few large boxes, as close together as the free ones are.",
    source: "Thesis 2008, chapter 4",
    colour: 4,
    wants_extents: true,
    read: |arguments| Reading::without_arguments(arguments, |setting| Ok(Gabl::new(setting.machine))),
    ..Entry::COMMON
}];

/// A machine under `gabl`. Allocating costs a search of the free nodes for each orientation of each tried shape.
/// Releasing costs O(m) for each box of the job, with m boxes in the list.
pub struct Gabl {
    busy: MarkedBusyList,
    placements_tried: u64,
}

clone_by_field!(Gabl { busy, placements_tried });

impl Gabl {
    /// All of `machine`, free.
    pub fn new(machine: &Machine) -> Gabl {
        Gabl { busy: MarkedBusyList::new(machine), placements_tried: 0 }
    }

    /// Takes a box of these extents, in any orientation.
    fn take_box(&mut self, extents: &Coordinates) -> Option<Block> {
        let block = place_rotated(&self.busy, extents, Rotation::Tried)?;
        self.busy.take(&block);
        Some(block)
    }
}

/// The shapes of one job's boxes.
struct Shapes {
    shape: Coordinates,
    /// The following shapes, smallest first, once they have been listed.
    shorter: Vec<Coordinates>,
}

impl Shapes {
    /// Advances to the next shape.
    fn shorten(&mut self) {
        self.list();
        self.shape = self.shorter.pop().expect("a single node has room");
    }

    /// Advances to the first shorter shape that has room, a single node at the latest. Returns how many shapes are
    /// skipped.
    ///
    /// Each shape contains the next. So all shapes behind the first one with room have room too, and a binary search
    /// works.
    fn shorten_until_free(&mut self, busy: &MarkedBusyList) -> u64 {
        self.list();
        let free = busy.free_nodes();
        let roomy = self.shorter[1..].partition_point(|shape| free.has_rotated(shape, Rotation::Tried));
        let passed_over = self.shorter.len() - 1 - roomy;
        self.shorter.truncate(roomy + 1);
        self.shorten();
        passed_over as u64
    }

    fn list(&mut self) {
        if self.shorter.is_empty() {
            self.shorter.extend(std::iter::successors(shorter(&self.shape), shorter));
            self.shorter.reverse();
        }
    }
}

/// Shortens the longest side by one, ties to the lowest dimension (step 4). A single node cannot be shortened.
fn shorter(extents: &Coordinates) -> Option<Coordinates> {
    let mut extents = *extents;
    let longest = (0..extents.len()).rev().max_by_key(|&dimension| extents[dimension])?;
    extents[longest] -= 1;
    (extents[longest] > 0).then_some(extents)
}

impl Allocator for Gabl {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.busy.free_processors()
    }

    /// Keeps the shape, because it is tried in one piece first.
    fn effective(&self, request: &Request) -> Request {
        *request
    }

    /// A request without a shape is larger than the machine.
    fn fits(&self, request: &Request) -> bool {
        request.extents.is_some() && request.processors <= self.free_processors()
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let extents = request.extents.filter(|_| self.fits(request))?;
        let (mut blocks, mut missing) = (Vec::new(), request.processors);
        let mut shapes = Shapes { shape: extents, shorter: Vec::new() };
        while missing > 0 {
            let volume: u32 = shapes.shape.iter().product();
            if missing < volume {
                shapes.shorten();
                continue;
            }
            self.placements_tried += 1;
            match self.take_box(&shapes.shape) {
                Some(block) => {
                    blocks.push(block);
                    missing -= volume;
                }
                None => self.placements_tried += shapes.shorten_until_free(&self.busy),
            }
        }
        Some(Allocation { processors: request.processors, blocks: blocks.into(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.listed().iter().for_each(|block| self.busy.give(block));
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.busy.take_out_of_service(down)
    }

    fn placements_tried(&self) -> u64 {
        self.placements_tried
    }
}

#[cfg(test)]
mod tests;
