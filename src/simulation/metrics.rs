//! The metrics of SEMANTICS section 8.

use crate::machine::Machine;
use crate::time::Time;
use crate::workload::Job;

/// One number a run yields.
pub struct Metric {
    /// The name in links, CSV and JSON, for example `mean_bounded_slowdown`.
    pub name: &'static str,
    /// The axis title, for example "Mean bounded slowdown".
    pub title: &'static str,
    /// The unit, empty for pure numbers, `s` for seconds, `%` for shares (the value itself is 0 to 1).
    pub unit: &'static str,
    /// One or two sentences that define it.
    pub definition: &'static str,
}

const fn metric(name: &'static str, title: &'static str, unit: &'static str, definition: &'static str) -> Metric {
    Metric { name, title, unit, definition }
}

/// Every metric of a run, in the order of the values that [`measure`] returns.
pub const METRICS: &[Metric] = &[
    metric(
        "load",
        "Load",
        "%",
        "Processor time asked for, divided by what the machine offers between the first and the last arrival.",
    ),
    metric(
        "utilization",
        "Utilisation",
        "%",
        "Processor time used by jobs, divided by what the machine offers from the first arrival to the last completion.",
    ),
    metric(
        "mean_bounded_slowdown",
        "Mean bounded slowdown",
        "",
        "Mean over jobs of response time over service time, each taken as at least 10 seconds.",
    ),
    metric(
        "median_bounded_slowdown",
        "Median bounded slowdown",
        "",
        "The bounded slowdown that half of the jobs do not exceed.",
    ),
    metric(
        "p95_bounded_slowdown",
        "95th percentile of bounded slowdown",
        "",
        "The bounded slowdown that 95 % of the jobs do not exceed.",
    ),
    metric("max_bounded_slowdown", "Largest bounded slowdown", "", "The largest bounded slowdown of any job."),
    metric("mean_wait", "Mean wait", "s", "Mean over jobs of the time from arrival to start."),
    metric("median_wait", "Median wait", "s", "The wait that half of the jobs do not exceed."),
    metric("p95_wait", "95th percentile of wait", "s", "The wait that 95 % of the jobs do not exceed."),
    metric("max_wait", "Longest wait", "s", "The longest wait of any job."),
    metric(
        "mean_response",
        "Mean response time",
        "s",
        "Mean over jobs of the time from arrival to completion (turnaround).",
    ),
    metric("median_response", "Median response time", "s", "The response time that half of the jobs do not exceed."),
    metric(
        "p95_response",
        "95th percentile of response time",
        "s",
        "The response time that 95 % of the jobs do not exceed.",
    ),
    metric("max_response", "Longest response time", "s", "The longest response time of any job."),
    metric("makespan", "Makespan", "s", "Time from the first arrival to the last completion."),
    metric(
        "mean_dimensions_collapse",
        "Mean dimensions of a job's torus (collapse)",
        "",
        "Mean over jobs of the dimensions of the torus a job gets when all its lines are folded into one ring.",
    ),
    metric(
        "share_3d_collapse",
        "Jobs with a torus of 3 or more dimensions (collapse)",
        "%",
        "Share of jobs whose torus has at least three dimensions when all lines are folded into one ring.",
    ),
    metric(
        "mean_dimensions_pair",
        "Mean dimensions of a job's torus (pair)",
        "",
        "Mean over jobs of the dimensions of the torus a job gets when each line is paired with a ring.",
    ),
    metric(
        "share_3d_pair",
        "Jobs with a torus of 3 or more dimensions (pair)",
        "%",
        "Share of jobs whose torus has at least three dimensions when each line is paired with a ring.",
    ),
];

/// The values of [`METRICS`] for a finished run: `start[k]` is when `jobs[k]` started. NaN where one does not apply.
pub fn measure(jobs: &[Job], start: &[Time], machine: &Machine) -> Vec<f64> {
    let _ = (jobs, start, machine);
    unimplemented!("being written")
}
