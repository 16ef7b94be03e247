//! The environment `Scheduling-v0`: which of the first waiting jobs starts.

use super::episode::{Episode, Reward};
use super::{Shown, jobs_from, prepare, scaled};
use crate::arguments::Setting;
use crate::error::Failure;
use crate::interrupt::attached;
use crate::log::Log;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::collections::HashMap;
use subtorus::allocation::{Allocation, Allocator};
use subtorus::experiment::OneRun;
use subtorus::time::SECOND;

/// The numbers that describe a waiting job.
const FEATURES: usize = 5;

/// A run that stops whenever a job could start.
#[pyclass(unsendable, module = "subtorus._engine")]
pub struct Scheduling {
    run: OneRun,
    /// The empty machine.
    empty: Box<dyn Allocator>,
    machine: Box<dyn Allocator>,
    episode: Episode,
    held: HashMap<usize, Allocation>,
    waiting: usize,
    reward: Reward,
    /// Which of the first waiting jobs fit.
    fits: Vec<bool>,
    numbers: Vec<f32>,
    bytes: Vec<u8>,
    observation: Shown,
    mask: Shown,
    invalid: bool,
}

#[pymethods]
impl Scheduling {
    /// An environment on the jobs of a log or model, of which the first `waiting` in the queue can be chosen.
    #[new]
    fn new(
        py: Python<'_>,
        log: Option<&Log>,
        settings: Vec<Setting>,
        waiting: usize,
        by_slowdown: bool,
    ) -> PyResult<Scheduling> {
        attached(|| {
            let run = prepare(log.map(|log| &*log.data), &settings)?;
            let empty = run.plan.allocator(0).map_err(|failure| Failure::of_run(&failure))?;
            let (machine, rows) = (empty.fork(), (waiting + 1) * FEATURES);
            Ok(Scheduling {
                episode: Episode::new(jobs_from(&run.jobs, 0, 0)),
                reward: if by_slowdown { Reward::Slowdown } else { Reward::Wait },
                observation: Shown::new(py, rows * 4)?,
                mask: Shown::new(py, waiting + 1)?,
                fits: vec![false; waiting],
                numbers: vec![0.0; rows],
                bytes: Vec::new(),
                held: HashMap::new(),
                invalid: false,
                run,
                empty,
                machine,
                waiting,
            })
        })
    }

    /// How many jobs the run has.
    #[getter]
    fn jobs(&self) -> usize {
        self.run.jobs.jobs.len()
    }

    /// Begins an episode with `length` jobs from this one on.
    fn reset(&mut self, py: Python<'_>, start: usize, length: usize) -> PyResult<()> {
        attached(|| {
            self.episode = Episode::new(jobs_from(&self.run.jobs, start, length));
            self.machine.copy_from(self.empty.as_ref());
            self.held.clear();
            self.go_on(py);
            Ok(())
        })
    }

    /// Takes an action: the place of a job in the queue, or `waiting` to wait for the next event. An action that is not
    /// in the mask counts as waiting, or as the first job that fits if nothing is to come. Returns the reward.
    fn step(&mut self, py: Python<'_>, action: usize) -> PyResult<f64> {
        attached(|| {
            if self.episode.is_over() {
                return Err(Failure::new("step", "the episode is over", "", "call reset first"));
            }
            let chosen = (action < self.waiting && self.fits[action]).then_some(action);
            let waits = self.episode.has_next() && chosen.is_none();
            self.invalid = chosen.is_none() && (action != self.waiting || !waits);
            let first = || self.fits.iter().position(|fits| *fits);
            let mut reward = 0.0;
            if waits {
                self.advance();
            } else if let Some(place) = chosen.or_else(first) {
                reward = self.start(place);
            }
            self.go_on(py);
            Ok(reward)
        })
    }

    #[getter]
    fn observation(&self, py: Python<'_>) -> Py<PyByteArray> {
        self.observation.0.clone_ref(py)
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

impl Scheduling {
    fn advance(&mut self) {
        let Scheduling { episode, machine, held, .. } = self;
        episode.advance(|job| {
            if let Some(allocation) = held.remove(&job) {
                machine.release(&allocation);
            }
        });
    }

    fn start(&mut self, place: usize) -> f64 {
        let (job, reward) = self.episode.start(place, self.reward);
        let request = self.machine.effective(self.episode.jobs.request(job));
        if let Some(allocation) = self.machine.allocate(&request) {
            self.held.insert(job, allocation);
        }
        reward
    }

    /// Goes on until a job can start or all have, and shows the state.
    fn go_on(&mut self, py: Python<'_>) {
        self.look();
        while !self.episode.is_over() && !self.fits.contains(&true) && self.episode.has_next() {
            self.advance();
            self.look();
        }
        self.show(py);
    }

    /// Finds which of the first waiting jobs fit.
    fn look(&mut self) {
        for place in 0..self.waiting {
            self.fits[place] = self
                .episode
                .queue
                .get(place)
                .is_some_and(|&job| self.machine.fits(&self.machine.effective(self.episode.jobs.request(job))));
        }
    }

    fn show(&mut self, py: Python<'_>) {
        let nodes = self.run.machine.node_count() as f32;
        let Episode { jobs, queue, now, .. } = &self.episode;
        let seconds = |time: i64| scaled(time as f64 / SECOND as f64);
        for (place, row) in self.numbers.chunks_exact_mut(FEATURES).enumerate().take(self.waiting) {
            let Some(&job) = queue.get(place) else {
                row.fill(0.0);
                continue;
            };
            let one = jobs.jobs.at(job);
            let size = (jobs.size(job) as f32 / nodes).min(1.0);
            let fits = if self.fits[place] { 1.0 } else { 0.0 };
            row.copy_from_slice(&[1.0, size, seconds(one.estimate), seconds(now - one.submit), fits]);
        }
        let waiting = queue.len() as f32;
        let beyond = waiting / (waiting + self.waiting as f32);
        let started = self.held.len() as f32;
        let last = [1.0, self.machine.free_processors() as f32 / nodes, beyond, started / (started + 10.0), 0.0];
        self.numbers[self.waiting * FEATURES..].copy_from_slice(&last);
        self.observation.write_numbers(py, &self.numbers, &mut self.bytes);
        self.bytes.clear();
        self.bytes.extend(self.fits.iter().map(|fits| u8::from(*fits)));
        self.bytes.push(u8::from(self.episode.has_next()));
        self.mask.write(py, &self.bytes);
    }
}
