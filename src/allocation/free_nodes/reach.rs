//! How far boxes can reach that have a node of a given free one.

use super::has;
use super::layout::Layout;
use crate::machine::{Block, Coordinates};
use std::ops::ControlFlow;

/// How far beyond a free box the free nodes go on without a gap, by dimension. A free box with a node of it reaches no further.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The most nodes that follow on its low side, on its high side, and that are in a row with nodes of it; all of the ring
    /// where that is free all around.
    pub behind: Coordinates,
    pub ahead: Coordinates,
    pub row: Coordinates,
}

impl Reach {
    /// Whether a box of these extents can have a node of it.
    pub fn admits(&self, extents: &[u32]) -> bool {
        extents.iter().zip(self.row.iter()).all(|(extent, row)| extent <= row)
    }
}

impl Layout {
    /// The reach of a free box. Cost: its rows in each dimension, with the nodes by which they go on.
    pub(super) fn reach_of(&self, words: &[u64], block: &Block) -> Reach {
        let none = Coordinates::splat(0, block.extents.len());
        let mut reach = Reach { behind: none, ahead: none, row: block.extents };
        for dimension in 0..block.extents.len() {
            let length = self.extents()[dimension];
            let mut face = *block;
            face.extents[dimension] = 1;
            self.runs(&face, &mut |start, count| {
                for node in start..start + count {
                    let (behind, ahead) = self.beyond(words, block, dimension, node);
                    let row = (behind + block.extents[dimension] + ahead).min(length);
                    reach.behind[dimension] = reach.behind[dimension].max(behind);
                    reach.ahead[dimension] = reach.ahead[dimension].max(ahead);
                    reach.row[dimension] = reach.row[dimension].max(row);
                }
                // Nothing reaches further.
                let all = reach.behind[dimension] == length;
                if all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        reach
    }

    /// How many free nodes follow on either side of `block` on the line along a dimension that has this node, one of the first
    /// there. Where a ring is free all around, all of it on both sides.
    fn beyond(&self, words: &[u64], block: &Block, dimension: usize, node: u32) -> (u32, u32) {
        let (length, stride, ring) = (self.extents()[dimension], self.strides()[dimension], self.rings()[dimension]);
        let (first, extent) = (block.base[dimension], block.extents[dimension]);
        let line = node - first * stride;
        let is_free = |x: &u32| has(words, line + x * stride);
        let end = first + extent;
        let ahead = (end..length).chain(if ring { end.saturating_sub(length)..first } else { 0..0 });
        let ahead = ahead.take_while(is_free).count() as u32;
        if ring && extent + ahead == length {
            return (length, length);
        }
        let behind = (0..first).rev().chain((end..if ring { length } else { 0 }).rev());
        (behind.take_while(is_free).count() as u32, ahead)
    }
}
