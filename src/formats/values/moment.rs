//! Times of events in all the forms that files use.

use super::number::MOST_SECONDS;
use super::{DAY, HOUR, MINUTE, Number, NumberError, digits};
use crate::time::{SECOND, Time};
use crate::workload::start::{MONTHS, date, days_since_1970};

/// A time of an event as a file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Moment {
    /// Microseconds on its clock.
    pub time: Time,
    pub clock: Clock,
    /// The unit of a number since 1970, if it is not a second.
    pub unit: Option<&'static str>,
}

/// The clock of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Clock {
    /// The clock of the log: the log says when 0 is.
    Log,
    /// Local time, which may be set forward and back; from the beginning of 1970.
    Wall,
    /// The number of seconds since 1970 in Greenwich.
    Unix,
}

/// Units of times since 1970, recognised by their size. More than 10^11 milliseconds are in the year 1973 or later,
/// while as many seconds are 3000 years.
const UNITS: [(i64, i64, &str); 3] = [
    (MOST_SECONDS * SECOND, 1_000_000_000, "nanoseconds"),
    (MOST_SECONDS * 1000, SECOND, "microseconds"),
    (MOST_SECONDS, 1000, "milliseconds"),
];

/// Reads `2024-03-31T02:30:00`, `31.03.2024 02:30:00`, `Sun Mar 31 02:30:00 2024`, `31-Mar-2024 02:30:00`, the same with a
/// blank for the T, with fractions, without seconds or without a time, and with an offset such as `+0200` or `Z`, and
/// `20240331T023000`. A number is in units of this many microseconds on the clock `plain`; where these are seconds, it may
/// be `20240331023000`, or in milli-, micro- or nanoseconds since 1970.
pub(in crate::formats) fn moment(text: &[u8], plain: Clock, unit: Time) -> Result<Moment, NumberError> {
    match Number::parse(text) {
        Ok(number) if unit == SECOND => digits_as_moment(text).map_or_else(|| number_as_moment(number, plain), Ok),
        Ok(number) => {
            let time = number.times(unit)?;
            let clock = if time < YEAR_1990 { plain } else { Clock::Unix };
            Ok(Moment { time, clock, unit: None })
        }
        Err(NumberError::Comma) => Err(NumberError::Comma),
        Err(_) => text_as_moment(text).ok_or_else(|| match names_zone(text) {
            true => NumberError::ZoneName,
            false => NumberError::NotATime,
        }),
    }
}

fn text_as_moment(text: &[u8]) -> Option<Moment> {
    date_as_moment(text).or_else(|| digits_as_moment(text)).or_else(|| words_as_moment(text))
}

/// Whether a text is a moment but for one word, which looks like the name of a time zone: `CET`, `Europe/Berlin`.
fn names_zone(text: &[u8]) -> bool {
    const LONGEST: usize = 64;
    let words: Vec<&[u8]> = text.split(|&byte| byte == b' ').collect();
    let is_name = |word: &[u8]| word.len() > 2 && (word.iter().all(u8::is_ascii_uppercase) || word.contains(&b'/'));
    let without = |place: usize| [&words[..place], &words[place + 1..]].concat().join(&b' ');
    let is_zone = |place: usize| is_name(words[place]) && text_as_moment(&without(place)).is_some();
    text.len() < LONGEST && (1..words.len()).any(is_zone)
}

/// Reads a day such as `20240331`. Because a number of seconds may look like one, the column has to be one of dates.
pub(in crate::formats) fn day(text: &[u8]) -> Option<Moment> {
    if text.len() == 8 { digits_as_moment(&[text, b"000000"].concat()) } else { None }
}

/// Numbers in a unit that are at least this are since 1970, in microseconds.
const YEAR_1990: Time = 631_152_000 * SECOND;

