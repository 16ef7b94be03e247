//! A file that is opened on the page, packed or plain. Its kind follows from its first bytes, never from its name.

use super::shard_file::{self, FileResults};
use super::{LogReadSession, LogReport, schedule_file};
use crate::diagnostic::Diagnostic;
use crate::formats::Unpacking;
use crate::run::Trace;
use crate::workload::Log;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::mem;

/// The content of a file: one of these.
#[derive(Debug, Default)]
pub struct Opened {
    /// The report on a log.
    pub log: Option<LogReport>,
    /// The jobs of the log.
    pub jobs: Log,
    /// The schedule of a run ([`schedule_file`]).
    pub schedule: Option<Trace>,
    /// Results of an experiment ([`shard_file`]).
    pub results: Option<FileResults>,
}

/// How much of a file is read to determine its kind.
const PROBE: usize = 64 * 1024;

/// A file that is being read, piece by piece. The text of a log is never in memory as a whole. That of a schedule or of
/// results is, because the meaning of its first line may depend on its last.
#[derive(Default)]
pub struct Opening {
    unpacking: Unpacking,
    content: Content,
    /// The choice of columns of a table, as in the parameter `column`.
    columns: String,
}

enum Content {
    /// Too few bytes to determine the kind.
    Beginning(Vec<u8>),
    Log(Box<LogReadSession>),
    Schedule(Text),
    Results(Text),
}

impl Default for Content {
    fn default() -> Content {
        Content::Beginning(Vec::new())
    }
}

impl Opening {
    /// For a file that may be a table with chosen columns, as in the parameter `column`.
    pub fn with_columns(columns: String) -> Opening {
        Opening { columns, ..Opening::default() }
    }

    /// Takes the next bytes of the file. Returns the progress of reading a log, in words. Fails if they cannot be
    /// unpacked or are too many; no more may follow then.
    pub fn take(&mut self, piece: &[u8]) -> Result<String, Diagnostic> {
        let Opening { unpacking, content, columns } = self;
        unpacking.take(piece, &mut |piece| content.take(piece, columns)).map_err(|error| Diagnostic::of(&error))?;
        Ok(if let Content::Log(log) = content { log.progress() } else { String::new() })
    }

    /// The content of the file. The machine of a schedule is the first of `machines` that it could have run on. Fails
    /// if the file cannot be used.
    pub fn finish(mut self, machines: &str) -> Result<Opened, Diagnostic> {
        let (content, columns) = (&mut self.content, &self.columns);
        self.unpacking.finish(&mut |piece| content.take(piece, columns)).map_err(|error| Diagnostic::of(&error))?;
        content.decide(true, columns);
        let mut opened = Opened::default();
        match self.content {
            Content::Log(reading) => {
                let (log, report) = reading.finish()?;
                (opened.log, opened.jobs) = (Some(report), log);
            }
            Content::Schedule(text) => opened.schedule = Some(schedule_file::open(text, machines)?),
            Content::Results(text) => {
                let results = shard_file::open(BufReader::new(text)).map_err(|error| Diagnostic::of(&error))?;
                opened.results = Some(results);
            }
            Content::Beginning(_) => unreachable!("the kind is decided"),
        }
        Ok(opened)
    }
}

impl Content {
    /// Takes unpacked bytes.
    fn take(&mut self, piece: &[u8], columns: &str) {
        match self {
            Content::Beginning(start) => {
                start.extend_from_slice(piece);
                self.decide(false, columns);
            }
            Content::Log(log) => log.take(piece),
            Content::Schedule(text) | Content::Results(text) => text.0.push_back(piece.into()),
        }
    }

