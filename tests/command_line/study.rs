//! A study as a file, which one command runs, continues, distributes, merges and reports.

use crate::binary;

use binary::{folder_with_log, printed, said, subtorus};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const ONE: &str = "#v=1&machine=mesh:8x8&jobs=40&allocation=nep,flat&scheduling=fcfs&vary=load:0.5..0.9:0.2";
const REPLICATED: &str = "#v=1&machine=mesh:8x8&jobs=30&allocation=nep&scheduling=fcfs,easy&vary=load:0.5..0.9:0.4\
                          &replications=20&precision=0.3&plot=response-load";
const ON_A_LOG: &str = "#v=1&log=five-jobs.swf&machine=mesh:2x2&allocation=flat&scheduling=easy&vary=arrival:1..2:1";
/// With the digest of the log.
const KNOWN: &str = "&sha256=1ae6e8f1d2c5d481a7869011a0b0dbe41e9cd1fc257401dc65233447e7b9ddd9";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with this study and a log.
fn folder(study: &str) -> TempDir {
    let folder = folder_with_log();
    fs::write(folder.path().join("study.txt"), study).unwrap();
    folder
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_study_has_its_sweeps_and_a_page() {
    let folder = folder(&format!("# Three\none {ONE}\nreplicated {REPLICATED}\non-a-log {ON_A_LOG}{KNOWN}\n"));
    let at = |name: &str| folder.path().join("out").join(name);
    assert_eq!(printed(&folder, "study study.txt --out out"), "");
    assert_eq!(read(at("one.csv")), printed(&folder, &format!("sweep --link {ONE}")));
    assert_eq!(read(at("replicated.csv")), printed(&folder, &format!("sweep --link {REPLICATED}")));
    let on_a_log = printed(&folder, &format!("sweep --link {ON_A_LOG}{KNOWN} --log five-jobs.swf"));
    assert_eq!(read(at("on-a-log.csv")), on_a_log);
    let page = read(at("results.md"));
    for name in ["one", "replicated", "on-a-log"] {
        assert!(page.contains(&format!("\n## {name}\n")) && page.contains(&format!("]({name}.svg)")), "{page}");
        assert!(read(at(&format!("{name}.svg"))).contains("<svg"));
    }
    assert!(page.contains("- mesh:2x2 drops 25"), "{page}");
    // `merge` accepts its parts.
    assert_eq!(printed(&folder, "merge out/one.shard"), read(at("one.csv")));

    // A second time nothing runs: an impossible number stays, and shows that the files were kept.
    let files = ["one.shard", "one.csv", "results.md"];
    let before = files.map(|name| read(at(name)));
    printed(&folder, "study study.txt --out out");
    assert_eq!(files.map(|name| read(at(name))), before);
    // A study with a new line: existing results are kept, and the page has one more.
    fs::write(folder.path().join("study.txt"), format!("one {ONE}\nmore {ONE}&seed=2\n")).unwrap();
    printed(&folder, "study study.txt --out out");
    assert!(read(at("results.md")).contains("## more") && read(at("one.shard")) == before[0]);
    // A changed experiment.
    fs::write(folder.path().join("study.txt"), format!("one {ONE}&seed=3\nmore {ONE}&seed=2\n")).unwrap();
    let output = subtorus(&folder, "study study.txt --out out");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("one: --out out/one.shard: the file is of another experiment"), "{}", said(&output));
    let page = read(at("results.md"));
    assert!(page.contains("## more") && page.contains("## one\n\nThere are no results: "), "{page}");
}

#[test]
fn parts_that_ran_elsewhere_are_not_run_again() {
    let folder = folder(&format!("one {ONE}\nreplicated {REPLICATED}\n"));
    let at = |name: &str| folder.path().join("out").join(name);
    for part in [2, 3] {
        printed(&folder, &format!("study study.txt --out out --shard {part}/3"));
    }
    assert!(at("one.2-of-3.shard").exists() && !at("one.csv").exists() && !at("one.shard").exists());
    // An impossible number shows that the cell does not run here.
    let text = read(at("one.2-of-3.shard"));
    let end = text.trim_end().rfind('\n').unwrap() + 1;
    let body = text[..end].replacen("\"cell\":", "\"cell\": ", 0).replacen(
        "\"jobs\":40,\"metrics\"",
        "\"jobs\":39,\"metrics\"",
        1,
    );
    assert_ne!(body, text[..end]);
    let digest = subtorus::formats::identity::sha256_hex(body.as_bytes());
    let cells = body.lines().count() - 1;
    let marked = format!("{body}{{\"cells\":{cells},\"complete\":true,\"sha256\":\"{digest}\"}}\n");
    fs::write(at("one.2-of-3.shard"), marked).unwrap();
    printed(&folder, "study study.txt --out out");
    let plain = printed(&folder, &format!("sweep --link {ONE}"));
    let differing: Vec<(String, String)> = read(at("one.csv"))
        .lines()
        .zip(plain.lines())
        .filter(|(one, other)| one != other)
        .map(|(one, other)| (one.into(), other.into()))
        .collect();
    assert_eq!(differing.len(), 1, "{differing:?}");
    assert!(differing[0].0.contains(",39,") && differing[0].1.contains(",40,"), "{differing:?}");
    assert_eq!(read(at("replicated.csv")), printed(&folder, &format!("sweep --link {REPLICATED}")));
}

