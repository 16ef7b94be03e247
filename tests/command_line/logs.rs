//! What the page proposes for six odd generated logs and for fifteen like those of the archive, and its warnings. The
//! test writes docs/logs.md from it.

use crate::binary;
mod made;

use made::Made;
use made::archive::{ARCHIVE, Like};
use std::fmt::Write;
use subtorus::experiment::Experiment;
use subtorus::experiment::{Outlook, RequestHistogram};
use subtorus::formats;
use subtorus::formats::identity::sha256_hex;
use subtorus::report::{LogReport, OutlookReport, Proposal};
use subtorus::workload::{Log, Selection};

/// The number of jobs in the logs like those of the archive.
const JOBS: u32 = 5000;

/// Seconds from the drop to the last point of the chart, in Chromium with two workers, measured and written by
/// `tests/browser/bench_curves.mjs`.
const SECONDS: &str = include_str!("../data/seconds_to_curves.txt");

const INTRODUCTION: &str = "# What a log gets\n\n\
    What the page proposes and warns of when a log is dropped on it. The rules are in \
    [semantics.md](semantics.md#35-from-a-log-to-curves).\n\n## Logs that are odd\n\n\
    Six logs, made for the tests (`tests/command_line/logs/made.rs`), each odd in a way in which logs of the archive are. What the page \
    knows of a log as soon as it has it, what it proposes, and what it warns of before anything runs.\n\n\
    Written by `cargo test --test command_line logs`.\n\n";

fn read(made: &Made) -> (Log, LogReport) {
    let (log, diagnostics) = formats::read(made.text.as_bytes());
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", made.name);
    let report = LogReport::new(&log, diagnostics, sha256_hex(made.text.as_bytes())).expect("a log");
    (log, report)
}

/// The experiment of a first visit on a log, with all or some settings of its proposal.
fn experiment(proposal: &Proposal, takes: impl Fn(&str) -> bool) -> Experiment {
    let mut experiment = Experiment::default();
    experiment.set("log", "made.swf").unwrap();
    for setting in proposal.settings.iter().filter(|setting| takes(&setting.name)) {
        experiment.set(&setting.name, &setting.value).unwrap();
    }
    experiment
}

/// The proposal for a log that is dropped on a first visit.
fn proposal(log: &Log) -> Proposal {
    Proposal::new(&Experiment::default(), log, &[], None)
}

/// The outlook for a log on the machine of a first visit, or with the whole proposal.
fn outlook(made: &Made, as_proposed: bool) -> OutlookReport {
    let (log, report) = read(made);
    OutlookReport::new(&experiment(&proposal(&log), |_| as_proposed), &log, report.processors)
}

/// The proposal for a log like one of the archive, its experiment and its outlook.
fn of_the_archive(like: &Like) -> (Proposal, Experiment, Outlook) {
    let (log, diagnostics) = formats::read(like.text(JOBS, 1).as_bytes());
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", like.name);
    let proposal = proposal(&log);
    let experiment = experiment(&proposal, |_| true);
    let outlook = experiment.outlook(&RequestHistogram::new(&log, &Selection::default())).remove(0);
    (proposal, experiment, outlook)
}

/// The seconds from a log to its curves.
fn seconds(name: &str) -> &'static str {
    let line = SECONDS.lines().find(|line| line.split_whitespace().next() == Some(name));
    line.and_then(|line| line.split_whitespace().nth(1)).unwrap_or("not measured")
}

fn document(logs: &[Made]) -> String {
    let mut text = String::from(INTRODUCTION);
    text += "| log | what is odd | machine it is given | why | strategies | loads | also offered |\n\
             | --- | --- | --- | --- | --- | --- | --- |\n";
    for made in logs {
        let proposal = proposal(&read(made).0);
        let of = |name: &str| proposal.settings.iter().find(|setting| setting.name == name).expect("it is proposed");
        let titles: Vec<_> = proposal.machines.iter().take(5).map(|one| one.title.clone()).collect();
        let why = match &proposal.question {
            Some(question) => format!("asked: {} Assumed: {}", question.text, question.reason),
            None => of("machine").reason.clone(),
        };
        let (machine, strategies, loads) = (&of("machine").value, &of("allocation").value, &of("vary").reason);
        let (name, oddity, titles) = (made.name, made.oddity, titles.join("; "));
        writeln!(text, "| {name} | {oddity} | `{machine}` | {why} | {strategies} | {loads} | {titles} |").unwrap();
    }
    text += "\nWhat its profile says:\n\n| log | arrivals | sizes | offered load | of no use |\n| --- | --- | --- | --- | --- |\n";
    for made in logs {
        let facts = read(made).1.profile.facts;
        let fact = |name: &str| facts.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value);
        let cells = ["Arrivals", "Sizes", "Offered load", "Of no use"].map(fact);
        writeln!(text, "| {} | {} |", made.name, cells.join(" | ")).unwrap();
    }
    text += "\nWhat would become of its jobs on a first visit, and with what is proposed. A warning is shown as a notice on \
             the page.\n\n| log | outlook | warning | ways out |\n| --- | --- | --- | --- |\n";
    for made in logs {
        for as_proposed in [false, true] {
            let OutlookReport { lines, warning, ways_out, .. } = outlook(made, as_proposed);
            let ways: Vec<String> = ways_out.into_iter().map(|way| way.label).collect();
            let warned = if warning.is_empty() { "" } else { "**yes**" };
            writeln!(text, "| {} | {} | {warned} | {} |", made.name, lines.join(" "), ways.join("; ")).unwrap();
        }
    }
    text += &archive();
    text.replace('\u{202f}', " ")
}

