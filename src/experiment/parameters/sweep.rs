//! What changes from run to run, how often each is run, and what is shown of it.

use super::Parameter;
use crate::experiment::{Experiment, Scale, Varied};
use crate::parameter::reading::{choice, compound, decimal, whole};
use crate::parameter::{Control, Example, Group, Reason, Rules};
use crate::time::Decimal;
use std::num::NonZeroU32;

/// The most replications: their intervals are then tens of times narrower than the spread of single runs.
const MAX_REPLICATIONS: u32 = 1000;

/// In the order of links.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "vary",
        help: "What changes from run to run: runtime (coefficient), arrival (factor), depth (of backfilling) or, for a model, rate or side; or none.",
        expected: "what:first..last:step, what:value, or none",
        example: "runtime:0.2..2:0.05",
        group: Group::Sweep,
        control: Control::Line { wide: true, examples: sweeps },
        read: |experiment, text| {
            let sweep = if text == "none" { None } else { Some(compound(text)?) };
            experiment.vary = sweep;
            Ok(())
        },
        text: |experiment| experiment.vary.map_or("none".into(), |sweep| sweep.to_string()),
        rules: Rules { conflicts: wrongly_varied, ..Rules::ALWAYS },
    },
    Parameter {
        name: "replications",
        help: "The most replications of each run, each with random streams of its own; the mean of all is shown.",
        expected: "a whole number from 1 to 1000",
        example: "30",
        group: Group::Sweep,
        control: Control::LINE,
        read: |experiment, text| whole(text, 1, MAX_REPLICATIONS).map(|value| experiment.replications = value),
        text: |experiment| experiment.replications.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "precision",
        help: "Replications end once the 95 % interval of what is plotted upwards is at most this share of its mean to \
               either side.",
        expected: "a decimal number from 0 (run all replications) to 1",
        example: "0.02",
        group: Group::Sweep,
        control: Control::LINE,
        read: |experiment, text| {
            decimal(text, Decimal::new(0, 0), Decimal::ONE).map(|value| experiment.precision = value)
        },
        text: |experiment| experiment.precision.to_string(),
        rules: Rules::when(of_replications),
    },
    Parameter {
        name: "plot",
        help: "What the chart shows: a metric against another metric or against the coefficient.",
        expected: "y-x",
        example: "slowdown-utilization",
        group: Group::Display,
        control: Control::Own,
        read: |experiment, text| compound(text).map(|value| experiment.plot = value),
        text: |experiment| experiment.plot.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "scale",
        help: "The chart's y axis; auto is logarithmic for slowdowns, waits and response times.",
        expected: "",
        example: "log",
        group: Group::Display,
        control: Control::menu(Scale::NAMES),
        read: |experiment, text| choice(text).map(|value| experiment.scale = value),
        text: |experiment| experiment.scale.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "seed",
        help: "Seed of every random stream; the same seed gives the same numbers everywhere.",
        expected: "a whole number from 0 to 18446744073709551615",
        example: "1",
        group: Group::Sweep,
        control: Control::LINE,
        read: |experiment, text| whole(text, 0, u64::MAX).map(|value| experiment.seed = value),
        text: |experiment| experiment.seed.to_string(),
        rules: Rules::ALWAYS,
    },
];

/// Examples of what is varied.
fn sweeps() -> Vec<Example> {
    let examples = [
        ("runtime:0.2..2:0.05", "runtimes from a fifth to twice the log's, as in Mao 2005"),
        ("arrival:0.5..2:0.1", "arrival times, from twice the load to half of it"),
        ("rate:0.25..2:0.25", "the model's arrival rate"),
        ("side:8..12:2", "machines of these sides, with a model"),
        ("depth:1..100:1", "how many jobs behind the head are tried, with skip or easy"),
        ("none", "one run per pair of strategies"),
    ];
    examples.map(|(value, meaning)| Example { value, meaning: meaning.into() }).to_vec()
}

/// What speaks against varying what is varied.
fn wrongly_varied(experiment: &Experiment) -> Vec<Reason> {
    let varied = experiment.vary.map(|sweep| sweep.varied);
    let mut found = Vec::new();
    if !experiment.communication.computes() && varied == Some(Varied::Runtime) {
        let remedy = if experiment.uses_log() { "vary arrival" } else { "vary rate" };
        let problem = "runtimes change nothing where communication determines how long jobs take";
        found.push(Reason::new(problem, remedy));
    }
    if experiment.machines.len() > 1 && varied == Some(Varied::Side) {
        let problem = "every one of the machines would get the same sides";
        found.push(Reason::new(problem, "keep one machine, or vary something else"));
    }
    if experiment.uses_log() && varied == Some(Varied::Side) {
        let problem = "sides of the machine are varied with a model, which makes jobs for each; a log's jobs stay";
        found.push(Reason::new(problem, "vary runtime or arrival"));
    }
    if experiment.uses_log() && varied == Some(Varied::Rate) {
        let remedy = "vary arrival instead (its factor stretches the log's arrival times: 0.5 doubles the rate)";
        found.push(Reason::new("only a model has an arrival rate", remedy));
    }
    found.extend(experiment.vary.filter(|sweep| sweep.varied == Varied::Depth).and_then(|_| wrong_depths(experiment)));
    found
}

/// What speaks against varying the depth of these policies: none takes one (where only some do not, those are excluded), or
/// one has its own, which would be replaced.
fn wrong_depths(experiment: &Experiment) -> Option<Reason> {
    let policies = &experiment.scheduling;
    let without = policies.iter().map(|policy| policy.with_depth(NonZeroU32::MIN).err()).collect::<Option<Vec<_>>>();
    let remedy = "compare policies with skip or easy, or vary something else";
    let without =
        without.and_then(|errors| errors.into_iter().next()).map(|error| Reason::new(error.to_string(), remedy));
    let with = || policies.iter().find(|policy| policy.depth().is_some());
    without.or_else(|| {
        with().map(|policy| {
            let problem = format!("{policy} has a depth already, whose place the values take");
            Reason::new(problem, "leave the depth out of scheduling, or vary something else")
        })
    })
}

/// A parameter of experiments that are repeated. At any other time it waits for that, and disturbs nobody.
fn of_replications(experiment: &Experiment) -> Result<(), Reason> {
    if experiment.replications > 1 {
        return Ok(());
    }
    Err(Reason::harmless("is about replications, but each run takes place once", "raise replications"))
}
