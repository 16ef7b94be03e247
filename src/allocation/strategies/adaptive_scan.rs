//! `as`: adaptive scan (Thesis 2008 section 2.2.1): every frame row by row, in either orientation.
//!
//! Within a row of frames, the original jumps past the right edge of the allocated block that overlaps the frame. Every
//! skipped frame overlaps that block too. So it finds the same frame as a scan of every frame; the search here is over
//! all frames at once.

use crate::allocation::contiguous::{BaseSearch, Contiguous};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::free_nodes::FreeNodes;
use crate::allocation::orientations::Rotation;
use crate::allocation::plane::{self, exchange, transpose};
use crate::allocation::{Effort, Family, Requirement};
use crate::machine::{Block, Coordinates, Machine};

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "as",
    title: "Adaptive scan",
    family: Family::Contiguous,
    effort: Effort::Search,
    examples: &["as"],
    summary: "Adaptive scan: the first free sub-mesh row by row, as asked for or else turned by a quarter. Finds one \
              wherever there is one, wrap-around links aside.",
    source: "Thesis 2008, section 2.2.1",
    colour: 11,
    wants_extents: true,
    instead: "tff",
    read: |arguments| {
        Reading::without_arguments(arguments, |setting| {
            Ok(Contiguous::new(AdaptiveScan::new(setting.machine)?, Rotation::Tried))
        })
    },
    ..Entry::COMMON
}];

/// The state of a plane under `as`. Wrap-around links are not used.
///
/// Placing costs what [`FreeNodes::first_base`] does.
pub struct AdaptiveScan {
    /// With x and y exchanged, because frames are scanned row by row.
    rows: FreeNodes,
    sides: [u32; 2],
}

clone_by_field!(AdaptiveScan { rows, sides });

impl AdaptiveScan {
    /// The machine, free. Fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<AdaptiveScan, Requirement> {
        let sides = plane::sides(machine)?;
        Ok(AdaptiveScan { rows: plane::free_rows(sides), sides })
    }

    /// The free nodes row by row, with x and y exchanged.
    pub(super) fn rows(&self) -> &FreeNodes {
        &self.rows
    }
}

impl BaseSearch for AdaptiveScan {
    fn free_processors(&self) -> u32 {
        self.rows.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let base = self.rows.first_base(&exchange(extents))?;
        Some(Block { base: exchange(&base), extents: *extents })
    }

    fn limits(&self) -> &[u32] {
        &self.sides
    }

    fn whole_state(&mut self) -> Option<&mut FreeNodes> {
        Some(&mut self.rows)
    }

    fn take(&mut self, block: &Block) {
        self.rows.take(&transpose(block));
    }

    fn give(&mut self, block: &Block) {
        self.rows.give(&transpose(block));
    }
}
