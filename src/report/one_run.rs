//! A single run as the command line and the Python package observe and report it.

use super::results::RunReport;
use super::run;
use crate::experiment::{CellResult, OneRun, Results};
use crate::run::Tracer;
use crate::simulation::{Recorder, RunFailure};

/// The observer of the run's metrics.
pub fn recorder(run: &OneRun) -> Recorder<'_> {
    Recorder::new(&run.jobs, &run.machine).with_boxes_down(run.plan.boxes_down(0))
}

/// Writes the report of the run as JSON: from its recorder, after the run.
pub fn report(
    run: &OneRun,
    recorder: &Recorder,
    write: impl FnOnce(&RunReport) -> serde_json::Result<String>,
) -> serde_json::Result<String> {
    let result = CellResult { metrics: recorder.metrics(), jobs: run.jobs.jobs.len() as u32 };
    let results = Results::new(&run.plan, &run.selected);
    write(&RunReport::new(&result, results.dropped(0), results.lost_work(0), run.plan.refused_work(0)))
}

/// The observer behind the distributions of waits.
pub fn tracer(run: &OneRun, ids: &[i64]) -> Result<Tracer, RunFailure> {
    let effective = run.plan.effective(0, &run.jobs)?;
    let policy = run.plan.experiment().scheduling[0];
    Ok(Tracer::new(&run.jobs, ids, &run.machine, policy, &effective))
}

/// The distributions of waits, as a table: from their observer, after the run.
pub fn distributions(run: &OneRun, tracer: Tracer) -> Result<String, RunFailure> {
    let trace = tracer.finish().with_origins(&run.plan.origins(0));
    run::distributions(&run.plan, 0, &trace)
}
