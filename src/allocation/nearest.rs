//! Where a box nearly fits: the place at which the fewest nodes are in the way.

use super::orientations::{Orientations, Rotation};
use crate::machine::{Block, Coordinates, Machine};

/// The place for a box that has the fewest busy nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearestFit {
    /// The box, perhaps turned.
    pub block: Block,
    /// How many of its nodes are busy; 0 where it fits.
    pub busy: u32,
}

/// The place for a box of these extents on which the fewest nodes are `occupied` (said of each node by its index), around
/// rings where the machine has them; `None` where the box has no place even on the empty machine.
///
/// Of several places, the first of the first orientation (as [`Orientations`] lists them). A box that goes once around a
/// ring has its base at 0 there.
///
/// Exact. Cost for `n` nodes: `n` additions per dimension and orientation, and less for orientations that begin alike or
/// are hopeless after some of the dimensions; of as many different extents as dimensions there are many orientations,
/// 120 for five. Takes four bytes of memory per node and dimension.
///
/// ```
/// use subtorus::allocation::nearest::nearest_fit;
/// use subtorus::allocation::orientations::Rotation;
/// use subtorus::machine::{Coordinates, Machine};
///
/// let occupied = [false, true, false, false, true, false]; // two rows of three
/// let fit = nearest_fit(&Machine::mesh(&[2, 3]), &occupied, &Coordinates::new(&[2, 2]), Rotation::Never).unwrap();
/// assert_eq!((fit.block.to_string().as_str(), fit.busy), ("0,0+2x2", 2));
/// ```
pub fn nearest_fit(
    machine: &Machine,
    occupied: &[bool],
    extents: &Coordinates,
    rotation: Rotation,
) -> Option<NearestFit> {
    if extents.len() != machine.dimensions() || extents.contains(&0) {
        return None;
    }
    let mut windows = Windows::new(machine, occupied);
    let mut best: Option<NearestFit> = None;
    let most = if rotation == Rotation::Never { 1 } else { usize::MAX };
    for turned in Orientations::new(extents).take(most) {
        if turned.iter().zip(machine.extents()).any(|(extent, length)| extent > length) {
            continue;
        }
        let most = best.map_or(u32::MAX, |best| best.busy);
        if let Some(fit) = windows.least(&turned, most) {
            best = Some(fit);
        }
        if best.is_some_and(|best| best.busy == 0) {
            break;
        }
    }
    best
}

/// What stands for a base from which the box would leave a line.
const NOWHERE: u32 = u32::MAX;

/// How many nodes of a box are busy, for every base: dimension after dimension.
struct Windows<'a> {
    machine: &'a Machine,
    /// At 0 the nodes, 1 where busy; at `d + 1` the sums for boxes of the extents tried last in dimensions 0 to `d`, and 1 in
    /// the others.
    sums: Vec<Vec<u32>>,
    /// The extents that the sums are of, as far as they have been computed.
    known: Vec<u32>,
}

