//! Extents that had no room lately. Larger extents have no room either.

use super::orientations::Rotation;
use crate::machine::Coordinates;

/// The most extents that are remembered. A longer list costs more to look through than it saves.
const MOST: usize = 48;

/// Extents that have no room in the current state. Only the minimal ones are kept. If extents may be rotated, each is
/// kept in descending order. A box fits into another in some orientation exactly if it fits with both in descending
/// order.
#[derive(Clone, Default)]
pub struct Refused {
    /// Recently matched extents come first, approximately.
    least: Vec<Coordinates>,
}

impl Refused {
    /// Whether no extents are remembered.
    pub fn is_empty(&self) -> bool {
        self.least.is_empty()
    }

    /// Whether it is known that these extents have no room. Cost: O(dimensions) for each remembered one.
    pub fn has(&mut self, extents: &Coordinates, rotation: Rotation) -> bool {
        if self.least.is_empty() {
            return false;
        }
        let mut wanted = *extents;
        order(&mut wanted, rotation);
        let found = self.least.iter().position(|known| is_within(known, &wanted));
        if let Some(place @ 1..) = found {
            self.least.swap(place / 2, place);
        }
        found.is_some()
    }

    /// Notes that these extents have no room.
    pub fn add(&mut self, extents: &[u32], rotation: Rotation) {
        self.insert(ordered(extents, rotation));
    }

    fn insert(&mut self, wanted: Coordinates) {
        self.least.retain(|known| !is_within(&wanted, known));
        if self.least.len() == MOST {
            self.least.pop();
        }
        self.least.push(wanted);
    }

    /// Notes that a box was given back. Boxes that are free only since then are at most as long as `reach`; `limits`
    /// are the machine's extents. Refused extents that exceed `reach` in some dimension stay refused.
    pub fn weaken(&mut self, reach: &[u32], limits: &[u32], rotation: Rotation) {
        let (reach, limits) = (ordered(reach, rotation), ordered(limits, rotation));
        let possible: Vec<Coordinates> = self.least.iter().copied().filter(|known| is_within(known, &reach)).collect();
        self.least.retain(|known| !is_within(known, &reach));
        for known in possible {
            for place in (0..reach.len()).filter(|&place| reach[place] < limits[place]) {
                let mut longer = known;
                longer[place] = reach[place] + 1;
                if rotation == Rotation::Tried {
                    // In descending order, the extents before it are at least as long.
                    (0..place).for_each(|before| longer[before] = longer[before].max(longer[place]));
                }
                if is_within(&longer, &limits) && !self.least.iter().any(|known| is_within(known, &longer)) {
                    self.insert(longer);
                }
            }
        }
    }
}

fn is_within(small: &[u32], large: &[u32]) -> bool {
    small.iter().zip(large).all(|(small, large)| small <= large)
}

fn ordered(extents: &[u32], rotation: Rotation) -> Coordinates {
    let mut ordered = Coordinates::new(extents);
    order(&mut ordered, rotation);
    ordered
}

/// Sorts extents in descending order if they may be rotated. It works in place, because a copy of freshly written data
/// stalls.
#[inline]
fn order(extents: &mut [u32], rotation: Rotation) {
    if rotation == Rotation::Tried {
        // Insertion sort: there are at most seven.
        for count in 1..extents.len() {
            for place in (0..count).rev() {
                if extents[place] < extents[place + 1] {
                    extents.swap(place, place + 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_larger_is_refused_however_it_is_rotated() {
        let of = |values: &[u32]| Coordinates::new(values);
        let mut refused = Refused::default();
        refused.add(&of(&[1, 4, 3]), Rotation::Tried);
        assert!(refused.has(&of(&[3, 1, 4]), Rotation::Tried) && refused.has(&of(&[4, 2, 5]), Rotation::Tried));
        assert!(!refused.has(&of(&[4, 2, 2]), Rotation::Tried) && !refused.has(&of(&[3, 3, 3]), Rotation::Tried));
        refused.add(&of(&[2, 3, 1]), Rotation::Tried);
        assert_eq!(refused.least, [of(&[3, 2, 1])], "the larger one need not be known");
    }

    #[test]
    fn without_turning_each_length_counts_for_itself() {
        let of = |values: &[u32]| Coordinates::new(values);
        let mut refused = Refused::default();
        refused.add(&of(&[1, 4]), Rotation::Never);
        assert!(refused.has(&of(&[2, 4]), Rotation::Never) && !refused.has(&of(&[4, 2]), Rotation::Never));
    }

    /// Every box of a machine of three dimensions.
    fn boxes(limits: &[u32; 3]) -> Vec<[u32; 3]> {
        let [a, b, c] = limits.map(|limit| 1..=limit);
        a.flat_map(|x| {
            b.clone().flat_map({
                let c = c.clone();
                move |y| c.clone().map(move |z| [x, y, z])
            })
        })
        .collect()
    }

    proptest! {
        /// After weakening, exactly those extents are refused that were refused before and exceed the free extents in
        /// some dimension.
        #[test]
        fn what_is_given_back_makes_room_for_what_it_reaches(
            limits in [1u32..6, 1u32..6, 1u32..6],
            steps in prop::collection::vec((any::<bool>(), [1u32..6, 1u32..6, 1u32..6]), 1..8),
            rotated in any::<bool>(),
        ) {
            let rotation = if rotated { Rotation::Tried } else { Rotation::Never };
            let of = |values: &[u32]| Coordinates::new(values);
            let within = |small: &[u32; 3], large: &[u32; 3]| is_within(&ordered(small, rotation), &ordered(large, rotation));
            let mut refused = Refused::default();
            let mut truth: Vec<[u32; 3]> = Vec::new();
            for (gives, values) in steps {
                let values = std::array::from_fn(|place| values[place].min(limits[place]));
                if gives {
                    refused.weaken(&values, &limits, rotation);
                    truth.retain(|extents| !within(extents, &values));
                } else {
                    refused.add(&values, rotation);
                    truth.extend(boxes(&limits).into_iter().filter(|extents| within(&values, extents)));
                }
                for extents in boxes(&limits) {
                    prop_assert_eq!(refused.has(&of(&extents), rotation), truth.contains(&extents), "{:?}", extents);
                }
            }
        }
    }
}
