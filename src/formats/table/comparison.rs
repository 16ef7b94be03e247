//! Durations in a column that are not those between the times of the same jobs: a sign of another unit, or of a column
//! with another meaning.

use crate::formats::diagnostics::Lines;
use crate::time::{SECOND, Time};

/// The durations of a column compared with those between times.
#[derive(Clone, Default)]
pub(super) struct Comparison {
    known: usize,
    /// The lines on which they differ.
    different: Lines,
    /// The first duration that differs, and the one between the times.
    first: (Time, Time),
    /// Whether its text is a clock, the unit of which does not follow from the name of the column.
    is_clock: bool,
    /// How many would be the same in each of the [`UNITS`].
    same_in: [usize; UNITS.len()],
}

/// What most durations of a column contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub lines: Lines,
    pub given: Time,
    pub between: Time,
    /// The end of a name and the unit in which the column agrees with the times, if there is one.
    pub unit: Option<(&'static str, &'static str)>,
    /// Whether the first duration is written as a clock, such as 01:30.
    pub is_clock: bool,
}

/// Units, the ends of names that stand for them, and how many microseconds they have for each of a second.
const UNITS: [(&str, &str, f64); 4] =
    [("min", "minutes", 60.0), ("h", "hours", 3600.0), ("d", "days", 86_400.0), ("ms", "milliseconds", 0.001)];

/// The fewest durations that show anything.
const FEWEST: usize = 2;

impl Comparison {
    /// Adds a duration with this text, and the one between the times of the job. Negative ones are unknown.
    pub fn add(&mut self, line: u32, text: &[u8], given: Time, between: Time) {
        if given < 0 || between < 0 {
            return;
        }
        self.known += 1;
        // Programs round differently, and begin and end their jobs a little before or after.
        let is_near = |given: f64| (given - between as f64).abs() <= (0.2 * between as f64).max(2.0 * SECOND as f64);
        if is_near(given as f64) {
            return;
        }
        if self.different.some().is_none() {
            self.first = (given, between);
            self.is_clock = text.contains(&b':');
        }
        self.different.add(line);
        for (same, (.., ratio)) in self.same_in.iter_mut().zip(UNITS) {
            *same += usize::from(is_near(given as f64 * ratio));
        }
    }

    /// The contradiction, if more than half of the durations differ.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let lines = self.different.some().filter(|lines| lines.count() >= FEWEST && 2 * lines.count() > self.known)?;
        let in_unit = self.same_in.iter().zip(UNITS).find(|(same, _)| 10 * **same >= 9 * lines.count());
        let unit = in_unit.map(|(_, (ending, name, _))| (ending, name));
        Some(Contradiction { lines, given: self.first.0, between: self.first.1, unit, is_clock: self.is_clock })
    }
}
