//! Sweeps: every cell of an experiment, on all cores.

use crate::arguments::{Setting, budget, read_link, refuse_columns, refuse_conflicts, set_all};
use crate::error::Failure;
use crate::figures;
use crate::interrupt::{Interrupt, News, interruptible, wait};
use crate::log::{Log, LogData};
use crate::own;
use crate::threads::on_threads;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Instant;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::shards::Outcome;
use subtorus::experiment::{Experiment, Plan, Results};
use subtorus::figure::Imprint;
use subtorus::papers;
use subtorus::report::results::Records;
use subtorus::report::{losses, results, saturation};
use subtorus::simulation::overhead::Clock;
use subtorus::view::{Permalink, View};
use subtorus::workload::Selected;

/// The results of a sweep.
#[pyclass(frozen, module = "subtorus._engine")]
pub struct Sweep {
    results: Results,
    view: View,
    warnings: Vec<String>,
}

/// The plan and the view of a permalink, if there is one, with further parameters.
fn prepare(
    log: Option<&LogData>,
    link: Option<&str>,
    settings: &[Setting],
    budget: &Budget,
) -> Result<(Plan, Selected, View), Failure> {
    let mut given = link.map_or(Ok(Permalink::default()), read_link)?;
    given.experiment.codes.engine = Some(own::engine);
    set_all(&mut given, settings)?;
    let experiment = &mut given.experiment;
    match log {
        Some(log) => {
            refuse_columns(settings)?;
            let expected = experiment.sha256.clone();
            log.become_log_of(experiment, true)?;
            if let (Some(expected), Some(found)) = (expected, &experiment.sha256)
                && expected != *found
            {
                let found = format!("{} is not the log of the link: its SHA-256 is {found}", log.name);
                return Err(Failure::new("log", found, &expected, "read the log that the link names"));
            }
        }
        None if experiment.uses_log() => {
            let Experiment { log, log_url, sha256, .. } = given.experiment;
            let name = log.or(log_url).or(sha256).unwrap_or_default();
            let found = format!("the link's jobs come from the log {name}, which is not given");
            return Err(Failure::new("log", found, "", "give it as log, from read_log or sample"));
        }
        None => {}
    }
    refuse_conflicts(&given.conflicts())?;
    let log = log.map(|log| &log.reading.log);
    let planned = Plan::prepare(budget, &given.experiment, log);
    let (plan, selected) = planned.map_err(|error| own::failure_of_plan(&error))?;
    Ok((plan, selected, given.view))
}

/// Runs every cell of an experiment. `progress` is called with the numbers of finished and of known runs.
#[pyfunction]
#[pyo3(signature = (log, link, settings, limit, progress))]
pub fn sweep(
    py: Python<'_>,
    log: Option<&Log>,
    link: Option<String>,
    settings: Vec<Setting>,
    limit: i64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sweep> {
    own::forget_thrown();
    let (log, budget, interrupt) = (log.map(|log| log.data.clone()), budget(limit)?, Interrupt::default());
    let work = move || prepare(log.as_deref(), link.as_deref(), &settings, &budget);
    let (plan, selected, view) = interruptible(py, &interrupt, work)?;
    let mut results = Results::new(&plan, &selected);
    let warnings = losses(&plan, &selected);
    let running = Running { threads: threads(&plan, &budget), plan: Arc::new(plan), interrupt };
    running.run(py, &mut results, progress.as_ref())?;
    own::raise_thrown(py)?;
    Ok(Sweep { results, view, warnings })
}

/// The permalink of an experiment that keywords describe.
#[pyfunction]
pub fn link(py: Python<'_>, log: Option<&Log>, settings: Vec<Setting>) -> PyResult<String> {
    let log = log.map(|log| log.data.clone());
    interruptible(py, &Interrupt::default(), move || {
        let mut link = Permalink::default();
        set_all(&mut link, &settings)?;
        if let Some(log) = log {
            log.become_log_of(&mut link.experiment, true)?;
        }
        Ok(link.write())
    })
}

/// As many threads as there are cores, if memory allows.
fn threads(plan: &Plan, budget: &Budget) -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(plan.demand.workers(budget) as usize)
}

