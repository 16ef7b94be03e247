//! Varied quantities, checked by hand: one test for each.

use super::tests::{THREE_JOBS, excluded, experiment, workload};
use super::*;
use crate::simulation::metrics;
use crate::time::SECOND;

/// The plan of these settings on a log's jobs.
fn on(jobs: &[(i64, i64, u32)], settings: &[(&str, &str)]) -> Plan {
    let all = [&[("log", "a.swf"), ("scheduling", "fcfs")], settings].concat();
    Plan::new(&experiment(&all), &workload(jobs)).unwrap()
}

/// A property of the jobs of each cell.
fn each<T>(plan: &Plan, look: impl Fn(&Jobs) -> T) -> Vec<T> {
    (0..plan.cells.len()).map(|cell| look(&plan.jobs(cell).unwrap())).collect()
}

/// 9 x 100 + 4 x 100 + 8 x 100 = 2100 processor-seconds, within 20 s: a load of 6.5625 on 16 nodes, and a quarter of
/// that on 64.
#[test]
fn the_load_is_the_offered_load_of_each_machine() {
    let settings = [("machine", "mesh:4x4,mesh:8x8"), ("allocation", "flat"), ("vary", "load:0.5..1.5:1")];
    let plan = on(THREE_JOBS, &settings);
    let last = each(&plan, |jobs| jobs.jobs.submit.at(2));
    assert_eq!(last, [262_500_000, 87_500_000, 65_625_000, 21_875_000], "2100 s / 16 / 0.5 = 262.5 s");
    assert_eq!(each(&plan, |jobs| jobs.jobs.submit.at(1))[0], 131_250_000);
    for (cell, load) in [0.5, 1.5, 0.5, 1.5].into_iter().enumerate() {
        let here = plan.run(cell, None).unwrap().metrics.get(&metrics::LOAD);
        assert!((here - load).abs() < 1e-7, "{here}");
    }
    // The same with a fixed load, which applies after runtimes and sizes are scaled. An arrival factor would have no
    // effect.
    let fixed = [("machine", "mesh:4x4"), ("allocation", "flat"), ("load", "0.5"), ("vary", "runtime:1..2:1")];
    assert_eq!(each(&on(THREE_JOBS, &fixed), |jobs| jobs.jobs.submit.at(2)), [262_500_000, 525_000_000]);
}

/// The job that does not fit on four nodes contributes no load.
#[test]
fn only_jobs_that_run_offer_load() {
    let settings = [("machine", "mesh:2x4"), ("allocation", "flat"), ("vary", "load:1")];
    let plan = on(THREE_JOBS, &settings);
    // 4 x 100 + 8 x 100 processor-seconds on 8 nodes are 150 s; arrivals at 10 and 20 become 150 and 300.
    assert_eq!(each(&plan, |jobs| jobs.jobs.iter().map(|job| job.submit / SECOND).collect::<Vec<_>>()), [[150, 300]]);
    let at_once = [("log", "a.swf"), ("machine", "mesh:4x4"), ("allocation", "flat"), ("vary", "load:1")];
    let none = Plan::new(&experiment(&at_once), &workload(&[(5, 1, 1), (5, 1, 1)])).err().unwrap();
    assert_eq!(none, PlanError::NoLoad);
}

/// Nine processors fit on sixteen nodes, but twice as many do not. All values drop that job, or points would not be
/// comparable. Sixteen times four is too much for any of them.
#[test]
fn a_scale_of_sizes_drops_jobs_that_do_not_fit_at_one_value() {
    let settings = [("machine", "mesh:4x4"), ("allocation", "flat"), ("vary", "size-scale:1..2:1")];
    let plan = on(THREE_JOBS, &settings);
    let sizes = each(&plan, |jobs| (0..jobs.jobs.len()).map(|job| jobs.size(job)).collect::<Vec<_>>());
    assert_eq!(sizes, [[4, 8], [8, 16]]);
    let settings = [("machine", "mesh:4x4"), ("allocation", "flat"), ("vary", "size-scale:1..5:4")];
    let plan = on(THREE_JOBS, &settings);
    assert_eq!((excluded(&plan)[0].0.as_str(), plan.jobs_per_run(0)), ("size-scale 5", 3));
}

