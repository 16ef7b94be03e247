//! Exports of Slurm's `sacct -P`: a line for each job, its values separated by `|`, and a first line that names the columns
//! (docs/semantics.md 3.1).
//!
//! The reader goes by the names, in any order and any case; what it does not know is ignored. Rules where Slurm leaves a choice:
//! - processors are nodes where there is a column of them, else processors: those that were allocated, and what was asked for
//!   only where nothing was, since Slurm's `ReqNodes` is the least that would do;
//! - lines of job steps (`123.batch`, `123.0`) are ignored; a task of an array (`123_4`) and a component of a heterogeneous job
//!   (`123+0`) are jobs with the number of the whole, unless there is a column `JobIDRaw`;
//! - jobs that have not ended are left out, which is said once; a job that was cancelled before it began has no run time;
//! - the log's time 0 is the first submission. Times are what the clock on the wall showed where `sacct` ran, or seconds since
//!   1970 (`SLURM_TIME_FORMAT=%s`). A clock that is put back shows an hour twice: a start before the submission is no wait.

mod columns;
mod reader;
mod remarks;
mod values;

#[cfg(test)]
mod tests;

use super::Format;

/// What `sacct -P` prints.
pub(super) const FORMAT: Format =
    Format { name: "sacct", title: "format of sacct -P", recognises: columns::recognises, reader: reader::from_line };
