//! `simulate --events`, `why` and `as-logged`: the events of a run, the explanation of a job, and the schedule of a
//! log.

use crate::binary;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use subtorus::budget::Budget;
use subtorus::experiment::{Plan, permalink};
use subtorus::scheduling::ReasonKind;
use subtorus::simulation::metrics::*;

/// A log of jobs: number, submit time, runtime (also the estimate), processors.
fn log(jobs: &[(u32, u32, u32, u32)]) -> Vec<u8> {
    let line = |(job, submit, runtime, size): &(u32, u32, u32, u32)| {
        format!("{job} {submit} -1 {runtime} {size} -1 -1 {size} {runtime} -1 1 1 1 1 1 1 -1 -1\n")
    };
    jobs.iter().map(line).collect::<String>().into_bytes()
}

/// Eight nodes in a line. Jobs 1 to 3 leave node 7 free. Job 4 asks for three nodes, and only 3, 4 and 7 are free when
/// job 2 has ended. Job 7 would delay job 6, which asks for all nodes. Job 8 takes no time.
fn eight_jobs() -> Vec<u8> {
    log(&[
        (1, 0, 100, 3),
        (2, 0, 50, 2),
        (3, 0, 100, 2),
        (4, 10, 20, 3),
        (5, 200, 100, 6),
        (6, 210, 10, 8),
        (7, 220, 200, 1),
        (8, 520, 0, 1),
    ])
}

const ON_A_LINE: [&str; 8] = ["--machine", "mesh:8", "--allocation", "ff", "--scheduling", "easy", "--log", "-"];

