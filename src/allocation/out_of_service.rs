//! Nodes that are out of service for a whole run (docs/semantics.md 10.4). They are busy and belong to no job.

use crate::machine::{Block, Coordinates, Machine};

/// Boxes of nodes of one machine that are out of service. They may wrap around rings, overlap and be equal.
#[derive(Clone, Debug, Default)]
pub struct OutOfService {
    boxes: Vec<Block>,
    nodes: Vec<u32>,
}

impl OutOfService {
    /// These boxes of a machine, in this order. Fails if a box does not lie on it.
    pub fn new(machine: &Machine, boxes: Vec<Block>) -> Result<OutOfService, Block> {
        if let Some(outside) = boxes.iter().find(|one| !one.lies_on(machine)) {
            return Err(*outside);
        }
        let mut is_down = vec![false; machine.node_count() as usize];
        boxes.iter().flat_map(|one| one.nodes(machine)).for_each(|node| is_down[node as usize] = true);
        let nodes = (0..machine.node_count()).filter(|&node| is_down[node as usize]).collect();
        Ok(OutOfService { boxes, nodes })
    }

    /// The boxes, in the order in which they were given.
    pub fn boxes(&self) -> &[Block] {
        &self.boxes
    }

    /// Every node that is out of service, once, ascending.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The same on the machine's grid of units of these extents. Each side of the machine must be a multiple of the
    /// unit's side. Every box becomes the smallest box of units that covers it.
    pub fn in_units(&self, unit: &Coordinates, grid: &Machine) -> OutOfService {
        let covering = |one: &Block| {
            let mut units = *one;
            for dimension in 0..unit.len() {
                let (from, side) = (one.base[dimension], unit[dimension]);
                units.base[dimension] = from / side;
                let end = (from + one.extents[dimension]).div_ceil(side);
                units.extents[dimension] = (end - from / side).min(grid.extents()[dimension]);
            }
            units
        };
        let boxes = self.boxes.iter().map(covering).collect();
        OutOfService::new(grid, boxes).expect("a box of units covers one of nodes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn block(base: &[u32], extents: &[u32]) -> Block {
        Block { base: Coordinates::new(base), extents: Coordinates::new(extents) }
    }

    #[test]
    fn nodes_are_counted_once_and_boxes_are_kept() {
        let boxes = vec![block(&[0, 0], &[1, 2]), block(&[0, 1], &[2, 1]), block(&[0, 0], &[1, 2])];
        let down = OutOfService::new(&Machine::mesh(&[4, 4]), boxes.clone()).unwrap();
        assert_eq!((down.boxes(), down.nodes()), (&boxes[..], &[0, 1, 5][..]));
    }

    #[test]
    fn a_box_outside_is_named() {
        let around = block(&[3, 0], &[2, 1]);
        assert_eq!(OutOfService::new(&Machine::torus(&[4, 4]), vec![around]).unwrap().nodes(), [0, 12]);
        let inside = block(&[0, 0], &[1, 1]);
        assert_eq!(OutOfService::new(&Machine::mesh(&[4, 4]), vec![inside, around]).err(), Some(around));
        assert!(OutOfService::new(&Machine::torus(&[4, 4]), vec![block(&[0], &[1])]).is_err(), "of another machine");
    }

    proptest! {
        /// A unit is down if one of its nodes is, or if it lies between two such units.
        #[test]
        fn boxes_of_units_are_the_smallest_that_cover(
            base in (0u32..8, 0u32..6), extents in (1u32..=8, 1u32..=6), unit in (0u32..3, 1u32..=3),
        ) {
            let (machine, unit) = (Machine::torus(&[8, 6]), Coordinates::new(&[1 << unit.0, unit.1]));
            let grid = Machine::torus(&[8 / unit[0], 6 / unit[1]]);
            let down = OutOfService::new(&machine, vec![block(&[base.0, base.1], &[extents.0, extents.1])]).unwrap();
            let touched = |node: &u32| {
                let place = machine.coordinates(*node);
                grid.index(&Coordinates::new(&[place[0] / unit[0], place[1] / unit[1]]))
            };
            let mut expected: Vec<u32> = down.nodes().iter().map(touched).collect();
            expected.sort();
            expected.dedup();
            let units = down.in_units(&unit, &grid);
            prop_assert_eq!(units.nodes(), &expected[..]);
        }
    }
}
