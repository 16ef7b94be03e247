//! `subtorus torus-batch`: its output and its error messages.

use crate::binary;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;
use subtorus::BUILD;

/// The example of Gupta and Srimani 1997, section 2.4.4.
const EXAMPLE: &str = "8:2,4:2,4:4,4:4,4:1,2:4";

fn torus_batch(arguments: &[&str]) -> Output {
    binary::run(&[&["torus-batch"], arguments].concat(), b"")
}

/// The standard output of a command that must succeed with an empty standard error.
fn succeed(arguments: &[&str]) -> String {
    let output = torus_batch(arguments);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments:?}");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn report(problem: &str, side: &str, jobs: &str, more: &[&str]) -> Value {
    let arguments = [&["--problem", problem, "--side", side, "--jobs", jobs], more].concat();
    serde_json::from_str(&succeed(&arguments)).expect("JSON")
}

fn refuse(arguments: &[&str]) -> String {
    binary::refusal(torus_batch(arguments))
}

#[test]
fn the_example_with_contention() {
    let placed = |job: u32, [row, col]: [u32; 2], start: f64, finish: f64| {
        let times = [start, finish].map(|time| if time.fract() == 0.0 { json!(time as u64) } else { json!(time) });
        json!({"job": job, "row": row, "col": col, "start": times[0], "finish": times[1]})
    };
    let expected = json!({
        "build": BUILD,
        "problem": "cnp",
        "side": 8,
        "feasible": true,
        "length": 10.75,
        "bounds": {"longest_job": 4, "area": 5},
        "length_without_contention": 7,
        "exact": true,
        "schedule": [
            placed(1, [0, 0], 0.0, 2.0),
            placed(2, [0, 0], 2.0, 5.875),
            placed(3, [1, 1], 2.0, 9.5),
            placed(4, [0, 1], 2.0, 9.0),
            placed(5, [1, 0], 2.0, 4.0),
            placed(6, [1, 0], 4.0, 10.75),
        ],
    });
    assert_eq!(report("cnp", "8", EXAMPLE, &[]), expected);
}

#[test]
fn the_example_with_a_deadline() {
    let met = report("preemptive", "16", "8:2,4:4,4:3,2:2,2:2.5", &["--deadline", "4"]);
    assert_eq!((&met["feasible"], &met["length"], &met["preemptions"]), (&json!(true), &json!(4), &json!(2)));
    let third = [
        json!({"job": 3, "interval": [12, 15], "from": 0, "to": 1}),
        json!({"job": 3, "interval": [0, 3], "from": 2, "to": 4}),
    ];
    assert_eq!(met["schedule"].as_array().unwrap()[2..4], third);
    let missed = report("preemptive", "16", "8:2,4:4,4:3,2:2,2:2.5", &["--deadline", "7/2"]);
    assert_eq!((&missed["feasible"], &missed["length"]), (&json!(false), &Value::Null));
    assert_eq!(missed["failure"], json!({"job": 2, "room": 3.5, "shortfall": 0.5}));
    assert_eq!(missed["schedule"], json!([]));
}

#[test]
fn the_least_deadline_can_be_met() {
    let least = report("min-makespan", "2", "2:1/3,1:1/7,1:1/7,1:1/5", &[]);
    assert_eq!((&least["length"], &least["deadline"]), (&json!("121/210"), &json!("121/210")));
    let met = report("preemptive", "2", "2:1/3,1:1/7,1:1/7,1:1/5", &["--deadline", "121/210"]);
    assert_eq!(met["schedule"], least["schedule"]);
    let missed = report("preemptive", "2", "2:1/3,1:1/7,1:1/7,1:1/5", &["--deadline", "120/210"]);
    assert_eq!(missed["feasible"], json!(false));
}

/// Numbers are printed with all digits, beyond the precision of a double.
#[test]
fn numbers_are_exact() {
    let jobs: Vec<String> = (0..40).map(|job| format!("1:{}", 3 + job * 7 % 11)).collect();
    let text = succeed(&["--problem", "cnp", "--side", "8", "--jobs", &jobs.join(",")]);
    let length = text.lines().find_map(|line| line.trim().strip_prefix("\"length\": ")).unwrap();
    let digits = length.trim_end_matches(',').split_once('.').unwrap().1;
    assert!(digits.len() > 20 && digits.bytes().all(|digit| digit.is_ascii_digit()), "{length}");
}

