use super::*;
use crate::time::Decimal;

/// The results of flat and nep under fcfs at 1 and 2, all cells absent yet.
pub(in crate::experiment) fn none_yet() -> Results {
    let settings = [("allocation", "flat,nep"), ("scheduling", "fcfs"), ("vary", "runtime:1..2:1"), ("jobs", "20")];
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    Results::new(&plan, &Selected { malformed: 3, ..Selected::default() })
}

/// A result whose k-th metric is `first + k`, but for those named.
pub(in crate::experiment) fn result(first: f64, named: &[(&str, f64)]) -> CellResult {
    let mut metrics: Vec<f64> = (0..METRICS.len()).map(|k| first + k as f64).collect();
    for (name, value) in named {
        metrics[METRICS.iter().position(|metric| metric.name == *name).unwrap()] = *value;
    }
    CellResult { metrics, jobs: 20 }
}

#[test]
fn the_table_says_where_it_comes_from_and_has_a_row_per_finished_cell() {
    let mut results = none_yet();
    results.put(2, Ok(result(0.1, &[("mean_dimensions_pair", f64::NAN)])));
    results.put(0, Ok(result(100.0, &[])));
    results.put(3, Err("the worker died".into()));
    let csv = results.csv();
    let (comments, rows): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.starts_with('#'));
    assert_eq!(comments[1], "# #v=1&jobs=20&allocation=flat,nep&scheduling=fcfs&vary=runtime:1..2:1");
    assert_eq!(comments[2..], ["# dropped malformed: 3", "# failed fcfs with nep at 2: the worker died"]);
    assert!(comments[0].contains(env!("CARGO_PKG_VERSION")));
    let columns: Vec<&str> = rows[0].split(',').collect();
    assert_eq!(columns[..6], ["allocation", "scheduling", "runtime_coefficient", "jobs", "dropped", "saturated"]);
    assert_eq!(columns[6..].to_vec(), METRICS.iter().map(|metric| metric.name).collect::<Vec<_>>());
    assert_eq!(rows.len(), 3, "two cells have results");
    assert!(rows[1].starts_with("flat,fcfs,1,20,3,true,100,101,"), "{}", rows[1]);
    let numbers: Vec<&str> = rows[2].split(',').skip(6).collect();
    assert!(rows[2].starts_with("nep,fcfs,1,20,3,"), "{}", rows[2]);
    for (k, number) in numbers.iter().enumerate() {
        let is_absent = METRICS[k].name == "mean_dimensions_pair";
        let same_bits = number.parse::<f64>().map(f64::to_bits) == Ok((0.1 + k as f64).to_bits());
        assert!(if is_absent { number.is_empty() } else { same_bits }, "{}: {number}", METRICS[k].name);
    }
}

// The page makes objects by other means; serde_json is the command line's.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn json_has_an_object_per_finished_cell() {
    let mut results = none_yet();
    results.put(1, Ok(result(0.5, &[("share_3d_pair", f64::NAN)])));
    let json = serde_json::to_value(&results).unwrap();
    let cell = &json[0];
    assert_eq!(json.as_array().unwrap().len(), 1);
    assert_eq!((&cell["allocation"], &cell["scheduling"]), (&"flat".into(), &"fcfs".into()));
    assert_eq!((&cell["runtime_coefficient"], &cell["jobs"]), (&2.0.into(), &20.into()));
    assert_eq!((&cell["dropped"]["malformed"], &cell["dropped"]["too_large"]), (&3.into(), &0.into()));
    assert_eq!(cell["load"], 0.5);
    assert!(cell["share_3d_pair"].is_null() && cell.get("share_3d_pair").is_some());
}

#[test]
fn a_queue_of_more_than_a_hundredth_of_all_jobs_is_saturated() {
    let waits = |wait: f64| is_saturated(&result(0.0, &[("mean_wait", wait), ("makespan", 1000.0)]));
    assert!(!waits(0.0) && !waits(10.0));
    assert!(waits(10.1));
    assert!(!waits(f64::NAN));
}

#[test]
fn fields_with_commas_are_quoted() {
    assert_eq!(quoted("paging(0,row)"), "\"paging(0,row)\"");
    assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
    assert_eq!(quoted("nep"), "nep");
}

#[test]
fn quantities_are_metrics_or_the_coefficient() {
    let cell = Cell { allocation: 0, scheduling: 0, value: "1.25".parse::<Decimal>().unwrap(), weight: 1.0 };
    let result = result(7.0, &[]);
    assert_eq!(Results::quantity(&cell, &result, Quantity::Coefficient), 1.25);
    assert_eq!(Results::quantity(&cell, &result, Quantity::Metric(3)), 10.0);
}
