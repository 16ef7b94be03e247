//! The set of free nodes against a plain list of booleans, on machines of 1 to 4 dimensions, lines and rings.

use super::*;
use proptest::prelude::*;

/// A machine. Most are small; some need several words.
fn machines() -> impl Strategy<Value = Machine> {
    let side = prop_oneof![4 => 1u32..=5, 1 => 6u32..=13];
    let sides = prop::collection::vec((side, any::<bool>()), 1..=4);
    let long = (60u32..=200, any::<bool>()).prop_map(|side| vec![side]);
    let flat = ((1u32..=4, any::<bool>()), (20u32..=140, any::<bool>())).prop_map(|(a, b)| vec![a, b]);
    // Words of whole rings, and rings of whole words.
    let even = prop::collection::vec((prop::sample::select(vec![2u32, 4, 8, 16]), prop::bool::weighted(0.8)), 1..=3);
    let wide = (prop::sample::select(vec![6u32, 12, 40]), any::<bool>(), prop::sample::select(vec![8u32, 16, 32]))
        .prop_map(|(middle, ring, last)| vec![(3, true), (middle, true), (last, ring)]);
    prop_oneof![6 => sides, 1 => long, 1 => flat, 2 => even, 1 => wide].prop_map(|sides| {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    })
}

/// Free nodes by brute force: about every third node is taken.
fn state(machine: &Machine, draws: &[u8]) -> (FreeNodes, Vec<bool>) {
    let mut free = FreeNodes::new(machine, WrapAround::Followed);
    let mut truth = vec![true; machine.node_count() as usize];
    for (node, truth) in truth.iter_mut().enumerate() {
        // Few nodes are taken at first and many at high draws, for dense and sparse regions.
        if draws[node % draws.len()] > 200 {
            *truth = false;
            free.take_node(node as u32);
        }
    }
    (free, truth)
}

/// Whether a box at this base is on the machine and free, node by node.
fn free_box(machine: &Machine, truth: &[bool], wrap_around: WrapAround, block: &Block) -> bool {
    let inside = (0..machine.dimensions()).all(|d| {
        let reaches = block.base[d] + block.extents[d] <= machine.extents()[d];
        let around =
            wrap_around == WrapAround::Followed && machine.rings()[d] && block.extents[d] <= machine.extents()[d];
        reaches || around
    });
    inside && block.nodes(machine).all(|node| truth[node as usize])
}

fn bases_by_definition(machine: &Machine, truth: &[bool], wrap_around: WrapAround, extents: Coordinates) -> Vec<u32> {
    let is_base =
        |&node: &u32| free_box(machine, truth, wrap_around, &Block { base: machine.coordinates(node), extents });
    (0..machine.node_count()).filter(is_base).collect()
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    #[test]
    fn bases_are_those_of_the_definition(
        machine in machines(),
        draws in prop::collection::vec(any::<u8>(), 1..500),
        sizes in prop::collection::vec(any::<u32>(), 12),
        ignored in any::<bool>(),
    ) {
        let links = if ignored { WrapAround::Ignored } else { WrapAround::Followed };
        let (_, truth) = state(&machine, &draws);
        let mut free = FreeNodes::new(&machine, links);
        (0..machine.node_count()).filter(|&node| !truth[node as usize]).for_each(|node| free.take_node(node));
        for size in sizes {
            // All extents, and often small ones that fit in some places; some are too large for the machine.
            let small = machine.coordinates(size % machine.node_count());
            let mut extents = small;
            for (d, extent) in extents.iter_mut().enumerate() {
                *extent = 1 + if size % 3 == 0 { small[d] } else { (size >> (2 * d) & 3) % (machine.extents()[d] + 1) };
            }
            let expected = bases_by_definition(&machine, &truth, links, extents);
            let found = free.bases(&extents).map_or(Vec::new(), |bases| bases.iter().collect());
            prop_assert_eq!(&found, &expected, "{} {:?}", machine, extents);
            let first = expected.first().map(|&node| machine.coordinates(node));
            prop_assert_eq!(free.first_base(&extents), first);
        }
    }

    #[test]
    fn the_first_base_within_a_box(
        machine in machines(),
        draws in prop::collection::vec(any::<u8>(), 1..500),
        (base, size) in (any::<u32>(), any::<u32>()),
    ) {
        let (free, truth) = state(&machine, &draws);
        let mut within = Block {
            base: machine.coordinates(base % machine.node_count()),
            extents: machine.coordinates(size % machine.node_count()),
        };
        for d in 0..machine.dimensions() {
            let limit = if machine.rings()[d] { machine.extents()[d] } else { machine.extents()[d] - within.base[d] };
            within.extents[d] = (within.extents[d] + 1).min(limit);
        }
        let nodes = Coordinates::splat(1, machine.dimensions());
        let found = free.bases(&nodes).and_then(|bases| bases.first_within(&within));
        let expected = within.nodes(&machine).filter(|&node| truth[node as usize]).min();
        prop_assert_eq!(found, expected.map(|node| machine.coordinates(node)));
        prop_assert_eq!(free.is_box_free(&within), within.nodes(&machine).all(|node| truth[node as usize]));
    }

    #[test]
    fn boxes_are_taken_and_given_back(
        machine in machines(),
        boxes in prop::collection::vec((any::<u32>(), any::<u32>()), 1..30),
    ) {
        let mut free = FreeNodes::new(&machine, WrapAround::Followed);
        let mut truth = vec![true; machine.node_count() as usize];
        let mut held: Vec<Block> = Vec::new();
        for (base, size) in boxes {
            if base % 3 == 0 && !held.is_empty() {
                let block = held.swap_remove(size as usize % held.len());
                free.give(&block);
                block.nodes(&machine).for_each(|node| truth[node as usize] = true);
            } else {
                let base = machine.coordinates(base % machine.node_count());
                let mut extents = machine.coordinates(size % machine.node_count());
                extents.iter_mut().for_each(|extent| *extent = 1 + *extent / 2);
                let block = Block { base, extents };
                if free_box(&machine, &truth, WrapAround::Followed, &block) {
                    prop_assert!(free.is_box_free(&block));
                    free.take(&block);
                    block.nodes(&machine).for_each(|node| truth[node as usize] = false);
                    held.push(block);
                }
            }
            let expected: Vec<u32> = (0..machine.node_count()).filter(|&node| truth[node as usize]).collect();
            prop_assert_eq!(free.count() as usize, expected.len());
            prop_assert_eq!(free.first_free(), expected.first().copied());
            prop_assert_eq!(free.iter().collect::<Vec<_>>(), expected);
            let mut copy = FreeNodes::new(&machine, WrapAround::Followed);
            copy.clone_from(&free);
            prop_assert!(truth.iter().enumerate().all(|(node, &truth)| copy.is_free(node as u32) == truth));
        }
    }
}

