//! The columns of a log that a simulation can use, in about 25 bytes a job.

use super::{AskedGroupings, AskedShapes, Column};
use crate::diagnostic::Explain;
use crate::time::Time;

/// The jobs of a log as columns of equal length, in file order. The fields are those of the Standard Workload Format,
/// in which a negative value means "unknown".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Job numbers (field 1); not necessarily unique or in order.
    pub id: Column<i64>,
    /// Submit times (field 2) in microseconds since the log's own time 0; never negative, but possibly out of order.
    pub submit: Column<Time>,
    /// Wait times (field 3) in microseconds, on the log's own machine. No simulation uses them. A number that is not a
    /// time counts as unknown.
    pub wait: Column<Time>,
    /// Run times (field 4) in microseconds.
    pub runtime: Column<Time>,
    /// Allocated processors (field 5).
    pub allocated: Column<i32>,
    /// Requested processors (field 8).
    pub requested_processors: Column<i32>,
    /// Requested times (field 9) in microseconds.
    pub requested_time: Column<Time>,
    /// The status of the jobs (field 11): 1 completed, 0 failed, 5 cancelled, ...
    pub status: Column<i16>,
    /// User numbers (field 12). A number that is not whole counts as unknown.
    pub user: Column<i32>,
    /// Queue numbers (field 15).
    pub queue: Column<i32>,
    /// Partition numbers (field 16).
    pub partition: Column<i32>,
    /// The extents that jobs ask for, if the log has them. Their volumes are the requested processors.
    pub shapes: AskedShapes,
    /// The segments that jobs ask for, if the log has them.
    pub groupings: AskedGroupings,
}

/// One job of a log: a value for each of the [`Columns`], in the same units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Job number.
    pub id: i64,
    /// Submit time.
    pub submit: Time,
    /// Wait time.
    pub wait: Time,
    /// Run time.
    pub runtime: Time,
    /// Allocated processors.
    pub allocated: i32,
    /// Requested processors.
    pub requested_processors: i32,
    /// Requested time.
    pub requested_time: Time,
    /// The status.
    pub status: i16,
    /// User number.
    pub user: i32,
    /// Queue number.
    pub queue: i32,
    /// Partition number.
    pub partition: i32,
}

/// Why columns cannot belong to a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// A column is longer or shorter than that of the job numbers.
    #[error("column {column} holds {values} values, but column id holds {jobs}")]
    Length {
        /// The column.
        column: &'static str,
        /// The number of its values.
        values: usize,
        /// The number of jobs.
        jobs: usize,
    },
    /// Bytes are not those of columns, or some are missing.
    #[error("the columns are not all there")]
    Torn,
    /// The keeper of the bytes no longer has them.
    #[error("what was read of the log has been lost")]
    Lost,
    /// A job was submitted before the log's own time 0.
    #[error("column submit holds a negative time")]
    NegativeSubmit,
}

impl Explain for ColumnsError {
    fn place(&self) -> String {
        "log".into()
    }

    fn expected(&self) -> String {
        match self {
            ColumnsError::Length { .. } | ColumnsError::Torn => "a value for every job".into(),
            ColumnsError::Lost => "all of it, for as long as it is used".into(),
            ColumnsError::NegativeSubmit => "microseconds after the log's own time 0".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            ColumnsError::Lost => "drop the log again, or choose it again".into(),
            _ => String::new(),
        }
    }
}

impl Columns {
    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Adds a job at the end.
    #[inline]
    pub fn push(&mut self, record: &Record) {
        self.id.push(record.id);
        self.submit.push(record.submit);
        self.wait.push(record.wait);
        self.runtime.push(record.runtime);
        self.allocated.push(record.allocated);
        self.requested_processors.push(record.requested_processors);
        self.requested_time.push(record.requested_time);
        self.status.push(record.status);
        self.user.push(record.user);
        self.queue.push(record.queue);
        self.partition.push(record.partition);
    }

    /// Drops the jobs with `stays` false.
    pub fn retain(&mut self, stays: &[bool]) {
        self.id.retain(stays);
        self.submit.retain(stays);
        self.wait.retain(stays);
        self.runtime.retain(stays);
        self.allocated.retain(stays);
        self.requested_processors.retain(stays);
        self.requested_time.retain(stays);
        self.status.retain(stays);
        self.user.retain(stays);
        self.queue.retain(stays);
        self.partition.retain(stays);
        if !self.shapes.is_empty() {
            self.shapes.retain(stays);
        }
        if !self.groupings.is_empty() {
            self.groupings.retain(stays);
        }
    }

    /// Whether the columns can belong to a log: they have equal length, and no submit time is negative.
    pub fn check(&self) -> Result<(), ColumnsError> {
        let lengths = [
            ("submit", self.submit.len()),
            ("wait", self.wait.len()),
            ("runtime", self.runtime.len()),
            ("allocated", self.allocated.len()),
            ("requested_processors", self.requested_processors.len()),
            ("requested_time", self.requested_time.len()),
            ("status", self.status.len()),
            ("user", self.user.len()),
            ("queue", self.queue.len()),
            ("partition", self.partition.len()),
        ];
        let jobs = self.len();
        if let Some((column, values)) = lengths.into_iter().find(|&(_, length)| length != jobs) {
            return Err(ColumnsError::Length { column, values, jobs });
        }
        if self.submit.iter().any(|submit| submit < 0) {
            return Err(ColumnsError::NegativeSubmit);
        }
        Ok(())
    }
}
