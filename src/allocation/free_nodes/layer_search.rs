//! The search of a large machine layer by layer, which ends with the first that has a base.

use super::layer::and_from;
use super::layout::{Growth, Layout};
use super::stretch::Stretch;
use super::{first_one, is_empty};
use std::ops::Range;

/// Layers of fewer nodes are not searched one by one.
const SMALL_LAYER: u32 = 256;

/// Boxes of fewer layers are looked for in each layer anew.
const SLIDING: u32 = 3;

impl Layout {
    /// Whether layers are so large that a large machine is searched layer by layer.
    pub(super) fn has_large_layers(&self) -> bool {
        self.layer_size() >= SMALL_LAYER
    }
}

/// What is searched for on which machine.
#[derive(Clone, Copy)]
pub(super) struct Searched<'a> {
    pub layout: &'a Layout,
    pub words: &'a [u64],
    /// By first coordinate, how many nodes are free.
    pub counts: &'a [u32],
    pub extents: &'a [u32],
}

impl Searched<'_> {
    /// Of some layers, counted on beyond the edge, the last that has not enough free nodes for a box.
    fn last_scarce(&self, layers: Range<u32>) -> Option<u32> {
        let needed: u32 = self.extents[1..].iter().product();
        layers.rev().find(|x| self.counts[(x % self.layout.extents()[0]) as usize] < needed)
    }
}

/// Which layers of a machine, further and further on, have bases of free boxes of the same extents; and room to search in.
#[derive(Clone, Default)]
pub(super) struct LayerSearch {
    /// Those of the layer found last, numbered as in the first layer.
    pub bases: Vec<u64>,
    next: Vec<u64>,
    /// What layers have in common that all boxes have which are looked for at once.
    common: Vec<u64>,
    stretch: Stretch,
}

impl LayerSearch {
    /// The machine or the extents are others than those of the last search.
    pub fn begin(&mut self) {
        self.bases.clear();
        self.stretch.begin();
    }

    /// The lowest of the bases.
    pub fn lowest(&self) -> Option<u32> {
        first_one(&self.bases)
    }

    /// The bases become those of all layers; the lowest. About log2(volume) passes over the machine's words, fewer where there are
    /// none.
    pub fn find_all(&mut self, layout: &Layout, words: &[u64], extents: &[u32]) -> Option<u32> {
        self.bases.clear();
        self.bases.extend_from_slice(words);
        self.next.resize(words.len(), 0);
        let mut lowest = None;
        for (dimension, &extent) in extents.iter().enumerate() {
            layout.narrow_to_first(dimension, Growth::to(extent), &mut self.bases, &mut self.next);
            lowest = Some(self.lowest()?);
        }
        lowest
    }

    /// The first layer from `x` on that has bases. Passed over are layers that hold too few free nodes, and behind `first`, from which on
    /// all have been looked at, those in which no box begins that could not begin one layer earlier.
    pub fn next(&mut self, searched: Searched, mut x: u32, first: u32) -> Option<u32> {
        let Searched { layout, words, extents, .. } = searched;
        let end = layout.bases_along(0, extents[0]);
        let mut ample = x;
        while x < end {
            // Of the layers that a box would reach into, those that have not been looked at yet.
            let scarce = searched.last_scarce(ample.max(x)..x + extents[0]);
            ample = x + extents[0];
            if let Some(scarce) = scarce {
                x = scarce + 1;
            } else if x > first && !layout.begins_in_layer(words, x) {
                x += 1;
            } else {
                match self.first_of_some(searched, x..end) {
                    Ok(layer) => return Some(layer),
                    Err(none) => x += none,
                }
            }
        }
        None
    }

    /// Looks at the first few of `layers` together: the first of them that has bases, or how many have none, from the start on.
    ///
    /// Cost: where none of them has one, mostly that of a single layer.
    fn first_of_some(&mut self, searched: Searched, layers: Range<u32>) -> Result<u32, u32> {
        let Searched { layout, words, extents, .. } = searched;
        let LayerSearch { bases, next, common, stretch } = self;
        let (x, extent) = (layers.start, extents[0]);
        if extent < SLIDING {
            let none = layout.bases_in_layer(words, x, extents, bases, next);
            return if none == 0 { Ok(x) } else { Err(none) };
        }
        // All boxes that begin in these layers have what is behind the last and as far as the first box reaches.
        let others = layers_at_once(extent) - 1;
        stretch.common(layout, words, x + others, extent - others, bases).map_err(|none| none + others)?;
        common.clone_from(bases);
        layout.narrow_in_layer(extents, bases, next);
        if is_empty(bases) {
            return Err(others + 1);
        }
        if others == 0 {
            return Ok(x);
        }
        let start = |x: u32| x % layout.extents()[0] * layout.layer_size();
        let found = layers.take(others as usize + 1).find(|&base| {
            bases.clone_from(common);
            let mut beside = (base..x + others).chain(x + extent..base + extent);
            let any = beside.all(|layer| and_from(words, start(layer), bases));
            if any {
                layout.narrow_in_layer(extents, bases, next);
            }
            any && !is_empty(bases)
        });
        found.ok_or(others + 1)
    }
}

/// In how many layers boxes that reach over so many are looked for at once: what they have in common is half of a box or more.
fn layers_at_once(extent: u32) -> u32 {
    (extent / 2).min(6)
}
