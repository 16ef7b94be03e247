//! What the searches on a small machine have found, for as long as it holds.
//!
//! Whatever is taken, no box comes to be free: the first that was found is the first while it is free itself, and where there was
//! none there is none, until something is given back. Where it is only asked whether there is room, any box will do that is free.

use super::super::orientations::Rotation;
use super::layout::Layout;
use super::turned::Found;
use crate::machine::{Block, Coordinates};

/// On machines of no more words than these to look whether a box is free takes about as long as a search: only the last answer is
/// kept, until anything changes.
const FEW_WORDS: usize = 32;

/// So many answers are kept elsewhere, a power of two. One takes the place of another whose extents have the same place.
const KEPT: usize = 1024;

/// One answer.
#[derive(Clone, Copy)]
struct Answer {
    extents: Coordinates,
    rotation: Rotation,
    found: Found,
    /// What had been given back by then; nothing of that kind where the answer holds for something that was only tried.
    given: u64,
    /// What had changed by then.
    changes: u64,
}

/// What was given back when an answer need not be the first box, though it may still be a free one.
const NEVER: u64 = 0;

/// The answers, by extents. A copy of the machine has none.
pub(super) struct Answers {
    by_place: Vec<Option<Answer>>,
    /// Another number after each time that something is given back, and the greatest so far.
    given: u64,
    greatest: u64,
    /// Grows with every change.
    changes: u64,
    /// For each trial what had been given back when it began, and how many answers of trials there were.
    trials: Vec<(u64, usize)>,
    /// The places of the answers that were found in trials.
    tried: Vec<usize>,
}

impl Default for Answers {
    fn default() -> Answers {
        let (by_place, trials, tried) = (Vec::new(), Vec::new(), Vec::new());
        Answers { by_place, given: NEVER + 1, greatest: NEVER + 1, changes: 0, trials, tried }
    }
}

impl Answers {
    /// All are forgotten, but for boxes that may be free.
    pub fn forget(&mut self) {
        self.trials.clear();
        self.tried.clear();
        self.note_given();
        self.note_change();
    }

    /// Nodes have become free or busy.
    pub fn note_change(&mut self) {
        self.changes += 1;
    }

    /// Something has been given back.
    pub fn note_given(&mut self) {
        self.greatest += 1;
        self.given = self.greatest;
    }

    /// A trial begins.
    pub fn begin_trial(&mut self) {
        self.trials.push((self.given, self.tried.len()));
    }

    /// All is as it was when the last trial began.
    pub fn end_trial(&mut self) {
        let (given, tried) = self.trials.pop().expect("a trial has begun");
        for place in self.tried.drain(tried..) {
            self.by_place[place].iter_mut().for_each(|answer| answer.given = NEVER);
        }
        self.given = given;
    }

    /// What a search would find, where that is known. Cost: a look at one box.
    pub fn known(&self, layout: &Layout, words: &[u64], extents: &Coordinates, rotation: Rotation) -> Option<Found> {
        let answer = self.answer(extents, rotation)?;
        if answer.changes == self.changes {
            return Some(answer.found);
        }
        let may_hold = words.len() > FEW_WORDS && answer.given == self.given;
        let holds = may_hold && answer.found.is_none_or(|(extents, first)| is_free(layout, words, extents, first));
        holds.then_some(answer.found)
    }

    /// Whether there is room for sure. Cost: a look at one box.
    pub fn has_room(&self, layout: &Layout, words: &[u64], extents: &Coordinates, rotation: Rotation) -> bool {
        if words.len() <= FEW_WORDS {
            return false;
        }
        let found = self.answer(extents, rotation).and_then(|answer| answer.found);
        found.is_some_and(|(extents, base)| is_free(layout, words, extents, base))
    }

    /// This is what a search has found.
    pub fn note(&mut self, words: &[u64], extents: &Coordinates, rotation: Rotation, found: Found) {
        if self.by_place.is_empty() {
            self.by_place.resize(if words.len() <= FEW_WORDS { 1 } else { KEPT }, None);
        }
        let place = self.place(extents);
        if !self.trials.is_empty() {
            self.tried.push(place);
        }
        let (given, changes) = (self.given, self.changes);
        self.by_place[place] = Some(Answer { extents: *extents, rotation, found, given, changes });
    }

    fn answer(&self, extents: &Coordinates, rotation: Rotation) -> Option<&Answer> {
        if self.by_place.is_empty() {
            return None;
        }
        let answer = self.by_place[self.place(extents)].as_ref();
        answer.filter(|answer| answer.extents == *extents && answer.rotation == rotation)
    }

    fn place(&self, extents: &[u32]) -> usize {
        let mixed = extents.iter().fold(0, |mixed: u32, extent| mixed.wrapping_mul(37).wrapping_add(*extent));
        mixed as usize & (self.by_place.len() - 1)
    }
}

fn is_free(layout: &Layout, words: &[u64], extents: Coordinates, base: u32) -> bool {
    layout.is_free(words, &Block { base: layout.coordinates(base), extents })
}
