use super::*;
use crate::allocation::pages::Pages;
use crate::allocation::{Allocator, OutOfService};
use crate::machine::{Block, Coordinates, Machine};
use crate::topology::{Topology, TopologyFile};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;

/// A file of an independent program.
fn vectors(name: &str) -> Value {
    let path = format!("{}/tests/vectors/slurm/{name}.json.gz", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn read(text: &str) -> Topology {
    TopologyFile::read(text).unwrap().choose(None).unwrap().clone()
}

/// The numbers of a list such as `0-3,7`.
fn numbers(list: &str) -> Vec<u32> {
    let number = |text: &str| text.parse::<u32>().unwrap();
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        number(from)..=number(to)
    };
    list.split(',').filter(|part| !part.is_empty()).flat_map(range).collect()
}

/// The machine of a topology, with only these nodes free.
fn machine(topology: &Topology, terms: Terms, free: &[u32]) -> Slurm {
    let machine = Machine::mesh(&[topology.nodes.len() as u32]);
    let mut slurm = Slurm::new(topology, terms, Pages::by_index(&machine, 1));
    let one = Coordinates::new(&[1]);
    let busy = (0..machine.node_count()).filter(|node| !free.contains(node));
    let busy = busy.map(|node| Block { base: Coordinates::new(&[node]), extents: one }).collect();
    assert!(slurm.take_out_of_service(&OutOfService::new(&machine, busy).unwrap()));
    slurm
}

fn grouping(segment: u32, flags: &str) -> Grouping {
    Grouping { segment, spread: flags.contains("spread"), consolidate: flags.contains("consolidate") }
}

#[test]
fn single_placements_are_those_of_an_independent_program() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for name in ["block-1", "block-2", "ring-1", "torus3d-1", "torus3d-2", "tree-1", "tree-2"] {
        for case in vectors(&format!("places-{name}"))["cases"].as_array().unwrap() {
            let text = |key: &str| case[key].as_str().unwrap_or_default();
            let topology = read(text("topology_yaml"));
            let dragonfly = case["topology"]["dragonfly"].as_bool().unwrap_or(false);
            // Some of the 96 nodes are not in the topology. Their numbers stand for the names n1 to n96.
            let number_of = |node: u32| topology.nodes.iter().position(|name| *name == format!("n{}", node + 1));
            let own = |list: &str| {
                numbers(list).into_iter().filter_map(number_of).map(|node| node as u32).collect::<Vec<_>>()
            };
            let mut slurm = machine(&topology, Terms { dragonfly, round_up: false }, &own(text("free")));
            let number = |key: &str| case[key].as_u64().unwrap() as u32;
            let grouping = grouping(number("segment"), text("flags"));
            let allocation = slurm.allocate(&Request { grouping, ..Request::processors(number("nodes")) });
            let nodes = allocation
                .map(|allocation| allocation.blocks.stretches().iter().cloned().flatten().collect::<Vec<u32>>());
            let expected = case["answer"].as_str().map(own);
            tried += 1;
            if nodes != expected {
                wrong.push(format!(
                    "{name}, {}: {} nodes, {grouping:?}: {nodes:?}, not {expected:?}",
                    text("rule"),
                    number("nodes")
                ));
            }
        }
    }
    assert_eq!((tried, wrong), (91, Vec::new()));
}

#[test]
fn a_picture_has_a_row_for_each_rack_ring_and_leaf_and_the_torus_as_a_torus() {
    let arranged = |topology: &Topology| machine(topology, Terms::default(), &[]).arrangement();
    assert_eq!(arranged(&Topology::blocks(72, &[18, 36]).unwrap()), Some(Machine::mesh(&[4, 18])));
    assert_eq!(arranged(&Topology::tree(24, &[4, 3])), Some(Machine::mesh(&[6, 4])));
    assert_eq!(arranged(&Topology::rings(20, 5)), Machine::new(&[4, 5], &[false, true]).ok());
    assert_eq!(arranged(&Topology::torus([4, 3, 2], Vec::new())), Some(Machine::torus(&[2, 3, 4])));
    let unlike =
        [Topology::blocks(70, &[18]).unwrap(), Topology::flat(8), Topology::tree(8, &[1]), Topology::tree(8, &[8])];
    assert!(
        unlike.iter().all(|topology| arranged(topology).is_none()),
        "the last rack is smaller, or there is one row"
    );
}
