//! A plan: an experiment cut into cells, each one run of the simulator, independent of all others. The same plan runs on
//! the page's workers and on all cores of the command line, in any order.

use super::cell::{Cell, CellResult};
use super::demand::Demand;
use super::plan_error::PlanError;
use super::results::Dropped;
use super::setup::Setup;
use super::{Experiment, Varied};
use crate::allocation::Allocator;
use crate::budget::Budget;
use crate::machine::Machine;
use crate::scheduling::{BlockedHead, Scheduling};
use crate::simulation::observers::LinkLoads;
use crate::simulation::overhead::{Clock, Operations, RecordedAllocator};
use crate::simulation::{Communicating, Failure, Observer, Recorder, simulate, simulate_service};
use crate::time::{Decimal, Time};
use crate::workload::Selected;
use crate::workload::transform::Transformation;
use crate::workload::{Jobs, Log, Workload};
use std::cell::RefCell;
use std::num::NonZeroU32;
use std::rc::Rc;

/// The cells of an experiment on a workload, ready to run.
///
/// ```
/// use subtorus::experiment::{Plan, permalink};
/// use subtorus::simulation::metrics::UTILIZATION;
///
/// let (experiment, _) = permalink::read("#v=1&jobs=50&allocation=nep,flat&scheduling=fcfs&vary=rate:1..3:1");
/// let plan = Plan::new(&experiment, &experiment.generate())?;
/// assert_eq!(plan.cells.len(), 2 * 3);
/// let result = plan.run(0, None)?;
/// assert_eq!(result.jobs, 50);
/// assert!(result.metrics.get(&UTILIZATION) < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Plan {
    /// Every cell: by machine, then allocation, then scheduling, then value, in the experiment's order.
    pub cells: Vec<Cell>,
    /// What its runs ask of the computer.
    pub demand: Demand,
    pub(super) experiment: Experiment,
    /// What runs on each machine.
    pub(super) jobs_by_machine: Vec<MachineJobs>,
}

/// The jobs that run on a machine. What is compared there runs the same jobs, so one that any of the strategies can never
/// place is dropped for all of them (docs/semantics.md 3.2, step 3). Machines are compared by the same workload, or
/// model, from which each drops for itself: a small one does not take the large jobs from a large one.
pub(super) struct MachineJobs {
    /// The jobs that every strategy can place, before transformation. Time 0 is still that of the first job, dropped or not.
    pub workload: Workload,
    too_large: u32,
}

impl Plan {
    /// Cuts `experiment` into cells that run on `workload`: what the experiment's selection took from the log, or
    /// what [`Experiment::generate`] made; a model then makes the jobs for each further machine.
    ///
    /// Fails where a strategy is not for one of the machines, where no job is left on one, where times leave the clock, and
    /// where it asks for more than [`Budget::USUAL`].
    pub fn new(experiment: &Experiment, workload: &Workload) -> Result<Plan, PlanError> {
        Plan::within(&Budget::USUAL, experiment, workload)
    }

    /// The plan of an experiment on what it selects from a log, or on what its model makes without one, and how many jobs
    /// the selection left out. The model is asked for nothing before the experiment's size is known to be within budget.
    pub fn prepare(budget: &Budget, experiment: &Experiment, log: Option<&Log>) -> Result<(Plan, Selected), PlanError> {
        experiment.check_size(budget)?;
        let (workload, selected) = match log {
            Some(log) => log.select(&experiment.selection),
            None => (experiment.generate(), Selected::default()),
        };
        Ok((Plan::within(budget, experiment, &workload)?, selected))
    }

    /// The same as [`Plan::new`] with a budget of one's own.
    pub fn within(budget: &Budget, experiment: &Experiment, workload: &Workload) -> Result<Plan, PlanError> {
        experiment.check_size(budget)?;
        experiment.check_jobs(workload, budget)?;
        if workload.is_empty() {
            return Err(PlanError::NoJob { uses_log: experiment.uses_log() });
        }
        let mut jobs_by_machine = Vec::new();
        for machine in 0..experiment.machines.len() {
            let made =
                (machine > 0 && !experiment.uses_log()).then(|| experiment.setup(machine).generate(experiment.rate, 0));
            jobs_by_machine.push(experiment.jobs_on(machine, made.as_ref().unwrap_or(workload))?);
        }
        let (cells, demand) = (Vec::new(), Demand::default());
        let mut plan = Plan { cells, demand, experiment: experiment.clone(), jobs_by_machine };
        plan.cells = plan.make_cells();
        plan.demand = plan.check(budget)?;
        Ok(plan)
    }

    /// The experiment this is the plan of.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// How many jobs each run on a machine simulates.
    pub fn jobs_per_run(&self, machine: usize) -> usize {
        self.jobs_by_machine[machine].workload.len()
    }

    /// How many jobs do not run on a machine, by reason: those that the log's selection left out, and those that one of
    /// the strategies can never place there.
    pub fn dropped(&self, machine: usize, selected: &Selected) -> Dropped {
        let mut dropped = Dropped::new();
        dropped.extend(selected.dropped());
        dropped.insert("too_large", self.jobs_by_machine[machine].too_large);
        dropped
    }

