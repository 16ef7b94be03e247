//! Parameters of the shape of jobs, and of their transformation before the simulation.

use super::{COEFFICIENT, Parameter, of_a_model, of_requests, of_runtimes, of_sizes, varied_instead};
use crate::experiment::sweep::MAX_COEFFICIENT;
use crate::experiment::{Experiment, Model, Varied};
use crate::parameter::reading::{factor, up_to, value, whole};
use crate::parameter::{ConflictReason, Group, field};
use crate::workload::transform::{Estimates, Rounding, Shape};

/// The largest factor on sizes: no machine has more nodes.
const MAX_SIZE_SCALE: u32 = crate::machine::MAX_NODES;

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "slice",
        title: "Shape of every job",
        help: "The shape of every job of the model tpu-v4, in the place of its mix; the jobs then all arrive at once, as where a \
               machine is filled with slices of one kind. Empty for the mix.",
        expected: "extents",
        example: "8x16x16",
        applies: &of_slices,
        ..field!(Group::Workload, optional slice, value)
    },
    Parameter {
        name: "size-scale",
        title: "Multiply job sizes by",
        help: "Multiplies the number of processors of every job.",
        expected: "a whole number from 1 to 1048576",
        example: "8",
        applies: &of_sizes,
        conflicts: &|experiment| varied_instead(experiment, Varied::SizeScale),
        ..field!(Group::Workload, transformation.size_scale, whole(1, MAX_SIZE_SCALE))
    },
    Parameter {
        name: "node-size",
        title: "Processors per node",
        help: "Processors of a node: every job gets whole nodes, as many as hold its processors after size-scale. 1 where the \
               log counts nodes.",
        expected: "a whole number from 1 to 1048576",
        example: "4",
        applies: &of_sizes,
        ..field!(Group::Workload, transformation.node_size, whole(1, MAX_SIZE_SCALE))
    },
    Parameter {
        name: "round",
        title: "Round sizes",
        help: "Rounds sizes, after scaling and counting nodes, up to the next power of two (pow2) or not at all.",
        example: "pow2",
        applies: &of_sizes,
        ..field!(Group::Workload, menu transformation.round, Rounding)
    },
    Parameter {
        name: "estimates",
        title: "Run-time estimates",
        help: "What backfilling knows of a job's runtime: the runtime itself, or the time its user requested.",
        example: "requested",
        applies: &of_runtimes,
        ..field!(Group::Workload, menu transformation.estimates, Estimates)
    },
    Parameter {
        name: "estimate-excess",
        title: "Excess of estimates",
        help: "How accurate estimates are, where they are requested times: by how many times the excess of the requested time \
               over the runtime they exceed it. 0 is exact, 1 as requested, 2 twice as far off.",
        expected: "a decimal number from 0 to 1000",
        example: "0.5",
        applies: &of_requests,
        conflicts: &|experiment| varied_instead(experiment, Varied::EstimateExcess),
        ..field!(Group::Jobs, transformation.estimate_excess, up_to(MAX_COEFFICIENT))
    },
    Parameter {
        name: "shape",
        title: "Shapes of jobs",
        help: "How a sub-mesh is chosen for a number of processors: least sum of extents, or least volume.",
        example: "tight",
        applies: &of_sizes,
        ..field!(Group::Jobs, menu transformation.shape, Shape)
    },
    Parameter {
        name: "runtime-coefficient",
        title: "Multiply run times by",
        help: "Multiplies runtimes and estimates; where vary=runtime, its values take this one's place.",
        expected: COEFFICIENT,
        example: "1.2",
        applies: &of_runtimes,
        conflicts: &|experiment| varied_instead(experiment, Varied::Runtime),
        ..field!(Group::Jobs, transformation.runtime_coefficient, factor(MAX_COEFFICIENT))
    },
    Parameter {
        name: "arrival-factor",
        title: "Stretch arrivals by",
        help: "Multiplies arrival times (0.5 doubles the rate); where vary=arrival, its values take this one's place.",
        expected: COEFFICIENT,
        example: "0.8",
        conflicts: &|experiment| {
            let varied = varied_instead(experiment, Varied::Arrival);
            varied.into_iter().chain(replaced_by_load(experiment)).collect()
        },
        ..field!(Group::Jobs, transformation.arrival_factor, factor(MAX_COEFFICIENT))
    },
    Parameter {
        name: "load",
        title: "Offered load",
        help: "Offered load: arrival times are stretched so that the work of the jobs that run, over the span of their arrivals, \
               is this share of each machine (0.8 for 80 %); empty to leave them.",
        expected: COEFFICIENT,
        example: "0.8",
        applies: &of_runtimes,
        conflicts: &|experiment| varied_instead(experiment, Varied::Load),
        ..field!(Group::Jobs, optional transformation.load, factor(MAX_COEFFICIENT))
    },
];

/// Applies with the model that asks for slices.
fn of_slices(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_a_model(experiment)?;
    ConflictReason::idle("belongs to the model tpu-v4", "add model=tpu-v4, or drop it")
        .unless(experiment.model == Model::TpuV4)
}

/// A factor on arrival times has no effect if a load decides them.
fn replaced_by_load(experiment: &Experiment) -> Option<ConflictReason> {
    let varied = experiment.varied() == Varied::Load;
    let stretched = varied || experiment.transformation.load.is_some();
    let problem = "is without effect where arrival times are stretched to a load";
    (stretched && experiment.get("arrival-factor").is_some())
        .then(|| ConflictReason::new(problem, "drop one of the two"))
}
