//! An experiment in parts: merged parts print the output of a single run, byte for byte, and parts of different
//! experiments are refused.

use crate::binary;

use binary::{folder_with_log, printed, said, subtorus};
use std::fs;
use std::process::Command;
use std::time::Duration;
use subtorus::formats::identity::sha256_hex;
use tempfile::TempDir;

const MODEL: &str =
    "--jobs 60 --machine mesh:8x8 --allocation nep,flat --scheduling fcfs,easy --vary load:0.5..1.1:0.2";
const NETWORK: &str = "--jobs 30 --machine mesh:8x8 --allocation gabl,paging(0) --scheduling fcfs --vary rate:1..2:1 \
                       --service communication";
const ADAPTIVE: &str = "--jobs 30 --machine mesh:8x8,torus:4x4x4 --allocation nep,flat --scheduling fcfs \
                        --vary load:0.5..0.9:0.2 --facet size-scale:1..2:1 --replications 30 --precision 0.3 \
                        --plot mean_response-load";
const LOG: &str =
    "--log five-jobs.swf --machine mesh:2x2 --allocation nep,flat --scheduling fcfs,easy --vary arrival:1..3:0.5";

/// The error message of a command; warnings about the experiment may come first.
fn refused(folder: &TempDir, line: &str) -> String {
    let output = subtorus(folder, line);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}: {}", said(&output));
    said(&output).lines().last().unwrap().into()
}

/// Runs this many parts into files `part-1` and so on.
fn run_parts(folder: &TempDir, experiment: &str, count: u32) -> String {
    let files = (1..=count).map(|part| {
        assert_eq!(printed(folder, &format!("sweep {experiment} --shard {part}/{count} --out part-{part}")), "");
        format!("part-{part}")
    });
    files.collect::<Vec<_>>().join(" ")
}

fn merges_to_one_run(experiment: &str, count: u32) {
    let folder = folder_with_log();
    let files = run_parts(&folder, experiment, count);
    for format in ["csv", "json", "saturation"] {
        let one = printed(&folder, &format!("sweep {experiment} --format {format}"));
        assert_eq!(printed(&folder, &format!("merge {files} --format {format}")), one);
        assert!(one.lines().count() >= 2, "{one}");
    }
    // In any order, some of them twice, and also all of it as one file.
    let whole = printed(&folder, &format!("merge {files} part-1 --format shard"));
    printed(&folder, &format!("sweep {experiment} --shard 1/1 --out whole"));
    assert_eq!(fs::read_to_string(folder.path().join("whole")).unwrap(), whole);
    let one = printed(&folder, &format!("sweep {experiment}"));
    let reversed: Vec<&str> = files.split(' ').rev().collect();
    assert_eq!(printed(&folder, &format!("merge {}", reversed.join(" "))), one);
    assert_eq!(printed(&folder, "merge whole"), one);
}

#[test]
fn a_model_sweep_merges_to_the_result_of_one_run() {
    merges_to_one_run(MODEL, 3);
}

#[test]
fn a_sweep_in_more_parts_than_points_merges() {
    merges_to_one_run("--jobs 20 --machine mesh:8x8 --allocation nep --scheduling fcfs --vary load:0.5..0.9:0.2", 5);
}

#[test]
fn a_log_sweep_merges_to_the_result_of_one_run() {
    merges_to_one_run(LOG, 4);
}

#[test]
fn a_network_sweep_merges_to_the_result_of_one_run() {
    merges_to_one_run(NETWORK, 2);
}

#[test]
fn facets_and_adaptive_replications_merge_to_the_result_of_one_run() {
    merges_to_one_run(ADAPTIVE, 5);
}

