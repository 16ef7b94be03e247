//! The comment lines of a log: named fields such as `; MaxProcs: 128`, and notes.
//!
//! A line continues the value of the field above it if it is indented deeper or names no field, unless it begins with
//! one of the names that the format defines. Text before the first field is a note.

use crate::workload::Header;

/// The most bytes of comments that are kept. Headers of archive logs have some kilobytes. A file of comments only would
/// take many times its own size.
const MOST_BYTES: usize = 1 << 20;

/// The names that the format defines. They begin a field at any indentation.
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

/// Builds a [`Header`] from comment lines.
#[derive(Default)]
pub(super) struct HeaderReader {
    header: Header,
    /// The number of bytes so far.
    bytes: usize,
    /// The indentation of the last field's name.
    indentation: usize,
}

impl HeaderReader {
    /// Takes a comment line without its `;`. Returns false if there were too many.
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
            // One column of difference is careless (";Note:" after "; Computer:"). More is a continuation.
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

/// Writes a field of a header as comment lines. Further lines of its value are indented as a continuation.
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

/// Splits `Name: value`. The name is one word. `http://` is not a field, because no blank follows its colon: only a name
/// that the format defines needs none.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_word = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    let is_apart = value.is_empty() || value.starts_with([' ', '\t']) || NAMES.contains(&name);
    (is_word && is_apart).then(|| (name, value.trim()))
}

/// Comments are UTF-8 or, in old logs, Latin-1, which has the first 256 code points. Control characters are replaced,
/// because a log with them would be taken for a binary file when it is written and read again.
fn text_of(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes);
    let text = text.map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), str::to_owned);
    let is_odd = |letter: char| letter.is_control() && letter != '\t';
    text.replace(is_odd, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use crate::formats::read;

    #[test]
    fn numbers_may_have_remarks_and_commas_between_thousands() {
        for (comment, expected) in [
            ("; MaxProcs: 1152 (in 8 cabinets)", Some(1152)),
            ("; MaxProcs: 1,024", Some(1024)),
            (";MaxProcs:128", Some(128)),
            ("; MaxProcs: 1,24", None),
            ("; MaxProcs: 1024,128", None),
            ("; MaxProcs: many", None),
        ] {
            let (log, _) = read(format!("{comment}\n1 0 10 60 4\n").as_bytes());
            assert_eq!(log.header.max_procs(), expected, "{comment}");
        }
    }
}
