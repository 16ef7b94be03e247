//! The first way to turn a box in which one is free, on a small machine.
//!
//! Ways that begin alike share what is found of their first dimensions, and where none is left of that, none of them has room.

use super::super::orientations::Rotation;
use super::first_one;
use super::layout::{Growth, Layout};
use super::window::Room;
use crate::machine::Coordinates;

/// What was found: the box as it was turned, and its base by its node.
pub(super) type Found = Option<(Coordinates, u32)>;

/// Room to search in, and what was found last: a job that has room is mostly placed next, and one that has none asked for again
/// when the next arrives.
#[derive(Default)]
pub(super) struct Turned {
    /// By dimension, the bases that are left when it has been gone through.
    levels: Vec<Vec<u64>>,
    next: Vec<u64>,
    /// Room for a box that is not turned, which needs less.
    room: Room,
    last: Option<(Coordinates, Rotation, Found)>,
}

impl Clone for Turned {
    fn clone(&self) -> Turned {
        Turned::default()
    }

    fn clone_from(&mut self, _: &Turned) {
        self.forget();
    }
}

impl Turned {
    /// The set has changed.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// For the first orientation of a box of these extents in which one is free, the first base. Cost: at most about log2(extent)
    /// passes over the words for each dimension of each orientation; nothing where the same was asked last.
    pub fn first(&mut self, layout: &Layout, words: &[u64], extents: &Coordinates, rotation: Rotation) -> Found {
        if let Some((_, _, found)) = self.last.as_ref().filter(|last| last.0 == *extents && last.1 == rotation) {
            return *found;
        }
        let found = match rotation {
            Rotation::Never => self.room.first_of_all(layout, words, extents).map(|base| (*extents, base)),
            Rotation::Tried => {
                self.levels.resize_with(extents.len(), Vec::new);
                let mut search = Search { layout, turned: *extents, next: &mut self.next };
                search.descend(0, words, &mut self.levels).map(|base| (search.turned, base))
            }
        };
        self.last = Some((*extents, rotation, found));
        found
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
    /// The first base in the first orientation with one; `bases` are those that the dimensions before this one leave, and there
    /// are as many levels as dimensions left.
    fn descend(&mut self, dimension: usize, bases: &[u64], levels: &mut [Vec<u64>]) -> Option<u32> {
        let (narrowed, levels) = levels.split_first_mut().expect("a dimension is left");
        for place in dimension..self.turned.len() {
            let extent = self.turned[place];
            if extent > self.layout.extents()[dimension] || self.turned[dimension..place].contains(&extent) {
                continue;
            }
            let narrowed = self.narrow(dimension, extent, bases, narrowed);
            let Some(base) = first_one(narrowed) else { continue };
            if place > dimension {
                self.turned[dimension..=place].rotate_right(1);
            }
            let found = if levels.is_empty() { Some(base) } else { self.descend(dimension + 1, narrowed, levels) };
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
    use super::super::{FreeNodes, Links};
    use super::*;
    use crate::allocation::orientations::first_orientation;
    use crate::machine::{Block, Machine};
    use proptest::prelude::*;

    /// Way after way, each with a search of its own that remembers nothing.
    fn plain(free: &FreeNodes, extents: &Coordinates, rotation: Rotation) -> Option<Block> {
        first_orientation(extents, free.extents(), rotation, |turned| {
            let base = free.clone().bases(turned)?.first()?;
            Some(Block { base, extents: *turned })
        })
    }

    proptest! {
        /// Whatever was asked, taken, given back and undone before, and in whatever copy.
        #[test]
        fn the_first_way_with_a_free_box_is_found(
            machine in prop::sample::select(vec!["mesh:8x8x8", "torus:4x6x5", "mixed:3x2rx5x2r", "mesh:9x13", "torus:3x3x4x2", "mixed:70rx3", "torus:2x2x4x8", "torus:4x8x16"]),
            steps in prop::collection::vec((0u8..10, prop::collection::vec(1u32..8, 4), any::<bool>()), 1..60),
        ) {
            let machine: Machine = machine.parse().unwrap();
            let mut free = FreeNodes::new(&machine, Links::Followed);
            let mut other = free.clone();
            let mut held: Vec<Block> = Vec::new();
            let mut before: Option<Vec<Block>> = None;
            for (step, sides, turns) in steps {
                let extents = Coordinates::new(&sides[..machine.dimensions()]);
                let rotation = if turns { Rotation::Tried } else { Rotation::Never };
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