/// The cells of a plan, on several threads.
struct Running {
    plan: Arc<Plan>,
    threads: usize,
    interrupt: Interrupt,
}

impl Running {
    fn run(&self, py: Python<'_>, results: &mut Results, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let (mut cells, mut done, mut known) = (results.first_cells(), 0, 0);
        while !cells.is_empty() {
            known += cells.len();
            let mut more = Vec::new();
            let mut receiver = self.start(cells);
            loop {
                let (again, news) = wait(py, receiver, &self.interrupt)?;
                receiver = again;
                match news {
                    News::Message((cell, outcome)) => {
                        more.extend(results.put(cell, outcome?));
                        done += 1;
                        if let Some(progress) = progress {
                            progress.call1(py, (done, known + more.len())).inspect_err(|_| self.interrupt.set())?;
                        }
                    }
                    News::Nothing => {}
                    News::End => break,
                }
            }
            cells = more;
        }
        Ok(())
    }

    /// Starts these cells, the heaviest first.
    fn start(&self, cells: Vec<usize>) -> Receiver<(usize, Result<Outcome, Failure>)> {
        let (plan, interrupt, started) = (self.plan.clone(), self.interrupt.clone(), Instant::now());
        let run = move |&cell: &usize| {
            let ran = plan.run_beside(cell, Some(&WallClock(started)), &mut interrupt.clone());
            ran.map_err(|failure| Diagnostic::of(&failure))
        };
        on_threads(self.plan.heaviest_first(cells), self.threads, &self.interrupt, run)
    }
}

/// The computer's clock.
struct WallClock(Instant);

impl Clock for WallClock {
    fn nanoseconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e9
    }
}

impl Sweep {
    fn imprint(&self) -> Imprint {
        Imprint { address: self.link(), ..Imprint::default() }
    }
}

#[pymethods]
impl Sweep {
    /// The table of `subtorus sweep`.
    fn csv(&self) -> String {
        results::csv(&self.results, &self.imprint())
    }

    /// The records of `subtorus sweep --format json`.
    fn json(&self) -> String {
        Records::new(&self.results, &self.imprint()).text()
    }

    /// The table of `subtorus sweep --format saturation`.
    fn saturation(&self) -> String {
        saturation::csv(&self.results)
    }

    #[getter]
    fn link(&self) -> String {
        self.view.link(self.results.experiment())
    }

    /// What did not run, and sentences about machines that drop much of the work.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let excluded = self.results.exclusions().map(|excluded| format!("not run: {excluded}"));
        let failed = self.results.failures().map(|failure| format!("failed: {failure}"));
        self.warnings.iter().cloned().chain(excluded).chain(failed).collect()
    }

    /// The values that the figure of this name prints, as JSON: curve, statement, and whether the results agree.
    fn printed(&self, name: &str) -> PyResult<String> {
        Ok(figures::printed(preset(name)?, &self.results))
    }

    /// The charts in the page's style, as JSON.
    fn charts(&self) -> String {
        figures::charts(&self.results)
    }
}

/// The figures of papers: name, link, the log that it needs, what it shows.
#[pyfunction]
pub fn figure_list() -> Vec<(String, String, Option<&'static str>, String)> {
    let sweeps = papers::all().filter(|preset| !preset.is_batch());
    let row = |preset: &papers::Preset| {
        (preset.slug(), preset.link.clone(), preset.log.map(|log| log.file), preset.shows.clone())
    };
    sweeps.map(row).collect()
}

/// The figure of this name.
fn preset(name: &str) -> Result<&'static papers::Preset, Failure> {
    papers::all().find(|preset| preset.slug() == name && !preset.is_batch()).ok_or_else(|| {
        let known: Vec<String> =
            papers::all().filter(|preset| !preset.is_batch()).map(|preset| preset.slug()).collect();
        Failure::new("name", format!("'{name}' is no figure"), &known.join(", "), "")
    })
}
