//! The largest free box of a machine, exactly.
//!
//! The two longest dimensions span planes. Every choice of extents in the others makes one set of bases out of the set of
//! free nodes (a base stays one when the box grows by a node where the node it grows to is one, too), and in each plane of
//! that set the largest rectangle is found in one pass over its rows, with a stack of ascending heights. What cannot reach
//! the volume found so far is not looked at: a box has at most as many bases as one piece of the rest of the machine has.

#[cfg(test)]
mod tests;

use super::{Block, Coordinates, Machine};
use std::cmp::Reverse;

/// The free box with the most nodes, around rings where the machine has them; `None` where every node is occupied.
/// `occupied` says of each node, by its index, whether somebody holds it; nodes beyond its end count as occupied.
///
/// Of several, the one whose base has the lowest index; of those with one base, the one with the least extents in
/// lexicographic order. A box that goes once around a ring has its base at 0 there.
///
/// Cost for `n` nodes: at most `n` times the product of all extents but the two greatest, in simple operations: linear in
/// two dimensions, about `n^(4/3)` on a cube of three. Bounds leave out most of it where the largest box is large. Takes a
/// byte of memory per node and dimension.
///
/// ```
/// use subtorus::machine::{Machine, largest_free};
///
/// // A ring of five with one node in use.
/// let found = largest_free(&Machine::torus(&[5]), &[false, false, true, false, false]);
/// assert_eq!(found.map(|block| block.to_string()).as_deref(), Some("3+4"));
/// ```
pub fn largest_free(machine: &Machine, occupied: &[bool]) -> Option<Block> {
    let mut search = Search::new(machine);
    let bases = search.free_nodes(occupied);
    search.grow(0, 1, &bases);
    search.best.map(|best| best.block)
}

/// A dimension as the search sees it.
#[derive(Clone, Copy)]
struct Side {
    /// Its number on the machine.
    dimension: usize,
    extent: usize,
    ring: bool,
}

/// A candidate with what it is compared by.
struct Best {
    volume: usize,
    base: u32,
    block: Block,
}

struct Search<'a> {
    machine: &'a Machine,
    /// The dimensions, the shortest first. Bases are kept in this order, the last dimension running fastest.
    sides: Vec<Side>,
    /// The box being tried.
    block: Block,
    best: Option<Best>,
    heights: Vec<usize>,
    stack: Vec<(usize, usize)>,
}

