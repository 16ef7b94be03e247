//! Results of earlier searches, as far as they are still valid.
//!
//! While nodes are only taken, no box becomes free. Refused extents stay refused, and no base comes before the one that
//! was first. A box that is given back makes room only for boxes no longer than the free rows through it
//! ([`super::reach`]). These boxes must also have a layer in common with it.

use super::super::orientations::Rotation;
use super::super::refused::Refused;
use super::layout::Layout;
use crate::machine::{Block, Coordinates};
use rustc_hash::FxHashMap;

/// The layers form at most this many strips of equal width, one for each bit of a word.
const MOST_STRIPS: u32 = u64::BITS;

/// The memory of one set of free nodes.
pub(super) struct Memory {
    /// Extents without a free box: in the given orientation, and in any orientation.
    upright: Refused,
    rotated: Refused,
    /// The result of the last search, by extents.
    found: FxHashMap<Coordinates, Found>,
    /// The number of boxes given back, and for each strip that number at its last one.
    given: u64,
    given_in_strip: Vec<u64>,
    layers_in_strip: u32,
}

#[derive(Clone, Copy)]
struct Found {
    first: Option<Coordinates>,
    /// The number of boxes given back before the search.
    given: u64,
}

/// The knowledge before a search.
pub(super) struct Known {
    /// The base that was first in the last search.
    pub base: Option<Coordinates>,
    /// Whether it is still the first, if its box is free.
    pub is_first: bool,
    /// The strips that may have bases.
    open: u64,
    layers_in_strip: u32,
}

impl Known {
    /// The first layer from this one on that may have a base.
    pub fn next_open(&self, layer: u32) -> Option<u32> {
        let strip = layer / self.layers_in_strip;
        let closed = self.open.checked_shr(strip)?.trailing_zeros();
        (closed < MOST_STRIPS).then(|| layer.max((strip + closed) * self.layers_in_strip))
    }
}

/// A copy keeps only the refused extents.
impl Clone for Memory {
    fn clone(&self) -> Memory {
        let (upright, rotated) = (self.upright.clone(), self.rotated.clone());
        let given_in_strip = self.given_in_strip.clone();
        Memory { upright, rotated, found: FxHashMap::default(), given_in_strip, ..*self }
    }

    fn clone_from(&mut self, other: &Memory) {
        self.upright.clone_from(&other.upright);
        self.rotated.clone_from(&other.rotated);
        self.found.clear();
    }
}

impl Memory {
    /// An empty memory.
    pub fn new(layout: &Layout) -> Memory {
        let layers = layout.extents()[0];
        let layers_in_strip = layers.div_ceil(MOST_STRIPS);
        let given_in_strip = vec![0; layers.div_ceil(layers_in_strip) as usize];
        let (upright, rotated, found) = Default::default();
        Memory { upright, rotated, found, given: 0, given_in_strip, layers_in_strip }
    }

    fn refused(&mut self, rotation: Rotation) -> &mut Refused {
        match rotation {
            Rotation::Never => &mut self.upright,
            Rotation::Tried => &mut self.rotated,
        }
    }

    /// Whether these extents are known to have no free box.
    pub fn is_refused(&mut self, extents: &Coordinates, rotation: Rotation) -> bool {
        self.refused(rotation).has(extents, rotation)
    }

    /// Notes that no box of these extents is free.
    pub fn refuse(&mut self, extents: &Coordinates, rotation: Rotation) {
        self.refused(rotation).add(extents, rotation);
    }

    /// Notes the first base for these extents.
    pub fn note_found(&mut self, extents: &Coordinates, first: Option<Coordinates>) {
        self.found.insert(*extents, Found { first, given: self.given });
    }

    /// A base for these extents that was once the first.
    pub fn last_base(&self, extents: &Coordinates) -> Option<Coordinates> {
        self.found.get(extents)?.first
    }

    /// The knowledge about bases for these extents.
    pub fn known(&self, extents: &Coordinates) -> Known {
        let Some(found) = self.found.get(extents) else {
            return Known { base: None, is_first: false, open: u64::MAX, layers_in_strip: self.layers_in_strip };
        };
        let (mut changed, count) = (0, self.given_in_strip.len() as u32);
        for (strip, &given) in self.given_in_strip.iter().enumerate() {
            changed |= u64::from(given > found.given) << strip;
        }
        // The strips in which a box can begin that reaches into a changed one. The machine is treated as a ring in any
        // case.
        let reach = (extents[0] - 1).div_ceil(self.layers_in_strip).min(count - 1);
        let open = (0..=reach).fold(0, |open, strips| open | changed >> strips | changed << (count - 1 - strips) << 1);
        let strip = found.first.map_or(MOST_STRIPS, |base| base[0] / self.layers_in_strip);
        let behind = u64::MAX.checked_shl(strip).unwrap_or(0);
        let is_first = open & !(behind << 1) == 0;
        Known { base: found.first, is_first, open: open | behind, layers_in_strip: self.layers_in_strip }
    }

    /// Notes that a box was given back. `reach` is computed only if needed.
    pub fn note_given(&mut self, block: &Block, limits: &[u32], reach: impl FnOnce() -> Coordinates) {
        self.given += 1;
        for layer in (block.base[0]..block.base[0] + block.extents[0]).step_by(self.layers_in_strip as usize) {
            self.given_in_strip[(layer % limits[0] / self.layers_in_strip) as usize] = self.given;
        }
        let end = (block.base[0] + block.extents[0] - 1) % limits[0] / self.layers_in_strip;
        self.given_in_strip[end as usize] = self.given;
        if !self.upright.is_empty() || !self.rotated.is_empty() {
            let reach = reach();
            self.upright.weaken(&reach, limits, Rotation::Never);
            self.rotated.weaken(&reach, limits, Rotation::Tried);
        }
    }
}