/// Machines that are too large to keep all masks make them on demand.
#[test]
fn large_machines_search_alike() {
    for text in ["mixed:700rx600", "torus:3000", "mesh:300x400"] {
        let machine: Machine = text.parse().unwrap();
        let mut free = FreeNodes::new(&machine, WrapAround::Followed);
        let mut truth = vec![true; machine.node_count() as usize];
        for node in (0..machine.node_count()).step_by(17) {
            free.take_node(node);
            truth[node as usize] = false;
        }
        for side in [1, 3, 4, 16, 17] {
            let extents = Coordinates::splat(side, machine.dimensions());
            let found: Vec<u32> = free.bases(&extents).map_or(Vec::new(), |bases| bases.iter().collect());
            assert_eq!(found, bases_by_definition(&machine, &truth, WrapAround::Followed, extents), "{text} {side}");
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(300))]

    /// Every box of the machine, node by node.
    #[test]
    fn the_largest_free_box_is_that_of_the_definition(
        machine in machines().prop_filter("every box is looked at", |machine| machine.node_count() <= 60),
        draws in prop::collection::vec(any::<u8>(), 1..60),
        ignored in any::<bool>(),
    ) {
        let links = if ignored { WrapAround::Ignored } else { WrapAround::Followed };
        let (_, truth) = state(&machine, &draws);
        let mut free = FreeNodes::new(&machine, links);
        (0..machine.node_count()).filter(|&node| !truth[node as usize]).for_each(|node| free.take_node(node));
        let shapes = (0..machine.node_count()).map(|corner| {
            let mut extents = machine.coordinates(corner);
            extents.iter_mut().for_each(|extent| *extent += 1);
            extents
        });
        let mut all: Vec<(u32, std::cmp::Reverse<u32>, Coordinates)> = Vec::new();
        for extents in shapes {
            let bases = bases_by_definition(&machine, &truth, links, extents);
            all.extend(bases.first().map(|base| (extents.iter().product(), std::cmp::Reverse(*base), extents)));
        }
        let expected = all.into_iter().max().map(|(_, base, extents)| Block { base: machine.coordinates(base.0), extents });
        prop_assert_eq!(free.largest_box(), expected);
    }
}

