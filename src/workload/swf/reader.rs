//! From the bytes of a log to its columns, in one pass over the lines.

use super::columns::{Columns, Record};
use super::complaints::Complaints;
use super::header::HeaderReader;
use super::number::{Number, Wrong, is_number};
use super::{Log, foreign};
use crate::diagnostic::Diagnostic;
use crate::order::ascending;

/// The fields of a job line, in order.
const FIELDS: [&str; 18] = [
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "average CPU time",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user",
    "group",
    "application",
    "queue",
    "partition",
    "preceding job",
    "think time",
];

/// Reads a log from its (decompressed) bytes: LF or CRLF line ends, with or without a header, a byte order mark or a
/// final line end.
///
/// Never fails: what cannot be used is left out and said in a diagnostic with line and field, the first hundred of
/// them one by one and the rest as a count. Linear in the bytes; needs about 50 bytes a job beside them.
pub fn read(bytes: &[u8]) -> (Log, Vec<Diagnostic>) {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Some(message) = foreign::recognise(text) {
        return (Log::default(), vec![Diagnostic::new("log", message)]);
    }
    let mut reader = Reader::new(text.len());
    let mut at = 0;
    while at < text.len() {
        at = reader.line(text, at);
    }
    reader.finish()
}

/// What has been read so far.
struct Reader {
    header: HeaderReader,
    columns: Columns,
    /// The line of each job, for diagnostics that can only be made at the end.
    lines: Vec<u32>,
    complaints: Complaints,
    malformed: u32,
    line: u32,
}

impl Reader {
    fn new(bytes: usize) -> Reader {
        // Archive logs have 50 to 100 bytes a line; a wrong guess costs one more growth, or room never used. The
        // limit keeps that small for a huge file that is no log.
        let jobs = (bytes / 64).min(1 << 19);
        Reader {
            header: HeaderReader::default(),
            columns: Columns::with_capacity(jobs),
            lines: Vec::with_capacity(jobs),
            complaints: Complaints::default(),
            malformed: 0,
            line: 0,
        }
    }

    /// Takes in the line that begins at `start`, and returns where the next one does.
    fn line(&mut self, text: &[u8], start: usize) -> usize {
        self.line += 1;
        // Nearly every line is a job without fault, read in one pass that ends where the line does.
        let mut at = start;
        if let Some(record) = Record::scan(text, &mut at) {
            self.keep(&record);
            return at;
        }
        let rest = &text[start..];
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let line = rest[..length].trim_ascii();
        match line.first() {
            None => {}
            Some(b';') => self.header.line(&line[1..]),
            Some(_) => self.job(line),
        }
        start + length + 1
    }

    /// Takes in a job line that is unusual in some way.
    fn job(&mut self, line: &[u8]) {
        match Record::read(line) {
            Ok(record) => self.keep(&record),
            Err(problem) => {
                self.malformed += 1;
                let number = self.line;
                self.complaints.add(|| problem.diagnostic(number));
            }
        }
    }

    fn keep(&mut self, record: &Record) {
        self.columns.push(record);
        self.lines.push(self.line);
    }

    fn finish(self) -> (Log, Vec<Diagnostic>) {
        let header = self.header.finish();
        let mut summaries = Vec::new();
        summaries.extend(out_of_order(&self.columns, &self.lines));
        summaries.extend(duplicates(&self.columns, &self.lines));
        if self.columns.is_empty() {
            let message = match (self.malformed, header.fields.is_empty()) {
                (0, true) => "the file is empty; drop a log in the Standard Workload Format (.swf or .swf.gz)".into(),
                (0, false) => "the file holds only comment lines and no job; is the download complete?".into(),
                (lines, _) => format!(
                    "none of the {lines} lines is a job of {} numbers; is this a log in the Standard Workload Format?",
                    FIELDS.len()
                ),
            };
            summaries.push(Diagnostic::new("log", message));
        }
        let log = Log { header, columns: self.columns, malformed: self.malformed };
        (log, self.complaints.finish(summaries))
    }
}

