//! `fs`: frame sliding (Thesis 2008 section 2.2.1): frames side by side from the first free node on.
//!
//! Frames do not overlap, so that few are looked at; a free sub-mesh between them goes unseen.

use super::free_nodes::FreeNodes;
use super::plane::{self, exchange, transpose};
use super::{Allocation, Strategy};
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;

/// The state of a plane under `fs`. Wrap-around links are not used.
///
/// Allocating costs what [`FreeNodes::first_base`] does, and a glance at each base of a free sub-mesh.
pub struct FrameSliding {
    /// With x and y exchanged, because frames slide row by row.
    rows: FreeNodes,
    width: u32,
    length: u32,
}

impl Clone for FrameSliding {
    fn clone(&self) -> FrameSliding {
        FrameSliding { rows: self.rows.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &FrameSliding) {
        self.rows.clone_from(&other.rows);
    }
}

impl FrameSliding {
    /// The machine, free; fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<FrameSliding, String> {
        let [width, length] = plane::sides(machine, "fs", "ff")?;
        Ok(FrameSliding { rows: plane::free_rows([width, length]), width, length })
    }

    /// The first free frame, x and y exchanged.
    ///
    /// The first frame starts at the first free node where one has room, and all others lie whole frames away from it.
    /// No free sub-mesh starts before that node.
    fn find(&self, request: &Request) -> Option<Block> {
        let extents = exchange(&request.extents?);
        let [length, width] = [extents[0], extents[1]];
        let bases = self.rows.bases(&extents)?;
        let place = |node| [node / self.width, node % self.width];
        let room = |&[row, column]: &[u32; 2]| row + length <= self.length && column + width <= self.width;
        let [first_row, first_column] = self.rows.iter().map(place).find(room)?;
        let in_step =
            |&[row, column]: &[u32; 2]| (row - first_row) % length == 0 && column % width == first_column % width;
        let base = bases.iter().map(place).find(in_step)?;
        Some(Block { base: Coordinates::new(&base), extents })
    }
}

impl Strategy for FrameSliding {
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
        let frame = self.find(request)?;
        self.rows.take(&frame);
        Some(Allocation { processors: frame.volume(), blocks: vec![transpose(&frame)], ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        for block in &allocation.blocks {
            self.rows.give(&transpose(block));
        }
    }
}
