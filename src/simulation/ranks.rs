//! The processes of a job on their nodes.

use crate::allocation::Blocks;
use crate::machine::{Block, Coordinates, Machine};
use crate::names::named;

named! {
    /// The order in which a job's processes are put on its nodes.
    #[derive(Default)]
    RankOrder, "order of ranks" {
        /// By coordinates, the last dimension outermost: in two dimensions row by row, across all blocks.
        #[default]
        Rows = "rows",
        /// Block by block in the order of allocation, and within each by rows from its base on.
        Blocks = "blocks",
        /// By coordinates, the first dimension outermost: in two dimensions column by column.
        Columns = "columns",
    }
}

/// A job's nodes in the order of its processes (docs/semantics.md 7.5).
pub struct Ranks<'a> {
    machine: &'a Machine,
    order: RankOrder,
    /// The nodes' places by rows, or by columns, among all nodes of the machine; ascending but for blocks.
    places: Vec<u32>,
}

impl Ranks<'_> {
    /// The nodes of disjoint blocks. Cost: O(nodes x dimensions), and sorting them.
    pub fn new<'a>(machine: &'a Machine, blocks: &Blocks, order: RankOrder) -> Ranks<'a> {
        let mut ranks = Ranks { machine, order, places: Vec::new() };
        blocks.iter().for_each(|block| ranks.add(&block, machine.dimensions(), 0));
        if order != RankOrder::Blocks {
            ranks.places.sort_unstable();
        }
        ranks
    }

    /// The dimension that is so far from the innermost of the order: along it, places differ by the product of the extents
    /// further in.
    fn dimension(&self, depth: usize) -> usize {
        match self.order {
            RankOrder::Rows | RankOrder::Blocks => depth,
            RankOrder::Columns => self.machine.dimensions() - 1 - depth,
        }
    }

    /// Adds the places of a block's nodes. `place` results from all their coordinates but the innermost `left`.
    fn add(&mut self, block: &Block, left: usize, place: u32) {
        let Some(depth) = left.checked_sub(1) else { return self.places.push(place) };
        let dimension = self.dimension(depth);
        let extent = self.machine.extents()[dimension];
        for offset in 0..block.extents[dimension] {
            let x = (block.base[dimension] + offset) % extent;
            self.add(block, depth, place * extent + x);
        }
    }

    /// The index of the node on which the process with this rank runs.
    pub fn node(&self, rank: u32) -> u32 {
        let mut rest = self.places[rank as usize];
        let mut coordinates = Coordinates::new(self.machine.extents());
        for dimension in (0..self.machine.dimensions()).map(|depth| self.dimension(depth)) {
            let extent = self.machine.extents()[dimension];
            coordinates[dimension] = rest % extent;
            rest /= extent;
        }
        self.machine.index(&coordinates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the processes of a job of five with a first block around the ring of four.
    #[test]
    fn five_processes_by_rows_by_blocks_and_by_columns() {
        let machine: Machine = "mixed:4rx3".parse().unwrap();
        let block = |base: [u32; 2], extents: [u32; 2]| Block {
            base: Coordinates::new(&base),
            extents: Coordinates::new(&extents),
        };
        let nodes = |order| {
            let ranks = Ranks::new(&machine, &vec![block([3, 1], [2, 2]), block([1, 0], [1, 1])].into(), order);
            (0..5).map(|rank| machine.coordinates(ranks.node(rank)).to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(nodes(RankOrder::Rows), [[1, 0], [0, 1], [3, 1], [0, 2], [3, 2]]);
        assert_eq!(nodes(RankOrder::Blocks), [[3, 1], [0, 1], [3, 2], [0, 2], [1, 0]]);
        assert_eq!(nodes(RankOrder::Columns), [[0, 1], [0, 2], [1, 0], [3, 1], [3, 2]]);
    }
}
