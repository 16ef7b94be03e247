//! The two searches against each other, and the worked example of the thesis.

use super::*;
use crate::allocation::Allocator;
use crate::allocation::contiguous::{Contiguous, place_rotated};
use crate::allocation::orientations::Rotation;
use crate::allocation::strategies::first_fit::FirstFit;
use crate::workload::Request;
use proptest::prelude::*;

fn request(extents: &[u32]) -> Request {
    let extents = Coordinates::new(extents);
    Request::new(extents.iter().product(), Some(extents))
}

/// Thesis figure 3.6: on 4x4x4 the requests 2x4x4, 2x1x2 and 1x2x1 arrive in this order. The base of the last one is on
/// the right border plane of the first box. It lies behind the second box.
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
            assert_eq!(allocator.allocate(&request(extents)).unwrap().blocks.listed()[0].to_string(), expected);
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

/// The highest end is first. Among equals, the oldest is first, even after other boxes came and went.
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

/// A machine with at most this many dimensions and extents of at most this length.
fn small_machines(longest: u32, dimensions: usize) -> impl Strategy<Value = Machine> {
    prop::collection::vec((1..=longest, any::<bool>()), 1..=dimensions).prop_map(|sides| {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    })
}

/// A machine that is sometimes large enough for searches to be remembered.
fn machines() -> impl Strategy<Value = Machine> {
    let large = prop::sample::select(vec!["torus:5x7x9x3x5x1", "mixed:13rx5x12rx2x3r", "mesh:60x70"]);
    prop_oneof![5 => small_machines(6, 4), 1 => large.prop_map(|text| text.parse().unwrap())]
}

