//! The output of `sacct --json`: an object of jobs, or its jobs alone, as `jq` takes them out of it. Their nested fields
//! become columns of a table, named by their paths:
//! `time.submission`.

use crate::formats::json::Paths;
use crate::formats::table::{Dialect, Field, Header, MOMENT, Names, Records};
use crate::formats::values::{Clock, ended_in_slurm};
use crate::formats::{ColumnChoice, Pieces};
use crate::time::SECOND;

/// By field. Limits are in minutes.
const FIELDS: &[Names] = &[
    Names::new(Field::Submit, &["time.submission"], MOMENT),
    Names::new(Field::Runtime, &["time.elapsed"], "seconds"),
    Names::new(Field::Processors, &["required.CPUs"], "a whole number"),
    Names::new(Field::Allocated, &["allocation_nodes"], "a whole number"),
    Names::new(Field::Estimate, &["time.limit"], "minutes"),
    Names::new(Field::Start, &["time.start"], MOMENT),
    Names::new(Field::End, &["time.end"], MOMENT),
    Names::new(Field::Job, &["job_id"], "a whole number"),
    Names::new(Field::User, &["user"], ""),
    Names::new(Field::Partition, &["partition"], ""),
    Names::new(Field::Status, &["state.current"], "a word such as COMPLETED"),
    Names::new(Field::NodeList, &["nodes"], ""),
];

const DIALECT: Dialect = Dialect {
    fields: FIELDS,
    unit: SECOND,
    minutes: &["timelimit"],
    clock: Clock::Unix,
    free: &[],
    states: ended_in_slurm,
    is_slurm: true,
};

/// Whether this is an object with jobs of Slurm, or such a job itself, as `jq` takes them out of it.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let has = |name: &[u8]| probe.windows(name.len()).any(|text| text == name);
    let is_slurm =
        || [&b"\"submission\""[..], b"\"allocation_nodes\"", b"\"slurm\"", b"\"Slurm\""].into_iter().any(has);
    let has_jobs = || probe.starts_with(b"{") && has(b"\"jobs\"") && is_slurm();
    let is_job = || has(b"\"allocation_nodes\"") && (has(b"\"required\"") || has(b"\"time\""));
    matches!(probe.first(), Some(b'{' | b'['))
        && (has_jobs() || is_job())
        && !has(b"\"nb_res\"")
        && !has(b"\"profiles\"")
}

/// A reader of an export that begins on this line.
pub(super) fn from_line(line: u32, _: &ColumnChoice) -> Box<dyn Pieces> {
    let columns = FIELDS.iter().flat_map(|field| field.names).map(|name| name.to_string()).collect();
    let header = Header::in_dialect(columns, 0, &DIALECT, &ColumnChoice::default());
    Records::below(header, line, Paths::new("jobs", |name| Some(DIALECT.called(name)?.field)))
}
