use super::*;
use crate::experiment::{Scale, permalink};
use crate::simulation::METRICS;

/// The results of flat and nep under fcfs at 1 and 2, without any outcome.
pub(crate) fn none_yet() -> Results {
    let settings = [("allocation", "flat,nep"), ("scheduling", "fcfs"), ("vary", "runtime:1..2:1"), ("jobs", "20")];
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    Results::new(&plan, &Selected { malformed: 3, ..Selected::default() })
}

/// The results of flat under fcfs at 1 and 2 on two machines, without any outcome. One job in 20 is too large for the
/// second machine.
pub(crate) fn on_two_machines() -> Results {
    let settings = [("machine", "mesh:8x8,mesh:4x4"), ("allocation", "flat"), ("scheduling", "fcfs")];
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    experiment.set("vary", "runtime:1..2:1").unwrap();
    let dropped = [0, 1].map(|too_large| Dropped::from([("malformed", 3), ("too_large", too_large)]));
    Results::from_cells(experiment.clone(), Cell::all(&experiment, &[]), dropped.to_vec())
}

/// A result: its k-th metric is `first + k`, except those named.
pub(crate) fn result(first: f64, named: &[(&str, f64)]) -> CellResult {
    let mut k = 0.0;
    let metrics = MetricValues::each(|metric| {
        k += 1.0;
        named.iter().find(|(name, _)| *name == metric.name).map_or(first + (k - 1.0), |(_, value)| *value)
    });
    CellResult { metrics, jobs: 20 }
}

/// A run with this mean slowdown, at this utilisation; it is saturated if its mean wait exceeds 1 % of its makespan.
pub(crate) fn loaded(slowdown: f64, utilization: f64, mean_wait: f64) -> CellResult {
    let values = [("mean_bounded_slowdown", slowdown), ("utilization", utilization), ("mean_wait", mean_wait)];
    result(0.0, &[values[0], values[1], values[2], ("load", utilization), ("makespan", 1000.0)])
}

#[test]
fn a_queue_of_more_than_a_hundredth_of_all_jobs_is_saturated() {
    let waits = |wait: f64| is_saturated(&result(0.0, &[("mean_wait", wait), ("makespan", 1000.0)]).metrics);
    assert!(!waits(0.0) && !waits(10.0));
    assert!(waits(10.1));
    assert!(!waits(f64::NAN));
    let all_at_once = [("mean_wait", 500.0), ("makespan", 1000.0), ("load", f64::INFINITY)];
    assert!(!is_saturated(&result(0.0, &all_at_once).metrics), "their queue does not grow while jobs arrive");
}

#[test]
fn quantities_are_metrics_or_the_coefficient() {
    let mut results = none_yet();
    results.put(3, Ok(result(7.0, &[])));
    let summary = results.summaries().next().unwrap();
    assert_eq!((summary.quantity(Quantity::Coefficient), summary.quantity(Quantity::Metric(METRICS[3]))), (2.0, 10.0));
    assert!(summary.precise && summary.half_width(Quantity::Metric(METRICS[3])).is_nan());
}

/// Results of one point with a precision of 10 % for the mean slowdown and at most `most` replications.
pub(crate) fn replicated(most: u32) -> Results {
    let text = format!(
        "#v=1&jobs=20&allocation=flat&scheduling=fcfs&vary=none&replications={most}&precision=0.1&plot=slowdown-load"
    );
    let (experiment, complaints) = permalink::read(&text);
    assert_eq!((complaints, experiment.scale), (vec![], Scale::Auto));
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    Results::new(&plan, &Selected::default())
}

pub(crate) fn slowdown(value: f64) -> Result<CellResult, Diagnostic> {
    Ok(result(0.0, &[("mean_bounded_slowdown", value)]))
}

