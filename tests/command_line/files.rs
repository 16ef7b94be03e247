//! Input and output of the binary: files, streams and devices of any kind, size and name.
#![cfg(target_os = "linux")]

use crate::binary;

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FIVE_JOBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/five-jobs.swf");
const ON_4X4X4: [&str; 6] = ["--machine", "torus:4x4x4", "--allocation", "nep", "--scheduling", "fcfs"];
const SCHEDULE: &str = "job,submit,start,end,procs,blocks,build\n";

fn five_jobs() -> Vec<u8> {
    fs::read(FIVE_JOBS).unwrap()
}

/// An empty folder for this test only.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// A run on the machine of the five jobs with further flags, in this folder with these bytes on standard input.
fn simulate(folder: &Path, flags: &[&str], input: &[u8]) -> Output {
    binary::run_in(folder, &[&["simulate"], &ON_4X4X4[..], flags].concat(), input)
}

fn succeed(output: Output) -> (String, String) {
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

/// The binary, with standard streams to be set.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_subtorus"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn writing(path: impl AsRef<Path>) -> File {
    OpenOptions::new().append(true).open(path).unwrap()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_log_is_never_written_over_by_its_schedule() {
    let here = folder("over the log");
    let log = here.join("a.swf");
    fs::write(&log, five_jobs()).unwrap();
    symlink("a.swf", here.join("symbolic")).unwrap();
    fs::hard_link(&log, here.join("hard")).unwrap();
    fs::create_dir(here.join("below")).unwrap();
    let absolute = log.to_str().unwrap();
    for input in ["a.swf", "symbolic", "hard", absolute, "-"] {
        for output in ["a.swf", "./a.swf", "below/../a.swf", "symbolic", "hard", absolute] {
            let mut command =
                command(&[&["simulate"], &ON_4X4X4[..], &["--log", input, "--schedule-out", output]].concat());
            let refused = command.current_dir(&here).stdin(File::open(&log).unwrap()).output().unwrap();
            let reason = binary::refusal(refused);
            assert!(
                reason.contains(&format!("--schedule-out {output}: is the file that --log {input} reads")),
                "{reason}"
            );
            assert!(fs::read(&log).unwrap() == five_jobs(), "--log {input} --schedule-out {output}");
        }
        let refused = command(&[&["simulate"], &ON_4X4X4[..], &["--log", input]].concat())
            .current_dir(&here)
            .stdin(File::open(&log).unwrap())
            .stdout(writing(&log))
            .output()
            .unwrap();
        assert!(binary::refusal(refused).contains("standard output goes into the same file"), "{input} >> a.swf");
        assert!(fs::read(&log).unwrap() == five_jobs());
    }
    assert_eq!(names(&here), ["a.swf", "below", "hard", "symbolic"]);
}

#[test]
fn a_schedule_replaces_an_older_one_atomically_and_keeps_its_permissions() {
    let here = folder("older schedule");
    let out = here.join("schedule.csv");
    let write = |name: &str| succeed(simulate(&here, &["--log", FIVE_JOBS, "--schedule-out", name], b""));
    write("schedule.csv");
    let fresh = fs::metadata(&out).unwrap().permissions().mode() & 0o777;
    let ordinary = File::create(here.join("ordinary")).unwrap().metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(fresh, ordinary, "like any new file");
    let schedule = fs::read_to_string(&out).unwrap();
    assert!(schedule.starts_with(SCHEDULE));
    fs::write(&out, "older ".repeat(1000)).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).unwrap();
    let mut reader = File::open(&out).unwrap();
    symlink("schedule.csv", here.join("link.csv")).unwrap();
    write("link.csv");
    let mut seen = String::new();
    reader.read_to_string(&mut seen).unwrap();
    assert_eq!(seen, "older ".repeat(1000), "a reader of the older file gets all of it");
    assert_eq!(fs::read_to_string(&out).unwrap(), schedule);
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(here.join("link.csv")).unwrap().is_symlink(), "a link stays a link");
    symlink("not-yet.csv", here.join("to-nothing.csv")).unwrap();
    write("to-nothing.csv");
    assert_eq!(fs::read_to_string(here.join("not-yet.csv")).unwrap(), schedule);
    assert_eq!(
        names(&here),
        ["link.csv", "not-yet.csv", "ordinary", "schedule.csv", "to-nothing.csv"],
        "nothing is left"
    );
}

