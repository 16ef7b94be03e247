//! The largest free box.

use super::layout::OnRings;
use super::{FreeNodes, Layout};
use crate::allocation::free_set::first_one;
use crate::machine::{Block, Coordinates};
use crate::sorting::positions;

impl FreeNodes {
    /// The largest free box of the machine, by nodes; it may wrap around rings where boxes may. Of equal boxes, the one
    /// with the first base in node order. Of boxes with the same base, the one that is longer in the first dimension in
    /// which they differ. `None` on a full machine.
    ///
    /// The result is exact. It takes at most one search for bases ([`FreeNodes::first_base`]) for each choice of all
    /// extents except that of the longest dimension. The number of remaining bases excludes most choices. A machine of
    /// 10^5 nodes takes some milliseconds.
    pub fn largest_box(&self) -> Option<Block> {
        let dimensions = self.layout.extents().len();
        let order = positions(dimensions, &|one, other| self.layout.extents()[one].cmp(&self.layout.extents()[other]));
        let sets = vec![self.words().to_vec(); dimensions + 1];
        let chosen = Coordinates::splat(1, dimensions);
        let mut search = Search { layout: &self.layout, order, sets, next: self.words().to_vec(), chosen, best: None };
        search.descend(0, 1);
        let Best { base, extents, .. } = search.best?;
        Some(Block { base: self.layout.coordinates(base), extents })
    }
}

/// The best box so far.
struct Best {
    volume: u32,
    base: u32,
    extents: Coordinates,
}

/// A search that chooses one extent after another.
struct Search<'a> {
    layout: &'a Layout,
    /// The dimensions in the order in which their extents are chosen. The longest one is last.
    order: Vec<usize>,
    /// The bases of free boxes of the extents chosen so far, by the number of chosen extents.
    sets: Vec<Vec<u64>>,
    next: Vec<u64>,
    chosen: Coordinates,
    best: Option<Best>,
}

impl Search<'_> {
    /// Chooses the extents of the remaining dimensions. The box has this volume so far.
    fn descend(&mut self, depth: usize, volume: u32) {
        let bases: u32 = self.sets[depth].iter().map(|word| word.count_ones()).sum();
        // A box that grows to this many times its volume contains as many of these bases.
        if bases == 0 || volume.saturating_mul(bases) < self.least() {
            return;
        }
        let length = self.layout.extents()[self.order[depth]];
        if depth + 1 == self.order.len() {
            return self.choose_last(depth, volume, length.min(bases));
        }
        let rest: u32 = self.order[depth + 1..].iter().map(|&dimension| self.layout.extents()[dimension]).product();
        for extent in 1..=length {
            if volume.saturating_mul(extent).saturating_mul(rest) < self.least() {
                continue;
            }
            if !self.narrow(depth, extent) {
                return;
            }
            self.descend(depth + 1, volume * extent);
        }
    }

    /// The least volume that can still be the result.
    fn least(&self) -> u32 {
        self.best.as_ref().map_or(1, |best| best.volume)
    }

    /// Takes the greatest extent in the last dimension, if it is at most `most` and its box can be the result.
    fn choose_last(&mut self, depth: usize, volume: u32, most: u32) {
        let mut possible = self.least().div_ceil(volume);
        if possible > most || !self.narrow(depth, possible) {
            return;
        }
        let mut impossible = most + 1;
        while impossible - possible > 1 {
            let middle = possible + (impossible - possible) / 2;
            if self.narrow(depth, middle) {
                possible = middle;
            } else {
                impossible = middle;
            }
        }
        self.narrow(depth, possible);
        let Some(base) = first_one(&self.sets[depth + 1]) else { return };
        let (volume, extents) = (volume * possible, self.chosen);
        let key = |best: &Best| (best.volume, std::cmp::Reverse(best.base), best.extents);
        let found = Best { volume, base, extents };
        if self.best.as_ref().is_none_or(|best| key(&found) > key(best)) {
            self.best = Some(found);
        }
    }

    /// Chooses an extent. Returns whether a base is left.
    fn narrow(&mut self, depth: usize, extent: u32) -> bool {
        let dimension = self.order[depth];
        self.chosen[dimension] = extent;
        let (before, after) = self.sets.split_at_mut(depth + 1);
        after[0].clone_from(&before[depth]);
        let nodes = self.layout.extents().iter().product();
        self.layout.narrow(dimension, extent, OnRings::All, nodes, &mut after[0], &mut self.next);
        after[0].iter().any(|word| *word != 0)
    }
}