impl Record {
    /// The job line that begins at `at`, which moves to the next line; none if anything about it is unusual.
    #[inline]
    fn scan(text: &[u8], at: &mut usize) -> Option<Record> {
        let mut record = Record::default();
        for index in 0..FIELDS.len() {
            skip_blanks(text, at);
            record.set(index, Number::scan(text, at)?).ok()?;
        }
        skip_blanks(text, at);
        let ends = text.get(*at).is_none_or(|&byte| byte == b'\n');
        *at += 1;
        (ends && record.submit >= 0).then_some(record)
    }

    /// The job on a line of its own, or what is wrong with it.
    fn read(line: &[u8]) -> Result<Record, Problem<'_>> {
        let mut record = Record::default();
        let mut rest = line;
        // A wrong number of fields says more about a line than the first field that then looks odd.
        let count = count_fields(line);
        if count != FIELDS.len() {
            return Err(Problem::Count(count));
        }
        for index in 0..FIELDS.len() {
            let field = next_field(&mut rest).unwrap_or_default();
            match Number::parse(field) {
                Ok(number) => record.set(index, number),
                Err(_) if !is_kept(index) && is_number(field) => Ok(()),
                Err(wrong) => Err(wrong),
            }
            .map_err(|wrong| Problem::Field(index, field, wrong))?;
        }
        if record.submit < 0 { Err(Problem::NegativeSubmit) } else { Ok(record) }
    }

    /// Stores the value of the field with this index, if it is one that is kept.
    #[inline]
    fn set(&mut self, index: usize, number: Number) -> Result<(), Wrong> {
        match index {
            0 => self.id = number.whole()?,
            1 => self.submit = number.time()?,
            3 => self.runtime = number.time()?,
            4 => self.allocated = number.whole()?,
            7 => self.requested_processors = number.whole()?,
            8 => self.requested_time = number.time()?,
            10 => self.status = number.whole()?,
            14 => self.queue = number.whole()?,
            15 => self.partition = number.whole()?,
            _ => {}
        }
        Ok(())
    }
}

/// Moves `at` past blanks within a line.
#[inline]
fn skip_blanks(text: &[u8], at: &mut usize) {
    while let Some(b' ' | b'\t' | b'\r' | b'\x0C') = text.get(*at) {
        *at += 1;
    }
}

/// Takes the next run of non-blank bytes off the front of a line.
fn next_field<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let line = rest.trim_ascii_start();
    if line.is_empty() {
        return None;
    }
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (field, after) = line.split_at(end);
    *rest = after;
    Some(field)
}

fn count_fields(line: &[u8]) -> usize {
    let mut rest = line;
    std::iter::from_fn(|| next_field(&mut rest)).count()
}

/// Why a line is no job.
enum Problem<'a> {
    /// This many fields instead of eighteen.
    Count(usize),
    /// The field with this index is no value of its kind.
    Field(usize, &'a [u8], Wrong),
    NegativeSubmit,
}

impl Problem<'_> {
    fn diagnostic(&self, line: u32) -> Diagnostic {
        let place = |index: usize| format!("line {line}, field {} ({})", index + 1, FIELDS[index]);
        match *self {
            Problem::Count(count) => Diagnostic::new(
                format!("line {line}"),
                format!(
                    "{count} {} where a job has {}; the line was dropped",
                    if count == 1 { "field" } else { "fields" },
                    FIELDS.len()
                ),
            ),
            Problem::NegativeSubmit => Diagnostic::new(
                place(1),
                "the submit time is negative; expected seconds after the start of the log, so the job was dropped",
            ),
            Problem::Field(index, field, wrong) => {
                let what = match wrong {
                    Wrong::NotANumber => "is not a number",
                    Wrong::NotWhole => "is not a whole number",
                    Wrong::OutOfRange => "is out of range",
                };
                let message = format!("'{}' {what}; expected {}; the line was dropped", shown(field), expected(index));
                Diagnostic::new(place(index), message)
            }
        }
    }
}

