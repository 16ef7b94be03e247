use super::*;
use crate::diagnostic::{Diagnostic, Explain};
use crate::experiment::permalink;
use crate::experiment::plan_error::PlanError;
use crate::papers;

/// The plan of a permalink on its model's jobs.
fn plan(link: &str, budget: &Budget) -> Result<Plan, PlanError> {
    let (experiment, complaints) = permalink::read(&format!("#v=1&{link}"));
    assert_eq!(complaints, [], "{link}");
    experiment.check_size(budget)?;
    Plan::within(budget, &experiment, &experiment.generate())
}

/// The error of a permalink that exceeds the budget. The limit in its remedy is enough.
fn refusal(link: &str) -> String {
    let Err(error) = plan(link, &Budget::USUAL) else { panic!("{link} has a plan") };
    let remedy = error.remedy();
    let (_, factor) = remedy.split_once("--limit ").unwrap_or_else(|| panic!("{link}: {error}"));
    let factor = factor.trim_end_matches(')').parse().expect("a factor");
    let wider = Budget::USUAL.times(factor);
    assert!(Budget::USUAL.times(factor - 1).cells < wider.cells && !error.place().is_empty());
    Diagnostic::of(&error).to_string()
}

#[test]
fn cells_beyond_the_budget_are_spelt_out() {
    let strategies = "allocation=ff,tff,bf,tbf,bl,tbl,flat,gabl,random&scheduling=fcfs,easy,oo,ssd&machine=mesh:4x4";
    let said = refusal(&format!("jobs=1&{strategies}&vary=runtime:1..1000:1&replications=1000"));
    assert!(
        said.starts_with("vary: 9 x 4 x 1000 x 1000 = 36000000 cells") || said.starts_with("replications: "),
        "{said}"
    );
    assert!(said.contains("9 x 4 x 1000 x 1000 = 36000000 cells") && said.contains("at most 500000"), "{said}");
}

#[test]
fn a_hundred_machines_of_a_million_nodes_are_refused_before_one_is_made() {
    let machines: Vec<String> = (0..100).map(|k| format!("mesh:1048{:03}", 476 + k)).collect();
    let said = refusal(&format!("machine={}&jobs=1&allocation=ff&scheduling=fcfs&vary=none", machines.join(",")));
    assert!(said.starts_with("machine: 104852550 nodes"), "{said}");
    let said = refusal("machine=mesh:2x2&allocation=ff&scheduling=fcfs&vary=side:1..1000:1&jobs=1&model=stochastic");
    assert!(said.starts_with("vary: 333833500 nodes"), "{said}");
}

#[test]
fn jobs_on_many_machines_are_refused_by_their_memory() {
    let machines: Vec<String> = (8..40).map(|side| format!("mesh:{side}x8")).collect();
    let link = format!("machine={}&jobs=1000000&allocation=flat&scheduling=fcfs&vary=none", machines.join(","));
    let said = refusal(&link);
    assert!(said.starts_with("jobs: 1.5 GB of memory for 32 x 1000000 = 32000000 jobs"), "{said}");
}

#[test]
fn a_million_rounds_of_messages_are_refused() {
    let network = "machine=mesh:32x32&allocation=ff&scheduling=fcfs&vary=none&service=communication&model=stochastic";
    let said = refusal(&format!("{network}&jobs=10&messages=rounds(1000000)"));
    assert!(said.starts_with("messages: ") && said.contains("messages of the 10 jobs of a run"), "{said}");
    // Few enough messages to count, but too many to be on their way at once.
    let said = refusal(&format!("{network}&jobs=100&messages=exponential-each(3000)"));
    assert!(said.starts_with("messages: ") && said.contains("GB of memory"), "{said}");
    assert!(
        plan(&format!("{network}&jobs=100&messages=exponential-each(3000)&sending=blocking"), &Budget::USUAL).is_ok()
    );
}

#[test]
fn memory_limits_the_runs_at_one_time() {
    let small = plan("jobs=100", &Budget::USUAL).unwrap().demand;
    assert!(small.workers(&Budget::USUAL) > 1000 && !small.is_long(&Budget::USUAL));
    let large = plan("machine=mesh:1048576&allocation=ff&scheduling=fcfs&vary=none", &Budget::USUAL).unwrap().demand;
    assert_eq!(large.workers(&Budget::USUAL), 3, "of 256 bytes a node, and some jobs");
    assert_eq!(Demand { memory: u64::MAX, ..small }.workers(&Budget::USUAL), 1);
}

#[test]
fn long_runs_need_confirmation() {
    let long = "jobs=100000&machine=mesh:1024x1024&allocation=ff,gabl&scheduling=easy&vary=runtime:0.2..2:0.05";
    assert!(plan(long, &Budget::USUAL).unwrap().demand.is_long(&Budget::USUAL));
    assert!(!plan(long, &Budget::USUAL.times(1000)).unwrap().demand.is_long(&Budget::USUAL.times(1000)));
}

/// Every message costs time in the network, under any allocation strategy.
#[test]
fn more_messages_are_heavier() {
    let network = "machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none&service=communication&model=stochastic";
    let weight = |rounds: u32| {
        let link = format!("{network}&jobs=50&messages=rounds({rounds})");
        plan(&link, &Budget::USUAL).unwrap().cells[0].weight
    };
    assert!(weight(100) > 20.0 * weight(1), "{} and {}", weight(100), weight(1));
}

/// Nodes cost time if the strategy searches them for a place.
#[test]
fn counting_processors_is_as_quick_on_a_large_machine() {
    let flat = "jobs=100000&machine=mesh:1024x1024&allocation=flat&scheduling=easy&vary=runtime:0.2..2:0.05";
    assert!(!plan(flat, &Budget::USUAL).unwrap().demand.is_long(&Budget::USUAL));
}

/// Jobs that all arrive at once have infinite load, but take no more time.
#[test]
fn a_single_job_is_not_long() {
    assert!(!plan("jobs=1", &Budget::USUAL).unwrap().demand.is_long(&Budget::USUAL));
}

#[test]
fn every_figure_of_a_paper_is_within_the_budget() {
    for preset in papers::all().filter(|preset| !preset.is_batch()) {
        let (experiment, _) = permalink::read(&preset.link);
        assert_eq!(experiment.check_size(&Budget::USUAL), Ok(()), "{}", preset.name());
        if !experiment.uses_log() {
            let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
            assert!(!plan.demand.is_long(&Budget::USUAL), "{}: {:?}", preset.name(), plan.demand);
        }
    }
}
