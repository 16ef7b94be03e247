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
    /// By how many dimensions have been gone through but for the first, the bases that are left.
    levels: Vec<Vec<u64>>,
    next: Vec<u64>,
    /// The same where the box is not turned.
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
