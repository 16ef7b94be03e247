//! `subtorus convert`: logs in other formats.

use crate::binary;

use std::io::Read;

const SACCT: &str = "tests/data/sacct/whole.txt";
const BATSIM: &str = "tests/data/batsim/whole.json";

/// The output and the warnings, without the summary.
fn convert(flags: &[&str], input: &[u8]) -> (String, String) {
    let output = binary::run(&[&["convert"], flags].concat(), input);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let warnings = said.lines().filter(|line| line.contains("warning:")).map(|line| format!("{line}\n")).collect();
    (String::from_utf8(output.stdout).unwrap(), warnings)
}

#[test]
fn the_summary_describes_the_input() {
    let said = binary::said(&binary::run(&["convert", SACCT], b""));
    for part in [
        "read as format of sacct -P",
        "columns: submit from Submit",
        "jobs: 3 jobs; dropped: 1 unknown",
        "offered load: ",
    ] {
        assert!(said.contains(part), "{said} lacks {part}");
    }
}

fn refused(flags: &[&str]) -> String {
    binary::refusal(binary::run(&[&["convert"], flags].concat(), b""))
}

#[test]
fn an_export_of_slurm_becomes_a_log_of_the_archive() {
    let (text, said) = convert(&[SACCT], b"");
    assert_eq!(
        text,
        "; Note: exported by sacct; processors are its AllocNodes\n\
         ; StartTime: Mar 30 22:00:00 2024\n\
         ; Note: times are what the clock on the wall showed, zone and summer time included\n\
         ; Partition: 1 batch\n\
         ; Partition: 2 debug\n\
         101 0 10 3600 16 -1 -1 -1 7200 -1 1 1 -1 -1 -1 1 -1 -1\n\
         102 5 3605 18000 64 -1 -1 -1 -1 -1 0 2 -1 -1 -1 1 -1 -1\n\
         103 60 -1 -1 -1 -1 -1 -1 3600 -1 5 1 -1 -1 -1 2 -1 -1\n\
         104 3600 3600 3600 1536 -1 -1 -1 -1 -1 0 3 -1 -1 -1 1 -1 -1\n"
    );
    assert_eq!(
        said,
        "subtorus: warning: tests/data/sacct/whole.txt: line 8: 2 jobs had not ended, first this one (expected jobs that have ended); they were left out\n"
    );
}

/// The second job of the workload computes, and runs for as long as on some platform.
#[test]
fn a_workload_of_batsim_becomes_a_table_and_comes_back() {
    let (table, said) = convert(&[BATSIM, "--to", "csv"], b"");
    let names = "job,submit,runtime,processors,estimate,wait,user,queue,partition,status,allocated";
    assert_eq!(table, format!("{names}\n1,10,20.25,4,100,,,,,,\n3,100,20.25,1,,,,,,,\n"));
    assert!(said.ends_with("subtorus: warning: 1 job left out: run time or processors are unknown\n"), "{said}");
    let (back, said) = convert(&["-", "--to", "batsim"], table.as_bytes());
    assert_eq!(
        (&*back, &*said),
        (
            "{\n\"nb_res\": 4,\n\"jobs\": [\n\
             {\"id\": \"1\", \"subtime\": 10, \"res\": 4, \"walltime\": 100, \"profile\": \"20.25\"},\n\
             {\"id\": \"3\", \"subtime\": 100, \"res\": 1, \"profile\": \"20.25\"}\n\
             ],\n\"profiles\": {\n\"20.25\": {\"type\": \"delay\", \"delay\": 20.25}\n}\n}\n",
            ""
        )
    );
}

