//! All output of the program names its version and commit.

use std::fs;
use std::path::Path;
use std::process::Command;
use subtorus::BUILD;

const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/five-jobs.swf");

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_subtorus")).args(arguments).output().expect("the binary starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_build_is_a_version_and_a_commit() {
    let commit = BUILD.strip_prefix(concat!(env!("CARGO_PKG_VERSION"), "+")).expect("the version comes first");
    let commit = commit.strip_suffix("-modified").unwrap_or(commit);
    let is_commit = commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_commit || commit == "unknown" || option_env!("SUBTORUS_COMMIT").is_some(), "{BUILD}");
    assert_eq!(printed(&["--version"]), format!("subtorus {BUILD}\n"));
}

#[test]
fn every_export_carries_the_build() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (schedule, scenario) = (folder.join("build-schedule.csv"), folder.join("build-scenario.json"));
    fs::write(&scenario, r#"{"dims": [4, 4], "torus": false, "t_s": 3, "L": 8, "messages": [[0, [0, 0], [1, 0]]]}"#)
        .unwrap();
    let run = ["--log", LOG, "--machine", "torus:4x4x4", "--allocation", "nep", "--scheduling", "fcfs"];
    let schedule_out = ["--schedule-out", schedule.to_str().unwrap()];
    let build = format!("\"build\": \"{BUILD}\"");
    assert!(printed(&[&["simulate"], &run[..], &schedule_out].concat()).contains(&build));
    let rows = fs::read_to_string(&schedule).unwrap();
    assert!(rows.lines().skip(1).all(|row| row.ends_with(&format!(",{BUILD}"))), "{rows}");

    let sweep = |format: &str| printed(&[&["sweep"], &run[..], &["--vary", "runtime:1", "--format", format]].concat());
    assert!(sweep("json").contains(&build));
    assert!(sweep("csv").starts_with(&format!("# Subtorus {BUILD}\n")));
    assert!(sweep("saturation").lines().skip(1).all(|row| row.ends_with(&format!(",{BUILD}"))));
    assert!(printed(&["network", "--scenario", scenario.to_str().unwrap()]).contains(&build));
    assert!(printed(&["torus-batch", "--problem", "cnp", "--side", "4", "--jobs", "4:2"]).contains(&build));
}
