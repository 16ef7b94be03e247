//! Errors in the name of a strategy, or in the machine for it.

use crate::diagnostic::Explain;
use crate::names::{UnknownName, one_of};
use std::ops::RangeInclusive;

/// A full name that matches no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The closing parenthesis is missing.
    #[error("'{0}' lacks its closing parenthesis")]
    UnclosedQuote(String),
    /// No strategy has this name.
    #[error("unknown allocation strategy '{name}'")]
    Unknown {
        /// The text before the parentheses.
        name: String,
        /// The full names that the user may have meant.
        meant: Vec<String>,
        /// All full forms.
        known: Vec<String>,
    },
    /// The arguments in the parentheses are wrong.
    #[error("'{text}': {error}")]
    Argument {
        /// The full name.
        text: String,
        /// The full form it should have.
        form: String,
        /// What is wrong.
        error: ArgumentError,
    },
}

/// An error in the arguments of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// There are too many arguments.
    #[error("takes {}, not {given}", if *most == 0 { "no arguments".into() } else { format!("at most {most} arguments") })]
    TooMany {
        /// The permitted number.
        most: usize,
        /// The given number.
        given: usize,
    },
    /// One of a few names was expected.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// A whole number was expected.
    #[error("the {what} is '{text}'")]
    NotWhole {
        /// The meaning of the argument.
        what: &'static str,
        /// The given text.
        text: String,
        /// The permitted values.
        range: RangeInclusive<u32>,
    },
    /// A text of another form was expected.
    #[error("'{text}' has another form")]
    NotForm {
        /// The given text.
        text: String,
        /// The expected form, with an example.
        form: &'static str,
    },
    /// A title and a digest were expected.
    #[error("'{0}' is not the title of a strategy of one's own and the digest of its code")]
    NotOwn(String),
}

impl Explain for NameError {
    fn expected(&self) -> String {
        match self {
            NameError::UnclosedQuote(_) => String::new(),
            NameError::Unknown { known, .. } => one_of(known),
            NameError::Argument { form, error, .. } => match error.expected() {
                expected if expected.is_empty() => form.clone(),
                expected => format!("{form} with {expected}"),
            },
        }
    }

    fn meant(&self) -> Vec<String> {
        match self {
            NameError::UnclosedQuote(_) => Vec::new(),
            NameError::Unknown { meant, .. } => meant.clone(),
            NameError::Argument { error, .. } => error.meant(),
        }
    }
}

impl Explain for ArgumentError {
    fn expected(&self) -> String {
        match self {
            ArgumentError::TooMany { .. } => String::new(),
            ArgumentError::UnknownName(error) => error.expected(),
            ArgumentError::NotOwn(_) => {
                "letters, digits or hyphens, and the 64 hexadecimal digits of a SHA-256, or the first 12 of them".into()
            }
            ArgumentError::NotForm { form, .. } => (*form).into(),
            ArgumentError::NotWhole { range, .. } => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
        }
    }

    fn meant(&self) -> Vec<String> {
        if let ArgumentError::UnknownName(error) = self { error.meant() } else { Vec::new() }
    }
}

/// A requirement of a strategy for its machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Requirement {
    /// Two dimensions.
    #[error("a machine of 2 dimensions")]
    Plane,
    /// A square of two dimensions without rings, its side a power of two.
    #[error("a square mesh without wrap-around links with a side that is a power of two")]
    PowerOfTwoMesh,
    /// At most one dimension that is no power of two.
    #[error("a machine with at most one extent that is no power of two")]
    OneOddExtent,
    /// No extent smaller than this.
    #[error("a machine with all extents at least {0}")]
    Extents(u32),
    /// No extent that is not a multiple of this.
    #[error("a machine with all extents multiples of {0}")]
    MultipleOf(u32),
    /// A topology.
    #[error("a topology: a file, or arguments such as slurm-block(18;36)")]
    Topology,
    /// A torus of three dimensions.
    #[error("a torus of 3 dimensions")]
    Torus3d,
    /// A torus that contains all placements.
    #[error("a torus with sides of at least those of each placement, and with its anchors")]
    Placements,
    /// This number of nodes, those of the topology.
    #[error("a machine of as many nodes as the topology, {0}")]
    Nodes(u32),
    /// A strategy of the topology's kind.
    #[error("a topology of its own kind, not {0}")]
    OtherTopology(&'static str),
    /// A tree with switches of this level.
    #[error("a topology with switches of level {0} above its leaves")]
    Level(u32),
    /// An engine that runs code.
    #[error("the page, and your consent to run the code")]
    Engine,
}

