//! `random`: free nodes drawn at random (Thesis 2008 section 2.2.2).

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::pages::Pages;
use crate::allocation::{Allocation, Allocator, Blocks, Effort, Family, OutOfService};
use crate::machine::Machine;
use crate::random::Stream;
use crate::workload::Request;
use std::rc::Rc;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "random",
    title: "Random nodes",
    family: Family::NonContiguous,
    effort: Effort::EachNode,
    examples: &["random"],
    summary: "Free nodes by lot. No fragmentation, and no regard for distance: the reference for what closeness is worth.",
    source: "Thesis 2008, section 2.2.2",
    colour: 1,
    read: |arguments| {
        Reading::without_arguments(arguments, |setting| {
            Ok(Random::new(setting.machine, setting.seed, setting.replication))
        })
    },
    ..Entry::COMMON
}];

/// Free nodes are drawn without replacement. Allocating and releasing are linear in the request.
pub struct Random {
    nodes: Rc<Pages>,
    /// The free nodes, in any order.
    free_nodes: Vec<u32>,
    stream: Stream,
}

clone_by_field!(Random { nodes, free_nodes, stream });

impl Random {
    /// All of `machine`, free. Draws from the stream `allocation` of this seed and replication.
    pub fn new(machine: &Machine, seed: u64, replication: u32) -> Random {
        let stream = Stream::new(seed, "allocation", replication);
        Random { nodes: Pages::by_index(machine, 1), free_nodes: (0..machine.node_count()).collect(), stream }
    }
}

impl Allocator for Random {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.free_nodes.len() as u32
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let draw = |_| {
            let lot = self.stream.uniform_integer(0, self.free_nodes.len() as u32 - 1);
            let node = self.free_nodes.swap_remove(lot as usize);
            node..node + 1
        };
        let stretches = (0..request.processors).map(draw).collect();
        let blocks = Blocks::numbered(&self.nodes, stretches);
        Some(Allocation { processors: request.processors, blocks, ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        self.free_nodes.extend(allocation.blocks.stretches().iter().cloned().flatten());
    }

    /// The others stay in ascending order.
    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.free_nodes.retain(|node| down.nodes().binary_search(node).is_err());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u64, replication: u32, sizes: &[u32]) -> Vec<Vec<u32>> {
        let machine = Machine::mesh(&[4, 5]);
        let mut random = Random::new(&machine, seed, replication);
        let draw = |&size: &u32| {
            let allocation = random.allocate(&Request::processors(size)).unwrap();
            allocation.blocks.iter().map(|block| machine.index(&block.base)).collect()
        };
        sizes.iter().map(draw).collect()
    }

    #[test]
    fn every_node_is_drawn_once() {
        let mut nodes: Vec<u32> = draws(1, 0, &[7, 1, 12]).concat();
        assert_ne!(nodes, (0..20).collect::<Vec<_>>());
        nodes.sort_unstable();
        assert_eq!(nodes, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn the_lot_depends_on_seed_and_replication() {
        assert_eq!(draws(1, 0, &[5, 5]), draws(1, 0, &[5, 5]));
        assert_ne!(draws(1, 0, &[5, 5]), draws(2, 0, &[5, 5]));
        assert_ne!(draws(1, 0, &[5, 5]), draws(1, 1, &[5, 5]));
    }

    #[test]
    fn what_a_copy_draws_leaves_the_original_alone() {
        let machine = Machine::torus(&[8, 8]);
        let request = Request::processors(9);
        let (mut watched, mut alone) = (Random::new(&machine, 3, 0), Random::new(&machine, 3, 0));
        let mut copy = watched.clone();
        for _ in 0..3 {
            copy.allocate(&request).unwrap();
            assert_eq!(watched.allocate(&request), alone.allocate(&request));
            copy.clone_from(&watched);
        }
    }

    /// The probability that a node is among 2 drawn from 6 is a third. In 6000 draws the count stays within 5 standard
    /// deviations (182) of 2000.
    #[test]
    fn all_free_nodes_are_equally_likely() {
        let machine = Machine::mesh(&[6]);
        let mut random = Random::new(&machine, 1, 0);
        let mut drawn = [0u32; 6];
        for _ in 0..6000 {
            let allocation = random.allocate(&Request::processors(2)).unwrap();
            allocation.blocks.iter().for_each(|block| drawn[block.base[0] as usize] += 1);
            random.release(&allocation);
        }
        assert!(drawn.iter().all(|&times| times.abs_diff(2000) < 182), "{drawn:?}");
    }
}
