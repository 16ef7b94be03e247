//! One run: its metrics, schedule and events, and why a job waited.

use crate::arguments::{Setting, budget};
use crate::error::Failure;
use crate::interrupt::{Interrupt, attached, interruptible};
use crate::log::{Log, LogData};
use crate::own::{self, PythonPolicy};
use crate::prepare::one_run;
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, OneRun, permalink};
use subtorus::report::events::Events;
use subtorus::report::job_explanation::JobObserver;
use subtorus::report::schedule::Schedule;
use subtorus::report::{losses, one_run as reports};
use subtorus::simulation::Observer;
use subtorus::simulation::observers::Times;
use subtorus::time::Time;

/// A run with what takes part in it.
struct Playing<'a> {
    run: &'a OneRun,
    policy: Option<&'a PythonPolicy>,
    /// The starts of the jobs in the first run, if own code takes part and it runs again.
    starts: Option<&'a [Time]>,
}

impl Playing<'_> {
    /// Runs it. Own code must do what it did the first time.
    fn observe(&self, mut observer: impl Observer) -> Result<(), Failure> {
        let Some(starts) = self.starts else { return self.play(&mut observer) };
        let mut observers = (observer, Times::new(&self.run.jobs));
        self.play(&mut observers)?;
        let again = observers.1.start;
        if again == starts { Ok(()) } else { Err(self.changed(starts, &again)) }
    }

    fn play(&self, observer: &mut dyn Observer) -> Result<(), Failure> {
        let played = match self.policy {
            Some(policy) => self.run.plan.observe_own(0, &self.run.jobs, policy, observer),
            None => self.run.observe(observer),
        };
        played.map_err(|failure| Failure::of_run(&failure))
    }

    /// The failure of own code that behaves otherwise than in the first run.
    fn changed(&self, first: &[Time], again: &[Time]) -> Failure {
        let job = (0..first.len()).find(|&job| first[job] != again[job]).unwrap_or_default();
        let problem = "own code started a job at another time when it ran again".into();
        let expected = "the same answers to the same questions".into();
        let diagnostic = Diagnostic { place: "scheduling".into(), problem, expected, remedy: String::new() };
        Failure::Policy { diagnostic, job: self.run.plan.ids(0).get(job).copied() }
    }

    /// Runs it with a recorder and a further observer. Returns the report, and the starts of the jobs.
    fn report(&self, further: impl Observer) -> Result<(String, Vec<Time>), Failure> {
        let run = self.run;
        let mut observers = (reports::recorder(run), further);
        self.observe(&mut observers)?;
        let recorder = observers.0;
        let report = reports::report(run, &recorder, |report| serde_json::to_string(report));
        let report = report.map_err(|error| Failure::Defect(error.to_string()))?;
        Ok((report, recorder.times.start))
    }
}

/// A finished run.
#[pyclass(frozen, module = "subtorus._engine")]
pub struct Run {
    log: Option<Arc<LogData>>,
    run: Arc<OneRun>,
    report: String,
    own: Option<OwnCode>,
    schedule: OnceLock<Arc<str>>,
}

/// The own code of a run, and what it did.
struct OwnCode {
    policy: Option<Py<PyAny>>,
    starts: Vec<Time>,
}

impl Run {
    /// Runs it again: without the interpreter's lock, or on the calling thread if own code takes part.
    fn again<T: Send + 'static>(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&Playing, Interrupt) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let interrupt = Interrupt::default();
        let Some(own) = &self.own else {
            let (run, stop) = (self.run.clone(), interrupt.clone());
            let work = move || make(&Playing { run: &run, policy: None, starts: None }, stop);
            return interruptible(py, &interrupt, work);
        };
        own::forget_thrown();
        attached(|| {
            let policy = own.policy.as_ref().map(|policy| policy.clone_ref(py));
            let policy = policy.map(|policy| PythonPolicy::new(py, policy, &self.run)).transpose()?;
            let playing = Playing { run: &self.run, policy: policy.as_ref(), starts: Some(&own.starts) };
            make(&playing, interrupt)
        })
    }
}

