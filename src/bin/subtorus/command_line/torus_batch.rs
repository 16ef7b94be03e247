//! `subtorus torus-batch`: a given set of jobs on a torus, planned off-line, as JSON.

use super::limit::{budget, limit};
use super::source::Source;
use super::target::print;
use super::{CommandError, as_flag, flag, warn};
use clap::{ArgGroup, ArgMatches, Command};
use serde::Serialize;
use serde_json::value::RawValue;
use subtorus::BUILD;
use subtorus::diagnostic::Diagnostic;
use subtorus::torus_batch::experiment::{BatchAnswer, BatchExperiment, PARAMETERS};
use subtorus::torus_batch::{Bounds, Exact, contention, preemptive, rows};

/// The most rows of a table of jobs: as many as a model makes, which is beyond all planning.
const MOST_ROWS: usize = 1_000_000;

pub fn command() -> Command {
    let flags = PARAMETERS.iter().map(|parameter| {
        let help = format!("{} [{}, for example {}]", parameter.help, parameter.expected(), parameter.example);
        flag(parameter.name, &help).required(["problem", "side"].contains(&parameter.name))
    });
    let rows = "Reads the jobs from a file instead, '-' for standard input: a size and a time a row, as a spreadsheet writes them";
    Command::new("torus-batch")
        .about("Plans a given set of jobs on a torus and prints the schedule as a JSON object")
        .after_help(
            "Jobs are numbered from 1 in the order given, rows and columns from 0. Times are exact: a number where its \
             decimals end, else a string such as \"7/3\". docs/torus-batch.md explains the problems and the output.",
        )
        .args(flags)
        .arg(limit())
        .arg(flag("jobs-file", rows))
        .group(ArgGroup::new("batch").args(["jobs", "jobs-file"]).required(true))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let mut experiment = BatchExperiment::default();
    for parameter in PARAMETERS.iter() {
        if let Some(value) = flags.get_one::<String>(parameter.name) {
            experiment.set(parameter.name, value).map_err(|error| as_flag(&error))?;
        }
    }
    if let Some(source) = Source::of(flags, "jobs-file")? {
        let text = source.text()?;
        if text.lines().count() > MOST_ROWS {
            return Err(source.complaint(&format!("too large: more than {MOST_ROWS} rows")).into());
        }
        let jobs = rows::read_rows(&text);
        experiment.jobs = jobs.map_err(|error| source.complaint(&Diagnostic::of(&error).message()))?;
        if experiment.jobs.is_empty() {
            return Err(source.complaint("holds no job (expected rows of a size and a time)").into());
        }
    }
    let answer = experiment.answer_within(&budget(flags)?).map_err(|error| as_flag(&error))?;
    if matches!(&answer, BatchAnswer::Contention(schedule) if !schedule.exact) {
        warn("exact finish times would take thousands of digits; all divisions were cut off after 64 binary places");
    }
    let report = report(&experiment, &answer);
    let report = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
    print(&format!("{report}\n"))
}

/// A number as JSON with all digits, or a fraction as a string.
#[derive(Serialize)]
#[serde(transparent)]
struct Number(Box<RawValue>);

impl From<&Exact> for Number {
    fn from(number: &Exact) -> Number {
        let text = number.to_string();
        let text = if text.contains('/') { format!("\"{text}\"") } else { text };
        Number(RawValue::from_string(text).expect("digits and a point, or a string without escapes"))
    }
}

#[derive(Serialize)]
struct Report {
    build: &'static str,
    problem: String,
    side: u32,
    feasible: bool,
    /// The end of the last job; none if a deadline cannot be met.
    length: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<Number>,
    bounds: Lengths,
    #[serde(flatten)]
    details: Details,
}

#[derive(Serialize)]
struct Lengths {
    longest_job: Number,
    area: Number,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Details {
    Contention { length_without_contention: Number, exact: bool, schedule: Vec<Placed> },
    Preemptive { preemptions: usize, schedule: Vec<Piece> },
    Infeasible { failure: RunFailure, schedule: [(); 0] },
}

#[derive(Serialize)]
struct Placed {
    job: usize,
    row: u32,
    col: u32,
    start: Number,
    finish: Number,
}

#[derive(Serialize)]
struct Piece {
    job: usize,
    interval: [u32; 2],
    from: Number,
    to: Number,
}

#[derive(Serialize)]
struct RunFailure {
    job: usize,
    room: Number,
    shortfall: Number,
}

fn report(experiment: &BatchExperiment, answer: &BatchAnswer) -> Report {
    let number = |number: &Exact| Number::from(number);
    let with = |bounds: &Bounds, length: Option<&Exact>, deadline: Option<&Exact>, details| Report {
        build: BUILD,
        problem: experiment.problem.to_string(),
        side: experiment.side,
        feasible: length.is_some(),
        length: length.map(number),
        deadline: deadline.map(number),
        bounds: Lengths { longest_job: number(&bounds.longest_job), area: number(&bounds.area) },
        details,
    };
    match answer {
        BatchAnswer::Contention(schedule) => {
            let details = Details::Contention {
                length_without_contention: number(&schedule.length_without_contention),
                exact: schedule.exact,
                schedule: schedule.placements.iter().enumerate().map(placed).collect(),
            };
            with(&schedule.bounds, Some(&schedule.length), None, details)
        }
        BatchAnswer::Met(bounds, schedule) => {
            let pieces = schedule.pieces.iter().map(piece).collect();
            let details = Details::Preemptive { preemptions: schedule.preemptions(), schedule: pieces };
            with(bounds, Some(&schedule.length), Some(&schedule.deadline), details)
        }
        BatchAnswer::Missed(bounds, failure) => {
            let (room, shortfall) = (number(&failure.room), number(&failure.shortfall));
            let why = RunFailure { job: failure.job + 1, room, shortfall };
            with(bounds, None, Some(&failure.deadline), Details::Infeasible { failure: why, schedule: [] })
        }
    }
}

fn placed((job, place): (usize, &contention::Placement)) -> Placed {
    let (start, finish) = ((&place.start).into(), (&place.finish).into());
    Placed { job: job + 1, row: place.row, col: place.column, start, finish }
}

fn piece(piece: &preemptive::Piece) -> Piece {
    let (from, to) = ((&piece.from).into(), (&piece.to).into());
    Piece { job: piece.job + 1, interval: piece.interval, from, to }
}
