//! The links of a machine and their numbers.
//!
//! Each node has, in this order, a link in the positive and one in the negative direction of dimension 0, of dimension
//! 1 and so on, its injection link and its ejection link. A link belongs to the node that it leaves; numbers run over
//! the nodes by index, `2 * dimensions + 2` for each. Some are the numbers of links that do not exist: they count
//! nothing.

use super::route::{Route, Ties};
use crate::machine::Machine;

/// Which way along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the next higher coordinate; on a ring, from the highest to 0.
    Positive,
    /// To the next lower coordinate; on a ring, from 0 to the highest.
    Negative,
}

/// The numbers of the links of a machine: the positions in [`Network::flits`](super::Network::flits).
#[derive(Clone, Debug)]
pub struct LinkNumbers {
    nodes: u32,
    pub(super) dimensions: Vec<Dimension>,
}

/// A dimension as routing sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dimension {
    pub extent: u32,
    /// How far apart in index neighbours are.
    pub stride: u32,
    pub is_ring: bool,
}

impl Dimension {
    /// The coordinate of a node in this dimension.
    pub fn coordinate(&self, node: u32) -> u32 {
        node / self.stride % self.extent
    }
}

impl LinkNumbers {
    /// The links of this machine. An extent of 1 has none: nothing distinguishes such a ring from a line.
    pub fn new(machine: &Machine) -> LinkNumbers {
        let mut stride = machine.node_count();
        let dimension = |(&extent, &ring): (&u32, &bool)| {
            stride /= extent;
            Dimension { extent, stride, is_ring: ring && extent > 1 }
        };
        let dimensions = machine.extents().iter().zip(machine.rings()).map(dimension).collect();
        LinkNumbers { nodes: machine.node_count(), dimensions }
    }

    /// How many numbers there are, those of missing links included.
    pub fn count(&self) -> usize {
        self.nodes as usize * self.per_node() as usize
    }

    /// The link from `node` to its neighbour along a dimension. None where there is no neighbour, and on a ring of
    /// extent 2 for the negative direction: all its packets go the positive way. Panics on an unknown dimension.
    pub fn link(&self, node: u32, dimension: usize, direction: Direction) -> Option<usize> {
        let Dimension { extent, is_ring, .. } = self.dimensions[dimension];
        let coordinate = self.dimensions[dimension].coordinate(node);
        let exists = match direction {
            Direction::Positive => is_ring || coordinate + 1 < extent,
            Direction::Negative if is_ring => extent > 2,
            Direction::Negative => coordinate > 0,
        };
        exists.then(|| self.first(node) as usize + 2 * dimension + usize::from(direction == Direction::Negative))
    }

    /// The links between nodes, in the order of their numbers: each with the node it leaves, its dimension and direction.
    pub fn between_nodes(&self) -> impl Iterator<Item = (usize, u32, usize, Direction)> {
        let both = [Direction::Positive, Direction::Negative];
        let ways = (0..self.dimensions.len()).flat_map(move |dimension| both.map(|direction| (dimension, direction)));
        let link = |node, (dimension, way)| Some((self.link(node, dimension, way)?, node, dimension, way));
        (0..self.nodes).flat_map(move |node| ways.clone().filter_map(move |way| link(node, way)))
    }

    /// The link by which a node's messages enter the network.
    pub fn injection(&self, node: u32) -> usize {
        (self.first(node) + self.per_node() - 2) as usize
    }

    /// The link by which packets leave the network at a node.
    pub fn ejection(&self, node: u32) -> usize {
        (self.first(node) + self.per_node() - 1) as usize
    }

    /// The links between nodes on the way of a packet from one node to another, in order (docs/semantics.md 7.1).
    pub fn way(&self, source: u32, destination: u32, ties: Ties) -> impl Iterator<Item = usize> {
        let mut route = Route::new(self, source, destination, ties);
        std::iter::from_fn(move || Some(route.step(self)).filter(|step| !step.is_last).map(|step| step.link as usize))
    }

    /// Whether some dimension has a wrap-around link.
    pub fn have_rings(&self) -> bool {
        self.dimensions.iter().any(|dimension| dimension.is_ring)
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The sum of a node's coordinates.
    pub(super) fn coordinate_sum(&self, node: u32) -> u32 {
        self.dimensions.iter().map(|dimension| dimension.coordinate(node)).sum()
    }

    /// The number of a node's first link.
    pub(super) fn first(&self, node: u32) -> u32 {
        node * self.per_node()
    }

    fn per_node(&self) -> u32 {
        2 * self.dimensions.len() as u32 + 2
    }
}

#[cfg(test)]
mod tests {
    use super::Direction::{Negative, Positive};
    use super::*;

    #[test]
    fn links_are_numbered_by_the_node_they_leave() {
        let links = LinkNumbers::new(&Machine::mesh(&[3, 4]));
        assert_eq!(links.count(), 12 * 6);
        assert_eq!(links.link(5, 0, Positive), Some(30));
        assert_eq!(links.link(5, 0, Negative), Some(31));
        assert_eq!(links.link(5, 1, Positive), Some(32));
        assert_eq!(links.link(5, 1, Negative), Some(33));
        assert_eq!((links.injection(5), links.ejection(5)), (34, 35));
    }

    #[test]
    fn a_mesh_of_3x4_has_34_links_between_nodes_and_a_torus_48() {
        let between_nodes = |machine: Machine| LinkNumbers::new(&machine).between_nodes().count();
        assert_eq!(between_nodes(Machine::mesh(&[3, 4])), 2 * (2 * 4 + 3 * 3));
        assert_eq!(between_nodes(Machine::torus(&[3, 4])), 2 * 12 * 2);
        assert_eq!(between_nodes(Machine::torus(&[2, 1])), 2, "one there, one back");
        assert!(!LinkNumbers::new(&Machine::torus(&[1, 1])).have_rings());
        assert!(LinkNumbers::new(&Machine::torus(&[1, 2])).have_rings());
    }

    /// Node 5 of 3 x 4 is (1, 1): strides are 4 and 1. Six numbers a node.
    #[test]
    fn lines_end_and_rings_go_around() {
        let machine: Machine = "mixed:3x4r".parse().unwrap();
        let links = LinkNumbers::new(&machine);
        let of = |node| {
            [(0, Positive), (0, Negative), (1, Positive), (1, Negative)]
                .map(|(dimension, way)| links.link(node, dimension, way))
        };
        assert_eq!(of(0), [Some(0), None, Some(2), Some(3)], "the line begins");
        assert_eq!(of(5), [Some(30), Some(31), Some(32), Some(33)]);
        assert_eq!(of(11), [None, Some(67), Some(68), Some(69)], "the line ends");
        assert_eq!((links.nodes(), links.first(11), links.injection(11), links.ejection(11)), (12, 66, 70, 71));
    }

    /// On a ring of two nodes there is one link each way, the positive one of either node.
    #[test]
    fn links_between_nodes_say_where_they_start() {
        let machine: Machine = "mixed:2rx2".parse().unwrap();
        let between: Vec<_> = LinkNumbers::new(&machine).between_nodes().collect();
        let expected = [
            (0, 0, 0, Positive),
            (2, 0, 1, Positive),
            (6, 1, 0, Positive),
            (9, 1, 1, Negative),
            (12, 2, 0, Positive),
            (14, 2, 1, Positive),
            (18, 3, 0, Positive),
            (21, 3, 1, Negative),
        ];
        assert_eq!(between, expected);
    }
}
