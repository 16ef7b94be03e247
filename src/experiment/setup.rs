//! An experiment on one of its machines: the jobs of the model for it, and the strategies that manage it.

use super::own::OwnKind;
use super::plan_error::PlanError;
use super::{Experiment, Model};
use crate::allocation::Allocator;
use crate::allocation::catalogue::{self, Setting};
use crate::allocation::own::{CodeAllocator, OwnName};
use crate::machine::{Coordinates, Machine};
use crate::network::{self, Engine};
use crate::time::Decimal;
use crate::workload::stochastic::{self, Arrivals};
use crate::workload::{Request, Workload, lublin, tpu_v4};
use std::borrow::Cow;

/// An experiment on one machine.
pub(super) struct Setup<'a> {
    pub experiment: Cow<'a, Experiment>,
    position: usize,
}

impl Experiment {
    /// The experiment on the machine of this position in its list. If the number of jobs is varied, it is the largest.
    pub(super) fn setup(&self, machine: usize) -> Setup<'_> {
        Setup { experiment: self.largest(), position: machine }
    }

    /// The same at a varied value. Fails if there is no such machine.
    pub(super) fn setup_at(&self, machine: usize, value: Decimal) -> Result<Setup<'_>, PlanError> {
        Ok(Setup { experiment: Cow::Owned(self.at(value)?), position: machine })
    }

    /// [`Experiment::allocator`] on a machine that is handed out node by node.
    pub(super) fn allocator_on_nodes(
        &self,
        name: &str,
        machine: &Machine,
        replication: u32,
    ) -> Result<Box<dyn Allocator>, PlanError> {
        let Some(own) = OwnName::of(name) else {
            let choice = catalogue::find(name).map_err(PlanError::NoStrategy)?;
            let setting = Setting { machine, seed: self.seed, replication };
            let name = self.topology_name.as_deref();
            let topology = self.topology.as_ref().map(|file| file.choose(name)).transpose();
            let topology = topology.map_err(PlanError::Topology)?;
            return choice.make_on(topology, self.round_up, &setting).map_err(PlanError::Unsuitable);
        };
        let made = CodeAllocator::new(&own, self.engine_of(&own, OwnKind::Strategy)?, machine);
        let made = made.map_err(PlanError::ContractViolation)?;
        Ok(Box::new(made.ok_or_else(|| self.not_run(&own, OwnKind::Strategy))?))
    }

    /// Whether jobs communicate, and so need nodes with coordinates, but a strategy that manages this empty machine only
    /// counts processors.
    pub(super) fn lacks_nodes(&self, machine: &Machine, empty: &dyn Allocator) -> bool {
        let one = Request::new(1, Some(Coordinates::splat(1, machine.dimensions())));
        let allocate = || empty.fork().allocate(&empty.effective(&one));
        self.communication.uses_network() && allocate().is_some_and(|allocation| allocation.blocks.is_empty())
    }

    /// Whether jobs must ask for extents: one of the strategies places sub-meshes, or neighbours in a sub-mesh exchange
    /// messages.
    pub(super) fn wants_extents(&self) -> bool {
        let wants = |name: &String| catalogue::find(name).is_ok_and(|choice| choice.entry.wants_extents);
        self.communication.uses_network() || self.allocation.iter().any(wants)
    }
}

impl Setup<'_> {
    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.experiment.machines[self.position]
    }

    /// The jobs of the model.
    pub fn generate(&self, replication: u32) -> Workload {
        let Experiment { jobs, rate, seed, sides, runtimes, .. } = *self.experiment;
        match self.experiment.model {
            Model::Lublin => lublin::generate(self.machine().node_count(), jobs, rate, seed, replication),
            Model::Stochastic => stochastic::generate(self.machine(), jobs, rate, sides, runtimes, seed, replication),
            Model::TpuV4 => {
                let arrivals = Arrivals { rate, runtimes, seed, replication };
                let mix = || tpu_v4::generate(jobs, &arrivals);
                self.experiment.slice.map_or_else(mix, |slice| slice.generate(jobs, &arrivals))
            }
        }
    }

    /// The strategy for asking which jobs it can place, or why it is excluded ([`Experiment::suited`]).
    pub fn suited(&self, allocation: usize) -> Result<Box<dyn Allocator>, PlanError> {
        self.experiment.suited(&self.experiment.allocation[allocation], self.machine())
    }

    /// These strategies, each on its own empty machine, without excluded ones.
    pub fn allocators(&self, allocations: &[usize]) -> Vec<Box<dyn Allocator>> {
        allocations.iter().filter_map(|&allocation| self.suited(allocation).ok()).collect()
    }

    /// Fails if jobs communicate and the network is too large.
    pub fn check_network(&self) -> Result<(), PlanError> {
        let communication = &self.experiment.communication;
        if !communication.uses_network() {
            return Ok(());
        }
        let engine = network::engine(self.machine(), communication.switching, Engine::Auto);
        engine.map(drop).map_err(PlanError::Network)
    }

    /// Whether each job of a workload can be placed by all of these empty machines.
    pub fn placeable(&self, workload: &Workload, allocators: &[Box<dyn Allocator>]) -> Vec<bool> {
        let (requests, numbers) = self.requests(workload);
        let dimensions = self.machine().dimensions();
        let is_here = |request: &Request| request.extents.is_none_or(|extents| extents.len() == dimensions);
        let fits = |request| is_here(request) && allocators.iter().all(|empty| empty.fits(&empty.effective(request)));
        let fits: Vec<bool> = requests.iter().map(fits).collect();
        numbers.into_iter().map(|number| fits[number as usize]).collect()
    }
}
