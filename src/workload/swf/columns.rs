//! The columns of a log that a simulation can use, stored compactly: 50 bytes a job.

use crate::time::Time;

/// The jobs of a log as columns of equal length, in file order. As in the format, a negative value means "unknown".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Job numbers (field 1); not necessarily unique or in order.
    pub id: Vec<i64>,
    /// Submit times (field 2) in microseconds since the log's own time 0; never negative, not necessarily in order.
    pub submit: Vec<Time>,
    /// Run times (field 4) in microseconds.
    pub runtime: Vec<Time>,
    /// Allocated processors (field 5).
    pub allocated: Vec<i32>,
    /// Requested processors (field 8).
    pub requested_processors: Vec<i32>,
    /// Requested times (field 9) in microseconds.
    pub requested_time: Vec<Time>,
    /// How the jobs ended (field 11): 1 completed, 0 failed, 5 cancelled, ...
    pub status: Vec<i16>,
    /// Queue numbers (field 15).
    pub queue: Vec<i32>,
    /// Partition numbers (field 16).
    pub partition: Vec<i32>,
}

/// One line of a log: a value for each of the [`Columns`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    pub id: i64,
    pub submit: Time,
    pub runtime: Time,
    pub allocated: i32,
    pub requested_processors: i32,
    pub requested_time: Time,
    pub status: i16,
    pub queue: i32,
    pub partition: i32,
}

impl Columns {
    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there is no job at all.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Empty columns with room for `jobs`, so that a large log does not grow them by copying.
    pub(super) fn with_capacity(jobs: usize) -> Columns {
        Columns {
            id: Vec::with_capacity(jobs),
            submit: Vec::with_capacity(jobs),
            runtime: Vec::with_capacity(jobs),
            allocated: Vec::with_capacity(jobs),
            requested_processors: Vec::with_capacity(jobs),
            requested_time: Vec::with_capacity(jobs),
            status: Vec::with_capacity(jobs),
            queue: Vec::with_capacity(jobs),
            partition: Vec::with_capacity(jobs),
        }
    }

    pub(super) fn push(&mut self, record: &Record) {
        self.id.push(record.id);
        self.submit.push(record.submit);
        self.runtime.push(record.runtime);
        self.allocated.push(record.allocated);
        self.requested_processors.push(record.requested_processors);
        self.requested_time.push(record.requested_time);
        self.status.push(record.status);
        self.queue.push(record.queue);
        self.partition.push(record.partition);
    }

    /// Whether the columns can be those of a log: equally long, and no submit time negative.
    pub(super) fn check(&self) -> Result<(), String> {
        let lengths = [
            ("submit", self.submit.len()),
            ("runtime", self.runtime.len()),
            ("allocated", self.allocated.len()),
            ("requested_processors", self.requested_processors.len()),
            ("requested_time", self.requested_time.len()),
            ("status", self.status.len()),
            ("queue", self.queue.len()),
            ("partition", self.partition.len()),
        ];
        if let Some((name, length)) = lengths.into_iter().find(|&(_, length)| length != self.len()) {
            return Err(format!("column {name} holds {length} values, but column id holds {}", self.len()));
        }
        if self.submit.iter().any(|&submit| submit < 0) {
            return Err("column submit holds a negative time; times count from the log's own time 0".into());
        }
        Ok(())
    }
}
