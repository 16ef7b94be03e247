//! An experiment at one value of what it varies: the same experiment with that value in its place.

use super::plan_error::PlanError;
use super::{Experiment, Varied};
use crate::machine::Machine;
use crate::time::Decimal;
use std::num::NonZeroU32;

impl Experiment {
    /// The experiment at a value of what is varied. Fails where no machine has such a side.
    pub(super) fn at(&self, value: Decimal) -> Result<Experiment, PlanError> {
        let mut here = self.clone();
        let whole = value.whole().and_then(|whole| u32::try_from(whole).ok());
        match self.varied() {
            Varied::Runtime => here.transformation.runtime_coefficient = value,
            Varied::Arrival => here.transformation.arrival_factor = value,
            Varied::Rate => here.rate = value,
            Varied::Side => here.machines = self.with_sides(whole.unwrap_or(0), value)?,
            Varied::Depth => here.set_depth(whole.and_then(NonZeroU32::new)),
        }
        Ok(here)
    }

    /// The machines with every side as long as this.
    fn with_sides(&self, side: u32, value: Decimal) -> Result<Vec<Machine>, PlanError> {
        let sized = |machine: &Machine| Machine::new(&vec![side; machine.dimensions()], machine.rings());
        let machines: Result<_, _> = self.machines.iter().map(sized).collect();
        machines.map_err(|cause| PlanError::Side { value, cause })
    }

    /// Gives every policy that takes a depth this one.
    fn set_depth(&mut self, depth: Option<NonZeroU32>) {
        for policy in &mut self.scheduling {
            *policy = depth.and_then(|depth| policy.with_depth(depth).ok()).unwrap_or(*policy);
        }
    }
}
