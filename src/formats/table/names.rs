//! What columns are called: the names in use for what a simulation can take of a table.

/// What a column tells of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Submit,
    Runtime,
    Shape,
    Processors,
    Estimate,
    Wait,
    Job,
    User,
    Queue,
    Partition,
    Status,
    Allocated,
}

/// A field, and the names of its columns. Where a table has several of them, the one that stands first here is taken.
pub(super) struct Names {
    pub field: Field,
    pub names: &'static [&'static str],
    /// What belongs there.
    pub expected: &'static str,
}

/// Every field. Names are those of the Standard Workload Format, of Slurm's and PBS's accounting, of Batsim, and of data sets
/// that were published; capitals, blanks, hyphens and underscores make no difference, nor does an `s` for seconds at the end.
pub(super) const FIELDS: [Names; 12] = [
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
            "time_submit",
            "arrival",
            "arrival_time",
            "arrive_time",
            "arrived",
            "queued_time",
            "qtime",
        ],
        expected: "seconds after the start of the log, such as 3600 or 12.5",
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
            "job_duration",
            "service_time",
            "run",
            "length",
        ],
        expected: "seconds such as 3600 or 12.5, or -1 where unknown",
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
            "nprocs",
            "num_procs",
            "proc_count",
            "procs_requested",
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
            "node_count",
            "nodes_requested",
            "nodes_used",
            "alloc_nodes",
            "cores",
            "requested_cores",
            "ncores",
            "num_cores",
            "core_count",
            "cores_requested",
            "cpus",
            "req_cpus",
            "ncpus",
            "num_cpus",
            "cpu_count",
            "alloc_cpus",
            "chips",
            "gpus",
            "num_gpus",
            "gpu_num",
            "width",
            "allocated_processors",
            "procs_used",
        ],
        expected: "a whole number of processors",
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
            "wallclock_limit",
            "time_limit",
            "limit",
        ],
        expected: "seconds such as 3600 or 12.5, or nothing where none were asked for",
    },
    Names { field: Field::Wait, names: &["wait", "wait_time", "waiting_time", "queue_time"], expected: "" },
    Names { field: Field::Job, names: &["job", "job_id", "job_number", "id", "jobnum", "number"], expected: "" },
    Names { field: Field::User, names: &["user", "user_id", "uid", "user_name", "usr"], expected: "" },
    Names { field: Field::Queue, names: &["queue", "queue_id", "queue_name", "queue_number"], expected: "" },
    Names {
        field: Field::Partition,
        names: &["partition", "partition_id", "partition_name", "partition_number"],
        expected: "",
    },
    Names { field: Field::Status, names: &["status"], expected: "" },
    Names { field: Field::Allocated, names: &["allocated"], expected: "" },
];

impl Field {
    /// Its entry in [`FIELDS`], which stand there in the order of the fields.
    pub fn names(self) -> &'static Names {
        &FIELDS[self as usize]
    }

    /// What a column of this name tells, and how far down the list of names this one stands.
    pub fn called(name: &str) -> Option<(Field, usize)> {
        let name = plain(name);
        FIELDS.iter().find_map(|field| Some((field.field, field.names.iter().position(|known| joined(known) == name)?)))
    }
}

/// A name without what people write differently: `Run Time (s)` is `runtime`.
fn plain(name: &str) -> String {
    let mut words: Vec<String> = name
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.len() > 1 && matches!(words[words.len() - 1].as_str(), "s" | "sec" | "secs" | "second" | "seconds") {
        words.pop();
    }
    words.concat()
}

fn joined(name: &str) -> String {
    name.replace('_', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_however_they_are_written() {
        for (name, field) in [
            ("submit", Field::Submit),
            ("Submit Time", Field::Submit),
            ("SUBMISSION-TIME (s)", Field::Submit),
            ("run_time_sec", Field::Runtime),
            ("RunTime", Field::Runtime),
            ("duration [seconds]", Field::Runtime),
            ("Req Walltime", Field::Estimate),
            ("requested_number_of_resources", Field::Processors),
            ("JobID", Field::Job),
        ] {
            assert_eq!(Field::called(name).map(|(field, _)| field), Some(field), "{name}");
        }
        for name in ["", "s", "seconds", "runtime_ms", "run time (h)", "état", "submitter"] {
            assert_eq!(Field::called(name), None, "{name}");
        }
    }

    #[test]
    fn every_name_is_the_name_of_one_field() {
        for (place, field) in FIELDS.iter().enumerate() {
            assert_eq!(field.field as usize, place);
            for (rank, name) in field.names.iter().enumerate() {
                assert_eq!(Field::called(name), Some((field.field, rank)), "{name}");
            }
        }
    }
}
