//! What stands in the fields of an export.

use crate::formats::number::{MOST_SECONDS, Number};
use crate::time::{SECOND, Time};
use crate::workload::start::{date, days_since_1970};

/// A moment as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// There is none yet, or nobody knows.
    Unknown,
    /// Seconds since the beginning of 1970, and whose: those of the clock on the wall, or of every clock.
    At(i64, Clock),
}

/// What counts the seconds of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// The clock on the wall where `sacct` ran, which may be put forward and back.
    Wall,
    /// The number of seconds since 1970 in Greenwich.
    Unix,
}

/// The names of the months, as headers of logs write them.
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How the jobs of a state count in a log (field 11), or that they have not ended. Of other states nothing is known.
const STATES: [(&[&str], Ended); 4] = [
    (&["COMPLETED"], Ended::As(1)),
    (&["FAILED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE"], Ended::As(0)),
    (&["CANCELLED", "CANCELLED+", "PREEMPTED", "REVOKED", "REQUEUED"], Ended::As(5)),
    (&["PENDING", "RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "RESIZING", "STOPPED"], Ended::NotYet),
];

/// Whether a job has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// With this status.
    As(i16),
    /// It waits or runs.
    NotYet,
}

/// Reads `2024-03-31T02:30:00`, `1711845000`, `Unknown` or `None`.
pub(super) fn moment(text: &[u8]) -> Option<Moment> {
    if is_any(text, &["", "Unknown", "None", "N/A"]) {
        return Some(Moment::Unknown);
    }
    if let Some(seconds) = digits(text) {
        return (seconds <= MOST_SECONDS).then_some(Moment::At(seconds, Clock::Unix));
    }
    let [y @ .., b'-', m0, m1, b'-', d0, d1, b'T' | b' ', h0, h1, b':', n0, n1, b':', s0, s1] = text else {
        return None;
    };
    let pair = |tens: &u8, ones: &u8| digits(&[*tens, *ones]);
    let (year, month, day) = (digits(y)?, pair(m0, m1)?, pair(d0, d1)?);
    let (hour, minute, second) = (pair(h0, h1)?, pair(n0, n1)?, pair(s0, s1)?);
    if !(1970..3000).contains(&year) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let days = days_since_1970(year, month, day);
    let is_date = (1..=12).contains(&month) && date(days) == (year, month, day);
    is_date.then_some(Moment::At(days * DAY + hour * HOUR + minute * MINUTE + second, Clock::Wall))
}

/// A moment of the clock on the wall as headers of logs write it: `Mar 31 02:30:00 2024`.
pub(super) fn wall_clock(seconds: i64) -> String {
    let (year, month, day) = date(seconds.div_euclid(DAY));
    let (hour, minute, second) = (seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    format!("{} {day} {hour:02}:{minute:02}:{second:02} {year}", MONTHS[month as usize - 1])
}

/// Reads `1-02:03:04`, `02:03:04`, `03:04` or, where all of it is a number, so many of a unit in seconds. In microseconds; -1
/// where there is no limit, or nobody knows.
pub(super) fn duration(text: &[u8], unit: i64) -> Option<Time> {
    if is_any(text, &["", "UNLIMITED", "Partition_Limit", "Unknown", "None", "INVALID", "N/A"]) {
        return Some(-SECOND);
    }
    if let Some(count) = digits(text) {
        return in_range(count.checked_mul(unit)?);
    }
    let dash = text.iter().position(|&byte| byte == b'-');
    let (days, clock) = dash.map_or((Some(0), text), |dash| (digits(&text[..dash]), &text[dash + 1..]));
    let parts: Option<Vec<i64>> = clock.split(|&byte| byte == b':').map(digits).collect();
    let (hours, minutes, seconds) = match parts?[..] {
        [hours, minutes, seconds] => (hours, minutes, seconds),
        [minutes, seconds] if dash.is_none() => (0, minutes, seconds),
        _ => return None,
    };
    let days = days.filter(|&days| days <= MOST_SECONDS / DAY)?;
    if hours > MOST_SECONDS / HOUR || minutes > 59 && hours > 0 || minutes > MOST_SECONDS / MINUTE || seconds > 59 {
        return None;
    }
    in_range(days * DAY + hours * HOUR + minutes * MINUTE + seconds)
}

fn in_range(seconds: i64) -> Option<Time> {
    (seconds <= MOST_SECONDS).then(|| seconds * SECOND)
}

/// Reads a count: `49152`, or in Slurm's units of 1024 `48K` and `1.5K`; -1 where there is none.
pub(super) fn count(text: &[u8]) -> Option<i32> {
    let (number, unit) = match text {
        [] => return Some(-1),
        [number @ .., b'K'] => (number, 1 << 10),
        [number @ .., b'M'] => (number, 1 << 20),
        number => (number, 1),
    };
    // As many seconds as there are: what is exact to the microsecond is exact here.
    let millionths = Number::parse(number).ok()?.moment().ok()?.checked_mul(unit)?;
    (millionths % SECOND == 0).then(|| i32::try_from(millionths / SECOND).ok())?
}

/// Reads `123`, `123_4`, `123_[5-9]` or `123+0`: the number, and whether others have it, too; `None` for a step such as
/// `123.batch`, and an error for anything else.
pub(super) fn number(text: &[u8]) -> Result<Option<(i64, bool)>, ()> {
    if text.contains(&b'.') {
        return Ok(None);
    }
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let shared = match text.get(end) {
        None => false,
        Some(b'_' | b'+') => true,
        Some(_) => return Err(()),
    };
    digits(&text[..end]).map(|number| Some((number, shared))).ok_or(())
}

/// How the jobs of a state count, of which only the first word matters (`CANCELLED by 1000`).
pub(super) fn ended(state: &[u8]) -> Ended {
    let word = state.split(|&byte| byte == b' ').next().unwrap_or_default();
    STATES.iter().find(|(names, _)| is_any(word, names)).map_or(Ended::As(-1), |(_, ended)| *ended)
}

fn is_any(text: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| text.eq_ignore_ascii_case(name.as_bytes()))
}

/// Digits and nothing else, fewer than there is room for.
fn digits(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(text.iter().fold(0, |number, byte| number * 10 + i64::from(byte - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_are_read_as_slurm_prints_them() {
        let seconds = |text: &str| duration(text.as_bytes(), MINUTE).map(|time| time / SECOND);
        for (text, expected) in [
            ("1-02:03:04", 93_784),
            ("02:03:04", 7384),
            ("03:04", 184),
            ("00:00", 0),
            ("90:00", 5400),
            ("7-00:00:00", 604_800),
            ("15", 900),
            ("UNLIMITED", -1),
            ("Partition_Limit", -1),
            ("", -1),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
        for text in ["1-2", "1-02:03", "a", "1:2:3:4", "00:60", "01:60:00", "-1", "1-", ":", "1.5", "9999999999999999"]
        {
            assert_eq!(seconds(text), None, "{text}");
        }
        assert_eq!(duration(b"99999999999999999-00:00:00", 1), None);
        assert_eq!(duration(b"999999999999999999:00", 1), None);
    }

    #[test]
    fn moments_are_read_and_written() {
        let wall = |text: &str| moment(text.as_bytes());
        assert_eq!(wall("2024-03-31T02:30:00"), Some(Moment::At(1_711_852_200, Clock::Wall)));
        assert_eq!(wall("1711852200"), Some(Moment::At(1_711_852_200, Clock::Unix)));
        assert_eq!([wall("Unknown"), wall("None"), wall("")], [Some(Moment::Unknown); 3]);
        assert_eq!(wall_clock(1_711_852_200), "Mar 31 02:30:00 2024");
        for text in [
            "2024-02-30T00:00:00",
            "2024-13-01T00:00:00",
            "2024-01-01T24:00:00",
            "2024-01-01",
            "03/31-02:30",
            "1711852200000",
            "-5",
        ] {
            assert_eq!(wall(text), None, "{text}");
        }
    }

    #[test]
    fn counts_may_be_in_units_of_1024() {
        let read = |text: &str| count(text.as_bytes());
        assert_eq!(
            [read("4"), read("48K"), read("1.5K"), read("2M"), read("")].map(Option::unwrap),
            [4, 49_152, 1536, 2 << 20, -1]
        );
        for text in ["x", "-1", "1.3K", "K", "0.5", "9000M", "99999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn jobs_are_told_from_steps_and_parts() {
        assert_eq!(number(b"123"), Ok(Some((123, false))));
        for part in ["123_4", "123+1", "123_[5-9%2]"] {
            assert_eq!(number(part.as_bytes()), Ok(Some((123, true))), "{part}");
        }
        for step in ["123.batch", "123.0", "123_4.extern", "123+0.batch"] {
            assert_eq!(number(step.as_bytes()), Ok(None), "{step}");
        }
        for other in ["", "x", "12x", "_4", "1234567890123456789"] {
            assert_eq!(number(other.as_bytes()), Err(()), "{other}");
        }
    }

    #[test]
    fn states_are_those_of_the_log() {
        let states = ["COMPLETED", "TIMEOUT", "CANCELLED by 1000", "PREEMPTED", "RUNNING", "", "NEW_ONE"];
        let expected =
            [Ended::As(1), Ended::As(0), Ended::As(5), Ended::As(5), Ended::NotYet, Ended::As(-1), Ended::As(-1)];
        assert_eq!(states.map(|state| ended(state.as_bytes())), expected);
    }

    proptest! {
        #[test]
        fn what_the_wall_showed_is_read_as_it_is_written(seconds in 0i64..30_000_000_000) {
            let (year, month, day) = date(seconds / DAY);
            let (hour, minute, second) = (seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
            let text = format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
            prop_assert_eq!(moment(text.as_bytes()), Some(Moment::At(seconds, Clock::Wall)));
            let header = crate::workload::Header { fields: vec![("StartTime".into(), wall_clock(seconds))] };
            prop_assert_eq!(header.start().map(|start| start.local), Some(seconds));
        }

        #[test]
        fn no_field_makes_them_panic(text in prop::collection::vec(any::<u8>(), 0..30), digits in "[0-9:KM.T-]{0,24}") {
            for text in [&text[..], digits.as_bytes()] {
                let _ = (moment(text), duration(text, 1), count(text), number(text), ended(text));
            }
        }
    }
}
