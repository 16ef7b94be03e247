//! Errors of the text of a parameter.

use crate::diagnostic::Explain;
use crate::names::{UnknownName, nearest, one_of};

/// A parameter that could not be set.
#[derive(Debug, thiserror::Error)]
pub enum ParameterError {
    /// There is no parameter of this name.
    #[error("is not a parameter")]
    Unknown {
        /// The name, shortened.
        name: String,
        /// The known names.
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
    /// The value, shortened.
    pub value: String,
    /// The error.
    pub cause: ValueError,
    /// The form of a value.
    pub expected: String,
    /// A valid value.
    pub example: &'static str,
}

impl BadValue {
    /// From the cause if it has one, else from the parameter.
    fn expected(&self) -> String {
        let from_cause = self.cause.expected();
        if !from_cause.is_empty() {
            return from_cause;
        }
        format!("{}, for example {}", self.expected, self.example)
    }
}

/// An error in a value, as a phrase behind it.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// The value has letters or signs, or more digits than the type can hold.
    #[error("not a whole number, or out of range")]
    NotWhole,
    /// A number that is too small or too large.
    #[error("not within {least} to {most}")]
    NotWithin {
        /// The least allowed value.
        least: String,
        /// The greatest allowed value.
        most: String,
    },
    /// A factor is zero or less.
    #[error("not greater than 0")]
    NotPositive,
    /// A factor is too large to be useful.
    #[error("too large")]
    TooLarge,
    /// A value is listed twice.
    #[error("'{0}' is listed twice")]
    Twice(String),
    /// Two times were expected.
    #[error("no '..' between the two times")]
    NoRange,
    /// The second of two times is not later than the first.
    #[error("the window ends before it begins")]
    NoLength,
    /// The name would lead into another folder, or no file can have it.
    #[error("a file's name has no slashes and no control characters")]
    NotAFileName,
    /// The name is too long for a file system.
    #[error("longer than 255 letters")]
    TooLong,
    /// The text is not a SHA-256.
    #[error("not 64 hexadecimal digits")]
    NotADigest,
    /// The address is not one of the web.
    #[error("neither http:// nor https://")]
    NotAnAddress,
    /// The address has no server.
    #[error("no server is named")]
    NoServer,
    /// The address has spaces.
    #[error("an address has no spaces")]
    Blank,
    /// The address contains a secret. The text before the server's name is not repeated.
    #[error("a user name or a password stands before '{0}'")]
    Credentials(String),
    /// The value is not one of the choices.
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
    /// Whether the phrase contains the value.
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
