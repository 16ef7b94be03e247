//! Reading the numbers of a log from bytes, exactly and without copying.

use crate::time::{SECOND, Time};

/// Times beyond this many seconds (3000 years) are mistakes; up to it a log leaves the clock room for stretching.
const MOST_SECONDS: i64 = 100_000_000_000;

/// Why a field is no value of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Not digits with an optional sign and fraction.
    NotANumber,
    /// A number with a fraction where only whole numbers make sense.
    NotWhole,
    /// A number beyond what the field can hold.
    OutOfRange,
}

/// The whole number written in `field`; `12.0` counts as whole.
pub(super) fn whole<T: TryFrom<i64>>(field: &[u8]) -> Result<T, Wrong> {
    let (units, millionths) = decimal(field)?;
    if millionths != 0 {
        return Err(Wrong::NotWhole);
    }
    T::try_from(units).map_err(|_| Wrong::OutOfRange)
}

/// The seconds written in `field` as microseconds; digits after the sixth are rounded half away from zero.
pub(super) fn time(field: &[u8]) -> Result<Time, Wrong> {
    let (seconds, micros) = decimal(field)?;
    if !(-MOST_SECONDS..=MOST_SECONDS).contains(&seconds) {
        return Err(Wrong::OutOfRange);
    }
    Ok(seconds * SECOND + micros)
}

/// Whether `field` is a number in any usual notation. Fields that are not kept are held to no more than this.
pub(super) fn is_number(field: &[u8]) -> bool {
    let shape = |&byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
    field.iter().all(shape)
        && (field.iter().all(u8::is_ascii_digit)
            || std::str::from_utf8(field).is_ok_and(|text| text.parse::<f64>().is_ok()))
}

/// The decimal number in `field` as units and millionths, both with the number's sign.
fn decimal(field: &[u8]) -> Result<(i64, i64), Wrong> {
    let (sign, digits) = match field {
        [b'-', rest @ ..] => (-1, rest),
        _ => (1, field),
    };
    let mut units = 0i64;
    for (at, &byte) in digits.iter().enumerate() {
        if !byte.is_ascii_digit() {
            let millionths = match (byte, at) {
                (b'.', 1..) => millionths(&digits[at + 1..])?,
                _ => return Err(Wrong::NotANumber),
            };
            return Ok((sign * units, sign * millionths));
        }
        // Saturating far beyond every range check keeps absurdly long digits out of range without a special case.
        units = units.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
    }
    if digits.is_empty() { Err(Wrong::NotANumber) } else { Ok((sign * units, 0)) }
}

/// The digits after a decimal point as millionths, rounded to nearest (up to a full unit).
fn millionths(digits: &[u8]) -> Result<i64, Wrong> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return Err(Wrong::NotANumber);
    }
    let digit = |place: usize| digits.get(place).map_or(0, |byte| i64::from(byte - b'0'));
    let exact = (0..6).fold(0, |sum, place| sum * 10 + digit(place));
    Ok(exact + i64::from(digit(6) >= 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_exact_to_the_microsecond() {
        for (text, micros) in [
            ("0", 0),
            ("-1", -1_000_000),
            ("12.5", 12_500_000),
            ("0.000001", 1),
            ("7.0000005", 7_000_001),
            ("7.00000049", 7_000_000),
            ("0.9999999", 1_000_000),
            ("-0.25", -250_000),
            ("3.", 3_000_000),
            ("000012", 12_000_000),
            ("100000000000", 100_000_000_000_000_000),
        ] {
            assert_eq!(time(text.as_bytes()), Ok(micros), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_told_apart_from_what_is_too_large() {
        for text in ["", "-", "abc", ".5", "1e3", "--1", "+1", "1.2.3", "1-", "nan", "inf", "0x10", "1,5"] {
            assert_eq!(time(text.as_bytes()), Err(Wrong::NotANumber), "{text}");
        }
        for text in ["100000000001", "99999999999999999999999999", "-99999999999999999999999999"] {
            assert_eq!(time(text.as_bytes()), Err(Wrong::OutOfRange), "{text}");
        }
        assert_eq!(whole::<i16>(b"32768"), Err(Wrong::OutOfRange));
        assert_eq!(whole::<i16>(b"-32768"), Ok(-32768));
        assert_eq!(whole::<i32>(b"64.0"), Ok(64));
        assert_eq!(whole::<i32>(b"64.5"), Err(Wrong::NotWhole));
    }

    #[test]
    fn fields_that_are_not_kept_may_be_any_number() {
        for text in ["7", "-1", "7.38", "1e5", "1.5E-3", "+2"] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        for text in ["abc", "nan", "inf", "-", "1-2", "e", "1:2"] {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }
}
