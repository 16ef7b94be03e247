//! The search against all boxes there are.

use super::*;
use proptest::prelude::*;

/// Every box of the machine; one that goes once around a ring has its base at 0 there.
fn all_boxes(machine: &Machine) -> Vec<Block> {
    let mut boxes = Vec::new();
    for base in (0..machine.node_count()).map(|node| machine.coordinates(node)) {
        for size in 0..machine.node_count() {
            let mut extents = machine.coordinates(size);
            extents.iter_mut().for_each(|extent| *extent += 1);
            let is_one = (0..machine.dimensions()).all(|d| {
                let once = extents[d] < machine.extents()[d] || base[d] == 0;
                once && (machine.rings()[d] || base[d] + extents[d] <= machine.extents()[d])
            });
            if is_one {
                boxes.push(Block { base, extents });
            }
        }
    }
    boxes
}

/// The largest free one, by the order that is promised.
fn plain(machine: &Machine, occupied: &[bool]) -> Option<Block> {
    let free = |block: &Block| block.nodes(machine).all(|node| !occupied[node as usize]);
    let order = |block: &Block| (Reverse(block.volume()), machine.index(&block.base), block.extents);
    all_boxes(machine).into_iter().filter(free).min_by_key(order)
}

fn machine_with_jobs() -> impl Strategy<Value = (Machine, Vec<bool>)> {
    let sides = prop::collection::vec((1u32..=6, any::<bool>()), 1..=5);
    let small = sides.prop_filter("small", |sides| sides.iter().map(|side| side.0).product::<u32>() <= 72);
    (small, prop::collection::vec(any::<u8>(), 72), any::<u8>()).prop_map(|(sides, noise, share)| {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        let machine = Machine::new(&extents, &rings).unwrap();
        let occupied = noise[..machine.node_count() as usize].iter().map(|&noise| noise < share / 2).collect();
        (machine, occupied)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn it_is_the_best_of_all_boxes((machine, occupied) in machine_with_jobs()) {
        prop_assert_eq!(largest_free(&machine, &occupied), plain(&machine, &occupied));
    }
}

fn found(machine: &str, occupied: &[u32]) -> Option<String> {
    let machine: Machine = machine.parse().unwrap();
    let mut bits = vec![false; machine.node_count() as usize];
    occupied.iter().for_each(|&node| bits[node as usize] = true);
    largest_free(&machine, &bits).map(|block| block.to_string())
}

#[test]
fn expected_by_hand() {
    // Nodes 0 to 11 in three rows of four.
    assert_eq!(found("mesh:3x4", &[]).as_deref(), Some("0,0+3x4"));
    assert_eq!(found("mesh:3x4", &[5]).as_deref(), Some("0,2+3x2"));
    assert_eq!(found("torus:3x4", &[5]).as_deref(), Some("0,2+3x3"), "around the ring of four");
    assert_eq!(found("mesh:2x2", &[0, 3]).as_deref(), Some("0,1+1x1"), "of equals the first");
    assert_eq!(found("mesh:2x2", &[3]).as_deref(), Some("0,0+1x2"), "of one base the least extents");
    assert_eq!(found("mesh:2x2", &[0, 1, 2, 3]), None);
    assert_eq!(found("torus:1", &[]).as_deref(), Some("0+1"));
    assert_eq!(largest_free(&Machine::mesh(&[3]), &[]), None, "what is not said to be free is not");
}

/// Every node but the last ones of a large machine.
#[test]
fn a_machine_of_a_hundred_thousand_nodes() {
    let machine: Machine = "torus:24x23x24x2x3x2".parse().unwrap();
    let mut occupied = vec![false; machine.node_count() as usize];
    occupied[0] = true;
    let volume = |block: Option<Block>| block.map(|block| block.volume());
    assert_eq!(volume(largest_free(&machine, &occupied)), Some(23 * 23 * 24 * 12));
}
