//! Parameters of the sweep, the replications and the plot.

use super::Parameter;
use super::vary::{facets, of_a_sweep, sweeps, wrongly_facetted, wrongly_varied};
use crate::experiment::{Experiment, Scale};
use crate::parameter::reading::{compound, optional, or_empty, up_to, whole};
use crate::parameter::{ConflictReason, Control, Group, field};

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
        control: Control { examples: sweeps, ..Control::WIDE_LINE },
        read: &|experiment, text| {
            experiment.vary = if text == "none" { None } else { Some(compound(text)?) };
            Ok(())
        },
        text: &|experiment| experiment.vary.map_or("none".into(), |sweep| sweep.to_string()),
        conflicts: &wrongly_varied,
        ..Parameter::of(Group::Sweep)
    },
    Parameter {
        name: "facet",
        title: "Split into small charts by",
        help: "What changes from chart to chart, beside what is varied within each: any of what can be varied, at up to 12 \
               values. All charts have the same axes. Empty for one chart.",
        expected: "what:value,value,... or what:first..last:step",
        example: "estimate-excess:0,1,10",
        control: Control { examples: facets, ..Control::WIDE_LINE },
        read: &|experiment, text| {
            experiment.facet = if text == "none" { None } else { optional(text, compound)? };
            Ok(())
        },
        text: &|experiment| or_empty(&experiment.facet),
        applies: &of_a_sweep,
        conflicts: &wrongly_facetted,
        ..Parameter::of(Group::Sweep)
    },
    Parameter {
        name: "replications",
        title: "Repeat each run",
        help: "The most replications of each run, each with random streams of its own; the mean of all is shown.",
        expected: "a whole number from 1 to 1000",
        example: "30",
        ..field!(Group::Sweep, replications, whole(1, MAX_REPLICATIONS))
    },
    Parameter {
        name: "precision",
        title: "Stop repeating at precision",
        help: "Replications end once the 95 % interval of what is plotted upwards is at most this share of its mean to \
               either side: after 10 replications or more, and after 30 or more if all are equal.",
        expected: "a decimal number from 0 (run all replications) to 1",
        example: "0.02",
        applies: &of_replications,
        ..field!(Group::Sweep, precision, up_to(1))
    },
    Parameter {
        name: "plot",
        title: "Plot",
        help: "What the chart shows: a metric against another metric or against the coefficient.",
        expected: "y-x",
        example: "slowdown-utilization",
        control: Control::OWN,
        ..field!(Group::Display, plot, compound)
    },
    Parameter {
        name: "scale",
        title: "Scale of the vertical axis",
        help: "The chart's y axis; auto is logarithmic for slowdowns, waits and response times.",
        example: "log",
        ..field!(Group::Display, menu scale, Scale)
    },
    Parameter {
        name: "seed",
        title: "Random seed",
        help: "Seed of every random stream; the same seed gives the same numbers everywhere.",
        expected: "a whole number from 0 to 18446744073709551615",
        example: "1",
        ..field!(Group::Sweep, seed, whole(0, u64::MAX))
    },
];

/// Applies to experiments with replications. In others it has no effect, and is not reported.
fn of_replications(experiment: &Experiment) -> Result<(), ConflictReason> {
    ConflictReason::harmless("is about replications, but each run takes place once", "raise replications")
        .unless(experiment.replications > 1)
}
