//! From the pieces of a table to the columns of a log, in one pass over the lines.

use super::header::{Header, is_comment};
use super::job::Job;
use super::labels::Labels;
use crate::diagnostic::{Diagnostic, Explain};
use crate::formats::complaints::Complaints;
use crate::formats::lines::WholeLines;
use crate::formats::{MOST_JOBS, Pieces};
use crate::workload::{Columns, Log, MOST_SHAPES};

/// Reads a table that begins on this line.
pub(super) fn from_line(line: u32) -> Box<dyn Pieces> {
    Box::new(Reader { line: line - 1, ..Reader::default() })
}

/// What has been read so far.
#[derive(Default)]
pub(super) struct Reader {
    /// What the first line says, once it has been read.
    header: Option<Header>,
    columns: Columns,
    labels: [Labels; 3],
    complaints: Complaints,
    malformed: u32,
    /// The number of the last line.
    line: u32,
    whole: WholeLines,
    /// Why nothing of it is of use.
    refused: Option<Diagnostic>,
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

    fn finish(mut self: Box<Self>) -> (Log, Vec<Diagnostic>) {
        let last = std::mem::take(&mut self.whole).finish();
        self.lines_of(&last);
        if let Some(reason) = self.refused {
            return (Log::default(), vec![reason]);
        }
        let doubts = self.header.iter().flat_map(Header::doubts).map(|doubt| Diagnostic::of(&doubt));
        let mut diagnostics: Vec<Diagnostic> = doubts.chain(self.complaints.finish()).collect();
        if self.columns.is_empty() {
            diagnostics.push(Diagnostic::of(&NoJob { malformed: self.malformed }));
        }
        let mut columns = self.columns;
        [columns.user, columns.queue, columns.partition] = self.labels.map(Labels::finish);
        (Log { columns, malformed: self.malformed, ..Log::default() }, diagnostics)
    }
}

impl Reader {
    /// Takes in whole lines.
    fn lines_of(&mut self, text: &[u8]) {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        for line in lines {
            if self.refused.is_some() {
                return;
            }
            self.line = self.line.saturating_add(1);
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !is_comment(line) {
                self.line(line);
            }
        }
    }

    /// Takes in a line that says something.
    fn line(&mut self, line: &[u8]) {
        let Some(header) = &self.header else {
            let header = Header::read(line);
            self.refused = header.missing().map(|missing| Diagnostic::of(&missing));
            self.header = Some(header);
            return;
        };
        let number = self.columns.len() as i64 + i64::from(self.malformed) + 1;
        match Job::read(line, header, number) {
            Ok(job) => self.keep(&job),
            Err(fault) => {
                self.malformed += 1;
                let number = self.line;
                self.complaints.add(|| Diagnostic::at(fault.place(number, header), &fault));
            }
        }
    }

    fn keep(&mut self, job: &Job) {
        let place = self.columns.len();
        let has_room = job.extents.is_none_or(|extents| self.columns.shapes.add(place, extents));
        if place == MOST_JOBS || !has_room {
            let reason = if has_room { TooMuch::Jobs } else { TooMuch::Shapes };
            self.refused = Some(Diagnostic::of(&reason));
            return;
        }
        self.columns.push(&job.record);
        self.labels.iter_mut().zip(&job.labels).for_each(|(labels, label)| labels.add(label));
    }
}

/// More of something than is read of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum TooMuch {
    #[error("too large: more than {MOST_JOBS} jobs")]
    Jobs,
    #[error("more than {MOST_SHAPES} different shapes")]
    Shapes,
}

impl Explain for TooMuch {
    fn place(&self) -> String {
        "log".into()
    }

    fn remedy(&self) -> String {
        "take the part of it that you need".into()
    }
}

/// A table without a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", match .malformed { 0 => "the table has names for its columns, but no line below them".into(), 1 => "the one line of the table is no job".into(), lines => format!("none of the {lines} lines of the table is a job") })]
struct NoJob {
    /// How many lines are none.
    malformed: u32,
}

impl Explain for NoJob {
    fn place(&self) -> String {
        "log".into()
    }

    fn expected(&self) -> String {
        "a line of values for each job".into()
    }

    fn remedy(&self) -> String {
        if self.malformed == 0 {
            "check that the download is complete"
        } else {
            "check that these are the columns' names"
        }
        .into()
    }
}
