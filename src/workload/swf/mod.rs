//! Logs in the Standard Workload Format of the Parallel Workloads Archive (docs/semantics.md 3.1).
//!
//! A log is plain text: comment lines that begin with `;` (the header among them) and one line per job of eighteen
//! numbers separated by blanks. [`read`] turns the bytes of a log into a [`Log`]: its [`Header`] and the nine columns
//! a simulation can use. It never fails; what it could not use it says in [`Diagnostic`](crate::diagnostic::Diagnostic)s. [`Log::select`] then takes
//! the jobs an experiment asks for.
//!
//! Rules where the format is silent or logs take liberties:
//! - a line that does not hold exactly eighteen numbers is dropped with a diagnostic, as is a negative submit time;
//! - times may carry a fraction, which is exact to the microsecond;
//! - jobs out of order are put in order of submit time, file order breaking ties;
//! - job numbers that occur twice are kept, since nothing here depends on them being unique.

mod columns;
mod complaints;
mod foreign;
mod header;
mod number;
mod reader;
mod select;

#[cfg(test)]
mod tests;

pub use columns::Columns;
pub use header::Header;
pub use reader::read;
pub use select::{Selected, Selection, size};

/// A log as it was read: what its header says and its well-formed jobs, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What the comment lines say.
    pub header: Header,
    /// The jobs, in file order.
    pub columns: Columns,
    /// How many lines were dropped because they are no well-formed job.
    pub malformed: u32,
}

impl Log {
    /// A log from columns that came from elsewhere, such as another thread of a page.
    ///
    /// Fails, naming the column, unless all columns are equally long.
    pub fn from_columns(header: Header, columns: Columns, malformed: u32) -> Result<Log, String> {
        columns.check()?;
        Ok(Log { header, columns, malformed })
    }
}
