//! `flat`: any free processors; the fully connected reference (Mao 2005 section 1).

use crate::allocation::entry::{Entry, Reading};
use crate::allocation::{Allocation, Allocator, Blocks, Effort, Family, OutOfService};
use crate::machine::Machine;
use crate::workload::Request;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "flat",
    title: "Any free nodes",
    family: Family::Reference,
    effort: Effort::Counting,
    examples: &["flat"],
    summary: "Any free processors, wherever they are, as if the machine were fully connected. The reference that no \
              topology can beat.",
    source: "Mao 2005, section 1",
    colour: 2,
    read: |arguments| Reading::without_arguments(arguments, |setting| Ok(Flat::new(setting.machine))),
    ..Entry::COMMON
}];

/// A machine where processors have no place: a count of the free ones. Every operation is O(1).
#[derive(Clone)]
pub struct Flat {
    free: u32,
}

impl Flat {
    /// All processors of `machine`, free.
    pub fn new(machine: &Machine) -> Flat {
        Flat::with_free(machine.node_count())
    }

    /// This many processors, free: a machine on which only their number counts.
    pub fn with_free(processors: u32) -> Flat {
        Flat { free: processors }
    }
}

impl Allocator for Flat {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.free
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        self.free = self.free.checked_sub(request.processors)?;
        Some(Allocation { processors: request.processors, blocks: Blocks::none(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        self.free += allocation.processors;
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.free -= down.nodes().len() as u32;
        true
    }
}
