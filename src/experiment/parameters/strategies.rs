//! Parameters of the machines, the allocation strategies and the scheduling policies.

use super::{Experiment, Parameter};
use crate::allocation::catalogue;
use crate::diagnostic::shortened;
use crate::machine::{self, Machine, MachineError};
use crate::parameter::reading::{joined, list};
use crate::parameter::{ConflictReason, Control, Example, Group, ValueError};
use crate::scheduling::Scheduling;
use std::str::FromStr;

/// Machines with commas between them. `4,4` may be meant as one, so the error names it.
fn read_machines(text: &str) -> Result<Vec<Machine>, ValueError> {
    let names: Vec<&str> = text.split(',').collect();
    list(names.clone(), Machine::from_str).map_err(|error| {
        let lines = names.iter().map(|name| name.parse().ok()).collect::<Option<Vec<Machine>>>();
        let mesh = lines.and_then(|lines| Machine::mesh_of_lines(&lines));
        let commas = |mesh| MachineError::Commas { text: shortened(text), mesh: Box::new(mesh) };
        match mesh.filter(|_| matches!(error, ValueError::Twice(_))) {
            Some(mesh) => ValueError::Whole(commas(mesh).into()),
            None => error,
        }
    })
}

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "machine",
        title: "Machine",
        help: "Extents of the machine: all dimensions rings (torus), all lines (mesh, or extents alone), or an r after each \
               ring (mixed). Several machines, separated by commas, are compared.",
        expected: "torus, mesh or mixed with extents",
        example: "torus:2x2x2x4x4x8",
        control: Control::lines(machines),
        read: &|experiment, text| read_machines(text).map(|value| experiment.machines = value),
        text: &|experiment| joined(&experiment.machines),
        ..Parameter::of(Group::Machine)
    },
    Parameter {
        name: "allocation",
        title: "Placement",
        help: "Allocation strategies to compare, separated by commas.",
        expected: "a list of names",
        example: "ep,nep,flat",
        control: Control::NAMES,
        read: &|experiment, text| {
            list(catalogue::split_list(text), |name| catalogue::find(name).map(|choice| choice.name)).map(|value| {
                experiment.allocation = value;
                experiment.codes.retain(&experiment.own_names());
            })
        },
        text: &|experiment| experiment.allocation.join(","),
        ..Parameter::of(Group::Strategies)
    },
    Parameter {
        name: "code",
        title: "Own code",
        help: "The JavaScript code of own strategies and queue orders, own(title,digest). Only the page runs it, and only after you \
               have read it and agreed.",
        expected: "a function allocate(machine, request), or key(job, now, queue)",
        example: "function allocate(machine, request) { return null; }",
        control: Control::OWN,
        read: &|experiment, text| {
            experiment.codes.replace(text);
            Ok(())
        },
        text: &|experiment| experiment.codes.in_link(),
        applies: &of_own_strategies,
        ..Parameter::of(Group::Strategies)
    },
    Parameter {
        name: "scheduling",
        title: "Order",
        help: "Scheduling policies to compare, separated by commas; easy(20) tries only the first 20 jobs behind the head; \
               own(title,digest)/easy has an order of your own.",
        expected: "a list of short names, or order/head",
        example: "fcfs,easy,sjf/skip(20)",
        control: Control::NAMES,
        read: &|experiment, text| {
            list(catalogue::split_list(text), Scheduling::from_str).map(|value| {
                let had_own = !experiment.own_orders().is_empty();
                experiment.scheduling = value;
                // A link has codes before it has orders.
                if had_own {
                    experiment.codes.retain(&experiment.own_names());
                }
            })
        },
        text: &|experiment| joined(&experiment.scheduling),
        ..Parameter::of(Group::Strategies)
    },
];

/// Applies if the strategies of these codes are compared.
fn of_own_strategies(experiment: &Experiment) -> Result<(), ConflictReason> {
    let Some(name) = experiment.codes.idle(&experiment.own_names()) else { return Ok(()) };
    let problem = format!("has the code of {name}, which is not among the strategies and orders");
    Err(ConflictReason::idle(problem, "add it to allocation or scheduling, or drop the code"))
}

/// The machines of the literature.
fn machines() -> Vec<Example> {
    let example = |known: &machine::KnownMachine| {
        let unit = (!known.unit.is_empty()).then_some(("unit", known.unit));
        Example { with: unit.into_iter().collect(), ..Example::new(known.machine, known.meaning()) }
    };
    machine::KNOWN_MACHINES.iter().map(example).collect()
}
