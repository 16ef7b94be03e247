//! The parameter for jobs that are all alike.

use super::{Parameter, of_a_model};
use crate::experiment::{Experiment, Model};
use crate::parameter::reading::{optional, or_empty, value};
use crate::parameter::{ConflictReason, Control, Group, Rules};

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[Parameter {
    name: "slice",
    title: "Shape of every job",
    help: "The shape of every job of the model tpu-v4, in the place of its mix; the jobs then all arrive at once, as where a \
           machine is filled with slices of one kind. Empty for the mix.",
    expected: "extents",
    example: "8x16x16",
    group: Group::Workload,
    control: Control::LINE,
    read: &|experiment, text| optional(text, value).map(|value| experiment.slice = value),
    text: &|experiment| or_empty(&experiment.slice),
    rules: Rules::when(&of_slices),
}];

fn of_slices(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_a_model(experiment)?;
    if experiment.model != Model::TpuV4 {
        return Err(ConflictReason::idle("belongs to the model tpu-v4", "add model=tpu-v4, or drop it"));
    }
    Ok(())
}