/// Fourteen digits that are a date, the milliseconds of which would be in the year 2600 or later. A T may stand between
/// date and time, and an offset behind them.
fn digits_as_moment(text: &[u8]) -> Option<Moment> {
    let (days, behind) = text.split_at_checked(8)?;
    let (time, zone) = behind.strip_prefix(b"T").unwrap_or(behind).split_at_checked(6)?;
    let is_date = digits(days).is_some() && digits(time).is_some() && matches!(&days[..2], b"19" | b"20");
    let (day, clock) = ([&days[..4], &days[4..6], &days[6..]], [&time[..2], &time[2..4], &time[4..]]);
    let text = || [day.join(&b'-'), clock.join(&b':')].join(&b'T');
    if is_date { date_as_moment(&[&text(), zone].concat()) } else { None }
}

fn number_as_moment(number: Number, plain: Clock) -> Result<Moment, NumberError> {
    let size = number.units();
    match UNITS.iter().find(|(least, ..)| size > *least) {
        Some(&(_, per_second, name)) => {
            let time = number.per(per_second)?;
            Ok(Moment { time, clock: Clock::Unix, unit: Some(name) })
        }
        None => Ok(Moment { time: number.time()?, clock: plain, unit: None }),
    }
}

/// The rest of a text that is being read.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    /// Reads a number of `least` to `most` digits.
    fn number(&mut self, least: usize, most: usize) -> Option<i64> {
        let count = self.0.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(count);
        self.0 = rest;
        if count < least { None } else { digits(number) }
    }

    /// Removes one of these bytes, if it comes next.
    fn one_of(&mut self, bytes: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        bytes.contains(first).then(|| {
            self.0 = rest;
            *first
        })
    }
}

fn date_as_moment(text: &[u8]) -> Option<Moment> {
    let mut rest = Rest(text);
    let first = rest.number(1, 4)?;
    let between = rest.one_of(b"-/.")?;
    let month = rest.number(1, 2)?;
    rest.one_of(&[between])?;
    let last = rest.number(1, 4)?;
    // Between points, the day comes first unless it is the year.
    let (year, day) = if between == b'.' && first < 32 { (last, first) } else { (first, last) };
    let days = days_since_1970(year, month, day);
    // A time zone may put the beginning of 1970 into the year before.
    if !(1969..3000).contains(&year) || !(1..=12).contains(&month) || date(days) != (year, month, day) {
        return None;
    }
    let mut time = days * DAY * SECOND;
    let mut offset = None;
    if !rest.0.is_empty() {
        rest.one_of(b"T ")?;
        time += clock(&mut rest)?;
        offset = zone(rest.0)?;
    }
    let clock = if offset.is_some() { Clock::Unix } else { Clock::Wall };
    Some(Moment { time: time - offset.unwrap_or(0) * SECOND, clock, unit: None })
}

/// A date with the name of its month, as `date`, `qstat` and JavaScript print it. A clock of twelve hours is not read.
fn words_as_moment(text: &[u8]) -> Option<Moment> {
    const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let text = std::str::from_utf8(text).ok()?;
    let place = |names: &[&str], word: &str| {
        let start = word.get(..3)?;
        names.iter().position(|name| name.eq_ignore_ascii_case(start))
    };
    // In 31-Mar-2024, the hyphens separate words.
    let is_dashed = |word: &str| word.starts_with(|first: char| first.is_ascii_digit()) && !word.contains(':');
    let words = text.split([' ', ',']).flat_map(|word| word.split(if is_dashed(word) { '-' } else { ' ' }));
    let [mut day, mut month, mut year, mut clock, mut zone] = [""; 5];
    for word in words.filter(|word| !word.is_empty()) {
        let greenwich = word.strip_prefix("GMT").or_else(|| word.strip_prefix("UTC"));
        let (part, word) = match word.as_bytes() {
            // JavaScript repeats the zone by its name. LSF marks times that it only expects.
            [b'(', ..] if !zone.is_empty() => break,
            b"L" | b"E" | b"X" => continue,
            [b'+' | b'-', ..] => (&mut zone, word),
            _ if greenwich.is_some() => (&mut zone, greenwich.filter(|offset| !offset.is_empty()).unwrap_or("Z")),
            _ if word.contains(':') => (&mut clock, word),
            [b'0'..=b'9', ..] => (if word.len() < 3 { &mut day } else { &mut year }, word),
            _ if place(&MONTHS, word).is_some() => (&mut month, word),
            _ if place(&WEEKDAYS, word).is_some() => continue,
            _ => return None,
        };
        if !std::mem::replace(part, word).is_empty() {
            return None;
        }
    }
    let month = place(&MONTHS, month)? + 1;
    date_as_moment(format!("{year}-{month}-{day}T{clock}{zone}").as_bytes())
}