#[test]
fn the_largest_free_box_by_hand() {
    let taken = |machine: &str, nodes: &[u32]| {
        let machine: Machine = machine.parse().unwrap();
        let mut free = FreeNodes::new(&machine, WrapAround::Followed);
        nodes.iter().for_each(|node| free.take_node(*node));
        free.largest_box().map(|found| found.to_string())
    };
    // Columns 2 and 3 are free.
    assert_eq!(taken("mesh:3x4", &[1, 9]).as_deref(), Some("0,2+3x2"));
    // With the ring of columns, column 0 is free as well.
    assert_eq!(taken("mixed:3x4r", &[1, 9]).as_deref(), Some("0,2+3x3"));
    // Of two boxes of two nodes, the first base decides. Of two at one base, the longer one in dimension 0 wins.
    assert_eq!(taken("mesh:2x3", &[2, 3]).as_deref(), Some("0,0+1x2"));
    assert_eq!(taken("mesh:2x2", &[3]).as_deref(), Some("0,0+2x1"));
    assert_eq!((taken("mesh:1", &[0]), taken("torus:2x2x2", &[]).as_deref()), (None, Some("0,0,0+2x2x2")));
}

/// Machines of some thousand nodes, odd and even, rings and lines. Their searches are remembered.
const LARGE: &[&str] = &[
    "torus:5x7x9x3x5x3",
    "mesh:9x5x7x2x5x3",
    "mixed:7rx5x6rx3x2rx9",
    "mixed:3x11rx9rx5x1x7r",
    "torus:24x12x10x2x3x2",
    "torus:2x3x2x11x13x7",
    "mixed:63rx70",
    "torus:17x16x16",
    "mesh:4200",
    "torus:4500",
    "mixed:3x40rx40",
];

/// Machines that are small enough for exhaustive checks.
const SMALL: &[&str] = &["torus:5x4x3x2", "mesh:7x2x1x4", "mixed:3rx5x4rx1", "mixed:2x6rx2rx3r", "torus:1x1x9x8"];

