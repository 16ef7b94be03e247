//! Results as files: CSV and JSON.

use super::csv::{Csv, number};
use crate::BUILD;
use crate::experiment::results::{Dropped, is_saturated};
use crate::experiment::{CellResult, Exclusion, Results, Summary, permalink};
use crate::figure::Imprint;
use crate::simulation::{METRICS, MetricValues};
use crate::sorting::SmallMap;
use crate::time::Decimal;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Results as comma-separated values: comment lines with their origin, a line of names, and a line per pair of
/// strategies and value. Numbers read back with the same bits; a metric that does not apply is empty. With facets, the
/// first column has their values. With several machines, the next column names them. With replications, there are
/// columns for their number and half the width of each metric's 95 % interval. If `imprint` has no address, the
/// permalink of the experiment is there.
pub fn csv(results: &Results, imprint: &Imprint) -> String {
    let mut table = Csv::new(column_names(results));
    Imprint { address: address(results, imprint), ..imprint.clone() }
        .lines()
        .iter()
        .for_each(|line| table.remark(line));
    for (reason, count) in results.dropped_by_reason() {
        table.remark(format!("dropped {reason}: {count}"));
    }
    for excluded in results.exclusions() {
        table.remark(format!("excluded {excluded}"));
    }
    for (what, share) in results.lost_work_by_machine() {
        table.remark(format!("dropped {what}: {share}"));
    }
    for failure in results.failures() {
        table.remark(format!("failed {failure}"));
    }
    results.summaries().for_each(|summary| table.row(row(results, &summary)));
    table.finish()
}

/// The address or permalink of the experiment of these results.
fn address(results: &Results, imprint: &Imprint) -> String {
    if imprint.address.is_empty() { permalink::write(results.experiment()) } else { imprint.address.clone() }
}

fn column_names(results: &Results) -> Vec<String> {
    let names = ["allocation", "scheduling", &varied_name(results), "jobs", "dropped", "saturated"].map(String::from);
    let metrics = METRICS.iter().map(|metric| metric.name.to_string());
    let machine = compares_machines(results).then(|| "machine".into());
    let mut names: Vec<String> = facet_name(results).into_iter().chain(machine).chain(names).chain(metrics).collect();
    if is_replicated(results) {
        names.push("replications".into());
        names.extend(METRICS.iter().map(|metric| format!("{}_half_width", metric.name)));
    }
    names
}

fn row(results: &Results, summary: &Summary) -> Vec<String> {
    let (allocation, scheduling) = results.names(summary.allocation, summary.scheduling);
    let dropped: u32 = results.dropped(site(results, summary)).values().sum();
    let saturated = summary.is_saturated().to_string();
    let (value, jobs) = (summary.value.to_string(), summary.jobs.to_string());
    let machine = compares_machines(results).then(|| results.experiment().machines[summary.machine].to_string());
    let facet = results.experiment().facets().map(|facet| facet.values()[summary.facet].to_string());
    let mut row: Vec<String> = facet.into_iter().chain(machine).collect();
    row.extend([allocation.to_string(), scheduling, value, jobs, dropped.to_string(), saturated]);
    row.extend(summary.metrics.iter().map(|(_, value)| number(value)));
    if is_replicated(results) {
        row.push(summary.replications.to_string());
        row.extend(summary.half_widths.iter().map(|(_, value)| number(value)));
    }
    row
}

fn compares_machines(results: &Results) -> bool {
    results.experiment().machines.len() > 1
}

fn is_replicated(results: &Results) -> bool {
    results.experiment().replications > 1
}

/// The name of the column of facets, if there are any.
pub(super) fn facet_name(results: &Results) -> Option<String> {
    results.experiment().facets().map(|facet| facet.varied.column())
}

/// The index of a summary's job counts.
fn site(results: &Results, summary: &Summary) -> usize {
    results.experiment().site(summary.facet, summary.machine)
}

pub(super) fn varied_name(results: &Results) -> String {
    results.experiment().varied().column()
}

/// Results as a list with one object per facet, machine, pair of strategies and value: `build`, `address` (or
/// permalink), `date` (if known), `origin` (if results come from files), the facet's value (with facets), `machine`,
/// `allocation`, `scheduling`, the varied coefficient, the members of [`RunReport`], and with replications their number
/// and `half_widths`, an object with one per metric. Exclusions follow, an object for each reason: `excluded`, with
/// lists of facets and of values, `machine`, `allocation` and `scheduling`, each `null` if all are meant.
pub struct Records<'a> {
    results: &'a Results,
    address: String,
    imprint: &'a Imprint,
}

impl<'a> Records<'a> {
    /// All results so far.
    pub fn new(results: &'a Results, imprint: &'a Imprint) -> Records<'a> {
        Records { results, address: address(results, imprint), imprint }
    }

    /// The list as JSON, indented, a line for each member.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and numbers serialise") + "\n"
    }
}

