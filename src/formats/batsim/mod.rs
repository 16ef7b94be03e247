//! Workloads of the simulator Batsim: JSON with `nb_res`, the `jobs`, and the `profiles` that say what each of them does
//! (docs/semantics.md 3.1).
//!
//! A job is `{"id": "1", "subtime": 10, "res": 4, "walltime": 100, "profile": "p"}`, and runs for as long as its profile of the
//! type `delay` (`DelayProfile` since version 5) says, or as a sequence of such takes, with its repetitions. How long one of any other type takes, which computes and sends messages, depends on a platform: such jobs
//! are kept without a run time, so that no simulation takes them, and are counted. An identifier such as `w0!12` is the number
//! 12; one that is no number is replaced by the place of the job in the list.
//!
//! [`write()`] adds to a job what else is known of it, under names that Batsim ignores: `user`, `queue`, `partition`, `status`,
//! `wait`, `allocated`, `shape`.

mod profiles;
mod reader;
mod remarks;
mod writer;

#[cfg(test)]
mod tests;

pub use writer::write;

use super::Format;

/// The workloads of Batsim.
pub(super) const FORMAT: Format =
    Format { name: "batsim", title: "JSON of Batsim", recognises: reader::recognises, reader: reader::from_line };
