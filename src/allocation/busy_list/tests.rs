//! The two searches against each other, and the worked example of the thesis.

use super::*;
use crate::allocation::Allocator;
use crate::allocation::contiguous::{Contiguous, place_turned};
use crate::allocation::orientations::Rotation;
use crate::allocation::strategies::first_fit::FirstFit;
use crate::workload::Request;
use proptest::prelude::*;

fn request(extents: &[u32]) -> Request {
    let extents = Coordinates::new(extents);
    Request { processors: extents.iter().product(), extents: Some(extents) }
}

/// Thesis figure 3.6: on 4x4x4 the requests 2x4x4, 2x1x2 and 1x2x1 arrive in this order. The last one's base is found
/// on the right border plane of the first box, the highest of two, behind the second.
#[test]
fn figure_3_6() {
    let machine = Machine::mesh(&[4, 4, 4]);
    let searches: [Box<dyn Allocator>; 2] = [
        Box::new(Contiguous::new(BusyList::new(&machine), Rotation::Tried)),
        Box::new(Contiguous::new(MarkedBusyList::new(&machine), Rotation::Tried)),
    ];
    for mut allocator in searches {
        let requests: [(&[u32], &str); 3] =
            [(&[2, 4, 4], "0,0,0+2x4x4"), (&[2, 1, 2], "2,0,0+2x1x2"), (&[1, 2, 1], "2,0,2+1x2x1")];
        for (extents, expected) in requests {
            assert_eq!(allocator.allocate(&request(extents)).unwrap().blocks[0].to_string(), expected);
        }
    }
}

/// Definition 7's example: 2x2x2 beside the busy (1,1,0)-(2,2,1) must not have its base in (0,0,0)-(2,2,1).
#[test]
fn the_prohibited_region_of_definition_7() {
    let list = BusyList::new(&Machine::mesh(&[4, 4, 4]));
    let busy = Block { base: Coordinates::new(&[1, 1, 0]), extents: Coordinates::new(&[2, 2, 2]) };
    assert_eq!(list.prohibited(&busy, &Coordinates::new(&[2, 2, 2])).to_string(), "0,0,0+3x3x2");
}

/// The highest end first; among equals the oldest, whatever else was there in the meantime.
#[test]
fn the_order_of_the_list() {
    let mut list = BusyList::new(&Machine::mesh(&[6, 6]));
    let block = |x, y, height| Block { base: Coordinates::new(&[x, y]), extents: Coordinates::new(&[1, height]) };
    let blocks = [block(3, 0, 2), block(2, 1, 4), block(1, 0, 2), block(0, 0, 5), block(5, 1, 1)];
    blocks.iter().for_each(|block| list.take(block));
    list.give(&blocks[2]);
    list.take(&blocks[2]);
    assert!(list.blocks().eq([blocks[1], blocks[3], blocks[0], blocks[4], blocks[2]].iter()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// Jobs come and go; both searches give the same box at every step, and one exactly where first fit does.
    #[test]
    fn both_searches_answer_alike(
        sides in prop::collection::vec((1u32..=6, any::<bool>()), 1..=4),
        steps in prop::collection::vec((any::<u32>(), any::<u32>()), 1..60),
    ) {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        let machine = Machine::new(&extents, &rings).unwrap();
        let (mut boxes, mut bits) = (BusyList::new(&machine), MarkedBusyList::new(&machine));
        let mut first = FirstFit::new(&machine);
        let mut held: Vec<Block> = Vec::new();
        for (action, size) in steps {
            if action % 4 == 0 && !held.is_empty() {
                let block = held.swap_remove(size as usize % held.len());
                boxes.give(&block);
                bits.give(&block);
                first.give(&block);
                continue;
            }
            let mut extents = machine.coordinates(size % machine.node_count());
            extents.iter_mut().for_each(|extent| *extent = 1 + *extent / (1 + action % 3));
            let found = boxes.place(&extents);
            prop_assert_eq!(bits.place(&extents), found, "{} {:?} beside {:?}", machine, extents, held);
            prop_assert_eq!(first.place(&extents).is_some(), found.is_some());
            let turned = place_turned(&boxes, &extents, Rotation::Tried);
            prop_assert_eq!(place_turned(&bits, &extents, Rotation::Tried), turned);
            prop_assert_eq!(place_turned(&first, &extents, Rotation::Tried).is_some(), turned.is_some());
            if let Some(block) = found {
                boxes.take(&block);
                bits.take(&block);
                first.take(&block);
                held.push(block);
            }
        }
        prop_assert_eq!(boxes.free_processors(), bits.free_processors());
        prop_assert!(boxes.blocks().eq(bits.blocks()));
    }

    /// The planes and regions of docs/semantics.md 6.2 node by node.
    #[test]
    fn the_base_is_that_of_the_definition(
        sides in prop::collection::vec((1u32..=5, any::<bool>()), 1..=3),
        steps in prop::collection::vec((any::<u32>(), any::<u32>()), 1..30),
    ) {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        let machine = Machine::new(&extents, &rings).unwrap();
        let mut list = BusyList::new(&machine);
        for (action, size) in steps {
            let held: Vec<Block> = list.blocks().copied().collect();
            if action % 5 == 0 && !held.is_empty() {
                let block = held[size as usize % held.len()];
                list.give(&block);
                continue;
            }
            let mut extents = machine.coordinates(size % machine.node_count());
            extents.iter_mut().for_each(|extent| *extent = 1 + *extent / (1 + action % 3));
            let found = list.place(&extents);
            prop_assert_eq!(found.map(|block| block.base), base_by_definition(&machine, &list.blocks().copied().collect::<Vec<_>>(), extents));
            found.iter().for_each(|block| list.take(block));
        }
    }
}

/// The lexicographically smallest base on the first border plane that has one, node by node.
fn base_by_definition(machine: &Machine, busy: &[Block], extents: Coordinates) -> Option<Coordinates> {
    let taken: Vec<u32> = busy.iter().flat_map(|block| block.nodes(machine)).collect();
    let is_base = |base: &Coordinates| {
        let reaches = |d: usize| machine.rings()[d] || base[d] + extents[d] <= machine.extents()[d];
        let block = Block { base: *base, extents };
        (0..machine.dimensions()).all(reaches) && block.nodes(machine).all(|node| !taken.contains(&node))
    };
    let bases: Vec<Coordinates> =
        (0..machine.node_count()).map(|node| machine.coordinates(node)).filter(is_base).collect();
    let on_plane = |block: &Block, base: &Coordinates| {
        let length = machine.extents()[0];
        let right = block.base[0] + block.extents[0];
        let right = if machine.rings()[0] { right % length } else { right };
        // Sliding the request in the other dimensions, it would meet the busy box.
        let meets = |d: usize| {
            let length = machine.extents()[d];
            let touches = |x: u32| (0..block.extents[d]).any(|y| (block.base[d] + y) % length == x % length);
            (0..extents[d]).any(|offset| touches(base[d] + offset))
        };
        base[0] == right && (1..machine.dimensions()).all(meets)
    };
    let first = bases.iter().find(|base| base[0] == 0).copied();
    first.or_else(|| busy.iter().find_map(|block| bases.iter().find(|base| on_plane(block, base)).copied()))
}
