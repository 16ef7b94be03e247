//! The command line: a word of its arguments a line, drawn from the commands' own flags and the parameters' own values, in any
//! order, among junk. Whatever they are, it ends with 0, 1 or 2, soon, and without a panic.
//!
//! It runs here as it is in the binary, with a smaller budget, in a folder of its own that has a log, a table, a scenario, a study
//! and the parts of an experiment. Words never lead out of that folder.
#![no_main]

#[path = "../../../src/bin/subtorus/command_line/mod.rs"]
mod command_line;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use subtorus::budget::Budget;
use subtorus_fuzz::lines;
use subtorus_fuzz::vocabulary::put_word;
use tempfile::TempDir;

/// Little enough for a run to take milliseconds; what is more is refused, like anything beyond a budget.
const BUDGET: Budget =
    Budget { cells: 48, nodes: 1 << 13, messages: 1000, subtori: 1 << 12, memory: 1 << 19, seconds: 1.0 };

/// The largest factor that `--limit` may have here.
const MOST_LIMIT: u32 = 2;

/// The most words.
const MOST_WORDS: usize = 40;

const LOG: &str = include_str!("../../../tests/data/five-jobs.swf");
const FILES: [(&str, &str); 6] = [
    ("log.swf", LOG),
    ("jobs.csv", "submit,runtime,shape\n0,10,2x2\n5,20,4x1\n5,1,1x3\n"),
    (
        "scenario.json",
        r#"{"dims":[4,4],"torus":[true,false],"t_s":3,"L":8,"messages":[[0,[0,0],[1,0]],[2,[1,1],[3,2]]]}"#,
    ),
    (
        "study.txt",
        "# two of them\none #v=1&jobs=5&machine=mesh:4x4&allocation=ff,mbs&vary=none\n\
         two #v=1&jobs=5&machine=mesh:2x2x2&allocation=ep,tff&vary=availability:0.5,0.9\n",
    ),
    ("rows.csv", "4;2\n2;1.5\n"),
    ("empty.txt", ""),
];

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match seed % 8 {
        0 => fuzzer_mutate(data, size, max_size),
        1 => put_word(data, size, max_size, seed),
        _ => lines::change(data, size, max_size, seed / 8, choices()),
    }
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<String> = text.lines().map(harmless).take(MOST_WORDS).collect();
    if asks_for_much(&words) {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    for (name, content) in FILES.iter().map(|(name, text)| (*name, *text)).chain(parts()) {
        fs::write(folder.path().join(name), content).expect("a file in the folder");
    }
    let status = within(&folder, &words);
    assert!(status <= 2, "{words:?} ends with {status}");
});

/// Runs the command line in this folder, and comes back.
fn within(folder: &TempDir, words: &[String]) -> u8 {
    static HERE: OnceLock<PathBuf> = OnceLock::new();
    let here = HERE.get_or_init(|| env::current_dir().expect("a current folder"));
    env::set_current_dir(folder.path()).expect("the folder");
    let arguments = ["subtorus"].into_iter().chain(words.iter().map(|word| &**word)).map(OsString::from);
    let status = command_line::main(arguments);
    env::set_current_dir(here).expect("where it came from");
    status
}

/// A word that names nothing outside the folder, and nothing that no argument of a program can be.
fn harmless(word: &str) -> String {
    let mut inside = word.replace('\0', "");
    while inside.contains("=/") {
        inside = inside.replace("=/", "=");
    }
    if inside.contains("..") {
        inside = inside.replace('/', "_");
    }
    inside.trim_start_matches('/').into()
}

/// Whether the budget would be many times as large.
fn asks_for_much(words: &[String]) -> bool {
    let values = words.iter().enumerate().filter_map(|(place, word)| match word.strip_prefix("--limit")? {
        "" => words.get(place + 1).map(String::as_str),
        value => value.strip_prefix('='),
    });
    values.into_iter().any(|value| value.parse().is_ok_and(|factor: u32| factor > MOST_LIMIT))
}

/// The files of the two parts of a small experiment.
fn parts() -> impl Iterator<Item = (&'static str, &'static str)> {
    static PARTS: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    let made = PARTS.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        let part = |(name, part): (&'static str, &str)| {
            let words = ["sweep", "--jobs=5", "--machine=mesh:4x4", "--allocation=ff,mbs", "--vary=runtime:1..3:1"];
            let own = [format!("--shard={part}"), format!("--out={name}")];
            assert_eq!(within(&folder, &[words.map(String::from).to_vec(), own.to_vec()].concat()), 0);
            (name, fs::read_to_string(folder.path().join(name)).expect("the file of the part"))
        };
        [("one.shard", "1/2"), ("two.shard", "2/2")].map(part).to_vec()
    });
    made.iter().map(|(name, text)| (*name, &**text))
}

/// Each command, with its flags and arguments and what may stand there.
fn choices() -> &'static [lines::Command] {
    static CHOICES: OnceLock<Vec<lines::Command>> = OnceLock::new();
    CHOICES.get_or_init(|| {
        let own = |command: &clap::Command| lines::Command {
            name: command.get_name().into(),
            flags: command.get_arguments().map(flag).collect(),
        };
        command_line::command().get_subcommands().map(own).collect()
    })
}

fn flag(argument: &clap::Arg) -> lines::Flag {
    let (id, long) = (argument.get_id().as_str(), argument.get_long());
    let mut values = lines::values(long.unwrap_or(id));
    values.extend(argument.get_possible_values().iter().map(|value| value.get_name().to_string()));
    let takes_value = argument.get_action().takes_values();
    if values.is_empty() {
        let files = FILES.iter().map(|(name, _)| *name).chain(parts().map(|(name, _)| name));
        values.extend(["-", "out.csv", "out", "1/2", "auto", "1"].into_iter().chain(files).map(String::from));
    }
    lines::Flag {
        long: long.map(String::from),
        is_required: argument.is_required_set(),
        values: if takes_value { values } else { Vec::new() },
    }
}
