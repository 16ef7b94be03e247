//! Errors of the text of a parameter.

use crate::diagnostic::Explain;
use crate::names::{UnknownName, nearest, one_of};

/// A parameter that could not be set.
#[derive(Debug, thiserror::Error)]
pub enum ParameterError {
    /// There is none of this name.
    #[error("is not a parameter")]
    Unknown {
        /// What stands there, shortened.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The value cannot be read.
    #[error(transparent)]
    Value(Box<BadValue>),
}

impl Explain for ParameterError {
    fn place(&self) -> String {
        match self {
            ParameterError::Unknown { name, .. } => name.clone(),
            ParameterError::Value(value) => value.parameter.into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            ParameterError::Unknown { known, .. } => one_of(known),
            ParameterError::Value(value) => value.expected(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            ParameterError::Unknown { .. } => String::new(),
            ParameterError::Value(value) => value.cause.remedy(),
        }
    }

    fn meant(&self) -> Vec<String> {
        match self {
            ParameterError::Unknown { name, known } => nearest(name, known.iter().copied()),
            ParameterError::Value(value) => value.cause.meant(),
        }
    }
}

/// A value that a parameter cannot have.
#[derive(Debug, thiserror::Error)]
#[error("{}{cause}", if cause.quotes_the_value() { String::new() } else { format!("'{value}': ") })]
pub struct BadValue {
    /// The parameter.
    pub parameter: &'static str,
    /// What stands there, shortened.
    pub value: String,
    /// The error.
    pub cause: ValueError,
    /// What a value looks like.
    pub expected: String,
    /// A value.
    pub example: &'static str,
}

impl BadValue {
    /// From the cause if it knows, else from the parameter.
    fn expected(&self) -> String {
        let from_cause = self.cause.expected();
        if !from_cause.is_empty() {
            return from_cause;
        }
        format!("{}, for example {}", self.expected, self.example)
    }
}

/// The error of a value, as a phrase after it.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// Letters, signs, or more digits than the type holds.
    #[error("not a whole number, or out of range")]
    NotWhole,
    /// A number that is too small or too large.
    #[error("not within {least} to {most}")]
    NotWithin {
        /// The least that may be.
        least: String,
        /// The most that may be.
        most: String,
    },
    /// A factor of zero or less.
    #[error("not greater than 0")]
    NotPositive,
    /// A factor beyond all use.
    #[error("too large")]
    TooLarge,
    /// A value that is listed twice.
    #[error("'{0}' is listed twice")]
    Twice(String),
    /// Two times were expected.
    #[error("no '..' between the two times")]
    NoRange,
    /// The second of two times is not the later one.
    #[error("the window ends before it begins")]
    NoLength,
    /// A name that would lead into another folder, or that no file has.
    #[error("a file's name has no slashes and no control characters")]
    NotAFileName,
    /// A name that is too long for a file system.
    #[error("longer than 255 letters")]
    TooLong,
    /// Not a SHA-256.
    #[error("not 64 hexadecimal digits")]
    NotADigest,
    /// An address of something else than the web.
    #[error("neither http:// nor https://")]
    NotAnAddress,
    /// An address without a server.
    #[error("no server is named")]
    NoServer,
    /// An address with spaces.
    #[error("an address has no spaces")]
    Blank,
    /// An address that carries a secret. What stands before the server's name is not repeated.
    #[error("a user name or a password stands before '{0}'")]
    Credentials(String),
    /// None of the choices.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// An error from the module of the value's type, which quotes the value.
    #[error("{0}")]
    Whole(Box<dyn Explain>),
    /// An error from the module of the value's type, about a part of the value.
    #[error("{0}")]
    Part(Box<dyn Explain>),
}

impl ValueError {
    /// Whether the phrase names the value.
    fn quotes_the_value(&self) -> bool {
        matches!(self, ValueError::Name(_) | ValueError::Whole(_) | ValueError::Credentials(_))
    }

    fn expected(&self) -> String {
        match self {
            ValueError::Name(error) => error.expected(),
            ValueError::Whole(error) | ValueError::Part(error) => error.expected(),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            ValueError::Credentials(_) => "leave it out: everyone who gets the permalink could read it".into(),
            ValueError::Whole(error) | ValueError::Part(error) => error.remedy(),
            _ => String::new(),
        }
    }

    fn meant(&self) -> Vec<String> {
        match self {
            ValueError::Name(error) => error.meant(),
            ValueError::Whole(error) | ValueError::Part(error) => error.meant(),
            _ => Vec::new(),
        }
    }
}
