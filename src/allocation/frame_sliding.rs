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
/// Allocating looks at O(nodes / volume) frames, each at the cost of its length.
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
        Ok(FrameSliding { rows: plane::free_rows(machine), width, length })
    }

    /// The first free frame, x and y exchanged.
    ///
    /// The first frame starts at the first free node where one has room; all others lie whole frames away from it,
    /// those of the same row to its right. (Frames to its left need not be left out: their first nodes are busy.)
    fn find(&self, request: &Request) -> Option<Block> {
        let extents = exchange(&request.extents?);
        let [length, width] = [extents[0], extents[1]];
        let (last_row, last_column) = (self.length.checked_sub(length)?, self.width.checked_sub(width)?);
        let mut nodes = self.rows.iter().map(|node| (node / self.width, node % self.width));
        let (row, column) = nodes.find(|&(row, column)| row <= last_row && column <= last_column)?;
        (row..=last_row)
            .step_by(length as usize)
            .flat_map(|row| (column % width..=last_column).step_by(width as usize).map(move |column| [row, column]))
            .map(|base| Block { base: Coordinates::new(&base), extents })
            .find(|frame| self.rows.is_box_free(frame))
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
