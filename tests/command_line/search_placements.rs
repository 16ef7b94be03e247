//! `subtorus search-placements`.

use crate::binary;
use std::fs;

const RUN: [&str; 9] =
    ["--machine", "torus:4x4x8", "--scheduling", "easy", "--model", "tpu-v4", "--jobs", "60", "--seed=3"];

fn output(command: &str, more: &[&str]) -> String {
    let arguments: Vec<&str> = [command].iter().chain(&RUN).chain(more).copied().collect();
    let output = binary::run(&arguments, b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_best_lists_are_ranked_as_their_runs_are_and_written_for_slurm() {
    let file = std::env::temp_dir().join(format!("subtorus-placements-{}.yaml", std::process::id()));
    let path = file.to_str().expect("a plain path");
    let table = output("search-placements", &["--runs", "30", "--out", path]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "rank,refused_share,utilization,mean_wait,groups_per_job,placements,allocation");
    assert_eq!(rows.len(), 11);
    let number = |row: &[&str], column: usize| row[column].parse::<f64>().expect("a number");
    assert!(rows[1..].is_sorted_by(|one, other| number(one, 1) <= number(other, 1)));
    // The same list in a run of its own.
    let run: serde_json::Value =
        serde_json::from_str(&output("simulate", &["--allocation", rows[1][6]])).expect("an object");
    let metric = |name: &str| run["metrics"][name].as_f64().or(run[name].as_f64()).expect("a number");
    assert!((metric("utilization") - number(&rows[1], 2)).abs() < 1e-12);
    assert!((metric("mean_wait") - number(&rows[1], 3)).abs() < 1e-9);
    // And in the file.
    let placed = binary::run(&["place", "--topology", path, "--nodes", "1000"], b"");
    let refusal = String::from_utf8(placed.stderr).expect("text");
    assert!(refusal.contains("no placement") && !placed.status.success(), "{refusal}");
    let text = fs::read_to_string(&file).expect("it is written");
    assert_eq!(text.matches("- topology: placements-").count(), 10);
    fs::remove_file(&file).expect("it is there");
}

/// Two shards take turns until no run is missing, each with the other's file. A further call makes no run.
#[test]
fn shards_give_the_table_of_one_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |number: usize| folder.path().join(format!("{number}.json")).to_str().expect("a plain path").to_string();
    let limits = ["--runs", "40", "--sizes", "3"];
    let expected = output("search-placements", &limits);
    let shard = |number: usize| {
        let (own, other, part) = (file(number), file(3 - number), format!("{number}/2"));
        let known = if fs::exists(&other).expect("it can be seen") { vec!["--known", &other] } else { Vec::new() };
        output("search-placements", &[&limits[..], &["--scores", &own, "--shard", &part], &known].concat())
    };
    let tables: Vec<String> = (0..20).map(|turn| shard(turn % 2 + 1)).take_while(String::is_empty).collect();
    assert!((2..20).contains(&tables.len()), "{} turns", tables.len());
    let [one, other] = [1, 2].map(file);
    let both = ["--known", &one, "--known", &other];
    assert_eq!(output("search-placements", &[&limits[..], &both].concat()), expected);
    let runs = |name: &str| fs::read_to_string(name).expect("it is written").matches("allocation").count();
    assert!(runs(&one) > 5 && runs(&other) > 5, "both have made some");
    let elsewhere = ["search-placements", "--machine", "torus:4x4x4", "--scheduling", "easy", "--known", &one];
    let refusal = binary::refusal(binary::run(&elsewhere, b""));
    assert!(refusal.contains("these are runs of other jobs, or on another machine"), "{refusal}");
}

#[test]
fn wrong_limits_and_machines_are_named() {
    let refusal = |arguments: &[&str]| {
        let all: Vec<&str> = ["search-placements", "--scheduling", "fcfs"].iter().chain(arguments).copied().collect();
        binary::refusal(binary::run(&all, b""))
    };
    let no_torus = refusal(&["--machine", "mesh:8x8"]);
    assert!(no_torus.starts_with("subtorus: --machine: the machine is no torus of three dimensions"), "{no_torus}");
    let none = refusal(&["--machine", "torus:4x4x4", "--runs", "0"]);
    assert_eq!(none, "subtorus: --runs: '0' is no whole number from 1 to 1000000\n");
}
