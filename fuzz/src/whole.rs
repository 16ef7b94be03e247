//! Whole experiments: every cell of a plan, as the page and the command line run it, and against the plain rules.

use crate::rules::{Watch, follows_the_plain_rules};
use std::num::NonZeroU32;
use subtorus::allocation::catalogue::Setting;
use subtorus::budget::Budget;
use subtorus::experiment::exclusion::excluded_points;
use subtorus::experiment::{Experiment, Plan, Varied, permalink};
use subtorus::report;
use subtorus::report::counterfactual::{CounterfactualRuns, CounterfactualStart};
use subtorus::scheduling::Scheduling;
use subtorus::simulation::{MetricValues, RunFailure};
use subtorus::workload::Log;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Looked {
    /// Cells that were run.
    pub cells: usize,
    /// How many of them the plain rules say something about: those without a network.
    pub plain: usize,
}

/// The most jobs of a cell that the plain rules can follow in a moment, and the most nodes.
const MOST_JOBS: usize = 60;
const MOST_NODES: u32 = 1 << 9;

/// Runs every cell that can be run, and panics if one is wrong. `None` where the experiment is refused.
pub fn look(experiment: &Experiment, log: Option<&Log>) -> Option<Looked> {
    let link = permalink::write(experiment);
    let (again, complaints) = permalink::read(&link);
    assert_eq!(&again, experiment, "{link} is not read as it was written: {complaints:?}");
    let (plan, _) = report::prepare(experiment, log).ok()?;
    let excluded = excluded_points(experiment, &plan.excluded);
    let mut looked = Looked::default();
    for cell in 0..plan.cells.len() {
        let is_excluded = excluded[cell / experiment.replications as usize];
        assert_eq!(plan.exclusion_of(cell).is_some(), is_excluded, "cell {cell}");
        if is_excluded {
            assert!(matches!(plan.run(cell, None), Err(RunFailure::Excluded(_))), "cell {cell}");
            continue;
        }
        looked.cells += 1;
        looked.plain += usize::from(look_at_cell(&plan, cell));
    }
    // As many runs as there are policies: of some experiments, at one cell.
    if experiment.seed % 4 == 3 {
        look_otherwise(experiment, &plan, (experiment.seed / 4) as usize % plan.cells.len(), log);
    }
    Some(looked)
}

/// Whether the plain rules say something about the cell.
fn look_at_cell(plan: &Plan, cell: usize) -> bool {
    let experiment = plan.experiment();
    let jobs = plan.jobs(cell).unwrap_or_else(|failure| panic!("cell {cell}: {failure}"));
    let machine = plan.machine(cell);
    let mut watch = Watch::new(&machine, &jobs);
    plan.observe(cell, &jobs, &mut watch).unwrap_or_else(|failure| panic!("cell {cell}: {failure}"));
    watch.finish();
    check_metrics(&plan.run(cell, None).unwrap_or_else(|failure| panic!("cell {cell}: {failure}")).metrics);
    let is_small = jobs.jobs.len() <= MOST_JOBS && machine.node_count() <= MOST_NODES;
    if experiment.communication.uses_network() || !is_small {
        return false;
    }
    let strategy = &experiment.allocation[plan.cells[cell].allocation];
    let replication = plan.cells[cell].replication;
    let setting = Setting { machine: &machine, seed: experiment.seed, replication };
    follows_the_plain_rules(&jobs, strategy, &setting, &plan.boxes_down(cell), policy(plan, cell));
    true
}

/// Asks when a job of a run, which may be one that is excluded, would have started otherwise: every alternative tells, or says
/// why it does not.
fn look_otherwise(experiment: &Experiment, plan: &Plan, cell: usize, log: Option<&Log>) {
    let number = plan.ids(cell).last().copied().unwrap_or(1);
    let others = CounterfactualRuns::of(experiment, cell);
    let (changed, complaints) = permalink::read(&others.link);
    assert!(complaints.iter().all(|complaint| !complaint.message().is_empty()));
    let Ok((plan, _)) = report::prepare(&changed, log) else { return };
    for (name, cell) in others.names.iter().zip(others.cells) {
        let answer = CounterfactualStart::find_or_say(&plan, cell, number, &Budget::USUAL);
        assert_ne!(answer.moment().is_some(), !answer.problem.is_empty(), "{name}: {answer:?}");
    }
}

/// The policy of a cell, with the depth that is varied; of a facet, with the depth that it has.
fn policy(plan: &Plan, cell: usize) -> Scheduling {
    let cell = plan.cells[cell];
    let experiment = plan.experiment().at_facet(cell.facet).expect("a facet that was planned");
    let policy = experiment.scheduling[cell.scheduling];
    let depth = cell.value.whole().and_then(|depth| NonZeroU32::new(depth as u32));
    let varied = depth.filter(|_| experiment.varied() == Varied::Depth);
    varied.and_then(|depth| policy.with_depth(depth).ok()).unwrap_or(policy)
}

/// No metric is negative or beyond all numbers; one that does not apply is no number.
fn check_metrics(metrics: &MetricValues) {
    for (metric, value) in metrics.iter() {
        assert!(value.is_nan() || (value >= 0.0 && value.is_finite()), "{} is {value}", metric.name);
    }
}