    /// The log's numbers of the jobs that [`Plan::jobs`] returns, in the same order.
    pub fn ids(&self, cell: usize) -> &[i64] {
        &self.jobs_by_machine[self.cells[cell].machine].workload.id
    }

    /// The machine of a cell.
    pub fn machine(&self, cell: usize) -> Machine {
        self.setup(cell).machine.into_owned()
    }

    /// The order in which to hand out cells: heaviest first, so that no long run is left for the end.
    pub fn heaviest_first(&self, mut cells: Vec<usize>) -> Vec<usize> {
        cells.sort_by(|&one, &other| self.cells[other].weight.total_cmp(&self.cells[one].weight));
        cells
    }

    /// The jobs of a cell as the simulator sees them, numbered as in [`Plan::ids`].
    pub fn jobs(&self, cell: usize) -> Result<Jobs, Failure> {
        let (mut jobs, Experiment { communication, seed, .. }) = (self.transformed(cell), &self.experiment);
        if communication.uses_network() {
            communication.prepare(&mut jobs, *seed, self.cells[cell].replication)?;
        }
        Ok(jobs)
    }

    /// The same without their messages.
    pub(super) fn transformed(&self, cell: usize) -> Jobs {
        let (experiment, setup) = (&self.experiment, self.setup(cell));
        let Cell { machine, value, replication, .. } = self.cells[cell];
        let transformation = experiment.transformation_at(value);
        let apply = |workload: &Workload| transformation.apply(workload, &setup.machine, experiment.wants_extents());
        let varied = [Varied::Rate, Varied::Side].contains(&experiment.varied());
        if !experiment.uses_log() && (replication > 0 || varied) {
            let rate = if experiment.varied() == Varied::Rate { value } else { experiment.rate };
            let allocators = setup.allocators().expect("made once when the plan was made");
            return apply(&setup.placeable(&setup.generate(rate, replication), &allocators));
        }
        apply(&self.jobs_by_machine[machine].workload)
    }

    /// Runs one cell. The same cell gives the same result, on any thread and in any order; all but the allocation
    /// overhead, which is measured with the clock, if there is one, where the plot shows it.
    pub fn run(&self, cell: usize, clock: Option<&dyn Clock>) -> Result<CellResult, Failure> {
        let (jobs, setup) = (self.jobs(cell)?, self.setup(cell));
        let mut recorder = Recorder::new(&jobs, &setup.machine);
        self.observe(cell, &jobs, &mut recorder)?;
        if let Some(clock) = clock.filter(|_| self.experiment.plot.shows_overhead()) {
            recorder.allocation_overhead = self.overhead(cell, &jobs, clock)?;
        }
        Ok(CellResult { metrics: recorder.metrics(), jobs: jobs.jobs.len() as u32 })
    }

    /// The allocation overhead of a cell in nanoseconds per job: it is run once more, recording what is asked of the
    /// allocator, which is then timed.
    fn overhead(&self, cell: usize, jobs: &Jobs, clock: &dyn Clock) -> Result<f64, Failure> {
        let operations = Rc::new(RefCell::new(Operations::default()));
        let recorded = RecordedAllocator::new(self.allocator_of(cell), operations.clone());
        self.simulate(cell, jobs, Box::new(recorded), &mut ())?;
        Ok(operations.borrow().time_per_job(self.allocator_of(cell).as_ref(), clock))
    }

    fn allocator_of(&self, cell: usize) -> Box<dyn Allocator> {
        let Cell { allocation, replication, .. } = self.cells[cell];
        self.setup(cell).allocator(allocation, replication).expect("made once when the plan was made")
    }

