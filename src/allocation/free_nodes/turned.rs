//! The first way to turn a box in which one is free, on a small machine.
//!
//! Ways that begin alike share what is found of their first dimensions, and where none is left of that, none of them has room.

use super::super::orientations::{Rotation, first_orientation};
use super::answers::Answers;
use super::layer_search::LayerSearch;
use super::layout::{Growth, Layout};
use super::{FreeNodes, first_one, is_empty, ones};
use crate::machine::{Block, Coordinates};
use std::ops::ControlFlow;

/// What was found: the box as it was turned, and its base by its node.
pub(super) type Found = Option<(Coordinates, u32)>;

impl FreeNodes {
    /// Of the orientations of a box the first in which one is free, where its base is lexicographically first. Cost: that of a
    /// search for each orientation; on a small machine, where orientations that begin alike share what is found, less.
    pub fn first_turned(&self, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
        if self.is_large() {
            let first = |turned: &Coordinates| self.first_base(turned).map(|base| Block { base, extents: *turned });
            return first_orientation(extents, self.extents(), rotation, first);
        }
        let (extents, node) = self.find_turned(extents, rotation)?;
        Some(Block { base: self.layout.coordinates(node), extents })
    }

    /// Whether a box of these extents is free, turned if need be. Cost: a look at the one that was found last, or a search.
    pub fn has_turned(&self, extents: &Coordinates, rotation: Rotation) -> bool {
        let is_known = self.turned.borrow().answers.has_room(&self.layout, &self.words, extents, rotation);
        is_known || self.first_turned(extents, rotation).is_some()
    }

    /// Visits the free boxes of these extents, turned as they may be, until a visit breaks off; of those that fill a ring one for all.
    /// Whether it came to the end.
    pub fn each_turned(
        &self,
        extents: &Coordinates,
        rotation: Rotation,
        mut visit: impl FnMut(Block) -> ControlFlow<()>,
    ) -> bool {
        if self.is_large() || rotation == Rotation::Never {
            let broken = first_orientation(extents, self.extents(), rotation, |turned| {
                let bases = self.bases(turned);
                let mut bases = bases.iter().flat_map(|bases| bases.iter());
                bases.try_for_each(|base| visit(Block { base: self.coordinates(base), extents: *turned })).break_value()
            });
            return broken.is_none();
        }
        let broken = self.turned.borrow_mut().each(&self.layout, &self.words, extents, |turned, bases| {
            ones(bases)
                .try_for_each(|base| visit(Block { base: self.coordinates(base), extents: *turned }))
                .break_value()
        });
        broken.is_none()
    }

    pub(super) fn find_turned(&self, extents: &Coordinates, rotation: Rotation) -> Found {
        let is_possible = match rotation {
            Rotation::Never => self.could_hold(extents),
            Rotation::Tried => extents.iter().product::<u32>() <= self.count,
        };
        is_possible.then(|| self.turned.borrow_mut().first(&self.layout, &self.words, extents, rotation)).flatten()
    }
}

/// Room to search in, and what was found: a job that has room is mostly placed next, and one that has none asked for again when the
/// next arrives.
#[derive(Default)]
pub(super) struct Turned {
    /// By dimension, the bases that are left when it has been gone through.
    levels: Vec<Vec<u64>>,
    next: Vec<u64>,
    /// Room for a box that is not turned, which needs less.
    search: LayerSearch,
    pub answers: Answers,
}

impl Clone for Turned {
    fn clone(&self) -> Turned {
        Turned::default()
    }

    fn clone_from(&mut self, _: &Turned) {
        self.answers.forget();
    }
}

impl Turned {
    /// For the first orientation of a box of these extents in which one is free, the first base. Cost: at most about log2(extent)
    /// passes over the words for each dimension of each orientation; a look at a box where that is known.
    pub fn first(&mut self, layout: &Layout, words: &[u64], extents: &Coordinates, rotation: Rotation) -> Found {
        if let Some(found) = self.answers.known(layout, words, extents, rotation) {
            return found;
        }
        let found = match rotation {
            Rotation::Never => self.search.find_all(layout, words, extents).map(|base| (*extents, base)),
            Rotation::Tried => {
                self.levels.resize_with(extents.len(), Vec::new);
                let mut search = Search { layout, turned: *extents, next: &mut self.next };
                search.descend(0, words, &mut self.levels, &mut |turned, bases| Some((*turned, first_one(bases)?)))
            }
        };
        self.answers.note(words, extents, rotation, found);
        found
    }

