//! Sets of nodes as boxes: intersection, difference, membership, and what wrap-around means.
//!
//! The difference of two boxes replaces the seventeen cases of the thesis (figure 3.3) in any number of dimensions:
//! whatever sticks out of the other box in one dimension is cut off, dimension after dimension.

use super::{Block, Coordinates};
use crate::machine::Machine;

impl Block {
    /// All nodes of `machine`.
    pub fn whole(machine: &Machine) -> Block {
        Block { base: Coordinates::splat(0, machine.dimensions()), extents: Coordinates::new(machine.extents()) }
    }

    /// Whether the node at `coordinates` belongs to the box, wrap-around not considered.
    pub fn contains(&self, coordinates: &[u32]) -> bool {
        let inside = |(x, (base, extent)): (&u32, (&u32, &u32))| x.checked_sub(*base).is_some_and(|x| x < *extent);
        coordinates.iter().zip(self.base.iter().zip(&*self.extents)).all(inside)
    }

    /// Whether two boxes of a machine of these lengths have a node in common, wherever they go around rings.
    pub fn meets(&self, other: &Block, lengths: &[u32]) -> bool {
        self.is_level_with(other, 0, lengths)
    }

    /// Whether they would if one were shifted suitably in the dimensions before `first`.
    pub fn is_level_with(&self, other: &Block, first: usize, lengths: &[u32]) -> bool {
        (first..lengths.len()).all(|dimension| {
            let (one, another) = (self.base[dimension], other.base[dimension]);
            let behind = if another >= one { another - one } else { another + lengths[dimension] - one };
            behind < self.extents[dimension] || lengths[dimension] - behind < other.extents[dimension]
        })
    }

    /// The nodes common to two boxes, wrap-around not considered; `None` where there are none.
    pub fn intersection(&self, other: &Block) -> Option<Block> {
        let mut common = *self;
        for dimension in 0..self.base.len() {
            let (low, high) = self.overlap(other, dimension)?;
            common.base[dimension] = low;
            common.extents[dimension] = high - low;
        }
        Some(common)
    }

    /// The coordinates that two boxes share in one dimension, from and up to.
    fn overlap(&self, other: &Block, dimension: usize) -> Option<(u32, u32)> {
        let low = self.base[dimension].max(other.base[dimension]);
        let high = self.end(dimension).min(other.end(dimension));
        (low < high).then_some((low, high))
    }

    /// The coordinate behind the last of the box's own.
    fn end(&self, dimension: usize) -> u32 {
        self.base[dimension] + self.extents[dimension]
    }

    /// Appends the nodes of this box that `other` lacks, as disjoint boxes: at most two per dimension, in no
    /// particular order. Wrap-around is not considered.
    pub fn subtract(&self, other: &Block, rest: &mut Vec<Block>) {
        // Before anything is cut: boxes that do not meet stay whole.
        if (0..self.base.len()).any(|dimension| self.overlap(other, dimension).is_none()) {
            rest.push(*self);
            return;
        }
        let mut core = *self;
        for dimension in 0..self.base.len() {
            let low = other.base[dimension].max(core.base[dimension]);
            let high = other.end(dimension).min(core.end(dimension));
            for (from, to) in [(core.base[dimension], low), (high, core.end(dimension))] {
                if from < to {
                    let mut part = core;
                    part.base[dimension] = from;
                    part.extents[dimension] = to - from;
                    rest.push(part);
                }
            }
            core.base[dimension] = low;
            core.extents[dimension] = high - low;
        }
    }

    /// Whether all its nodes are nodes of a machine, each once: only on a ring it may reach beyond the last.
    pub fn lies_on(&self, machine: &Machine) -> bool {
        let (lengths, rings) = (machine.extents(), machine.rings());
        let fits = |dimension: usize| {
            let (from, extent, length) = (self.base[dimension], self.extents[dimension], lengths[dimension]);
            from < length && extent <= length && (rings[dimension] || from + extent <= length)
        };
        self.base.len() == lengths.len() && (0..lengths.len()).all(fits)
    }

