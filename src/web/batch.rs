//! What the page holds of a batch experiment: its parameters, what came out, and how that looks.

use super::catalogue::field;
use super::plain;
use crate::diagnostic::Diagnostic;
use crate::figure::{Bar, Gantt, Holding, Unit, gantt_svg, reading, torus_svg};
use crate::torus_batch::experiment::{Answer, BatchExperiment, PARAMETERS, Problem};
use crate::torus_batch::lanes::{self, Lanes};
use crate::torus_batch::tables;
use crate::torus_batch::{Job, Ratio, check_size, permalink, rows};
use crate::workload::swf::size;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The most jobs on the page.
const MOST_JOBS: usize = 2000;

/// The most subtori that are looked at for all jobs, which takes a second or so.
const MOST_WORK: u64 = 20_000_000;

/// The largest torus of which a picture can show the nodes.
const MOST_SIDE: u32 = 128;

/// A batch experiment, and what came out of it when it was last planned.
#[wasm_bindgen]
pub struct BatchStudy {
    experiment: BatchExperiment,
    planned: Option<Planned>,
}

struct Planned {
    experiment: BatchExperiment,
    answer: Answer,
    sentence: String,
    lanes: Lanes,
    moments: Vec<f64>,
}

#[wasm_bindgen]
impl BatchStudy {
    /// An experiment without jobs.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> BatchStudy {
        BatchStudy { experiment: BatchExperiment::default(), planned: None }
    }

    /// Edits the experiment of a link from now on. Returns the complaints about the link.
    pub fn open(&mut self, text: &str) -> JsValue {
        let (experiment, complaints) = permalink::read(text);
        *self = BatchStudy { experiment, planned: None };
        plain(&complaints)
    }

    /// The link of the experiment being edited.
    pub fn link(&self) -> String {
        permalink::write(&self.experiment)
    }

    /// A parameter's value as text.
    pub fn value(&self, name: &str) -> String {
        self.experiment.get(name)
    }

    /// The jobs as `[size, time]`.
    pub fn jobs(&self) -> JsValue {
        let jobs = self.experiment.jobs.iter().map(|job| [job.size.to_string(), job.time.to_string()]);
        plain(&jobs.collect::<Vec<_>>())
    }

    /// Sets a parameter from its text, or throws a diagnostic and changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), JsValue> {
        self.experiment.set(name, value).map_err(|error| plain(&Diagnostic::of(&error)))
    }

    /// What a file about the last plan is called, without its extension.
    pub fn file_name(&self) -> String {
        format!("subtorus-{}-{}", self.experiment.problem, self.experiment.side)
    }

    /// What is wrong with a job, in view of the side; empty where nothing is.
    pub fn complaint(&self, size: &str, time: &str) -> String {
        let checked = rows::job(size, time).and_then(|job| check_size(self.experiment.side, job.size));
        checked.err().unwrap_or_default()
    }

    /// Plans the jobs, and says what came out. Throws a diagnostic where that cannot be done.
    pub fn plan(&mut self) -> Result<String, JsValue> {
        let experiment = self.experiment.clone();
        refuse_large(&experiment).map_err(|refusal| plain(&refusal))?;
        let answer = experiment.answer().map_err(|error| plain(&Diagnostic::of(&*error)))?;
        let sentence = tables::sentence(&experiment, &answer);
        let lanes = Lanes::new(&experiment, &answer);
        let moments = lanes.moments();
        self.planned = Some(Planned { experiment, answer, sentence: sentence.clone(), lanes, moments });
        Ok(sentence)
    }

    /// The least deadline, where the one given cannot be met; else empty.
    pub fn least(&self) -> String {
        let Some(Planned { experiment, answer: Answer::Missed(..), .. }) = &self.planned else { return String::new() };
        let experiment = BatchExperiment { problem: Problem::LeastDeadline, deadline: None, ..experiment.clone() };
        match experiment.answer() {
            Ok(Answer::Met(_, schedule)) => schedule.length.to_string(),
            _ => String::new(),
        }
    }

    /// How many moments there are at which something starts.
    pub fn moments(&self) -> usize {
        self.planned.as_ref().map_or(0, |planned| planned.moments.len())
    }

    /// The first moment with the most jobs at work.
    pub fn busiest(&self) -> usize {
        let Some(planned) = &self.planned else { return 0 };
        let count = |moment: &usize| planned.lanes.running(planned.moments[*moment]).count();
        (0..planned.moments.len()).rev().max_by_key(count).unwrap_or(0)
    }

    /// The Gantt chart as SVG, so many CSS pixels wide; empty where there is none.
    pub fn gantt(&self, width: f64, dark: bool) -> String {
        let Some(planned) = self.planned.as_ref().filter(|planned| !planned.lanes.bars.is_empty()) else {
            return String::new();
        };
        gantt_svg(&planned.gantt(), &planned.sentence, width, dark)
    }

    /// Who holds which node from a moment on; empty where a picture could not show it.
    pub fn picture(&self, moment: usize, dark: bool) -> String {
        let Some(planned) = self.planned.as_ref().filter(|planned| planned.experiment.side <= MOST_SIDE) else {
            return String::new();
        };
        let holding = |bar: &lanes::Bar| Holding {
            label: (bar.job + 1).to_string(),
            colour: bar.job,
            nodes: bar.place.nodes(planned.experiment.side),
        };
        let holdings: Vec<Holding> = planned.running(moment).map(holding).collect();
        torus_svg(planned.experiment.side, &holdings, dark)
    }

    /// Which jobs are at work from a moment on.
    pub fn caption(&self, moment: usize) -> String {
        let Some(planned) = &self.planned else { return String::new() };
        let time = planned.moments.get(moment).copied().unwrap_or(0.0);
        let names: Vec<String> = planned.running(moment).map(|bar| format!("J{}", bar.job + 1)).collect();
        format!("From {} on: {}", reading(time, &Unit::None), names.join(", "))
    }

    /// The table as comma-separated values, with every digit.
    pub fn csv(&self) -> String {
        self.planned.as_ref().map_or(String::new(), |planned| tables::csv(&planned.experiment, &planned.answer))
    }

    /// The first jobs of a log, from the columns of their sizes and of their runtimes in microseconds, as the text of
    /// jobs. A job of `p` processors needs a square of at least as many, with a power of two for its side.
    pub fn from_log(&self, requested: &[i32], allocated: &[i32], runtime: &[i64], count: usize) -> String {
        let sizes = requested.iter().zip(allocated).map(|(&asked, &given)| size(asked, given));
        let known = sizes.zip(runtime).filter(|(size, runtime)| *size > 0 && **runtime > 0);
        let jobs = known.take(count).filter_map(|(size, runtime)| {
            let size = ((size - 1).isqrt() + 1).next_power_of_two();
            Some(Job { size, time: Ratio::new(*runtime as u64, 1_000_000)? })
        });
        rows::write(&jobs.collect::<Vec<_>>())
    }
}

