//! A batch experiment: jobs, a torus and a problem. Plain data, with one table of parameters for permalinks and flags.

use super::contention;
use super::least_deadline::least_deadline;
use super::preemptive;
use super::{Batch, BatchError, Bounds, EXPECTED_SIDE, Job, Ratio, check_side, ratio, rows};
use crate::budget::{Budget, OverBudget};
use crate::diagnostic::Explain;
use crate::names::named;
use crate::parameter::reading::{choice, number, value};
use crate::parameter::{
    Conflict, ConflictReason, Control, Group, Parameter, ParameterError, Parameters, ValueError, field,
};

named! {
    /// The problem to solve for the jobs.
    #[derive(Default)]
    Problem, "problem" {
        /// A schedule with contention ([`contention`]).
        #[default]
        Contention = "cnp" => "Jobs on interleaved subtori slow each other down where they share links: where does each job run, and until when?",
        /// A preemptive schedule that meets a deadline ([`preemptive`]).
        Preemptive = "preemptive" => "Jobs on subtori without common links may be stopped and go on elsewhere: can all end by the deadline?",
        /// The least deadline that can be met ([`super::least_deadline`]).
        LeastDeadline = "min-makespan" => "Jobs on subtori without common links may be stopped and go on elsewhere: what is the least deadline?",
    }
}

/// All parameters of the permalink of a batch experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchExperiment {
    /// The problem.
    pub problem: Problem,
    /// The side of the torus.
    pub side: u32,
    /// The jobs, in their numbering order.
    pub jobs: Vec<Job>,
    /// The deadline, only for [`Problem::Preemptive`].
    pub deadline: Option<Ratio>,
}

impl Default for BatchExperiment {
    /// No jobs on a torus of side 8.
    fn default() -> BatchExperiment {
        BatchExperiment { problem: Problem::default(), side: 8, jobs: Vec::new(), deadline: None }
    }
}

/// Every parameter, in the order of permalinks.
pub const PARAMETERS: Parameters<BatchExperiment> = Parameters(&[&[
    Parameter {
        name: "problem",
        title: "Problem",
        help: "What is asked: a schedule where jobs that share links slow each other down, a preemptive schedule to a \
               deadline, or the least such deadline.",
        example: "cnp",
        control: Control { wide: true, ..Control::menu(Problem::NAMES) },
        ..field!(Group::Problem, problem, choice)
    },
    Parameter {
        name: "side",
        title: "Side of the torus",
        help: "The side of the square torus.",
        expected: EXPECTED_SIDE,
        example: "8",
        control: Control::menu(&["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"]),
        read: &|batch, text| {
            let side = number(text)?;
            check_side(side).map_err(|error| ValueError::Whole(error.into()))?;
            batch.side = side;
            Ok(())
        },
        text: &|batch| batch.side.to_string(),
        ..Parameter::of(Group::Problem)
    },
    Parameter {
        name: "jobs",
        title: "Jobs",
        help: "The side of the subtorus that each job needs, and for how long.",
        expected: rows::EXPECTED,
        example: "8:2,4:7/3",
        control: Control::OWN,
        read: &|batch, text| {
            batch.jobs = rows::read(text).map_err(|error| ValueError::Whole(error.into()))?;
            Ok(())
        },
        text: &|batch| rows::write(&batch.jobs),
        ..Parameter::of(Group::Workload)
    },
    Parameter {
        name: "deadline",
        title: "Deadline",
        help: "When all jobs must have ended; for preemptive only.",
        expected: ratio::EXPECTED,
        example: "10.5",
        applies: &|batch| match batch.problem {
            Problem::Preemptive => Ok(()),
            problem => {
                let without_effect = format!("without effect on {problem}");
                Err(ConflictReason::new(without_effect, "leave it out, or ask for preemptive"))
            }
        },
        ..field!(Group::Problem, optional deadline, value)
    },
]]);

/// Why a batch problem cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The jobs do not suit the torus, or cannot be summed exactly.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// It exceeds the budget.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// A parameter has no effect.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// There is no deadline.
    #[error("missing; preemptive asks whether one can be met")]
    NoDeadline,
}

impl Explain for AnswerError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            AnswerError::Batch(error) => Some(error),
            AnswerError::Conflict(error) => Some(error),
            AnswerError::OverBudget(error) => Some(error),
            AnswerError::NoDeadline => None,
        }
    }

    fn place(&self) -> String {
        self.passed_on().map_or_else(|| "deadline".into(), |error| error.place())
    }

    fn expected(&self) -> String {
        self.passed_on().map_or_else(|| ratio::EXPECTED.into(), |error| error.expected())
    }
}

impl BatchExperiment {
    /// Sets the parameter of this name to the value of this text. If it fails, nothing changes. `""` removes the
    /// deadline or the jobs.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParameterError> {
        PARAMETERS.set(self, name, text)
    }

    /// The canonical text of the parameter of this name; empty if there is no value, or no such parameter.
    pub fn get(&self, name: &str) -> String {
        PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.text(self))
    }

    /// Solves the problem. Fails if there is no job, a job does not suit the torus, a deadline is missing or has no
    /// effect, times cannot be summed exactly, or the problem exceeds [`Budget::USUAL`]. Never panics. The cost is that
    /// of the problem.
    pub fn answer(&self) -> Result<BatchAnswer, AnswerError> {
        self.answer_within(&Budget::USUAL)
    }

    /// The same with another budget.
    pub fn answer_within(&self, budget: &Budget) -> Result<BatchAnswer, AnswerError> {
        let batch = Batch::new(self.side, self.jobs.clone())?;
        if let Some(conflict) = PARAMETERS.conflicts(self).into_iter().next() {
            return Err(conflict.into());
        }
        match self.problem {
            Problem::Contention => {
                contention::check_size(&batch, budget)?;
                Ok(BatchAnswer::Contention(contention::schedule(&batch)?))
            }
            Problem::LeastDeadline => {
                let least = least_deadline(&batch)?;
                Ok(BatchAnswer::Met(least.bounds, least.schedule))
            }
            Problem::Preemptive => {
                let deadline = self.deadline.ok_or(AnswerError::NoDeadline)?;
                let outcome = preemptive::schedule(&batch, deadline)?;
                let bounds = preemptive::bounds(&batch)?;
                Ok(match outcome {
                    Ok(schedule) => BatchAnswer::Met(bounds, schedule),
                    Err(failure) => BatchAnswer::Missed(bounds, *failure),
                })
            }
        }
    }
}

/// The solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchAnswer {
    /// A schedule with contention.
    Contention(contention::Schedule),
    /// A preemptive schedule that meets the deadline, or the least one.
    Met(Bounds, preemptive::Schedule),
    /// The deadline cannot be met.
    Missed(Bounds, preemptive::InfeasibleDeadline),
}
