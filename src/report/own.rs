//! The report on own strategies: a list of them, and the result of a trial.

use super::words::listed;
use crate::allocation::own::{EngineFactory, OwnName};
use crate::diagnostic::Diagnostic;
use crate::experiment::{Experiment, Plan, PlanError};
use crate::figure::{self, Unit};
use crate::simulation::RunFailure;
use crate::simulation::metrics::ALLOCATION_OVERHEAD;
use crate::simulation::overhead::Clock;
use serde::Serialize;

/// An own strategy in an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OwnStrategy {
    /// Its full name.
    pub name: String,
    /// The author's title.
    pub title: String,
    /// The digest of its code.
    pub digest: String,
    /// Its code; empty if it is not present.
    pub code: String,
    /// Whether the permalink contains its code.
    pub in_link: bool,
}

/// The own strategies in an experiment.
pub fn strategies(experiment: &Experiment) -> Vec<OwnStrategy> {
    let carried = experiment.codes.in_link();
    let strategy = |own: OwnName| {
        let code = experiment.codes.find(&own.digest).unwrap_or_default();
        let in_link = !code.is_empty() && carried.contains(code);
        OwnStrategy { name: own.to_string(), title: own.title, digest: own.digest, code: code.into(), in_link }
    };
    experiment.own_strategies().map(strategy).collect()
}

/// The machines of every trial, and the number of jobs on each.
const MACHINES: [&str; 3] = ["mesh:8x8", "torus:4x4x4", "mesh:32"];
const JOBS: &str = "40";

/// The result of a trial of an own strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CodeTrial {
    /// The error; empty if there is none.
    pub complaint: String,
    /// The line of the code that the error is about, from 1, if known.
    pub line: Option<u32>,
    /// The outcome and the times; empty after an error.
    pub verdict: String,
}

/// The error of a trial, and the line of the code.
type TrialError = (Diagnostic, Option<u32>);

impl CodeTrial {
    /// Runs a strategy with this name next to first fit under three policies, and measures both: on a few small
    /// machines, then on `more`, the machines of an experiment.
    pub fn new(name: &str, more: &[String], engine: EngineFactory, clock: &dyn Clock) -> CodeTrial {
        let mut machines = MACHINES.map(String::from).to_vec();
        machines.extend(more.iter().filter(|machine| !MACHINES.contains(&machine.as_str())).cloned());
        let times: Result<Vec<[f64; 2]>, TrialError> =
            machines.iter().map(|machine| trial_on(machine, name, engine, clock)).collect();
        match times {
            Ok(times) => CodeTrial { verdict: verdict(&machines, &times), ..CodeTrial::default() },
            Err((problem, line)) => CodeTrial { complaint: problem.to_string(), line, ..CodeTrial::default() },
        }
    }
}

/// The outcome, from the times of a strategy and of first fit for a job on each machine, in nanoseconds.
fn verdict(machines: &[String], times: &[[f64; 2]]) -> String {
    let mean = |which: usize| times.iter().map(|both| both[which]).sum::<f64>() / times.len() as f64;
    let [own, first_fit] = [mean(0), mean(1)];
    let milliseconds = |time: f64| figure::reading(time / 1e6, &Unit::Other("ms"));
    format!(
        "Every answer keeps to the rules, for {JOBS} jobs on each of {}. It takes {} for each of them; first fit as it is \
         built in takes {}, and so is {} times as fast.",
        listed(machines),
        milliseconds(own),
        milliseconds(first_fit),
        figure::reading(libm::round(own / first_fit), &Unit::None),
    )
}

