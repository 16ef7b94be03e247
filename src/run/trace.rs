//! A run as columns: when each job arrived, started and ended, where it ran, and the state of the queue over time.

use super::queue::order_column;
use crate::experiment::Plan;
use crate::machine::{Block, Coordinates, Machine, MachineError};
use crate::scheduling::{Event, Observer, Order, Scheduling, orders::Key};
use crate::simulation::RunFailure;
use crate::sorting::ascending;
use crate::time::Time;
use crate::workload::{Column, JobOwners, Jobs, number_of};

/// The value in [`Trace::head`] when the queue is empty.
pub const NO_JOB: u32 = u32::MAX;

/// One run, in columns that a worker sends to the page without a copy. Jobs are numbered by index, in order of
/// submission as in [`Jobs`]. All times are microseconds since time 0.
///
/// A job waits from `submit` until `start` and runs from `start` until `end`, the last moment excluded. A state at a
/// moment includes everything that happens at that moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The extents of the machine.
    pub extents: Vec<u32>,
    /// Whether each of its dimensions is a ring: 0 or 1.
    pub rings: Vec<u32>,
    /// The log's job numbers (1, 2, ... for models).
    pub id: Vec<i64>,
    /// The log's numbers of their users, negative if unknown; empty if no user is known.
    pub user: Vec<i32>,
    /// The same for their queues.
    pub queue: Vec<i32>,
    /// The same for their partitions.
    pub partition: Vec<i32>,
    /// When each job arrives.
    pub submit: Vec<Time>,
    /// The runtime of each job without a network. With a network, the time from start to end may differ.
    pub runtime: Vec<Time>,
    /// The estimate of each job; negative if unknown.
    pub estimate: Vec<Time>,
    /// When it starts.
    pub start: Vec<Time>,
    /// When it ends.
    pub end: Vec<Time>,
    /// The processors that it asks for.
    pub asked: Vec<u32>,
    /// The extents that each job came with, one number per dimension; empty if jobs ask for numbers of processors.
    pub shape: Vec<u32>,
    /// The processors that must be free for it to start, which may be more: its effective request.
    pub effective: Vec<u32>,
    /// The processors that it holds while it runs.
    pub held: Vec<u32>,
    /// Its rank in the order of the queue, among all jobs of the run: waiting jobs stand in ascending rank. If the
    /// order changes with time, the rank is by arrival, and [`Trace::in_order`] gives the order at a moment.
    pub rank: Vec<u32>,
    /// The order that changes with time, by its position in [`Order::ALL`]; their number if own code orders the queue, which
    /// is not recorded. Empty if the order never changes.
    pub order: Vec<u32>,
    /// The index of its first block among all blocks. One more entry has the number of blocks.
    pub first_block: Vec<u32>,
    /// The blocks one after the other, each its base and then its extents, one number per dimension. None on `flat`.
    /// Consecutive blocks that form a box are merged.
    pub blocks: Vec<u32>,
    /// The boxes of nodes that are out of service, in the same form; empty if all nodes are in service.
    pub down: Vec<u32>,
    /// The moments at which the head of the queue or the number of free processors changes, ascending.
    pub settled: Vec<Time>,
    /// The free processors after each of these moments.
    pub free: Vec<u32>,
    /// The head of the queue after each of these moments, or [`NO_JOB`].
    pub head: Vec<u32>,
    /// The moments at which the fragmentation of placements changes, ascending; empty if the strategy has no score for it.
    pub scored: Vec<Time>,
    /// The fragmentation after each of these moments, in parts per million of that without free nodes.
    pub fragmentation: Vec<u32>,
    /// The extents and rings of [`Trace::arrangement`]; empty if that is the machine.
    pub arranged_extents: Vec<u32>,
    /// See `arranged_extents`.
    pub arranged_rings: Vec<u32>,
    /// The source of an imported schedule, and the number of jobs left out; empty for a run of the simulator
    /// ([`Trace::origin`]).
    pub origin: Vec<u32>,
}

