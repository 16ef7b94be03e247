//! Environments for reinforcement learning: a run that stops at each decision.

mod allocation;
mod episode;
mod scheduling;

pub use allocation::Allocation;
pub use scheduling::Scheduling;

use crate::arguments::{Setting, refuse_conflicts, refuse_sweeps, set_all};
use crate::error::Failure;
use crate::log::LogData;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use subtorus::budget::Budget;
use subtorus::experiment::{OneRun, Plan};
use subtorus::workload::Jobs;

/// The run that keywords describe. Jobs that communicate have no run times, and cannot be stepped through.
fn prepare(log: Option<&LogData>, settings: &[Setting]) -> Result<OneRun, Failure> {
    let mut experiment = OneRun::experiment();
    refuse_sweeps(settings)?;
    set_all(&mut experiment, settings)?;
    OneRun::refuse_several(&experiment, "an environment").map_err(|error| Failure::of(&error))?;
    if experiment.communication.uses_network() {
        return Err(Failure::new("service", "jobs that communicate have no run times", "service=runtime", ""));
    }
    if let Some(log) = log {
        log.become_log_of(&mut experiment, false)?;
    }
    refuse_conflicts(&experiment)?;
    let log = log.map(|log| &log.reading.log);
    let planned = Plan::prepare(&Budget::USUAL, &experiment, log).map_err(|error| Failure::of(&error))?;
    OneRun::of(planned.0, planned.1).map_err(|error| Failure::of(&error))
}

/// The jobs of an episode: `length` of those of a run, from this one on, at most to the end.
fn jobs_from(all: &Jobs, start: usize, length: usize) -> Jobs {
    let last = start.saturating_add(length).min(all.jobs.len());
    let first = all.jobs.submit.get(start).unwrap_or(0);
    let jobs = (start..last).map(|job| {
        let job = all.jobs.at(job);
        subtorus::workload::Job { submit: job.submit - first, ..job }
    });
    Jobs { jobs: jobs.collect(), requests: all.requests.clone(), messages: Vec::new(), ..*all }
}

/// Memory that this side writes and an array of NumPy shows.
struct Shown(Py<PyByteArray>);

impl Shown {
    fn new(py: Python<'_>, bytes: usize) -> PyResult<Shown> {
        Ok(Shown(PyByteArray::new_with(py, bytes, |_| Ok(()))?.unbind()))
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

    /// The same with numbers of 32 bits.
    fn write_numbers(&self, py: Python<'_>, numbers: &[f32], bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend(numbers.iter().flat_map(|number| number.to_ne_bytes()));
        self.write(py, bytes);
    }
}

/// A positive time on a logarithmic scale: 0 for nothing, 1 for three years and more.
fn scaled(seconds: f64) -> f32 {
    ((1.0 + seconds.max(0.0)).ln() / 1e8f64.ln()).min(1.0) as f32
}