/// Whether the value of the field with this index is stored.
fn is_kept(index: usize) -> bool {
    matches!(index, 0 | 1 | 3 | 4 | 7 | 8 | 10 | 14 | 15)
}

/// What belongs into the field with this index.
fn expected(index: usize) -> &'static str {
    match index {
        1 => "seconds such as 3600 or 12.5",
        3 | 8 => "seconds such as 3600 or 12.5, or -1 where unknown",
        0 | 4 | 7 | 10 | 14 | 15 => "a whole number, or -1 where unknown",
        _ => "a number, or -1 where unknown",
    }
}

/// A field as it can be shown in a sentence: printable and not too long.
fn shown(field: &[u8]) -> String {
    const LONGEST: usize = 24;
    let text: String = String::from_utf8_lossy(&field[..field.len().min(LONGEST)])
        .chars()
        .map(|character| if character.is_control() { char::REPLACEMENT_CHARACTER } else { character })
        .collect();
    if field.len() > LONGEST { format!("{text}...") } else { text }
}

/// One sentence about jobs that were submitted before the one on the line above.
fn out_of_order(columns: &Columns, lines: &[u32]) -> Option<Diagnostic> {
    let late = |pair: &[i64]| pair[1] < pair[0];
    let first = columns.submit.windows(2).position(late)?;
    let count = columns.submit.windows(2).filter(|pair| late(pair)).count();
    let message = format!(
        "{count} {} submitted before the job on the line above, first on this line; the jobs were put in order of submit time",
        if count == 1 { "job was" } else { "jobs were" }
    );
    Some(Diagnostic::new(format!("line {}, field 2 ({})", lines[first + 1], FIELDS[1]), message))
}

/// One sentence about job numbers that occur more than once.
fn duplicates(columns: &Columns, lines: &[u32]) -> Option<Diagnostic> {
    if columns.id.is_sorted_by(|one, next| one < next) {
        return None;
    }
    let order: Vec<usize> = ascending(&columns.id).into_iter().map(|job| job as usize).collect();
    let repeats = order.windows(2).filter(|pair| columns.id[pair[0]] == columns.id[pair[1]]);
    let count = repeats.clone().count();
    let first = repeats.min_by_key(|pair| pair[1])?;
    let message = format!(
        "job number {} also stands on line {}; {count} {} a number of an earlier line; all jobs were kept",
        columns.id[first[1]],
        lines[first[0]],
        if count == 1 { "job repeats" } else { "jobs repeat" }
    );
    Some(Diagnostic::new(format!("line {}, field 1 ({})", lines[first[1]], FIELDS[0]), message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The pass over ordinary lines is an economy: line by line it finds what the careful reading finds, or leaves
        /// the line to it.
        #[test]
        fn the_fast_pass_agrees_with_the_careful_one(
            fields in prop::collection::vec("-?[0-9]{1,3}|[0-9]{1,12}\\.[0-9]{0,8}|[-+0-9.e]{1,4}", 17..=19),
            blank in "[ \t]{1,2}",
        ) {
            let line = fields.join(&blank);
            let text = format!(" {line} \r\n1 2 3\n");
            let mut at = 0;
            let careful = Record::read(line.as_bytes()).ok();
            match Record::scan(text.as_bytes(), &mut at) {
                Some(record) => {
                    prop_assert_eq!(Some(record), careful);
                    prop_assert_eq!(&text[at..], "1 2 3\n");
                }
                None => {
                    let plain = fields.iter().all(|field| Number::parse(field.as_bytes()).is_ok());
                    prop_assert!(careful.is_none() || !plain, "an ordinary line took the slow way");
                }
            }
        }
    }
}
