//! The tables people take home: CSV and JSON.

use super::results::{Dropped, is_saturated};
use super::{CellResult, Results, Summary, permalink};
use crate::simulation::{METRICS, MetricValues};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::fmt::Write;

impl Results {
    /// The results as comma-separated values: comment lines that say where they come from, a line of names, a line per
    /// pair of strategies and value. Numbers are written so that reading them gives the same bits; a metric that does
    /// not apply is empty. Where several machines are compared, the first column names them; with replications, their
    /// number and half the width of each metric's 95 % interval are there.
    pub fn csv(&self) -> String {
        let mut text = format!("# Subtorus {}\n# {}\n", env!("CARGO_PKG_VERSION"), permalink::write(self.experiment()));
        for (reason, count) in self.dropped_by_reason() {
            writeln!(text, "# dropped {reason}: {count}").expect("a string takes any text");
        }
        for failure in self.failures() {
            writeln!(text, "# failed {failure}").expect("a string takes any text");
        }
        text.push_str(&self.column_names().join(","));
        text.push('\n');
        for summary in self.summaries() {
            text.push_str(&self.row(&summary).join(","));
            text.push('\n');
        }
        text
    }

    fn column_names(&self) -> Vec<String> {
        let names = ["allocation", "scheduling", &self.varied_name(), "jobs", "dropped", "saturated"].map(String::from);
        let metrics = METRICS.iter().map(|metric| metric.name.to_string());
        let machine = self.compares_machines().then(|| "machine".into());
        let mut names: Vec<String> = machine.into_iter().chain(names).chain(metrics).collect();
        if self.is_replicated() {
            names.push("replications".into());
            names.extend(METRICS.iter().map(|metric| format!("{}_half_width", metric.name)));
        }
        names
    }

    fn row(&self, summary: &Summary) -> Vec<String> {
        let (allocation, scheduling) = self.names(summary.allocation, summary.scheduling);
        let dropped: u32 = self.dropped(summary.machine).values().sum();
        let saturated = summary.is_saturated().to_string();
        let (value, jobs) = (summary.value.to_string(), summary.jobs.to_string());
        let machine = self.compares_machines().then(|| self.experiment().machines[summary.machine].to_string());
        let mut row: Vec<String> = machine.into_iter().collect();
        row.extend([quoted(allocation), scheduling, value, jobs, dropped.to_string(), saturated]);
        row.extend(summary.metrics.iter().map(|(_, value)| number(value)));
        if self.is_replicated() {
            row.push(summary.replications.to_string());
            row.extend(summary.half_widths.iter().map(|(_, value)| number(value)));
        }
        row
    }

    fn compares_machines(&self) -> bool {
        self.experiment().machines.len() > 1
    }

    fn is_replicated(&self) -> bool {
        self.experiment().replications > 1
    }

    fn varied_name(&self) -> String {
        self.experiment().varied().parameter().replace('-', "_")
    }
}

/// A number in a CSV file, such that reading it gives the same bits; empty where it does not apply.
pub fn number(value: f64) -> String {
    if value.is_nan() { String::new() } else { value.to_string() }
}

/// A field of a CSV file, in quotes where it holds a comma.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into() }
}

/// A list with one object per machine, pair of strategies and value: `machine`, `allocation`, `scheduling`, the varied
/// coefficient, what [`RunReport`] has, and with replications their number and `half_widths`, an object of one per metric.
impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for summary in self.summaries() {
            list.serialize_element(&SummaryReport { results: self, summary })?;
        }
        list.end()
    }
}

struct SummaryReport<'a> {
    results: &'a Results,
    summary: Summary,
}

impl Serialize for SummaryReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SummaryReport { results, summary } = self;
        let mut object = serializer.serialize_map(None)?;
        let (allocation, scheduling) = results.names(summary.allocation, summary.scheduling);
        object.serialize_entry("machine", &results.experiment().machines[summary.machine].to_string())?;
        object.serialize_entry("allocation", allocation)?;
        object.serialize_entry("scheduling", &scheduling)?;
        object.serialize_entry(&results.varied_name(), &summary.value.to_f64())?;
        RunReport { jobs: summary.jobs, metrics: &summary.metrics, dropped: results.dropped(summary.machine) }
            .entries(&mut object)?;
        if results.is_replicated() {
            object.serialize_entry("replications", &summary.replications)?;
            object.serialize_entry("half_widths", &ByName(&summary.half_widths))?;
        }
        object.end()
    }
}

/// One run as an object: `jobs`, `dropped` (by reason), `saturated`, and every metric by its name (`null` where one does
/// not apply).
pub struct RunReport<'a> {
    jobs: u32,
    metrics: &'a MetricValues,
    dropped: &'a Dropped,
}

impl<'a> RunReport<'a> {
    /// The report of one run; `dropped` counts the jobs that did not take part, by reason.
    pub fn new(result: &'a CellResult, dropped: &'a Dropped) -> RunReport<'a> {
        RunReport { jobs: result.jobs, metrics: &result.metrics, dropped }
    }

    fn entries<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("jobs", &self.jobs)?;
        object.serialize_entry("dropped", self.dropped)?;
        object.serialize_entry("saturated", &is_saturated(self.metrics))?;
        metric_entries(self.metrics, object)
    }
}

impl Serialize for RunReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        self.entries(&mut object)?;
        object.end()
    }
}

/// A value per metric as an object by name.
struct ByName<'a>(&'a MetricValues);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        metric_entries(self.0, &mut object)?;
        object.end()
    }
}

fn metric_entries<M: SerializeMap>(values: &MetricValues, object: &mut M) -> Result<(), M::Error> {
    values
        .iter()
        .try_for_each(|(metric, value)| object.serialize_entry(metric.name, &(!value.is_nan()).then_some(value)))
}
