//! Reads the pieces of a log into its columns, in one pass over the lines.

use super::fields::{FIELDS, NEEDED, place};
use super::header::HeaderReader;
use super::line::{Problem, fields, parse};
use super::oddities::Oddities;
use super::parts::Parts;
use super::plain::{self, Line};
use super::remarks::{Remark, out_of_order, repeated};
use crate::diagnostic::Diagnostic;
use crate::formats::diagnostics::{DiagnosticCollector, Lines};
use crate::formats::marks::Marks;
use crate::formats::places::Places;
use crate::formats::values::is_number;
use crate::formats::{ColumnChoice, MOST_JOBS, Pieces, Read};
use crate::workload::{Columns, Log, Record};

/// The amount of text that is marked at once: with its marks it stays in the cache. (Tests use so little that lines
/// span several.)
const STRETCH: usize = if cfg!(test) { 1 << 8 } else { 1 << 14 };

/// Whether some line near the beginning is a comment, or has as many numbers as a job needs. One damaged line does not
/// prevent reading the others.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let is_numeric = |field: &&[u8]| is_number(field);
    let enough = NEEDED[NEEDED.len() - 1] + 1;
    probe.split(|&byte| byte == b'\n').any(|line| {
        line.trim_ascii_start().starts_with(b";") || fields(line.trim_ascii()).filter(is_numeric).count() >= enough
    })
}

/// Reads a log that begins on this line, with LF or CRLF line ends, with or without a header or a final line end.
///
/// It never fails. Unusable parts are left out with a diagnostic of line and field. Linear in the bytes; needs about 30
/// bytes a job, and a line. More than [`MOST_JOBS`] jobs give an empty log, because the first of them would be another
/// log.
pub(super) fn from_line(line: u32, _: &ColumnChoice) -> Box<dyn Pieces> {
    Box::new(Reader::new(line, MOST_JOBS))
}

/// The state of the reader.
#[derive(Default)]
pub(super) struct Reader {
    header: HeaderReader,
    columns: Columns,
    /// The line of each job, for diagnostics that need the whole log.
    places: Places,
    complaints: DiagnosticCollector,
    malformed: u32,
    /// Job lines with more than eighteen fields.
    longer: Lines,
    /// Jobs that name a preceding job.
    preceded: Lines,
    /// Comment lines that are not kept.
    unkept: Lines,
    oddities: Oddities,
    parts: Parts,
    /// The number of the last line.
    line: u32,
    /// The beginning of a line without its end.
    partial: Vec<u8>,
    /// Memory for the marks of pieces that come without.
    marks: Marks,
    most_jobs: usize,
}

impl Pieces for Reader {
    fn take(&mut self, piece: &[u8]) {
        let mut marks = std::mem::take(&mut self.marks);
        for stretch in piece.chunks(STRETCH) {
            marks.mark(stretch);
            self.take_marked(stretch, &marks);
        }
        self.marks = marks;
    }

    fn take_marked(&mut self, text: &[u8], marks: &Marks) {
        if self.has_too_many() {
            return;
        }
        let start = if self.partial.is_empty() { 0 } else { self.end_of_partial(text, marks) };
        let rest = plain::read(text, marks, start, |line| {
            match line {
                Line::Job(record, has_preceding) => {
                    self.line += 1;
                    self.keep(&record, has_preceding);
                }
                Line::Other(start) => drop(self.line(text, start)),
            }
            !self.has_too_many()
        });
        self.partial.extend_from_slice(&text[rest..]);
    }

    fn lines(&self) -> u32 {
        self.line
    }

