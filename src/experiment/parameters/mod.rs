//! The parameters of an experiment, declared once. Permalinks, the command line's flags and the form all follow from
//! [`PARAMETERS`], so a name means the same everywhere.

mod network;
mod strategies;
mod sweep;
#[cfg(test)]
mod tests;
mod topology;
mod transformation;
mod units;
mod vary;
mod workload;

use super::{Experiment, Model, Varied};
use crate::parameter::{ConflictReason, Parameters};
use crate::workload::transform::Estimates;

/// A parameter of an [`Experiment`].
pub type Parameter = crate::parameter::Parameter<Experiment>;

/// Every parameter, in the order of permalinks.
pub const PARAMETERS: Parameters<Experiment> = Parameters(&[
    workload::PARAMETERS,
    strategies::PARAMETERS,
    units::PARAMETERS,
    topology::PARAMETERS,
    transformation::PARAMETERS,
    network::PARAMETERS,
    sweep::PARAMETERS,
]);

/// The form of a factor.
const COEFFICIENT: &str = "a decimal number greater than 0, at most 1000";

/// Applies with any model.
fn of_a_model(experiment: &Experiment) -> Result<(), ConflictReason> {
    made_by_a_model(experiment, "drop it")
}

/// The same with a remedy.
fn made_by_a_model(experiment: &Experiment, remedy: &'static str) -> Result<(), ConflictReason> {
    ConflictReason::new("belongs to the model, but the jobs come from a log", remedy).unless(!experiment.uses_log())
}

/// Applies only with the stochastic model.
fn of_the_stochastic_model(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_a_model(experiment)?;
    let other = ConflictReason::idle("belongs to the stochastic model", "add model=stochastic, or drop it");
    other.unless(experiment.model == Model::Stochastic)
}

/// Applies with models that draw runtimes from a given distribution.
fn of_drawn_runtimes(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_a_model(experiment)?;
    let remedy = "add model=stochastic or model=tpu-v4, or drop it";
    ConflictReason::idle("belongs to the models stochastic and tpu-v4", remedy)
        .unless(experiment.model != Model::Lublin)
}

/// Applies with a log: it selects jobs.
fn of_a_log(experiment: &Experiment) -> Result<(), ConflictReason> {
    taken_from_a_log(experiment, "drop it")
}

/// The same with a remedy.
fn taken_from_a_log(experiment: &Experiment, remedy: &'static str) -> Result<(), ConflictReason> {
    ConflictReason::idle("selects jobs of a log, but no log is given", remedy).unless(experiment.uses_log())
}

/// Applies if sizes are given as numbers.
fn of_sizes(experiment: &Experiment) -> Result<(), ConflictReason> {
    let problem = match experiment.model {
        Model::TpuV4 => "changes sizes given as numbers, but the jobs of tpu-v4 come with shapes",
        _ => "changes sizes given as numbers, but the stochastic model draws sub-meshes",
    };
    ConflictReason::new(problem, "drop it").unless(experiment.uses_log() || experiment.model == Model::Lublin)
}

/// Applies if jobs have runtimes.
fn of_runtimes(experiment: &Experiment) -> Result<(), ConflictReason> {
    let problem = "is about runtimes, but communication determines how long jobs take";
    ConflictReason::new(problem, "drop it").unless(experiment.communication.computes())
}

/// Applies if jobs communicate.
fn of_the_network(experiment: &Experiment) -> Result<(), ConflictReason> {
    ConflictReason::idle("is about jobs that communicate", "add service=communication, or drop it")
        .unless(experiment.communication.uses_network())
}

/// Applies if estimates are used.
fn of_requests(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_runtimes(experiment)?;
    ConflictReason::idle("is about requested times", "add estimates=requested, or drop it")
        .unless(experiment.transformation.estimates == Estimates::Requested)
}

/// A fixed value has no effect if the quantity is varied.
fn varied_instead(experiment: &Experiment, varied: Varied) -> Vec<ConflictReason> {
    if experiment.get(varied.parameter()).is_none() {
        return Vec::new();
    }
    let sweep = experiment.vary.filter(|sweep| sweep.varied == varied).map(|sweep| format!("vary={sweep}"));
    let facet = experiment.facets().filter(|facet| facet.varied == varied).map(|facet| format!("facet={facet}"));
    let reason = |by: String| {
        let problem = format!("is already varied by {by}, which takes its place");
        ConflictReason::new(problem, "drop one of the two (vary=none for a single value)")
    };
    sweep.or(facet).map(reason).into_iter().collect()
}
