//! Slurm's names of the columns of `sacct`, and of the jobs in its database.

use crate::formats::table::{Dialect, Field, MOMENT, Names, plain};
use crate::formats::values::{Clock, ended_in_slurm};
use crate::time::SECOND;

/// The command that exports all useful columns, also for `concat!`.
macro_rules! command {
    () => {
        "sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition"
    };
}

pub(in crate::formats) use command;

/// The same as a constant.
pub(in crate::formats) const COMMAND: &str = command!();

const DURATION: &str = "such as 1-02:03:04 or 03:04, or seconds";
const COUNT: &str = "such as 128 or 48K";

/// By field: the names of `sacct`, then those of the database. If a table has several of the names, the first counts.
const FIELDS: &[Names] = &[
    Names::new(Field::Submit, &["Submit", "time_submit"], MOMENT),
    Names::new(Field::Runtime, &["ElapsedRaw", "Elapsed"], DURATION),
    Names::new(Field::Processors, &["ReqNodes", "ReqCPUS", "NTasks", "cpus_req"], COUNT),
    Names::new(Field::Allocated, &["AllocNodes", "NNodes", "nodes_alloc", "AllocCPUS", "NCPUS"], COUNT),
    Names::new(Field::Estimate, &["TimelimitRaw", "Timelimit"], "such as 1-02:03:04 or UNLIMITED, or minutes"),
    Names::new(Field::Start, &["Start", "time_start"], MOMENT),
    Names::new(Field::End, &["End", "time_end"], MOMENT),
    Names::new(Field::Job, &["JobIDRaw", "JobID", "id_job"], "such as 123, 123_4 or 123+0"),
    Names::new(Field::User, &["User", "UID", "id_user"], ""),
    Names::new(Field::Partition, &["Partition"], ""),
    Names::new(Field::Status, &["State"], "a word such as COMPLETED, or a number of Slurm's"),
    Names::new(Field::NodeList, &["NodeList"], ""),
    Names::new(Field::Segment, &["SegmentSize"], ""),
];

/// The dialect of Slurm. Its columns of text may hold any character.
pub(in crate::formats) const DIALECT: Dialect = Dialect {
    fields: FIELDS,
    minutes: &["timelimitraw", "timelimit"],
    unit: SECOND,
    clock: Clock::Unix,
    free: &[
        "jobname",
        "comment",
        "admincomment",
        "systemcomment",
        "submitline",
        "workdir",
        "constraints",
        "nodelist",
        "alloctres",
        "reqtres",
        "extra",
    ],
    states: ended_in_slurm,
    is_slurm: true,
    program: "sacct",
};

/// Names that hardly any other program uses.
const OWN: [&str; 8] =
    ["elapsedraw", "timelimitraw", "timelimit", "allocnodes", "nnodes", "alloccpus", "ncpus", "reqnodes"];

/// Whether these are Slurm's names of columns, and not similar ones by chance.
pub(in crate::formats) fn is_certain(names: &[String]) -> bool {
    if ["id_job", "time_submit"].iter().all(|own| names.iter().any(|name| name == own)) {
        return true;
    }
    let is_one_of = |own: &[&str]| names.iter().any(|name| !name.contains('_') && own.contains(&&*plain(name)));
    is_one_of(&["jobid", "jobidraw"]) && is_one_of(&["submit"]) && is_one_of(&OWN)
}
