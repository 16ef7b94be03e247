//! A trial of own code: it runs on a few small machines, and what is wrong with it is reported with its line.

use crate::allocation::own::{EngineFactory, OwnName, shown};
use crate::diagnostic::Diagnostic;
use crate::experiment::{Experiment, OwnKind, Plan, PlanError};
use crate::figure::{self, Unit};
use crate::report::words::listed;
use crate::simulation::RunFailure;
use crate::simulation::metrics::{ALLOCATION_OVERHEAD, MEAN_WAIT, Metric};
use crate::simulation::overhead::Clock;
use serde::Serialize;

/// The machines of every trial, and the number of jobs on each.
const MACHINES: [&str; 3] = ["mesh:8x8", "torus:4x4x4", "mesh:32"];
const JOBS: &str = "40";

/// The result of a trial of own code.
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
    /// Runs code of a kind ([`OwnKind`]) with this name on a few small machines, then on `more`, the machines of an experiment: a
    /// strategy under three policies, next to first fit; an order with three head rules, next to the order of arrival.
    pub fn new(kind: &str, name: &str, more: &[String], engine: EngineFactory, clock: &dyn Clock) -> CodeTrial {
        let is_order = kind == OwnKind::Order.name();
        let mut machines = MACHINES.map(String::from).to_vec();
        machines.extend(more.iter().filter(|machine| !MACHINES.contains(&machine.as_str())).cloned());
        let on = |machine: &String| {
            let trial = Trial { machine, engine };
            if is_order { trial.order(name) } else { trial.strategy(name, clock) }
        };
        let pairs: Result<Vec<[f64; 2]>, TrialError> = machines.iter().map(on).collect();
        let verdict = if is_order { order_verdict } else { strategy_verdict };
        match pairs {
            Ok(pairs) => CodeTrial { verdict: verdict(&machines, &pairs), ..CodeTrial::default() },
            Err((problem, line)) => {
                // The author knows the code by its title.
                let title = OwnName::of(name).map_or_else(|| name.into(), |own| own.title);
                let complaint = problem.to_string().replace(&*shown(name), &title);
                CodeTrial { complaint, line, ..CodeTrial::default() }
            }
        }
    }
}

/// The means of the first and of the second numbers.
fn means(pairs: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|which| pairs.iter().map(|pair| pair[which]).sum::<f64>() / pairs.len() as f64)
}

/// The outcome for a strategy, from its times and those of first fit for a job on each machine, in nanoseconds.
fn strategy_verdict(machines: &[String], times: &[[f64; 2]]) -> String {
    let [own, first_fit] = means(times);
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

/// The outcome for an order, from the mean waits under it and in order of arrival on each machine, in seconds.
fn order_verdict(machines: &[String], waits: &[[f64; 2]]) -> String {
    let [own, arrival] = means(waits).map(|wait| figure::reading(wait, &Unit::Seconds));
    format!(
        "Every key is a number, for {JOBS} jobs on each of {} with three head rules. With backfilling (EASY) these jobs wait \
         {own} on average; in order of arrival, {arrival}.",
        listed(machines),
    )
}

/// Own code on one machine.
struct Trial<'a> {
    machine: &'a str,
    engine: EngineFactory,
}

