use super::*;
use std::collections::BTreeSet;

/// Two racks of four nodes.
const RACKS: &str = "BlockName=a Nodes=n[5-8]\nBlockName=b Nodes=n[9-12]\nBlockSizes=4,8\n";

/// A torus of 4x4x1 with boxes of 2x1x1 and of 2x2x1.
const TORUS: &str = "- topology: pod
  torus3d:
    toruses:
      - name: t
        dims: {x: 4, y: 4, z: 1}
        nodes: n[00-15]
        placements:
          - dims: {x: 2, y: 1, z: 1}
          - dims: {x: 2, y: 2, z: 1}
";

fn wish(topology: &str, free: &str, nodes: &str) -> PlaceWish {
    let question = PlaceQuestion { free: Some(free.into()), nodes: Some(nodes.into()), ..PlaceQuestion::default() };
    PlaceWish { topology: topology.into(), question, ..PlaceWish::default() }
}

fn report(topology: &str, free: &str, nodes: &str) -> PlaceReport {
    PlaceReport::new(&wish(topology, free, nodes)).unwrap()
}

fn refused(wish: &PlaceWish) -> String {
    PlaceReport::new(wish).unwrap_err().to_string()
}

/// The rows of the table, with spaces between the cells.
fn rows(report: &PlaceReport) -> Vec<String> {
    report.places.rows.iter().map(|row| row.join(" | ")).collect()
}

#[test]
fn the_cheapest_box_is_taken_and_the_others_say_what_they_cost_or_lack() {
    // Node 0 is busy. Boxes of 2x2x1 are free at 2,0,0 and 0,2,0 and 2,2,0.
    let PlaceReport { answer, names, sentence, chosen, busy, .. } = report(TORUS, "1-15", "2");
    assert_eq!((&*answer, &*names, chosen, busy), ("4-5", "n[04-05]", vec![4, 5], vec![0]));
    assert_eq!(sentence, "The job gets 2 nodes: 4-5, by name n[04-05].");
    let found = report(TORUS, "1-15", "2");
    assert_eq!(
        rows(&found),
        [
            "2x1x1 at 0,1,0 of t | 2 of 2 | 0 | chosen",
            "2x1x1 at 0,2,0 of t | 2 of 2 | 1 | free",
            "2x1x1 at 0,3,0 of t | 2 of 2 | 1 | free",
            "2x1x1 at 2,0,0 of t | 2 of 2 | 1 | free",
            "2x1x1 at 2,1,0 of t | 2 of 2 | 1 | free",
            "2x1x1 at 2,2,0 of t | 2 of 2 | 1 | free",
            "2x1x1 at 2,3,0 of t | 2 of 2 | 1 | free",
            "2x1x1 at 0,0,0 of t | 1 of 2 | – | 1 busy node",
        ]
    );
    assert_eq!((&found.place_nodes[0][..], &found.place_nodes[7][..]), (&[4, 5][..], &[0, 1][..]));
    assert!(found.rule.contains("next larger size"), "{}", found.rule);
    assert_eq!(found.command, "subtorus place --topology topology.yaml --nodes 2 --free 1-15");
}

#[test]
fn a_job_waits_for_a_place_for_nodes_or_for_ever_and_may_be_refused() {
    let said = |topology: &str, free: &str, nodes: &str| report(topology, free, nodes).sentence;
    // Each box of 2x2x1 has a busy node.
    let no_box = "The job waits: of 4 boxes of 2x2x1 none has 4 nodes free; the nearest lacks 1.";
    assert_eq!(said(TORUS, "1-6,8-9,11-12,14-15", "4"), no_box);
    assert_eq!(said(RACKS, "0-1", "3"), "The job waits: it needs 3 nodes, and 2 are free.");
    assert_eq!(said(RACKS, "", "1"), "The job waits: it needs 1 node, and 0 are free.");
    assert_eq!(report(RACKS, "", "1").command, "", "the command line has no text for no node");
    assert_eq!(
        said(RACKS, "0-7", "9"),
        "The job waits, and would wait for ever: the empty cluster has no place for 9 nodes."
    );
    let three = report(TORUS, "0-15", "3");
    assert_eq!((&*three.answer, three.places.rows.len()), ("no placement of that size", 0));
    assert_eq!(three.sentence, "The job is refused: no placement of pod has the size that it asks for.");
    let mut in_segments = wish(RACKS, "0-7", "3");
    in_segments.question.segment = Some("2".into());
    let report = PlaceReport::new(&in_segments).unwrap();
    assert_eq!(
        (&*report.answer, &*report.sentence),
        ("segment does not divide", "The job is refused: segments of 2 do not divide 3 nodes.")
    );
}

