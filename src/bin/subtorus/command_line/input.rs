//! Logs from files, and the workload an experiment runs on.

use super::{as_flag, warn};
use flate2::read::MultiGzDecoder;
use std::fs;
use std::io::Read;
use std::path::Path;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Plan};
use subtorus::formats;
use subtorus::formats::identity::{log_name, sha256_hex};
use subtorus::workload::{Log, Selected};

/// A log that was read from a file.
pub struct LogFile {
    path: String,
    /// Its name for links: the file's, without `.gz`.
    name: String,
    /// Its text, uncompressed.
    bytes: Vec<u8>,
    log: Log,
    diagnostics: Vec<Diagnostic>,
}

/// How many complaints about a log are printed.
const MOST_WARNINGS: usize = 5;

impl LogFile {
    /// Reads a log, plain or compressed with gzip whatever its name says. Fails where there is no job in it.
    pub fn read(path: &str) -> Result<LogFile, String> {
        let mut bytes = fs::read(path).map_err(|error| format!("--log {path}: {error}"))?;
        if formats::is_gzip(&bytes) {
            let mut unpacked = Vec::new();
            let outcome = MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked);
            outcome.map_err(|error| format!("--log {path}: cannot be unpacked: {error}; fetch the file again"))?;
            bytes = unpacked;
        }
        let (log, diagnostics) = formats::read(&bytes);
        if log.columns.is_empty() {
            let reason = diagnostics.last().map_or_else(|| "holds no job".into(), |last| last.message());
            return Err(format!("--log {path}: {reason}"));
        }
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let name = log_name(&name).to_string();
        Ok(LogFile { path: path.into(), name, bytes, log, diagnostics })
    }

    /// Makes this the log of an experiment that nobody will be handed a link of: its identity does not matter, and
    /// digesting the bytes would take as long as the run.
    pub fn become_anonymous_log_of(&self, experiment: &mut Experiment) {
        experiment.log = Some(self.name.clone());
    }

    /// Makes this the experiment's log, with a warning where the experiment names another one.
    pub fn become_log_of(&self, experiment: &mut Experiment) {
        let sha256 = sha256_hex(&self.bytes);
        match &experiment.sha256 {
            Some(expected) if *expected == sha256 => return,
            Some(expected) => {
                let wanted = experiment.log.as_deref().unwrap_or("another log");
                let path = &self.path;
                warn(&format!("{path} is not the log of the link ({wanted}): its SHA-256 is {sha256}, not {expected}"));
            }
            None => {}
        }
        experiment.sha256 = Some(sha256);
        // A file may have a name that no link can carry; the digest is identity enough.
        if experiment.set("log", &self.name).is_err() {
            experiment.log = None;
        }
        experiment.log_url = None;
    }

    fn warn_of_diagnostics(&self) {
        for diagnostic in self.diagnostics.iter().take(MOST_WARNINGS) {
            warn(&format!("{}: {diagnostic}", self.path));
        }
        if let Some(more) = self.diagnostics.len().checked_sub(MOST_WARNINGS).filter(|more| *more > 0) {
            let malformed = self.log.malformed;
            warn(&format!("{}: {more} more complaints; {malformed} lines dropped as malformed in all", self.path));
        }
    }
}

/// The plan of an experiment on the jobs of its log, or of its model where there is none. Warnings about the log are
/// printed once the plan stands.
pub fn plan(experiment: &Experiment, log: Option<&LogFile>, budget: &Budget) -> Result<(Plan, Selected), String> {
    experiment.check_size(budget).map_err(|error| as_flag(&error))?;
    let (workload, selected) = match log {
        Some(file) => file.log.select(&experiment.selection),
        None => (experiment.generate(), Selected::default()),
    };
    let plan = Plan::within(budget, experiment, &workload).map_err(|error| as_flag(&error))?;
    if let Some(file) = log {
        file.warn_of_diagnostics();
    }
    Ok((plan, selected))
}
