//! The bases of all free boxes of some extents.

use super::layout::{Growth, Layout};
use super::{FreeNodes, SMALL_WORDS, each_word_of_run, first_one, has, is_empty, ones, ones_of_word, words_of_run};
use crate::machine::{Block, Coordinates};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// A set of bases, as it was found or as others have left it since.
#[derive(Clone, Default)]
pub struct Bases {
    /// Where they lie, once there have been any.
    layout: Option<Rc<Layout>>,
    words: Vec<u64>,
    /// What the set becomes next.
    next: Vec<u64>,
    /// What grows in some of the layers.
    grown: Vec<u64>,
    /// No other words have members, as far as that is known.
    span: Range<usize>,
}

impl Bases {
    /// Becomes those of all free boxes of these extents, of which the machine is as large. About log2(volume) passes over the
    /// machine's words.
    pub(super) fn find(&mut self, free: &FreeNodes, extents: &[u32]) {
        self.begin(&free.layout, &free.words);
        for (dimension, &extent) in extents.iter().enumerate() {
            free.layout.narrow(dimension, Growth::to(extent), &mut self.words, &mut self.next);
        }
    }

    /// The same, but of the bases of a box that fills a ring, which is free everywhere or nowhere, only the one at 0.
    pub fn find_first_on_rings(&mut self, free: &FreeNodes, extents: &[u32]) {
        self.begin(&free.layout, &free.words);
        let growths = extents.iter().map(|&extent| Growth::to(extent));
        grow_all(&free.layout, growths, &mut self.words, &mut self.next);
        self.words.resize(free.words.len(), 0);
        self.span = span_of(&self.words);
    }

    /// The same for boxes that are as large as those of `smaller` or larger, which has been found so. Cost: about log2(growth) passes
    /// over the layers that have a base.
    pub fn grow(&mut self, smaller: &Bases, from: &[u32], to: &[u32]) {
        let layout = smaller.layout();
        self.lie_in(layout);
        // Who is a base of a larger box is one of a smaller box, and so are those ahead of it that it takes.
        let goes_around = from[0] < to[0] && layout.goes_around(0, to[0]);
        let words = smaller.words.len();
        let is_whole = words <= SMALL_WORDS || goes_around;
        let span = if is_whole { 0..words } else { layout.whole_layers(&smaller.span, words) };
        self.grown.clear();
        self.grown.extend_from_slice(&smaller.words[span.clone()]);
        if !span.is_empty() {
            grow_all(
                layout,
                from.iter().zip(to).map(|(&from, &to)| Growth { from, to }),
                &mut self.grown,
                &mut self.next,
            );
        }
        self.replace(span.start, words);
    }

    /// What has grown in the words from `start` on becomes the set, which has so many words.
    fn replace(&mut self, start: usize, words: usize) {
        if self.words.len() == words {
            self.words[self.span.clone()].fill(0);
        } else {
            self.words.clear();
            self.words.resize(words, 0);
        }
        let grown = span_of(&self.grown);
        self.span = start + grown.start..start + grown.end;
        self.words[self.span.clone()].copy_from_slice(&self.grown[grown]);
    }

    /// The same for boxes in one layer only, as if that were the first: with their bases at the first coordinate `x`. Cost: see
    /// [`Layout::bases_in_layer`].
    pub fn find_in_layer(&mut self, free: &FreeNodes, x: u32, extents: &[u32]) {
        self.lie_in(&free.layout);
        free.layout.bases_in_layer(&free.words, x, extents, &mut self.words, &mut self.next);
        self.span = 0..self.words.len();
    }

    fn begin(&mut self, layout: &Rc<Layout>, words: &[u64]) {
        self.lie_in(layout);
        self.words.clear();
        self.words.extend_from_slice(words);
        self.next.resize(words.len(), 0);
        self.span = 0..words.len();
    }

    /// Whoever has been used for one set of nodes may be used for another one, of other extents.
    fn lie_in(&mut self, layout: &Rc<Layout>) {
        if !self.layout.as_ref().is_some_and(|own| Rc::ptr_eq(own, layout)) {
            self.layout = Some(layout.clone());
        }
    }

    fn layout(&self) -> &Rc<Layout> {
        self.layout.as_ref().expect("bases have been found")
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        is_empty(&self.words[self.span.clone()])
    }

    /// The lexicographically first.
    pub fn first(&self) -> Option<Coordinates> {
        let node = first_one(&self.words[self.span.clone()])?;
        Some(self.layout().coordinates(self.span.start as u32 * u64::BITS + node))
    }