#[test]
fn segments_and_larger_sizes_are_named() {
    let mut asked = wish(RACKS, "0-7", "4");
    asked.question.segment = Some("2".into());
    asked.question.flags = Some("spread".into());
    let spread = PlaceReport::new(&asked).unwrap();
    assert_eq!(spread.sentence, "The job gets 4 nodes in 2 segments of 2: 0-1,4-5, by name n[5-6,9-10].");
    assert_eq!(rows(&spread), ["a | 2 of 2 | 2 | chosen", "b | 2 of 2 | 2 | chosen"]);
    let mut asked = wish(TORUS, "0-15", "3");
    asked.question.round_up = true;
    let raised = PlaceReport::new(&asked).unwrap();
    assert!(raised.sentence.starts_with("The job gets 4 nodes, for it is served as one of 4: "), "{}", raised.sentence);
    assert!(raised.command.ends_with(" --round-up"), "{}", raised.command);
}

#[test]
fn another_strategy_answers_without_a_list_of_places() {
    let mut asked = wish(RACKS, "0-1,3-7", "4");
    asked.question.allocation = Some("kueue(least-free)".into());
    let kueue = PlaceReport::new(&asked).unwrap();
    assert_eq!((&*kueue.answer, kueue.places.rows.len()), ("4-7", 0));
    assert!(kueue.command.contains(" --allocation 'kueue(least-free)' "), "{}", kueue.command);
    assert!(kueue.rule.contains("no list of places"));
}

#[test]
fn free_nodes_are_read_toggled_and_written() {
    let mut asked = wish(RACKS, " 0 - 2, 5,1", "1");
    assert_eq!(PlaceReport::new(&asked).unwrap().free, "0-2,5");
    asked.toggled = vec![1, 6, 7, 8];
    let report = PlaceReport::new(&asked).unwrap();
    assert_eq!((&*report.free, report.busy), ("0,2,5-7", vec![1, 3, 4]), "there is no node 8");
    asked.question.free = Some("0-8".into());
    assert_eq!(refused(&asked), "free: '0-8' is no run of nodes (expected numbers from 0 to 7, such as 0-7,10)");
    asked.question.free = Some("0,,1".into());
    assert!(refused(&asked).starts_with("free: '' is no run of nodes"));
}

#[test]
fn wrong_fields_are_named_and_a_topology_is_asked_for() {
    let mut asked = wish(RACKS, "0", "0");
    assert_eq!(refused(&asked), "nodes: '0' is not a whole number from 1");
    asked.question.flags = Some("wide".into());
    assert!(refused(&asked).starts_with("flags: 'wide' is no flag"));
    asked.question.allocation = Some("kue".into());
    assert!(refused(&asked).starts_with("allocation: unknown allocation strategy 'kue'"));
    asked.topology = "BlockName=b Nodes=n[1".into();
    assert!(refused(&asked).starts_with("line 1: "));
    let none = refused(&wish("", "0", "1"));
    assert_eq!(none, "The experiment has no topology of a cluster");
}

#[test]
fn a_link_may_have_the_topology_in_the_name_of_its_strategy() {
    let asked = |link: &str| PlaceWish { link: link.into(), ..wish("", "1-7", "2") };
    let of = |link: &str| PlaceReport::new(&asked(link)).unwrap();
    let torus = of("#v=1&machine=torus:2x2x2&allocation=flat,slurm-torus3d(2x1x1)");
    assert_eq!((&*torus.answer, &*torus.command), ("4-5", ""), "z is the inner one of anchors");
    assert_eq!(rows(&torus)[0], "2x1x1 at 0,0,1 of torus | 2 of 2 | 0 | chosen");
    let first = PlacePicture::new("#v=1&machine=torus:4x4x4&allocation=slurm-torus3d(2x2x1;4x4x4)", "", 40).unwrap();
    assert_eq!(first.question.nodes.as_deref(), Some("4"), "a size of its list");
    let racks = of("#v=1&machine=mesh:8&allocation=slurm-block(4)");
    assert_eq!(rows(&racks), ["block 0 | 2 of 2 | 1 | chosen", "block 1 | 2 of 2 | 2 | free"]);
    let picture = PlacePicture::new("#v=1&machine=mesh:8&allocation=kueue(4;2;balanced)", "", 40).unwrap();
    assert_eq!((&*picture.sentence, &*picture.titles[1].text), ("tree, 8 nodes", "leaf 1"));
}

