//! A plan: an experiment cut into cells, each one run of the simulator, independent of all others. The same plan runs on
//! the page's workers and on all cores of the command line, in any order.

use super::{Experiment, Model, Quantity, Varied};
use crate::allocation::Allocator;
use crate::allocation::catalogue::{self, Setting};
use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::scheduling::{BlockedHead, Scheduling};
use crate::simulation::overhead::{Clock, Noted, Operations};
use crate::simulation::{ALLOCATION_OVERHEAD, Failure, Recorder, simulate};
use crate::time::{Decimal, Time};
use crate::workload::transform::Transformation;
use crate::workload::{Jobs, Workload, lublin, stochastic};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// One run: a pair of strategies and a value of what is varied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The allocation strategy, by its position in the experiment's list.
    pub allocation: usize,
    /// The scheduling policy, by its position in the experiment's list.
    pub scheduling: usize,
    /// The value of what is varied.
    pub value: Decimal,
    /// Which replication it is, from 0.
    pub replication: u32,
    /// How much work the run is likely to be, relative to other cells: for handing out the heaviest first.
    pub weight: f64,
}

impl Cell {
    /// Every cell of an experiment in the order of its plan, with these weights (0 where there are too few): what is known
    /// of a plan without its workload.
    pub fn all(experiment: &Experiment, weights: &[f64]) -> Vec<Cell> {
        let mut weights = weights.iter().copied();
        let mut cells = Vec::new();
        for allocation in 0..experiment.allocation.len() {
            for scheduling in 0..experiment.scheduling.len() {
                for value in experiment.values() {
                    for replication in 0..experiment.replications {
                        let weight = weights.next().unwrap_or(0.0);
                        cells.push(Cell { allocation, scheduling, value, replication, weight });
                    }
                }
            }
        }
        cells
    }
}

/// What one run yielded.
#[derive(Clone, Debug, PartialEq)]
pub struct CellResult {
    /// The values of [`crate::simulation::METRICS`], in that order; NaN where a metric does not apply.
    pub metrics: Vec<f64>,
    /// How many jobs ran.
    pub jobs: u32,
}

/// The cells of an experiment on a workload, ready to run.
pub struct Plan {
    /// Every cell: by allocation, then scheduling, then value, in the experiment's order.
    pub cells: Vec<Cell>,
    /// How many jobs were dropped because one of the strategies can never place them (SEMANTICS 3.2, step 3).
    pub too_large: u32,
    experiment: Experiment,
    /// The jobs that every strategy can place, before transformation. Time 0 is still that of the first job, dropped or not.
    workload: Workload,
}

impl Plan {
    /// Cuts `experiment` into cells that run on `workload`: what the experiment's selection took from the
    /// log, or what [`Experiment::generate`] made.
    ///
    /// Fails where a strategy is not for this machine, where no job is left, and where times leave the clock.
    pub fn new(experiment: &Experiment, workload: &Workload) -> Result<Plan, Diagnostic> {
        if workload.is_empty() {
            let place = if experiment.uses_log() { "log" } else { "jobs" };
            let message = "no job is left to simulate; use another log, or widen partition, queue, status or window";
            return Err(Diagnostic::new(place, message));
        }
        for value in experiment.values() {
            if let Cow::Owned(with_another_machine) = experiment.at(value)? {
                with_another_machine.allocators()?;
            }
        }
        let allocators = experiment.allocators()?;
        let kept = experiment.placeable(workload, &allocators);
        if kept.is_empty() {
            let message = format!(
                "every one of the {} jobs is larger than what {} can place on {}; take a larger machine, or a smaller \
                 size-scale (it is {})",
                workload.len(),
                experiment.allocation.join(","),
                experiment.machine,
                experiment.transformation.size_scale
            );
            return Err(Diagnostic::new("machine", message));
        }
        experiment.check_clock(&kept)?;
        let mut plan = Plan {
            cells: Vec::new(),
            too_large: (workload.len() - kept.len()) as u32,
            experiment: experiment.clone(),
            workload: kept,
        };
        plan.cells = plan.make_cells();
        Ok(plan)
    }

    /// The experiment this is the plan of.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// How many jobs each run simulates.
    pub fn jobs_per_run(&self) -> usize {
        self.workload.len()
    }

    /// The log's numbers of the jobs that [`Plan::jobs`] returns, in the same order.
    pub fn ids(&self) -> &[i64] {
        &self.workload.id
    }

    /// The order in which to hand out cells: heaviest first, so that no long run is left for the end.
    pub fn heaviest_first(&self, mut cells: Vec<usize>) -> Vec<usize> {
        cells.sort_by(|&a, &b| self.cells[b].weight.total_cmp(&self.cells[a].weight).then(a.cmp(&b)));
        cells
    }

