//! What not every visit needs: runs that are looked into, their links, files, batches, pictures of the gallery.

use super::arrays::{TraceArrays, trace_in, trace_out};
use super::canvas::draw_on;
use super::{answers, explained, log_of, received, sent, shown, thrown};
use crate::report::{
    FileResults, LinkLoadState, LinkMapView, LogReport, Opened, Opening, Proposal, RunAction, RunExplorer,
    RunViewState, batch::PlannedBatch, gallery::GalleryFigure,
};
use crate::torus_batch::permalink;
use crate::workload::Header;
use js_sys::Array;
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{Blob, HtmlCanvasElement};

answers! {
    /// Which program this module is of ([`crate::BUILD`]).
    fn build() -> String = crate::BUILD.into();
    /// A reader of one file; of a table, with the columns that the parameter `column` says.
    fn file_reader(columns: String) -> FileReader = FileReader(Opening::with_columns(columns), Opened::default());
    /// The same for a log that was read before, of these columns and header.
    fn log_again(columns: Blob, header: Ts<Header>) -> Result<FileReader, JsValue> = {
        let jobs = log_of(&columns, received(header)?, 0)?;
        Ok(FileReader(Opening::default(), Opened { jobs, ..Opened::default() }))
    };
    /// The run of these columns; its clock counts cycles of the network, or seconds. Throws where they are no run's.
    fn run_view(columns: TraceArrays, cycles: bool) -> Result<RunView, JsValue> =
        RunExplorer::new(trace_in(&columns)?, cycles).map(RunView).map_err(|error| explained(&error));
    /// Plans the batch of a link. Throws where that cannot be done.
    fn plan_batch(text: &str) -> Result<Ts<PlannedBatch>, JsValue> =
        PlannedBatch::new(&permalink::read(text).0).map(|planned| sent(&planned)).map_err(thrown);
    /// The picture of a figure in the gallery; empty where there is none yet.
    fn gallery_picture(figure: Ts<GalleryFigure>, dark: bool) -> Result<String, JsValue> =
        Ok(received::<GalleryFigure>(figure)?.picture(dark));
    /// What is shown of the links of a run.
    fn links_view(links: Ts<LinkLoadState>, dark: bool) -> Result<Ts<LinkMapView>, JsValue> =
        Ok(sent(&received(links)?.view(dark).map_err(|error| explained(&error))?));
    /// The same as comma-separated values.
    fn links_csv(links: Ts<LinkLoadState>) -> Result<String, JsValue> = received(links)?.csv().map_err(|error| explained(&error));
}

/// A file that is being read, and then what it holds.
#[wasm_bindgen]
pub struct FileReader(Opening, Opened);

#[wasm_bindgen]
extern "C" {
    /// An array of these bytes, which stay where they are: copies would wait for whoever collects garbage.
    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    fn array_of(bytes: &[u8]) -> Array;
}

shown! { mut FileReader:
    /// Takes in the next piece of the file as it is. Returns how much of a log has been read. Throws where it cannot be unpacked.
    fn take(self, piece: &[u8]) -> Result<String, JsValue> = self.0.take(piece).map_err(thrown);
    /// The file is all there; a schedule is of the first of these machines that it could be of. Throws where nothing is in it.
    fn finish(self, machines: &str) -> Result<(), JsValue> =
        std::mem::take(&mut self.0).finish(machines).map(|opened| self.1 = opened).map_err(thrown);
    /// Hands over the columns of the log, for the browser to keep.
    fn columns(self) -> Result<Blob, JsValue> = {
        let blob = |piece: Vec<u8>| Blob::new_with_u8_array_sequence(&array_of(&piece));
        let blobs = std::mem::take(&mut self.1.jobs.columns).pieces().map(blob).collect::<Result<Array, JsValue>>();
        blobs.and_then(|blobs| Blob::new_with_blob_sequence(&blobs))
    };
    /// What is proposed for the experiment of a link on the log that was read, in which a person has set these parameters.
    /// `nodes` is how many a person has said that its machine has; 0 for no answer.
    fn proposal(self, text: &str, touched: Vec<String>, nodes: u32) -> Ts<Proposal> =
        sent(&Proposal::new(&crate::experiment::permalink::read(text).0, &self.1.jobs, &touched, (nodes > 0).then_some(nodes)));
    /// What there is to say about the log, if it is one.
    fn log(self) -> Option<Ts<LogReport>> = self.1.log.as_ref().map(sent);
    /// The schedule, if it is one.
    fn schedule(self) -> Option<TraceArrays> = self.1.schedule.as_ref().map(trace_out);
    /// The results, if it has some.
    fn results(self) -> Option<Ts<FileResults>> = self.1.results.as_ref().map(sent);
}

/// One run, looked into.
#[wasm_bindgen]
pub struct RunView(RunExplorer);

shown! { mut RunView:
    /// Does something with it, having put the run of these columns beside it, if there are any. Returns what is seen then.
    fn apply_action(self, act: Ts<RunAction>, second_run: Option<TraceArrays>) -> Result<Ts<RunViewState>, JsValue> = {
        second_run.map_or(Ok(()), |run| self.0.add_second_run(trace_in(&run)?).map_err(|error| explained(&error)))?;
        Ok(sent(&self.0.apply_action(received(act)?)))
    };
    /// Draws the time line, so many CSS pixels wide of `density` pixels each.
    fn draw(self, canvas: &HtmlCanvasElement, width: f64, density: f64, dark: bool) -> Result<(), JsValue> =
        draw_on(canvas, &self.0.line(width), density, dark).map(drop);
    /// Draws the cursor over what was drawn last.
    fn draw_cursor(self, canvas: &HtmlCanvasElement, density: f64, dark: bool) -> Result<(), JsValue> =
        draw_on(canvas, &self.0.cursor(), density, dark);
    /// Draws the machine, or that of the run beside, while somebody looks at it.
    fn draw_machine(self, canvas: &HtmlCanvasElement, second_run: bool, density: f64, dark: bool) -> Result<(), JsValue> =
        self.0.map(second_run).map_or(Ok(()), |map| draw_on(canvas, map, density, dark));
}
