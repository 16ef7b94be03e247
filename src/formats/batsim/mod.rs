//! Workloads of the simulator Batsim: JSON with `nb_res`, the `jobs`, and the `profiles`, which define the jobs' work
//! (docs/semantics.md 3.1).
//!
//! A job is `{"id": "1", "subtime": 10, "res": 4, "walltime": 100, "profile": "p"}`. Its profile gives its run time if
//! it has the type `delay` (`DelayProfile` since version 5), or if it is a sequence of such profiles, with repetitions.
//! The run time of any other type, which computes and sends messages, depends on a platform. Such jobs are kept without
//! a run time, so no simulation uses them, and they are counted. An identifier such as `w0!12` is the number 12. An
//! identifier without a number is replaced by the position of the job in the list.
//!
//! [`write()`] adds the other known values of a job under names that Batsim ignores: `user`, `queue`, `partition`,
//! `status`, `wait`, `allocated`, `shape`.

mod profiles;
mod reader;
mod remarks;
mod writer;

#[cfg(test)]
mod tests;

pub use writer::write;

use super::Format;

/// Workloads of Batsim.
pub(super) const FORMAT: Format =
    Format { name: "batsim", title: "JSON of Batsim", recognises: reader::recognises, reader: reader::from_line };