#[test]
fn replications_are_added_until_the_mean_is_precise() {
    let mut results = replicated(30);
    assert_eq!(results.first_cells(), [0, 1, 2, 3, 4]);
    assert!(results.summaries().next().is_none());
    // They finish in any order; only the last of them adds more.
    for (cell, value) in [(3, 8.0), (1, 12.0), (0, 8.0), (4, 12.0)] {
        assert_eq!(results.put(cell, slowdown(value)), 0..0);
    }
    assert_eq!(results.put(2, slowdown(10.0)), 5..8, "10 plus or minus 2.5: not precise");
    let summary = results.summaries().next().unwrap();
    assert_eq!((summary.replications, summary.precise, results.is_complete()), (5, false, false));
    assert_eq!(results.put(6, slowdown(10.0)), 0..0);
    assert_eq!(results.put(5, slowdown(10.0)), 0..0);
    assert_eq!(results.put(7, slowdown(10.0)), 8..12, "deviation 1.51, t(7) = 2.36: plus or minus 12.6 %");
    for cell in 8..11 {
        results.put(cell, slowdown(10.0));
    }
    assert_eq!(results.put(11, slowdown(10.0)), 0..0, "deviation 1.21, t(11) = 2.20: plus or minus 7.7 %");
    let summary = results.summaries().next().unwrap();
    assert_eq!((summary.replications, summary.precise, results.is_complete()), (12, true, true));
    let half_width = summary.half_widths.get(&metrics::MEAN_BOUNDED_SLOWDOWN);
    assert_eq!(summary.metrics.get(&metrics::MEAN_BOUNDED_SLOWDOWN), 10.0);
    assert!((half_width - 0.766).abs() < 0.001, "{half_width}");
}

/// The number of replications of a point that run, of at most 60, if the k-th has this result.
fn run_of_60(precision: &str, plot: &str, value: impl Fn(usize) -> CellResult) -> usize {
    let text = format!(
        "#v=1&jobs=20&allocation=flat&scheduling=fcfs&vary=none&replications=60&precision={precision}&plot={plot}-load"
    );
    let experiment = permalink::read(&text).0;
    let cells = Cell::all(&experiment, &[]);
    let mut results = Results::from_cells(experiment, cells, Vec::new());
    (0..60).find(|&cell| results.put(cell, Ok(value(cell))).is_empty() && results.is_complete()).unwrap() + 1
}

/// Nearly equal values are precise from the fifth on, but fewer than ten are never enough. Equal values need thirty.
/// For both kinds, the batches of 8 and 27 are therefore too small. A metric that does not apply to a replication is
/// never precise.
#[test]
fn few_replications_are_not_enough_and_equal_ones_even_less() {
    let slightly = |cell: usize| result(3.0 + cell as f64 / 1e6, &[]);
    assert_eq!(run_of_60("0.05", "slowdown", slightly), 12);
    assert_eq!(run_of_60("0.05", "slowdown", |_| result(3.0, &[])), 41);
    let nothing_waits = |_: usize| result(3.0, &[("mean_bounded_slowdown", 0.0)]);
    assert_eq!(run_of_60("0.05", "slowdown", nothing_waits), 41);
    // The tenth is the first different value.
    assert_eq!(run_of_60("0.05", "slowdown", |cell| result(if cell == 9 { 3.01 } else { 3.0 }, &[])), 12);
    assert_eq!(run_of_60("0.05", "slowdown", |_| result(3.0, &[("mean_bounded_slowdown", f64::NAN)])), 60);
    assert_eq!(run_of_60("0.05", "coefficient", |cell| result(3.0 + cell as f64, &[])), 12, "the value is known");
    // The number of replications must not depend on a clock: the response time decides.
    let overhead = |cell: usize, overhead: f64, response: f64| {
        result(3.0, &[("allocation_overhead", overhead * cell as f64), ("mean_response", 1.0 + response * cell as f64)])
    };
    assert_eq!(run_of_60("0.05", "allocation_overhead", |cell| overhead(cell, 1.0, 1e-6)), 12);
    assert_eq!(run_of_60("0.05", "allocation_overhead", |cell| overhead(cell, 0.0, 1.0)), 60);
}

/// `precision=0` requires all replications, whatever their results.
#[test]
fn a_precision_of_0_runs_all_replications() {
    for plot in ["slowdown", "coefficient", "allocation_overhead"] {
        assert_eq!(run_of_60("0", plot, |_| result(3.0, &[])), 60, "{plot}");
        assert_eq!(run_of_60("0", plot, |cell| result(3.0 + cell as f64 / 1e6, &[])), 60, "{plot}");
    }
}

