//! Reading the numbers of a log from bytes, exactly and without copying.

use super::NumberError;
use crate::time::{SECOND, Time};
use std::borrow::Cow;

/// Times beyond this many seconds (3000 years) are errors. Up to it, the clock can still be stretched.
pub(in crate::formats) const MOST_SECONDS: i64 = 100_000_000_000;

/// Stands for every greater number, which no field can hold.
const BEYOND: i64 = i64::MAX;

/// A decimal number as units and millionths, which both have the sign of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Number {
    units: i64,
    millionths: i64,
}

impl Number {
    /// The number for an unknown value.
    pub const UNKNOWN: Number = Number { units: -1, millionths: 0 };

    /// The number in `field`, which has digits, with an optional sign, fraction and exponent.
    ///
    /// Digits after the sixth behind the point are rounded half away from zero. A number beyond 64 bits becomes
    /// [`BEYOND`].
    pub fn parse(field: &[u8]) -> Result<Number, NumberError> {
        let number = Number::plain(field).or_else(|| scientific(field));
        number.ok_or_else(|| if has_comma(field) { NumberError::Comma } else { NumberError::NotANumber })
    }

    /// The same without an exponent or a plus.
    fn plain(field: &[u8]) -> Option<Number> {
        let (sign, text) = field.strip_prefix(b"-").map_or((1, field), |text| (-1, text));
        let (whole, rest) = text.split_at(text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len()));
        let units = match whole {
            [] => return None,
            _ if whole.len() > 18 => many_digits(whole),
            _ => whole.iter().fold(0, |units, byte| units * 10 + i64::from(byte - b'0')),
        };
        let millionths = match rest {
            [] => 0,
            [b'.', fraction @ ..] if fraction.iter().all(u8::is_ascii_digit) => rounded_millionths(fraction),
            _ => return None,
        };
        Some(Number { units: sign * units, millionths: sign * millionths })
    }

    /// The number without its fraction.
    pub fn units(self) -> i64 {
        self.units
    }

    /// The number of units of this many microseconds, in microseconds.
    pub fn times(self, unit: Time) -> Result<Time, NumberError> {
        self.scaled(unit.into(), 1)
    }

    /// The number in a unit with this many in a second, in microseconds.
    pub fn per(self, second: i64) -> Result<Time, NumberError> {
        self.scaled(SECOND.into(), second.into())
    }

    /// The number times a fraction, in microseconds, with halves rounded away from zero.
    fn scaled(self, times: i128, over: i128) -> Result<Time, NumberError> {
        if self.units.abs() == BEYOND {
            return Err(NumberError::OutOfRange);
        }
        let millionths = i128::from(self.units) * i128::from(SECOND) + i128::from(self.millionths);
        let (product, over) = (millionths * times, over * i128::from(SECOND));
        let rounded = (product.abs() + over / 2) / over * product.signum();
        let time = Time::try_from(rounded).map_err(|_| NumberError::OutOfRange)?;
        if time.abs() <= MOST_SECONDS * SECOND { Ok(time) } else { Err(NumberError::OutOfRange) }
    }

    /// The number as an integer; `12.0` counts as whole.
    #[inline]
    pub fn whole<T: TryFrom<i64>>(self) -> Result<T, NumberError> {
        if self.units.abs() == BEYOND {
            return Err(NumberError::OutOfRange);
        }
        if self.millionths != 0 {
            return Err(NumberError::NotWhole);
        }
        T::try_from(self.units).map_err(|_| NumberError::OutOfRange)
    }

    /// The number as seconds, in microseconds.
    #[inline]
    pub fn time(self) -> Result<Time, NumberError> {
        if !(-MOST_SECONDS..=MOST_SECONDS).contains(&self.units) {
            return Err(NumberError::OutOfRange);
        }
        let time = self.units * SECOND + self.millionths;
        if time.abs() <= MOST_SECONDS * SECOND { Ok(time) } else { Err(NumberError::OutOfRange) }
    }

    /// The number as seconds after the start of a log, in microseconds.
    #[inline]
    pub fn moment(self) -> Result<Time, NumberError> {
        self.time().and_then(|time| if time < 0 { Err(NumberError::Negative) } else { Ok(time) })
    }
}

