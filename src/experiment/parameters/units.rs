//! Parameters of the units in which machines are handed out (docs/semantics.md 10.1), and of nodes out of service.

use super::{Experiment, Parameter, of_sizes};
use crate::experiment::Varied;
use crate::machine::{KNOWN_MACHINES, KnownMachine, Unit};
use crate::parameter::reading::{compound, optional, or_empty, value};
use crate::parameter::{ConflictReason, Control, Example, Group, field};
use crate::workload::Partitions;

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "unit",
        title: "Smallest block handed out",
        help: "The machine is handed out in whole units, aligned boxes of these extents: a job gets as many as hold its \
               processors. Empty to hand out single nodes.",
        expected: "extents, each a divisor of the machine's",
        example: "4x4x4x4x2",
        control: Control { examples: units, ..Control::LINE },
        read: &|experiment, text| {
            experiment.unit = optional(text.trim(), value::<Unit>)?.filter(|unit| unit.nodes() > 1);
            Ok(())
        },
        text: &|experiment| or_empty(&experiment.unit),
        conflicts: &|experiment| foreign(experiment).into_iter().collect(),
        ..Parameter::of(Group::Machine)
    },
    Parameter {
        name: "partitions",
        title: "Allowed partition sizes",
        help: "The sizes that jobs get: any, or the next larger partition of Mira (512, 1024, 2048, 4096, 8192, 12288, 16384, \
               24576, 32768 or 49152 processors).",
        example: "mira",
        applies: &of_sizes,
        ..field!(Group::Machine, menu partitions, Partitions)
    },
    Parameter {
        name: "down",
        title: "Nodes out of service",
        help: "Nodes out of service for the whole run: boxes base+extents with ; between them, or random(a,h), the machine in boxes of \
               extents h (2x2x1 by default), each in service with probability a. Empty for none.",
        expected: "boxes base+extents, or random(a,h)",
        example: "random(0.99,2x2x2x1x1x1)",
        control: Control { examples: boxes_down, ..Control::WIDE_LINE },
        ..field!(Group::Machine, down, compound)
    },
];

/// A unit is a contradiction if none of the machines is divisible into it. If only some are not, those are excluded.
fn foreign(experiment: &Experiment) -> Option<ConflictReason> {
    let sides_vary =
        experiment.varied() == Varied::Side || experiment.facets().is_some_and(|facet| facet.varied == Varied::Side);
    if experiment.unit.is_none() || sides_vary {
        return None;
    }
    let mut fits = experiment.machines.iter().map(|machine| experiment.portions(machine));
    let first = fits.next()?.err().filter(|_| fits.all(|fits| fits.is_err()))?;
    Some(ConflictReason::new(first.to_string(), "change the unit, or drop it to hand out single nodes"))
}

/// The units of the machines that have units.
fn units() -> Vec<Example> {
    let known = KNOWN_MACHINES.iter().filter(|known| !known.unit.is_empty());
    let example = |known: &KnownMachine| Example::new(known.unit, format!("of {}", known.name));
    known.map(example).collect()
}

fn boxes_down() -> Vec<Example> {
    vec![
        Example::new("random(0.99)", "hosts of 2x2x1 nodes, as in TPU v4, of which 99 % are in service"),
        Example::new("0,0,0+2x2x1;4,4,4+2x2x1", "these two hosts of a machine of three dimensions"),
    ]
}
