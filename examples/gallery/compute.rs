//! One figure, computed on all processors.

use flate2::read::GzDecoder;
use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{CellResult, Plan, Results, permalink};
use subtorus::formats;
use subtorus::papers::{Preset, SampleLog};
use subtorus::simulation::overhead::Clock;
use subtorus::workload::{Log, Selected};

use crate::place;

/// The log of a figure, as published.
fn log_of(sample: &SampleLog) -> Result<Log, Box<dyn Error>> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(place("samples").join(sample.file))?).read_to_end(&mut bytes)?;
    Ok(formats::read(&bytes).0)
}

/// The runs of a figure, and the jobs that they are about.
pub fn plan(preset: &Preset) -> Result<(Plan, Selected), Box<dyn Error>> {
    let log = preset.log.as_ref().map(log_of).transpose()?;
    let (experiment, complaints) = permalink::read(&preset.link);
    assert!(complaints.is_empty(), "{preset}: {complaints:?}");
    Ok(Plan::prepare(&Budget::USUAL, &experiment, log.as_ref())?)
}

/// The results of a figure, and their processor time in seconds.
pub fn results(preset: &Preset) -> Result<(Results, f64), Box<dyn Error>> {
    let (plan, selected) = plan(preset)?;
    let mut results = Results::new(&plan, &selected);
    let mut cells = results.first_cells();
    let mut seconds = 0.0;
    while !cells.is_empty() {
        let mut more = Vec::new();
        for (cell, outcome, took) in run_on_all_processors(&plan, cells) {
            seconds += took;
            more.extend(results.put(cell, outcome));
        }
        cells = more;
    }
    if let Some(failure) = results.failures().next() {
        return Err(format!("{preset}: {failure}").into());
    }
    Ok((results, seconds))
}

type Outcome = (usize, Result<CellResult, Diagnostic>, f64);

fn run_on_all_processors(plan: &Plan, cells: Vec<usize>) -> Vec<Outcome> {
    let queue = Mutex::new(plan.heaviest_first(cells).into_iter());
    let clock = WallClock(Instant::now());
    let work = || {
        let next = || queue.lock().expect("no thread panics while it holds the queue").next();
        let run = |cell| {
            let began = processor_seconds(&clock);
            let outcome = plan.run(cell, Some(&clock)).map_err(|failure| Diagnostic::of(&failure));
            (cell, outcome, processor_seconds(&clock) - began)
        };
        std::iter::from_fn(next).map(run).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a run does not panic")).collect()
    })
}

/// The processor time of this thread if the system reports it. Otherwise the elapsed time, which is more if processors
/// are shared.
fn processor_seconds(clock: &WallClock) -> f64 {
    let said = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = said.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.unwrap_or_else(|| clock.nanoseconds()) / 1e9
}

struct WallClock(Instant);

impl Clock for WallClock {
    fn nanoseconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e9
    }
}
