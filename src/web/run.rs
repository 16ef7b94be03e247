//! What not every visit needs: one run that somebody looks into, its links, logs and other files that are read, batches that are
//! planned, pictures of the gallery.

use super::arrays::{TraceArrays, trace_in, trace_out};
use super::canvas::draw_on;
use super::{answers, explained, received, sent, shown, thrown};
use crate::report::batch::PlannedBatch;
use crate::report::gallery::GalleryFigure;
use crate::report::shard_file::FileResults;
use crate::report::{Act, LinksSeen, LinksView, LogReport, Opened, Opening, Seen, Watch};
use crate::torus_batch::permalink;
use js_sys::Array;
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{Blob, HtmlCanvasElement};

answers! {
    /// Which program this module is of ([`crate::BUILD`]).
    fn build() -> String = crate::BUILD.into();
    /// Who reads one file.
    fn file_reader() -> FileReader = FileReader::default();
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

/// A file that is being read, and then what it holds.
#[wasm_bindgen]
#[derive(Default)]
pub struct FileReader(Opening, Option<Opened>);

#[wasm_bindgen]
extern "C" {
    /// An array of these bytes, which stay where they are: copies would wait for whoever collects garbage.
    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    fn array_of(bytes: &[u8]) -> Array;
}

shown! { mut FileReader:
    /// Takes in the next piece of the file, packed or plain. Returns how much has been read of a log. Throws where it cannot be
    /// unpacked, or is too large.
    fn take(self, piece: &[u8]) -> Result<String, JsValue> = self.0.take(piece).map_err(thrown);
    /// The file is all there: the log, the schedule or the results in it can be asked for. The machine of a schedule is the first
    /// of these that could have been its own. Throws where it holds nothing that can be used.
    fn finish(self, machines: &str) -> Result<(), JsValue> = {
        self.1 = Some(std::mem::take(&mut self.0).finish(machines).map_err(thrown)?);
        Ok(())
    };
    /// Hands over the columns of the log, for the browser to keep.
    fn columns(self) -> Result<Blob, JsValue> = {
        let Some(Opened::Log(log, _)) = &mut self.1 else { return Blob::new() };
        let blob = |piece: Vec<u8>| Blob::new_with_u8_array_sequence(&array_of(&piece));
        let blobs: Result<Array, JsValue> = std::mem::take(&mut log.columns).pieces().map(blob).collect();
        blobs.and_then(|blobs| Blob::new_with_blob_sequence(&blobs))
    };
}

shown! { FileReader:
    /// What there is to say about the log, if it is one.
    fn log(self) -> Option<Ts<LogReport>> = if let Some(Opened::Log(_, report)) = &self.1 { Some(sent(report)) } else { None };
    /// The schedule, if it is one.
    fn schedule(self) -> Option<TraceArrays> =
        if let Some(Opened::Schedule(trace)) = &self.1 { Some(trace_out(trace)) } else { None };
    /// The results, if it has some.
    fn results(self) -> Option<Ts<FileResults>> =
        if let Some(Opened::Results(results)) = &self.1 { Some(sent(results)) } else { None };
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