    /// The experiment on the machine of a cell.
    fn setup(&self, cell: usize) -> Setup<'_> {
        let Cell { machine, value, .. } = self.cells[cell];
        self.experiment.setup_at(machine, value).expect("checked when the plan was made")
    }

    /// Runs one cell on its [`Plan::jobs`] for whoever wants to see what happens.
    pub fn observe(&self, cell: usize, jobs: &Jobs, observer: &mut dyn Observer) -> Result<(), Failure> {
        self.simulate(cell, jobs, self.allocator_of(cell), observer)
    }

    /// How busy each link of a cell's machine is: the share of the time between the first arrival and the last completion
    /// for which it carries flits, by the network's numbers; empty where jobs do not communicate. The cell is run for it.
    pub fn link_loads(&self, cell: usize) -> Result<Vec<f64>, Failure> {
        let jobs = self.jobs(cell)?;
        let mut links = LinkLoads::new(&jobs);
        self.observe(cell, &jobs, &mut links)?;
        Ok(links.loads())
    }

    fn simulate(
        &self,
        cell: usize,
        jobs: &Jobs,
        allocator: Box<dyn Allocator>,
        observer: &mut dyn Observer,
    ) -> Result<(), Failure> {
        let Cell { scheduling, value, replication, .. } = self.cells[cell];
        let Experiment { communication, seed, .. } = self.experiment;
        let scheduling = self.experiment.scheduling_at(scheduling, value);
        if !communication.uses_network() {
            return simulate(jobs, allocator, scheduling, observer);
        }
        let machine = self.setup(cell).machine;
        let mut service = Communicating::new(communication, &machine, seed, replication);
        simulate_service(jobs, allocator, scheduling, &mut service, observer)
    }

    fn make_cells(&self) -> Vec<Cell> {
        let values = self.experiment.values();
        let machines = 0..self.experiment.machines.len();
        let loads =
            machines.map(|machine| values.iter().map(move |value| self.expected_load(machine, *value)).collect());
        let loads: Vec<Vec<f64>> = loads.collect();
        let mut cells = Cell::all(&self.experiment, &[]);
        for (position, cell) in cells.iter_mut().enumerate() {
            let value = position / self.experiment.replications as usize % values.len();
            cell.weight = weight(self.experiment.scheduling[cell.scheduling], loads[cell.machine][value]);
        }
        cells
    }

    /// The load of a machine (docs/semantics.md 8) at a value of what is varied, roughly.
    fn expected_load(&self, machine: usize, value: Decimal) -> f64 {
        let (experiment, MachineJobs { workload, .. }) = (&self.experiment, &self.jobs_by_machine[machine]);
        let scale = f64::from(experiment.transformation.size_scale);
        let work = |(&size, &runtime): (&u32, &i64)| f64::from(size) * scale * runtime as f64;
        let work: f64 = workload.size.iter().zip(&workload.runtime).map(work).sum();
        let span = workload.submit.last().map_or(0, |last| last - workload.submit[0]).max(1) as f64;
        let transformation = experiment.transformation_at(value);
        let stretch = transformation.runtime_coefficient.to_f64() / transformation.arrival_factor.to_f64();
        let rate = if experiment.varied() == Varied::Rate { value.to_f64() / experiment.rate.to_f64() } else { 1.0 };
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

impl Experiment {
    /// The jobs the model makes for this experiment's first machine.
    pub fn generate(&self) -> Workload {
        self.setup(0).generate(self.rate, 0)
    }

    /// What of a workload runs on a machine, or why nothing does.
    fn jobs_on(&self, machine: usize, workload: &Workload) -> Result<MachineJobs, PlanError> {
        if self.varied() == Varied::Side {
            for value in self.values() {
                self.setup_at(machine, value)?.checked_allocators()?;
            }
        }
        let setup = self.setup(machine);
        let allocators = setup.checked_allocators()?;
        let kept = setup.placeable(workload, &allocators);
        if kept.is_empty() {
            return Err(PlanError::TooLarge {
                jobs: workload.len(),
                strategies: self.allocation.join(","),
                machine: setup.machine.to_string(),
                size_scale: self.transformation.size_scale,
            });
        }
        self.check_clock(&kept)?;
        Ok(MachineJobs { too_large: (workload.len() - kept.len()) as u32, workload: kept })
    }

    /// The transformation of the jobs at a value of what is varied.
    pub(super) fn transformation_at(&self, value: Decimal) -> Transformation {
        let mut transformation = self.transformation;
        match self.varied() {
            Varied::Runtime => transformation.runtime_coefficient = value,
            Varied::Arrival => transformation.arrival_factor = value,
            Varied::Rate | Varied::Side | Varied::Depth => {}
        }
        transformation
    }

    /// The scheduling policy at this position of the list, at a value of what is varied, which may be its depth.
    pub(super) fn scheduling_at(&self, position: usize, value: Decimal) -> Scheduling {
        let policy = self.scheduling[position];
        let depth = value.whole().and_then(|depth| u32::try_from(depth).ok()).and_then(NonZeroU32::new);
        let varied = depth.filter(|_| self.varied() == Varied::Depth);
        varied.and_then(|depth| policy.with_depth(depth).ok()).unwrap_or(policy)
    }

    /// Even if all jobs ran one after another, the last must end before the clock does.
    fn check_clock(&self, workload: &Workload) -> Result<(), PlanError> {
        let most = |values: Vec<Decimal>| values.into_iter().max().unwrap_or(Decimal::ONE).to_f64();
        let transformations = || self.values().into_iter().map(|value| self.transformation_at(value));
        let coefficient = most(transformations().map(|each| each.runtime_coefficient).collect());
        let factor = most(transformations().map(|each| each.arrival_factor).collect());
        let slowest = self.values().first().filter(|_| self.varied() == Varied::Rate).copied().unwrap_or(self.rate);
        let factor = factor * self.rate.to_f64() / slowest.to_f64();
        let longest = workload.runtime.iter().zip(&workload.requested).map(|(&run, &asked)| run.max(asked) as f64);
        let last = workload.submit.last().map_or(0.0, |&submit| submit as f64);
        if last * factor + longest.sum::<f64>() * coefficient < Time::MAX as f64 / 4.0 {
            return Ok(());
        }
        Err(PlanError::Clock { uses_log: self.uses_log() })
    }
}

#[cfg(test)]
mod tests;
