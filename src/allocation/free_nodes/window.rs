//! The search for free boxes with their bases in some window of the machine: around a box that was given back.
//!
//! The nodes that such boxes can have are copied out row by row, rings unrolled, so that what is narrowed down is small
//! and no box goes around anything. The last dimensions, as long as they come to few nodes, are taken whole: their
//! nodes stand together as on the machine.

use super::layout::{Growth, Layout, narrow_ahead};
use super::reach::Reach;
use super::words_of_run;
use crate::machine::{Block, Coordinates};

/// What one more run to copy costs, in words to be passed over.
const RUN: u64 = 8;

/// The base `x` of a window in a dimension, and how many bases it has.
type Side = (u32, u32);

impl Layout {
    /// The window of the bases of all boxes of these extents that have a node of `given` and stay within its reach, which admits
    /// them.
    pub(super) fn window_around(&self, given: &Block, reach: &Reach, extents: &[u32]) -> Block {
        let side = |dimension: usize| -> Side {
            let (length, extent) = (self.extents()[dimension], extents[dimension]);
            let (low, count) = (given.base[dimension], given.extents[dimension]);
            // Counted from a length before the first node, so that nothing is below 0.
            let first = length + low - (extent - 1).min(reach.behind[dimension]);
            let end = (length + low + count).min(length + low + count + reach.ahead[dimension] + 1 - extent);
            match self.goes_around(dimension, extent) {
                true if end - first >= length => (0, length),
                true => (first % length, end - first),
                // Also on a ring that the box fills: there its only base is 0.
                false => {
                    let first = first.max(length);
                    (first - length, end.min(2 * length - extent + 1) - first)
                }
            }
        };
        self.window(side)
    }

    /// The bases of all boxes of these extents that have a node of `other`.
    pub(super) fn bases_that_meet(&self, other: &Block, extents: &[u32]) -> Block {
        let mut bases = *other;
        for (dimension, &extent) in extents.iter().enumerate() {
            let (length, (low, count)) = (self.extents()[dimension], (other.base[dimension], other.extents[dimension]));
            (bases.base[dimension], bases.extents[dimension]) = match self.goes_around(dimension, extent) {
                true => ((length + low - (extent - 1)) % length, length.min(count + extent - 1)),
                // Also on a ring that the box fills: there its only base is 0.
                false => {
                    let first = low.saturating_sub(extent - 1);
                    (first, (low + count).min(length - extent + 1) - first)
                }
            };
        }
        bases
    }

    /// How many coordinates a base can have in a dimension, from 0 on.
    pub(super) fn bases_along(&self, dimension: usize, extent: u32) -> u32 {
        self.extents()[dimension] - if self.goes_around(dimension, extent) { 0 } else { extent - 1 }
    }

    fn window(&self, side: impl Fn(usize) -> Side) -> Block {
        let mut window =
            Block { base: Coordinates::splat(0, self.outer()), extents: Coordinates::splat(1, self.outer()) };
        for dimension in 0..self.outer() {
            (window.base[dimension], window.extents[dimension]) = side(dimension);
        }
        window
    }

    /// Whether a box of this extent has as many bases as the dimension has nodes. One that fills its ring is free
    /// everywhere or nowhere: its base at 0 stands for all.
    pub(super) fn goes_around(&self, dimension: usize, extent: u32) -> bool {
        self.rings()[dimension] && extent < self.extents()[dimension]
    }

    /// The lowest node that a base in a window could be, but for the dimensions that are taken whole.
    pub(super) fn lowest_of(&self, window: &Block) -> u32 {
        let lowest = |dimension: usize| {
            let (base, count) = (window.base[dimension], window.extents[dimension]);
            if base + count > self.extents()[dimension] { 0 } else { base }
        };
        (0..self.outer()).map(|dimension| lowest(dimension) * self.strides()[dimension]).sum()
    }

    /// About how many words a search in a window passes over.
    pub(super) fn work_in(&self, window: &Block, extents: &[u32]) -> u64 {
        let reach = |dimension: usize| u64::from(window.extents[dimension] + extents[dimension] - 1);
        let rows: u64 = (0..self.outer() - 1).map(reach).product();
        let words = rows * reach(self.outer() - 1) * u64::from(self.strides()[self.outer() - 1]) / u64::from(u64::BITS);
        let steps: u64 = extents.iter().map(|&extent| steps(extent)).sum();
        rows * RUN + (words + 1) * (2 * steps + 1)
    }

    /// About how many words a search of the whole machine passes over.
    pub(super) fn work_in_all(&self, words: usize, extents: &[u32]) -> u64 {
        let work = |dimension: usize| {
            steps(extents[dimension]) * if self.goes_around(dimension, extents[dimension]) { 4 } else { 2 }
        };
        words as u64 * (1 + (0..extents.len()).map(work).sum::<u64>())
    }
}

/// The passes that a row of `extent` nodes takes.
fn steps(extent: u32) -> u64 {
    u64::from(u32::BITS - (extent - 1).leading_zeros())
}

/// Room to search in.
#[derive(Default)]
pub(super) struct Room {
    bits: Vec<u64>,
    next: Vec<u64>,
}

