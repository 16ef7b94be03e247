//! The search for the bases of free boxes: in all layers of a machine, or in some.

use super::layout::{Layout, OnRings};
use super::{FreeNodes, first_one, ones, words_of_run};
use crate::machine::{Block, Coordinates};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// The bases of the free boxes of some extents whose first coordinate is in a range of layers.
#[derive(Clone, Default)]
pub struct Bases {
    layout: Option<Rc<Layout>>,
    /// The first of the layers, whose first node is bit 0.
    first_layer: u32,
    words: Vec<u64>,
    /// Room to compute in.
    next: Vec<u64>,
}

impl Bases {
    /// Becomes the bases in these layers; or tells how many layers, from the first of these on, have none for sure.
    ///
    /// Cost: for each layer of a box a pass over as many words as these layers have, and about log2(extent) for each other dimension.
    /// It ends as soon as no base is left, often after two or three passes: boxes are searched from the far end.
    pub(super) fn find(
        &mut self,
        free: &FreeNodes,
        extents: &[u32],
        layers: Range<u32>,
        kept: OnRings,
    ) -> Result<(), u32> {
        let layout = &*free.layout;
        if !self.layout.as_ref().is_some_and(|own| Rc::ptr_eq(own, &free.layout)) {
            self.layout = Some(free.layout.clone());
        }
        let (layer, count) = (layout.layer_size(), layers.len() as u32);
        self.first_layer = layers.start;
        self.words.clear();
        self.words.resize((count * layer).div_ceil(u64::BITS) as usize, u64::MAX);
        *self.words.last_mut().expect("there is a layer") >>= self.words.len() as u32 * u64::BITS - count * layer;
        let nodes = layout.extents()[0] * layer;
        // A free box has all nodes of its section, so many in each layer; layers with fewer in common are in no box together.
        let mut section = extents[1..].iter().product();
        for behind in (0..extents[0]).rev() {
            if and_from(&free.words, nodes, (layers.start + behind) * layer % nodes, &mut self.words) < section {
                return Err(count + behind);
            }
        }
        for (dimension, &extent) in extents.iter().enumerate().skip(1).filter(|(_, extent)| **extent > 1) {
            layout.narrow(dimension, extent, kept, &mut self.words, &mut self.next);
            section /= extent;
            if self.words.iter().map(|word| word.count_ones()).sum::<u32>() < section {
                return Err(count);
            }
        }
        Ok(())
    }

    fn layout(&self) -> &Layout {
        self.layout.as_ref().expect("bases have been found")
    }

    /// The index of the node of bit 0.
    fn start(&self) -> u32 {
        self.first_layer * self.layout().layer_size()
    }

    /// The lexicographically first.
    pub fn first(&self) -> Option<Coordinates> {
        first_one(&self.words).map(|node| self.layout().coordinates(self.start() + node))
    }

    /// The lexicographically first within a box, which may wrap around rings; where the bases are those of all layers.
    pub fn first_within(&self, block: &Block) -> Option<Coordinates> {
        let first = self.layout().runs(block, &mut |start, length| {
            let found = words_of_run(start, length).find_map(|(word, bits)| {
                let common = self.words[word] & bits;
                (common != 0).then(|| word as u32 * u64::BITS + common.trailing_zeros())
            });
            found.map_or(ControlFlow::Continue(()), ControlFlow::Break)
        });
        first.map(|node| self.layout().coordinates(node))
    }

    /// Whether any has this first coordinate; where the bases are those of all layers in which a box can begin.
    pub fn any_in_layer(&self, x: u32) -> bool {
        let layer = self.layout().layer_size();
        words_of_run(x * layer, layer).any(|(word, bits)| self.words.get(word).is_some_and(|word| word & bits != 0))
    }

    /// Their node indices in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words).map(|node| self.start() + node)
    }
}

/// Keeps of `set` the members that the bits of `words` from `start` on have, too: of so many bits, behind the last of which comes the
/// first again. How many are left.
fn and_from(words: &[u64], bits: u32, start: u32, set: &mut [u64]) -> u32 {
    let (mut start, mut set, mut count) = (start, set, 0);
    while !set.is_empty() {
        let (first, shift) = ((start / u64::BITS) as usize, start % u64::BITS);
        // Those words that lie before the last bit, and then one that may reach beyond.
        let whole = ((bits - start) / u64::BITS) as usize;
        let (inside, rest) = set.split_at_mut(whole.min(set.len()));
        if shift == 0 {
            for (word, low) in inside.iter_mut().zip(&words[first..]) {
                *word &= low;
                count += word.count_ones();
            }
        } else {
            for ((word, low), high) in inside.iter_mut().zip(&words[first..]).zip(&words[first + 1..]) {
                *word &= low >> shift | high << (u64::BITS - shift);
                count += word.count_ones();
            }
        }
        let Some((across, rest)) = rest.split_first_mut() else { break };
        start += whole as u32 * u64::BITS;
        *across &= word_at(words, start) | words[0] << (bits - start);
        count += across.count_ones();
        (start, set) = ((start + u64::BITS - bits) % bits, rest);
    }
    count
}

/// The word from bit `start` on; nothing is behind the end.
fn word_at(words: &[u64], start: u32) -> u64 {
    let (word, shift) = ((start / u64::BITS) as usize, start % u64::BITS);
    let [low, high] = [word, word + 1].map(|word| words.get(word).copied().unwrap_or(0));
    low >> shift | high << 1 << (u64::BITS - 1 - shift)
}
