//! Codes are asked once; plans, identities and built-in cells follow from their answers, whatever they say later.

use super::*;
use crate::allocation::own::{CodeCall, CodeException, CodeReply, Engine, OwnName};
use crate::diagnostic::Diagnostic;
use crate::experiment::Plan;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

thread_local! {
    /// The most processors that the code accepts, and how often it was asked where a job goes.
    static MOST: Cell<u32> = const { Cell::new(0) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// The first free nodes, for jobs that are not too large. The limit can change, as the answers of a user's code can.
struct Moody;

impl Engine for Moody {
    fn ask(&self, _: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
        match asked {
            CodeCall::Load => Ok(Some(Vec::new())),
            CodeCall::Allocate => {
                CALLS.set(CALLS.get() + 1);
                let wanted = numbers[0] as u32;
                let free = (0..machine.node_count()).filter(|node| free[*node as usize] == 1);
                let numbers = free.take(wanted as usize).flat_map(|node| {
                    let corner: Vec<f64> = machine.coordinates(node).iter().map(|at| f64::from(*at)).collect();
                    [corner, vec![1.0; machine.dimensions()]].concat()
                });
                Ok((wanted <= MOST.get()).then(|| numbers.collect()))
            }
            CodeCall::Effective | CodeCall::Release => Ok(None),
        }
    }
}

const SETTINGS: [(&str, &str); 5] =
    [("jobs", "60"), ("rate", "6"), ("machine", "mesh:6x6"), ("scheduling", "fcfs,easy"), ("vary", "none")];

fn experiment(code: &str, settings: &[(&str, &str)]) -> Experiment {
    let mut experiment = Experiment::default();
    let name = OwnName::new("moody", code).to_string();
    for (parameter, value) in SETTINGS.iter().chain(settings).chain(&[("allocation", &*format!("ff,{name}"))]) {
        experiment.set(parameter, value).unwrap();
    }
    experiment.codes.add(code);
    experiment
}

/// What all codes answer, each asked by itself.
fn survey(experiment: &Experiment) -> Survey {
    let asked = experiment.own_strategies().map(|own| experiment.survey(None, &own.to_string()).answered);
    Survey { answered: asked.collect::<Vec<_>>().concat() }
}

/// What the codes answer, and the experiment as a worker has it that runs none.
fn surveyed(experiment: &Experiment) -> Experiment {
    let mut asking = experiment.clone();
    asking.codes.engine = Some(|| Rc::new(Moody));
    let mut told = experiment.clone();
    told.codes.survey = Some(Arc::new(survey(&asking)));
    told
}

fn plan(experiment: &Experiment) -> Plan {
    Plan::new(experiment, &experiment.generate()).unwrap()
}

fn bits(plan: &Plan, cell: usize) -> Vec<u64> {
    plan.run(cell, None).unwrap().numbers().into_iter().map(f64::to_bits).collect()
}

#[test]
fn plans_made_of_a_survey_are_those_made_of_the_code() {
    for settings in [
        vec![],
        vec![("replications", "3"), ("precision", "0")],
        vec![("vary", "rate:4..8:2")],
        vec![("vary", "jobs:20..60:20"), ("replications", "2"), ("precision", "0")],
        vec![("vary", "size-scale:1..3:1")],
        vec![("model", "stochastic"), ("vary", "side:4..6:2")],
        vec![("machine", "mesh:6x6,torus:4x4x4")],
        vec![("machine", "mesh:8x8"), ("unit", "2x2")],
        vec![("vary", "load:0.5..1:0.5"), ("facet", "size-scale:1,2")],
    ] {
        MOST.set(9);
        let experiment = experiment("code", &settings);
        let mut here = experiment.clone();
        here.codes.engine = Some(|| Rc::new(Moody));
        let (here, told) = (plan(&here), plan(&surveyed(&experiment)));
        assert_eq!(here.excluded, told.excluded, "{settings:?}");
        assert_eq!(here.cells, told.cells, "{settings:?}");
        for (cell, _) in told.cells.iter().enumerate().filter(|(_, cell)| cell.allocation == 0) {
            assert_eq!(bits(&told, cell), bits(&here, cell), "{settings:?}, cell {cell}");
            assert_eq!(told.ids(cell), here.ids(cell), "{settings:?}, cell {cell}");
        }
        let calls = CALLS.get();
        told.identities().unwrap();
        bits(&plan(told.experiment()), 0);
        assert_eq!(CALLS.get(), calls, "the code is asked once");
    }
}

#[test]
fn code_that_changes_its_mind_breaks_its_own_cells_only() {
    let experiment = experiment("code", &[("replications", "2"), ("precision", "0")]);
    MOST.set(9);
    let told = surveyed(&experiment);
    let honest = plan(&told);
    let expected: Vec<_> = (0..4).map(|cell| bits(&honest, cell)).collect();
    let identities = honest.identities();
    // The worker in which the code runs: its answers are others now.
    let mut running = told.clone();
    running.codes.engine = Some(|| Rc::new(Moody));
    for most in [4, 36] {
        MOST.set(most);
        let plan = plan(&running);
        assert_eq!(
            (plan.identities(), (0..4).map(|cell| bits(&plan, cell)).collect()),
            (identities.clone(), expected.clone())
        );
        assert_eq!(plan.run(4, None).is_err(), most == 4, "what it accepted it refuses now");
    }
}

#[test]
fn no_run_without_the_code_has_an_identity_of_one_with_it() {
    let all = |experiment: &Experiment| -> BTreeSet<String> {
        let identities = plan(experiment).identities().unwrap();
        let points =
            (0..identities.points.len() / 24).map(|point| identities.points[24 * point..24 * (point + 1)].into());
        points.chain(identities.curves).collect()
    };
    // 36 refuses nothing: the very same jobs run.
    MOST.set(36);
    let (one, other) = (surveyed(&experiment("one", &[])), surveyed(&experiment("other", &[])));
    let mut without = experiment("one", &[]);
    let unasked = all(&without);
    without.set("allocation", "ff").unwrap();
    let plain = all(&without);
    assert!(plain.is_subset(&unasked), "a strategy outside the survey takes no part");
    MOST.set(9);
    let strict = surveyed(&experiment("one", &[]));
    let seen = [all(&one), all(&other), all(&strict), plain];
    let union: BTreeSet<&String> = seen.iter().flatten().collect();
    assert_eq!(
        union.len(),
        seen.iter().map(BTreeSet::len).sum::<usize>(),
        "nothing in common, the same code with another answer included"
    );
}

#[test]
fn a_code_that_answers_nothing_is_excluded_on_every_machine_and_the_rest_runs() {
    let mut experiment = experiment("code", &[("machine", "mesh:6x6,mesh:8x8")]);
    let [strategy] = experiment.own_strategies().map(|own| own.to_string()).collect::<Vec<_>>().try_into().unwrap();
    let wrong = vec!["it did not answer".into(), String::new(), String::new()];
    let answered = SurveyAnswer { strategy, wrong, ..SurveyAnswer::default() };
    experiment.codes.survey = Some(Arc::new(Survey { answered: vec![answered] }));
    let plan = plan(&experiment);
    assert!(
        plan.excluded.iter().all(|exclusion| exclusion.reason.contains("it did not answer")),
        "{:?}",
        plan.excluded
    );
    for cell in 0..plan.cells.len() {
        let is_own = plan.exclusion_of(cell).is_some();
        assert_eq!(plan.run(cell, None).is_err(), is_own);
    }
    let excluded = (0..plan.cells.len()).filter(|cell| plan.exclusion_of(*cell).is_some()).count();
    assert_eq!((excluded, plan.cells.len()), (4, 8));
}

#[test]
fn what_a_code_does_wrong_is_told_as_where_it_ran() {
    struct Thrower;
    impl Engine for Thrower {
        fn ask(&self, _: &str, asked: CodeCall, _: &Machine, _: &[u8], _: &[f64]) -> CodeReply {
            let thrown = CodeException { message: "no such thing".into(), line: Some(4) };
            if asked == CodeCall::Allocate { Err(thrown) } else { Ok((asked == CodeCall::Load).then(Vec::new)) }
        }
    }
    let experiment = experiment("code", &[]);
    let mut here = experiment.clone();
    here.codes.engine = Some(|| Rc::new(Thrower));
    let mut told = experiment.clone();
    told.codes.survey = Some(Arc::new(survey(&here)));
    let [here, told] = [&here, &told].map(|experiment| plan(experiment).excluded);
    assert_eq!(here, told);
    assert!(told[0].reason.contains("allocate failed: line 4: no such thing"), "{told:?}");
    // Where the code does not run, neither does its cell.
    MOST.set(36);
    let plan = plan(&surveyed(&experiment));
    let said = Diagnostic::of(&plan.run(2, None).unwrap_err()).message();
    assert!(said.contains("the code does not run here"), "{said}");
}
