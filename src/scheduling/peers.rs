//! The waiting jobs that a strategy cannot tell apart, by their ranks in the queue.

use crate::time::Time;

/// The most jobs of a block.
const MOST: usize = 64;

/// Ranks of waiting jobs, ascending, each with the job's estimate. They are in blocks that know their least estimate.
/// Memory: O(waiting jobs). Adding, removing and finding look into one or two blocks, and at one number of each block
/// in between.
#[derive(Default)]
pub struct Peers {
    /// The least estimate of each block.
    least: Vec<Time>,
    /// No block is empty.
    blocks: Vec<Block>,
    /// The memory of the block that was emptied last. Another job often begins to wait soon after.
    unused: Block,
}

/// A waiting job.
#[derive(Clone, Copy)]
struct Peer {
    rank: u32,
    estimate: Time,
}

/// A part of the waiting jobs.
type Block = Vec<Peer>;

fn least_estimate(block: &[Peer]) -> Time {
    block.iter().map(|peer| peer.estimate).min().unwrap_or(Time::MAX)
}

/// The first place in a block with at least this rank. This is mostly the first place of all.
fn place(block: &[Peer], rank: u32) -> usize {
    if block[0].rank >= rank { 0 } else { block.partition_point(|peer| peer.rank < rank) }
}

impl Peers {
    /// The first block with a rank of at least this one. This is mostly the first block.
    #[inline]
    fn block(&self, rank: u32) -> usize {
        let ends_before = |block: &Block| block[block.len() - 1].rank < rank;
        match self.blocks.first() {
            Some(first) if ends_before(first) => self.blocks.partition_point(ends_before),
            _ => 0,
        }
    }

    /// Adds a job that begins to wait.
    pub fn insert(&mut self, rank: u32, estimate: Time) {
        let peer = Peer { rank, estimate };
        if self.blocks.is_empty() {
            self.blocks.push(std::mem::take(&mut self.unused));
            self.blocks[0].push(peer);
            self.least.push(estimate);
            return;
        }
        let number = self.block(rank).min(self.blocks.len() - 1);
        let block = &mut self.blocks[number];
        block.insert(place(block, rank), peer);
        self.least[number] = self.least[number].min(estimate);
        if block.len() > MOST {
            let later = block.split_off(MOST / 2);
            self.least[number] = least_estimate(block);
            self.least.insert(number + 1, least_estimate(&later));
            self.blocks.insert(number + 1, later);
        }
    }

    /// Removes a job that no longer waits.
    pub fn remove(&mut self, rank: u32) {
        let number = self.block(rank);
        let block = &mut self.blocks[number];
        let gone = block.remove(place(block, rank));
        debug_assert_eq!(gone.rank, rank);
        if block.is_empty() {
            self.unused = self.blocks.remove(number);
            self.least.remove(number);
        } else if gone.estimate == self.least[number] {
            self.least[number] = least_estimate(block);
        }
    }

    /// The first rank from this one on of a job with an estimate of at most `bound`.
    pub fn first_within(&self, rank: u32, bound: Time) -> Option<u32> {
        let number = self.block(rank);
        let within = |block: &Block, from: usize| {
            let found = block[from..].iter().find(|peer| peer.estimate <= bound)?;
            Some(found.rank)
        };
        let first = self.blocks.get(number).filter(|_| self.least[number] <= bound);
        if let Some(found) = first.and_then(|block| within(block, place(block, rank))) {
            return Some(found);
        }
        let rest = self.least.get(number + 1..)?;
        let next = rest.iter().position(|&least| least <= bound)?;
        within(&self.blocks[number + 1 + next], 0)
    }

    /// The number of ranks in `from..end`.
    pub fn count_between(&self, from: u32, end: u32) -> usize {
        let blocks = self.blocks[self.block(from)..].iter().take_while(|block| block[0].rank < end);
        blocks.map(|block| place(block, end).saturating_sub(place(block, from))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn agrees_with_a_plain_map(
            changes in prop::collection::vec((0u32..400, 0i64..20, 0u8..4), 0..700),
            from in 0u32..410,
            end in 0u32..410,
            bound in 0i64..20,
        ) {
            let (mut peers, mut plain) = (Peers::default(), BTreeMap::new());
            for (rank, estimate, kind) in changes {
                if plain.remove(&rank).is_some() {
                    peers.remove(rank);
                } else if kind > 0 {
                    peers.insert(rank, estimate);
                    plain.insert(rank, estimate);
                }
                prop_assert_eq!(peers.blocks.is_empty(), plain.is_empty());
                for from in [0, from, rank, rank + 1] {
                    let wanted = plain.range(from..).find(|(_, estimate)| **estimate <= bound).map(|(rank, _)| *rank);
                    prop_assert_eq!(peers.first_within(from, bound), wanted);
                }
            }
            let between = plain.range(from..).filter(|(rank, _)| **rank < end).count();
            prop_assert_eq!(peers.count_between(from, end), between);
        }

        /// Adds and removes many jobs at once. Blocks come and go, and each must know its least estimate.
        #[test]
        fn blocks_are_sound(ranks in prop::collection::vec(0u32..100_000, 0..2000), keep in 1u32..5) {
            let mut peers = Peers::default();
            let ranks: BTreeMap<u32, Time> = ranks.into_iter().map(|rank| (rank, i64::from(rank * 7919 % 1000))).collect();
            ranks.iter().rev().for_each(|(&rank, &estimate)| peers.insert(rank, estimate));
            ranks.keys().filter(|rank| *rank % keep > 0).for_each(|&rank| peers.remove(rank));
            prop_assert_eq!(peers.least.len(), peers.blocks.len());
            for (block, least) in peers.blocks.iter().zip(&peers.least) {
                prop_assert!((1..=MOST).contains(&block.len()));
                prop_assert_eq!(least_estimate(block), *least);
            }
            let all: Vec<u32> = peers.blocks.iter().flat_map(|block| block.iter().map(|peer| peer.rank)).collect();
            prop_assert_eq!(all, ranks.keys().copied().filter(|rank| rank % keep == 0).collect::<Vec<_>>());
        }
    }
}
