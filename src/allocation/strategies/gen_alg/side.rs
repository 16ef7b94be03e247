//! One dimension of a machine: distances between its coordinates, and the coordinates within a distance.

use std::ops::Range;

/// The extent of a dimension, and whether it is a ring.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub extent: u32,
    pub ring: bool,
}

/// Coordinates around a centre, relative to it. Those from `inner_from` up to, but not at, `inner_to` are nearer than
/// some distance. At either end there may be one coordinate at exactly that distance.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// The lower coordinate at exactly that distance, if it differs from `inner_from`.
    pub from: i32,
    pub inner_from: i32,
    /// The higher coordinate at exactly that distance, if it is below `to`.
    pub inner_to: i32,
    pub to: i32,
}

impl Side {
    /// The distance between two coordinates, on a ring along the shorter way.
    #[inline]
    pub fn apart(self, a: u32, b: u32) -> u32 {
        let apart = a.abs_diff(b);
        if self.ring { apart.min(self.extent - apart) } else { apart }
    }

    /// The largest possible distance.
    pub fn farthest(self) -> u32 {
        if self.ring { self.extent / 2 } else { self.extent - 1 }
    }

    /// The coordinates at most `reach` from one, lowest first: one stretch, or two if the end of a ring lies between.
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

    /// How far a dimension is extended beyond its ends. A ring is extended to its other side. A line is extended so far
    /// that no bounds check is needed.
    pub fn beyond(self) -> u32 {
        if self.ring { self.extent / 2 } else { self.extent }
    }

    /// The coordinates at most `reach` from a centre. Those [beyond](Side::beyond) the ends of a line count too.
    pub fn span(self, reach: u32) -> Span {
        let around = |reach: u32| {
            let longest = reach.min(self.extent) as i32;
            if self.ring { self.offsets(0, reach) } else { -longest..longest + 1 }
        };
        let (outer, inner) = (around(reach), reach.checked_sub(1).map_or(1..1, around));
        Span { from: outer.start, inner_from: inner.start, inner_to: inner.end, to: outer.end }
    }

    /// The coordinates at most `reach` from one, each once, relative to it. A ring continues beyond its ends.
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

    /// Twice the sum of the distances in this dimension between all pairs of `nodes` nodes that are at most `radius`
    /// from a centre. The input is the number of nodes at each coordinate. Cost: O(radius).
    pub fn twice_distance(self, counts: &[u32], centre: u32, radius: u32, nodes: u32) -> u64 {
        // If the end of a ring lies between, the higher coordinates come first.
        let [low, high] = self.within(centre, self.counted(radius));
        let counts = |stretch: Range<u32>| &counts[stretch.start as usize..stretch.end as usize];
        self.twice_distance_along(counts(high), counts(low), radius, nodes)
    }

    /// The same for coordinates that have to be [counted](Side::counted). `first` and `others` have the numbers of
    /// nodes in the order of the coordinates around the centre, one after the other.
    pub fn twice_distance_along(self, first: &[u32], others: &[u32], radius: u32, nodes: u32) -> u64 {
        if self.is_round(radius) { twice_distance_round(others, nodes) } else { 2 * cuts(first, others, nodes) }
    }

    /// The distance from the centre up to which coordinates must be counted for distances between nodes within `radius`
    /// of it. On a ring these are all coordinates if the shorter way may lead around it.
    pub fn counted(self, radius: u32) -> u32 {
        if self.is_round(radius) { self.extent } else { radius }
    }

    /// Whether the nodes at most `radius` from a centre span more than half of a ring.
    fn is_round(self, radius: u32) -> bool {
        self.ring && 2 * radius > self.extent / 2
    }
}

/// The number of pairs with exactly one node inside, if this many of the `nodes` nodes are inside.
fn parted(inside: u32, nodes: u32) -> u64 {
    u64::from(inside) * u64::from(nodes - inside)
}

/// The sum of the distances between all pairs of `nodes` nodes of a line. The distance of two nodes is the number of
/// cuts between them.
fn cuts(first: &[u32], others: &[u32], nodes: u32) -> u64 {
    let (mut inside, mut sum) = (0, 0);
    first.iter().chain(others).for_each(|count| {
        inside += count;
        sum += parted(inside, nodes);
    });
    sum
}

/// Twice that sum on a ring of n coordinates. The distance of two nodes is half the number of arcs of floor(n/2)
/// coordinates that contain exactly one of them.
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
