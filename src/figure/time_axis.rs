//! An axis of simulated time, from years to microseconds, and moments in readable form.

use crate::time::{SECOND, Time, in_seconds};

const MINUTE: Time = 60 * SECOND;
const HOUR: Time = 60 * MINUTE;
const DAY: Time = 24 * HOUR;
/// Of 365 days: the clock of a simulation knows no calendar.
const YEAR: Time = 365 * DAY;

/// The labelled moments of a window, and the title of the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeTicks {
    /// The moments, ascending, with their labels.
    pub ticks: Vec<(Time, String)>,
    /// The title, with the part that the labels leave out.
    pub caption: String,
}

/// The unit of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Seconds, a million to the [`SECOND`].
    #[default]
    Seconds,
    /// Cycles of the network, one to the [`SECOND`].
    Cycles,
    /// Units without a name, one to the [`SECOND`].
    Units,
}

impl Clock {
    /// That of a run: cycles where a network sets the pace.
    pub fn of_run(network: bool) -> Clock {
        if network { Clock::Cycles } else { Clock::Seconds }
    }

    /// At most `most` ticks for a window, at sensible distances.
    pub fn ticks(self, from: Time, to: Time, most: usize) -> TimeTicks {
        let least = ((to - from).max(1) as u64).div_ceil(most.max(1) as u64) as Time;
        let step = self.step(least);
        let first = from.div_euclid(step) + Time::from(from.rem_euclid(step) != 0);
        let places = (first..).map(|place| place.saturating_mul(step)).take_while(|tick| *tick <= to).take(most + 1);
        let ticks = places.map(|tick| (tick, self.label(tick, step))).collect();
        TimeTicks { ticks, caption: self.caption(from, step) }
    }

