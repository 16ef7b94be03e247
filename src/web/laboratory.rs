//! What a worker holds: a log as columns, the plan of an experiment, and the means to run its cells.

use super::plain;
use crate::diagnostic::Diagnostic;
use crate::experiment::identity::sha256_hex;
use crate::experiment::{Plan, link};
use crate::simulation::overhead::Clock;
use crate::workload::swf::{self, Columns, Header, Log, Selected, Selection};
use js_sys::{BigInt64Array, Float64Array, Int16Array, Int32Array, Object, Reflect};
use serde::Serialize;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

/// Complaints about a log's lines that are handed to the page; there may be one per line of the log.
const SHOWN_COMPLAINTS: usize = 100;

/// A log, a plan, and its cells, in the memory of one worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Laboratory {
    log: Option<Log>,
    plan: Option<Plan>,
}

/// What there is to say about a log, beside its columns.
#[derive(Serialize)]
struct Summary {
    sha256: String,
    summary: String,
    facts: Vec<(String, String)>,
    diagnostics: Vec<Diagnostic>,
    complaints: usize,
    jobs: u32,
    malformed: u32,
    processors: u32,
}

#[wasm_bindgen]
impl Laboratory {
    /// An empty laboratory.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Laboratory {
        Laboratory::default()
    }

    /// Reads the bytes of a log (uncompressed SWF): its identity, what there is to say about it, and its columns as typed
    /// arrays. Throws where not a single line is a job.
    pub fn read_log(&mut self, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let (log, diagnostics) = swf::read(bytes);
        let (workload, selected) = log.select(&Selection::default());
        if workload.is_empty() {
            return Err(plain(&Diagnostic::new("log", no_job(&log, &diagnostics))));
        }
        let dropped: Vec<String> = selected.dropped().iter().filter(|(_, count)| *count > 0).map(reason).collect();
        let dropped =
            if dropped.is_empty() { "none dropped".into() } else { format!("dropped: {}", dropped.join(", ")) };
        let largest = workload.size.iter().copied().max().unwrap_or(0);
        let summary = Summary {
            sha256: sha256_hex(bytes),
            summary: format!("{} jobs; {dropped}", selected.kept),
            facts: log.header.fields.clone(),
            complaints: diagnostics.len(),
            diagnostics: diagnostics.into_iter().take(SHOWN_COMPLAINTS).collect(),
            jobs: selected.kept,
            malformed: log.malformed,
            processors: log.header.max_procs().unwrap_or(largest),
        };
        let object = plain(&summary);
        Reflect::set(&object, &"columns".into(), &columns_out(&log.columns))?;
        Ok(object)
    }

    /// Holds the columns of a log that another worker has read, for [`Laboratory::prepare`]; `undefined` holds none.
    /// `malformed` is how many of its lines were no job.
    pub fn hold_log(&mut self, columns: JsValue, malformed: u32) -> Result<(), JsValue> {
        self.plan = None;
        self.log = None;
        if columns.is_object() {
            let log = Log::from_columns(Header::default(), columns_in(&columns)?, malformed);
            self.log = Some(log.map_err(|reason| plain(&Diagnostic::new("log", reason)))?);
        }
        Ok(())
    }

    /// Makes the plan of a link's experiment: `{ weights, counts }`, the weights by cell; for each
    /// machine, how many `jobs` its runs have and how many were dropped, by reason. Throws a diagnostic where it cannot be run.
    pub fn prepare(&mut self, text: &str) -> Result<JsValue, JsValue> {
        let (experiment, _) = link::read(text);
        let (workload, selected) = match (&self.log, experiment.uses_log()) {
            (Some(log), true) => log.select(&experiment.selection),
            (None, true) => return Err(plain(&Diagnostic::new("log", "this experiment needs a log that is not here"))),
            (_, false) => (experiment.generate(), Selected::default()),
        };
        let plan = Plan::new(&experiment, &workload).map_err(|diagnostic| plain(&diagnostic))?;
        let counts = |machine| {
            let mut counts = plan.dropped(machine, &selected);
            counts.insert("jobs", plan.jobs_per_run(machine) as u32);
            counts
        };
        let counts: Vec<BTreeMap<_, _>> = (0..experiment.machines.len()).map(counts).collect();
        let object = Object::new();
        Reflect::set(&object, &"counts".into(), &plain(&counts))?;
        let weights: Vec<f64> = plan.cells.iter().map(|cell| cell.weight).collect();
        Reflect::set(&object, &"weights".into(), &Float64Array::from(&weights[..]))?;
        self.plan = Some(plan);
        Ok(object.into())
    }

    /// Runs one cell of the plan: the values of every metric, then the number of jobs. Throws a diagnostic where the run
    /// fails.
    pub fn run(&self, cell: usize) -> Result<Float64Array, JsValue> {
        let plan = self.plan()?;
        let result = plan.run(cell, Some(&PageClock)).map_err(|failure| plain(&Diagnostic::of(&failure)))?;
        let mut values = result.metrics.numbers().to_vec();
        values.push(f64::from(result.jobs));
        Ok(Float64Array::from(&values[..]))
    }

    /// Runs one cell of the plan for the sake of its links: `{ machine, loads }`.
    pub fn links(&self, cell: usize) -> Result<JsValue, JsValue> {
        let plan = self.plan()?;
        let loads = plan.link_loads(cell).map_err(|failure| plain(&Diagnostic::of(&failure)))?;
        let object = Object::new();
        Reflect::set(&object, &"machine".into(), &plan.machine(cell).to_string().into())?;
        Reflect::set(&object, &"loads".into(), &Float64Array::from(&loads[..]))?;
        Ok(object.into())
    }
}

