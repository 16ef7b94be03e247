//! One line of a log: a job, or the problem of the line.

use super::fields::{FIELDS, NEEDED, PRECEDING, WORDS, expected, is_needed};
use crate::diagnostic::{Explain, shortened_bytes};
use crate::formats::values::{Number, NumberError, is_number, is_unknown};
use crate::workload::Record;

/// The text for an unknown value.
const UNKNOWN: &[u8] = b"-1";

/// A job on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job<'a> {
    pub record: Record,
    /// The number of fields on the line.
    pub count: usize,
    pub has_preceding: bool,
    /// User, queue and partition, if they are words.
    pub words: [Option<&'a [u8]>; 3],
    /// The first unusable field that no run needs, and its text.
    pub odd: Option<(usize, &'a [u8])>,
}

/// The indices of the fields with words that get numbers, in the order of [`Job::words`].
const NUMBERED: [usize; 3] = [11, 14, 15];

/// The job on a line, or its problem. Fields behind those that a job needs may be missing.
pub(super) fn parse(line: &[u8]) -> Result<Job<'_>, Problem<'_>> {
    // Missing fields say more about a line than the first odd field.
    let count = fields(line).count();
    if let Some(field) = NEEDED.into_iter().find(|&field| field >= count) {
        return Err(Problem::Missing { field, count });
    }
    let mut job = Job { record: Record::default(), count, has_preceding: false, words: [None; 3], odd: None };
    let mut given = fields(line);
    for field in 0..FIELDS.len() {
        let text = given.next().unwrap_or(UNKNOWN);
        match Number::parse(text).and_then(|number| set(&mut job.record, field, number).map(|()| number)) {
            Ok(number) => job.has_preceding |= field == PRECEDING && number.units() > 0,
            Err(wrong) if is_needed(field) => return Err(Problem::Field { field, text, wrong }),
            Err(_) => job.leave(field, text),
        }
    }
    Ok(job)
}

impl<'a> Job<'a> {
    /// Notes that a field that no run needs has no usable number.
    fn leave(&mut self, field: usize, text: &'a [u8]) {
        set(&mut self.record, field, Number::UNKNOWN).expect("every field may be unknown");
        if is_unknown(text) {
            return;
        }
        let is_word = WORDS.contains(&field) && !is_number(text);
        match NUMBERED.iter().position(|numbered| *numbered == field) {
            Some(place) if is_word => self.words[place] = Some(text),
            None if is_word => {}
            _ => self.odd = self.odd.or(Some((field, text))),
        }
    }
}

/// Stores the value of the field with this index, if the field is kept.
fn set(record: &mut Record, index: usize, number: Number) -> Result<(), NumberError> {
    match index {
        0 => record.id = number.whole()?,
        1 => record.submit = number.moment()?,
        // No simulation uses it, nor the user. An odd value does not drop the job.
        2 => record.wait = number.time().unwrap_or(-1),
        3 => record.runtime = number.time()?,
        4 => record.allocated = number.whole()?,
        7 => record.requested_processors = number.whole()?,
        8 => record.requested_time = number.time()?,
        10 => record.status = number.whole()?,
        11 => record.user = number.whole().unwrap_or(-1),
        14 => record.queue = number.whole()?,
        15 => record.partition = number.whole()?,
        _ => {}
    }
    Ok(())
}

/// The separator of the fields of a line, if it is not a blank: the byte behind the first number, if it occurs often.
pub(super) fn separator(line: &[u8]) -> Option<u8> {
    let is_between = |byte: &&u8| !byte.is_ascii_digit() && !b"+-.eE".contains(byte) && !byte.is_ascii_whitespace();
    let first = *line.iter().find(is_between)?;
    let behind = line.iter().position(|&byte| byte == first)?;
    let numbers = line[..behind].split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count();
    let count = line.iter().filter(|&&byte| byte == first).count();
    (b";,".contains(&first) && numbers == 1 && count >= NEEDED[2]).then_some(first)
}

/// The fields of a line: sequences of non-blank bytes, or the parts between its semicolons or commas.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let separator = separator(line);
    let line = separator.map_or(line, |separator| line.strip_suffix(&[separator]).unwrap_or(line));
    let is_between = move |byte: &u8| separator.map_or(byte.is_ascii_whitespace(), |separator| *byte == separator);
    let field = move |text| match separator {
        None => Some(text).filter(|text: &&[u8]| !text.is_empty()),
        Some(_) => Some(text.trim_ascii()).map(|text| if text.is_empty() { UNKNOWN } else { text }),
    };
    line.split(is_between).filter_map(field)
}

/// Why a line is not a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Problem<'a> {
    /// The line ends before the field with this index, which a job needs.
    #[error("the field is missing, for the line ends after field {count}")]
    Missing {
        /// The first such field.
        field: usize,
        /// How many fields the line has.
        count: usize,
    },
    /// The field with this index has a wrong value.
    #[error("'{}' {wrong}", shortened_bytes(.text))]
    Field {
        /// The field.
        field: usize,
        /// Its text.
        text: &'a [u8],
        /// The error.
        wrong: NumberError,
    },
}

impl Problem<'_> {
    /// A job has no submission time, as in parts of jobs that were preempted.
    pub const NO_SUBMISSION: Problem<'static> =
        Problem::Field { field: 1, text: UNKNOWN, wrong: NumberError::Negative };

    /// Distinguishes problems of the same field.
    pub fn kind(&self) -> usize {
        match *self {
            Problem::Missing { .. } => 0,
            Problem::Field { wrong, .. } => 100 + wrong as usize,
        }
    }

    /// The index of the field that is missing or wrong.
    pub fn field(&self) -> usize {
        match *self {
            Problem::Missing { field, .. } | Problem::Field { field, .. } => field,
        }
    }
}

impl Explain for Problem<'_> {
    fn expected(&self) -> String {
        expected(self.field()).into()
    }

    fn remedy(&self) -> String {
        "the line was dropped, correct it to have its job".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::SECOND;

    /// No simulation uses either.
    #[test]
    fn an_odd_user_or_wait_time_drops_no_job() {
        let record = |wait: &str, user: &str| {
            let line = format!("1 0 {wait} 60 4 -1 -1 4 90 -1 1 {user} -1 -1 -1 -1 -1 -1");
            parse(line.as_bytes()).map(|job| (job.record.wait, job.record.user)).unwrap()
        };
        for (text, wait) in
            [("7", 7 * SECOND), ("-1", -SECOND), ("2.5", 2_500_000), ("99999999999999", -1), ("1e3", 1_000_000_000)]
        {
            assert_eq!(record(text, "7"), (wait, 7), "{text}");
        }
        for (text, user) in [("7", 7), ("-1", -1), ("2.5", -1), ("99999999999", -1)] {
            assert_eq!(record("-1", text), (-SECOND, user), "{text}");
        }
    }
}
