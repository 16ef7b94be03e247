//! Tables of jobs: comma-separated values whose first line names the columns (docs/semantics.md 10.3).
//!
//! ```text
//! submit,runtime,shape,estimate
//! 0,9839,12x16x16,10800
//! 11,118,4x4x4,
//! ```
//!
//! Rules:
//! - columns are known by their names, of which [`names`] has those in use, or by a [`ColumnChoice`](super::ColumnChoice); others
//!   are left alone. When a job was submitted, how long it ran, and its processors or its shape are needed, or what these follow
//!   from: its start, its end, its wait;
//! - values are separated by commas, semicolons, tabs or bars, whichever makes more of the first line; a value may stand in
//!   quotation marks, which are doubled within it. A line is a job: no value goes on on the next. Empty lines, and those that begin
//!   with `#`, are none; where no other line names the columns, one of these may;
//! - values are those of [`values`](super::values): numbers, clocks, dates, words. A negative runtime is unknown. What is not
//!   needed is unknown where it cannot be used;
//! - a column with a set of nodes in it tells no number of processors;
//! - a line with a fault is left out with a diagnostic, as in the other formats;
//! - jobs are numbered by their lines, 1, 2, ..., unless a column has whole numbers for them.
//!
//! Programs that have names and rules of their own are [`Dialect`]s.

mod about;
mod cells;
mod dialect;
mod header;
mod job;
mod jobs;
mod names;
mod nodes;
mod reader;
mod remarks;
mod sizes;
mod times;
mod writer;

#[cfg(test)]
mod tests;

pub use writer::write;

pub(super) use dialect::Dialect;
pub(super) use header::{Header, is_comment};
pub(super) use job::{Values, extents};
pub(super) use jobs::Jobs;
pub(super) use names::{FIELD_COUNT, FIELDS, Field, MOMENT, Names, plain};
pub(super) use reader::from_line;

use super::Format;

/// Tables of jobs.
pub(super) const FORMAT: Format = Format {
    name: "csv",
    title: "form of a table (CSV with a first line such as submit,runtime,processors)",
    recognises: header::recognises,
    reader: reader::from_line,
};