impl Laboratory {
    fn plan(&self) -> Result<&Plan, JsValue> {
        self.plan.as_ref().ok_or_else(|| "no plan has been prepared".into())
    }
}

/// The browser's clock, in workers too; coarse, but it never goes back.
struct PageClock;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

impl Clock for PageClock {
    fn nanoseconds(&self) -> f64 {
        milliseconds() * 1e6
    }
}

fn reason((name, count): &(&'static str, u32)) -> String {
    format!("{count} {}", name.replace('_', " "))
}

/// Why a file is of no use as a log.
fn no_job(log: &Log, diagnostics: &[Diagnostic]) -> String {
    let first = diagnostics.first().map_or(String::new(), |first| format!(" The first complaint: {first}."));
    format!(
        "there is not one usable job in this file ({} lines are no jobs). Expected a log in the Standard Workload Format: \
         eighteen numbers a line, with a known runtime and number of processors.{first}",
        log.malformed
    )
}

fn columns_out(columns: &Columns) -> JsValue {
    let object = Object::new();
    let set = |name: &str, column: &JsValue| {
        Reflect::set(&object, &name.into(), column).expect("a new object takes any property");
    };
    set("id", &BigInt64Array::from(&columns.id[..]));
    set("submit", &BigInt64Array::from(&columns.submit[..]));
    set("runtime", &BigInt64Array::from(&columns.runtime[..]));
    set("allocated", &Int32Array::from(&columns.allocated[..]));
    set("requested_processors", &Int32Array::from(&columns.requested_processors[..]));
    set("requested_time", &BigInt64Array::from(&columns.requested_time[..]));
    set("status", &Int16Array::from(&columns.status[..]));
    set("queue", &Int32Array::from(&columns.queue[..]));
    set("partition", &Int32Array::from(&columns.partition[..]));
    object.into()
}

fn columns_in(object: &JsValue) -> Result<Columns, JsValue> {
    let times = |name| Ok::<_, JsValue>(column::<BigInt64Array>(object, name)?.to_vec());
    let numbers = |name| Ok::<_, JsValue>(column::<Int32Array>(object, name)?.to_vec());
    Ok(Columns {
        id: times("id")?,
        submit: times("submit")?,
        runtime: times("runtime")?,
        allocated: numbers("allocated")?,
        requested_processors: numbers("requested_processors")?,
        requested_time: times("requested_time")?,
        status: column::<Int16Array>(object, "status")?.to_vec(),
        queue: numbers("queue")?,
        partition: numbers("partition")?,
    })
}

fn column<T: JsCast>(object: &JsValue, name: &str) -> Result<T, JsValue> {
    Reflect::get(object, &name.into())?
        .dyn_into()
        .map_err(|_| plain(&Diagnostic::new("log", format!("its column '{name}' was lost on the way"))))
}