#[test]
fn jobs_come_from_a_file() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("torus-batch.tsv");
    fs::write(&path, "size\ttime\n8\t2\n4\t2\n4\t4\n4\t4\n4\t1\n2\t4\n").unwrap();
    let path = path.to_str().unwrap();
    let text = succeed(&["--problem", "cnp", "--side", "8", "--jobs-file", path]);
    assert_eq!(text, succeed(&["--problem", "cnp", "--side", "8", "--jobs", EXAMPLE]));
    let both = ["--problem", "cnp", "--side", "8", "--jobs-file", path, "--jobs", EXAMPLE];
    assert!(refuse(&both).contains("cannot be used with"));
    fs::write(path, "8 2\n4 two\n").unwrap();
    let reason = refuse(&["--problem", "cnp", "--side", "8", "--jobs-file", path]);
    assert!(reason.contains("row 2, '4 two': 'two' is not a time"), "{reason}");
    fs::write(path, "size,time\n").unwrap();
    let reason = refuse(&["--problem", "cnp", "--side", "8", "--jobs-file", path]);
    assert!(reason.contains(&format!("--jobs-file {path}: holds no job")), "{reason}");
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    for (changes, hints) in [
        (&["--side", "6"][..], &["--side: a torus of side 6", "a power of two from 1 to 1024"][..]),
        (&["--side", "2048"], &["--side: a torus of side 2048"]),
        (&["--side", "-8"], &["--side: '-8': not a whole number", "a power of two from 1 to 1024"]),
        (&["--side", "99999999999"], &["--side: '99999999999': not a whole number, or out of range"]),
        (
            &["--side", "4"],
            &["--jobs: job 1, '8:2': its size does not suit a torus of side 4 (expected a power of two from 1 to 4)"],
        ),
        (
            &["--jobs", "8:2,3:1"],
            &["--jobs: job 2, '3:1': its size does not suit a torus of side 8 (expected a power of two from 1 to 8)"],
        ),
        (&["--jobs", "8:2,4:0"], &["--jobs: job 2, '4:0': '0' is not a time (expected a number greater than 0"]),
        (&["--jobs", "8:2,4:1/0"], &["--jobs: job 2, '4:1/0'"]),
        (&["--jobs", "8:2,4:1e400"], &["--jobs: job 2, '4:1e400': '1e400' is not a time"]),
        (&["--jobs", "8:2,,4:1"], &["--jobs: job 2, '': no size and time"]),
        (&["--jobs", "8"], &["--jobs: job 1, '8'", "such as 8:2,4:5.875,4:7/3"]),
        (&["--jobs", " "], &["--jobs: there are none"]),
        (&["--jobs", ""], &["--jobs"]),
        (
            &["--jobs", "1:1/999999999999989,1:1/999999999999947"],
            &["--jobs: job 2", "common denominator exceeds 10^15"],
        ),
        (&["--problem", "np"], &["--problem: unknown problem 'np'; did you mean cnp?"]),
        (&["--problem", "preemptive"], &["--deadline: missing"]),
        (&["--deadline", "5"], &["--deadline: without effect on cnp"]),
        (&["--problem", "min-makespan", "--deadline", "5"], &["--deadline: without effect on min-makespan"]),
        (&["--problem", "preemptive", "--deadline", "soon"], &["--deadline: 'soon' is not a time"]),
        (&["--problem", "preemptive", "--deadline", "-1"], &["--deadline: '-1' is not a time"]),
    ] {
        let mut flags = Vec::new();
        for (name, value) in [("--problem", "cnp"), ("--side", "8"), ("--jobs", EXAMPLE)] {
            if !changes.contains(&name) {
                flags.extend([name, value]);
            }
        }
        flags.extend(changes);
        let reason = refuse(&flags);
        for hint in hints {
            assert!(reason.contains(hint), "{changes:?}: {reason} lacks {hint:?}");
        }
    }
    assert!(refuse(&["--problem", "cnp", "--side", "8"]).contains("--jobs"));
    assert!(refuse(&["--problem", "cnp", "--side", "8", "--jobs-file", "no-such-file"]).contains("no-such-file"));
}
