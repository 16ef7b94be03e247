//! The place at which a box nearly fits: the fewest nodes are busy there.

use super::windows::box_sums;
use crate::machine::{Block, Coordinates, Machine};

/// The place for a box with the fewest busy nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearestFit {
    /// The box.
    pub block: Block,
    /// The number of its busy nodes; 0 if it fits.
    pub busy: u32,
}

/// The place for a box of these extents with the fewest `occupied` nodes. `occupied` is indexed by node. Boxes wrap
/// around rings if the machine has them. `None` if the box has no place even on the empty machine.
///
/// Of several places, the first. A box that goes once around a ring has its base at 0 there.
///
/// The result is exact. Cost for `n` nodes: `2 n` additions per dimension. Takes eight bytes of memory per node.
///
/// ```
/// use subtorus::allocation::nearest::nearest_fit;
/// use subtorus::machine::{Coordinates, Machine};
///
/// let occupied = [false, true, false, false, true, false]; // two rows of three
/// let fit = nearest_fit(&Machine::mesh(&[2, 3]), &occupied, &Coordinates::new(&[2, 2])).unwrap();
/// assert_eq!((fit.block.to_string().as_str(), fit.busy), ("0,0+2x2", 2));
/// ```
pub fn nearest_fit(machine: &Machine, occupied: &[bool], extents: &Coordinates) -> Option<NearestFit> {
    let lengths = machine.extents();
    if extents.len() != lengths.len()
        || extents.iter().zip(lengths).any(|(extent, length)| !(1..=*length).contains(extent))
    {
        return None;
    }
    let is_busy = |node: u32| occupied.get(node as usize).copied().unwrap_or(true).into();
    let busy = box_sums(machine, (0..machine.node_count()).map(is_busy).collect(), extents);
    let blocks = (0..machine.node_count()).map(|node| Block { base: machine.coordinates(node), extents: *extents });
    let places = blocks.zip(busy).filter(|(block, _)| block.lies_on(machine));
    // Takes the first of equal places. Boxes that go once around a ring have the same nodes; the first has its base at
    // 0.
    let (block, busy) = places.min_by_key(|(_, busy)| *busy)?;
    Some(NearestFit { block, busy })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every place of a box, in order of preference.
    fn places(machine: &Machine, extents: &Coordinates) -> Vec<Block> {
        let bases = (0..machine.node_count()).map(|node| machine.coordinates(node));
        let is_place = |block: &Block| {
            (0..machine.dimensions()).all(|d| {
                let (end, length) = (block.base[d] + block.extents[d], machine.extents()[d]);
                end <= length || (machine.rings()[d] && block.extents[d] < length)
            })
        };
        bases.map(|base| Block { base, extents: *extents }).filter(is_place).collect()
    }

    fn cases() -> impl Strategy<Value = (Machine, Vec<bool>, Coordinates)> {
        let sides = prop::collection::vec((1u32..=5, any::<bool>(), 1u32..=5), 1..=4);
        let small = sides.prop_filter("small", |sides| sides.iter().map(|side| side.0).product::<u32>() <= 100);
        (small, prop::collection::vec(any::<u8>(), 100), any::<u8>()).prop_map(|(sides, noise, share)| {
            let extents: Vec<u32> = sides.iter().map(|side| side.0).collect();
            let rings: Vec<bool> = sides.iter().map(|side| side.1).collect();
            let asked: Vec<u32> = sides.iter().map(|side| side.2).collect();
            let machine = Machine::new(&extents, &rings).unwrap();
            let occupied = noise[..machine.node_count() as usize].iter().map(|&noise| noise < share).collect();
            (machine, occupied, Coordinates::new(&asked))
        })
    }

    proptest! {
        #![proptest_config(crate::cases::cases(500))]
        #[test]
        fn no_place_has_fewer_busy_nodes((machine, occupied, extents) in cases()) {
            let busy = |block: &Block| block.nodes(&machine).filter(|&node| occupied[node as usize]).count() as u32;
            let fits = places(&machine, &extents).into_iter().map(|block| NearestFit { block, busy: busy(&block) });
            prop_assert_eq!(nearest_fit(&machine, &occupied, &extents), fits.min_by_key(|fit| fit.busy));
        }
    }

    #[test]
    fn a_box_of_other_dimensions_or_of_nothing_has_no_place() {
        let machine = Machine::torus(&[4, 4]);
        for extents in [&[2, 2, 1][..], &[2], &[0, 2], &[5, 1]] {
            assert_eq!(nearest_fit(&machine, &[false; 16], &Coordinates::new(extents)), None);
        }
    }
}