/// A limit of zero bytes per file acts like a full disk.
#[test]
fn a_full_disk_leaves_the_older_schedule() {
    let here = folder("full disk");
    fs::write(here.join("schedule.csv"), "older").unwrap();
    let flags = [&["simulate"], &ON_4X4X4[..], &["--log", FIVE_JOBS, "--schedule-out", "schedule.csv"]].concat();
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_subtorus")]).args(flags);
    let reason = binary::refusal(shell.current_dir(&here).output().unwrap());
    assert!(reason.contains("--schedule-out schedule.csv: "), "{reason}");
    assert_eq!(fs::read_to_string(here.join("schedule.csv")).unwrap(), "older");
    assert_eq!(names(&here), ["schedule.csv"]);
}

#[test]
fn an_unwritable_target_is_refused_before_anything_is_read() {
    let here = folder("unwritable");
    fs::write(here.join("file"), "").unwrap();
    for (out, hint) in [
        (".", "directory"),
        ("no/such/folder.csv", "No such file"),
        ("file/x.csv", "Not a directory"),
        ("new/", "No such file"),
    ] {
        let reason = binary::refusal(simulate(&here, &["--log", "no-such-log", "--schedule-out", out], b""));
        assert!(reason.contains(&format!("--schedule-out {out}: ")) && reason.contains(hint), "{reason}");
    }
    let long = "x".repeat(300);
    let reason = binary::refusal(simulate(&here, &["--log", FIVE_JOBS, "--schedule-out", &long], b""));
    assert!(reason.contains("name too long"), "{reason}");
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let here = folder("devices");
    let run = |out: &str| simulate(&here, &["--log", FIVE_JOBS, "--schedule-out", out], b"");
    assert!(succeed(run("/dev/null")).0.starts_with('{'));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(binary::refusal(run("/dev/full")).contains("--schedule-out /dev/full: No space left"));
    assert!(Command::new("mkfifo").arg(here.join("pipe")).status().unwrap().success());
    let pipe = here.join("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    assert!(succeed(run("pipe")).0.starts_with('{'));
    assert!(reader.join().unwrap().starts_with(SCHEDULE));
    assert_eq!(names(&here), ["pipe"]);
    let file = here.join("all.csv");
    let flags = [&["simulate"], &ON_4X4X4[..], &["--log", FIVE_JOBS, "--schedule-out", "/dev/stdout"]].concat();
    assert!(command(&flags).stdout(File::create(&file).unwrap()).status().unwrap().success());
    let written = fs::read_to_string(file).unwrap();
    assert!(written.starts_with(SCHEDULE) && !written.contains('{'), "{written}");
    let file = here.join("errors");
    fs::write(&file, "before\n").unwrap();
    let flags = [&["simulate"], &ON_4X4X4[..], &["--log", FIVE_JOBS, "--schedule-out", "/dev/stderr"]].concat();
    assert!(command(&flags).stderr(writing(&file)).status().unwrap().success());
    let written = fs::read_to_string(file).unwrap();
    assert!(written.starts_with(&format!("before\n{SCHEDULE}")), "{written}");
}

#[test]
fn a_hyphen_is_standard_input_or_standard_output() {
    let here = folder("hyphen");
    let whole = succeed(simulate(&here, &["--log", FIVE_JOBS, "--schedule-out", "s.csv"], b""));
    let schedule = fs::read_to_string(here.join("s.csv")).unwrap();
    for input in [five_jobs(), packed(&five_jobs())] {
        assert_eq!(succeed(simulate(&here, &["--log", "-"], &input)), whole);
        assert_eq!(succeed(simulate(&here, &["--log", "-", "--schedule-out", "-"], &input)).0, schedule);
    }
    assert!(binary::refusal(simulate(&here, &["--log", "-"], b"")).contains("--log -: the file is empty"));
    fs::copy(FIVE_JOBS, here.join("-")).unwrap();
    assert_eq!(succeed(simulate(&here, &["--log", "./-"], b"")), whole, "a file of that name can be read, too");
    let sweep = |flags: &[&str], input: &[u8]| binary::run_in(&here, &[&["sweep"], flags].concat(), input);
    let link = "#v=1&jobs=20&allocation=flat&scheduling=fcfs&vary=none";
    let table = succeed(sweep(&["--link", link], b"")).0;
    assert_eq!(succeed(sweep(&["--link", "-"], format!("\u{feff}{link}\r\n").as_bytes())).0, table);
    let named = succeed(sweep(&["--log", "-", "--machine", "torus:4x4x4", "--vary", "none"], &five_jobs())).0;
    assert!(named.contains("&log=standard-input.swf&sha256=") || named.contains("log=standard-input.swf"), "{named}");
    assert!(
        binary::refusal(sweep(&["--link", "-"], &[b'x'; 200_000]))
            .contains("--link -: too large: more than 131072 bytes")
    );
    assert!(binary::refusal(sweep(&["--link", "-"], b" \n")).contains("--link -: nothing is there"));
    let both = binary::refusal(sweep(&["--link", "-", "--log", "-"], link.as_bytes()));
    assert!(both.contains("--log -: --link takes all of standard input"), "{both}");
    let batch = |jobs: &[&str], input: &[u8]| {
        let flags = ["torus-batch", "--problem", "cnp", "--side", "8"];
        succeed(binary::run_in(&here, &[&flags[..], jobs].concat(), input)).0
    };
    let given = batch(&["--jobs", "8:2,4:2"], b"");
    assert_eq!(batch(&["--jobs-file", "-"], b"\xEF\xBB\xBF8,2\r\n4,2\r\n"), given, "as a spreadsheet writes it");
}

#[test]
fn a_full_standard_error_is_no_panic() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["sweep", "--machine", "x"][..], &["dance"], &["simulate", "--log", "nothing"], &[]] {
        assert_eq!(command(arguments).stderr(full()).status().unwrap().code(), Some(2), "{arguments:?}");
    }
    let here = folder("full standard error");
    fs::write(here.join("odd.swf"), [five_jobs(), b"1 2 3\n".to_vec()].concat()).unwrap();
    let flags = [&["simulate"], &ON_4X4X4[..], &["--log", "odd.swf"]].concat();
    let output = command(&flags).current_dir(&here).stderr(full()).output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"{"), "only the warning is lost");
}

