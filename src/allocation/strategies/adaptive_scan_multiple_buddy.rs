//! `as-mb`: adaptive scan; if that fails, the multiple buddy strategy (Thesis 2008 section 2.2.2).

use super::row_scan::RowScan;
use crate::allocation::buddies::Buddies;
use crate::allocation::contiguous::{BaseSearch, place_rotated};
use crate::allocation::copying::{Workspace, clone_by_field};
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::orientations::Rotation;
use crate::allocation::{Allocation, Allocator, Effort, Family, Requirement, plane};
use crate::machine::Machine;
use crate::workload::Request;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "as-mb",
    title: "Adaptive scan, buddies",
    family: Family::NonContiguous,
    effort: Effort::Pieces,
    examples: &["as-mb"],
    summary: "Adaptive scan and multiple buddy: one sub-mesh where the scan finds one, else the squares of mbs among the \
              nodes that are free. Contiguous when it can be, and never waiting while enough processors are free.",
    source: "Thesis 2008, section 2.2.2",
    colour: 8,
    wants_extents: true,
    instead: "gabl",
    read: |arguments| Reading::without_arguments(arguments, |setting| AdaptiveScanMultipleBuddy::new(setting.machine)),
    ..Entry::COMMON
}];

/// The state of a plane under `as-mb`. Wrap-around links are not used.
///
/// The scan takes the whole shape, the buddies exactly the requested processors. So a request fits exactly if that many
/// processors are free. But the remaining processors do not follow from a count.
///
/// Allocating costs the same as under `as`. If that fails, it also costs a look at every node and the same as under
/// `mbs`.
pub struct AdaptiveScanMultipleBuddy {
    scan: RowScan,
    /// The buddies among the free nodes, computed again for each use.
    buddies: Workspace<Buddies>,
}

clone_by_field!(AdaptiveScanMultipleBuddy { scan, buddies });

impl AdaptiveScanMultipleBuddy {
    /// The machine, free. Fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<AdaptiveScanMultipleBuddy, Requirement> {
        let buddies = Workspace::new(Buddies::new(plane::sides(machine)?));
        Ok(AdaptiveScanMultipleBuddy { scan: RowScan::new(machine)?, buddies })
    }
}

impl Allocator for AdaptiveScanMultipleBuddy {
    fn free_processors(&self) -> u32 {
        self.scan.free_processors()
    }

    /// Keeps the shape, because it is tried in one piece first.
    fn effective(&self, request: &Request) -> Request {
        *request
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let rotated = |extents| place_rotated(&self.scan, &extents, Rotation::Tried);
        if let Some(block) = request.extents.and_then(rotated) {
            self.scan.take(&block);
            return Some(Allocation { processors: block.volume(), blocks: vec![block].into(), ticket: 0 });
        }
        let buddies = self.buddies.get_mut();
        buddies.fill(self.scan.rows());
        let blocks = buddies.take_digits(request.processors)?;
        blocks.iter().for_each(|block| self.scan.take(block));
        Some(Allocation { processors: request.processors, blocks: blocks.into(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.listed().iter().for_each(|block| self.scan.give(block));
    }
}
