//! A batch experiment: jobs, a torus and a problem. Plain data, with one table of parameters for links and flags.

use super::contention;
use super::least_deadline::least_deadline;
use super::preemptive;
use super::{Batch, BatchError, Bounds, EXPECTED_SIDE, Job, Ratio, TimeError, check_side, ratio, rows};
use crate::diagnostic::Diagnostic;
use std::fmt;
use std::str::FromStr;

/// What is asked about the jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Problem {
    /// A schedule with contention ([`contention`]).
    #[default]
    Contention,
    /// A preemptive schedule to a deadline ([`preemptive`]).
    Preemptive,
    /// The least such deadline ([`super::least_deadline`]).
    LeastDeadline,
}

impl Problem {
    /// Every problem with its name in links and on the command line.
    pub const NAMES: [(Problem, &str); 3] =
        [(Problem::Contention, "cnp"), (Problem::Preemptive, "preemptive"), (Problem::LeastDeadline, "min-makespan")];
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(Problem::NAMES.iter().find(|(problem, _)| problem == self).map_or("", |(_, name)| name))
    }
}

impl FromStr for Problem {
    type Err = String;

    fn from_str(text: &str) -> Result<Problem, String> {
        let found = Problem::NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(problem, _)| *problem).ok_or_else(|| format!("'{text}' is not a problem (expected {PROBLEMS})"))
    }
}

const PROBLEMS: &str = "cnp, preemptive or min-makespan";

/// Everything that a batch experiment's link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// What is asked.
    pub problem: Problem,
    /// The side of the torus.
    pub side: u32,
    /// The jobs, in the order in which they are numbered.
    pub jobs: Vec<Job>,
    /// The deadline, for [`Problem::Preemptive`] and for no other.
    pub deadline: Option<Ratio>,
}

impl Default for Experiment {
    /// No jobs on a torus of side 8.
    fn default() -> Experiment {
        Experiment { problem: Problem::default(), side: 8, jobs: Vec::new(), deadline: None }
    }
}

/// One parameter of a batch experiment.
pub struct Parameter {
    /// The name in links, on the command line (after `--`) and in the interface.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// What a value looks like.
    pub expected: &'static str,
    /// A value.
    pub example: &'static str,
    /// Its values, where there are only a few.
    pub choices: &'static [&'static str],
}

/// Every parameter, in the order of links.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "problem",
        help: "What is asked: a schedule where jobs that share links slow each other down, a preemptive schedule to a \
               deadline, or the least such deadline.",
        expected: PROBLEMS,
        example: "cnp",
        choices: &["cnp", "preemptive", "min-makespan"],
    },
    Parameter {
        name: "side",
        help: "The side of the square torus.",
        expected: EXPECTED_SIDE,
        example: "8",
        choices: &["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"],
    },
    Parameter {
        name: "jobs",
        help: "The side of the subtorus that each job needs, and for how long.",
        expected: rows::EXPECTED,
        example: "8:2,4:7/3",
        choices: &[],
    },
    Parameter {
        name: "deadline",
        help: "When all jobs must have ended; for preemptive only.",
        expected: ratio::EXPECTED,
        example: "10.5",
        choices: &[],
    },
];

impl Experiment {
    /// Changes the parameter of this name to the value of this text. `""` takes the deadline and the jobs away.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Diagnostic> {
        let complain = |reason: String| Diagnostic::new(name, reason);
        match name {
            "problem" => self.problem = text.parse().map_err(complain)?,
            "side" => self.side = side(text).map_err(complain)?,
            "jobs" => self.jobs = rows::read(text).map_err(|error| Diagnostic::of(&error))?,
            "deadline" if text.is_empty() => self.deadline = None,
            "deadline" => self.deadline = Some(text.parse().map_err(|error: TimeError| Diagnostic::at(name, &error))?),
            _ => {
                let known: Vec<_> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
                return Err(complain(format!("unknown in a batch experiment (known: {})", known.join(", "))));
            }
        }
        Ok(())
    }

    /// The canonical text of the parameter of this name, `""` where it is not there.
    pub fn get(&self, name: &str) -> String {
        match name {
            "problem" => self.problem.to_string(),
            "side" => self.side.to_string(),
            "jobs" => rows::write(&self.jobs),
            "deadline" => self.deadline.map_or(String::new(), |deadline| deadline.to_string()),
            _ => String::new(),
        }
    }

    /// Solves the problem. Complains where there is no job, a job does not suit the torus, a deadline is missing or
    /// superfluous, or times cannot be summed exactly; never panics. Costs what the problem does.
    pub fn answer(&self) -> Result<Answer, Diagnostic> {
        let said = |error: BatchError| Diagnostic::of(&error);
        let batch = Batch::new(self.side, self.jobs.clone()).map_err(said)?;
        match (self.problem, self.deadline) {
            (Problem::Preemptive, None) => {
                let reason = format!("missing; preemptive asks whether one can be met (expected {})", ratio::EXPECTED);
                Err(Diagnostic::new("deadline", reason))
            }
            (Problem::Contention | Problem::LeastDeadline, Some(_)) => {
                let reason = format!("without effect on {}; leave it out, or ask for preemptive", self.problem);
                Err(Diagnostic::new("deadline", reason))
            }
            (Problem::Contention, None) => Ok(Answer::Contention(contention::schedule(&batch).map_err(said)?)),
            (Problem::LeastDeadline, None) => {
                let least = least_deadline(&batch).map_err(said)?;
                Ok(Answer::Met(least.bounds, least.schedule))
            }
            (Problem::Preemptive, Some(deadline)) => {
                let outcome = preemptive::schedule(&batch, deadline).map_err(said)?;
                let bounds = preemptive::bounds(&batch).map_err(said)?;
                Ok(match outcome {
                    Ok(schedule) => Answer::Met(bounds, schedule),
                    Err(failure) => Answer::Missed(bounds, *failure),
                })
            }
        }
    }
}

fn side(text: &str) -> Result<u32, String> {
    let not_a_side = || format!("'{text}' is not a side (expected {EXPECTED_SIDE})");
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let side = Some(text).filter(|_| is_digits).and_then(|text| text.parse().ok()).ok_or_else(not_a_side)?;
    check_side(side).map_err(|error| Diagnostic::of(&error).message())?;
    Ok(side)
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A schedule with contention.
    Contention(contention::Schedule),
    /// A preemptive schedule that meets the deadline, or the least one.
    Met(Bounds, preemptive::Schedule),
    /// The deadline cannot be met.
    Missed(Bounds, preemptive::Failure),
}
