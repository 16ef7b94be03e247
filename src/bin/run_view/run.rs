//! The parts that not every visit needs: runs, their links, files, batches, pictures of the gallery.

use js_sys::Array;
use subtorus::formats;
use subtorus::report::questions::{QUESTIONS, Question, RackWish};
use subtorus::report::{
    BesidePrint, FileResults, Inspection, LinkLoadState, LinkMapView, LogReport, Opened, Opening, PlacePicture,
    PlaceReport, PlaceWish, PlacementProgress, PlacementStudy, PlacementWish, Proposal, RunAction, RunExplorer,
    RunViewState, SolidRequest, Table, TopologyReport, batch::PlannedBatch, gallery::GalleryFigure,
};
use subtorus::torus_batch::permalink;
use subtorus::web::{TraceArrays, all_sent, draw_on, explained, log_of, received, sent, thrown, trace_in, trace_out};
use subtorus::workload::Header;
use subtorus::{answers, shown};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{Blob, HtmlCanvasElement};

answers! {
    /// The version of this module ([`subtorus::BUILD`]).
    fn build() -> String = subtorus::BUILD.into();
    /// The kind of a file with this beginning: `gzip`, which must be unpacked first, a format of logs, or nothing.
    fn kind_of(bytes: &[u8]) -> String = formats::kind_of(bytes).into();
    /// A reader of one file; for a table, with the columns of the parameter `column`.
    fn file_reader(columns: String) -> FileReader = FileReader(Opening::with_columns(columns), Opened::default());
    /// The same for a log that was read before, from its columns and header.
    fn log_again(columns: Blob, header: Ts<Header>) -> Result<FileReader, JsValue> = Ok(FileReader(Opening::default(), Opened { jobs: log_of(&columns, received(header)?, 0)?, ..Opened::default() }));
    /// The run of these columns; its clock counts cycles or seconds. Throws if the columns are not those of a run.
    fn run_view(columns: TraceArrays, cycles: bool) -> Result<RunView, JsValue> = RunExplorer::new(trace_in(&columns)?, cycles).map(RunView).map_err(|error| explained(&error));
    /// Plans the batch of a link. Throws if it cannot be planned.
    fn plan_batch(text: &str) -> Result<Ts<PlannedBatch>, JsValue> = PlannedBatch::new(&permalink::read(text).0).map(|planned| sent(&planned)).map_err(thrown);
    /// What the text of a topology describes.
    fn topology_report(text: &str) -> Result<Ts<TopologyReport>, JsValue> = TopologyReport::new(text).map(|report| sent(&report)).map_err(thrown);
    /// A search for placements on the jobs of a log, from its columns, or of the model.
    fn placement_study(wish: Ts<PlacementWish>, columns: Option<Vec<u8>>) -> Result<PlacementSearcher, JsValue> = PlacementStudy::new(&received(wish)?, columns.as_deref()).map(PlacementSearcher).map_err(thrown);
    /// The nodes of a cluster as squares: that of a link, or of the text of a topology. About so many squares wide.
    fn place_picture(link: &str, topology: &str, width: u32) -> Result<Ts<PlacePicture>, JsValue> = PlacePicture::new(link, topology, width).map(|picture| sent(&picture)).map_err(thrown);
    /// The nodes that one job gets.
    fn place_job(wish: Ts<PlaceWish>) -> Result<Ts<PlaceReport>, JsValue> = PlaceReport::new(&received(wish)?).map(|report| sent(&report)).map_err(thrown);
    /// Questions of operators, with experiments that answer them.
    fn operator_questions() -> Vec<Ts<Question>> = all_sent(QUESTIONS);
    /// The usable shares of racks.
    fn usable_shares(racks: Ts<RackWish>) -> Result<Ts<Table>, JsValue> = received::<RackWish>(racks)?.table().map(|table| sent(&table)).map_err(thrown);
    /// The picture of a figure in the gallery; empty if there is none yet.
    fn gallery_picture(figure: Ts<GalleryFigure>, dark: bool) -> Result<String, JsValue> = Ok(received::<GalleryFigure>(figure)?.picture(dark));
    /// What the gallery says of a figure.
    fn beside_print(figure: Ts<GalleryFigure>) -> Result<Ts<BesidePrint>, JsValue> = received(figure).map(|figure: GalleryFigure| sent(&figure.beside_print()));
    /// The view of the links of a run.
    fn links_view(links: Ts<LinkLoadState>, dark: bool) -> Result<Ts<LinkMapView>, JsValue> = Ok(sent(&received(links)?.view(dark).map_err(|error| explained(&error))?));
    /// The same as comma-separated values.
    fn links_csv(links: Ts<LinkLoadState>) -> Result<String, JsValue> = received(links)?.csv().map_err(|error| explained(&error));
}