impl Room {
    /// The first base of a free box of these extents within a window, by its node.
    ///
    /// Cost: a copy of each row, and about log2(volume) passes over the words of what was copied.
    pub fn first_base(&mut self, layout: &Layout, words: &[u64], window: &Block, extents: &[u32]) -> Option<u32> {
        let outer = layout.outer();
        let mut reach = window.extents;
        reach.iter_mut().zip(extents).for_each(|(reach, extent)| *reach += extent - 1);
        let mut strides = Coordinates::splat(layout.strides()[outer - 1], outer);
        for dimension in (1..outer).rev() {
            strides[dimension - 1] = strides[dimension] * reach[dimension];
        }
        self.copy(layout, words, window, &reach);
        (outer..extents.len()).for_each(|dimension| self.narrow(layout, dimension, extents[dimension]));
        for dimension in (0..outer).rev() {
            narrow_ahead(Growth::to(extents[dimension]), strides[dimension], &mut self.bits, &mut self.next);
        }
        self.lowest(layout, window, &strides)
    }

    fn narrow(&mut self, layout: &Layout, dimension: usize, extent: u32) {
        layout.narrow_to_first(dimension, Growth::to(extent), &mut self.bits, &mut self.next);
    }

    /// Copies the rows of the box with the window's base and extents `reach`, one behind the other.
    fn copy(&mut self, layout: &Layout, words: &[u64], window: &Block, reach: &Coordinates) {
        let last = layout.outer() - 1;
        let whole = layout.strides()[last];
        let bits = reach.iter().product::<u32>() * whole;
        self.bits.clear();
        self.bits.resize(bits.div_ceil(u64::BITS) as usize, 0);
        self.next.resize(self.bits.len(), 0);
        let mut to = 0;
        each_row(layout, window, reach, |start, _| {
            let (mut x, mut left) = (window.base[last], reach[last]);
            while left > 0 {
                let count = left.min(layout.extents()[last] - x);
                copy_run(words, start + x * whole, &mut self.bits, to, count * whole);
                (to, left, x) = (to + count * whole, left - count, 0);
            }
        });
    }

    /// The lowest node among the bases of the window that are left.
    fn lowest(&self, layout: &Layout, window: &Block, strides: &Coordinates) -> Option<u32> {
        let last = layout.outer() - 1;
        let (whole, length) = (layout.strides()[last], layout.extents()[last]);
        let before_the_edge = window.extents[last].min(length - window.base[last]);
        let pieces = [(0, before_the_edge), (before_the_edge, window.extents[last])];
        let mut lowest: Option<u32> = None;
        each_row(layout, window, &window.extents, |start, passed| {
            let row: u32 = (0..last).map(|dimension| passed[dimension] * strides[dimension]).sum();
            for (from, to) in pieces.into_iter().filter(|(from, to)| from < to) {
                let first = row + from * whole;
                let found = words_of_run(first, (to - from) * whole).find_map(|(word, bits)| {
                    let common = self.bits[word] & bits;
                    (common != 0).then(|| word as u32 * u64::BITS + common.trailing_zeros() - first)
                });
                let x = (window.base[last] + from) % length;
                let node = found.map(|offset| start + x * whole + offset);
                lowest = lowest.into_iter().chain(node).min();
            }
        });
        lowest
    }
}

/// Visits the rows along the last dimension of a window, or of what reaches so far from its base: the node at coordinate 0
/// of each, and how far it is from the window's base in the dimensions before.
fn each_row(layout: &Layout, window: &Block, reach: &Coordinates, mut visit: impl FnMut(u32, &[u32])) {
    let last = layout.outer() - 1;
    let (lengths, strides) = (layout.extents(), layout.strides());
    let mut passed = Coordinates::splat(0, last);
    let mut at = window.base;
    let mut start: u32 = (0..last).map(|dimension| at[dimension] * strides[dimension]).sum();
    loop {
        visit(start, &passed);
        let goes_on = (0..last).rev().any(|dimension| {
            let stride = strides[dimension];
            start -= at[dimension] * stride;
            (passed[dimension], at[dimension]) = match passed[dimension] + 1 {
                all if all == reach[dimension] => (0, window.base[dimension]),
                more => (more, if at[dimension] + 1 == lengths[dimension] { 0 } else { at[dimension] + 1 }),
            };
            start += at[dimension] * stride;
            passed[dimension] > 0
        });
        if !goes_on {
            return;
        }
    }
}

/// Copies a run of bits to where none is set yet.
fn copy_run(from: &[u64], start: u32, to: &mut [u64], place: u32, length: u32) {
    let (mut start, mut place, mut left) = (start, place, length);
    while left > 0 {
        let (offset, at) = (start % u64::BITS, place % u64::BITS);
        let count = left.min(u64::BITS - at).min(u64::BITS - offset);
        let bits = from[(start / u64::BITS) as usize] >> offset & u64::MAX >> (u64::BITS - count);
        to[(place / u64::BITS) as usize] |= bits << at;
        (start, place, left) = (start + count, place + count, left - count);
    }
}

#[cfg(test)]
#[test]
fn steps_are_counted() {
    assert!((1..100).all(|extent| Growth::to(extent).steps().count() as u64 == steps(extent)));
}
