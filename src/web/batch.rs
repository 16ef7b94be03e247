//! What the page holds of a batch experiment: its parameters, what came out, and how that looks.

use super::laboratory::columns_in;
use super::plain;
use super::view::{Column, Table};
use crate::diagnostic::Diagnostic;
use crate::figure::{Bar, Gantt, Holding, Unit, gantt_svg, reading, torus_svg};
use crate::torus_batch::experiment::{Answer, Experiment, PARAMETERS, Parameter, Problem};
use crate::torus_batch::lanes::Lanes;
use crate::torus_batch::tables::{self, brief};
use crate::torus_batch::{Batch, Job, MAX_SIDE, Ratio, check_size, least_deadline, link, rows};
use crate::workload::swf::{Header, Log, Selection};
use serde::Serialize;
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
    experiment: Experiment,
    planned: Option<Planned>,
}

struct Planned {
    experiment: Experiment,
    answer: Answer,
    lanes: Lanes,
    moments: Vec<f64>,
}

/// What there is to say.
#[derive(Serialize)]
struct Outcome {
    sentence: String,
    /// The least deadline, where the one given cannot be met.
    least: String,
    moments: usize,
    /// Which moment has the most jobs at work.
    busiest: usize,
}

#[derive(Serialize)]
struct Picture {
    svg: String,
    caption: String,
}

#[derive(Serialize)]
struct Taken {
    jobs: Vec<[String; 2]>,
    largest: u32,
}