    /// Visits for each orientation of a box in which any is free all bases, until a visit breaks off with an answer; of a box that
    /// fills a ring only the first. Cost: that of a search in vain.
    pub fn each<B>(
        &mut self,
        layout: &Layout,
        words: &[u64],
        extents: &Coordinates,
        mut visit: impl FnMut(&Coordinates, &[u64]) -> Option<B>,
    ) -> Option<B> {
        self.levels.resize_with(extents.len(), Vec::new);
        let mut search = Search { layout, turned: *extents, next: &mut self.next };
        search.descend(0, words, &mut self.levels, &mut visit)
    }
}

/// A search that goes from dimension to dimension.
struct Search<'a> {
    layout: &'a Layout,
    /// The extents of the dimensions that were gone through, and behind them, in the order in which they stand in the request,
    /// those that are left.
    turned: Coordinates,
    next: &'a mut Vec<u64>,
}

impl Search<'_> {
    /// Visits the orientations with a base, until a visit has an answer; `bases` are those that the dimensions before this one leave,
    /// and there are as many levels as dimensions left.
    fn descend<B>(
        &mut self,
        dimension: usize,
        bases: &[u64],
        levels: &mut [Vec<u64>],
        visit: &mut impl FnMut(&Coordinates, &[u64]) -> Option<B>,
    ) -> Option<B> {
        let (narrowed, levels) = levels.split_first_mut().expect("a dimension is left");
        for place in dimension..self.turned.len() {
            let extent = self.turned[place];
            if extent > self.layout.extents()[dimension] || self.turned[dimension..place].contains(&extent) {
                continue;
            }
            let narrowed = self.narrow(dimension, extent, bases, narrowed);
            if levels.is_empty() {
                // The last dimension has what is left.
                return visit(&self.turned, narrowed);
            }
            if is_empty(narrowed) {
                continue;
            }
            if place > dimension {
                self.turned[dimension..=place].rotate_right(1);
            }
            let found = self.descend(dimension + 1, narrowed, levels, visit);
            if found.is_some() {
                return found;
            }
            if place > dimension {
                self.turned[dimension..=place].rotate_left(1);
            }
        }
        None
    }

    /// Those of the bases that are left when the boxes grow from 1 to this extent.
    fn narrow<'b>(&mut self, dimension: usize, extent: u32, bases: &'b [u64], narrowed: &'b mut Vec<u64>) -> &'b [u64] {
        if extent == 1 {
            return bases;
        }
        let layout = self.layout;
        narrowed.clear();
        narrowed.extend_from_slice(bases);
        self.next.resize(bases.len(), 0);
        layout.narrow_to_first(dimension, Growth::to(extent), narrowed, self.next);
        // No box begins in the layers at the end that it would reach beyond.
        let kept = if dimension == 0 { layout.bases_along(0, extent) * layout.layer_size() } else { u32::MAX };
        &narrowed[..narrowed.len().min(kept.div_ceil(u64::BITS) as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Links;
    use super::*;
    use crate::machine::Machine;
    use proptest::prelude::*;

    /// Way after way, each with a search of its own that remembers nothing.
    fn plain(free: &FreeNodes, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
        first_orientation(extents, free.extents(), rotation, |turned| {
            let base = free.clone().bases(turned)?.first()?;
            Some(Block { base, extents: *turned })
        })
    }

    /// Every way in which a box is free, one after the other.
    fn plainly_all(free: &FreeNodes, extents: &Coordinates, rotation: Rotation) -> Vec<Block> {
        let mut all = Vec::new();
        let others = |turned: &Coordinates| -> Option<()> {
            let bases = free.bases(turned);
            all.extend(
                bases
                    .iter()
                    .flat_map(|bases| bases.iter())
                    .map(|base| Block { base: free.coordinates(base), extents: *turned }),
            );
            None
        };
        first_orientation(extents, free.extents(), rotation, others);
        all
    }

    proptest! {
        /// All are visited, and of those that fill a ring one at least.
        #[test]
        fn all_free_boxes_are_visited(
            machine in prop::sample::select(vec!["mesh:8x8x8", "torus:4x6x5", "mixed:3x2rx5x2r", "mesh:9x13", "torus:2x2x4x8", "torus:70x70"]),
            taken in prop::collection::vec(any::<u32>(), 0..30),
            sides in prop::collection::vec(1u32..6, 4),
            turns in any::<bool>(),
        ) {
            let machine: Machine = machine.parse().unwrap();
            let mut free = FreeNodes::new(&machine, Links::Followed);
            for node in taken.into_iter().map(|node| node % machine.node_count()) {
                if free.is_free(node) {
                    free.take_node(node);
                }
            }
            let extents = Coordinates::new(&sides[..machine.dimensions()]);
            let rotation = if turns { Rotation::Tried } else { Rotation::Never };
            let mut visited = Vec::new();
            let is_all = free.each_turned(&extents, rotation, |block| {
                visited.push(block);
                ControlFlow::Continue(())
            });
            prop_assert!(is_all);
            let nodes = |block: &Block| {
                let mut nodes: Vec<u32> = block.nodes(&machine).collect();
                nodes.sort_unstable();
                nodes
            };
            let [mut visited, mut expected] = [visited, plainly_all(&free, &extents, rotation)].map(|all| all.iter().map(nodes).collect::<Vec<_>>());
            [&mut visited, &mut expected].into_iter().for_each(|all| {
                all.sort_unstable();
                all.dedup();
            });
            prop_assert_eq!(visited, expected);
        }

        /// Whatever was asked, taken, given back and undone before, and in whatever copy.
        #[test]
        fn the_first_way_with_a_free_box_is_found(
            machine in prop::sample::select(vec!["mesh:8x8x8", "torus:4x6x5", "mixed:3x2rx5x2r", "mesh:9x13", "torus:3x3x4x2", "mixed:70rx3", "torus:2x2x4x8", "torus:4x8x16", "torus:16x16x16", "mixed:13x15rx14", "mesh:50x60"]),
            steps in prop::collection::vec((0u8..10, prop::collection::vec(1u32..8, 4), any::<bool>()), 1..60),
        ) {
            let machine: Machine = machine.parse().unwrap();
            let mut free = FreeNodes::new(&machine, Links::Followed);
            let mut other = free.clone();
            let mut held: Vec<Block> = Vec::new();
            // Where several answers are kept boxes are larger, or nobody would be in anybody's way.
            let times = if machine.node_count() > 2000 { 2 } else { 1 };
            let mut before: Option<Vec<Block>> = None;
            for (step, sides, turns) in steps {
                let mut extents = Coordinates::new(&sides[..machine.dimensions()]);
                extents.iter_mut().for_each(|extent| *extent *= times);
                let rotation = if turns { Rotation::Tried } else { Rotation::Never };
                // Whether there is room may be known where the first place is not.
                prop_assert_eq!(free.has_turned(&extents, rotation), plain(&free, &extents, rotation).is_some());
                let found = free.first_turned(&extents, rotation);
                prop_assert_eq!(found, plain(&free, &extents, rotation), "{} {:?}", machine, extents);
                match (step, found) {
                    (0, _) if before.is_none() => {
                        free.begin_trial();
                        before = Some(held.clone());
                    }
                    (1, _) => if let Some(before) = before.take() {
                        free.end_trial();
                        held = before;
                    },
                    (2, _) if before.is_none() => {
                        other.first_turned(&extents, rotation);
                        other.clone_from(&free);
                        std::mem::swap(&mut free, &mut other);
                    }
                    (3..=4, _) if !held.is_empty() => free.give(&held.swap_remove(sides[0] as usize % held.len())),
                    (_, Some(block)) => {
                        free.take(&block);
                        held.push(block);
                    }
                    _ => (),
                }
                // The same once more: now it may be known.
                prop_assert_eq!(free.first_turned(&extents, rotation), plain(&free, &extents, rotation));
            }
        }
    }
}
