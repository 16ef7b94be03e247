//! What is said to a person about bad input: where it is, what is wrong, what was expected, what to do.

use serde::Serialize;
use std::fmt;

/// One complaint about one place of the input. Parsers return these beside the value they could still make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Where: `line 12, field 4 (run time)`, or a parameter's name such as `machine`.
    pub place: String,
    /// What is wrong there, what was expected, and what to do about it; a sentence or two without the place.
    pub message: String,
}

impl Diagnostic {
    /// A complaint about `place`.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Diagnostic {}
