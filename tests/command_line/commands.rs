//! The commands of the binary: their output, their files and their error messages.

use crate::binary;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use subtorus::BUILD;

const FIVE_JOBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/five-jobs.swf");
const NASA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/NASA-iPSC-1993-3.1-cln.swf.gz");

/// The standard output of a command that must succeed, and its standard error.
fn succeed(arguments: &[&str]) -> (String, String) {
    let output = binary::run(arguments, b"");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

fn refuse(arguments: &[&str]) -> String {
    binary::refusal(binary::run(arguments, b""))
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&succeed(arguments).0).expect("JSON")
}

/// A file name for this test only.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

const ON_4X4X4: [&str; 7] = ["simulate", "--log", FIVE_JOBS, "--machine", "torus:4x4x4", "--allocation", "nep"];

/// On 64 processors under FCFS: job 1 (4) runs 0-100. Job 2 (64) waits for it and runs 100-150. Job 3 (3, rounded up to
/// a semitorus of 4) runs 150-180. Job 4 (allocated 1) starts at 150 and ends at once. Job 5's runtime is unknown.
#[test]
fn one_run_by_hand() {
    let schedule = scratch("by-hand.csv");
    let report = json(&[&ON_4X4X4[..], &["--scheduling", "fcfs", "--schedule-out", text(&schedule)]].concat());
    assert_eq!(report["jobs"], 4);
    assert_eq!(report["dropped"]["unknown_runtime"], 1);
    assert_eq!(report["dropped"]["too_large"], 0);
    assert_eq!(report["makespan"], 180.0);
    assert_eq!(report["mean_wait"], (90.0 + 130.0 + 120.0) / 4.0);
    assert_eq!(report["mean_response"], (100.0 + 140.0 + 160.0 + 120.0) / 4.0);
    let work = 400.0 + 3200.0 + 90.0;
    assert_eq!(report["utilization"], work / (64.0 * 180.0));
    assert_eq!(report["load"], work / (64.0 * 30.0));
    assert_eq!(report["mean_bounded_slowdown"], (1.0 + 140.0 / 50.0 + 160.0 / 30.0 + 120.0 / 10.0) / 4.0);
    let expected = "job,submit,start,end,procs,blocks,build\n\
                    1,0,0,100000000,4,\"0,0,0+4x1x1\",BUILD\n\
                    2,10000000,100000000,150000000,64,\"0,0,0+4x4x4\",BUILD\n\
                    3,20000000,150000000,180000000,3,\"0,0,0+4x1x1\",BUILD\n\
                    4,30000000,150000000,150000000,1,\"0,1,0+1x1x1\",BUILD\n";
    assert_eq!(fs::read_to_string(schedule).unwrap(), expected.replace("BUILD", BUILD));
}

#[test]
fn transformations_and_filters_have_flags() {
    let (schedule, out) = (scratch("transformed.csv"), scratch("transformed.csv"));
    let flags = [
        "simulate",
        "--log",
        FIVE_JOBS,
        "--machine",
        "mesh:128",
        "--allocation",
        "flat",
        "--scheduling",
        "easy",
        "--size-scale",
        "3",
        "--round",
        "pow2",
        "--estimates",
        "requested",
        "--runtime-coefficient",
        "1.35",
        "--arrival-factor",
        "0.5",
        "--first",
        "3",
        "--partition",
        "1",
        "--shape",
        "tight",
        "--seed",
        "7",
        "--schedule-out",
        text(&out),
    ];
    let report = json(&flags);
    assert_eq!((&report["jobs"], &report["dropped"]["too_large"]), (&2.into(), &1.into()), "64 * 3 -> 256 > 128");
    assert_eq!(report["dropped"]["partition"], 1);
    let expected =
        "job,submit,start,end,procs,blocks,build\n1,0,0,135000000,16,,BUILD\n3,10000000,10000000,50500000,16,,BUILD\n";
    assert_eq!(fs::read_to_string(schedule).unwrap(), expected.replace("BUILD", BUILD));
}