#[test]
fn exclusions_and_failures_are_reported_as_by_one_run() {
    let folder = folder_with_log();
    let half = "--jobs 20 --machine mesh:4x4x4 --allocation curve(hilbert,best),nep --scheduling fcfs --vary load:0.5..0.9:0.2";
    let files = run_parts(&folder, half, 2);
    let (one, merged) = (subtorus(&folder, &format!("sweep {half}")), subtorus(&folder, &format!("merge {files}")));
    assert_eq!((one.status.code(), &one.stdout, said(&one)), (Some(1), &merged.stdout, said(&merged)));
    assert_eq!(merged.status.code(), Some(1));
    // One message takes longer than the clock has seconds.
    let job = "1 0 -1 10 20000 -1 -1 20000\n2 0 -1 10 20000 -1 -1 20000\n";
    fs::write(folder.path().join("long.swf"), job).unwrap();
    let failing = "--log long.swf --machine mesh:20000 --allocation ff --scheduling fcfs --vary none --service communication \
                   --pattern one-to-all --messages rounds(1) --sending blocking --packet-length 65536 --routing-delay 65536";
    let one = subtorus(&folder, &format!("sweep {failing}"));
    let part = subtorus(&folder, &format!("sweep {failing} --shard 1/1 --out failing"));
    let merged = subtorus(&folder, "merge failing");
    assert!(said(&part).contains("1 run failed: ") && part.status.code() == Some(1), "{}", said(&part));
    assert!(said(&one).ends_with(&said(&merged)), "{}", said(&merged));
    assert_eq!((merged.status.code(), merged.stdout), (Some(1), one.stdout));
}

/// The lines for cells in the file of a part.
fn cells(folder: &TempDir, name: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join(name)).unwrap();
    text.lines().filter(|line| line.starts_with("{\"cell\":")).map(String::from).collect()
}

/// Makes the file of a part with other lines for cells, like that of an interrupted run.
fn unfinished(folder: &TempDir, name: &str, cells: &[String]) {
    let text = fs::read_to_string(folder.path().join(name)).unwrap();
    let body = format!("{}\n{}\n", text.lines().next().unwrap(), cells.join("\n"));
    let digest = sha256_hex(body.as_bytes());
    let end = format!("{{\"cells\":{},\"complete\":false,\"sha256\":\"{digest}\"}}\n", cells.len());
    fs::write(folder.path().join(name), body + &end).unwrap();
}

#[test]
fn a_second_run_does_only_what_is_missing() {
    let folder = folder_with_log();
    run_parts(&folder, ADAPTIVE, 2);
    let path = folder.path().join("part-2");
    let (before, whole) = (fs::read_to_string(&path).unwrap(), cells(&folder, "part-2"));
    let again = format!("sweep {ADAPTIVE} --shard 2/2 --out part-2");
    printed(&folder, &again);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    // One cell is missing, and another has numbers that no run gives. They stay, because it is not run again.
    let mut some = whole.clone();
    let (lost, marked) = (some.remove(3), some[0].replacen("\"jobs\":30", "\"jobs\":29", 1));
    some[0] = marked.clone();
    unfinished(&folder, "part-2", &some);
    let output = subtorus(&folder, "merge part-1 part-2");
    assert!(said(&output).contains("part 2/2 (part-2) is not finished; 1 run missing"), "{}", said(&output));
    printed(&folder, &again);
    let mut expected = whole.clone();
    expected[0] = marked;
    assert_eq!(cells(&folder, "part-2"), expected);
    assert_eq!(expected[3], lost);
    // Only one replication of a point is left.
    unfinished(&folder, "part-2", &whole[2..3]);
    printed(&folder, &again);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert!(
        refused(&folder, &format!("sweep {ADAPTIVE} --shard 1/2 --out part-2"))
            .contains("is the file of part 2/2, not of 1/2")
    );
    assert!(
        refused(&folder, &format!("sweep {ADAPTIVE} --seed 9 --shard 2/2 --out part-2"))
            .contains("is of another experiment")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), before, "a refused file is not changed");
}

