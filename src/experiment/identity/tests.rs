use super::*;
use crate::allocation::catalogue;
use crate::experiment::{Cell, Sweep, Varied, permalink};
use std::collections::BTreeMap;

fn plan(link: &str) -> Plan {
    let (experiment, _) = permalink::read(&format!("#v=1&{link}"));
    Plan::new(&experiment, &experiment.generate()).unwrap_or_else(|error| panic!("{link}: {error}"))
}

/// The identity of every cell of a permalink.
fn identities(link: &str) -> Vec<(String, u32)> {
    of_cells(&plan(link))
}

fn of_cells(plan: &Plan) -> Vec<(String, u32)> {
    let identities = plan.identities().expect("results that can be kept");
    let replications = identities.replications as usize;
    let point = |cell: usize| cell / replications * DIGITS..(cell / replications + 1) * DIGITS;
    let identity = |(position, cell): (usize, &Cell)| (identities.points[point(position)].into(), cell.replication);
    plan.cells.iter().enumerate().map(identity).collect()
}

/// Plans that have much in common, but not everything: other ranges and steps, the same value fixed or varied, more and
/// other strategies. Some strategies refuse jobs that the others would run.
const NEIGHBOURS: [&str; 22] = [
    "jobs=40&rate=4&machine=torus:2x2x2x4x4x8&allocation=ep,flat&vary=runtime:0.5..1.5:0.5",
    "jobs=40&rate=4&machine=torus:2x2x2x4x4x8&allocation=flat&vary=runtime:0.5..2:0.25",
    "jobs=40&rate=4&machine=torus:2x2x2x4x4x8&allocation=flat,nep&vary=none&runtime-coefficient=1.5",
    "jobs=40&rate=4&machine=torus:2x2x2x4x4x8,torus:8x8&allocation=flat&vary=arrival:1..2:1&runtime-coefficient=1.5",
    "jobs=40&machine=torus:8x8&allocation=flat,random&vary=rate:1..4:1.5&runtime-coefficient=1.5",
    "jobs=40&machine=torus:8x8&allocation=flat,random&vary=rate:1..4:1.5&runtime-coefficient=1.5&seed=2",
    "jobs=40&machine=torus:8x8&allocation=flat,random&rate=4&vary=none&runtime-coefficient=1.5&replications=3&precision=0",
    "jobs=40&rate=9&machine=mesh:6x5&allocation=ff,flat,mbs&scheduling=fcfs,easy(3)&vary=none",
    "jobs=40&rate=9&machine=mesh:6x5&allocation=flat,gabl&scheduling=easy&vary=depth:1..9:2",
    "jobs=40&rate=9&machine=mesh:6x5&allocation=flat&scheduling=easy&vary=none",
    "jobs=40&rate=9&machine=mesh:6x4&allocation=flat,ff&scheduling=easy&vary=none&unit=2x2",
    "jobs=40&rate=9&machine=mesh:6x4&allocation=flat,gabl&scheduling=easy&vary=none&unit=3x2",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=2dbs,ff&vary=none&replications=4",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=ff,bf&vary=none&replications=2",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=ff,fs&vary=side:6..8:2",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=2dbs&vary=rate:0.1..0.3:0.1",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=ff,gabl&vary=rate:0.2..0.4:0.1&service=communication",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=gabl&vary=none&service=communication&pattern=random",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=gabl&vary=none&service=communication&packet-length=16",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=gabl,ff&vary=none&service=communication",
    "model=stochastic&jobs=30&rate=0.2&machine=mesh:8x8&allocation=gabl&vary=none&sides=exponential",
    "jobs=40&rate=4&machine=torus:2x2x2x4x4x8&allocation=ep,flat&vary=runtime:0.5..1.5:0.5&size-scale=2",
];

