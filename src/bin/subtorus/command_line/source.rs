//! The source of input: a file, or standard input for `-`; plain or packed, and of limited size.

use super::target::{STANDARD_OUTPUT, is_one_file};
use super::unpack::{ReadError, read_bytes, read_pieces};
use clap::ArgMatches;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use subtorus::diagnostic::Diagnostic;

/// The name of standard input and of standard output.
pub const STANDARD: &str = "-";

/// The file that represents standard input on some systems.
const STANDARD_INPUT: &str = "/dev/stdin";

/// The most bytes of a text that could also be an argument. Systems allow no longer arguments, and no permalink needs
/// more.
const LONGEST_LITERAL: usize = 1 << 17;

/// An input that a flag names.
pub struct Source<'a> {
    flag: &'static str,
    name: &'a str,
}

impl<'a> Source<'a> {
    /// The input of this flag, if it is given. Rejected if standard output goes to the same file.
    pub fn of(flags: &'a ArgMatches, flag: &'static str) -> Result<Option<Source<'a>>, String> {
        let Some(name) = flags.get_one::<String>(flag) else { return Ok(None) };
        Source::named(flag, name).map(Some)
    }

    /// The input with this name for a flag; for an argument, the flag is empty.
    pub fn named(flag: &'static str, name: &'a str) -> Result<Source<'a>, String> {
        let source = Source { flag, name };
        if is_one_file(source.path(), Path::new(STANDARD_OUTPUT)) {
            return Err(source.complaint("standard output goes into the same file; send it to another one"));
        }
        Ok(source)
    }

    /// Rejects several inputs from one stream, because the first would take all of it.
    pub fn refuse_same_stream(sources: &[&Option<Source>]) -> Result<(), String> {
        let streams: Vec<&Source> = sources.iter().copied().flatten().filter(|source| source.is_stream()).collect();
        match streams[..] {
            [one, other, ..] => {
                Err(other
                    .complaint(&format!("--{} takes all of standard input; give a file for one of them", one.flag)))
            }
            _ => Ok(()),
        }
    }

    /// Its bytes, uncompressed regardless of its name. A byte order mark is included.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        self.open().and_then(read_bytes).map_err(|error| self.unreadable(&error))
    }

    /// The same bytes piece by piece, without keeping any. A separate thread prepares each piece for `take`.
    pub fn read<P: Send>(&self, prepare: impl Fn(Vec<u8>) -> P + Send, take: &mut dyn FnMut(P)) -> Result<(), String> {
        let read = self.open().and_then(|reader| read_pieces(reader, prepare, take));
        read.map_err(|error| self.unreadable(&error))
    }

    fn open(&self) -> Result<Box<dyn Read + Send>, ReadError> {
        Ok(if self.is_stream() { Box::new(io::stdin()) } else { Box::new(File::open(self.name)?) })
    }

    fn unreadable(&self, error: &ReadError) -> String {
        self.complaint(&Diagnostic::of(error).message())
    }

    /// Its bytes as text.
    pub fn text(&self) -> Result<String, String> {
        let text = String::from_utf8(self.bytes()?).map_err(|_| self.complaint("no text in UTF-8; save it as such"))?;
        Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
    }

    /// The text in the flag itself, or of standard input.
    pub fn literal(&self) -> Result<String, String> {
        if !self.is_stream() {
            return Ok(self.name.into());
        }
        let text = self.text()?;
        match text.trim().len() {
            0 => Err(self.complaint("nothing is there")),
            1..=LONGEST_LITERAL => Ok(text),
            _ => Err(self.complaint(&format!("too large: more than {LONGEST_LITERAL} bytes"))),
        }
    }

    /// An error message about it.
    pub fn complaint(&self, reason: &str) -> String {
        format!("{self}: {reason}")
    }

    /// The name of the file without its folder; none for standard input.
    pub fn file_name(&self) -> Option<String> {
        let name = Path::new(self.name).file_name().filter(|_| !self.is_stream());
        name.map(|name| name.to_string_lossy().into_owned())
    }

    /// The path of the file, or of standard input.
    pub fn path(&self) -> &Path {
        Path::new(if self.is_stream() { STANDARD_INPUT } else { self.name })
    }

    fn is_stream(&self) -> bool {
        self.name == STANDARD
    }
}

impl std::fmt::Display for Source<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.flag {
            "" => out.write_str(self.name),
            flag => write!(out, "--{flag} {}", self.name),
        }
    }
}
