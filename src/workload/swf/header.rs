//! The comment lines of a log: named fields such as `MaxProcs`, and notes.

use serde::{Deserialize, Serialize};

/// What the comment lines of a log say: `; Name: value` fields, in file order.
///
/// A line that is indented deeper than the field above it, or that names no field, continues that field's value on a
/// new line; text before the first field counts as a note.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Names and values, in file order; a name may occur several times (`Queue`, `Note`).
    pub fields: Vec<(String, String)>,
}

impl Header {
    /// The value of the first field of this name (in any case), if it says anything.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// The values of all fields of this name (in any case) that say anything, in file order.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let named = self.fields.iter().filter(move |(field, _)| field.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// `MaxProcs`: the processors of the machine.
    pub fn max_procs(&self) -> Option<u32> {
        self.count("MaxProcs")
    }

    /// `MaxNodes`: the nodes of the machine, which may have several processors each.
    pub fn max_nodes(&self) -> Option<u32> {
        self.count("MaxNodes")
    }

    /// `MaxJobs`: the jobs the log is said to hold.
    pub fn max_jobs(&self) -> Option<u32> {
        self.count("MaxJobs")
    }

    /// `UnixStartTime`: the log's time 0, in seconds since 1970.
    pub fn unix_start_time(&self) -> Option<i64> {
        self.number("UnixStartTime")
    }

    /// `Computer`: the machine's make and model.
    pub fn computer(&self) -> Option<&str> {
        self.get("Computer")
    }

    /// `Installation`: where the machine stood.
    pub fn installation(&self) -> Option<&str> {
        self.get("Installation")
    }

    /// Every `Note`, in file order.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.all("Note")
    }

    /// A field that counts something; none where it is absent, no number, or not positive (the format's "unknown").
    fn count(&self, name: &str) -> Option<u32> {
        self.number(name).and_then(|number| u32::try_from(number).ok()).filter(|&number| number > 0)
    }

    /// The number a field's value begins with; logs add remarks such as `1152 (in 8 cabinets)`.
    fn number(&self, name: &str) -> Option<i64> {
        let value = self.get(name)?;
        value.split(|character: char| character.is_whitespace() || character == '(').next()?.parse().ok()
    }
}

/// Builds a [`Header`] comment line by comment line.
#[derive(Default)]
pub(super) struct HeaderReader {
    header: Header,
    /// How deep the last field's name was indented.
    indentation: usize,
}

impl HeaderReader {
    /// Takes in a comment line, given what follows its `;`.
    pub fn line(&mut self, comment: &[u8]) {
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
            (Some(_), Some((_, value))) if indentation > self.indentation + 1 => append(value, line),
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

/// Comments are UTF-8 or, in old logs, Latin-1, whose bytes are the first 256 code points.
fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}
