//! A plan: an experiment divided into cells. Each cell is one run of the simulator, independent of all others. The same
//! plan runs on the page's workers and on all cores of the command line, in any order. With facets it consists of their
//! plans.

mod facets;

use super::admission::MachineJobs;
use super::cell::{Cell, CellResult};
use super::demand::Demand;
use super::exclusion::{Exclusion, excluded_points};
use super::plan_error::PlanError;
use super::results::Dropped;
use super::setup::Setup;
use super::{Experiment, Varied};
use crate::allocation::{Allocator, Refusal};
use crate::budget::Budget;
use crate::machine::{Block, Machine};
use crate::scheduling::{OwnPolicy, Rules};
use crate::simulation::observers::LinkLoads;
use crate::simulation::overhead::{Clock, Operations, RecordedAllocator};
use crate::simulation::{Communicating, Observer, Recorder, RunFailure, Runtimes, simulate_service};
use crate::sorting::{SmallMap, sorted};
use crate::time::SECOND;
use crate::workload::Selected;
use crate::workload::{JobOwners, Jobs, Log, Workload};
use std::borrow::Cow;
use std::cell::RefCell;
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
#[derive(Default)]
pub struct Plan {
    /// Every cell: by facet, then machine, then allocation, then scheduling, then value, in the experiment's order.
    pub cells: Vec<Cell>,
    /// The memory and time that its runs need.
    pub demand: Demand,
    /// The exclusions. Their cells never run, and do not count.
    pub excluded: Vec<Exclusion>,
    pub(super) experiment: Experiment,
    /// The jobs on each machine; empty with facets.
    pub(super) jobs_by_machine: Vec<MachineJobs>,
    /// The plans of the facets, each of its own experiment; `None` for a facet that cannot run.
    pub(super) facets: Vec<Option<Plan>>,
}

impl Plan {
    /// Divides `experiment` into cells that run on `workload`: the selected jobs of the log, or the result of
    /// [`Experiment::generate`]. A model then makes the jobs for each further machine.
    ///
    /// Parts that cannot run are excluded: a strategy that does not suit one of the machines, a machine on which no job
    /// fits, a value at which times exceed the clock or a run exceeds [`Budget::USUAL`]. Fails if nothing is left, and
    /// if the whole experiment exceeds the budget.
    pub fn new(experiment: &Experiment, workload: &Workload) -> Result<Plan, PlanError> {
        Plan::within(&Budget::USUAL, experiment, workload)
    }

    /// The plan of an experiment on its selection from a log, or on the jobs of its model, and the numbers of jobs that
    /// the selection left out. The model runs only after the experiment's size is known to be within the budget.
    pub fn prepare(budget: &Budget, experiment: &Experiment, log: Option<&Log>) -> Result<(Plan, Selected), PlanError> {
        experiment.check_size(budget)?;
        let (workload, selected) = match log {
            Some(log) => experiment.select(log),
            None => (experiment.generate(), Selected::default()),
        };
        Ok((Plan::within(budget, experiment, &workload)?, selected))
    }

    /// The same as [`Plan::new`] with another budget.
    pub fn within(budget: &Budget, experiment: &Experiment, workload: &Workload) -> Result<Plan, PlanError> {
        experiment.check_size(budget)?;
        if experiment.facets().is_some() {
            return Plan::of_facets(budget, experiment, workload);
        }
        experiment.check_jobs(workload, budget)?;
        if workload.is_empty() {
            return Err(PlanError::NoJob { uses_log: experiment.uses_log() });
        }
        experiment.check_sizes(workload)?;
        let (jobs_by_machine, mut excluding) = experiment.admit(workload);
        let (experiment, excluded) = (experiment.clone(), excluding.so_far());
        let mut plan = Plan { excluded, experiment, jobs_by_machine, ..Plan::default() };
        plan.cells = plan.make_cells();
        plan.demand = plan.check(budget, &mut excluding);
        plan.excluded = excluding.finish(&plan.experiment)?;
        for (point, _) in excluded_points(&plan.experiment, &plan.excluded).iter().enumerate().filter(|(_, is)| **is) {
            let most = plan.experiment.replications as usize;
            plan.cells[point * most..(point + 1) * most].iter_mut().for_each(|cell| cell.weight = 0.0);
        }
        Ok(plan)
    }

    /// The experiment of this plan.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The number of jobs in each run on a machine, by its [`Experiment::site`].
    pub fn jobs_per_run(&self, site: usize) -> usize {
        self.jobs_at(site).map_or(0, |jobs| jobs.workload.len())
    }

