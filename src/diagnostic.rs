//! What is said to a person about bad input: where it is, what is wrong, what was expected, what to do.
//!
//! Inside the house an error is an enum of its room that implements [`Explain`]; only the shells (the page's seam and the
//! command line) turn it into a [`Diagnostic`]. Nobody looks into a sentence to find out what happened.

use serde::Serialize;
use std::error::Error;
use std::fmt;

/// An error that a person has to do something about. Its `Display` says what is wrong, in a phrase that can follow the
/// place: `'7x' is not an extent`.
pub trait Explain: Error {
    /// Where it is, if the error knows: a parameter such as `machine`, or `line 12, field 4 (run time)`.
    fn place(&self) -> String {
        String::new()
    }

    /// What would have been right: `a whole number from 1 to 1000`. Empty where that is no help.
    fn expected(&self) -> String {
        String::new()
    }

    /// What to do about it: `take a larger step`. Empty where that is obvious.
    fn remedy(&self) -> String {
        String::new()
    }
}

impl<'a, E: Explain + 'a> From<E> for Box<dyn Explain + 'a> {
    fn from(error: E) -> Self {
        Box::new(error)
    }
}

/// One complaint about one place of the input. Parsers return these beside the value they could still make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "Complaint")]
pub struct Diagnostic {
    /// Where: `line 12, field 4 (run time)`, or a parameter's name such as `machine`.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
    /// What was expected; empty where that goes without saying.
    pub expected: String,
    /// What to do about it; empty where that goes without saying.
    pub remedy: String,
}

/// A diagnostic as the page and JSON have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Complaint {
    /// Where; empty where the input as a whole is meant.
    pub place: String,
    /// [`Diagnostic::message`].
    pub message: String,
}

impl From<Diagnostic> for Complaint {
    fn from(diagnostic: Diagnostic) -> Complaint {
        Complaint { message: diagnostic.message(), place: diagnostic.place }
    }
}

impl Diagnostic {
    /// An error as it is told to a person.
    pub fn of(error: &(impl Explain + ?Sized)) -> Diagnostic {
        Diagnostic::at(error.place(), error)
    }

    /// The same at a place that the error itself does not know.
    pub fn at(place: impl Into<String>, error: &(impl Explain + ?Sized)) -> Diagnostic {
        let (problem, expected, remedy) = (error.to_string(), error.expected(), error.remedy());
        Diagnostic { place: place.into(), problem, expected, remedy }
    }

    /// A complaint that needs no more than one sentence.
    pub fn new(place: impl Into<String>, problem: impl Into<String>) -> Diagnostic {
        Diagnostic { place: place.into(), problem: problem.into(), ..Diagnostic::default() }
    }

    /// All but the place, as one sentence: `'7x' is not an extent (expected a whole number); take ...`.
    pub fn message(&self) -> String {
        let mut message = self.problem.clone();
        if !self.expected.is_empty() {
            message += &format!(" (expected {})", self.expected);
        }
        if !self.remedy.is_empty() {
            message += &format!("; {}", self.remedy);
        }
        message
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if self.place.is_empty() {
            out.write_str(&self.message())
        } else {
            write!(out, "{}: {}", self.place, self.message())
        }
    }
}

/// A piece of input as a message quotes it: not longer than a line, and without control characters.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut short: String = text.chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("'{0}' is no size")]
    struct NoSize(&'static str);

    impl Explain for NoSize {
        fn expected(&self) -> String {
            "a whole number".into()
        }
    }

    #[test]
    fn a_complaint_is_one_sentence() {
        let error: Box<dyn Explain> = NoSize("x").into();
        let mut complaint = Diagnostic::at("line 3", &*error);
        assert_eq!(complaint.to_string(), "line 3: 'x' is no size (expected a whole number)");
        complaint.remedy = "mend the line".into();
        assert_eq!(complaint.message(), "'x' is no size (expected a whole number); mend the line");
        assert_eq!(Diagnostic::of(&NoSize("")).to_string(), "'' is no size (expected a whole number)");
    }
}
