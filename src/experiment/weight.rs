//! The estimated time of each cell of a plan. The heaviest cells run first, and shards get equal weights.

use super::admission::MachineJobs;
use super::{Cell, Experiment, Plan, Varied};
use crate::allocation::{Effort, catalogue};
use crate::scheduling::{BlockedHead, Scheduling};
use crate::time::Decimal;

impl Plan {
    /// Every cell of the experiment with its weight.
    pub(super) fn make_cells(&self) -> Vec<Cell> {
        let values = self.experiment.values();
        let machines = 0..self.experiment.machines.len();
        let expected = machines.map(|machine| values.iter().map(move |value| self.expected(machine, *value)).collect());
        let expected: Vec<Vec<Expected>> = expected.collect();
        let effort = |name: &String| catalogue::entry(name).map_or(Effort::Unknown, |entry| entry.effort);
        let efforts: Vec<Effort> = self.experiment.allocation.iter().map(effort).collect();
        let mut cells = Cell::all(&self.experiment, &[]);
        for (position, cell) in cells.iter_mut().enumerate() {
            let value = position / self.experiment.replications as usize % values.len();
            let Expected { jobs, size, units, load } = expected[cell.machine][value];
            let (effort, looks) = (efforts[cell.allocation], looks(self.experiment.scheduling[cell.scheduling], load));
            let placing = effort.seconds(size, units) * if effort.searches_for_room() { looks } else { 1.0 };
            cell.weight = jobs * (PASSING * looks + placing);
        }
        cells
    }

    /// The estimate for a machine at a varied value.
    fn expected(&self, machine: usize, value: Decimal) -> Expected {
        let (experiment, MachineJobs { workload, .. }) = (&self.experiment, &self.jobs_by_machine[machine]);
        let Ok(setup) = experiment.setup_at(machine, value) else { return Expected::default() };
        let Experiment { transformation, rate, .. } = &*setup.experiment;
        let (nodes, units) = (f64::from(setup.machine().node_count()), f64::from(setup.unit_count()));
        let jobs = match experiment.varied() {
            Varied::Jobs => value.to_f64().min(workload.len() as f64),
            _ => workload.len() as f64,
        };
        // The nodes that a job gets for each processor of the log, before rounding.
        let scale = f64::from(transformation.size_scale) / f64::from(transformation.node_size);
        let processors = workload.size.iter().map(f64::from).sum::<f64>() / workload.len().max(1) as f64 * scale;
        let load = match transformation.load {
            Some(load) => load.to_f64(),
            None => {
                let work = |(size, runtime): (u32, i64)| f64::from(size) * scale * runtime as f64;
                let work: f64 = workload.size.iter().zip(workload.runtime.iter()).map(work).sum();
                let span = workload.submit.last().map_or(0, |last| last - workload.submit.at(0)).max(1) as f64;
                let stretch = transformation.runtime_coefficient.to_f64() / transformation.arrival_factor.to_f64();
                let rate = rate.to_f64() / experiment.rate.to_f64();
                work / (span * f64::from(experiment.machines[machine].node_count())) * stretch * rate
            }
        };
        Expected { jobs, size: (processors * units / nodes).max(1.0), units, load }
    }
}

/// A rough estimate of a run on one machine.
#[derive(Clone, Copy, Default)]
struct Expected {
    jobs: f64,
    /// The mean size of a job in units of the machine, and the number of these units.
    size: f64,
    units: f64,
    /// The approximate load of the machine (docs/semantics.md 8).
    load: f64,
}

/// Seconds for each attempt to start a job, without the search for a place.
const PASSING: f64 = 3e-7;

/// The load from which almost all jobs wait when the last one arrives.
const CROWDED: f64 = 20.0;

/// The number of attempts to start a job. Look-ahead costs more with a longer queue, and the queue is long if the
/// machine is nearly full.
fn looks(policy: Scheduling, load: f64) -> f64 {
    let look_ahead = match policy.blocked_head {
        BlockedHead::Block => 1.0,
        BlockedHead::Skip => 3.0,
        BlockedHead::Easy => 8.0,
        BlockedHead::Conservative => 50.0,
    };
    // The queue has at most all jobs.
    let load = load.min(CROWDED);
    let crowding = (load - 0.5).max(0.0);
    1.0 + look_ahead * (load + 10.0 * crowding * crowding)
}
