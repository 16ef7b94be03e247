//! Planning never panics: cells that cannot run are named with their reason, and the rest runs. Tests every strategy of
//! the catalogue on machines of one to six dimensions, with random hosts out of service, and as a second run of one
//! job.

use crate::binary;
use subtorus::allocation::catalogue;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Plan, PlanError};
use subtorus::machine::Machine;
use subtorus::report::counterfactual::{CounterfactualRuns, CounterfactualStart};
use subtorus::run::record;
use subtorus::simulation::RunFailure;

/// Machines of one to six dimensions, lines and rings, and the extents of a host on each.
const MACHINES: [(&str, &str); 6] = [
    ("mesh:12", "2"),
    ("mesh:8x8", "4x1"),
    ("mixed:4rx6x4", "2x2x1"),
    ("torus:4x2x4x2", "2x1x2x1"),
    ("mixed:2rx2x4rx2x2", "1x2x1x1x2"),
    ("torus:2x2x2x2x2x2", "2x2x1x1x1x1"),
];

/// The strategies with a rule for nodes out of service (docs/semantics.md 10.4).
const WITH_RULE: [&str; 14] =
    ["flat", "ff", "tff", "bf", "tbf", "curve", "random", "gen-alg", "ocs", "bl", "tbl", "gabl", "paging", "kueue"];

fn strategies() -> impl Iterator<Item = &'static str> {
    catalogue::entries().flat_map(|entry| entry.examples).copied()
}

fn manages(strategy: &str, machine: &str) -> bool {
    let machine: Machine = machine.parse().unwrap();
    let setting = catalogue::Setting { machine: &machine, seed: 1, replication: 0 };
    catalogue::find(strategy).unwrap().make(&setting).is_ok()
}

fn has_rule(strategy: &str) -> bool {
    strategy.starts_with("slurm-") || WITH_RULE.contains(&strategy.split('(').next().unwrap())
}

fn experiment(settings: &[(&str, &str)]) -> Experiment {
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    experiment
}

fn plan(experiment: &Experiment) -> Result<Plan, PlanError> {
    Plan::new(experiment, &experiment.generate())
}

/// Checks that excluded cells have a reason and all others run. Returns the strategies that run.
fn runs_or_says_why(plan: &Plan) -> Vec<String> {
    let mut running = Vec::new();
    for cell in 0..plan.cells.len() {
        let (result, excluded) = (plan.run(cell, None), plan.exclusion_of(cell));
        assert!(excluded.is_none_or(|exclusion| !exclusion.reason.is_empty()));
        match result {
            Ok(_) => assert!(excluded.is_none(), "cell {cell}"),
            Err(failure) => {
                assert!(matches!(failure, RunFailure::Excluded(_)) && excluded.is_some(), "{cell}: {failure}")
            }
        }
        // Every other question about a cell also has an answer.
        let _ = (plan.ids(cell), plan.origins(cell), plan.machine(cell), plan.boxes_down(cell));
        let anywhere = plan.jobs(cell).map(|jobs| plan.observe_anywhere(cell, &jobs, &mut ()));
        assert!(matches!(anywhere, Err(_) | Ok(Ok(true))), "{cell}");
        assert_eq!(plan.seconds(cell, &Budget::USUAL).is_finite(), excluded.is_none());
        assert_eq!((plan.jobs(cell).is_ok(), record(plan, cell).is_ok()), (excluded.is_none(), excluded.is_none()));
        if excluded.is_none() {
            running.push(plan.experiment().allocation[plan.cells[cell].allocation].clone());
        }
    }
    running.dedup();
    running
}

#[test]
fn a_varied_availability_without_down_draws_hosts_of_2x2x1() {
    for (machine, _) in MACHINES {
        for strategy in strategies() {
            let settings =
                [("jobs", "5"), ("machine", machine), ("allocation", strategy), ("vary", "availability:0.9")];
            let made = plan(&experiment(&settings));
            if machine != "mixed:4rx6x4" {
                let said = Diagnostic::of(&made.err().expect(machine)).message();
                assert!(said.contains(&format!("{machine} does not consist of boxes of 2x2x1")), "{strategy}: {said}");
                continue;
            }
            match made {
                Ok(plan) => assert!(runs_or_says_why(&plan) == [strategy] && has_rule(strategy), "{strategy}"),
                Err(_) => assert!(!has_rule(strategy) || !manages(strategy, machine), "{strategy}"),
            }
        }
    }
}

