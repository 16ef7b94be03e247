use super::*;
use crate::experiment::permalink;
use crate::experiment::plan::tests::{THREE_JOBS, excluded, experiment, workload};
use crate::experiment::{Results, Varied};
use crate::workload::Selected;

fn plan(link: &str) -> Plan {
    let (experiment, _) = permalink::read(&format!("#v=1&{link}"));
    Plan::new(&experiment, &experiment.generate()).unwrap_or_else(|error| panic!("{link}: {error}"))
}

/// Experiments with facets, and their facets as plain experiments.
const FACETS: &[(&str, &str, &[&str])] = &[
    (
        "jobs=40&machine=mesh:6x5,mesh:4x4&allocation=ff,flat&scheduling=fcfs,easy&vary=runtime:0.5..1:0.5",
        "rate:4,9",
        &["rate=4", "rate=9"],
    ),
    (
        "jobs=40&rate=9&machine=mesh:8x8&allocation=flat,gabl&scheduling=easy&estimates=requested&vary=load:0.5..1:0.25",
        "estimate-excess:0,1,10",
        &["estimate-excess=0", "estimate-excess=1", "estimate-excess=10"],
    ),
    (
        "jobs=40&rate=9&machine=torus:4x8&allocation=ep,flat&scheduling=fcfs&vary=runtime:1..2:1&replications=3&precision=0",
        "size-scale:1,4",
        &["size-scale=1", "size-scale=4"],
    ),
    (
        "model=stochastic&jobs=30&machine=mesh:3x3&allocation=2dbs,ff&scheduling=fcfs&vary=rate:0.2..0.4:0.2",
        "side:4,8",
        &["machine=mesh:4x4", "machine=mesh:8x8"],
    ),
    (
        "jobs=40&rate=9&machine=mesh:8x8&allocation=flat&scheduling=easy&vary=size-scale:1..3:2",
        "depth:1,5",
        &["scheduling=easy(1)", "scheduling=easy(5)"],
    ),
    (
        "rate=9&machine=mesh:8x8&allocation=paging(0)&scheduling=fcfs&vary=jobs:20..40:20",
        "page-size:0,2",
        &["allocation=paging(0)", "allocation=paging(2)"],
    ),
    (
        "model=stochastic&jobs=9&machine=mesh:4x4&allocation=ff&scheduling=fcfs&service=communication&vary=messages:1..2:1",
        "packet-length:8,32",
        &["packet-length=8", "packet-length=32"],
    ),
];

/// Every cell has the identity, the weight and, bit for bit, the result of the cell of the plain experiment.
#[test]
fn a_facet_is_the_plain_experiment_at_its_value() {
    for (base, facet, plain) in FACETS {
        let whole = plan(&format!("{base}&facet={facet}"));
        assert_eq!(whole.experiment.conflicts(), [], "{facet}");
        let each = whole.cells.len() / plain.len();
        let identities = whole.identities().unwrap();
        let mut points = String::new();
        let mut curves = Vec::new();
        let (mut jobs, mut seconds) = (Vec::new(), 0.0);
        for (position, change) in plain.iter().enumerate() {
            let (name, value) = change.split_once('=').unwrap();
            let mut changed = permalink::read(&format!("#v=1&{base}")).0;
            changed.set(name, value).unwrap();
            let alone = Plan::new(&changed, &changed.generate()).unwrap();
            assert_eq!(alone.cells.len(), each, "{facet}");
            for cell in 0..each {
                let here = position * each + cell;
                assert_eq!(whole.cells[here], Cell { facet: position, ..alone.cells[cell] }, "{facet}");
                let [one, other] = [whole.run(here, None), alone.run(cell, None)].map(|result| {
                    let numbers = result.unwrap().numbers();
                    numbers.into_iter().map(f64::to_bits).collect::<Vec<_>>()
                });
                assert_eq!(one, other, "{facet}, {change}, cell {cell}");
                assert_eq!((whole.machine(here), whole.ids(here)), (alone.machine(cell), alone.ids(cell)));
            }
            let own = alone.identities().unwrap();
            points += &own.points;
            curves.extend(own.curves);
            jobs.extend((0..alone.experiment.machines.len()).map(|machine| alone.jobs_per_run(machine)));
            seconds += alone.demand.seconds;
        }
        assert_eq!((identities.points, identities.curves), (points, curves), "{facet}");
        let sites = 0..whole.experiment.site_count();
        assert_eq!(sites.map(|site| whole.jobs_per_run(site)).collect::<Vec<_>>(), jobs, "{facet}");
        assert_eq!(whole.demand.seconds, seconds, "{facet}");
    }
}

