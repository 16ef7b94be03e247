//! A set of free places among numbered ones: one bit per place.

use super::copying::clone_by_field;
use super::free_nodes::words_of_run;
use std::ops::Range;

/// The free places among `0..n`. A copy costs one word per 64 places.
#[derive(Default, PartialEq, Eq)]
pub struct FreeSet {
    words: Vec<u64>,
}

clone_by_field!(FreeSet { words });

impl FreeSet {
    /// The places `0..places`, all free.
    pub fn all(places: u32) -> FreeSet {
        let mut words = vec![u64::MAX; places.div_ceil(64) as usize];
        if !places.is_multiple_of(64) {
            *words.last_mut().expect("there is a place") = (1 << (places % 64)) - 1;
        }
        FreeSet { words }
    }

    /// The places `0..places`, none of them free.
    pub fn none(places: u32) -> FreeSet {
        FreeSet { words: vec![0; places.div_ceil(64) as usize] }
    }

    /// The set itself: place i is bit i % 64 of word i / 64.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of free places in a range.
    pub fn count_in(&self, range: Range<u32>) -> u32 {
        let (length, word, shift) = (range.len() as u32, (range.start / 64) as usize, range.start % 64);
        // Most ranges, such as racks, have at most a word's length.
        if (1..=64).contains(&length) {
            let behind = self.words.get(word + 1).map_or(0, |next| next << 1 << (63 - shift));
            return ((self.words[word] >> shift | behind) & u64::MAX >> (64 - length)).count_ones();
        }
        words_of_run(range.start, length).map(|(word, places)| (self.words[word] & places).count_ones()).sum()
    }

    /// Makes a busy place free.
    pub fn give_back(&mut self, place: u32) {
        debug_assert!(!self.is_free(place), "place {place} is given back twice");
        self.words[place as usize / 64] |= 1 << (place % 64);
    }

    /// Makes a free place busy.
    pub fn take(&mut self, place: u32) {
        debug_assert!(self.is_free(place), "place {place} is taken twice");
        self.words[place as usize / 64] &= !(1 << (place % 64));
    }

    /// Makes a place busy, free or not.
    pub fn exclude(&mut self, place: u32) {
        self.words[place as usize / 64] &= !(1 << (place % 64));
    }

    /// The number of free places.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Makes consecutive busy places free.
    pub fn give_back_run(&mut self, run: &Range<u32>) {
        debug_assert!(!run.clone().any(|place| self.is_free(place)), "of {run:?} something is given back twice");
        words_of_run(run.start, run.len() as u32).for_each(|(word, places)| self.words[word] |= places);
    }

    /// Makes consecutive free places busy.
    pub fn take_run(&mut self, run: &Range<u32>) {
        debug_assert!(run.clone().all(|place| self.is_free(place)), "of {run:?} something is taken twice");
        words_of_run(run.start, run.len() as u32).for_each(|(word, places)| self.words[word] &= !places);
    }

    /// Whether a place is free.
    pub fn is_free(&self, place: u32) -> bool {
        self.words[place as usize / 64] >> (place % 64) & 1 == 1
    }

    /// The lowest free place from `start` on.
    pub fn first_from(&self, start: u32) -> Option<u32> {
        self.find(start, 0)
    }

    /// All free places, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let place = self.first_from(start)?;
            start = place + 1;
            Some(place)
        })
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