    fn finish(mut self: Box<Self>) -> Read {
        let last = std::mem::take(&mut self.partial);
        if !last.is_empty() && !self.has_too_many() {
            self.line(&last, 0);
        }
        if self.has_too_many() {
            return Read::refused(&Remark::TooManyJobs(self.most_jobs));
        }
        let parts = self.parts.leave_out(&mut self.columns, &mut self.places);
        for line in self.parts.strays() {
            self.refuse(line, &Problem::NO_SUBMISSION);
        }
        self.oddities.number(&mut self.columns);
        let is_empty = self.columns.is_empty() && self.malformed == 0;
        let mut remarks = vec![self.longer.some().map(Remark::Longer)];
        remarks.extend(self.oddities.remarks().map(Some));
        remarks.extend([
            self.unkept.some().map(Remark::Unkept),
            parts.some().map(Remark::PartsOfJobs),
            self.preceded.some().map(Remark::Preceded),
            out_of_order(&self.columns, &self.places),
            repeated(&self.columns, &self.places),
            is_empty.then_some(Remark::NoJob),
        ]);
        let mut diagnostics = self.complaints.finish(self.columns.is_empty());
        diagnostics.extend(remarks.iter().flatten().map(Diagnostic::of));
        let log = Log { header: self.header.finish(), columns: self.columns, malformed: self.malformed };
        Read { log, diagnostics, columns: Vec::new() }
    }
}

impl Reader {
    pub(super) fn new(first_line: u32, most_jobs: usize) -> Reader {
        Reader { line: first_line - 1, most_jobs, ..Reader::default() }
    }

    fn has_too_many(&self) -> bool {
        self.columns.len() > self.most_jobs
    }

    /// Takes the line that has begun, if it ends in this text. Returns where the rest begins.
    fn end_of_partial(&mut self, text: &[u8], marks: &Marks) -> usize {
        let Some(&end) = marks.line_ends.first() else { return 0 };
        let mut line = std::mem::take(&mut self.partial);
        line.extend_from_slice(&text[..=end]);
        self.line(&line, 0);
        line.clear();
        self.partial = line;
        end + 1
    }

