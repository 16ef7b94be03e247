//! Topologies that follow from a few numbers. Their nodes have their numbers as names.

use super::checks::levels;
use super::{Group, Kind, Placement, Problem, Racks, Switch, Topology, Torus};
use std::ops::Range;

impl Topology {
    /// This many nodes without a topology.
    pub fn flat(nodes: u32) -> Topology {
        Topology::regular(nodes, Kind::Flat)
    }

    /// Rings of consecutive nodes, at least 1 each. The last may be shorter.
    pub fn rings(nodes: u32, length: u32) -> Topology {
        Topology::regular(nodes, Kind::Ring(groups(nodes, length)))
    }

    /// Base blocks of consecutive nodes, as many as the first size. The last may be incomplete. Fails if a size is
    /// not the first times a power of two. There is at least one size, and none is 0.
    pub fn blocks(nodes: u32, sizes: &[u32]) -> Result<Topology, Problem> {
        let racks = Racks { base: sizes[0], levels: levels(sizes)?, blocks: groups(nodes, sizes[0]) };
        Ok(Topology::regular(nodes, Kind::Block(racks)))
    }

    /// A tree: leaves of consecutive nodes, as many as the first number; switches above them with as many children as
    /// the next number, and so on; one root above the rest. No number is 0.
    pub fn tree(nodes: u32, widths: &[u32]) -> Topology {
        let mut switches: Vec<Switch> = groups(nodes, widths[0]).into_iter().map(Switch::leaf).collect();
        let mut below = 0..switches.len();
        // A width of 1 would add switches without an end.
        let widths = widths[1..].iter().map(|&width| width as usize).filter(|width| *width > 1);
        for (level, width) in widths.chain([usize::MAX]).enumerate() {
            if below.len() <= 1 {
                break;
            }
            below = add_level(&mut switches, below, width, level as u32 + 1);
        }
        Topology::regular(nodes, Kind::Tree(switches))
    }

    /// A torus with these placements.
    pub fn torus(dims: [u32; 3], placements: Vec<Placement>) -> Topology {
        let nodes = dims.iter().product();
        let cells = (0..nodes).map(Some).collect();
        Topology::regular(nodes, Kind::Torus3d(vec![Torus { name: "torus".into(), dims, cells, placements }]))
    }

    fn regular(nodes: u32, kind: Kind) -> Topology {
        let name = kind.name().to_string();
        Topology { name, nodes: (0..nodes).map(|node| node.to_string()).collect(), kind }
    }
}

/// Consecutive nodes in groups of a length.
fn groups(nodes: u32, length: u32) -> Vec<Group> {
    let starts = (0..nodes).step_by(length as usize).enumerate();
    starts
        .map(|(number, start)| Group { name: number.to_string(), nodes: (start..nodes.min(start + length)).collect() })
        .collect()
}

/// Adds switches above these. Returns the places of the new ones.
fn add_level(switches: &mut Vec<Switch>, below: Range<usize>, width: usize, level: u32) -> Range<usize> {
    let first = switches.len();
    for start in below.clone().step_by(width) {
        let children: Vec<usize> = (start..below.end.min(start.saturating_add(width))).collect();
        children.iter().for_each(|&child| switches[child].parent = Some(switches.len()));
        switches.push(Switch { name: switches.len().to_string(), nodes: Vec::new(), children, parent: None, level });
    }
    first..switches.len()
}