impl Requirement {
    /// A replacement for a machine that does not meet the requirement.
    fn remedy(self) -> &'static str {
        match self {
            Requirement::Plane => "a machine such as mesh:16x22",
            Requirement::PowerOfTwoMesh => "a machine such as mesh:16x16",
            Requirement::OneOddExtent => "a machine such as torus:8x16x24",
            Requirement::Extents(_) => "a larger machine",
            Requirement::MultipleOf(_) => "a machine such as torus:16x16x16",
            Requirement::Topology => "topology=FILE",
            Requirement::Torus3d => "a machine such as torus:16x16x16",
            Requirement::Placements => "a larger torus",
            Requirement::Nodes(_) => "a mesh of one dimension with that number of nodes",
            Requirement::OtherTopology(_) => "another file",
            Requirement::Level(_) => "a lower level",
            Requirement::Engine => "the page",
        }
    }
}

/// A machine that a strategy cannot use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{strategy} cannot manage {machine}")]
pub struct Unsuitable {
    /// The strategy's full name.
    pub strategy: String,
    /// The machine as text.
    pub machine: String,
    /// The requirement that the machine does not meet.
    pub requirement: Requirement,
    /// A strategy to use instead.
    pub instead: &'static str,
}

impl Explain for Unsuitable {
    fn expected(&self) -> String {
        self.requirement.to_string()
    }

    fn remedy(&self) -> String {
        format!("use {}, or a strategy such as {}", self.requirement.remedy(), self.instead)
    }
}

#[cfg(test)]
mod tests {
    use crate::allocation::catalogue::{self, Setting};
    use crate::diagnostic::Diagnostic;

    #[test]
    fn a_machine_that_is_not_for_a_strategy_is_refused_with_a_way_out() {
        for (name, machine, expected) in [
            (
                "mbs",
                "mesh:8x8x8",
                "a machine of 2 dimensions); use a machine such as mesh:16x22, or a strategy such as gabl",
            ),
            (
                "2dbs",
                "torus:16x16",
                "a square mesh without wrap-around links with a side that is a power of two); \
                 use a machine such as mesh:16x16, or a strategy such as tff",
            ),
            (
                "ep",
                "torus:3x5x7",
                "a machine with at most one extent that is no power of two); \
                 use a machine such as torus:8x16x24, or a strategy such as flat",
            ),
            (
                "midplane",
                "mesh:16x4",
                "a machine with all extents at least 8); use a larger machine, or a strategy such as tff",
            ),
            (
                "ocs",
                "mesh:8x6",
                "a machine with all extents multiples of 4); use a machine such as torus:16x16x16, or a strategy such as tff",
            ),
            (
                "curve(hilbert,best)",
                "mesh:4x4x4",
                "a machine of 2 dimensions); use a machine such as mesh:16x22, or a strategy such as curve(snake,best)",
            ),
        ] {
            let setting = Setting { machine: &machine.parse().unwrap(), seed: 1, replication: 0 };
            let made = catalogue::find(name).unwrap().make(&setting);
            let message = Diagnostic::of(&made.err().unwrap()).message();
            assert_eq!(message, format!("{name} cannot manage {machine} (expected {expected}"));
        }
    }
}
