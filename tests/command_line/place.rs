//! `subtorus place`.

use crate::binary;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::{self, File};
use subtorus::report::place::{PlacePicture, PlaceQuestion, PlaceReport, PlaceWish};

/// Two racks of four nodes. The names are not in natural order in the file.
const BLOCKS: &[u8] = b"BlockName=b Nodes=n[9-12]\nBlockName=a Nodes=n[5-8]\nBlockSizes=4,8\n";

fn place(arguments: &[&str]) -> String {
    let output = binary::run(&[&["place", "--topology", "-"], arguments].concat(), BLOCKS);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim_end().into()
}

#[test]
fn nodes_are_printed_as_runs_and_as_names() {
    assert_eq!(place(&["--nodes", "3"]), "0-2", "the last of equal groups");
    assert_eq!(place(&["--nodes", "3", "--names"]), "n[5-7]");
    assert_eq!(place(&["--nodes", "4", "--segment", "2", "--flags", "spread"]), "0-1,4-5");
    assert_eq!(place(&["--nodes", "1", "--free", "7"]), "7");
}

#[test]
fn a_mistake_in_a_topology_has_its_line_in_a_run_too() {
    let run =
        ["simulate", "--topology", "-", "--allocation", "slurm-block", "--scheduling", "fcfs", "--model", "lublin"];
    let machine = ["--machine", "mesh:8"];
    let said = binary::refusal(binary::run(
        &[&run[..], &machine].concat(),
        b"BlockName=b Nodes=n[1-8]\nBlockName=a Nodse=x\n",
    ));
    assert!(said.contains("--topology -: line 2: an entry has no key 'nodse'"), "{said}");
}

#[test]
fn a_job_without_nodes_waits_and_only_wrong_segments_are_refused() {
    assert_eq!(place(&["--nodes", "5", "--free", "0-3,6"]), "0-3,6", "both racks");
    assert_eq!(place(&["--nodes", "3", "--free", "0-1"]), "waits");
    assert_eq!(place(&["--nodes", "9"]), "waits");
    let output = binary::run(&["place", "--topology", "-", "--nodes", "3", "--segment", "2"], BLOCKS);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "subtorus: segment does not divide\n");
}

#[test]
fn another_strategy_may_choose_the_nodes() {
    let kueue = |rule: &str| place(&["--nodes", "4", "--free", "0-1,3-7", "--allocation", rule]);
    assert_eq!(kueue("kueue"), "4-7", "one rack holds it");
    assert_eq!(kueue("kueue(least-free)"), "4-7");
    assert_eq!(place(&["--nodes", "5", "--free", "0-1,3-7", "--allocation", "kueue(least-free)"]), "0-1,3-5");
    assert_eq!(place(&["--nodes", "5", "--allocation", "kueue(required)"]), "waits");
    assert_eq!(place(&["--nodes", "6", "--allocation", "kueue(balanced)"]), "0-2,4-6");
}

#[test]
fn the_page_says_what_the_command_prints() {
    let folder = tempfile::TempDir::new().expect("a folder");
    for name in ["block-1", "ring-1", "torus3d-1", "tree-1"] {
        let path = format!("{}/tests/vectors/slurm/places-{name}.json.gz", env!("CARGO_MANIFEST_DIR"));
        let file = File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let vectors: Value = serde_json::from_reader(GzDecoder::new(file)).expect("JSON");
        for case in vectors["cases"].as_array().expect("cases").iter().take(6) {
            let text = |key: &str| case[key].as_str().unwrap_or_default().to_string();
            let number = |key: &str| case[key].as_u64().filter(|number| *number > 0).map(|number| number.to_string());
            // Some topologies have fewer nodes than the list.
            let topology = text("topology_yaml");
            let count = PlacePicture::new("", &topology, 40).expect("a topology").names.len();
            let is_there = |run: &&str| {
                run.rsplit('-').next().is_some_and(|last| last.parse().is_ok_and(|last: usize| last < count))
            };
            let question = PlaceQuestion {
                free: Some(text("free").split(',').filter(is_there).collect::<Vec<_>>().join(",")),
                nodes: number("nodes"),
                segment: number("segment"),
                flags: Some(text("flags").replace(' ', "+")).filter(|flags| !flags.is_empty()),
                dragonfly: case["topology"]["dragonfly"] == true,
                ..PlaceQuestion::default()
            };
            fs::write(folder.path().join("topology.yaml"), &topology).expect("a file");
            let report =
                PlaceReport::new(&PlaceWish { topology, question, ..PlaceWish::default() }).expect("an answer");
            let line = report.command.strip_prefix("subtorus ").expect("the command");
            for (line, answer) in [(line, &report.answer), (&format!("{line} --names"), &report.names)] {
                let output = binary::subtorus(&folder, line);
                let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
                assert_eq!(printed.trim_end().trim_start_matches("subtorus: "), answer, "{name}: {line}");
            }
        }
    }
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    for (arguments, file, message) in [
        (&["--nodes", "0"][..], BLOCKS, "--nodes: '0' is not a whole number from 1"),
        (
            &["--nodes", "1", "--free", "8"],
            BLOCKS,
            "--free: '8' is no run of nodes (expected numbers from 0 to 7, such as 0-7,10)",
        ),
        (
            &["--nodes", "1", "--flags", "wide"],
            BLOCKS,
            "--flags: 'wide' is no flag (expected spread, consolidate or spread+consolidate)",
        ),
        (
            &["--nodes", "1", "--allocation", "kueue(level=1)"],
            BLOCKS,
            "--allocation: kueue(level=1) cannot manage mesh:8 (expected a topology with switches of level 1 above its \
             leaves); use a lower level, or a strategy such as slurm-flat",
        ),
        (
            &["--nodes", "1", "--allocation", "kueue(even)"],
            BLOCKS,
            "--allocation: 'kueue(even)': unknown rule of Kueue 'even' (expected kueue(leaf;children;...;rule;level=k) with one \
             of best-fit, required, least-free, balanced)",
        ),
        (
            &["--nodes", "1", "--topology-name", "x"],
            BLOCKS,
            "--topology -: the file has no topology 'x' (expected default)",
        ),
        (
            &["--nodes", "1"],
            b"BlockName=b Nodes=n[1",
            "--topology -: line 1: the brackets of 'n[1' do not match (expected names such as n[001-018,20],m1)",
        ),
    ] {
        let output = binary::run(&[&["place", "--topology", "-"], arguments].concat(), file);
        assert_eq!(binary::refusal(output), format!("subtorus: {message}\n"));
    }
}
