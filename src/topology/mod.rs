//! Topologies of clusters as Slurm describes them: which nodes share a rack, a switch, a ring or a torus
//! (docs/semantics.md 11.1). `topology.yaml` and `topology.conf` become plain data.

mod checks;
mod conf;
mod error;
mod fields;
pub mod hostlist;
mod natural;
mod reader;
mod regular;
mod yaml;

pub use error::{Problem, TopologyError};
pub use natural::natural_order;
pub use reader::TopologyFile;

use crate::machine::{Block, Coordinates, Machine};
use crate::names::named;
use std::fmt;

named! {
    /// The kind of a topology.
    KindName, "kind of topology" {
        /// Boxes of tori.
        Torus3d = "torus3d",
        /// Runs of rings.
        Ring = "ring",
        /// Aligned groups of base blocks.
        Block = "block",
        /// Subtrees of a tree of switches.
        Tree = "tree",
        /// Runs of node numbers.
        Flat = "flat",
    }
}

/// A topology. Its nodes have the numbers 0 to N - 1 in natural order of their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Its name in the file.
    pub name: String,
    /// The names of the nodes, by their numbers.
    pub nodes: Vec<String>,
    /// What connects them.
    pub kind: Kind,
}

/// What connects the nodes of a topology. Nodes are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tori of three dimensions, in file order.
    Torus3d(Vec<Torus>),
    /// Rings, in file order; the nodes of each in the order of their positions.
    Ring(Vec<Group>),
    /// Base blocks.
    Block(Racks),
    /// Switches, in file order.
    Tree(Vec<Switch>),
    /// Nothing.
    Flat,
}

/// A named group of nodes: a ring or a base block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name in the file.
    pub name: String,
    /// Its nodes, in file order.
    pub nodes: Vec<u32>,
}

/// Base blocks, and the sizes of the groups that they form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racks {
    /// The planned number of nodes of a base block. A block may have more or fewer.
    pub base: u32,
    /// The enforced levels, ascending, the first 0: groups of level k are aligned runs of 2^k base blocks.
    pub levels: Vec<u32>,
    /// The base blocks, in file order.
    pub blocks: Vec<Group>,
}

/// A torus of three dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torus {
    /// Its name in the file.
    pub name: String,
    /// Its sides.
    pub dims: [u32; 3],
    /// The node in each cell, x fastest. `None` where no region maps the cell.
    pub cells: Vec<Option<u32>>,
    /// The permitted placements, in file order.
    pub placements: Vec<Placement>,
}

/// A size of boxes that jobs get, and where the boxes may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The sides of the boxes.
    pub dims: [u32; 3],
    /// The distance of anchors on each axis, at least 1.
    pub spacing: [u32; 3],
    /// The first anchor.
    pub seed: [u32; 3],
}

/// A switch of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in the file.
    pub name: String,
    /// Its nodes. Only leaves have nodes.
    pub nodes: Vec<u32>,
    /// The switches below it, by their places in the list.
    pub children: Vec<usize>,
    /// The switch above it.
    pub parent: Option<usize>,
    /// 0 for a leaf, else one more than the highest of its children.
    pub level: u32,
}

impl Switch {
    /// A switch with the nodes of a group, and nothing above it.
    pub fn leaf(Group { name, nodes }: Group) -> Switch {
        Switch { name, nodes, children: Vec::new(), parent: None, level: 0 }
    }
}

impl Torus {
    /// The cells as the nodes of a machine, with the same numbers.
    pub(crate) fn machine(&self) -> Machine {
        Machine::torus(&across(self.dims))
    }

    /// Where a cell is on each axis.
    pub(crate) fn coordinates(&self, cell: u32) -> [u32; 3] {
        let [x, y, _] = self.dims;
        [cell % x, cell / x % y, cell / x / y]
    }
}

/// The axes as a machine has them, where the last dimension is the fastest.
pub(crate) fn across([x, y, z]: [u32; 3]) -> [u32; 3] {
    [z, y, x]
}

/// A box of cells as a box of [`Torus::machine`].
pub(crate) fn box_across(base: [u32; 3], sides: [u32; 3]) -> Block {
    Block { base: Coordinates::new(&across(base)), extents: Coordinates::new(&across(sides)) }
}

impl Placement {
    /// The number of nodes of a box.
    pub fn size(&self) -> u32 {
        self.dims.iter().product()
    }
}

/// As the name of a strategy has it: `4x4x4/2x2x2+1x1x1`, without a spacing that is the box, and without a seed of 0.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let axes = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
        f.write_str(&axes(self.dims))?;
        if self.spacing != self.dims {
            write!(f, "/{}", axes(self.spacing))?;
        }
        if self.seed != [0; 3] {
            write!(f, "+{}", axes(self.seed))?;
        }
        Ok(())
    }
}

impl Kind {
    /// The name of the kind.
    pub fn name(&self) -> KindName {
        match self {
            Kind::Torus3d(_) => KindName::Torus3d,
            Kind::Ring(_) => KindName::Ring,
            Kind::Block(_) => KindName::Block,
            Kind::Tree(_) => KindName::Tree,
            Kind::Flat => KindName::Flat,
        }
    }

    /// Every node that a list of the file names, for renumbering.
    fn nodes_mut(&mut self) -> Box<dyn Iterator<Item = &mut u32> + '_> {
        match self {
            Kind::Torus3d(tori) => Box::new(tori.iter_mut().flat_map(|torus| torus.cells.iter_mut().flatten())),
            Kind::Ring(groups) | Kind::Block(Racks { blocks: groups, .. }) => {
                Box::new(groups.iter_mut().flat_map(|group| &mut group.nodes))
            }
            Kind::Tree(switches) => Box::new(switches.iter_mut().flat_map(|switch| &mut switch.nodes)),
            Kind::Flat => Box::new(std::iter::empty()),
        }
    }
}

#[cfg(test)]
mod tests;