    /// The jobs of a cell as the simulator sees them, numbered as in [`Plan::ids`].
    pub fn jobs(&self, cell: usize) -> Jobs {
        let (experiment, Cell { value, replication, .. }) = (self.experiment_of(cell), self.cells[cell]);
        let transformation = experiment.transformation_at(value);
        let apply =
            |workload: &Workload| transformation.apply(workload, &experiment.machine, experiment.wants_extents());
        let varied = [Varied::Rate, Varied::Side].contains(&experiment.varied());
        if !experiment.uses_log() && (replication > 0 || varied) {
            let rate = if experiment.varied() == Varied::Rate { value } else { experiment.rate };
            let allocators = experiment.allocators().expect("made once when the plan was made");
            return apply(&experiment.placeable(&experiment.generate_at(rate, replication), &allocators));
        }
        apply(&self.workload)
    }

    /// Runs one cell. The same cell gives the same result, on any thread and in any order; all but the allocation
    /// overhead, which is measured with the clock, if there is one, where the plot shows it.
    pub fn run(&self, cell: usize, clock: Option<&dyn Clock>) -> Result<CellResult, Failure> {
        let (jobs, experiment) = (self.jobs(cell), self.experiment_of(cell));
        let recorder = Recorder::new(&jobs, &experiment.machine);
        let (mut result, _) = self.run_recorded(cell, &jobs, recorder)?;
        if let Some(clock) = clock.filter(|_| self.experiment.plot.shows_overhead()) {
            let measured = Quantity::metric(ALLOCATION_OVERHEAD);
            if let Some(Quantity::Metric(metric)) = measured {
                result.metrics[metric] = self.overhead(cell, &jobs, clock)?;
            }
        }
        Ok(result)
    }

    /// The allocation overhead of a cell in nanoseconds per job: it is run once more, noting what is asked of the
    /// allocator, which is then timed.
    fn overhead(&self, cell: usize, jobs: &Jobs, clock: &dyn Clock) -> Result<f64, Failure> {
        let operations = Rc::new(RefCell::new(Operations::default()));
        let noted = Noted::new(self.allocator_of(cell), operations.clone());
        let scheduling = self.experiment.scheduling[self.cells[cell].scheduling];
        let experiment = self.experiment_of(cell);
        simulate(jobs, Box::new(noted), scheduling, &mut Recorder::new(jobs, &experiment.machine))?;
        Ok(operations.borrow().time_per_job(self.allocator_of(cell).as_ref(), clock))
    }

    fn allocator_of(&self, cell: usize) -> Box<dyn Allocator> {
        let Cell { allocation, replication, .. } = self.cells[cell];
        self.experiment_of(cell).allocator(allocation, replication).expect("made once when the plan was made")
    }

    /// The experiment with the machine of a cell.
    fn experiment_of(&self, cell: usize) -> Cow<'_, Experiment> {
        self.experiment.at(self.cells[cell].value).expect("checked when the plan was made")
    }

    /// Runs one cell on its [`Plan::jobs`] with a recorder that keeps as much as the caller wants.
    pub fn run_recorded<'a>(
        &self,
        cell: usize,
        jobs: &Jobs,
        mut recorder: Recorder<'a>,
    ) -> Result<(CellResult, Recorder<'a>), Failure> {
        let scheduling = self.experiment.scheduling[self.cells[cell].scheduling];
        simulate(jobs, self.allocator_of(cell), scheduling, &mut recorder)?;
        Ok((CellResult { metrics: recorder.metrics(), jobs: jobs.jobs.len() as u32 }, recorder))
    }

    fn make_cells(&self) -> Vec<Cell> {
        let loads: Vec<f64> = self.experiment.values().into_iter().map(|value| self.expected_load(value)).collect();
        let mut cells = Cell::all(&self.experiment, &[]);
        for (position, cell) in cells.iter_mut().enumerate() {
            cell.weight = weight(
                self.experiment.scheduling[cell.scheduling],
                loads[position / self.experiment.replications as usize % loads.len()],
            );
        }
        cells
    }

    /// The load of the machine (SEMANTICS section 8) at a value of what is varied, roughly.
    fn expected_load(&self, value: Decimal) -> f64 {
        let experiment = &self.experiment;
        let scale = f64::from(experiment.transformation.size_scale);
        let work = |(&size, &runtime): (&u32, &i64)| f64::from(size) * scale * runtime as f64;
        let work: f64 = self.workload.size.iter().zip(&self.workload.runtime).map(work).sum();
        let span = self.workload.submit.last().map_or(0, |last| last - self.workload.submit[0]).max(1) as f64;
        let transformation = experiment.transformation_at(value);
        let stretch = transformation.runtime_coefficient.to_f64() / transformation.arrival_factor.to_f64();
        let rate = if experiment.varied() == Varied::Rate { value.to_f64() / experiment.rate.to_f64() } else { 1.0 };
        work / (span * f64::from(experiment.machine.node_count())) * stretch * rate
    }
}

