//! Durations in all the forms that files use.

use super::number::MOST_SECONDS;
use super::{DAY, HOUR, MINUTE, Number, NumberError, digits};
use crate::time::{SECOND, Time};

/// Reads `1-02:03:04`, `1 days 02:03:04`, `2 days`, `02:03:04.5`, `03:04` (minutes and seconds), or a number in a unit of
/// this many microseconds. The result is in microseconds. It is negative if the number is, which means "unknown".
pub(in crate::formats) fn duration(text: &[u8], unit: Time) -> Result<Time, NumberError> {
    if text.contains(&b':') || text.ends_with(b" day") || text.ends_with(b" days") {
        return clock(text).ok_or(NumberError::NotADuration);
    }
    match Number::parse(text) {
        Ok(number) => number.times(unit),
        Err(NumberError::Comma) => Err(NumberError::Comma),
        Err(_) => Err(NumberError::NotADuration),
    }
}

/// A duration with colons, or of whole days.
fn clock(text: &[u8]) -> Option<Time> {
    let (days, clock) = days(text)?;
    let clock = if clock.is_empty() { b"00:00:00" } else { clock };
    let (whole, fraction) = match clock.iter().position(|&byte| byte == b'.') {
        Some(point) => (&clock[..point], Number::parse(&[b"0", &clock[point..]].concat()).ok()?.time().ok()?),
        None => (clock, 0),
    };
    let mut parts = [0; 3];
    let mut count = 0;
    for part in whole.split(|&byte| byte == b':') {
        *parts.get_mut(count)? = digits(part)?;
        count += 1;
    }
    let (hours, minutes, seconds) = match (count, days) {
        (3, _) => (parts[0], parts[1], parts[2]),
        (2, None) => (0, parts[0], parts[1]),
        _ => return None,
    };
    if days.is_some() && hours > 23 {
        return None;
    }
    let days = days.unwrap_or(0);
    if days > MOST_SECONDS / DAY || hours > MOST_SECONDS / HOUR || minutes > MOST_SECONDS / MINUTE || seconds > 59 {
        return None;
    }
    if minutes > 59 && count == 3 {
        return None;
    }
    let seconds = days * DAY + hours * HOUR + minutes * MINUTE + seconds;
    (seconds <= MOST_SECONDS).then_some(seconds * SECOND + fraction)
}

/// The days of `1-02:03:04`, `1 days 02:03:04` or `1 day, 2:03:04`, and the text behind them.
fn days(text: &[u8]) -> Option<(Option<i64>, &[u8])> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let days = Some(digits(&text[..end])?);
    match &text[end..] {
        [b'-', clock @ ..] => Some((days, clock)),
        [b' ', rest @ ..] => {
            let rest = rest.strip_prefix(b"day")?;
            let rest = rest.strip_prefix(b"s").unwrap_or(rest);
            let rest = rest.strip_prefix(b",").unwrap_or(rest);
            Some((days, rest.trim_ascii_start()))
        }
        _ => Some((None, text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_they_are_printed() {
        let seconds = |text: &str| duration(text.as_bytes(), MINUTE * SECOND).map(|time| time as f64 / 1e6);
        for (text, expected) in [
            ("1-02:03:04", 93_784.0),
            ("02:03:04", 7384.0),
            ("0:10:00", 600.0),
            ("03:04", 184.0),
            ("00:00", 0.0),
            ("90:00", 5400.0),
            ("7-00:00:00", 604_800.0),
            ("0 days 00:10:00", 600.0),
            ("1 days 02:03:04.500000", 93_784.5),
            ("1 day, 2:03:04", 93_784.0),
            ("1 day", 86_400.0),
            ("2 days", 172_800.0),
            ("15", 900.0),
            ("1.5", 90.0),
            ("1e+01", 600.0),
            ("-1", -60.0),
        ] {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in [
            "1-2",
            "1-02:03",
            "1-24:00:00",
            "a",
            "1:2:3:4",
            "00:60",
            "01:60:00",
            "1-",
            ":",
            "-1:00",
            "1 week 1:00:00",
            "1:00:x",
        ] {
            assert_eq!(seconds(text), Err(NumberError::NotADuration), "{text}");
        }
        for text in ["99999999999999999-00:00:00", "999999999999999999:00", "99999999:00:00", "9999999 days"] {
            assert_eq!(duration(text.as_bytes(), SECOND), Err(NumberError::NotADuration), "{text}");
        }
        assert_eq!(duration(b"12,5", SECOND), Err(NumberError::Comma));
        assert_eq!(duration(b"9999999999999999", SECOND), Err(NumberError::OutOfRange));
        assert_eq!(duration(b"1500", SECOND / 1000), Ok(1_500_000));
    }
}
