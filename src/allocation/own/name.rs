//! The name of an own strategy: `own(rows,1f0a93…)`. It contains the author's title and the digest of the code.
//!
//! The digest is whole: two codes that agree only in its first digits are two strategies. Older permalinks have only
//! the first twelve digits. Their names are labels, which become whole names once the code is present.

use crate::allocation::entry::{Entry, Reading};
use crate::allocation::error::{ArgumentError, Requirement};
use crate::allocation::strategies::flat::Flat;
use crate::allocation::{Effort, Family, catalogue};
use crate::formats::identity::sha256_hex;
use std::borrow::Cow;
use std::fmt;

/// The number of hexadecimal digits of a code's digest.
pub const DIGITS: usize = 64;

/// The number of digits in older permalinks and in displayed names.
pub const SHORT: usize = 12;

/// The entry of all own strategies. It is not in the list of the catalogue, because a user must write one first.
pub static ENTRY: Entry = Entry {
    name: "own",
    title: "Own placement",
    family: Family::NonContiguous,
    effort: Effort::Unknown,
    arguments: "title,digest",
    examples: &[],
    summary: "A strategy of one's own, in JavaScript: its code is written on the page, or came with the link. It is asked where each job goes, and every answer is checked.",
    source: "Its author",
    colour: 7,
    wants_extents: true,
    instead: "ff",
    read,
    ..Entry::COMMON
};

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    let [title, digest] = arguments else { return Err(ArgumentError::NotOwn(arguments.join(","))) };
    let name = OwnName { title: title.to_string(), digest: digest.to_string() };
    if !name.is_sound() {
        return Err(ArgumentError::NotOwn(arguments.join(",")));
    }
    Ok(Reading::new(format!("{title},{digest}"), |_| Err::<Flat, _>(Requirement::Engine)))
}

/// The name of an own strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnName {
    /// The author's title: small letters, digits and hyphens, 1 to 24 of them.
    pub title: String,
    /// The SHA-256 of its code in hexadecimal digits. A name from an older permalink has only the first [`SHORT`] of
    /// them.
    pub digest: String,
}

impl OwnName {
    /// The longest title, in letters.
    pub const LONGEST_TITLE: usize = 24;

    /// The name of a strategy with this title and this code. Characters that a title cannot have become hyphens.
    pub fn new(title: &str, code: &str) -> OwnName {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let title: String = title.trim().chars().map(plain).take(OwnName::LONGEST_TITLE).collect();
        let title = if title.is_empty() { "mine".into() } else { title };
        OwnName { title, digest: digest(code) }
    }

    /// The own strategy with this full name. `None` if the name belongs to another strategy.
    pub fn of(name: &str) -> Option<OwnName> {
        let choice = catalogue::find(name).ok().filter(|choice| choice.entry.name == ENTRY.name)?;
        let (title, digest) = choice.name.strip_prefix("own(")?.strip_suffix(')')?.split_once(',')?;
        Some(OwnName { title: title.into(), digest: digest.into() })
    }

    fn is_sound(&self) -> bool {
        let is_plain = |byte: u8| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (1..=OwnName::LONGEST_TITLE).contains(&self.title.len())
            && self.title.bytes().all(is_plain)
            && [DIGITS, SHORT].contains(&self.digest.len())
            && self.digest.bytes().all(is_digit)
    }
}

impl fmt::Display for OwnName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "own({},{})", self.title, self.digest)
    }
}

/// The digest of a code: the SHA-256 of its text.
pub fn digest(code: &str) -> String {
    sha256_hex(code.as_bytes())
}

/// A strategy's full name for display: only the first [`SHORT`] digits of a digest.
pub fn shown(name: &str) -> Cow<'_, str> {
    match OwnName::of(name) {
        Some(OwnName { title, digest }) => format!("own({title},{})", &digest[..SHORT]).into(),
        None => name.into(),
    }
}
