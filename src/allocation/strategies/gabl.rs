//! `gabl`: the greedy available busy list (Thesis 2008 chapter 4), in any number of dimensions.
//!
//! A job that fits in one piece gets one, as under `tbl`. Otherwise the longest side of its shape is shortened until there
//! is room for a box that is no larger than what is still missing; then for another one like it, and so on. Single nodes
//! come last, so that a request fits whenever enough processors are free.
//!
//! Step 6 of figure 4.4 goes back to step 5 when there is no room, which would try the same shape for ever; here it goes
//! to step 4, as the text around the figure has it.

use crate::allocation::busy_list::MarkedBusyList;
use crate::allocation::contiguous::{BaseSearch, place_turned};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::orientations::Rotation;
use crate::allocation::{Allocation, Effort, Family, OutOfService, Strategy};
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "gabl",
    family: Family::NonContiguous,
    effort: Effort::Pieces,
    arguments: "",
    examples: &["gabl"],
    summary: "The whole shape where tbl finds room for it; else the largest boxes for which there is room, by taking one \
              off the longest side again and again. Jobs get few large boxes, as close together as the free ones are.",
    source: "Thesis 2008, chapter 4",
    colour: 4,
    wants_extents: true,
    rounds_to_powers_of_two: false,
    has_own_units: false,
    instead: "",
    read: |arguments| Reading::without_arguments(arguments, |setting| Ok(Gabl::new(setting.machine))),
}];

/// A machine under `gabl`. Allocating costs a search of the free nodes for each orientation of each shape that is tried; releasing
/// O(m) for each box of the job and m boxes in the list.
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

    /// Takes a box of these extents, turned if need be.
    fn take_box(&mut self, extents: &Coordinates) -> Option<Block> {
        let block = place_turned(&self.busy, extents, Rotation::Tried)?;
        self.busy.take(&block);
        Some(block)
    }
}

/// Takes one off the longest side, ties to the lowest dimension (step 4).
fn shorten(extents: &mut Coordinates) {
    let longest = (0..extents.len()).rev().max_by_key(|&dimension| extents[dimension]);
    extents[longest.expect("a shape has dimensions")] -= 1;
}

impl Strategy for Gabl {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.busy.free_processors()
    }

    /// The shape matters, for it is tried in one piece first.
    fn effective(&self, request: &Request) -> Request {
        *request
    }

    /// A request without a shape is larger than the machine.
    fn fits(&self, request: &Request) -> bool {
        request.extents.is_some() && request.processors <= self.free_processors()
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let mut extents = request.extents.filter(|_| self.fits(request))?;
        let (mut blocks, mut missing) = (Vec::new(), request.processors);
        while missing > 0 {
            let volume: u32 = extents.iter().product();
            while missing >= volume {
                self.placements_tried += 1;
                let Some(block) = self.take_box(&extents) else { break };
                blocks.push(block);
                missing -= volume;
            }
            shorten(&mut extents);
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