impl Trial<'_> {
    /// The times that a strategy and first fit take per job, in nanoseconds.
    fn strategy(&self, name: &str, clock: &dyn Clock) -> Result<[f64; 2], TrialError> {
        let policies = "fcfs,easy,conservative";
        // The strategy runs alone first, so that its error is the reported reason.
        let alone = self.plan(name, policies)?;
        for policy in 0..alone.cells.len() {
            self.value(&alone, policy, &ALLOCATION_OVERHEAD, None)?;
        }
        let both = self.plan(&format!("{name},ff"), policies)?;
        let time = |cell| self.value(&both, cell, &ALLOCATION_OVERHEAD, Some(clock));
        Ok([time(0)?, time(alone.cells.len())?])
    }

    /// The mean waits with `easy` under an order and in order of arrival, in seconds.
    fn order(&self, name: &str) -> Result<[f64; 2], TrialError> {
        let plan = self.plan("flat", &format!("{name}/easy,{name}/block,{name}/skip"))?;
        let waits = (0..3).map(|cell| self.value(&plan, cell, &MEAN_WAIT, None)).collect::<Result<Vec<_>, _>>()?;
        Ok([waits[0], self.value(&self.plan("flat", "easy")?, 0, &MEAN_WAIT, None)?])
    }

    fn plan(&self, strategies: &str, policies: &str) -> Result<Plan, TrialError> {
        let mut experiment = Experiment::default();
        let plot = ("plot", "allocation_overhead-load");
        let jobs =
            [("jobs", JOBS), ("rate", "4"), ("vary", "none"), ("machine", self.machine), ("allocation", strategies)];
        for (parameter, value) in jobs.into_iter().chain([("scheduling", policies), plot]) {
            experiment.set(parameter, value).map_err(|error| (Diagnostic::of(&error), None))?;
        }
        experiment.codes.engine = Some(self.engine);
        let line =
            |error: &PlanError| if let PlanError::ContractViolation(cause) = error { cause.line() } else { None };
        let refused = |error: PlanError| (Diagnostic::at(self.place(), &error), line(&error));
        Plan::new(&experiment, &experiment.generate()).map_err(refused)
    }

    /// The value of a metric in a run.
    fn value(&self, plan: &Plan, cell: usize, metric: &Metric, clock: Option<&dyn Clock>) -> Result<f64, TrialError> {
        let line = |failure: &RunFailure| match failure {
            RunFailure::ContractViolation(cause) => cause.line(),
            RunFailure::OwnPolicy(cause) => cause.line(),
            _ => None,
        };
        let failed = |failure: RunFailure| (Diagnostic::at(self.place(), &failure), line(&failure));
        plan.run(cell, clock).map(|result| result.metrics.get(metric)).map_err(failed)
    }

    fn place(&self) -> String {
        format!("on {}", self.machine)
    }
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
        let trial = CodeTrial::new("strategy", &name, &[], engine, &clock);
        assert_eq!((trial.line, &*trial.verdict), (Some(5), ""));
        assert!(trial.complaint.starts_with("on torus:4x4x4: scatter, "), "{}", trial.complaint);
        assert!(trial.complaint.ends_with("allocate failed: line 5: no rings"), "{}", trial.complaint);
        let times = Trial { machine: "mesh:8x8", engine }.strategy(&name, &clock).unwrap();
        assert!(times.iter().all(|time| *time > 0.0), "{times:?}");
    }

    #[test]
    fn the_verdict_has_both_times() {
        let machines = ["mesh:8x8", "mesh:6x6"].map(String::from);
        let said = strategy_verdict(&machines, &[[30_000.0, 1000.0], [90_000.0, 3000.0]]);
        assert!(said.contains("on each of mesh:8x8 and mesh:6x6."), "{said}");
        assert!(said.contains("It takes 0.06\u{202f}ms for each"), "{said}");
        assert!(said.contains("takes 0.002\u{202f}ms, and so is 30 times as fast."), "{said}");
    }

    /// The order of arrival, written as code; fails in line 3 with many jobs.
    struct Arrival;

    impl Engine for Arrival {
        fn ask(&self, digest: &str, _: CodeCall, _: &Machine, _: &[u8], numbers: &[f64]) -> CodeReply {
            let jobs = numbers[1..].as_chunks::<4>().0;
            if digest == OwnName::new("", "fails").digest && jobs.len() > 5 {
                return Err(CodeException { message: "too many".into(), line: Some(3) });
            }
            Ok(Some(jobs.iter().map(|job| job[0]).collect()))
        }
    }

    #[test]
    fn a_trial_of_an_order_compares_its_waits_with_those_in_order_of_arrival() {
        let (engine, clock): (EngineFactory, _) = (|| Rc::new(Arrival), Ticking(Cell::new(0.0)));
        let trial =
            |code: &str| CodeTrial::new("queue order", &OwnName::new("mine", code).to_string(), &[], engine, &clock);
        let good = trial("arrival");
        let (_, waits) = good.verdict.split_once("wait ").unwrap_or_else(|| panic!("{good:?}"));
        let (own, arrival) = waits.split_once(" on average; in order of arrival, ").unwrap();
        assert_eq!(format!("{own}."), arrival, "the same order");
        let bad = trial("fails");
        assert_eq!((bad.line, &*bad.verdict), (Some(3), ""));
        assert!(bad.complaint.contains("key failed: line 3: too many"), "{}", bad.complaint);
        assert!(!bad.complaint.contains("own("), "{}", bad.complaint);
    }
}
