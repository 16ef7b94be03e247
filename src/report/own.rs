//! What is said of strategies of somebody's own: which there are, and what a trial of one shows.

use crate::allocation::own::{EngineMaker, OwnName};
use crate::diagnostic::{Complaint, Diagnostic};
use crate::experiment::{Experiment, Plan};
use crate::figure::{self, Unit};
use crate::simulation::metrics::ALLOCATION_OVERHEAD;
use crate::simulation::overhead::Clock;
use serde::Serialize;

/// A strategy of somebody's own in an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OwnStrategy {
    /// Its full name.
    pub name: String,
    /// What its author calls it.
    pub title: String,
    /// The digest of its code.
    pub digest: String,
    /// Its code; empty where that is not here.
    pub code: String,
    /// Whether the link has its code.
    pub in_link: bool,
}

/// The strategies of somebody's own in an experiment.
pub fn strategies(experiment: &Experiment) -> Vec<OwnStrategy> {
    let carried = experiment.codes.in_link();
    let strategy = |own: OwnName| {
        let code = experiment.codes.find(&own.digest).unwrap_or_default();
        let in_link = !code.is_empty() && carried.contains(code);
        OwnStrategy { name: own.to_string(), title: own.title, digest: own.digest, code: code.into(), in_link }
    };
    experiment.own_strategies().map(strategy).collect()
}

/// What a trial is run on.
const MACHINES: [&str; 3] = ["mesh:8x8", "torus:4x4x4", "mesh:32"];
const JOBS: &str = "80";

/// What a trial of a strategy of somebody's own has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Trial {
    /// What is wrong with it; nothing where nothing is.
    pub complaint: Option<Complaint>,
    /// What there is to say, a sentence each.
    pub lines: Vec<String>,
}

impl Trial {
    /// Runs a strategy of this name beside first fit, on a few small machines and under three policies, and measures what
    /// both take.
    pub fn new(name: &str, engine: EngineMaker, clock: &dyn Clock) -> Trial {
        let (mut own, mut first_fit) = (Vec::new(), Vec::new());
        for machine in MACHINES {
            match trial_on(machine, name, engine, clock) {
                Ok((one, other)) => {
                    own.push(one);
                    first_fit.push(other);
                }
                Err(problem) => return Trial { complaint: Some(problem.into()), lines: Vec::new() },
            }
        }
        let reading = |milliseconds: f64| figure::reading(milliseconds, &Unit::None);
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64 / 1e6;
        let lines = vec![
            format!("Every answer keeps to the rules, for {JOBS} jobs on each of {}.", MACHINES.join(", ")),
            format!(
                "It takes {} ms for each job that it places there; first fit as it is built in takes {} ms.",
                reading(mean(&own)),
                reading(mean(&first_fit))
            ),
        ];
        Trial { complaint: None, lines }
    }
}

/// The time that the code and first fit take per job on a machine, in nanoseconds.
fn trial_on(machine: &str, name: &str, engine: EngineMaker, clock: &dyn Clock) -> Result<(f64, f64), Diagnostic> {
    let mut experiment = Experiment::default();
    let allocation = format!("{name},ff");
    let settings = [
        ("machine", machine),
        ("allocation", &allocation),
        ("scheduling", "fcfs,easy,conservative"),
        ("jobs", JOBS),
        ("rate", "8"),
        ("vary", "none"),
        ("plot", "allocation_overhead-load"),
    ];
    for (parameter, value) in settings {
        experiment.set(parameter, value).map_err(|error| Diagnostic::of(&error))?;
    }
    experiment.codes.engine = Some(engine);
    let plan = Plan::new(&experiment, &experiment.generate()).map_err(|error| Diagnostic::of(&error))?;
    if let Some(excluded) = plan.excluded.first() {
        return Err(Diagnostic::new("", format!("on {machine}: {}", excluded.reason)));
    }
    let time = |cell: usize| {
        let failed = |failure| Diagnostic::at(format!("on {machine}"), &failure);
        plan.run(cell, Some(clock)).map(|result| result.metrics.get(&ALLOCATION_OVERHEAD)).map_err(failed)
    };
    let policies = experiment.scheduling.len();
    for policy in 1..policies {
        plan.run(policy, None).map_err(|failure| Diagnostic::at(format!("on {machine}"), &failure))?;
    }
    Ok((time(0)?, time(policies)?))
}