/// Runs one simulation. `strategy` and `policy` say whether own code takes part; the policy is the object itself.
#[pyfunction]
#[pyo3(signature = (log, settings, limit, strategy, policy))]
pub fn simulate(
    py: Python<'_>,
    log: Option<&Log>,
    settings: Vec<Setting>,
    limit: i64,
    strategy: bool,
    policy: Option<Py<PyAny>>,
) -> PyResult<Run> {
    let (log, budget) = (log.map(|log| log.data.clone()), budget(limit)?);
    let schedule = OnceLock::new();
    if strategy || policy.is_some() {
        own::forget_thrown();
        let (run, report, starts) = attached(|| {
            let run = one_run(log.as_deref(), &settings, &budget, "simulate")?;
            let policy = policy.as_ref().map(|policy| PythonPolicy::new(py, policy.clone_ref(py), &run)).transpose()?;
            let mut table = Schedule::new(&run.jobs);
            let playing = Playing { run: &run, policy: policy.as_ref(), starts: None };
            let (report, starts) = playing.report(&mut table)?;
            let _ = schedule.set(table.csv(&run.plan.ids(0)).into());
            drop(table);
            Ok((run, report, starts))
        })?;
        return Ok(Run { log, run: Arc::new(run), report, own: Some(OwnCode { policy, starts }), schedule });
    }
    let (interrupt, read) = (Interrupt::default(), log.clone());
    let mut stop = interrupt.clone();
    let (run, report) = interruptible(py, &interrupt, move || {
        let run = one_run(read.as_deref(), &settings, &budget, "simulate")?;
        let (report, _) = Playing { run: &run, policy: None, starts: None }.report(&mut stop)?;
        Ok((run, report))
    })?;
    Ok(Run { log, run: Arc::new(run), report, own: None, schedule })
}

#[pymethods]
impl Run {
    /// The report of `subtorus simulate`, as JSON.
    #[getter]
    fn report(&self) -> &str {
        &self.report
    }

    /// Sentences about machines that drop much of the work.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        losses(&self.run.plan, &self.run.selected)
    }

    /// The permalink of the run.
    #[getter]
    fn link(&self, py: Python<'_>) -> PyResult<String> {
        if self.own.as_ref().is_some_and(|own| own.policy.is_some()) {
            let found = "a policy in Python has no link: the page has only those of the catalogue";
            return Err(Failure::new("scheduling", found, "", "take a name, such as sjf/easy").into());
        }
        let (run, log) = (self.run.clone(), self.log.clone());
        interruptible(py, &Interrupt::default(), move || {
            let mut experiment: Experiment = run.plan.experiment().clone();
            if let Some(log) = log {
                log.become_log_of(&mut experiment, true)?;
            }
            Ok(permalink::write(&experiment))
        })
    }

    /// The table of `--schedule-out`.
    fn schedule(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(known) = self.schedule.get() {
            return Ok(known.to_string());
        }
        let made = self.again(py, |playing, stop| {
            let mut observers = (Schedule::new(&playing.run.jobs), stop);
            playing.observe(&mut observers)?;
            Ok(observers.0.csv(&playing.run.plan.ids(0)))
        })?;
        Ok(self.schedule.get_or_init(|| made.into()).to_string())
    }

    /// The lines of `--events`.
    fn events(&self, py: Python<'_>) -> PyResult<String> {
        self.again(py, |playing, stop| {
            let (run, mut written) = (playing.run, Vec::new());
            let ids = run.plan.ids(0);
            let mut observers = (Events::new(run, &ids, &mut written), stop);
            playing.observe(&mut observers)?;
            observers.0.finish().map_err(|error| Failure::Defect(error.to_string()))?;
            String::from_utf8(written).map_err(|error| Failure::Defect(error.to_string()))
        })
    }

    /// The table of `--distributions`. It ranks jobs by the order of the catalogue.
    fn distributions(&self, py: Python<'_>) -> PyResult<String> {
        if self.own.as_ref().is_some_and(|own| own.policy.is_some()) {
            let found = "the run has an own policy, and what jobs wait for is known only of those of the catalogue";
            return Err(Failure::new("distributions", found, "", "group schedule() instead").into());
        }
        self.again(py, |playing, stop| {
            let run = playing.run;
            let failed = |failure| Failure::of_run(&failure);
            let tracer = reports::tracer(run, &run.plan.ids(0)).map_err(failed)?;
            let mut observers = (tracer, stop);
            playing.observe(&mut observers)?;
            reports::distributions(run, observers.0).map_err(failed)
        })
    }

    /// The sentences of `subtorus why` about the job of this number.
    fn why(&self, py: Python<'_>, number: i64) -> PyResult<Vec<String>> {
        self.again(py, move |playing, stop| {
            let empty = playing.run.plan.allocator(0).map_err(|failure| Failure::of_run(&failure))?;
            let observer = JobObserver::new(playing.run, &*empty, number).map_err(|error| Failure::of(&error))?;
            let mut observers = (observer, stop);
            playing.observe(&mut observers)?;
            Ok(observers.0.finish().story())
        })
    }

    /// How many jobs ran.
    fn __len__(&self) -> usize {
        self.run.jobs.jobs.len()
    }
}
