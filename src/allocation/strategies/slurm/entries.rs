//! The entries of the catalogue, one for each kind of topology.

use super::inline::Arguments;
use super::{Slurm, Terms};
use crate::allocation::entry::{Entry, Reading, with_defaults};
use crate::allocation::pages::Pages;
use crate::allocation::{ArgumentError, Effort, Family, Requirement};
use crate::machine::Machine;
use crate::topology::{KindName, Topology};

/// What all entries have in common.
const COMMON: Entry = Entry {
    family: Family::Cluster,
    effort: Effort::EachNode,
    source: "Slurm 26.05, topology plugins; semantics 11",
    has_own_units: true,
    instead: "slurm-flat",
    ..Entry::COMMON
};

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "slurm-torus3d",
        title: "Slurm, 3-D torus",
        arguments: "dims/spacing+seed;...",
        examples: &["slurm-torus3d(2x2x1;2x2x2/1x1x1;4x4x4)"],
        summary: "Slurm's topology/torus3d: a job gets a box of a listed placement at one of its anchors, where it spoils \
                  fewest anchors of the next larger placement. Sizes that no placement has are refused.",
        colour: 11,
        read: |arguments| read(KindName::Torus3d, arguments),
        ..COMMON
    },
    Entry {
        name: "slurm-ring",
        title: "Slurm, rings",
        arguments: "length",
        examples: &["slurm-ring(8)"],
        summary: "Slurm's topology/ring: a job gets consecutive positions of the fullest ring that has them. Each ring \
                  holds at most one of its segments.",
        colour: 0,
        read: |arguments| read(KindName::Ring, arguments),
        ..COMMON
    },
    Entry {
        name: "slurm-block",
        title: "Slurm, blocks",
        arguments: "base;sizes",
        examples: &["slurm-block(18;36;72)"],
        summary: "Slurm's topology/block: a job stays in the smallest aligned group of base blocks, such as racks, that \
                  can hold it, and in the fullest of them. Segments of a job may lie in different groups.",
        colour: 1,
        read: |arguments| read(KindName::Block, arguments),
        ..COMMON
    },
    Entry {
        name: "slurm-tree",
        title: "Slurm, tree",
        arguments: "leaf;children;...",
        examples: &["slurm-tree(16;4)", "slurm-tree(16;4;dragonfly)"],
        summary: "Slurm's topology/tree: a job fills the lowest subtree of switches that suffices, its fullest leaves \
                  first. With dragonfly it takes one leaf, or a node of each leaf in turn.",
        colour: 2,
        read: |arguments| read(KindName::Tree, arguments),
        ..COMMON
    },
    Entry {
        name: "slurm-flat",
        title: "Slurm, flat",
        examples: &["slurm-flat"],
        summary: "Slurm without a topology: a job gets the shortest run of consecutive nodes that holds it; while there \
                  is none, the longest.",
        colour: 3,
        read: |arguments| read(KindName::Flat, arguments),
        ..COMMON
    },
];

fn read(kind: KindName, arguments: &[&str]) -> Result<Reading, ArgumentError> {
    let [text] = with_defaults(arguments, [""])?;
    let arguments = Arguments::read(kind, text)?;
    Ok(Reading::on_topology(arguments.text(), move |file, round_up, setting| {
        make(kind, &arguments, file, round_up, setting.machine)
    }))
}

/// The topology of a file counts if the arguments describe none.
fn make(
    kind: KindName,
    arguments: &Arguments,
    file: Option<&Topology>,
    round_up: bool,
    machine: &Machine,
) -> Result<Slurm, Requirement> {
    let terms = Terms { round_up, dragonfly: arguments.dragonfly };
    let Some(topology) = file.filter(|_| !arguments.describe_topology()) else {
        let (topology, nodes) = arguments.topology(machine)?;
        return Ok(Slurm::new(&topology, terms, nodes));
    };
    if topology.kind.name() != kind {
        return Err(Requirement::OtherTopology(topology.kind.name().name()));
    }
    Ok(Slurm::new(topology, terms, Pages::by_index(machine, 1)))
}
