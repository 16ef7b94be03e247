//! The results of a plan's cells, and the cells that still have to run: replications are added until their mean is
//! precise. With facets, results consist of those of each facet.

mod dropped;
mod facets;

use super::confidence::{interval, is_precise, likely_count, may_end, next_count};
use super::exclusion::{Exclusion, excluded_points};
use super::{Cell, CellResult, Experiment, Plan, Quantity};
use crate::allocation::own::shown;
use crate::diagnostic::Diagnostic;
use crate::simulation::metrics::{self, Metric, MetricValues};
use crate::sorting::SmallMap;
use crate::time::Decimal;
use crate::workload::Selected;
use std::ops::Range;

/// The numbers of dropped jobs, by reason (`too_large`, ...).
pub type Dropped = SmallMap<&'static str, u32>;

/// The results of an experiment, by cell; cells that have not run yet are absent.
///
/// ```
/// use subtorus::diagnostic::Diagnostic;
/// use subtorus::experiment::{Experiment, Plan, Results};
/// use subtorus::workload::Selected;
///
/// let experiment = Experiment { jobs: 50, vary: None, ..Experiment::default() };
/// let plan = Plan::new(&experiment, &experiment.generate())?;
/// let mut results = Results::new(&plan, &Selected::default());
/// let mut cells = results.first_cells();
/// while let Some(cell) = cells.pop() {
///     let outcome = plan.run(cell, None).map_err(|failure| Diagnostic::of(&failure));
///     cells.extend(results.put(cell, outcome)); // more replications, where they are asked for
/// }
/// assert!(results.is_complete());
/// assert_eq!(results.summaries().count(), 6, "three strategies times two policies");
/// # Ok::<(), subtorus::experiment::PlanError>(())
/// ```
#[derive(Clone, Default)]
pub struct Results {
    experiment: Experiment,
    cells: Vec<Cell>,
    /// By machine; with facets, those of the first facet come before those of the second (see [`Experiment::site`]).
    dropped: Vec<Dropped>,
    /// In the same order, the share of the work of jobs that are too large.
    lost_work: Vec<f64>,
    /// The results of the cells; those of facets are in `facets`.
    outcomes: Vec<Option<Result<CellResult, Diagnostic>>>,
    excluded: Vec<Exclusion>,
    /// For every point, whether it is excluded.
    never: Vec<bool>,
    /// For every curve, whether all of it is excluded in every facet.
    absent: Vec<bool>,
    /// The facet of these results, by its position; `None` for a whole experiment.
    facet: Option<usize>,
    /// The results of each facet; empty if there is one chart.
    facets: Vec<Results>,
    files: Vec<String>,
}

/// The results of the replications of one pair of strategies on one machine at one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The facet, by its position among the experiment's; 0 if there is one chart.
    pub facet: usize,
    /// The machine, by its position in the experiment's list.
    pub machine: usize,
    /// The allocation strategy, by its position in the experiment's list.
    pub allocation: usize,
    /// The scheduling policy, by its position in the experiment's list.
    pub scheduling: usize,
    /// The varied value.
    pub value: Decimal,
    /// The number of jobs in the first replication.
    pub jobs: u32,
    /// Means over the replications; NaN for a metric that does not apply.
    pub metrics: MetricValues,
    /// Half the widths of their 95 % confidence intervals; NaN for a single replication.
    pub half_widths: MetricValues,
    /// The number of replications.
    pub replications: u32,
    /// Whether the plotted metric is as precise as the experiment requires, or only one replication is to run.
    pub precise: bool,
}

/// A run is saturated if its mean wait exceeds this share of its makespan: see [`is_saturated`].
pub const SATURATED_WAIT: f64 = 0.01;

