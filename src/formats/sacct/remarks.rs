//! What is to be said of an export: of one line, and as a whole.

use super::columns::{COMMAND, ELAPSED, LIMIT, NUMBER, START, SUBMIT};
use crate::diagnostic::{Explain, shortened_bytes};
use crate::formats::complaints::Lines;

/// Why a line is no job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault<'a> {
    /// A line with more or fewer values than there are columns.
    #[error("the line has {found} values, but the first line names {named} columns")]
    Count {
        /// How many it has.
        found: usize,
        /// How many it should have.
        named: usize,
    },
    /// A value that is not of its column's kind.
    #[error("'{}' is no {}", shortened_bytes(.text), kind(*.column))]
    Value {
        /// Which column.
        column: usize,
        /// What stands there.
        text: &'a [u8],
    },
    /// A date where times were seconds so far, or the other way round.
    #[error("'{}' is not counted by the same clock as the times above", shortened_bytes(.text))]
    OtherClock {
        /// Which column.
        column: usize,
        /// What stands there.
        text: &'a [u8],
    },
}

fn kind(column: usize) -> &'static str {
    match column {
        NUMBER => "job number",
        SUBMIT | START => "time",
        ELAPSED | LIMIT => "duration",
        _ => "number of nodes or processors",
    }
}

impl Explain for Fault<'_> {
    fn expected(&self) -> String {
        match self {
            Fault::Count { .. } => "a value for each column",
            Fault::OtherClock { .. } => "times all of which are dates, or all of which are seconds since 1970",
            Fault::Value { column: NUMBER, .. } => "such as 123, 123_4 or 123+0",
            Fault::Value { column: SUBMIT | START, .. } => "such as 2024-03-31T02:30:00, or seconds since 1970",
            Fault::Value { column: ELAPSED, .. } => "such as 1-02:03:04 or 03:04, or seconds",
            Fault::Value { column: LIMIT, .. } => "such as 1-02:03:04 or UNLIMITED, or minutes",
            Fault::Value { .. } => "such as 128 or 48K",
        }
        .into()
    }

    fn remedy(&self) -> String {
        match self {
            Fault::Count { .. } => {
                "the line was dropped, leave out columns whose values may hold a bar or a line end, such as JobName"
            }
            Fault::OtherClock { .. } => "the line was dropped, export all jobs with the same SLURM_TIME_FORMAT",
            Fault::Value { .. } => "the line was dropped, mend it to have its job",
        }
        .into()
    }
}

/// Something about an export as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Remark {
    /// The first line, which this is, names no columns.
    #[error("the first line names no columns")]
    NoNames(u32),
    /// The first line, which this is, does not name these, without which no job can be simulated.
    #[error("no column {}", .1.join(", "))]
    Missing(u32, Vec<&'static str>),
    /// The same of columns that can be done without.
    #[error("no column {}", .1.join(", "))]
    Absent(u32, Vec<&'static str>),
    /// Jobs that wait or run.
    #[error("{}, first this one", .0.of("job had not ended", "jobs had not ended"))]
    NotEnded(Lines),
    /// Jobs that started before they were submitted.
    #[error("{}, first this one", .0.of("job started before it was submitted", "jobs started before they were submitted"))]
    Early(Lines),
    /// Tasks of arrays and components of heterogeneous jobs.
    #[error("{}, first this one", .0.of("job has the number of a whole that it is part of", "jobs have the number of a whole that they are part of"))]
    Parts(Lines),
    /// Not one line is a job that has ended.
    #[error("no job that has ended")]
    NoJob,
    /// More jobs than this.
    #[error("too large: more than {0} jobs")]
    TooManyJobs(usize),
}

impl Explain for Remark {
    fn place(&self) -> String {
        match self {
            Remark::NoNames(line) | Remark::Missing(line, _) | Remark::Absent(line, _) => format!("line {line}"),
            Remark::NotEnded(lines) | Remark::Early(lines) | Remark::Parts(lines) => format!("line {}", lines.first()),
            Remark::NoJob | Remark::TooManyJobs(_) => "log".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            Remark::NoNames(_) => "names of columns with bars between them".into(),
            Remark::Missing(..) => "when each job came, how long it ran, and on how much".into(),
            Remark::NotEnded(_) => "jobs that have ended".into(),
            Remark::Early(_) => "Start no earlier than Submit".into(),
            Remark::Parts(_) => "a number of its own for each job".into(),
            Remark::NoJob => "a line for each job".into(),
            Remark::Absent(..) | Remark::TooManyJobs(_) => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Remark::NoNames(_) | Remark::NoJob => format!("export again, without --noheader: {COMMAND}"),
            Remark::Missing(..) => format!("export again: {COMMAND}"),
            Remark::Absent(..) => format!("what it says counts as unknown, this exports it: {COMMAND}"),
            Remark::NotEnded(_) => "they were left out".into(),
            Remark::Early(_) => "their waits count as unknown: a clock that is put back shows an hour twice, SLURM_TIME_FORMAT=%s exports seconds, which no clock repeats".into(),
            Remark::Parts(_) => "all jobs were kept, the column JobIDRaw has a number for each".into(),
            Remark::TooManyJobs(_) => "take the part of it that you need".into(),
        }
    }
}
