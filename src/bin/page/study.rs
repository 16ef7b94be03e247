//! The state of the page: the experiment being edited, and the results of the last run.

use subtorus::diagnostic::{Diagnostic, DiagnosticMessage};
use subtorus::experiment::{Agenda, CellResult, Results, permalink};
use subtorus::figure::{ChartPicture, Layout, PaperSize};
use subtorus::formats::identity::log_name;
use subtorus::papers::SampleLog;
use subtorus::parameter::InactiveValues;
use subtorus::report::{
    ChartAction, ExportRequest, Findings, Legend, LinkMapChoice, MOST_PINS, PlanReport, PointReadout, Pointing,
    RunChoice, ShownResults, Sorting, Status, Table, links,
    own::{self, OwnCode},
    progress::{Progress, RunProgress},
};
use subtorus::view::{PARAMETERS, Permalink};
use subtorus::web::{all_sent, complaints, draw_on, explained, received, sent};
use subtorus::{editing, shown};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// An experiment and its view, and its results as they arrive.
#[wasm_bindgen]
#[derive(Default)]
pub struct Study {
    edited: Permalink,
    results: Option<Results>,
    /// The cells that the results wait for.
    agenda: Agenda,
    /// The number of jobs in each run of the results, by machine.
    jobs: Vec<u32>,
    /// Pinned results.
    pins: Vec<Results>,
    /// The layout of the last chart.
    layout: Layout,
    /// Settings that are kept until they have an effect again.
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
    /// Draws the chart in CSS pixels of `density` pixels, curve `bold` on top. Returns its height (0 without facets) and its names' width.
    fn draw(self, canvas: &HtmlCanvasElement, width: f64, height: f64, density: f64, dark: bool, bold: Option<usize>) -> Result<Vec<f64>, JsValue> = {
        let chart = self.of_results(|view| view.chart());
        let picture = ChartPicture { names: true, emphasised: bold, ..ChartPicture::new(&chart, width, height) };
        draw_on(canvas, &picture, density, dark)?;
        self.layout = picture.layout();
        Ok(vec![picture.least_height(), self.layout.names])
    };
    /// Begins the results of `text`, some from these files. Returns the cells to run first; throws for another plan.
    fn begin(self, text: &str, plan: Ts<PlanReport>, files: Vec<String>) -> Result<Vec<usize>, JsValue> = {
        let plan: PlanReport = received(plan)?;
        let results = plan.results(permalink::read(text).0).map_err(|error| explained(&error))?.with_files(files);
        self.jobs = plan.machines.iter().map(|counts| counts.jobs).collect();
        let (agenda, first) = Agenda::begin(&results);
        (self.agenda, self.results) = (agenda, Some(results));
        Ok(first)
    };
    /// Takes the result of a cell ([`CellResult::numbers`]), this many seconds after the run began, and the seconds
    /// that it `took`, if it was run. Returns the cells to run because of it.
    fn add(self, cell: usize, values: &[f64], took: Option<f64>, seconds: f64) -> Vec<usize> = {
        let (Some(results), Some(result)) = (&mut self.results, CellResult::from_numbers(values)) else { return Vec::new() };
        self.agenda.take_in(results, cell, Ok(result), took, seconds).collect()
    };
    /// Takes the failure of a cell; returns the cell's name.
    fn fail(self, cell: usize, reason: &str) -> String = {
        let Some(results) = &mut self.results else { return String::new() };
        self.agenda.take_in(results, cell, Err(Diagnostic::new("", reason)), None, 0.0);
        results.cells().get(cell).map_or(String::new(), |cell| results.describe(cell))
    };
    /// Hides or moves curves, or zooms, in the experiment being edited.
    fn look(self, look: Ts<ChartAction>) -> Result<(), JsValue> = {
        let look = received(look)?;
        if let Some(view) = self.shown().map(|shown| shown.look(look, &self.layout)) { self.edited.view = view; }
        Ok(())
    };
    /// Edits the experiment of a link from now on; the results stay. Returns the diagnostics of the link.
    fn open(self, text: &str) -> Vec<Ts<DiagnosticMessage>> = {
        let (edited, found) = Permalink::read(text);
        (self.edited, self.aside) = (edited, InactiveValues::default());
        complaints(found)
    };
    /// Takes the jobs from the log with this file name and digest; settings that apply only to the model are kept.
    fn take_log(self, file: &str, sha256: &str) -> Result<(), JsValue> = self.edit(&[("log", &log_name(file)), ("sha256", sha256)]);
    /// Takes the jobs from the model again, with the settings that were kept aside.
    fn leave_log(self) -> Result<(), JsValue> = self.edit(&[("log", ""), ("sha256", ""), ("log-url", "")]);
    /// Takes own code, in place of the name `instead` if it exists. Returns its name.
    fn adopt(self, title: &str, code: &str, instead: &str) -> String = self.edited.adopt(title, code, instead);
    /// The next cell to run, this many seconds after the run began, with or without own code.
    fn next(self, own: bool, seconds: f64) -> Option<usize> = self.agenda.next_of(own, seconds);
    /// Keeps the results in the chart, beneath those to come.
    fn pin(self) -> () = self.pins.extend(self.results.clone().filter(|_| self.pins.len() < MOST_PINS));
    /// Removes the pinned results at this index.
    fn unpin(self, pin: usize) -> () = if pin < self.pins.len() { self.pins.remove(pin); };
}