    /// The lexicographically first within a box, which may wrap around rings.
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

    /// Whether the node with this index is one.
    pub fn has(&self, node: u32) -> bool {
        has(&self.words, node)
    }

    /// Visits those within a box, which may wrap around rings, by their node indices.
    pub fn each_within(&self, block: &Block, mut visit: impl FnMut(u32)) {
        self.layout().runs(block, &mut |start, length| {
            each_word_of_run(start, length, |word, bits| {
                ones_of_word(word, bits & self.words[word]).for_each(&mut visit);
            });
            ControlFlow::<()>::Continue(())
        });
    }

    /// Whether there is any with this first coordinate, which is one of the machine's.
    pub fn any_in_layer(&self, x: u32) -> bool {
        let layer = self.layout().layer_size();
        let is_before = (x + 1) * layer <= self.span.start as u32 * u64::BITS;
        !is_before && words_of_run(x * layer, layer).any(|(word, bits)| self.words[word] & bits != 0)
    }

    /// Their node indices in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words)
    }

    /// Becomes those of `others`, which has none in the first layer, from which a box cannot slide to the next lower first
    /// coordinate, since something is in its way. One pass over the words.
    pub fn find_blocked(&mut self, others: &Bases) {
        self.begin(others.layout(), &others.words);
        let layer = self.layout().layer_size();
        let (whole, bits) = ((layer / u64::BITS) as usize, layer % u64::BITS);
        let Some((first, rest)) = self.words.get_mut(whole..).and_then(<[u64]>::split_first_mut) else { return };
        *first &= !(others.words[0] << bits);
        for ((word, low), high) in rest.iter_mut().zip(&others.words).zip(&others.words[1..]) {
            *word &= !(high << bits | low >> 1 >> (u64::BITS - 1 - bits));
        }
    }

    /// Of those in one layer, which has none whose second coordinate is 0, the ones from which a box cannot slide to the next lower
    /// second coordinate. By their places in the layer, in order.
    pub fn blocked_in_layer(&self) -> impl Iterator<Item = u32> + '_ {
        let stride = self.layout().strides()[1];
        let (whole, bits) = ((stride / u64::BITS) as usize, stride % u64::BITS);
        let earlier = move |word: usize, by: usize| word.checked_sub(by).map_or(0, |word| self.words[word]);
        let beside = move |word| earlier(word, whole) << bits | earlier(word, whole + 1) >> 1 >> (u64::BITS - 1 - bits);
        let blocked = move |(word, here): (usize, &u64)| (word, if *here == 0 { 0 } else { here & !beside(word) });
        self.words.iter().enumerate().map(blocked).flat_map(|(word, blocked)| ones_of_word(word, blocked))
    }

    /// Lists those whose last coordinate is at least this, by their node indices in order; all on a machine of one dimension.
    /// Whether these are all: after so many it ends.
    pub fn list_from_height(&self, least: u32, most: usize, listed: &mut Vec<u32>) -> bool {
        let below = self.below(least);
        listed.clear();
        let mut first = 0;
        for words in self.words.chunks(below.len()) {
            for (place, (word, below)) in words.iter().zip(below).enumerate() {
                let bits = word & !below;
                if bits == 0 {
                    continue;
                }
                if listed.len() + bits.count_ones() as usize > most {
                    return false;
                }
                listed.extend(ones_of_word(first + place, bits));
            }
            first += words.len();
        }
        true
    }

    /// The greatest last coordinate that any has, 0 where there is none or on a machine of one dimension. One pass over the words,
    /// and about log2(extent) over some.
    pub fn greatest_height(&mut self) -> u32 {
        let layout = self.layout().clone();
        let last = layout.extents().len() - 1;
        if last == 0 {
            return 0;
        }
        // Masks repeat themselves: what is alike for them comes together.
        let folded = &mut self.next[..layout.mask(last, 0).len().min(self.words.len())];
        folded.fill(0);
        for words in self.words.chunks(folded.len()) {
            folded.iter_mut().zip(words).for_each(|(folded, word)| *folded |= word);
        }
        let (mut some, mut none) = (0, layout.extents()[last]);
        while none - some > 1 {
            let middle = (some + none) / 2;
            match folded.iter().zip(layout.mask(last, middle)).fold(0, |any, (word, below)| any | word & !below) {
                0 => none = middle,
                _ => some = middle,
            }
        }
        some
    }

    /// The nodes whose last coordinate is below this, none on a machine of one dimension: so many words, and again.
    fn below(&self, limit: u32) -> &[u64] {
        let last = self.layout().extents().len() - 1;
        if last > 0 { self.layout().mask(last, limit) } else { &[0; 64] }
    }

    /// Those in a box, which may wrap around rings, are none any longer.
    pub fn remove(&mut self, block: &Block) {
        remove(&self.layout().clone(), &mut self.words, block);
    }
}