    /// The box of the nodes of this one and of `next`, where `next` begins just where this one ends in one dimension and
    /// both agree in all others; wrap-around is not considered.
    pub fn joined(&self, next: &Block) -> Option<Block> {
        let agrees = |at: &usize| self.base[*at] == next.base[*at] && self.extents[*at] == next.extents[*at];
        let mut others = (0..self.base.len()).filter(|at| !agrees(at));
        let dimension = others.next()?;
        let joins = self.end(dimension) == next.base[dimension] && others.next().is_none();
        let mut whole = *self;
        whole.extents[dimension] += next.extents[dimension];
        joins.then_some(whole)
    }

    /// Appends boxes that do not wrap around and together have the nodes of this one, which may: one box, twice as
    /// many for every dimension in which it wraps. The base must lie on the machine.
    pub fn unwrap_onto(&self, machine: &Machine, pieces: &mut Vec<Block>) {
        let first = pieces.len();
        pieces.push(*self);
        for (dimension, &length) in machine.extents().iter().enumerate() {
            if self.end(dimension) <= length {
                continue;
            }
            for index in first..pieces.len() {
                let piece = &mut pieces[index];
                let mut wrapped = *piece;
                piece.extents[dimension] = length - self.base[dimension];
                wrapped.base[dimension] = 0;
                wrapped.extents[dimension] = self.end(dimension) - length;
                pieces.push(wrapped);
            }
        }
    }

