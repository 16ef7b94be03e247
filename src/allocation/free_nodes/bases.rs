//! The search for the bases of free boxes: in all layers of a machine, or in some.

use super::FreeNodes;
use super::layout::{Layout, OnRings};
use crate::allocation::free_set::{FreeSet, fill, first_one, ones, word_at, words_of_run};
use crate::machine::{Block, Coordinates};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// Small layers are searched together, about this many nodes at a time. A machine of at most this many nodes is
/// searched as a whole.
const NODES_AT_ONCE: u32 = 256;
const SMALL_MACHINE: u32 = 4096;

/// The bases of the free boxes of some extents, with a first coordinate in a range of layers.
#[derive(Clone)]
pub struct Bases {
    layout: Rc<Layout>,
    /// The first of the layers; its first node is bit 0.
    first_layer: u32,
    words: Vec<u64>,
    /// Working memory.
    next: Vec<u64>,
    /// By depth of [`Bases::descend`], the nodes that are free in all shared layers.
    shared: Vec<Vec<u64>>,
}

impl Layout {
    /// The number of layers that are searched together.
    pub(super) fn layers_at_once(&self) -> u32 {
        let [length, size] = [self.extents()[0], self.layer_size()];
        if length * size <= SMALL_MACHINE { length } else { (NODES_AT_ONCE / size).max(1) }
    }

    fn is_searched_as_a_whole(&self) -> bool {
        self.layers_at_once() == self.extents()[0]
    }
}

impl Bases {
    /// Memory for a search in a set of free nodes.
    pub fn new(free: &FreeNodes) -> Bases {
        Bases::on(&free.layout)
    }

    pub(super) fn on(layout: &Rc<Layout>) -> Bases {
        let (words, next, shared) = Default::default();
        Bases { layout: layout.clone(), first_layer: 0, words, next, shared }
    }

    /// Searches the first of `layers`, as many as one search handles. Becomes the bases in them, if there are any.
    /// Otherwise returns how many of `layers`, from the first on, have none.
    ///
    /// All boxes that begin in half as many layers as a box has share the other half. A check of that half excludes
    /// most layers.
    pub(super) fn find_first(&mut self, free: &FreeNodes, extents: &[u32], layers: Range<u32>) -> Result<(), u32> {
        let at_once = free.layout.layers_at_once();
        let end = |count: u32| layers.end.min(layers.start + count);
        if at_once > 1 {
            return self.find(free, extents, layers.start..end(at_once), OnRings::First);
        }
        self.descend(free, extents, layers.start..end(extents[0].div_ceil(2)), 0..0, 0)
    }

    /// The same for at most as many layers as a box has. It checks the first half of them before the second. Boxes that
    /// begin in the layers of the caller share `inherited`.
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
        self.first_layer = layers.start;
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

    /// Becomes the bases in these layers, or returns how many layers, from the first of these on, have none.
    ///
    /// For the whole machine, this takes about log2(volume) passes over its words. Otherwise each layer of a box takes
    /// a pass over as many words as these layers have. Each other dimension takes about log2(extent) such passes. The
    /// search ends as soon as no base is left, often after two or three passes, because boxes are searched from the far
    /// end.
    pub(super) fn find(
        &mut self,
        free: &FreeNodes,
        extents: &[u32],
        layers: Range<u32>,
        kept: OnRings,
    ) -> Result<(), u32> {
        let count = layers.len() as u32;
        if free.layout.is_searched_as_a_whole() || count == free.layout.bases_along(0, extents[0], OnRings::All) {
            self.first_layer = 0;
            self.words.clear();
            self.words.extend_from_slice(free.words());
            return if self.narrow(extents, kept, 0, free.layout.extents()[0]) { Ok(()) } else { Err(count) };
        }
        self.first_layer = layers.start;
        fill(&mut self.words, count * free.layout.layer_size());
        for behind in (0..extents[0]).rev() {
            if !free.keep_from(layers.start + behind, &mut self.words) {
                return Err(count + behind);
            }
        }
        if self.narrow(extents, kept, 1, count) { Ok(()) } else { Err(count) }
    }

