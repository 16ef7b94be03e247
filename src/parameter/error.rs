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
    fn passed_on(&self) -> Option<&dyn Explain> {
        if let ParameterError::Value(value) = self { Some(&**value) } else { None }
    }

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

    fn meant(&self) -> Vec<String> {
        match self {
            ParameterError::Unknown { name, known } => nearest(name, known.iter().copied()),
            ParameterError::Value(value) => value.meant(),
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

impl Explain for BadValue {
    fn passed_on(&self) -> Option<&dyn Explain> {
        Some(&self.cause)
    }

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
    /// The value has another form, or is too large, as this phrase says.
    #[error("{0}")]
    Wrong(&'static str),
    /// A value is listed twice.
    #[error("'{0}' is listed twice")]
    Twice(String),
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
}

impl Explain for ValueError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            ValueError::Name(error) => Some(error),
            ValueError::Whole(error) | ValueError::Part(error) => Some(&**error),
            _ => None,
        }
    }

    fn remedy(&self) -> String {
        match self {
            ValueError::Credentials(_) => "leave it out: everyone who gets the permalink could read it".into(),
            _ => self.passed_on().map_or_else(String::new, |error| error.remedy()),
        }
    }
}
