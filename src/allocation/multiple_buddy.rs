//! `mbs`: the multiple buddy strategy (Thesis 2008 section 2.2.2 and appendix A).
//!
//! A job gets squares whose sizes are the digits of its processors in base 4: exactly what it asked for, in few blocks.

use super::buddies::{Buddies, Buddy};
use super::{Allocation, Strategy, plane};
use crate::machine::{Block, Machine};
use crate::workload::Request;

/// The state of a plane under `mbs`. Wrap-around links are not used.
///
/// Allocating and releasing cost O(levels) per block.
pub struct MultipleBuddy {
    buddies: Buddies,
}

impl Clone for MultipleBuddy {
    fn clone(&self) -> MultipleBuddy {
        MultipleBuddy { buddies: self.buddies.clone() }
    }

    fn clone_from(&mut self, other: &MultipleBuddy) {
        self.buddies.clone_from(&other.buddies);
    }
}

impl MultipleBuddy {
    /// The machine, free; fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<MultipleBuddy, String> {
        Ok(MultipleBuddy { buddies: Buddies::new(plane::sides(machine, "mbs", "gabl")?) })
    }
}

/// Squares of exactly this many processors in all, largest first; nothing changes where fewer are free.
///
/// A digit of the number in base 4 that no free buddy can serve becomes four of the next smaller size. So every number
/// up to that of the free nodes can be served.
pub(super) fn take_digits(buddies: &mut Buddies, processors: u32) -> Option<Vec<Block>> {
    if processors > buddies.free() {
        return None;
    }
    let mut blocks = Vec::new();
    let mut rest = processors;
    for level in (0..buddies.levels()).rev() {
        // What the larger sizes could not serve is still part of the rest.
        for _ in 0..rest >> (2 * level) {
            let Some(buddy) = buddies.smallest(level) else { break };
            buddies.take(buddy);
            rest -= buddy.volume();
            blocks.push(buddy.block());
        }
    }
    Some(blocks)
}

impl Strategy for MultipleBuddy {
    fn free_processors(&self) -> u32 {
        self.buddies.free()
    }

    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let blocks = take_digits(&mut self.buddies, request.processors)?;
        Some(Allocation { processors: request.processors, blocks, ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        for block in &allocation.blocks {
            self.buddies.give_back(Buddy::of(block));
        }
    }
}
