//! How many blocks jobs get, and how many are held.

use crate::allocation::{Allocation, Blocks};
use crate::machine::Machine;
use crate::scheduling::{Event, Observer};
use crate::time::Time;

/// Sums over all jobs that have started (docs/semantics.md 6.4).
#[derive(Clone, Debug)]
pub struct BlockCounts<'a> {
    /// Jobs with nodes that have places (all but those on `flat`).
    pub placed: u64,
    /// Blocks of their allocations.
    pub blocks: u64,
    /// Jobs with a list of one block.
    pub one_block: u64,
    /// Jobs with nodes that form one box, however they were listed.
    pub one_box: u64,
    /// Blocks that other jobs held when a job started, and boxes out of service.
    pub held_before: u64,
    /// Blocks times the time, in microseconds, for which they are held, once every job has ended.
    pub block_time: i128,
    /// Placements the strategy tried, where it counts them (GABL).
    pub placements_tried: u64,
    held: u64,
    machine: &'a Machine,
}

impl BlockCounts<'_> {
    /// Nothing is held yet.
    pub fn new(machine: &Machine) -> BlockCounts<'_> {
        BlockCounts {
            placed: 0,
            blocks: 0,
            one_block: 0,
            one_box: 0,
            held_before: 0,
            block_time: 0,
            placements_tried: 0,
            held: 0,
            machine,
        }
    }

    /// The same with so many boxes out of service.
    pub(in crate::simulation) fn beside(self, down: usize) -> Self {
        BlockCounts { held: down as u64, ..self }
    }
}

impl Observer for BlockCounts<'_> {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { now, allocation, .. } => self.started(now, allocation),
            Event::Ended { now, allocation, .. } => {
                let blocks = allocation.blocks.len() as u64;
                self.held -= blocks;
                self.block_time += i128::from(blocks) * i128::from(now);
            }
            Event::Finished { placements_tried } => self.placements_tried = placements_tried,
            _ => {}
        }
    }
}

impl BlockCounts<'_> {
    fn started(&mut self, now: Time, allocation: &Allocation) {
        let blocks = allocation.blocks.len() as u64;
        self.placed += u64::from(blocks > 0);
        self.blocks += blocks;
        self.one_block += u64::from(blocks == 1);
        self.one_box += u64::from(form_one_box(self.machine, &allocation.blocks, allocation.processors));
        self.held_before += self.held;
        self.held += blocks;
        self.block_time -= i128::from(blocks) * i128::from(now);
    }
}

/// Whether disjoint blocks together are one box (on rings one that may wrap around). No blocks are none.
///
/// Disjoint blocks fill the product of their projections exactly when their volumes add up to its volume. That of some of
/// them is soon too large where strategies list nodes one by one and a job has thousands, so a few are looked at first.
fn form_one_box(machine: &Machine, blocks: &Blocks, nodes: u32) -> bool {
    /// Few first, then about eight times as many, at last all. Primes, because other steps often meet the same
    /// coordinates again along lines of nodes.
    const STEPS: [usize; 5] = [4093, 509, 61, 7, 1];
    const FEW: usize = 8;
    // A shortcut for one block: the code below gives the same answer (so the mutant `<` for `<=` survives) but takes
    // longer.
    if blocks.len() <= 1 {
        return blocks.len() == 1;
    }
    // Which coordinates the blocks have in each dimension, and how many.
    let mut covered: Vec<Vec<bool>> = machine.extents().iter().map(|&extent| vec![false; extent as usize]).collect();
    let mut counts = vec![0u64; covered.len()];
    for step in STEPS.into_iter().filter(|&step| step == 1 || blocks.len() >= FEW * step) {
        blocks.visit_every(step, |block| {
            for (dimension, (covered, count)) in covered.iter_mut().zip(&mut counts).enumerate() {
                let mut place = block.base[dimension] as usize;
                for _ in 0..block.extents[dimension] {
                    *count += u64::from(!std::mem::replace(&mut covered[place], true));
                    place = if place + 1 < covered.len() { place + 1 } else { 0 };
                }
            }
        });
        if counts.iter().product::<u64>() > u64::from(nodes) {
            return false;
        }
    }
    let full = counts.iter().product::<u64>() == u64::from(nodes);
    full && covered.iter().zip(machine.rings()).all(|(covered, &is_ring)| is_one_run(covered, is_ring))
}

