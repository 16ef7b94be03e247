//! Messages to the user about wrong input: the place, the problem, the expected input, the remedy.
//!
//! Each module has its own error enum that implements [`Explain`]. Only the front ends (the page's binding layer and
//! the command line) turn errors into [`Diagnostic`]s. No code reads a message to find out what happened.

use serde::Serialize;
use std::error::Error;
use std::fmt;

/// An error that the user has to fix. Its `Display` is the problem as a phrase that can follow the place:
/// `'7x' is not an extent`.
pub trait Explain: Error {
    /// The error of another module that this one passes on. It explains what this one does not explain itself.
    fn passed_on(&self) -> Option<&dyn Explain> {
        None
    }

    /// The place, if the error knows it: a parameter such as `machine`, or `line 12, field 4 (run time)`.
    fn place(&self) -> String {
        self.passed_on().map_or_else(String::new, |error| error.place())
    }

    /// The expected input: `a whole number from 1 to 1000`. Empty if that does not help.
    fn expected(&self) -> String {
        self.passed_on().map_or_else(String::new, |error| error.expected())
    }

    /// The remedy: `take a larger step`. Empty if that is obvious.
    fn remedy(&self) -> String {
        self.passed_on().map_or_else(String::new, |error| error.remedy())
    }

    /// The probable intentions, if the text looks like a typing error. They replace `expected` in the message.
    fn meant(&self) -> Vec<String> {
        self.passed_on().map_or_else(Vec::new, |error| error.meant())
    }
}

impl<'a, E: Explain + 'a> From<E> for Box<dyn Explain + 'a> {
    fn from(error: E) -> Self {
        Box::new(error)
    }
}

/// A message about one place of the input. Parsers return these together with the part that they could read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "DiagnosticMessage")]
pub struct Diagnostic {
    /// The place: `line 12, field 4 (run time)`, or a parameter's name such as `machine`.
    pub place: String,
    /// The problem at this place.
    pub problem: String,
    /// The expected input; empty if that is obvious.
    pub expected: String,
    /// The remedy; empty if that is obvious.
    pub remedy: String,
}

/// A diagnostic for the page and for JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DiagnosticMessage {
    /// The place; empty for the whole input.
    pub place: String,
    /// [`Diagnostic::message`].
    pub message: String,
}

impl From<Diagnostic> for DiagnosticMessage {
    fn from(diagnostic: Diagnostic) -> DiagnosticMessage {
        DiagnosticMessage { message: diagnostic.message(), place: diagnostic.place }
    }
}

impl Diagnostic {
    /// The message of an error.
    pub fn of(error: &(impl Explain + ?Sized)) -> Diagnostic {
        Diagnostic::at(error.place(), error)
    }

    /// The same at a place that the error does not know.
    pub fn at(place: impl Into<String>, error: &(impl Explain + ?Sized)) -> Diagnostic {
        let (place, problem, meant) = (place.into(), error.to_string(), error.meant());
        if meant.is_empty() {
            return Diagnostic { place, problem, expected: error.expected(), remedy: error.remedy() };
        }
        let remedy = format!("did you mean {}?", alternatives(&meant));
        Diagnostic { place, problem, remedy, ..Diagnostic::default() }
    }

    /// A diagnostic with only a place and a problem.
    pub fn new(place: impl Into<String>, problem: impl Into<String>) -> Diagnostic {
        Diagnostic { place: place.into(), problem: problem.into(), ..Diagnostic::default() }
    }

    /// Everything except the place, as one sentence: `'7x' is not an extent (expected a whole number); take ...`. Input
    /// may be long and contain any character, but the sentence is short and safe to print on a terminal.
    pub fn message(&self) -> String {
        let mut message = abridged(&visible(&self.problem), LONGEST_PROBLEM);
        if !self.expected.is_empty() {
            message += &format!(" (expected {})", visible(&self.expected));
        }
        if !self.remedy.is_empty() {
            message += &format!("; {}", visible(&self.remedy));
        }
        message
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if self.place.is_empty() {
            out.write_str(&self.message())
        } else {
            write!(out, "{}: {}", abridged(&visible(&self.place), LONGEST_PROBLEM), self.message())
        }
    }
}

/// Names as alternatives: `eggs, porridge or toast`.
pub fn alternatives<N: AsRef<str>>(names: &[N]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, others @ [_, ..])) => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The greatest length of a problem, which may quote a whole value.
const LONGEST_PROBLEM: usize = 300;