#[test]
fn a_log_is_read_plain_or_compressed() {
    let packed = scratch("five-jobs.swf.gz");
    let mut encoder = flate2::write::GzEncoder::new(fs::File::create(&packed).unwrap(), flate2::Compression::fast());
    encoder.write_all(&fs::read(FIVE_JOBS).unwrap()).unwrap();
    encoder.finish().unwrap();
    let sweep = |log: &str| succeed(&["sweep", "--log", log, "--machine", "torus:4x4x4", "--vary", "runtime:1"]).0;
    let (plain, unpacked) = (sweep(FIVE_JOBS), sweep(text(&packed)));
    assert_eq!(plain, unpacked, "same numbers, same name, same digest");
    assert!(plain.contains("log=five-jobs.swf&sha256="), "{plain}");
    let bytes = fs::read(&packed).unwrap();
    let torn = scratch("torn.swf.gz");
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refuse(&["sweep", "--log", text(&torn)]).contains("cannot be unpacked"));
}

#[test]
fn a_sweep_has_a_row_per_pair_and_value() {
    let flags = ["sweep", "--log", FIVE_JOBS, "--machine", "torus:4x4x4", "--vary", "runtime:1..2:0.5"];
    let (csv, _) = succeed(&flags);
    let rows: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 1 + 3 * 2 * 3);
    assert!(rows[0].starts_with("allocation,scheduling,runtime_coefficient,jobs,dropped,"), "{}", rows[0]);
    assert!(rows[1].starts_with("ep,fcfs,1,4,1,"), "{}", rows[1]);
    assert!(rows[18].starts_with("flat,easy,2,4,1,"), "{}", rows[18]);
    let list = json(&[&flags[..], &["--format", "json"]].concat());
    assert_eq!(list.as_array().unwrap().len(), 18);
    let nep_fcfs = &list[6];
    assert_eq!((&nep_fcfs["allocation"], &nep_fcfs["scheduling"]), (&"nep".into(), &"fcfs".into()));
    assert_eq!(nep_fcfs["runtime_coefficient"], 1.0);
    let single = json(&[&ON_4X4X4[..], &["--scheduling", "fcfs"]].concat());
    for (name, value) in single.as_object().unwrap() {
        assert_eq!(&nep_fcfs[name], value, "{name}: a sweep's cell is the same run");
    }
}

#[test]
fn machines_are_compared_side_by_side() {
    let flags = ["sweep", "--log", FIVE_JOBS, "--allocation", "flat", "--scheduling", "fcfs", "--vary", "none"];
    let on =
        |machine: &str, format: &str| succeed(&[&flags[..], &["--machine", machine, "--format", format]].concat()).0;
    let rows = |csv: &str| -> Vec<String> {
        csv.lines().filter(|line| !line.starts_with('#')).skip(1).map(String::from).collect()
    };
    let both = on("torus:4x4x4,torus:4x4", "csv");
    assert!(both.contains("\nmachine,allocation,scheduling,"));
    assert!(both.contains("\n# dropped too_large on torus:4x4: 1\n"));
    let (large, small) = (rows(&on("torus:4x4x4", "csv")), rows(&on("torus:4x4", "csv")));
    assert_eq!(rows(&both), [format!("torus:4x4x4,{}", large[0]), format!("torus:4x4,{}", small[0])]);
    assert!(large[0].starts_with("flat,fcfs,1,4,1,") && small[0].starts_with("flat,fcfs,1,3,2,"));
    let saturation = on("torus:4x4x4,torus:4x4", "saturation");
    assert!(saturation.starts_with("machine,allocation,") && saturation.contains("\ntorus:4x4,flat,fcfs,"));
    let list: serde_json::Value = serde_json::from_str(&on("torus:4x4x4,torus:4x4", "json")).unwrap();
    assert_eq!((&list[1]["machine"], &list[1]["dropped"]["too_large"]), (&"torus:4x4".into(), &1.into()));
}

