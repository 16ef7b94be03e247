//! Errors of machines.

use super::{MAX_DIMENSIONS, MAX_NODES, Machine, text};
use crate::diagnostic::Explain;
use crate::names::UnknownName;

/// Why there is no such machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MachineError {
    /// It has none or too many.
    #[error("a machine of {0} dimensions")]
    Dimensions(usize),
    /// Not every dimension is named a ring or a line.
    #[error("{extents} extents but {rings} rings and lines")]
    Rings {
        /// Extents given.
        extents: usize,
        /// How many dimensions are said to be rings or lines.
        rings: usize,
    },
    /// A dimension without nodes.
    #[error("dimension {dimension} has extent 0")]
    NoExtent {
        /// Which one, from 0.
        dimension: usize,
    },
    /// More than [`MAX_NODES`].
    #[error("a machine of too many nodes")]
    TooManyNodes,
    /// A text without a colon.
    #[error("'{text}' is not a machine")]
    NoKind {
        /// The text.
        text: String,
    },
    /// The text before the colon is no kind of machine.
    #[error("{kind} in '{text}'")]
    Kind {
        /// The text.
        text: String,
        /// The error of the kind.
        kind: UnknownName,
    },
    /// The text between two `x` is no extent.
    #[error("'{part}' is not an extent in '{text}'")]
    Extent {
        /// The text.
        text: String,
        /// What stands there.
        part: String,
    },
    /// Extents with commas between them, although commas separate machines.
    #[error("'{text}' lists the same line twice, for commas separate machines")]
    Commas {
        /// The text.
        text: String,
        /// The mesh that may have been meant.
        mesh: Box<Machine>,
    },
    /// The text describes an impossible machine.
    #[error("'{text}': {problem}")]
    Impossible {
        /// The text.
        text: String,
        /// Why there is no such machine.
        problem: Box<MachineError>,
    },
}

impl Explain for MachineError {
    fn expected(&self) -> String {
        match self {
            MachineError::Dimensions(_) => format!("1 to {MAX_DIMENSIONS}"),
            MachineError::Rings { .. } => "as many of both".into(),
            MachineError::NoExtent { .. } => "at least 1".into(),
            MachineError::TooManyNodes => format!("at most {MAX_NODES}"),
            MachineError::Impossible { problem, .. } => problem.expected(),
            MachineError::NoKind { .. }
            | MachineError::Kind { .. }
            | MachineError::Extent { .. }
            | MachineError::Commas { .. } => "for example torus:2x2x2x4x4x8, mesh:16x22 or mixed:8rx8".into(),
        }
    }

    fn meant(&self) -> Vec<String> {
        match self {
            MachineError::NoKind { text } | MachineError::Kind { text, .. } => text::meant(text),
            MachineError::Commas { mesh, .. } => vec![mesh.to_string()],
            _ => Vec::new(),
        }
    }
}
