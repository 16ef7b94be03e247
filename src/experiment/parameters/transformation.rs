//! How jobs are changed before they are simulated.

use super::{COEFFICIENT, Parameter, of_runtimes, of_sizes, varied_instead};
use crate::experiment::Varied;
use crate::experiment::sweep::MAX_COEFFICIENT;
use crate::parameter::reading::{choice, factor, whole};
use crate::parameter::{Control, Group, Rules};
use crate::workload::transform::{Estimates, Rounding, Shape};

/// The largest factor on sizes; a machine has no more nodes.
const MAX_SIZE_SCALE: u32 = crate::machine::MAX_NODES;

/// In the order of links.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "size-scale",
        help: "Multiplies the number of processors of every job.",
        expected: "a whole number from 1 to 1048576",
        example: "8",
        group: Group::Workload,
        control: Control::LINE,
        read: |experiment, text| {
            whole(text, 1, MAX_SIZE_SCALE).map(|value| experiment.transformation.size_scale = value)
        },
        text: |experiment| experiment.transformation.size_scale.to_string(),
        rules: Rules::when(of_sizes),
    },
    Parameter {
        name: "round",
        help: "Rounds sizes, after scaling, up to the next power of two (pow2) or not at all.",
        expected: "",
        example: "pow2",
        group: Group::Workload,
        control: Control::menu(Rounding::NAMES),
        read: |experiment, text| choice(text).map(|value| experiment.transformation.round = value),
        text: |experiment| experiment.transformation.round.to_string(),
        rules: Rules::when(of_sizes),
    },
    Parameter {
        name: "estimates",
        help: "What backfilling knows of a job's runtime: the runtime itself, or the time its user requested.",
        expected: "",
        example: "requested",
        group: Group::Workload,
        control: Control::menu(Estimates::NAMES),
        read: |experiment, text| choice(text).map(|value| experiment.transformation.estimates = value),
        text: |experiment| experiment.transformation.estimates.to_string(),
        rules: Rules::when(of_runtimes),
    },
    Parameter {
        name: "shape",
        help: "How a sub-mesh is chosen for a number of processors: least sum of extents, or least volume.",
        expected: "",
        example: "tight",
        group: Group::Jobs,
        control: Control::menu(Shape::NAMES),
        read: |experiment, text| choice(text).map(|value| experiment.transformation.shape = value),
        text: |experiment| experiment.transformation.shape.to_string(),
        rules: Rules::when(of_sizes),
    },
    Parameter {
        name: "runtime-coefficient",
        help: "Multiplies runtimes and estimates; where vary=runtime, its values take this one's place.",
        expected: COEFFICIENT,
        example: "1.2",
        group: Group::Jobs,
        control: Control::LINE,
        read: |experiment, text| {
            factor(text, MAX_COEFFICIENT).map(|value| experiment.transformation.runtime_coefficient = value)
        },
        text: |experiment| experiment.transformation.runtime_coefficient.to_string(),
        rules: Rules {
            conflicts: |experiment| varied_instead(experiment, Varied::Runtime),
            ..Rules::when(of_runtimes)
        },
    },
    Parameter {
        name: "arrival-factor",
        help: "Multiplies arrival times (0.5 doubles the rate); where vary=arrival, its values take this one's place.",
        expected: COEFFICIENT,
        example: "0.8",
        group: Group::Jobs,
        control: Control::LINE,
        read: |experiment, text| {
            factor(text, MAX_COEFFICIENT).map(|value| experiment.transformation.arrival_factor = value)
        },
        text: |experiment| experiment.transformation.arrival_factor.to_string(),
        rules: Rules { conflicts: |experiment| varied_instead(experiment, Varied::Arrival), ..Rules::ALWAYS },
    },
];