proptest! {
    #![proptest_config(crate::cases::cases(60))]

    /// After any earlier requests, changes and undone changes, the first base is that of a search of the whole machine
    /// without memory.
    #[test]
    fn what_is_remembered_is_so(
        machine in prop::sample::select(LARGE),
        shapes in prop::collection::vec(prop::collection::vec(any::<u32>(), 6), 1..8),
        steps in prop::collection::vec((0u32..10, any::<usize>()), 1..80),
    ) {
        let machine: Machine = machine.parse().unwrap();
        let shape = |draws: &Vec<u32>| {
            // Mostly small extents, sometimes whole sides.
            let side = |(&draw, &length): (&u32, &u32)| match draw % 7 {
                0 => length,
                1 => 1 + draw / 7 % 14 % length,
                _ => 1 + draw / 7 % 4 % length,
            };
            Coordinates::new(&draws.iter().zip(machine.extents()).map(side).collect::<Vec<_>>())
        };
        let shapes: Vec<Coordinates> = shapes.iter().map(shape).collect();
        let mut free = FreeNodes::new(&machine, WrapAround::Followed);
        let mut held: Vec<Block> = Vec::new();
        for (step, which) in steps {
            let extents = shapes[which % shapes.len()];
            match step {
                0..=1 if !held.is_empty() => free.give(&held.swap_remove(which % held.len())),
                2..=3 => if let Some(block) = free.first_rotated(&extents, Rotation::Tried) {
                    let before = free.words().to_vec();
                    free.take(&block);
                    free.change(&block, Change::Undo);
                    prop_assert_eq!(free.words(), before);
                },
                4 => if let Some(base) = free.bases(&extents).and_then(|bases| bases.iter().nth(which % 97)) {
                    held.push(Block { base: machine.coordinates(base), extents });
                    free.take(held.last().unwrap());
                },
                // Takes so many boxes that few nodes are left, so that boxes that become free are bounded.
                5 => for number in 0..which as u32 % 64 {
                    let bases: Vec<u32> = free.bases(&extents).map_or(Vec::new(), |bases| bases.iter().collect());
                    let Some(place) = which.rotate_right(number).checked_rem(bases.len()) else { break };
                    held.push(Block { base: machine.coordinates(bases[place]), extents });
                    free.take(held.last().unwrap());
                },
                // Many boxes of one kind, as in first fit.
                _ => for _ in 0..which % 9 {
                    let expected = free.clone().bases(&extents).and_then(|bases| bases.first());
                    let rotated = first_orientation(&extents, machine.extents(), Rotation::Tried, |rotated| {
                        free.clone().bases(rotated).map(|_| ())
                    });
                    prop_assert_eq!(free.has_rotated(&extents, Rotation::Tried), rotated.is_some(), "{} {:?}", machine, extents);
                    prop_assert_eq!(free.has_rotated(&extents, Rotation::Never), expected.is_some());
                    prop_assert_eq!(free.first_base(&extents), expected, "{} {:?}", machine, extents);
                    let Some(base) = expected else { break };
                    held.push(Block { base, extents });
                    free.take(held.last().unwrap());
                },
            }
            let truth: u32 = held.iter().map(Block::volume).sum();
            prop_assert_eq!(free.count() + truth, machine.node_count());
        }
        for extents in &shapes {
            let expected = free.clone().bases(extents).and_then(|bases| bases.first());
            prop_assert_eq!(free.first_base(extents), expected, "{} {:?}", machine, extents);
            free.clone().clone_from(&free);
        }
    }

    /// No free box with a node of a box that was given back is longer than its reach. Some are equally long.
    #[test]
    fn no_box_reaches_further(
        machine in prop::sample::select(SMALL),
        draws in prop::collection::vec(any::<u8>(), 1..200),
        size in prop::collection::vec(0u32..4, 4),
        which in any::<usize>(),
        ignored in any::<bool>(),
    ) {
        let machine: Machine = machine.parse().unwrap();
        let links = if ignored { WrapAround::Ignored } else { WrapAround::Followed };
        let mut free = FreeNodes::new(&machine, links);
        (0..machine.node_count()).filter(|&node| draws[node as usize % draws.len()] % 3 == 0).for_each(|node| free.take_node(node));
        let lengths = machine.extents().to_vec();
        let extents: Vec<u32> = size.iter().zip(&lengths).map(|(size, length)| 1 + size % length).collect();
        let bases: Vec<u32> = free.bases(&extents).map_or(Vec::new(), |bases| bases.iter().collect());
        prop_assume!(!bases.is_empty());
        let given = Block { base: machine.coordinates(bases[which % bases.len()]), extents: Coordinates::new(&extents) };
        let reach = free.layout.reach_of(free.words(), &given);
        for dimension in 0..lengths.len() {
            let meeting = |length: u32| {
                let mut extents = Coordinates::splat(1, lengths.len());
                extents[dimension] = length;
                let bases: Vec<u32> = free.bases(&extents).map_or(Vec::new(), |bases| bases.iter().collect());
                bases.iter().any(|&base| Block { base: machine.coordinates(base), extents }.meets(&given, &lengths))
            };
            prop_assert!(meeting(reach[dimension]), "{} {:?} {:?}", machine, given, reach);
            prop_assert!(reach[dimension] == lengths[dimension] || !meeting(reach[dimension] + 1));
        }
    }

    /// The same against the definition, node by node.
    #[test]
    fn the_first_base_of_a_large_machine_is_that_of_the_definition(
        machine in prop::sample::select(LARGE),
        draws in prop::collection::vec(any::<u8>(), 1..500),
        sizes in prop::collection::vec(prop::collection::vec(0u32..4, 6), 4),
    ) {
        let machine: Machine = machine.parse().unwrap();
        let (mut free, mut truth) = state(&machine, &draws);
        for _ in 0..2 {
            for size in &sizes {
                let extents: Vec<u32> = size.iter().zip(machine.extents()).map(|(size, length)| 1 + size % length).collect();
                let extents = Coordinates::new(&extents);
                let is_base = |&node: &u32| {
                    free_box(&machine, &truth, WrapAround::Followed, &Block { base: machine.coordinates(node), extents })
                };
                let expected = (0..machine.node_count()).find(is_base).map(|node| machine.coordinates(node));
                prop_assert_eq!(free.first_base(&extents), expected, "{} {:?}", machine, extents);
            }
            for node in (0..machine.node_count()).step_by(37).filter(|&node| !truth[node as usize]).collect::<Vec<_>>() {
                free.give(&free.single(node));
                truth[node as usize] = true;
            }
        }
    }
}

/// A row that becomes free beside its neighbours forms a base with them, even if they were taken in
/// between and this was undone.
#[test]
fn what_is_only_tried_is_in_nobodys_way_later() {
    let row = |from: u32, to: u32| Block { base: Coordinates::new(&[from]), extents: Coordinates::new(&[to - from]) };
    let mut free = FreeNodes::new(&Machine::mesh(&[2100]), WrapAround::Followed);
    [row(10, 20), row(20, 100)].iter().for_each(|taken| free.take(taken));
    let first = |free: &FreeNodes| free.first_base(&[15]).map(|base| base[0]);
    assert_eq!(first(&free), Some(100));
    free.give(&row(10, 20));
    free.take(&row(0, 10));
    free.change(&row(0, 10), Change::Undo);
    assert_eq!(first(&free), Some(0));
}
