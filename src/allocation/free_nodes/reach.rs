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
    /// The reach of a free box. Cost: for its rows in each dimension a look at two nodes, and at all by which those go on that
    /// go on further than the others before.
    pub(super) fn reach_of(&self, words: &[u64], block: &Block) -> Reach {
        let none = Coordinates::splat(0, block.extents.len());
        let mut reach = Reach { behind: none, ahead: none, row: block.extents };
        for dimension in 0..block.extents.len() {
            let (length, extent) = (self.extents()[dimension], block.extents[dimension]);
            let mut face = *block;
            face.extents[dimension] = 1;
            let (behind, ahead, row) =
                (&mut reach.behind[dimension], &mut reach.ahead[dimension], &mut reach.row[dimension]);
            // A box that fills its ring has nothing beside it, and others may lie anywhere on that.
            if self.rings()[dimension] && extent == length {
                (*behind, *ahead) = (length, length);
                continue;
            }
            self.runs(&face, &mut |start, count| {
                for node in start..start + count {
                    let line = Line::new(self, words, block, dimension, node);
                    if !line.is_free_behind(*behind) && !line.is_free_ahead(*row - extent - *behind) {
                        continue;
                    }
                    let found = line.beyond();
                    *row = (*row).max((found.0 + extent + found.1).min(length));
                    (*behind, *ahead) = ((*behind).max(found.0), (*ahead).max(found.1));
                    if *behind == length {
                        // Nothing reaches further.
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
        }
        reach
    }
}

/// The nodes along one dimension that are in line with one of a free box.
struct Line<'a> {
    words: &'a [u64],
    /// The one at the first coordinate, and how far it is to the next.
    start: u32,
    stride: u32,
    length: u32,
    is_ring: bool,
    /// Where the box begins and how long it is.
    first: u32,
    extent: u32,
}

impl<'a> Line<'a> {
    /// The line of `node`, one of the box with the lowest coordinate.
    fn new(layout: &Layout, words: &'a [u64], block: &Block, dimension: usize, node: u32) -> Line<'a> {
        let (length, stride, is_ring) =
            (layout.extents()[dimension], layout.strides()[dimension], layout.rings()[dimension]);
        let (first, extent) = (block.base[dimension], block.extents[dimension]);
        Line { words, start: node - first * stride, stride, length, is_ring, first, extent }
    }

    /// Whether there is a node so many steps behind the one next to the box, and it is free.
    fn is_free_behind(&self, steps: u32) -> bool {
        match self.first.checked_sub(steps + 1) {
            Some(x) => self.is_free(x),
            None => self.is_on_ring(steps) && self.is_free(self.first + self.length - 1 - steps),
        }
    }

    /// Likewise ahead.
    fn is_free_ahead(&self, steps: u32) -> bool {
        let x = self.first + self.extent + steps;
        match x.checked_sub(self.length) {
            None => self.is_free(x),
            Some(x) => self.is_on_ring(steps) && self.is_free(x),
        }
    }

    /// Whether one comes to other nodes that way, around the ring.
    fn is_on_ring(&self, steps: u32) -> bool {
        self.is_ring && steps < self.length - self.extent
    }

    fn is_free(&self, x: u32) -> bool {
        has(self.words, self.start + x * self.stride)
    }

    /// How many free nodes follow on either side. Where a ring is free all around, all of it on both.
    fn beyond(&self) -> (u32, u32) {
        let ahead = (0..).take_while(|&steps| self.is_free_ahead(steps)).count() as u32;
        if self.is_ring && self.extent + ahead == self.length {
            return (self.length, self.length);
        }
        ((0..).take_while(|&steps| self.is_free_behind(steps)).count() as u32, ahead)
    }
}