/// The numbers of a result as bits, so that values that do not apply are equal, too.
fn bits(plan: &Plan, cell: usize) -> Vec<u64> {
    plan.run(cell, None).unwrap().numbers().into_iter().map(f64::to_bits).collect()
}

#[test]
fn cells_of_one_identity_have_one_result_and_most_others_another() {
    let mut results: BTreeMap<(String, u32), Vec<u64>> = BTreeMap::new();
    let mut shared = 0;
    for link in NEIGHBOURS {
        let plan = plan(link);
        for (cell, identity) in of_cells(&plan).into_iter().enumerate() {
            let result = bits(&plan, cell);
            let known = results.entry(identity).or_insert_with(|| result.clone());
            shared += usize::from(*known == result);
            assert_eq!(*known, result, "{link}: {:?}", plan.cells[cell]);
        }
    }
    assert!(shared >= results.len() + 20, "{shared} cells, {} identities: there is something in common", results.len());
}

/// The number of cells that the first permalink shares with the second.
fn common(one: &str, other: &str) -> usize {
    let (one, other) = (identities(one), identities(other));
    one.iter().filter(|identity| other.contains(identity)).count()
}

#[test]
fn common_cells_of_sweeps_are_known() {
    let base = "jobs=40&machine=mesh:8x8&allocation=flat,mbs&scheduling=fcfs,easy";
    let sweep = |more: &str| format!("{base}&{more}");
    assert_eq!(common(&sweep("vary=runtime:0.5..2:0.5"), &sweep("vary=runtime:0.5..2:0.25")), 4 * 4, "a finer step");
    assert_eq!(common(&sweep("vary=runtime:0.5..2:0.5"), &sweep("vary=runtime:1.5..3:0.5")), 4 * 2, "another range");
    assert_eq!(common(&sweep("vary=none&runtime-coefficient=1.5"), &sweep("vary=runtime:0.5..2:0.5")), 4, "no range");
    assert_eq!(common(&sweep("vary=arrival:0.5..1:0.5"), &sweep("vary=runtime:0.5..2:0.5")), 4, "something else");
    assert_eq!(common(&sweep("vary=rate:1"), &sweep("vary=runtime:1..2:0.5")), 4, "a rate as it is anyway");
    assert_eq!(common(&sweep("vary=none"), &sweep("vary=none&replications=9")), 4, "the first replication");
    let depths = |text: &str| format!("jobs=40&machine=mesh:8x8&allocation=flat&{text}");
    assert_eq!(common(&depths("vary=none&scheduling=easy(4)"), &depths("scheduling=easy&vary=depth:2..8:2")), 1);
    let sides = |text: &str| format!("model=stochastic&jobs=9&rate=0.1&allocation=ff&scheduling=fcfs&{text}");
    assert_eq!(common(&sides("machine=mesh:8x8&vary=none"), &sides("machine=mesh:3x3&vary=side:6..8:1")), 1);
    let shown = "plot=utilization-load&scale=linear&precision=0.3&replications=1";
    assert_eq!(common(&sweep("vary=none"), &sweep(&format!("vary=none&{shown}"))), 4, "another plot");
}

/// A stored result without reasons must not appear in a plot of reasons. One with them may appear in any plot.
#[test]
fn plots_of_reasons_have_other_cells() {
    let link = |plot: &str| {
        format!("jobs=40&rate=9&machine=mesh:8x8&allocation=ff&scheduling=fcfs,easy&vary=none&plot={plot}")
    };
    let (usual, order, share) = (link("wait-load"), link("mean_wait_order-load"), link("wait-share_wait_placement"));
    assert_eq!((common(&usual, &order), common(&usual, &share), common(&order, &share)), (0, 0, 2));
    let curves = |link: &str| plan(link).identities().unwrap().curves;
    assert!(curves(&usual) != curves(&order) && curves(&order) == curves(&share));
    let values = |link: &str| plan(link).run(0, None).unwrap().metrics;
    for ((metric, without), (_, with)) in values(&usual).iter().zip(values(&order).iter()) {
        assert_eq!(metric.needs_reasons(), without.is_nan() && !with.is_nan(), "{metric:?}");
        assert!(metric.needs_reasons() || without.to_bits() == with.to_bits(), "{metric:?} is the same");
    }
}

