//! Plans with own strategies. Native closures replace their code.

use super::tests::experiment;
use super::*;
use crate::allocation::Allocation;
use crate::allocation::catalogue::{self, Setting};
use crate::allocation::own::{CodeCall, CodeException, CodeReply, Engine, OwnName, shown};
use crate::diagnostic::Diagnostic;
use crate::machine::{Block, Coordinates};
use crate::scheduling::Event;
use crate::time::Time;
use crate::workload::Request;
use proptest::prelude::*;
use std::cell::Cell as Slot;

/// First fit of the catalogue; the held nodes are taken one by one.
struct FirstFit;

impl Engine for FirstFit {
    fn ask(&self, _: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
        match asked {
            CodeCall::Load => Ok(Some(Vec::new())),
            CodeCall::Allocate => Ok(first_fit(machine, free, &numbers[1..])),
            _ => Ok(None),
        }
    }
}

fn first_fit(machine: &Machine, free: &[u8], extents: &[f64]) -> Option<Vec<f64>> {
    let extents: Vec<u32> = extents.iter().map(|&extent| extent as u32).collect();
    let is_free = |base: &Coordinates| {
        let inside = |dimension: usize| {
            let length = machine.extents()[dimension];
            extents[dimension] <= length
                && (machine.rings()[dimension] || base[dimension] + extents[dimension] <= length)
        };
        let block = Block { base: *base, extents: Coordinates::new(&extents) };
        (0..extents.len()).all(inside) && block.nodes(machine).all(|node| free[node as usize] == 1)
    };
    let base = (0..machine.node_count()).map(|node| machine.coordinates(node)).find(is_free)?;
    Some(base.iter().chain(&extents).map(|&number| f64::from(number)).collect())
}

/// Answers at random, most of them honest: places of first fit or of single nodes, refusals, nonsense.
struct Whims(Slot<u64>);

impl Whims {
    fn draw(&self, choices: u64) -> u64 {
        let next = self.0.get().wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0.set(next);
        (next >> 33) % choices
    }
}

impl Engine for Whims {
    fn ask(&self, _: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
        match (asked, self.draw(60)) {
            (CodeCall::Load, _) => Ok(Some(Vec::new())),
            (CodeCall::Release | CodeCall::Effective, 0) => Err(CodeException::default()),
            (CodeCall::Release | CodeCall::Effective, _) | (_, 1) => Ok(None),
            (_, 2) => Ok(Some(vec![0.0; 3])),
            (_, 3) => Ok(Some([vec![0.0; machine.dimensions()], vec![1.0; machine.dimensions()]].concat())),
            _ => Ok(first_fit(machine, free, &numbers[1..])),
        }
    }
}

thread_local! {
    static SEED: Slot<u64> = const { Slot::new(0) };
}

fn name() -> String {
    OwnName::new("played", "code").to_string()
}

/// The start and the place of each job.
#[derive(Default, PartialEq, Debug)]
struct Starts(Vec<(usize, Time, Allocation)>);

impl Observer for Starts {
    fn observe(&mut self, event: Event) {
        if let Event::Started { job, now, allocation } = event {
            self.0.push((job, now, allocation.clone()));
        }
    }
}

fn with_own(settings: &[(&str, &str)], engine: fn() -> Rc<dyn Engine>) -> Experiment {
    let mut experiment = experiment(settings);
    experiment.set("allocation", &format!("ff,{}", name())).unwrap();
    experiment.codes.engine = Some(engine);
    experiment
}

const POLICIES: &str = "fcfs,easy,conservative,fcfs/skip,sjf,easy(3)";

#[test]
fn first_fit_as_own_strategy_has_the_schedule_of_first_fit() {
    for machine in ["mesh:6x5", "torus:4x2x4", "mixed:4rx8"] {
        let settings =
            [("jobs", "60"), ("rate", "6"), ("machine", machine), ("scheduling", POLICIES), ("vary", "none")];
        let experiment = with_own(&settings, || Rc::new(FirstFit));
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        assert!(plan.excluded.is_empty(), "{:?}", plan.excluded);
        let policies = experiment.scheduling.len();
        for policy in 0..policies {
            let starts = |cell: usize| {
                let mut starts = Starts::default();
                plan.observe(cell, &plan.jobs(cell).unwrap(), &mut starts).unwrap();
                starts
            };
            let (plain, own) = (starts(policy), starts(policies + policy));
            assert_eq!(plain.0.len(), plan.jobs_per_run(0));
            assert_eq!(plain, own, "{} on {machine}", experiment.scheduling[policy]);
        }
    }
}

