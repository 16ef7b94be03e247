//! The page's batch of jobs: its parameters and the result of planning.

use subtorus::diagnostic::DiagnosticMessage;
use subtorus::parameter::InactiveValues;
use subtorus::report::batch::{self, PlannedBatch};
use subtorus::torus_batch::experiment::{BatchExperiment, PARAMETERS};
use subtorus::torus_batch::permalink;
use subtorus::web::{TraceArrays, complaints, received, trace_out};
use subtorus::{answers, editing, shown};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A batch, and the result when it was last planned.
#[wasm_bindgen]
#[derive(Default)]
pub struct BatchStudy {
    edited: BatchExperiment,
    planned: Option<PlannedBatch>,
    /// Settings that are kept until they have an effect again.
    aside: InactiveValues,
}

shown! { mut BatchStudy:
    /// Edits the experiment of a link from now on. Returns the diagnostics of the link.
    fn open(self, text: &str) -> Vec<Ts<DiagnosticMessage>> = {
        let (edited, found) = permalink::read(text);
        *self = BatchStudy { edited, ..BatchStudy::default() };
        complaints(found)
    };
    /// Takes the first jobs of a log from the beginning of its columns, unless that is lost. Returns a message.
    fn take_from_log(self, beginning: Option<Vec<u8>>, count: usize) -> String = batch::take(&mut self.edited, beginning.as_deref(), count);
    /// Takes the result of a worker.
    fn receive(self, planned: Ts<PlannedBatch>) -> Result<(), JsValue> = received(planned).map(|planned| self.planned = Some(planned));
}

shown! { BatchStudy:
    /// The sizes and times of the jobs, one after the other.
    fn jobs(self) -> Vec<String> = batch::job_rows(&self.edited.jobs).concat();
    /// The name of a file about the batch, without its extension.
    fn file_name(self) -> String = format!("subtorus-{}-{}", self.edited.problem, self.edited.side);
    /// The error of a job with this side; empty if there is none.
    fn complaint(self, size: &str, time: &str) -> String = batch::job_complaint(self.edited.side, size, time);
    /// The Gantt chart as SVG with this width in CSS pixels; empty if there is none.
    fn gantt(self, width: f64, dark: bool) -> String = self.planned.as_ref().map_or(String::new(), |planned| planned.gantt(width, dark));
    /// The schedule, to be opened like a run; none if there is none.
    fn trace(self) -> Option<TraceArrays> = self.planned.as_ref().and_then(PlannedBatch::trace).as_ref().map(trace_out);
    /// The schedule as comma-separated values, with all digits.
    fn csv(self) -> String = self.planned.as_ref().map_or(String::new(), |planned| planned.csv.clone());
}

editing!(BatchStudy, permalink::write);

answers! {
    /// An experiment without jobs.
    fn batch_study() -> BatchStudy = BatchStudy::default();
    /// The sizes and times of pasted rows, one after the other; none if the text is a single field.
    fn pasted_rows(text: &str) -> Vec<String> = batch::pasted_rows(text).concat();
}
