//! `subtorus simulate`: one run, its summary as JSON, its schedule as CSV.

use super::limit::{budget, limit};
use super::source::Source;
use super::target::{Target, print};
use super::{Trouble, flag, input, parameter_flags, refuse_conflicts, set_parameters};
use clap::{ArgMatches, Command};
use subtorus::experiment::{CellResult, Experiment, Results};
use subtorus::report::results::RunReport;
use subtorus::report::schedule::Schedule;
use subtorus::simulation::{Observer, Recorder};

/// Parameters of a link that say nothing about a single run.
const NOT_HERE: &[&str] = &[
    "sha256",
    "log-url",
    "vary",
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
    "moment",
    "job",
];

pub fn command() -> Command {
    let required = ["machine", "allocation", "scheduling"];
    let flags = parameter_flags(NOT_HERE).into_iter().map(|flag| {
        let is_required = required.contains(&flag.get_id().as_str());
        flag.required(is_required)
    });
    Command::new("simulate").about("Runs one simulation and prints its metrics as a JSON object").args(flags).arg(limit()).arg(flag(
        "schedule-out",
        "Writes the schedule to this file, '-' for standard output instead of the metrics: job,submit,start,end,procs,blocks in microseconds, each job's packets where jobs communicate, and the build",
    ))
}

pub fn run(flags: &ArgMatches) -> Result<(), Trouble> {
    let mut experiment = Experiment { vary: None, ..Experiment::default() };
    set_parameters(&mut experiment, flags)?;
    let Experiment { machines, allocation, scheduling, .. } = &experiment;
    let counts = [machines.len(), allocation.len(), scheduling.len()];
    for (name, count) in ["machine", "allocation", "scheduling"].into_iter().zip(counts) {
        if count > 1 {
            return Err(format!("--{name}: {count} names, but simulate runs one; sweep compares several").into());
        }
    }
    let source = Source::of(flags, "log")?;
    let target = Target::of(flags, "schedule-out", &[&source])?;
    let log = source.as_ref().map(input::LogFile::read).transpose()?;
    if let Some(log) = &log {
        log.become_anonymous_log_of(&mut experiment);
    }
    refuse_conflicts(&experiment)?;
    let (plan, selected) = input::plan(&experiment, log.as_ref(), &budget(flags)?)?;
    let jobs = plan.jobs(0).map_err(|failure| failure.to_string())?;
    let machine = plan.machine(0);
    let mut recorder = Recorder::new(&jobs, &machine);
    let observe = |observer: &mut dyn Observer| plan.observe(0, &jobs, observer).map_err(|failure| failure.to_string());
    let schedule = if target.is_some() {
        let mut both = (recorder, Schedule::new(&jobs));
        observe(&mut both)?;
        recorder = both.0;
        both.1.csv(plan.ids(0))
    } else {
        observe(&mut recorder)?;
        String::new()
    };
    let result = CellResult { metrics: recorder.metrics(), jobs: jobs.jobs.len() as u32 };
    let results = Results::new(&plan, &selected);
    let report = RunReport::new(&result, results.dropped(0), results.lost_work(0));
    let report = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
    if let Some(target) = &target {
        target.write(&schedule)?;
    }
    let is_taken = target.is_some_and(|target| target.is_standard());
    if !is_taken {
        print(&format!("{report}\n"))?;
    }
    Ok(())
}