#[test]
fn a_killed_run_leaves_a_valid_file_and_another_continues() {
    let folder = folder_with_log();
    let long = "--jobs 3000 --machine torus:8x8x8 --allocation tff,gabl,nep --scheduling easy --vary load:0.5..1:0.1";
    let arguments = format!("sweep {long} --shard 1/1 --out part");
    let mut child = Command::new(env!("CARGO_BIN_EXE_subtorus"))
        .current_dir(folder.path())
        .args(arguments.split(' ').filter(|word| !word.is_empty()))
        .spawn()
        .unwrap();
    let path = folder.path().join("part");
    while !path.exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ends before its file is there");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = subtorus(&folder, "merge part");
    assert!(said(&output).contains("part 1/1 (part) is not finished"), "{}", said(&output));
    printed(&folder, &arguments);
    assert_eq!(printed(&folder, "merge part"), printed(&folder, &format!("sweep {long}")));
}

#[test]
fn missing_parts_are_named_with_their_runs() {
    let folder = folder_with_log();
    run_parts(&folder, MODEL, 3);
    let output = subtorus(&folder, "merge part-1 part-3");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let (text, absent) = (said(&output), cells(&folder, "part-2").len());
    assert!(
        text.contains("the file of 2/3 is not given") && text.contains(&format!("{absent} runs missing")),
        "{text}"
    );
    let listed = printed(&folder, &format!("sweep {MODEL} --list-cells --shard 2/3"));
    let rows: Vec<Vec<&str>> = listed.lines().skip(2).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), absent);
    for row in rows {
        assert!(text.contains(&format!("{} with {} at {}", row[3], row[2], row[4])), "{row:?}: {text}");
    }
}

#[test]
fn parts_of_different_experiments_are_refused_with_the_reason() {
    let folder = folder_with_log();
    let at = |name: &str| folder.path().join(name);
    run_parts(&folder, MODEL, 2);
    let refused = |line: &str| refused(&folder, line);

    let text = fs::read_to_string(at("part-2")).unwrap();
    fs::write(at("torn"), &text[..text.len() / 2]).unwrap();
    assert!(refused("merge part-1 torn").contains("torn: the file is torn: it was cut off, or changed"));
    fs::write(at("edited"), text.replacen("\"jobs\":60", "\"jobs\":61", 1)).unwrap();
    assert!(refused("merge part-1 edited").contains("changed after it was written"));
    fs::write(at("old"), text.replace(subtorus::BUILD, "0.0.1+old")).unwrap();
    let reason = format!("old: the file was written by Subtorus 0.0.1+old, this is {}", subtorus::BUILD);
    assert!(refused("merge part-1 old").contains(&reason));
    assert!(refused("merge part-1 five-jobs.swf").contains("five-jobs.swf: the file holds no results of Subtorus"));
    assert!(refused("merge part-1 none").contains("none: "));

    printed(&folder, &format!("sweep {MODEL} --seed 2 --shard 2/2 --out seed"));
    assert!(refused("merge part-1 seed").contains("seed: the file is of another experiment: #v=1&"));

    printed(&folder, &format!("sweep {LOG} --shard 1/2 --out log-1"));
    let log = fs::read_to_string(at("five-jobs.swf")).unwrap();
    fs::write(at("five-jobs.swf"), format!("; changed\n{log}")).unwrap();
    printed(&folder, &format!("sweep {LOG} --shard 2/2 --out log-2"));
    assert!(refused("merge log-1 log-2").contains("log-2: the file is of another log: its SHA-256 is "));
    assert!(refused(&format!("sweep {LOG} --shard 1/2 --out log-1")).contains("log-1: the file is of another log"));

    assert!(refused(&format!("sweep {MODEL} --shard 1/2")).contains("name it with --out FILE"));
    assert!(refused(&format!("sweep {MODEL} --out x")).contains("say which with --shard M/N"));
    assert!(refused(&format!("sweep {MODEL} --shard 3/2 --out x")).contains("'3/2' is no part of an experiment"));
    assert!(refused(&format!("sweep {MODEL} --shard 1/2 --out -")).contains("is no file"));
    assert!(
        refused(&format!("sweep {MODEL} --shard 1/2 --out five-jobs.swf")).contains("holds no results of Subtorus")
    );
    assert!(refused(&format!("sweep {MODEL} --shard 1/2 --out none/x")).contains("--out none/x"));
    assert!(!at("x").exists());
}