    /// The numbers of jobs that do not run on a machine (by its [`Experiment::site`]), by reason: those that the log's
    /// selection left out, and those that one of the strategies can never place there.
    pub fn dropped(&self, site: usize, selected: &Selected) -> Dropped {
        let mut dropped = Dropped::new();
        dropped.extend(selected.dropped());
        dropped.insert(Refusal::TooLarge.name(), 0);
        dropped.extend(self.jobs_at(site).into_iter().flat_map(MachineJobs::dropped));
        dropped
    }

    /// The processor-seconds of refused jobs by reason, for strategies that give reasons.
    pub fn refused_work(&self, site: usize) -> SmallMap<&'static str, f64> {
        let refused = self.jobs_at(site).into_iter().flat_map(|jobs| jobs.refused.iter());
        refused.map(|(reason, (_, work))| (reason.name(), *work as f64 / SECOND as f64)).collect()
    }

    /// Why a cell is excluded; `None` if it can run.
    pub fn exclusion_of(&self, cell: usize) -> Option<&Exclusion> {
        self.excluded.iter().find(|each| each.covers(&self.experiment, &self.cells[cell], cell))
    }

    /// The plan without facets that a cell belongs to, and its number there. Every use of a cell starts here. Fails
    /// with the reason if the cell is excluded: an allocator or a machine for it may not exist.
    pub(super) fn locate(&self, cell: usize) -> Result<(&Plan, usize), RunFailure> {
        let reason = match (self.exclusion_of(cell), self.facet_of(cell)) {
            (None, Some(found)) => return Ok(found),
            (Some(exclusion), _) => exclusion.diagnostic(&self.experiment).to_string(),
            (None, None) => "nothing of its chart can run".into(),
        };
        Err(RunFailure::Excluded(reason))
    }

    /// The log's numbers of the jobs that [`Plan::jobs`] returns, in the same order; empty if the cell is excluded.
    pub fn ids(&self, cell: usize) -> Vec<i64> {
        let Ok((plan, cell)) = self.locate(cell) else { return Vec::new() };
        plan.workload(cell).map_or(Vec::new(), |workload| workload.id.to_vec())
    }

    /// The origins (user, queue, partition) of these jobs, in the same order. Empty without a log, if the log has none,
    /// or if the cell is excluded.
    pub fn origins(&self, cell: usize) -> Cow<'_, JobOwners> {
        let Ok((plan, cell)) = self.locate(cell) else { return Cow::default() };
        match plan.workload(cell) {
            Ok(Cow::Borrowed(workload)) => Cow::Borrowed(&workload.origin),
            Ok(Cow::Owned(workload)) => Cow::Owned(workload.origin),
            Err(_) => Cow::default(),
        }
    }

    /// The machine of a cell. For an excluded cell, it is the machine in the experiment's list.
    pub fn machine(&self, cell: usize) -> Machine {
        let found = self.locate(cell).and_then(|(plan, cell)| Ok(plan.setup(cell)?.machine().clone()));
        found.unwrap_or_else(|_| self.experiment.machines[self.cells[cell].machine].clone())
    }

    /// The processors that each request of a cell's jobs effectively takes ([`Allocator::effective`]).
    pub fn effective(&self, cell: usize, jobs: &Jobs) -> Result<Vec<u32>, RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        let allocator = plan.allocator_of(cell)?;
        Ok(jobs.requests.iter().map(|request| allocator.effective(request).processors).collect())
    }

    /// The order in which cells run: the heaviest first, so that no long run is left for the end.
    pub fn heaviest_first(&self, cells: Vec<usize>) -> Vec<usize> {
        sorted(cells, |&one, &other| self.cells[other].weight.total_cmp(&self.cells[one].weight))
    }

    /// The jobs of a cell as the simulator sees them, numbered as in [`Plan::ids`].
    pub fn jobs(&self, cell: usize) -> Result<Jobs, RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        let (mut jobs, setup) = (plan.transformed(cell)?, plan.setup(cell)?);
        let Experiment { communication, seed, .. } = &*setup.experiment;
        if communication.uses_network() {
            communication.prepare(&mut jobs, *seed, plan.cells[cell].replication)?;
        }
        Ok(jobs)
    }

    /// The same without messages.
    pub(super) fn transformed(&self, cell: usize) -> Result<Jobs, PlanError> {
        Ok(self.setup(cell)?.apply(self.workload(cell)?.as_ref()))
    }

    /// The jobs of a cell before transformation. If each run has other nodes out of service, the jobs that it could
    /// never place are dropped here.
    fn workload(&self, cell: usize) -> Result<Cow<'_, Workload>, PlanError> {
        let setup = self.setup(cell)?;
        let workload = self.comparable_workload(cell, &setup);
        if !self.experiment.drops_by_run() {
            return Ok(workload);
        }
        let stays = setup.placeable(&workload, &[self.allocator_of(cell)?]);
        let mut kept = workload.into_owned();
        kept.retain(&stays);
        Ok(Cow::Owned(kept))
    }

    /// The jobs that all compared strategies could place on the machine of a cell.
    fn comparable_workload(&self, cell: usize, setup: &Setup) -> Cow<'_, Workload> {
        let experiment = &self.experiment;
        let Cell { machine, replication, .. } = self.cells[cell];
        let made_here = replication > 0 || experiment.varied().makes_jobs();
        if experiment.uses_log() || !made_here {
            return Cow::Borrowed(&self.jobs_by_machine[machine].workload);
        }
        let mut workload = setup.generate(replication);
        let values = experiment.values();
        let own = cell / experiment.replications as usize % values.len();
        let positions = if experiment.varied().decides_what_fits() { 0..values.len() } else { own..own + 1 };
        for position in positions {
            if let Ok(setup) = experiment.setup_at(machine, values[position]) {
                let stays = setup.placeable(&workload, &setup.allocators(&self.admitted(machine, position)));
                workload.retain(&stays);
            }
        }
        Cow::Owned(workload)
    }

    /// The strategies that take part on a machine, at the value of this position.
    pub(super) fn admitted(&self, machine: usize, value: usize) -> Vec<usize> {
        let barred = |&allocation: &usize| !self.excluded.iter().any(|each| each.bars(machine, allocation, value));
        (0..self.experiment.allocation.len()).filter(barred).collect()
    }

    /// The most jobs in a run of a cell.
    pub(super) fn most_jobs(&self, cell: usize) -> usize {
        let Cell { machine, value, .. } = self.cells[cell];
        let most = value.whole().and_then(|most| usize::try_from(most).ok());
        let most = most.filter(|_| self.experiment.varied() == Varied::Jobs);
        self.jobs_per_run(machine).min(most.unwrap_or(usize::MAX))
    }

    /// Runs one cell. The same cell gives the same result, on any thread and in any order. The exception is the
    /// allocation overhead, which is measured with the clock, if there is one and if it is plotted. Reasons for waiting
    /// are also recorded only if they are plotted: otherwise their metrics are NaN, and the others are the same.
    pub fn run(&self, cell: usize, clock: Option<&dyn Clock>) -> Result<CellResult, RunFailure> {
        self.run_beside(cell, clock, &mut ())
    }

    /// The same, with a further observer, which may stop the run.
    pub fn run_beside(
        &self,
        cell: usize,
        clock: Option<&dyn Clock>,
        further: &mut dyn Observer,
    ) -> Result<CellResult, RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        let (jobs, machine) = (plan.jobs(cell)?, plan.machine(cell));
        let reasons = plan.experiment.plot.shows_reasons();
        let recorder = Recorder::new(&jobs, &machine).with_reasons(reasons).with_boxes_down(plan.boxes_down(cell));
        let mut observers = (recorder, further);
        plan.observe(cell, &jobs, &mut observers)?;
        let (mut recorder, _) = observers;
        if let Some(clock) = clock.filter(|_| plan.experiment.plot.shows_overhead()) {
            recorder.allocation_overhead = plan.overhead(cell, &jobs, clock)?;
        }
        Ok(CellResult { metrics: recorder.metrics(), jobs: jobs.jobs.len() as u32 })
    }

    /// The allocation overhead of a cell in nanoseconds per job. The cell runs once more and records the calls of the
    /// allocator, which are then timed.
    fn overhead(&self, cell: usize, jobs: &Jobs, clock: &dyn Clock) -> Result<f64, RunFailure> {
        let operations = Rc::new(RefCell::new(Operations::default()));
        let recorded = RecordedAllocator::new(self.allocator_of(cell)?, operations.clone());
        self.simulate(cell, jobs, Box::new(recorded), None, &mut ())?;
        Ok(operations.borrow().time_per_job(self.allocator_of(cell)?.as_ref(), clock))
    }

    /// The boxes of nodes that are out of service in the run of a cell; empty if it is excluded.
    pub fn boxes_down(&self, cell: usize) -> Vec<Block> {
        let found = self.locate(cell).and_then(|(plan, cell)| {
            let (setup, replication) = (plan.setup(cell)?, plan.cells[cell].replication);
            Ok(setup.experiment.boxes_down(setup.machine(), replication))
        });
        found.unwrap_or_default()
    }

    /// The machine of a cell as a picture shows it, if its nodes are a line with a topology ([`Allocator::arrangement`]).
    pub fn arrangement(&self, cell: usize) -> Option<Machine> {
        let (plan, cell) = self.locate(cell).ok().filter(|_| self.machine(cell).dimensions() == 1)?;
        plan.allocator_of(cell).ok()?.arrangement()
    }

    /// Runs one cell with the strategy `flat`, with the same nodes out of service. Returns whether that is possible.
    pub fn observe_anywhere(&self, cell: usize, jobs: &Jobs, observer: &mut dyn Observer) -> Result<bool, RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        let (experiment, machine) = (plan.setup(cell)?.experiment, plan.machine(cell));
        let flat = experiment.allocator_in_service("flat", &machine, plan.cells[cell].replication).ok();
        flat.map_or(Ok(false), |flat| plan.simulate(cell, jobs, flat, None, observer).map(|()| true))
    }

    /// The strategy of a cell on its machine, empty except for nodes that are out of service. For an own strategy it is
    /// the code itself if it runs here, not the answers of the survey.
    fn allocator_of(&self, cell: usize) -> Result<Box<dyn Allocator>, PlanError> {
        let Cell { allocation, replication, .. } = self.cells[cell];
        let mut setup = self.setup(cell)?;
        if self.experiment.codes.engine.is_some() {
            setup.experiment.to_mut().codes.survey = None;
        }
        let name = &setup.experiment.allocation[allocation];
        setup.experiment.allocator_in_service(name, setup.machine(), replication)
    }

    /// The same for any plan. Fails if the cell is excluded.
    pub fn allocator(&self, cell: usize) -> Result<Box<dyn Allocator>, RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        Ok(plan.allocator_of(cell)?)
    }

    /// The experiment on the machine of a cell, at its value.
    pub(super) fn setup(&self, cell: usize) -> Result<Setup<'_>, PlanError> {
        let Cell { machine, value, .. } = self.cells[cell];
        self.experiment.setup_at(machine, value)
    }

    /// Runs one cell on its [`Plan::jobs`] and reports its events to `observer`.
    pub fn observe(&self, cell: usize, jobs: &Jobs, observer: &mut dyn Observer) -> Result<(), RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        plan.simulate(cell, jobs, plan.allocator_of(cell)?, None, observer)
    }

    /// The same with own code in the place of parts of the cell's policy.
    pub fn observe_own(
        &self,
        cell: usize,
        jobs: &Jobs,
        own: &dyn OwnPolicy,
        observer: &mut dyn Observer,
    ) -> Result<(), RunFailure> {
        let (plan, cell) = self.locate(cell)?;
        plan.simulate(cell, jobs, plan.allocator_of(cell)?, Some(own), observer)
    }

    /// The utilisation of each link of a cell's machine: the share of the time between the first arrival and the last
    /// completion in which it carries flits, by the network's numbers. Empty if jobs do not communicate. The cell runs
    /// for this.
    pub fn link_loads(&self, cell: usize) -> Result<Vec<f64>, RunFailure> {
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
        own: Option<&dyn OwnPolicy>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunFailure> {
        let Cell { scheduling, replication, .. } = self.cells[cell];
        let setup = self.setup(cell)?;
        let (Experiment { communication, seed, .. }, scheduling) =
            (&*setup.experiment, setup.experiment.scheduling[scheduling]);
        let order = scheduling.own_order;
        let order = order.map(|order| setup.experiment.code_order(&order, setup.machine(), jobs)).transpose()?;
        let rules = Rules { scheduling, own: own.or(order.as_ref().map(|order| order as &dyn OwnPolicy)) };
        let ran = if communication.uses_network() {
            let mut service = Communicating::new(*communication, setup.machine(), *seed, replication)?;
            simulate_service(jobs, allocator, rules, &mut service, observer)
        } else {
            simulate_service(jobs, allocator, rules, &mut Runtimes::of(jobs), observer)
        };
        ran.map_err(|failure| failure.at(&self.ids(cell)))
    }
}

#[cfg(test)]
mod own_tests;
#[cfg(test)]
pub(super) mod tests;
#[cfg(test)]
mod varying_tests;
