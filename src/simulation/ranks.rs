//! The processes of a job on their nodes.

use crate::machine::{Block, Coordinates, Machine};

/// A job's nodes in the order of its processes: by coordinates, the last dimension outermost (docs/semantics.md 7.5; in
/// two dimensions by rows).
pub struct Ranks<'a> {
    machine: &'a Machine,
    /// The nodes' places in that order among all nodes of the machine, ascending.
    places: Vec<u32>,
}

impl Ranks<'_> {
    /// The nodes of disjoint blocks. Cost: O(nodes x dimensions), and sorting them.
    pub fn new<'a>(machine: &'a Machine, blocks: &[Block]) -> Ranks<'a> {
        let mut places = Vec::new();
        blocks.iter().for_each(|block| add(machine, block, machine.dimensions(), 0, &mut places));
        places.sort_unstable();
        Ranks { machine, places }
    }

    /// The index of the node on which the process with this rank runs.
    pub fn node(&self, rank: u32) -> u32 {
        let mut rest = self.places[rank as usize];
        let mut coordinates = Coordinates::new(self.machine.extents());
        for (x, &extent) in coordinates.iter_mut().zip(self.machine.extents()) {
            *x = rest % extent;
            rest /= extent;
        }
        self.machine.index(&coordinates)
    }
}

/// Adds the places of a block's nodes whose coordinates from `dimension` on lead to `place`.
fn add(machine: &Machine, block: &Block, dimension: usize, place: u32, places: &mut Vec<u32>) {
    let Some(dimension) = dimension.checked_sub(1) else { return places.push(place) };
    let extent = machine.extents()[dimension];
    for offset in 0..block.extents[dimension] {
        let x = (block.base[dimension] + offset) % extent;
        add(machine, block, dimension, place * extent + x, places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_run_along_rows() {
        let machine: Machine = "mixed:4rx3".parse().unwrap();
        let block = |base: [u32; 2], extents: [u32; 2]| Block {
            base: Coordinates::new(&base),
            extents: Coordinates::new(&extents),
        };
        let ranks = Ranks::new(&machine, &[block([3, 1], [2, 2]), block([1, 0], [1, 2])]);
        let nodes: Vec<_> = (0..6).map(|rank| machine.coordinates(ranks.node(rank)).to_vec()).collect();
        assert_eq!(nodes, [[1, 0], [0, 1], [1, 1], [3, 1], [0, 2], [3, 2]]);
    }
}
