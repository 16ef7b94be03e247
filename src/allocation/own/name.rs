//! The name of a strategy of one's own: `own(rows,1f0a93…)`, what its author calls it and the digest of its code.
//!
//! The digest is whole: two codes that agree in its first digits are two strategies. Links written before have the first
//! twelve digits only; such a name is a label, which becomes the whole name once the code is here.

use crate::allocation::entry::{Entry, Reading};
use crate::allocation::error::{ArgumentError, Requirement};
use crate::allocation::strategies::flat::Flat;
use crate::allocation::{Effort, Family, catalogue};
use crate::formats::identity::sha256_hex;
use std::borrow::Cow;
use std::fmt;

/// How many hexadecimal digits the digest of a code has.
pub const DIGITS: usize = 64;

/// How many of them older links have, and people are shown.
pub const SHORT: usize = 12;

/// The longest a title is.
const LONGEST_TITLE: usize = 24;

/// What is known of all strategies of one's own. It is not in the list of the catalogue: there is none before somebody writes
/// one.
pub static ENTRY: Entry = Entry {
    name: "own",
    family: Family::NonContiguous,
    effort: Effort::Unknown,
    arguments: "title,digest",
    examples: &[],
    summary: "A strategy of one's own, in JavaScript: its code is written on the page, or came with the link. It is asked where each job goes, and every answer is checked.",
    source: "Whoever wrote it",
    colour: 7,
    wants_extents: true,
    rounds_to_powers_of_two: false,
    has_own_units: false,
    instead: "ff",
    read,
};

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    let [title, digest] = arguments else { return Err(ArgumentError::NotOwn(arguments.join(","))) };
    let name = OwnName { title: title.to_string(), digest: digest.to_string() };
    if !name.is_sound() {
        return Err(ArgumentError::NotOwn(arguments.join(",")));
    }
    Ok(Reading::new(format!("{title},{digest}"), |_| Err::<Flat, _>(Requirement::Engine)))
}

/// A strategy of one's own by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnName {
    /// What its author calls it: small letters, digits and hyphens, 1 to 24 of them.
    pub title: String,
    /// The SHA-256 of its code in hexadecimal digits, or the first [`SHORT`] of them where the name comes from an older link.
    pub digest: String,
}

impl OwnName {
    /// The name of a strategy whose author calls it this, and whose code is this. What a title cannot have becomes a hyphen.
    pub fn new(title: &str, code: &str) -> OwnName {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let title: String = title.trim().chars().map(plain).take(LONGEST_TITLE).collect();
        let title = if title.is_empty() { "mine".into() } else { title };
        OwnName { title, digest: digest(code) }
    }

    /// The strategy of one's own that a full name stands for; nothing where it stands for another one.
    pub fn of(name: &str) -> Option<OwnName> {
        let choice = catalogue::find(name).ok().filter(|choice| choice.entry.name == ENTRY.name)?;
        let (title, digest) = choice.name.strip_prefix("own(")?.strip_suffix(')')?.split_once(',')?;
        Some(OwnName { title: title.into(), digest: digest.into() })
    }

    fn is_sound(&self) -> bool {
        let is_plain = |byte: u8| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (1..=LONGEST_TITLE).contains(&self.title.len())
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

/// The digest that a code goes by: the SHA-256 of its text.
pub fn digest(code: &str) -> String {
    sha256_hex(code.as_bytes())
}

/// A strategy's full name as people read it: of the digest of somebody's code the first [`SHORT`] digits.
pub fn shown(name: &str) -> Cow<'_, str> {
    match OwnName::of(name) {
        Some(OwnName { title, digest }) => format!("own({title},{})", &digest[..SHORT]).into(),
        None => name.into(),
    }
}