/// The times that the code and first fit take per job on a machine, in nanoseconds.
fn trial_on(machine: &str, name: &str, engine: EngineFactory, clock: &dyn Clock) -> Result<[f64; 2], TrialError> {
    let refused = |error: PlanError| {
        let line = if let PlanError::ContractViolation(cause) = &error { cause.line() } else { None };
        (Diagnostic::at(format!("on {machine}"), &error), line)
    };
    let failed = |failure: RunFailure| {
        let line = if let RunFailure::ContractViolation(cause) = &failure { cause.line() } else { None };
        (Diagnostic::at(format!("on {machine}"), &failure), line)
    };
    let plan = |names: &str| {
        let mut experiment = Experiment::default();
        let policies = ("scheduling", "fcfs,easy,conservative");
        let plot = ("plot", "allocation_overhead-load");
        let jobs = [("jobs", JOBS), ("rate", "4"), ("vary", "none"), ("machine", machine), ("allocation", names)];
        for (parameter, value) in jobs.into_iter().chain([policies, plot]) {
            experiment.set(parameter, value).map_err(|error| (Diagnostic::of(&error), None))?;
        }
        experiment.codes.engine = Some(engine);
        Plan::new(&experiment, &experiment.generate()).map_err(refused)
    };
    // The strategy runs alone first, so that its error is the reported reason.
    let alone = plan(name)?;
    for policy in 0..alone.cells.len() {
        alone.run(policy, None).map_err(failed)?;
    }
    let both = plan(&format!("{name},ff"))?;
    let time = |cell: usize| {
        both.run(cell, Some(clock)).map(|result| result.metrics.get(&ALLOCATION_OVERHEAD)).map_err(failed)
    };
    Ok([time(0)?, time(alone.cells.len())?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::own::{CodeCall, CodeException, CodeReply, Engine};
    use crate::machine::Machine;
    use std::cell::Cell;
    use std::rc::Rc;

    /// Takes the first free nodes; fails in line 5 on rings.
    struct Scatter;

    impl Engine for Scatter {
        fn ask(&self, _: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
            match asked {
                CodeCall::Load => Ok(Some(Vec::new())),
                CodeCall::Allocate if machine.rings().contains(&true) => {
                    Err(CodeException { message: "no rings".into(), line: Some(5) })
                }
                CodeCall::Allocate => {
                    let free = (0..machine.node_count()).filter(|node| free[*node as usize] == 1);
                    let corner = |node| machine.coordinates(node).iter().map(|at| f64::from(*at)).collect::<Vec<_>>();
                    let one = vec![1.0; machine.dimensions()];
                    Ok(Some(
                        free.take(numbers[0] as usize).flat_map(|node| [corner(node), one.clone()].concat()).collect(),
                    ))
                }
                _ => Ok(None),
            }
        }
    }

    struct Ticking(Cell<f64>);

    impl Clock for Ticking {
        fn nanoseconds(&self) -> f64 {
            self.0.set(self.0.get() + 1e6);
            self.0.get()
        }
    }

    #[test]
    fn a_trial_reports_the_error_and_its_line() {
        let (name, engine): (_, EngineFactory) = (OwnName::new("scatter", "code").to_string(), || Rc::new(Scatter));
        let clock = Ticking(Cell::new(0.0));
        let trial = CodeTrial::new(&name, &[], engine, &clock);
        assert_eq!((trial.line, &*trial.verdict), (Some(5), ""));
        assert!(trial.complaint.starts_with("on torus:4x4x4: own(scatter,"), "{}", trial.complaint);
        assert!(trial.complaint.ends_with("allocate failed: line 5: no rings"), "{}", trial.complaint);
        let times = trial_on("mesh:8x8", &name, engine, &clock).unwrap();
        assert!(times.iter().all(|time| *time > 0.0), "{times:?}");
    }

    #[test]
    fn the_verdict_has_both_times() {
        let machines = ["mesh:8x8", "mesh:6x6"].map(String::from);
        let said = verdict(&machines, &[[30_000.0, 1000.0], [90_000.0, 3000.0]]);
        assert!(said.contains("on each of mesh:8x8 and mesh:6x6."), "{said}");
        assert!(said.contains("It takes 0.06\u{202f}ms for each"), "{said}");
        assert!(said.contains("takes 0.002\u{202f}ms, and so is 30 times as fast."), "{said}");
    }

    #[test]
    fn compared_strategies_are_listed_with_their_code() {
        let mut experiment = Experiment::default();
        let name = experiment.adopt("mine", "a code", "");
        let own = OwnName::of(&name).unwrap();
        let expected =
            OwnStrategy { name, title: "mine".into(), digest: own.digest, code: "a code".into(), in_link: true };
        assert_eq!(strategies(&experiment), [expected]);
        experiment.codes.replace("");
        assert_eq!(strategies(&experiment)[0].code, "");
    }
}
