//! Environments for reinforcement learning: a run that stops at each decision.

mod allocation;
mod episode;
mod scheduling;

use crate::arguments::Setting;
use crate::error::Failure;
use crate::interrupt::attached;
use crate::log::Log;
use crate::prepare::one_run;
use allocation::Boxes;
use episode::{Episode, Reward};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use scheduling::Queue;
use subtorus::budget::Budget;
use subtorus::experiment::OneRun;
use subtorus::time::SECOND;
use subtorus::workload::Jobs;

/// What an environment lets its user choose. An action is a number from 0.
trait Choices {
    /// Empties the machine.
    fn clear(&mut self);

    /// Frees what a job held.
    fn release(&mut self, job: usize);

    /// Finds the possible actions.
    fn look(&mut self, episode: &Episode);

    /// How many actions start a job, possible or not.
    fn count(&self) -> usize;

    /// Whether the action of this number can start a job now.
    fn is_possible(&self, action: usize) -> bool;

    /// Whether there is a further action, to wait for the next event.
    fn can_wait(&self) -> bool;

    /// Starts a job by a possible action. Returns the reward.
    fn start(&mut self, action: usize, episode: &mut Episode, reward: Reward) -> f64;

    /// The sizes in bytes of the memories that show the state.
    fn views(&self) -> Vec<usize>;

    /// The state, as the observations of Python describe it: a memory for each.
    fn show(&mut self, episode: &Episode, shown: &mut dyn FnMut(usize, &[u8]));
}

/// A run that stops whenever there is something to choose.
#[pyclass(unsendable, module = "subtorus._engine")]
pub struct Environment {
    run: OneRun,
    episode: Episode,
    choices: Box<dyn Choices>,
    reward: Reward,
    /// Whether the last action was not possible.
    invalid: bool,
    views: Vec<Memory>,
    mask: Memory,
}

#[pymethods]
impl Environment {
    /// Which of the first `most` waiting jobs starts, or to wait. One view: the observation.
    #[staticmethod]
    fn scheduling(
        py: Python<'_>,
        log: Option<&Log>,
        settings: Vec<Setting>,
        most: usize,
        by_slowdown: bool,
    ) -> PyResult<Environment> {
        Environment::new(py, log, &settings, by_slowdown, |run| Ok(Box::new(Queue::new(run, most)?)))
    }

    /// In which of the first `most` free boxes the first job of the queue runs. Two views: which nodes are free, a byte for
    /// each; and base and extents of each candidate, as shares of the machine's extents.
    #[staticmethod]
    fn allocation(
        py: Python<'_>,
        log: Option<&Log>,
        settings: Vec<Setting>,
        most: usize,
        by_slowdown: bool,
    ) -> PyResult<Environment> {
        Environment::new(py, log, &settings, by_slowdown, |run| Ok(Box::new(Boxes::new(run.machine.clone(), most))))
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
            self.choices.clear();
            self.go_on(py);
            Ok(())
        })
    }

    /// Takes an action. One that is not possible counts as waiting while something is to come, if that is a choice, else
    /// as the first possible one. Returns the reward.
    fn step(&mut self, py: Python<'_>, action: usize) -> PyResult<f64> {
        attached(|| {
            if self.episode.is_over() {
                return Err(Failure::new("step", "the episode is over", "", "call reset first"));
            }
            let Environment { episode, choices, .. } = self;
            let is_possible = choices.is_possible(action);
            let waits = !is_possible && choices.can_wait() && episode.has_next();
            self.invalid = !(is_possible || waits && action == choices.count());
            let first = || (0..choices.count()).find(|&other| choices.is_possible(other));
            let chosen = Some(action).filter(|_| is_possible || waits).or_else(first);
            let mut reward = 0.0;
            match chosen {
                Some(_) if waits => self.advance(),
                Some(action) => reward = self.choices.start(action, &mut self.episode, self.reward),
                None => return Err(Failure::Defect("the first job has no place on the empty machine".into())),
            }
            self.go_on(py);
            Ok(reward)
        })
    }

    /// The memory of each view.
    #[getter]
    fn views(&self, py: Python<'_>) -> Vec<Py<PyByteArray>> {
        self.views.iter().map(|view| view.0.clone_ref(py)).collect()
    }

    /// Which actions are possible, a byte for each.
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

