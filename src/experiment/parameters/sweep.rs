//! Parameters of the sweep, the replications and the plot.

use super::Parameter;
use super::vary::{facets, of_a_sweep, sweeps, wrongly_facetted, wrongly_varied};
use crate::experiment::{Experiment, Scale};
use crate::parameter::reading::{choice, compound, decimal, optional, or_empty, whole};
use crate::parameter::{ConflictReason, Control, Group, Rules};
use crate::time::Decimal;

/// The most replications. Their intervals are then tens of times narrower than the spread of single runs.
const MAX_REPLICATIONS: u32 = 1000;

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "vary",
        title: "Vary",
        help: "What changes from run to run: runtime (coefficient), arrival (factor), load (offered), depth (of backfilling), \
               size-scale, estimate-excess, page-size (of paging); for a model rate, side or jobs; of jobs that communicate \
               messages, packet-length or routing-delay; or none.",
        expected: "what:first..last:step, what:value, or none",
        example: "runtime:0.2..2:0.05",
        group: Group::Sweep,
        control: Control::Line { wide: true, examples: sweeps },
        read: &|experiment, text| {
            let sweep = if text == "none" { None } else { Some(compound(text)?) };
            experiment.vary = sweep;
            Ok(())
        },
        text: &|experiment| experiment.vary.map_or("none".into(), |sweep| sweep.to_string()),
        rules: Rules { conflicts: &wrongly_varied, ..Rules::ALWAYS },
    },
    Parameter {
        name: "facet",
        title: "Split into small charts by",
        help: "What changes from chart to chart, beside what is varied within each: any of what can be varied, at up to 12 \
               values. All charts have the same axes. Empty for one chart.",
        expected: "what:value,value,... or what:first..last:step",
        example: "estimate-excess:0,1,10",
        group: Group::Sweep,
        control: Control::Line { wide: true, examples: facets },
        read: &|experiment, text| {
            let facet = if text == "none" { None } else { optional(text, compound)? };
            experiment.facet = facet;
            Ok(())
        },
        text: &|experiment| or_empty(&experiment.facet),
        rules: Rules { conflicts: &wrongly_facetted, ..Rules::when(&of_a_sweep) },
    },
    Parameter {
        name: "replications",
        title: "Repeat each run",
        help: "The most replications of each run, each with random streams of its own; the mean of all is shown.",
        expected: "a whole number from 1 to 1000",
        example: "30",
        group: Group::Sweep,
        control: Control::LINE,
        read: &|experiment, text| whole(text, 1, MAX_REPLICATIONS).map(|value| experiment.replications = value),
        text: &|experiment| experiment.replications.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "precision",
        title: "Stop repeating at precision",
        help: "Replications end once the 95 % interval of what is plotted upwards is at most this share of its mean to \
               either side: after 10 replications or more, and after 30 or more if all are equal.",
        expected: "a decimal number from 0 (run all replications) to 1",
        example: "0.02",
        group: Group::Sweep,
        control: Control::LINE,
        read: &|experiment, text| {
            decimal(text, Decimal::new(0, 0), Decimal::ONE).map(|value| experiment.precision = value)
        },
        text: &|experiment| experiment.precision.to_string(),
        rules: Rules::when(&of_replications),
    },
    Parameter {
        name: "plot",
        title: "Plot",
        help: "What the chart shows: a metric against another metric or against the coefficient.",
        expected: "y-x",
        example: "slowdown-utilization",
        group: Group::Display,
        control: Control::Own,
        read: &|experiment, text| compound(text).map(|value| experiment.plot = value),
        text: &|experiment| experiment.plot.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "scale",
        title: "Scale of the vertical axis",
        help: "The chart's y axis; auto is logarithmic for slowdowns, waits and response times.",
        expected: "",
        example: "log",
        group: Group::Display,
        control: Control::menu(Scale::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.scale = value),
        text: &|experiment| experiment.scale.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "seed",
        title: "Random seed",
        help: "Seed of every random stream; the same seed gives the same numbers everywhere.",
        expected: "a whole number from 0 to 18446744073709551615",
        example: "1",
        group: Group::Sweep,
        control: Control::LINE,
        read: &|experiment, text| whole(text, 0, u64::MAX).map(|value| experiment.seed = value),
        text: &|experiment| experiment.seed.to_string(),
        rules: Rules::ALWAYS,
    },
];

/// Applies to experiments with replications. In others it has no effect, and is not reported.
fn of_replications(experiment: &Experiment) -> Result<(), ConflictReason> {
    if experiment.replications > 1 {
        return Ok(());
    }
    Err(ConflictReason::harmless("is about replications, but each run takes place once", "raise replications"))
}
