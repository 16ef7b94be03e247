//! What the page holds: the experiment being edited, and the results of the last one that was run.

use super::canvas::draw_on;
use super::{all_sent, complaints, editing, explained, received, sent, shown};
use crate::diagnostic::{Diagnostic, DiagnosticMessage};
use crate::experiment::{Agenda, CellResult, Experiment, PARAMETERS, Results, permalink};
use crate::figure::{ChartPicture, Highlight, Layout};
use crate::formats::identity::log_name;
use crate::papers::SampleLog;
use crate::parameter::InactiveValues;
use crate::report::{
    ChartAction, ExportRequest, Findings, Legend, LinkMapChoice, MOST_PINS, PaperSize, PlanReport, PointReadout,
    Pointing, RunChoice, Sorting, Status, Table, View, links,
    own::{self, OwnStrategy},
    progress::{Progress, RunProgress},
};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// An experiment, its results as they come in, and what is seen of them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Study {
    experiment: Experiment,
    results: Option<Results>,
    /// The cells that the results wait for.
    agenda: Agenda,
    /// Jobs in each run of the results, by machine.
    jobs: Vec<u32>,
    /// Results that were pinned.
    pins: Vec<Results>,
    /// Where the chart was last drawn.
    layout: Layout,
    /// What waits until it means something again.
    aside: InactiveValues,
}

#[wasm_bindgen]
impl Study {
    /// The experiment of a first visit, without results.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Study {
        Study::default()
    }
}

shown! { mut Study:
    /// Draws the chart in so many CSS pixels of `density` pixels each, curve `bold` on top. Returns the height it needs, 0 without facets.
    fn draw(self, canvas: &HtmlCanvasElement, width: f64, height: f64, density: f64, dark: bool, bold: Option<usize>) -> Result<f64, JsValue> = {
        let highlight = bold.map(|series| Highlight { series, point: None, facet: 0 });
        let chart = self.seen(|view| view.chart());
        let picture = ChartPicture { highlight, ..ChartPicture::new(&chart, width, height) };
        self.layout = draw_on(canvas, &picture, density, dark)?;
        Ok(picture.least_height())
    };
    /// Begins the results of the experiment of `text`, some of them of these files. Returns the cells to run first; throws where the plan is another's.
    fn begin(self, text: &str, plan: Ts<PlanReport>, files: Vec<String>) -> Result<Vec<usize>, JsValue> = {
        let plan: PlanReport = received(plan)?;
        let results = plan.results(permalink::read(text).0).map_err(|error| explained(&error))?.with_files(files);
        self.jobs = plan.machines.iter().map(|counts| counts.jobs).collect();
        let (agenda, first) = Agenda::begin(&results);
        (self.agenda, self.results) = (agenda, Some(results));
        Ok(first)
    };
    /// Takes in what a cell yielded ([`CellResult::numbers`]) so many seconds after the run began, and how many it `took`,
    /// if it was run. Returns the cells to be run because of it.
    fn add(self, cell: usize, values: &[f64], took: Option<f64>, seconds: f64) -> Vec<usize> = {
        let (Some(results), Some(result)) = (&mut self.results, CellResult::from_numbers(values)) else {
            return Vec::new();
        };
        self.agenda.take_in(results, cell, Ok(result), took, seconds).collect()
    };
    /// Takes in that a cell failed; returns the cell's name.
    fn fail(self, cell: usize, reason: &str) -> String = {
        let Some(results) = &mut self.results else { return String::new() };
        self.agenda.take_in(results, cell, Err(Diagnostic::new("", reason)), None, 0.0);
        results.cells().get(cell).map_or(String::new(), |cell| results.describe(cell))
    };
    /// Hides or moves curves, or zooms; the experiment being edited has it from then on.
    fn look(self, look: Ts<ChartAction>) -> Result<(), JsValue> = {
        let look = received(look)?;
        let display = self.view().map(|view| view.look(look, &self.layout));
        self.experiment.display = display.unwrap_or_else(|| self.experiment.display.clone());
        Ok(())
    };
    /// Edits the experiment of a link from now on; the results stay. Returns the complaints about the link.
    fn open(self, text: &str) -> Vec<Ts<DiagnosticMessage>> = {
        let (experiment, found) = permalink::read(text);
        (self.experiment, self.aside) = (experiment, InactiveValues::default());
        complaints(found)
    };
    /// Takes the jobs from the log in the file of this name, of this digest; what only the model gave a meaning is set aside.
    fn take_log(self, file: &str, sha256: &str) -> Result<(), JsValue> = self.edit(&[("log", &log_name(file)), ("sha256", sha256)]);
    /// Takes the jobs from the model again, with what was set aside for the log.
    fn leave_log(self) -> Result<(), JsValue> = self.edit(&[("log", ""), ("sha256", ""), ("log-url", "")]);
    /// Takes in the code of a strategy of one's own, for the strategy of the name `instead` if it is there. Returns its name.
    fn adopt(self, title: &str, code: &str, instead: &str) -> String = self.experiment.adopt(title, code, instead);
    /// The cell to be run next, so many seconds after the run began, of a strategy of one's own or of another.
    fn next(self, own: bool, seconds: f64) -> Option<usize> = self.agenda.next_of(own, seconds);
    /// Keeps the results in the chart, beneath those to come.
    fn pin(self) -> () = self.pins.extend(self.results.clone().filter(|_| self.pins.len() < MOST_PINS));
    /// Takes away what was pinned at this place.
    fn unpin(self, pin: usize) -> () = if pin < self.pins.len() { self.pins.remove(pin); };
}

