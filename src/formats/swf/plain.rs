//! Lines of digits: what nearly every line of nearly every log is, but for processor times with a point, which nobody reads. Their
//! fields are found many lines at once, and each number is read eight digits at a time.

use super::fields::{FIELDS, READ, UNREAD};
use super::marks::{Marks, Places};
use crate::formats::number::{MOST_DIGITS, few_digits};
use crate::time::SECOND;
use crate::workload::Record;

/// How much text is marked at once: with its marks it stays where it is quickly read again. (In tests so little that lines
/// lie across.)
const STRETCH: usize = if cfg!(test) { 1 << 8 } else { 1 << 14 };

/// A line, as far as it was read with others.
pub(super) enum Line {
    /// A job in eighteen fields, with nothing but blanks behind them: of few digits behind a minus or none, where they are read,
    /// of digits with a point or none between them elsewhere.
    Job(Record),
    /// Any other line, which begins here and may be that of a job, too.
    Other(usize),
}

/// Reads lines of digits.
#[derive(Default)]
pub(super) struct PlainLines {
    marks: Marks,
}

impl PlainLines {
    /// Hands on the whole lines of `text` one by one until somebody has enough and says so. Returns where what is left of the
    /// text begins: a line without an end, if not all of it.
    pub fn read(&mut self, text: &[u8], mut take: impl FnMut(Line) -> bool) -> usize {
        let mut from = 0;
        while let Some(length) = whole_lines(&text[from..]) {
            let stretch = &text[from..from + length];
            self.marks.mark(stretch);
            let mut edges = self.marks.edges();
            // The next ones are looked up once and remembered: they may be far away.
            let (mut points, mut odd) = (self.marks.points().peekable(), self.marks.odd().peekable());
            let mut start = 0;
            for end in self.marks.line_ends() {
                for marks in [&mut points, &mut odd] {
                    while marks.next_if(|mark| *mark < start).is_some() {}
                }
                edges.skip_to(start);
                let is_plain = odd.peek().is_none_or(|odd| *odd > end);
                let points = std::iter::from_fn(|| points.next_if(|point| *point < end));
                let job = if is_plain { job(stretch, edges.clone(), points, end) } else { None };
                let line = match job {
                    Some((record, behind)) => {
                        edges = behind;
                        Line::Job(record)
                    }
                    None => Line::Other(from + start),
                };
                start = end + 1;
                if !take(line) {
                    return from + start;
                }
            }
            from += length;
        }
        from
    }
}

/// How long the first lines of `text` are, which are whole: as many as go together, or one that is longer.
fn whole_lines(text: &[u8]) -> Option<usize> {
    let near = &text[..text.len().min(STRETCH)];
    let last = near.iter().rposition(|&byte| byte == b'\n');
    let end = last.or_else(|| text.iter().position(|&byte| byte == b'\n'));
    end.map(|end| end + 1)
}

/// The job on a line of digits and `points` that ends at `end`, and the edges behind it.
#[inline]
fn job<'a>(
    text: &[u8],
    mut edges: Places<'a>,
    mut points: impl Iterator<Item = usize>,
    end: usize,
) -> Option<(Record, Places<'a>)> {
    let mut fields = [(0, 0); FIELDS.len()];
    for field in &mut fields {
        *field = (edges.next()?, edges.next()?);
    }
    if fields[FIELDS.len() - 1].1 > end || edges.clone().next().is_some_and(|next| next < end) {
        return None;
    }
    // Eight bytes are read that end with the number: where there are not so many before it, or it has more digits, it is
    // read the other way.
    let longest = READ.iter().fold(0, |longest, &index| longest.max(fields[index].1 - fields[index].0));
    if longest > MOST_DIGITS || fields[0].1 < MOST_DIGITS {
        return None;
    }
    let mut unread = UNREAD.iter();
    if !points.all(|point| unread.any(|&index| (fields[index].0..fields[index].1).contains(&point))) {
        return None;
    }
    let record = record(|field| few_digits(text, fields[field].0, fields[field].1))?;
    Some((record, edges))
}

/// The job of these numbers, by the index of their fields, which have so few digits that they are in range, but for two. Written
/// out, since the fields are all there at once, and those that are not kept are not read.
#[inline]
fn record(number: impl Fn(usize) -> i64) -> Option<Record> {
    let (submit, status) = (number(1), i16::try_from(number(10)).ok()?);
    (submit >= 0).then(|| Record {
        id: number(0),
        submit: submit * SECOND,
        wait: number(2) * SECOND,
        runtime: number(3) * SECOND,
        allocated: number(4) as i32,
        requested_processors: number(7) as i32,
        requested_time: number(8) * SECOND,
        status,
        user: number(11) as i32,
        queue: number(14) as i32,
        partition: number(15) as i32,
    })
}
