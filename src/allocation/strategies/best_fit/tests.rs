//! Best fit against its definition.

use super::*;
use proptest::prelude::*;

/// Nodes just outside the faces of a box that are busy or beyond an edge, one by one.
fn contacts(machine: &Machine, free: &FreeNodes, block: &Block) -> u32 {
    let mut count = 0;
    for normal in 0..machine.dimensions() {
        let (length, ring) = (machine.extents()[normal], machine.rings()[normal]);
        if ring && block.extents[normal] == length {
            continue;
        }
        for (face, outside) in [(0, -1), (block.extents[normal] - 1, 1)] {
            let mut nodes = *block;
            nodes.base[normal] = (nodes.base[normal] + face) % length;
            nodes.extents[normal] = 1;
            let beside = i64::from(nodes.base[normal]) + outside;
            let beyond = !ring && !(0..i64::from(length)).contains(&beside);
            nodes.base[normal] = beside.rem_euclid(i64::from(length)) as u32;
            count += nodes.nodes(machine).filter(|&node| beyond || !free.is_free(node)).count() as u32;
        }
    }
    count
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    #[test]
    fn the_most_contacts_then_the_first(
        sides in prop::collection::vec((1u32..=6, any::<bool>()), 1..=4),
        busy in prop::collection::vec(any::<u32>(), 0..40),
        size in any::<u32>(),
    ) {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        let machine = Machine::new(&extents, &rings).unwrap();
        let mut fit = BestFit::new(&machine);
        for node in busy.into_iter().map(|node| node % machine.node_count()) {
            if fit.free.is_free(node) {
                fit.free.take_node(node);
            }
        }
        let mut extents = machine.coordinates(size % machine.node_count());
        extents.iter_mut().enumerate().for_each(|(d, extent)| *extent = 1 + *extent / (1 + (size >> d & 1)));
        let mut best: Option<(u32, Block)> = None;
        let mut everywhere = Scratch::default();
        fit.count_everywhere(&extents, &mut everywhere);
        for base in fit.free.bases(&extents).iter().flat_map(|bases| bases.iter()) {
            let block = Block { base: machine.coordinates(base), extents };
            let count = contacts(&machine, &fit.free, &block);
            prop_assert_eq!([fit.contacts(&block), everywhere.contacts[base as usize]], [count; 2], "{} {}", machine, block);
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, block));
            }
        }
        prop_assert_eq!(fit.place(&extents), best.map(|(_, block)| block), "{} {:?}", machine, extents);
        prop_assert_eq!(fit.free.first_base(&extents).is_some(), best.is_some());
    }
}

/// A box in a corner touches two edges. A box against an edge and a busy box touches three sides.
#[test]
fn snug_places_are_preferred() {
    let machine = Machine::mesh(&[6, 5]);
    let mut fit = BestFit::new(&machine);
    fit.take(&Block { base: Coordinates::new(&[2, 0]), extents: Coordinates::new(&[2, 2]) });
    let found = fit.place(&Coordinates::new(&[2, 2])).unwrap();
    assert_eq!(found.to_string(), "0,0+2x2", "two edges and the busy box: six contacts");
    fit.take(&found);
    let found = fit.place(&Coordinates::new(&[2, 2])).unwrap();
    assert_eq!(found.to_string(), "4,0+2x2", "the same on the other side, rather than one edge and two boxes' tops");
}