/// The greatest length of a quoted value.
const LONGEST_QUOTATION: usize = 80;

/// A piece of input as a message quotes it: at most a line long, and [`visible`].
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST_QUOTATION).collect();
    if text.chars().nth(LONGEST_QUOTATION).is_some() {
        short.push('…');
    }
    visible(&short)
}

/// The same for bytes that should be text.
pub fn shortened_bytes(bytes: &[u8]) -> String {
    // Characters have at most four bytes, so the bytes that are cut off are never quoted.
    let most = bytes.len().min(4 * (LONGEST_QUOTATION + 1));
    shortened(&String::from_utf8_lossy(&bytes[..most]))
}

/// A text that is safe to show: control characters, changes of the writing direction and invisible characters become
/// escapes such as `\u{1b}`.
pub fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, letter| {
        if letter.is_control() || is_unseen(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
        shown
    })
}

/// Characters that only format text (Unicode's category Cf), and its line separators.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text of at most this many characters. The middle of a longer one is left out, because the beginning and the end
/// matter most.
pub fn abridged(text: &str, most: usize) -> String {
    let letters = text.chars().count();
    if letters <= most {
        return text.into();
    }
    let end = most / 3;
    let beginning = text.chars().take(most - end - 1);
    beginning.chain(['…']).chain(text.chars().skip(letters - end)).collect()
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
    fn a_diagnostic_is_one_sentence() {
        let error: Box<dyn Explain> = NoSize("x").into();
        let mut complaint = Diagnostic::at("line 3", &*error);
        assert_eq!(complaint.to_string(), "line 3: 'x' is no size (expected a whole number)");
        complaint.remedy = "fix the line".into();
        assert_eq!(complaint.message(), "'x' is no size (expected a whole number); fix the line");
        (complaint.expected, complaint.remedy) = ("a\u{202e}b".into(), "take s\r".into());
        assert_eq!(complaint.message(), "'x' is no size (expected a\\u{202e}b); take s\\r");
        assert_eq!(Diagnostic::of(&NoSize("")).to_string(), "'' is no size (expected a whole number)");
    }

    #[derive(Debug, thiserror::Error)]
    #[error("no '{0}' today")]
    struct Slip(&'static str);

    impl Explain for Slip {
        fn expected(&self) -> String {
            "all there is".into()
        }

        fn meant(&self) -> Vec<String> {
            if self.0 == "egs" { vec!["eggs".into(), "ego".into(), "legs".into()] } else { Vec::new() }
        }
    }

    #[test]
    fn a_typing_error_gets_a_suggestion_instead_of_the_expectation() {
        assert_eq!(Diagnostic::of(&Slip("egs")).message(), "no 'egs' today; did you mean eggs, ego or legs?");
        assert_eq!(Diagnostic::of(&Slip("tea")).message(), "no 'tea' today (expected all there is)");
        assert_eq!([alternatives(&["a"]), alternatives(&[""; 0])], ["a", ""]);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(visible("\u{1b}[31mred\u{7}\0 \u{9b}2J\r\n"), r"\u{1b}[31mred\u{7}\u{0} \u{9b}2J\r\n");
        assert_eq!(visible("\u{202e}gpj.exe \u{200b}\u{feff}"), r"\u{202e}gpj.exe \u{200b}\u{feff}");
        assert_eq!(visible("naïve 日本語 e\u{301} 'q' \\"), "naïve 日本語 e\u{301} 'q' \\", "the rest is unchanged");
        assert_eq!(Diagnostic::new("a\u{1b}", "b\u{1b}").to_string(), r"a\u{1b}: b\u{1b}");
        assert_eq!(shortened_bytes(b"a\xffb\x1b"), "a\u{fffd}b\\u{1b}");
    }

    #[test]
    fn long_values_are_shortened_by_characters() {
        let long = "日".repeat(100_000);
        assert_eq!(shortened(&long), "日".repeat(80) + "…");
        assert_eq!(shortened_bytes(long.as_bytes()), shortened(&long));
        assert_eq!(shortened(&"日".repeat(80)), "日".repeat(80));
        assert_eq!(abridged("0123456789", 10), "0123456789");
        assert_eq!(abridged("0123456789x", 10), "012345…89x");
        let message = Diagnostic::new("", format!("'{long}' is not an extent")).message();
        assert_eq!(message.chars().count(), LONGEST_PROBLEM);
        assert!(message.starts_with("'日") && message.ends_with("日' is not an extent"), "{message}");
    }
}
