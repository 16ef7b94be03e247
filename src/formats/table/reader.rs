//! Reads the pieces of a table into its lines, in one pass.

use super::cells::{BLANKS, Cells, UnclosedQuote};
use super::header::{Header, Search, is_comment};
use super::job::Values;
use super::jobs::Jobs;
use super::remarks::{Remark, TableLineError, TableValueError};
use crate::formats::lines::WholeLines;
use crate::formats::{ColumnChoice, Pieces, Read};
use std::borrow::Cow;

/// The most lines of a value. A quotation mark that was left open does not take the whole table.
const MOST_LINES: usize = 20;

/// A reader of a table that begins on this line.
pub(in crate::formats) fn from_line(line: u32, choice: &ColumnChoice) -> Box<dyn Pieces> {
    Box::new(Reader { line: line - 1, choice: choice.clone(), ..Reader::default() })
}

/// The state of the reader.
#[derive(Default)]
struct Reader {
    choice: ColumnChoice,
    search: Search,
    /// The jobs below the header, once the header is known.
    jobs: Option<Jobs>,
    /// The header as it stands in the file.
    names: Vec<u8>,
    /// Whether a line below the header has come.
    has_begun: bool,
    /// The number of the last line.
    line: u32,
    /// The lines of a value in quotation marks so far, if it goes on over several.
    open: Vec<u8>,
    whole: WholeLines,
}

impl Pieces for Reader {
    fn take(&mut self, piece: &[u8]) {
        let mut whole = std::mem::take(&mut self.whole);
        whole.take(piece, |lines| self.lines_of(lines));
        self.whole = whole;
    }

    fn lines(&self) -> u32 {
        self.line
    }

    fn finish(mut self: Box<Self>) -> Read {
        let last = std::mem::take(&mut self.whole).finish();
        self.lines_of(&last);
        let open = std::mem::take(&mut self.open);
        self.each_line(open.strip_suffix(b"\n").unwrap_or_default());
        match self.jobs {
            Some(jobs) => jobs.finish(),
            None => Read::refused(&Remark::NoJob { is_slurm: false, steps: None, has_open: false }),
        }
    }
}

impl Reader {
    /// Takes whole lines.
    fn lines_of(&mut self, text: &[u8]) {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        for line in lines {
            if self.jobs.as_ref().is_some_and(Jobs::is_refused) {
                return;
            }
            self.line = self.line.saturating_add(1);
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            self.part(line.strip_suffix(b"\r").unwrap_or(line));
        }
    }

    /// Takes a line, on which a value of the lines before may go on.
    fn part(&mut self, line: &[u8]) {
        if self.open.is_empty() && !(has_odd_marks(line) && self.is_broken(line)) {
            return self.line(self.line, line);
        }
        let mut text = std::mem::take(&mut self.open);
        text.extend_from_slice(line);
        let breaks = text.iter().filter(|&&byte| byte == b'\n').count();
        if !self.is_broken(&text) {
            self.line(self.line - breaks as u32, &text);
        } else if has_odd_marks(&text) && breaks + 1 < MOST_LINES {
            text.push(b'\n');
            self.open = text;
        } else {
            self.each_line(&text);
        }
    }

    /// Takes the lines up to the present one for themselves, because no quotation mark ends their value.
    fn each_line(&mut self, text: &[u8]) {
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        let first = self.line.saturating_sub(lines.len() as u32 - 1);
        lines
            .into_iter()
            .zip(first..)
            .filter(|(line, _)| !line.is_empty())
            .for_each(|(line, number)| self.line(number, line));
    }

    /// Whether these lines below the header have a quotation mark that is not closed. Slurm writes no such marks.
    fn is_broken(&self, text: &[u8]) -> bool {
        let jobs = self.jobs.as_ref().filter(|jobs| !jobs.header.dialect.is_slurm && !is_comment(text));
        jobs.is_some_and(|jobs| Cells::new(text, jobs.header.separator).any(|cell| cell == Err(UnclosedQuote)))
    }

    fn line(&mut self, number: u32, line: &[u8]) {
        if self.jobs.is_none() {
            let Some((header, is_data)) = self.search.line(line, &self.choice) else { return };
            self.jobs = Some(Jobs::new(header, number));
            if !is_data {
                self.names = line.to_vec();
                return;
            }
        }
        let Some(jobs) = self.jobs.as_mut().filter(|jobs| !jobs.is_refused()) else { return };
        if is_comment(line) || line == self.names {
            return;
        }
        // Concatenated tables name their columns again.
        if let Some(again) = Header::again(line, &self.choice) {
            if !again.fields().eq(jobs.header.fields()) {
                jobs.refuse_other_columns(number);
            }
            return;
        }
        if !std::mem::replace(&mut self.has_begun, true) {
            if jobs.header.lacks_row_names(line) {
                *jobs = Jobs::new(jobs.header.behind_row_names(&self.choice), number);
            } else if jobs.header.take_units(line) {
                return;
            }
        }
        let values = values(line, &jobs.header);
        jobs.take(number, values);
    }
}

fn has_odd_marks(text: &[u8]) -> bool {
    text.iter().filter(|&&byte| byte == b'"').count() % 2 == 1
}

/// The values of a line in the columns with fields.
fn values<'a>(line: &'a [u8], header: &Header) -> Result<Values<'a>, TableLineError> {
    let columns = header.columns.len();
    let mut values = Values::default();
    let mut found = 0;
    let mut has_more = false;
    for cell in Cells::new(line, header.separator) {
        let fault = |cause| TableLineError {
            column: found,
            field: header.columns.get(found).and_then(|column| column.field),
            cause,
        };
        match cell {
            // Slurm writes no quotation marks around values. Other programs do.
            Err(UnclosedQuote) if !header.dialect.is_slurm => return Err(fault(TableValueError::UnclosedQuote)),
            Err(UnclosedQuote) => return from_both_ends(line, header),
            Ok(cell) if found < columns => values.set(header, found, cell),
            Ok(cell) => has_more |= !cell.is_empty() || header.free.is_some(),
        }
        found += 1;
    }
    if has_more {
        return from_both_ends(line, header);
    }
    // Between blanks, a value that is missing moves those behind it.
    if found < columns && (header.dialect.is_slurm || header.separator == BLANKS) {
        return Err(TableLineError { column: found, field: None, cause: TableValueError::TooFew { found, columns } });
    }
    Ok(values)
}

/// The same for a line with more values than columns. If one column of text may contain the separator, the values left
/// of it are counted from the beginning, and those right of it from the end.
fn from_both_ends<'a>(line: &'a [u8], header: &Header) -> Result<Values<'a>, TableLineError> {
    let columns = header.columns.len();
    let cells: Vec<&[u8]> = line.split(|&byte| byte == header.separator).map(<[u8]>::trim_ascii).collect();
    let fault = TableLineError { column: columns, field: None, cause: TableValueError::TooMany { columns } };
    let (first, last) = header.free.ok_or_else(|| fault.clone())?;
    let surplus = cells.len().checked_sub(columns).ok_or_else(|| fault.clone())?;
    let is_between = |place: usize| place > first && place < last && header.columns[place].field.is_some();
    if surplus > 0 && (0..columns).any(is_between) {
        return Err(fault);
    }
    let mut values = Values::default();
    for (place, cell) in cells.into_iter().enumerate() {
        if place <= first {
            values.set(header, place, Cow::Borrowed(cell));
        } else if place >= last + surplus {
            values.set(header, place - surplus, Cow::Borrowed(cell));
        }
    }
    Ok(values)
}
