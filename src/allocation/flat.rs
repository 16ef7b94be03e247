//! `flat`: any free processors, the fully connected yardstick (Mao 2005 section 1).

use super::{Allocation, Strategy};
use crate::machine::Machine;
use crate::workload::Request;

/// A machine whose processors have no place: a count of the free ones. Every operation is O(1).
#[derive(Clone)]
pub struct Flat {
    free: u32,
}

impl Flat {
    /// All processors of `machine`, free.
    pub fn new(machine: &Machine) -> Flat {
        Flat { free: machine.node_count() }
    }
}

impl Strategy for Flat {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.free
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        self.free = self.free.checked_sub(request.processors)?;
        Some(Allocation { processors: request.processors, blocks: Vec::new(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        self.free += allocation.processors;
    }
}