/// A file that is being read, and then its content.
#[wasm_bindgen]
pub struct FileReader(Opening, Opened);

#[wasm_bindgen]
extern "C" {
    /// An array of these bytes, without a copy; copies would wait for the garbage collector.
    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    fn array_of(bytes: &[u8]) -> Array;
}

shown! { mut FileReader:
    /// Takes the next bytes of the file. Returns the progress of reading a log. Throws if they cannot be unpacked.
    fn take(self, piece: &[u8]) -> Result<String, JsValue> = self.0.take(piece).map_err(thrown);
    /// Ends the file. A schedule is on the first of these machines that fits. Throws if there is no content.
    fn finish(self, machines: &str) -> Result<(), JsValue> = std::mem::take(&mut self.0).finish(machines).map(|opened| self.1 = opened).map_err(thrown);
    /// Returns the columns of the log, which the browser then keeps.
    fn columns(self) -> Result<Blob, JsValue> = {
        let blob = |piece: Vec<u8>| Blob::new_with_u8_array_sequence(&array_of(&piece));
        let blobs = std::mem::take(&mut self.1.jobs.columns).pieces().map(blob).collect::<Result<Array, JsValue>>();
        blobs.and_then(|blobs| Blob::new_with_blob_sequence(&blobs))
    };
    /// The proposal for the experiment of a link on this log; the user has set the `touched` parameters. `nodes` is the
    /// user's number of nodes of its machine; 0 for no answer.
    fn proposal(self, text: &str, touched: Vec<String>, nodes: u32) -> Ts<Proposal> = sent(&Proposal::new(&subtorus::experiment::permalink::read(text).0, &self.1.jobs, &touched, (nodes > 0).then_some(nodes)));
    /// The report on the log, if it is one.
    fn log(self) -> Option<Ts<LogReport>> = self.1.log.as_ref().map(sent);
    /// The schedule, if it is one.
    fn schedule(self) -> Option<TraceArrays> = self.1.schedule.as_ref().map(trace_out);
    /// The results, if there are any.
    fn results(self) -> Option<Ts<FileResults>> = self.1.results.as_ref().map(sent);
}

/// An open run.
#[wasm_bindgen]
pub struct RunView(RunExplorer);

shown! { mut RunView:
    /// Applies an action, after adding the second run of these columns, if there are any. Returns the new view.
    fn apply_action(self, act: Ts<RunAction>, second_run: Option<TraceArrays>) -> Result<Ts<RunViewState>, JsValue> = {
        second_run.map_or(Ok(()), |run| self.0.add_second_run(trace_in(&run)?).map_err(|error| explained(&*error)))?;
        Ok(sent(&self.0.apply_action(received(act)?)))
    };
    /// Draws the time line, with this width in CSS pixels of `density` pixels each.
    fn draw(self, canvas: &HtmlCanvasElement, width: f64, density: f64, dark: bool) -> Result<(), JsValue> = draw_on(canvas, &self.0.line(width), density, dark);
    /// Draws the cursor over the last drawing.
    fn draw_cursor(self, canvas: &HtmlCanvasElement, density: f64, dark: bool) -> Result<(), JsValue> = draw_on(canvas, &self.0.cursor(), density, dark);
    /// Draws the machine, or that of the second run, while it is shown.
    fn draw_machine(self, canvas: &HtmlCanvasElement, second_run: bool, density: f64, dark: bool) -> Result<(), JsValue> = self.0.map(second_run).map_or(Ok(()), |map| draw_on(canvas, map, density, dark));
    /// Draws the machine in three dimensions while it is shown.
    fn draw_solid(self, canvas: &HtmlCanvasElement, wanted: Ts<SolidRequest>, density: f64, dark: bool) -> Result<(), JsValue> = self.0.solid(&received(wanted)?).map_or(Ok(()), |solid| draw_on(canvas, &solid, density, dark));
}

/// A search for placements.
#[wasm_bindgen]
pub struct PlacementSearcher(PlacementStudy);

shown! { mut PlacementSearcher:
    /// How far it is after this many seconds, and what is to be run.
    fn progress(self, seconds: f64) -> Ts<PlacementProgress> = sent(&self.0.progress(seconds));
    /// Takes what the run at this place gave.
    fn take(self, place: usize, run: Ts<Inspection>) -> Result<(), JsValue> = received(run).map(|run| self.0.take(place, run));
}