/// Whether the covered coordinates of a dimension follow each other, on a ring around it.
fn is_one_run(covered: &[bool], is_ring: bool) -> bool {
    let before = std::iter::once(is_ring && covered[covered.len() - 1]).chain(covered.iter().copied());
    // A run begins at a coordinate before which there is a gap.
    covered.iter().zip(before).filter(|(covered, before)| **covered && !before).count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Block, Coordinates};
    use proptest::prelude::*;

    /// Whether these blocks are one box.
    fn one_box(machine: &Machine, blocks: Vec<Block>) -> bool {
        let nodes = blocks.iter().map(Block::volume).sum();
        form_one_box(machine, &blocks.into(), nodes)
    }

    fn blocks(list: &[(&[u32], &[u32])]) -> Vec<Block> {
        let block = |(base, extents): &(&[u32], &[u32])| Block {
            base: Coordinates::new(base),
            extents: Coordinates::new(extents),
        };
        list.iter().map(block).collect()
    }

    #[test]
    fn blocks_that_together_are_one_box() {
        let (mesh, torus) = (Machine::mesh(&[4, 4]), Machine::torus(&[4, 4]));
        let both = |list: &[(&[u32], &[u32])]| [&mesh, &torus].map(|machine| one_box(machine, blocks(list)));
        assert_eq!(both(&[(&[0, 0], &[1, 2]), (&[1, 0], &[1, 2])]), [true, true]);
        assert_eq!(both(&[(&[0, 0], &[1, 2]), (&[1, 0], &[1, 1])]), [false, false], "an L");
        assert_eq!(both(&[(&[0, 0], &[1, 1]), (&[1, 1], &[1, 1])]), [false, false], "a diagonal");
        assert_eq!(both(&[(&[0, 0], &[1, 2]), (&[3, 0], &[1, 2])]), [false, true], "across the wrap-around");
        assert_eq!(both(&[(&[0, 0], &[4, 1]), (&[0, 2], &[4, 1])]), [false, false], "two lines with a gap");
        assert_eq!(both(&[(&[2, 2], &[2, 2])]), [true, true]);
        assert_eq!(both(&[]), [false, false], "no nodes with a place");
    }

    /// Lines that are longer than a word, in runs of two blocks each.
    #[test]
    fn blocks_of_long_lines() {
        let (line, ring) = (Machine::mesh(&[1, 130]), Machine::torus(&[1, 130]));
        let both = |first: (u32, u32), second: (u32, u32)| {
            let list = [first, second].map(|(base, length)| Block {
                base: Coordinates::new(&[0, base]),
                extents: Coordinates::new(&[1, length]),
            });
            [&line, &ring].map(|machine| one_box(machine, list.to_vec()))
        };
        assert_eq!(both((60, 4), (64, 66)), [true, true], "across words");
        assert_eq!(both((60, 3), (64, 66)), [false, false], "a gap at a word's end");
        assert_eq!(both((60, 4), (65, 65)), [false, false], "and at one's beginning");
        assert_eq!(both((0, 64), (128, 2)), [false, true], "around the ring");
        assert_eq!(both((0, 64), (128, 1)), [false, false], "not quite around it");
        assert_eq!(both((0, 64), (64, 66)), [true, true], "all of it");
    }

    /// Of single nodes, so many that only some are looked at first: a box that goes around, with all its nodes, without one of
    /// them, and with another one.
    #[test]
    fn a_box_of_many_single_nodes() {
        let machine = Machine::torus(&[20, 30]);
        let large = Block { base: Coordinates::new(&[15, 3]), extents: Coordinates::new(&[10, 25]) };
        let single = |node| Block { base: machine.coordinates(node), extents: Coordinates::new(&[1, 1]) };
        let nodes: Vec<Block> = large.nodes(&machine).map(single).collect();
        assert!(one_box(&machine, nodes.clone()));
        for place in [0, 1, 17, 100, 249] {
            let mut changed = nodes.clone();
            changed.remove(place);
            assert!(!one_box(&machine, changed.clone()), "without {place}");
            changed.push(single(10 * 30 + 10));
            assert!(!one_box(&machine, changed), "another for {place}");
        }
    }

    proptest! {
        /// Single nodes are one box if they are those of the box at some node with some extents.
        #[test]
        fn single_nodes_are_those_of_a_box(
            base in 0u32..20, extents in prop::collection::vec(1u32..=5, 2), odd in 0u32..40,
        ) {
            let machine = Machine::torus(&[4, 5]);
            let extents = [extents[0].min(4), extents[1]];
            let large = Block { base: machine.coordinates(base), extents: Coordinates::new(&extents) };
            let mut nodes: Vec<u32> = large.nodes(&machine).collect();
            // Half of the time, one node comes or goes.
            if odd < 20 {
                match nodes.iter().position(|node| *node == odd) {
                    Some(place) => drop(nodes.remove(place)),
                    None => nodes.push(odd),
                }
            }
            let boxes = (0..20).flat_map(|base| (1..=4).flat_map(move |x| (1..=5).map(move |y| (base, [x, y]))));
            nodes.sort_unstable();
            let expected = boxes.into_iter().any(|(base, extents)| {
                let block = Block { base: machine.coordinates(base), extents: Coordinates::new(&extents) };
                let mut all: Vec<u32> = block.nodes(&machine).collect();
                all.sort_unstable();
                all == nodes
            });
            let single = |&node: &u32| Block { base: machine.coordinates(node), extents: Coordinates::new(&[1, 1]) };
            prop_assert_eq!(one_box(&machine, nodes.iter().map(single).collect()), expected);
        }
    }
}
