//! How many blocks jobs get, and how many are held.

use crate::allocation::Allocation;
use crate::machine::{Block, Machine};
use crate::scheduling::Observer;
use crate::time::Time;

/// Sums over all jobs that have started (docs/semantics.md 6.4).
#[derive(Clone, Debug)]
pub struct BlockCounts<'a> {
    /// Jobs whose nodes have places (all but those on `flat`).
    pub placed: u64,
    /// Blocks of their allocations.
    pub blocks: u64,
    /// Jobs whose list has one block.
    pub one_block: u64,
    /// Jobs whose nodes form one box, however they were listed.
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

    /// The same beside so many boxes out of service.
    pub(in crate::simulation) fn beside(self, down: usize) -> Self {
        BlockCounts { held: down as u64, ..self }
    }
}

impl Observer for BlockCounts<'_> {
    fn started(&mut self, _: usize, now: Time, allocation: &Allocation) {
        let blocks = allocation.blocks.len() as u64;
        self.placed += u64::from(blocks > 0);
        self.blocks += blocks;
        self.one_block += u64::from(blocks == 1);
        self.one_box += u64::from(form_one_box(self.machine, &allocation.blocks));
        self.held_before += self.held;
        self.held += blocks;
        self.block_time -= i128::from(blocks) * i128::from(now);
    }

    fn ended(&mut self, _: usize, now: Time, allocation: &Allocation) {
        let blocks = allocation.blocks.len() as u64;
        self.held -= blocks;
        self.block_time += i128::from(blocks) * i128::from(now);
    }

    fn finished(&mut self, placements_tried: u64) {
        self.placements_tried = placements_tried;
    }
}

/// Whether disjoint blocks together are one box (on rings one that may wrap around). No blocks are none.
fn form_one_box(machine: &Machine, blocks: &[Block]) -> bool {
    // One block at once: what follows would say the same (so that `<` for `<=` survives), and take longer.
    if blocks.len() <= 1 {
        return blocks.len() == 1;
    }
    // Disjoint blocks fill the product of their projections exactly when their volumes add up to its volume.
    let mut volume = 1u64;
    // A bit per place of a dimension: strategies that list nodes one by one list many.
    let mut covered: Vec<u64> = Vec::new();
    for (dimension, (&extent, &is_ring)) in machine.extents().iter().zip(machine.rings()).enumerate() {
        covered.clear();
        covered.resize(extent.div_ceil(64) as usize, 0);
        for block in blocks {
            let mut place = block.base[dimension];
            for _ in 0..block.extents[dimension] {
                covered[place as usize / 64] |= 1 << (place % 64);
                place = if place + 1 < extent { place + 1 } else { 0 };
            }
        }
        // Runs begin at places before which there is a gap.
        let last = extent - 1;
        let mut before = if is_ring { covered[last as usize / 64] >> (last % 64) } else { 0 };
        let (mut places, mut runs) = (0, 0);
        for word in &covered {
            places += word.count_ones();
            runs += (word & !(word << 1 | before)).count_ones();
            before = word >> 63;
        }
        if runs > 1 {
            return false;
        }
        volume *= u64::from(places);
    }
    volume == blocks.iter().map(|block| u64::from(block.volume())).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Coordinates;

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
        let both = |list: &[(&[u32], &[u32])]| [&mesh, &torus].map(|machine| form_one_box(machine, &blocks(list)));
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
            [&line, &ring].map(|machine| form_one_box(machine, &list))
        };
        assert_eq!(both((60, 4), (64, 66)), [true, true], "across words");
        assert_eq!(both((60, 3), (64, 66)), [false, false], "a gap at a word's end");
        assert_eq!(both((60, 4), (65, 65)), [false, false], "and at one's beginning");
        assert_eq!(both((0, 64), (128, 2)), [false, true], "around the ring");
        assert_eq!(both((0, 64), (128, 1)), [false, false], "not quite around it");
        assert_eq!(both((0, 64), (64, 66)), [true, true], "all of it");
    }
}
