//! Names of columns, and their meanings.

mod fields;

pub(in crate::formats) use fields::{FIELDS, MOMENT};

use crate::time::{SECOND, Time};

/// The field of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Field {
    Submit,
    Runtime,
    Shape,
    Processors,
    Allocated,
    Estimate,
    Wait,
    Start,
    End,
    Job,
    User,
    Queue,
    Partition,
    Status,
    NodeList,
    Segment,
    Flags,
}

impl Field {
    /// Whether it is a number of processors.
    pub fn is_size(self) -> bool {
        matches!(self, Field::Processors | Field::Allocated)
    }

    /// Its name in choices of columns.
    pub fn name(self) -> &'static str {
        FIELDS[self as usize].names[0]
    }

    /// Whether it is the time of an event.
    pub fn is_moment(self) -> bool {
        matches!(self, Field::Submit | Field::Start | Field::End)
    }

    /// Whether it is a duration.
    pub fn is_duration(self) -> bool {
        matches!(self, Field::Runtime | Field::Estimate | Field::Wait)
    }
}

/// A field, and the names of its columns. If a table has several of them, the first in this list counts.
pub(in crate::formats) struct Names {
    pub field: Field,
    pub names: &'static [&'static str],
    /// What the field should hold.
    pub expected: &'static str,
}

impl Names {
    pub const fn new(field: Field, names: &'static [&'static str], expected: &'static str) -> Names {
        Names { field, names, expected }
    }
}

/// The number of fields.
pub(in crate::formats) const FIELD_COUNT: usize = 17;

/// The meaning of the name of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Called {
    pub field: Field,
    /// The position of the name in the list of the field's names.
    pub rank: usize,
    /// The microseconds of the unit of plain numbers, if they are times.
    pub unit: Time,
}

/// Units at the end of a name, and their microseconds.
const UNITS: [(&[&str], Time); 6] = [
    (&["s", "sec", "secs", "second", "seconds"], SECOND),
    (&["ms", "msec", "millis", "milliseconds"], SECOND / 1000),
    (&["us", "usec", "micros", "microseconds"], 1),
    (&["m", "min", "mins", "minute", "minutes"], 60 * SECOND),
    (&["h", "hr", "hrs", "hour", "hours"], 3600 * SECOND),
    (&["d", "day", "days"], 86_400 * SECOND),
];

/// The microseconds of the unit at the end of a name, if there is one.
pub(in crate::formats) fn unit_of(name: &str) -> Option<Time> {
    unit(words(name).last()?)
}

/// The microseconds of a unit, which may stand in brackets.
pub(in crate::formats) fn unit_alone(text: &str) -> Option<Time> {
    unit(text.trim_matches(|letter| "[]()".contains(letter)))
}

/// Words at the end of a name that tell the form of its values, and those that tell their zone. A single word of a form
/// may be a unit.
const FORMS: [&str; 5] = ["yyyy", "mm", "dd", "hh", "ss"];
const ZONES: [&str; 3] = ["utc", "gmt", "local"];

fn unit(word: &str) -> Option<Time> {
    UNITS.iter().find(|(names, _)| names.contains(&word)).map(|(_, unit)| *unit)
}

/// The meaning of this name by these lists. (The minute, hour and day of a submission are as often a part of its date.)
pub(in crate::formats) fn called(name: &str, fields: &[Names]) -> Option<Called> {
    let mut words = words(name);
    let is_form = |word: &String| FORMS.contains(&&**word) || ZONES.contains(&&**word);
    let forms = words.iter().rev().take_while(|word| is_form(word)).count();
    if forms > 1 || words.last().is_some_and(|last| ZONES.contains(&&**last)) {
        words.truncate(words.len() - forms);
    }
    let known = |name: &str, unit: Time| {
        let rank = |field: &Names| field.names.iter().position(|known| is_plain(known, name));
        let (field, rank) = fields.iter().find_map(|names| Some((names.field, rank(names)?)))?;
        let has_unit = unit == SECOND || field.is_duration() || field.is_moment() && unit < SECOND;
        has_unit.then_some(Called { field, rank, unit })
    };
    let whole = known(&words.concat(), SECOND);
    whole.or_else(|| {
        let (last, before) = words.split_last().filter(|(_, before)| !before.is_empty())?;
        known(&before.concat(), unit(last)?)
    })
}

/// Whether a name of the lists has this plain form. It allocates nothing, because a table may have thousands of
/// columns.
fn is_plain(known: &str, name: &str) -> bool {
    let letters = known.bytes().filter(u8::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).eq(name.bytes())
}

/// The words of a name, in a common spelling: those of `Run Time (s)` are `run`, `time` and `s`.
fn words(name: &str) -> Vec<String> {
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// A name in one word. Names that differ only in capitals and punctuation become the same.
pub(in crate::formats) fn plain(name: &str) -> String {
    words(name).concat()
}

#[cfg(test)]
mod tests;