#[test]
fn a_link_runs_unchanged_and_is_in_the_table() {
    let link = "#v=1&jobs=100&machine=torus:4x4x4&scheduling=easy&vary=arrival:0.5..1:0.5&plot=utilization-load";
    let (csv, warnings) = succeed(&["sweep", "--link", link]);
    assert_eq!(warnings, "");
    assert!(csv.lines().any(|line| line == format!("# {link}")), "{csv}");
    assert!(csv.contains("\nallocation,scheduling,arrival_factor,jobs,"));
    let as_flags =
        ["--jobs", "100", "--machine", "torus:4x4x4", "--scheduling", "easy", "--vary", "arrival:0.5..1:0.5"];
    let (flags, _) = succeed(&[&["sweep", "--plot", "utilization-load"], &as_flags[..]].concat());
    assert_eq!(csv, flags, "flags and link parameters are the same");
    let (changed, _) = succeed(&["sweep", "--link", link, "--jobs", "50"]);
    assert!(changed.contains("jobs=50&"), "flags change a link");
}

#[test]
fn the_saturation_table_agrees_with_its_rows() {
    let flags = ["sweep", "--jobs", "300", "--machine", "torus:4x4x4", "--vary", "rate:1..9:2"];
    let (table, _) = succeed(&[&flags[..], &["--format", "saturation"]].concat());
    let (csv, _) = succeed(&flags);
    let rows: Vec<Vec<&str>> =
        csv.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|other| *other == name).unwrap();
    let number = |row: &Vec<&str>, name: &str| row[column(name)].parse::<f64>().unwrap();
    assert_eq!(table.lines().count(), 1 + 6);
    let mut saturated = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let mut curve = rows.iter().filter(|row| row[..2] == fields[..2]);
        let plateau = curve.clone().map(|row| number(row, "utilization")).fold(0.0, f64::max);
        match curve.find(|row| row[column("saturated")] == "true") {
            Some(first) => {
                saturated += 1;
                assert_eq!(fields[3], format!("{:.3}", number(first, "utilization")), "{line}");
                assert_eq!(fields[4], format!("{:.3}", number(first, "load")), "{line}");
                assert_eq!(fields[5], format!("{plateau:.3}"), "{line}");
            }
            None => assert_eq!(fields[2..], [""; 4], "{line}"),
        }
    }
    assert!(saturated > 0, "a rate of 9 is too much for 64 processors");
}

#[test]
fn a_log_other_than_the_links_is_accepted_with_a_warning() {
    let link = format!("#v=1&log=other.swf&sha256={}&vary=runtime:1&machine=torus:4x4x4", "0".repeat(64));
    let (csv, warnings) = succeed(&["sweep", "--link", &link, "--log", FIVE_JOBS]);
    assert!(warnings.contains("is not the log of the link (other.swf)"), "{warnings}");
    assert!(
        csv.contains("log=five-jobs.swf&sha256=") && !csv.contains("0000000000"),
        "the table names the log it is of"
    );
    let own = csv.lines().find_map(|line| line.strip_prefix("# #")).unwrap();
    let (again, warnings) = succeed(&["sweep", "--link", own, "--log", FIVE_JOBS]);
    assert_eq!((again, warnings.as_str()), (csv, ""));
    assert!(refuse(&["sweep", "--link", &link]).contains("other.swf"), "without its log it cannot run");
}

#[test]
fn without_a_log_the_model_makes_the_jobs() {
    let flags =
        ["simulate", "--machine", "torus:4x4x4", "--allocation", "flat", "--scheduling", "fcfs", "--jobs", "300"];
    let report = json(&[&flags[..], &["--seed", "1"]].concat());
    assert_eq!(report["jobs"], 300);
    assert_eq!(report, json(&flags), "1 is the default seed");
    assert_ne!(report, json(&[&flags[..], &["--seed", "2"]].concat()));
    assert_eq!(json(&[&flags[..], &["--rate", "2", "--model", "lublin"]].concat())["jobs"], 300);
}

#[test]
fn malformed_lines_are_warnings() {
    let log = scratch("malformed.swf");
    fs::write(&log, fs::read_to_string(FIVE_JOBS).unwrap() + "6 50 -1 many 1 -1 -1 1 -1 -1 1 1 1 1 2 1 -1 -1\n7 8\n")
        .unwrap();
    let flags =
        ["simulate", "--log", text(&log), "--machine", "torus:4x4x4", "--allocation", "ep", "--scheduling", "oo"];
    let (report, warnings) = succeed(&flags);
    assert!(warnings.contains("line 9, field 4") && warnings.contains("'many'"), "{warnings}");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["jobs"], &report["dropped"]["malformed"]), (&4.into(), &2.into()));
}

