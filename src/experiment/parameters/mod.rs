//! The parameters of an experiment, declared once. Links, the command line's flags and the interface all follow from
//! [`PARAMETERS`], so that a name means the same everywhere.

mod display;
mod down;
mod network;
mod slice;
mod strategies;
mod sweep;
#[cfg(test)]
mod tests;
mod transformation;
mod units;
mod vary;
mod workload;

use super::{Experiment, Model, Varied};
use crate::parameter::{ConflictReason, Parameters};
use crate::workload::transform::Estimates;

/// A parameter of an [`Experiment`].
pub type Parameter = crate::parameter::Parameter<Experiment>;

/// Every parameter, in the order of links.
pub const PARAMETERS: Parameters<Experiment> = Parameters(&[
    workload::PARAMETERS,
    strategies::PARAMETERS,
    units::PARAMETERS,
    down::PARAMETERS,
    slice::PARAMETERS,
    transformation::PARAMETERS,
    network::PARAMETERS,
    sweep::PARAMETERS,
    display::PARAMETERS,
]);

/// What a factor looks like.
const COEFFICIENT: &str = "a decimal number greater than 0, at most 1000";

/// A parameter of any model.
fn of_a_model(experiment: &Experiment) -> Result<(), ConflictReason> {
    made_by_a_model(experiment, "drop it")
}

/// The same with something to do instead.
fn made_by_a_model(experiment: &Experiment, remedy: &'static str) -> Result<(), ConflictReason> {
    if experiment.uses_log() {
        return Err(ConflictReason::new("belongs to the model, but the jobs come from a log", remedy));
    }
    Ok(())
}

/// A parameter of the stochastic model alone.
fn of_the_stochastic_model(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_a_model(experiment)?;
    if experiment.model != Model::Stochastic {
        return Err(ConflictReason::idle("belongs to the stochastic model", "add model=stochastic, or drop it"));
    }
    Ok(())
}

/// A parameter of models that draw runtimes from a given distribution.
fn of_drawn_runtimes(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_a_model(experiment)?;
    if experiment.model == Model::Lublin {
        let remedy = "add model=stochastic or model=tpu-v4, or drop it";
        return Err(ConflictReason::idle("belongs to the models stochastic and tpu-v4", remedy));
    }
    Ok(())
}

/// A parameter that says which jobs of a log take part.
fn of_a_log(experiment: &Experiment) -> Result<(), ConflictReason> {
    taken_from_a_log(experiment, "drop it")
}

/// The same with something to do instead.
fn taken_from_a_log(experiment: &Experiment, remedy: &'static str) -> Result<(), ConflictReason> {
    if !experiment.uses_log() {
        return Err(ConflictReason::idle("selects jobs of a log, but no log is given", remedy));
    }
    Ok(())
}

/// A parameter of sizes given as numbers.
fn of_sizes(experiment: &Experiment) -> Result<(), ConflictReason> {
    if !experiment.uses_log() && experiment.model != Model::Lublin {
        let problem = match experiment.model {
            Model::TpuV4 => "changes sizes given as numbers, but the jobs of tpu-v4 come with shapes",
            _ => "changes sizes given as numbers, but the stochastic model draws sub-meshes",
        };
        return Err(ConflictReason::new(problem, "drop it"));
    }
    Ok(())
}

/// A parameter of runtimes.
fn of_runtimes(experiment: &Experiment) -> Result<(), ConflictReason> {
    if !experiment.communication.computes() {
        let problem = "is about runtimes, but communication determines how long jobs take";
        return Err(ConflictReason::new(problem, "drop it"));
    }
    Ok(())
}

/// A parameter of jobs that communicate.
fn of_the_network(experiment: &Experiment) -> Result<(), ConflictReason> {
    if !experiment.communication.uses_network() {
        return Err(ConflictReason::idle("is about jobs that communicate", "add service=communication, or drop it"));
    }
    Ok(())
}

/// A parameter of estimates.
fn of_requests(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_runtimes(experiment)?;
    if experiment.transformation.estimates != Estimates::Requested {
        return Err(ConflictReason::idle("is about requested times", "add estimates=requested, or drop it"));
    }
    Ok(())
}

/// What contradicts a fixed value: that it is varied.
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
