//! The waiting jobs that a strategy cannot tell apart, by their ranks in the queue.

use crate::time::Time;

/// The most jobs of a block.
const MOST: usize = 64;

/// Ranks of waiting jobs, ascending, each with the job's estimate, in blocks that know their least one. Memory: O(jobs that
/// wait). Adding, removing and finding look into one block or two, and at one number of each block in between.
#[derive(Default)]
pub struct Peers {
    /// The least estimate of each block.
    least: Vec<Time>,
    /// None is empty.
    blocks: Vec<Block>,
    /// The memory of the one that was emptied last: often somebody soon waits again.
    unused: Block,
}

/// Some ranks and the estimates beside them.
#[derive(Default)]
struct Block {
    ranks: Vec<u32>,
    estimates: Vec<Time>,
}

impl Block {
    fn least(&self) -> Time {
        self.estimates.iter().copied().min().unwrap_or(Time::MAX)
    }

    /// The first place of a rank that is at least this one.
    fn place(&self, rank: u32) -> usize {
        self.ranks.partition_point(|&other| other < rank)
    }
}

impl Peers {
    /// The first block with a rank that is at least this one.
    fn block(&self, rank: u32) -> usize {
        self.blocks.partition_point(|block| block.ranks[block.ranks.len() - 1] < rank)
    }

    /// A job begins to wait.
    pub fn insert(&mut self, rank: u32, estimate: Time) {
        let number = self.block(rank).min(self.blocks.len().saturating_sub(1));
        if self.blocks.is_empty() {
            self.blocks.push(std::mem::take(&mut self.unused));
            self.least.push(estimate);
        }
        let block = &mut self.blocks[number];
        let place = block.place(rank);
        block.ranks.insert(place, rank);
        block.estimates.insert(place, estimate);
        self.least[number] = self.least[number].min(estimate);
        if block.ranks.len() > MOST {
            let later =
                Block { ranks: block.ranks.split_off(MOST / 2), estimates: block.estimates.split_off(MOST / 2) };
            self.least[number] = block.least();
            self.least.insert(number + 1, later.least());
            self.blocks.insert(number + 1, later);
        }
    }

    /// A job that waits does so no more.
    pub fn remove(&mut self, rank: u32) {
        let number = self.block(rank);
        let block = &mut self.blocks[number];
        let place = block.place(rank);
        debug_assert_eq!(block.ranks[place], rank);
        block.ranks.remove(place);
        let estimate = block.estimates.remove(place);
        if block.ranks.is_empty() {
            self.unused = self.blocks.remove(number);
            self.least.remove(number);
        } else if estimate == self.least[number] {
            self.least[number] = block.least();
        }
    }

    /// The first rank that is at least this one, of a job whose estimate is at most `bound`.
    pub fn first_within(&self, rank: u32, bound: Time) -> Option<u32> {
        let number = self.block(rank);
        let within = |block: &Block, from: usize| {
            let found = block.estimates[from..].iter().position(|&estimate| estimate <= bound)?;
            Some(block.ranks[from + found])
        };
        let first = self.blocks.get(number).filter(|_| self.least[number] <= bound);
        if let Some(found) = first.and_then(|block| within(block, block.place(rank))) {
            return Some(found);
        }
        let rest = self.least.get(number + 1..)?;
        let next = rest.iter().position(|&least| least <= bound)?;
        within(&self.blocks[number + 1 + next], 0)
    }

    /// How many ranks there are from `from` up to, not at, `end`.
    pub fn count_between(&self, from: u32, end: u32) -> usize {
        let blocks = self.blocks[self.block(from)..].iter().take_while(|block| block.ranks[0] < end);
        blocks.map(|block| block.place(end).saturating_sub(block.place(from))).sum()
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

        /// Many at once: blocks come and go, and each knows its least estimate.
        #[test]
        fn blocks_are_sound(ranks in prop::collection::vec(0u32..100_000, 0..2000), keep in 1u32..5) {
            let mut peers = Peers::default();
            let ranks: BTreeMap<u32, Time> = ranks.into_iter().map(|rank| (rank, i64::from(rank * 7919 % 1000))).collect();
            ranks.iter().rev().for_each(|(&rank, &estimate)| peers.insert(rank, estimate));
            ranks.keys().filter(|rank| *rank % keep > 0).for_each(|&rank| peers.remove(rank));
            prop_assert_eq!(peers.least.len(), peers.blocks.len());
            for (block, least) in peers.blocks.iter().zip(&peers.least) {
                prop_assert!((1..=MOST).contains(&block.ranks.len()) && block.ranks.len() == block.estimates.len());
                prop_assert_eq!(block.least(), *least);
            }
            let all: Vec<u32> = peers.blocks.iter().flat_map(|block| block.ranks.iter().copied()).collect();
            prop_assert_eq!(all, ranks.keys().copied().filter(|rank| rank % keep == 0).collect::<Vec<_>>());
        }
    }
}
