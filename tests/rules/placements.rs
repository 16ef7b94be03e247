//! Placement on random topologies against plain rules, and what holds for every placement (docs/semantics.md 11).

mod block;
mod kueue;
mod others;
mod torus3d;
mod tree;

use crate::cases::cases;
use proptest::prelude::*;
use std::collections::BTreeSet;
use subtorus::allocation::Allocator;
use subtorus::allocation::strategies::slurm::{Slurm, Terms};
use subtorus::topology::{Group, Kind, Placement, Racks, Switch, Topology, Torus};
use subtorus::workload::{Grouping, Request};

/// The free nodes.
type Free = BTreeSet<u32>;

/// The nodes that a plain rule gives to a job of so many nodes, in segments of so many; `None` if it waits.
type Placed = Option<BTreeSet<u32>>;

/// Numbers drawn for a case.
struct Drawn(Vec<u32>);

impl Drawn {
    /// The next number below this one.
    fn below(&mut self, limit: u32) -> u32 {
        self.0.pop().unwrap_or(0) % limit.max(1)
    }

    /// The numbers of nodes in random order, or in order.
    fn order(&mut self, count: u32) -> Vec<u32> {
        let mut nodes: Vec<u32> = (0..count).collect();
        if self.below(3) > 0 {
            (1..count).rev().for_each(|last| nodes.swap(last as usize, self.below(last + 1) as usize));
        }
        nodes
    }
}

/// Groups of nodes with these sizes, numbered from 0 in random order.
fn groups(drawn: &mut Drawn, sizes: &[u32]) -> Vec<Group> {
    let mut nodes = drawn.order(sizes.iter().sum());
    let group = |(number, &size): (usize, &u32)| Group {
        name: format!("g{number}"),
        nodes: nodes.split_off(nodes.len() - size as usize),
    };
    sizes.iter().enumerate().map(group).collect()
}

fn torus(drawn: &mut Drawn, nodes: &mut Vec<u32>) -> Torus {
    let dims = [1 + drawn.below(4), 1 + drawn.below(4), 1 + drawn.below(3)];
    let volume: u32 = dims.iter().product();
    let has_holes = drawn.below(2) == 0;
    let cells = (0..volume).map(|_| nodes.pop().filter(|_| !has_holes || drawn.below(6) > 0)).collect();
    let placement = |drawn: &mut Drawn| Placement {
        dims: dims.map(|side| 1 + drawn.below(side)),
        spacing: dims.map(|side| 1 + drawn.below(side)),
        seed: dims.map(|side| drawn.below(side)),
    };
    Torus {
        name: format!("t{}", nodes.len()),
        dims,
        cells,
        placements: (0..1 + drawn.below(5)).map(|_| placement(drawn)).collect(),
    }
}

/// Tori. The nodes that their holes leave over are renumbered away.
fn tori(drawn: &mut Drawn) -> (u32, Kind) {
    let mut nodes = drawn.order(96);
    let mut tori: Vec<Torus> = (0..1 + drawn.below(2)).map(|_| torus(drawn, &mut nodes)).collect();
    let used: BTreeSet<u32> = tori.iter().flat_map(|torus| torus.cells.iter().flatten().copied()).collect();
    let rank = |node: u32| used.range(..node).count() as u32;
    tori.iter_mut().flat_map(|torus| torus.cells.iter_mut().flatten()).for_each(|node| *node = rank(*node));
    (used.len() as u32, Kind::Torus3d(tori))
}

/// Leaves, and switches above them in rising order; perhaps several roots.
fn tree(drawn: &mut Drawn) -> Vec<Switch> {
    let sizes: Vec<u32> = (0..1 + drawn.below(8)).map(|_| drawn.below(6)).collect();
    let leaf = |Group { name, nodes }| Switch { name, nodes, children: Vec::new(), parent: None, level: 0 };
    let mut switches: Vec<Switch> = groups(drawn, &sizes).into_iter().map(leaf).collect();
    for number in 0..drawn.below(5) {
        let orphans: Vec<usize> = (0..switches.len()).filter(|&place| switches[place].parent.is_none()).collect();
        let children: Vec<usize> = orphans.into_iter().filter(|_| drawn.below(2) == 0).collect();
        let Some(level) = children.iter().map(|&child| switches[child].level + 1).max() else { continue };
        children.iter().for_each(|&child| switches[child].parent = Some(switches.len()));
        switches.push(Switch { name: format!("s{number}"), nodes: Vec::new(), children, parent: None, level });
    }
    switches
}

