//! Exports of Slurm's `sacct`: tables with its names of columns and any separator (`sacct -P` writes bars), and the
//! output of `sacct --json` and `squeue --json` (docs/semantics.md 3.1).
//!
//! They are read like any other table, with these rules for Slurm:
//! - processors are nodes if there is a column of nodes, else processors. The allocated number counts. The requested
//!   number counts only if there is no allocated one, because Slurm's `ReqNodes` is a minimum;
//! - lines of job steps (`123.batch`, `123.0`) are ignored. A task of an array (`123_4`) and a component of a
//!   heterogeneous job (`123+0`) are jobs with the number of the whole, unless there is a column `JobIDRaw`;
//! - times are local times of the place where `sacct` ran, or seconds since 1970 (`SLURM_TIME_FORMAT=%s`, offsets). A
//!   clock that is set back shows an hour twice, so a start before the submission gives no wait.

mod json;
mod names;

#[cfg(test)]
mod tests;

pub(super) use names::{COMMAND, DIALECT, command, is_certain};

use super::table::{Header, from_line, is_comment};
use super::values::digits;
use super::{Format, first_line};

/// The output of `sacct -P` or `sacct --delimiter`.
pub(super) const FORMAT: Format = Format { name: "sacct", title: "format of sacct -P", recognises, reader: from_line };

/// The output of `sacct --json`.
pub(super) const JSON: Format = Format {
    name: "sacct-json",
    title: "JSON of sacct",
    recognises: json::recognises,
    reader: |line, _| json::from_line(line, false),
};

/// The output of `squeue --json`, `scontrol show job --json` and `slurmrestd`.
pub(super) const QUEUE_JSON: Format = Format {
    name: "squeue-json",
    title: "JSON of squeue",
    recognises: json::recognises_queue,
    reader: |line, _| json::from_line(line, true),
};

/// Whether the first line names Slurm's columns, or has the bars of a job without names of columns. A comment of the
/// Standard Workload Format with bars names no columns.
fn recognises(probe: &[u8]) -> bool {
    let line = first_line(probe);
    let bars = line.iter().filter(|&&byte| byte == b'|').count();
    let is_number = line.first().is_some_and(u8::is_ascii_digit);
    let is_export = || Header::found(probe).is_some_and(|header| header.dialect.is_slurm);
    !line.starts_with(b";") && !is_comment(line) && (is_number && bars > 2 || is_export())
}

/// Reads `123`, `123_4`, `123_[5-9]` or `123+0`: the number, and whether other jobs share it. `None` for a step such as
/// `123.batch`, and an error for any other text.
pub(super) fn number(text: &[u8]) -> Result<Option<(i64, bool)>, ()> {
    if text.contains(&b'.') {
        return Ok(None);
    }
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let shared = match text.get(end) {
        None => false,
        Some(b'_' | b'+') => true,
        Some(_) => return Err(()),
    };
    digits(&text[..end]).map(|number| Some((number, shared))).ok_or(())
}
