//! What the page holds of a batch of jobs: its parameters, and what a worker has planned.

use super::arrays::{TraceArrays, trace_out};
use super::{answers, complaints, editing, received, shown};
use crate::diagnostic::DiagnosticMessage;
use crate::parameter::InactiveValues;
use crate::report::batch::{self, PlannedBatch};
use crate::torus_batch::experiment::{BatchExperiment, PARAMETERS};
use crate::torus_batch::permalink;
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A batch, and what came out of it when it was last planned.
#[wasm_bindgen]
#[derive(Default)]
pub struct BatchStudy {
    experiment: BatchExperiment,
    planned: Option<PlannedBatch>,
    /// What waits until it means something again.
    aside: InactiveValues,
}

shown! { mut BatchStudy:
    /// Edits the experiment of a link from now on. Returns the complaints about the link.
    fn open(self, text: &str) -> Vec<Ts<DiagnosticMessage>> = {
        let (experiment, found) = permalink::read(text);
        *self = BatchStudy { experiment, ..BatchStudy::default() };
        complaints(found)
    };
    /// Takes the first jobs of a log, whose columns begin so unless they are lost. Returns what there is to say about it.
    fn take_from_log(self, beginning: Option<Vec<u8>>, count: usize) -> String = batch::take(&mut self.experiment, beginning.as_deref(), count);
    /// Takes in what a worker has planned.
    fn receive(self, planned: Ts<PlannedBatch>) -> Result<(), JsValue> = received(planned).map(|planned| self.planned = Some(planned));
}

shown! { BatchStudy:
    /// The sizes and times of the jobs, one after the other.
    fn jobs(self) -> Vec<String> = batch::job_rows(&self.experiment.jobs).concat();
    /// What a file about the batch is called, without its extension.
    fn file_name(self) -> String = format!("subtorus-{}-{}", self.experiment.problem, self.experiment.side);
    /// What is wrong with a job, in view of the side; empty where nothing is.
    fn complaint(self, size: &str, time: &str) -> String = batch::job_complaint(self.experiment.side, size, time);
    /// The Gantt chart as SVG, so many CSS pixels wide; empty where there is none.
    fn gantt(self, width: f64, dark: bool) -> String = self.planned.as_ref().map_or(String::new(), |planned| planned.gantt(width, dark));
    /// The schedule, to be looked into like a run; nothing where there is none.
    fn trace(self) -> Option<TraceArrays> = self.planned.as_ref().and_then(PlannedBatch::trace).as_ref().map(trace_out);
    /// The schedule as comma-separated values, with every digit.
    fn csv(self) -> String = self.planned.as_ref().map_or(String::new(), |planned| planned.csv.clone());
}

editing!(BatchStudy);

answers! {
    /// An experiment without jobs.
    fn batch_study() -> BatchStudy = BatchStudy::default();
    /// The sizes and times of pasted rows, one after the other; none where the text is a single field.
    fn pasted_rows(text: &str) -> Vec<String> = batch::pasted_rows(text).concat();
}
