//! Formats of logs: bytes to a [`Log`] and back. The content decides the format, never the name of the file.
//!
//! A format is one module with one [`Format`], listed in [`FORMATS`]. [`LogReader`] takes a log in pieces, and asks
//! each format in turn whether it recognises the beginning. Files that users drop by mistake ([`foreign`]) and unknown
//! files get one diagnostic instead of one for each line. [`read`] does the same for a whole file in memory.

pub(crate) mod batsim;
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
    /// Whether a log with this beginning has this format. The beginning is the first [`PROBE`] bytes, uncompressed, or
    /// all of a shorter log, from the first byte that is neither a blank nor part of a byte order mark.
    recognises: fn(&[u8]) -> bool,
    /// Makes a reader of such a log. The number is that of its first line, counted from 1. Only tables use the chosen
    /// columns.
    reader: fn(u32, &ColumnChoice) -> Box<dyn Pieces>,
}

/// The number of bytes that decide the format.
const PROBE: usize = 64 * 1024;

/// Reads a log of one format, piece by piece. It never fails and never panics.
trait Pieces {
    /// Takes the next piece. A piece may end anywhere, even within a line.
    fn take(&mut self, piece: &[u8]);

    /// The same for a piece with marked fields and lines; a format may ignore the marks.
    fn take_marked(&mut self, piece: &[u8], _marks: &Marks) {
        self.take(piece);
    }

    /// How many lines were read so far.
    fn lines(&self) -> u32;

    /// The log, and the diagnostics about unusable parts.
    fn finish(self: Box<Self>) -> Read;
}

/// The result of reading a log.
#[derive(Debug, Default, PartialEq)]
struct Read {
    log: Log,
    diagnostics: Vec<Diagnostic>,
    /// Which column was used for which field, if columns have names.
    columns: Vec<UsedColumn>,
}

impl Read {
    /// An empty log, and the reason.
    fn refused(reason: &impl Explain) -> Read {
        Read { log: Log::default(), diagnostics: vec![Diagnostic::of(reason)], columns: Vec::new() }
    }
}

/// A column of a table that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedColumn {
    /// Its field, by the name in [`ColumnChoice`]: `processors`.
    pub field: &'static str,
    /// Its name in the table: `node_num`.
    pub name: String,
    /// Other columns with a name of the same field.
    pub others: Vec<String>,
}

/// The most bytes, uncompressed, that are read of any file: a log, a scenario, a table of jobs. The largest log of the
/// archive has a tenth of that, and it is a quarter of what a browser's WebAssembly can address.
pub const MOST_BYTES: u64 = 1 << 30;

/// The most jobs that are read of a log: fifty times the jobs of the archive's largest log.
const MOST_JOBS: usize = 1 << 24;

/// The data has more than [`MOST_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too large: more than {} GiB of data, uncompressed", MOST_BYTES >> 30)]
pub struct TooLarge;

impl Explain for TooLarge {
    fn remedy(&self) -> String {
        "take the part of it that you need".into()
    }
}

/// Every format that can be read, in the order of recognition. The most permissive one is last.
pub const FORMATS: &[Format] =
    &[sacct::FORMAT, sacct::QUEUE_JSON, sacct::JSON, batsim::FORMAT, table::RECORDS, table::FORMAT, swf::FORMAT];

/// The name of a format, and whether it recognises a beginning.
type Kind = (&'static str, fn(&[u8]) -> bool);

/// The [`FORMATS`] without their readers. A program that only recognises files does not link the readers.
const KINDS: [Kind; FORMATS.len()] = {
    let mut kinds = [("", FORMATS[0].recognises); FORMATS.len()];
    let mut place = 0;
    while place < FORMATS.len() {
        kinds[place] = (FORMATS[place].name, FORMATS[place].recognises);
        place += 1;
    }
    kinds
};

/// Reads a log from its (decompressed) bytes in any of the [`FORMATS`]. A byte order mark is allowed.
///
/// It never fails. Unusable parts are left out with a diagnostic: one for each of the first hundred lines, and the
/// number of the others. Bytes that are not a log give an empty log and one diagnostic. Linear in the bytes.
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

/// Whether bytes are compressed with gzip.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(foreign::GZIP)
}