#[test]
fn bad_input_is_refused_with_a_reason_and_nothing_is_written() {
    let simulate = |changes: &[&str]| {
        let schedule = scratch("refused.csv");
        let mut flags = vec!["simulate", "--schedule-out", text(&schedule)];
        for (name, value) in
            [("--log", FIVE_JOBS), ("--machine", "torus:4x4x4"), ("--allocation", "flat"), ("--scheduling", "fcfs")]
        {
            if !changes.contains(&name) {
                flags.extend([name, value]);
            }
        }
        flags.extend(changes);
        let reason = refuse(&flags);
        assert!(!schedule.exists(), "{changes:?} wrote a schedule");
        reason
    };
    let empty = scratch("empty.swf");
    fs::write(&empty, "").unwrap();
    let binary = scratch("binary.swf");
    fs::write(&binary, (0..100_000u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect::<Vec<_>>())
        .unwrap();
    for (changes, hints) in [
        (&["--allocation", "nope"][..], &["--allocation", "'nope'", "known", "ep", "nep", "subtorus list"][..]),
        (&["--scheduling", "eazy"], &["--scheduling", "'eazy'", "known", "did you mean easy?"]),
        (&["--allocation", "GABLE"], &["--allocation", "'GABLE'", "did you mean gabl?"]),
        (&["--machine", "tours:4x4"], &["--machine", "'tours:4x4'", "did you mean torus:4x4?"]),
        (&["--machine", "torus:0x4"], &["--machine", "torus:0x4", "extent 0"]),
        (&["--machine", "torus:3x5x7", "--allocation", "nep"], &["nep", "torus:3x5x7"]),
        (&["--machine", "torus:2x2", "--size-scale", "9"], &["every one of the 4 jobs", "torus:2x2"]),
        (&["--runtime-coefficient", "nan"], &["--runtime-coefficient", "'nan'"]),
        (&["--runtime-coefficient", "-1"], &["--runtime-coefficient", "'-1'"]),
        (&["--estimates", "perfect"], &["'perfect'", "exact", "requested"]),
        (&["--first", "0"], &["--first", "'0'"]),
        (&["--seed", "x"], &["--seed", "'x'"]),
        (&["--allocation", "ep,nep"], &["--allocation", "sweep"]),
        (&["--machine", "torus:4x4x4,torus:4x4"], &["--machine", "2 names", "sweep"]),
        (&["--jobs", "5"], &["--jobs", "first"]),
        (&["--queue", "99"], &["no job is left"]),
        (&["--log", text(&empty)], &["empty.swf"]),
        (&["--log", text(&binary)], &["binary.swf"]),
        (&["--log", "no-such-file.swf"], &["no-such-file.swf"]),
        (&["--colour", "blue"], &["--colour"]),
        (&["--seed", ""], &["--seed"]),
    ] {
        let reason = simulate(changes);
        for hint in hints {
            assert!(reason.contains(hint), "{changes:?}: {reason} lacks {hint:?}");
        }
    }
    for (flags, hint) in [
        (&["sweep", "--vary", "runtime:1..0:0.1"][..], "ends at 0"),
        (&["sweep", "--vary", "speed:1..2:0.1"], "one of runtime, arrival, rate"),
        (&["sweep", "--runtime-coefficient", "2"], "--runtime-coefficient"),
        (&["sweep", "--log", FIVE_JOBS, "--vary", "rate:1"], "only a model"),
        (&["sweep", "--queue", "1"], "no log is given"),
        (&["sweep", "--machine", "mesh:4x4,mesh:8x8", "--vary", "side:4"], "would get the same sides"),
        (&["sweep", "--link", "#v=99"], "version 99"),
        (&["sweep", "--link", "#v=1&mashine=torus:4"], "did you mean machine?"),
        (&["sweep", "--link", "#v=1&colour=blue"], "one of log, sha256"),
        (&["sweep", "--mashine", "torus:4"], "did you mean --machine?"),
        (&["swep"], "did you mean sweep?"),
        (&["sweep", "--format", "xml"], "csv, json"),
        (&["simulate"], "--allocation"),
        (&["dance"], "dance"),
        (&[], "why, differ, as-logged, convert, place, propose, sweep, merge, study,"),
        (&[], "study, search-placements, usable-share, network, torus-batch, list"),
        (&["sweep", "--pattern", "random"], "add service=communication"),
        (&["sweep", "--service", "communication"], "vary rate"),
        (&["sweep", "--allocation=flat", "--service=communication", "--vary=rate:1"], "flat only counts processors"),
        (&["sweep", "--messages", "rounds(1.5)"], "not a whole number of rounds"),
        (&["sweep", "--packet-length", "0"], "not within 1 to 65536"),
    ] {
        let reason = refuse(flags);
        assert!(reason.contains(hint), "{flags:?}: {reason} lacks {hint:?}");
    }
}

/// On lines, the latency of every packet is the latency of an idle network plus the blocking of its header.
#[test]
fn a_schedule_of_jobs_that_communicate_has_their_packets() {
    let schedule = scratch("packets.csv");
    let machine = ["simulate", "--log", FIVE_JOBS, "--machine", "mesh:4x4x4", "--allocation", "gabl"];
    let flags = ["--scheduling", "fcfs", "--service", "communication", "--messages", "rounds(1)", "--first", "2"];
    let (report, _) = succeed(&[&machine[..], &flags, &["--schedule-out", text(&schedule)]].concat());
    assert!(report.contains("\"mean_packet_blocking\""), "{report}");
    let written = std::fs::read_to_string(&schedule).unwrap();
    let mut lines = written.lines();
    assert_eq!(lines.next(), Some("job,submit,start,end,procs,blocks,packets,latency,blocking,hops,contended,build"));
    for line in lines {
        let (placed, packets) = (line.rsplit_once('"').unwrap().0, line.rsplit_once('"').unwrap().1);
        let fields: Vec<f64> = packets.split(',').skip(1).take(5).map(|field| field.parse().unwrap()).collect();
        let processors: f64 = placed.split(',').nth(4).unwrap().parse().unwrap();
        assert_eq!(fields[0], processors * (processors - 1.0), "every process sends to all others: {line}");
        assert!(
            (fields[1] - fields[2] - (4.0 * fields[3] + 11.0)).abs() < 1e-9,
            "latency = zero load + blocking: {line}"
        );
    }
}

#[test]
fn a_schedule_that_cannot_be_written_is_an_error() {
    let nowhere = scratch("no such folder").join("schedule.csv");
    let flags = [&ON_4X4X4[..], &["--scheduling", "fcfs", "--schedule-out", text(&nowhere)]].concat();
    assert!(refuse(&flags).contains("--schedule-out"));
}

#[test]
fn everything_with_a_name_is_listed() {
    let (list, _) = succeed(&["list"]);
    for name in [
        "nep",
        "conservative",
        "fcfs/skip",
        "p95_wait",
        "torus:2x2x2x6x8",
        "Mao 2005, figure 7",
        "Bani-Mohammad 2008, figure 5.10",
        "Allocation strategies: non-contiguous",
        "midplane(side)",
        "log-url",
    ] {
        assert!(list.contains(name), "{name}");
    }
    let (help, _) = succeed(&["sweep", "--help"]);
    assert!(help.contains("--size-scale") && help.contains("--link") && !help.contains("--sha256"));
}

/// A run of a real log, to the printed digits of an independent implementation.
#[test]
fn a_real_log_gives_the_published_summary() {
    let report = json(&[
        "simulate",
        "--log",
        NASA,
        "--machine",
        "torus:2x2x2x4x4x8",
        "--allocation",
        "nep",
        "--scheduling",
        "easy",
        "--size-scale",
        "8",
        "--runtime-coefficient",
        "1.6",
    ]);
    assert_eq!((&report["jobs"], &report["dropped"]["too_large"]), (&18239.into(), &0.into()));
    let rounded = |name: &str, digits: i32| {
        let unit = 10f64.powi(digits);
        (report[name].as_f64().unwrap() * unit).round() / unit
    };
    assert_eq!((rounded("load", 6), rounded("utilization", 6)), (0.745757, 0.742351));
    assert_eq!(rounded("mean_bounded_slowdown", 6), 208.593717);
    assert_eq!(rounded("mean_wait", 3), 19220.521);
    assert_eq!(rounded("makespan", 1), 7985407.4);
}