#[test]
fn the_name_of_a_file_determines_its_format_and_packing() {
    let folder = std::env::temp_dir().join(format!("subtorus-convert-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for (name, beginning) in
        [("x.swf", "; Note: exported"), ("x.json.gz", "{\n\"nb_res\": 1536"), ("x.csv.gz", "job,submit,")]
    {
        assert_eq!(convert(&[SACCT, "--out", &at(name)], b"").0, "");
        let bytes = std::fs::read(at(name)).unwrap();
        let mut text = String::new();
        if name.ends_with(".gz") {
            flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        } else {
            text = String::from_utf8(bytes).unwrap();
        }
        assert!(text.starts_with(beginning), "{name}: {text}");
        // A packed file is read again.
        assert_eq!(convert(&[&at(name), "--to", "csv"], b"").0, convert(&[SACCT, "--to", "csv"], b"").0, "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn impossible_conversions_are_refused_before_anything_is_written() {
    let nowhere = "/nowhere/at/all.swf";
    for (flags, hint) in [
        (
            &[SACCT, "--out", "/tmp/log.txt"][..],
            "--out /tmp/log.txt: its name has no known ending; give the format with --to swf, batsim or csv",
        ),
        (&[SACCT, "--out", SACCT, "--to", "swf"], "is the file that tests/data/sacct/whole.txt reads"),
        (&[SACCT, "--to", "xml"], "[possible values: swf, batsim, csv]"),
        (&[SACCT, "--out", nowhere], nowhere),
        (&[], "<FILE>"),
    ] {
        let said = refused(flags);
        assert!(said.contains(hint), "{flags:?}: {said} lacks {hint}");
    }
    assert!(!std::path::Path::new("/tmp/log.txt").exists());
}

/// A file without a job gives one line of error and nothing else.
#[test]
fn a_file_without_a_job_ends_with_1_and_the_reason() {
    for (file, reason) in [
        ("Cargo.toml", "expected a log in the Standard Workload Format, form of a table"),
        ("tests/data/inputs/pbs-accounting.txt", "the data is a PBS or Torque accounting log"),
        (
            "tests/data/inputs/csv-decimal-comma.csv",
            "csv-decimal-comma.csv: line 2, field 2 (runtime): '12,5' has a decimal comma, or a comma between thousands",
        ),
        ("tests/data/swf/comments-only.swf", "the file holds only comment lines and no job"),
    ] {
        let output = binary::run(&["convert", file], b"");
        let said = binary::said(&output);
        assert_eq!((output.status.code(), output.stdout.len(), said.lines().count()), (Some(1), 0, 1), "{said}");
        assert!(said.contains(reason), "{said} lacks {reason}");
    }
}

#[test]
fn a_column_can_be_chosen() {
    let helios = "tests/data/inputs/csv-helios-queue-is-a-wait.csv";
    let sizes = |flags: &[&str]| {
        let (table, _) = convert(&[&[helios, "--to", "csv"], flags].concat(), b"");
        let size = |line: &str| line.split(',').nth(3).unwrap().to_string();
        table.lines().skip(1).map(size).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&[]), ["1", "1", "2"]);
    assert_eq!(sizes(&["--column", "processors=cpu_num"]), ["32", "4", "64"]);
    let said = refused(&[helios, "--column", "cores=cpu_num"]);
    assert!(said.contains("FIELD is one of submit, runtime"), "{said}");
    let output = binary::run(&["convert", helios, "--column", "processors=cores"], b"");
    assert!(binary::said(&output).contains("no column is called 'cores'; the columns are 'job_id'"), "{output:?}");
}

/// Data is not changed without a flag, and every command warns.
#[test]
fn suspicious_data_is_a_warning_of_every_command() {
    let file = "tests/data/inputs/csv-estimates-all-too-short.csv";
    let run = ["--machine", "mesh:8", "--allocation", "flat", "--scheduling", "easy"];
    for flags in [
        &["convert", file][..],
        &[&["simulate", "--log", file], &run[..]].concat(),
        &[&["sweep", "--vary", "none", "--log", file], &run[..]].concat(),
    ] {
        let output = binary::run(flags, b"");
        let said = binary::said(&output);
        assert!(
            output.status.success() && said.contains("minutes") && said.contains("estimate-scale=60"),
            "{flags:?}: {said}"
        );
    }
}

/// Four jobs with estimates in minutes: backfilling reads them as seconds, and then correctly.
#[test]
fn one_setting_makes_minutes_of_estimates() {
    // The head waits for the first job. The third fits next to it if its minutes are read as seconds, and would end an
    // hour late.
    let table = "job,submit,runtime,processors,estimate\n1,0,600,6,15\n2,1,600,8,15\n3,2,300,2,60\n";
    let start = |flags: &[&str]| {
        let run = ["simulate", "--log", "-", "--machine", "mesh:8", "--allocation", "flat", "--scheduling", "easy"];
        let output = binary::run(
            &[&run, flags, &["--estimates", "requested", "--schedule-out", "-"]].concat(),
            table.as_bytes(),
        );
        let text = String::from_utf8(output.stdout).unwrap();
        let line = text.lines().find(|line| line.starts_with("3,")).unwrap_or_else(|| panic!("{text}")).to_string();
        line.split(',').nth(2).unwrap().to_string()
    };
    assert_ne!(start(&[]), start(&["--estimate-scale", "60"]));
}

/// A table has no way to say that a run time is unknown.
#[test]
fn a_log_of_no_job_that_can_run_is_refused_and_not_written() {
    let output = binary::run(&["convert", "-", "--to", "csv"], b"submit,runtime,processors\n0,-1,4\n9,-1,2\n");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
    let said = binary::said(&output);
    assert!(said.contains("none of 2 jobs can be written: run time or processors are unknown"), "{said}");
}