/// None of these strategies refuses a job that the others would run.
#[test]
fn another_strategy_that_refuses_nothing_new_changes_no_other_cell() {
    let with = |allocation: &str| format!("jobs=60&machine=torus:2x2x2x3x4&allocation={allocation}&vary=none");
    assert_eq!(common(&with("flat,nep"), &with("flat,nep,gabl,ff,random,gen-alg")), 4);
    let model = |allocation: &str| {
        format!(
            "model=stochastic&jobs=60&rate=0.1&machine=mesh:7x6&allocation={allocation}&vary=rate:0.1..0.2:0.1&replications=3"
        )
    };
    assert_eq!(common(&model("ff,gabl"), &model("ff,gabl,random,tff")), 2 * 2 * 2 * 3);
    assert_eq!(
        common(&model("ff,gabl"), &model("ff,gabl,2dbs")),
        2 * 2 * 2 * 3,
        "a strategy that cannot run there refuses nothing"
    );
}

/// A value that differs from the experiment's, for every parameter that has one.
fn another(parameter: &Parameter, experiment: &Experiment) -> String {
    let choices = parameter.control.choices.iter().map(|choice| choice.to_string());
    let others = ["7", "1.5", "mesh:4x4", "gabl", "runtime:1..2:1", "utilization-load"].map(String::from);
    let mut values = choices.chain([parameter.example.to_string()]).chain(others);
    let now = parameter.text(experiment);
    let differs = |value: &String| {
        let mut changed = experiment.clone();
        changed.set(parameter.name, value).is_ok() && parameter.text(&changed) != now
    };
    values.find(differs).unwrap_or_else(|| panic!("no other value for {}", parameter.name))
}

#[test]
fn every_parameter_counts_except_those_without_effect_on_a_run() {
    let (experiment, _) = permalink::read("#v=1&vary=none&allocation=paging(1)&scheduling=easy(4)&machine=mesh:8x8");
    let settings = Settings::new();
    let text = |experiment: &Experiment| settings.of(&experiment.alone(0, 0, 0).resolved(experiment.values()[0]));
    for parameter in PARAMETERS.iter().filter(|parameter| parameter.name != "vary") {
        let mut changed = experiment.clone();
        changed.set(parameter.name, &another(parameter, &experiment)).unwrap();
        let exempt = ASIDE.contains(&parameter.name) || parameter.group == Group::Display;
        assert_eq!(text(&changed) == text(&experiment), exempt, "{}", parameter.name);
    }
    let (paged, _) = permalink::read("#v=1&vary=none&allocation=paging(0)&scheduling=easy(4)&machine=mesh:8x8");
    for varied in Varied::ALL {
        let experiment = if *varied == Varied::PageSize { &paged } else { &experiment };
        let value = Decimal::new(if *varied == Varied::Availability { 1 } else { 2 }, 0);
        let changed = Experiment { vary: Some(Sweep::new(*varied, value, value, Decimal::ONE)), ..experiment.clone() };
        assert_ne!(text(&changed), text(experiment), "{} takes its parameter's place", varied.name());
    }
}

