//! The free nodes of a machine as a set of bits, and the search for free boxes in it.
//!
//! Bit i of the set is node i. A node is the base of a free row of `e` nodes along a dimension when the set and its
//! copies shifted by one to `e - 1` strides all have it; by doubling that takes about log2(e) passes over the words,
//! and dimension after dimension it finds all bases of free boxes at once. Where a shift leaves a line, or must come
//! around a ring, a mask of the nodes concerned puts it right; a ring that lies in words as a whole needs none (`rings.rs`).
//!
//! A small machine is searched as a whole, for all orientations of a box together (`turned.rs`). On a large one, where that is
//! much work, the first base is looked for only where it can be: `memory.rs` knows where that is, and `window.rs` and
//! `layer_search.rs` search there. What was found on a small one is kept (`answers.rs`). Whoever places several boxes at once
//! goes on where the last was found (`successive.rs`).

mod answers;
mod bases;
mod largest;
mod layer;
mod layer_search;
mod layout;
mod memory;
mod reach;
mod rings;
mod stretch;
mod successive;
#[cfg(test)]
mod tests;
mod turned;
mod window;

use super::copying::{Workspace, clone_by_field};
use super::orientations::Rotation;
use super::trials::Trials;
use crate::machine::{Block, Coordinates, Machine};
pub use bases::Bases;
use layout::Layout;
use memory::Memory;
use std::cell::{Ref, RefCell};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;
pub use successive::SuccessiveBases;
use turned::Turned;

/// Whether boxes may reach around rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// A box may wrap around where the machine does.
    Followed,
    /// Every dimension counts as a line.
    Ignored,
}

/// Which nodes of a machine are free.
pub struct FreeNodes {
    layout: Rc<Layout>,
    words: Vec<u64>,
    count: u32,
    /// On large machines only: on small ones it takes less time to search than to remember.
    memory: Option<Memory>,
    /// On small ones what was found last.
    turned: RefCell<Turned>,
    trials: Trials<Change>,
    scratch: Workspace<Bases>,
}

clone_by_field!(FreeNodes { layout, words, count, memory, turned, trials, scratch });

/// Machines of more words than these are large.
const SMALL_WORDS: usize = 64;

/// What can be done to a set of free nodes.
enum Change {
    Taken(Block),
    Given(Block),
}

