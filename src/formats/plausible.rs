//! Implausible values in the jobs of a log, whatever its format. The reader changes nothing; a remark names the
//! parameter that would.

use super::{ColumnChoice, UsedColumn};
use crate::diagnostic::Explain;
use crate::time::{Decimal, SECOND};
use crate::workload::Log;
use crate::workload::start::date;
use serde::Serialize;

/// A parameter that corrects implausible values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Remedy {
    /// Its effect, as the label of a button: `Multiply estimates by 60`.
    pub label: String,
    /// The parameter.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// An implausible property of the jobs of a log.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Remark {
    /// Most jobs ran longer than they asked for, or some of them far longer.
    #[error("{over} of {known} jobs ran longer than they asked for, {} as long", ratios(*.least, *.most))]
    TooShort {
        over: usize,
        known: usize,
        /// The least and the largest ratio of run time to estimate among them.
        least: f64,
        most: f64,
        /// The unit in which the estimates would be plausible, and its seconds.
        unit: Option<(&'static str, u32)>,
    },
    /// Limits may be in the minutes of Slurm, which has the column of this name beside them.
    #[error("'time_limit' stands beside '{0}' of Slurm, which counts limits in minutes")]
    SlurmLimits(&'static str),
    /// Jobs are larger than the machine.
    #[error("{jobs} larger than the {processors} processors of the machine in the header, the largest has {largest}", jobs = if *.jobs == 1 { "1 job is".into() } else { format!("{} jobs are", .jobs) })]
    TooLarge { jobs: usize, processors: u32, largest: u32 },
    /// Jobs ran or waited for decades.
    #[error("{jobs} or waited for more than {LONGEST} years, the longest for {most}", jobs = if *.jobs == 1 { "1 job ran".into() } else { format!("{} jobs ran", .jobs) })]
    TooLong { jobs: usize, most: i64 },
    /// Jobs were submitted before computers were common, or in the future.
    #[error("jobs were submitted from the year {first} to {last}")]
    OtherTimes { first: i64, last: i64 },
}

/// Units that a file may use instead of seconds, with their seconds.
const UNITS: [(&str, u32); 3] = [("minutes", 60), ("hours", 3600), ("days", 86_400)];

/// The plausible times in seconds since 1970: the years 1990 to 2100.
const PLAUSIBLE: std::ops::Range<i64> = 631_152_000..4_102_444_800;

/// The most years for which a job may run or wait.
const LONGEST: i64 = 10;

/// The last year that a message names.
const YEAR_9999: i64 = 253_402_300_799;

fn ratios(least: f64, most: f64) -> String {
    let (least, most) = (least.round().max(1.0), most.round().max(1.0));
    if least == most { format!("{least} times") } else { format!("{least} to {most} times") }
}

impl Remark {
    /// The parameters that correct it.
    pub fn remedies(&self) -> Vec<Remedy> {
        let seconds = match self {
            Remark::TooShort { unit: Some((_, seconds)), .. } => *seconds,
            Remark::SlurmLimits(_) => 60,
            _ => return Vec::new(),
        };
        let label = format!("Multiply what jobs asked for by {seconds}");
        vec![Remedy { label, name: "estimate-scale", value: seconds.to_string() }]
    }
}

impl Explain for Remark {
    fn place(&self) -> String {
        "log".into()
    }

    fn expected(&self) -> String {
        match self {
            Remark::TooShort { .. } => "jobs that end when the time that they asked for is over".into(),
            Remark::SlurmLimits(_) => "limits in seconds".into(),
            Remark::TooLarge { .. } => "sizes in the unit of MaxProcs".into(),
            Remark::TooLong { .. } => "run times and waits in seconds".into(),
            Remark::OtherTimes { .. } => "the years 1990 to 2100".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Remark::TooShort { unit: Some((unit, seconds)), .. } => {
                format!("if these times are {unit}, estimate-scale={seconds} makes them seconds; nothing was changed")
            }
            Remark::SlurmLimits(_) => {
                "if these times are minutes, estimate-scale=60 makes them seconds; nothing was changed".into()
            }
            Remark::TooShort { unit: None, .. } => "check the unit of both times; nothing was changed".into(),
            Remark::TooLarge { .. } => "they were kept, choose a machine on which they fit".into(),
            Remark::TooLong { .. } => "check the columns and their units; nothing was changed".into(),
            Remark::OtherTimes { .. } => "check the unit of the times; nothing was changed".into(),
        }
    }
}

/// The implausible properties of a log with estimates multiplied by this, from a table with these columns. Linear in its
/// jobs.
pub(super) fn remarks(log: &Log, columns: &[UsedColumn], estimate_scale: Decimal) -> Vec<Remark> {
    let too_short = too_short(log, estimate_scale.to_f64());
    let limits = slurm_limits(columns).filter(|_| estimate_scale == Decimal::ONE);
    let limits = limits.filter(|_| !matches!(too_short, Some(Remark::TooShort { unit: Some(_), .. })));
    [too_short, limits, too_large(log), too_long(log), other_times(log)].into_iter().flatten().collect()
}

fn slurm_limits(columns: &[UsedColumn]) -> Option<Remark> {
    let has = |name: &str| columns.iter().any(|column| column.name == name);
    ["num_nodes_alloc", "job_state"].into_iter().find(|name| has("time_limit") && has(name)).map(Remark::SlurmLimits)
}

fn too_short(log: &Log, scale: f64) -> Option<Remark> {
    let columns = &log.columns;
    let pairs = columns.runtime.iter().zip(columns.requested_time.iter());
    let ratios = || {
        pairs
            .clone()
            .filter(|&(ran, asked)| ran > 0 && asked > 0)
            .map(|(ran, asked)| ran as f64 / (asked as f64 * scale))
    };
    let known = ratios().count();
    let is_over = |ratio: &f64| *ratio > 1.0;
    let over = ratios().filter(is_over).count();
    let far = ratios().filter(|ratio| *ratio > 2.0).count();
    // Few systems let jobs run twice as long as they asked for.
    if known < 3 || 2 * over <= known && 20 * far < known {
        return None;
    }
    let bounds = |(least, most): (f64, f64), ratio: f64| (least.min(ratio), most.max(ratio));
    let (least, most) = ratios().filter(is_over).fold((f64::INFINITY, 0.0), bounds);
    // Half of the jobs ran far longer, and with the other unit nearly all would have stayed within their estimates.
    let is_far = 2 * far > known;
    let keeps = |seconds: u32| 20 * ratios().filter(|ratio| *ratio <= 1.1 * f64::from(seconds)).count() >= 19 * known;
    let unit = UNITS.into_iter().find(|(_, seconds)| scale == 1.0 && is_far && keeps(*seconds));
    Some(Remark::TooShort { over, known, least, most, unit })
}

fn too_large(log: &Log) -> Option<Remark> {
    let processors = log.header.machine_size()?;
    let sizes = (0..log.columns.len()).map(|job| log.size(job)).filter(|&size| size > processors);
    let (jobs, largest) = sizes.fold((0, 0), |(jobs, largest), size| (jobs + 1, size.max(largest)));
    (jobs > 0).then_some(Remark::TooLarge { jobs, processors, largest })
}

fn too_long(log: &Log) -> Option<Remark> {
    const YEAR: i64 = 365 * 86_400 * SECOND;
    let times = log.columns.runtime.iter().zip(log.columns.wait.iter()).map(|(ran, waited)| ran.max(waited));
    let long = times.filter(|time| *time > LONGEST * YEAR);
    let (jobs, most) = long.fold((0, 0), |(jobs, most), time| (jobs + 1, time.max(most)));
    (jobs > 0).then_some(Remark::TooLong { jobs, most: most / YEAR })
}

fn other_times(log: &Log) -> Option<Remark> {
    let start = log.header.start()?.local;
    let bounds = |(first, last): (i64, i64), submit: i64| (submit.min(first), submit.max(last));
    let first = log.columns.submit.iter().next()?;
    let (first, last) = log.columns.submit.iter().fold((first, first), bounds);
    let (first, last) = (start.saturating_add(first / SECOND), start.saturating_add(last / SECOND));
    let year = |seconds: i64| date(seconds.clamp(0, YEAR_9999).div_euclid(86_400)).0;
    let is_odd = !PLAUSIBLE.contains(&first) || !PLAUSIBLE.contains(&last);
    is_odd.then(|| Remark::OtherTimes { first: year(first), last: year(last) })
}

/// The parameters that use another column of several for a field.
pub(super) fn choices(columns: &[UsedColumn], choice: &ColumnChoice) -> Vec<Remedy> {
    let other = |column: &UsedColumn, name: &String| {
        let value = choice.with(column.field, name)?.to_string();
        let label = format!("Take {name} for {}, not {}", column.field, column.name);
        Some(Remedy { label, name: "column", value })
    };
    columns.iter().flat_map(|column| column.others.iter().filter_map(move |name| other(column, name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::LogReader;

    /// The remarks about a log, and the remedies.
    fn said(text: &str) -> (Vec<String>, Vec<String>) {
        let mut reader = LogReader::default();
        reader.take(text.as_bytes());
        let read = reader.finish_telling();
        let remedy = |remedy: &Remedy| format!("{}={}", remedy.name, remedy.value);
        (read.diagnostics.iter().map(|said| said.problem.clone()).collect(), read.remedies.iter().map(remedy).collect())
    }

    fn table(jobs: &[(u32, u32)]) -> String {
        let job = |(runtime, estimate): &(u32, u32)| format!("0,{runtime},1,{estimate}\n");
        format!("submit,runtime,processors,estimate\n{}", jobs.iter().map(job).collect::<String>())
    }

    #[test]
    fn the_unit_of_estimates_is_guessed_from_the_run_times() {
        let minutes = [(3600, 120), (1800, 60), (7000, 120), (300, 10)];
        let (problems, remedies) = said(&table(&minutes));
        assert_eq!(problems, ["4 of 4 jobs ran longer than they asked for, 30 to 58 times as long"]);
        assert_eq!(remedies, ["estimate-scale=60"]);
        // Every log has jobs that end early, and some that were killed late.
        let mixed = [(3600, 60), (30, 60), (1750, 30), (3605, 60), (900, 60)];
        assert_eq!(said(&table(&mixed)).1, ["estimate-scale=60"]);
        assert_eq!(said(&table(&[(86_000, 24), (3600, 2), (40_000, 12)])).1, ["estimate-scale=3600"]);
        assert_eq!(said(&table(&[(172_800, 2), (86_400, 1), (500_000, 7)])).1, ["estimate-scale=86400"]);
    }

    #[test]
    fn limits_beside_names_of_slurm_may_be_minutes() {
        let table = |state: &str| format!("submit,runtime,num_nodes,{state},time_limit\n0,60,2,COMPLETED,1440\n");
        let (problems, remedies) = said(&table("job_state"));
        assert_eq!(problems, ["'time_limit' stands beside 'job_state' of Slurm, which counts limits in minutes"]);
        assert_eq!(remedies, ["estimate-scale=60"]);
        assert_eq!(said(&table("state")), (vec![], vec![]));
    }

    #[test]
    fn no_unit_is_guessed_if_none_fits() {
        let (problems, remedies) = said(&table(&[(61, 60), (61, 60), (62, 60)]));
        assert_eq!(
            (problems[0].as_str(), remedies.len()),
            ("3 of 3 jobs ran longer than they asked for, 1 times as long", 0)
        );
        for fine in [&[(60, 60), (10, 60), (61, 60)][..], &[(6000, 60), (6000, 60)], &[(0, 0), (5, 0), (9, 0)]] {
            assert_eq!(said(&table(fine)), (vec![], vec![]), "{fine:?}");
        }
    }

    #[test]
    fn a_twentieth_of_jobs_that_ran_far_longer_is_reported() {
        let few = |far: usize| [vec![(600, 60); far], vec![(50, 60); 40 - far]].concat();
        let expected = "2 of 40 jobs ran longer than they asked for, 10 times as long";
        assert_eq!(said(&table(&few(2))), (vec![expected.into()], vec![]));
        assert_eq!(said(&table(&few(1))).0, [""; 0]);
    }

    #[test]
    fn decades_are_reported() {
        let (problems, _) = said("submit,runtime,processors\n0,60,1\n5,1709284200,1\n");
        assert_eq!(problems, ["1 job ran or waited for more than 10 years, the longest for 54"]);
    }

    #[test]
    fn a_corrected_value_is_no_longer_reported() {
        let said = |scale: i64| {
            let mut reader = LogReader::default().scaling_estimates(Decimal::new(scale, 0));
            reader.take(table(&[(3600, 120), (1800, 60), (7000, 120), (300, 10)]).as_bytes());
            reader.finish_telling().diagnostics.len()
        };
        assert_eq!([1, 2, 60].map(said), [1, 1, 0]);
    }

    #[test]
    fn jobs_larger_than_the_machine_are_reported() {
        let (problems, _) = said("; MaxProcs: 8\n1 0 0 60 16\n2 0 0 60 8\n3 0 0 60 32\n");
        let expected = "2 jobs are larger than the 8 processors of the machine in the header, the largest has 32";
        assert!(problems.iter().any(|problem| problem == expected), "{problems:?}");
    }

    #[test]
    fn times_in_the_far_past_or_future_are_reported() {
        let job = |date: &str| format!("submit,runtime,processors\n{date},60,1\n");
        for (date, expected) in [
            ("1970-01-19 05:00:00", vec!["jobs were submitted from the year 1970 to 1970"]),
            ("2200-01-01", vec!["jobs were submitted from the year 2200 to 2200"]),
            ("2020-02-02", vec![]),
        ] {
            assert_eq!(said(&job(date)).0, expected, "{date}");
        }
    }
}
