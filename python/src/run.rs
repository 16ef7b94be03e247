//! One run: its metrics, schedule and events, and why a job waited.

use crate::arguments::{Setting, budget, refuse_columns, refuse_conflicts, refuse_sweeps, set_all};
use crate::error::Failure;
use crate::interrupt::{Interrupt, attached, interruptible};
use crate::log::{Log, LogData};
use crate::own::{self, PythonPolicy};
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{CellResult, Experiment, OneRun, Plan, Results, permalink};
use subtorus::report::events::Events;
use subtorus::report::job_explanation::JobTimes;
use subtorus::report::losses;
use subtorus::report::results::RunReport;
use subtorus::report::run::distributions;
use subtorus::report::schedule::Schedule;
use subtorus::run::{Tracer, Waits};
use subtorus::simulation::observers::{Placements, Times};
use subtorus::simulation::{Observer, Recorder};
use subtorus::time::Time;

/// The run that keywords describe, ready to start.
fn prepare(log: Option<&LogData>, settings: &[Setting], budget: &Budget) -> Result<OneRun, Failure> {
    let mut experiment = OneRun::experiment();
    experiment.codes.engine = Some(own::engine);
    refuse_sweeps(settings)?;
    set_all(&mut experiment, settings)?;
    OneRun::refuse_several(&experiment, "simulate").map_err(|error| Failure::of(&error))?;
    if let Some(log) = log {
        refuse_columns(settings)?;
        log.become_log_of(&mut experiment, false)?;
    }
    refuse_conflicts(&experiment)?;
    let log = log.map(|log| &log.reading.log);
    let (plan, selected) = Plan::prepare(budget, &experiment, log).map_err(|error| own::failure_of_plan(&error))?;
    OneRun::of(plan, selected).map_err(|error| own::failure_of_start(&error))
}

/// A run with what takes part in it.
struct Playing<'a> {
    run: &'a OneRun,
    policy: Option<&'a PythonPolicy>,
    /// The starts of the jobs in the first run, if own code takes part and it runs again.
    starts: Option<&'a [Time]>,
}

impl Playing<'_> {
    /// Runs it. Own code must do what it did the first time.
    fn observe(&self, observer: &mut dyn Observer) -> Result<(), Failure> {
        let Playing { run, policy, starts } = self;
        let mut observers = (observer, starts.map(|_| Times::new(&run.jobs)));
        let ran = match policy {
            Some(policy) => run.plan.observe_own(0, &run.jobs, *policy, &mut observers),
            None => run.observe(&mut observers),
        };
        ran.map_err(|failure| Failure::of_run(&failure))?;
        match (starts, observers.1) {
            (Some(starts), Some(again)) if again.start != *starts => Err(self.changed(starts, &again.start)),
            _ => Ok(()),
        }
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
    fn report(&self, further: &mut dyn Observer) -> Result<(String, Vec<Time>), Failure> {
        let run = self.run;
        let recorder = Recorder::new(&run.jobs, &run.machine).with_boxes_down(run.plan.boxes_down(0));
        let mut observers = (recorder, further);
        self.observe(&mut observers)?;
        let recorder = observers.0;
        let result = CellResult { metrics: recorder.metrics(), jobs: run.jobs.jobs.len() as u32 };
        let results = Results::new(&run.plan, &run.selected);
        let report = RunReport::new(&result, results.dropped(0), results.lost_work(0));
        let report = report.with_refused(run.plan.refused_work(0));
        let report = serde_json::to_string(&report).map_err(|error| Failure::Defect(error.to_string()))?;
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
            let run = prepare(log.as_deref(), &settings, &budget)?;
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
        let run = prepare(read.as_deref(), &settings, &budget)?;
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
            let (ids, scheduling) = (run.plan.ids(0), run.plan.experiment().scheduling[0]);
            let events = Events::new(&run.jobs, &ids, &run.machine, scheduling, &mut written);
            let mut observers = (events.without(&run.machine, &run.plan.boxes_down(0)), stop);
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
            let (ids, order) = (run.plan.ids(0), run.plan.experiment().scheduling[0].order);
            let effective = run.plan.effective(0, &run.jobs).map_err(|failure| Failure::of_run(&failure))?;
            let tracer = Tracer::new(&run.jobs, &ids, &run.machine, order, &effective);
            let mut observers = (tracer, stop);
            playing.observe(&mut observers)?;
            let trace = observers.0.finish().with_origins(&run.plan.origins(0));
            distributions(&run.plan, 0, &trace).map_err(|failure| Failure::of_run(&failure))
        })
    }

    /// The sentences of `subtorus why` about the job of this number.
    fn why(&self, py: Python<'_>, number: i64) -> PyResult<Vec<String>> {
        let ids = self.run.plan.ids(0);
        let Some(job) = ids.iter().position(|id| *id == number) else {
            let nearest = ids.iter().min_by_key(|id| id.abs_diff(number)).copied().unwrap_or_default();
            let (found, remedy) = (format!("no job of number {number} runs"), format!("the nearest is {nearest}"));
            return Err(Failure::new("job", found, "the number of a job that runs", &remedy).into());
        };
        let work = why(job, ids);
        self.again(py, work)
    }

    /// How many jobs ran.
    fn __len__(&self) -> usize {
        self.run.jobs.jobs.len()
    }
}

/// The explanation of a job, by its index.
fn why(job: usize, ids: Vec<i64>) -> impl FnOnce(&Playing, Interrupt) -> Result<Vec<String>, Failure> + Send + 'static {
    move |playing, stop| {
        let run = playing.run;
        let waits = Waits::of(&run.jobs, &run.machine, job).without(&run.machine, &run.plan.boxes_down(0));
        let mut observers = (waits, (Times::new(&run.jobs), (Placements::new(&run.jobs), stop)));
        playing.observe(&mut observers)?;
        let (waits, (times, (placements, _))) = observers;
        let blocks: Vec<_> = placements.blocks[job].iter().collect();
        let life = JobTimes {
            ids: &ids,
            job,
            processors: run.jobs.size(job),
            shape: run.jobs.shape(job),
            estimate: run.jobs.jobs.estimate.at(job),
            submit: run.jobs.jobs.submit.at(job),
            start: times.start[job],
            end: times.end[job],
            waits: waits.intervals(),
            passed_by: waits.passed_by(),
            blocks: &blocks,
            cycles: run.plan.experiment().communication.uses_network(),
        };
        Ok(life.story())
    }
}
