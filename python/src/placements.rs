//! The search for the placements that a site should permit, on all cores.

use crate::arguments::{Setting, budget, refuse_columns, refuse_conflicts, refuse_sweeps, with};
use crate::error::Failure;
use crate::interrupt::{Interrupt, News, interruptible, wait};
use crate::log::{Log, LogData};
use crate::threads::on_threads;
use pyo3::prelude::*;
use std::sync::Arc;
use std::thread;
use subtorus::budget::Budget;
use subtorus::experiment::placement_search::{Ascent, Candidate, Score};
use subtorus::experiment::{Experiment, OneRun, PlacementSearch, SearchLimits};
use subtorus::report::placements;

/// The best lists.
#[pyclass(frozen, module = "subtorus._engine")]
pub struct Placements {
    /// The table of `subtorus search-placements`.
    #[pyo3(get)]
    csv: String,
    /// The file of `subtorus search-placements --out`.
    #[pyo3(get)]
    topology: String,
}

fn prepare(
    log: Option<&LogData>,
    settings: &[Setting],
    budget: &Budget,
    limits: SearchLimits,
) -> Result<PlacementSearch, Failure> {
    if settings.iter().any(|(keyword, _)| keyword == "allocation") {
        return Err(Failure::new("allocation", "is what the search finds", "", "leave it out"));
    }
    refuse_sweeps(settings)?;
    let any_placement = Experiment { allocation: vec!["slurm-flat".into()], ..OneRun::experiment() };
    let mut experiment = with(any_placement, settings)?;
    OneRun::refuse_several(&experiment, "search_placements").map_err(|error| Failure::of(&error))?;
    if let Some(log) = log {
        refuse_columns(settings)?;
        log.become_log_of(&mut experiment, false)?;
    }
    refuse_conflicts(&experiment.conflicts())?;
    let log = log.map(|log| &log.reading.log);
    PlacementSearch::new(&experiment, log, budget, limits).map_err(|error| Failure::of(&error))
}

/// Searches the best lists of placements. The counts are the most sizes, shapes and runs, and the restarts. `progress` is
/// called with the numbers of finished runs and of the most runs.
#[pyfunction]
#[pyo3(signature = (log, settings, counts, rotated, limit, progress))]
pub fn search_placements(
    py: Python<'_>,
    log: Option<&Log>,
    settings: Vec<Setting>,
    counts: [i64; 4],
    rotated: bool,
    limit: i64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Placements> {
    let limits = limits(counts, rotated)?;
    let (log, budget, interrupt) = (log.map(|log| log.data.clone()), budget(limit)?, Interrupt::default());
    let search = interruptible(py, &interrupt, move || prepare(log.as_deref(), &settings, &budget, limits))?;
    let search = Arc::new(search);
    let ranked = run(py, &search, &interrupt, progress.as_ref())?;
    Ok(Placements { csv: placements::csv(&ranked), topology: placements::yaml(&search, &ranked) })
}

fn limits(counts: [i64; 4], rotated: bool) -> Result<SearchLimits, Failure> {
    let names = ["sizes", "shapes", "runs", "restarts"];
    let least = |name| i64::from(name != "restarts");
    for (name, count) in names.into_iter().zip(counts) {
        if !(least(name)..=1_000_000).contains(&count) {
            let expected = format!("a whole number from {} to 1000000", least(name));
            return Err(Failure::new(name, format!("{count} is out of range"), &expected, ""));
        }
    }
    let [sizes, shapes, budget, restarts] = counts.map(|count| count as usize);
    Ok(SearchLimits { sizes, shapes, rotated, budget, restarts: restarts as u32 })
}

/// Round by round, the runs of each on all cores.
fn run(
    py: Python<'_>,
    search: &Arc<PlacementSearch>,
    interrupt: &Interrupt,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Vec<(Candidate, Score)>> {
    let (mut ascent, mut done) = (Ascent::new(search), 0);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    loop {
        let open: Vec<(usize, Candidate)> =
            ascent.open().map(|(place, candidate)| (place, candidate.clone())).collect();
        if open.is_empty() {
            return Ok(ascent.ranked());
        }
        let (mine, stop) = (search.clone(), interrupt.clone());
        let score = move |(_, candidate): &(usize, Candidate)| mine.score_beside(candidate, &mut stop.clone());
        let mut receiver = on_threads(open, cores, interrupt, score);
        loop {
            let (again, news) = wait(py, receiver, interrupt)?;
            receiver = again;
            match news {
                News::Message(((place, _), score)) => {
                    let score = score?.map_err(|error| Failure::of(&error))?;
                    ascent.take(search, place, score);
                    done += 1;
                    if let Some(progress) = progress {
                        let most = search.limits().budget;
                        progress.call1(py, (done, most)).inspect_err(|_| interrupt.set())?;
                    }
                }
                News::Nothing => {}
                News::End => break,
            }
        }
    }
}
