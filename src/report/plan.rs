//! What a plan consists of, for those who do not run its cells themselves.

use crate::experiment::Plan;
use crate::workload::Selected;
use serde::{Deserialize, Serialize};

/// A plan's cells and jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlanReport {
    /// How much work each cell is likely to be, relative to the others.
    pub weights: Vec<f64>,
    /// The jobs on each machine.
    pub machines: Vec<JobCounts>,
}

/// The jobs of the runs on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JobCounts {
    /// How many each run has.
    pub jobs: u32,
    /// How many were left out, by reason.
    pub dropped: Vec<(String, u32)>,
}

impl PlanReport {
    /// What `plan` consists of; `selected` counts the jobs that the log's selection left out.
    pub fn new(plan: &Plan, selected: &Selected) -> PlanReport {
        let counts = |machine| JobCounts {
            jobs: plan.jobs_per_run(machine) as u32,
            dropped: plan
                .dropped(machine, selected)
                .into_iter()
                .map(|(reason, count)| (reason.into(), count))
                .collect(),
        };
        PlanReport {
            weights: plan.cells.iter().map(|cell| cell.weight).collect(),
            machines: (0..plan.experiment().machines.len()).map(counts).collect(),
        }
    }
}
