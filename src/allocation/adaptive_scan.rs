//! `as`: adaptive scan (Thesis 2008 section 2.2.1): every frame row by row, in either orientation.
//!
//! The original jumps, within a row of frames, past the right edge of the allocated block that is in the way. Every
//! frame it jumps over meets that block too, so that it finds just what a scan of every frame finds; the search here is
//! over all frames at once.

use super::free_nodes::FreeNodes;
use super::plane::{self, exchange, transpose};
use super::{Allocation, Strategy};
use crate::machine::{Block, Machine};
use crate::workload::Request;

/// The state of a plane under `as`. Wrap-around links are not used.
///
/// Allocating costs what [`FreeNodes::first_base`] does, at most twice.
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

    /// The first free frame in the orientation asked for, else in the other one.
    pub(super) fn find(&self, request: &Request) -> Option<Block> {
        let asked = request.extents?;
        let turned = exchange(&asked);
        // The set of nodes has x and y exchanged, hence so have the frames sought in it.
        [turned, asked].into_iter().find_map(|extents| {
            let base = self.rows.first_base(&extents)?;
            Some(transpose(&Block { base, extents }))
        })
    }

    /// The free nodes, x and y exchanged: row by row.
    pub(super) fn rows(&self) -> &FreeNodes {
        &self.rows
    }

    /// Takes a block of free nodes.
    pub(super) fn take(&mut self, block: &Block) {
        self.rows.take(&transpose(block));
    }
}

impl Strategy for AdaptiveScan {
    fn free_processors(&self) -> u32 {
        self.rows.count()
    }

    fn effective(&self, request: &Request) -> Request {
        request.whole_shape()
    }

    fn fits(&self, request: &Request) -> bool {
        self.find(request).is_some()
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let block = self.find(request)?;
        self.take(&block);
        Some(Allocation { processors: block.volume(), blocks: vec![block], ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.iter().for_each(|block| self.rows.give(&transpose(block)));
    }
}
