//! Codes answer once. Plans, identities and built-in cells follow from these answers, whatever the codes answer later.

use super::*;
use crate::allocation::own::{CodeCall, CodeException, CodeReply, Engine, OwnName};
use crate::diagnostic::Diagnostic;
use crate::experiment::Plan;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

thread_local! {
    /// The most processors that the code accepts, and the number of its calls.
    static MOST: Cell<u32> = const { Cell::new(0) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Takes the first free nodes, for jobs that are not too large. The limit can change, as the answers of a user's code
/// can.
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
            _ => Ok(None),
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

/// The answers of all codes, each surveyed separately.
fn survey(experiment: &Experiment) -> Survey {
    let asked = experiment.own_strategies().map(|own| experiment.survey(None, &own.to_string()).answered);
    Survey { answered: asked.collect::<Vec<_>>().concat() }
}

/// The experiment with these answers, as a worker without an engine has it.
fn surveyed(experiment: &Experiment) -> Experiment {
    let mut asking = experiment.clone();
    asking.codes.engine = Some(|| Rc::new(Moody));
    let mut surveyed = experiment.clone();
    surveyed.codes.survey = Some(Arc::new(survey(&asking)));
    surveyed
}

fn plan(experiment: &Experiment) -> Plan {
    Plan::new(experiment, &experiment.generate()).unwrap()
}

fn bits(plan: &Plan, cell: usize) -> Vec<u64> {
    plan.run(cell, None).unwrap().numbers().into_iter().map(f64::to_bits).collect()
}

#[test]
fn plans_from_a_survey_equal_plans_from_the_code() {
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
        let (here, there) = (plan(&here), plan(&surveyed(&experiment)));
        assert_eq!(here.excluded, there.excluded, "{settings:?}");
        assert_eq!(here.cells, there.cells, "{settings:?}");
        for (cell, _) in there.cells.iter().enumerate().filter(|(_, cell)| cell.allocation == 0) {
            assert_eq!(bits(&there, cell), bits(&here, cell), "{settings:?}, cell {cell}");
            assert_eq!(there.ids(cell), here.ids(cell), "{settings:?}, cell {cell}");
        }
        let calls = CALLS.get();
        there.identities().unwrap();
        bits(&plan(there.experiment()), 0);
        assert_eq!(CALLS.get(), calls, "the code is asked once");
    }
}

#[test]
fn code_that_changes_its_mind_breaks_its_own_cells_only() {
    let experiment = experiment("code", &[("replications", "2"), ("precision", "0")]);
    MOST.set(9);
    let changeable = surveyed(&experiment);
    let honest = plan(&changeable);
    let expected: Vec<_> = (0..4).map(|cell| bits(&honest, cell)).collect();
    let identities = honest.identities();
    // The worker that runs the code: its answers are different now.
    let mut running = changeable.clone();
    running.codes.engine = Some(|| Rc::new(Moody));
    for most in [4, 36] {
        MOST.set(most);
        let plan = plan(&running);
        assert_eq!(
            (plan.identities(), (0..4).map(|cell| bits(&plan, cell)).collect()),
            (identities.clone(), expected.clone())
        );
        assert_eq!(plan.run(4, None).is_err(), most == 4, "it refuses now what it accepted");
    }
}

#[test]
fn no_run_without_the_code_shares_an_identity_with_one_with_it() {
    let all = |experiment: &Experiment| -> BTreeSet<String> {
        let identities = plan(experiment).identities().unwrap();
        let points =
            (0..identities.points.len() / 24).map(|point| identities.points[24 * point..24 * (point + 1)].into());
        points.chain(identities.curves).collect()
    };
    // 36 refuses nothing: exactly the same jobs run.
    MOST.set(36);
    let (one, other) = (surveyed(&experiment("one", &[])), surveyed(&experiment("other", &[])));
    let mut without = experiment("one", &[]);
    let unasked = all(&without);
    without.set("allocation", "ff").unwrap();
    let plain = all(&without);
    assert!(plain.is_subset(&unasked), "a strategy outside the survey takes no part");
    MOST.set(9);
    let strict = surveyed(&experiment("one", &[]));
    let identities = [all(&one), all(&other), all(&strict), plain];
    let union: BTreeSet<&String> = identities.iter().flatten().collect();
    assert_eq!(
        union.len(),
        identities.iter().map(BTreeSet::len).sum::<usize>(),
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
fn violations_are_reported_as_where_the_code_ran() {
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
    let mut answered = experiment.clone();
    answered.codes.survey = Some(Arc::new(survey(&here)));
    let [here, there] = [&here, &answered].map(|experiment| plan(experiment).excluded);
    assert_eq!(here, there);
    assert!(there[0].reason.contains("allocate failed: line 4: no such thing"), "{there:?}");
    // Without the code its cell does not run, either.
    MOST.set(36);
    let plan = plan(&surveyed(&experiment));
    let said = Diagnostic::of(&plan.run(2, None).unwrap_err()).message();
    assert!(said.contains("the code does not run here"), "{said}");
}
