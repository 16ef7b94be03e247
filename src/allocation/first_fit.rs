//! `ff` and `tff`: the lexicographically first free box (Thesis 2008 section 2.2.1).

use super::contiguous::Placement;
use super::free_nodes::{FreeNodes, Links};
use crate::machine::{Block, Coordinates, Machine};

/// First fit on the set of free nodes; on a ring a box may wrap around.
pub struct FirstFit {
    free: FreeNodes,
}

impl FirstFit {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> FirstFit {
        FirstFit { free: FreeNodes::new(machine, Links::Followed) }
    }
}

impl Clone for FirstFit {
    fn clone(&self) -> FirstFit {
        FirstFit { free: self.free.clone() }
    }

    fn clone_from(&mut self, other: &FirstFit) {
        self.free.clone_from(&other.free);
    }
}

impl Placement for FirstFit {
    fn free_processors(&self) -> u32 {
        self.free.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        self.free.first_base(extents).map(|base| Block { base, extents: *extents })
    }

    fn take(&mut self, block: &Block) {
        self.free.take(block);
    }

    fn give(&mut self, block: &Block) {
        self.free.give(block);
    }
}
