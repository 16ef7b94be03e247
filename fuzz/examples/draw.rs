//! Draws experiments without end, for `make soak`: `draw SEED [LOG ...]`. Each has been run and compared with the plain
//! rules before it is printed, as a line of JSON: its link, its log (by position, if any), and how many cells were
//! looked at.
//!
//! The same seed draws the same experiments. Where one does not follow the rules, its link is the last thing said.

use arbitrary::{Arbitrary, Unstructured};
use std::io::Write;
use std::path::Path;
use subtorus::experiment::{Experiment, permalink};
use subtorus::formats::{self, identity, swf};
use subtorus::random::Stream;
use subtorus::workload::Log;
use subtorus_fuzz::small::{self, Small};
use subtorus_fuzz::whole::look;

/// As many bytes of chance as any experiment needs.
const BYTES: usize = 400;

struct LogFile {
    log: Log,
    name: String,
    sha256: String,
    processors: u32,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().and_then(|seed| seed.parse().ok()).expect("usage: draw SEED [LOG ...]");
    let logs: Vec<LogFile> = arguments.map(|path| read(&path)).collect();
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    for number in 0.. {
        let mut stream = Stream::new(seed, "soak", number);
        let bytes: Vec<u8> = (0..BYTES).map(|_| stream.uniform_integer(0, 255) as u8).collect();
        // Each log in its turn, and experiments without one in between.
        let turn = number as usize / 2 % logs.len().max(1);
        let on_log = logs.get(turn).filter(|_| number % 2 == 0);
        let experiment = small::without_conflicts(draw(&bytes, on_log));
        let link = permalink::write(&experiment);
        let looked = std::panic::catch_unwind(|| look(&experiment, on_log.map(|file| &file.log)));
        let Ok(looked) = looked else {
            eprintln!("experiment {number} does not follow the rules: {link}");
            std::process::exit(1);
        };
        let Some(looked) = looked else { continue };
        let log = on_log.map(|_| turn);
        let line = serde_json::json!({ "link": link, "log": log, "cells": looked.cells, "plain": looked.plain });
        if writeln!(std::io::stdout(), "{line}").is_err() {
            return; // the reader has closed the pipe
        }
    }
}

fn draw(bytes: &[u8], log: Option<&LogFile>) -> Experiment {
    let source = &mut Unstructured::new(bytes);
    let Some(file) = log else { return Small::arbitrary(source).expect("enough bytes").0 };
    let mut settings = small::on_a_log(source, file.processors).expect("enough bytes");
    settings.push(("log", file.name.clone()));
    settings.push(("sha256", file.sha256.clone()));
    small::experiment(settings)
}

/// A log, which is the same log when it is written and read again.
fn read(path: &str) -> LogFile {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (log, complaints) = formats::read(&bytes);
    assert!(!log.columns.is_empty(), "{path}: {complaints:?}");
    let (again, _) = formats::read(swf::write(&log).as_bytes());
    assert_eq!((&again.columns, &again.header), (&log.columns, &log.header), "{path} is not read as it was written");
    let used = log.columns.allocated.iter().chain(log.columns.requested_processors.iter()).max();
    let most = used.and_then(|most| u32::try_from(most).ok()).unwrap_or(1);
    let processors = log.header.max_procs().unwrap_or(most);
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
    LogFile { name, sha256: identity::sha256_hex(&bytes), processors, log }
}
