//! Lines of digits: nearly every line of nearly every log, except for processor times with a point, which are not used.
//! The fields of many lines are found at once, and each number is read eight digits at a time.

use super::fields::{FIELDS, PRECEDING, UNREAD};
use crate::formats::marks::{Marks, Places};
use crate::formats::values::few_digits;
use crate::time::SECOND;
use crate::workload::Record;

/// A line of a marked text.
pub(super) enum Line {
    /// A job of eighteen fields with only blanks behind them, and whether it names a preceding job. The fields that are
    /// read have few digits and an optional minus. The others have digits and an optional point.
    Job(Record, bool),
    /// Any other line, which begins here. It may be a job, too.
    Other(usize),
}

/// Passes on the whole lines of a marked `text`, the first of which begins at `start`, until `take` returns false.
/// Returns the beginning of the rest: a line without an end, or the lines that were not taken.
pub(super) fn read(text: &[u8], marks: &Marks, mut start: usize, mut take: impl FnMut(Line) -> bool) -> usize {
    let (mut ends, mut points, mut odd) = (marks.ends(), &marks.points[..], &marks.odd[..]);
    let mut line_ends = &marks.line_ends[..];
    ends.skip_to(start);
    for places in [&mut points, &mut odd, &mut line_ends] {
        split_before(places, start);
    }
    for &line_end in line_ends {
        let points = split_before(&mut points, line_end);
        let is_plain = split_before(&mut odd, line_end + 1).is_empty();
        let line = match if is_plain { job(text, ends.clone(), points, line_end) } else { None } {
            Some((record, has_preceding, behind)) => {
                ends = behind;
                Line::Job(record, has_preceding)
            }
            None => {
                ends.skip_to(line_end + 1);
                Line::Other(start)
            }
        };
        start = line_end + 1;
        if !take(line) {
            break;
        }
    }
    start
}

/// Removes the positions before `end`.
#[inline]
fn split_before<'a>(places: &mut &'a [usize], end: usize) -> &'a [usize] {
    let before;
    (before, *places) = places.split_at(places.iter().take_while(|place| **place < end).count());
    before
}

/// The job on a line of digits and `points` that ends at `line_end`, and the ends of fields behind it.
#[inline]
fn job<'a>(text: &[u8], mut ends: Places<'a>, points: &[usize], line_end: usize) -> Option<(Record, bool, Places<'a>)> {
    let mut fields = [0; FIELDS.len()];
    for end in &mut fields {
        *end = ends.next()?;
    }
    if fields[FIELDS.len() - 1] > line_end || ends.clone().next().is_some_and(|next| next <= line_end) {
        return None;
    }
    // The first field is one of those that are read.
    let mut unread = UNREAD.iter();
    let is_unread = |point| unread.any(|&index| (fields[index - 1]..fields[index]).contains(point));
    if !points.iter().all(is_unread) {
        return None;
    }
    let record = record(|field| few_digits(text, fields[field]))?;
    // It is nearly always unknown.
    let preceding = fields[PRECEDING];
    let has_preceding =
        text[..preceding].last_chunk() != Some(b"-1") && few_digits(text, preceding).is_none_or(|number| number > 0);
    Some((record, has_preceding, ends))
}

/// The job of these numbers, by the index of their fields. They have so few digits that all but two are in range. It is
/// written out, because all fields are there at once and some are not read.
#[inline]
fn record(number: impl Fn(usize) -> Option<i64>) -> Option<Record> {
    let record = Record {
        id: number(0)?,
        submit: number(1)? * SECOND,
        wait: number(2)? * SECOND,
        runtime: number(3)? * SECOND,
        allocated: number(4)? as i32,
        requested_processors: number(7)? as i32,
        requested_time: number(8)? * SECOND,
        status: i16::try_from(number(10)?).ok()?,
        user: number(11)? as i32,
        queue: number(14)? as i32,
        partition: number(15)? as i32,
    };
    (record.submit >= 0).then_some(record)
}
