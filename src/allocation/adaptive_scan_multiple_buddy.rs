//! `as-mb`: adaptive scan, and where that fails the multiple buddy strategy (Thesis 2008 section 2.2.2).

use super::adaptive_scan::AdaptiveScan;
use super::buddies::Buddies;
use super::contiguous::{Placement, place_turned};
use super::multiple_buddy::take_digits;
use super::orientations::Rotation;
use super::{Allocation, Strategy, plane};
use crate::machine::Machine;
use crate::workload::Request;

/// The state of a plane under `as-mb`. Wrap-around links are not used.
///
/// The scan takes the whole shape, the buddies exactly the processors asked for. So a request fits exactly when that
/// many processors are free, but what it then leaves is not a matter of counting.
///
/// Allocating costs what it does under `as`; where that fails, also a look at every node, and what it does under `mbs`.
pub struct AdaptiveScanMultipleBuddy {
    scan: AdaptiveScan,
    /// The buddies among the free nodes, found anew whenever they are needed. Not part of the value.
    buddies: Buddies,
}

impl Clone for AdaptiveScanMultipleBuddy {
    fn clone(&self) -> AdaptiveScanMultipleBuddy {
        AdaptiveScanMultipleBuddy { scan: self.scan.clone(), buddies: self.buddies.clone() }
    }

    fn clone_from(&mut self, other: &AdaptiveScanMultipleBuddy) {
        self.scan.clone_from(&other.scan);
    }
}

impl AdaptiveScanMultipleBuddy {
    /// The machine, free; fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<AdaptiveScanMultipleBuddy, String> {
        let sides = plane::sides(machine, "as-mb", "gabl")?;
        Ok(AdaptiveScanMultipleBuddy { scan: AdaptiveScan::new(machine)?, buddies: Buddies::new(sides) })
    }
}

impl Strategy for AdaptiveScanMultipleBuddy {
    fn free_processors(&self) -> u32 {
        self.scan.free_processors()
    }

    /// The shape matters, for it is tried in one piece first.
    fn effective(&self, request: &Request) -> Request {
        *request
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let turned = |extents| place_turned(&self.scan, &extents, Rotation::Tried);
        if let Some(block) = request.extents.and_then(turned) {
            self.scan.take(&block);
            return Some(Allocation { processors: block.volume(), blocks: vec![block], ticket: 0 });
        }
        self.buddies.fill(self.scan.rows());
        let blocks = take_digits(&mut self.buddies, request.processors)?;
        blocks.iter().for_each(|block| self.scan.take(block));
        Some(Allocation { processors: request.processors, blocks, ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.iter().for_each(|block| self.scan.give(block));
    }
}
