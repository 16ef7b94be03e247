//! How much work each cell of a plan is likely to be, relative to the others, so that the heaviest go out first.

use super::admission::MachineJobs;
use super::{Cell, Experiment, Plan, Varied};
use crate::scheduling::{BlockedHead, Scheduling};
use crate::time::Decimal;

impl Plan {
    /// Every cell of the experiment with its weight.
    pub(super) fn make_cells(&self) -> Vec<Cell> {
        let values = self.experiment.values();
        let machines = 0..self.experiment.machines.len();
        let loads =
            machines.map(|machine| values.iter().map(move |value| self.expected_load(machine, *value)).collect());
        let loads: Vec<Vec<f64>> = loads.collect();
        let grows = matches!(self.experiment.varied(), Varied::Jobs | Varied::Messages | Varied::PacketLength);
        let last = values.last().map_or(1.0, |last| last.to_f64());
        let mut cells = Cell::all(&self.experiment, &[]);
        for (position, cell) in cells.iter_mut().enumerate() {
            let value = position / self.experiment.replications as usize % values.len();
            let share = if grows { values[value].to_f64() / last } else { 1.0 };
            cell.weight = share * weight(self.experiment.scheduling[cell.scheduling], loads[cell.machine][value]);
        }
        cells
    }

    /// The load of a machine (docs/semantics.md 8) at a value of what is varied, roughly.
    fn expected_load(&self, machine: usize, value: Decimal) -> f64 {
        let (experiment, MachineJobs { workload, .. }) = (&self.experiment, &self.jobs_by_machine[machine]);
        let Ok(Experiment { transformation, rate, .. }) = experiment.at(value) else { return 0.0 };
        if let Some(load) = transformation.load {
            return load.to_f64();
        }
        let scale = f64::from(transformation.size_scale);
        let work = |(size, runtime): (u32, i64)| f64::from(size) * scale * runtime as f64;
        let work: f64 = workload.size.iter().zip(workload.runtime.iter()).map(work).sum();
        let span = workload.submit.last().map_or(0, |last| last - workload.submit.at(0)).max(1) as f64;
        let stretch = transformation.runtime_coefficient.to_f64() / transformation.arrival_factor.to_f64();
        let rate = rate.to_f64() / experiment.rate.to_f64();
        work / (span * f64::from(experiment.machines[machine].node_count())) * stretch * rate
    }
}

/// The load from which on next to all jobs wait for the last one to arrive.
const CROWDED: f64 = 20.0;

/// Look-ahead costs the more the longer the queue is, and the queue is long when the machine is nearly full.
fn weight(policy: Scheduling, load: f64) -> f64 {
    let look_ahead = match policy.blocked_head {
        BlockedHead::Block => 1.0,
        BlockedHead::Skip => 3.0,
        BlockedHead::Easy => 8.0,
        BlockedHead::Conservative => 50.0,
    };
    // All jobs at once are no more than a queue of all jobs.
    let load = load.min(CROWDED);
    let crowding = (load - 0.5).max(0.0);
    1.0 + look_ahead * (load + 10.0 * crowding * crowding)
}
