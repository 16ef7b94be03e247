//! What the page proposes and warns of for six made logs: docs/logs.md is written from it.

use crate::binary;
mod made;

use made::Made;
use std::fmt::Write;
use subtorus::experiment::Experiment;
use subtorus::formats;
use subtorus::formats::identity::sha256_hex;
use subtorus::report::{LogReport, OutlookReport};
use subtorus::workload::Log;

const INTRODUCTION: &str = "# Logs that are odd\n\n\
    Six logs, made for the tests (`tests/command_line/logs/made.rs`), each odd in a way in which logs of the archive are. What the page \
    knows of a log as soon as it has it, what it proposes, and what it warns of before anything runs.\n\n\
    Written by `cargo test --test command_line logs`.\n\n";

fn read(made: &Made) -> (Log, LogReport) {
    let (log, diagnostics) = formats::read(made.text.as_bytes());
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", made.name);
    let report = LogReport::new(&log, diagnostics, sha256_hex(made.text.as_bytes())).expect("a log");
    (log, report)
}

/// What would become of a log in the experiment of a first visit, on another machine where one is named.
fn outlook(made: &Made, machine: &str) -> OutlookReport {
    let (log, report) = read(made);
    let mut experiment = Experiment::default();
    experiment.set("log", "made.swf").unwrap();
    experiment.set("vary", "none").unwrap();
    if !machine.is_empty() {
        experiment.set("machine", machine).unwrap();
    }
    OutlookReport::new(&experiment, &log, report.processors)
}

fn document(logs: &[Made]) -> String {
    let mut text = String::from(INTRODUCTION);
    text += "| log | what is odd | machine it is given | why | also proposed |\n| --- | --- | --- | --- | --- |\n";
    for made in logs {
        let machines = read(made).1.machines;
        let given = if machines.suggested.is_empty() { "none".into() } else { format!("`{}`", machines.suggested) };
        let why = if machines.reason.is_empty() { "nobody knows its processors" } else { &machines.reason };
        let titles: Vec<_> = machines.proposals.iter().take(5).map(|one| one.title.clone()).collect();
        writeln!(text, "| {} | {} | {given} | {why} | {} |", made.name, made.oddity, titles.join("; ")).unwrap();
    }
    text += "\nWhat its profile says:\n\n| log | arrivals | sizes | offered load | of no use |\n| --- | --- | --- | --- | --- |\n";
    for made in logs {
        let facts = read(made).1.profile.facts;
        let fact = |name: &str| facts.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value);
        let cells = ["Arrivals", "Sizes", "Offered load", "Of no use"].map(fact);
        writeln!(text, "| {} | {} |", made.name, cells.join(" | ")).unwrap();
    }
    text += "\nWhat would become of its jobs with `ep`, `nep` and `flat`, on the machine of a first visit and on the one that it is \
             given. A warning is one that nobody can miss.\n\n| log | outlook | warning | ways out |\n| --- | --- | --- | --- |\n";
    for made in logs {
        let given = read(made).1.machines.suggested;
        for machine in ["", &given] {
            let OutlookReport { lines, warning, ways_out } = outlook(made, machine);
            let ways: Vec<String> = ways_out.into_iter().map(|way| way.label).collect();
            let warned = if warning.is_empty() { "" } else { "**yes**" };
            writeln!(text, "| {} | {} | {warned} | {} |", made.name, lines.join(" "), ways.join("; ")).unwrap();
            if given.is_empty() {
                break;
            }
        }
    }
    text.replace('\u{202f}', " ")
}

/// Nobody edits this document: what is out of date is written anew, and the test fails once to say so.
#[test]
fn the_table_of_odd_logs_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/logs.md");
    let expected = document(&made::logs());
    if std::fs::read_to_string(path).unwrap_or_default() != expected {
        std::fs::write(path, expected).expect("the document can be written");
        panic!("docs/logs.md was out of date and has been written anew; look at what changed, and commit it");
    }
}

/// The command line has no panel: it says so on standard error, and in its files.
#[test]
fn the_command_line_warns_of_lost_work() {
    let log = &made::logs()[2].text;
    let flags = ["--allocation", "flat", "--scheduling", "fcfs", "--vary", "none", "--format", "json"];
    let machines = ["sweep", "--log", "-", "--machine", "torus:80x100,torus:16x64"];
    let output = binary::run(&[&machines[..], &flags].concat(), log.as_bytes());
    let warned = String::from_utf8(output.stderr).unwrap().replace('\u{202f}', " ");
    assert!(warned.contains("torus:16x64 drops 7.1 % of the jobs and 51 % of the work"), "{warned}");
    assert!(!warned.contains("torus:80x100 drops"), "{warned}");
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let lost = |number: usize| list[number]["dropped_work"].as_f64().unwrap();
    assert!(lost(0) == 0.0 && (0.5..0.52).contains(&lost(1)), "{list}");
}

/// What the table is about, told apart from its wording.
#[test]
fn the_machine_a_log_is_given_loses_nothing_or_there_is_a_way_out() {
    for made in made::logs() {
        let machines = read(&made).1.machines;
        assert!(!machines.proposals.is_empty(), "{}", made.name);
        let mut experiment = Experiment::default();
        for (name, value) in machines.proposals.iter().flat_map(|one| &one.choices).flat_map(|choice| &choice.settings)
        {
            experiment.set(name, value).unwrap();
        }
        if !machines.suggested.is_empty() {
            let seen = outlook(&made, &machines.suggested);
            assert!(seen.warning.is_empty() || !seen.ways_out.is_empty(), "{}: {seen:?}", made.name);
        }
    }
    let huge = &made::logs()[2];
    assert!(outlook(huge, "").warning.starts_with("torus:2x2x2x4x4x8 drops 7"), "{:?}", outlook(huge, ""));
}
