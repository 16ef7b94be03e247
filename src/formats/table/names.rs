//! Names of columns: those in use for the fields that a simulation can use.

use crate::time::{SECOND, Time};

/// The field of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Field {
    Submit,
    Runtime,
    Shape,
    Processors,
    Allocated,
    Estimate,
    Wait,
    Start,
    End,
    Job,
    User,
    Queue,
    Partition,
    Status,
    NodeList,
    Segment,
    Flags,
}

impl Field {
    /// Whether it is a number of processors.
    pub fn is_size(self) -> bool {
        matches!(self, Field::Processors | Field::Allocated)
    }

    /// Its name in choices of columns.
    pub fn name(self) -> &'static str {
        FIELDS[self as usize].names[0]
    }

    /// Whether it is the time of an event.
    pub fn is_moment(self) -> bool {
        matches!(self, Field::Submit | Field::Start | Field::End)
    }

    /// Whether it is a duration.
    pub fn is_duration(self) -> bool {
        matches!(self, Field::Runtime | Field::Estimate | Field::Wait)
    }
}

/// A field, and the names of its columns. If a table has several of them, the first in this list counts.
pub(in crate::formats) struct Names {
    pub field: Field,
    pub names: &'static [&'static str],
    /// What the field should hold.
    pub expected: &'static str,
}

impl Names {
    pub const fn new(field: Field, names: &'static [&'static str], expected: &'static str) -> Names {
        Names { field, names, expected }
    }
}

/// The number of fields.
pub(in crate::formats) const FIELD_COUNT: usize = 17;

pub(in crate::formats) const MOMENT: &str = "seconds, or a date such as 2024-03-31T02:30:00";
const COUNT: &str = "a whole number of processors";

/// Every field, in the order of [`Field`]. Names are those of the Standard Workload Format and the Grid Workloads
/// Format, of the accounting of Slurm, PBS and Cobalt, of Batsim, and of published data sets. Capitals, blanks, hyphens
/// and underscores make no difference. The first name is the one for `column=`.
pub(in crate::formats) const FIELDS: [Names; FIELD_COUNT] = [
    Names {
        field: Field::Submit,
        names: &[
            "submit",
            "submit_time",
            "subtime",
            "submission_time",
            "submission",
            "submitted",
            "submitted_at",
            "submitted_time",
            "submit_timestamp",
            "submission_timestamp",
            "time_submit",
            "time_submitted",
            "arrival",
            "arrival_time",
            "arrive_time",
            "arrived",
            "queued_time",
            "queued_timestamp",
            "qtime",
            "q_date",
            "creation_time",
            "created_at",
        ],
        expected: MOMENT,
    },
    Names {
        field: Field::Runtime,
        names: &[
            "runtime",
            "duration",
            "execution_time",
            "exec_time",
            "elapsed",
            "elapsed_time",
            "elapsed_raw",
            "actual_runtime",
            "wallclock_time",
            "wallclock",
            "walltime_used",
            "used_walltime",
            "resources_used_walltime",
            "job_duration",
            "service_time",
            "run",
            "length",
        ],
        expected: "seconds such as 3600 or 12.5, or a clock such as 1-02:03:04, or -1 where unknown",
    },
    Names {
        field: Field::Shape,
        names: &["shape", "extents", "requested_shape", "job_shape", "slice", "topology", "geometry", "dimensions"],
        expected: "extents such as 4x4x8",
    },
    Names {
        field: Field::Processors,
        names: &[
            "processors",
            "procs",
            "requested_processors",
            "requested_procs",
            "req_procs",
            "req_nprocs",
            "requested_number_of_processors",
            "num_procs",
            "num_processors",
            "proc_count",
            "procs_requested",
            "processors_requested",
            "size",
            "job_size",
            "res",
            "requested_resources",
            "requested_number_of_resources",
            "resources",
            "nodes",
            "requested_nodes",
            "req_nodes",
            "nnodes",
            "num_nodes",
            "node_num",
            "node_count",
            "nodes_requested",
            "nodect",
            "resource_list_nodect",
            "cores",
            "requested_cores",
            "ncores",
            "num_cores",
            "core_num",
            "core_count",
            "cores_requested",
            "n_tasks",
            "num_tasks",
            "task_count",
            "tasks",
            "cpus",
            "req_cpus",
            "ncpus",
            "num_cpus",
            "cpu_num",
            "cpu_count",
            "chips",
            "gpus",
            "ngpus",
            "num_gpus",
            "gpu_num",
            "gpu_count",
            "width",
            "instance_num",
            "inst_num",
        ],
        expected: COUNT,
    },
    Names {
        field: Field::Allocated,
        names: &[
            "allocated",
            "allocated_processors",
            "allocated_procs",
            "alloc_procs",
            "processors_used",
            "procs_used",
            "nprocs",
            "allocated_nodes",
            "alloc_nodes",
            "num_nodes_alloc",
            "nodes_used",
            "allocated_cores",
            "num_cores_alloc",
            "cores_used",
            "alloc_cpus",
        ],
        expected: COUNT,
    },
    Names {
        field: Field::Estimate,
        names: &[
            "estimate",
            "estimated_runtime",
            "estimated_time",
            "runtime_estimate",
            "requested_time",
            "requested_runtime",
            "requested_walltime",
            "req_time",
            "req_walltime",
            "time_requested",
            "walltime_requested",
            "walltime",
            "resource_list_walltime",
            "wallclock_limit",
            "time_limit",
            "timelimit_raw",
            "max_runtime",
            "limit",
        ],
        expected: "seconds such as 3600 or 12.5, or a clock such as 1-02:03:04, or nothing",
    },
    Names {
        field: Field::Wait,
        // A queued time is a moment, but not with a unit.
        names: &[
            "wait",
            "wait_time",
            "waiting_time",
            "queue_time",
            "queued_wait",
            "queue_wait",
            "pending_time",
            "queued_time_s",
            "queued_time_sec",
            "queued_time_seconds",
        ],
        expected: "seconds",
    },
    Names {
        field: Field::Start,
        names: &[
            "start",
            "start_time",
            "starting_time",
            "started",
            "started_at",
            "time_start",
            "start_timestamp",
            "begin",
            "begin_time",
        ],
        expected: MOMENT,
    },
    Names {
        field: Field::End,
        names: &[
            "end",
            "end_time",
            "finish_time",
            "finish",
            "finished",
            "finished_at",
            "ended_at",
            "time_end",
            "end_timestamp",
            "stop",
            "stop_time",
            "completion_time",
            "completed_at",
        ],
        expected: MOMENT,
    },
    Names {
        field: Field::Job,
        names: &["job", "job_id", "job_id_raw", "job_number", "id", "jobnum", "number", "cobalt_jobid"],
        expected: "a whole number",
    },
    Names {
        field: Field::User,
        names: &["user", "user_id", "uid", "user_name", "usr", "username_genid", "owner"],
        expected: "",
    },
    Names { field: Field::Queue, names: &["queue", "queue_id", "queue_name", "queue_number"], expected: "" },
    Names {
        field: Field::Partition,
        names: &["partition", "partition_id", "partition_name", "partition_number", "vc", "virtual_cluster"],
        expected: "",
    },
    Names {
        field: Field::Status,
        names: &["status", "state", "job_state", "job_status", "final_state", "success", "outcome"],
        expected: "a number, or a word such as COMPLETED",
    },
    Names { field: Field::NodeList, names: &["node_list"], expected: "" },
    Names { field: Field::Segment, names: &["segment", "segment_size"], expected: "a whole number of nodes" },
    Names { field: Field::Flags, names: &["flags"], expected: "spread, consolidate or both, joined by +" },
];

