//! The sub-mesh of a job with only a count of processors in the log (docs/semantics.md 3.3).
//!
//! Extents `e` with `1 <= e_i <= n_i` correspond to the machine's nodes: the far corner `e - 1` of the box at the
//! origin. There are exactly as many candidates as nodes, and the node index orders them lexicographically. One sweep
//! over the nodes therefore answers every count at once: the best box of each volume first, then, from the largest
//! volume downwards, the best among that volume and all larger ones.

use crate::machine::{Coordinates, Machine};
use crate::names::named;

named! {
    /// The choice among boxes of at least the requested volume.
    #[derive(Default)]
    Shape, "shape" {
        /// The least sum of extents, then the least volume, then the lexicographically smallest extents.
        #[default]
        Compact = "compact",
        /// The least volume, then the least sum of extents, then the lexicographically smallest extents.
        Tight = "tight",
    }
}

/// The extents of a machine's jobs, one for every count of processors. Four bytes a node.
pub struct Shapes {
    machine: Machine,
    /// For every count, from 1: the index of the far corner of the box at the origin.
    corners: Vec<u32>,
}

impl Shapes {
    /// The extents for every count of processors on `machine`. Linear in its nodes.
    pub fn new(machine: &Machine, shape: Shape) -> Shapes {
        let mut boxes = Boxes { machine, of_volume: vec![None; machine.node_count() as usize] };
        boxes.visit(0, 1, 0, 0);
        let mut corners = vec![0; boxes.of_volume.len()];
        // The whole machine has the largest volume, so the first step downwards finds a box.
        let mut best = Candidate { sum: u32::MAX, corner: 0 };
        for (corner, candidate) in corners.iter_mut().zip(&boxes.of_volume).rev() {
            if let Some(candidate) = candidate {
                let better = match shape {
                    Shape::Tight => true,
                    Shape::Compact => candidate.sum <= best.sum,
                };
                if better {
                    best = *candidate;
                }
            }
            *corner = best.corner;
        }
        Shapes { machine: machine.clone(), corners }
    }

    /// The extents for this many processors; `None` for 0 and for more than the machine has.
    pub fn extents(&self, processors: u32) -> Option<Coordinates> {
        let corner = *self.corners.get((processors as usize).checked_sub(1)?)?;
        let mut extents = self.machine.coordinates(corner);
        extents.iter_mut().for_each(|extent| *extent += 1);
        Some(extents)
    }
}

/// A box at the origin: the sum of its extents and the index of its far corner.
#[derive(Clone, Copy)]
struct Candidate {
    sum: u32,
    corner: u32,
}

/// The best box of every volume, found by visiting all boxes in lexicographic order.
struct Boxes<'a> {
    machine: &'a Machine,
    of_volume: Vec<Option<Candidate>>,
}

impl Boxes<'_> {
    /// Visits all boxes that have the given product, sum and corner index of the first `dimension` extents.
    fn visit(&mut self, dimension: usize, volume: u32, sum: u32, corner: u32) {
        let Some(&longest) = self.machine.extents().get(dimension) else {
            let best = &mut self.of_volume[volume as usize - 1];
            // Only a smaller sum replaces the best: of equal ones the first is the lexicographically smallest.
            if best.is_none_or(|best| sum < best.sum) {
                *best = Some(Candidate { sum, corner });
            }
            return;
        };
        for extent in 1..=longest {
            self.visit(dimension + 1, volume * extent, sum + extent, corner * longest + extent - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, literally: the least key among all boxes of at least the requested volume.
    fn by_definition(machine: &Machine, shape: Shape, processors: u32) -> Option<Vec<u32>> {
        let boxes = (0..machine.node_count()).map(|corner| {
            let extents: Vec<u32> = machine.coordinates(corner).iter().map(|x| x + 1).collect();
            let (volume, sum) = (extents.iter().product::<u32>(), extents.iter().sum::<u32>());
            (volume, sum, extents)
        });
        let enough = boxes.filter(|(volume, ..)| *volume >= processors);
        enough
            .min_by_key(|(volume, sum, extents)| match shape {
                Shape::Compact => (*sum, *volume, extents.clone()),
                Shape::Tight => (*volume, *sum, extents.clone()),
            })
            .map(|(_, _, extents)| extents)
    }

    fn machines() -> impl Strategy<Value = Machine> {
        prop::collection::vec(1u32..=7, 1..=4)
            .prop_filter("small", |extents| extents.iter().product::<u32>() <= 400)
            .prop_map(|extents| Machine::mesh(&extents))
    }

    proptest! {
        #![proptest_config(crate::cases::cases(48))]
        #[test]
        fn extents_are_those_of_the_definition(machine in machines()) {
            for shape in [Shape::Compact, Shape::Tight] {
                let shapes = Shapes::new(&machine, shape);
                for processors in 1..=machine.node_count() {
                    let found = shapes.extents(processors).map(|extents| extents.to_vec());
                    prop_assert_eq!(found, by_definition(&machine, shape, processors), "{} {}", shape, processors);
                }
            }
        }
    }

    fn extents(machine: &str, shape: Shape, processors: u32) -> Vec<u32> {
        Shapes::new(&machine.parse().unwrap(), shape).extents(processors).unwrap().to_vec()
    }

    #[test]
    fn compact_and_tight_differ_if_a_count_has_no_compact_factors() {
        // 7 is prime: 3x3 (sum 6) beats 1x7 (sum 8), and so does 2x4 (sum 6), which has the smaller volume.
        assert_eq!(extents("mesh:16x22", Shape::Compact, 7), [2, 4]);
        assert_eq!(extents("mesh:16x22", Shape::Tight, 7), [1, 7]);
        // 17 exceeds the first side, so the other one carries it.
        assert_eq!(extents("mesh:16x22", Shape::Tight, 17), [1, 17]);
        // 23 fits neither side: 24 = 4x6 is the least possible volume.
        assert_eq!(extents("mesh:16x22", Shape::Tight, 23), [4, 6]);
        assert_eq!(extents("torus:2x2x2x4x4x8", Shape::Compact, 64), [2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn there_are_no_extents_for_0_or_for_more_than_the_machine() {
        let shapes = Shapes::new(&Machine::mesh(&[3, 4]), Shape::Compact);
        assert_eq!(shapes.extents(0), None);
        assert_eq!(shapes.extents(13), None);
        assert_eq!(shapes.extents(12).unwrap().to_vec(), [3, 4]);
    }

    #[test]
    fn the_largest_machines_have_extents() {
        for machine in
            ["torus:1048576", "torus:4x4x4x4x4x4x4x4x4x4x1x1", "mesh:1024x1024", "mesh:3x3x3x3x3x3x3x3x3x3x3x3"]
        {
            let machine: Machine = machine.parse().unwrap();
            let whole = Shapes::new(&machine, Shape::Compact).extents(machine.node_count()).unwrap();
            assert_eq!(&*whole, machine.extents());
        }
    }
}