fn output(command: &str, flags: &[&str], input: &[u8]) -> String {
    let output = binary::run(&[&[command], flags].concat(), input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_event_is_a_line() {
    let events = output("simulate", &[&ON_A_LINE[..], &["--events", "-"]].concat(), &eight_jobs());
    let expected = r#"{"t":0,"job":1,"event":"arrives","procs":3}
{"t":0,"job":2,"event":"arrives","procs":2}
{"t":0,"job":3,"event":"arrives","procs":2}
{"t":0,"job":1,"event":"starts","procs":3,"blocks":"0+3"}
{"t":0,"job":2,"event":"starts","procs":2,"blocks":"3+2"}
{"t":0,"job":3,"event":"starts","procs":2,"blocks":"5+2"}
{"t":10000000,"job":4,"event":"arrives","procs":3}
{"t":10000000,"job":4,"event":"waits","reason":"processors","free":1,"shadow":100000000}
{"t":50000000,"job":2,"event":"ends"}
{"t":50000000,"job":4,"event":"waits","reason":"placement","free":3,"shadow":100000000,"largest":"2"}
{"t":100000000,"job":1,"event":"ends"}
{"t":100000000,"job":3,"event":"ends"}
{"t":100000000,"job":4,"event":"starts","procs":3,"blocks":"0+3"}
{"t":120000000,"job":4,"event":"ends"}
{"t":200000000,"job":5,"event":"arrives","procs":6}
{"t":200000000,"job":5,"event":"starts","procs":6,"blocks":"0+6"}
{"t":210000000,"job":6,"event":"arrives","procs":8}
{"t":210000000,"job":6,"event":"waits","reason":"processors","free":2,"shadow":300000000}
{"t":220000000,"job":7,"event":"arrives","procs":1}
{"t":220000000,"job":7,"event":"waits","reason":"reservation","free":2,"shadow":300000000}
{"t":300000000,"job":5,"event":"ends"}
{"t":300000000,"job":6,"event":"starts","procs":8,"blocks":"0+8"}
{"t":300000000,"job":7,"event":"waits","reason":"processors","free":0,"shadow":310000000}
{"t":310000000,"job":6,"event":"ends"}
{"t":310000000,"job":7,"event":"starts","procs":1,"blocks":"0+1"}
{"t":510000000,"job":7,"event":"ends"}
{"t":520000000,"job":8,"event":"arrives","procs":1}
{"t":520000000,"job":8,"event":"starts","procs":1,"blocks":"0+1"}
{"t":520000000,"job":8,"event":"ends"}
"#;
    assert_eq!(events, expected);
}

/// The reasons of jobs 6 and 7 under other policies.
#[test]
fn every_policy_has_its_own_reasons() {
    let waits = |policy: &str, allocation: &str| {
        let flags = ["--machine", "mesh:8", "--allocation", allocation, "--scheduling", policy, "--log", "-"];
        let events = output("simulate", &[&flags[..], &["--events", "-"]].concat(), &eight_jobs());
        let tail = |line: &str| line.split_once(r#""event":"waits","#).map(|(head, tail)| format!("{head}{tail}"));
        events.lines().filter_map(tail).skip(2).collect::<Vec<_>>()
    };
    let six = r#"{"t":210000000,"job":6,"reason":"processors","free":2"#;
    let seven = r#"{"t":220000000,"job":7,"reason":"#;
    let then = r#"{"t":300000000,"job":7,"reason":"processors","free":0"#;
    let expected = [format!("{six}}}"), format!(r#"{seven}"order","free":2}}"#), format!("{then}}}")];
    assert_eq!(waits("fcfs", "ff"), expected);
    let expected = [
        format!(r#"{six},"reserved":300000000}}"#),
        format!(r#"{seven}"reserved","free":2,"reserved":310000000}}"#),
        format!(r#"{then},"reserved":310000000}}"#),
    ];
    assert_eq!(waits("conservative", "ff"), expected);
    assert_eq!(waits("oo", "ff"), [format!("{six}}}")]);
}

#[test]
fn a_job_beyond_the_depth_has_that_reason() {
    let jobs = log(&[(1, 0, 100, 7), (2, 1, 9, 8), (3, 2, 200, 1), (4, 3, 9, 1), (5, 4, 9, 2)]);
    let flags =
        ["--machine", "mesh:8", "--allocation", "flat", "--scheduling", "easy(1)", "--log", "-", "--events", "-"];
    let events = output("simulate", &flags, &jobs);
    assert!(events.contains(r#""job":3,"event":"waits","reason":"reservation""#), "it was tried: {events}");
    assert!(events.contains(r#"{"t":3000000,"job":4,"event":"waits","reason":"depth","free":1}"#), "{events}");
    assert!(
        events.contains(r#""job":5,"event":"waits","reason":"processors","free":1}"#),
        "not for the depth: {events}"
    );
    assert!(events.contains(r#""job":1,"event":"starts","procs":7,"blocks":""}"#), "{events}");
}

/// The waits of each job in its lines are those of the schedule, and the waits by reason equal the metrics.
#[test]
fn the_waits_of_a_whole_log_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let [schedule, events] = ["schedule.csv", "events"].map(|name| folder.path().join(name).display().to_string());
    let sample = "samples/NASA-iPSC-1993-3.1-cln.swf.gz";
    let run =
        ["--machine", "torus:4x4x8", "--allocation", "ff", "--scheduling", "easy", "--runtime-coefficient", "1.7"];
    let out = ["--log", sample, "--schedule-out", &schedule, "--events", &events];
    let report: Value = serde_json::from_str(&output("simulate", &[&run[..], &out].concat(), b"")).unwrap();
    assert!(report["jobs"].as_u64().unwrap() > 18_000);

    let mut since: BTreeMap<i64, (i64, Option<ReasonKind>)> = BTreeMap::new();
    let (mut waits, mut sums, mut last) = (BTreeMap::new(), [0i128; ReasonKind::ALL.len()], 0);
    for line in fs::read_to_string(&events).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (time, job) = (line["t"].as_i64().unwrap(), line["job"].as_i64().unwrap());
        assert!(time >= last, "in order of time");
        last = time;
        let reason = line["reason"].as_str().map(|reason| reason.parse::<ReasonKind>().unwrap());
        let (from, before) = since.get(&job).copied().unwrap_or((time, None));
        match line["event"].as_str().unwrap() {
            "arrives" => assert!(since.insert(job, (time, None)).is_none()),
            "waits" | "starts" => {
                // Every waiting job has a reason at any time.
                assert!(before.is_some() || time == from, "{line}");
                *waits.entry(job).or_insert(0) += time - from;
                before.iter().for_each(|kind| sums[*kind as usize] += i128::from(time - from));
                since.insert(job, (time, reason));
            }
            event => assert_eq!(event, "ends"),
        }
    }
    let table = fs::read_to_string(&schedule).unwrap();
    let rows =
        table.lines().skip(1).map(|row| row.split(',').take(3).map(|cell| cell.parse::<i64>().unwrap()).collect());
    let expected: BTreeMap<i64, i64> = rows.map(|row: Vec<i64>| (row[0], row[2] - row[1])).collect();
    assert_eq!(waits, expected);

    let link = "#v=1&machine=torus:4x4x8&allocation=ff&scheduling=easy&runtime-coefficient=1.7&vary=none&plot=mean_wait_order-load";
    let (mut experiment, _) = permalink::read(link);
    experiment.log = Some("a.swf".into());
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(sample).unwrap()).read_to_end(&mut bytes).unwrap();
    let (plan, _) = Plan::prepare(&Budget::USUAL, &experiment, Some(&subtorus::formats::read(&bytes).0)).unwrap();
    let metrics = plan.run(0, None).unwrap().metrics;
    let mean = |kind: ReasonKind| sums[kind as usize] as f64 / 1e6 / waits.len() as f64;
    assert_eq!(metrics.get(&MEAN_WAIT_PROCESSORS), mean(ReasonKind::Processors));
    assert_eq!(metrics.get(&MEAN_WAIT_PLACEMENT), mean(ReasonKind::Placement));
    assert_eq!(metrics.get(&MEAN_WAIT_RESERVATION), mean(ReasonKind::Reservation));
    assert!(metrics.get(&MEAN_WAIT_PLACEMENT) > 0.0 && metrics.get(&MEAN_WAIT_RESERVATION) > 0.0);
    assert_eq!((metrics.get(&MEAN_WAIT_ORDER), metrics.get(&MEAN_WAIT_DEPTH)), (0.0, 0.0));
}

#[test]
fn a_job_has_an_explanation() {
    let story = output("why", &[&ON_A_LINE[..], &["--job", "4"]].concat(), &eight_jobs());
    let expected = "Job 4 arrived at 10 s and asked for 3 processors, estimated to run for 20 s.\n\
        It waited for 1 min 30 s.\n\
        From 10 s to 50 s: too few processors (1 free, 2 more needed); it was to start at 1 min 40 s at the latest.\n\
        From 50 s to 1 min 40 s: enough processors (3 free), but no place: the largest free box was 2; it was to start at 1 min 40 s at the latest.\n\
        In all it waited 40 s for processors and 50 s for a place.\n\
        It started at 1 min 40 s on 0+3.\n\
        It ended at 2 min 0 s, after 20 s: its bounded slowdown is 5.5.\n";
    assert_eq!(story, expected);
    let flags = ["--machine", "mesh:8", "--allocation", "flat", "--scheduling", "oo", "--log", "-", "--job", "2"];
    let jobs = log(&[(1, 0, 100, 5), (2, 1, 9, 8), (3, 2, 9, 1), (4, 3, 9, 1)]);
    let story = output("why", &flags, &jobs);
    let instead = "\n2 jobs that came later started before it: 3 (at 2.0 s) and 4 (at 3.0 s).\n";
    assert!(story.contains(instead), "{story}");
}

/// Each row agrees with the schedule that `simulate` writes for that run.
/// A job of each ring is left over, so no ring has four positions.
#[test]
fn a_job_without_a_place_on_a_topology_is_told_what_is_missing() {
    let jobs = "job,submit,runtime,nodes\n1,0,3600,1\n2,0,50,3\n3,0,7200,1\n4,60,100,4\n";
    let flags =
        ["--machine", "mesh:8", "--allocation", "slurm-ring(4)", "--scheduling", "fcfs", "--log", "-", "--job", "4"];
    let output = binary::run(&[&["why"], &flags[..]].concat(), jobs.as_bytes());
    let story = String::from_utf8_lossy(&output.stdout);
    let missing = "no place: none of 8 runs in rings has 4 free nodes; 4 would without job 1.";
    assert!(story.contains(missing), "{story}");
}

#[test]
fn counterfactual_starts_are_those_of_plain_runs() {
    let printed = output("why", &[&ON_A_LINE[..], &["--job", "4", "--otherwise"]].concat(), &eight_jobs());
    let (story, table) = printed.split_once("\nWhen it would have started otherwise:\n").expect("a table");
    assert_eq!(story.lines().count(), 7, "{story}");
    let mut rows = table.lines();
    let cells = |row: &'_ str| {
        row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(cells(rows.next().unwrap()), ["run", "starts at", "waits", "against this run"]);
    assert_eq!(cells(rows.next().unwrap()), ["this run", "0 d 00:01:40", "1 min 30 s", "at the same time"]);
    let mut differ = 0;
    for row in rows.clone() {
        let cells = cells(row);
        let (policy, strategy) = cells[0].split_once(" / ").expect("a policy and a strategy");
        let flags = ["--machine", "mesh:8", "--allocation", strategy, "--scheduling", policy, "--log", "-"];
        let schedule = output("simulate", &[&flags[..], &["--schedule-out", "-"]].concat(), &eight_jobs());
        let line = schedule.lines().find(|line| line.starts_with("4,")).expect("job 4");
        let start = line.split(',').nth(2).unwrap().parse::<i64>().unwrap() / 1_000_000;
        let expected = format!("0 d {:02}:{:02}:{:02}", start / 3600, start / 60 % 60, start % 60);
        assert_eq!(cells[1], expected, "{row}");
        let against = match start - 100 {
            0 => "at the same time",
            later if later > 0 => "later",
            _ => "earlier",
        };
        assert!(cells[3].ends_with(against), "{row}");
        differ += usize::from(start != 100);
    }
    assert!(rows.count() > 8 && differ > 0, "{table}");
}

#[test]
fn a_missing_job_is_refused_with_the_existing_numbers() {
    let refused =
        |job: &str| binary::refusal(binary::run(&[&["why"], &ON_A_LINE[..], &["--job", job]].concat(), &eight_jobs()));
    let reason = refused("17");
    assert!(
        reason.contains("--job 17: no job of this number runs; 8 do, with numbers from 1 to 8, the nearest 8"),
        "{reason}"
    );
    assert!(refused("four").contains("--job four: no number of a job (expected a whole number)"));
    let several = ["why", "--machine", "mesh:8", "--allocation", "ff,bf", "--scheduling", "easy", "--job", "1"];
    assert!(binary::refusal(binary::run(&several, b"")).contains("2 names, but why runs one"));
}

#[test]
fn events_and_schedule_go_to_different_places() {
    let refused = |names: [&str; 2]| {
        let flags = [&["simulate"], &ON_A_LINE[..], &["--schedule-out", names[0], "--events", names[1]]].concat();
        binary::refusal(binary::run(&flags, &eight_jobs()))
    };
    assert!(refused(["-", "-"]).contains("--events -: --schedule-out goes to standard output; write to another one"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("both").display().to_string();
    assert!(refused([&file, &file]).contains("--schedule-out goes to the same file"));
    let nowhere = folder.path().join("no-such-folder").join("events").display().to_string();
    let flags = [&["simulate"], &ON_A_LINE[..], &["--events", &nowhere]].concat();
    assert!(binary::refusal(binary::run(&flags, &eight_jobs())).contains("--events "));
}

/// Job 7 waited 5 s, asked for four processors and held three. The wait of job 8 is unknown, and job 9 is of another
/// queue. Job 6 asked for two, and the log does not say how many it held.
#[test]
fn the_schedule_of_a_log_is_written() {
    let log = b"7 10 5 20.5 3 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1
        8 11 -1 20 3 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1
        9 12 0 20 3 -1 -1 4 60 -1 1 1 1 1 2 1 -1 -1
        6 13 0 2 0 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1
        ";
    let table = output("as-logged", &["--log", "-", "--queue", "1"], log);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "job,submit,start,end,procs,blocks,build");
    assert!(lines.len() == 3 && lines[1].starts_with("7,0,5000000,25500000,3,,"), "{table}");
    assert!(lines[2].starts_with("6,3000000,3000000,5000000,2,,"), "{table}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("schedule.csv");
    let name = file.display().to_string();
    let said = binary::run(&["as-logged", "--log", "-", "--queue", "1", "--schedule-out", &name], log);
    assert!(
        said.stdout.is_empty() && String::from_utf8_lossy(&said.stderr).contains("1 job left out: the log does not")
    );
    assert_eq!(fs::read_to_string(file).unwrap(), table);
    for format in ["csv", "batsim"] {
        let converted = output("convert", &["-", "--to", format], log);
        let flags = ["--log", "-", "--queue", "1"];
        assert_eq!(output("as-logged", &flags, converted.as_bytes()), table, "{format}:\n{converted}");
    }
    let none = binary::run(&["as-logged", "--log", "-"], &eight_jobs());
    let reason = binary::refusal(none);
    assert!(reason.contains("--log: none of the log's 8 jobs has a wait time"), "{reason}");
}

#[test]
fn shapes_are_printed_if_jobs_come_with_them() {
    let table = b"submit,runtime,shape\n0,10,2x3x4\n1,10,4x3x2\n";
    let flags = ["--machine", "torus:4x4x4", "--allocation", "tff", "--scheduling", "fcfs", "--log", "-"];
    let events = output("simulate", &[&flags[..], &["--events", "-"]].concat(), table);
    let first = r#"{"t":0,"job":1,"event":"arrives","procs":24,"shape":"2x3x4"}"#;
    assert_eq!(events.lines().next(), Some(first));
    assert!(events.contains(r#""event":"arrives","procs":24,"shape":"4x3x2""#), "{events}");
    let story = output("why", &[&flags[..], &["--job", "2"]].concat(), table);
    assert!(
        story.starts_with("Job 2 arrived at 1.0 s and asked for a shape of 4x3x2, 24 processors, estimated"),
        "{story}"
    );
}
