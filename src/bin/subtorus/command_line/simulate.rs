//! `subtorus simulate`: one run, with its summary as JSON, its schedule as CSV, and its events as lines of JSON.

use super::limit::{budget, limit};
use super::source::Source;
use super::target::{Target, print};
use super::{CommandError, flag, input, parameter_flags, refuse_conflicts, set_parameters};
use clap::{Arg, ArgMatches, Command};
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{CellResult, Exclusion, Experiment, Plan, Results};
use subtorus::machine::Machine;
use subtorus::report::events::Events;
use subtorus::report::results::RunReport;
use subtorus::report::run::distributions;
use subtorus::report::schedule::Schedule;
use subtorus::run::Tracer;
use subtorus::simulation::{Observer, Recorder};
use subtorus::workload::{Jobs, Selected};

/// Parameters that do not describe a single run.
const NOT_HERE: &[&str] = &[
    "sha256",
    "log-url",
    "vary",
    "facet",
    "replications",
    "precision",
    "plot",
    "scale",
    "x-limits",
    "y-limits",
    "hidden",
    "order",
    "compare",
    "run",
    "beside",
    "moment",
    "job",
    "whose",
];

/// The flags of one run: every parameter that describes it, and its limit.
pub fn run_flags() -> Vec<Arg> {
    let required = ["machine", "allocation", "scheduling"];
    let flags = parameter_flags(NOT_HERE).into_iter().map(|flag| {
        let is_required = required.contains(&flag.get_id().as_str());
        flag.required(is_required)
    });
    flags.chain([limit()]).collect()
}

pub fn command() -> Command {
    Command::new("simulate")
        .about("Runs one simulation and prints its metrics as a JSON object")
        .args(run_flags())
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

/// The run that the flags describe, ready to start.
pub struct OneRun {
    pub plan: Plan,
    pub selected: Selected,
    pub jobs: Jobs,
    pub machine: Machine,
}

impl OneRun {
    /// Reads the flags, and the log if there is one.
    pub fn of(flags: &ArgMatches, source: &Option<Source>) -> Result<OneRun, CommandError> {
        OneRun::among(flags, source, &|_| {})
    }

    /// The same run as the first cell of an experiment with further cells.
    pub fn among(
        flags: &ArgMatches,
        source: &Option<Source>,
        add: &dyn Fn(&mut Experiment),
    ) -> Result<OneRun, CommandError> {
        let (plan, selected) = planned(flags, source, add)?;
        // The added cells may run although the run itself cannot.
        if let Some(Exclusion { place, reason, .. }) = plan.exclusion_of(0).cloned() {
            return Err(format!("--{}", Diagnostic::new(place, reason)).into());
        }
        let jobs = plan.jobs(0).map_err(|failure| failure.to_string())?;
        let machine = plan.machine(0);
        Ok(OneRun { plan, selected, jobs, machine })
    }

    /// Runs it, and reports its events to `observer`.
    pub fn observe(&self, observer: &mut dyn Observer) -> Result<(), String> {
        self.plan.observe(0, &self.jobs, observer).map_err(|failure| failure.to_string())
    }
}

/// The plan of the run that the flags describe, and of the added cells.
pub fn planned(
    flags: &ArgMatches,
    source: &Option<Source>,
    add: &dyn Fn(&mut Experiment),
) -> Result<(Plan, Selected), CommandError> {
    let mut experiment = Experiment { vary: None, ..Experiment::default() };
    set_parameters(&mut experiment, flags)?;
    let log = source.as_ref().map(|source| input::LogFile::read(source, &experiment)).transpose()?;
    if let Some(log) = &log {
        log.become_anonymous_log_of(&mut experiment);
    }
    refuse_conflicts(&experiment)?;
    add(&mut experiment);
    Ok(input::plan(&experiment, log.as_ref(), &budget(flags)?)?)
}

/// Rejects several names, because one run has only one.
pub fn refuse_several(flags: &ArgMatches, command: &str) -> Result<(), CommandError> {
    let mut experiment = Experiment::default();
    set_parameters(&mut experiment, flags)?;
    let Experiment { machines, allocation, scheduling, .. } = &experiment;
    let counts = [machines.len(), allocation.len(), scheduling.len()];
    for (name, count) in ["machine", "allocation", "scheduling"].into_iter().zip(counts) {
        if count > 1 {
            return Err(format!("--{name}: {count} names, but {command} runs one; sweep compares several").into());
        }
    }
    Ok(())
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
    let run = OneRun::of(flags, &source)?;
    // Only outputs about single jobs need job numbers.
    let tells_of_jobs = [&schedule_out, &events_out, &distributions_out].iter().any(|target| target.is_some());
    let ids = if tells_of_jobs { run.plan.ids(0) } else { Vec::new() };
    let ids = &ids[..];
    let mut stream = events_out.as_ref().map(Target::stream).transpose()?;
    let scheduling = run.plan.experiment().scheduling[0];
    let (machine, down) = (&run.machine, &run.plan.boxes_down(0));
    let events =
        stream.as_mut().map(|out| Events::new(&run.jobs, ids, machine, scheduling, out).without(machine, down));
    let schedule = schedule_out.is_some().then(|| Schedule::new(&run.jobs));
    let effective = run.plan.effective(0, &run.jobs).map_err(|failure| failure.to_string())?;
    let tracer =
        distributions_out.is_some().then(|| Tracer::new(&run.jobs, ids, &run.machine, scheduling.order, &effective));
    let recorder = Recorder::new(&run.jobs, &run.machine).with_boxes_down(down.clone());
    let mut observers = (recorder, (tracer, (schedule, events)));
    run.observe(&mut observers)?;
    let (recorder, (tracer, (schedule, events))) = observers;
    let written = events.map_or(Ok(()), Events::finish);
    let result = CellResult { metrics: recorder.metrics(), jobs: run.jobs.jobs.len() as u32 };
    let results = Results::new(&run.plan, &run.selected);
    let report = RunReport::new(&result, results.dropped(0), results.lost_work(0));
    let report = report.with_refused(run.plan.refused_work(0));
    let report = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
    if let (Some(target), Some(stream)) = (&events_out, stream) {
        target.finish(stream, written)?;
    }
    if let (Some(target), Some(schedule)) = (&schedule_out, &schedule) {
        target.write(&schedule.csv(ids))?;
    }
    if let (Some(target), Some(tracer)) = (&distributions_out, tracer) {
        let trace = tracer.finish().with_origins(&run.plan.origins(0));
        target.write(&distributions(&run.plan, 0, &trace).map_err(|failure| failure.to_string())?)?;
    }
    let is_taken = [schedule_out, events_out, distributions_out].iter().flatten().any(Target::is_standard);
    if !is_taken {
        print(&format!("{report}\n"))?;
    }
    Ok(())
}
