//! One dimension of a machine: how far apart its coordinates are, and which are how far from one of them.

use std::ops::Range;

/// The extent of a dimension, and whether it is a ring.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub extent: u32,
    pub ring: bool,
}

/// Coordinates around a centre, by how much they are higher than it is: from `inner_from` up to, but not at, `inner_to` those nearer
/// than some distance, and at either end of them one that is just so far away, or none.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// Where the lower of those just so far away is, if it is not at `inner_from` already.
    pub from: i32,
    pub inner_from: i32,
    /// Where the higher one is, if it is below `to`.
    pub inner_to: i32,
    pub to: i32,
}

impl Side {
    /// The distance between two coordinates: on a ring the shorter way.
    #[inline]
    pub fn apart(self, a: u32, b: u32) -> u32 {
        let apart = a.abs_diff(b);
        if self.ring { apart.min(self.extent - apart) } else { apart }
    }

    /// The largest distance that there is.
    pub fn farthest(self) -> u32 {
        if self.ring { self.extent / 2 } else { self.extent - 1 }
    }

    /// The coordinates at most `reach` from one, lowest first: a stretch, or two where the end of a ring lies between.
    #[inline]
    pub fn within(self, centre: u32, reach: u32) -> [Range<u32>; 2] {
        let (from, to) = (centre.saturating_sub(reach), (centre + reach + 1).min(self.extent));
        if !self.ring || (centre >= reach && centre + reach < self.extent) {
            [from..to, 0..0]
        } else if 2 * reach + 1 >= self.extent {
            [0..self.extent, 0..0]
        } else if centre < reach {
            [0..to, self.extent - (reach - centre)..self.extent]
        } else {
            [0..centre + reach + 1 - self.extent, from..self.extent]
        }
    }

    /// How far a dimension is looked at beyond its ends: to the other side of a ring, and so far beyond those of a line that it need
    /// not be asked where they are.
    pub fn beyond(self) -> u32 {
        if self.ring { self.extent / 2 } else { self.extent }
    }

    /// What is at most `reach` from a centre, where all that is [beyond](Side::beyond) the ends of a line is taken for coordinates too.
    pub fn span(self, reach: u32) -> Span {
        let around = |reach: u32| {
            let longest = reach.min(self.extent) as i32;
            if self.ring { self.offsets(0, reach) } else { -longest..longest + 1 }
        };
        let (outer, inner) = (around(reach), reach.checked_sub(1).map_or(1..1, around));
        Span { from: outer.start, inner_from: inner.start, inner_to: inner.end, to: outer.end }
    }

    /// The coordinates at most `reach` from one, each once, by how much they are higher; a ring is counted on beyond its ends.
    #[inline]
    pub fn offsets(self, centre: u32, reach: u32) -> Range<i32> {
        let (centre, reach, extent) = (centre as i32, reach as i32, self.extent as i32);
        if self.ring {
            let from = -reach.min(extent / 2);
            from..(reach + 1).min(extent - extent / 2)
        } else {
            -reach.min(centre)..(reach + 1).min(extent - centre)
        }
    }

    /// Twice the sum of the distances in this dimension between all pairs of `nodes` nodes that are at most `radius` from a
    /// centre, given how many of them have each coordinate. Cost: O(radius).
    pub fn twice_distance(self, counts: &[u32], centre: u32, radius: u32, nodes: u32) -> u64 {
        // Where the end of a ring lies between, the higher coordinates come first on the way.
        let [low, high] = self.within(centre, self.counted(radius));
        let counts = |stretch: Range<u32>| &counts[stretch.start as usize..stretch.end as usize];
        self.twice_distance_along(counts(high), counts(low), radius, nodes)
    }

    /// The same, given how many nodes have each of the coordinates that have to be [counted](Side::counted), in the order in which
    /// they lie around the centre: first some, and behind them the others.
    pub fn twice_distance_along(self, first: &[u32], others: &[u32], radius: u32, nodes: u32) -> u64 {
        if self.is_round(radius) { twice_distance_round(others, nodes) } else { 2 * cuts(first, others, nodes) }
    }

    /// How far from the centre coordinates have to be counted for distances between what is at most `radius` from it: on a ring, all
    /// of them where the shorter way may be the one around.
    pub fn counted(self, radius: u32) -> u32 {
        if self.is_round(radius) { self.extent } else { radius }
    }

    /// Whether what is at most `radius` from a centre spans more than half of a ring.
    fn is_round(self, radius: u32) -> bool {
        self.ring && 2 * radius > self.extent / 2
    }
}

/// How many pairs of `nodes` nodes have one inside, where so many are inside.
fn parted(inside: u32, nodes: u32) -> u64 {
    u64::from(inside) * u64::from(nodes - inside)
}

/// The sum of the distances between all pairs of `nodes` nodes of a line: two of them are as far apart as there are cuts between.
fn cuts(first: &[u32], others: &[u32], nodes: u32) -> u64 {
    let (mut inside, mut sum) = (0, 0);
    first.iter().chain(others).for_each(|count| {
        inside += count;
        sum += parted(inside, nodes);
    });
    sum
}

/// Twice that sum on a ring of n coordinates: two nodes are half as far apart as there are arcs of floor(n/2) coordinates that
/// contain one of them and not the other.
fn twice_distance_round(counts: &[u32], nodes: u32) -> u64 {
    let half = counts.len() / 2;
    let mut inside: u32 = counts[..half].iter().sum();
    let entering = counts[half..].iter().chain(&counts[..half]);
    let mut sum = 0;
    for (count, next) in counts.iter().zip(entering) {
        sum += parted(inside, nodes);
        inside = inside + next - count;
    }
    sum
}