    /// The least sensible distance that is not below `least`.
    fn step(self, least: Time) -> Time {
        let clock = [SECOND, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
        let of_the_day = clock[1..].iter().map(|seconds| seconds * SECOND).filter(|_| self == Clock::Seconds);
        let of_the_day = [SECOND].into_iter().chain(of_the_day).find(|step| *step >= least && least > SECOND / 2);
        let unit = match self {
            Clock::Seconds if least > YEAR / 2 => YEAR,
            Clock::Seconds if least > DAY => DAY,
            _ => 1,
        };
        of_the_day.unwrap_or_else(|| {
            let decades = (0..18).map(|decade| 10_i64.pow(decade));
            let mut steps = decades.flat_map(|decade| [1, 2, 5].map(|multiple| decade.saturating_mul(multiple * unit)));
            steps.find(|step| *step >= least).unwrap_or(Time::MAX / 2)
        })
    }

    fn label(self, tick: Time, step: Time) -> String {
        let sign = if tick < 0 { "−" } else { "" };
        let time = tick.abs();
        if self != Clock::Seconds {
            return format!("{sign}{}", in_seconds(time));
        }
        let (day, rest) = (time / DAY, time % DAY);
        match step {
            YEAR.. => format!("{sign}{} y", time / YEAR),
            DAY.. => format!("{sign}{day} d"),
            _ if rest == 0 => format!("{sign}{day} d"),
            MINUTE.. => format!("{sign}{:02}:{:02}", rest / HOUR, rest / MINUTE % 60),
            SECOND.. => format!("{sign}{:02}:{:02}:{:02}", rest / HOUR, rest / MINUTE % 60, rest / SECOND % 60),
            _ => format!("{sign}{} s", in_seconds(rest % MINUTE)),
        }
    }

    fn caption(self, from: Time, step: Time) -> String {
        let from = from.max(0);
        match (self, step) {
            (Clock::Cycles, _) => "Time in cycles".into(),
            (Clock::Units, _) | (Clock::Seconds, DAY..) => "Time".into(),
            (Clock::Seconds, SECOND..) => format!("Time from day {} on", from / DAY),
            _ => format!("Time from {} on", self.moment(from / MINUTE * MINUTE)),
        }
    }

    /// A moment, to the second it is in: `12 d 06:30:15`; exactly in cycles and in units without a name: `7.5 cycles`, `7.5`.
    pub fn moment(self, time: Time) -> String {
        let sign = if time < 0 { "−" } else { "" };
        let length = time.saturating_abs();
        match self {
            Clock::Cycles => return format!("{sign}{} cycles", in_seconds(length)),
            Clock::Units => return format!("{sign}{}", in_seconds(length)),
            Clock::Seconds => {}
        }
        let rest = length % DAY;
        let seconds = rest % MINUTE / SECOND;
        format!("{sign}{} d {:02}:{:02}:{seconds:02}", length / DAY, rest / HOUR, rest / MINUTE % 60)
    }

    /// A length of time, rounded to its two largest units, or to three digits below a minute: `3 d 4 h`, `5 min 20 s`,
    /// `17.3 s`, `0.25 s`; exactly in cycles and in units without a name: `12 cycles`.
    pub fn length(self, time: Time) -> String {
        let time = time.max(0);
        match self {
            Clock::Cycles => return format!("{} cycles", in_seconds(time)),
            Clock::Units => return in_seconds(time),
            Clock::Seconds => {}
        }
        let units = [(YEAR, "y"), (DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s")];
        let largest = units[..4].iter().position(|(unit, _)| time >= *unit);
        let finest = 10_i64.pow(time.max(1).ilog10().saturating_sub(2));
        let step = largest.map_or(finest, |largest| units[largest + 1].0);
        let rounded = time.saturating_add(step / 2) / step * step;
        // 59 min 59.7 s is 1 h.
        if rounded != time {
            return self.length(rounded);
        }
        let Some(largest) = largest else { return format!("{} s", in_seconds(time)) };
        let [(large, large_name), (small, small_name)] = [units[largest], units[largest + 1]];
        match time % large / small {
            0 => format!("{} {large_name}", time / large),
            rest => format!("{} {large_name} {rest} {small_name}", time / large),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(from: Time, to: Time) -> (Vec<String>, String) {
        let TimeTicks { ticks, caption } = Clock::Seconds.ticks(from, to, 5);
        (ticks.into_iter().map(|(_, label)| label).collect(), caption)
    }

    #[test]
    fn ticks_go_from_years_to_microseconds() {
        let expect = |from: Time, to: Time, ticks: &[&str], caption: &str| {
            assert_eq!(labels(from, to), (ticks.iter().map(ToString::to_string).collect(), caption.to_string()));
        };
        expect(0, 9 * YEAR, &["0 y", "2 y", "4 y", "6 y", "8 y"], "Time");
        expect(0, 40 * DAY, &["0 d", "10 d", "20 d", "30 d", "40 d"], "Time");
        expect(DAY / 2, 2 * DAY + HOUR, &["12:00", "1 d", "12:00", "2 d"], "Time from day 0 on");
        expect(
            12 * DAY + HOUR,
            12 * DAY + HOUR + 60 * SECOND,
            &["01:00:00", "01:00:15", "01:00:30", "01:00:45", "01:01:00"],
            "Time from day 12 on",
        );
        expect(
            90 * SECOND,
            90 * SECOND + 8,
            &["30 s", "30.000002 s", "30.000004 s", "30.000006 s", "30.000008 s"],
            "Time from 0 d 00:01:00 on",
        );
        assert_eq!(Clock::Units.ticks(0, 10 * SECOND, 4).caption, "Time");
        assert_eq!((Clock::Units.moment(2_500_000), Clock::Units.length(90 * SECOND)), ("2.5".into(), "90".into()));
        let cycles = Clock::Cycles.ticks(0, 100 * SECOND, 4);
        assert_eq!(cycles.ticks.iter().map(|(_, label)| &**label).collect::<Vec<_>>(), ["0", "50", "100"]);
    }

    #[test]
    fn moments_and_lengths_are_read() {
        let clock = Clock::Seconds;
        assert_eq!(clock.moment(12 * DAY + 6 * HOUR + 30 * MINUTE + 15 * SECOND + 250_000), "12 d 06:30:15");
        assert_eq!(clock.moment(5 * SECOND), "0 d 00:00:05");
        assert_eq!(Clock::Cycles.moment(7 * SECOND + 500_000), "7.5 cycles");
        let lengths = [0, 250_000, 320 * SECOND, 2 * HOUR, 3 * DAY + 4 * HOUR + MINUTE, 2 * YEAR + DAY];
        assert_eq!(
            lengths.map(|time| clock.length(time)),
            ["0 s", "0.25 s", "5 min 20 s", "2 h", "3 d 4 h", "2 y 1 d"]
        );
        let near =
            [17_338_675, 50_000_002, 59_960_000, 2, HOUR - 300_000, 2 * HOUR + 6 * MINUTE + 50 * SECOND, DAY - 1];
        assert_eq!(
            near.map(|time| clock.length(time)),
            ["17.3 s", "50 s", "1 min", "0.000002 s", "1 h", "2 h 7 min", "1 d"]
        );
        assert_eq!(Clock::Cycles.length(17_338_675), "17.338675 cycles");
        clock.length(Time::MAX);
    }

    proptest! {
        #[test]
        fn ticks_lie_in_the_window_at_equal_distances(from in 0i64..1 << 58, length in 1i64..1 << 58, most in 2usize..20) {
            for clock in [Clock::Seconds, Clock::Cycles] {
                let ticks = clock.ticks(from, from + length, most).ticks;
                prop_assert!(ticks.len() <= most + 1);
                prop_assert!(ticks.iter().all(|(tick, _)| (from..=from + length).contains(tick)));
                let steps: Vec<Time> = ticks.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
                prop_assert!(steps.windows(2).all(|pair| pair[0] == pair[1]));
            }
        }
    }
}
