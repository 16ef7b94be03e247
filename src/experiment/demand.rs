//! The memory and time that a plan needs, estimated before anything runs. The memory is about right, the time within a
//! factor of ten: enough to distinguish a minute from a day.

use super::admission::MachineJobs;
use super::exclusion::{Excluding, Exclusion};
use super::plan_error::PlanError;
use super::{Experiment, Plan, Varied};
use crate::budget::{Budget, OverBudget, product, spelt_out};
use crate::machine::Machine;
use crate::network::{LinkNumbers, Sending};
use crate::sorting::SmallMap;
use crate::time::Decimal;
use crate::workload::Workload;

/// Bytes of a job in the plan: the columns of a workload. In a run: the job, its place in the queue and its times.
const PLANNED_JOB: u64 = 48;
const PLANNED_SIDES: u64 = 56;
const RUN_JOB: u64 = 70;
/// Bytes of a node in a run, if every node is a block (paging, curves) and is copied for look-ahead.
const NODE: u64 = 256;
/// Bytes of a virtual channel and its share of a link.
const CHANNEL: u64 = 64;
/// Bytes of a message on its way or in the queue of its source, and of a message that waits for the one before it.
const FREE_MESSAGE: u64 = 160;
const BLOCKING_MESSAGE: u64 = 20;

/// Seconds for a message, and for each flit that crosses a link, on a machine of lines and on one of rings.
const MESSAGE: f64 = 4e-6;
const FLIT_ON_LINES: f64 = 4e-9;
const FLIT_ON_RINGS: f64 = 17e-9;
/// Further replications run only if a mean is not yet precise, which is not known in advance.
const CERTAIN: u32 = 10;

/// The estimated memory and time of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// Bytes of the plan, together with one run at a time.
    pub memory: u64,
    /// Seconds of processor time of all runs that are certain.
    pub seconds: f64,
}

impl Demand {
    /// The number of runs that the budget's memory allows at once, each with its own plan; at least one.
    pub fn workers(&self, budget: &Budget) -> u32 {
        u32::try_from(budget.memory / self.memory.max(1)).unwrap_or(u32::MAX).max(1)
    }

    /// Whether the user should confirm so long a run.
    pub fn is_long(&self, budget: &Budget) -> bool {
        self.seconds > budget.seconds
    }
}

impl Experiment {
    /// Fails if there are more cells or nodes than the budget allows. Cheap for every experiment.
    pub fn check_size(&self, budget: &Budget) -> Result<(), OverBudget> {
        let factors = [
            ("facet", self.facet_count() as u64),
            ("machine", self.machines.len() as u64),
            ("allocation", self.allocation.len() as u64),
            ("scheduling", self.scheduling.len() as u64),
            ("vary", self.values().len() as u64),
            ("replications", self.replications.into()),
        ];
        let counts = factors.map(|(_, count)| count);
        let (largest, _) = factors.into_iter().max_by_key(|(_, count)| *count).expect("six factors");
        let (facets, some) = if self.facets().is_some() { ("facets, ", &counts[..]) } else { ("", &counts[1..]) };
        let asked = format!("{} cells ({facets}machines, strategies, policies, values, replications)", spelt_out(some));
        OverBudget::check(largest, product(&counts), budget.cells, asked)?;
        let (varies, factors) = (self.varied() == Varied::Side, [self.nodes(), self.allocation.len() as u64]);
        let asked = format!("{} nodes (of all machines, for each strategy)", spelt_out(&factors));
        OverBudget::check(if varies { "vary" } else { "machine" }, product(&factors), budget.nodes, asked)
    }

    /// The nodes of all machines, at all values of their sides. Sides that no machine can have are refused later, with
    /// their names.
    fn nodes(&self) -> u64 {
        let sides = if self.varied() == Varied::Side { self.values() } else { Vec::new() };
        let nodes = |machine: &Machine| -> u64 {
            let of_side = |side: &Decimal| side.to_f64().powi(machine.dimensions() as i32).min(1e12) as u64;
            if sides.is_empty() { machine.node_count().into() } else { sides.iter().map(of_side).sum() }
        };
        self.machines.iter().map(nodes).sum()
    }

    /// Fails if all machines together have more jobs than memory can hold.
    pub(super) fn check_jobs(&self, workload: &Workload, budget: &Budget) -> Result<(), OverBudget> {
        let factors = [self.machines.len() as u64, workload.len() as u64];
        let asked = format!("{} jobs (on all machines)", spelt_out(&factors));
        let place = if self.uses_log() { "log" } else { "jobs" };
        let bytes = product(&factors).saturating_mul(planned_job(workload).into());
        OverBudget::check_memory(place, bytes, budget.memory, asked)
    }
}

/// Bytes of a job in a plan.
fn planned_job(workload: &Workload) -> u64 {
    if workload.sides.is_empty() { PLANNED_JOB } else { PLANNED_JOB + PLANNED_SIDES }
}

