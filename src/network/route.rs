//! Dimension-ordered minimal routing, one channel at a time (docs/semantics.md 7.1).

use super::links::{Dimension, LinkNumbers};

/// Where a header is on its way, and which way it takes: through dimension 0 first, the shorter way around a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// The node at whose router the header is, once it has crossed the channel that was asked for last.
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
    /// The route of a packet whose header is in the injection channel.
    pub fn new(source: u32, destination: u32) -> Route {
        Route {
            node: source,
            destination,
            remaining: 0,
            before_dateline: 0,
            hops: 0,
            dimensions: 0,
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
        let &Dimension { extent, stride, is_ring } = dimension;
        let (from, to) = (self.node / stride % extent, self.destination / stride % extent);
        let ahead = if to >= from { to - from } else { extent - (from - to) };
        self.is_negative = if is_ring { ahead > extent - ahead } else { to < from };
        self.remaining = if self.is_negative { extent - ahead } else { ahead };
        self.before_dateline = match (is_ring, self.is_negative) {
            (false, _) => u32::MAX,
            (true, false) => extent - 1 - from,
            (true, true) => from,
        };
        self.is_beyond_dateline = false;
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
        let links = LinkNumbers::new(machine);
        let mut route = Route::new(machine.index(source), machine.index(destination));
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
    fn equal_distances_go_the_positive_way() {
        assert_eq!(route(&Machine::torus(&[2]), &[1], &[0]), [(vec![1], 0, Positive, 1)]);
        assert_eq!(route(&Machine::torus(&[2]), &[0], &[1]), [(vec![0], 0, Positive, 0)]);
        let steps = route(&Machine::torus(&[4]), &[3], &[1]);
        assert_eq!(steps, [(vec![3], 0, Positive, 1), (vec![0], 0, Positive, 1)]);
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
            assert_eq!(route(&machine, &from, &to).len() as u32, (0..3).map(distance).sum::<u32>());
        }
    }
}