    /// Takes the line that begins at `start`. Returns where the next one begins.
    fn line(&mut self, text: &[u8], start: usize) -> usize {
        self.line += 1;
        let end = text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |length| start + length);
        let line = text[start..end].trim_ascii();
        match line.first() {
            None | Some(b'#') => {}
            Some(b';') if self.header.line(&line[1..]) => {}
            Some(b';') => self.unkept.add(self.line),
            Some(_) => self.job(line),
        }
        end + 1
    }

    /// Takes an unusual job line.
    fn job(&mut self, line: &[u8]) {
        match parse(line) {
            Ok(mut job) => {
                self.oddities.note(self.line, line, &mut job);
                self.keep(&job.record, job.has_preceding);
                if job.count > FIELDS.len() {
                    self.longer.add(self.line);
                }
            }
            // Parts of a job after the first have no submission time.
            Err(problem) if problem == Problem::NO_SUBMISSION && self.parts.add(self.line, line) => {}
            Err(problem) => self.refuse(self.line, &problem),
        }
    }

    fn refuse(&mut self, line: u32, problem: &Problem) {
        self.malformed += 1;
        let diagnostic = || Diagnostic::at(place(line, problem.field()), problem);
        self.complaints.add((problem.field(), problem.kind()), diagnostic);
    }

    fn keep(&mut self, record: &Record, has_preceding: bool) {
        self.places.add(self.columns.len(), self.line);
        self.columns.push(record);
        if has_preceding {
            self.preceded.add(self.line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;
    use proptest::prelude::*;

    fn read_at_most(jobs: usize, text: &[u8]) -> (Log, Vec<Diagnostic>) {
        let mut reader = Box::new(Reader::new(1, jobs));
        reader.take(text);
        let Read { log, diagnostics, .. } = reader.finish();
        (log, diagnostics)
    }

    proptest! {
        /// Reading lines of digits together only saves time. One by one, they give the same jobs and diagnostics.
        #[test]
        fn lines_read_together_equal_lines_read_one_by_one(
            lines in prop::collection::vec(
                (prop::collection::vec("-?[0-9]{1,9}|-1|[0-9]{17,20}|[0-9]{1,3}[.][0-9]{0,3}", 16..20), " {1,3}|\t", 0usize..4),
                0..30,
            ),
            odd in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&b"-. \n\r;x7\xe9\0"[..])), 0..6),
            last_is_whole in any::<bool>(),
        ) {
            let end = |number: usize| ["\n", "\r\n", " \n", "\n\n"][number];
            let line = |(fields, blank, number): (Vec<String>, String, usize)| fields.join(&blank) + end(number);
            let mut text = lines.into_iter().map(line).collect::<String>().into_bytes();
            if !last_is_whole {
                text.pop();
            }
            if !text.is_empty() {
                for (place, byte) in &odd {
                    let place = place.index(text.len());
                    text[place] = *byte;
                }
            }
            let mut one_by_one = Box::new(Reader::new(1, MOST_JOBS));
            let mut at = 0;
            while at < text.len() {
                at = one_by_one.line(&text, at);
            }
            let (mut together, mut marked) = (Box::new(Reader::new(1, MOST_JOBS)), Box::new(Reader::new(1, MOST_JOBS)));
            together.take(&text);
            let mut marks = Marks::default();
            marks.mark(&text);
            marked.take_marked(&text, &marks);
            let one_by_one = one_by_one.finish();
            prop_assert!(together.finish() == one_by_one && marked.finish() == one_by_one);
        }

        #[test]
        fn no_bytes_differ_read_together(bytes in prop::collection::vec(prop::sample::select(&b"0000123 -\n  \t\r.;"[..]), 0..3000)) {
            let mut one_by_one = Box::new(Reader::new(1, MOST_JOBS));
            let mut at = 0;
            while at < bytes.len() {
                at = one_by_one.line(&bytes, at);
            }
            let Read { log, diagnostics, .. } = one_by_one.finish();
            prop_assert_eq!(read_at_most(MOST_JOBS, &bytes), (log, diagnostics));
        }
    }

    #[test]
    fn a_log_of_more_jobs_than_memory_can_hold_is_too_large() {
        let text = "0 0 0 0 1\n".repeat(4);
        assert_eq!(read_at_most(4, text.as_bytes()).0.columns.len(), 4);
        let (log, diagnostics) = read_at_most(3, text.as_bytes());
        assert_eq!((log, diagnostics.len()), (Log::default(), 1));
        let said = "log: too large: more than 3 jobs; take the part of it that you need";
        assert_eq!(diagnostics[0].to_string(), said);
    }

    /// Short comments, kept as names and values, would take twenty times the memory of the file.
    #[test]
    fn an_endless_header_is_cut_off_and_reported() {
        let text = "; a: b\n".repeat(1 << 18) + "1 0 0 60 4\n";
        let (log, diagnostics) = read(text.as_bytes());
        assert_eq!(log.columns.len(), 1);
        assert!(log.header.fields.len() < 1 << 18 && log.header.fields.len() > 1000);
        let said = diagnostics.iter().find(|diagnostic| diagnostic.problem.contains("left out")).unwrap().to_string();
        assert!(said.contains("comment lines are left out, first this one"), "{said}");
        assert!(said.starts_with(&format!("line {}: ", log.header.fields.len() + 1)), "{said}");
    }

    #[test]
    fn numbers_out_of_range_are_reported_with_line_and_field() {
        let fields = ["1", "0", "-1", "60", "4", "-1", "-1", "4", "90", "-1", "1", "1", "1", "1", "1", "1", "-1", "-1"];
        for (index, name) in [
            (0, "job number"),
            (1, "submit time"),
            (3, "run time"),
            (4, "allocated processors"),
            (7, "requested processors"),
        ] {
            for number in
                ["99999999999999999999", "18446744073709551617", "9223372036854775807", "-9223372036854775808"]
            {
                let mut line = fields;
                line[index] = number;
                let (log, diagnostics) = read(format!("{}\n{}\n", fields.join(" "), line.join(" ")).as_bytes());
                assert_eq!((log.columns.len(), log.malformed), (1, 1), "{name} {number}");
                let said = format!("line 2, field {} ({name}): '{number}' is out of range ", index + 1);
                assert!(diagnostics[0].to_string().starts_with(&said), "{diagnostics:?}");
            }
        }
    }
}
