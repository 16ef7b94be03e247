//! Parameters of the transformation of jobs before the simulation.

use super::{COEFFICIENT, Parameter, of_requests, of_runtimes, of_sizes, varied_instead};
use crate::experiment::sweep::MAX_COEFFICIENT;
use crate::experiment::{Experiment, Varied};
use crate::parameter::reading::{choice, decimal, factor, optional, or_empty, whole};
use crate::parameter::{ConflictReason, Control, Group, Rules};
use crate::time::Decimal;
use crate::workload::transform::{Estimates, Rounding, Shape};

/// The largest factor on sizes: no machine has more nodes.
const MAX_SIZE_SCALE: u32 = crate::machine::MAX_NODES;

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "size-scale",
        title: "Multiply job sizes by",
        help: "Multiplies the number of processors of every job.",
        expected: "a whole number from 1 to 1048576",
        example: "8",
        group: Group::Workload,
        control: Control::LINE,
        read: &|experiment, text| {
            whole(text, 1, MAX_SIZE_SCALE).map(|value| experiment.transformation.size_scale = value)
        },
        text: &|experiment| experiment.transformation.size_scale.to_string(),
        rules: Rules {
            conflicts: &|experiment| varied_instead(experiment, Varied::SizeScale),
            ..Rules::when(&of_sizes)
        },
    },
    Parameter {
        name: "node-size",
        title: "Processors per node",
        help: "Processors of a node: every job gets whole nodes, as many as hold its processors after size-scale. 1 where the \
               log counts nodes.",
        expected: "a whole number from 1 to 1048576",
        example: "4",
        group: Group::Workload,
        control: Control::LINE,
        read: &|experiment, text| {
            whole(text, 1, MAX_SIZE_SCALE).map(|value| experiment.transformation.node_size = value)
        },
        text: &|experiment| experiment.transformation.node_size.to_string(),
        rules: Rules::when(&of_sizes),
    },
    Parameter {
        name: "round",
        title: "Round sizes",
        help: "Rounds sizes, after scaling and counting nodes, up to the next power of two (pow2) or not at all.",
        expected: "",
        example: "pow2",
        group: Group::Workload,
        control: Control::menu(Rounding::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.transformation.round = value),
        text: &|experiment| experiment.transformation.round.to_string(),
        rules: Rules::when(&of_sizes),
    },
    Parameter {
        name: "estimates",
        title: "Run-time estimates",
        help: "What backfilling knows of a job's runtime: the runtime itself, or the time its user requested.",
        expected: "",
        example: "requested",
        group: Group::Workload,
        control: Control::menu(Estimates::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.transformation.estimates = value),
        text: &|experiment| experiment.transformation.estimates.to_string(),
        rules: Rules::when(&of_runtimes),
    },
    Parameter {
        name: "estimate-excess",
        title: "Excess of estimates",
        help: "How accurate estimates are, where they are requested times: by how many times the excess of the requested time \
               over the runtime they exceed it. 0 is exact, 1 as requested, 2 twice as far off.",
        expected: "a decimal number from 0 to 1000",
        example: "0.5",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| {
            decimal(text, Decimal::new(0, 0), Decimal::new(MAX_COEFFICIENT, 0))
                .map(|value| experiment.transformation.estimate_excess = value)
        },
        text: &|experiment| experiment.transformation.estimate_excess.to_string(),
        rules: Rules {
            conflicts: &|experiment| varied_instead(experiment, Varied::EstimateExcess),
            ..Rules::when(&of_requests)
        },
    },
    Parameter {
        name: "shape",
        title: "Shapes of jobs",
        help: "How a sub-mesh is chosen for a number of processors: least sum of extents, or least volume.",
        expected: "",
        example: "tight",
        group: Group::Jobs,
        control: Control::menu(Shape::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.transformation.shape = value),
        text: &|experiment| experiment.transformation.shape.to_string(),
        rules: Rules::when(&of_sizes),
    },
    Parameter {
        name: "runtime-coefficient",
        title: "Multiply run times by",
        help: "Multiplies runtimes and estimates; where vary=runtime, its values take this one's place.",
        expected: COEFFICIENT,
        example: "1.2",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| {
            factor(text, MAX_COEFFICIENT).map(|value| experiment.transformation.runtime_coefficient = value)
        },
        text: &|experiment| experiment.transformation.runtime_coefficient.to_string(),
        rules: Rules {
            conflicts: &|experiment| varied_instead(experiment, Varied::Runtime),
            ..Rules::when(&of_runtimes)
        },
    },
    Parameter {
        name: "arrival-factor",
        title: "Stretch arrivals by",
        help: "Multiplies arrival times (0.5 doubles the rate); where vary=arrival, its values take this one's place.",
        expected: COEFFICIENT,
        example: "0.8",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| {
            factor(text, MAX_COEFFICIENT).map(|value| experiment.transformation.arrival_factor = value)
        },
        text: &|experiment| experiment.transformation.arrival_factor.to_string(),
        rules: Rules {
            conflicts: &|experiment| {
                let varied = varied_instead(experiment, Varied::Arrival);
                varied.into_iter().chain(replaced_by_load(experiment)).collect()
            },
            ..Rules::ALWAYS
        },
    },
    Parameter {
        name: "load",
        title: "Offered load",
        help: "Offered load: arrival times are stretched so that the work of the jobs that run, over the span of their arrivals, \
               is this share of each machine (0.8 for 80 %); empty to leave them.",
        expected: COEFFICIENT,
        example: "0.8",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| {
            optional(text, |text| factor(text, MAX_COEFFICIENT)).map(|value| experiment.transformation.load = value)
        },
        text: &|experiment| or_empty(&experiment.transformation.load),
        rules: Rules { conflicts: &|experiment| varied_instead(experiment, Varied::Load), ..Rules::when(&of_runtimes) },
    },
];

/// A factor on arrival times has no effect if a load decides them.
fn replaced_by_load(experiment: &Experiment) -> Option<ConflictReason> {
    let varied = experiment.varied() == Varied::Load;
    let stretched = varied || experiment.transformation.load.is_some();
    let problem = "is without effect where arrival times are stretched to a load";
    (stretched && experiment.get("arrival-factor").is_some())
        .then(|| ConflictReason::new(problem, "drop one of the two"))
}
