//! The formats in which logs are written.

use super::{batsim, swf, table};
use crate::time::{Decimal, Time};
use crate::workload::{Columns, Log, size};
use std::fmt;

/// A format in which logs are written.
pub struct Written {
    /// Its name, the same as that of the [`Format`](super::Format) that reads it.
    pub name: &'static str,
    /// The ending of names of these files.
    pub ending: &'static str,
    /// Whether jobs that cannot be simulated are left out, because the format cannot express unknown values.
    pub is_of_runs: bool,
    /// A log as text.
    pub write: fn(&Log) -> String,
}

/// Every format that can be written. The page writes none of them, so they are separate from the formats that it reads.
pub const WRITTEN: &[Written] = &[
    Written { name: "swf", ending: ".swf", is_of_runs: false, write: swf::write },
    Written { name: "batsim", ending: ".json", is_of_runs: true, write: batsim::write },
    Written { name: "csv", ending: ".csv", is_of_runs: true, write: table::write },
];

/// Whether a job of a log can be simulated: its run time and its size are known.
pub fn can_run(columns: &Columns, job: usize) -> bool {
    columns.runtime.at(job) >= 0 && size(columns.requested_processors.at(job), columns.allocated.at(job)) > 0
}

/// A time in seconds, exact as in logs: microseconds are six digits behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seconds(pub Time);

impl fmt::Display for Seconds {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        Decimal::new(self.0, 6).fmt(out)
    }
}
