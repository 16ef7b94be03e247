//! Logs in the Standard Workload Format of the Parallel Workloads Archive (docs/semantics.md 3.1).
//!
//! A log is plain text: comment lines that begin with `;` (the header among them) and one line per job of eighteen
//! numbers separated by blanks. The reader turns its bytes into a [`Log`](crate::workload::Log) of the columns a simulation
//! can use, and how long jobs waited in reality; it never fails, and says in
//! [`Diagnostic`](crate::diagnostic::Diagnostic)s what it could not use. [`write()`] makes a log of such columns again.
//!
//! Rules where the format is silent or logs take liberties:
//! - what follows the eighteenth field of a line is ignored, and said once for the whole log, as is a preceding job;
//! - what no run needs is unknown where it cannot be used; users, queues and partitions that are words are numbered;
//! - a line of status 2, 3 or 4 is part of a job, and is left out, where a line of status 0, 1 or 5 has its number;
//! - fields may be separated by semicolons or commas, which is said; lines that begin with `#` are comments, too;
//! - a line may end after its fifth field: by then its times and a number of processors are there. Missing fields count as
//!   unknown (-1), which is said once, too. A line that ends sooner is dropped with a diagnostic, as is a negative submit time;
//! - times may carry a fraction, which is exact to the microsecond;
//! - jobs out of order are put in order of submit time, file order breaking ties;
//! - job numbers that occur twice are kept, since nothing here depends on them being unique.

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
