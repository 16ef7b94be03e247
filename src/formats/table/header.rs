//! The first line of a table: which column tells what.

use super::cells::{Cells, SEPARATORS};
use super::names::Field;
use crate::diagnostic::{Explain, shortened_bytes};
use crate::formats::number::is_number;

/// Fields of which a job needs one each.
const NEEDED: [&[Field]; 3] = [&[Field::Submit], &[Field::Runtime], &[Field::Shape, Field::Processors]];

/// How many names of a field are told to somebody who has to choose one.
const TOLD: usize = 4;

/// Which column of a table tells what.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub separator: u8,
    /// What each column tells, if that is of any use, and what it is called.
    pub columns: Vec<(Option<Field>, String)>,
}

/// Whether what begins like this is a table: the first line that says anything holds names, some of them known; or, so that
/// its author can be told, unknown names above numbers, or numbers with commas between them and no names at all.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let mut lines = probe.split(|&byte| byte == b'\n').filter(|line| !is_comment(line));
    let (Some(first), second) = (lines.next(), lines.next().unwrap_or_default()) else { return false };
    if first.starts_with(b";") {
        return false;
    }
    let header = Header::read(first);
    let numbers = |line| Cells::new(line, header.separator).flatten().filter(|cell| is_number(cell)).count();
    let (columns, known) = (header.columns.len(), header.columns.iter().filter(|(field, _)| field.is_some()).count());
    match numbers(first) {
        0 => {
            let second_columns = Cells::new(second, header.separator).count();
            known > 1 || columns > 2 && (known > 0 || second_columns == columns && numbers(second) > 1)
        }
        count => header.separator != b'\t' && count > 1 && columns > 2 && known == 0,
    }
}

/// Whether a line is none of the table.
pub(super) fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), None | Some(b'#'))
}

impl Header {
    /// The header in this line, whatever it is, with the separator that makes most of it.
    pub fn read(line: &[u8]) -> Header {
        let headers = SEPARATORS.map(|separator| Header::separated(line, separator));
        let worth = |header: &Header| {
            (header.columns.iter().filter(|(field, _)| field.is_some()).count(), header.columns.len())
        };
        // Of equal ones the first counts.
        headers.into_iter().rev().max_by_key(worth).unwrap_or_default()
    }

    fn separated(line: &[u8], separator: u8) -> Header {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let names = Cells::new(line, separator);
        let name = |cell: &[u8]| String::from_utf8_lossy(cell).into_owned();
        let columns = names.map(|cell| (None, cell.map_or_else(|_| String::new(), |cell| name(&cell))));
        let mut header = Header { separator, columns: columns.collect() };
        header.choose();
        header
    }

    /// Finds for each field the column that bears the first of its names.
    fn choose(&mut self) {
        let called = |name: &String| Field::called(name);
        let calls: Vec<_> = self.columns.iter().map(|(_, name)| called(name)).collect();
        for (place, call) in calls.iter().enumerate() {
            let Some((field, rank)) = call else { continue };
            let mut others =
                calls.iter().enumerate().filter(|(_, call)| call.is_some_and(|(other, _)| other == *field));
            let is_first =
                others.all(|(other, call)| other == place || (*rank, place) < (call.map_or(0, |call| call.1), other));
            self.columns[place].0 = is_first.then_some(*field);
        }
        // A shape is its volume, too.
        if self.column(Field::Shape).is_some() {
            let counts = self.columns.iter_mut().filter(|(field, _)| *field == Some(Field::Processors));
            counts.for_each(|(field, _)| *field = None);
        }
    }

    /// The name of the column that tells this.
    fn column(&self, wanted: Field) -> Option<&str> {
        self.columns.iter().find(|(field, _)| *field == Some(wanted)).map(|(_, name)| name.as_str())
    }

    /// What is wrong with the header, if a job cannot be read for it.
    pub fn missing(&self) -> Option<Missing> {
        let is_there = |fields: &&[Field]| fields.iter().any(|field| self.column(*field).is_some());
        let fields: Vec<_> = NEEDED.into_iter().filter(|fields| !is_there(fields)).collect();
        let columns = self.columns.iter().map(|(_, name)| shortened_bytes(name.as_bytes())).collect();
        (!fields.is_empty()).then_some(Missing { fields, columns })
    }

    /// Fields for which a table has several columns, unless the one that was taken bears the very name of the field.
    pub fn doubts(&self) -> Vec<Doubt> {
        let taken = self.columns.iter().filter_map(|(field, name)| Some(((*field)?, name)));
        let doubt = |(field, name): (Field, &String)| {
            let is_other =
                |other: &&String| *other != name && Field::called(other).is_some_and(|(told, _)| told == field);
            let others: Vec<String> = self.columns.iter().map(|(_, name)| name).filter(is_other).cloned().collect();
            let is_certain = Field::called(name).is_some_and(|(_, rank)| rank == 0);
            (!others.is_empty() && !is_certain).then(|| Doubt { field, taken: name.clone(), others })
        };
        taken.filter_map(doubt).collect()
    }
}

/// Columns that every table needs are not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no column says {}; the columns are {}", .fields.iter().map(|fields| spoken(fields)).collect::<Vec<_>>().join(", nor "), quoted(.columns))]
pub(super) struct Missing {
    /// Those that are missing; of each any one would do.
    fields: Vec<&'static [Field]>,
    /// What the columns are called.
    columns: Vec<String>,
}

/// What one of these fields tells, in words.
fn spoken(fields: &[Field]) -> &'static str {
    match fields {
        [Field::Submit] => "when a job was submitted",
        [Field::Runtime] => "how long it ran",
        _ => "what processors or which shape it asked for",
    }
}

/// The first names, in quotation marks.
fn quoted(names: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<String> = names.iter().take(MOST).map(|name| format!("'{name}'")).collect();
    if names.len() > MOST {
        shown.push(format!("{} more", names.len() - MOST));
    }
    shown.join(", ")
}

impl Explain for Missing {
    fn place(&self) -> String {
        "first line".into()
    }

    fn expected(&self) -> String {
        let names = |field: &Field| {
            let [first, others @ ..] = field.names().names else { return String::new() };
            let others = others[..others.len().min(TOLD - 1)].join(", ");
            format!("{first} (or {others}, ...)")
        };
        let one_of = |fields: &&[Field]| fields.iter().map(names).collect::<Vec<_>>().join(" or ");
        format!("columns called {}", self.fields.iter().map(one_of).collect::<Vec<_>>().join("; "))
    }

    fn remedy(&self) -> String {
        "name the columns so in the first line, with times in seconds".into()
    }
}

/// Several columns may tell the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{taken}' was taken, and {} left alone", quoted(.others))]
pub(super) struct Doubt {
    field: Field,
    taken: String,
    others: Vec<String>,
}

impl Explain for Doubt {
    fn place(&self) -> String {
        "first line".into()
    }

    fn expected(&self) -> String {
        format!(
            "one column that says {}",
            match self.field {
                Field::Submit => spoken(&[Field::Submit]),
                Field::Runtime => spoken(&[Field::Runtime]),
                Field::Shape => "which shape it asked for",
                Field::Processors => "what processors it asked for",
                Field::Estimate => "what time it asked for",
                _ => "this",
            }
        )
    }

    fn remedy(&self) -> String {
        format!("call the one that is meant {}", self.field.names().names[0])
    }
}