/// Reads `02:30:00`, `02:30` or `02:30:00.25`, in microseconds.
fn clock(rest: &mut Rest) -> Option<Time> {
    let hour = rest.number(1, 2)?;
    rest.one_of(b":")?;
    let (minute, mut second, mut fraction) = (rest.number(2, 2)?, 0, 0);
    if rest.one_of(b":").is_some() {
        second = rest.number(2, 2)?;
        if rest.0.first() == Some(&b'.') {
            let count = 1 + rest.0[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (point, behind) = rest.0.split_at(count);
            fraction = Number::parse(&[b"0", point].concat()).ok()?.time().ok()?;
            rest.0 = behind;
        }
    }
    let is_time = hour < 24 && minute < 60 && second < 61;
    is_time.then_some((hour * HOUR + minute * MINUTE + second) * SECOND + fraction)
}

/// The offset of a clock from Greenwich in seconds. `Some(None)` if the text has none.
fn zone(text: &[u8]) -> Option<Option<i64>> {
    let mut rest = Rest(text.trim_ascii_start());
    if rest.0.is_empty() {
        return Some(None);
    }
    if [&b"Z"[..], b"z", b"UTC", b"GMT"].contains(&rest.0) {
        return Some(Some(0));
    }
    let sign = if rest.one_of(b"+-")? == b'-' { -1 } else { 1 };
    let hours = rest.number(2, 2)?;
    rest.one_of(b":");
    let minutes = if rest.0.is_empty() { 0 } else { rest.number(2, 2)? };
    (rest.0.is_empty() && hours < 15 && minutes < 60).then_some(Some(sign * (hours * HOUR + minutes * MINUTE)))
}

/// A local time in the form of log headers: `Mar 31 02:30:00 2024`. In seconds since 1970.
pub(in crate::formats) fn wall_clock(seconds: i64) -> String {
    let (year, month, day) = date(seconds.div_euclid(DAY));
    let (hour, minute, second) = (seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    format!("{} {day} {hour:02}:{minute:02}:{second:02} {year}", MONTHS[month as usize - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<(f64, Clock, Option<&'static str>), NumberError> {
        moment(text.as_bytes(), Clock::Log, SECOND).map(|moment| (moment.time as f64 / 1e6, moment.clock, moment.unit))
    }

    #[test]
    fn moments_are_read_in_every_usual_form() {
        for text in [
            "2024-03-31T02:30:00",
            "2024-03-31 02:30:00",
            "2024-03-31 02:30",
            "2024/03/31 02:30:00",
            "2024-3-31 2:30",
            "2024-03-31T02:30:00.000",
            "Sun Mar 31 02:30:00 2024",
            "Mar 31 02:30 2024 L",
            "March 31, 2024 02:30",
            "31.03.2024 02:30:00",
            "31-Mar-2024 02:30:00",
            "20240331T023000",
        ] {
            assert_eq!(read(text), Ok((1_711_852_200.0, Clock::Wall, None)), "{text}");
        }
        for text in [
            "2024-03-31T04:30:00+0200",
            "2024-03-31 02:30:00Z",
            "2024-03-31 02:30:00+00:00",
            "2024-03-31 02:30:00 UTC",
            "2024-03-30T23:00:00-03:30",
            "2024-03-31T03:30:00+01",
            "20240331T023000Z",
            "Sun Mar 31 2024 04:30:00 GMT+0200 (CEST)",
            "Sun Mar 31 04:30:00 2024 +0200",
            "Sun Mar 31 02:30:00 UTC 2024",
            "Sun, 31 Mar 2024 02:30:00 GMT",
        ] {
            assert_eq!(read(text), Ok((1_711_852_200.0, Clock::Unix, None)), "{text}");
        }
        assert_eq!(read("2024-03-31"), Ok((1_711_843_200.0, Clock::Wall, None)));
        assert_eq!(read("2024-03-31T02:30:00.25"), Ok((1_711_852_200.25, Clock::Wall, None)));
        assert_eq!(read("Mar 31 2024 02:30:00.25"), Ok((1_711_852_200.25, Clock::Wall, None)));
        for text in [
            "2024-02-30T00:00:00",
            "2024-13-01T00:00:00",
            "2024-01-01T24:00:00",
            "03/31-02:30",
            "Mar 31 02:30",
            "Mar 31, 2024 2:30 PM",
            "Mar 31 2024 02:30:00pm",
            "Mar 31, 2024, 2:30:00 p.m.",
            "Mar 31 2024 02:30:00 (CET)",
            "Mar 31 2024 02:30:00 exactly",
            "Feb 30 2024 10:00:00",
            "31-Mar-24 02:30:00",
            "30.02.2024",
            "31.03.24",
            "31-03-2024",
            "03/31/2024 02:30:00",
            "2024-01/01",
            "2024-01-01T00:00:00+99",
            "2024-01-01 noon",
            "0000-00-00 00:00:00",
            "soon",
        ] {
            assert_eq!(read(text), Err(NumberError::NotATime), "{text}");
        }
        for text in ["2024-03-31 02:30:00 CET", "Sun Mar 31 03:30:00 CEST 2024", "2024-03-31T02:30 Europe/Berlin"] {
            assert_eq!(read(text), Err(NumberError::ZoneName), "{text}");
        }
        assert_eq!(day(b"20240331").map(|moment| moment.time), Some(1_711_843_200 * SECOND));
        assert_eq!([&b"20240230"[..], b"1711852200", b"00000001"].map(day), [None; 3]);
    }

    #[test]
    fn units_since_1970_are_recognised_by_their_size() {
        let unix = |seconds: f64, unit: &'static str| Ok((seconds, Clock::Unix, Some(unit)));
        assert_eq!(read("1711852200"), Ok((1_711_852_200.0, Clock::Log, None)));
        assert_eq!(moment(b"1711852200", Clock::Unix, SECOND).map(|moment| moment.clock), Ok(Clock::Unix));
        assert_eq!(read("1711852200250"), unix(1_711_852_200.25, "milliseconds"));
        assert_eq!(read("1.711852200250e12"), unix(1_711_852_200.25, "milliseconds"));
        assert_eq!(read("1711852200250000"), unix(1_711_852_200.25, "microseconds"));
        assert_eq!(read("1711852200250000000"), unix(1_711_852_200.25, "nanoseconds"));
        assert_eq!(read("99999999999"), Ok((99_999_999_999.0, Clock::Log, None)));
        assert_eq!(read("-5"), Ok((-5.0, Clock::Log, None)));
        assert_eq!(read("99999999999999999999"), Err(NumberError::OutOfRange));
        assert_eq!(read("1,5"), Err(NumberError::Comma));
        assert_eq!(wall_clock(1_711_852_200), "Mar 31 02:30:00 2024");
    }

    proptest! {
        #[test]
        fn local_times_are_read_as_written(seconds in 0i64..30_000_000_000) {
            let (year, month, day) = date(seconds / DAY);
            let (hour, minute, second) = (seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
            let text = format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
            let expected = Moment { time: seconds * SECOND, clock: Clock::Wall, unit: None };
            prop_assert_eq!(moment(text.as_bytes(), Clock::Log, SECOND), Ok(expected));
            let header = crate::workload::Header { fields: vec![("StartTime".into(), wall_clock(seconds))] };
            prop_assert_eq!(header.start().map(|start| start.local), Some(seconds));
        }
    }
}