shown! { Study:
    /// Draws the chart for a file on a canvas, with so many pixels to the millimetre.
    fn picture(self, canvas: &HtmlCanvasElement, paper: Ts<PaperSize>, density: f64) -> Result<(), JsValue> = {
        let paper = received(paper)?;
        let chart = self.seen(|view| view.chart_on(&paper));
        let (picture, millimetres) = paper.lay(&chart);
        draw_on(canvas, &picture, density * millimetres, false).map(drop)
    };
    /// What is read where somebody points on the last drawing, if there is a point.
    fn read(self, pointing: Ts<Pointing>) -> Result<Option<Ts<PointReadout>>, JsValue> = {
        let hit = received::<Pointing>(pointing)?.find(&self.layout);
        Ok(self.view().and_then(|view| view.read(hit?)).map(|reading| sent(&reading)))
    };
    /// What is shown upwards, and what to the right.
    fn axes(self) -> Vec<String> = vec![self.experiment.plot.y.to_string(), self.experiment.plot.x.to_string()];
    /// The strategies of one's own.
    fn own_strategies(self) -> Vec<Ts<OwnStrategy>> = all_sent(own::strategies(&self.experiment));
    /// The points of the chart as a table of text.
    fn table(self, sorting: Ts<Sorting>) -> Result<Option<Ts<Table>>, JsValue> =
        received(sorting).map(|sorting| self.view().map(|view| sent(&view.table(sorting))));
    /// The text of a file about the results; empty without any.
    fn file(self, wish: Ts<ExportRequest>) -> Result<String, JsValue> = received(wish).map(|wish| self.seen(|view| view.file(&wish)));
    /// How the run of the results stands.
    fn standing(self, progress: Ts<Progress>) -> Result<Option<Ts<RunProgress>>, JsValue> =
        received(progress).map(|progress| self.results.as_ref().map(|all| sent(&progress.standing(&self.agenda, all.experiment()))));
    /// Complaints about parameters that contradict each other.
    fn conflicts(self) -> Vec<Ts<DiagnosticMessage>> = complaints(self.experiment.conflicts().iter().map(Diagnostic::of).collect());
    /// The sample that the experiment's log is, if it is one.
    fn sample(self) -> Option<Ts<SampleLog>> = SampleLog::of(&self.experiment).map(sent);
    /// Whether the jobs come from a log.
    fn uses_log(self) -> bool = self.experiment.uses_log();
    /// Where the jobs of the experiment being edited come from.
    fn source(self) -> String = crate::report::source(&self.experiment).into();
    /// What the results are of, and whether they are those of the experiment being edited; all empty without results.
    fn status(self) -> Ts<Status> = sent(&self.seen(|view| view.status(&self.jobs)));
    /// What cannot run, and which curves lie on each other; nothing without results.
    fn findings(self) -> Ts<Findings> = sent(&self.seen(|view| view.findings()));
    /// Which curves have points that are not yet precise, and what to do about it; empty where there are none.
    fn imprecise(self) -> String = self.seen(|view| view.imprecise());
    /// The curves of the legend, on a light or dark background.
    fn legend(self, dark: bool) -> Ts<Legend> = sent(&self.seen(|view| view.legend(dark)));
    /// What a paper prints beside what came out, if the results are of one of its figures.
    fn comparison(self) -> Option<Ts<Table>> = self.view().and_then(|view| view.comparison()).map(|table| sent(&table));
    /// The curves whose links can be shown.
    fn link_choices(self) -> Vec<Ts<LinkMapChoice>> = all_sent(self.results.as_ref().map_or(Vec::new(), links::choices));
    /// The run of the results that the experiment being edited opens, if it does.
    fn run_choice(self) -> Option<Ts<RunChoice>> = RunChoice::of(&self.experiment, self.view()).map(|choice| sent(&choice));
}

editing!(Study);

impl Study {
    /// The results as they are looked at, if there are any.
    fn view(&self) -> Option<View<'_>> {
        self.results.as_ref().map(|results| View { pins: &self.pins, ..View::new(results, &self.experiment) })
    }

    /// What is seen of the results; nothing without any.
    fn seen<T: Default>(&self, look: impl Fn(View) -> T) -> T {
        self.view().map_or_else(T::default, look)
    }
}
