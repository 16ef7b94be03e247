//! The choices of `Scheduling-v0`: which of the first waiting jobs starts.

use super::Choices;
use super::episode::{Episode, Reward};
use crate::error::Failure;
use std::collections::HashMap;
use subtorus::allocation::{Allocation, Allocator};
use subtorus::experiment::OneRun;
use subtorus::time::SECOND;

/// The numbers that describe a waiting job.
const FEATURES: usize = 5;

/// The first jobs of the queue.
pub struct Queue {
    /// The empty machine.
    empty: Box<dyn Allocator>,
    machine: Box<dyn Allocator>,
    nodes: f32,
    held: HashMap<usize, Allocation>,
    /// Which of the first waiting jobs fit.
    fits: Vec<bool>,
    numbers: Vec<f32>,
    bytes: Vec<u8>,
}

impl Queue {
    /// The first `most` jobs of a run.
    pub fn new(run: &OneRun, most: usize) -> Result<Queue, Failure> {
        let empty = run.plan.allocator(0).map_err(|failure| Failure::of_run(&failure))?;
        Ok(Queue {
            machine: empty.fork(),
            empty,
            nodes: run.machine.node_count() as f32,
            held: HashMap::new(),
            fits: vec![false; most],
            numbers: vec![0.0; (most + 1) * FEATURES],
            bytes: Vec::new(),
        })
    }
}

impl Choices for Queue {
    fn clear(&mut self) {
        self.machine.copy_from(self.empty.as_ref());
        self.held.clear();
    }

    fn release(&mut self, job: usize) {
        if let Some(allocation) = self.held.remove(&job) {
            self.machine.release(&allocation);
        }
    }

    fn look(&mut self, episode: &Episode) {
        for (place, fits) in self.fits.iter_mut().enumerate() {
            let request = |&job| self.machine.effective(episode.jobs.request(job));
            *fits = episode.queue.get(place).is_some_and(|job| self.machine.fits(&request(job)));
        }
    }

    fn count(&self) -> usize {
        self.fits.len()
    }

    fn is_possible(&self, action: usize) -> bool {
        self.fits.get(action) == Some(&true)
    }

    fn can_wait(&self) -> bool {
        true
    }

    fn start(&mut self, action: usize, episode: &mut Episode, reward: Reward) -> f64 {
        let (job, reward) = episode.start(action, reward);
        let request = self.machine.effective(episode.jobs.request(job));
        if let Some(allocation) = self.machine.allocate(&request) {
            self.held.insert(job, allocation);
        }
        reward
    }

    fn views(&self) -> Vec<usize> {
        vec![self.numbers.len() * 4]
    }

    fn show(&mut self, episode: &Episode, shown: &mut dyn FnMut(usize, &[u8])) {
        let Episode { jobs, queue, now, .. } = episode;
        let seconds = |time: i64| scaled(time as f64 / SECOND as f64);
        for (place, (row, fits)) in self.numbers.chunks_exact_mut(FEATURES).zip(&self.fits).enumerate() {
            let Some(&job) = queue.get(place) else {
                row.fill(0.0);
                continue;
            };
            let one = jobs.jobs.at(job);
            let size = (jobs.size(job) as f32 / self.nodes).min(1.0);
            let fits = if *fits { 1.0 } else { 0.0 };
            row.copy_from_slice(&[1.0, size, seconds(one.estimate), seconds(now - one.submit), fits]);
        }
        let (waiting, started, most) = (queue.len() as f32, self.held.len() as f32, self.fits.len());
        let beyond = waiting / (waiting + most as f32);
        let free = self.machine.free_processors() as f32 / self.nodes;
        self.numbers[most * FEATURES..].copy_from_slice(&[1.0, free, beyond, started / (started + 10.0), 0.0]);
        self.bytes.clear();
        self.bytes.extend(self.numbers.iter().flat_map(|number| number.to_ne_bytes()));
        shown(0, &self.bytes);
    }
}

/// A positive time on a logarithmic scale: 0 for nothing, 1 for three years and more.
fn scaled(seconds: f64) -> f32 {
    ((1.0 + seconds.max(0.0)).ln() / 1e8f64.ln()).min(1.0) as f32
}
