//! The bases of all free boxes of some extents.

use super::layout::{Growth, Layout};
use super::{FreeNodes, each_word_of_run, first_one, ones, ones_of_word, words_of_run};
use crate::machine::{Block, Coordinates};
use std::ops::ControlFlow;
use std::rc::Rc;

/// A set of bases, as it was found or as others have left it since.
#[derive(Clone, Default)]
pub struct Bases {
    /// Where they are, once there have been any.
    layout: Option<Rc<Layout>>,
    words: Vec<u64>,
    /// What the set becomes next.
    next: Vec<u64>,
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
        self.grow_all(extents.iter().map(|&extent| Growth::to(extent)));
    }

    /// The same for boxes that are as large as those of `smaller` or larger, which has been found so.
    pub fn grow(&mut self, smaller: &Bases, from: &[u32], to: &[u32]) {
        self.begin(smaller.layout(), &smaller.words);
        self.grow_all(from.iter().zip(to).map(|(&from, &to)| Growth { from, to }));
    }

    /// The same for boxes in one layer only, as if that were the first: with their bases at the first coordinate `x`. Cost: see
    /// [`Layout::bases_in_layer`].
    pub fn find_in_layer(&mut self, free: &FreeNodes, x: u32, extents: &[u32]) {
        self.layout.get_or_insert_with(|| free.layout.clone());
        free.layout.bases_in_layer(&free.words, x, extents, &mut self.words, &mut self.next);
    }

    fn grow_all(&mut self, growths: impl Iterator<Item = Growth>) {
        let layout = self.layout().clone();
        for (dimension, growth) in growths.enumerate() {
            layout.narrow_to_first(dimension, growth, &mut self.words, &mut self.next);
        }
    }

    fn begin(&mut self, layout: &Rc<Layout>, words: &[u64]) {
        self.layout.get_or_insert_with(|| layout.clone());
        self.words.clear();
        self.words.extend_from_slice(words);
        self.next.resize(words.len(), 0);
    }

    fn layout(&self) -> &Rc<Layout> {
        self.layout.as_ref().expect("bases have been found")
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The lexicographically first.
    pub fn first(&self) -> Option<Coordinates> {
        first_one(&self.words).map(|node| self.layout().coordinates(node))
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

    /// Whether there is any with this first coordinate, which is one of the machine's.
    pub fn any_in_layer(&self, x: u32) -> bool {
        let layer = self.layout().layer_size();
        words_of_run(x * layer, layer).any(|(word, bits)| self.words[word] & bits != 0)
    }

    /// Their node indices in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words)
    }

    /// Of a set without any in the first layer, those from which a box cannot slide to the next lower first coordinate, since
    /// something is in its way: their node indices, in order. Whether these are all: after so many it ends.
    pub fn blocked(&self, most: usize, blocked: &mut Vec<u32>) -> bool {
        let layer = self.layout().layer_size();
        let (whole, bits) = ((layer / u64::BITS) as usize, layer % u64::BITS);
        let part = |word: Option<usize>| word.map_or(0, |word| self.words[word]);
        blocked.clear();
        for (word, &bases) in self.words.iter().enumerate().filter(|(_, bases)| **bases != 0) {
            let (high, low) = (part(word.checked_sub(whole)), part(word.checked_sub(whole + 1)));
            let slides = high << bits | low >> 1 >> (u64::BITS - 1 - bits);
            for base in ones_of_word(word, bases & !slides) {
                if blocked.len() == most {
                    return false;
                }
                blocked.push(base);
            }
        }
        true
    }

    /// Those in a box, which may wrap around rings, are none any longer.
    pub fn remove(&mut self, block: &Block) {
        let layout = self.layout().clone();
        layout.runs(block, &mut |start, length| {
            each_word_of_run(start, length, |word, bits| self.words[word] &= !bits);
            ControlFlow::<()>::Continue(())
        });
    }
}