/// Runs a cell of a plan once more and records it. Costs as much as the run; memory is linear in jobs and blocks.
pub fn record(plan: &Plan, cell: usize) -> Result<Trace, RunFailure> {
    let (jobs, machine) = (plan.jobs(cell)?, plan.machine(cell));
    let policy = plan.experiment().scheduling[plan.cells[cell].scheduling];
    let mut tracer = Tracer::new(&jobs, &plan.ids(cell), &machine, policy, &plan.effective(cell, &jobs)?);
    plan.observe(cell, &jobs, &mut tracer)?;
    Ok(tracer
        .finish()
        .with_origins(&plan.origins(cell))
        .without(&plan.boxes_down(cell))
        .arranged(plan.arrangement(cell)))
}

/// The observer that makes a [`Trace`].
#[derive(Clone, Debug)]
pub struct Tracer {
    trace: Trace,
    /// The blocks of each job, in the order in which jobs start: their index in `trace.blocks`, and their number.
    placed: Vec<(u32, u32)>,
}

impl Tracer {
    /// A recorder before the first event. Jobs have the log's numbers `ids`; jobs without a number are counted on from
    /// 1. They wait in the order of this policy. `effective` has the effective request for each of [`Jobs::requests`].
    pub fn new(jobs: &Jobs, ids: &[i64], machine: &Machine, policy: Scheduling, effective: &[u32]) -> Tracer {
        let count = jobs.jobs.len();
        let all = 0..count;
        let trace = Trace {
            extents: machine.extents().to_vec(),
            rings: machine.rings().iter().map(|&ring| ring.into()).collect(),
            id: all.clone().map(|job| number_of(ids, job)).collect(),
            user: jobs.user.to_vec(),
            submit: jobs.jobs.submit.to_vec(),
            runtime: jobs.jobs.runtime.to_vec(),
            estimate: jobs.jobs.estimate.to_vec(),
            start: vec![0; count],
            end: vec![0; count],
            asked: all.clone().map(|job| jobs.size(job)).collect(),
            shape: all.filter_map(|job| jobs.shape(job)).flat_map(|shape| shape.to_vec()).collect(),
            effective: jobs.jobs.request.iter().map(|request| effective[*request as usize]).collect(),
            held: vec![0; count],
            rank: ranks(jobs, policy.order),
            order: order_column(policy),
            ..Trace::default()
        };
        Tracer { trace, placed: vec![(0, 0); count] }
    }

    /// The trace of the completed run.
    pub fn finish(self) -> Trace {
        let Tracer { mut trace, placed } = self;
        let numbers = 2 * trace.extents.len();
        let mut blocks = Vec::with_capacity(trace.blocks.len());
        for (first, count) in placed {
            trace.first_block.push((blocks.len() / numbers) as u32);
            let first = first as usize * numbers;
            blocks.extend_from_slice(&trace.blocks[first..first + count as usize * numbers]);
        }
        trace.first_block.push((blocks.len() / numbers) as u32);
        Trace { blocks, ..trace }
    }
}

/// The rank of each job in the order of the queue; by arrival if the order changes with time.
fn ranks(jobs: &Jobs, order: Order) -> Vec<u32> {
    let Key::Fixed(key) = order.key() else { return (0..jobs.jobs.len() as u32).collect() };
    // Ties go to the earlier arrival.
    let sorted = ascending((0..jobs.jobs.len()).map(|job| key(jobs, job)));
    let mut ranks = vec![0; sorted.len()];
    sorted.iter().zip(0..).for_each(|(&job, rank)| ranks[job as usize] = rank);
    ranks
}

impl Observer for Tracer {
    fn observe(&mut self, event: Event) {
        let trace = &mut self.trace;
        match event {
            Event::Started { job, now, allocation } => {
                trace.start[job] = now;
                trace.held[job] = allocation.processors;
                let first = trace.block_count();
                trace.place(allocation.blocks.iter());
                self.placed[job] = (first, trace.block_count() - first);
            }
            Event::Ended { job, now, .. } => trace.end[job] = now,
            Event::Scored { now, score, full } => {
                if trace.scored.last() == Some(&now) {
                    trace.scored.pop();
                    trace.fragmentation.pop();
                }
                let share = (u128::from(score) * 1_000_000 / u128::from(full.max(1))) as u32;
                if trace.fragmentation.last() != Some(&share) {
                    trace.scored.push(now);
                    trace.fragmentation.push(share);
                }
            }
            Event::Settled { now, free, head } => {
                // A moment may have several passes if a job of no length starts; the last pass counts.
                if trace.settled.last() == Some(&now) {
                    trace.settled.pop();
                    trace.free.pop();
                    trace.head.pop();
                }
                let head = head.map_or(NO_JOB, |job| job as u32);
                if (trace.free.last(), trace.head.last()) != (Some(&free), Some(&head)) {
                    trace.settled.push(now);
                    trace.free.push(free);
                    trace.head.push(head);
                }
            }
            _ => {}
        }
    }
}