impl<'a> Search<'a> {
    fn new(machine: &'a Machine) -> Search<'a> {
        let side = |dimension| Side {
            dimension,
            extent: machine.extents()[dimension] as usize,
            ring: machine.rings()[dimension],
        };
        let mut sides: Vec<Side> = (0..machine.dimensions()).map(side).collect();
        sides.sort_by_key(|side| side.extent);
        let block = Block {
            base: Coordinates::splat(0, machine.dimensions()),
            extents: Coordinates::splat(1, machine.dimensions()),
        };
        Search { machine, sides, block, best: None, heights: Vec::new(), stack: Vec::new() }
    }

    /// A byte per node in the order of the search: 1 where it is free.
    fn free_nodes(&self, occupied: &[bool]) -> Vec<u8> {
        let mut at = Coordinates::splat(0, self.sides.len());
        let mut free = Vec::with_capacity(self.machine.node_count() as usize);
        loop {
            let node = self.machine.index(&at) as usize;
            free.push(u8::from(!occupied.get(node).copied().unwrap_or(true)));
            let goes_on = self.sides.iter().rev().any(|side| {
                at[side.dimension] = (at[side.dimension] + 1) % side.extent as u32;
                at[side.dimension] > 0
            });
            if !goes_on {
                return free;
            }
        }
    }

    /// How many of the sides are not part of a plane.
    fn outer(&self) -> usize {
        self.sides.len().saturating_sub(2)
    }

    /// Whether a box of so many nodes would be as good as what has been found.
    fn is_enough(&self, volume: usize) -> bool {
        volume > 0 && self.best.as_ref().is_none_or(|best| volume >= best.volume)
    }

    /// Tries all extents in the dimensions from `level` on. `bases` are those of free boxes whose extents are chosen in the
    /// dimensions before, `volume` nodes each, and 1 in the others.
    fn grow(&mut self, level: usize, volume: usize, bases: &[u8]) {
        if level == self.outer() {
            return self.planes(volume, bases);
        }
        let Side { dimension, extent, ring } = self.sides[level];
        let stride: usize = self.sides[level + 1..].iter().map(|side| side.extent).product();
        let mut grown = bases.to_vec();
        for length in 1..=extent {
            if length > 1 {
                narrow(&mut grown, bases, Step { stride, extent, length, ring });
            }
            // Whatever the other extents will be, all of the box's bases share the coordinates chosen so far.
            let most = grown.chunks_exact(stride).map(count).max().unwrap_or(0);
            if most == 0 {
                break;
            }
            if self.is_enough(volume * length * most) {
                self.block.extents[dimension] = length as u32;
                self.grow(level + 1, volume * length, &grown);
            }
        }
    }

    /// The largest rectangle of bases in each plane.
    fn planes(&mut self, volume: usize, bases: &[u8]) {
        let outer = self.outer();
        let size: usize = self.sides[outer..].iter().map(|side| side.extent).product();
        for (number, plane) in bases.chunks_exact(size).enumerate() {
            if !self.is_enough(volume * count(plane)) {
                continue;
            }
            let mut rest = number;
            for side in self.sides[..outer].iter().rev() {
                self.block.base[side.dimension] = (rest % side.extent) as u32;
                rest /= side.extent;
            }
            self.rectangles(volume, plane);
        }
    }

    /// Offers the rectangles of a plane that cannot grow. A ring of rows is gone around twice, since heights at its first
    /// row come from its last ones.
    fn rectangles(&mut self, volume: usize, plane: &[u8]) {
        let across = self.sides[self.sides.len() - 1];
        let rows = plane.len() / across.extent;
        let down = if self.sides.len() > 1 { self.sides[self.outer()] } else { Side { ring: false, ..across } };
        self.heights.clear();
        self.heights.resize(across.extent, 0);
        if down.ring {
            plane.chunks_exact(across.extent).for_each(|row| raise(&mut self.heights, row, rows));
        }
        for (y, row) in plane.chunks_exact(across.extent).enumerate() {
            raise(&mut self.heights, row, rows);
            self.row(volume, y, rows, across, down);
        }
    }

    /// Offers the widest rectangle of each height above row `y`.
    fn row(&mut self, volume: usize, y: usize, rows: usize, across: Side, down: Side) {
        let columns = if across.ring { 2 * across.extent } else { across.extent };
        self.stack.clear();
        for x in 0..=columns {
            let height = if x < columns { self.heights[x % across.extent] } else { 0 };
            let mut from = x;
            while let Some(&(start, tall)) = self.stack.last().filter(|(_, tall)| *tall >= height) {
                self.stack.pop();
                from = start;
                let width = (x - start).min(across.extent);
                if tall > 0 && self.is_enough(volume * tall * width) {
                    let left = if width == across.extent { 0 } else { start % across.extent };
                    let top = if tall == rows { 0 } else { (y + rows + 1 - tall) % rows };
                    // A line has one row, which is no dimension of the machine.
                    if self.sides.len() > 1 {
                        self.block.base[down.dimension] = top as u32;
                        self.block.extents[down.dimension] = tall as u32;
                    }
                    self.block.base[across.dimension] = left as u32;
                    self.block.extents[across.dimension] = width as u32;
                    self.offer(volume * tall * width);
                }
            }
            self.stack.push((from, height));
        }
    }

    /// Keeps the box being tried if it is better than the best.
    fn offer(&mut self, volume: usize) {
        let base = self.machine.index(&self.block.base);
        let key = |volume, base, block: &Block| (volume, Reverse(base), Reverse(block.extents));
        let better = |best: &Best| key(volume, base, &self.block) > key(best.volume, best.base, &best.block);
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(Best { volume, base, block: self.block });
        }
    }
}

/// One more node along a dimension.
struct Step {
    /// From a base to the next along the dimension.
    stride: usize,
    extent: usize,
    /// How long boxes become.
    length: usize,
    ring: bool,
}

/// Keeps in `grown` the bases whose boxes can grow to the new length: those from which the last node is a base in `bases`.
fn narrow(grown: &mut [u8], bases: &[u8], Step { stride, extent, length, ring }: Step) {
    let ahead = (length - 1) * stride;
    let size = extent * stride;
    for (grown, bases) in grown.chunks_exact_mut(size).zip(bases.chunks_exact(size)) {
        let (inside, around) = grown.split_at_mut(size - ahead);
        inside.iter_mut().zip(&bases[ahead..]).for_each(|(grown, base)| *grown &= base);
        if ring {
            around.iter_mut().zip(bases).for_each(|(grown, base)| *grown &= base);
        } else {
            around.fill(0);
        }
        // Once around, every base has the same nodes: the first stands for all.
        if length == extent {
            grown[stride..].fill(0);
        }
    }
}

/// How many nodes upwards of each column's place are free, one row further down; at most all rows.
fn raise(heights: &mut [usize], row: &[u8], rows: usize) {
    heights.iter_mut().zip(row).for_each(|(height, &free)| *height = if free == 1 { rows.min(*height + 1) } else { 0 });
}

fn count(bases: &[u8]) -> usize {
    // In pieces whose sum a byte holds, which processors add many at a time.
    bases.chunks(255).map(|piece| usize::from(piece.iter().sum::<u8>())).sum()
}