impl FreeNodes {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine, links: Links) -> FreeNodes {
        let nodes = machine.node_count();
        let mut words = vec![u64::MAX; nodes.div_ceil(u64::BITS) as usize];
        let beyond = words.len() as u32 * u64::BITS - nodes;
        *words.last_mut().expect("a machine has a node") >>= beyond;
        let layout = Rc::new(Layout::new(machine, links));
        let memory = (words.len() > SMALL_WORDS).then(|| Memory::new(&layout));
        FreeNodes {
            layout,
            words,
            count: nodes,
            memory,
            turned: RefCell::default(),
            trials: Trials::default(),
            scratch: Workspace::default(),
        }
    }

    /// The same, but nothing is remembered of searches: for whoever looks for all bases at once.
    pub fn forgetful(machine: &Machine, links: Links) -> FreeNodes {
        FreeNodes { memory: None, ..FreeNodes::new(machine, links) }
    }

    /// The same nodes on the machine whose first dimension is the last of this one; nothing is remembered of searches. Cost: a step
    /// for each node.
    pub fn last_dimension_first(&self) -> FreeNodes {
        let (mut extents, mut rings) = (self.extents().to_vec(), self.layout.rings().to_vec());
        extents.rotate_right(1);
        rings.rotate_right(1);
        let machine = Machine::new(&extents, &rings).expect("as many nodes as this one");
        let mut turned = FreeNodes::forgetful(&machine, Links::Followed);
        let (heights, layer) = (extents[0], turned.layout.layer_size());
        turned.words.fill(0);
        turned.count = self.count;
        let mut node = 0;
        for column in 0..layer {
            for height in 0..heights {
                let place = height * layer + column;
                turned.words[(place / u64::BITS) as usize] |= u64::from(has(&self.words, node)) << (place % u64::BITS);
                node += 1;
            }
        }
        turned
    }

    /// How many nodes there are, free or not.
    pub fn node_count(&self) -> u32 {
        self.layout.extents().iter().product()
    }

    /// How many nodes are free.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The set itself: node i is bit i % 64 of word i / 64.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether the node with this index is free.
    pub fn is_free(&self, node: u32) -> bool {
        has(&self.words, node)
    }

    /// Takes one free node.
    pub fn take_node(&mut self, node: u32) {
        self.take(&self.single(node));
    }

    /// Gives one taken node back.
    pub fn give_node(&mut self, node: u32) {
        self.give(&self.single(node));
    }

    fn single(&self, node: u32) -> Block {
        let base = self.layout.coordinates(node);
        Block { base, extents: Coordinates::splat(1, base.len()) }
    }

    /// Takes a box of free nodes, around rings where it wraps.
    pub fn take(&mut self, block: &Block) {
        self.clear_bits(block);
        self.memory.iter_mut().for_each(|memory| memory.note_taken(block));
        self.trials.note(|| Change::Taken(*block));
    }

    /// Gives a box of taken nodes back.
    pub fn give(&mut self, block: &Block) {
        self.set_bits(block);
        self.turned.get_mut().answers.note_given();
        let (layout, words) = (&self.layout, &self.words);
        self.memory.iter_mut().for_each(|memory| memory.note_given(layout, words, block));
        self.trials.note(|| Change::Given(*block));
    }

    /// From now on what is taken and given can be undone. Trials nest.
    pub fn begin_trial(&mut self) {
        self.trials.begin();
        self.turned.get_mut().answers.begin_trial();
        let (layout, words) = (&self.layout, &self.words);
        self.memory.iter_mut().for_each(|memory| memory.begin_trial(layout, words));
    }

    /// Undoes what has been taken and given since the last trial began. Cost: that of doing it.
    pub fn end_trial(&mut self) {
        while let Some(change) = self.trials.take_back() {
            match change {
                Change::Taken(block) => {
                    self.set_bits(&block);
                    self.memory.iter_mut().for_each(|memory| memory.take_back_taken(&block));
                }
                Change::Given(block) => {
                    self.clear_bits(&block);
                    self.memory.iter_mut().for_each(|memory| memory.take_back_given(&block));
                }
            }
        }
        self.turned.get_mut().answers.end_trial();
        self.memory.iter_mut().for_each(Memory::end_trial);
    }

    fn clear_bits(&mut self, block: &Block) {
        self.turned.get_mut().answers.note_change();
        let words = &mut self.words;
        self.layout.runs(block, &mut |start, length| {
            each_word_of_run(start, length, |word, bits| {
                debug_assert_eq!(words[word] & bits, bits, "all free before");
                words[word] &= !bits;
            });
            ControlFlow::<()>::Continue(())
        });
        self.count -= block.volume();
    }

    fn set_bits(&mut self, block: &Block) {
        self.turned.get_mut().answers.note_change();
        let words = &mut self.words;
        self.layout.runs(block, &mut |start, length| {
            each_word_of_run(start, length, |word, bits| {
                debug_assert_eq!(words[word] & bits, 0, "all taken before");
                words[word] |= bits;
            });
            ControlFlow::<()>::Continue(())
        });
        self.count += block.volume();
    }

    /// Whether all nodes of a box are free, around rings where it wraps.
    pub fn is_box_free(&self, block: &Block) -> bool {
        self.layout.is_free(&self.words, block)
    }

    /// Visits the nodes of a box that are taken, around rings where it wraps.
    pub fn each_taken(&self, block: &Block, mut visit: impl FnMut(u32)) {
        self.layout.runs(block, &mut |start, length| {
            each_word_of_run(start, length, |word, bits| {
                ones_of_word(word, bits & !self.words[word]).for_each(&mut visit);
            });
            ControlFlow::<()>::Continue(())
        });
    }

    /// How many nodes of a box are taken, around rings where it wraps.
    pub fn count_taken(&self, block: &Block) -> u32 {
        let mut taken = 0;
        self.layout.runs(block, &mut |start, length| {
            each_word_of_run(start, length, |word, bits| taken += (bits & !self.words[word]).count_ones());
            ControlFlow::<()>::Continue(())
        });
        taken
    }

    /// Visits the nodes of a box, around rings where it wraps, in runs of consecutive ones.
    pub fn each_run(&self, block: &Block, mut visit: impl FnMut(Range<usize>)) {
        self.layout.runs(block, &mut |start, length| {
            visit(start as usize..(start + length) as usize);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Whether a search takes so much longer than a look at one box that it is worth remembering what was found.
    pub fn is_large(&self) -> bool {
        self.memory.is_some()
    }

    /// By dimension, how long a box can be that was not free before the last one was given back; on a large machine, where any
    /// was.
    pub fn last_reach(&self) -> Option<Coordinates> {
        self.memory.as_ref()?.last_reach(&self.layout, &self.words)
    }

    /// The free nodes in index order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words)
    }

    /// The free node with the lowest index.
    pub fn first_free(&self) -> Option<u32> {
        first_one(&self.words)
    }

    /// The lexicographically first base of a free box of these extents.
    ///
    /// About log2(volume) passes over the machine's words at most; no memory once it has been called. A large machine that has
    /// been asked for these extents before is searched only around what was given back since, and from the base found then.
    pub fn first_base(&self, extents: &[u32]) -> Option<Coordinates> {
        let node = match &self.memory {
            None => self.find_turned(&Coordinates::new(extents), Rotation::Never)?.1,
            Some(memory) if self.could_hold(extents) => memory.first_base(&self.layout, &self.words, extents)?,
            Some(_) => return None,
        };
        Some(self.layout.coordinates(node))
    }

    /// Whether the machine is as large as a box in every dimension, and as many nodes are free.
    pub fn could_hold(&self, extents: &[u32]) -> bool {
        let possible = extents.iter().zip(self.layout.extents()).all(|(&extent, &length)| extent <= length);
        possible && extents.iter().product::<u32>() <= self.count
    }

    /// Where a node is.
    pub fn coordinates(&self, node: u32) -> Coordinates {
        self.layout.coordinates(node)
    }

    /// The index of the node there.
    pub fn node(&self, place: &Coordinates) -> u32 {
        place.iter().zip(self.layout.strides()).map(|(x, stride)| x * stride).sum()
    }

    /// The nodes per dimension.
    pub fn extents(&self) -> &[u32] {
        self.layout.extents()
    }

    /// How many coordinates a base can have in a dimension, from 0 on: of a box that is no longer than the machine.
    pub fn bases_along(&self, dimension: usize, extent: u32) -> u32 {
        self.layout.bases_along(dimension, extent)
    }

    /// All bases of free boxes of these extents, or `None` where a quick look shows that there are none.
    ///
    /// About log2(volume) passes over the machine's words. The answer lives in memory that the next search reuses: drop it
    /// first.
    pub fn bases(&self, extents: &[u32]) -> Option<Ref<'_, Bases>> {
        if !self.could_hold(extents) {
            return None;
        }
        self.scratch.borrow_mut().find(self, extents);
        Some(self.scratch.borrow())
    }
}

