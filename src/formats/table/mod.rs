//! Tables of jobs: comma-separated values whose first line names the columns (docs/semantics.md 10.3).
//!
//! ```text
//! submit,runtime,shape,estimate
//! 0,9839,12x16x16,10800
//! 11,118,4x4x4,
//! ```
//!
//! Rules:
//! - columns are known by their names, of which [`names`] has those in use; others are left alone. When a job was submitted, how
//!   long it ran, and its processors or its shape are needed;
//! - values are separated by commas, semicolons or tabs, whichever makes more of the first line; a value may stand in quotation
//!   marks, which are doubled within it. A line is a job: no value goes on on the next. Empty lines, and those that begin with
//!   `#`, are none;
//! - times are seconds and may have a fraction, which is exact to the microsecond. A negative runtime is unknown;
//! - a line with a fault is left out with a diagnostic, as in the other formats;
//! - jobs are numbered by their lines, 1, 2, ..., unless a column has whole numbers for them.

mod cells;
mod header;
mod job;
mod labels;
mod names;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

pub use writer::write;

pub(super) use job::extents;

use super::Format;

/// Tables of jobs.
pub(super) const FORMAT: Format = Format {
    name: "csv",
    title: "form of a table (CSV with a first line such as submit,runtime,processors)",
    recognises: header::recognises,
    reader: reader::from_line,
};