#[test]
fn a_full_standard_output_is_an_error_and_a_closed_pipe_is_not() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["list"][..], &["--help"], &["sweep", "--jobs", "20", "--vary", "none"]] {
        let output = command(arguments).stdout(full.try_clone().unwrap()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.starts_with("subtorus: standard output: No space left"), "{error}");
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?} | true");
    }
}

/// An endless device, and ten gigabytes packed into a thousandth of that.
#[test]
fn endless_input_is_too_large() {
    let here = folder("too large");
    let bomb = packed(&vec![0; 100 << 20]).repeat(100);
    fs::write(here.join("bomb.swf.gz"), &bomb).unwrap();
    for (log, said) in [
        ("/dev/zero", "more than 1 GiB of data, uncompressed; take the part"),
        ("bomb.swf.gz", "bytes of gzip unpack to more than 100 times as many; unpack it yourself"),
    ] {
        let reason = binary::refusal(simulate(&here, &["--log", log], b""));
        assert!(reason.contains(&format!("--log {log}: too large: ")) && reason.contains(said), "{reason}");
    }
    let endless = |arguments: &[&str]| {
        let output = command(arguments).stdin(File::open("/dev/zero").unwrap()).output().unwrap();
        let reason = binary::refusal(output);
        assert!(reason.contains(" -: too large: more than 1 GiB"), "{reason}");
    };
    endless(&["network", "--scenario", "-"]);
    endless(&["torus-batch", "--problem", "cnp", "--side", "8", "--jobs-file", "-"]);
    endless(&["sweep", "--link", "-"]);
    let many = format!("{{\"messages\": [{}0]}}", "0,".repeat((1 << 24) + 1));
    let reason = binary::refusal(binary::run(&["network", "--scenario", "-"], many.as_bytes()));
    assert!(reason.contains("too large: more than 16777216 values"), "{reason}");
    let rows = "1 1\n".repeat(1_000_001);
    let flags = ["torus-batch", "--problem", "cnp", "--side", "8", "--jobs-file", "-"];
    assert!(binary::refusal(binary::run(&flags, rows.as_bytes())).contains("too large: more than 1000000 rows"));
}