/// The members of a set that are in a box, which may wrap around rings, are none any longer.
pub(super) fn remove(layout: &Layout, set: &mut [u64], block: &Block) {
    layout.runs(block, &mut |start, length| {
        each_word_of_run(start, length, |word, bits| set[word] &= !bits);
        ControlFlow::<()>::Continue(())
    });
}

/// Keeps of the bases of boxes in some whole layers those that stay bases when the boxes grow, dimension after dimension; of boxes
/// that fill a ring only the first. Layers at the end that have none may be cut off. `next` is room to compute in.
fn grow_all(layout: &Layout, growths: impl Iterator<Item = Growth>, bases: &mut Vec<u64>, next: &mut Vec<u64>) {
    next.resize(bases.len(), 0);
    for (dimension, growth) in growths.enumerate() {
        layout.narrow_to_first(dimension, growth, bases, next);
        if dimension == 0 && bases.len() > SMALL_WORDS && !layout.goes_around(0, growth.to) {
            // So near to the edge none begins.
            let behind = ((growth.to - growth.from) * layout.layer_size() / u64::BITS) as usize;
            let left = layout.whole_layers(&(0..bases.len().saturating_sub(behind)), bases.len()).end;
            bases.truncate(left);
            next.truncate(left);
        }
        if bases.is_empty() {
            return;
        }
    }
}

/// The words from the first to the last that have a member; those at 0, none, of an empty set.
fn span_of(words: &[u64]) -> Range<usize> {
    let Some(start) = words.iter().position(|&word| word != 0) else { return 0..0 };
    let last = words.iter().rposition(|&word| word != 0).expect("there is a first");
    start..last + 1
}

#[cfg(test)]
mod tests {
    use super::super::Links;
    use super::*;
    use crate::machine::Machine;
    use proptest::prelude::*;

    proptest! {
        /// Step by step, from the layers that have a base, are found those that a search of the whole machine finds.
        #[test]
        fn bases_of_larger_boxes_are_found_among_those_of_smaller_ones(
            machine in prop::sample::select(vec![
                "mesh:40x11x12", "mesh:40x8x16", "torus:20x16x16", "mixed:30rx9x17", "mixed:23x16rx16", "torus:17x5x64", "mesh:70x70", "mesh:6x7x5", "torus:5000",
            ]),
            free in prop::collection::vec((any::<u32>(), prop::collection::vec(1u32..12, 3)), 1..12),
            sides in prop::collection::vec(1u32..9, 3),
            more in prop::collection::vec(0u32..6, 3),
        ) {
            let machine: Machine = machine.parse().unwrap();
            let within = |sides: &[u32]| {
                let mut extents = Coordinates::new(machine.extents());
                extents.iter_mut().zip(sides).for_each(|(extent, side)| *extent = (*extent).min(*side));
                extents
            };
            let mut set = FreeNodes::new(&machine, Links::Followed);
            set.take(&Block::whole(&machine));
            for (node, sides) in &free {
                let block = Block { base: machine.coordinates(node % machine.node_count()), extents: within(sides) };
                let nodes = block.lies_on(&machine).then(|| block.nodes(&machine)).into_iter().flatten();
                nodes.for_each(|node| if !set.is_free(node) { set.give_node(node) });
            }
            let (mut from, mut smaller, mut larger, mut plain) = (within(&sides), Bases::default(), Bases::default(), Bases::default());
            smaller.find_first_on_rings(&set, &from);
            for dimension in 0..from.len() {
                let mut to = from;
                to[dimension] = (from[dimension] + more[dimension]).min(machine.extents()[dimension]);
                larger.grow(&smaller, &from, &to);
                plain.find_first_on_rings(&set, &to);
                prop_assert!(larger.iter().eq(plain.iter()), "{} from {:?} to {:?}", machine, from, to);
                prop_assert_eq!((larger.first(), larger.is_empty()), (plain.first(), plain.iter().next().is_none()));
                std::mem::swap(&mut smaller, &mut larger);
                from = to;
            }
        }
    }
}
