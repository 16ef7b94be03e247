//! Curves in relation to one of them, or to those of a run before.

use super::{CurveName, CurveNameError};
use crate::diagnostic::Explain;
use crate::experiment::Experiment;
use crate::experiment::contrast::Relation;
use crate::names::UnknownName;
use std::fmt;
use std::str::FromStr;

/// What a chart draws instead of the values themselves, written `ratio:easy/flat` or `difference:pinned`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What is made of two values.
    pub relation: Relation,
    /// The second of them.
    pub to: Baseline,
}

/// What curves are compared with, at the same value of what is varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// One curve of the same run; on several machines that of each curve's own, unless the name says which.
    Curve(CurveName),
    /// The curve of the same names in the run that was pinned first.
    Pinned,
}

/// How links call what was pinned.
const PINNED: &str = "pinned";

impl Comparison {
    /// Whether an experiment has the curve that is compared with; of what is pinned it does not know.
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

/// What is wrong with a comparison.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// One word where there should be two.
    #[error("no ':' between what is computed and what curves are compared with")]
    OneWord,
    /// Neither ratio nor difference.
    #[error(transparent)]
    Relation(#[from] UnknownName),
    /// No curve.
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