impl Serialize for Records<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for summary in self.results.summaries() {
            list.serialize_element(&SummaryReport { records: self, summary })?;
        }
        for excluded in self.results.excluded() {
            list.serialize_element(&ExclusionReport { results: self.results, excluded })?;
        }
        list.end()
    }
}

struct SummaryReport<'a> {
    records: &'a Records<'a>,
    summary: Summary,
}

impl Serialize for SummaryReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SummaryReport { records: Records { results, address, imprint }, summary } = self;
        let mut object = serializer.serialize_map(None)?;
        let (allocation, scheduling) = results.names(summary.allocation, summary.scheduling);
        object.serialize_entry("build", BUILD)?;
        object.serialize_entry("address", address)?;
        for (name, value) in [("origin", &imprint.origin), ("date", &imprint.date)] {
            if !value.is_empty() {
                object.serialize_entry(name, value)?;
            }
        }
        if let (Some(name), Some(facet)) = (facet_name(results), results.experiment().facets()) {
            object.serialize_entry(&name, &facet.values()[summary.facet].to_f64())?;
        }
        object.serialize_entry("machine", &results.experiment().machines[summary.machine].to_string())?;
        object.serialize_entry("allocation", allocation)?;
        object.serialize_entry("scheduling", &scheduling)?;
        object.serialize_entry(&varied_name(results), &summary.value.to_f64())?;
        let site = site(results, summary);
        let (dropped, lost_work) = (results.dropped(site), results.lost_work(site));
        RunReport { jobs: summary.jobs, metrics: &summary.metrics, dropped, lost_work, refused: SmallMap::new() }
            .entries(&mut object)?;
        if is_replicated(results) {
            object.serialize_entry("replications", &summary.replications)?;
            object.serialize_entry("half_widths", &ByName(&summary.half_widths))?;
        }
        object.end()
    }
}

/// Cells that are never run.
struct ExclusionReport<'a> {
    results: &'a Results,
    excluded: &'a Exclusion,
}

impl Serialize for ExclusionReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ExclusionReport { results, excluded } = self;
        let (experiment, mut object) = (results.experiment(), serializer.serialize_map(None)?);
        let values = experiment.values();
        let of = |values: &[Decimal], places: &[usize]| -> Vec<f64> {
            places.iter().map(|&place| values[place].to_f64()).collect()
        };
        object.serialize_entry("build", BUILD)?;
        if let (Some(name), Some(facet)) = (facet_name(results), experiment.facets()) {
            object.serialize_entry(&name, &excluded.facets.as_ref().map(|places| of(facet.values(), places)))?;
        }
        object.serialize_entry("machine", &excluded.machine.map(|place| experiment.machines[place].to_string()))?;
        object.serialize_entry("allocation", &excluded.allocation.map(|place| &experiment.allocation[place]))?;
        object.serialize_entry(
            "scheduling",
            &excluded.scheduling.map(|place| experiment.scheduling[place].to_string()),
        )?;
        object.serialize_entry(&varied_name(results), &excluded.values.as_ref().map(|places| of(&values, places)))?;
        object.serialize_entry("excluded", &excluded.reason)?;
        object.end()
    }
}

/// One run as an object: `build`, `jobs`, `dropped` (by reason), `dropped_work` (a share), `saturated`, and every
/// metric by its name (`null` if it does not apply).
pub struct RunReport<'a> {
    jobs: u32,
    metrics: &'a MetricValues,
    dropped: &'a Dropped,
    lost_work: f64,
    refused: SmallMap<&'static str, f64>,
}

impl<'a> RunReport<'a> {
    /// The report of one run. `dropped` counts the jobs that did not take part, by reason. `lost_work` is the share of
    /// the work of the jobs that are too large, `refused` the processor-seconds of refused jobs by reason, for strategies
    /// that give reasons.
    pub fn new(
        result: &'a CellResult,
        dropped: &'a Dropped,
        lost_work: f64,
        refused: SmallMap<&'static str, f64>,
    ) -> RunReport<'a> {
        RunReport { jobs: result.jobs, metrics: &result.metrics, dropped, lost_work, refused }
    }

    fn entries<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("jobs", &self.jobs)?;
        object.serialize_entry("dropped", self.dropped)?;
        object.serialize_entry("dropped_work", &self.lost_work)?;
        if !self.refused.is_empty() {
            object.serialize_entry("refused_processor_seconds", &self.refused)?;
        }
        object.serialize_entry("saturated", &is_saturated(self.metrics))?;
        by_name(self.metrics).try_for_each(|(name, value)| object.serialize_entry(name, &value))
    }
}

impl Serialize for RunReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("build", BUILD)?;
        self.entries(&mut object)?;
        object.end()
    }
}

/// A value per metric as an object by name.
struct ByName<'a>(&'a MetricValues);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(by_name(self.0))
    }
}

fn by_name(values: &MetricValues) -> impl Iterator<Item = (&'static str, Option<f64>)> {
    values.iter().map(|(metric, value)| (metric.name, (!value.is_nan()).then_some(value)))
}

#[cfg(test)]
mod tests;
