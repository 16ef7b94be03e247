//! A line of a table as a job.

use super::cells::{Cells, Unclosed};
use super::header::Header;
use super::names::Field;
use crate::diagnostic::{Explain, shortened_bytes};
use crate::formats::number::{Number, Wrong};
use crate::machine::{Coordinates, MAX_DIMENSIONS};
use crate::time::SECOND;
use crate::workload::Record;
use std::borrow::Cow;

/// What a line of a table says of a job.
pub(super) struct Job<'a> {
    pub record: Record,
    /// The shape it asks for, of whose volume the record knows.
    pub extents: Option<Coordinates>,
    /// Its user, queue and partition, as they are called.
    pub labels: [Cow<'a, [u8]>; 3],
}

/// What a table has where it has nothing.
const NOTHING: [&str; 6] = ["na", "n/a", "nan", "null", "none", "-"];

impl<'a> Job<'a> {
    /// The job in a line, which has this number unless the line says otherwise.
    pub fn read(line: &'a [u8], header: &Header, number: i64) -> Result<Job<'a>, Fault> {
        let (id, user) = (number, -1);
        let mut record =
            Record { id, wait: -SECOND, allocated: -1, requested_time: -SECOND, status: -1, user, ..Record::default() };
        (record.queue, record.partition) = (-1, -1);
        let mut job = Job { record, extents: None, labels: Default::default() };
        let mut cells = Cells::new(line, header.separator);
        for (column, (field, _)) in header.columns.iter().enumerate() {
            let cell = cells.next().unwrap_or(Ok(Cow::Borrowed(b"")));
            let fault = |cause| Fault { column, field: *field, cause };
            match (cell, field) {
                (Err(Unclosed), _) => return Err(fault(Cause::Unclosed)),
                (Ok(cell), Some(field)) => job.set(*field, cell).map_err(fault)?,
                (Ok(_), None) => {}
            }
        }
        let columns = header.columns.len();
        match cells.all(|cell| cell.is_ok_and(|cell| cell.is_empty())) {
            true => Ok(job),
            false => Err(Fault { column: columns, field: None, cause: Cause::TooMany { columns } }),
        }
    }

    /// Takes in what stands in the column that tells this.
    fn set(&mut self, field: Field, cell: Cow<'a, [u8]>) -> Result<(), Cause> {
        let is_nothing = cell.len() < 5 && NOTHING.iter().any(|nothing| cell.eq_ignore_ascii_case(nothing.as_bytes()));
        let text = if is_nothing { &b""[..] } else { &cell };
        if text.is_empty() {
            let is_needed = matches!(field, Field::Submit | Field::Runtime | Field::Shape | Field::Processors);
            return if is_needed { Err(Cause::Empty) } else { Ok(()) };
        }
        let record = &mut self.record;
        let number = || Number::parse(text);
        let wrong = |wrong| Cause::Wrong { text: shortened_bytes(text), wrong };
        match field {
            Field::Submit => record.submit = number().and_then(Number::moment).map_err(wrong)?,
            Field::Runtime => record.runtime = number().and_then(Number::time).map_err(wrong)?,
            Field::Estimate => record.requested_time = number().and_then(Number::time).map_err(wrong)?,
            Field::Processors => record.requested_processors = number().and_then(Number::whole).map_err(wrong)?,
            Field::Shape => self.set_shape(text)?,
            // No simulation needs these: a strange one is no reason to drop a job.
            Field::Wait => record.wait = number().and_then(Number::time).unwrap_or(-1),
            Field::Job => record.id = number().and_then(Number::whole).unwrap_or(record.id),
            Field::Status => record.status = number().and_then(Number::whole).unwrap_or(-1),
            Field::Allocated => record.allocated = number().and_then(Number::whole).unwrap_or(-1),
            Field::User => self.labels[0] = cell,
            Field::Queue => self.labels[1] = cell,
            Field::Partition => self.labels[2] = cell,
        }
        Ok(())
    }

    fn set_shape(&mut self, text: &[u8]) -> Result<(), Cause> {
        let wrong = |wrong| Cause::Wrong { text: shortened_bytes(text), wrong };
        let extents = extents(text).ok_or_else(|| Cause::NoShape(shortened_bytes(text)))?;
        let volume = extents.iter().try_fold(1, |volume: i32, &extent| volume.checked_mul(extent.try_into().ok()?));
        self.record.requested_processors = volume.ok_or_else(|| wrong(Wrong::OutOfRange))?;
        self.extents = Some(extents);
        Ok(())
    }
}

/// Extents as people write them: `4x4x8`, `4 X 4 X 8`, `4×4×8`.
pub(in crate::formats) fn extents(text: &[u8]) -> Option<Coordinates> {
    let text = std::str::from_utf8(text).ok()?;
    let extent = |part: &str| {
        let digits = part.trim();
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u32>().ok().filter(|&extent| is_number && extent > 0)
    };
    let parts = text.split(['x', 'X', '×', '*']).take(MAX_DIMENSIONS + 1);
    let extents: Vec<u32> = parts.map(extent).collect::<Option<_>>()?;
    (extents.len() <= MAX_DIMENSIONS).then(|| Coordinates::new(&extents))
}

/// Why a line is no job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub(super) struct Fault {
    /// The column at which that shows.
    column: usize,
    /// What it would tell.
    field: Option<Field>,
    cause: Cause,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Cause {
    #[error("nothing stands there")]
    Empty,
    #[error("a quotation mark is not closed on the line, or is followed by something else")]
    Unclosed,
    #[error("'{text}' {wrong}")]
    Wrong { text: String, wrong: Wrong },
    #[error("'{0}' is no shape of 1 to {MAX_DIMENSIONS} extents")]
    NoShape(String),
    #[error("the line goes on after its {columns} columns")]
    TooMany { columns: usize },
}

impl Fault {
    /// Where it is, in a table with this header.
    pub fn place(&self, line: u32, header: &Header) -> String {
        let name = header.columns.get(self.column).map_or("", |(_, name)| name);
        let called = if name.is_empty() { String::new() } else { format!(" ({})", shortened_bytes(name.as_bytes())) };
        format!("line {line}, field {}{called}", self.column + 1)
    }
}

impl Explain for Fault {
    fn expected(&self) -> String {
        match (&self.cause, self.field) {
            (Cause::TooMany { .. }, _) => "as many values as columns".into(),
            (Cause::Unclosed, _) | (_, None) => String::new(),
            (_, Some(field)) => field.names().expected.into(),
        }
    }

    fn remedy(&self) -> String {
        "the line was dropped, mend it to have its job".into()
    }
}
