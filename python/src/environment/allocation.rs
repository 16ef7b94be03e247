//! The environment `Allocation-v0`: in which of the free boxes the first job of the queue runs.

use super::episode::{Episode, Reward};
use super::{Shown, jobs_from, prepare};
use crate::arguments::Setting;
use crate::error::Failure;
use crate::interrupt::attached;
use crate::log::Log;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::collections::HashMap;
use subtorus::experiment::OneRun;
use subtorus::machine::{Block, Coordinates, Machine};
use subtorus::time::SECOND;

/// A run in order of arrival that stops whenever its first job has a free box.
#[pyclass(unsendable, module = "subtorus._engine")]
pub struct Allocation {
    run: OneRun,
    episode: Episode,
    /// 1 for each free node.
    free: Vec<u8>,
    held: HashMap<usize, Block>,
    candidates: Vec<Block>,
    most: usize,
    reward: Reward,
    invalid: bool,
    nodes: Shown,
    boxes: Shown,
    mask: Shown,
}

#[pymethods]
impl Allocation {
    /// An environment on the jobs of a log or model, with the first `most` free boxes as candidates.
    #[new]
    fn new(
        py: Python<'_>,
        log: Option<&Log>,
        settings: Vec<Setting>,
        most: usize,
        by_slowdown: bool,
    ) -> PyResult<Allocation> {
        attached(|| {
            let run = prepare(log.map(|log| &*log.data), &settings)?;
            let nodes = run.machine.node_count() as usize;
            Ok(Allocation {
                episode: Episode::new(jobs_from(&run.jobs, 0, 0)),
                free: vec![1; nodes],
                held: HashMap::new(),
                candidates: Vec::new(),
                reward: if by_slowdown { Reward::Slowdown } else { Reward::Wait },
                invalid: false,
                nodes: Shown::new(py, nodes)?,
                boxes: Shown::new(py, most * 2 * run.machine.dimensions() * 4)?,
                mask: Shown::new(py, most)?,
                most,
                run,
            })
        })
    }

    /// How many jobs the run has.
    #[getter]
    fn jobs(&self) -> usize {
        self.run.jobs.jobs.len()
    }

    /// The extents of the machine.
    #[getter]
    fn extents(&self) -> Vec<u32> {
        self.run.machine.extents().to_vec()
    }

    /// Begins an episode with `length` jobs from this one on.
    fn reset(&mut self, py: Python<'_>, start: usize, length: usize) -> PyResult<()> {
        attached(|| {
            self.episode = Episode::new(jobs_from(&self.run.jobs, start, length));
            self.free.fill(1);
            self.held.clear();
            self.go_on(py);
            Ok(())
        })
    }

    /// Starts the first job in the candidate of this number; in the first one if there is no such candidate. Returns the
    /// reward.
    fn step(&mut self, py: Python<'_>, action: usize) -> PyResult<f64> {
        attached(|| {
            if self.episode.is_over() {
                return Err(Failure::new("step", "the episode is over", "", "call reset first"));
            }
            self.invalid = action >= self.candidates.len();
            let Some(&block) = self.candidates.get(if self.invalid { 0 } else { action }) else {
                return Err(Failure::Defect("the first job has no box on the empty machine".into()));
            };
            let (job, reward) = self.episode.start(0, self.reward);
            block.nodes(&self.run.machine).for_each(|node| self.free[node as usize] = 0);
            self.held.insert(job, block);
            self.go_on(py);
            Ok(reward)
        })
    }

    /// Which nodes are free, a byte for each.
    #[getter]
    fn nodes(&self, py: Python<'_>) -> Py<PyByteArray> {
        self.nodes.0.clone_ref(py)
    }

    /// Base and extents of each candidate, as shares of the machine's extents.
    #[getter]
    fn boxes(&self, py: Python<'_>) -> Py<PyByteArray> {
        self.boxes.0.clone_ref(py)
    }

    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyByteArray> {
        self.mask.0.clone_ref(py)
    }

    #[getter]
    fn done(&self) -> bool {
        self.episode.is_over()
    }

    /// The time in seconds.
    #[getter]
    fn now(&self) -> f64 {
        self.episode.now as f64 / SECOND as f64
    }

    #[getter]
    fn invalid(&self) -> bool {
        self.invalid
    }

    #[getter]
    fn mean_slowdown(&self) -> f64 {
        self.episode.mean_slowdown()
    }

    #[getter]
    fn mean_wait(&self) -> f64 {
        self.episode.mean_wait()
    }
}

impl Allocation {
    /// Goes on until the first job has a free box or all have started, and shows the state.
    fn go_on(&mut self, py: Python<'_>) {
        self.look();
        while !self.episode.is_over() && self.candidates.is_empty() && self.episode.has_next() {
            let Allocation { episode, free, held, run, .. } = self;
            episode.advance(|job| {
                if let Some(block) = held.remove(&job) {
                    block.nodes(&run.machine).for_each(|node| free[node as usize] = 1);
                }
            });
            self.look();
        }
        self.show(py);
    }

    /// Finds the first free boxes of the first job: as it asks for them by ascending base, then turned.
    fn look(&mut self) {
        self.candidates.clear();
        let Some(&job) = self.episode.queue.first() else { return };
        let machine = &self.run.machine;
        for extents in turned(&self.episode.jobs.request(job).shape()) {
            for base in 0..machine.node_count() {
                if self.candidates.len() == self.most {
                    return;
                }
                let block = Block { base: machine.coordinates(base), extents };
                if block.lies_on(machine) && block.nodes(machine).all(|node| self.free[node as usize] == 1) {
                    self.candidates.push(block);
                }
            }
        }
    }

    fn show(&mut self, py: Python<'_>) {
        self.nodes.write(py, &self.free);
        let share = |block: &Block| shares(&self.run.machine, block);
        let mut numbers: Vec<f32> = self.candidates.iter().flat_map(share).collect();
        numbers.resize(self.most * 2 * self.run.machine.dimensions(), 0.0);
        self.boxes.write_numbers(py, &numbers, &mut Vec::new());
        let mask: Vec<u8> = (0..self.most).map(|place| u8::from(place < self.candidates.len())).collect();
        self.mask.write(py, &mask);
    }
}

/// Base and extents as shares of the machine's extents.
fn shares(machine: &Machine, block: &Block) -> Vec<f32> {
    let share = |(value, length): (&u32, &u32)| *value as f32 / *length as f32;
    let base = block.base.iter().zip(machine.extents()).map(share);
    base.chain(block.extents.iter().zip(machine.extents()).map(share)).collect()
}

/// The distinct orders of these extents: the given one, then the others in ascending order.
fn turned(extents: &[u32]) -> Vec<Coordinates> {
    fn extend(rest: &mut Vec<u32>, order: &mut Vec<u32>, found: &mut Vec<Coordinates>) {
        if rest.is_empty() {
            found.push(Coordinates::new(order));
        }
        for place in 0..rest.len() {
            if place > 0 && rest[place] == rest[place - 1] {
                continue;
            }
            let extent = rest.remove(place);
            order.push(extent);
            extend(rest, order, found);
            order.pop();
            rest.insert(place, extent);
        }
    }
    let mut rest = extents.to_vec();
    rest.sort_unstable();
    let (given, mut found) = (Coordinates::new(extents), Vec::new());
    extend(&mut rest, &mut Vec::new(), &mut found);
    found.retain(|order| *order != given);
    found.insert(0, given);
    found
}