#[wasm_bindgen]
impl BatchStudy {
    /// An experiment without jobs.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> BatchStudy {
        BatchStudy { experiment: Experiment::default(), planned: None }
    }

    /// Edits the experiment of a link from now on. Returns the complaints about the link.
    pub fn open(&mut self, text: &str) -> JsValue {
        let (experiment, complaints) = link::read(text);
        *self = BatchStudy { experiment, planned: None };
        plain(&complaints)
    }

    /// The link of the experiment being edited.
    pub fn link(&self) -> String {
        link::write(&self.experiment)
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
        self.experiment.set(name, value).map_err(|diagnostic| plain(&diagnostic))
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

    /// Plans the jobs: `{ sentence, least, moments, busiest }`. Throws a diagnostic where that cannot be done.
    pub fn plan(&mut self) -> Result<JsValue, JsValue> {
        let experiment = self.experiment.clone();
        let answer = refuse_large(&experiment).and_then(|()| experiment.answer()).map_err(|refusal| plain(&refusal))?;
        let least = match answer {
            Answer::Missed(..) => {
                let batch = Batch::new(experiment.side, experiment.jobs.clone());
                let least = batch.and_then(|batch| least_deadline::least_deadline(&batch));
                least.map_or(String::new(), |least| least.schedule.length.to_string())
            }
            _ => String::new(),
        };
        let lanes = Lanes::new(&experiment, &answer);
        let moments = lanes.moments();
        let count = |moment: &f64| lanes.running(*moment).count();
        let busiest = (0..moments.len()).rev().max_by_key(|&moment| count(&moments[moment])).unwrap_or(0);
        let sentence = tables::sentence(&experiment, &answer);
        let outcome = Outcome { sentence, least, moments: moments.len(), busiest };
        self.planned = Some(Planned { experiment, answer, lanes, moments });
        Ok(plain(&outcome))
    }

    /// The Gantt chart as SVG, so many CSS pixels wide; empty where there is none.
    pub fn gantt(&self, width: f64, dark: bool) -> String {
        let Some(planned) = self.planned.as_ref().filter(|planned| !planned.lanes.bars.is_empty()) else {
            return String::new();
        };
        gantt_svg(&planned.gantt(), &tables::sentence(&planned.experiment, &planned.answer), width, dark)
    }

    /// Who holds which node from a moment on: `{ svg, caption }`.
    pub fn picture(&self, moment: usize, dark: bool) -> JsValue {
        plain(&self.planned.as_ref().and_then(|planned| planned.picture(moment, dark)))
    }

    /// What came out as a table, with shortened numbers.
    pub fn table(&self) -> JsValue {
        let Some(planned) = &self.planned else { return JsValue::NULL };
        let titles = tables::columns(&planned.answer);
        let columns = titles.iter().map(|title| Column { title: title.to_string(), definition: String::new() });
        let shorten = |text: String| match text.parse::<Ratio>() {
            Ok(ratio) => brief(&ratio.into()),
            Err(_) if text.len() > 12 => format!("{}…", &text[..11]),
            Err(_) => text,
        };
        let rows = tables::rows(&planned.experiment, &planned.answer);
        let rows = rows.into_iter().map(|row| row.into_iter().map(shorten).collect()).collect();
        plain(&Table { columns: columns.collect(), rows })
    }

    /// The table as comma-separated values, with every digit.
    pub fn csv(&self) -> String {
        self.planned.as_ref().map_or(String::new(), |planned| tables::csv(&planned.experiment, &planned.answer))
    }

    /// Takes the first jobs from the columns of a log: `{ jobs: [size, time], largest }`. A job of `p` processors needs a
    /// square of at least as many, with a power of two for its side.
    pub fn from_log(&self, columns: JsValue, malformed: u32, count: u32) -> Result<JsValue, JsValue> {
        let log = Log::from_columns(Header::default(), columns_in(&columns)?, malformed);
        let log = log.map_err(|reason| plain(&Diagnostic::new("log", reason)))?;
        let (workload, _) = log.select(&Selection::default());
        let jobs = workload.size.iter().zip(&workload.runtime).filter(|(_, runtime)| **runtime > 0);
        let jobs = jobs.take(count as usize).filter_map(|(size, runtime)| {
            let side = (1..=16).map(|power| 1u32 << power).find(|side| u64::from(*side).pow(2) >= u64::from(*size));
            let side = if *size <= 1 { 1 } else { side? };
            Some(Job { size: side, time: Ratio::new(*runtime as u64, 1_000_000)? })
        });
        let jobs: Vec<Job> = jobs.collect();
        let largest = jobs.iter().map(|job| job.size).max().unwrap_or(1);
        let jobs = jobs.iter().map(|job| [job.size.to_string(), job.time.to_string()]).collect();
        Ok(plain(&Taken { jobs, largest }))
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

    fn picture(&self, moment: usize, dark: bool) -> Option<Picture> {
        let side = self.experiment.side;
        let time = *self.moments.get(moment)?;
        let running: Vec<_> = self.lanes.running(time).collect();
        let holdings = running.iter().map(|bar| Holding {
            label: (bar.job + 1).to_string(),
            colour: bar.job,
            nodes: bar.place.nodes(side),
        });
        let svg = if side <= MOST_SIDE { torus_svg(side, &holdings.collect::<Vec<_>>(), dark) } else { String::new() };
        let names: Vec<_> = running.iter().take(12).map(|bar| format!("J{}", bar.job + 1)).collect();
        let more = if running.len() > names.len() { ", …" } else { "" };
        let caption = format!("From {} on: {}{more}", reading(time, &Unit::None), names.join(", "));
        Some(Picture { svg, caption })
    }
}

/// A parameter as a field of the page.
#[derive(Serialize)]
struct Field {
    name: &'static str,
    help: &'static str,
    default: String,
    example: &'static str,
    choices: Vec<String>,
}

/// The page plans while it is looked at, so not what takes long.
fn refuse_large(experiment: &Experiment) -> Result<(), Diagnostic> {
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
    let default = Experiment::default();
    let field = |parameter: &Parameter| Field {
        name: parameter.name,
        help: parameter.help,
        default: default.get(parameter.name),
        example: parameter.example,
        choices: match parameter.name {
            "problem" => Problem::NAMES.map(|(_, name)| name.to_string()).to_vec(),
            "side" => (0..=MAX_SIDE.ilog2()).map(|power| (1 << power).to_string()).collect(),
            _ => Vec::new(),
        },
    };
    plain(&PARAMETERS.iter().map(field).collect::<Vec<_>>())
}

/// Whether a link is that of a batch experiment.
#[wasm_bindgen]
pub fn is_batch(text: &str) -> bool {
    link::is_batch(text)
}
