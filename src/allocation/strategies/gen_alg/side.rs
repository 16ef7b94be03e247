//! One dimension of a machine: how far apart its coordinates are, and which are how far from one of them.

use std::ops::Range;

/// The extent of a dimension, and whether it is a ring.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub extent: u32,
    pub ring: bool,
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

    /// The coordinates at most `reach` from one, lowest first: a stretch, or two where it is cut in two by the end of a ring.
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

    /// The coordinates exactly `reach` from one, lowest first.
    #[inline]
    pub fn at(self, centre: u32, reach: u32) -> [Option<u32>; 2] {
        let (low, high) = if self.ring {
            if reach > self.extent / 2 {
                return [None, None];
            }
            let (one, other) = ((centre + self.extent - reach) % self.extent, (centre + reach) % self.extent);
            (Some(one.min(other)), Some(one.max(other)))
        } else {
            (centre.checked_sub(reach), Some(centre + reach).filter(|&high| high < self.extent))
        };
        if low == high { [low, None] } else { [low, high] }
    }

    /// Twice the sum of the distances in this dimension between all pairs of `nodes` nodes that are at most `radius` from a
    /// centre, given how many of them have each coordinate.
    ///
    /// Two nodes of a line are as far apart as there are cuts between them. On a ring of n, they are half as far apart as there are
    /// arcs of floor(n/2) nodes that contain one of them and not the other. But what spans no more than half of a ring lies on it as
    /// on a line.
    pub fn twice_distance(self, counts: &[u32], centre: u32, radius: u32, nodes: u32) -> u64 {
        let parted = |inside: u32| u64::from(inside) * u64::from(nodes - inside);
        let cuts = |counts: &[u32], mut inside: u32| {
            let mut sum = 0;
            for count in counts {
                inside += count;
                sum += 2 * parted(inside);
            }
            (sum, inside)
        };
        let half = self.extent / 2;
        if !self.ring || 2 * radius <= half {
            let [one, other] = self.within(centre, radius).map(|stretch| &counts[stretch.start as usize..stretch.end as usize]);
            // Where the end of a ring cuts the stretch, the higher coordinates come first on the way along it.
            let (before, inside) = cuts(other, 0);
            return before + cuts(one, inside).0;
        }
        let mut inside: u32 = counts[..half as usize].iter().sum();
        let mut sum = 0;
        for (place, count) in counts.iter().enumerate() {
            sum += parted(inside);
            inside = inside + counts[(place + half as usize) % counts.len()] - count;
        }
        sum
    }
}
