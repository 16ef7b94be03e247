use super::*;
use crate::allocation::catalogue::Entry;
use crate::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// All strategies except `flat`, because its processors have no place, and those with topologies of their own.
fn with_places() -> impl Iterator<Item = &'static Entry> {
    catalogue::entries().filter(|entry| ![Family::Reference, Family::Cluster].contains(&entry.family))
}

fn shown(name: &str) -> Demonstration {
    Demonstration::new(name).unwrap()
}

/// The reason why there is no picture.
fn reason(name: &str) -> String {
    Diagnostic::of(&Demonstration::new(name).unwrap_err()).message()
}

/// The blocks of the first or the second request, as text.
fn blocks(name: &str, attempt: usize) -> Vec<String> {
    shown(name).attempts[attempt].blocks.iter().map(Block::to_string).collect()
}

fn nodes(blocks: &[Block], machine: &Machine) -> Vec<u32> {
    blocks.iter().flat_map(|block| block.nodes(machine)).collect()
}

#[test]
fn every_example_serves_the_first_request_from_free_nodes() {
    for name in with_places().flat_map(|entry| entry.examples) {
        let shown = shown(name);
        assert!(!shown.attempts[0].blocks.is_empty(), "{name}");
        let busy = nodes(&shown.busy, &shown.machine);
        assert!(busy.len() as u32 * 10 > shown.machine.node_count(), "{name}: the machine is partly filled");
        for attempt in &shown.attempts {
            let taken = nodes(&attempt.blocks, &shown.machine);
            let all: BTreeSet<_> = busy.iter().chain(&taken).collect();
            assert_eq!(all.len(), busy.len() + taken.len(), "{name}: no node twice");
            assert!(taken.is_empty() || taken.len() as u32 >= attempt.request.processors, "{name}");
        }
        assert_eq!(Demonstration::new(name).unwrap(), shown, "{name}: the same each time");
    }
}

/// The expected places were read off the mesh by hand.
#[test]
fn strategies_differ_in_the_place_they_choose() {
    for (name, place) in
        [("ff", "2,4+3x2"), ("bf", "5,3+3x2"), ("bl", "2,5+3x2"), ("as", "3,3+3x2"), ("2dbs", "4,4+4x4")]
    {
        assert_eq!(blocks(name, 0), [place], "{name}");
    }
    assert_eq!(blocks("mbs", 0), ["2,4+2x2", "0,0+1x1", "1,0+1x1"]);
}

#[test]
fn the_second_request_needs_turning_or_cutting() {
    for name in ["ff", "bf", "bl", "bl(boxes)", "fs", "2dbs"] {
        assert!(blocks(name, 1).is_empty(), "{name}");
    }
    for name in ["tff", "tbf", "tbl", "tbl(boxes)", "as"] {
        let blocks = blocks(name, 1);
        assert!(blocks.len() == 1 && blocks[0].ends_with("+6x2"), "{name}");
    }
    assert_eq!(blocks("mbs", 1).len(), 3);
    assert_eq!(blocks("anca", 1), ["2,4+2x3", "4,3+2x3"]);
}

#[test]
fn the_third_request_is_served_in_pieces_or_waits() {
    for entry in with_places() {
        for name in entry.examples {
            let count = blocks(name, 2).len();
            match entry.family {
                Family::Contiguous => assert_eq!(count, 0, "{name}"),
                // Whole pages of many nodes, or whole cubes, may not be left.
                Family::NonContiguous if !["paging", "ocs"].contains(&entry.name) => assert!(count > 1, "{name}"),
                _ => {}
            }
        }
    }
    assert!(blocks("ep", 2).is_empty(), "the machine is in small pieces");
    assert_eq!(blocks("nep", 2), ["0,4+8x4"]);
}

#[test]
fn the_two_ways_of_partitioning_differ() {
    assert_ne!(shown("ep").attempts, shown("nep").attempts);
    assert_eq!(shown("ep").machine.to_string(), "torus:8x8");
}

/// A page of 8 by 8 nodes is free only if a quarter of the same picture, twice as large, is free.
#[test]
fn large_pages_get_a_large_machine() {
    assert_eq!(shown("midplane").machine.to_string(), "mesh:16x16");
    assert_eq!(shown("midplane(2)").machine.to_string(), "mesh:8x8");
    assert_eq!(
        reason("midplane(64)"),
        "there is no picture: midplane(64) cannot manage mesh:32x32 (expected a machine with all extents at least 64)"
    );
}

#[test]
fn what_is_seen_is_said() {
    assert_eq!(shown("ff").scene(), "8x8 mesh, 27 of 64 nodes busy (grey).");
    let sentences = |name: &str| shown(name).attempts.iter().map(Attempt::sentence).collect::<Vec<_>>();
    assert_eq!(
        sentences("ff"),
        [
            "A request for 6 processors (3x2) gets 2,4+3x2.",
            "A request for 12 processors (2x6) has to wait.",
            "A request for 21 processors (3x7) has to wait."
        ]
    );
    assert_eq!(sentences("curve(hilbert,best)")[1], "A request for 12 processors gets 12 blocks, from 2,6+1x1 on.");
    assert_eq!(sentences("2dbs")[0], "A request for 6 processors (3x2) gets 4,4+4x4, 10 more than it asked for.");
    assert_eq!(sentences("mbs")[0], "A request for 6 processors gets 3 blocks: 2,4+2x2, 0,0+1x1, 1,0+1x1.");
}

#[test]
fn without_places_there_is_no_picture() {
    assert_eq!(reason("flat"), "there is no picture of flat: its processors have no place");
    assert!(reason("nonsense").starts_with("unknown allocation strategy 'nonsense' (expected one of ep, "));
}