#[test]
fn the_parameters_for_which_no_job_fits_are_named() {
    let refused = |settings: &[(&str, &str)]| {
        let settings = [&[("machine", "mesh:4x4"), ("allocation", "flat"), ("vary", "none")], settings].concat();
        let refusal = Plan::new(&experiment(&settings), &workload(&[(0, 1, 9), (1, 1, 12)])).err();
        crate::diagnostic::Explain::remedy(&refusal.expect("no job fits"))
    };
    assert_eq!(refused(&[("size-scale", "2")]), "take a larger machine, or change size-scale");
    assert_eq!(refused(&[("down", "0,0+4x2")]), "take a larger machine, or change down");
}

/// Sixteen nodes hold jobs of 9, 4 and 8 processors; at twice their sizes the first does not fit. Each facet drops jobs
/// separately: unlike the values of one chart, charts need not have the same jobs.
#[test]
fn each_facet_drops_jobs_that_do_not_fit_there() {
    let settings = [("machine", "mesh:4x4"), ("allocation", "flat"), ("log", "a.swf"), ("scheduling", "fcfs")];
    let settings = [&settings[..], &[("vary", "runtime:1..2:1"), ("facet", "size-scale:1,2,5")]].concat();
    let plan = Plan::new(&experiment(&settings), &workload(THREE_JOBS)).unwrap();
    assert_eq!([0, 1, 2].map(|site| plan.jobs_per_run(site)), [3, 2, 0]);
    let too_large = [0, 1, 2].map(|site| plan.dropped(site, &Selected::default())["too_large"]);
    assert_eq!(too_large, [0, 1, 0], "of the last nothing runs at all");
    // 900 of 2100 processor-seconds.
    assert_eq!([0, 1].map(|site| plan.lost_work(site)), [0.0, 1.0 - 1200.0 / 2100.0]);
    let [(subject, reason)] = &excluded(&plan)[..] else { panic!("{:?}", plan.excluded) };
    assert!(subject == "size-scale 5" && reason.contains("larger than what flat can place"), "{subject}: {reason}");
    let results = Results::new(&plan, &Selected::default());
    assert_eq!(results.first_cells(), [0, 1, 2, 3]);
    assert_eq!(results.dropped_by_reason(), [("too_large at size-scale 2".to_string(), 1)]);
}

#[test]
fn an_exclusion_of_all_facets_is_listed_once() {
    let with = |allocation, facet| {
        let settings = [("allocation", allocation), ("scheduling", "fcfs"), ("model", "stochastic"), ("jobs", "9")];
        let settings = [&settings[..], &[("machine", "mesh:4x4"), ("vary", "rate:1..2:1"), ("facet", facet)]].concat();
        let experiment = experiment(&settings);
        Plan::new(&experiment, &experiment.generate())
    };
    let subjects = |plan: &Plan| excluded(plan).into_iter().map(|(subject, _)| subject).collect::<Vec<_>>();
    let plan = with("2dbs,ff", "side:3,4,5").unwrap();
    assert_eq!(subjects(&plan), ["2dbs at side 3", "2dbs at side 5"], "of other machines the reason is another");
    let results = Results::new(&plan, &Selected::default());
    assert_eq!(results.first_cells(), [2, 3, 4, 5, 6, 7, 10, 11]);
    assert!(!results.excludes(0), "it runs in one facet, and keeps its place in all charts");
    let odd =
        experiment(&[("machine", "mesh:5x5"), ("allocation", "2dbs,flat"), ("vary", "load:1"), ("facet", "rate:1,2")]);
    assert_eq!(subjects(&Plan::new(&odd, &odd.generate()).unwrap()), ["2dbs"], "in all of them");
    let nothing = with("2dbs", "side:3,5").err().unwrap();
    assert_eq!(Diagnostic::of(&nothing).place, "allocation");
}

