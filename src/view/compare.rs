//! Curves in relation to one of them, or to those of a pinned run.

use super::{CurveName, CurveNameError};
use crate::diagnostic::Explain;
use crate::experiment::Experiment;
use crate::experiment::contrast::Relation;
use crate::names::UnknownName;
use std::fmt;
use std::str::FromStr;

/// What a chart draws in place of the values, written `ratio:easy/flat` or `difference:pinned`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The relation of the two values.
    pub relation: Relation,
    /// The second of the two values.
    pub to: Baseline,
}

/// The baseline of a comparison, at the same varied value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// One curve of the same run. On several machines, each curve is compared on its own machine, unless the name has
    /// one.
    Curve(CurveName),
    /// The curve with the same names in the run that was pinned first.
    Pinned,
}

/// The name of the pinned run in permalinks.
const PINNED: &str = "pinned";

impl Comparison {
    /// Whether an experiment has the baseline curve. It does not know the pinned run.
    pub fn is_in(&self, experiment: &Experiment) -> bool {
        match &self.to {
            Baseline::Curve(name) => name.is_in(experiment),
            Baseline::Pinned => true,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match &self.to {
            Baseline::Curve(name) => write!(out, "{}:{name}", self.relation),
            Baseline::Pinned => write!(out, "{}:{PINNED}", self.relation),
        }
    }
}

/// An error in a comparison.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// There is one word, but two are needed.
    #[error("no ':' between what is computed and what curves are compared with")]
    OneWord,
    /// The word is neither ratio nor difference.
    #[error(transparent)]
    Relation(#[from] UnknownName),
    /// The curve is not valid.
    #[error(transparent)]
    Curve(#[from] CurveNameError),
}

impl Explain for ComparisonError {
    fn expected(&self) -> String {
        match self {
            ComparisonError::OneWord => String::new(),
            ComparisonError::Relation(error) => error.expected(),
            ComparisonError::Curve(error) => error.expected(),
        }
    }
}

impl FromStr for Comparison {
    type Err = ComparisonError;

    fn from_str(text: &str) -> Result<Comparison, ComparisonError> {
        let (relation, to) = text.split_once(':').ok_or(ComparisonError::OneWord)?;
        let to = if to == PINNED { Baseline::Pinned } else { Baseline::Curve(to.parse()?) };
        Ok(Comparison { relation: relation.parse()?, to })
    }
}