#[test]
fn every_node_has_a_square_of_its_own() {
    let machines = [
        ("torus:4x3x2", "slurm-torus3d(1x1x1)", ["z = 0", "z = 1"]),
        ("mesh:40", "slurm-ring(8)", ["ring 0", "ring 1"]),
        ("mesh:277", "slurm-block(18;36)", ["block 0", "block 1"]),
        ("mesh:64", "slurm-tree(16;2)", ["leaf 0", "leaf 1"]),
        ("mesh:100", "slurm-flat", ["", ""]),
    ];
    for (machine, strategy, titles) in machines {
        for width in [0, 10, 40, 200] {
            let link = format!("#v=1&machine={machine}&allocation={strategy}");
            let picture = PlacePicture::new(&link, "", width).unwrap();
            let found: Vec<&str> = picture.titles.iter().map(|title| &*title.text).chain(["", ""]).take(2).collect();
            assert_eq!(found, titles);
            let squares: BTreeSet<[u32; 2]> = picture.squares.iter().copied().collect();
            assert_eq!(squares.len(), picture.names.len(), "{link}, {width}");
            assert!(squares.iter().all(|[x, y]| *x < picture.width && *y < picture.height), "{link}, {width}");
            let titles: BTreeSet<(u32, u32)> = picture.titles.iter().map(|title| (title.x, title.y)).collect();
            assert!(!squares.iter().any(|[x, y]| titles.contains(&(*x, *y))), "{link}, {width}");
        }
    }
}

#[test]
fn a_picture_has_rows_beside_their_titles_and_slices_below_them() {
    let racks = PlacePicture::new("", RACKS, 30).unwrap();
    assert_eq!(racks.squares, [[2, 0], [3, 0], [4, 0], [5, 0], [9, 0], [10, 0], [11, 0], [12, 0]]);
    assert_eq!(racks.names[0], "n5");
    assert_eq!(racks.strategies[0], PlaceStrategy { name: "slurm-block".into(), fields: vec!["segment", "flags"] });
    assert_eq!(PlacePicture::new("", RACKS, 10).unwrap().squares[4], [2, 1], "the second row is below the first");
    let torus = PlacePicture::new("#v=1&machine=torus:2x2x2&allocation=slurm-torus3d(1x1x1)", "", 30).unwrap();
    assert_eq!(torus.squares, [[0, 1], [1, 1], [0, 2], [1, 2], [3, 1], [4, 1], [3, 2], [4, 2]]);
}

#[test]
fn the_table_has_twenty_rows_and_the_number_of_the_others() {
    let link = "#v=1&machine=torus:4x4x4&allocation=slurm-torus3d(2x2x1/1x1x1;4x4x4)";
    let asked = PlaceWish { link: link.into(), ..wish("", "0-63", "4") };
    let report = PlaceReport::new(&asked).unwrap();
    assert_eq!((report.places.rows.len(), &*report.places.rest), (20, "and 44 more"));
    assert_eq!(report.places.rows[0][3], "chosen", "the first of equals");
}

/// A job of 4 nodes is small for `segment=2@8`, one of 8 is not.
#[test]
fn the_first_question_has_the_segments_that_the_experiment_gives_to_such_a_job() {
    let segment = |nodes: u32| {
        let link = format!("#v=1&machine=mesh:{nodes}&allocation=slurm-block(4)&scheduling=fcfs&segment=2@8&vary=none");
        PlacePicture::new(&link, "", 40).unwrap().question.segment
    };
    assert_eq!((segment(32), segment(64)), (Some("1".into()), Some("2".into())));
}