/// The kind of a file with these first bytes: `gzip`, the name of one of the [`FORMATS`], or an empty text.
pub fn kind_of(bytes: &[u8]) -> &'static str {
    let start = bytes[..bytes.len().min(PROBE)].trim_ascii_start();
    let kind = || KINDS.iter().find(|(_, recognises)| recognises(start)).map_or("", |(name, _)| name);
    if is_gzip(bytes) { "gzip" } else { kind() }
}

/// Why bytes are not a log.
#[derive(Debug, thiserror::Error)]
enum NoLog {
    #[error("the file is empty")]
    Empty,
    #[error(transparent)]
    TooLarge(TooLarge),
    #[error("the data is {}", .0.what)]
    Foreign(&'static NonLogFile),
    /// The names of a table's columns stand on this line, below this first one.
    #[error("a table begins on line {line}, below '{first}'")]
    Below { first: String, line: u32 },
    /// The data has this beginning, which opens a quotation mark and does not close it.
    #[error("the data begins with '{0}', where the name of a column has a line end in it")]
    OpenName(String),
    /// The data is JSON with other members, these.
    #[error("the data is JSON, and no list in it has jobs{}", called(.0))]
    Json(String),
    /// The data has this beginning.
    #[error("the data begins with '{0}', which is the beginning of no known format")]
    Unknown(String),
}

impl Explain for NoLog {
    fn place(&self) -> String {
        "log".into()
    }

    fn expected(&self) -> String {
        if let NoLog::Below { .. } | NoLog::OpenName(_) = self {
            return "a table with the names of its columns on the first line".into();
        }
        if let NoLog::Json(_) = self {
            return r#"records of jobs, such as {"submit": 0, "runtime": 60, "nodes": 4}"#.into();
        }
        let titles: Vec<&str> = FORMATS.iter().rev().map(|format| format.title).collect();
        format!("a log in the {}", alternatives(&titles))
    }

    fn remedy(&self) -> String {
        match self {
            NoLog::TooLarge(error) => error.remedy(),
            NoLog::Empty => "download it again".into(),
            NoLog::Foreign(kind) => kind.remedy.into(),
            NoLog::Below { .. } => "delete the lines above it, or begin each of them with #".into(),
            NoLog::OpenName(_) => "take the line end out of the name".into(),
            NoLog::Json(_) => "make records of its jobs, with its own names for the words in capitals: jq '.JOBS[] | {submit: .A, runtime: .B, nodes: .C}' FILE.json > jobs.json".into(),
            NoLog::Unknown(_) => "take the log itself, as plain text or compressed with gzip".into(),
        }
    }
}

/// The members of JSON, behind what is said of it.
fn called(members: &str) -> String {
    if members.is_empty() { String::new() } else { format!("; its members are {members}") }
}

/// The first line of a text.
fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end()
}

