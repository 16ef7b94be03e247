//! Parameters of the units in which machines are handed out (docs/semantics.md 10.1).

use super::{Experiment, Parameter, of_sizes};
use crate::experiment::Varied;
use crate::machine::{KNOWN_MACHINES, KnownMachine, Unit};
use crate::parameter::reading::{choice, optional, or_empty, value};
use crate::parameter::{ConflictReason, Control, Example, Group, Rules};
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
        group: Group::Machine,
        control: Control::Line { wide: false, examples: units },
        read: &|experiment, text| {
            let unit = optional(text.trim(), value::<Unit>)?;
            experiment.unit = unit.filter(|unit| unit.nodes() > 1);
            Ok(())
        },
        text: &|experiment| or_empty(&experiment.unit),
        rules: Rules { conflicts: &|experiment| foreign(experiment).into_iter().collect(), ..Rules::ALWAYS },
    },
    Parameter {
        name: "partitions",
        title: "Allowed partition sizes",
        help: "The sizes that jobs get: any, or the next larger partition of Mira (512, 1024, 2048, 4096, 8192, 12288, 16384, \
               24576, 32768 or 49152 processors).",
        expected: "",
        example: "mira",
        group: Group::Machine,
        control: Control::menu(Partitions::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.partitions = value),
        text: &|experiment| experiment.partitions.to_string(),
        rules: Rules::when(&of_sizes),
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
