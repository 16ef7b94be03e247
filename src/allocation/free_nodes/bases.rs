//! The search for the bases of free boxes: in all layers of a machine, or in some.

use super::layout::{Layout, OnRings};
use super::{FreeNodes, first_one, ones, words_of_run};
use crate::machine::{Block, Coordinates};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// Layers of fewer nodes are searched several at a time, together about so many; a machine of no more than so many as a whole.
const NODES_AT_ONCE: u32 = 256;
const SMALL_MACHINE: u32 = 4096;

/// The bases of the free boxes of some extents whose first coordinate is in a range of layers.
#[derive(Clone, Default)]
pub struct Bases {
    layout: Option<Rc<Layout>>,
    /// The first of the layers, whose first node is bit 0.
    first_layer: u32,
    words: Vec<u64>,
    /// Room to compute in.
    next: Vec<u64>,
    /// By depth of [`Bases::descend`], the nodes that are free in all shared layers.
    shared: Vec<Vec<u64>>,
}

impl Layout {
    /// How many layers are searched at a time.
    pub(super) fn layers_at_once(&self) -> u32 {
        let [length, size] = [self.extents()[0], self.layer_size()];
        if length * size <= SMALL_MACHINE { length } else { (NODES_AT_ONCE / size).max(1) }
    }

    fn is_searched_as_a_whole(&self) -> bool {
        self.layers_at_once() == self.extents()[0]
    }
}

impl Bases {
    /// Becomes the bases in all layers that begin a search: the first ones of `layers` that have any. Or returns how many layers, from
    /// the first of these on, have none.
    ///
    /// All boxes that begin in half as many layers as a box has share the other half. Most layers are ruled out by a look at that half.
    pub(super) fn find_first(&mut self, free: &FreeNodes, extents: &[u32], layers: Range<u32>) -> Result<(), u32> {
        let at_once = free.layout.layers_at_once();
        let end = |count: u32| layers.end.min(layers.start + count);
        if at_once > 1 {
            return self.find(free, extents, layers.start..end(at_once), OnRings::First);
        }
        self.descend(free, extents, layers.start..end(extents[0].div_ceil(2)), 0..0, 0)
    }

    /// The same for no more layers than a box has, of which it looks at the first half before the second. Boxes that begin in the layers
    /// of the caller share `inherited`.
    fn descend(
        &mut self,
        free: &FreeNodes,
        extents: &[u32],
        layers: Range<u32>,
        inherited: Range<u32>,
        depth: usize,
    ) -> Result<(), u32> {
        let count = layers.len() as u32;
        if self.shared.len() == depth {
            self.shared.push(Vec::new());
        }
        let mut set = std::mem::take(&mut self.shared[depth]);
        match depth {
            0 => fill(&mut set, free.layout.layer_size()),
            _ => set.clone_from(&self.shared[depth - 1]),
        }
        let shared = layers.end - 1..layers.start + extents[0];
        let added =
            (shared.start..inherited.start.max(shared.start)).chain(inherited.end.max(shared.start)..shared.end);
        let empty = added.rev().find(|&layer| !free.keep_from(layer, &mut set));
        self.words.clone_from(&set);
        self.shared[depth] = set;
        if let Some(layer) = empty {
            return Err(if depth == 0 { layer + 1 - layers.start } else { count });
        }
        self.become_part_of(free, layers.start);
        if !self.narrow(extents, OnRings::First, 1, 1) {
            return Err(count);
        }
        if count == 1 {
            return Ok(());
        }
        let middle = layers.start + count / 2;
        self.descend(free, extents, layers.start..middle, shared.clone(), depth + 1)
            .or_else(|_| self.descend(free, extents, middle..layers.end, shared, depth + 1))
            .map_err(|_| count)
    }

    /// Becomes the bases in these layers; or returns how many layers, from the first of these on, have none.
    ///
    /// Where that is the whole machine, about log2(volume) passes over its words. Elsewhere for each layer of a box a pass over as many
    /// words as these layers have, and about log2(extent) for each other dimension. It ends as soon as no base is left, often after two
    /// or three passes: boxes are searched from the far end.
    pub(super) fn find(
        &mut self,
        free: &FreeNodes,
        extents: &[u32],
        layers: Range<u32>,
        kept: OnRings,
    ) -> Result<(), u32> {
        let count = layers.len() as u32;
        if free.layout.is_searched_as_a_whole() || count == free.layout.bases_along(0, extents[0], OnRings::All) {
            self.become_part_of(free, 0);
            self.words.clone_from(&free.words);
            return if self.narrow(extents, kept, 0, free.layout.extents()[0]) { Ok(()) } else { Err(count) };
        }
        self.become_part_of(free, layers.start);
        fill(&mut self.words, count * free.layout.layer_size());
        for behind in (0..extents[0]).rev() {
            if !free.keep_from(layers.start + behind, &mut self.words) {
                return Err(count + behind);
            }
        }
        if self.narrow(extents, kept, 1, count) { Ok(()) } else { Err(count) }
    }

    /// Becomes the bases in a strip of as many layers as are searched at once. Returns whether there are any.
    pub fn find_in_strip(&mut self, free: &FreeNodes, strip: u32, extents: &[u32]) -> bool {
        let at_once = free.layers_at_once();
        let end = free.bases_along_first(extents[0]).min((strip + 1) * at_once);
        self.find(free, extents, strip * at_once..end, OnRings::All).is_ok()
    }

