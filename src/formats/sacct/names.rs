//! Slurm's names of the columns of `sacct`.

use crate::formats::table::{Dialect, FIELD_COUNT, Field, MOMENT, Names, plain};
use crate::formats::values::Clock;

/// The command that exports all useful columns.
pub(in crate::formats) const COMMAND: &str =
    "sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition";

const DURATION: &str = "such as 1-02:03:04 or 03:04, or seconds";
const COUNT: &str = "such as 128 or 48K";

const fn names(field: Field, names: &'static [&'static str], expected: &'static str) -> Names {
    Names { field, names, expected }
}

/// By field. If a table has several of the names, the first counts.
const FIELDS: [Names; FIELD_COUNT] = [
    names(Field::Submit, &["Submit"], MOMENT),
    names(Field::Runtime, &["ElapsedRaw", "Elapsed"], DURATION),
    names(Field::Shape, &[], ""),
    names(Field::Processors, &["ReqNodes", "ReqCPUS"], COUNT),
    names(Field::Allocated, &["AllocNodes", "NNodes", "AllocCPUS", "NCPUS"], COUNT),
    names(Field::Estimate, &["TimelimitRaw", "Timelimit"], "such as 1-02:03:04 or UNLIMITED, or minutes"),
    names(Field::Wait, &[], ""),
    names(Field::Start, &["Start"], MOMENT),
    names(Field::End, &["End"], MOMENT),
    names(Field::Job, &["JobIDRaw", "JobID"], "such as 123, 123_4 or 123+0"),
    names(Field::User, &["User"], ""),
    names(Field::Queue, &[], ""),
    names(Field::Partition, &["Partition"], ""),
    names(Field::Status, &["State"], "a word such as COMPLETED"),
    names(Field::NodeList, &["NodeList"], ""),
    names(Field::Segment, &["SegmentSize"], ""),
    names(Field::Flags, &[], ""),
];

/// The dialect of Slurm. Its columns of text may hold any character.
pub(in crate::formats) const DIALECT: Dialect = Dialect {
    fields: &FIELDS,
    minutes: &["timelimitraw", "timelimit"],
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
    is_slurm: true,
};

/// Names that hardly any other program uses.
const OWN: [&str; 8] =
    ["elapsedraw", "timelimitraw", "timelimit", "allocnodes", "nnodes", "alloccpus", "ncpus", "reqnodes"];

/// Whether these are Slurm's names of columns, and not similar ones by chance.
pub(in crate::formats) fn is_certain(names: &[String]) -> bool {
    let is_one_of = |own: &[&str]| names.iter().any(|name| !name.contains('_') && own.contains(&&*plain(name)));
    is_one_of(&["jobid", "jobidraw"]) && is_one_of(&["submit"]) && is_one_of(&OWN)
}