/// Whether requests carry extents depends on all compared strategies. Strategies that need none must ignore them.
#[test]
fn strategies_without_extents_ignore_them() {
    let wants_none = catalogue::entries().filter(|entry| !entry.wants_extents);
    let names: Vec<_> = wants_none.flat_map(|entry| entry.examples).collect();
    assert!(names.len() > 5);
    for machine in ["mesh:8x8", "torus:2x2x2x4x4x8"] {
        for name in &names {
            for model in ["rate=6", "model=stochastic&rate=0.3&jobs=60"] {
                let link = |names: &str| {
                    format!("jobs=120&{model}&machine={machine}&allocation={names}&scheduling=fcfs,easy,oo&vary=none")
                };
                let (experiment, _) = permalink::read(&format!("#v=1&{}", link(name)));
                let Ok(alone) = Plan::new(&experiment, &experiment.generate()) else { continue };
                let (compared, _) = permalink::read(&format!("#v=1&{}", link(&format!("{name},gabl"))));
                let second_run = Plan::new(&compared, &experiment.generate()).unwrap();
                assert!(second_run.experiment().wants_extents() && !alone.experiment().wants_extents());
                if of_cells(&alone)[0] == of_cells(&second_run)[0] {
                    (0..3).for_each(|cell| assert_eq!(bits(&alone, cell), bits(&second_run, cell), "{}", link(name)));
                }
            }
        }
    }
}

#[test]
fn clock_measurements_and_logs_without_digest_have_no_identity() {
    let none = |link: &str| plan(link).identities().is_none();
    assert!(none("jobs=20&vary=none&plot=allocation_overhead-load") && !none("jobs=20&vary=none"));
    let mut experiment = Experiment { jobs: 20, ..Experiment::default() };
    let workload = experiment.generate();
    experiment.set("log", "a.swf").unwrap();
    assert_eq!(Plan::new(&experiment, &workload).unwrap().identities(), None);
    experiment.set("sha256", &"a".repeat(64)).unwrap();
    assert!(Plan::new(&experiment, &workload).unwrap().identities().is_some());
    let many = "jobs=1&machine=mesh:4x4&allocation=flat,mbs,gabl,ff,random,tff,bf&scheduling=fcfs,easy,oo,ssd,sjf/easy,ljf&vary=runtime:1..1000:1&replications=2";
    assert_eq!(identities("jobs=1&vary=none").len(), 6);
    assert!(!none(many));
    assert!(none(&many.replace("ljf", "ljf,lcfs,sjf/skip,ljf/easy,conservative")));
}

#[test]
fn storage_groups_do_not_depend_on_the_values() {
    let curves = |link: &str| plan(link).identities().unwrap().curves;
    let base = "jobs=20&machine=mesh:8x8&allocation=flat,gabl";
    let one = curves(&format!("{base}&vary=runtime:0.5..2:0.5"));
    assert_eq!(one.len(), 4);
    assert_eq!(set(one.iter()).len(), 4);
    assert_eq!(one, curves(&format!("{base}&vary=runtime:1..3:1&replications=2")));
    assert_eq!(one, curves(&format!("{base}&vary=none&runtime-coefficient=3")));
    assert_ne!(one, curves(&format!("{base}&vary=arrival:1..3:1")));
}

/// Jobs of one size and different shapes: the set of jobs that run is part of the identity here, too.
#[test]
fn shapes_that_another_strategy_drops_are_another_identity() {
    let log = crate::formats::read(b"submit,runtime,shape\n0,10,2x2x2\n100,20,8x1x1\n200,40,2x2x2\n").0;
    let plan = |allocation: &str| {
        let link = "#v=1&log=a.csv&sha256=&machine=mesh:4x4x8&size-scale=1&round=none&scheduling=fcfs&vary=none";
        let (mut experiment, _) = permalink::read(&format!("{link}&sha256={}", "0".repeat(64)));
        experiment.set("sha256", &"0".repeat(64)).unwrap();
        experiment.set("allocation", allocation).unwrap();
        Plan::prepare(&crate::budget::Budget::USUAL, &experiment, Some(&log)).unwrap().0
    };
    let (alone, second_run) = (plan("tff"), plan("tff,ff"));
    assert_eq!([&alone, &second_run].map(|plan| plan.run(0, None).unwrap().jobs), [3, 2]);
    assert!(!of_cells(&second_run).contains(&of_cells(&alone)[0]));
}
