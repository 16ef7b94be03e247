//! The orientations of a request on a machine (docs/semantics.md 6.2).

use crate::machine::{Coordinates, MAX_DIMENSIONS};

/// Whether a strategy turns requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// A request is placed as it is.
    Never,
    /// If a request does not fit as it is, its other orientations are tried.
    Tried,
}

/// The orientations of some extents in lexicographic order of position permutations (abc, acb, bac, ...). Equal ones
/// occur once, and those that exceed the machine are omitted. Needs no memory; O(dimensions^2) for each.
#[derive(Clone)]
pub struct Orientations {
    extents: Coordinates,
    /// The upper limit in each dimension.
    limits: Coordinates,
    /// The next order: the extent at each position. `None` after the last.
    order: Option<[u8; MAX_DIMENSIONS]>,
}

impl Orientations {
    /// The orientations of `extents` that exceed `limits` in no dimension.
    pub fn new(extents: &Coordinates, limits: &[u32]) -> Orientations {
        let order = Some(std::array::from_fn(|position| position as u8));
        Orientations { extents: *extents, limits: Coordinates::new(limits), order }
    }

    /// This order if it respects all limits, or else the first later one that does.
    fn possible(&self, mut order: [u8; MAX_DIMENSIONS]) -> Option<[u8; MAX_DIMENSIONS]> {
        let too_large =
            |place: &usize, order: &[u8; MAX_DIMENSIONS]| self.extents[order[*place] as usize] > self.limits[*place];
        // Skips all orders that agree up to this position.
        while let Some(place) = (0..self.extents.len()).find(|place| too_large(place, &order)) {
            order = self.following(order, place)?;
        }
        Some(order)
    }

    /// The first later order that gives another list of extents and differs at `last` or further left.
    ///
    /// It differs as far right as possible. At that place it has the next larger position of those further right,
    /// unless an equal extent was already tried there. The remaining positions behind it ascend.
    fn following(&self, mut order: [u8; MAX_DIMENSIONS], last: usize) -> Option<[u8; MAX_DIMENSIONS]> {
        let dimensions = self.extents.len();
        for place in (0..dimensions).rev() {
            let current = order[place];
            // The positions further right already ascend.
            let smaller = order[place + 1..dimensions].partition_point(|&position| position < current);
            order[place..=place + smaller].rotate_left(1);
            let rest = &order[place..dimensions];
            let extent = |position: u8| self.extents[position as usize];
            let is_new =
                |&candidate: &usize| rest[..candidate].iter().all(|&tried| extent(tried) != extent(rest[candidate]));
            let found = (0..rest.len()).filter(|&candidate| rest[candidate] > current).find(is_new);
            if let Some(candidate) = found.filter(|_| place <= last) {
                order[place..=place + candidate].rotate_right(1);
                return Some(order);
            }
        }
        None
    }
}

/// The result of `attempt` for the first orientation that has one. Orientations beyond `limits` need not be tried.
pub fn first_orientation<T>(
    extents: &Coordinates,
    limits: &[u32],
    rotation: Rotation,
    mut attempt: impl FnMut(&Coordinates) -> Option<T>,
) -> Option<T> {
    // Most requests fit as they are, so the others are not even listed at first.
    let upright = attempt(extents);
    if upright.is_some() || rotation == Rotation::Never {
        return upright;
    }
    Orientations::new(extents, limits).filter(|rotated| rotated != extents).find_map(|rotated| attempt(&rotated))
}

impl Iterator for Orientations {
    type Item = Coordinates;

    fn next(&mut self) -> Option<Coordinates> {
        let order = self.possible(self.order?)?;
        self.order = self.following(order, self.extents.len() - 1);
        let mut rotated = self.extents;
        for (place, extent) in rotated.iter_mut().enumerate() {
            *extent = self.extents[order[place] as usize];
        }
        Some(rotated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The orientations tried before giving up.
    fn listed(extents: &[u32], rotation: Rotation) -> Vec<Vec<u32>> {
        let mut tried = Vec::new();
        let note = |rotated: &Coordinates| -> Option<()> {
            tried.push(rotated.to_vec());
            None
        };
        let limits = Coordinates::splat(u32::MAX, extents.len());
        assert_eq!(first_orientation(&Coordinates::new(extents), &limits, rotation, note), None);
        tried
    }

    /// All orders of positions, in lexicographic order.
    fn permutations(count: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..count {
            let longer = |order: Vec<usize>| {
                let unused = (0..count).filter(|position| !order.contains(position)).collect::<Vec<_>>();
                unused.into_iter().map(move |position| order.iter().copied().chain([position]).collect())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    proptest! {
        #[test]
        fn orientations_are_the_distinct_permutations_in_order(extents in prop::collection::vec(1u32..=4, 1..=5)) {
            let mut expected: Vec<Vec<u32>> = Vec::new();
            for order in permutations(extents.len()) {
                let rotated: Vec<u32> = order.into_iter().map(|position| extents[position]).collect();
                if !expected.contains(&rotated) {
                    expected.push(rotated);
                }
            }
            prop_assert_eq!(listed(&extents, Rotation::Tried), expected);
            prop_assert_eq!(listed(&extents, Rotation::Never), vec![extents]);
        }
    }

    proptest! {
        #[test]
        fn those_beyond_the_limits_are_left_out(
            extents in prop::collection::vec(1u32..=4, 1..=5),
            limits in prop::collection::vec(1u32..=4, 5),
        ) {
            let within = |rotated: &Vec<u32>| rotated.iter().zip(&limits).all(|(extent, limit)| extent <= limit);
            let expected: Vec<Vec<u32>> = listed(&extents, Rotation::Tried).into_iter().filter(within).collect();
            let found = Orientations::new(&Coordinates::new(&extents), &limits[..extents.len()]);
            prop_assert_eq!(found.map(|rotated| rotated.to_vec()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn the_first_success_ends_the_search() {
        let extents = Coordinates::new(&[1, 2, 3]);
        let wide = |rotated: &Coordinates| (rotated[0] > 1).then_some(rotated.to_vec());
        assert_eq!(first_orientation(&extents, &[4; 3], Rotation::Tried, wide), Some(vec![2, 1, 3]));
        assert_eq!(first_orientation(&extents, &[4; 3], Rotation::Never, wide), None);
    }

    #[test]
    fn the_rotation_of_a_rectangle() {
        assert_eq!(listed(&[3, 5], Rotation::Tried), [[3, 5], [5, 3]]);
        assert_eq!(listed(&[4, 4], Rotation::Tried), [[4, 4]]);
    }
}