/// The number in digits with an optional sign, point and exponent. It is computed exactly, then rounded to millionths,
/// with halves away from zero.
#[cold]
fn scientific(field: &[u8]) -> Option<Number> {
    let (negative, field) = match field {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let end = field.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(field.len());
    let mut exponent =
        if end < field.len() { std::str::from_utf8(&field[end + 1..]).ok()?.parse::<i32>().ok()? } else { 0 };
    let (mut mantissa, mut digits, mut is_fraction) = (0u128, 0, false);
    for &byte in &field[..end] {
        match byte {
            b'.' if !is_fraction => is_fraction = true,
            b'0'..=b'9' => {
                digits += 1;
                // Digits beyond the 36th are too small to matter.
                if mantissa < 10u128.pow(35) {
                    mantissa = mantissa * 10 + u128::from(byte - b'0');
                    exponent = exponent.saturating_sub(i32::from(is_fraction));
                } else {
                    exponent = exponent.saturating_add(i32::from(!is_fraction));
                }
            }
            _ => return None,
        }
    }
    if digits == 0 {
        return None;
    }
    let shift = exponent.saturating_add(6);
    let power = 10u128.checked_pow(shift.unsigned_abs());
    let millionths = match (power, mantissa) {
        (_, 0) => Some(0),
        (Some(power), _) if shift >= 0 => mantissa.checked_mul(power),
        (Some(power), _) => Some((mantissa + power / 2) / power),
        (None, _) => (shift < 0).then_some(0),
    };
    let units = millionths.and_then(|millionths| i64::try_from(millionths / 1_000_000).ok()).unwrap_or(BEYOND);
    let millionths = millionths.map_or(0, |millionths| (millionths % 1_000_000) as i64);
    let sign = if negative { -1 } else { 1 };
    Some(Number { units: sign * units, millionths: sign * millionths })
}

/// Whether a text is digits with commas between some of them.
fn has_comma(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b',' | b'.');
    digits.contains(&b',') && digits.first().is_some_and(u8::is_ascii_digit) && digits.iter().all(is_part)
}

/// A number without the commas between its thousands: `1,234,567.5`. A single comma, as in `1,234`, may be a decimal
/// comma. It counts as a comma between thousands only if decimal commas are unlikely (`is_english`). Any other text is
/// unchanged.
pub(in crate::formats) fn ungrouped(text: &[u8], is_english: bool) -> Cow<'_, [u8]> {
    if !text.contains(&b',') || !has_comma(text) {
        return Cow::Borrowed(text);
    }
    let (whole, fraction) = text.split_at(text.iter().position(|&byte| byte == b'.').unwrap_or(text.len()));
    let mut groups = whole.split(|&byte| byte == b',');
    let first = groups.next().unwrap_or_default();
    let is_first = (1..=3).contains(&first.strip_prefix(b"-").unwrap_or(first).len());
    let are_groups = is_first && groups.all(|group| group.len() == 3) && !fraction.contains(&b',');
    let is_certain = is_english || !fraction.is_empty() || whole.iter().filter(|&&byte| byte == b',').count() > 1;
    if !are_groups || !is_certain {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.iter().copied().filter(|&byte| byte != b',').collect())
}

/// Reads more digits than surely fit in 64 bits, unless they begin with zeros.
#[cold]
fn many_digits(digits: &[u8]) -> i64 {
    std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).unwrap_or(BEYOND)
}

/// The number of bytes that are read at once as a number.
const MOST_DIGITS: usize = 8;

