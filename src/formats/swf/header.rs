//! The comment lines of a log: named fields such as `; MaxProcs: 128`, and notes.
//!
//! A line that is indented deeper than the field above it, or that names no field, continues that field's value on a
//! new line, unless it begins with one of the names that the format defines; text before the first field counts as a note.

use crate::workload::Header;

/// The most bytes of comments that are kept. Headers of archive logs have some kilobytes; a file of comments only would
/// take many times its own size.
const MOST_BYTES: usize = 1 << 20;

/// The names of fields that the format defines, which begin a field wherever they stand.
const NAMES: [&str; 28] = [
    "Version",
    "Computer",
    "Installation",
    "Acknowledge",
    "Information",
    "Conversion",
    "MaxJobs",
    "MaxRecords",
    "Preemption",
    "UnixStartTime",
    "TimeZone",
    "TimeZoneString",
    "StartTime",
    "EndTime",
    "MaxNodes",
    "MaxProcs",
    "MaxRuntime",
    "MaxMemory",
    "AllowOveruse",
    "MaxQueues",
    "Queues",
    "Queue",
    "MaxPartitions",
    "Partitions",
    "Partition",
    "MaxParts",
    "Parts",
    "Note",
];

/// Builds a [`Header`] comment line by comment line.
#[derive(Default)]
pub(super) struct HeaderReader {
    header: Header,
    /// Bytes of the lines so far.
    bytes: usize,
    /// How deep the last field's name was indented.
    indentation: usize,
}

impl HeaderReader {
    /// Takes in a comment line, given what follows its `;`; false if there have been too many.
    pub fn line(&mut self, comment: &[u8]) -> bool {
        self.bytes = self.bytes.saturating_add(comment.len() + 1);
        let kept = self.bytes <= MOST_BYTES;
        if kept {
            self.keep(comment);
        }
        kept
    }

    fn keep(&mut self, comment: &[u8]) {
        let text = text_of(comment);
        let text = text.trim_start_matches(';').trim_end();
        let line = text.trim_start();
        if line.is_empty() {
            return;
        }
        let indentation = text.len() - line.len();
        match (field(line), self.header.fields.last_mut()) {
            // One column of difference is carelessness (";Note:" after "; Computer:"), more is meant.
            (None, Some((_, value))) => append(value, line),
            (Some((name, _)), Some((_, value))) if indentation > self.indentation + 1 && !NAMES.contains(&name) => {
                append(value, line);
            }
            (Some((name, value)), _) => {
                self.header.fields.push((name.to_owned(), value.to_owned()));
                self.indentation = indentation;
            }
            (None, None) => {
                self.header.fields.push(("Note".to_owned(), line.to_owned()));
                self.indentation = indentation;
            }
        }
    }

    pub fn finish(self) -> Header {
        self.header
    }
}

/// Writes a field of a header as comment lines, those of its value after the first indented as a continuation.
pub(super) fn write(text: &mut String, name: &str, value: &str) {
    let mut start = format!("; {name}: ");
    for line in value.split('\n') {
        start += line;
        text.push_str(start.trim_end());
        text.push('\n');
        start = ";        ".into();
    }
}

fn append(value: &mut String, line: &str) {
    if !value.is_empty() {
        value.push('\n');
    }
    value.push_str(line);
}

/// `Name: value` taken apart. The name is one word; `http://` is none, since no blank follows its colon.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_word = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    (is_word && (value.is_empty() || value.starts_with([' ', '\t']))).then(|| (name, value.trim()))
}

/// Comments are UTF-8 or, in old logs, Latin-1, whose bytes are the first 256 code points. What is no text is marked as
/// such: a log with it would be taken for a binary file when it is written and read again.
fn text_of(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes);
    let text = text.map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), str::to_owned);
    let is_odd = |letter: char| letter.is_control() && letter != '\t';
    text.replace(is_odd, "\u{FFFD}")
}