/// Whether a run is saturated: the queue grew as long as jobs arrived.
///
/// By Little's law the mean number of waiting jobs is `jobs * mean wait / makespan`. The share `mean wait / makespan`
/// is thus the mean length of the queue in units of all jobs of the run. Below saturation the mean wait does not depend
/// on the length of the log, and the share is close to 0. Beyond it, waits grow as long as jobs arrive, and the share
/// tends to a constant. A run is called saturated if more than [`SATURATED_WAIT`] of all its jobs wait at a time, on
/// average. Jobs that arrive all at once have no load, and are never saturated.
pub fn is_saturated(values: &MetricValues) -> bool {
    let waits = values.get(&metrics::MEAN_WAIT) > SATURATED_WAIT * values.get(&metrics::MAKESPAN);
    waits && values.get(&metrics::LOAD).is_finite()
}

impl Summary {
    /// The value of a quantity.
    pub fn quantity(&self, quantity: Quantity) -> f64 {
        match quantity {
            Quantity::Metric(metric) => self.metrics.get(metric),
            Quantity::Coefficient => self.value.to_f64(),
        }
    }

    /// Half the width of a quantity's 95 % confidence interval; NaN if there is none.
    pub fn half_width(&self, quantity: Quantity) -> f64 {
        match quantity {
            Quantity::Metric(metric) => self.half_widths.get(metric),
            Quantity::Coefficient => f64::NAN,
        }
    }

    /// Whether the runs are saturated, by the means of their waits and makespans.
    pub fn is_saturated(&self) -> bool {
        is_saturated(&self.metrics)
    }
}

impl Results {
    /// Empty results for the cells of `plan`. `selected` counts the jobs that the log's selection left out (its default
    /// is for models, which drop none).
    pub fn new(plan: &Plan, selected: &Selected) -> Results {
        let sites = || 0..plan.experiment().site_count();
        let dropped = sites().map(|site| plan.dropped(site, selected)).collect();
        let lost_work = sites().map(|site| plan.lost_work(site)).collect();
        let results = Results::from_cells(plan.experiment().clone(), plan.cells.clone(), dropped);
        results.without(plan.excluded.clone()).with_lost_work(lost_work)
    }

    /// The same without the plan, for the page, where workers run the cells. `dropped` counts all dropped jobs, by
    /// machine in each facet.
    pub fn from_cells(experiment: Experiment, cells: Vec<Cell>, dropped: Vec<Dropped>) -> Results {
        let (outcomes, never) = (vec![None; cells.len()], excluded_points(&experiment, []));
        Results { experiment, dropped, outcomes, cells, never, ..Results::default() }.divided()
    }

    /// The same with these exclusions.
    pub fn without(self, excluded: Vec<Exclusion>) -> Results {
        Results { never: excluded_points(&self.experiment, &excluded), excluded, ..self }.divided()
    }

    /// The exclusions.
    pub fn excluded(&self) -> &[Exclusion] {
        &self.excluded
    }

    /// A diagnostic for each exclusion. Its place is the excluded part in words.
    pub fn exclusions(&self) -> impl Iterator<Item = Diagnostic> {
        self.excluded.iter().map(|excluded| excluded.diagnostic(&self.experiment))
    }

    /// Whether the point of this number (cells divided by replications) never runs.
    pub fn never_runs(&self, point: usize) -> bool {
        self.never[point]
    }

    /// Whether all of the curve at this place ([`Experiment::place`]) is excluded in every facet.
    pub fn excludes(&self, place: usize) -> bool {
        self.absent[place]
    }

    /// The same with the shares of the work that were dropped because jobs are too large, by machine in each facet;
    /// empty without dropped work.
    pub fn with_lost_work(self, lost_work: Vec<f64>) -> Results {
        Results { lost_work, ..self }
    }

    /// The same results, some of them from files of these names. Results from a file are not verified.
    pub fn with_files(self, files: Vec<String>) -> Results {
        Results { files, ..self }
    }

    /// The names of the files with some of these results; empty if all were computed here.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Every cell, run or not, in the plan's order. The replications of one value are neighbours.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The experiment of these results.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The cells to run first.
    pub fn first_cells(&self) -> Vec<usize> {
        let first = next_count(0, self.experiment.replications).unwrap_or(0) as usize;
        let points = (0..self.points()).filter(|&point| !self.never[point]);
        points.flat_map(|point| self.replications(point).take(first)).collect()
    }

