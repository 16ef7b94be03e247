//! What the page holds: the experiment being edited, and the results of the last one that was run.

use super::plain;
use super::view::decapitalised;
use crate::diagnostic::Diagnostic;
use crate::experiment::results::Dropped;
use crate::experiment::{Cell, CellResult, Experiment, Model, Results, link, suggestion};
use crate::figure::{Layout, Unit, reading};
use crate::simulation::MetricValues;
use crate::workload::swf::Selected;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// An experiment, its results as they come in, and what is seen of them.
#[wasm_bindgen]
pub struct Study {
    pub(super) experiment: Experiment,
    pub(super) results: Option<Results>,
    /// Jobs in each run of the results, by machine.
    jobs: Vec<u32>,
    /// The labels of the curves that are switched off; they stay so from run to run.
    pub(super) hidden: Vec<String>,
    /// Where the chart was last drawn.
    pub(super) layout: Layout,
}

#[wasm_bindgen]
impl Study {
    /// The experiment of a first visit, without results.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Study {
        Study {
            experiment: Experiment::default(),
            results: None,
            jobs: Vec::new(),
            hidden: Vec::new(),
            layout: Layout::default(),
        }
    }

    /// Edits the experiment of a link from now on; the results stay. Returns the complaints about the link, each with the
    /// parameter's name as its place.
    pub fn open(&mut self, text: &str) -> JsValue {
        let (experiment, complaints) = link::read(text);
        self.experiment = experiment;
        plain(&complaints)
    }

    /// The link of the experiment being edited.
    pub fn link(&self) -> String {
        link::write(&self.experiment)
    }

    /// A parameter's value as text, its default included; empty where an optional one is not set.
    pub fn value(&self, name: &str) -> String {
        crate::experiment::parameters::find(name).map_or(String::new(), |parameter| parameter.text(&self.experiment))
    }

    /// Whether a parameter has another value than its default.
    pub fn is_set(&self, name: &str) -> bool {
        self.experiment.get(name).is_some()
    }

    /// Sets a parameter from its text, or throws a diagnostic and changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), JsValue> {
        self.experiment.set(name, value).map_err(|diagnostic| plain(&diagnostic))
    }

    /// What is shown upwards.
    pub fn plot_y(&self) -> String {
        self.experiment.plot.y.to_string()
    }

    /// What is shown to the right.
    pub fn plot_x(&self) -> String {
        self.experiment.plot.x.to_string()
    }

    /// Sets what is shown, upwards and to the right, or throws a diagnostic.
    pub fn set_plot(&mut self, y: &str, x: &str) -> Result<(), JsValue> {
        self.set("plot", &format!("{y}-{x}"))
    }

    /// Complaints about parameters that contradict each other.
    pub fn conflicts(&self) -> JsValue {
        plain(&self.experiment.conflicts())
    }

    /// Whether the jobs come from a log.
    pub fn uses_log(&self) -> bool {
        self.experiment.uses_log()
    }

    /// Where the jobs of the experiment being edited come from.
    pub fn source(&self) -> String {
        source(&self.experiment).into()
    }

    /// What suits a log whose machine had this many processors: `[{ name, value, reason }]`.
    pub fn suggestions(&self, processors: u32) -> JsValue {
        plain(&suggestion::suggest(&self.experiment, processors))
    }

    /// Begins a new set of results: those of the experiment of `text`, whose plan has cells of these weights; `counts` says
    /// for each machine how many `jobs` its runs have, and how many were dropped, by reason.
    pub fn begin(&mut self, text: &str, weights: &[f64], counts: JsValue) -> Result<(), JsValue> {
        let (experiment, _) = link::read(text);
        let counts: Vec<BTreeMap<String, u32>> = serde_wasm_bindgen::from_value(counts)?;
        let reasons = Selected::default().dropped().map(|(reason, _)| reason);
        let named = |counts: &BTreeMap<String, u32>| -> Dropped {
            let reasons = reasons.iter().copied().chain(["too_large"]);
            let mut dropped = Dropped::new();
            dropped.extend(reasons.filter_map(|reason| Some((reason, *counts.get(reason)?))));
            dropped
        };
        let dropped: Vec<Dropped> = counts.iter().map(named).collect();
        let cells = Cell::all(&experiment, weights);
        if (cells.len(), experiment.machines.len()) != (weights.len(), dropped.len()) {
            return Err(plain(&Diagnostic::new("", "the plan is not that of this experiment")));
        }
        self.jobs = counts.iter().filter_map(|counts| counts.get("jobs").copied()).collect();
        self.results = Some(Results::from_cells(experiment, cells, dropped));
        Ok(())
    }

    /// The cells to run first.
    pub fn first_cells(&self) -> Vec<usize> {
        self.results.as_ref().map_or(Vec::new(), Results::first_cells)
    }

    /// Takes in what a cell yielded: the values of every metric, then the number of jobs. Returns the cells that are to
    /// be run because of it: further replications.
    pub fn add(&mut self, cell: usize, values: &[f64]) -> Vec<usize> {
        let (Some(results), Some((jobs, metrics))) = (&mut self.results, values.split_last()) else {
            return Vec::new();
        };
        let Some(metrics) = MetricValues::from_numbers(metrics) else { return Vec::new() };
        results.put(cell, Ok(CellResult { metrics, jobs: *jobs as u32 })).collect()
    }

    /// Takes in that a cell failed; returns the cell's name.
    pub fn fail(&mut self, cell: usize, reason: &str) -> String {
        let Some(results) = &mut self.results else { return String::new() };
        results.put(cell, Err(Diagnostic::new("", reason)));
        results.cells().get(cell).map_or(String::new(), |cell| results.describe(cell))
    }

    /// The link of the experiment whose results are there, with the plot as it is now; empty without results.
    pub fn run_link(&self) -> String {
        self.results.as_ref().map_or(String::new(), |results| link::write(&self.as_shown(results.experiment())))
    }

    /// Whether the results are those of another experiment than the one being edited.
    pub fn is_stale(&self) -> bool {
        self.results.as_ref().is_some_and(|results| self.as_shown(results.experiment()) != self.experiment)
    }

    /// What the results are of, in half a sentence: which jobs, which machines, how many runs.
    pub fn subject(&self) -> String {
        let Some(results) = &self.results else { return String::new() };
        let experiment = results.experiment();
        let source = source(experiment);
        let (pairs, values) = (experiment.allocation.len() * experiment.scheduling.len(), experiment.values().len());
        let strategies =
            if pairs == 1 { "one pair of strategies".into() } else { format!("{pairs} pairs of strategies") };
        let varied = decapitalised(experiment.varied().title());
        let runs = if values == 1 { strategies } else { format!("{strategies} × {values} values of the {varied}") };
        let reasons = results.dropped_by_reason().into_iter();
        let reasons: Vec<String> =
            reasons.map(|(reason, count)| format!("{count} {}", reason.replace('_', " "))).collect();
        let dropped = if reasons.is_empty() { String::new() } else { format!(" (dropped: {})", reasons.join(", ")) };
        let replications = match experiment.replications {
            1 => String::new(),
            most => format!(", up to {most} replications"),
        };
        let (least, most) = (self.jobs.iter().min().unwrap_or(&0), self.jobs.iter().max().unwrap_or(&0));
        let jobs = if least == most { least.to_string() } else { format!("{least} to {most}") };
        format!("{jobs} jobs{dropped} from {source} on {}, {runs}{replications}", machines(experiment))
    }

    /// The results as comma-separated values, with the link and the version in the header; the same bytes as the command
    /// line writes.
    pub fn csv(&self) -> String {
        self.results.as_ref().map_or(String::new(), Results::csv)
    }

    /// A name for a file about this experiment, without its extension.
    pub fn file_name(&self) -> String {
        let Some(results) = &self.results else { return "subtorus".into() };
        let experiment = results.experiment();
        let source = match (&experiment.log, experiment.model) {
            (Some(log), _) => log.trim_end_matches(".swf"),
            (None, Model::Lublin) => "lublin",
            (None, Model::Stochastic) => "stochastic",
        };
        let machine = match &experiment.machines[..] {
            [machine] => machine.to_string(),
            several => format!("{}-machines", several.len()),
        };
        let name = format!("subtorus-{source}-{machine}-{}", self.experiment.plot);
        name.chars()
            .map(|letter| if letter.is_ascii_alphanumeric() || "-._".contains(letter) { letter } else { '-' })
            .collect()
    }

    /// Which curves have points that are less precise than the experiment asks although all replications have run, and
    /// what to do about it; empty where there are none.
    pub fn imprecise(&self) -> String {
        let Some(results) = &self.results else { return String::new() };
        let mut counts: Vec<(String, u32)> = Vec::new();
        for summary in results.summaries().filter(|summary| !summary.precise) {
            let curve = results.experiment().curve(summary.machine, summary.allocation, summary.scheduling);
            match counts.last_mut().filter(|last| last.0 == curve) {
                Some((_, count)) => *count += 1,
                None => counts.push((curve, 1)),
            }
        }
        if counts.is_empty() {
            return String::new();
        }
        let Experiment { replications, precision, .. } = results.experiment();
        let curves: Vec<String> = counts.iter().map(|(curve, count)| format!("{curve} ({count})")).collect();
        format!(
            "After {replications} replications some points are not yet precise to {} of their mean: {}. Allow more \
             replications, or less precision.",
            reading(precision.to_f64(), &Unit::Share),
            curves.join(", ")
        )
    }

    /// An experiment with the plot that is being looked at, which needs no new run. With replications what is plotted
    /// upwards decides how many are run, so there only the rest of the plot is of no consequence; and the allocation
    /// overhead is measured only where it is plotted.
    pub(super) fn as_shown(&self, experiment: &Experiment) -> Experiment {
        let mut plot = self.experiment.plot;
        if experiment.replications > 1 {
            plot.y = experiment.plot.y;
        }
        if plot.shows_overhead() && !experiment.plot.shows_overhead() {
            plot = experiment.plot;
        }
        Experiment { plot, scale: self.experiment.scale, ..experiment.clone() }
    }
}

/// Where an experiment's jobs come from.
pub(super) fn source(experiment: &Experiment) -> &str {
    match &experiment.log {
        Some(log) => log,
        None if experiment.uses_log() => "a log",
        None if experiment.model == Model::Stochastic => "the stochastic model",
        None => "the Lublin–Feitelson model",
    }
}

/// An experiment's machines: `mesh:8x8, mesh:10x10 and mesh:12x12`.
pub(super) fn machines(experiment: &Experiment) -> String {
    let names: Vec<String> = experiment.machines.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, [_, ..])) => format!("{} and {last}", names[..names.len() - 1].join(", ")),
        _ => names.concat(),
    }
}