#[test]
fn strategies_without_pages_are_excluded_if_their_size_is_varied() {
    let settings = [("machine", "mesh:4x4"), ("allocation", "paging(0,snake),flat"), ("vary", "page-size:0..2:1")];
    let plan = on(THREE_JOBS, &settings);
    assert_eq!(excluded(&plan)[0].0, "flat");
    // Nine processors are nine pages of one node, three of four, or the one of sixteen.
    let internal: Vec<_> =
        (0..3).map(|cell| plan.run(cell, None).unwrap().metrics.get(&metrics::UTILIZATION)).collect();
    assert_eq!(plan.setup(1).unwrap().experiment.allocation[0], "paging(1,snake)");
    assert!(internal[0] > internal[2], "{internal:?}");
}

#[test]
fn estimates_follow_the_value() {
    let settings = [("machine", "mesh:4x4"), ("allocation", "flat"), ("estimates", "requested")];
    let mut jobs = workload(THREE_JOBS);
    jobs.requested = vec![300 * SECOND, 50 * SECOND, -1].into();
    let all = [&[("log", "a.swf"), ("vary", "estimate-excess:0..2:1"), ("scheduling", "fcfs")], &settings[..]].concat();
    let plan = Plan::new(&experiment(&all), &jobs).unwrap();
    let estimates = each(&plan, |jobs| jobs.jobs.iter().map(|job| job.estimate / SECOND).collect::<Vec<_>>());
    assert_eq!(estimates, [[100, 100, 100], [300, 100, 100], [500, 100, 100]]);
}

#[test]
fn a_model_makes_the_number_of_jobs_of_the_value() {
    let settings =
        [("machine", "mesh:8x8"), ("allocation", "flat"), ("scheduling", "fcfs"), ("vary", "jobs:10..30:10")];
    let experiment = experiment(&settings);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    assert_eq!(each(&plan, |jobs| jobs.jobs.len()), [10, 20, 30]);
    assert_eq!(plan.jobs_per_run(0), 30);
    let fixed = super::tests::experiment(&[settings[0], settings[1], settings[2], ("jobs", "20"), ("vary", "none")]);
    let alone = Plan::new(&fixed, &fixed.generate()).unwrap();
    assert_eq!(plan.jobs(1).unwrap(), alone.jobs(0).unwrap());
}

#[test]
fn messages_packets_and_routers_are_those_of_the_value() {
    let network = [
        ("machine", "mesh:4x4"),
        ("allocation", "gabl"),
        ("scheduling", "fcfs"),
        ("model", "stochastic"),
        ("jobs", "20"),
        ("service", "communication"),
        ("rate", "0.001"),
    ];
    for (vary, fixed) in [
        ("messages:2..6:4", ("messages", "exponential(6)")),
        ("packet-length:4..16:12", ("packet-length", "16")),
        ("routing-delay:0..5:5", ("routing-delay", "5")),
    ] {
        let with = |last| {
            let experiment = experiment(&[&network[..], &[last]].concat());
            Plan::new(&experiment, &experiment.generate()).unwrap()
        };
        let (varied, mut alone) = (with(("vary", vary)), experiment(&[&network[..], &[fixed]].concat()));
        alone.vary = None;
        let alone = Plan::new(&alone, &alone.generate()).unwrap();
        assert_eq!(varied.cells.len(), 2);
        let (here, there) = (varied.run(1, None).unwrap(), alone.run(0, None).unwrap());
        let service = |result: &CellResult| result.metrics.get(&metrics::MEAN_SERVICE).to_bits();
        assert_eq!(service(&here), service(&there), "{vary}");
        assert_ne!(service(&varied.run(0, None).unwrap()), service(&here), "{vary}");
    }
}