/// Look-ahead costs the more the longer the queue is, and the queue is long when the machine is nearly full.
fn weight(policy: Scheduling, load: f64) -> f64 {
    let look_ahead = match policy.blocked_head {
        BlockedHead::Block => 1.0,
        BlockedHead::Skip => 3.0,
        BlockedHead::Easy => 8.0,
        BlockedHead::Conservative => 50.0,
    };
    let crowding = (load - 0.5).max(0.0);
    1.0 + look_ahead * (load + 10.0 * crowding * crowding)
}

impl Experiment {
    /// The jobs the model makes for this experiment.
    pub fn generate(&self) -> Workload {
        self.generate_at(self.rate, 0)
    }

    /// The jobs the model makes at an arrival rate.
    fn generate_at(&self, rate: Decimal, replication: u32) -> Workload {
        match self.model {
            Model::Lublin => lublin::generate(self.machine.node_count(), self.jobs, rate, self.seed, replication),
            Model::Stochastic => {
                let (sides, runtimes) = (self.sides, self.runtimes);
                stochastic::generate(&self.machine, self.jobs, rate, sides, runtimes, self.seed, replication)
            }
        }
    }

    /// The experiment at a value of what is varied, where that is its machine; else the experiment itself.
    fn at(&self, value: Decimal) -> Result<Cow<'_, Experiment>, Diagnostic> {
        let side = value.whole().and_then(|side| u32::try_from(side).ok());
        let Some(side) = side.filter(|_| self.varied() == Varied::Side) else { return Ok(Cow::Borrowed(self)) };
        let extents = vec![side; self.machine.dimensions()];
        let machine = Machine::new(&extents, self.machine.rings());
        let machine = machine.map_err(|reason| Diagnostic::new("vary", format!("side {value}: {reason}")))?;
        Ok(Cow::Owned(Experiment { machine, ..self.clone() }))
    }

    /// The transformation of the jobs at a value of what is varied.
    fn transformation_at(&self, value: Decimal) -> Transformation {
        let mut transformation = self.transformation;
        match self.varied() {
            Varied::Runtime => transformation.runtime_coefficient = value,
            Varied::Arrival => transformation.arrival_factor = value,
            Varied::Rate | Varied::Side => {}
        }
        transformation
    }

    /// The named allocation strategy on the empty machine, or why this machine is not for it.
    fn allocator(&self, allocation: usize, replication: u32) -> Result<Box<dyn Allocator>, Diagnostic> {
        let name = &self.allocation[allocation];
        let complain = |reason| Diagnostic::new("allocation", reason);
        let choice = catalogue::find(name).map_err(complain)?;
        let setting = Setting { machine: &self.machine, seed: self.seed, replication };
        (choice.make)(&setting).map_err(|reason| complain(format!("{name} cannot manage {}: {reason}", self.machine)))
    }

    fn allocators(&self) -> Result<Vec<Box<dyn Allocator>>, Diagnostic> {
        (0..self.allocation.len()).map(|allocation| self.allocator(allocation, 0)).collect()
    }

    /// Whether one of the strategies places sub-meshes, so that jobs must ask for extents.
    fn wants_extents(&self) -> bool {
        let wants = |name: &String| catalogue::find(name).is_ok_and(|choice| choice.entry.wants_extents);
        self.allocation.iter().any(wants)
    }

    /// The jobs of a workload that each of these empty machines can serve.
    fn placeable(&self, workload: &Workload, allocators: &[Box<dyn Allocator>]) -> Workload {
        let Jobs { jobs, requests, .. } = self.transformation.apply(workload, &self.machine, self.wants_extents());
        let fits = |request| allocators.iter().all(|empty| empty.fits(&empty.effective(request)));
        let fits: Vec<bool> = requests.iter().map(fits).collect();
        let mut kept = workload.clone();
        if fits.contains(&false) {
            let stays: Vec<bool> = jobs.iter().map(|job| fits[job.request as usize]).collect();
            kept.retain(&stays);
        }
        kept
    }

    /// Even if all jobs ran one after another, the last must end before the clock does.
    fn check_clock(&self, workload: &Workload) -> Result<(), Diagnostic> {
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
        let place = if self.uses_log() { "log" } else { "jobs" };
        let message = "times are too long for the clock, which ends after 292 000 years; take smaller coefficients, or \
                       correct the log's submit times and runtimes";
        Err(Diagnostic::new(place, message))
    }
}

#[cfg(test)]
mod tests;