impl Environment {
    /// The environment of a run before its first episode.
    fn new(
        py: Python<'_>,
        log: Option<&Log>,
        settings: &[Setting],
        by_slowdown: bool,
        choices: impl FnOnce(&OneRun) -> Result<Box<dyn Choices>, Failure>,
    ) -> PyResult<Environment> {
        attached(|| {
            let run = prepare(log, settings)?;
            let choices = choices(&run)?;
            let views = choices.views().into_iter().map(|bytes| Memory::new(py, bytes)).collect::<PyResult<_>>()?;
            let mask = Memory::new(py, choices.count() + usize::from(choices.can_wait()))?;
            let episode = Episode::new(jobs_from(&run.jobs, 0, 0));
            let reward = if by_slowdown { Reward::Slowdown } else { Reward::Wait };
            Ok(Environment { run, episode, choices, reward, invalid: false, views, mask })
        })
    }

    /// Goes to the next event.
    fn advance(&mut self) {
        self.episode.advance(|job| self.choices.release(job));
    }

    /// Goes on until a job can start or all have, and shows the state.
    fn go_on(&mut self, py: Python<'_>) {
        self.choices.look(&self.episode);
        while !self.episode.is_over() && self.episode.has_next() && !self.mask_bytes().contains(&1) {
            self.advance();
            self.choices.look(&self.episode);
        }
        let Environment { episode, choices, views, .. } = self;
        choices.show(episode, &mut |place, bytes| views[place].write(py, bytes));
        let mut mask = self.mask_bytes();
        if self.choices.can_wait() {
            mask.push(u8::from(self.episode.has_next()));
        }
        self.mask.write(py, &mask);
    }

    /// 1 for each action that can start a job.
    fn mask_bytes(&self) -> Vec<u8> {
        (0..self.choices.count()).map(|action| u8::from(self.choices.is_possible(action))).collect()
    }
}

/// The run of an environment. Jobs that communicate have no run times, and cannot be stepped through.
fn prepare(log: Option<&Log>, settings: &[Setting]) -> Result<OneRun, Failure> {
    let run = one_run(log.map(|log| &*log.data), settings, &Budget::USUAL, "an environment")?;
    if run.plan.experiment().communication.uses_network() {
        return Err(Failure::new("service", "jobs that communicate have no run times", "service=runtime", ""));
    }
    Ok(run)
}

/// The jobs of an episode: `length` of those of a run, from this one on, at most to the end.
fn jobs_from(all: &Jobs, start: usize, length: usize) -> Jobs {
    let last = start.saturating_add(length).min(all.jobs.len());
    let first = all.jobs.submit.get(start).unwrap_or(0);
    let jobs = (start..last).map(|job| {
        let job = all.jobs.at(job);
        subtorus::workload::Job { submit: job.submit - first, ..job }
    });
    let user = (start..last).filter_map(|job| all.user.get(job)).collect();
    Jobs { jobs: jobs.collect(), requests: all.requests.clone(), messages: Vec::new(), user, ..*all }
}

/// Memory that this side writes and an array of NumPy shows.
struct Memory(Py<PyByteArray>);

impl Memory {
    fn new(py: Python<'_>, bytes: usize) -> PyResult<Memory> {
        Ok(Memory(PyByteArray::new_with(py, bytes, |_| Ok(()))?.unbind()))
    }

    /// Replaces the content, unless the caller has resized the memory.
    #[allow(unsafe_code)]
    fn write(&self, py: Python<'_>, bytes: &[u8]) {
        let target = self.0.bind(py);
        if target.len() == bytes.len() {
            // SAFETY: this thread holds the interpreter's lock, and no code of Python runs until the copy is made.
            unsafe { target.as_bytes_mut() }.copy_from_slice(bytes);
        }
    }
}
