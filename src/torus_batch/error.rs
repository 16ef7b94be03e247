//! Why a batch cannot be planned.

use super::rows;
use super::{Job, MAX_SIDE};
use crate::diagnostic::Explain;

/// The form of a side, for messages.
pub(super) const EXPECTED_SIDE: &str = "a power of two from 1 to 1024";
const _: () = assert!(MAX_SIDE == 1024);

/// No job can have this size on a torus of this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its size does not suit a torus of side {side}")]
pub struct SizeError {
    /// The side of the subtorus.
    pub size: u32,
    /// The side of the torus.
    pub side: u32,
}

impl Explain for SizeError {
    fn place(&self) -> String {
        "jobs".into()
    }

    fn expected(&self) -> String {
        format!("a power of two from 1 to {}", self.side)
    }
}

/// Why jobs cannot be planned on a torus. Jobs are numbered from 0 here, and from 1 in messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// No torus has this side.
    #[error("a torus of side {0} cannot be halved down to single processors")]
    Side(u32),
    /// There are no jobs.
    #[error("there are none")]
    NoJobs,
    /// A job does not suit the torus.
    #[error("job {}, '{job}': {error}", position + 1)]
    Size {
        /// The job's position.
        position: usize,
        /// The job.
        job: Job,
        /// The error.
        error: SizeError,
    },
    /// The times have no common tick that is coarse enough; this is the first job with which the tick is too fine.
    #[error("job {}, '{job}': with this one, {TOO_FINE}", position + 1)]
    TooFine {
        /// The job's position.
        position: usize,
        /// The job.
        job: Job,
    },
    /// The same, with the deadline as the only cause.
    #[error("with it, {TOO_FINE}")]
    DeadlineTooFine,
    /// The jobs take too many ticks together.
    #[error("the times are too long, or too different in their fractions, for exact sums")]
    TooLong,
}

const TOO_FINE: &str = "the times' common denominator exceeds 10^15, too much for exact sums";

impl Explain for BatchError {
    fn place(&self) -> String {
        match self {
            BatchError::Side(_) => "side",
            BatchError::DeadlineTooFine => "deadline",
            _ => "jobs",
        }
        .into()
    }

    fn expected(&self) -> String {
        match self {
            BatchError::Side(_) => EXPECTED_SIDE.into(),
            BatchError::NoJobs => rows::EXPECTED.into(),
            BatchError::Size { error, .. } => error.expected(),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            BatchError::TooFine { .. } | BatchError::DeadlineTooFine => {
                "give times with fewer digits or like denominators"
            }
            BatchError::TooLong => "give them in a larger unit or with fewer digits",
            _ => "",
        }
        .into()
    }
}