    /// Adds the outcome of a cell. Returns the cells that have become necessary: further replications, if all so far
    /// have run and their mean is not precise.
    ///
    /// Precision is judged at fixed counts of replications, in their order. The set of replications that run, and thus
    /// the results, do not depend on which one finishes first.
    pub fn put(&mut self, cell: usize, outcome: Result<CellResult, Diagnostic>) -> Range<usize> {
        if let Some((number, own)) = self.facet_of(cell) {
            let more = self.facets[number].put(own, outcome);
            return more.start + cell - own..more.end + cell - own;
        }
        self.outcomes[cell] = Some(outcome);
        let point = cell / self.experiment.replications as usize;
        let (done, next) = self.judge(point);
        // The cell is judged only if it was the last of its batch to finish.
        let completed_a_batch = self.cells[cell].replication < done;
        let first = self.replications(point).start;
        match next.filter(|_| completed_a_batch) {
            Some(next) => first + done as usize..first + next as usize,
            None => 0..0,
        }
    }

    /// The number of combinations of facets, machines, pairs of strategies and values.
    fn points(&self) -> usize {
        self.cells.len() / self.experiment.replications.max(1) as usize
    }

    fn replications(&self, point: usize) -> Range<usize> {
        let most = self.experiment.replications as usize;
        point * most..(point + 1) * most
    }

    /// The number of replications of a point that are complete and judged together, and the number for the next
    /// judgement; `None` if they are enough, or the maximum.
    fn judge(&self, point: usize) -> (u32, Option<u32>) {
        let most = self.experiment.replications;
        let mut done = 0;
        while let Some(next) = next_count(done, most) {
            let mut batch = self.replications(point).take(next as usize);
            if !batch.all(|cell| matches!(self.outcomes[cell], Some(Ok(_)))) {
                return (done, Some(next));
            }
            done = next;
            if self.are_enough(point, done) {
                return (done, None);
            }
        }
        (done, None)
    }

    /// Whether the first `count` replications of a point are enough.
    fn are_enough(&self, point: usize, count: u32) -> bool {
        may_end(count, self.experiment.precision) && self.is_precise(point, count)
    }

    /// Whether the first `count` replications of a point are precise in the quantity of the vertical axis.
    fn is_precise(&self, point: usize, count: u32) -> bool {
        self.judged().is_none_or(|metric| is_precise(&self.values(point, count, metric), self.experiment.precision))
    }