/// A block from its base and its extents.
fn block_of(numbers: &[u32]) -> Block {
    let (base, extents) = numbers.split_at(numbers.len() / 2);
    Block { base: Coordinates::new(base), extents: Coordinates::new(extents) }
}

/// A machine from its two columns.
fn machine_of(extents: &[u32], rings: &[u32]) -> Result<Machine, MachineError> {
    Machine::new(extents, &rings.iter().map(|&ring| ring != 0).collect::<Vec<bool>>())
}

/// The columns are not those of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the columns of the run do not belong together")]
pub struct BrokenTrace;

impl Trace {
    /// The same run with the queues and partitions of its jobs; models have none.
    pub fn with_origins(self, origins: &JobOwners) -> Trace {
        let all = |numbers: &Column<i32>| {
            if numbers.len() < self.len() { Vec::new() } else { numbers.iter().take(self.len()).collect() }
        };
        let [queue, partition] = [&origins.queue, &origins.partition].map(all);
        Trace { queue, partition, ..self }
    }

    /// The same run on a machine without these boxes of nodes.
    pub fn without(self, down: &[Block]) -> Trace {
        let numbers = |block: &Block| [&*block.base, &*block.extents].concat();
        Trace { down: down.iter().flat_map(numbers).collect(), ..self }
    }

    /// The same run on a machine that a picture arranges like this one, which has as many nodes.
    fn arranged(self, arrangement: Option<Machine>) -> Trace {
        let Some(machine) = arrangement else { return self };
        let arranged_rings = machine.rings().iter().map(|&ring| ring.into()).collect();
        Trace { arranged_extents: machine.extents().to_vec(), arranged_rings, ..self }
    }

    /// The nodes that are out of service, each once, ascending. Cost: O(nodes) if there are any.
    pub fn nodes_down(&self) -> Vec<u32> {
        let Some(machine) = self.machine().ok().filter(|_| !self.down.is_empty()) else { return Vec::new() };
        let mut is_down = vec![false; machine.node_count() as usize];
        let nodes = self.down.chunks_exact(2 * self.extents.len()).flat_map(|one| block_of(one).nodes(&machine));
        nodes.for_each(|node| is_down[node as usize] = true);
        (0..machine.node_count()).filter(|&node| is_down[node as usize]).collect()
    }

    /// Whether the columns can be those of a run: their lengths match, and no block is out of range.
    pub fn check(&self) -> Result<(), BrokenTrace> {
        let (jobs, moments, numbers) = (self.id.len(), self.settled.len(), 2 * self.extents.len());
        let times = [&self.submit, &self.runtime, &self.estimate, &self.start, &self.end];
        let counts = [&self.asked, &self.effective, &self.held, &self.rank];
        let sound = self.machine().is_ok()
            && times.iter().all(|column| column.len() == jobs)
            && counts.iter().all(|column| column.len() == jobs)
            && [&self.user, &self.queue, &self.partition]
                .iter()
                .all(|column| column.is_empty() || column.len() == jobs)
            && (self.shape.is_empty() || self.shape.len() == jobs * self.extents.len())
            && self.first_block.len() == jobs + 1
            && self.first_block.is_sorted()
            && self.first_block.last().is_some_and(|&last| last as usize * numbers == self.blocks.len())
            && self.down.len().is_multiple_of(numbers.max(1))
            && self
                .machine()
                .is_ok_and(|machine| self.down.chunks_exact(numbers.max(1)).all(|one| block_of(one).lies_on(&machine)))
            && (self.arranged_extents.is_empty()
                || self.arrangement().is_ok_and(|machine| machine.node_count() == self.processors()))
            && self.order.len() <= 1
            && self.order.iter().all(|&order| order as usize <= Order::ALL.len())
            && (self.origin.is_empty() || (self.origin.len() == 2 && self.origin().is_some()))
            && [self.free.len(), self.head.len()] == [moments; 2]
            && self.scored.len() == self.fragmentation.len()
            && self.head.iter().all(|&head| head == NO_JOB || (head as usize) < jobs);
        if sound { Ok(()) } else { Err(BrokenTrace) }
    }

    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there are no jobs.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// The machine. Fails if the columns are not those of a run.
    pub fn machine(&self) -> Result<Machine, MachineError> {
        machine_of(&self.extents, &self.rings)
    }