impl MachineJobs {
    /// The memory of these jobs in a plan.
    pub(super) fn bytes(&self) -> u64 {
        self.workload.len() as u64 * planned_job(&self.workload)
    }
}

/// The rough cost of a run of a cell.
struct RunCost {
    memory: u64,
    /// Seconds of sending messages.
    sending: f64,
}

impl Plan {
    /// The demand of the plan. Cells with a run beyond the budget are excluded. Cells that send messages become
    /// heavier.
    pub(super) fn check(&mut self, budget: &Budget, excluding: &mut Excluding) -> Demand {
        let plan: u64 = self.jobs_by_machine.iter().map(MachineJobs::bytes).sum();
        let mut demand = Demand::default();
        let (replications, values) = (self.experiment.replications as usize, self.experiment.values().len());
        let excluded = excluding.points(&self.experiment);
        // Other runs on the same machine differ only in their weights.
        let varied = |value: usize| self.experiment.varied().decides_cost().then_some(value);
        let mut known: SmallMap<(usize, Option<usize>), Option<RunCost>> = SmallMap::new();
        for position in 0..self.cells.len() {
            if excluded[position / replications] {
                continue;
            }
            let cell = self.cells[position];
            let value = varied(position / replications % values);
            let cost = known.get_or_insert_with((cell.machine, value), || {
                let values = value.map(|value| vec![value]);
                let scope = Exclusion { machine: Some(cell.machine), values, ..Exclusion::default() };
                excluding.checked(scope, self.cost(position, budget))
            });
            let Some(cost) = cost else { continue };
            demand.memory = demand.memory.max(plan.saturating_add(cost.memory));
            self.cells[position].weight += cost.sending;
            if cell.replication < CERTAIN {
                demand.seconds += self.cells[position].weight;
            }
        }
        demand
    }

    /// The estimated seconds of processor time of one run of a cell; infinite beyond the budget.
    pub fn seconds(&self, cell: usize, budget: &Budget) -> f64 {
        let Ok((plan, cell)) = self.locate(cell) else { return f64::INFINITY };
        plan.cost(cell, budget).map_or(f64::INFINITY, |_| plan.cells[cell].weight)
    }

    /// The cost of one run of a cell. Fails if it exceeds the budget, or if there is no such run.
    fn cost(&self, cell: usize, budget: &Budget) -> Result<RunCost, PlanError> {
        let machine = self.machine(cell);
        let (jobs, nodes) = (self.most_jobs(cell) as u64, u64::from(machine.node_count()));
        let (messages, sending) = self.cost_of_messages(cell, &machine, budget)?;
        let run = jobs.saturating_mul(RUN_JOB).saturating_add(nodes * NODE);
        let place = [(messages, "messages"), (jobs * RUN_JOB, "jobs"), (nodes * NODE, "machine")].into_iter().max();
        let memory = run.saturating_add(messages);
        let asked = format!("a run of {jobs} jobs on {nodes} nodes");
        OverBudget::check_memory(place.map_or("machine", |(_, name)| name), memory.into(), budget.memory, asked)?;
        Ok(RunCost { memory, sending })
    }

    /// The memory and the seconds for a run's messages.
    fn cost_of_messages(&self, cell: usize, machine: &Machine, budget: &Budget) -> Result<(u64, f64), PlanError> {
        let communication = self.setup(cell)?.experiment.communication;
        if !communication.uses_network() {
            return Ok((0, 0.0));
        }
        let jobs = self.transformed(cell)?;
        let counts = communication.counts(&jobs, self.experiment.seed, self.cells[cell].replication);
        let all = counts.iter().fold(0, |sum: u64, &count| sum.saturating_add(count));
        let asked = format!("{all} messages of the {} jobs of a run", jobs.jobs.len());
        OverBudget::check("messages", all.into(), budget.messages, asked)?;
        // The jobs that run at once hold at most all processors.
        let per_processor = counts.iter().enumerate().map(|(job, count)| count.div_ceil(jobs.size(job).into())).max();
        let at_once = per_processor.unwrap_or(0).saturating_mul(machine.node_count().into()).min(all);
        let bytes = if communication.sending == Sending::Free { FREE_MESSAGE } else { BLOCKING_MESSAGE };
        let links = LinkNumbers::new(machine);
        let channels = (links.count() as u64) << u32::from(links.have_rings());
        let flit = if links.have_rings() { FLIT_ON_RINGS } else { FLIT_ON_LINES };
        let hops: f64 = machine.extents().iter().map(|&extent| f64::from(extent) / 3.0).sum();
        let seconds = all as f64 * (MESSAGE + hops * f64::from(communication.switching.packet_length) * flit);
        Ok((at_once * bytes + channels * CHANNEL, seconds))
    }
}

#[cfg(test)]
mod tests;