impl<'a> Windows<'a> {
    fn new(machine: &'a Machine, occupied: &[bool]) -> Windows<'a> {
        let nodes = machine.node_count() as usize;
        let busy = (0..nodes).map(|node| u32::from(occupied.get(node).copied().unwrap_or(true))).collect();
        let mut sums = vec![busy];
        sums.resize(machine.dimensions() + 1, Vec::new());
        Windows { machine, sums, known: Vec::new() }
    }

    /// The first place for a box with the fewest busy nodes, if these are fewer than `most`.
    fn least(&mut self, extents: &Coordinates, most: u32) -> Option<NearestFit> {
        let alike = self.known.iter().zip(&**extents).take_while(|(known, extent)| known == extent).count();
        self.known.truncate(alike);
        for (dimension, &extent) in extents.iter().enumerate().skip(alike) {
            self.extend(dimension, extent as usize);
            self.known.push(extent);
            // A box has no fewer busy nodes than its part has.
            if dimension + 1 < extents.len() && self.sums[dimension + 1].iter().all(|&busy| busy >= most) {
                return None;
            }
        }
        let sums = &self.sums[extents.len()];
        let busy = sums.iter().copied().min().filter(|&busy| busy < most)?;
        let node = sums.iter().position(|&sum| sum == busy)?;
        Some(NearestFit { block: Block { base: self.machine.coordinates(node as u32), extents: *extents }, busy })
    }

    /// Sums over windows of `extent` nodes along a dimension, each from the one before.
    fn extend(&mut self, dimension: usize, extent: usize) {
        let length = self.machine.extents()[dimension] as usize;
        let stride: usize = self.machine.extents()[dimension + 1..].iter().product::<u32>() as usize;
        let (done, rest) = self.sums.split_at_mut(dimension + 1);
        let (from, to) = (&done[dimension], &mut rest[0]);
        to.clear();
        to.resize(from.len(), NOWHERE);
        // Once around a ring, the base at 0 stands for all.
        let bases = if self.machine.rings()[dimension] && extent < length { length } else { length - extent + 1 };
        for (from, to) in from.chunks_exact(length * stride).zip(to.chunks_exact_mut(length * stride)) {
            for column in (0..stride).filter(|&column| from[column] != NOWHERE) {
                let at = |x: usize| from[x % length * stride + column];
                let mut sum: u32 = (0..extent).map(at).sum();
                for base in 0..bases {
                    to[base * stride + column] = sum;
                    sum = sum - at(base) + at(base + extent);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every place of every orientation, in the order in which they are preferred.
    fn places(machine: &Machine, extents: &Coordinates, rotation: Rotation) -> Vec<Block> {
        let most = if rotation == Rotation::Never { 1 } else { usize::MAX };
        let bases = || (0..machine.node_count()).map(|node| machine.coordinates(node));
        let is_place = |block: &Block| {
            (0..machine.dimensions()).all(|d| {
                let (end, length) = (block.base[d] + block.extents[d], machine.extents()[d]);
                end <= length || (machine.rings()[d] && block.extents[d] < length)
            })
        };
        let turned = Orientations::new(extents).take(most);
        turned.flat_map(|extents| bases().map(move |base| Block { base, extents })).filter(is_place).collect()
    }

    fn cases() -> impl Strategy<Value = (Machine, Vec<bool>, Coordinates, Rotation)> {
        let sides = prop::collection::vec((1u32..=5, any::<bool>(), 1u32..=5), 1..=4);
        let small = sides.prop_filter("small", |sides| sides.iter().map(|side| side.0).product::<u32>() <= 100);
        (small, prop::collection::vec(any::<u8>(), 100), any::<u8>(), any::<bool>()).prop_map(
            |(sides, noise, share, turns)| {
                let extents: Vec<u32> = sides.iter().map(|side| side.0).collect();
                let rings: Vec<bool> = sides.iter().map(|side| side.1).collect();
                let asked: Vec<u32> = sides.iter().map(|side| side.2).collect();
                let machine = Machine::new(&extents, &rings).unwrap();
                let occupied = noise[..machine.node_count() as usize].iter().map(|&noise| noise < share).collect();
                let rotation = if turns { Rotation::Tried } else { Rotation::Never };
                (machine, occupied, Coordinates::new(&asked), rotation)
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn no_place_has_fewer_busy_nodes((machine, occupied, extents, rotation) in cases()) {
            let busy = |block: &Block| block.nodes(&machine).filter(|&node| occupied[node as usize]).count() as u32;
            let fits = places(&machine, &extents, rotation).into_iter().map(|block| NearestFit { block, busy: busy(&block) });
            prop_assert_eq!(nearest_fit(&machine, &occupied, &extents, rotation), fits.min_by_key(|fit| fit.busy));
        }
    }

    #[test]
    fn a_box_of_other_dimensions_or_of_nothing_has_no_place() {
        let machine = Machine::torus(&[4, 4]);
        for extents in [&[2, 2, 1][..], &[2], &[0, 2], &[5, 1]] {
            assert_eq!(nearest_fit(&machine, &[false; 16], &Coordinates::new(extents), Rotation::Tried), None);
        }
    }
}
