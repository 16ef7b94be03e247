//! `simulate --distributions`: how long which jobs wait, for what, and what a better allocation could gain.

use crate::binary;

use serde_json::Value;
use std::fs;

/// Four nodes in a line. Jobs 1 to 4 hold nodes 0 to 3 until 10, 40, 10 and 30. Job 5 asks for two in a row. It waits
/// for processors until 10 and for a place until 30, and job 6 waits behind it for its turn. On `flat` they start at 10
/// and 15.
fn six_jobs() -> Vec<u8> {
    let jobs =
        [(1, 0, 10, 1, 1), (2, 0, 40, 1, 1), (3, 0, 10, 1, 1), (4, 0, 30, 1, 2), (5, 1, 5, 2, 2), (6, 2, 5, 1, -1)];
    let line = |(job, submit, runtime, size, user)| {
        format!("{job} {submit} -1 {runtime} {size} -1 -1 {size} {runtime} -1 1 {user} 1 1 7 -1 -1 -1\n")
    };
    jobs.map(line).concat().into_bytes()
}

fn output(flags: &[&str], input: &[u8]) -> String {
    let output = binary::run(&[&["simulate"], flags].concat(), input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const ON_A_LINE: [&str; 8] = ["--machine", "mesh:4", "--allocation", "ff", "--scheduling", "fcfs", "--log", "-"];

#[test]
fn six_jobs_by_hand() {
    let table = output(&[&ON_A_LINE[..], &["--distributions", "-"]].concat(), &six_jobs());
    let lines: Vec<&str> = table.lines().filter_map(|line| line.rsplit_once(',').map(|(numbers, _)| numbers)).collect();
    for expected in [
        "delay,by,class,jobs,share_of_sum,share_least,mean,p50,p90,p95,p99,max",
        "wait,all,all jobs,6,1,0.6666666666666666,9.5,0,29,29,29,29",
        "wait,size,1 processor,5,0.49122807017543857,0.8,5.6,0,28,28,28,28",
        "wait,user,user 1,3,0,1,0,0,0,0,0,0",
        "wait,user,user 2,2,0.5087719298245614,0.5,14.5,0,29,29,29,29",
        "wait,user,no user given,1,0.49122807017543857,0,28,28,28,28,28,28",
        "wait,queue,queue 7,6,1,0.6666666666666666,9.5,0,29,29,29,29",
        // Responses of 34 and 33 s for runtimes of 5 s, which count as 10.
        "slowdown,all,all jobs,6,1,0.6666666666666666,1.7833333333333332,1,3.4,3.4,3.4,3.4",
        "wait,reason,order,6,0.49122807017543857,,4.666666666666667,,,,,",
        "wait,reason,processors,6,0.15789473684210525,,1.5,,,,,",
        "wait,reason,placement,6,0.3508771929824561,,3.3333333333333335,,,,,",
        "wait,reason,reservation,6,0,,0,,,,,",
        "wait,reason,depth,6,0,,0,,,,,",
        "wait,strategy,flat,6,0.38596491228070173,,3.6666666666666665,,,,,",
    ] {
        assert!(lines.contains(&expected), "{expected} is not in\n{table}");
    }
    assert!(!table.contains("partition"), "partitions are unknown");
}

/// The rows of all jobs equal the metrics of the same run, and the mean wait on flat equals that of a run on flat.
#[test]
fn a_whole_log_has_the_numbers_of_its_metrics() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("waits.csv").display().to_string();
    let run = |allocation: &str, more: &[&str]| -> Value {
        let flags = ["--machine", "torus:4x4x8", "--scheduling", "easy", "--runtime-coefficient", "1.5"];
        let log = ["--log", "samples/NASA-iPSC-1993-3.1-cln.swf.gz", "--first", "4000", "--allocation", allocation];
        serde_json::from_str(&output(&[&flags[..], &log, more].concat(), b"")).unwrap()
    };
    let (report, flat) = (run("ff", &["--distributions", &file]), run("flat", &[]));
    let table = fs::read_to_string(&file).unwrap();
    let row = |start: &str| -> Vec<String> {
        let line =
            table.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start} in\n{table}"));
        line.split(',').map(String::from).collect()
    };
    let number = |report: &Value, name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{name} in {report}"));
    let near = |one: f64, other: f64| (one - other).abs() <= 1e-14 * other;
    for (delay, metric) in [("wait", "wait"), ("slowdown", "bounded_slowdown")] {
        let fields = row(&format!("{delay},all,"));
        for (column, name) in [(6, "mean"), (7, "median"), (8, "p90"), (9, "p95"), (10, "p99"), (11, "max")] {
            let name = format!("{name}_{metric}");
            assert!(near(fields[column].parse().unwrap(), number(&report, &name)), "{name}");
        }
    }
    assert!(near(row("wait,strategy,flat,")[6].parse().unwrap(), number(&flat, "mean_wait")));
}

#[test]
fn outputs_go_to_different_places() {
    let refused = |names: [&str; 2]| {
        let flags = [&["simulate"], &ON_A_LINE[..], &["--events", names[0], "--distributions", names[1]]].concat();
        binary::refusal(binary::run(&flags, &six_jobs()))
    };
    assert!(refused(["-", "-"]).contains("--distributions -: --events goes to standard output; write to another one"));
}