proptest! {
    #![proptest_config(crate::cases::cases(600))]

    /// Jobs come and go. Both searches give the same box at every step, and find one exactly if first fit does.
    #[test]
    fn both_searches_answer_alike(
        machine in machines(),
        steps in prop::collection::vec((any::<u32>(), any::<u32>()), 1..60),
    ) {
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
            let rotated = place_rotated(&boxes, &extents, Rotation::Tried);
            prop_assert_eq!(place_rotated(&bits, &extents, Rotation::Tried), rotated);
            prop_assert_eq!(place_rotated(&first, &extents, Rotation::Tried).is_some(), rotated.is_some());
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

    /// The planes and regions of docs/semantics.md 6.2, node by node.
    #[test]
    fn the_base_is_that_of_the_definition(
        machine in small_machines(5, 3),
        steps in prop::collection::vec((any::<u32>(), any::<u32>()), 1..30),
    ) {
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

proptest! {
    #![proptest_config(crate::cases::cases(60))]

    /// The same with many small boxes on a large machine, after changes that were undone and copies.
    #[test]
    fn both_searches_answer_alike_on_a_large_machine(
        machine in prop::sample::select(vec!["torus:5x7x9x3x5x1", "mixed:13rx5x12rx2x3r", "mesh:60x70", "mixed:17x4rx65", "torus:17x16x16"]),
        down in prop::option::of(any::<u32>()),
        steps in prop::collection::vec((0u8..12, prop::collection::vec(1u32..4, 6)), 60..160),
    ) {
        let machine: Machine = machine.parse().unwrap();
        let (mut boxes, mut bits) = (BusyList::new(&machine), MarkedBusyList::new(&machine));
        if let Some(base) = down {
            let block = Block { base: machine.coordinates(base % machine.node_count()), extents: Coordinates::splat(1, machine.dimensions()) };
            let down = OutOfService::new(&machine, vec![block]).unwrap();
            prop_assert!(boxes.take_out_of_service(&down) && bits.take_out_of_service(&down));
        }
        let (mut held, mut other): (Vec<Block>, _) = (Vec::new(), bits.clone());
        for (action, sides) in steps {
            let mut extents = Coordinates::new(&sides[..machine.dimensions()]);
            extents.iter_mut().zip(machine.extents()).for_each(|(extent, length)| *extent = (*extent).min(*length));
            let found = bits.place(&extents);
            if action < 3 {
                prop_assert_eq!(boxes.place(&extents), found, "{} {:?}", machine, extents);
            }
            match action {
                3 if !held.is_empty() => {
                    let block = held.swap_remove(sides.iter().product::<u32>() as usize % held.len());
                    boxes.give(&block);
                    bits.give(&block);
                }
                4 => {
                    found.iter().for_each(|block| {
                        bits.take(block);
                        bits.change(block, Change::Undo);
                    });
                }
                5 => {
                    other.clone_from(&bits);
                    std::mem::swap(&mut bits, &mut other);
                }
                _ => {
                    found.iter().for_each(|block| {
                        boxes.take(block);
                        bits.take(block);
                    });
                    held.extend(found);
                }
            }
        }
    }
}

/// Nodes of two boxes out of service belong to the higher one. Another box between both also has a free node on its
/// right.
#[test]
fn of_boxes_that_overlap_the_first_in_the_list_counts() {
    let machine = Machine::mesh(&[6, 6]);
    let block = |base: [u32; 2], extents: [u32; 2]| Block {
        base: Coordinates::new(&base),
        extents: Coordinates::new(&extents),
    };
    let down = OutOfService::new(&machine, vec![block([0, 0], [1, 4]), block([0, 0], [1, 2])]).unwrap();
    let (mut boxes, mut bits) = (BusyList::new(&machine), MarkedBusyList::new(&machine));
    assert!(boxes.take_out_of_service(&down) && bits.take_out_of_service(&down));
    for busy in [block([0, 4], [1, 2]), block([1, 3], [5, 3]), block([1, 2], [3, 1])] {
        boxes.take(&busy);
        bits.take(&busy);
    }
    let node = Coordinates::new(&[1, 1]);
    assert_eq!(boxes.place(&node), Some(block([1, 0], [1, 1])));
    assert_eq!(bits.place(&node), boxes.place(&node));
}

proptest! {
    #![proptest_config(crate::cases::cases(300))]

    /// Many boxes of a shape in any orientation, beside boxes out of service that may overlap, and after changes that were undone.
    #[test]
    fn both_searches_take_the_same_boxes_one_after_another(
        machine in machines(),
        down in prop::collection::vec((any::<u32>(), any::<u32>()), 0..3),
        steps in prop::collection::vec((any::<u32>(), any::<u32>(), 1u32..9), 1..40),
    ) {
        let nodes = machine.node_count();
        let shape = |draw: u32, scale: u32| {
            let mut extents = machine.coordinates(draw % nodes);
            extents.iter_mut().for_each(|extent| *extent = 1 + *extent / scale);
            extents
        };
        let down: Vec<Block> = down.into_iter().filter_map(|(base, size)| {
            let block = Block { base: machine.coordinates(base % nodes), extents: shape(size, 2) };
            block.lies_on(&machine).then_some(block)
        }).collect();
        let mut plain = BusyList::new(&machine);
        let mut marked = MarkedBusyList::new(&machine);
        if !down.is_empty() {
            let down = OutOfService::new(&machine, down).unwrap();
            prop_assert!(plain.take_out_of_service(&down) && marked.take_out_of_service(&down));
        }
        let mut held: Vec<Block> = Vec::new();
        for (action, size, most) in steps {
            if action % 4 == 0 && !held.is_empty() {
                let block = held.swap_remove(size as usize % held.len());
                plain.give(&block);
                marked.give(&block);
                continue;
            }
            let extents = shape(size, 1 + action % 3);
            if let Some(block) = place_rotated(&marked, &extents, Rotation::Tried).filter(|_| action % 4 == 1) {
                marked.take(&block);
                marked.change(&block, Change::Undo);
            }
            // The second shape uses the room that the first one left; some results may be known.
            let mut shorter = extents;
            shorter.iter_mut().max().into_iter().for_each(|longest| *longest = longest.div_ceil(2));
            for extents in std::iter::repeat_n(extents, most as usize).chain(std::iter::repeat_n(shorter, most as usize)) {
                let expected = place_rotated(&plain, &extents, Rotation::Tried);
                prop_assert_eq!(place_rotated(&marked, &extents, Rotation::Tried), expected, "{:?} on {}", extents, machine);
                expected.iter().for_each(|block| {
                    plain.take(block);
                    marked.take(block);
                });
                held.extend(expected);
            }
            prop_assert_eq!(plain.free_processors(), marked.free_processors());
        }
        prop_assert!(plain.blocks().eq(marked.blocks()));
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
        // If the request slid in the other dimensions, it would overlap the busy box.
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