#[test]
fn facets_share_the_jobs_that_are_the_same_and_are_within_the_budget_together() {
    let plan =
        |facet: &str| plan(&format!("jobs=100&machine=mesh:8x8&allocation=flat&estimates=requested&facet={facet}"));
    let workloads = |plan: &Plan| {
        let mut all: Vec<_> =
            plan.facets.iter().flatten().map(|facet| Arc::as_ptr(&facet.jobs_by_machine[0].workload)).collect();
        all.dedup();
        all.len()
    };
    let (same, other) = (plan("estimate-excess:0,1,2"), plan("rate:1,2,3"));
    assert_eq!((workloads(&same), workloads(&other)), (1, 3));
    let job = same.facets[0].as_ref().unwrap().jobs_by_machine[0].bytes() / 100;
    assert_eq!(other.demand.memory - same.demand.memory, 2 * 100 * job);
    let tight = Budget { memory: 250 * job, ..Budget::USUAL };
    let experiment = &other.experiment;
    assert!(matches!(Plan::within(&tight, experiment, &experiment.generate()), Err(PlanError::OverBudget(_))));
    let few = Budget { cells: 3 * 2 * 37 - 1, ..Budget::USUAL };
    let refused = Diagnostic::of(&experiment.check_size(&few).unwrap_err());
    assert!(refused.problem.contains("3 x 2 x 37 = 222 cells (facets, machines,"), "{refused}");
}

#[test]
fn without_a_sweep_there_is_nothing_to_divide() {
    let plan = plan("jobs=20&allocation=flat&scheduling=fcfs&vary=none&facet=rate:1,2");
    assert_eq!((plan.cells.len(), plan.facets.len(), plan.experiment.facet_count()), (1, 0, 1));
}

#[test]
fn reasons_against_a_facet_are_reported_at_it() {
    let said = |settings: &[(&str, &str)]| {
        let experiment = experiment(settings);
        let messages = experiment.conflicts().into_iter().map(|each| (each.parameter, each.to_string()));
        messages.collect::<Vec<_>>()
    };
    let facet = |facet| said(&[("facet", facet)]);
    assert_eq!(facet("load:1,2"), []);
    let [(place, problem)] = &facet("runtime:1,2")[..] else { panic!() };
    assert_eq!((*place, &**problem), ("facet", "is already varied by vary=runtime:0.2..2:0.05, within each chart"));
    assert_eq!(facet("estimate-excess:1,2")[0].0, "facet", "no strategy asks for times");
    assert!(facet("depth:1,2").is_empty() && !said(&[("scheduling", "fcfs"), ("facet", "depth:1,2")]).is_empty());
    for (vary, facet) in [("load:1..2:1", "arrival:1,2"), ("arrival:1..2:1", "load:1,2")] {
        assert!(!said(&[("vary", vary), ("facet", facet)]).is_empty(), "{vary} undoes {facet}");
    }
    let both = said(&[("facet", "rate:1,2"), ("rate", "3")]);
    assert_eq!(both, [("rate", "is already varied by facet=rate:1,2, which takes its place".to_string())]);
    let log = said(&[("log", "a.swf"), ("facet", "rate:1,2")]);
    assert_eq!(log, [("facet", "only a model has an arrival rate".to_string())]);
    let idle = experiment(&[("vary", "none"), ("facet", "load:1,2")]).conflicts();
    assert!(idle.len() == 1 && !idle[0].is_contradiction() && idle[0].parameter == "facet");
    assert_eq!(experiment(&[("vary", "none"), ("facet", "rate:1,2"), ("rate", "3")]).conflicts().len(), 1);
    assert!(Varied::ALL.iter().all(|varied| format!("{varied}:1").parse::<crate::experiment::Facet>().is_ok()));
}

#[test]
fn excluded_strategies_give_no_reasons() {
    let settings = [("machine", "torus:4x4x4"), ("allocation", "slurm-torus3d(3x3x3),slurm-ring(8)")];
    let plan = Plan::new(&experiment(&settings), &workload(&[(0, 9, 4), (1, 9, 1), (2, 9, 20), (3, 9, 2)])).unwrap();
    assert_eq!(excluded(&plan)[0].0, "slurm-torus3d(3x3x3)");
    let dropped = plan.dropped(0, &Selected::default());
    assert_eq!((dropped["too_large"], dropped.get("no_placement_of_that_size")), (1, None));
}
