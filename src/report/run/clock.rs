//! Moments as users type them.

use crate::diagnostic::{Explain, shortened};
use crate::time::{SECOND, Time};
use crate::view::SimulatedTime;

/// A text that is not a moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a moment")]
pub struct TimeTextError(String);

impl Explain for TimeTextError {
    fn expected(&self) -> String {
        "seconds such as 86400.5, or a day and a time such as 12 d 06:30:15".into()
    }
}

/// Reads `86400.5`, `12 d`, `06:30`, `12 d 06:30:15.25`, `7.5 cycles`.
pub fn read(text: &str) -> Result<Time, TimeTextError> {
    let wrong = || TimeTextError(shortened(text.trim()));
    let plain = text.trim().trim_end_matches("cycles").trim_end();
    let (days, rest) = plain.split_once('d').map_or((None, plain), |(days, rest)| (Some(days), rest.trim()));
    let days: u32 = days.map_or(Ok(0), |days| days.trim().parse()).map_err(|_| wrong())?;
    if rest.is_empty() && plain.ends_with('d') {
        return Ok(Time::from(days) * 86400 * SECOND);
    }
    let mut parts: Vec<&str> = rest.split(':').collect();
    // An hour and a minute may stand without a second.
    if parts.len() == 2 {
        parts.push("0");
    }
    let seconds = parts.pop().and_then(|seconds| seconds.parse::<SimulatedTime>().ok()).ok_or_else(wrong)?.0;
    let clock: Option<Vec<u16>> = parts.iter().map(|part| part.parse().ok()).collect();
    match clock.as_deref() {
        Some([]) if !plain.contains('d') => Ok(seconds),
        Some([hours, minutes]) => {
            let minutes = Time::from(*hours) * 60 + Time::from(*minutes);
            Ok((Time::from(days) * 1440 + minutes) * 60 * SECOND + seconds)
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Clock;
    use proptest::prelude::*;

    #[test]
    fn moments_are_read_as_users_type_them() {
        for (text, seconds) in [
            ("86400.5", 86400.5),
            (" 12 d", 1_036_800.0),
            ("06:30", 23400.0),
            ("1d 00:00:01.25", 86401.25),
            ("7 cycles", 7.0),
        ] {
            assert_eq!(read(text), Ok((seconds * SECOND as f64) as Time), "{text}");
        }
        for bad in ["", "noon", "1 d 5", "1:2:3:4", "d", "-5", "x d 06:30"] {
            assert_eq!(read(bad), Err(TimeTextError(bad.into())));
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_can_be_typed(time in 0..1_i64 << 50) {
            prop_assert_eq!(read(&Clock::Seconds.moment(time)), Ok(time - time % SECOND));
            prop_assert_eq!(read(&Clock::Cycles.moment(time)), Ok(time));
            prop_assert_eq!(read(&Clock::Units.moment(time)), Ok(time));
        }
    }
}