    /// Becomes the bases in a strip of as many layers as are searched together. Returns whether there are any.
    pub fn find_in_strip(&mut self, free: &FreeNodes, strip: u32, extents: &[u32]) -> bool {
        let at_once = free.layers_at_once();
        let end = free.bases_along_first(extents[0]).min((strip + 1) * at_once);
        self.find(free, extents, strip * at_once..end, OnRings::All).is_ok()
    }

    /// Keeps only the bases among the nodes of this many layers. The dimensions before `first` have been handled
    /// already. Returns whether any are left.
    fn narrow(&mut self, extents: &[u32], kept: OnRings, first: usize, layers: u32) -> bool {
        let Bases { layout, words, next, .. } = self;
        (first..extents.len()).filter(|&dimension| extents[dimension] > 1).all(|dimension| {
            layout.narrow(dimension, extents[dimension], kept, layers * layout.layer_size(), words, next);
            words.iter().any(|word| *word != 0)
        })
    }

    /// The node index of bit 0.
    fn start(&self) -> u32 {
        self.first_layer * self.layout.layer_size()
    }

    /// The lexicographically first base.
    pub fn first(&self) -> Option<Coordinates> {
        first_one(&self.words).map(|node| self.layout.coordinates(self.start() + node))
    }

    /// The lexicographically first base within a box. The box may wrap around rings except in the first dimension, and
    /// has no other layers.
    pub fn first_within(&self, block: &Block) -> Option<Coordinates> {
        let mut block = *block;
        block.base[0] -= self.first_layer;
        self.first_in(&block).map(|node| self.layout.coordinates(self.start() + node))
    }

    fn first_in(&self, block: &Block) -> Option<u32> {
        if let Some(parts) = self.layout.parts(block) {
            return parts.iter().filter_map(|part| self.first_in(part)).min();
        }
        let first = self.layout.rows(block, &mut |row| {
            let mut common = words_of_run(row).map(|(word, bits)| (word as u32, self.words[word] & bits));
            let found = common.find(|(_, bits)| *bits != 0);
            found.map_or(ControlFlow::Continue(()), ControlFlow::Break)
        });
        first.break_value().map(|(word, bits)| word * u64::BITS + bits.trailing_zeros())
    }

    /// A bit for each second coordinate modulo 64 of the bases in this layer.
    pub fn second_coordinates(&self, layer: u32) -> u64 {
        let layout = &self.layout;
        let [_, length, ..] = *layout.extents() else { return u64::MAX };
        let (start, row) = ((layer - self.first_layer) * layout.layer_size(), layout.strides()[1]);
        let has_any = |run| words_of_run(run).any(|(word, bits)| self.words[word] & bits != 0);
        if !has_any(start..start + layout.layer_size()) {
            return 0;
        }
        (0..length)
            .filter(|&second| has_any(start + second * row..start + (second + 1) * row))
            .fold(0, |coordinates, second| coordinates | 1 << (second % u64::BITS))
    }

    /// Keeps only these nodes. The whole machine was searched. Returns whether any are left.
    pub(super) fn keep(&mut self, nodes: &FreeSet) -> bool {
        self.words.iter_mut().zip(nodes.words()).fold(false, |any, (word, nodes)| {
            *word &= nodes;
            any | (*word != 0)
        })
    }

    /// Their number.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Their node indices, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words).map(|node| self.start() + node)
    }

    /// Their node indices, in descending order.
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

impl FreeNodes {
    /// Keeps the members of `set` that are free nodes if the first node of the set is that of `layer`. The layer may be
    /// one around the ring. Returns whether any are left.
    fn keep_from(&self, layer: u32, set: &mut [u64]) -> bool {
        let size = self.layout.layer_size();
        let nodes = self.layout.extents()[0] * size;
        and_from(self.words(), nodes, layer * size % nodes, set)
    }
}

/// Keeps the members of `set` that are also set in `words` from bit `start` on. `words` has the given number of bits
/// and continues with its first bit. Returns whether any are left.
pub(super) fn and_from(words: &[u64], bits: u32, start: u32, set: &mut [u64]) -> bool {
    let (mut start, mut set, mut any) = (start, set, 0);
    while !set.is_empty() {
        let (first, shift) = ((start / u64::BITS) as usize, start % u64::BITS);
        // First come the words before the last bit, then one that may extend beyond it.
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