/// Whether a node is among those of a set.
fn has(words: &[u64], node: u32) -> bool {
    words[(node / u64::BITS) as usize] >> (node % u64::BITS) & 1 == 1
}

/// The words that a run of bits touches, with its bits in each.
pub(super) fn words_of_run(start: u32, length: u32) -> impl Iterator<Item = (usize, u64)> {
    let end = start + length;
    (start / u64::BITS..end.div_ceil(u64::BITS)).map(move |word| {
        let from = start.saturating_sub(word * u64::BITS);
        let to = (end - word * u64::BITS).min(u64::BITS);
        (word as usize, u64::MAX << from & u64::MAX >> (u64::BITS - to))
    })
}

/// Visits the words of a run that is not empty. Most runs lie in one word, and most of the time is spent here.
#[inline]
fn each_word_of_run(start: u32, length: u32, mut visit: impl FnMut(usize, u64)) {
    let offset = start % u64::BITS;
    if offset + length <= u64::BITS {
        visit((start / u64::BITS) as usize, u64::MAX >> (u64::BITS - length) << offset);
    } else {
        words_of_run(start, length).for_each(|(word, bits)| visit(word, bits));
    }
}

fn first_one(words: &[u64]) -> Option<u32> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(word as u32 * u64::BITS + words[word].trailing_zeros())
}

/// Whether a set has no member.
fn is_empty(words: &[u64]) -> bool {
    // Several words at a time.
    words.chunks(8).all(|words| words.iter().fold(0, |any, word| any | word) == 0)
}

fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(word, &bits)| ones_of_word(word, bits))
}

/// The members of a set that are in one of its words.
fn ones_of_word(word: usize, bits: u64) -> impl Iterator<Item = u32> {
    let without_lowest = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(bits).filter(|&bits| bits != 0), without_lowest)
        .map(move |rest| word as u32 * u64::BITS + rest.trailing_zeros())
}
