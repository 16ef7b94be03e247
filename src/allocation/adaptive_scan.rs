//! `as`: adaptive scan (Thesis 2008 section 2.2.1): every frame row by row, in either orientation.
//!
//! The original jumps, within a row of frames, past the right edge of the allocated block that is in the way. Every
//! frame it jumps over meets that block too, so that it finds just what a scan of every frame finds; the search here is
//! over all frames at once.

use super::contiguous::Placement;
use super::free_nodes::FreeNodes;
use super::plane::{self, exchange, transpose};
use crate::machine::{Block, Coordinates, Machine};

/// The state of a plane under `as`. Wrap-around links are not used.
///
/// Placing costs what [`FreeNodes::first_base`] does.
pub struct AdaptiveScan {
    /// With x and y exchanged, because frames are scanned row by row.
    rows: FreeNodes,
}

impl Clone for AdaptiveScan {
    fn clone(&self) -> AdaptiveScan {
        AdaptiveScan { rows: self.rows.clone() }
    }

    fn clone_from(&mut self, other: &AdaptiveScan) {
        self.rows.clone_from(&other.rows);
    }
}

impl AdaptiveScan {
    /// The machine, free; fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<AdaptiveScan, String> {
        Ok(AdaptiveScan { rows: plane::free_rows(plane::sides(machine, "as", "tff")?) })
    }

    /// The free nodes, x and y exchanged: row by row.
    pub(super) fn rows(&self) -> &FreeNodes {
        &self.rows
    }
}

impl Placement for AdaptiveScan {
    fn free_processors(&self) -> u32 {
        self.rows.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let base = self.rows.first_base(&exchange(extents))?;
        Some(Block { base: exchange(&base), extents: *extents })
    }

    fn take(&mut self, block: &Block) {
        self.rows.take(&transpose(block));
    }

    fn give(&mut self, block: &Block) {
        self.rows.give(&transpose(block));
    }
}
