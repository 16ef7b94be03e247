//! A cell of a plan: one run of the simulator, and its result.

use super::Experiment;
use crate::simulation::MetricValues;
use crate::time::Decimal;

/// The number that stands for the schedule in the log instead of a cell.
pub const AS_LOGGED: usize = u32::MAX as usize;

/// One run: a machine, a pair of strategies and a varied value, in one of the facets if there are several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The facet, by its position among the experiment's; 0 if there is one chart only.
    pub facet: usize,
    /// The machine, by its position in the experiment's list.
    pub machine: usize,
    /// The allocation strategy, by its position in the experiment's list.
    pub allocation: usize,
    /// The scheduling policy, by its position in the experiment's list.
    pub scheduling: usize,
    /// The varied value.
    pub value: Decimal,
    /// Which replication it is, from 0.
    pub replication: u32,
    /// The estimated seconds of processor time, within a factor of ten or so. The heaviest cells run first.
    pub weight: f64,
}

impl Cell {
    /// Every cell of an experiment in the order of its plan, with these weights (0 if there are too few). It needs no
    /// workload.
    pub fn all(experiment: &Experiment, weights: &[f64]) -> Vec<Cell> {
        let (values, most) = (experiment.values(), experiment.replications as usize);
        let (allocations, schedulings) = (experiment.allocation.len(), experiment.scheduling.len());
        let cell = |position: usize| {
            let mut rest = position;
            let mut digit = |count: usize| {
                let digit = rest % count;
                rest /= count;
                digit
            };
            let (replication, value) = (digit(most) as u32, values[digit(values.len())]);
            let (scheduling, allocation) = (digit(schedulings), digit(allocations));
            let machine = digit(experiment.machines.len());
            let weight = weights.get(position).copied().unwrap_or(0.0);
            Cell { facet: rest, machine, allocation, scheduling, value, replication, weight }
        };
        (0..experiment.cell_count()).map(cell).collect()
    }
}

/// The result of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct CellResult {
    /// The values of the metrics; NaN where one does not apply.
    pub metrics: MetricValues,
    /// How many jobs ran.
    pub jobs: u32,
}

impl CellResult {
    /// The values of the metrics, then the number of jobs, for a message to another thread.
    pub fn numbers(&self) -> Vec<f64> {
        [self.metrics.numbers(), &[f64::from(self.jobs)]].concat()
    }

    /// The result from its [`CellResult::numbers`]; `None` for another count of numbers.
    pub fn from_numbers(numbers: &[f64]) -> Option<CellResult> {
        let (jobs, metrics) = numbers.split_last()?;
        Some(CellResult { metrics: MetricValues::from_numbers(metrics)?, jobs: *jobs as u32 })
    }
}
