//! Logs in the Standard Workload Format of the Parallel Workloads Archive (docs/semantics.md 3.1).
//!
//! A log is plain text: comment lines that begin with `;` (with the header among them), and one line per job of
//! eighteen numbers separated by blanks. The reader makes a [`Log`](crate::workload::Log) with the columns that a
//! simulation can use and the real waits of the jobs. It never fails, and reports unusable parts in
//! [`Diagnostic`](crate::diagnostic::Diagnostic)s. [`write()`] makes a log of such columns again.
//!
//! Rules where the format is silent or logs deviate from it:
//! - the text behind the eighteenth field of a line is ignored, and reported once for the whole log. So is a preceding
//!   job;
//! - an unusable field that no run needs is unknown. Users, queues and partitions that are words get numbers;
//! - a line of status 2, 3 or 4 is part of a job. It is left out if a line of status 0, 1 or 5 has its number;
//! - semicolons or commas may separate fields, which is reported. Lines that begin with `#` are comments, too;
//! - a line may end after its fifth field, because its times and a number of processors are there. Missing fields are
//!   unknown (-1), which is reported once, too. A shorter line is dropped with a diagnostic, and so is a negative
//!   submit time;
//! - times may have a fraction, which is exact to the microsecond;
//! - jobs are sorted by submit time; ties keep the order of the file;
//! - repeated job numbers are kept, because nothing here needs them to be unique.

mod fields;
mod header;
mod line;
mod oddities;
mod parts;
mod plain;
mod reader;
mod remarks;
mod writer;

#[cfg(test)]
mod tests;

pub use writer::write;

pub(super) use parts::Parts;
pub(super) use remarks::{Remark, repeated};

use super::Format;

/// The Standard Workload Format.
pub(super) const FORMAT: Format = Format {
    name: "swf",
    title: "Standard Workload Format",
    recognises: reader::recognises,
    reader: reader::from_line,
};
