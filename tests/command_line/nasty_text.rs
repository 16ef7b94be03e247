//! Hostile or unexpected text: what the binary prints for it, and what it must not print.
#![cfg(unix)]

use crate::binary;

use std::fs;
use std::path::{Path, PathBuf};

const FIVE_JOBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/five-jobs.swf");
const ON_4X4X4: [&str; 6] = ["--machine", "torus:4x4x4", "--allocation", "nep", "--scheduling", "fcfs"];

/// An empty folder for this test only.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nasty text").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn five_jobs() -> Vec<u8> {
    fs::read(FIVE_JOBS).unwrap()
}

/// Standard output and standard error of a command that must succeed.
fn succeed(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = binary::run_in(folder, arguments, b"");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

/// Checks that lines of text contain nothing that controls a terminal.
fn assert_harmless(said: &str) {
    assert!(said.ends_with('\n') && said.lines().all(|line| !line.contains(char::is_control)), "{said:?}");
    assert!(!said.contains(['\u{202e}', '\u{200b}']), "{said:?}");
}

/// Escape sequences, a bell, a colour in one byte, a switch to right-to-left writing, and a letter without width.
const EVIL: &str = "\u{1b}[2J\u{7}\u{9b}31m\u{202e}\u{200b}";

#[test]
fn control_characters_are_shown_and_not_sent_to_the_terminal() {
    let here = folder("control characters");
    let name = format!("{EVIL}.swf");
    let line = format!("9 50 -1 6{EVIL}0 1 -1 -1 1 -1 -1 1 1 1 1 2 1 -1 -1\n");
    fs::write(here.join(&name), [five_jobs(), line.into_bytes()].concat()).unwrap();
    let (_, warnings) = succeed(&here, &[&["simulate"], &ON_4X4X4[..], &["--log", &name]].concat());
    assert_harmless(&warnings);
    assert!(warnings.contains(r"--log \u{1b}[2J\u{7}\u{9b}31m\u{202e}\u{200b}.swf: line "), "{warnings}");
    assert!(warnings.contains(r"'6\u{1b}[2J\u{7}\u{9b}31m\u{202e}\u{200b}0' is not a number"), "{warnings}");
    let link = |text: &str| format!("#v=1&{text}");
    let percent: String = EVIL.bytes().map(|byte| format!("%{byte:02x}")).collect();
    for arguments in [
        &["sweep", "--log", EVIL][..],
        &["sweep", "--machine", EVIL],
        &["sweep", "--allocation", EVIL],
        &["sweep", "--scheduling", EVIL],
        &["sweep", "--runtimes", EVIL, "--model", "stochastic"],
        &["sweep", "--messages", EVIL],
        &["sweep", "--pattern", EVIL],
        &["sweep", "--vary", EVIL],
        &["sweep", "--vary", &format!("runtime:{EVIL}..1:1")],
        &["sweep", "--plot", EVIL],
        &["sweep", "--window", EVIL],
        &["sweep", "--format", EVIL],
        &["sweep", EVIL],
        &["sweep", &format!("--{EVIL}")],
        &[EVIL],
        &["sweep", "--link", &link(EVIL)],
        &["sweep", "--link", &link(&format!("{EVIL}=1"))],
        &["sweep", "--link", &link(&format!("machine={EVIL}"))],
        &["sweep", "--link", &link(&format!("machine={percent}"))],
        &["sweep", "--link", &link(&format!("log={percent}"))],
        &["sweep", "--link", &link(&format!("log-url=https://{EVIL}"))],
        &["sweep", "--link", &format!("#v={EVIL}")],
        &["network", "--scenario", "-", "--engine", EVIL],
        &["network", "--scenario", EVIL],
        &["torus-batch", "--problem", EVIL, "--side", "8", "--jobs", "8:2"],
        &["torus-batch", "--problem", "cnp", "--side", "8", "--jobs", EVIL],
        &["torus-batch", "--problem", "cnp", "--side", "8", "--jobs", &format!("{EVIL}:2")],
        &["torus-batch", "--problem", "cnp", "--side", "8", "--jobs", &format!("8:{EVIL}")],
    ] {
        let reason = binary::refusal(binary::run_in(&here, arguments, b""));
        assert_harmless(&reason);
        assert!(reason.contains(r"\u{1b}"), "{arguments:?}: {reason}");
    }
    for scenario in [
        EVIL.to_string(),
        serde_json::json!({ "dims": EVIL, "torus": true, "messages": [] }).to_string(),
        serde_json::json!({ "dims": [4], "torus": true, "messages": [[0, [0], EVIL]] }).to_string(),
    ] {
        assert_harmless(&binary::refusal(binary::run(&["network", "--scenario", "-"], scenario.as_bytes())));
    }
}

#[test]
fn reasons_are_shortened() {
    let here = folder("shortened");
    let long = "日9".repeat(30_000);
    fs::write(here.join("long.json"), serde_json::json!({ "dims": long, "torus": true, "messages": [] }).to_string())
        .unwrap();
    fs::write(here.join("long.tsv"), format!("8 2\n{long}\n")).unwrap();
    fs::write(here.join("long.swf"), format!("{long} 2 3 4 5 6 7\n")).unwrap();
    fs::write(here.join("words.swf"), &long).unwrap();
    let batch = ["torus-batch", "--problem", "cnp", "--side", "8"];
    for arguments in [
        &["sweep", "--machine", &long][..],
        &["sweep", "--allocation", &long],
        &["sweep", "--scheduling", &long],
        &["sweep", "--runtimes", &long],
        &["sweep", "--messages", &long],
        &["sweep", "--vary", &long],
        &["sweep", "--vary", &format!("runtime:{long}..1:1")],
        &["sweep", "--plot", &long],
        &["sweep", "--format", &long],
        &["sweep", &format!("--{long}")],
        &[&long],
        &["sweep", "--link", &long],
        &["sweep", "--link", &format!("#v=1&{long}=1")],
        &["sweep", "--link", &format!("#v=1&machine={long}")],
        &["sweep", "--link", &format!("#v={long}")],
        &["simulate", "--log", &long],
        &["sweep", "--log", "words.swf"],
        &["network", "--scenario", "long.json"],
        &["network", "--scenario", "long.json", "--engine", &long],
        &[&batch[..], &["--jobs", &long]].concat(),
        &[&batch[..], &["--jobs", &format!("8:{long}")]].concat(),
        &[&batch[..], &["--jobs-file", "long.tsv"]].concat(),
    ] {
        let reason = binary::refusal(binary::run_in(&here, arguments, b""));
        assert!(reason.chars().count() < 4100, "{}", reason.chars().count());
        assert!(reason.contains('…') || !reason.contains("日9日9日9"), "{reason}");
    }
}

#[test]
fn logs_named_with_backslashes_control_characters_or_in_chinese_work() {
    let here = folder("names");
    let chinese = "日".repeat(80) + ".swf";
    for (name, link) in [
        ("back\\slash.swf", "log=back_slash.swf&"),
        ("a\tb\n\u{1b}.swf", "log=a_b__.swf&"),
        ("-x \"=1.swf", "log=-x%20%22=1.swf&"),
        (&chinese, "log=%E6%97%A5%E6%97%A5"),
    ] {
        fs::write(here.join(name), five_jobs()).unwrap();
        let path = format!("./{name}");
        let flags = ["sweep", "--log", &path, "--machine", "torus:8x8x8", "--vary", "none", "--size-scale", "2"];
        let (csv, warnings) = succeed(&here, &flags);
        assert_eq!(warnings, "");
        let own = csv.lines().find_map(|line| line.strip_prefix("# #")).unwrap();
        assert!(own.contains(link) && own.contains("size-scale=2"), "{own}");
        let again = succeed(&here, &["sweep", "--link", &format!("#{own}"), "--log", &path]);
        assert_eq!(again, (csv.clone(), String::new()), "the link reads back");
    }
}

#[test]
fn numbers_out_of_range_in_a_log_are_named_with_line_and_field() {
    let here = folder("out of range");
    let lines = [
        "99999999999999999999 0 -1 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1",
        "7 1e309 -1 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1",
        "8 0 -1 NaN 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1",
        "9 0 -1 60 4294967297 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1",
        "10 0 -1 60 4 -1 -1 4 90 -1 1 1 1 1 -0 65536000000 -1 -1",
    ];
    fs::write(here.join("a.swf"), [&five_jobs()[..], lines.join("\r\n").as_bytes()].concat()).unwrap();
    let (report, warnings) = succeed(&here, &[&["simulate"], &ON_4X4X4[..], &["--log", "a.swf"]].concat());
    for (line, said) in [
        "field 1 (job number): '99999999999999999999' is out of range",
        "field 2 (submit time): '1e309' is out of range",
        "field 4 (run time): 'NaN' is not a number",
        "field 5 (allocated processors): '4294967297' is out of range",
        "field 16 (partition): 1 line has a value that cannot be used in a field that no run needs, first '65536000000'",
    ]
    .iter()
    .enumerate()
    {
        assert!(warnings.contains(&format!("line {}, {said}", line + 9)), "{warnings}");
    }
    assert!(report.contains("\"malformed\": 4"), "{report}");
}

#[test]
fn strange_files_are_refused_or_read_without_a_panic() {
    let here = folder("strange");
    fs::create_dir(here.join("folder")).unwrap();
    let gzip_of_nothing = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
    for (name, bytes) in [
        ("empty", &b""[..]),
        ("mark", b"\xef\xbb\xbf"),
        ("sixteen", b"\xff\xfe1\0 \x002\0"),
        ("zeros", &[0; 4096]),
        ("half-gzip", b"\x1f\x8b"),
        ("empty-gzip", gzip_of_nothing),
        ("damaged-gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x93\xef\x06\0\x3c\x15\xb7\x30\x02\0\0\0"),
        ("one-line", &[b'7'; 1 << 20]),
        ("bytes", b"\xff\xfe\xfd\xfc 1 2 3 4 5"),
        ("carriage-returns", b"1 0 -1 60 4\r2 0 -1 60 4\r"),
    ] {
        fs::write(here.join(name), bytes).unwrap();
    }
    let files = [
        "empty",
        "mark",
        "sixteen",
        "zeros",
        "half-gzip",
        "empty-gzip",
        "damaged-gzip",
        "one-line",
        "bytes",
        "carriage-returns",
    ];
    for name in files.into_iter().chain(["folder", "nothing", "/proc/self/mem"]) {
        for arguments in [
            &["simulate", "--log", name, "--machine", "torus:4x4x4", "--allocation", "ep", "--scheduling", "fcfs"][..],
            &["sweep", "--log", name],
            &["network", "--scenario", name],
            &["torus-batch", "--problem", "cnp", "--side", "8", "--jobs-file", name],
        ] {
            let reason = binary::refusal(binary::run_in(&here, arguments, b""));
            assert_harmless(&reason);
        }
    }
}