shown! { Study:
    /// Draws the chart for a file on a canvas, with this many pixels per millimetre.
    fn picture(self, canvas: &HtmlCanvasElement, paper: Ts<PaperSize>, density: f64) -> Result<(), JsValue> = {
        let paper = received(paper)?;
        let chart = self.of_results(|view| view.chart_on(&paper));
        let (picture, millimetres) = paper.lay(&chart);
        draw_on(canvas, &picture, density * millimetres, false)
    };
    /// The reading at the pointer on the last drawing, if there is a point.
    fn read(self, pointing: Ts<Pointing>) -> Result<Option<Ts<PointReadout>>, JsValue> = received(pointing).map(|pointing: Pointing| Some(sent(&self.shown()?.read(pointing.find(&self.layout)?)?)));
    /// The own strategies and queue orders.
    fn own_codes(self) -> Vec<Ts<OwnCode>> = all_sent(own::codes(&self.edited.experiment));
    /// The points of the chart as a table of text.
    fn table(self, sorting: Ts<Sorting>) -> Result<Option<Ts<Table>>, JsValue> = received(sorting).map(|sorting| self.shown().map(|view| sent(&view.table(sorting))));
    /// The text of a file about the results; empty without any.
    fn file(self, wish: Ts<ExportRequest>) -> Result<String, JsValue> = received(wish).map(|wish| self.of_results(|view| view.file(&wish)));
    /// The progress of the run.
    fn standing(self, progress: Ts<Progress>) -> Result<Option<Ts<RunProgress>>, JsValue> = received(progress).map(|progress| self.results.as_ref().map(|all| sent(&progress.standing(&self.agenda, all.experiment()))));
    /// Diagnostics of parameters that contradict each other.
    fn conflicts(self) -> Vec<Ts<DiagnosticMessage>> = complaints(self.edited.conflicts().iter().map(Diagnostic::of).collect());
    /// The sample that is the experiment's log, if it is one.
    fn sample(self) -> Option<Ts<SampleLog>> = SampleLog::of(&self.edited.experiment).map(sent);
    /// Whether the jobs come from a log.
    fn uses_log(self) -> bool = self.edited.experiment.uses_log();
    /// The source of the jobs of the experiment being edited.
    fn source(self) -> String = subtorus::report::source(&self.edited.experiment).into();
    /// What the results show, and whether they belong to the experiment being edited; empty without results.
    fn status(self) -> Ts<Status> = sent(&self.of_results(|view| view.status(&self.jobs)));
    /// The exclusions and the coinciding curves; empty without results.
    fn findings(self) -> Ts<Findings> = sent(&self.of_results(|view| view.findings()));
    /// The curves with imprecise points, and the remedy; empty if there are none.
    fn imprecise(self) -> String = self.of_results(|view| view.imprecise());
    /// The curves of the legend, on a light or dark background.
    fn legend(self, dark: bool) -> Ts<Legend> = sent(&self.of_results(|view| view.legend(dark)));
    /// Printed values next to computed ones, if the results belong to a paper's figure.
    fn comparison(self) -> Option<Ts<Table>> = self.shown().and_then(|view| view.comparison()).map(|table| sent(&table));
    /// The shown curves in a row each, once all runs are known.
    fn summary(self) -> Option<Ts<Table>> = self.shown().and_then(|view| view.summary()).map(|table| sent(&table));
    /// The curves with links to show.
    fn link_choices(self) -> Vec<Ts<LinkMapChoice>> = all_sent(self.results.as_ref().map_or(Vec::new(), links::choices));
    /// The run of the results that the experiment being edited opens, if any.
    fn run_choice(self) -> Option<Ts<RunChoice>> = RunChoice::of(&self.edited.view, self.shown()).map(|choice| sent(&choice));
}

editing!(Study, Permalink::write);

impl Study {
    /// The results in their view, if there are any.
    fn shown(&self) -> Option<ShownResults<'_>> {
        let results = self.results.as_ref()?;
        Some(ShownResults { pins: &self.pins, ..ShownResults::new(results, &self.edited) })
    }

    /// A property of the view of the results; empty without results.
    fn of_results<T: Default>(&self, look: impl Fn(ShownResults) -> T) -> T {
        self.shown().map_or_else(T::default, look)
    }
}
