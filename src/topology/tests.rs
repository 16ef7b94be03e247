use super::*;
use crate::diagnostic::Diagnostic;
use proptest::prelude::*;

fn names(topology: &Topology, nodes: &[u32]) -> String {
    nodes.iter().map(|&node| &*topology.nodes[node as usize]).collect::<Vec<_>>().join(" ")
}

fn read(text: &str) -> Result<Topology, TopologyError> {
    TopologyFile::read(text)?.choose(None).cloned()
}

fn message(text: &str) -> String {
    Diagnostic::of(&read(text).unwrap_err()).to_string()
}

const TORUS: &str = "
- topology: other
  flat: true
  nodes: x[1-3]
- topology: pod
  cluster_default: true
  torus3d:
    toruses:
      - name: a
        dims: {x: 2, y: 2, z: 1}
        regions:
          - anchor: {x: 0, y: 1, z: 0}
            dims: {x: 2, y: 1, z: 1}
            nodes: n[10,9]
        placements:
          - dims: {x: 2, y: 1, z: 1}
            anchor_spacing: {x: 1, y: 0, z: 1}
            anchor_seed: {x: 1}
          - dims: {x: 1, y: 1, z: 1}
";

#[test]
fn cells_are_filled_with_x_fastest_and_nodes_are_in_natural_order() {
    let topology = read(TORUS).unwrap();
    assert_eq!((topology.name.as_str(), topology.nodes.join(" ")), ("pod", "n9 n10".into()));
    let Kind::Torus3d(tori) = &topology.kind else { panic!("a torus") };
    assert_eq!(tori[0].cells, [None, None, Some(1), Some(0)]);
    assert_eq!(tori[0].placements[0], Placement { dims: [2, 1, 1], spacing: [1, 1, 1], seed: [1, 0, 0] });
    assert_eq!(tori[0].placements[1], Placement { dims: [1; 3], spacing: [1; 3], seed: [0; 3] });
    assert_eq!(TopologyFile::read(TORUS).unwrap().choose(Some("other")).unwrap().kind, Kind::Flat);
    let error = Diagnostic::of(&TopologyFile::read(TORUS).unwrap().choose(Some("third")).unwrap_err()).message();
    assert_eq!(error, "the file has no topology 'third' (expected other or pod)");
}

#[test]
fn a_conf_file_has_the_same_topologies() {
    let yaml = "- topology: default\n  tree:\n    switches:\n      - switch: s1\n        nodes: n[1-2]\n      - {switch: s2, nodes: m}\n      - {switch: r, children: 's[1-2]'}\n";
    let conf = "# a tree\nSWITCHNAME=s1 Nodes=\"n1, n2\" LinkSpeed=100\nSwitchName = s2 \\\n  nodes=m # leaf\n\nSwitchName=r Switches=s[1-2]\n";
    let topology = read(yaml).unwrap();
    assert_eq!(read(conf), Ok(topology.clone()));
    let Kind::Tree(switches) = &topology.kind else { panic!("a tree") };
    assert_eq!(
        switches.iter().map(|switch| (switch.level, switch.parent)).collect::<Vec<_>>(),
        [(0, Some(2)), (0, Some(2)), (1, None)]
    );
    assert_eq!(names(&topology, &switches[0].nodes), "n1 n2");
    let blocks = read("BlockName=b1 Nodes=n[1-4]\nBlockName=b2 Nodes=n[5-8]\nBlockSizes=4,8").unwrap();
    let Kind::Block(racks) = &blocks.kind else { panic!("blocks") };
    assert_eq!((racks.base, &racks.levels[..], racks.blocks.len()), (4, &[0, 1][..], 2));
    let rings = read("RingName=r1 Nodes=n[1-4]").unwrap();
    assert!(matches!(rings.kind, Kind::Ring(rings) if rings[0].nodes == [0, 1, 2, 3]));
}

fn torus(lines: &str) -> String {
    format!(
        "- topology: t\n  torus3d:\n    toruses:\n      name: a\n      dims: {{x: 2, y: 2, z: 1}}\n{lines}\n      placements: [dims: {{x: 1, y: 1, z: 1}}]\n"
    )
}

fn tree(switches: &str) -> String {
    format!("- topology: t\n  tree:\n    switches: [{switches}]\n")
}

