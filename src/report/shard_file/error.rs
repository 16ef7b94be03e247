//! Why a file of results is rejected.

use crate::BUILD;
use crate::budget::OverBudget;
use crate::diagnostic::{Explain, shortened};

/// Why a file does not belong to an experiment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardFileError {
    /// Not a file of results.
    #[error("the file holds no results of Subtorus")]
    Foreign,
    /// The digest at its end is wrong or missing.
    #[error("the file is torn: it was cut off, or changed after it was written")]
    Torn,
    /// It is complete, but this program would not write it.
    #[error("the file is whole, but not as a part of an experiment is written")]
    Odd,
    /// Another version of the program wrote it.
    #[error("the file was written by Subtorus {build}, this is {BUILD}")]
    OtherBuild {
        /// That version.
        build: String,
    },
    /// It is of another log.
    #[error("the file is of another log: its SHA-256 is {log}")]
    OtherLog {
        /// The digest of that log.
        log: String,
        /// The digest of the expected log.
        expected: String,
    },
    /// It is of another experiment.
    #[error("the file is of another experiment: {}", shortened(link))]
    OtherLink {
        /// Its link.
        link: String,
        /// The link of the expected experiment.
        expected: String,
    },
    /// It has the same link, but its jobs or its exclusions differ.
    #[error("the file is of the same experiment, but other jobs or other cells were left out of it")]
    OtherPlan,
    /// It has another number for the same cell.
    #[error("the file has other numbers for {cell} than a file before it")]
    Contradiction {
        /// The cell in words.
        cell: String,
    },
    /// Its experiment is too large.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
}

impl Explain for ShardFileError {
    fn place(&self) -> String {
        match self {
            ShardFileError::OverBudget(error) => error.place(),
            _ => String::new(),
        }
    }

    fn expected(&self) -> String {
        match self {
            ShardFileError::Foreign => "a file that subtorus sweep --shard has written".into(),
            ShardFileError::OtherLog { expected, .. } => expected.clone(),
            ShardFileError::OtherLink { expected, .. } => shortened(expected),
            ShardFileError::OverBudget(error) => error.expected(),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            ShardFileError::Torn => "copy it once more, or delete it and run its part again".into(),
            ShardFileError::Odd => "delete it and run its part again".into(),
            ShardFileError::OtherBuild { .. } => {
                "use that version, or delete the file and run its part with this one".into()
            }
            ShardFileError::OtherLog { .. } => "run all parts on the same log".into(),
            ShardFileError::OtherLink { .. } => {
                "give the files of one experiment only, or write to another file".into()
            }
            ShardFileError::OtherPlan => "run all parts with the same --limit".into(),
            ShardFileError::Contradiction { .. } => "keep one of the two; what is measured with a clock differs".into(),
            ShardFileError::OverBudget(error) => error.remedy(),
            ShardFileError::Foreign => String::new(),
        }
    }
}
