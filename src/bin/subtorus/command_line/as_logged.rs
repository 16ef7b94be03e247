//! `subtorus as-logged`: the schedule in a log.

use super::source::Source;
use super::target::{Target, print};
use super::{CommandError, flag, input, parameter_flags, refuse_conflicts, set_parameters, warn};
use clap::{ArgMatches, Command};
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::Experiment;
use subtorus::experiment::parameters::PARAMETERS;
use subtorus::report::{schedule, words::counted};
use subtorus::run::as_logged;

/// The parameters for reading a log and for selecting jobs.
const SELECTION: &[&str] = &["log", "partition", "queue", "status", "first", "window", "column"];

pub fn command() -> Command {
    Command::new("as-logged")
        .about("Prints the schedule that a log records by its wait times, in the form that simulate writes")
        .args(parameter_flags(&PARAMETERS, |name| SELECTION.contains(&name)))
        .mut_arg("log", |log| log.required(true))
        .arg(flag("schedule-out", "Writes it to this file instead: job,submit,start,end,procs,blocks in microseconds, and the build; no job has blocks"))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let source = Source::of(flags, "log")?;
    let target = Target::of(flags, "schedule-out", &[&source])?;
    let mut experiment = Experiment::default();
    set_parameters(&PARAMETERS, &mut experiment, flags)?;
    let file = input::LogFile::read(source.as_ref().expect("the flag is required"), &experiment)?;
    file.become_anonymous_log_of(&mut experiment);
    refuse_conflicts(&experiment.conflicts())?;
    let trace =
        as_logged(file.log(), &experiment.selection).map_err(|error| Diagnostic::at("--log", &error).to_string())?;
    file.warn_of_diagnostics();
    if trace.left_out() > 0 {
        let jobs = counted(trace.left_out() as usize, "job");
        warn(&format!("{jobs} left out: the log does not say how long they waited"));
    }
    let table = schedule::of_trace(&trace);
    target.map_or_else(|| print(&table), |target| target.write(&table))
}
