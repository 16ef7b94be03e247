//! The integer clock, and the exact decimal numbers that stretch it (docs/semantics.md 1).
//!
//! No comparison in the simulator compares floats, so that the same experiment gives the same schedule everywhere.

use crate::diagnostic::Explain;
use std::fmt;
use std::str::FromStr;

/// Simulated time in microseconds.
pub type Time = i64;

/// The end of the clock, 146 000 years from its beginning. No run goes beyond, and no job's estimate is longer, so that
/// the sum of a moment and an estimate is always a time.
pub const END: Time = Time::MAX / 2;

/// One second of a log, one cycle of a network, one unit of a stochastic workload.
pub const SECOND: Time = 1_000_000;

/// Simulated time as seconds, for reporting.
pub fn seconds(time: Time) -> f64 {
    time as f64 / SECOND as f64
}

/// A time in seconds, with the decimals it needs: `86400.5`.
pub fn in_seconds(time: Time) -> String {
    Decimal::new(time, 6).to_string()
}

/// An exact decimal number such as a runtime coefficient: `digits / 10^places`, in lowest terms.
///
/// ```
/// use subtorus::time::{Decimal, SECOND};
///
/// let coefficient: Decimal = "1.35".parse()?;
/// assert_eq!(coefficient.stretch(7 * SECOND), 9_450_000); // 9.45 s, to the digit
/// # Ok::<(), subtorus::time::NotADecimal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: i64,
    places: u32,
}

/// Decimals carry at most this many places, and at most 15 digits, so that products with any time fit in 128 bits
/// and conversion to `f64` is exact to the last printed digit.
const MAX_PLACES: u32 = 9;
const MAX_DIGITS: usize = 15;

impl Decimal {
    /// The number 1.
    pub const ONE: Decimal = Decimal { digits: 1, places: 0 };

    /// `digits / 10^places`, for at most nine places.
    pub fn new(digits: i64, places: u32) -> Decimal {
        assert!(places <= MAX_PLACES, "a decimal has at most {MAX_PLACES} places");
        let (mut digits, mut places) = (digits, places);
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        Decimal { digits, places }
    }

    /// `time` stretched by this number, rounded half away from zero. Saturates at the ends of the clock.
    pub fn stretch(self, time: Time) -> Time {
        if self == Decimal::ONE {
            return time;
        }
        let product = i128::from(time) * i128::from(self.digits);
        let unit = 10i128.pow(self.places);
        let rounded = (product.abs() + unit / 2) / unit * product.signum();
        rounded.clamp(Time::MIN.into(), Time::MAX.into()) as Time
    }

    /// A number that is not negative divided by so many times this one, which is positive: the nearest integer, halves
    /// up. Saturates.
    pub fn divide(self, number: i128, times: u32) -> i128 {
        let by = i128::from(self.digits) * i128::from(times);
        number.saturating_mul(10i128.pow(self.places)).saturating_add(by / 2) / by
    }

    /// Numerator and denominator, a power of ten up to 10^9.
    pub fn fraction(self) -> (i64, i64) {
        (self.digits, 10i64.pow(self.places))
    }

    /// The nearest `f64`, for axes and reports.
    pub fn to_f64(self) -> f64 {
        self.digits as f64 / 10f64.powi(self.places as i32)
    }

    /// The number itself, if it is a whole one.
    pub fn whole(self) -> Option<i64> {
        (self.places == 0).then_some(self.digits)
    }

    /// Whether the number is greater than zero.
    pub fn is_positive(self) -> bool {
        self.digits > 0
    }

    /// Every number `first + k * step` that does not exceed `last`, exactly. `None` when `step` is not positive,
    /// `last` is before `first`, or there are more than `limit` numbers.
    pub fn range(first: Decimal, last: Decimal, step: Decimal, limit: usize) -> Option<Vec<Decimal>> {
        let places = first.places.max(last.places).max(step.places);
        let scaled = |number: Decimal| i128::from(number.digits) * 10i128.pow(places - number.places);
        let (first, last, step) = (scaled(first), scaled(last), scaled(step));
        if step <= 0 || last < first || (last - first) / step >= limit as i128 {
            return None;
        }
        let count = (last - first) / step + 1;
        (0..count).map(|k| i64::try_from(first + k * step).ok().map(|digits| Decimal::new(digits, places))).collect()
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> std::cmp::Ordering {
        let left = i128::from(self.digits) * 10i128.pow(other.places);
        let right = i128::from(other.digits) * 10i128.pow(self.places);
        left.cmp(&right)
    }
}

/// A text that is no [`Decimal`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a decimal number")]
pub struct NotADecimal(pub String);

impl Explain for NotADecimal {
    fn expected(&self) -> String {
        format!("digits such as 1.35, at most {MAX_DIGITS} of them and {MAX_PLACES} after the point")
    }
}

impl FromStr for Decimal {
    type Err = NotADecimal;

    /// Reads `12`, `0.35`, `.5`, `-3`; no exponents, no `nan`, at most nine places and fifteen digits.
    fn from_str(text: &str) -> Result<Decimal, NotADecimal> {
        let wrong = || NotADecimal(text.into());
        let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        let digits = whole.len() + fraction.len();
        if !all_digits || digits == 0 || digits > MAX_DIGITS || fraction.len() > MAX_PLACES as usize {
            return Err(wrong());
        }
        let magnitude: i64 = format!("{whole}{fraction}").parse().map_err(|_| wrong())?;
        Ok(Decimal::new(if negative { -magnitude } else { magnitude }, fraction.len() as u32))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let unit = 10u64.pow(self.places);
        let magnitude = self.digits.unsigned_abs();
        write!(out, "{sign}{}", magnitude / unit)?;
        if self.places > 0 {
            write!(out, ".{:0width$}", magnitude % unit, width = self.places as usize)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_coefficient_is_exact() {
        assert_eq!(decimal("1.35").stretch(7 * SECOND), 9_450_000);
        assert_eq!(decimal("0.15").stretch(10), 2, "half away from zero");
        assert_eq!(decimal("0.15").stretch(-10), -2);
        assert_eq!(decimal("0.14").stretch(10), 1);
        assert_eq!([decimal("0.4").divide(1, 1), decimal("0.3").divide(2, 2), decimal("4").divide(10, 1)], [3, 3, 3]);
    }

    #[test]
    fn text_round_trips_in_lowest_terms() {
        for (given, printed) in [("0.20", "0.2"), ("2", "2"), (".5", "0.5"), ("-1.05", "-1.05"), ("100", "100")] {
            assert_eq!(decimal(given).to_string(), printed);
        }
        for bad in ["", ".", "nan", "1e3", "1,5", "--1", "+", "0.1234567890", "inf", "1234567890123456"] {
            assert!(bad.parse::<Decimal>().is_err(), "{bad} was accepted");
        }
    }

    #[test]
    fn a_range_holds_its_last_number() {
        let range = Decimal::range(decimal("0.2"), decimal("2"), decimal("0.05"), 1000).unwrap();
        assert_eq!(range.len(), 37);
        assert_eq!(range[36], decimal("2.0"));
        assert_eq!(range[1].to_string(), "0.25");
        assert_eq!(Decimal::range(decimal("1"), decimal("0"), decimal("0.1"), 1000), None);
        assert_eq!(Decimal::range(decimal("0"), decimal("1"), decimal("0"), 1000), None);
        assert_eq!(Decimal::range(decimal("0"), decimal("1"), decimal("0.001"), 1000), None);
    }
}