    fn become_part_of(&mut self, free: &FreeNodes, first_layer: u32) {
        if !self.layout.as_ref().is_some_and(|own| Rc::ptr_eq(own, &free.layout)) {
            self.layout = Some(free.layout.clone());
        }
        self.first_layer = first_layer;
    }

    /// Keeps of the nodes of so many layers the bases, where those along the dimensions before the `first` are kept already. Returns
    /// whether there are any.
    fn narrow(&mut self, extents: &[u32], kept: OnRings, first: usize, layers: u32) -> bool {
        let Bases { layout, words, next, .. } = self;
        let layout = layout.as_ref().expect("it is part of a machine");
        (first..extents.len()).filter(|&dimension| extents[dimension] > 1).all(|dimension| {
            layout.narrow(dimension, extents[dimension], kept, layers * layout.layer_size(), words, next);
            words.iter().any(|word| *word != 0)
        })
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

    /// The lexicographically first within a box, which may wrap around rings but in the first dimension, and has no other layers.
    pub fn first_within(&self, block: &Block) -> Option<Coordinates> {
        let mut block = *block;
        block.base[0] -= self.first_layer;
        let first = self.layout().runs(&block, &mut |start, length| {
            let found = words_of_run(start, length).find_map(|(word, bits)| {
                let common = self.words[word] & bits;
                (common != 0).then(|| word as u32 * u64::BITS + common.trailing_zeros())
            });
            found.map_or(ControlFlow::Continue(()), ControlFlow::Break)
        });
        first.map(|node| self.layout().coordinates(self.start() + node))
    }

    /// By second coordinate modulo 64, whether any in this layer has it.
    pub fn second_coordinates(&self, layer: u32) -> u64 {
        let layout = self.layout();
        let [_, length, ..] = *layout.extents() else { return u64::MAX };
        let (start, row) = ((layer - self.first_layer) * layout.layer_size(), layout.strides()[1]);
        if !words_of_run(start, layout.layer_size()).any(|(word, bits)| self.words[word] & bits != 0) {
            return 0;
        }
        let has_any =
            |second: u32| words_of_run(start + second * row, row).any(|(word, bits)| self.words[word] & bits != 0);
        (0..length)
            .filter(|&second| has_any(second))
            .fold(0, |coordinates, second| coordinates | 1 << (second % u64::BITS))
    }

    /// Their node indices in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words).map(|node| self.start() + node)
    }

    /// Their node indices, the last first.
    pub fn iter_from_last(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.words.iter().enumerate().rev();
        let without_last = |&rest: &u64| Some(rest ^ 1 << rest.ilog2()).filter(|&rest| rest != 0);
        let bits = move |(word, &bits): (usize, &u64)| {
            std::iter::successors(Some(bits).filter(|&bits| bits != 0), without_last)
                .map(move |rest| word as u32 * u64::BITS + rest.ilog2())
        };
        words.flat_map(bits).map(|node| self.start() + node)
    }
}

/// Makes a set of so many bits, all of them members.
fn fill(set: &mut Vec<u64>, bits: u32) {
    set.clear();
    set.resize(bits.div_ceil(u64::BITS) as usize, u64::MAX);
    *set.last_mut().expect("there is a layer") >>= set.len() as u32 * u64::BITS - bits;
}

impl FreeNodes {
    /// Keeps of `set` the members whose nodes are free where the first node of the set is that of `layer`, which may be one around the
    /// ring. Returns whether there are any.
    fn keep_from(&self, layer: u32, set: &mut [u64]) -> bool {
        let size = self.layout.layer_size();
        let nodes = self.layout.extents()[0] * size;
        and_from(&self.words, nodes, layer * size % nodes, set)
    }
}

/// Keeps of `set` the members that the bits of `words` from `start` on have, too: of so many bits, behind the last of which comes the
/// first again. Returns whether there are any.
pub(super) fn and_from(words: &[u64], bits: u32, start: u32, set: &mut [u64]) -> bool {
    let (mut start, mut set, mut any) = (start, set, 0);
    while !set.is_empty() {
        let (first, shift) = ((start / u64::BITS) as usize, start % u64::BITS);
        // Those words that lie before the last bit, and then one that may reach beyond.
        let whole = ((bits - start) / u64::BITS) as usize;
        let (inside, rest) = set.split_at_mut(whole.min(set.len()));
        if shift == 0 {
            for (word, low) in inside.iter_mut().zip(&words[first..]) {
                *word &= low;
                any |= *word;
            }
        } else {
            for ((word, low), high) in inside.iter_mut().zip(&words[first..]).zip(&words[first + 1..]) {
                *word &= low >> shift | high << (u64::BITS - shift);
                any |= *word;
            }
        }
        let Some((across, rest)) = rest.split_first_mut() else { break };
        start += whole as u32 * u64::BITS;
        *across &= word_at(words, start) | words[0] << (bits - start);
        any |= *across;
        (start, set) = ((start + u64::BITS - bits) % bits, rest);
    }
    any != 0
}

/// The word from bit `start` on; nothing is behind the end.
fn word_at(words: &[u64], start: u32) -> u64 {
    let (word, shift) = ((start / u64::BITS) as usize, start % u64::BITS);
    let [low, high] = [word, word + 1].map(|word| words.get(word).copied().unwrap_or(0));
    low >> shift | high << 1 << (u64::BITS - 1 - shift)
}
