//! What not every visit needs: one run that somebody looks into, its links, logs and other files that are read, batches that are
//! planned, pictures of the gallery.

use super::arrays::{TraceArrays, trace_in, trace_out};
use super::canvas::draw_on;
use super::{answers, explained, received, sent, shown, thrown};
use crate::report::batch::PlannedBatch;
use crate::report::gallery::GalleryFigure;
use crate::report::shard_file::{self, FileResults};
use crate::report::{Act, LinksSeen, LinksView, LogReading, LogReport, Seen, Watch, schedule_file};
use crate::torus_batch::permalink;
use crate::workload::Columns;
use js_sys::Array;
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{Blob, HtmlCanvasElement};

answers! {
    /// Which program this module is of ([`crate::BUILD`]).
    fn build() -> String = crate::BUILD.into();
    /// The schedule in a file, on the first of these machines that could have been its own. Throws where the file is none.
    fn read_schedule(bytes: &[u8], machines: &str) -> Result<TraceArrays, JsValue> =
        schedule_file::open(bytes, machines).map(|trace| trace_out(&trace)).map_err(thrown);
    /// The results in a file; nothing where it has none. Throws where they cannot be taken.
    fn read_results(bytes: &[u8]) -> Result<Option<Ts<FileResults>>, JsValue> =
        shard_file::open(bytes).map(|found| found.as_ref().map(sent)).map_err(|error| explained(&error));
    /// Who reads one log.
    fn log_reader() -> LogReader = LogReader::default();
    /// The run of these columns; its clock counts cycles of the network, or seconds. Throws where they are no run's.
    fn run_view(columns: TraceArrays, cycles: bool) -> Result<RunView, JsValue> =
        Watch::new(trace_in(&columns)?, cycles).map(RunView).map_err(|error| explained(&error));
    /// Plans the batch of a link. Throws where that cannot be done.
    fn plan_batch(text: &str) -> Result<Ts<PlannedBatch>, JsValue> =
        PlannedBatch::new(&permalink::read(text).0).map(|planned| sent(&planned)).map_err(thrown);
    /// The picture of a figure in the gallery; empty where there is none yet.
    fn gallery_picture(figure: Ts<GalleryFigure>, dark: bool) -> Result<String, JsValue> =
        Ok(received::<GalleryFigure>(figure)?.picture(dark));
    /// What is shown of the links of a run.
    fn links_view(links: Ts<LinksSeen>, dark: bool) -> Result<Ts<LinksView>, JsValue> =
        Ok(sent(&received(links)?.view(dark).map_err(|error| explained(&error))?));
    /// The same as comma-separated values.
    fn links_csv(links: Ts<LinksSeen>) -> Result<String, JsValue> = received(links)?.csv().map_err(|error| explained(&error));
}

/// A log that is being read, and then its columns.
#[wasm_bindgen]
#[derive(Default)]
pub struct LogReader(LogReading, Columns);

#[wasm_bindgen]
extern "C" {
    /// An array of these bytes, which stay where they are: copies would wait for whoever collects garbage.
    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    fn array_of(bytes: &[u8]) -> Array;
}

shown! { mut LogReader:
    /// Takes in the next piece of the log's uncompressed bytes. Returns how much has been read.
    fn take(self, piece: &[u8]) -> String = self.0.take(piece);
    /// The log is all there: says what there is to say about it. Throws where there is no job in it.
    fn finish(self) -> Result<Ts<LogReport>, JsValue> = {
        let (log, report) = std::mem::take(&mut self.0).finish().map_err(thrown)?;
        self.1 = log.columns;
        Ok(sent(&report))
    };
    /// Hands over the columns of the log that was read, for the browser to keep.
    fn columns(self) -> Result<Blob, JsValue> = {
        let blob = |piece: Vec<u8>| Blob::new_with_u8_array_sequence(&array_of(&piece));
        let blobs: Result<Array, JsValue> = std::mem::take(&mut self.1).pieces().map(blob).collect();
        blobs.and_then(|blobs| Blob::new_with_blob_sequence(&blobs))
    };
}

/// One run, looked into.
#[wasm_bindgen]
pub struct RunView(Watch);

shown! { mut RunView:
    /// Does something with it, having put the run of these columns beside it, if there are any. Returns what is seen then.
    fn act(self, act: Ts<Act>, beside: Option<TraceArrays>) -> Result<Ts<Seen>, JsValue> = {
        beside.map_or(Ok(()), |run| self.0.put_beside(trace_in(&run)?).map_err(|error| explained(&error)))?;
        Ok(sent(&self.0.act(received(act)?)))
    };
    /// Draws the time line, so many CSS pixels wide of `density` pixels each.
    fn draw(self, canvas: &HtmlCanvasElement, width: f64, density: f64, dark: bool) -> Result<(), JsValue> =
        draw_on(canvas, &self.0.line(width), density, dark).map(drop);
}

shown! { RunView:
    /// Draws the cursor over what was drawn last.
    fn draw_cursor(self, canvas: &HtmlCanvasElement, density: f64, dark: bool) -> Result<(), JsValue> =
        draw_on(canvas, &self.0.cursor(), density, dark);
    /// Draws the machine, or that of the run beside, while somebody looks at it.
    fn draw_machine(self, canvas: &HtmlCanvasElement, beside: bool, density: f64, dark: bool) -> Result<(), JsValue> =
        self.0.map(beside).map_or(Ok(()), |map| draw_on(canvas, map, density, dark));
}
