//! Own policies: objects of Python with `key`, `pick` or both.

use super::reported;
use crate::error::Failure;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList};
use std::cell::{OnceCell, RefCell};
use subtorus::allocation::own::CodeException;
use subtorus::experiment::OneRun;
use subtorus::scheduling::{KeyChanges, OwnPolicy, State};
use subtorus::time::{SECOND, Time};
use subtorus::workload::{JobOwners, Jobs};

/// Seconds of a time.
fn seconds(time: Time) -> f64 {
    time as f64 / SECOND as f64
}

/// An object of Python as a policy of a run. It is used on one thread, which holds the interpreter's lock.
pub struct PythonPolicy {
    key: Option<Py<PyAny>>,
    pick: Option<Py<PyAny>>,
    changes: KeyChanges,
    /// The jobs as objects, made when they are first asked for.
    objects: Vec<OnceCell<Py<PyAny>>>,
    class: Py<PyAny>,
    /// The time of the pass as an object.
    now: RefCell<(Time, Py<PyFloat>)>,
    /// Whether a job fits on the machine, for `pick`.
    machine: Py<PyAny>,
    jobs: Jobs,
    ids: Vec<i64>,
    owners: JobOwners,
}

impl PythonPolicy {
    /// The policy for a run. Fails if the object has neither `key` nor `pick`.
    pub fn new(py: Python<'_>, policy: Py<PyAny>, run: &OneRun) -> Result<PythonPolicy, Failure> {
        let policy = policy.bind(py);
        let method = |name: &str| policy.getattr_opt(name).map(|found| found.filter(|found| found.is_callable()));
        let (key, pick) = (method("key")?, method("pick")?);
        if key.is_none() && pick.is_none() {
            let expected = "a name, or an object with key(job, now), pick(queue, running, machine) or both";
            return Err(Failure::new("scheduling", "this object has neither key nor pick", expected, ""));
        }
        let changes = policy.getattr_opt("changes_with_time")?.map_or(Ok(true), |changes| changes.is_truthy())?;
        let own = py.import("subtorus.own")?;
        let count = run.jobs.jobs.len();
        Ok(PythonPolicy {
            key: key.map(Bound::unbind),
            pick: pick.map(Bound::unbind),
            changes: if changes { KeyChanges::WithTime } else { KeyChanges::Never },
            objects: (0..count).map(|_| OnceCell::new()).collect(),
            class: own.getattr("Job")?.unbind(),
            now: RefCell::new((0, PyFloat::new(py, 0.0).unbind())),
            machine: own.getattr("FreeMachine")?.unbind(),
            jobs: run.jobs.clone(),
            ids: run.plan.ids(0),
            owners: run.plan.origins(0).into_owned(),
        })
    }

    /// A job as an object.
    fn object(&self, py: Python<'_>, job: usize) -> PyResult<&Py<PyAny>> {
        if let Some(known) = self.objects[job].get() {
            return Ok(known);
        }
        let one = self.jobs.jobs.at(job);
        let owner = |column: &subtorus::workload::Column<i32>| column.get(job).filter(|number| *number >= 0);
        let made = self.class.call1(
            py,
            (
                job,
                self.ids.get(job).copied().unwrap_or(job as i64 + 1),
                seconds(one.submit),
                self.jobs.size(job),
                self.jobs.shape(job).map(|shape| shape.to_vec()),
                seconds(one.estimate),
                seconds(one.runtime),
                owner(&self.owners.user),
                owner(&self.owners.queue),
                owner(&self.owners.partition),
            ),
        )?;
        Ok(self.objects[job].get_or_init(|| made))
    }

    /// A time as an object.
    fn now(&self, py: Python<'_>, now: Time) -> Py<PyFloat> {
        let mut known = self.now.borrow_mut();
        if known.0 != now {
            *known = (now, PyFloat::new(py, seconds(now)).unbind());
        }
        known.1.clone_ref(py)
    }

    fn ask_pick(&self, py: Python<'_>, state: &State, now: Time) -> PyResult<Option<usize>> {
        let Some(pick) = &self.pick else { return Ok(None) };
        let queue: Vec<&Py<PyAny>> = state.waiting.iter().map(|job| self.object(py, job)).collect::<PyResult<_>>()?;
        if queue.is_empty() {
            return Ok(None);
        }
        let fits: Vec<bool> = state.waiting.iter().map(|job| state.fits(job)).collect();
        let running: Vec<(&Py<PyAny>, f64)> = state
            .running
            .iter()
            .map(|run| Ok((self.object(py, run.job)?, seconds(run.estimated_end))))
            .collect::<PyResult<_>>()?;
        let queue = PyList::new(py, queue)?;
        let machine = self.machine.call1(py, (self.now(py, now), state.allocator.free_processors(), &queue, fits))?;
        let answer = pick.call1(py, (queue, PyList::new(py, running)?, machine))?;
        if answer.is_none(py) {
            return Ok(None);
        }
        let index = answer.bind(py).getattr_opt("index")?.and_then(|index| index.extract().ok());
        // A value that is no job becomes a number of none, which the library refuses.
        Ok(Some(index.unwrap_or(usize::MAX)))
    }
}

impl OwnPolicy for PythonPolicy {
    fn orders(&self) -> Option<KeyChanges> {
        self.key.as_ref().map(|_| self.changes)
    }

    fn key(&self, job: usize, now: Time) -> Result<f64, CodeException> {
        let Some(key) = &self.key else { return Ok(0.0) };
        Python::attach(|py| {
            let ask = || key.call1(py, (self.object(py, job)?, self.now(py, now)))?.extract(py);
            reported(py, ask())
        })
    }

    fn chooses(&self) -> bool {
        self.pick.is_some()
    }

    fn choose(&self, state: &State, now: Time) -> Result<Option<usize>, CodeException> {
        Python::attach(|py| reported(py, self.ask_pick(py, state, now)))
    }
}
