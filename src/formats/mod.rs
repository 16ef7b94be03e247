//! Formats of logs: bytes to a [`Log`] and back. What a file holds is seen from its content, never from its name.
//!
//! A format is one module with one [`Format`], listed in [`FORMATS`]. [`LogReader`] takes a log in pieces, and asks each format in
//! turn whether it knows how the log begins; files that people drop by mistake ([`foreign`]) and unknown ones get one complaint
//! instead of one a line. [`read`] does the same for bytes that are all there.

pub mod batsim;
mod choice;
mod diagnostics;
mod foreign;
pub mod identity;
mod json;
mod labels;
mod lines;
mod log_reader;
mod marks;
mod places;
mod plausible;
mod sacct;
pub mod swf;
pub mod table;
mod unpacking;
mod values;
pub mod writing;

pub use choice::{ColumnChoice, NotAChoice};
pub use log_reader::{LogReader, Reading};
pub use marks::Marked;
pub use plausible::Remedy;
pub use unpacking::{MOST_RATIO, UnpackError, Unpacking};

use crate::diagnostic::{Diagnostic, Explain, alternatives, shortened_bytes};
use crate::workload::Log;
use foreign::NonLogFile;
use marks::Marks;

/// A format of logs.
pub struct Format {
    /// Its name in lists: `swf`.
    pub name: &'static str,
    /// Its name in sentences: `Standard Workload Format`.
    pub title: &'static str,
    /// Whether a log that begins like this (its first [`PROBE`] bytes, uncompressed, or all of a shorter one, from the first
    /// that is neither a blank nor a byte order mark) is of this format.
    recognises: fn(&[u8]) -> bool,
    /// Reads such a log. The number is that of the line on which it begins, counted from 1; columns that were chosen matter to
    /// tables only.
    reader: fn(u32, &ColumnChoice) -> Box<dyn Pieces>,
}

/// How much of a log is looked at to see what it is.
const PROBE: usize = 64 * 1024;

/// Reads a log of one format, piece by piece. Never fails and never panics.
trait Pieces {
    /// Takes in what follows. Where a piece ends, even within a line, makes no difference.
    fn take(&mut self, piece: &[u8]);

    /// The same for a piece in which fields and lines have been found, if that is of any use.
    fn take_marked(&mut self, piece: &[u8], _marks: &Marks) {
        self.take(piece);
    }

    /// How many lines were read so far.
    fn lines(&self) -> u32;

    /// The log, and complaints about what could not be used of it.
    fn finish(self: Box<Self>) -> Read;
}

/// What was read of a log.
#[derive(Debug, PartialEq)]
struct Read {
    log: Log,
    diagnostics: Vec<Diagnostic>,
    /// Which columns told what, where they have names.
    columns: Vec<UsedColumn>,
}

impl Read {
    /// Nothing, and why.
    fn refused(reason: &impl Explain) -> Read {
        Read { log: Log::default(), diagnostics: vec![Diagnostic::of(reason)], columns: Vec::new() }
    }
}

/// A column of a table that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedColumn {
    /// What it tells, as [`ColumnChoice`] calls it: `processors`.
    pub field: &'static str,
    /// What it is called: `node_num`.
    pub name: String,
    /// Other columns that may tell the same.
    pub others: Vec<String>,
}

/// The most bytes, uncompressed, that are read of anything: a log, a scenario, a table of jobs. The largest log of the
/// archive has a tenth of that, and it is a quarter of what a browser's WebAssembly can address.
pub const MOST_BYTES: u64 = 1 << 30;

/// The most jobs that are read of a log: fifty times as many as the largest log of the archive has.
const MOST_JOBS: usize = 1 << 24;

/// Something has more than [`MOST_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too large: more than {} GiB of data, uncompressed", MOST_BYTES >> 30)]
pub struct TooLarge;

impl Explain for TooLarge {
    fn remedy(&self) -> String {
        "take the part of it that you need".into()
    }
}

/// Every format that can be read, in the order in which they are tried: the least choosy one comes last.
pub const FORMATS: &[Format] = &[sacct::FORMAT, sacct::JSON, batsim::FORMAT, table::FORMAT, swf::FORMAT];

/// The name of a format, and whether a log that begins like this is of it.
type Kind = (&'static str, fn(&[u8]) -> bool);

/// How the [`FORMATS`] are told apart, without their readers: a program that only tells files apart has none of them in it.
const KINDS: [Kind; FORMATS.len()] = {
    let mut kinds = [("", FORMATS[0].recognises); FORMATS.len()];
    let mut place = 0;
    while place < FORMATS.len() {
        kinds[place] = (FORMATS[place].name, FORMATS[place].recognises);
        place += 1;
    }
    kinds
};

/// Reads a log from its (decompressed) bytes, in whichever of the [`FORMATS`] they are; a byte order mark is no obstacle.
///
/// Never fails: what cannot be used is left out and said in a diagnostic, the first hundred lines of the log one by one
/// and the rest as a count. Bytes that are no log at all make an empty one and one diagnostic. Linear in the bytes.
///
/// ```
/// use subtorus::formats;
///
/// let text = "\
/// ; Computer: a small one
/// 1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
/// 2 5 -1 soon 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
/// ";
/// let (log, complaints) = formats::read(text.as_bytes());
/// assert_eq!((log.columns.len(), log.header.computer()), (1, Some("a small one")));
/// assert_eq!(complaints[0].place, "line 3, field 4 (run time)");
/// assert_eq!(complaints[0].problem, "'soon' is not a number");
/// ```
pub fn read(bytes: &[u8]) -> (Log, Vec<Diagnostic>) {
    let mut reader = LogReader::default();
    reader.take(bytes);
    reader.finish()
}

/// Whether bytes are compressed with gzip, and so to be unpacked before they are read.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(foreign::GZIP)
}

