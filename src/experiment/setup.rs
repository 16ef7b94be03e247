//! An experiment on one of its machines: the jobs the model makes for it, and the strategies at work on it.

use super::plan_error::{OnlyCounts, PlanError};
use super::{Experiment, Model, Varied};
use crate::allocation::Allocator;
use crate::allocation::catalogue::{self, Setting};
use crate::machine::{Coordinates, Machine};
use crate::network::{self, Engine};
use crate::time::Decimal;
use crate::workload::{Jobs, Request, Workload, lublin, stochastic};
use std::borrow::Cow;

/// An experiment on one machine.
pub(super) struct Setup<'a> {
    pub experiment: &'a Experiment,
    pub machine: Cow<'a, Machine>,
}

impl Experiment {
    /// The experiment on the machine of this position in its list.
    pub(super) fn setup(&self, machine: usize) -> Setup<'_> {
        Setup { experiment: self, machine: Cow::Borrowed(&self.machines[machine]) }
    }

    /// The same at a value of what is varied, which may be the machine's sides.
    pub(super) fn setup_at(&self, machine: usize, value: Decimal) -> Result<Setup<'_>, PlanError> {
        let mut setup = self.setup(machine);
        let side = value.whole().and_then(|side| u32::try_from(side).ok());
        if let Some(side) = side.filter(|_| self.varied() == Varied::Side) {
            let extents = vec![side; setup.machine.dimensions()];
            let machine = Machine::new(&extents, setup.machine.rings());
            let machine = machine.map_err(|cause| PlanError::Side { value, cause })?;
            setup.machine = Cow::Owned(machine);
        }
        Ok(setup)
    }

    /// Why the experiment has no use for a strategy, though it manages this machine, which is empty: jobs that communicate
    /// must have nodes to do so from.
    pub fn objection(&self, machine: &Machine, empty: &dyn Allocator) -> Option<OnlyCounts> {
        if !self.communication.uses_network() {
            return None;
        }
        let one = Request { processors: 1, extents: Some(Coordinates::splat(1, machine.dimensions())) };
        let allocation = empty.fork().allocate(&empty.effective(&one));
        allocation.filter(|allocation| allocation.blocks.is_empty()).map(|_| OnlyCounts)
    }

    /// Whether one of the strategies places sub-meshes, or neighbours in one exchange messages, so that jobs must ask for
    /// extents.
    pub(super) fn wants_extents(&self) -> bool {
        let wants = |name: &String| catalogue::find(name).is_ok_and(|choice| choice.entry.wants_extents);
        self.communication.uses_network() || self.allocation.iter().any(wants)
    }
}

impl Setup<'_> {
    /// The jobs the model makes at an arrival rate.
    pub fn generate(&self, rate: Decimal, replication: u32) -> Workload {
        let Experiment { jobs, seed, sides, runtimes, .. } = *self.experiment;
        match self.experiment.model {
            Model::Lublin => lublin::generate(self.machine.node_count(), jobs, rate, seed, replication),
            Model::Stochastic => stochastic::generate(&self.machine, jobs, rate, sides, runtimes, seed, replication),
        }
    }

    /// The named allocation strategy on the empty machine, or why this machine is not for it.
    pub fn allocator(&self, allocation: usize, replication: u32) -> Result<Box<dyn Allocator>, PlanError> {
        let name = &self.experiment.allocation[allocation];
        let choice = catalogue::find(name).map_err(PlanError::NoStrategy)?;
        let setting = Setting { machine: &self.machine, seed: self.experiment.seed, replication };
        choice.make(&setting).map_err(PlanError::Unsuitable)
    }

    /// All strategies on the empty machine.
    pub fn allocators(&self) -> Result<Vec<Box<dyn Allocator>>, PlanError> {
        (0..self.experiment.allocation.len()).map(|allocation| self.allocator(allocation, 0)).collect()
    }

    /// All strategies on the empty machine. Fails, too, where jobs communicate but a strategy does not say where they are, or
    /// the network is too large.
    pub fn checked_allocators(&self) -> Result<Vec<Box<dyn Allocator>>, PlanError> {
        let (allocators, Experiment { communication, allocation, .. }) = (self.allocators()?, self.experiment);
        if !communication.uses_network() {
            return Ok(allocators);
        }
        network::engine(&self.machine, communication.switching, Engine::Auto).map_err(PlanError::Network)?;
        for (strategy, empty) in allocation.iter().zip(&allocators) {
            if let Some(cause) = self.experiment.objection(&self.machine, empty.as_ref()) {
                return Err(PlanError::OnlyCounts { strategy: strategy.clone(), cause });
            }
        }
        Ok(allocators)
    }

    /// The jobs of a workload that each of these empty machines can serve.
    pub fn placeable(&self, workload: &Workload, allocators: &[Box<dyn Allocator>]) -> Workload {
        let experiment = self.experiment;
        let Jobs { jobs, requests, .. } =
            experiment.transformation.apply(workload, &self.machine, experiment.wants_extents());
        let fits = |request| allocators.iter().all(|empty| empty.fits(&empty.effective(request)));
        let fits: Vec<bool> = requests.iter().map(fits).collect();
        let mut kept = workload.clone();
        if fits.contains(&false) {
            let stays: Vec<bool> = jobs.iter().map(|job| fits[job.request as usize]).collect();
            kept.retain(&stays);
        }
        kept
    }
}
