//! Written times: decimals and fractions, exactly.

use super::exact::{Exact, greatest_common_divisor};
use crate::diagnostic::Explain;
use crate::names::plain_number;
use std::fmt;
use std::str::FromStr;

/// A time as a user may write it: a number greater than zero, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

/// The greatest numerator and denominator. All numbers computed from them fit their types.
pub(super) const MOST: u64 = 1_000_000_000_000_000;

/// The form of a time, for messages.
pub(super) const EXPECTED: &str = "a number greater than 0 such as 3, 5.875 or 7/3, of at most 15 digits";

impl Ratio {
    /// `numerator / denominator`; `None` if one of them is zero or has more than 15 digits.
    pub fn new(numerator: u64, denominator: u64) -> Option<Ratio> {
        let common = greatest_common_divisor(numerator.into(), denominator.into()) as u64;
        let both = [numerator, denominator];
        both.iter()
            .all(|part| (1..=MOST).contains(part))
            .then(|| Ratio { numerator: numerator / common, denominator: denominator / common })
    }

    /// The denominator in lowest terms.
    pub(super) fn denominator(self) -> u64 {
        self.denominator
    }

    /// This number in units of 1 / `per_unit`, which is a multiple of the denominator.
    pub(super) fn ticks(self, per_unit: u64) -> u128 {
        u128::from(self.numerator) * u128::from(per_unit / self.denominator)
    }
}

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a time")]
pub struct TimeError {
    /// The text.
    pub text: String,
}

impl Explain for TimeError {
    fn expected(&self) -> String {
        EXPECTED.into()
    }
}

impl From<Ratio> for Exact {
    fn from(ratio: Ratio) -> Exact {
        Exact::new(ratio.ticks(ratio.denominator()).into(), ratio.denominator())
    }
}

impl FromStr for Ratio {
    type Err = TimeError;

    /// Reads `3`, `5.875`, `.5`, `7/3`; no signs, no exponents.
    fn from_str(text: &str) -> Result<Ratio, TimeError> {
        let read = || {
            if let Some((numerator, denominator)) = text.split_once('/') {
                return Ratio::new(plain_number(numerator)?, plain_number(denominator)?);
            }
            let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
            let fraction = fraction.trim_end_matches('0');
            let power = 10u64.checked_pow(fraction.len() as u32)?;
            Ratio::new(plain_number(&format!("{whole}{fraction}"))?, power)
        };
        read().ok_or_else(|| TimeError { text: text.into() })
    }
}

impl fmt::Display for Ratio {
    /// Writes a decimal if it is finite and has at most the digits that [`FromStr`] reads, else a fraction.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let decimal = Exact::from(*self).to_string();
        if decimal.parse() == Ok(*self) {
            return out.write_str(&decimal);
        }
        write!(out, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn text_round_trips_in_lowest_terms() {
        for (given, printed) in [
            ("5.875", "5.875"),
            ("007.50", "7.5"),
            (".5", "0.5"),
            ("14/6", "7/3"),
            ("10/4", "2.5"),
            ("3/1", "3"),
            ("1000000000000000", "1000000000000000"),
            ("0.000000000000001", "0.000000000000001"),
            ("1/3", "1/3"),
            // As a decimal it has 16 digits, which are not read.
            ("1/65536", "1/65536"),
            ("1000000000000000/3", "1000000000000000/3"),
        ] {
            let ratio: Ratio = given.parse().unwrap();
            assert_eq!(ratio.to_string(), printed);
            assert_eq!(printed.parse(), Ok(ratio));
        }
    }

    #[test]
    fn texts_that_are_not_times_are_refused() {
        for bad in [
            "",
            ".",
            "/",
            "1/",
            "/2",
            "0",
            "0/5",
            "5/0",
            "0.0",
            "-1",
            "+1",
            "1e3",
            "nan",
            "1,5",
            "1.2.3",
            "1/2/3",
            "1.5/2",
            " 1",
            "1000000000000001",
            "0.0000000000000001",
            "99999999999999999999999",
            "１",
        ] {
            assert!(bad.parse::<Ratio>().is_err(), "{bad:?} was accepted");
        }
        let message = Diagnostic::of(&"x".parse::<Ratio>().unwrap_err()).message();
        assert!(message.starts_with("'x' is not a time (expected a number greater than 0"), "{message}");
    }
}
