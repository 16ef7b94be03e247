//! The parts of a plan that are needed where its cells do not run.

use super::words::duration;
use crate::allocation::Refusal;
use crate::budget::Budget;
use crate::diagnostic::Explain;
use crate::experiment::results::Dropped;
use crate::experiment::{Cell, Demand, Exclusion, Experiment, Plan, Results};
use crate::workload::{Log, Selected};
use serde::{Deserialize, Serialize};

/// Why an experiment has no plan or no results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingInput {
    /// Its log is missing.
    #[error("this experiment needs a log that is not here")]
    Log,
    /// The plan is of another experiment.
    #[error("the plan is not that of this experiment")]
    Plan,
}

impl Explain for MissingInput {
    fn place(&self) -> String {
        match self {
            MissingInput::Log => "log".into(),
            MissingInput::Plan => String::new(),
        }
    }
}

/// The plan of an experiment on the jobs of its log, or of its model without a log, and its report.
pub fn prepare(experiment: &Experiment, log: Option<&Log>) -> Result<(Plan, PlanReport), Box<dyn Explain>> {
    if experiment.uses_log() && log.is_none() {
        return Err(MissingInput::Log.into());
    }
    let (plan, selected) = Plan::prepare(&Budget::USUAL, experiment, log.filter(|_| experiment.uses_log()))?;
    let report = PlanReport::new(&plan, &selected);
    Ok((plan, report))
}

/// A plan's cells and jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlanReport {
    /// The estimated work of each cell, relative to the others.
    pub weights: Vec<f64>,
    /// How many consecutive cells differ only in the varied value and the replication, and so have about the same
    /// weight.
    pub alike: u32,
    /// The jobs on each machine, facet by facet.
    pub machines: Vec<JobCounts>,
    /// Its exclusions.
    pub excluded: Vec<Exclusion>,
    /// The number of workers that fit into memory.
    pub workers: u32,
    /// The question to the user before a long run.
    pub question: Option<String>,
}

/// The jobs of the runs on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JobCounts {
    /// The number of jobs of each run.
    pub jobs: u32,
    /// The numbers of dropped jobs, by reason.
    pub dropped: Vec<(String, u32)>,
    /// The share of the work of the jobs that are too large.
    pub lost_work: f64,
}

impl PlanReport {
    /// The report on `plan`; `selected` counts the jobs that the log's selection left out.
    pub fn new(plan: &Plan, selected: &Selected) -> PlanReport {
        let counts = |site| JobCounts {
            jobs: plan.jobs_per_run(site) as u32,
            dropped: plan.dropped(site, selected).into_iter().map(|(reason, count)| (reason.into(), count)).collect(),
            lost_work: plan.lost_work(site),
        };
        let experiment = plan.experiment();
        PlanReport {
            weights: plan.cells.iter().map(|cell| cell.weight).collect(),
            alike: experiment.values().len() as u32 * experiment.replications,
            machines: (0..experiment.site_count()).map(counts).collect(),
            excluded: plan.excluded.clone(),
            workers: plan.demand.workers(&Budget::USUAL),
            question: question(&plan.demand),
        }
    }

    /// Empty results for the cells of this plan, which run elsewhere. Fails if the plan is of another experiment.
    pub fn results(&self, experiment: Experiment) -> Result<Results, MissingInput> {
        let cells = Cell::all(&experiment, &self.weights);
        if (cells.len(), experiment.site_count()) != (self.weights.len(), self.machines.len()) {
            return Err(MissingInput::Plan);
        }
        if !self.excluded.iter().all(|excluded| excluded.is_part_of(&experiment)) {
            return Err(MissingInput::Plan);
        }
        let reasons = Selected::default().dropped().map(|(reason, _)| reason);
        let known =
            |name: &str| reasons.iter().copied().chain(Refusal::NAMES.iter().copied()).find(|reason| *reason == name);
        let dropped = self.machines.iter().map(|counts| -> Dropped {
            counts.dropped.iter().filter_map(|(reason, count)| Some((known(reason)?, *count))).collect()
        });
        let dropped = dropped.collect();
        let lost_work = self.machines.iter().map(|counts| counts.lost_work).collect();
        let results = Results::from_cells(experiment, cells, dropped);
        Ok(results.without(self.excluded.clone()).with_lost_work(lost_work))
    }
}

/// The question before a long run.
fn question(demand: &Demand) -> Option<String> {
    let time = duration(demand.seconds);
    demand.is_long(&Budget::USUAL).then(|| format!("This may take {time} of processor time. Run it anyway?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_run_asks() {
        let demand = |seconds| Demand { memory: 1, seconds };
        assert_eq!(question(&demand(Budget::USUAL.seconds)), None);
        let asked = question(&demand(36_000.0)).unwrap();
        assert_eq!(asked, "This may take 10 h 0 min of processor time. Run it anyway?");
    }

    #[test]
    fn results_of_a_report_begin_as_those_of_the_plan() {
        let mut experiment = Experiment { jobs: 30, ..Experiment::default() };
        experiment.set("machine", "torus:4x8,torus:4x4x4").unwrap();
        experiment.set("size-scale", "4").unwrap();
        let (plan, report) = prepare(&experiment, None).unwrap();
        let (here, there) = (Results::new(&plan, &Selected::default()), report.results(experiment.clone()).unwrap());
        assert_eq!(here.cells(), there.cells());
        assert_eq!(here.dropped_by_reason(), there.dropped_by_reason());
        assert_eq!(here.lost_work_by_machine(), there.lost_work_by_machine());
        assert!(!here.lost_work_by_machine().is_empty());
        assert!(here.dropped_by_reason().iter().any(|(reason, _)| reason.starts_with("too_large")), "there are some");
        experiment.set("machine", "torus:4x8").unwrap();
        assert_eq!(report.results(experiment).err(), Some(MissingInput::Plan));
    }

    #[test]
    fn an_experiment_on_a_log_needs_it() {
        let mut experiment = Experiment::default();
        experiment.set("log", "a.swf").unwrap();
        let reason = prepare(&experiment, None).err().unwrap();
        assert_eq!((reason.place(), reason.to_string()), ("log".into(), MissingInput::Log.to_string()));
    }
}
