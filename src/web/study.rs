//! What the page holds: the experiment being edited, and the results of the last one that was run.

use super::canvas::draw_on;
use super::{all_sent, complaints, explained, received, sent};
use crate::diagnostic::{Complaint, Diagnostic};
use crate::experiment::{CellResult, Experiment, PARAMETERS, Results, permalink};
use crate::figure::{self, ChartPicture, Highlight, Hit, Layout};
use crate::formats::identity::log_name;
use crate::papers::SampleLog;
use crate::parameter::{Aside, Suggestion};
use crate::report;
use crate::report::catalogue::{FieldState, field_states};
use crate::report::progress::Progress;
use crate::report::{Legend, LinkChoice, PlanReport, Reading, Step, Table, View, links, source};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// An experiment, its results as they come in, and what is seen of them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Study {
    experiment: Experiment,
    results: Option<Results>,
    /// Jobs in each run of the results, by machine.
    jobs: Vec<u32>,
    /// The labels of the curves that are switched off; they stay so from run to run.
    hidden: Vec<String>,
    /// Where the chart was last drawn.
    layout: Layout,
    /// What waits until it means something again.
    aside: Aside,
}

#[wasm_bindgen]
impl Study {
    /// The experiment of a first visit, without results.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Study {
        Study::default()
    }

    /// Edits the experiment of a link from now on; the results stay. Returns the complaints about the link.
    pub fn open(&mut self, text: &str) -> Vec<Ts<Complaint>> {
        let (experiment, found) = permalink::read(text);
        (self.experiment, self.aside) = (experiment, Aside::default());
        complaints(found)
    }

    /// The link of the experiment being edited.
    pub fn link(&self) -> String {
        permalink::write(&self.experiment)
    }

    /// A parameter's value as text, its default included; empty where an optional one is not set.
    pub fn value(&self, name: &str) -> String {
        PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.text(&self.experiment))
    }

    /// How every parameter stands.
    pub fn fields(&self) -> Vec<Ts<FieldState>> {
        all_sent(field_states(&PARAMETERS, &self.experiment))
    }

    /// Sets a parameter from its text, or throws and changes nothing. What loses its meaning by that is set aside.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), JsValue> {
        self.edit(&[(name, value)])
    }

    /// What is shown upwards, and what to the right.
    pub fn axes(&self) -> Vec<String> {
        vec![self.experiment.plot.y.to_string(), self.experiment.plot.x.to_string()]
    }

    /// Complaints about parameters that contradict each other.
    pub fn conflicts(&self) -> Vec<Ts<Complaint>> {
        complaints(self.experiment.conflicts().iter().map(Diagnostic::of).collect())
    }

    /// Takes the jobs from the log in the file of this name, of this digest; what only the model gave a meaning is set aside.
    pub fn take_log(&mut self, file: &str, sha256: &str) -> Result<(), JsValue> {
        self.edit(&[("log", &log_name(file)), ("sha256", sha256)])
    }

    /// Takes the jobs from the model again, with what was set aside for the log.
    pub fn leave_log(&mut self) -> Result<(), JsValue> {
        self.edit(&[("log", ""), ("sha256", ""), ("log-url", "")])
    }

    /// The sample that the experiment's log is, if it is one.
    pub fn sample(&self) -> Option<Ts<SampleLog>> {
        SampleLog::of(&self.experiment).map(sent)
    }

    /// Whether the jobs come from a log.
    pub fn uses_log(&self) -> bool {
        self.experiment.uses_log()
    }

    /// Where the jobs of the experiment being edited come from.
    pub fn source(&self) -> String {
        source(&self.experiment).into()
    }

    /// What suits a log whose machine had this many processors.
    pub fn suggestions(&self, processors: u32) -> Vec<Ts<Suggestion>> {
        all_sent(PARAMETERS.suggestions(&self.experiment, processors))
    }

    /// Begins the results of the experiment of `text`. Returns the cells to run first; throws where the plan is another's.
    pub fn begin(&mut self, text: &str, plan: Ts<PlanReport>) -> Result<Vec<usize>, JsValue> {
        let plan: PlanReport = received(plan)?;
        let results = plan.results(permalink::read(text).0).map_err(|error| explained(&error))?;
        self.jobs = plan.machines.iter().map(|counts| counts.jobs).collect();
        Ok(self.results.insert(results).first_cells())
    }

    /// Takes in what a cell yielded ([`CellResult::numbers`]). Returns the cells to be run because of it.
    pub fn add(&mut self, cell: usize, values: &[f64]) -> Vec<usize> {
        let (Some(results), Some(result)) = (&mut self.results, CellResult::from_numbers(values)) else {
            return Vec::new();
        };
        results.put(cell, Ok(result)).collect()
    }

    /// Takes in that a cell failed; returns the cell's name.
    pub fn fail(&mut self, cell: usize, reason: &str) -> String {
        let Some(results) = &mut self.results else { return String::new() };
        results.put(cell, Err(Diagnostic::new("", reason)));
        results.cells().get(cell).map_or(String::new(), |cell| results.describe(cell))
    }

    /// The link of the experiment whose results are there, with the plot as it is now; empty without results.
    pub fn run_link(&self) -> String {
        self.seen(|view| view.link())
    }

    /// Whether the results are those of another experiment than the one being edited.
    pub fn is_stale(&self) -> bool {
        self.seen(|view| view.is_stale())
    }

    /// `Mean bounded slowdown against utilisation`; empty without results.
    pub fn title(&self) -> String {
        self.seen(|view| view.title())
    }

    /// What the results are of, in half a sentence: which jobs, which machines, how many runs; empty without results.
    pub fn subject(&self) -> String {
        self.seen(|view| view.subject(&self.jobs))
    }

    /// Which curves have points that are not yet precise, and what to do about it; empty where there are none.
    pub fn imprecise(&self) -> String {
        self.seen(|view| view.imprecise())
    }

    /// The results as comma-separated values; the same bytes as the command line writes.
    pub fn csv(&self) -> String {
        self.results.as_ref().map_or(String::new(), report::results::csv)
    }

    /// A name for a file about the results, without its extension.
    pub fn file_name(&self) -> String {
        self.view().map_or("subtorus".into(), |view| view.file_name())
    }

    /// The curves of the legend, on a light or dark background.
    pub fn legend(&self, dark: bool) -> Ts<Legend> {
        sent(&self.seen(|view| view.legend(dark)))
    }

    /// The points of the chart as a table of text.
    pub fn table(&self) -> Option<Ts<Table>> {
        self.view().map(|view| sent(&view.table()))
    }

    /// What a paper prints beside what came out, if the results are of one of its figures.
    pub fn comparison(&self) -> Option<Ts<Table>> {
        self.view().and_then(|view| view.comparison()).map(|table| sent(&table))
    }

    /// The curves whose links can be shown.
    pub fn link_choices(&self) -> Vec<Ts<LinkChoice>> {
        all_sent(self.results.as_ref().map_or(Vec::new(), links::choices))
    }

    /// Shows the curve of this label if it is hidden, hides it if it is shown.
    pub fn toggle(&mut self, label: &str) {
        match self.hidden.iter().position(|hidden| hidden == label) {
            Some(place) => drop(self.hidden.remove(place)),
            None => self.hidden.push(label.into()),
        }
    }

    /// Draws the chart on a canvas of this size in CSS pixels of `density` pixels each, the curve of number `bold` on top.
    pub fn draw(
        &mut self,
        canvas: &HtmlCanvasElement,
        width: f64,
        height: f64,
        density: f64,
        dark: bool,
        bold: Option<usize>,
    ) -> Result<(), JsValue> {
        let highlight = bold.map(|series| Highlight { series, point: None });
        let chart = self.seen(|view| view.chart());
        let picture = ChartPicture { highlight, ..ChartPicture::new(&chart, width, height) };
        self.layout = draw_on(canvas, &picture, density, dark)?;
        Ok(())
    }

    /// Draws the chart with its title and legend on a canvas, light, for a file.
    pub fn picture(&self, canvas: &HtmlCanvasElement, width: f64, height: f64, density: f64) -> Result<(), JsValue> {
        let chart = self.seen(|view| view.titled_chart());
        let picture = ChartPicture { legend: true, ..ChartPicture::new(&chart, width, height) };
        draw_on(canvas, &picture, density, false)?;
        Ok(())
    }

    /// The chart with its title and legend as an SVG document, this many pixels wide and high (without the legend).
    pub fn svg(&self, width: f64, height: f64) -> String {
        let chart = self.seen(|view| view.titled_chart());
        figure::svg(&ChartPicture { legend: true, ..ChartPicture::new(&chart, width, height) }, false, &self.title())
    }

    /// The point of the last drawing nearest to a place in CSS pixels, if one is within `radius`.
    pub fn nearest(&self, x: f64, y: f64, radius: f64) -> Option<Ts<Reading>> {
        self.read(self.layout.nearest(x, y, radius))
    }

    /// What is read at a point, if it is on the last drawing.
    pub fn point(&self, curve: usize, point: usize) -> Option<Ts<Reading>> {
        self.read(self.layout.find(curve, point))
    }

    /// The point so many points and shown curves further on, stopping at the ends; the first one from nowhere.
    pub fn step(&self, curve: Option<usize>, point: usize, points: f64, curves: f64) -> Option<Ts<Reading>> {
        self.read(Step { points, curves }.from(&self.layout, curve, point))
    }
}

impl Study {
    /// Sets parameters, or throws and changes nothing.
    fn edit(&mut self, settings: &[(&str, &str)]) -> Result<(), JsValue> {
        self.aside.edit(&PARAMETERS, &mut self.experiment, settings).map_err(|error| explained(&error))
    }

    /// The results as they are looked at, if there are any.
    fn view(&self) -> Option<View<'_>> {
        let view = |results| View { results, edited: &self.experiment, hidden: &self.hidden };
        self.results.as_ref().map(view)
    }

    /// What is seen of the results; nothing without any.
    fn seen<T: Default>(&self, look: impl Fn(View) -> T) -> T {
        self.view().map_or_else(T::default, look)
    }

    fn read(&self, hit: Option<Hit>) -> Option<Ts<Reading>> {
        let reading = self.view()?.read(hit?)?;
        Some(sent(&reading))
    }
}

/// How a run stands, or has ended.
#[wasm_bindgen]
pub fn progress_words(progress: Ts<Progress>) -> Result<String, JsValue> {
    Ok(received::<Progress>(progress)?.words())
}
