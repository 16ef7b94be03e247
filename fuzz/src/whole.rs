//! Whole experiments: every cell of a plan, as the page and the command line run it, and against the plain rules.

use crate::rules::{Watch, follows_the_plain_rules};
use std::num::NonZeroU32;
use subtorus::allocation::catalogue::Setting;
use subtorus::experiment::exclusion::excluded_points;
use subtorus::experiment::{Experiment, Plan, Varied, permalink};
use subtorus::report;
use subtorus::scheduling::Scheduling;
use subtorus::simulation::MetricValues;
use subtorus::workload::Log;

/// What was looked at.
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

/// Runs every cell that can be run, and panics where one is not as it must be. `None` where the experiment is refused.
pub fn look(experiment: &Experiment, log: Option<&Log>) -> Option<Looked> {
    let link = permalink::write(experiment);
    let (again, complaints) = permalink::read(&link);
    assert_eq!(&again, experiment, "{link} is not read as it was written: {complaints:?}");
    let (plan, _) = report::prepare(experiment, log).ok()?;
    let excluded = excluded_points(experiment, &plan.excluded);
    let mut looked = Looked::default();
    for cell in (0..plan.cells.len()).filter(|cell| !excluded[cell / experiment.replications as usize]) {
        looked.cells += 1;
        looked.plain += usize::from(look_at_cell(&plan, cell));
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
    follows_the_plain_rules(&jobs, strategy, &setting, policy(plan, cell));
    true
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