#[test]
fn the_members_of_a_gzip_are_one_log() {
    let here = folder("members");
    let log = five_jobs();
    let (start, end) = log.split_at(log.len() / 2);
    let whole = succeed(simulate(&here, &["--log", "-"], &log));
    for padding in [0, 512] {
        let members = [packed(start), vec![0; padding], packed(end)].concat();
        assert_eq!(succeed(simulate(&here, &["--log", "-"], &members)), whole);
    }
    let cut = packed(&log);
    for (bytes, said) in [
        (&cut[..cut.len() - 1], "the gzip is cut short, it ends after"),
        (&[&cut[..], b"more"].concat(), "the gzip has ended, and 'more' follows (expected another gzip, zeros"),
        (&[&cut[..40], &[255; 40], &cut[80..]].concat(), "the gzip is damaged near byte"),
    ] {
        let reason = binary::refusal(simulate(&here, &["--log", "-"], bytes));
        assert!(reason.contains("--log -: cannot be unpacked: ") && reason.contains(said), "{reason}");
    }
}

/// Rust's runtime opens /dev/null in place of a closed standard stream; that must not count as the caller's choice.
#[test]
fn a_standard_output_that_was_closed_from_the_start_is_an_error() {
    let shell = |redirection: &str, arguments: &[&str]| {
        let line = format!("exec \"$0\" \"$@\" {redirection}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_subtorus")]).args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let here = folder("closed standard output");
    let out = here.join("out.csv");
    let silent = ["convert", FIVE_JOBS, "--out", out.to_str().unwrap()];
    let to_standard = ["convert", FIVE_JOBS, "--out", "-"];
    let sweep = ["sweep", "--jobs", "20", "--vary", "none"];
    for arguments in [&["list"][..], &["--help"], &sweep, &to_standard] {
        let output = shell(">&-", arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        let closed = "subtorus: standard output: is closed; send it to a file, or to /dev/null";
        assert_eq!(error.lines().last(), Some(closed), "{arguments:?}");
        assert!(arguments == to_standard || error.lines().count() == 1, "{arguments:?}: {error}");
        for open in [">/dev/null", "1<>/dev/null", ">/dev/null <&-", "2>&-"] {
            assert_eq!(shell(open, arguments).status.code(), Some(0), "{arguments:?} {open}");
        }
    }
    assert_eq!(shell(">&-", &silent).status.code(), Some(0), "nothing was to be printed");
    assert!(out.exists());
}

#[test]
fn a_killed_run_leaves_no_file() {
    // INT is not tested, because a shell that starts the tests in the background ignores it.
    for signal in ["TERM", "KILL"] {
        let here = folder(&format!("killed by {signal}"));
        let flags = [&["simulate", "--jobs", "1000000", "--events", "events.jsonl"], &ON_4X4X4[..]].concat();
        let mut child = command(&flags).current_dir(&here).spawn().unwrap();
        let open_files = format!("/proc/{}/fd", child.id());
        let is_written = |path: PathBuf| {
            let is_here = fs::read_link(&path).is_ok_and(|target| target.starts_with(&here));
            is_here && fs::metadata(&path).is_ok_and(|data| data.len() > 0)
        };
        let writes = || fs::read_dir(&open_files).unwrap().flatten().any(|file| is_written(file.path()));
        while !writes() {
            assert_eq!(child.try_wait().unwrap(), None, "it has ended before it was killed");
            std::thread::yield_now();
        }
        let kill = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
        assert!(kill.success() && !child.wait().unwrap().success());
        assert_eq!(names(&here), [""; 0], "{signal}");
    }
}

#[test]
fn the_next_run_removes_files_of_a_killed_run() {
    let here = folder("left behind");
    let make = |name: &str, seconds: u64| {
        let file = File::create(here.join(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(seconds)).unwrap();
        file
    };
    make(".subtorus-old", 3600);
    make(".subtorus-young", 1);
    make(".other", 3600);
    let at_work = make(".subtorus-at-work", 3600);
    at_work.lock().unwrap();
    succeed(simulate(&here, &["--log", FIVE_JOBS, "--schedule-out", "s.csv"], b""));
    assert_eq!(names(&here), [".other", ".subtorus-at-work", ".subtorus-young", "s.csv"]);
}
