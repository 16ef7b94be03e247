//! Dimension-ordered minimal routing, one channel at a time (docs/semantics.md 7.1).

use super::links::{Dimension, LinkNumbers};
use crate::names::named;

named! {
    /// The direction of a packet that has half a ring to go: both directions are equally long then.
    #[derive(Default)]
    Ties, "rule for ties" {
        /// Always the positive one. The positive links of an even ring then carry more than the negative ones.
        #[default]
        Plus = "plus",
        /// Half of the packets each, by their ends: both directions carry the same under uniform traffic.
        Split = "split",
    }
}

/// Where a header is on its way, and which way it takes: through dimension 0 first, the shorter way around a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// The node with the router that the header reaches over the channel requested last.
    node: u32,
    destination: u32,
    /// Links to go in the present dimension.
    remaining: u32,
    /// Links to go until the wrap-around link of the present dimension is the next one.
    before_dateline: u32,
    /// Links on the way so far.
    pub hops: u32,
    /// Dimensions that have been dealt with, the present one included.
    dimensions: u8,
    /// Where ties are split: whether the coordinates of source and destination have an odd sum.
    is_odd: Option<bool>,
    is_negative: bool,
    /// Whether the wrap-around link of the present dimension is on the way so far.
    is_beyond_dateline: bool,
}

/// The channel that a header needs next: a link and its virtual channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub link: u32,
    pub virtual_channel: u32,
    /// Whether this is the ejection channel.
    pub is_last: bool,
}

impl Route {
    /// The route of a packet with its header in the injection channel.
    pub fn new(links: &LinkNumbers, source: u32, destination: u32, ties: Ties) -> Route {
        let is_odd = || (links.coordinate_sum(source) + links.coordinate_sum(destination)) % 2 == 1;
        Route {
            node: source,
            destination,
            remaining: 0,
            before_dateline: 0,
            hops: 0,
            dimensions: 0,
            is_odd: (ties == Ties::Split).then(is_odd),
            is_negative: false,
            is_beyond_dateline: false,
        }
    }

    /// The order in which a router takes the channel that the header is in, among requests of equal time.
    pub fn input(&self) -> u8 {
        match self.hops {
            0 => u8::MAX,
            _ => (2 * (self.dimensions - 1) + u8::from(self.is_negative)) * 2 + u8::from(self.is_beyond_dateline),
        }
    }

    /// The next channel of the route.
    pub fn step(&mut self, links: &LinkNumbers) -> Step {
        while self.remaining == 0 {
            let Some(dimension) = links.dimensions.get(self.dimensions as usize) else {
                return Step { link: links.ejection(self.node) as u32, virtual_channel: 0, is_last: true };
            };
            self.dimensions += 1;
            self.enter(dimension);
        }
        let index = self.dimensions as usize - 1;
        let link = links.first(self.node) + 2 * index as u32 + u32::from(self.is_negative);
        self.walk(&links.dimensions[index]);
        Step { link, virtual_channel: u32::from(self.is_beyond_dateline), is_last: false }
    }

    fn enter(&mut self, dimension: &Dimension) {
        let &Dimension { extent, is_ring, .. } = dimension;
        let (from, to) = (dimension.coordinate(self.node), dimension.coordinate(self.destination));
        let ahead = if to >= from { to - from } else { extent - (from - to) };
        self.is_negative = match is_ring {
            false => to < from,
            true if ahead == extent - ahead => self.tie_is_negative(extent, to),
            true => ahead > extent - ahead,
        };
        self.remaining = if self.is_negative { extent - ahead } else { ahead };
        self.before_dateline = match (is_ring, self.is_negative) {
            (false, _) => u32::MAX,
            (true, false) => extent - 1 - from,
            (true, true) => from,
        };
        self.is_beyond_dateline = false;
    }

    /// Whether a packet with half a ring to go, up to the coordinate `to`, takes the negative direction: where ties are
    /// split, if the source's coordinates and the destination's others have an odd sum. A ring of two nodes has no
    /// negative direction.
    fn tie_is_negative(&self, extent: u32, to: u32) -> bool {
        extent > 2 && self.is_odd.is_some_and(|is_odd| is_odd != (to % 2 == 1))
    }

