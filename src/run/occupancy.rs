//! The free nodes during a run, and the largest free box.

use crate::allocation::free_nodes::{FreeNodes, WrapAround};
use crate::machine::{Block, Coordinates, Machine};
use crate::scheduling::{Event, Observer};

/// The free nodes of a machine, around its rings. All nodes stay free if jobs have no places.
pub struct Occupancy {
    free: FreeNodes,
    /// The extents of the largest free box, if they have been searched for since the last change.
    largest: Option<Option<Coordinates>>,
}

impl Occupancy {
    /// An empty machine.
    pub fn new(machine: &Machine) -> Occupancy {
        Occupancy { free: FreeNodes::new(machine, WrapAround::Followed), largest: None }
    }

    /// The same machine without these boxes of nodes, which may overlap.
    pub fn without(mut self, machine: &Machine, down: &[Block]) -> Occupancy {
        for node in down.iter().flat_map(|block| block.nodes(machine)) {
            if self.free.is_free(node) {
                self.free.take_node(node);
            }
        }
        self
    }

    /// The free nodes.
    pub fn free_nodes(&self) -> &FreeNodes {
        &self.free
    }

    /// The extents of the largest free box ([`FreeNodes::largest_box`]), searched once per state; none on a full
    /// machine.
    pub fn largest(&mut self) -> Option<Coordinates> {
        let free = &self.free;
        *self.largest.get_or_insert_with(|| free.largest_box().map(|found| found.extents))
    }
}

impl Observer for Occupancy {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { allocation, .. } => allocation.blocks.iter().for_each(|block| self.free.take(&block)),
            Event::Ended { allocation, .. } => allocation.blocks.iter().for_each(|block| self.free.give(&block)),
            _ => return,
        }
        self.largest = None;
    }
}