    /// The indices of the box's nodes on `machine`, around its rings where need be: in lexicographic order of their
    /// distances from the base.
    pub fn nodes(&self, machine: &Machine) -> impl Iterator<Item = u32> + use<> {
        let (block, lengths) = (*self, Coordinates::new(machine.extents()));
        (0..self.volume()).map(move |number| {
            let (mut rest, mut index, mut stride) = (number, 0, 1);
            for dimension in (0..lengths.len()).rev() {
                let x = (block.base[dimension] + rest % block.extents[dimension]) % lengths[dimension];
                rest /= block.extents[dimension];
                index += x * stride;
                stride *= lengths[dimension];
            }
            index
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A machine of 1 to 4 dimensions and two boxes with bases on it; on rings they may wrap around.
    fn two_boxes() -> impl Strategy<Value = (Machine, Block, Block)> {
        prop::collection::vec((1u32..=5, any::<bool>()), 1..=4).prop_flat_map(|sides| {
            let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
            let machine = Machine::new(&extents, &rings).unwrap();
            (Just(machine.clone()), block_on(&machine), block_on(&machine))
        })
    }

    fn block_on(machine: &Machine) -> impl Strategy<Value = Block> + use<> {
        let machine = machine.clone();
        let node = 0..machine.node_count();
        (node.clone(), node).prop_map(move |(base, size)| {
            let base = machine.coordinates(base);
            let mut extents = machine.coordinates(size);
            for dimension in 0..machine.dimensions() {
                extents[dimension] += 1;
                if !machine.rings()[dimension] {
                    extents[dimension] = extents[dimension].min(machine.extents()[dimension] - base[dimension]);
                }
            }
            Block { base, extents }
        })
    }

    /// The box as a set, by asking every node of the machine for its distance from the base.
    fn set(machine: &Machine, block: &Block) -> BTreeSet<u32> {
        let within = |node: &u32| {
            let at = machine.coordinates(*node);
            (0..machine.dimensions()).all(|d| {
                let length = machine.extents()[d];
                (at[d] + length - block.base[d]) % length < block.extents[d]
            })
        };
        (0..machine.node_count()).filter(within).collect()
    }

    /// The union of boxes that must be disjoint.
    fn union(machine: &Machine, blocks: &[Block]) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        for node in blocks.iter().flat_map(|block| set(machine, block)) {
            assert!(all.insert(node), "{blocks:?} share node {node}");
        }
        all
    }

    fn unwrapped(machine: &Machine, block: &Block) -> Vec<Block> {
        let mut pieces = Vec::new();
        block.unwrap_onto(machine, &mut pieces);
        pieces
    }

    #[test]
    fn boxes_are_joined_where_one_ends_and_the_next_begins() {
        let at = |base: [u32; 2], extents: [u32; 2]| Block {
            base: Coordinates::new(&base),
            extents: Coordinates::new(&extents),
        };
        let whole = at([1, 2], [3, 2]);
        assert_eq!(at([1, 2], [1, 2]).joined(&at([2, 2], [2, 2])), Some(whole));
        assert_eq!(at([1, 2], [3, 1]).joined(&at([1, 3], [3, 1])), Some(whole));
        for apart in
            [at([3, 2], [1, 2]), at([2, 2], [1, 1]), at([2, 3], [1, 2]), at([1, 2], [1, 2]), at([0, 2], [1, 2])]
        {
            assert_eq!(at([1, 2], [1, 2]).joined(&apart), None, "{apart}");
        }
    }

    proptest! {
        /// A joined box has the nodes of both.
        #[test]
        fn joining_adds_up((machine, one, other) in two_boxes()) {
            if let Some(whole) = one.joined(&other) {
                prop_assert_eq!(whole.volume(), one.volume() + other.volume());
                let nodes = |block: &Block| set(&machine, block);
                prop_assert_eq!(nodes(&whole), &nodes(&one) | &nodes(&other));
            }
        }

        #[test]
        fn boxes_meet_where_they_share_a_node((machine, one, other) in two_boxes()) {
            let common = &set(&machine, &one) & &set(&machine, &other);
            prop_assert_eq!(one.meets(&other, machine.extents()), !common.is_empty());
            let shifted = Block { base: { let mut base = one.base; base[0] = other.base[0]; base }, ..one };
            prop_assert_eq!(one.is_level_with(&other, 1, machine.extents()), shifted.meets(&other, machine.extents()));
        }

        #[test]
        fn nodes_are_listed_once((machine, block, _) in two_boxes()) {
            let listed: Vec<u32> = block.nodes(&machine).collect();
            prop_assert_eq!(listed[0], machine.index(&block.base));
            prop_assert_eq!(listed.len() as u32, block.volume());
            prop_assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), set(&machine, &block));
        }

        #[test]
        fn pieces_of_a_wrapping_box_lie_on_the_machine((machine, block, _) in two_boxes()) {
            let pieces = unwrapped(&machine, &block);
            for piece in &pieces {
                prop_assert!((0..machine.dimensions()).all(|d| piece.end(d) <= machine.extents()[d]), "{}", piece);
            }
            prop_assert_eq!(union(&machine, &pieces), set(&machine, &block));
        }

        #[test]
        fn boxes_behave_like_sets((machine, left, right) in two_boxes()) {
            for left in unwrapped(&machine, &left) {
                for right in unwrapped(&machine, &right) {
                    let (in_left, in_right) = (set(&machine, &left), set(&machine, &right));
                    let common = left.intersection(&right).map(|block| set(&machine, &block)).unwrap_or_default();
                    prop_assert_eq!(common, &in_left & &in_right);
                    let mut rest = Vec::new();
                    left.subtract(&right, &mut rest);
                    prop_assert!(rest.len() <= 1.max(2 * machine.dimensions()));
                    prop_assert_eq!(union(&machine, &rest), &in_left - &in_right);
                    for node in 0..machine.node_count() {
                        prop_assert_eq!(left.contains(&machine.coordinates(node)), in_left.contains(&node));
                    }
                }
            }
        }
    }

    #[test]
    fn the_whole_machine_has_all_nodes() {
        let machine = Machine::mesh(&[3, 4]);
        assert!(Block::whole(&machine).nodes(&machine).eq(0..12));
    }
}
