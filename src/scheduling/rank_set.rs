//! A set of small numbers that finds its next member in a few word operations.

/// A number that no set can contain.
const NONE: u32 = u32::MAX;

/// Members are numbers below a capacity that is fixed at creation. Every operation takes a step per factor 64 of the
/// capacity.
pub struct RankSet {
    /// `levels[0]` has a bit per number. Each further level has a bit per word of the level below. The bit is set if
    /// that word is not zero.
    levels: Vec<Vec<u64>>,
    /// The smallest member, or [`NONE`] if the set is empty.
    least: u32,
}

impl RankSet {
    /// The empty set of numbers below `capacity`.
    pub fn new(capacity: usize) -> RankSet {
        let mut levels = Vec::new();
        let mut bits = capacity.max(1);
        loop {
            let words = bits.div_ceil(64);
            levels.push(vec![0; words]);
            if words == 1 {
                return RankSet { levels, least: NONE };
            }
            bits = words;
        }
    }

    /// Adds `number`.
    pub fn insert(&mut self, number: u32) {
        self.least = self.least.min(number);
        let mut place = number as usize;
        for level in &mut self.levels {
            let word = &mut level[place / 64];
            let was_empty = *word == 0;
            *word |= 1 << (place % 64);
            if !was_empty {
                return;
            }
            place /= 64;
        }
    }

    /// Removes `number`.
    pub fn remove(&mut self, number: u32) {
        let mut place = number as usize;
        for level in &mut self.levels {
            let word = &mut level[place / 64];
            *word &= !(1 << (place % 64));
            if *word != 0 {
                break;
            }
            place /= 64;
        }
        if number == self.least {
            self.least = self.first_from(number).unwrap_or(NONE);
        }
    }

    /// The smallest member. It takes constant time.
    pub fn first(&self) -> Option<u32> {
        Some(self.least).filter(|&least| least != NONE)
    }

    /// The smallest member that is at least `number`.
    #[inline]
    pub fn first_from(&self, number: u32) -> Option<u32> {
        let number = number.max(self.least);
        // The next member is usually near.
        let near = number as usize / 64;
        let word = self.levels[0].get(near)? & (u64::MAX << (number % 64));
        if word != 0 { Some((near * 64) as u32 + word.trailing_zeros()) } else { self.first_far(number) }
    }

    fn first_far(&self, number: u32) -> Option<u32> {
        let mut place = number as usize;
        for (height, level) in self.levels.iter().enumerate() {
            let word = *level.get(place / 64)? & (u64::MAX << (place % 64));
            if word != 0 {
                let found = place / 64 * 64 + word.trailing_zeros() as usize;
                return Some(self.descend(height, found));
            }
            place = place / 64 + 1;
        }
        None
    }

    /// The `nth` smallest member (from 1) of those that are at least `number`. Cost: a step per 64 numbers with at
    /// least one member, so never more than `nth` steps.
    pub fn nth_from(&self, number: u32, nth: u32) -> Option<u32> {
        let (mut next, mut left) = (self.first_from(number)?, nth);
        loop {
            let mut word = self.levels[0][next as usize / 64] & (u64::MAX << (next % 64));
            if left <= word.count_ones() {
                (1..left).for_each(|_| word &= word - 1);
                return Some(next / 64 * 64 + word.trailing_zeros());
            }
            left -= word.count_ones();
            next = self.first_from((next / 64 + 1) * 64)?;
        }
    }

    /// The smallest number below bit `place` of level `height`, which is set.
    fn descend(&self, height: usize, place: usize) -> u32 {
        let down = |place: usize, level: &Vec<u64>| place * 64 + level[place].trailing_zeros() as usize;
        self.levels[..height].iter().rev().fold(place, down) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn agrees_with_a_plain_set(capacity in 1u32..10_000, changes in prop::collection::vec(any::<(bool, u32, u32)>(), 0..300)) {
            let (mut set, mut plain) = (RankSet::new(capacity as usize), BTreeSet::new());
            for (insert, number, probe) in changes {
                let (number, probe) = (number % capacity, probe % (capacity + 1));
                if insert { set.insert(number); plain.insert(number); } else { set.remove(number); plain.remove(&number); }
                prop_assert_eq!(set.first(), plain.first().copied());
                prop_assert_eq!(set.first_from(probe), plain.range(probe..).next().copied());
                for nth in [1, 2, 3, 64, 100] {
                    prop_assert_eq!(set.nth_from(probe, nth), plain.range(probe..).nth(nth as usize - 1).copied());
                }
            }
        }
    }
}
