//! Own queue orders in plans: code that says what an order of the catalogue says has its schedule, and what is wrong
//! with code excludes only its own cells.

use crate::allocation::own::{CodeCall, CodeException, CodeReply, Engine, EngineFactory, OwnName, Survey};
use crate::diagnostic::Diagnostic;
use crate::experiment::{Experiment, Plan, permalink};
use crate::machine::Machine;
use crate::run::record;
use proptest::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// The codes: `sjf` and `wfp` as in the catalogue, one that gives no number, and one that throws an error.
struct Orders;

impl Engine for Orders {
    fn ask(&self, digest: &str, asked: CodeCall, _: &Machine, _: &[u8], numbers: &[f64]) -> CodeReply {
        assert_eq!(asked, CodeCall::Key);
        let jobs = numbers[1..].as_chunks::<4>().0.iter();
        let is = |code: &str| OwnName::new("", code).digest == digest;
        let wfp = |[submit, estimate, processors, _]: &[f64; 4]| {
            let relative = (numbers[0] - submit) / estimate;
            -(relative * relative * relative * processors)
        };
        match () {
            () if is("sjf") => Ok(Some(jobs.map(|job| job[1]).collect())),
            () if is("wfp") => Ok(Some(jobs.map(wfp).collect())),
            () if is("nan") => Ok(Some(jobs.map(|job| if job[2] > 1.0 { f64::NAN } else { 0.0 }).collect())),
            () if is("broken") => Err(CodeException { message: "job.size is no number".into(), line: Some(2) }),
            () => Ok(None),
        }
    }
}

const ENGINE: EngineFactory = || Rc::new(Orders);

/// An experiment with this code as `{own}` in the policies.
fn experiment(code: &str, policies: &str) -> Experiment {
    let mut experiment = Experiment::default();
    let name = OwnName::new("mine", code).to_string();
    let settings =
        [("jobs", "150"), ("rate", "4"), ("machine", "mesh:8x8"), ("allocation", "ff,flat"), ("vary", "none")];
    for (parameter, value) in settings.into_iter().chain([("scheduling", &*policies.replace("{own}", &name))]) {
        experiment.set(parameter, value).unwrap();
    }
    experiment.codes.add(code);
    experiment.codes.engine = Some(ENGINE);
    experiment
}

fn plan(experiment: &Experiment) -> Plan {
    Plan::new(experiment, &experiment.generate()).unwrap()
}

proptest! {
    #![proptest_config(crate::cases::cases(12))]

    /// Each head rule but conservative, on two strategies: the same starts, to the microsecond.
    #[test]
    fn code_with_the_key_of_the_catalogue_has_its_schedule(seed in "[0-9]{1,9}", head in prop::sample::select(vec!["block", "skip", "easy", "easy(3)"])) {
        for order in ["wfp", "sjf"] {
            let mut experiment = experiment(order, &format!("{order}/{head},{{own}}/{head}"));
            // The estimates of the model are exact, so the shortest estimate is the shortest job.
            experiment.set("seed", &seed).unwrap();
            let plan = plan(&experiment);
            for pair in 0..2 {
                let [there, own] = [2 * pair, 2 * pair + 1].map(|cell| record(&plan, cell).unwrap());
                prop_assert!(own.is_own_order() && !there.is_own_order() && own.check().is_ok());
                prop_assert_eq!(there.start, own.start, "{} {}", order, head);
            }
        }
    }
}

#[test]
fn an_own_order_is_in_the_link_and_its_cells_are_those_of_own_code() {
    let experiment = experiment("sjf", "fcfs,{own}/easy(20)");
    let name = OwnName::new("mine", "sjf").to_string();
    let link = permalink::write(&experiment);
    let (read, complaints) = permalink::read(&link);
    assert_eq!((read.scheduling[1].to_string(), complaints.len()), (format!("{name}/easy(20)"), 0), "{link}");
    assert_eq!(read.codes.find(&OwnName::new("", "sjf").digest), Some("sjf"));
    assert_eq!([0, 1, 2, 3].map(|cell| read.is_own_cell(cell)), [false, true, false, true]);
    assert_eq!(read.curve(0, 0, 1), "own(mine)/easy(20) / ff");
    assert_eq!(read.curve_title(0, 0, 1), "First fit · Own order mine, backfilling (EASY), 20 jobs deep");
    let mut other = read.clone();
    other.set("scheduling", "easy").unwrap();
    assert_eq!(other.get("code"), None, "a code goes with its order");
}

/// Without an engine the policy is excluded, and the others run.
#[test]
fn an_order_without_its_code_excludes_its_own_cells() {
    let mut experiment = experiment("sjf", "fcfs,{own}/easy");
    experiment.codes.engine = None;
    let reason = |experiment: &Experiment| {
        let plan = plan(experiment);
        assert!(plan.run(0, None).is_ok() && plan.run(1, None).is_err());
        plan.excluded.iter().map(|exclusion| (exclusion.place.clone(), exclusion.reason.clone())).collect::<Vec<_>>()
    };
    let [(place, known)] = reason(&experiment).try_into().unwrap();
    assert!(
        place == "scheduling" && known.contains("is an own queue order, and no user has agreed to run its code"),
        "{known}"
    );
    experiment.codes.replace("");
    let [(_, missing)] = reason(&experiment).try_into().unwrap();
    assert!(missing.contains("its code is not here"), "{missing}");
}

/// The code is asked before the plan is made; the plan needs only the answers.
#[test]
fn a_survey_excludes_an_order_whose_code_cannot_be_read() {
    for (code, problem) in [("sjf", None), ("broken", Some("key failed: line 2: job.size is no number"))] {
        let mut experiment = experiment(code, "fcfs,{own}/easy");
        let name = OwnName::new("mine", code).to_string();
        let survey: Survey = experiment.survey(None, &name);
        assert_eq!(survey.answered.len(), 1);
        (experiment.codes.engine, experiment.codes.survey) = (None, Some(Arc::new(survey)));
        let reasons: Vec<String> =
            plan(&experiment).excluded.iter().map(|exclusion| exclusion.reason.clone()).collect();
        match problem {
            None => assert_eq!(reasons, [""; 0]),
            Some(problem) => assert!(reasons.len() == 1 && reasons[0].contains(problem), "{reasons:?}"),
        }
    }
}

#[test]
fn a_key_that_is_no_number_ends_the_run_with_the_job() {
    let plan = plan(&experiment("nan", "fcfs,{own}/easy"));
    let message = Diagnostic::of(&plan.run(1, None).unwrap_err()).to_string();
    assert!(message.starts_with("scheduling: job ") && message.contains("key gave no number"), "{message}");
    assert!(plan.run(0, None).is_ok());
}

#[test]
fn conservative_needs_an_order_that_stays() {
    let experiment = experiment("sjf", "fcfs,{own}/conservative");
    let plan = plan(&experiment);
    let reason = &plan.excluded[0].reason;
    assert!(reason.contains("which own(mine,") && reason.contains("changes as time goes by"), "{reason}");
}