    /// The metric with the precision that decides how many replications run. It is never measured with a clock. `None`
    /// without a precision.
    fn judged(&self) -> Option<&'static Metric> {
        match self.experiment.plot.y {
            _ if self.experiment.replications == 1 => None,
            _ if self.experiment.plot.shows_overhead() => Some(&metrics::MEAN_RESPONSE),
            Quantity::Metric(metric) => Some(metric),
            Quantity::Coefficient => None,
        }
    }

    /// The expected number of replications of a cell's point until it is precise, if the spread stays the same: half
    /// the width of an interval shrinks with the root of their number. `None` before any were judged.
    pub fn likely_replications(&self, cell: usize) -> Option<u32> {
        if let Some((number, own)) = self.facet_of(cell) {
            return self.facets[number].likely_replications(own);
        }
        let point = cell / self.experiment.replications as usize;
        let (count, next) = self.judge(point);
        let (Some(metric), Some(_)) = (self.judged(), next) else { return (count > 0).then_some(count) };
        let values = self.values(point, count, metric);
        (count > 0).then(|| likely_count(&values, self.experiment.precision, self.experiment.replications))
    }

    /// A metric's values in the first `count` replications, which are complete.
    fn values(&self, point: usize, count: u32, metric: &Metric) -> Vec<f64> {
        let outcomes = self.outcomes[self.replications(point)].iter().take(count as usize);
        outcomes.filter_map(|outcome| Some(outcome.as_ref()?.as_ref().ok()?.metrics.get(metric))).collect()
    }

    /// The means of each machine, pair of strategies and value, once the first batch of its replications has run. In
    /// the plan's order, facet by facet.
    pub fn summaries(&self) -> impl Iterator<Item = Summary> {
        self.parts().iter().flat_map(|part| (0..part.points()).filter_map(|point| part.summary(point)))
    }

    /// The same, each with the results of its replications, in their order.
    pub fn replicates(&self) -> impl Iterator<Item = (Summary, Vec<&MetricValues>)> {
        self.parts().iter().flat_map(|part| (0..part.points()).filter_map(|point| part.replicate(point)))
    }

    fn replicate(&self, point: usize) -> Option<(Summary, Vec<&MetricValues>)> {
        let summary = self.summary(point)?;
        let outcomes = self.outcomes[self.replications(point)].iter().take(summary.replications as usize);
        let values = outcomes.filter_map(|outcome| Some(&outcome.as_ref()?.as_ref().ok()?.metrics));
        Some((summary, values.collect()))
    }

    fn summary(&self, point: usize) -> Option<Summary> {
        let (replications, _) = self.judge(point);
        let first = self.replications(point).start;
        let Cell { facet, machine, allocation, scheduling, value, .. } = self.cells[first];
        let jobs = self.outcomes[first].as_ref()?.as_ref().ok()?.jobs;
        if replications == 0 {
            return None;
        }
        let interval = |metric| interval(&self.values(point, replications, metric));
        let (metrics, half_widths) = MetricValues::each_pair(interval);
        let precise = self.is_precise(point, replications);
        Some(Summary {
            facet,
            machine,
            allocation,
            scheduling,
            value,
            jobs,
            metrics,
            half_widths,
            replications,
            precise,
        })
    }

    /// Whether every cell has run.
    pub fn is_complete(&self) -> bool {
        if !self.facets.is_empty() {
            return self.facets.iter().all(Results::is_complete);
        }
        (0..self.points()).filter(|&point| !self.never[point]).all(|point| {
            let failed = self.replications(point).any(|cell| matches!(self.outcomes[cell], Some(Err(_))));
            let (_, next) = self.judge(point);
            failed || next.is_none()
        })
    }

    /// Every failed cell, with the reason. A front end lists them ([`Results::failures`]), and a command with a failed
    /// cell does not exit with 0.
    pub fn failed(&self) -> impl Iterator<Item = (&Cell, &Diagnostic)> {
        let outcomes = self.parts().iter().flat_map(|part| part.cells.iter().zip(&part.outcomes));
        outcomes.filter_map(|(cell, outcome)| match outcome {
            Some(Err(reason)) => Some((cell, reason)),
            _ => None,
        })
    }

    /// A diagnostic for each failed cell. Its place is the cell in words.
    pub fn failures(&self) -> impl Iterator<Item = Diagnostic> {
        self.failed().map(|(cell, reason)| Diagnostic { place: self.describe(cell), ..reason.clone() })
    }

    /// A cell in words, such as `easy with nep at 1.2`.
    pub fn describe(&self, cell: &Cell) -> String {
        let (allocation, scheduling) = self.names(cell.allocation, cell.scheduling);
        let allocation = shown(allocation);
        let replication = match self.experiment.replications {
            1 => String::new(),
            _ => format!(", replication {}", cell.replication + 1),
        };
        let machine = match self.experiment.machines.len() {
            1 => String::new(),
            _ => format!(" on {}", self.experiment.machines[cell.machine]),
        };
        let facet = self.experiment.facet_label(cell.facet).map_or(String::new(), |label| format!(", {label}"));
        format!("{scheduling} with {allocation}{machine} at {}{facet}{replication}", cell.value)
    }

    /// The names of an allocation strategy and a scheduling policy by their positions in the experiment.
    pub fn names(&self, allocation: usize, scheduling: usize) -> (&str, String) {
        (&self.experiment.allocation[allocation], self.experiment.scheduling[scheduling].to_string())
    }
}

#[cfg(test)]
pub(crate) mod tests;