/// The meaning of the name of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Called {
    pub field: Field,
    /// The position of the name in the list of the field's names.
    pub rank: usize,
    /// The microseconds of the unit of plain numbers, if they are times.
    pub unit: Time,
}

/// Units at the end of a name, and their microseconds.
const UNITS: [(&[&str], Time); 6] = [
    (&["s", "sec", "secs", "second", "seconds"], SECOND),
    (&["ms", "msec", "millis", "milliseconds"], SECOND / 1000),
    (&["us", "usec", "micros", "microseconds"], 1),
    (&["m", "min", "mins", "minute", "minutes"], 60 * SECOND),
    (&["h", "hr", "hrs", "hour", "hours"], 3600 * SECOND),
    (&["d", "day", "days"], 86_400 * SECOND),
];

/// The microseconds of the unit at the end of a name, if there is one.
pub(in crate::formats) fn unit_of(name: &str) -> Option<Time> {
    unit(words(name).last()?)
}

fn unit(word: &str) -> Option<Time> {
    UNITS.iter().find(|(names, _)| names.contains(&word)).map(|(_, unit)| *unit)
}

/// The meaning of this name by these lists. (The minute, hour and day of a submission are as often a part of its date.)
pub(in crate::formats) fn called(name: &str, fields: &[Names]) -> Option<Called> {
    let words = words(name);
    let known = |name: &str, unit: Time| {
        let rank = |field: &Names| field.names.iter().position(|known| is_plain(known, name));
        let (field, rank) = fields.iter().find_map(|names| Some((names.field, rank(names)?)))?;
        let has_unit = unit == SECOND || field.is_duration() || field.is_moment() && unit < SECOND;
        has_unit.then_some(Called { field, rank, unit })
    };
    let whole = known(&words.concat(), SECOND);
    whole.or_else(|| {
        let (last, before) = words.split_last().filter(|(_, before)| !before.is_empty())?;
        known(&before.concat(), unit(last)?)
    })
}

/// Whether a name of the lists has this plain form. It allocates nothing, because a table may have thousands of
/// columns.
fn is_plain(known: &str, name: &str) -> bool {
    let letters = known.bytes().filter(u8::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).eq(name.bytes())
}

/// The words of a name, in a common spelling: those of `Run Time (s)` are `run`, `time` and `s`.
fn words(name: &str) -> Vec<String> {
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// A name in one word. Names that differ only in capitals and punctuation become the same.
pub(in crate::formats) fn plain(name: &str) -> String {
    words(name).concat()
}

#[cfg(test)]
mod tests;