/// The number that ends at `to`: digits with an optional minus, behind a blank or a line end. `None` if it has more
/// than eight characters, or if fewer than nine bytes of text come before `to`.
///
/// It combines neighbours: digits to numbers of two digits, these to numbers of four, and these to one.
#[inline(always)]
pub(in crate::formats) fn few_digits(text: &[u8], to: usize) -> Option<i64> {
    let (before, bytes) = text.get(to.checked_sub(MOST_DIGITS + 1)?..to)?.split_first_chunk()?;
    let bytes = u64::from_le_bytes(bytes.try_into().ok()?);
    // Of all bytes that a number may contain or follow, only digits have this bit. The first character is in the lowest
    // byte.
    let others = !bytes & 0x1010_1010_1010_1010;
    let digits = others.leading_zeros() & !7;
    if others == 0 && *before > [b' '] {
        return None;
    }
    let minus = i64::from(bytes.rotate_left(digits) >> 56 == u64::from(b'-'));
    // The bytes before the digits are set to zero.
    let ones = bytes & 0x0F0F_0F0F_0F0F_0F0F & u64::MAX << (64 - digits);
    let twos = ones.wrapping_mul(10).wrapping_add(ones >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = twos.wrapping_mul(100).wrapping_add(twos >> 16) & 0x0000_FFFF_0000_FFFF;
    let number = (fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF) as i64;
    Some((number ^ -minus) + minus)
}

/// The digits behind a decimal point as millionths, up to a full unit.
fn rounded_millionths(digits: &[u8]) -> i64 {
    let digit = |place: usize| digits.get(place).map_or(0, |byte| i64::from(byte - b'0'));
    let exact = (0..6).fold(0, |sum, place| sum * 10 + digit(place));
    exact + i64::from(digit(6) >= 5)
}

/// Whether `field` is a number in any usual notation. Fields that are not kept need only this.
pub(in crate::formats) fn is_number(field: &[u8]) -> bool {
    let shape = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
    let text = std::str::from_utf8(field).unwrap_or_default();
    field.iter().all(shape) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn time(field: &[u8]) -> Result<Time, NumberError> {
        Number::parse(field)?.time()
    }

    fn whole<T: TryFrom<i64>>(field: &[u8]) -> Result<T, NumberError> {
        Number::parse(field)?.whole()
    }

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
    fn invalid_numbers_are_distinguished_from_too_large_ones() {
        for text in
            ["", "-", "abc", ".", "e3", "1e", "1e3.5", "--1", "+-1", "1.2.3", "1-", "1 2", "1;", "nan", "inf", "0x10"]
        {
            assert_eq!(time(text.as_bytes()), Err(NumberError::NotANumber), "{text}");
        }
        for text in ["1,5", "0,25", "1,234", "1.234,5"] {
            assert_eq!(time(text.as_bytes()), Err(NumberError::Comma), "{text}");
        }
        for text in
            ["100000000001", "100000000000.0000005", "99999999999999999999999999", "-99999999999999999999999999"]
        {
            assert_eq!(time(text.as_bytes()), Err(NumberError::OutOfRange), "{text}");
        }
        assert_eq!(Number::parse(b"-0.000001").and_then(Number::moment), Err(NumberError::Negative));
        assert_eq!(Number::parse(b"-0").and_then(Number::moment), Ok(0));
        assert_eq!(whole::<i16>(b"32768"), Err(NumberError::OutOfRange));
        assert_eq!(whole::<i16>(b"-32768"), Ok(-32768));
        for text in ["9223372036854775807", "-9223372036854775808", "18446744073709551617", "99999999999999999999.5"] {
            assert_eq!(whole::<i64>(text.as_bytes()), Err(NumberError::OutOfRange), "{text}");
        }
        assert_eq!(whole::<i64>(b"9223372036854775806"), Ok(i64::MAX - 1));
        assert_eq!(whole::<i64>(b"-1000000000000000000"), Ok(-1_000_000_000_000_000_000));
        assert_eq!(whole::<i32>(b"00000000000000000000064"), Ok(64));
        assert_eq!(whole::<i32>(b"64.0"), Ok(64));
        assert_eq!(whole::<i32>(b"64.5"), Err(NumberError::NotWhole));
    }

    proptest! {
        #[test]
        fn eight_bytes_at_once_give_the_same_number_as_one_by_one(
            before in "[ -9]{0,12}",
            blank in "[ \n\t\r\u{c}]",
            digits in "-?[0-9]{1,10}",
        ) {
            let text = format!("{before}{blank}{digits}");
            let number = few_digits(text.as_bytes(), text.len()).map(|units| Number { units, millionths: 0 });
            let is_read = digits.len() <= MOST_DIGITS && text.len() > MOST_DIGITS;
            prop_assert_eq!(number, Number::parse(digits.as_bytes()).ok().filter(|_| is_read));
        }
    }

    #[test]
    fn exponents_are_exact() {
        for (text, micros) in [
            ("1e3", 1_000_000_000),
            ("1e+05", 100_000_000_000),
            ("+1", 1_000_000),
            (".5", 500_000),
            ("1.250000000000000000e+01", 12_500_000),
            ("-1.0e+00", -1_000_000),
            ("9.9825e4", 99_825_000_000),
            ("1e-6", 1),
            ("5e-7", 1),
            ("4.9e-7", 0),
            ("1e-999999999", 0),
            ("0e99999", 0),
            ("123456789012345678901234567890123456789e-30", 123_456_789_012_346),
        ] {
            assert_eq!(time(text.as_bytes()), Ok(micros), "{text}");
        }
        for text in ["1e99", "-1e400", "1e12", "1e2147483647"] {
            assert_eq!(time(text.as_bytes()), Err(NumberError::OutOfRange), "{text}");
        }
        assert_eq!(whole::<i32>(b"1.6e1"), Ok(16));
        assert_eq!(whole::<i32>(b"1.65e1"), Err(NumberError::NotWhole));
    }

    #[test]
    fn commas_between_thousands_are_distinguished_from_decimal_ones() {
        let read = |text: &'static str, is_english| {
            String::from_utf8(ungrouped(text.as_bytes(), is_english).into_owned()).unwrap()
        };
        for (text, english, other) in [
            ("1,234", "1234", "1,234"),
            ("1,234,567", "1234567", "1234567"),
            ("-1,234.5", "-1234.5", "-1234.5"),
            ("1,5", "1,5", "1,5"),
            ("1234,567", "1234,567", "1234,567"),
            ("1.234,567", "1.234,567", "1.234,567"),
            ("0-3,567", "0-3,567", "0-3,567"),
            ("12", "12", "12"),
        ] {
            assert_eq!((read(text, true).as_str(), read(text, false).as_str()), (english, other), "{text}");
        }
    }

    proptest! {
        /// Rust's own parser reads the same number.
        #[test]
        fn exponents_are_those_of_rust(units in 0u32..1_000_000, millionths in 0u32..1_000_000) {
            let plain = format!("{units}.{millionths:06}");
            let exponent = format!("{:e}", plain.parse::<f64>().unwrap());
            prop_assert_eq!(Number::parse(exponent.as_bytes()), Number::parse(plain.as_bytes()));
        }
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
