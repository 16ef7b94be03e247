//! What the page and the command line propose for a log: nodes of several processors, a machine, strategies that run
//! there, and a range of load. All decisions about that are in this module.
//!
//! The settings of the user stay, and the others are chosen to fit them. Every setting comes with its reason.

mod axis;
mod known;
mod machine;
mod nodes;
#[cfg(test)]
mod tests;

pub use known::KNOWN_LOGS;

use super::machines::{SuitableMachine, suitable};
use crate::experiment::{Experiment, PARAMETERS, RequestHistogram};
use crate::workload::Log;
use machine::Fit;
pub(super) use machine::near_cubes;
pub(super) use nodes::{Nodes, Source};
use serde::Serialize;

/// The proposed parameters, each after those that it depends on.
pub const PROPOSED: [&str; 5] = ["node-size", "machine", "unit", "allocation", "vary"];

/// A parameter, its value, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Setting {
    /// The parameter.
    pub name: String,
    /// Its value; empty to remove an optional parameter.
    pub value: String,
    /// The reason, in a phrase.
    pub reason: String,
}

/// A question that the log does not answer, with the answer that is assumed until the user gives another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NodesQuestion {
    /// The question.
    pub text: String,
    /// The number of nodes that is assumed.
    pub guess: u32,
    /// The reason for that number, in a phrase.
    pub reason: String,
}

/// Settings that put a log on a machine on which the chosen strategies run, over loads at which they differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Proposal {
    /// The settings, in this order, without the parameters that the user has set.
    pub settings: Vec<Setting>,
    /// The question to the user, if the answer matters.
    pub question: Option<NodesQuestion>,
    /// Machines to choose from.
    pub machines: Vec<SuitableMachine>,
}

impl Proposal {
    /// The proposal for an experiment on this log; the user has set the `touched` parameters. `nodes` is the user's
    /// answer to the question for the number of nodes. Empty if the log has no job that can be simulated, or has more
    /// processors than any machine. Linear in the log; each machine that is tried costs an empty machine for every
    /// strategy.
    pub fn new(experiment: &Experiment, log: &Log, touched: &[String], nodes: Option<u32>) -> Proposal {
        let mut experiment = experiment.clone();
        if !experiment.uses_log() {
            experiment.log = Some("log".into());
        }
        // Earlier proposals do not count.
        for name in PROPOSED.into_iter().filter(|name| !touched.iter().any(|touched| touched == name)) {
            let default = PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.default_text());
            experiment.set(name, &default).unwrap_or_default();
        }
        let taken = RequestHistogram::new(log, &experiment.selection);
        if taken.whole.jobs == 0 {
            return Proposal::default();
        }
        Proposer { experiment, log, taken, touched, settings: Vec::new() }.propose(nodes)
    }

    /// The proposed value of a parameter, if any.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|setting| setting.name == name).map(|setting| setting.value.as_str())
    }
}

/// A proposal under construction.
struct Proposer<'a> {
    /// The experiment with the settings proposed so far.
    experiment: Experiment,
    log: &'a Log,
    taken: RequestHistogram,
    touched: &'a [String],
    settings: Vec<Setting>,
}

impl Proposer<'_> {
    fn propose(mut self, answer: Option<u32>) -> Proposal {
        let is_ours = !self.is_touched("machine");
        let has_shapes = self.taken.longest_sides().is_some();
        let scale = self.experiment.transformation.size_scale;
        if !has_shapes && scale == 1 && !self.is_touched("node-size") {
            let (node_size, why) = nodes::node_size(&self.log.header, &self.taken, is_ours);
            self.set("node-size", node_size.to_string(), &why);
        }
        let nodes = Nodes::new(self.log, &self.taken, &self.experiment.transformation, answer);
        let Some(fit) = Fit::best(&self, &nodes) else { return Proposal::default() };
        if is_ours {
            let Fit { machine, unit, .. } = &fit;
            self.set("machine", machine.clone(), &fit.reason);
            self.set("unit", unit.clone(), "it goes with the machine");
        }
        if !self.is_touched("allocation") {
            self.set("allocation", fit.allocation.join(","), &fit.why_strategies());
        }
        if let Some((vary, why)) = self.axis() {
            self.set("vary", vary, &why);
        }
        let machines = suitable(&self.experiment, &self.taken, &nodes);
        let asks = is_ours && nodes.source == Source::Guess;
        let question = asks.then(|| NodesQuestion {
            text: "How many nodes has the machine of this log?".into(),
            guess: nodes.count,
            reason: nodes.reason(),
        });
        Proposal { settings: self.settings, question, machines }
    }

    fn is_touched(&self, name: &str) -> bool {
        self.touched.iter().any(|touched| touched == name)
    }

    /// Proposes a value. A value that the experiment already has stays among the settings, because the page may have
    /// set it before.
    fn set(&mut self, name: &str, value: String, reason: &str) {
        if !self.is_touched(name) && self.experiment.set(name, &value).is_ok() {
            self.settings.push(Setting { name: name.into(), value, reason: reason.into() });
        }
    }
}