    fn walk(&mut self, dimension: &Dimension) {
        let wraps = self.before_dateline == 0 && !self.is_beyond_dateline;
        // Around the ring is the whole ring less one link, in the other direction.
        let distance = if wraps { (dimension.extent - 1) * dimension.stride } else { dimension.stride };
        self.node = if self.is_negative == wraps { self.node + distance } else { self.node - distance };
        self.is_beyond_dateline |= wraps;
        self.before_dateline = self.before_dateline.saturating_sub(1);
        self.remaining -= 1;
        self.hops += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::network::links::Direction::{self, Negative, Positive};

    /// The channels between source and destination as nodes they leave, dimensions, directions and virtual channels.
    fn route(machine: &Machine, source: &[u32], destination: &[u32]) -> Vec<(Vec<u32>, usize, Direction, u32)> {
        route_by(Ties::Plus, machine, source, destination)
    }

    fn route_by(
        ties: Ties,
        machine: &Machine,
        source: &[u32],
        destination: &[u32],
    ) -> Vec<(Vec<u32>, usize, Direction, u32)> {
        let links = LinkNumbers::new(machine);
        let mut route = Route::new(&links, machine.index(source), machine.index(destination), ties);
        let mut steps = Vec::new();
        loop {
            let step = route.step(&links);
            if step.is_last {
                assert_eq!(step.link as usize, links.ejection(machine.index(destination)));
                assert_eq!(route.hops as usize, steps.len());
                return steps;
            }
            let ways = |node| [(node, Positive), (node, Negative)];
            let mut all = (0..machine.dimensions()).flat_map(|dimension| {
                (0..machine.node_count()).flat_map(ways).map(move |(node, way)| (node, dimension, way))
            });
            let link = all.find(|&(node, dimension, way)| links.link(node, dimension, way) == Some(step.link as usize));
            let (node, dimension, way) = link.expect("a link that exists");
            steps.push((machine.coordinates(node).to_vec(), dimension, way, step.virtual_channel));
        }
    }

    #[test]
    fn a_mesh_is_crossed_along_dimension_0_first() {
        let steps = route(&Machine::mesh(&[4, 4]), &[0, 3], &[2, 1]);
        let expected = [
            (vec![0, 3], 0, Positive, 0),
            (vec![1, 3], 0, Positive, 0),
            (vec![2, 3], 1, Negative, 0),
            (vec![2, 2], 1, Negative, 0),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn the_wrap_around_link_and_those_behind_it_are_on_virtual_channel_1() {
        let steps = route(&Machine::torus(&[5, 5]), &[3, 1], &[0, 4]);
        let expected = [
            (vec![3, 1], 0, Positive, 0),
            (vec![4, 1], 0, Positive, 1),
            (vec![0, 1], 1, Negative, 0),
            (vec![0, 0], 1, Negative, 1),
        ];
        assert_eq!(steps, expected, "and a new ring is entered on virtual channel 0");
        let steps = route(&Machine::torus(&[8]), &[7], &[2]);
        assert_eq!(steps.iter().map(|step| step.3).collect::<Vec<_>>(), [1, 1, 1]);
        let steps = route(&Machine::torus(&[8]), &[1], &[6]);
        assert_eq!(steps.iter().map(|step| step.3).collect::<Vec<_>>(), [0, 1, 1]);
    }

    #[test]
    fn by_default_equal_distances_go_the_positive_way() {
        assert_eq!(route(&Machine::torus(&[2]), &[1], &[0]), [(vec![1], 0, Positive, 1)]);
        assert_eq!(route(&Machine::torus(&[2]), &[0], &[1]), [(vec![0], 0, Positive, 0)]);
        let steps = route(&Machine::torus(&[4]), &[3], &[1]);
        assert_eq!(steps, [(vec![3], 0, Positive, 1), (vec![0], 0, Positive, 1)]);
    }

    /// From (x, y) to (x + 2, y') on rings of 4, dimension 0 is a tie: x + y + y' decides.
    #[test]
    fn split_ties_go_by_the_sum_of_the_source_and_the_destination_elsewhere() {
        let torus = Machine::torus(&[4, 4]);
        let directions = |source: [u32; 2], destination: [u32; 2]| {
            let steps = route_by(Ties::Split, &torus, &source, &destination);
            steps.into_iter().map(|(_, dimension, direction, _)| (dimension, direction)).collect::<Vec<_>>()
        };
        assert_eq!(directions([0, 0], [2, 0]), [(0, Positive); 2]);
        assert_eq!(directions([1, 0], [3, 0]), [(0, Negative); 2]);
        assert_eq!(directions([3, 1], [1, 1]), [(0, Negative); 2], "3 + 1 + 1");
        assert_eq!(directions([0, 1], [2, 0]), [(0, Negative), (0, Negative), (1, Negative)], "0 + 1 + 0");
        // Both dimensions: 1 + 0 + 2 for the first, 1 + 0 + 3 for the second. The source's coordinate counts in both.
        assert_eq!(directions([1, 0], [3, 2]), [(0, Negative), (0, Negative), (1, Positive), (1, Positive)]);
        assert_eq!(directions([0, 0], [1, 2]), [(0, Positive), (1, Negative), (1, Negative)], "0 + 0 + 1");
        let steps = route_by(Ties::Split, &Machine::torus(&[2]), &[1], &[0]);
        assert_eq!(steps, [(vec![1], 0, Positive, 1)], "two nodes have no negative direction");
        let mixed = Machine::new(&[3, 4], &[false, true]).unwrap();
        let steps = route_by(Ties::Split, &mixed, &[2, 0], &[1, 2]);
        assert_eq!(steps[1..], [(vec![1, 0], 1, Negative, 1), (vec![1, 3], 1, Negative, 1)], "lines count: 2 + 0 + 1");
    }

    /// Every node sends as much to every node. No channel can carry more than one flit a cycle, so that no more can pass
    /// than the busiest one allows: of what the channels between nodes could carry together, their mean load over the
    /// largest load. With k even, the positive channels of a ring with the default rule carry k/2 (k/2 + 1)/2 of its packets,
    /// the negative ones k/2 (k/2 - 1)/2, so that it is k/2 over k/2 + 1.
    #[test]
    fn uniform_traffic_fills_even_rings_where_ties_are_split() {
        let share = |ties: Ties, extents: &[u32]| {
            let machine = Machine::torus(extents);
            let (links, nodes) = (LinkNumbers::new(&machine), machine.node_count());
            let mut loads = vec![0u64; links.count()];
            for (source, destination) in (0..nodes).flat_map(|source| (0..nodes).map(move |node| (source, node))) {
                links.way(source, destination, ties).for_each(|link| loads[link] += 1);
            }
            let between: Vec<u64> = links.between_nodes().map(|(link, ..)| loads[link]).collect();
            let (sum, most) = (between.iter().sum::<u64>(), between.iter().max().unwrap() * between.len() as u64);
            // As a fraction of 360, which all of them are.
            assert_eq!(360 * sum % most, 0, "{machine}");
            360 * sum / most
        };
        for (extents, plus, split) in [
            (&[4][..], (2, 3), (1, 1)),
            (&[8], (4, 5), (1, 1)),
            (&[16], (8, 9), (1, 1)),
            (&[4, 4], (2, 3), (1, 1)),
            (&[8, 8], (4, 5), (1, 1)),
            (&[4, 4, 4], (2, 3), (1, 1)),
            (&[8, 8, 8], (4, 5), (1, 1)),
            // Half of 6 is odd: the three ties of either direction do not cover the ring evenly, unless it crosses another.
            (&[6], (3, 4), (9, 10)),
            (&[6, 6], (3, 4), (1, 1)),
            (&[5], (1, 1), (1, 1)),
        ] {
            let expected = [plus, split].map(|(share, of)| 360 * share / of);
            assert_eq!([Ties::Plus, Ties::Split].map(|ties| share(ties, extents)), expected, "{extents:?}");
        }
    }

    #[test]
    fn to_itself_and_through_an_extent_of_1_there_is_no_link() {
        assert_eq!(route(&Machine::torus(&[1, 3]), &[0, 2], &[0, 2]), []);
        assert_eq!(route(&Machine::torus(&[1, 3]), &[0, 2], &[0, 0]), [(vec![0, 2], 1, Positive, 1)]);
    }

    #[test]
    fn every_route_is_minimal() {
        let machine = Machine::new(&[5, 2, 4], &[true, true, false]).unwrap();
        for (source, destination) in (0..40).flat_map(|source| (0..40).map(move |node| (source, node))) {
            let (from, to) = (machine.coordinates(source), machine.coordinates(destination));
            let distance = |d: usize| {
                let (distance, extent) = (from[d].abs_diff(to[d]), machine.extents()[d]);
                if machine.rings()[d] { distance.min(extent - distance) } else { distance }
            };
            for &ties in Ties::ALL {
                assert_eq!(route_by(ties, &machine, &from, &to).len() as u32, (0..3).map(distance).sum::<u32>());
            }
        }
    }
}
