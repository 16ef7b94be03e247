//! What the cells of a plan yielded, and the tables people take home: CSV and JSON.

use super::{Cell, CellResult, Experiment, Plan, Quantity, link};
use crate::simulation::METRICS;
use crate::workload::swf::Selected;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many jobs were dropped, by reason (`too_large`, ...).
pub type Dropped = BTreeMap<&'static str, u32>;

/// The results of an experiment, by cell; cells that have not run yet are absent.
pub struct Results {
    experiment: Experiment,
    cells: Vec<Cell>,
    dropped: Dropped,
    outcomes: Vec<Option<Result<CellResult, String>>>,
}

/// A run is saturated when its mean wait exceeds this share of its makespan: see [`is_saturated`].
pub const SATURATED_WAIT: f64 = 0.01;

/// Whether a run is saturated: the queue grew for as long as jobs arrived.
///
/// By Little's law the mean number of waiting jobs is `jobs * mean wait / makespan`, so the share `mean wait / makespan`
/// is the mean length of the queue in units of all jobs of the run. Below saturation the mean wait does not depend on
/// how long a log is, and the share is next to nothing; beyond it waits grow as long as jobs arrive, and the share tends
/// to a constant. A run is called saturated when more than [`SATURATED_WAIT`] of all its jobs wait at a time, on
/// average.
pub fn is_saturated(result: &CellResult) -> bool {
    metric(result, "mean_wait") > SATURATED_WAIT * metric(result, "makespan")
}

fn metric(result: &CellResult, name: &str) -> f64 {
    METRICS.iter().position(|metric| metric.name == name).map_or(f64::NAN, |position| result.metrics[position])
}

impl Results {
    /// No results yet for the cells of `plan`. `selected` counts the jobs that the log's selection left out (its default
    /// is for models, which drop none).
    pub fn new(plan: &Plan, selected: &Selected) -> Results {
        let mut dropped = Dropped::from(selected.dropped());
        dropped.insert("too_large", plan.too_large);
        Results::from_cells(plan.experiment().clone(), plan.cells.clone(), dropped)
    }

    /// The same without the plan, for those who do not run its cells themselves; `dropped` counts all dropped jobs.
    pub fn from_cells(experiment: Experiment, cells: Vec<Cell>, dropped: Dropped) -> Results {
        Results { experiment, dropped, outcomes: vec![None; cells.len()], cells }
    }

    /// Every cell, run or not, in the plan's order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Takes in what a cell yielded, or why it failed.
    pub fn put(&mut self, cell: usize, outcome: Result<CellResult, String>) {
        self.outcomes[cell] = Some(outcome);
    }

    /// The experiment these are results of.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// How many jobs were dropped, by reason.
    pub fn dropped(&self) -> &Dropped {
        &self.dropped
    }

    /// Every cell that has run, with its result, in the plan's order.
    pub fn finished(&self) -> impl Iterator<Item = (&Cell, &CellResult)> {
        self.cells.iter().zip(&self.outcomes).filter_map(|(cell, outcome)| match outcome {
            Some(Ok(result)) => Some((cell, result)),
            _ => None,
        })
    }

    /// Every cell that failed, with the reason.
    pub fn failed(&self) -> impl Iterator<Item = (&Cell, &str)> {
        self.cells.iter().zip(&self.outcomes).filter_map(|(cell, outcome)| match outcome {
            Some(Err(reason)) => Some((cell, reason.as_str())),
            _ => None,
        })
    }

    /// `EASY on nep at 1.2`-like words for a cell.
    pub fn describe(&self, cell: &Cell) -> String {
        let (allocation, scheduling) = self.names(cell);
        format!("{scheduling} with {allocation} at {}", cell.value)
    }

    /// The quantity's value in a cell's result.
    pub fn quantity(cell: &Cell, result: &CellResult, quantity: Quantity) -> f64 {
        match quantity {
            Quantity::Metric(metric) => result.metrics[metric],
            Quantity::Coefficient => cell.value.to_f64(),
        }
    }

    /// The results as comma-separated values: comment lines that say where they come from, a line of names, a line per
    /// cell. Numbers are written so that reading them gives the same bits; a metric that does not apply is empty.
    pub fn csv(&self) -> String {
        let mut text = format!("# Subtorus {}\n# {}\n", env!("CARGO_PKG_VERSION"), link::write(&self.experiment));
        for (reason, count) in self.dropped.iter().filter(|(_, count)| **count > 0) {
            writeln!(text, "# dropped {reason}: {count}").expect("a string takes any text");
        }
        for (cell, reason) in self.failed() {
            writeln!(text, "# failed {}: {reason}", self.describe(cell)).expect("a string takes any text");
        }
        let names = ["allocation", "scheduling", &self.varied_name(), "jobs", "dropped", "saturated"].map(String::from);
        let names: Vec<String> = names.into_iter().chain(METRICS.iter().map(|metric| metric.name.into())).collect();
        text.push_str(&names.join(","));
        text.push('\n');
        let dropped: u32 = self.dropped.values().sum();
        for (cell, result) in self.finished() {
            let (allocation, scheduling) = self.names(cell);
            let saturated = is_saturated(result);
            write!(text, "{},{scheduling},{},{},{dropped},{saturated}", quoted(allocation), cell.value, result.jobs)
                .expect("a string takes any text");
            for value in &result.metrics {
                let value = if value.is_nan() { String::new() } else { value.to_string() };
                write!(text, ",{value}").expect("a string takes any text");
            }
            text.push('\n');
        }
        text
    }

    fn names(&self, cell: &Cell) -> (&str, String) {
        (&self.experiment.allocation[cell.allocation], self.experiment.scheduling[cell.scheduling].to_string())
    }

    fn varied_name(&self) -> String {
        self.experiment.varied().parameter().replace('-', "_")
    }
}

/// A field of a CSV file, in quotes where it holds a comma.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into() }
}

/// A list with one object per finished cell: `allocation`, `scheduling`, the varied coefficient, and what
/// [`RunReport`] has.
impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (cell, result) in self.finished() {
            list.serialize_element(&CellReport { results: self, cell, result })?;
        }
        list.end()
    }
}

struct CellReport<'a> {
    results: &'a Results,
    cell: &'a Cell,
    result: &'a CellResult,
}

impl Serialize for CellReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        let (allocation, scheduling) = self.results.names(self.cell);
        object.serialize_entry("allocation", allocation)?;
        object.serialize_entry("scheduling", &scheduling)?;
        object.serialize_entry(&self.results.varied_name(), &self.cell.value.to_f64())?;
        RunReport { result: self.result, dropped: &self.results.dropped }.entries(&mut object)?;
        object.end()
    }
}

/// One run as an object: `jobs`, `dropped` (by reason), `saturated`, and every metric by its name (`null` where one does
/// not apply).
pub struct RunReport<'a> {
    /// What the run yielded.
    pub result: &'a CellResult,
    /// How many jobs did not take part, by reason.
    pub dropped: &'a Dropped,
}

impl RunReport<'_> {
    fn entries<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("jobs", &self.result.jobs)?;
        object.serialize_entry("dropped", self.dropped)?;
        object.serialize_entry("saturated", &is_saturated(self.result))?;
        for (metric, value) in METRICS.iter().zip(&self.result.metrics) {
            object.serialize_entry(metric.name, &(!value.is_nan()).then_some(value))?;
        }
        Ok(())
    }
}

impl Serialize for RunReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        self.entries(&mut object)?;
        object.end()
    }
}

#[cfg(test)]
pub(super) mod tests;