/// The table of logs like those of the archive.
fn archive() -> String {
    let mut text = format!(
        "\n## Logs like those of the archive\n\nFifteen logs of {JOBS} drawn jobs each, with the headers, sizes and quirks of \
         logs of the Parallel Workloads Archive (`tests/command_line/logs/made/archive.rs`; `cargo run --example archive_like -- NAME` writes \
         one). Nothing is asked. Seconds are from the drop to the last point of the chart, in Chromium with two workers, \
         on two cores that other programs used, too (`tests/browser/bench_curves.mjs`).\n\n\
         | log | processors of a node | machine | strategies | work kept | loads | seconds |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n"
    );
    for like in &ARCHIVE {
        let (proposal, experiment, outlook) = of_the_archive(like);
        let value = |name: &str| proposal.value(name).unwrap_or_default().to_string();
        let loads = outlook.load.map(|load| format!("{:.0} %", 100.0 * load)).join(" to ");
        let unit = if value("unit").is_empty() { String::new() } else { format!(" in units of {}", value("unit")) };
        writeln!(
            text,
            "| {} | {} | `{}`{unit} | {} | {:.1} % | {loads} | {} |",
            like.name,
            value("node-size"),
            value("machine"),
            experiment.allocation.join(", "),
            100.0 * (1.0 - outlook.lost_share.1),
            seconds(like.name)
        )
        .unwrap();
    }
    text
}

/// Each log has at least two curves other than that of `flat`. Almost nothing is lost, and nothing is asked. Loads go
/// from a fifth to saturation, and every curve rises or falls.
#[test]
fn logs_like_those_of_the_archive_get_meaningful_curves() {
    for like in &ARCHIVE {
        let (proposal, experiment, outlook) = of_the_archive(like);
        let name = like.name;
        assert_eq!(proposal.question, None, "{name}");
        assert_eq!(outlook.strategies, experiment.allocation, "{name}: all of them run");
        let others = experiment.allocation.iter().filter(|name| *name != "flat").count();
        assert!(others * experiment.scheduling.len() >= 2, "{name}");
        assert!(outlook.lost_share.1 <= 0.01, "{name}: {outlook:?}");
        let [low, high] = outlook.load;
        assert!((0.05..0.2 + 1e-9).contains(&low) && (1.0 - 1e-9..1.3).contains(&high), "{name}: {:?}", outlook.load);
    }
}

/// This document is not edited by hand. If it is out of date, the test rewrites it and fails once.
#[test]
fn the_table_of_odd_logs_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/logs.md");
    let expected = document(&made::logs());
    if std::fs::read_to_string(path).unwrap_or_default() != expected {
        std::fs::write(path, expected).expect("the document can be written");
        panic!("docs/logs.md was out of date and has been rewritten; check the changes and commit them");
    }
}

/// The command line has no panel, so it reports on standard error and in its files.
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

/// The facts of the table, without its wording.
#[test]
fn a_sweep_that_names_no_machine_is_warned_of_the_one_in_the_header() {
    let log = b"; MaxProcs: 64\n1 0 -1 100 2 -1 -1 2 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
    let flags = ["sweep", "--log", "-", "--allocation", "flat", "--scheduling", "fcfs", "--vary", "none"];
    let said = |more: &[&str]| binary::said(&binary::run(&[&flags, more].concat(), log));
    assert!(said(&[]).contains("a machine of 64 processors, and the runs are on torus:2x2x2x4x4x8, which has 1024"));
    assert!(!said(&["--machine", "torus:8x16"]).contains("a machine of"));
}

#[test]
fn a_log_without_its_flag_gets_a_hint_at_it() {
    assert!(binary::said(&binary::run(&["propose", "jobs.swf"], b"")).contains("did you mean --log jobs.swf?"));
}

#[test]
fn the_proposed_machine_loses_nothing() {
    for made in made::logs() {
        let proposal = proposal(&read(&made).0);
        assert!(!proposal.machines.is_empty(), "{}", made.name);
        let mut experiment = Experiment::default();
        for (name, value) in proposal.machines.iter().flat_map(|one| &one.choices).flat_map(|choice| &choice.settings) {
            experiment.set(name, value).unwrap();
        }
        let seen = outlook(&made, true);
        assert!(seen.warning.is_empty(), "{}: {seen:?}", made.name);
    }
    let huge = &made::logs()[2];
    assert!(outlook(huge, false).warning.starts_with("torus:2x2x2x4x4x8 drops 7"), "{:?}", outlook(huge, false));
}