/// The expected number of replications is the final one, if the values continue as they are.
#[test]
fn the_expected_number_of_replications_follows_the_rule() {
    let expected = |precision: &str, value: fn(usize) -> f64| {
        let text = format!(
            "#v=1&jobs=20&allocation=flat&scheduling=fcfs&vary=none&replications=60&precision={precision}&plot=slowdown-load"
        );
        let experiment = permalink::read(&text).0;
        let cells = Cell::all(&experiment, &[]);
        let mut results = Results::from_cells(experiment, cells, Vec::new());
        (0..5).for_each(|cell| _ = results.put(cell, slowdown(value(cell))));
        results.likely_replications(0)
    };
    assert_eq!(expected("0.05", |cell| 3.0 + cell as f64 / 1e6), Some(12));
    assert_eq!(expected("0.05", |_| 3.0), Some(41));
    assert_eq!(expected("0.05", |_| 0.0), Some(41));
    assert_eq!(expected("0", |_| 3.0), Some(60));
    assert_eq!(expected("0.05", |_| f64::NAN), Some(60));
    assert_eq!(expected("0.05", |cell| [1.0, -1.0, 2.0, -2.0, 0.0][cell]), Some(60), "around 0 no number is enough");
}

#[test]
fn every_point_has_its_own_replications() {
    let text = "#v=1&jobs=20&allocation=flat&scheduling=fcfs&vary=runtime:1..3:1&replications=6&precision=0";
    let experiment = permalink::read(text).0;
    let mut results = Results::from_cells(experiment.clone(), Cell::all(&experiment, &[]), Vec::new());
    assert_eq!(results.cells(), Cell::all(&experiment, &[]));
    assert_eq!(results.first_cells(), [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16]);
    for cell in [12, 13, 6, 7, 8, 9] {
        assert_eq!(results.put(cell, slowdown(cell as f64)), 0..0);
    }
    assert_eq!(results.put(10, slowdown(10.0)), 11..12, "one more of the second point");
    assert_eq!(results.put(11, slowdown(11.0)), 0..0);
    let summaries: Vec<Summary> = results.summaries().collect();
    assert_eq!((summaries.len(), summaries[0].value.to_f64(), summaries[0].replications), (1, 2.0, 6));
    // 6 to 11.
    assert_eq!(summaries[0].quantity(experiment.plot.y), 8.5);
}

#[test]
fn failures_are_reported_with_the_cell_and_the_reason() {
    let mut results = on_two_machines();
    assert_eq!(results.failed().count(), 0);
    let reason = Diagnostic { remedy: "try again".into(), ..Diagnostic::new("", "the worker died") };
    results.put(2, Err(reason.clone()));
    let failed: Vec<_> = results.failed().collect();
    assert_eq!((failed.len(), failed[0].0.machine, failed[0].1), (1, 1, &reason));
    let messages: Vec<String> = results.failures().map(|failure| failure.to_string()).collect();
    assert_eq!(messages, ["fcfs with flat on mesh:4x4 at 1: the worker died; try again"]);
}

#[test]
fn replications_end_at_the_most_and_at_a_failure() {
    let mut results = replicated(6);
    (0..4).for_each(|cell| assert_eq!(results.put(cell, slowdown(cell as f64)), 0..0));
    assert_eq!(results.put(4, slowdown(9.0)), 5..6);
    assert_eq!(results.put(5, slowdown(9.0)), 0..0);
    let summary = results.summaries().next().unwrap();
    assert_eq!((summary.replications, summary.precise, results.is_complete()), (6, false, true));

    let mut results = replicated(30);
    (0..4).for_each(|cell| assert_eq!(results.put(cell, slowdown(cell as f64)), 0..0));
    assert_eq!(results.put(4, Err(Diagnostic::new("", "the worker died"))), 0..0);
    assert!(results.is_complete() && results.summaries().next().is_none());
    assert_eq!(results.describe(results.failed().next().unwrap().0), "fcfs with flat at 1, replication 5");
}
