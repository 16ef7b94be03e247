//! What a worker holds: a log, the plan of an experiment, and the means to run its cells.

use super::arrays::{TraceArrays, trace_out};
use super::{explained, log_of, received, sent, shown};
use crate::allocation::own::{CodeCall, CodeReply, Engine, EngineFactory, Survey};
use crate::experiment::{Experiment, Identities, Plan, permalink};
use crate::machine::Machine;
use crate::report::own::CodeTrial;
use crate::report::{Aspect, ExperimentPreview, Inspection, MissingInput, PlanReport, prepare};
use crate::run;
use crate::simulation::overhead::Clock;
use crate::workload::{Header, Log};
use std::{rc::Rc, sync::Arc};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::Blob;

/// A log, a plan, and its cells, in the memory of one worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Runner {
    log: Option<Log>,
    plan: Option<Plan>,
    /// Who runs code of one's own: the worker's own script, where it is one for that.
    engine: Option<EngineFactory>,
}

#[wasm_bindgen]
impl Runner {
    /// Nothing yet. `own` is whether the worker's script runs code of one's own.
    #[wasm_bindgen(constructor)]
    pub fn new(own: bool) -> Runner {
        Runner { engine: own.then_some(|| Rc::new(Script)), ..Runner::default() }
    }
}

shown! { mut Runner:
    /// Holds the columns of a log that was read, its count of lines that are no job, and of processors.
    fn hold_log(self, columns: Option<Blob>, malformed: u32, processors: u32) -> Result<(), JsValue> = {
        (self.log, self.plan) = (None, None);
        self.log = columns.map(|columns| log_of(&columns, Header::of_processors(processors), malformed)).transpose()?;
        Ok(())
    };
    /// Makes the plan of a link's experiment, in which own codes refuse what the survey says. Returns its parts; throws where it cannot run.
    fn prepare(self, text: &str, survey: Ts<Survey>) -> Result<Ts<PlanReport>, JsValue> = {
        let experiment = self.experiment(text, Some(received(survey)?));
        let (plan, report) = prepare(&experiment, self.log.as_ref()).map_err(|error| explained(&*error))?;
        self.plan = Some(plan);
        Ok(sent(&report))
    };
    /// What the cells of the plan have in common with those of other plans, where their results can be kept.
    fn identities(self) -> Result<Option<Ts<Identities>>, JsValue> = Ok(self.plan()?.identities().as_ref().map(sent));
    /// Which of these strategies the experiment of a link has a use for, and what would become of the jobs of the log that is
    /// held, if one is, whose machine had so many processors.
    fn outlook(self, text: &str, names: Vec<String>, processors: u32, survey: Ts<Survey>) -> Result<Ts<ExperimentPreview>, JsValue> =
        Ok(sent(&ExperimentPreview::new(&self.experiment(text, Some(received(survey)?)), &names, self.log.as_ref(), processors)));
    /// Asks the code of a strategy of one's own, which this worker runs, what it refuses of the jobs of a link's experiment.
    fn survey(self, text: &str, strategy: &str) -> Ts<Survey> =
        sent(&self.experiment(text, None).survey(self.log.as_ref(), strategy));
    /// Runs one cell of the plan: the values of every metric, then the number of jobs. Throws where the run fails.
    fn run(self, cell: usize) -> Result<Vec<f64>, JsValue> =
        self.plan()?.run(cell, Some(&PageClock)).map(|result| result.numbers()).map_err(|error| explained(&error));
    /// Tries a strategy of one's own.
    fn try_own(self, name: &str) -> Option<Ts<CodeTrial>> = self.engine.map(|engine| sent(&CodeTrial::new(name, engine, &PageClock)));
    /// Runs one cell of the plan once more and looks inside.
    fn inspect(self, cell: usize, aspect: Ts<Aspect>) -> Result<Ts<Inspection>, JsValue> =
        Inspection::new(self.plan()?, cell, received(aspect)?).map(|seen| sent(&seen)).map_err(|error| explained(&error));
    /// Runs one cell of the plan once more and records how it went, or what the log says of its jobs.
    fn trace(self, cell: usize) -> Result<TraceArrays, JsValue> =
        run::open(self.plan()?, self.log.as_ref(), cell).map(|trace| trace_out(&trace)).map_err(|error| explained(&error));
}

impl Runner {
    fn experiment(&self, text: &str, survey: Option<Survey>) -> Experiment {
        let (mut experiment, _) = permalink::read(text);
        (experiment.codes.engine, experiment.codes.survey) = (self.engine, survey.map(Arc::new));
        experiment
    }

    fn plan(&self) -> Result<&Plan, JsValue> {
        self.plan.as_ref().ok_or_else(|| explained(&MissingInput::Plan))
    }
}

/// The browser's clock, in workers too; coarse, but it never goes back.
struct PageClock;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
    /// Asks code of one's own; a function of the script that is given to workers for it (www/own_host.js).
    #[wasm_bindgen(catch)]
    fn ask_own(code: &str, asked: &str, shape: &[u32], free: &[u8], given: &[f64])
    -> Result<Option<Vec<f64>>, JsValue>;
}

impl Clock for PageClock {
    fn nanoseconds(&self) -> f64 {
        milliseconds() * 1e6
    }
}

/// The worker's script, where it runs code of one's own.
struct Script;

impl Engine for Script {
    fn ask(&self, digest: &str, asked: CodeCall, machine: &Machine, free: &[u8], given: &[f64]) -> CodeReply {
        let shape =
            [machine.extents(), &machine.rings().iter().map(|ring| u32::from(*ring)).collect::<Vec<_>>()].concat();
        let thrown = |thrown| serde_wasm_bindgen::from_value(thrown).unwrap_or_default();
        ask_own(digest, asked.name(), &shape, free, given).map_err(thrown)
    }
}
