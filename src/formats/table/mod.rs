//! Tables of jobs: comma-separated values with names of columns in the first line (docs/semantics.md 10.3).
//!
//! ```text
//! submit,runtime,shape,estimate
//! 0,9839,12x16x16,10800
//! 11,118,4x4x4,
//! ```
//!
//! Rules:
//! - the name of a column decides its field. [`names`] has the names in use, and a
//!   [`ColumnChoice`](super::ColumnChoice) can choose others. Columns with other names are ignored. A table needs the
//!   submission time, the run time, and the processors or the shape of a job, or columns from which they follow: its
//!   start, its end, its wait;
//! - commas, semicolons, tabs or bars separate values, or blanks if there are none of them: the separator with the most
//!   known columns in the first line counts. With blanks, lines may begin with the names of rows. A value may stand in quotation marks, which are doubled within it. A line is a job, unless a value in
//!   quotation marks goes on over the next lines. Empty lines, and lines that begin with `#`, are not jobs. If no other
//!   line names the columns, a line with `#` may do so;
//! - values are those of [`values`](super::values): numbers, clocks, dates, words. A negative run time is unknown. A
//!   value that is not needed is unknown if it cannot be used;
//! - a column that contains a set of nodes does not count processors;
//! - a line with an error is left out with a diagnostic, as in the other formats;
//! - jobs are numbered by their lines, 1, 2, ..., unless a column has whole numbers for them.
//!
//! Programs with names and rules of their own are [`Dialect`]s. [`records`] reads the same from JSON.

mod about;
mod cells;
mod comparison;
mod dialect;
mod header;
mod job;
mod jobs;
mod names;
mod nodes;
mod reader;
mod records;
mod remarks;
mod sizes;
mod times;
mod writer;

#[cfg(test)]
mod export_tests;
#[cfg(test)]
mod record_tests;
#[cfg(test)]
mod tests;

pub use dialect::SCHEDULE_COLUMNS;
pub use writer::write;

pub(super) use dialect::Dialect;
pub(super) use header::{Header, is_comment};
pub(super) use job::extents;
pub(super) use names::{FIELDS, Field, MOMENT, Names, plain};
pub(super) use reader::from_line;
pub(super) use records::{RECORDS, Records, members};

use super::Format;

/// Tables of jobs.
pub(super) const FORMAT: Format = Format {
    name: "csv",
    title: "form of a table (CSV with a first line such as submit,runtime,processors)",
    recognises: header::recognises,
    reader: reader::from_line,
};