#[test]
fn errors_are_found_before_anything_runs() {
    let study = |text: &str, flags: &str| {
        let folder = folder(text);
        let refused = binary::refusal(subtorus(&folder, &format!("study study.txt --out out {flags}")));
        assert!(!folder.path().join("out").exists());
        refused
    };
    assert!(study("", "").contains("study.txt: no experiment is there (expected a name and a link a line"));
    assert!(study(&format!("one {ONE}&jobs=x"), "").contains("study.txt: line 1, jobs: "));
    assert!(study(&format!("one {ONE}\none {ONE}"), "").contains("line 2: the name 'one' stands more than once"));
    assert!(study(&format!("one {ONE}"), "--shard 4/3").contains("'4/3' is no part of an experiment"));
    let other = KNOWN.replace("1ae6", "1ae7");
    let refused = study(&format!("a {ONE}\nb {ON_A_LOG}{other}"), "");
    assert!(refused.contains("study.txt: line 2, log: five-jobs.swf with SHA-256 1ae7"), "{refused}");
    assert!(study(&format!("b {ON_A_LOG}"), "--logs none").contains("line 1, log: none: "));
}

#[test]
fn a_study_writes_to_its_own_folder_only() {
    let folder = folder(&format!("a {ONE}\n"));
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("a.csv"), "mine").unwrap();
    let refused = binary::refusal(subtorus(&folder, "study study.txt --out out"));
    assert!(
        refused.contains("--out out: is no folder of a study: a.csv is there (expected an empty folder"),
        "{refused}"
    );
    assert_eq!((read(out.join("a.csv")).as_str(), fs::read_dir(&out).unwrap().count()), ("mine", 1));

    // An empty folder becomes the study's, and so does a folder with copied parts.
    fs::remove_file(out.join("a.csv")).unwrap();
    printed(&folder, "study study.txt --out out --shard 1/2");
    printed(&folder, "study study.txt --out out");
    let parts = folder.path().join("parts");
    fs::create_dir(&parts).unwrap();
    fs::copy(out.join("a.1-of-2.shard"), parts.join("a.1-of-2.shard")).unwrap();
    printed(&folder, "study study.txt --out parts");
    assert_eq!(read(parts.join("a.csv")), read(out.join("a.csv")));

    fs::copy(folder.path().join("study.txt"), folder.path().join("other.txt")).unwrap();
    let refused = binary::refusal(subtorus(&folder, "study other.txt --out out"));
    assert!(
        refused.contains("--out out: is the folder of another study, study.txt; write to another one"),
        "{refused}"
    );
    fs::write(out.join("subtorus-study.json"), "{}").unwrap();
    let refused = binary::refusal(subtorus(&folder, "study study.txt --out out"));
    assert!(refused.contains("its subtorus-study.json is none that 'subtorus study' has written"), "{refused}");
}

#[test]
fn a_log_is_found_by_its_digest_or_else_by_its_name() {
    let folder = folder(&format!("known {ON_A_LOG}{KNOWN}\n"));
    let logs = folder.path().join("logs");
    fs::create_dir(&logs).unwrap();
    fs::rename(folder.path().join("five-jobs.swf"), logs.join("renamed.txt")).unwrap();
    fs::write(logs.join("five-jobs.swf"), "1 0 -1 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n").unwrap();
    printed(&folder, "study study.txt --out out --logs logs");
    let known = read(folder.path().join("out/known.csv"));
    assert!(known.contains("flat,easy,1,3,2,"), "three jobs run, two are dropped: {known}");
    fs::write(folder.path().join("study.txt"), format!("named {ON_A_LOG}\n")).unwrap();
    printed(&folder, "study study.txt --out out --logs logs");
    let named = read(folder.path().join("out/named.csv"));
    assert!(named.contains("flat,easy,1,1,0,"), "one job: {named}");
}

#[test]
fn the_example_runs() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let arguments = ["study", "examples/study.txt", "--logs", "samples", "--out", out.to_str().unwrap()];
    let output = binary::run_in(repository(), &arguments, b"");
    assert!(output.status.success(), "{}", said(&output));
    let page = read(out.join("results.md"));
    assert_eq!(page.matches("\n## ").count(), 3, "{page}");
    assert!(page.contains("18239 jobs from NASA"), "{page}");
}
