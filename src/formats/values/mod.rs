//! Values in the fields of logs, whatever their format: numbers, durations, times, counts, states, and words for
//! unknown values (docs/semantics.md 3.1).

mod count;
mod duration;
mod moment;
mod number;
mod states;

pub(super) use count::count;
pub(super) use duration::duration;
pub(super) use moment::{Clock, Moment, day, moment, wall_clock};
pub(super) use number::{MOST_SECONDS, Number, few_digits, is_number, ungrouped};
pub(super) use states::{Ended, ended, ended_by_status, ended_in_condor, ended_in_slurm};

/// In seconds.
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;

/// Why a text is not a value of its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NumberError {
    /// The text is not digits with an optional sign, fraction and exponent.
    #[error("is not a number")]
    NotANumber,
    /// The text is digits with a comma between them.
    #[error("has a decimal comma, or a comma between thousands")]
    Comma,
    /// The number has a fraction, but only whole numbers make sense.
    #[error("is not a whole number")]
    NotWhole,
    /// The number is negative, but the field cannot be unknown.
    #[error("is negative")]
    Negative,
    /// The field cannot hold this number.
    #[error("is out of range")]
    OutOfRange,
    /// The text is neither a clock such as `1-02:03:04` nor a number.
    #[error("is not a duration")]
    NotADuration,
    /// The text is neither a date nor a number.
    #[error("is not a time")]
    NotATime,
    /// The text is a date with the name of a time zone. Names do not tell offsets: there are several of CST.
    #[error("has a time zone that is not an offset such as +01:00")]
    ZoneName,
    /// The text lists nodes, such as `0-3`, in place of their count.
    #[error("is a set of nodes, not a count")]
    Set,
}

/// Words for an unknown value or for no limit.
const UNKNOWN: [&str; 21] = [
    "-",
    "--",
    "?",
    "na",
    "n/a",
    "#n/a",
    "<na>",
    "nan",
    "-nan",
    "nat",
    "null",
    "none",
    "inf",
    "+inf",
    "infinity",
    "infinite",
    "unlimited",
    "partition_limit",
    "unknown",
    "undefined",
    "invalid",
];

/// Whether a field is empty, or holds a word for an unknown value or for no limit.
pub(super) fn is_unknown(text: &[u8]) -> bool {
    match text {
        [] => true,
        [b'0'..=b'9', ..] => false,
        _ => text.len() < 16 && UNKNOWN.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes())),
    }
}

/// Reads at most 18 digits and nothing else.
pub(super) fn digits(text: &[u8]) -> Option<i64> {
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
    fn words_for_unknown_values_are_known_in_any_case() {
        for text in ["", "-", "NaN", "none", "None", "N/A", "Unlimited", "UNLIMITED", "Partition_Limit", "inf", "NaT"] {
            assert!(is_unknown(text.as_bytes()), "{text}");
        }
        for text in ["0", "-1", "soon", "n", "infinitely", "unlimited hours and more"] {
            assert!(!is_unknown(text.as_bytes()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_field_panics(text in prop::collection::vec(any::<u8>(), 0..30), digits in "[-0-9:KMTZ+., eE/]{0,28}") {
            for text in [&text[..], digits.as_bytes()] {
                let _ = (is_unknown(text), count(text), duration(text, 60), moment(text, Clock::Log, 1_000_000));
                let _ = (Number::parse(text), ended(text), ungrouped(text, true));
            }
        }
    }
}
