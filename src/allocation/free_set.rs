//! A set of free places among numbered ones, one bit per place, and such bits without a set.

use super::copying::clone_by_field;
use std::ops::Range;

/// The free places among `0..n`. A copy costs one word per 64 places.
#[derive(Default, PartialEq, Eq)]
pub struct FreeSet {
    words: Vec<u64>,
    count: u32,
}

clone_by_field!(FreeSet { words, count });

impl FreeSet {
    /// The places `0..places`, all free.
    pub fn all(places: u32) -> FreeSet {
        let mut set = FreeSet::default();
        set.become_all(places);
        set
    }

    /// Becomes the places `0..places`, all free, in the same memory.
    pub fn become_all(&mut self, places: u32) {
        fill(&mut self.words, places);
        self.count = places;
    }

    /// The places `0..places`, none of them free.
    pub fn none(places: u32) -> FreeSet {
        FreeSet { words: vec![0; places.div_ceil(u64::BITS) as usize], count: 0 }
    }

    /// The places `0..places`, of which these are free. One may be named several times.
    pub fn of(places: u32, free: impl IntoIterator<Item = u32>) -> FreeSet {
        let mut set = FreeSet::none(places);
        free.into_iter().for_each(|place| set.words[place as usize / 64] |= 1 << (place % 64));
        set.count = set.words.iter().map(|word| word.count_ones()).sum();
        set
    }

    /// The set itself: place i is bit i % 64 of word i / 64.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of free places.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of free places in a range.
    pub fn count_in(&self, range: Range<u32>) -> u32 {
        let length = range.len() as u32;
        // Most ranges, such as racks, have at most a word's length.
        if (1..=u64::BITS).contains(&length) {
            return (word_at(&self.words, range.start) & u64::MAX >> (u64::BITS - length)).count_ones();
        }
        words_of_run(range).map(|(word, places)| (self.words[word] & places).count_ones()).sum()
    }

    /// Makes a busy place free.
    pub fn give_back(&mut self, place: u32) {
        self.give_back_run(&(place..place + 1));
    }

    /// Makes a free place busy.
    pub fn take(&mut self, place: u32) {
        self.take_run(&(place..place + 1));
    }

    /// Makes a place busy, free or not.
    pub fn exclude(&mut self, place: u32) {
        if self.is_free(place) {
            self.take(place);
        }
    }

    /// Makes consecutive busy places free.
    #[inline]
    pub fn give_back_run(&mut self, run: &Range<u32>) {
        each_word_of_run(run, |word, places| {
            debug_assert_eq!(self.words[word] & places, 0, "of {run:?} something is given back twice");
            self.words[word] |= places;
        });
        self.count += run.len() as u32;
    }

    /// Makes consecutive free places busy.
    #[inline]
    pub fn take_run(&mut self, run: &Range<u32>) {
        each_word_of_run(run, |word, places| {
            debug_assert_eq!(self.words[word] & places, places, "of {run:?} something is taken twice");
            self.words[word] &= !places;
        });
        self.count -= run.len() as u32;
    }

    /// Whether a place is free.
    pub fn is_free(&self, place: u32) -> bool {
        has(&self.words, place)
    }

    /// The lowest free place from `start` on.
    pub fn first_from(&self, start: u32) -> Option<u32> {
        self.find(start, 0)
    }

    /// All free places, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        ones(&self.words)
    }

    /// The free places as maximal runs without a gap, lowest first.
    pub fn runs(&self) -> impl Iterator<Item = Range<u32>> {
        let mut end = 0;
        std::iter::from_fn(move || {
            let run = self.first_run(end)?;
            end = run.end;
            Some(run)
        })
    }

    /// The lowest free place from `start` on, with all free places that follow it without a gap.
    pub fn first_run(&self, start: u32) -> Option<Range<u32>> {
        let first = self.first_from(start)?;
        // No place behind the last one is free, and its word may not exist.
        let end = self.find(first, u64::MAX).unwrap_or(self.words.len() as u32 * 64);
        Some(first..end)
    }

    /// The first place from `start` on with a bit that differs from `other`, a word of equal bits.
    fn find(&self, start: u32, other: u64) -> Option<u32> {
        let mut mask = u64::MAX << (start % 64);
        for index in start as usize / 64..self.words.len() {
            let found = (self.words[index] ^ other) & mask;
            if found != 0 {
                return Some(index as u32 * 64 + found.trailing_zeros());
            }
            mask = u64::MAX;
        }
        None
    }
}