    /// Determines the kind once there are enough bytes, or all bytes.
    fn decide(&mut self, is_all: bool, columns: &str) {
        let Content::Beginning(start) = self else { return };
        if start.len() < PROBE && !is_all {
            return;
        }
        let start = mem::take(start);
        let text = |start| Text([start].into());
        *self = if start.starts_with(shard_file::BEGINNING.as_bytes()) {
            Content::Results(text(start))
        } else if schedule_file::is_schedule(&start[..start.len().min(PROBE)]) {
            Content::Schedule(text(start))
        } else {
            let mut log = LogReadSession::with_columns(columns);
            log.take(&start);
            Content::Log(Box::new(log))
        };
    }
}

/// A text in pieces. Each piece is dropped after it has been read, so there is at most one copy in memory.
struct Text(VecDeque<Vec<u8>>);

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut piece) = self.0.pop_front() else { return Ok(0) };
        let length = piece.len().min(buffer.len());
        buffer[..length].copy_from_slice(&piece[..length]);
        if length < piece.len() {
            piece.drain(..length);
            self.0.push_front(piece);
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::super::shard_file::tests::{LINK, file};
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    const SCHEDULE: &str = "job,submit,start,end,procs,blocks\n7,0,5000000,9000000,2,\"1,0+1x2\"\n";
    const LOG: &str = "1 0 0 10 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n";

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Opens these bytes, this many at a time.
    fn open(bytes: &[u8], at_once: usize) -> Result<Opened, Diagnostic> {
        let mut opening = Opening::default();
        for piece in bytes.chunks(at_once) {
            opening.take(piece)?;
        }
        opening.finish("mesh:4x4")
    }

    #[test]
    fn the_first_bytes_decide_the_kind_packed_or_plain() {
        let results = file(LINK).text();
        for bytes in [results.clone().into_bytes(), packed(results.as_bytes())] {
            for at_once in [1, 100, usize::MAX] {
                assert_eq!(open(&bytes, at_once).unwrap().results.unwrap().cells, [0, 2, 4]);
            }
        }
        for bytes in [SCHEDULE.into(), packed(SCHEDULE.as_bytes()), packed(format!("\u{feff}{SCHEDULE}").as_bytes())] {
            let trace = open(&bytes, 3).unwrap().schedule.unwrap();
            assert_eq!((&trace.id[..], &trace.extents[..]), (&[7][..], &[4, 4][..]));
        }
        for bytes in [LOG.into(), packed(LOG.as_bytes()), [packed(b"; x\n"), packed(LOG.as_bytes())].concat()] {
            let opened = open(&bytes, 7).unwrap();
            assert_eq!((opened.jobs.columns.len(), opened.log.unwrap().jobs), (1, 1));
        }
        assert!(open(b"", 1).unwrap_err().problem.contains("the file is empty"));
    }

    /// A file longer than needed to determine the kind, in pieces of any length.
    #[test]
    fn long_files_are_read_to_their_end() {
        let lines: String = (0..40_000).map(|job| format!("{job},0,{job}0,{job}9,1,\n")).collect();
        let schedule = format!("job,submit,start,end,procs,blocks\n{lines}");
        assert_eq!(open(schedule.as_bytes(), 10_007).unwrap().schedule.unwrap().id.len(), 40_000);
        let log: String = (1..40_000).map(|job| format!("{job} {job} 0 10 4\n")).collect();
        let report = open(log.as_bytes(), 10_007).unwrap().log.unwrap();
        assert_eq!(report.jobs, 39_999);
        let mut reading = LogReadSession::default();
        reading.take(log.as_bytes());
        assert_eq!(reading.finish().unwrap().1, report);
    }

    #[test]
    fn errors_of_unpacking_are_worded_as_on_the_command_line() {
        let said = |bytes: &[u8]| open(bytes, 50).unwrap_err().to_string();
        let whole = packed(LOG.as_bytes());
        assert!(said(&whole[..30]).starts_with("cannot be unpacked: the gzip is cut short, it ends after 30 bytes;"));
        assert!(said(&[&whole[..], b"x"].concat()).contains("the gzip has ended, and 'x' follows"));
        assert!(said(&packed(&vec![b' '; 40_000_000])).starts_with("too large: "), "a bomb");
    }
}
