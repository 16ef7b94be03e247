//! Input files as they occur in practice (tests/data/inputs), and the result of reading each.

use crate::binary;
use std::fs;
use subtorus::diagnostic::Diagnostic;
use subtorus::formats::writing::can_run;
use subtorus::formats::{LogReader, Reading};
use subtorus::time::SECOND;

fn bytes(name: &str) -> Vec<u8> {
    fs::read(format!("{}/tests/data/inputs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn read(text: &[u8]) -> Reading {
    let mut reader = LogReader::default();
    text.chunks(7).for_each(|piece| reader.take(piece));
    reader.finish_telling()
}

/// The diagnostics of a log, as sentences.
fn said(reading: &Reading) -> Vec<String> {
    reading.diagnostics.iter().map(Diagnostic::to_string).collect()
}

/// The jobs that can be simulated: seconds after the first, wait, run time, processors, estimate; -1 if unknown.
fn jobs(reading: &Reading) -> Vec<[f64; 5]> {
    let columns = &reading.log.columns;
    let seconds = |time: i64| if time < 0 { -1.0 } else { time as f64 / SECOND as f64 };
    let first = columns.submit.iter().min().unwrap_or(0);
    let job = |job: usize| {
        let [submit, wait, run] =
            [columns.submit.at(job) - first, columns.wait.at(job), columns.runtime.at(job)].map(seconds);
        [submit, wait, run, f64::from(reading.log.size(job)), seconds(columns.requested_time.at(job))]
    };
    (0..columns.len()).filter(|&job| can_run(columns, job)).map(job).collect()
}

/// The same for a file without diagnostics.
fn clean(name: &str) -> Vec<[f64; 5]> {
    let reading = read(&bytes(name));
    assert_eq!(said(&reading), [""; 0], "{name}");
    jobs(&reading)
}

/// The jobs of a file; its diagnostics must have these parts.
fn with(name: &str, parts: &[&str]) -> Vec<[f64; 5]> {
    let reading = read(&bytes(name));
    let said = said(&reading);
    for part in parts {
        assert!(said.iter().any(|said| said.contains(part)), "{name}: {said:?} lacks '{part}'");
    }
    jobs(&reading)
}

/// Why a file is not a log, in the words of the command line.
fn refused(name: &str) -> String {
    let reading = read(&bytes(name));
    assert!(reading.log.columns.is_empty(), "{name}");
    said(&reading).remove(0)
}

#[test]
fn batsim_results_of_old_versions() {
    let expected = [[0.0, 0.0, 12.5, 3.0, 60.0], [1.0, 0.0, 20.0, 1.0, 60.0], [2.0, 19.0, 5.0, 5.0, 60.0]];
    assert_eq!(with("batsim-out-jobs-old-names.csv", &["'allocated_processors' lists nodes"]), expected);
}

#[test]
fn batsim_workloads_of_all_versions() {
    let runs = |name: &str| clean(name).iter().map(|job| job[2]).collect::<Vec<_>>();
    let unnumbered = |name: &str| with(name, &["identifier"]).iter().map(|job| job[2]).collect::<Vec<_>>();
    assert_eq!(unnumbered("batsim-repeated-sequence.json"), [127.5, 2.5]);
    assert_eq!(unnumbered("batsim5-delay.json"), [10.0, 10.0, 25.5]);
    assert_eq!(runs("csv-clock-durations.csv"), [600.0, 60.0, 3600.0]);
}

#[test]
fn alcf_columns() {
    assert_eq!(clean("csv-alcf-columns.csv"), [[0.0, 600.0, 3600.0, 512.0, 7200.0]]);
}

#[test]
fn clocks_are_durations() {
    let expected =
        [[0.0, -1.0, 600.0, 2.0, 1200.0], [300.0, -1.0, 60.0, 1.0, 120.0], [3600.0, -1.0, 3600.0, 4.0, 7200.0]];
    assert_eq!(clean("csv-clock-durations.csv"), expected);
}

#[test]
fn a_comment_may_name_the_columns() {
    let reading = read(&bytes("csv-comment-line-is-header.csv"));
    assert_eq!(jobs(&reading), [[0.0, -1.0, 30.0, 4.0, -1.0], [4.0, -1.0, 12.5, 4.0, -1.0]]);
    let shape = |job| reading.log.columns.shapes.of(job).unwrap().joined("x");
    assert_eq!((shape(0), shape(1)), ("2x2".into(), "1x4".into()));
}

#[test]
fn dates_are_times() {
    let submits: Vec<f64> = clean("csv-dates.csv").iter().map(|job| job[0]).collect();
    assert_eq!(submits, [0.0, 300.0, 3600.0]);
    assert_eq!(read(&bytes("csv-dates.csv")).log.header.get("StartTime"), Some("Apr 1 00:00:00 2020"));
}

#[test]
fn a_decimal_comma_is_named() {
    let said = refused("csv-decimal-comma.csv");
    let expected = "line 2, field 2 (runtime): '12,5' has a decimal comma, or a comma between thousands (expected a decimal point, such as 12.5)";
    assert!(
        said.starts_with(expected) && said.contains("no line is a job: 1 line like this; 1 line like line 3"),
        "{said}"
    );
}

#[test]
fn milliseconds_since_1970_are_mentioned_once() {
    let expected = [[0.0, -1.0, 99_825.0, 10.0, -1.0], [1.0, -1.0, 60.0, 10.0, -1.0], [4001.0, -1.0, 60.0, 10.0, -1.0]];
    assert_eq!(with("csv-epoch-milliseconds.csv", &["times are milliseconds since 1970"]), expected);
    let reading = read(&bytes("csv-epoch-milliseconds.csv"));
    assert_eq!((reading.diagnostics.len(), reading.log.header.unix_start_time()), (1, Some(1_546_332_955)));
}

#[test]
fn words_for_no_estimate_give_no_estimate() {
    let reading = read(&bytes("csv-estimate-words.csv"));
    assert_eq!(jobs(&reading).iter().map(|job| job[4]).collect::<Vec<_>>(), [-1.0, -1.0, -1.0, 30.0]);
    assert_eq!(reading.log.columns.user, [1, -1, 2, 1]);
}

#[test]
fn minutes_are_not_read_as_seconds_without_a_warning() {
    let reading = read(&bytes("csv-estimates-all-too-short.csv"));
    let warned = "4 of 4 jobs ran longer than they asked for, 30 to 58 times as long";
    assert!(said(&reading)[0].contains(warned) && said(&reading)[0].contains("minutes"), "{:?}", said(&reading));
    assert_eq!(
        jobs(&reading).iter().map(|job| job[4]).collect::<Vec<_>>(),
        [120.0, 60.0, 120.0, 10.0],
        "nothing is changed"
    );
    assert_eq!((reading.remedies[0].name, reading.remedies[0].value.as_str()), ("estimate-scale", "60"));
}

#[test]
fn a_queue_may_be_a_wait() {
    let name = "csv-helios-queue-is-a-wait.csv";
    let expected = [[0.0, 60.0, 600.0, 1.0, -1.0], [10.0, 0.0, 10.0, 1.0, -1.0], [30.0, 670.0, 600.0, 2.0, -1.0]];
    let expected_text =
        ["'queue' holds the seconds that jobs waited", "'node_num' was taken, and 'gpu_num', 'cpu_num' left alone"];
    assert_eq!(with(name, &expected_text), expected);
    let reading = read(&bytes(name));
    assert_eq!((reading.log.columns.queue.to_vec(), reading.log.columns.status.to_vec()), (vec![-1; 3], vec![1, 0, 5]));
    assert!(reading.remedies.iter().any(|remedy| remedy.value == "processors=cpu_num"), "{:?}", reading.remedies);
}

#[test]
fn numpy_writes_exponents() {
    assert_eq!(clean("csv-numpy-exponents.csv"), [[0.0, -1.0, 12.5, 4.0, -1.0], [100.0, -1.0, 3600.0, 16.0, -1.0]]);
}

#[test]
fn start_and_end_make_wait_and_run_time() {
    assert_eq!(clean("csv-start-end.csv"), [[0.0, 10.0, 100.0, 2.0, -1.0], [5.0, 105.0, 60.0, 4.0, -1.0]]);
}

#[test]
fn states_are_words() {
    assert_eq!(read(&bytes("csv-state-words.csv")).log.columns.status, [1, 0]);
}

#[test]
fn the_grid_workloads_format_is_a_table() {
    let reading = read(&bytes("gwf-two-jobs.gwf"));
    assert_eq!(jobs(&reading), [[0.0, 203_761.0, 138_467.0, 1.0, 259_200.0], [666.0, 0.0, 11.0, 1.0, -1.0]]);
    assert_eq!(reading.log.columns.user, [1, 2]);
}

#[test]
fn other_formats_are_named_with_a_recipe() {
    for (name, what, recipe) in [
        ("pbs-accounting.txt", "a PBS or Torque accounting log", "docs/guide/formats.md"),
        ("sacct-fixed-width.txt", "sacct without -P", "sacct -X -P -o"),
    ] {
        let said = refused(name);
        assert!(said.contains(what) && said.contains(recipe), "{name}: {said}");
    }
    assert!(
        refused("own-code-collision.json").contains("is JSON, and no list in it has jobs; its members are 'a', 'b'")
    );
}

#[test]
fn a_bar_in_a_name_is_part_of_the_name() {
    let name = "sacct-bar-in-name.txt";
    assert_eq!(with(name, &[]), [[0.0, 10.0, 60.0, 2.0, -1.0]; 3]);
    assert_eq!(read(&bytes(name)).log.malformed, 0);
}

#[test]
fn jobs_cancelled_before_their_start_are_left_out() {
    let reading = read(&bytes("sacct-cancelled-before-start.txt"));
    assert_eq!(jobs(&reading), [[5.0, 60.0, 600.0, 2.0, -1.0], [6.0, 60.0, 10.0, 2.0, -1.0]]);
    assert_eq!((reading.log.malformed, reading.log.columns.runtime.at(0)), (0, -SECOND));
}

#[test]
fn sacct_has_any_delimiter() {
    let reading = read(&bytes("sacct-delimiter-comma.csv"));
    assert_eq!(jobs(&reading), [[0.0, 10.0, 605.0, 1.0, 600.0], [5.0, 300.0, 7200.0, 4.0, 86_400.0]]);
    assert_eq!(reading.format, "format of sacct -P");
    let expected = [[0.0, 30.0, 1200.0, 2.0, 3600.0], [60.0, 1170.0, 300.0, 4.0, 600.0]];
    let reading = read(&bytes("sacct-semicolon-with-steps.csv"));
    assert_eq!((jobs(&reading), reading.log.columns.len(), reading.log.malformed), (expected.to_vec(), 2, 0));
}

#[test]
fn offsets_from_greenwich_are_applied() {
    let reading = read(&bytes("sacct-offset-and-z.txt"));
    let expected = [[0.0, 3600.0, 120.0, 1.0, -1.0], [1800.0, 600.0, 120.0, 1.0, -1.0]];
    assert_eq!(jobs(&reading), expected);
}

#[test]
fn sacct_writes_json() {
    let reading = read(&bytes("sacct.json"));
    assert_eq!(jobs(&reading), [[0.0, 10.0, 60.0, 2.0, 600.0]]);
    assert_eq!((reading.log.columns.user.at(0), reading.log.columns.status.at(0)), (1, 1));
}

#[test]
fn logs_of_the_archive_as_they_occur() {
    let submits: Vec<f64> = clean("swf-exponents.swf").iter().map(|job| job[0]).collect();
    assert_eq!(submits, [0.0, 100_000.0, 100_010.0]);
    let lists = with("swf-resource-lists-behind-field-18.swf", &["2 lines hold more than 18 fields"]);
    assert_eq!(lists, [[0.0, 2.0, 400.0, 2.0, 600.0], [5.0, 0.0, 60.0, 1.0, 100.0]]);
    let semicolons = with("swf-semicolons.swf", &["SWF with semicolons"]);
    assert_eq!(semicolons, [[0.0, -1.0, 15.0, 12.0, 420.0], [49.0, -1.0, 1201.0, 1.0, 1800.0]]);
    let words = with("swf-words-in-optional-fields.swf", &["2 lines have words in fields 12 to 16"]);
    assert_eq!(words, [[0.0, 1.0, 50.0, 2.0, 80.0], [2.0, 1.0, 50.0, 2.0, 80.0]]);
}

#[test]
fn parts_of_a_preempted_job_are_not_jobs() {
    let expected = [[0.0, 0.0, 90.0, 16.0, 100.0], [3.0, 0.0, 20.0, 8.0, 50.0]];
    assert_eq!(with("swf-preempted-job.swf", &["2 lines with status 2, 3 or 4 are parts"]), expected);
    let flags = ["simulate", "--log", "tests/data/inputs/swf-preempted-job.swf", "--machine", "mesh:16"];
    let output = binary::run(&[&flags[..], &["--allocation", "flat", "--scheduling", "fcfs"]].concat(), b"");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let metric = |name: &str| report[name].as_f64();
    assert_eq!((metric("mean_wait"), metric("makespan")), (Some(43.5), Some(110.0)), "{report}");
}

#[test]
fn every_file_has_its_test() {
    let tests = include_str!("inputs.rs");
    for entry in fs::read_dir(format!("{}/tests/data/inputs", env!("CARGO_MANIFEST_DIR"))).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(tests.contains(&format!("\"{name}\"")), "{name}");
    }
}
