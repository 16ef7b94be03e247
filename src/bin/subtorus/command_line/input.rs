//! Logs from files, and the workload of an experiment.

use super::source::Source;
use super::{as_flag, warn};
use std::io::{IsTerminal, Write};
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Plan};
use subtorus::formats::identity::{Sha256Hex, log_name};
use subtorus::formats::{LogReader, Marked, Reading};
use subtorus::machine::Machine;
use subtorus::report::{lines_read, losses};
use subtorus::workload::{Log, Selected};

/// A log that has been read.
pub struct LogFile<'a> {
    source: &'a Source<'a>,
    /// Its name for permalinks.
    name: String,
    /// The digest of its uncompressed text, if requested.
    sha256: Option<String>,
    reading: Reading,
}

/// The most errors of a log that are printed.
const MOST_WARNINGS: usize = 5;

impl<'a> LogFile<'a> {
    /// Reads a log without its digest. Only permalinks need the digest, and it would take as long as the run. Fails if
    /// the log has no job.
    pub fn read(source: &'a Source<'a>, experiment: &Experiment) -> Result<LogFile<'a>, String> {
        LogFile::read_with(source, experiment, None)?.with_jobs()
    }

    /// Fails with the reason if there is no job.
    pub fn with_jobs(self) -> Result<LogFile<'a>, String> {
        if !self.log().columns.is_empty() {
            return Ok(self);
        }
        let reason = self.reading.diagnostics.first().map_or_else(|| "holds no job".into(), said);
        Err(self.source.complaint(&reason))
    }

    /// Reads a log and computes its digest.
    pub fn read_digesting(source: &'a Source<'a>, experiment: &Experiment) -> Result<LogFile<'a>, String> {
        LogFile::read_with(source, experiment, Some(Sha256Hex::default()))?.with_jobs()
    }

    /// Reads a log, which may have no job, with its digest if one is given to compute it.
    pub fn read_with(
        source: &'a Source<'a>,
        experiment: &Experiment,
        mut digest: Option<Sha256Hex>,
    ) -> Result<LogFile<'a>, String> {
        let mut reader =
            LogReader::with_columns(experiment.columns.clone()).scaling_estimates(experiment.estimate_scale);
        let mut progress = Progress::default();
        let read = source.read(Marked::of, &mut |piece| {
            reader.take_marked(&piece);
            if let Some(digest) = &mut digest {
                digest.take(piece.text());
            }
            progress.show(reader.lines());
        });
        progress.clear();
        read?;
        let reading = reader.finish_telling();
        let name = log_name(source.file_name().as_deref().unwrap_or("standard-input.swf"));
        Ok(LogFile { source, name, sha256: digest.map(Sha256Hex::finish), reading })
    }

    /// Makes this the log of an experiment that has no permalink.
    pub fn become_anonymous_log_of(&self, experiment: &mut Experiment) {
        experiment.log = Some(self.name.clone());
    }

    /// Makes this the log of the experiment; it must have a digest. Warns if the experiment names another log.
    pub fn become_log_of(&self, experiment: &mut Experiment) {
        let Some(sha256) = self.sha256.clone() else { return self.become_anonymous_log_of(experiment) };
        match &experiment.sha256 {
            Some(expected) if *expected == sha256 => return,
            Some(expected) => {
                let wanted = experiment.log.as_deref().unwrap_or("another log");
                let source = self.source;
                warn(&format!(
                    "{source} is not the log of the link ({wanted}): its SHA-256 is {sha256}, not {expected}"
                ));
            }
            None => {}
        }
        experiment.sha256 = Some(sha256);
        experiment.log = Some(self.name.clone());
        experiment.log_url = None;
    }

    /// Warns if the machine of its header has another number of processors than those of the experiment.
    pub fn warn_of_another_machine(&self, experiment: &Experiment) {
        let Some(processors) = self.log().header.machine_size() else { return };
        let is_another = |machine: &Machine| machine.node_count() != processors;
        if let Some(machine) = experiment.machines.first().filter(|_| experiment.machines.iter().all(is_another)) {
            warn(&format!(
                "{}: the header has a machine of {processors} processors, and the runs are on {machine}, which has {}; \
                 --machine names another, and subtorus propose chooses one",
                self.source,
                machine.node_count()
            ));
        }
    }

    /// The report on the log.
    pub fn log(&self) -> &Log {
        &self.reading.log
    }

    /// The result of reading the file.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Prints its first errors and the diagnostics of the file as a whole.
    pub fn warn_of_diagnostics(&self) {
        let (of_lines, remarks) = self.reading.complaints();
        for diagnostic in of_lines.iter().take(MOST_WARNINGS).chain(remarks) {
            warn(&format!("{}: {diagnostic}", self.source));
        }
        if let Some(more) = of_lines.len().checked_sub(MOST_WARNINGS).filter(|more| *more > 0) {
            let malformed = self.reading.log.malformed;
            warn(&format!("{}: {more} more complaints; {malformed} lines dropped as malformed in all", self.source));
        }
    }
}

/// A diagnostic of a file, with its place if that is useful.
fn said(diagnostic: &Diagnostic) -> String {
    if diagnostic.place == "log" { diagnostic.message() } else { diagnostic.to_string() }
}

/// The progress of reading a long log, shown on a terminal.
#[derive(Default)]
struct Progress {
    said: String,
}

impl Progress {
    fn show(&mut self, lines: u32) {
        let said = lines_read(lines);
        if said != self.said && std::io::stderr().is_terminal() {
            tell(&format!("\r{said} …"));
            self.said = said;
        }
    }

    fn clear(&self) {
        if !self.said.is_empty() {
            tell(&format!("\r{}\r", " ".repeat(self.said.len() + 2)));
        }
    }
}

/// Overwrites the line of the terminal. An error is ignored: a closed terminal needs no progress.
fn tell(text: &str) {
    let _ = write!(std::io::stderr(), "{text}");
}

/// The plan of an experiment on the jobs of its log, or of its model without a log. Warnings about the log are printed
/// once there is a plan.
pub fn plan(experiment: &Experiment, log: Option<&LogFile>, budget: &Budget) -> Result<(Plan, Selected), String> {
    let planned = Plan::prepare(budget, experiment, log.map(LogFile::log)).map_err(|error| as_flag(&error))?;
    if let Some(file) = log {
        file.warn_of_diagnostics();
    }
    for said in losses(&planned.0, &planned.1) {
        warn(&format!("{said} A larger machine, a smaller --size-scale or other strategies keep them."));
    }
    Ok(planned)
}
