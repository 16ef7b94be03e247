//! Diagnostics of a workload of Batsim: about one job, and about the whole.

use crate::diagnostic::Explain;
use crate::formats::diagnostics::Lines;
use crate::formats::values::NumberError;

/// Why an entry of the list of jobs is not a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BatsimJobError {
    /// A job lacks this field.
    #[error("no '{0}'")]
    Missing(&'static str),
    /// A value does not fit its field.
    #[error("'{0}' {1}")]
    Value(String, NumberError),
    /// An entry is not an object.
    #[error("not an object")]
    NoObject,
}

impl BatsimJobError {
    /// Distinguishes errors of the same field.
    pub fn kind(&self) -> usize {
        match self {
            BatsimJobError::Missing(_) => 0,
            BatsimJobError::NoObject => 1,
            BatsimJobError::Value(_, wrong) => 10 + *wrong as usize,
        }
    }
}

impl Explain for BatsimJobError {
    fn expected(&self) -> String {
        match self {
            BatsimJobError::Missing(_) | BatsimJobError::NoObject => "an object with id, subtime, res and profile",
            BatsimJobError::Value(_, NumberError::NotWhole) => "a whole number",
            BatsimJobError::Value(..) => "a number such as 3600 or 12.5",
        }
        .into()
    }

    fn remedy(&self) -> String {
        "the job was dropped, correct it to have it".into()
    }
}

/// A remark about the whole workload.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Remark {
    /// Jobs with a profile of this type.
    #[error("{}, first this one, for which the profile is of type '{}'", .0.of("job has no fixed run time", "jobs have no fixed run time"), .1)]
    Type(Lines, String),
    /// Jobs without a profile; the name of the first missing one.
    #[error("{}, first this one, for which it would be '{}'", .0.of("job has no profile", "jobs have no profile"), .1)]
    NoProfile(Lines, String),
    /// Jobs with an identifier that is not a number.
    #[error("{}, first this one", .0.of("job has an identifier that is no number", "jobs have an identifier that is no number"))]
    Unnumbered(Lines),
    /// There are no jobs.
    #[error("no job")]
    NoJob,
    /// There are more jobs than this.
    #[error("too large: more than {0} jobs")]
    TooManyJobs(usize),
}

impl Explain for Remark {
    fn place(&self) -> String {
        match self {
            Remark::Type(lines, _) | Remark::NoProfile(lines, _) | Remark::Unnumbered(lines) => {
                format!("line {}", lines.first())
            }
            Remark::NoJob | Remark::TooManyJobs(_) => "log".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            Remark::Type(..) | Remark::NoProfile(..) => {
                "a profile of type 'delay' with its 'delay' in seconds, or a sequence of such".into()
            }
            Remark::Unnumbered(_) => "such as 12 or w0!12".into(),
            Remark::NoJob => "a list 'jobs' of objects with id, subtime, res and profile".into(),
            Remark::TooManyJobs(_) => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Remark::Type(..) => "how long they take depends on a platform, their run time counts as unknown".into(),
            Remark::NoProfile(..) => "their run time counts as unknown".into(),
            Remark::Unnumbered(_) => "their number is their place in the list".into(),
            Remark::NoJob => "check that this is a workload of Batsim".into(),
            Remark::TooManyJobs(_) => "take the part of it that you need".into(),
        }
    }
}
