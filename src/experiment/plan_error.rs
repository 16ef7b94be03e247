//! Why an experiment cannot run.

use super::DownError;
use super::given_shapes::ShapesError;
use super::own::OwnKind;
use crate::allocation::own::{ViolationReport, shown};
use crate::allocation::{NameError, Unsuitable};
use crate::budget::OverBudget;
use crate::diagnostic::{Diagnostic, Explain, alternatives};
use crate::machine::{MachineError, UnitError};
use crate::network::NetworkError;
use crate::scheduling::{PolicyError, PolicyViolation};
use crate::simulation::RunFailure;
use crate::time::Decimal;
use crate::topology::TopologyError;

/// Why an experiment, or a part of it, cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Every part of it is excluded, each for its own reason.
    #[error("nothing of this can run: {}", .reasons.join("; "))]
    NothingLeft {
        /// The parameter of the first reason.
        place: String,
        /// The excluded parts, each with its reason.
        reasons: Vec<String>,
    },
    /// The selection leaves no job.
    #[error("no job is left to simulate")]
    NoJob {
        /// Whether the jobs come from a log.
        uses_log: bool,
    },
    /// No job fits on a machine.
    #[error("every one of the {jobs} jobs is larger than what {strategies} can place on {machine}")]
    TooLarge {
        /// The number of jobs.
        jobs: usize,
        /// The strategies, each of which must be able to place a job.
        strategies: String,
        /// The machine.
        machine: String,
        /// The parameters, other than these, for which jobs do not fit.
        parameters: Vec<&'static str>,
    },
    /// Times would exceed the clock.
    #[error("times are too long for the clock, which ends after 146 000 years")]
    Clock {
        /// Whether the jobs come from a log.
        uses_log: bool,
    },
    /// It exceeds the budget.
    #[error("{0}")]
    OverBudget(#[from] OverBudget),
    /// The strategy is not in the catalogue.
    #[error("{0}")]
    NoStrategy(NameError),
    /// A strategy does not suit one of the machines.
    #[error("{0}")]
    Unsuitable(Unsuitable),
    /// Own code is missing, or must not run.
    #[error("{} is an own {}, and {}", shown(name), kind, if *is_known { "no user has agreed to run its code" } else { "its code is not here" })]
    NotRun {
        /// Its full name.
        name: String,
        /// What it decides.
        kind: OwnKind,
        /// Whether the code is here.
        is_known: bool,
    },
    /// An own strategy breaks a rule during the survey.
    #[error("{0}")]
    ContractViolation(Box<ViolationReport>),
    /// An own queue order breaks a rule during the survey.
    #[error("{0}")]
    OwnOrder(Box<PolicyViolation>),
    /// Jobs communicate, but a strategy does not place them on nodes.
    #[error("{0} only counts processors, so that its jobs have no nodes to send messages from")]
    OnlyCounts(String),
    /// Jobs have given shapes that the experiment would change.
    #[error("{0}")]
    Shapes(ShapesError),
    /// The machine's network cannot be simulated.
    #[error("{0}")]
    Network(NetworkError),
    /// A machine is not divisible into whole units.
    #[error("{0}")]
    Unit(UnitError),
    /// A strategy has its own cubes, but the machine is handed out in units.
    #[error("{0} hands the machine out in parts of its own, which cannot be units of another kind")]
    OwnUnits(String),
    /// The page size is varied, but a strategy has no pages.
    #[error("{0} has no pages, so that their size changes nothing")]
    NoPages(String),
    /// Nodes cannot be out of service here.
    #[error("{0}")]
    Down(DownError),
    /// The file has no topology of the given name.
    #[error("{0}")]
    Topology(TopologyError),
    /// No stretching of arrival times gives this load.
    #[error("the jobs offer no load that arrival times could change: they all arrive at once, or take no time")]
    NoLoad,
    /// A policy takes no depth, but the depth is varied.
    #[error("{0}")]
    Policy(PolicyError),
    /// No machine has this side.
    #[error("side {value}: {cause}")]
    Side {
        /// The side.
        value: Decimal,
        /// The reason.
        cause: MachineError,
    },
}

impl Explain for PlanError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            PlanError::OverBudget(cause) => Some(cause),
            PlanError::NoStrategy(cause) => Some(cause),
            PlanError::Unsuitable(cause) => Some(cause),
            PlanError::ContractViolation(cause) => Some(&**cause),
            PlanError::OwnOrder(cause) => Some(&**cause),
            PlanError::Shapes(cause) => Some(cause),
            PlanError::Network(cause) => Some(cause),
            PlanError::Unit(cause) => Some(cause),
            PlanError::Down(cause) => Some(cause),
            PlanError::Topology(cause) => Some(cause),
            PlanError::Side { cause, .. } => Some(cause),
            _ => None,
        }
    }

    fn place(&self) -> String {
        let place = match self {
            PlanError::NoJob { uses_log: true } | PlanError::Clock { uses_log: true } => "log",
            PlanError::NoJob { uses_log: false } | PlanError::Clock { uses_log: false } => "jobs",
            PlanError::TooLarge { .. } | PlanError::Network(_) => "machine",
            PlanError::NotRun { kind: OwnKind::Order, .. } | PlanError::OwnOrder(_) | PlanError::Policy(_) => {
                "scheduling"
            }
            PlanError::NoStrategy(_) | PlanError::Unsuitable(_) | PlanError::OnlyCounts(_) => "allocation",
            PlanError::NoPages(_) | PlanError::OwnUnits(_) | PlanError::Down(DownError::Refused(_)) => "allocation",
            PlanError::NotRun { .. } | PlanError::ContractViolation(_) => "allocation",
            PlanError::Unit(_) => "unit",
            PlanError::Side { .. } => "vary",
            PlanError::NoLoad => "load",
            PlanError::Topology(_) => "topology-name",
            PlanError::Down(_) => "down",
            PlanError::NothingLeft { place, .. } => place,
            PlanError::OverBudget(cause) => return cause.place(),
            PlanError::Shapes(cause) => return cause.place(),
        };
        place.into()
    }

    fn remedy(&self) -> String {
        let remedy = match self {
            PlanError::NoJob { .. } => "use another log, or widen partition, queue, status or window",
            PlanError::TooLarge { parameters, .. } if !parameters.is_empty() => {
                return format!("take a larger machine, or change {}", alternatives(parameters));
            }
            PlanError::TooLarge { .. } => {
                "take a larger machine, or other strategies; code of a strategy has to place jobs on a free machine"
            }
            PlanError::Clock { .. } => "take smaller coefficients, or correct the log's submit times and runtimes",
            PlanError::NotRun { is_known: true, .. } => {
                "read the code on the page and agree to run it there; no other program runs it"
            }
            PlanError::NotRun { is_known: false, .. } => {
                "open the page where the code was written (its shelf has the code), or ask its author for the code"
            }
            PlanError::OnlyCounts(_) => "drop it, or take service=runtime",
            PlanError::OwnUnits(_) => "drop it, or the unit",
            PlanError::NoPages(_) => "drop it, or vary something else",
            PlanError::NoLoad => "vary runtime or arrival, or leave the load as it is",
            PlanError::Policy(cause) => return cause.remedy(),
            _ => return self.passed_on().map_or_else(String::new, |cause| cause.remedy()),
        };
        remedy.into()
    }
}

/// The reason why a cell cannot run.
impl From<PlanError> for RunFailure {
    fn from(cause: PlanError) -> RunFailure {
        RunFailure::Excluded(Diagnostic::of(&cause).to_string())
    }
}