#[test]
fn a_varied_availability_excludes_strategies_without_a_rule_or_machine() {
    for (machine, host) in MACHINES {
        let down = format!("random(1,{host})");
        let mut experiment = experiment(&[("jobs", "5"), ("machine", machine), ("down", &down)]);
        experiment.set("vary", "availability:0..1:0.5").unwrap();
        experiment.allocation = strategies().map(String::from).collect();
        let plan = plan(&experiment).unwrap();
        let expected: Vec<_> = strategies().filter(|name| has_rule(name) && manages(name, machine)).collect();
        assert_eq!(runs_or_says_why(&plan), expected, "{machine}");
    }
}

/// `why --counterfactual` searches for the run among others. If it cannot run, the reason is that of the run alone.
#[test]
fn a_run_among_its_alternatives_is_refused_for_the_same_reason() {
    let mut refused = 0;
    for (machine, _) in MACHINES {
        for strategy in strategies() {
            let settings = [("jobs", "5"), ("machine", machine), ("allocation", strategy), ("scheduling", "fcfs")];
            let mut own = experiment(&settings);
            own.vary = None;
            let all = plan(&CounterfactualRuns::experiment(&own, 0)).expect("flat runs everywhere");
            match plan(&own) {
                Ok(_) => assert_eq!(all.exclusion_of(0), None, "{strategy} on {machine}"),
                Err(cause) => {
                    refused += 1;
                    let exclusion = all.exclusion_of(0).expect(strategy);
                    let cause = Diagnostic::of(&cause);
                    assert_eq!(
                        (exclusion.place.clone(), exclusion.reason.clone()),
                        (cause.place.clone(), cause.message())
                    );
                }
            }
            runs_or_says_why(&all);
            let number = all.ids(1).first().copied().unwrap_or(1);
            let CounterfactualRuns { cells, names, .. } = CounterfactualRuns::of(&own, 0);
            for (cell, name) in cells.iter().zip(names) {
                let answer = CounterfactualStart::find_or_say(&all, *cell, number, &Budget::USUAL);
                assert_ne!(answer.moment().is_some(), !answer.problem.is_empty(), "{name} on {machine}: {answer:?}");
                assert_eq!(all.exclusion_of(*cell).is_some(), answer.problem.starts_with("cannot be run: "), "{name}");
            }
        }
    }
    assert!(refused > 30, "{refused}");
}

fn refusal(line: &str) -> String {
    binary::refusal(binary::run(&line.split_whitespace().collect::<Vec<_>>(), b""))
}

#[test]
fn the_command_line_says_why_and_ends_with_2_or_1() {
    let said = refusal("sweep --vary=availability:0.9 --jobs=5");
    assert!(said.contains("--down: torus:2x2x2x4x4x8 does not consist of boxes of 2x2x1 (expected"), "{said}");
    let line = "sweep --vary=availability:0.9 --jobs=5 --machine=mesh:4x4x4 --scheduling=fcfs --allocation=ep,ff";
    let output = binary::run(&line.split_whitespace().collect::<Vec<_>>(), b"");
    let said = binary::said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("not everything can run, the rest has: ep: ep divides the machine as a whole"), "{said}");
    for run in [
        "--allocation=2dbs --machine=torus:4x4x4",
        "--allocation=fs --machine=mesh:4x4x4",
        "--allocation=ocs --machine=mesh:6x6",
        "--allocation=midplane --machine=mesh:4x4x4",
        "--allocation=curve(hilbert,first) --machine=mesh:4x4x4",
        "--allocation=mbs --machine=mesh:4x4 --down=0,0+1x1",
        "--allocation=ff --machine=mesh:4x4 --down=3,0+2x1",
    ] {
        let line = format!("why --jobs=5 --job=1 --scheduling=fcfs {run}");
        assert_eq!(refusal(&format!("{line} --otherwise")), refusal(&line));
    }
}
