//! Logs from files, and the workload an experiment runs on.

use super::source::Source;
use super::{as_flag, warn};
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Plan};
use subtorus::formats;
use subtorus::formats::identity::{log_name, sha256_hex};
use subtorus::report::loss;
use subtorus::workload::{Log, Selected};

/// A log that was read.
pub struct LogFile<'a> {
    source: &'a Source<'a>,
    /// Its name for links.
    name: String,
    /// Its text, uncompressed.
    bytes: Vec<u8>,
    log: Log,
    diagnostics: Vec<Diagnostic>,
}

/// How many complaints about a log are printed.
const MOST_WARNINGS: usize = 5;

impl<'a> LogFile<'a> {
    /// Reads a log. Fails where there is no job in it.
    pub fn read(source: &'a Source<'a>) -> Result<LogFile<'a>, String> {
        let bytes = source.bytes()?;
        let (log, diagnostics) = formats::read(&bytes);
        if log.columns.is_empty() {
            let reason = diagnostics.last().map_or_else(|| "holds no job".into(), |last| last.message());
            return Err(source.complaint(&reason));
        }
        let name = log_name(source.file_name().as_deref().unwrap_or("standard-input.swf"));
        Ok(LogFile { source, name, bytes, log, diagnostics })
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

    /// What was read.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Prints the first complaints about its lines.
    pub fn warn_of_diagnostics(&self) {
        for diagnostic in self.diagnostics.iter().take(MOST_WARNINGS) {
            warn(&format!("{}: {diagnostic}", self.source));
        }
        if let Some(more) = self.diagnostics.len().checked_sub(MOST_WARNINGS).filter(|more| *more > 0) {
            let malformed = self.log.malformed;
            warn(&format!("{}: {more} more complaints; {malformed} lines dropped as malformed in all", self.source));
        }
    }
}

/// Warns of machines on which so much of the work is dropped that the results are those of another workload.
fn warn_of_losses(plan: &Plan, selected: &Selected) {
    let experiment = plan.experiment();
    let Experiment { machines, allocation, .. } = experiment;
    for number in 0..experiment.site_count() {
        let facet =
            experiment.facet_label(number / machines.len()).map_or(String::new(), |label| format!(", {label},"));
        let machine = format!("{}{facet}", machines[number % machines.len()]);
        let lost = f64::from(plan.dropped(number, selected).get("too_large").copied().unwrap_or(0));
        let jobs = lost / (lost + plan.jobs_per_run(number) as f64);
        if let Some(said) = loss(&machine, &(jobs, plan.lost_work(number)), allocation) {
            warn(&format!("{said} A larger machine, a smaller --size-scale or other strategies keep them."));
        }
    }
}

/// The plan of an experiment on the jobs of its log, or of its model where there is none. Warnings about the log are
/// printed once the plan stands.
pub fn plan(experiment: &Experiment, log: Option<&LogFile>, budget: &Budget) -> Result<(Plan, Selected), String> {
    let planned = Plan::prepare(budget, experiment, log.map(|file| &file.log)).map_err(|error| as_flag(&error))?;
    if let Some(file) = log {
        file.warn_of_diagnostics();
    }
    warn_of_losses(&planned.0, &planned.1);
    Ok(planned)
}
