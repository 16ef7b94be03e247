//! The columns of a log that a simulation can use, in about 25 bytes a job.

use super::packed::Block;
use super::{AskedGroupings, AskedShapes, Column};
use crate::diagnostic::Explain;
use crate::time::Time;

/// Declares [`Columns`] and [`Record`] from the fields that both have, and what is done with every column.
macro_rules! columns {
    ($($(#[$about:meta])* $field:ident: $type:ty,)+) => {
        /// The jobs of a log as columns of equal length, in file order. The fields are those of the Standard Workload
        /// Format, in which a negative value means "unknown".
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Columns {
            $($(#[$about])* pub $field: Column<$type>,)+
            /// The extents that jobs ask for, if the log has them. Their volumes are the requested processors.
            pub shapes: AskedShapes,
            /// The segments that jobs ask for, if the log has them.
            pub groupings: AskedGroupings,
        }

        /// One job of a log: a value for each of the [`Columns`], in the same units.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Record {
            $($(#[$about])* pub $field: $type,)+
        }

        impl Columns {
            /// Adds a job at the end.
            #[inline]
            pub fn push(&mut self, record: &Record) {
                $(self.$field.push(record.$field);)+
            }

            /// Drops the jobs with `stays` false.
            pub fn retain(&mut self, stays: &[bool]) {
                $(self.$field.retain(stays);)+
                if !self.shapes.is_empty() {
                    self.shapes.retain(stays);
                }
                if !self.groupings.is_empty() {
                    self.groupings.retain(stays);
                }
            }

            /// The name and the length of each column.
            fn lengths(&self) -> impl Iterator<Item = (&'static str, usize)> {
                [$((stringify!($field), self.$field.len())),+].into_iter()
            }

            /// Writes the block of each column that begins at a place.
            pub(super) fn write_blocks(&self, from: usize, bytes: &mut Vec<u8>) {
                $(self.$field.write(from, bytes);)+
            }

            /// Reads a block of jobs for each column, and adds them if all are there.
            pub(super) fn read_blocks(&mut self, jobs: usize, bytes: &mut &[u8]) -> Option<()> {
                $(let $field = Block::read(jobs, bytes)?;)+
                $(self.$field.append($field, jobs);)+
                Some(())
            }
        }
    };
}

columns! {
    /// Job numbers (field 1); not necessarily unique or in order.
    id: i64,
    /// Submit times (field 2) in microseconds since the log's own time 0; never negative, but possibly out of order.
    submit: Time,
    /// Wait times (field 3) in microseconds, on the log's own machine. No simulation uses them. A number that is not a
    /// time counts as unknown.
    wait: Time,
    /// Run times (field 4) in microseconds.
    runtime: Time,
    /// Allocated processors (field 5).
    allocated: i32,
    /// Requested processors (field 8).
    requested_processors: i32,
    /// Requested times (field 9) in microseconds.
    requested_time: Time,
    /// The status of the jobs (field 11): 1 completed, 0 failed, 5 cancelled, ...
    status: i16,
    /// User numbers (field 12). A number that is not whole counts as unknown.
    user: i32,
    /// Queue numbers (field 15).
    queue: i32,
    /// Partition numbers (field 16).
    partition: i32,
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

    /// Whether the columns can belong to a log: they have equal length, and no submit time is negative.
    pub fn check(&self) -> Result<(), ColumnsError> {
        let jobs = self.len();
        if let Some((column, values)) = self.lengths().find(|&(_, length)| length != jobs) {
            return Err(ColumnsError::Length { column, values, jobs });
        }
        if self.submit.iter().any(|submit| submit < 0) {
            return Err(ColumnsError::NegativeSubmit);
        }
        Ok(())
    }
}
