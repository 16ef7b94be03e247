//! `mbs`: the multiple buddy strategy (Thesis 2008 section 2.2.2 and appendix A).
//!
//! A job gets squares; their sizes are the digits of its processors in base 4. It gets exactly what it asked for, in
//! few blocks.

use crate::allocation::buddies::{Buddies, Buddy};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::{Allocation, Allocator, Effort, Family, Requirement, plane};
use crate::machine::Machine;
use crate::workload::Request;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "mbs",
    title: "Multiple buddies",
    family: Family::NonContiguous,
    effort: Effort::Lists,
    examples: &["mbs"],
    summary: "Multiple buddy strategy: squares with sizes that are the digits of the processor count in base 4, smaller ones \
              where large ones are taken. Never wastes a processor and never waits while enough are free.",
    source: "Thesis 2008, section 2.2.2 and appendix A",
    colour: 6,
    instead: "gabl",
    read: |arguments| Reading::without_arguments(arguments, |setting| MultipleBuddy::new(setting.machine)),
    ..Entry::COMMON
}];

/// The state of a plane under `mbs`. Wrap-around links are not used.
///
/// Allocating and releasing cost O(levels) per block.
pub struct MultipleBuddy {
    buddies: Buddies,
}

clone_by_field!(MultipleBuddy { buddies });

impl MultipleBuddy {
    /// The machine, free. Fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<MultipleBuddy, Requirement> {
        Ok(MultipleBuddy { buddies: Buddies::new(plane::sides(machine)?) })
    }
}

impl Allocator for MultipleBuddy {
    fn free_processors(&self) -> u32 {
        self.buddies.free()
    }

    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let blocks = self.buddies.take_digits(request.processors)?.into();
        Some(Allocation { processors: request.processors, blocks, ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        for block in allocation.blocks.listed() {
            self.buddies.give_back(Buddy::of(block));
        }
    }
}
