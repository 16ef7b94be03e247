//! An experiment at one varied value: the same experiment with that value in its place.

use super::plan_error::PlanError;
use super::{Experiment, Varied};
use crate::allocation::catalogue;
use crate::machine::Machine;
use crate::time::Decimal;
use std::borrow::Cow;
use std::num::NonZeroU32;

impl Experiment {
    /// The experiment at a varied value. Fails if no machine has this side.
    pub(super) fn at(&self, value: Decimal) -> Result<Experiment, PlanError> {
        self.with(self.varied(), value)
    }

    /// The experiment with a value in the place of a quantity that could be varied. Fails if no machine has this side.
    pub(super) fn with(&self, varied: Varied, value: Decimal) -> Result<Experiment, PlanError> {
        let mut here = self.clone();
        let whole = value.whole().and_then(|whole| u32::try_from(whole).ok());
        match varied {
            Varied::Runtime => here.transformation.runtime_coefficient = value,
            Varied::Arrival => here.transformation.arrival_factor = value,
            Varied::Rate => here.rate = value,
            Varied::Side => here.machines = self.with_sides(whole.unwrap_or(0), value)?,
            Varied::Depth => here.set_depth(whole.and_then(NonZeroU32::new)),
            Varied::Load => here.transformation.load = Some(value),
            Varied::SizeScale => here.transformation.size_scale = whole.unwrap_or(1),
            Varied::EstimateExcess => here.transformation.estimate_excess = value,
            Varied::Jobs => here.jobs = whole.unwrap_or(1),
            Varied::Messages => here.communication.messages = self.communication.messages.with_number(value),
            Varied::PacketLength => here.communication.switching.packet_length = whole.unwrap_or(1),
            Varied::RoutingDelay => here.communication.switching.routing_delay = whole.unwrap_or(0),
            Varied::Availability => here.down = self.down.with_availability(value),
            Varied::PageSize => here.allocation = self.allocation.iter().map(|name| paged(name, value)).collect(),
        }
        Ok(here)
    }

    /// The experiment with the largest number of jobs, if their number is varied.
    pub(super) fn largest(&self) -> Cow<'_, Experiment> {
        let last = self.values().last().copied().filter(|_| self.varied() == Varied::Jobs);
        last.and_then(|last| self.at(last).ok()).map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// The machines with this length of every side.
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

/// Whether a strategy has pages.
pub(super) fn has_pages(name: &str) -> bool {
    catalogue::entry(name).is_some_and(|entry| entry.name == "paging")
}

/// A strategy with pages of this size index. Any other strategy is unchanged.
pub(super) fn paged(name: &str, index: Decimal) -> String {
    let order = name.split_once(',').map_or(String::new(), |(_, order)| format!(",{}", order.trim_end_matches(')')));
    if has_pages(name) { format!("paging({index}{order})") } else { name.into() }
}
