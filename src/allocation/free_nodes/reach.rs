//! The maximal length of free boxes that share a node with a given free box.

use super::layout::Layout;
use crate::allocation::free_set::has;
use crate::machine::{Block, Coordinates};
use std::ops::ControlFlow;

impl Layout {
    /// By dimension, the longest row without a gap that contains a row of the free `block`. No free box that shares a
    /// node with the block is longer. Cost: a look at the free nodes before and behind each row of the block.
    pub(super) fn reach_of(&self, words: &[u64], block: &Block) -> Coordinates {
        let mut reach = block.extents;
        for dimension in 0..reach.len() {
            let length = self.extents()[dimension];
            let mut face = *block;
            face.extents[dimension] = 1;
            let _ = self.runs(&face, &mut |run| {
                for node in run {
                    let row = self.free_row(words, node, dimension, block.extents[dimension]);
                    reach[dimension] = reach[dimension].max(row);
                    if reach[dimension] == length {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
        }
        reach
    }

    /// The number of free nodes in the row along `dimension` that contains `extent` free ones from `node` on.
    fn free_row(&self, words: &[u64], node: u32, dimension: usize, extent: u32) -> u32 {
        let (length, stride) = (self.extents()[dimension], self.strides()[dimension]);
        let first = node / stride % length;
        let start = node - first * stride;
        let is_free = |x: u32| has(words, start + (if x < length { x } else { x - length }) * stride);
        let others = length - extent;
        let (most_ahead, most_behind) =
            if self.rings()[dimension] { (others, others) } else { (others - first, first) };
        let ahead = (0..most_ahead).take_while(|steps| is_free(first + extent + steps)).count() as u32;
        let most_behind = most_behind.min(others - ahead);
        let behind = (0..most_behind).take_while(|steps| is_free(first + length - 1 - steps)).count() as u32;
        extent + ahead + behind
    }
}