/// What a file that begins with these bytes is: `gzip`, the name of one of the [`FORMATS`], or nothing that is known.
pub fn kind_of(bytes: &[u8]) -> &'static str {
    let start = bytes[..bytes.len().min(PROBE)].trim_ascii_start();
    let kind = || KINDS.iter().find(|(_, recognises)| recognises(start)).map_or("", |(name, _)| name);
    if is_gzip(bytes) { "gzip" } else { kind() }
}

/// Why bytes are no log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NoLog {
    #[error("the file is empty")]
    Empty,
    #[error(transparent)]
    TooLarge(TooLarge),
    #[error("the data is {}", .0.what)]
    Foreign(&'static NonLogFile),
    /// With how it begins.
    #[error("the data begins with '{0}', which is the beginning of no known format")]
    Unknown(String),
}

impl Explain for NoLog {
    fn place(&self) -> String {
        "log".into()
    }

    fn expected(&self) -> String {
        let titles: Vec<&str> = FORMATS.iter().rev().map(|format| format.title).collect();
        format!("a log in the {}", alternatives(&titles))
    }

    fn remedy(&self) -> String {
        match self {
            NoLog::TooLarge(error) => error.remedy(),
            NoLog::Empty => "download it again".into(),
            NoLog::Foreign(foreign) => foreign.remedy.into(),
            NoLog::Unknown(_) => "take the log itself, as plain text or compressed with gzip".into(),
        }
    }
}

/// The first line of a text.
fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end()
}

/// The first words of a file, as they can be shown in a sentence.
fn beginning(text: &[u8]) -> String {
    shortened_bytes(first_line(text.trim_ascii_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;
    use proptest::prelude::*;

    #[test]
    fn names_of_formats_are_their_own() {
        for (position, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..position].iter().all(|other| other.name != format.name && other.title != format.title));
        }
    }

    #[test]
    fn what_is_no_log_is_named_with_what_was_expected_and_what_to_do() {
        let log = format!("(expected {})", NoLog::Empty.expected());
        assert!(log.starts_with("(expected a log in the Standard Workload Format"));
        for (bytes, problem, remedy) in [
            (&b""[..], "the file is empty", "download it again"),
            (b" \r\n\n\t", "the file is empty", "download it again"),
            (b"\xEF\xBB\xBF", "the file is empty", "download it again"),
            (b"\x1F\x8B\x08\x00", "the data is still compressed with gzip", "decompress it first"),
            (b"PK\x03\x04....", "the data is a zip archive", "take the log out of it: unzip -p FILE.zip > log"),
            (b"\n <!DOCTYPE html>", "the data is a web page", "download the log that the page links to"),
            (b"\xFF\xFE;\x00 \x00", "the data is text in UTF-16", "save it as plain text (UTF-8)"),
            (b"MZ\x00\x01\x02", "the data is binary", "take a plain text log or its gzip"),
            (
                b"1 0 -1 60 4\r2 0 -1 60 4\r",
                "the data is text whose lines end in carriage returns only",
                "save it with ordinary line ends",
            ),
            (
                b"\nDear diary,\ntoday nothing happened.\n",
                "the data begins with 'Dear diary,', which is the beginning of no known format",
                "take the log itself, as plain text or compressed with gzip",
            ),
            (
                b"one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen",
                "the data begins with 'one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen…', which is the beginning of no known format",
                "take the log itself, as plain text or compressed with gzip",
            ),
        ] {
            let (log_read, diagnostics) = read(bytes);
            assert_eq!(log_read, Log::default());
            assert_eq!(diagnostics.len(), 1);
            assert_eq!(diagnostics[0].to_string(), format!("log: {problem} {log}; {remedy}"));
        }
    }

    #[test]
    fn gzip_is_told_by_its_first_bytes() {
        assert!(is_gzip(b"\x1F\x8B\x08\x00"));
        assert!(!is_gzip(b"\x1F") && !is_gzip(b"") && !is_gzip(b"; Computer: x"));
    }

    #[test]
    fn every_format_is_told_by_how_it_begins() {
        for (text, kind) in [
            (&b"\x1F\x8B\x08\x00"[..], "gzip"),
            (b"; Computer: x\n1 2|3", "swf"),
            (b"1 0 -1 60 4\n", "swf"),
            (b"\nJobID|Submit|Elapsed\n", "sacct"),
            (b"{\"nb_res\": 1, \"jobs\": [{\"id\": 1, \"subtime\": 2, \"res\": 3}]}", "batsim"),
            (b"submit,runtime,processors\n1,2,3\n", "csv"),
            (b"{\"subtorus-shelf\": 1, \"experiments\": []}", ""),
            (b"", ""),
        ] {
            assert_eq!(kind_of(text), kind, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn two_million_random_bytes_get_one_complaint() {
        let mut stream = Stream::new(1, "rubbish", 0);
        let bytes: Vec<u8> = (0..2_000_000).map(|_| stream.uniform_integer(0, 255) as u8).collect();
        let (log, diagnostics) = read(&bytes);
        assert_eq!((log, diagnostics.len()), (Log::default(), 1));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let (log, diagnostics) = read(&bytes);
            prop_assert_eq!(log.columns.check(), Ok(()));
            prop_assert!(!log.columns.is_empty() || !diagnostics.is_empty(), "an empty log says why");
        }
    }
}