    /// The machine as a picture arranges its nodes, for instance a row for each rack of a cluster: the same nodes in the
    /// same order.
    pub fn arrangement(&self) -> Result<Machine, MachineError> {
        if self.arranged_extents.is_empty() {
            return self.machine();
        }
        machine_of(&self.arranged_extents, &self.arranged_rings)
    }

    /// The blocks of a job on the machine as a picture arranges it.
    pub fn arranged_blocks_of(&self, job: usize) -> Vec<Block> {
        let blocks = self.blocks_of(job);
        let Some(machine) = self.arrangement().ok().filter(|_| !self.arranged_extents.is_empty()) else {
            return blocks.collect();
        };
        blocks.flat_map(|block| machine.boxes(block.base[0]..block.base[0] + block.extents[0])).collect()
    }

    /// The processors of the machine.
    pub fn processors(&self) -> u32 {
        self.extents.iter().product()
    }

    /// The number of blocks.
    pub(super) fn block_count(&self) -> u32 {
        (self.blocks.len() / (2 * self.extents.len())) as u32
    }

    /// Appends the blocks of one job, and merges blocks that form a box. A large job may have thousands of pages;
    /// without the merging a long run on a large machine would exceed a browser's memory. Cost: O(blocks x dimensions).
    pub(super) fn place(&mut self, blocks: impl Iterator<Item = Block>) {
        let (first, numbers) = (self.blocks.len(), 2 * self.extents.len());
        for mut block in blocks {
            while let Some(whole) =
                self.blocks[first..].rchunks_exact(numbers).next().map(block_of).and_then(|last| last.joined(&block))
            {
                self.blocks.truncate(self.blocks.len() - numbers);
                block = whole;
            }
            self.blocks.extend_from_slice(&block.base);
            self.blocks.extend_from_slice(&block.extents);
        }
    }

    /// The blocks of a job, in the order of allocation. Consecutive blocks that form a box are merged. None on `flat`.
    pub fn blocks_of(&self, job: usize) -> impl Iterator<Item = Block> {
        let dimensions = self.extents.len();
        let part = self.first_block[job] as usize * 2 * dimensions..self.first_block[job + 1] as usize * 2 * dimensions;
        self.blocks[part].chunks_exact(2 * dimensions).map(block_of)
    }

    /// The extents that a job came with, if jobs came with any.
    pub fn shape_of(&self, job: usize) -> Option<Coordinates> {
        let dimensions = self.extents.len();
        self.shape.get(job * dimensions..(job + 1) * dimensions).map(Coordinates::new)
    }

    /// Whether jobs have places.
    pub fn is_placed(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The free processors and the head of the queue at a moment; an idle machine before the first. Cost: O(log
    /// moments).
    pub fn settled_at(&self, moment: Time) -> (u32, Option<usize>) {
        match self.settled.partition_point(|&time| time <= moment).checked_sub(1) {
            Some(at) => (self.free[at], Some(self.head[at]).filter(|head| *head != NO_JOB).map(|head| head as usize)),
            None => (self.processors() - self.nodes_down().len() as u32, None),
        }
    }

    /// The share of placements that is spoilt at a moment; 0 before the first.
    pub fn fragmentation_at(&self, moment: Time) -> f64 {
        let before = self.scored.partition_point(|&time| time <= moment).checked_sub(1);
        before.map_or(0.0, |at| f64::from(self.fragmentation[at]) / 1e6)
    }

    /// The processor time of a job, in processor microseconds: the processors it holds times its service.
    pub fn work(&self, job: usize) -> i128 {
        i128::from(self.held[job]) * i128::from(self.end[job] - self.start[job])
    }

    /// The index of the job with this number in the log; the first of several.
    pub fn find(&self, id: i64) -> Option<usize> {
        self.id.iter().position(|other| *other == id)
    }

    /// The end of the last job.
    pub fn last_end(&self) -> Time {
        self.end.iter().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
