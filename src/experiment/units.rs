//! Experiments on machines that are handed out in units or in partitions (docs/semantics.md 10.1).

use super::Experiment;
use super::own::OwnKind;
use super::plan_error::PlanError;
use super::setup::Setup;
use crate::allocation::own::OwnName;
use crate::allocation::units::{InUnits, Portions};
use crate::allocation::{Allocator, catalogue};
use crate::machine::{Machine, Unit, UnitError};
use crate::workload::{Jobs, Partitions, Request, Workload};

impl Experiment {
    /// The grid of units of a machine, and how it is handed out; `None` if it is handed out node by node. Fails if the
    /// machine is not divisible into whole units.
    pub fn portions(&self, machine: &Machine) -> Result<Option<(Machine, Portions)>, UnitError> {
        if self.unit.is_none() && self.partitions == Partitions::Any {
            return Ok(None);
        }
        let unit = self.unit.unwrap_or_else(|| Unit::of_one_node(machine.dimensions()));
        let grid = unit.grid(machine)?;
        Ok(Some((grid, Portions { unit, partitions: self.partitions })))
    }

    /// The allocation strategy of this full name on an empty machine, or why it does not suit the machine. An own
    /// strategy needs its code with an engine, or the answers of a survey, which are then all that the allocator knows.
    /// If the machine is handed out in units, the strategy works on their grid.
    pub fn allocator(&self, name: &str, machine: &Machine, replication: u32) -> Result<Box<dyn Allocator>, PlanError> {
        if let (Some(survey), Some(own)) = (&self.codes.survey, OwnName::of(name)) {
            let answers = survey.find(&own, machine).ok_or_else(|| self.not_run(&own, OwnKind::Strategy))?;
            return Ok(Box::new(answers));
        }
        let Some((grid, portions)) = self.portions(machine).map_err(PlanError::Unit)? else {
            return self.allocator_on_nodes(name, machine, replication);
        };
        if self.unit.is_some() && catalogue::entry(name).is_some_and(|entry| entry.has_own_units) {
            return Err(PlanError::OwnUnits(name.into()));
        }
        let on_grid =
            self.allocator_on_nodes(name, &grid, replication).map_err(|cause| on_grid_of(cause, self, machine));
        Ok(Box::new(InUnits::new(on_grid?, grid, portions)))
    }
}

/// An error about a grid of units; it names the machine.
fn on_grid_of(cause: PlanError, experiment: &Experiment, machine: &Machine) -> PlanError {
    match (cause, experiment.unit) {
        (PlanError::Unsuitable(mut cause), Some(unit)) => {
            cause.machine = format!("{machine} in units of {unit}, a grid {}", cause.machine);
            PlanError::Unsuitable(cause)
        }
        (cause, _) => cause,
    }
}

impl Setup<'_> {
    /// Fails if a machine is not divisible into whole units.
    pub fn check_unit(&self) -> Result<(), PlanError> {
        self.experiment.portions(self.machine()).map(drop).map_err(PlanError::Unit)
    }

    /// The number of units that are handed out: the nodes, if there are no larger units.
    pub fn unit_count(&self) -> u32 {
        let portions = self.experiment.portions(self.machine()).ok().flatten();
        portions.map_or(self.machine().node_count(), |(grid, _)| grid.node_count())
    }

    /// A workload as the simulator gets it, without dropping jobs. Counts get shapes on the grid of units. Given shapes
    /// are unchanged.
    pub fn apply(&self, workload: &Workload) -> Jobs {
        let (on_nodes, grid) = self.shaped(workload);
        let mut jobs = self.experiment.transformation.apply(workload, self.machine(), on_nodes);
        self.shape(&mut jobs.requests, grid);
        jobs
    }

    /// The requests of these jobs, and the number of each job's request.
    pub fn requests(&self, workload: &Workload) -> (Vec<Request>, Vec<u32>) {
        let (on_nodes, grid) = self.shaped(workload);
        let (mut requests, numbers) = self.experiment.transformation.requests(workload, self.machine(), on_nodes);
        self.shape(&mut requests, grid);
        (requests, numbers)
    }

    /// Whether jobs ask for extents in nodes; if not, the grid on which counts get shapes, if a strategy needs shapes.
    fn shaped(&self, workload: &Workload) -> (bool, Option<(Machine, Portions)>) {
        let is_wanted = self.experiment.wants_extents();
        let portions = self.experiment.portions(self.machine()).ok().flatten();
        let grid = portions.filter(|_| is_wanted && workload.sides.is_empty());
        (is_wanted && grid.is_none(), grid)
    }

    /// Gives counts their shapes on a grid, if there is one.
    fn shape(&self, requests: &mut [Request], grid: Option<(Machine, Portions)>) {
        if let Some((grid, portions)) = grid {
            portions.shape(requests, &grid, self.experiment.transformation.shape);
        }
    }
}
