use super::*;
use proptest::prelude::{Strategy as Generator, TestCaseError, any, prop, prop_assert_eq, prop_oneof, proptest};

/// The distance between two nodes, along the shorter way of a ring.
fn distance(machine: &Machine, a: &[u32], b: &[u32]) -> u32 {
    let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
    let shapes = machine.extents().iter().zip(machine.rings());
    apart.zip(shapes).map(|(apart, (&extent, &ring))| if ring { apart.min(extent - apart) } else { apart }).sum()
}

/// The definition, word by word. `None` if too few nodes are free.
fn plain(machine: &Machine, free: &[u32], wanted: usize) -> Option<Vec<u32>> {
    let places: Vec<_> = (0..machine.node_count()).map(|node| machine.coordinates(node)).collect();
    let distances: Vec<Vec<u32>> =
        places.iter().map(|a| places.iter().map(|b| distance(machine, a, b)).collect()).collect();
    let apart = |a: u32, b: u32| distances[a as usize][b as usize];
    let set = |&centre: &u32| {
        let mut nodes = free.to_vec();
        nodes.sort_by_key(|&node| (apart(centre, node), node));
        nodes.truncate(wanted);
        nodes.sort_unstable();
        nodes
    };
    let sum = |set: &Vec<u32>| -> u32 { set.iter().flat_map(|&a| set.iter().map(move |&b| apart(a, b))).sum() };
    free.iter().map(set).min_by_key(sum).filter(|set| set.len() == wanted)
}

#[test]
fn distances_take_the_shorter_way_round() {
    let machine: Machine = "mixed:7rx5".parse().unwrap();
    assert_eq!(distance(&machine, &[1, 0], &[6, 4]), 2 + 4);
    assert_eq!(distance(&machine, &[0, 2], &[3, 2]), 3);
}

/// On an empty 5x5 mesh the cross around (1,1) has pairwise distances of 16 in total. So has the set of the corner: the
/// corner, its two neighbours and the first two of the three nodes behind them. The corner is the first centre.
#[test]
fn of_equally_compact_sets_the_first_centre_wins() {
    let mut machine = GenAlg::new(&Machine::mesh(&[5, 5]));
    let allocation = machine.allocate(&Request::processors(5)).unwrap();
    let shown: Vec<_> = allocation.blocks.iter().map(|block| block.to_string()).collect();
    assert_eq!(shown, ["0,0+1x1", "0,1+1x1", "0,2+1x1", "1,0+1x1", "1,1+1x1"]);
}

/// One to seven dimensions, extents of 1 and 2 among them, and sometimes a long row.
fn machines() -> impl Generator<Value = Machine> {
    let extent = prop_oneof![3 => 1u32..=3, 3 => 1u32..=9, 1 => 60u32..=140];
    let dimensions = prop::collection::vec((extent, any::<bool>()), 1..=7);
    let machine = |dimensions: Vec<(u32, bool)>| {
        let (extents, rings): (Vec<u32>, Vec<bool>) = dimensions.into_iter().unzip();
        Machine::new(&extents, &rings).ok()
    };
    dimensions
        .prop_filter_map("small", move |dimensions| machine(dimensions).filter(|machine| machine.node_count() <= 150))
}

/// The plain and the fast search agree for any free nodes and any wanted number up to all of them.
fn check(machine: &Machine, free: &[u32], wanted: u32) -> Result<(), TestCaseError> {
    let mut strategy = GenAlg::new(machine);
    let busy: Vec<u32> = (0..machine.node_count()).filter(|node| free.binary_search(node).is_err()).collect();
    busy.iter().for_each(|&node| strategy.nodes.free.take(node));
    let set = strategy.best_set(wanted);
    prop_assert_eq!(Some(set), plain(machine, free, wanted as usize), "{} of {:?} on {}", wanted, free, machine);
    Ok(())
}

#[test]
fn corners_of_the_definition() {
    for text in [
        "mesh:1",
        "torus:1x1x1",
        "torus:2",
        "mesh:2x2x2",
        "torus:2x2x2x2x2",
        "mixed:1x3rx1x4r",
        "torus:70",
        "mesh:130",
        "torus:2x66",
    ] {
        let machine: Machine = text.parse().unwrap();
        let thinned: Vec<u32> = (0..machine.node_count()).filter(|node| node % 7 % 3 != 1).collect();
        for free in [(0..machine.node_count()).collect(), thinned] {
            (1..=free.len() as u32).for_each(|wanted| check(&machine, &free, wanted).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(1500))]

    #[test]
    fn any_state_gives_the_set_of_the_definition(
        machine in machines(), busy in prop::collection::vec(any::<u8>(), 150), threshold in 1u8..=255, wanted in any::<prop::sample::Index>(),
    ) {
        let free: Vec<u32> = (0..machine.node_count()).filter(|&node| busy[node as usize] < threshold).collect();
        if !free.is_empty() {
            check(&machine, &free, 1 + wanted.index(free.len()) as u32)?;
        }
    }
}

proptest! {
    #[test]
    fn takes_the_set_of_the_definition(machine in machines(), steps in prop::collection::vec((any::<bool>(), 1u32..30), 1..16)) {
        let mut free: Vec<u32> = (0..machine.node_count()).collect();
        let mut strategy = GenAlg::new(&machine);
        let mut held: Vec<Allocation> = Vec::new();
        for (allocate, number) in steps {
            if !allocate && !held.is_empty() {
                let allocation = held.swap_remove(number as usize % held.len());
                strategy.release(&allocation);
                free.extend(allocation.blocks.iter().map(|block| machine.index(&block.base)));
                free.sort_unstable();
                continue;
            }
            let allocation = strategy.allocate(&Request::processors(number));
            let nodes = |allocation: &Allocation| allocation.blocks.iter().map(|block| machine.index(&block.base)).collect::<Vec<_>>();
            let taken = allocation.as_ref().map(nodes);
            prop_assert_eq!(&taken, &plain(&machine, &free, number as usize), "{} of {:?} on {}", number, free, machine);
            let taken = taken.unwrap_or_default();
            free.retain(|node| !taken.contains(node));
            prop_assert_eq!(strategy.free_processors() as usize, free.len());
            held.extend(allocation);
        }
    }
}
