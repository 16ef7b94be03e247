//! A computed time: exact, and printed to the last digit.

use super::binary::Binary;
use std::fmt;

/// An exact number that is not negative: ticks, and the number of ticks in a unit of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    ticks: Binary,
    per_unit: u64,
}

impl Exact {
    /// `ticks / per_unit`.
    pub fn new(ticks: Binary, per_unit: u64) -> Exact {
        Exact { ticks, per_unit }
    }

    /// The nearest `f64` or one next to it, for drawing.
    pub fn to_f64(&self) -> f64 {
        let first = self.ticks.fraction().first().map_or(0.0, |word| *word as f64 / 2f64.powi(64));
        (self.ticks.whole() as f64 + first) / self.per_unit as f64
    }
}

impl fmt::Display for Exact {
    /// Writes a decimal if it is finite (`5.875`), else a fraction in lowest terms (`7/3`).
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Fraction { mut numerator, odd_denominator, halvings } = Fraction::of(self);
        let (fives, rest) = divided_out(odd_denominator, 5);
        if rest > 1 {
            let mut denominator = Natural(vec![odd_denominator]);
            denominator.multiply_by_power(2, halvings);
            return write!(out, "{numerator}/{denominator}");
        }
        let places = fives.max(halvings);
        numerator.multiply_by_power(5, places - fives);
        numerator.multiply_by_power(2, places - halvings);
        let digits = format!("{numerator:0>width$}", width = places as usize + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places as usize);
        let point = if places > 0 { "." } else { "" };
        write!(out, "{whole}{point}{decimals}")
    }
}

/// `numerator / (odd_denominator * 2^halvings)`, in lowest terms.
struct Fraction {
    numerator: Natural,
    odd_denominator: u64,
    halvings: u32,
}

impl Fraction {
    fn of(number: &Exact) -> Fraction {
        let (whole, fraction) = (number.ticks.whole(), number.ticks.fraction());
        let mut numerator = Natural(fraction.iter().rev().copied().collect());
        numerator.0.extend([whole as u64, (whole >> 64) as u64]);
        let (twos, odd) = divided_out(number.per_unit, 2);
        let mut halvings = twos + 64 * fraction.len() as u32;
        let superfluous = numerator.trailing_zeros().map_or(halvings, |zeros| zeros.min(halvings));
        numerator.shift_right(superfluous);
        halvings -= superfluous;
        let remainder = numerator.clone().divide(odd);
        let common = greatest_common_divisor(odd.into(), remainder.into()) as u64;
        numerator.divide(common);
        Fraction { numerator, odd_denominator: odd / common, halvings }
    }
}

/// The greatest common divisor of two numbers that are not both zero.
pub fn greatest_common_divisor(left: u128, right: u128) -> u128 {
    if right == 0 { left } else { greatest_common_divisor(right, left % right) }
}

/// The number of times that a prime divides a number, and the remaining factor.
fn divided_out(mut number: u64, prime: u64) -> (u32, u64) {
    let mut times = 0;
    while number.is_multiple_of(prime) {
        number /= prime;
        times += 1;
    }
    (times, number)
}

/// A natural number of any size: words, least significant first. It has only the operations for printing.
#[derive(Clone)]
struct Natural(Vec<u64>);

impl Natural {
    /// The number of zeros at the end of its binary form; `None` for zero.
    fn trailing_zeros(&self) -> Option<u32> {
        let position = self.0.iter().position(|word| *word != 0)?;
        Some(64 * position as u32 + self.0[position].trailing_zeros())
    }

    fn shift_right(&mut self, bits: u32) {
        self.0.drain(..(bits / 64) as usize);
        self.divide(1 << (bits % 64));
    }

    /// Divides by a number greater than zero, and returns the remainder.
    fn divide(&mut self, divisor: u64) -> u64 {
        let divisor = u128::from(divisor);
        let mut remainder = 0;
        for word in self.0.iter_mut().rev() {
            let dividend = (remainder << 64) | u128::from(*word);
            *word = (dividend / divisor) as u64;
            remainder = dividend % divisor;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        remainder as u64
    }

    fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for word in &mut self.0 {
            let product = u128::from(*word) * u128::from(factor) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }

    /// Multiplies by `base^exponent`, with as many factors at a time as fit in a word.
    fn multiply_by_power(&mut self, base: u64, mut exponent: u32) {
        let most = u64::MAX.ilog(base);
        while exponent > 0 {
            let step = exponent.min(most);
            self.multiply(base.pow(step));
            exponent -= step;
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        const DIGITS: usize = 19;
        let (mut rest, mut groups) = (self.clone(), Vec::new());
        while !rest.0.is_empty() {
            groups.push(rest.divide(10u64.pow(DIGITS as u32)));
        }
        let mut digits = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            digits += &format!("{group:0DIGITS$}");
        }
        out.pad(&digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact(ticks: u128, shift: u32, per_unit: u64) -> Exact {
        let (ticks, fits) = Binary::from(ticks).shifted_right(shift, 8);
        assert!(fits);
        Exact::new(ticks, per_unit)
    }

    #[test]
    fn finite_decimals_are_written_as_such() {
        for (number, text) in [
            (exact(0, 0, 7), "0"),
            (exact(47, 0, 8), "5.875"),
            (exact(47, 3, 1), "5.875"),
            (exact(94, 1, 8), "5.875"),
            (exact(1, 3, 1000), "0.000125"),
            (exact(7, 0, 3), "7/3"),
            (exact(14, 1, 3), "7/3"),
            (exact(7, 2, 3), "7/12"),
            (exact(21, 2, 3), "1.75"),
            (exact(10, 0, 1), "10"),
            (exact(u128::MAX, 0, 1), "340282366920938463463374607431768211455"),
            (exact(10u128.pow(38), 0, 10), "10000000000000000000000000000000000000"),
            (exact(1, 63, 1), "0.000000000000000000108420217248550443400745280086994171142578125"),
        ] {
            assert_eq!(number.to_string(), text);
        }
        let (longer, fits) = Binary::from(1).shifted_right(63, 8).0.shifted_right(63, 8);
        assert!(fits);
        assert_eq!(Exact::new(longer, 3).to_string(), format!("1/{}", 3 * (1u128 << 126)));
        assert_eq!(exact(47, 3, 1).to_f64(), 5.875);
    }

    proptest! {
        /// Printed numbers, read as plain fractions, equal the number.
        #[test]
        fn the_text_is_the_number(ticks in 0u64..1 << 50, shift in 0u32..30, per_unit in 1u64..10_000) {
            let text = exact(ticks.into(), shift, per_unit).to_string();
            let (numerator, denominator) = match text.split_once('/') {
                Some((numerator, denominator)) => (numerator.parse::<u128>().unwrap(), denominator.parse().unwrap()),
                None => {
                    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
                    prop_assert!(!places.ends_with('0'), "{}", text);
                    let Some(power) = 10u128.checked_pow(places.len() as u32).filter(|_| places.len() < 20) else {
                        return Ok(());
                    };
                    (format!("{whole}{places}").parse().unwrap(), power)
                }
            };
            let common = greatest_common_divisor(numerator, denominator);
            let given = (u128::from(ticks), u128::from(per_unit) << shift);
            let divisor = greatest_common_divisor(given.0, given.1);
            prop_assert_eq!((numerator / common, denominator / common), (given.0 / divisor, given.1 / divisor));
        }
    }
}
