//! `subtorus place`.

use crate::binary;

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
