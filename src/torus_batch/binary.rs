//! Exact sums and divisions by powers of two: a whole number and a binary fraction of any length.
//!
//! Contention divides times by powers of two, repeatedly, and never multiplies them back. A time is therefore a whole
//! number of ticks and a binary fraction, which these divisions only make longer.

use std::ops::{AddAssign, SubAssign};

/// A number that is not negative: a whole part and a binary fraction.
///
/// The derived order is that of the numbers: the most significant word of the fraction comes first, and the last word
/// is not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binary {
    whole: u128,
    fraction: Vec<u64>,
}

impl Binary {
    /// The whole part.
    pub fn whole(&self) -> u128 {
        self.whole
    }

    /// The words after the point, most significant first; the last is not zero.
    pub fn fraction(&self) -> &[u64] {
        &self.fraction
    }

    /// This number divided by `2^bits` (at most 63), and whether that is exact. Bits beyond `words` words of fraction
    /// are cut off.
    pub fn shifted_right(mut self, bits: u32, words: usize) -> (Binary, bool) {
        if bits == 0 {
            return (self, true);
        }
        let mut carry = (self.whole as u64) << (64 - bits);
        self.whole >>= bits;
        for word in &mut self.fraction {
            (carry, *word) = (*word << (64 - bits), carry | (*word >> bits));
        }
        let fits = carry == 0 || self.fraction.len() < words;
        if fits {
            self.fraction.push(carry);
        }
        self.trim();
        (self, fits)
    }

    fn trim(&mut self) {
        while self.fraction.last() == Some(&0) {
            self.fraction.pop();
        }
    }

    /// Combines the fractions word by word, least significant first, and returns the carry.
    fn combine(&mut self, other: &Binary, step: impl Fn(u64, u64, bool) -> (u64, bool)) -> bool {
        if self.fraction.len() < other.fraction.len() {
            self.fraction.resize(other.fraction.len(), 0);
        }
        let mut carry = false;
        // Words that the other number lacks change only with a carry, and there is none yet.
        for (word, other) in self.fraction.iter_mut().zip(&other.fraction).rev() {
            (*word, carry) = step(*word, *other, carry);
        }
        self.trim();
        carry
    }
}

impl From<u128> for Binary {
    fn from(whole: u128) -> Binary {
        Binary { whole, fraction: Vec::new() }
    }
}

impl AddAssign<&Binary> for Binary {
    fn add_assign(&mut self, other: &Binary) {
        let carry = self.combine(other, |word, other, carry| {
            let sum = u128::from(word) + u128::from(other) + u128::from(carry);
            (sum as u64, sum >> 64 == 1)
        });
        self.whole += other.whole + u128::from(carry);
    }
}

impl SubAssign<&Binary> for Binary {
    /// Subtracts a number that is not greater.
    fn sub_assign(&mut self, other: &Binary) {
        let borrow = self.combine(other, |word, other, borrow| {
            let (difference, first) = word.overflowing_sub(other);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (difference, first || second)
        });
        self.whole -= other.whole + u128::from(borrow);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WORDS: usize = 4;

    /// A number of 64ths, so that the expected result fits in plain integers.
    fn of_64ths(number: u64) -> Binary {
        let (number, exact) = Binary::from(u128::from(number)).shifted_right(6, WORDS);
        assert!(exact);
        number
    }

    proptest! {
        #[test]
        fn sums_differences_and_the_order_are_those_of_numbers(left in 0u64..1 << 40, right in 0u64..1 << 40) {
            let (small, large) = (left.min(right), left.max(right));
            let mut sum = of_64ths(left);
            sum += &of_64ths(right);
            prop_assert_eq!(sum, of_64ths(left + right));
            let mut difference = of_64ths(large);
            difference -= &of_64ths(small);
            prop_assert_eq!(difference, of_64ths(large - small));
            prop_assert_eq!(of_64ths(left).cmp(&of_64ths(right)), left.cmp(&right));
        }

        #[test]
        fn parts_of_a_number_add_up_to_it(whole in 0u64.., bits in 1u32..64, times in 1usize..5) {
            let mut part = Binary::from(u128::from(whole));
            for _ in 0..times {
                let exact;
                (part, exact) = part.shifted_right(bits, 8);
                prop_assert!(exact);
            }
            for _ in 0..u64::from(bits) * times as u64 {
                let same = part.clone();
                part += &same;
            }
            prop_assert_eq!(part, Binary::from(u128::from(whole)));
        }
    }

    #[test]
    fn digits_that_do_not_fit_are_cut_off_and_reported() {
        let (number, exact) = Binary::from(3).shifted_right(40, 1);
        assert!(exact);
        let (cut, exact) = number.clone().shifted_right(25, 1);
        assert!(!exact);
        assert_eq!(cut.fraction(), [1], "3 / 2^65 is 1.5 of the last place");
        assert!(number.shifted_right(25, 2).1);
        assert!(Binary::default().shifted_right(63, 0).1, "zero loses nothing");
    }
}
