//! The output of `sacct --json`, and that of `squeue --json`, `scontrol show job --json` and `slurmrestd`: an object of
//! jobs, or its jobs alone, as `jq` takes them out of it. Their nested fields become columns of a table, named by their
//! paths: `time.submission`.

use crate::formats::json::Paths;
use crate::formats::table::{Dialect, Field, Header, MOMENT, Names, Records};
use crate::formats::{ColumnChoice, Pieces, has, sacct};

/// By field: the name of `sacct`, and that of `squeue` and the others. Limits are in minutes.
const FIELDS: &[Names] = &[
    Names::new(Field::Submit, &["time.submission", "submit_time"], MOMENT),
    Names::new(Field::Runtime, &["time.elapsed"], "seconds"),
    Names::new(Field::Processors, &["required.CPUs", "cpus"], "a whole number"),
    Names::new(Field::Allocated, &["allocation_nodes", "node_count"], "a whole number"),
    Names::new(Field::Estimate, &["time.limit", "time_limit"], "minutes"),
    Names::new(Field::Start, &["time.start", "start_time"], MOMENT),
    Names::new(Field::End, &["time.end", "end_time"], MOMENT),
    Names::new(Field::Job, &["job_id", "job_id"], "a whole number"),
    Names::new(Field::User, &["user", "user_name"], ""),
    Names::new(Field::Partition, &["partition", "partition"], ""),
    Names::new(Field::Status, &["state.current", "job_state"], "a word such as COMPLETED"),
    Names::new(Field::NodeList, &["nodes"], ""),
];

const DIALECT: Dialect = Dialect { fields: FIELDS, free: &[], ..sacct::DIALECT };

const QUEUE: Dialect = Dialect { program: "squeue", ..DIALECT };

/// Whether this is an object with jobs of Slurm, or such a job itself, as `jq` takes them out of it.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let has = |name: &[u8]| has(probe, name);
    let is_slurm =
        || [&b"\"submission\""[..], b"\"allocation_nodes\"", b"\"slurm\"", b"\"Slurm\""].into_iter().any(has);
    let has_jobs = || probe.starts_with(b"{") && has(b"\"jobs\"") && is_slurm();
    let is_job = || has(b"\"allocation_nodes\"") && (has(b"\"required\"") || has(b"\"time\""));
    matches!(probe.first(), Some(b'{' | b'['))
        && (has_jobs() || is_job())
        && !has(b"\"nb_res\"")
        && !has(b"\"profiles\"")
}

/// The same for jobs of `squeue`. One of these names alone may be that of another table.
pub(super) fn recognises_queue(probe: &[u8]) -> bool {
    let own = ["\"submit_time\"", "\"start_time\"", "\"end_time\"", "\"node_count\"", "\"job_state\""];
    matches!(probe.first(), Some(b'{' | b'[')) && own.into_iter().all(|name| has(probe, name.as_bytes()))
}

/// A reader of an export of `sacct` that begins on this line, or of one of `squeue`.
pub(super) fn from_line(line: u32, is_queue: bool) -> Box<dyn Pieces> {
    let dialect = if is_queue { &QUEUE } else { &DIALECT };
    let columns = FIELDS.iter().filter_map(|field| field.names.get(usize::from(is_queue)));
    let columns = columns.map(|name| name.to_string()).collect();
    let header = Header::in_dialect(columns, 0, dialect, &ColumnChoice::default());
    Records::below(header, line, Paths::new("jobs", |name| Some(DIALECT.called(name)?.field)))
}
