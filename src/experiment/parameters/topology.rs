//! Parameters of the topology of a cluster, and of the segments of jobs on it (docs/semantics.md 11).

use super::{Experiment, Parameter};
use crate::allocation::{Family, catalogue};
use crate::machine::MAX_NODES;
use crate::names::named;
use crate::parameter::reading::{choice, optional, whole};
use crate::parameter::{ConflictReason, Control, Group, ValueError};
use crate::topology::TopologyFile;

named! {
    /// Whether something is done.
    OnOff, "choice" {
        /// It is not.
        Off = "off",
        /// It is.
        On = "on",
    }
}

named! {
    /// How the segments of a job lie.
    Flags, "list of flags" {
        /// As the jobs say.
        None = "none",
        /// In different base blocks.
        Spread = "spread",
        /// In the smallest group.
        Consolidate = "consolidate",
        /// Both.
        Both = "spread+consolidate",
    }
}

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "topology",
        title: "Topology as Slurm describes it",
        help: "The topology of the cluster as Slurm describes it, topology.yaml or topology.conf. The machine has as many nodes, \
               as mesh:1024 does for 1024, and the nodes are numbered in natural order of their names.",
        expected: "the text of such a file",
        example: "RingName=r1 Nodes=n[1-16]",
        control: Control::OWN,
        read: &|experiment, text| {
            let read = |text: &str| TopologyFile::read(text).map_err(|error| ValueError::Part(error.into()));
            optional(text.trim_end(), read).map(|value| experiment.topology = value)
        },
        text: &|experiment| experiment.topology.as_ref().map_or(String::new(), |file| file.text().into()),
        ..Parameter::of(Group::Machine)
    },
    Parameter {
        name: "topology-name",
        title: "Topology of the file",
        help: "The topology of the file with this name. Empty for its default.",
        expected: "a name in the file",
        example: "default",
        control: Control::OWN,
        read: &|experiment, text| {
            experiment.topology_name = Some(text.trim().into()).filter(|name: &String| !name.is_empty());
            Ok(())
        },
        text: &|experiment| experiment.topology_name.clone().unwrap_or_default(),
        applies: &|experiment| {
            ConflictReason::idle("names a topology, but no file is given", "add topology, or drop it")
                .unless(experiment.topology.is_some())
        },
        ..Parameter::of(Group::Machine)
    },
    Parameter {
        name: "segment",
        title: "Nodes of a segment",
        help: "The nodes of a segment: every job is divided into segments of so many nodes, each of which lies together. With \
               16@64, jobs of fewer than 64 nodes have segments of one node. Empty for the segments that a table of jobs has \
               in its column segment.",
        expected: "a whole number of nodes, or two such as 16@64",
        example: "16",
        read: &|experiment, text| {
            let (segment, from) = text.split_once('@').map_or((text, None), |(segment, from)| (segment, Some(from)));
            let number = |text: &str| whole(1, MAX_NODES)(text.trim());
            let from = from.map_or(Ok(0), number)?;
            let segment = if from > 0 { Some(number(segment)?) } else { optional(segment.trim(), number)? };
            let changed = &mut experiment.transformation;
            (changed.grouping.segment, changed.segmented_from) = (segment.unwrap_or(0), from);
            Ok(())
        },
        text: &|experiment| match (experiment.transformation.grouping.segment, experiment.transformation.segmented_from)
        {
            (0, _) => String::new(),
            (segment, 0) => segment.to_string(),
            (segment, from) => format!("{segment}@{from}"),
        },
        applies: &of_topology,
        ..Parameter::of(Group::Jobs)
    },
    Parameter {
        name: "flags",
        title: "How segments lie",
        help: "How the segments of a job lie in base blocks: in different ones (spread), in the smallest group that holds the \
               job (consolidate), or both. With none, the flags that a table of jobs has in its column flags.",
        example: "spread+consolidate",
        control: Control::menu(Flags::NAMES),
        read: &|experiment, text| {
            let flags: Flags = choice(text)?;
            let grouping = &mut experiment.transformation.grouping;
            grouping.spread = matches!(flags, Flags::Spread | Flags::Both);
            grouping.consolidate = matches!(flags, Flags::Consolidate | Flags::Both);
            Ok(())
        },
        text: &|experiment| match experiment.transformation.grouping.flags().as_str() {
            "" => Flags::None.to_string(),
            flags => flags.into(),
        },
        applies: &of_slurm,
        ..Parameter::of(Group::Jobs)
    },
    Parameter {
        name: "round-up",
        title: "Raise sizes to placements",
        help: "Whether jobs and segments of slurm-torus3d get the smallest placement that holds them. Slurm itself refuses sizes \
               that no placement has.",
        example: "on",
        control: Control::menu(OnOff::NAMES),
        read: &|experiment, text| choice(text).map(|value: OnOff| experiment.round_up = value == OnOff::On),
        text: &|experiment| if experiment.round_up { OnOff::On } else { OnOff::Off }.to_string(),
        applies: &of_slurm,
        ..Parameter::of(Group::Machine)
    },
];

/// Applies if one of the strategies places jobs as Slurm does.
fn of_slurm(experiment: &Experiment) -> Result<(), ConflictReason> {
    ConflictReason::idle("is about the strategies of Slurm", "add one, such as slurm-block(18;36), or drop it")
        .unless(experiment.allocation.iter().any(|name| name.starts_with("slurm-")))
}

/// Applies if one of the strategies places jobs by a topology.
fn of_topology(experiment: &Experiment) -> Result<(), ConflictReason> {
    let is_of_cluster = |name: &String| catalogue::entry(name).is_some_and(|entry| entry.family == Family::Cluster);
    if experiment.allocation.iter().any(is_of_cluster) { Ok(()) } else { of_slurm(experiment) }
}