#[test]
fn without_an_engine_the_other_strategies_run() {
    let mut experiment = with_own(&[("jobs", "20"), ("machine", "mesh:4x4")], || Rc::new(FirstFit));
    experiment.codes.engine = None;
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let [one] = &plan.excluded[..] else { panic!("{:?}", plan.excluded) };
    let said = one.diagnostic(&experiment).to_string();
    assert_eq!((one.allocation, &*one.place), (Some(1), "allocation"));
    assert!(said.contains("is an own strategy, and its code is not here; open the page where"), "{said}");
    experiment.codes.add("code");
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let said = plan.excluded[0].diagnostic(&experiment).to_string();
    assert!(
        said.contains("and no user has agreed to run its code; read the code on the page and agree to run it there"),
        "{said}"
    );
    experiment.set("allocation", &name()).unwrap();
    assert!(Plan::new(&experiment, &experiment.generate()).is_err());
}

#[test]
fn a_violation_before_the_run_excludes_and_one_in_it_names_the_job() {
    struct Fixed;
    impl Engine for Fixed {
        fn ask(&self, _: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
            match asked {
                CodeCall::Load => Ok(Some(Vec::new())),
                // Correct on the empty machine, and the same answer again whatever is held.
                CodeCall::Allocate => Ok(first_fit(machine, &vec![1; free.len()], &numbers[1..])),
                _ => Ok(None),
            }
        }
    }
    let jobs = super::tests::workload(&[(0, 100, 4), (10, 100, 6)]);
    let settings = [("log", "a.swf"), ("machine", "mesh:4x4"), ("scheduling", "fcfs"), ("vary", "none")];
    let experiment = with_own(&settings, || Rc::new(Fixed));
    let plan = Plan::new(&experiment, &jobs).unwrap();
    let failure = plan.run(1, None).unwrap_err();
    let said = Diagnostic::of(&failure);
    let expected = format!(
        "{}, job 20 (6 processors, 2x3): block 0,0+2x3 has node 0,0, which another job holds; \
         look at machine.isFree before giving a block",
        shown(&name())
    );
    assert_eq!((said.message(), &*said.place), (expected, "allocation"));
    struct Thrower;
    impl Engine for Thrower {
        fn ask(&self, _: &str, asked: CodeCall, _: &Machine, _: &[u8], _: &[f64]) -> CodeReply {
            let thrown = CodeException { message: "no such thing".into(), line: Some(4) };
            if asked == CodeCall::Allocate { Err(thrown) } else { Ok((asked == CodeCall::Load).then(Vec::new)) }
        }
    }
    let experiment = with_own(&settings, || Rc::new(Thrower));
    let plan = Plan::new(&experiment, &jobs).unwrap();
    assert!(plan.excluded[0].reason.contains("allocate failed: line 4: no such thing"), "{:?}", plan.excluded);
    assert!(plan.run(0, None).is_ok(), "first fit runs");
}

#[test]
fn the_digest_of_the_code_is_in_the_identity_of_every_cell() {
    let plan_of = |code: &str| {
        let mut experiment =
            with_own(&[("jobs", "20"), ("machine", "mesh:4x4"), ("vary", "none")], || Rc::new(FirstFit));
        experiment.set("allocation", &format!("ff,{}", OwnName::new("played", code))).unwrap();
        experiment.set("code", code).unwrap();
        Plan::new(&experiment, &experiment.generate()).unwrap().identities().unwrap()
    };
    let (one, same, other) = (plan_of("one"), plan_of("one"), plan_of("other"));
    assert_eq!(one, same);
    assert!(one.curves.iter().all(|curve| !other.curves.contains(curve)), "those of first fit, too");
}

/// An own strategy gets the same request that a strategy of the catalogue would get.
#[test]
fn an_own_strategy_gets_extents() {
    let own = Experiment { allocation: vec![name()], ..Experiment::default() };
    assert!(own.wants_extents());
    let machine = &own.machines[0];
    let flat = catalogue::find("flat").unwrap().make(&Setting { machine, seed: 1, replication: 0 }).unwrap();
    assert!(flat.violation().is_none() && flat.fits(&Request::processors(1)));
}

/// Every policy ends with code that answers at random: with a result, or with a contract violation.
fn ends_with_message(seed: u64) {
    SEED.set(seed);
    let settings =
        [("jobs", "25"), ("rate", "9"), ("machine", "mixed:4rx4"), ("scheduling", POLICIES), ("vary", "none")];
    let experiment = with_own(&settings, || Rc::new(Whims(Slot::new(SEED.get()))));
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    for cell in experiment.scheduling.len()..2 * experiment.scheduling.len() {
        if !plan.excluded.is_empty() {
            break;
        }
        if let Err(failure) = plan.run(cell, None) {
            // A request that is refused on the empty machine, although it was accepted in the survey, is never placed.
            let expected = matches!(failure, RunFailure::ContractViolation(_) | RunFailure::NeverPlaced(_));
            assert!(expected, "{failure}");
        }
    }
}

#[test]
fn reservations_that_the_code_withdraws_end_with_message() {
    ends_with_message(17649423700174925856);
}

proptest! {
    #![proptest_config(crate::cases::cases(64))]
    #[test]
    fn whims_end_with_message(seed: u64) {
        ends_with_message(seed);
    }
}
