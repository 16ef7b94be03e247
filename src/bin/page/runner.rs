//! The state of a worker: a log, the plan of an experiment, and the means to run its cells.

use std::{rc::Rc, sync::Arc};
use subtorus::allocation::own::{CodeCall, CodeReply, Engine, EngineFactory, Survey};
use subtorus::experiment::{Experiment, Identities, Plan, permalink};
use subtorus::machine::Machine;
use subtorus::report::{Aspect, ExperimentPreview, Inspection, MissingInput, PlanReport, own::CodeTrial, prepare};
use subtorus::run;
use subtorus::shown;
use subtorus::simulation::overhead::Clock;
use subtorus::web::{TraceArrays, explained, log_of, received, sent, trace_out};
use subtorus::workload::{Header, Log};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::Blob;

/// A log, a plan, and its cells, in the memory of one worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Runner {
    log: Option<Log>,
    plan: Option<Plan>,
    /// The engine for own code: the worker's own script, in a worker for own code.
    engine: Option<EngineFactory>,
}

#[wasm_bindgen]
impl Runner {
    /// Without a log or a plan. `own` is whether the worker's script runs own code.
    #[wasm_bindgen(constructor)]
    pub fn new(own: bool) -> Runner {
        Runner { engine: own.then_some(|| Rc::new(Script)), ..Runner::default() }
    }
}

shown! { mut Runner:
    /// Stores the columns of a log, and its numbers of lines that are not jobs and of processors.
    fn hold_log(self, columns: Option<Blob>, malformed: u32, processors: u32) -> Result<(), JsValue> = {
        (self.log, self.plan) = (None, None);
        self.log = columns.map(|columns| log_of(&columns, Header::of_processors(processors), malformed)).transpose()?;
        Ok(())
    };
    /// Plans a link's experiment, with the refusals of own codes. Returns the parts; throws if it cannot run.
    fn prepare(self, text: &str, survey: Ts<Survey>) -> Result<Ts<PlanReport>, JsValue> = {
        let experiment = self.experiment(text, Some(received(survey)?));
        let (plan, report) = prepare(&experiment, self.log.as_ref()).map_err(|error| explained(&*error))?;
        self.plan = Some(plan);
        Ok(sent(&report))
    };
    /// What the cells of the plan have in common with those of other plans, if their results can be stored.
    fn identities(self) -> Result<Option<Ts<Identities>>, JsValue> = Ok(self.plan()?.identities().as_ref().map(sent));
    /// The strategies that the experiment of a link can use, and the outlook for the jobs of the stored log, if there
    /// is one; its machine had this many processors.
    fn outlook(self, text: &str, names: Vec<String>, processors: u32, survey: Ts<Survey>) -> Result<Ts<ExperimentPreview>, JsValue> =
        Ok(sent(&ExperimentPreview::new(&self.experiment(text, Some(received(survey)?)), &names, self.log.as_ref(), processors)));
    /// Asks own code in this worker which jobs of a link's experiment it refuses.
    fn survey(self, text: &str, strategy: &str) -> Ts<Survey> = sent(&self.experiment(text, None).survey(self.log.as_ref(), strategy));
    /// Runs one cell of the plan: the values of every metric, then the number of jobs. Throws if the run fails.
    fn run(self, cell: usize) -> Result<Vec<f64>, JsValue> = self.plan()?.run(cell, Some(&PageClock)).map(|result| result.numbers()).map_err(|error| explained(&error));
    /// Tries own code of this kind, also on these machines.
    fn try_own(self, kind: &str, name: &str, machines: Vec<String>) -> Option<Ts<CodeTrial>> = self.engine.map(|engine| sent(&CodeTrial::new(kind, name, &machines, engine, &PageClock)));
    /// Runs one cell of the plan again with an observer.
    fn inspect(self, cell: usize, aspect: Ts<Aspect>) -> Result<Ts<Inspection>, JsValue> = Inspection::new(self.plan()?, cell, received(aspect)?).map(|seen| sent(&seen)).map_err(|error| explained(&error));
    /// Runs one cell of the plan again and records it, or takes the log's own schedule.
    fn trace(self, cell: usize) -> Result<TraceArrays, JsValue> = run::open(self.plan()?, self.log.as_ref(), cell).map(|trace| trace_out(&trace)).map_err(|error| explained(&error));
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

/// The browser's clock, also in workers. It is coarse, but never goes backwards.
struct PageClock;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
    /// Calls own code: a function of the script in workers for it (www/workers/own_host.js).
    #[wasm_bindgen(catch)]
    fn ask_own(code: &str, asked: &str, shape: &[u32], free: &[u8], given: &[f64])
    -> Result<Option<Vec<f64>>, JsValue>;
}

impl Clock for PageClock {
    fn nanoseconds(&self) -> f64 {
        milliseconds() * 1e6
    }
}

/// The worker's script, which runs own code.
struct Script;

impl Engine for Script {
    fn ask(&self, digest: &str, asked: CodeCall, machine: &Machine, free: &[u8], given: &[f64]) -> CodeReply {
        let shape =
            [machine.extents(), &machine.rings().iter().map(|ring| u32::from(*ring)).collect::<Vec<_>>()].concat();
        let thrown = |thrown| serde_wasm_bindgen::from_value(thrown).unwrap_or_default();
        ask_own(digest, asked.name(), &shape, free, given).map_err(thrown)
    }
}