#[test]
fn mistakes_have_their_line_and_what_was_expected() {
    let region =
        |x: u32| format!("- {{anchor: {{x: {x}, y: 0, z: 0}}, dims: {{x: 1, y: 2, z: 1}}, nodes: 'n{x}[1-2]'}}");
    for (text, expected) in [
        (String::new(), "line 1: the file is empty (expected a list with at least one element)"),
        ("[]".into(), "line 1: the file is '[]' (expected a list with at least one element)"),
        (
            "- topology: t\n  flat: true\n  nods: n".into(),
            "line 3: a topology has no key 'nods' (expected topology, cluster_default, torus3d, ring, block, tree, flat or nodes)",
        ),
        ("- topology: t\n  flat: true".into(), "line 1: a topology lacks the key 'nodes'"),
        ("- topology: t\n  flat: false\n  nodes: n".into(), "line 2: flat is 'false' (expected true, or no such key)"),
        ("- topology: t\n  flat: true\n  flat: true".into(), "line 3: the key 'flat' occurs twice"),
        (
            "- topology: t\n  flat: true\n  nodes: n1,n1".into(),
            "line 3: the node 'n1' occurs twice; list each node once",
        ),
        (
            "- topology: t\n  flat: true\n  nodes: n\n- topology: t\n  flat: true\n  nodes: n".into(),
            "line 4: the topology 't' occurs twice",
        ),
        (
            "- topology: t".into(),
            "line 1: a topology has 0 of its alternatives (expected one of torus3d, ring, block, tree, flat)",
        ),
        (
            "- topology: t\n  ring: {rings: [{ring: a, nodes: 'n[1-17]'}]}".into(),
            "line 2: the ring has 17 nodes (expected at most 16)",
        ),
        (
            "- topology: t\n  ring: {rings: [{ring: a, nodes: n1}, {ring: a, nodes: n2}]}".into(),
            "line 2: the ring 'a' occurs twice",
        ),
        (
            "- topology: t\n  block:\n    block_sizes: [4, 12]\n    blocks: [{block: b, nodes: n}]".into(),
            "line 3: the block size 12 is no multiple of 4 by a power of two (expected 4 times 1, 2, 4, ... or 32768)",
        ),
        (
            "- topology: t\n  block:\n    block_sizes: [x]\n    blocks: [{block: b, nodes: n}]".into(),
            "line 3: a block size is 'x' (expected a whole number from 1)",
        ),
        (torus("      nodes: n[1-3]"), "line 6: 3 nodes for 4 cells"),
        (
            torus("      nodes: n[1-4]\n      regions: []"),
            "line 4: a torus has 2 of its alternatives (expected one of nodes, regions)",
        ),
        (
            torus(&format!("      regions:\n      {}", region(2))),
            "line 7: the region of [2, 0, 0] lies outside the torus of 2x2x1",
        ),
        (
            torus(&format!("      regions:\n      {}\n      {}", region(0), region(0).replace("n0", "m"))),
            "line 8: the region overlaps an earlier one",
        ),
        (
            torus("      nodes: n[1-4]").replace("z: 1}\n      n", "z: 0}\n      n"),
            "line 5: dims is '0' (expected a whole number from 1)",
        ),
        (
            torus("      nodes: n[1-4]").replace("{x: 1", "{x: 3"),
            "line 7: dims of [3, 1, 1] lies outside the torus of 2x2x1",
        ),
        (tree("{switch: a, nodes: n}, {switch: b, children: c}"), "line 3: the switch 'c' is unknown"),
        (tree("{switch: a, nodes: n}, {switch: b, children: 'a,c[1-9]'}"), "line 3: the switch 'c1' is unknown"),
        (
            tree("{switch: a, nodes: n}, {switch: b, children: a}, {switch: c, children: a}"),
            "line 3: the switch 'a' has two parents; write one switch above the others instead of several",
        ),
        (
            tree("{switch: a, children: b}, {switch: b, children: a}, {switch: c, nodes: n}"),
            "line 3: the switch 'a' is below itself",
        ),
        (
            tree("{switch: a, nodes: n, children: b}"),
            "line 3: a switch has 2 of its alternatives (expected one of nodes, children)",
        ),
        (
            "SwitchName=a Nodes=n[1-".into(),
            "line 1: the brackets of 'n[1-' do not match (expected names such as n[001-018,20],m1)",
        ),
        ("SwitchName=a Nodes=n\nRingName=b Nodes=m".into(), "line 2: the file has entries of two kinds: tree and ring"),
        (
            "SwitchName=a Nodes=n x".into(),
            "line 1: 'x' is no pair of a key and a value (expected pairs such as SwitchName=s1 Nodes=n[1-16])",
        ),
        (
            "SwitchName=a Nodes=\"n".into(),
            "line 1: 'Nodes=\"n' is no pair of a key and a value (expected pairs such as SwitchName=s1 Nodes=n[1-16])",
        ),
        ("BlockName=a Nodes=n\nBlockSizes=1\nBlockSizes=1,2".into(), "line 3: the key 'BlockSizes' occurs twice"),
        (
            "Switch=a".into(),
            "line 1: a line has no key 'switch' (expected SwitchName, Nodes, Switches, LinkSpeed, BlockName, BlockSizes or RingName)",
        ),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
}

/// Pieces of topology files, so that most texts get beyond the first checks.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "- ",
        "topology: t",
        "\n",
        "\n  ",
        "\n    ",
        "\n      - ",
        "ring:",
        "rings:",
        "{",
        "}",
        "[",
        "]",
        ", ",
        ": ",
        "nodes: n[1-3]",
        "torus3d:",
        "toruses:",
        "dims: {x: 1, y: 2, z: 3}",
        "block:",
        "blocks:",
        "block_sizes: [1, 2]",
        "tree:",
        "switches:",
        "switch: s",
        "children: s",
        "flat: true",
        "regions:",
        "anchor: {x: 0, y: 0, z: 0}",
        "placements:",
        "&a",
        "*a",
        "!t",
        "|",
        "'",
        "\"",
        "#",
        "---",
        "SwitchName=s",
        "Nodes=n[1-2]",
        "Switches=s",
        "BlockName=b",
        "BlockSizes=1,2",
        "\\",
        "\t",
        "? ",
        "%",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn arbitrary_pieces_are_read_or_refused(text in pieces()) {
        let _ = read(&text);
    }
}