/// Makes a set of this many bits, all set.
pub fn fill(set: &mut Vec<u64>, bits: u32) {
    set.clear();
    set.resize(bits.div_ceil(u64::BITS) as usize, u64::MAX);
    *set.last_mut().expect("there is a place") >>= set.len() as u32 * u64::BITS - bits;
}

/// Whether a place is in a set.
pub fn has(words: &[u64], place: u32) -> bool {
    words[(place / u64::BITS) as usize] >> (place % u64::BITS) & 1 == 1
}

/// The word from bit `start` on. Bits behind the end are 0.
pub fn word_at(words: &[u64], start: u32) -> u64 {
    let (word, shift) = ((start / u64::BITS) as usize, start % u64::BITS);
    let [low, high] = [word, word + 1].map(|word| words.get(word).copied().unwrap_or(0));
    low >> shift | high << 1 << (u64::BITS - 1 - shift)
}

/// The words that a run of bits touches, with the run's bits in each word.
pub fn words_of_run(run: Range<u32>) -> impl Iterator<Item = (usize, u64)> {
    (run.start / u64::BITS..run.end.div_ceil(u64::BITS)).map(move |word| {
        let from = run.start.saturating_sub(word * u64::BITS);
        let to = (run.end - word * u64::BITS).min(u64::BITS);
        (word as usize, u64::MAX << from & u64::MAX >> (u64::BITS - to))
    })
}

/// Visits the words of a run. Most runs lie in one word. Most of the time is spent here.
#[inline]
pub fn each_word_of_run(run: &Range<u32>, mut visit: impl FnMut(usize, u64)) {
    let (offset, length) = (run.start % u64::BITS, run.end - run.start);
    if (1..=u64::BITS - offset).contains(&length) {
        visit((run.start / u64::BITS) as usize, u64::MAX >> (u64::BITS - length) << offset);
    } else {
        words_of_run(run.clone()).for_each(|(word, bits)| visit(word, bits));
    }
}

/// The lowest place of a set.
pub fn first_one(words: &[u64]) -> Option<u32> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(word as u32 * u64::BITS + words[word].trailing_zeros())
}

/// The places of a set, lowest first.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(word, &bits)| ones_of_word(word, bits))
}

/// The members of a set in one of its words.
fn ones_of_word(word: usize, bits: u64) -> impl Iterator<Item = u32> {
    let without_lowest = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(bits).filter(|&bits| bits != 0), without_lowest)
        .map(move |rest| word as u32 * u64::BITS + rest.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_plain_list(places in 1u32..300, changes in prop::collection::vec(any::<u32>(), 0..400), start in 0u32..300) {
            let (mut set, mut plain) = (FreeSet::all(places), vec![true; places as usize]);
            for change in changes {
                // Neighbours change together, so that runs of all lengths occur.
                let run = change % places..(change % places + change / places % 150).min(places);
                let changed = &mut plain[run.start as usize..run.end as usize];
                match (changed.contains(&true), changed.contains(&false)) {
                    (_, false) => set.take_run(&run),
                    (false, _) => set.give_back_run(&run),
                    _ => run.zip(&*changed).for_each(|(place, free)| if *free { set.take(place) } else { set.give_back(place) }),
                }
                changed.iter_mut().for_each(|free| *free = !*free);
            }
            let free: Vec<u32> = (0..places).filter(|&place| plain[place as usize]).collect();
            prop_assert!((0..places).all(|place| set.is_free(place) == plain[place as usize]));
            prop_assert!(set.iter().eq(free.iter().copied()));
            prop_assert_eq!(set.count() as usize, free.len());
            let counted = |end: u32| free.iter().filter(|place| (start..end).contains(place)).count() as u32;
            prop_assert!((start..=places).all(|end| set.count_in(start..end) == counted(end)));
            prop_assert_eq!(set.first_from(start), free.iter().copied().find(|&place| place >= start));
            let mut runs: Vec<Range<u32>> = Vec::new();
            for place in free {
                match runs.last_mut() {
                    Some(run) if run.end == place => run.end += 1,
                    _ => runs.push(place..place + 1),
                }
            }
            prop_assert_eq!(set.runs().collect::<Vec<_>>(), runs);
        }
    }
}
