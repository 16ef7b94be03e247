//! `subtorus simulate`: one run, with its summary as JSON, its schedule as CSV, and its events as lines of JSON.

use super::limit::{budget, limit};
use super::source::Source;
use super::target::{Target, print};
use super::{CommandError, as_flag, flag, input, parameter_flags, refuse_conflicts, set_parameters};
use clap::{Arg, ArgMatches, Command};
use subtorus::experiment::one_run::{NOT_OF_ONE_RUN, OneRunError, REQUIRED_IN_ONE_RUN};
use subtorus::experiment::{Experiment, OneRun, PARAMETERS, Plan};
use subtorus::report::events::Events;
use subtorus::report::one_run;
use subtorus::report::schedule::Schedule;
use subtorus::workload::Selected;

/// The flags of one run: every parameter that describes it but these, and its limit.
pub fn run_flags(without: &[&'static str]) -> Vec<Arg> {
    let without = [NOT_OF_ONE_RUN, without].concat();
    let flags = parameter_flags(&PARAMETERS, |name| !without.contains(&name)).into_iter().map(|flag| {
        let is_required = REQUIRED_IN_ONE_RUN.contains(&flag.get_id().as_str());
        flag.required(is_required)
    });
    flags.chain([limit()]).collect()
}

pub fn command() -> Command {
    Command::new("simulate")
        .about("Runs one simulation and prints its metrics as a JSON object")
        .args(run_flags(&[]))
        .arg(flag(
            "schedule-out",
            "Writes the schedule to this file, '-' for standard output instead of the metrics: job,submit,start,end,procs,blocks in microseconds, each job's packets where jobs communicate, and the build",
        ))
        .arg(flag(
            "events",
            "Writes the events to this file, '-' for standard output instead of the metrics: a line of JSON for each job that arrives, waits for another reason than before, starts, or ends, in order of time",
        ))
        .arg(flag(
            "distributions",
            "Writes the distribution of waits to this file, '-' for standard output instead of the metrics: mean, percentiles and maximum of wait and bounded slowdown by size, runtime, user, queue and partition, what jobs wait for, and how long they would on flat; for the last two the run takes two to three times as long",
        ))
}

/// The run that the flags describe, ready to start. The log is read if there is one.
pub fn one_run(flags: &ArgMatches, source: &Option<Source>) -> Result<OneRun, CommandError> {
    one_run_among(flags, source, &|_| {})
}

/// The same run as the first cell of an experiment with further cells.
pub fn one_run_among(
    flags: &ArgMatches,
    source: &Option<Source>,
    add: &dyn Fn(&mut Experiment),
) -> Result<OneRun, CommandError> {
    let (plan, selected) = planned(flags, source, add)?;
    OneRun::of(plan, selected).map_err(|error| match error {
        OneRunError::Excluded(_) => as_flag(&error).into(),
        OneRunError::Failed(failure) => failure.to_string().into(),
    })
}

/// The plan of the run that the flags describe, and of the added cells.
pub fn planned(
    flags: &ArgMatches,
    source: &Option<Source>,
    add: &dyn Fn(&mut Experiment),
) -> Result<(Plan, Selected), CommandError> {
    let (mut experiment, log) = described(flags, source, OneRun::experiment())?;
    add(&mut experiment);
    Ok(input::plan(&experiment, log.as_ref(), &budget(flags)?)?)
}

/// `experiment` with what the flags describe, and its log.
pub fn described<'a>(
    flags: &ArgMatches,
    source: &'a Option<Source>,
    mut experiment: Experiment,
) -> Result<(Experiment, Option<input::LogFile<'a>>), CommandError> {
    set_parameters(&PARAMETERS, &mut experiment, flags)?;
    let log = source.as_ref().map(|source| input::LogFile::read(source, &experiment)).transpose()?;
    if let Some(log) = &log {
        log.become_anonymous_log_of(&mut experiment);
    }
    refuse_conflicts(&experiment.conflicts())?;
    Ok((experiment, log))
}

/// Rejects several names, because one run has only one.
pub fn refuse_several(flags: &ArgMatches, command: &str) -> Result<(), CommandError> {
    let mut experiment = Experiment::default();
    set_parameters(&PARAMETERS, &mut experiment, flags)?;
    OneRun::refuse_several(&experiment, command).map_err(|error| as_flag(&error).into())
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    refuse_several(flags, "simulate")?;
    let source = Source::of(flags, "log")?;
    let schedule_out = Target::of(flags, "schedule-out", &[&source])?;
    let events_out = Target::of(flags, "events", &[&source])?;
    let distributions_out = Target::of(flags, "distributions", &[&source])?;
    Target::refuse_same(&schedule_out, &events_out)?;
    Target::refuse_same(&schedule_out, &distributions_out)?;
    Target::refuse_same(&events_out, &distributions_out)?;
    let run = one_run(flags, &source)?;
    // Only outputs about single jobs need job numbers.
    let tells_of_jobs = [&schedule_out, &events_out, &distributions_out].iter().any(|target| target.is_some());
    let ids = if tells_of_jobs { run.plan.ids(0) } else { Vec::new() };
    let ids = &ids[..];
    let mut stream = events_out.as_ref().map(Target::stream).transpose()?;
    let events = stream.as_mut().map(|out| Events::new(&run, ids, &mut out.out));
    let schedule = schedule_out.is_some().then(|| Schedule::new(&run.jobs));
    let tracer = distributions_out.as_ref().map(|_| one_run::tracer(&run, ids)).transpose();
    let tracer = tracer.map_err(|failure| failure.to_string())?;
    let mut observers = (one_run::recorder(&run), (tracer, (schedule, events)));
    run.observe(&mut observers).map_err(|failure| failure.to_string())?;
    let (recorder, (tracer, (schedule, events))) = observers;
    let written = events.map_or(Ok(()), Events::finish);
    let report = one_run::report(&run, &recorder, |report| serde_json::to_string_pretty(report));
    let report = report.map_err(|error| error.to_string())?;
    if let (Some(target), Some(stream)) = (&events_out, stream) {
        target.finish(stream, written)?;
    }
    if let (Some(target), Some(schedule)) = (&schedule_out, &schedule) {
        target.write(&schedule.csv(ids))?;
    }
    if let (Some(target), Some(tracer)) = (&distributions_out, tracer) {
        target.write(&one_run::distributions(&run, tracer).map_err(|failure| failure.to_string())?)?;
    }
    let is_taken = [schedule_out, events_out, distributions_out].iter().flatten().any(Target::is_standard);
    if !is_taken {
        print(&format!("{report}\n"))?;
    }
    Ok(())
}