impl Planned {
    fn gantt(&self) -> Gantt {
        let contention = self.experiment.problem == Problem::Contention;
        let bars = self.lanes.bars.iter().map(|bar| Bar {
            label: format!("J{}", bar.job + 1),
            title: format!("J{} ({})", bar.job + 1, self.experiment.jobs[bar.job]),
            colour: bar.job,
            lanes: bar.lanes.clone(),
            from: bar.from,
            pale_from: bar.undisturbed,
            to: bar.to,
        });
        let deadline = match &self.answer {
            Answer::Met(_, schedule) => Some(schedule.deadline.to_f64()),
            _ => None,
        };
        let title = if contention { "Subtorus (row, column)" } else { "Column" };
        Gantt { title: title.into(), lanes: self.lanes.names.clone(), bars: bars.collect(), deadline }
    }

    fn running(&self, moment: usize) -> impl Iterator<Item = &lanes::Bar> {
        self.lanes.running(self.moments.get(moment).copied().unwrap_or(0.0))
    }
}

/// The page plans while it is looked at, so not what takes long.
fn refuse_large(experiment: &BatchExperiment) -> Result<(), Diagnostic> {
    let count = experiment.jobs.len();
    let smallest = experiment.jobs.iter().map(|job| job.size).min().unwrap_or(1).max(1);
    let looked_at = u64::from(experiment.side / smallest).pow(2) * count as u64;
    if count <= MOST_JOBS && (experiment.problem != Problem::Contention || looked_at <= MOST_WORK) {
        return Ok(());
    }
    let reason = format!(
        "{count} jobs are more than the page plans on this torus (at most {MOST_JOBS}, and fewer where their subtori are \
         many); the command `subtorus torus-batch` takes any number"
    );
    Err(Diagnostic::new("jobs", reason))
}

/// What the parameters of a batch experiment are, as fields.
#[wasm_bindgen]
pub fn batch_parameters() -> JsValue {
    plain(&PARAMETERS.iter().map(field).collect::<Vec<_>>())
}

/// Whether a link is that of a batch experiment.
#[wasm_bindgen]
pub fn is_batch(text: &str) -> bool {
    permalink::is_batch(text)
}