/// Whether these bytes stand somewhere in a text.
fn has(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The first words of a file, in a form that a sentence can show.
fn beginning(text: &[u8]) -> String {
    shortened_bytes(first_line(text.trim_ascii_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;
    use proptest::prelude::*;

    #[test]
    fn names_of_formats_are_unique() {
        for (position, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..position].iter().all(|other| other.name != format.name && other.title != format.title));
        }
    }

    #[test]
    fn data_that_is_no_log_is_named_with_expectation_and_remedy() {
        let log = format!("(expected {})", NoLog::Empty.expected());
        assert!(log.starts_with("(expected a log in the Standard Workload Format"));
        for (bytes, problem, remedy) in [
            (&b""[..], "the file is empty", "download it again"),
            (b" \r\n\n\t", "the file is empty", "download it again"),
            (b"\xEF\xBB\xBF", "the file is empty", "download it again"),
            (b"\x1F\x8B\x08\x00", "the data is still compressed with gzip", "decompress it first"),
            (b"PK\x03\x04....", "the data is a zip archive", "take the log out of it: unzip -p FILE.zip > log"),
            (
                b"PK\x03\x04..........................[Content_Types].xml",
                "the data is a spreadsheet",
                "save the sheet of jobs as CSV",
            ),
            (
                b"\"JOB_ID\" \"10.1\" 1700000000",
                "the data is an LSF accounting log (lsb.acct)",
                "make a table of its JOB_FINISH records, with the columns submit, start, end and processors: the guide has the command (docs/guide/formats.md)",
            ),
            (
                b"\nJob <1001>, User <alice>, Project <default>\n",
                "the data is a list of LSF's bjobs, bhist or bacct",
                "take the file lsb.acct and make a table of its JOB_FINISH records: the guide has the command (docs/guide/formats.md)",
            ),
            (
                b"  JOBID PARTITION NAME USER ST TIME NODES NODELIST(REASON)\n  1001 batch a.sh al R 10:00 2 n[1-2]\n",
                "the data is a list of squeue, which has jobs that wait or run",
                "export those that have ended: sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition",
            ),
            (
                b"JobId=7 UserId=eve(1001) GroupId=g(100) Name=a JobState=COMPLETED\n",
                "the data is what Slurm's scontrol or its plugin jobcomp/filetxt writes of jobs",
                "export them: sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition",
            ),
            (
                b"Args = \"\"\nClusterId = 7\nJobStatus = 4\nProcId = 0\n",
                "the data is a long list of HTCondor's jobs",
                "export them as JSON: condor_history -json > jobs.json",
            ),
            (
                b"{\n  \"timestamp\":1709290000,\n  \"pbs_version\":\"2022.1.1\",\n",
                "the data is a list of qstat, which has jobs that wait or run",
                "take the accounting log of PBS and make a table of it: the guide has the command (docs/guide/formats.md)",
            ),
            (
                b"==============\nqname        all.q\n",
                "the data is a list of Grid Engine's qacct",
                "take its file accounting and make a table of it: the guide has the command (docs/guide/formats.md)",
            ),
            (b"<?xml version=\"1.0\"?>\n<Job/>", "the data is an XML document", "export the jobs as a table (CSV)"),
            (
                &[&[0; 257][..], b"ustar", &[0; 250]].concat(),
                "the data is a tar archive",
                "take the log out of it: tar -xf FILE.tar",
            ),
            (
                [
                    b"# Version: 8.1.9\nall.q:node1:g:alice:run.sh:123:sge:0:1709251000:1709251100:1709251700"
                        .as_slice(),
                    &b":0".repeat(34),
                ]
                .concat()
                .as_slice(),
                "the data is a Grid Engine accounting log",
                "make a table of it, with the columns job, submit, start, end and processors: the guide has the command (docs/guide/formats.md)",
            ),
            (b"\n <!DOCTYPE html>", "the data is a web page", "download the log that the page links to"),
            (b"\xFF\xFE;\x00 \x00", "the data is text in UTF-16", "save it as plain text (UTF-8)"),
            (b"MZ\x00\x01\x02", "the data is binary", "take a plain text log or its gzip"),
            (
                b"1 0 -1 60 4\r2 0 -1 60 4\r",
                "the data is text with carriage returns as its only line ends",
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
    fn gzip_is_recognised_by_its_first_bytes() {
        assert!(is_gzip(b"\x1F\x8B\x08\x00"));
        assert!(!is_gzip(b"\x1F") && !is_gzip(b"") && !is_gzip(b"; Computer: x"));
    }

    #[test]
    fn every_format_is_recognised_by_its_beginning() {
        for (text, kind) in [
            (&b"\x1F\x8B\x08\x00"[..], "gzip"),
            (b"; Computer: x\n1 2|3", "swf"),
            (b"1 0 -1 60 4\n", "swf"),
            (b"\nJobID|Submit|Elapsed\n", "sacct"),
            (b"{\"nb_res\": 1, \"jobs\": [{\"id\": 1, \"subtime\": 2, \"res\": 3}]}", "batsim"),
            (b"submit,runtime,processors\n1,2,3\n", "csv"),
            (b"[{\"submit\": 1, \"runtime\": 2, \"processors\": 3}]", "json"),
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
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let (log, diagnostics) = read(&bytes);
            prop_assert_eq!(log.columns.check(), Ok(()));
            prop_assert!(!log.columns.is_empty() || !diagnostics.is_empty(), "an empty log says why");
        }
    }
}