fn topology(drawn: &mut Drawn) -> Topology {
    let (count, kind) = match drawn.below(6) {
        0 | 1 => tori(drawn),
        2 => {
            let sizes: Vec<u32> = (0..1 + drawn.below(9)).map(|_| 1 + drawn.below(9)).collect();
            (sizes.iter().sum(), Kind::Ring(groups(drawn, &sizes)))
        }
        3 => {
            let base = 1 + drawn.below(4);
            let sizes: Vec<u32> =
                (0..1 + drawn.below(14)).map(|_| (base + drawn.below(3)).saturating_sub(1).max(1)).collect();
            let levels = (0..5).filter(|&level| level == 0 || drawn.below(2) == 0).collect();
            (sizes.iter().sum(), Kind::Block(Racks { base, levels, blocks: groups(drawn, &sizes) }))
        }
        4 => {
            let switches = tree(drawn);
            (switches.iter().map(|switch| switch.nodes.len() as u32).sum(), Kind::Tree(switches))
        }
        _ => (1 + drawn.below(40), Kind::Flat),
    };
    Topology { name: "t".into(), nodes: (0..count).map(|node| format!("n{node}")).collect(), kind }
}

/// The plain rule. `Err` if the job is refused.
fn plain(topology: &Topology, terms: Terms, free: &Free, nodes: u32, grouping: Grouping) -> Result<Placed, ()> {
    let segment = if grouping.segment == 0 || grouping.segment > nodes { nodes } else { grouping.segment };
    let reads_segments = !matches!(topology.kind, Kind::Tree(_) | Kind::Flat);
    if reads_segments && !nodes.is_multiple_of(segment) {
        return Err(());
    }
    let lowest = || free.first().map(|&node| BTreeSet::from([node]));
    match &topology.kind {
        Kind::Torus3d(tori) => torus3d::place(tori, free, nodes, segment),
        _ if nodes == 1 => Ok(lowest()),
        Kind::Ring(rings) => Ok(others::ring(rings, free, nodes / segment, segment)),
        Kind::Block(racks) => Ok(block::place(racks, free, nodes, Grouping { segment, ..grouping })),
        Kind::Tree(switches) if terms.dragonfly => Ok(tree::dragonfly(switches, free, nodes)),
        Kind::Tree(switches) => Ok(tree::place(switches, free, nodes)),
        Kind::Flat => Ok(others::flat(free, nodes)),
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn placements_are_those_of_the_plain_rules(
        numbers in prop::collection::vec(any::<u32>(), 600), busy in 0u32..4, nodes in 1u32..30, segment in 0u32..9,
        spread: bool, consolidate: bool, dragonfly: bool,
    ) {
        let mut drawn = Drawn(numbers);
        let topology = topology(&mut drawn);
        let count = topology.nodes.len() as u32;
        prop_assume!(count > 0);
        let free: Free = (0..count).filter(|_| drawn.below(4) >= busy).collect();
        let segments = if segment > 0 { nodes.div_ceil(segment) } else { 1 };
        // Segments divide most jobs.
        let nodes = if segment > 0 && drawn.below(8) > 0 { segments * segment } else { nodes };
        let terms = Terms { dragonfly, round_up: false };
        let grouping = Grouping { segment, spread, consolidate };
        let request = Request { grouping, ..Request::processors(nodes) };
        let list: Vec<u32> = free.iter().copied().collect();
        let mut slurm = Slurm::with_free(&topology, terms, &list);
        let effective = slurm.effective(&request);
        let allocation = slurm.allocate(&effective);
        let held = |allocation: &subtorus::allocation::Allocation| -> Vec<u32> {
            allocation.blocks.stretches().iter().cloned().flatten().collect()
        };
        let found = allocation.as_ref().map(held);
        match plain(&topology, terms, &free, nodes, grouping) {
            Err(()) => prop_assert!(found.is_none(), "refused"),
            Ok(expected) => {
                let expected = expected.map(|nodes| nodes.into_iter().collect::<Vec<u32>>());
                prop_assert_eq!(&found, &expected, "{:?}, {} nodes, {:?}, free {:?}", topology.kind, nodes, grouping, free);
            }
        }
        if let (Some(allocation), Some(found)) = (allocation, found) {
            prop_assert_eq!(found.len() as u32, nodes);
            prop_assert!(found.is_sorted_by(|one, other| one < other), "each node once, in order");
            prop_assert!(found.iter().all(|node| free.contains(node)));
            prop_assert_eq!(slurm.free_processors() + nodes, free.len() as u32);
            // Nothing is remembered: another job comes and goes, and the answer is the same.
            let other = slurm.allocate(&slurm.effective(&Request::processors(2)));
            slurm.release(&allocation);
            other.iter().for_each(|other| slurm.release(other));
            prop_assert!(slurm.fits(&effective));
            prop_assert_eq!(slurm.allocate(&effective).as_ref().map(held), Some(found));
        }
    }
}
