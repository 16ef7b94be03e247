use super::*;
use crate::diagnostic::Diagnostic;
use crate::experiment::results::tests::{none_yet, on_two_machines, replicated, result, slowdown};

#[test]
fn the_table_has_its_origin_and_a_row_per_completed_cell() {
    let mut results = none_yet();
    results.put(2, Ok(result(0.1, &[("mean_dimensions_pair", f64::NAN)])));
    results.put(0, Ok(result(100.0, &[])));
    results.put(3, Err(Diagnostic::new("", "the worker died")));
    let csv = csv(&results, &Imprint::default());
    let (comments, rows): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.starts_with('#'));
    assert_eq!(comments[1], "# #v=1&jobs=20&allocation=flat,nep&scheduling=fcfs&vary=runtime:1..2:1");
    assert_eq!(comments[2..], ["# dropped malformed: 3", "# failed fcfs with nep at 2: the worker died"]);
    assert_eq!(comments[0], format!("# Subtorus {BUILD}"));
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

#[test]
fn json_has_an_object_per_completed_cell() {
    let mut results = none_yet();
    results.put(1, Ok(result(0.5, &[("share_3d_pair", f64::NAN)])));
    let json = serde_json::to_value(Records::new(&results, &Imprint::default())).unwrap();
    let cell = &json[0];
    assert_eq!(json.as_array().unwrap().len(), 1);
    assert_eq!((&cell["allocation"], &cell["scheduling"]), (&"flat".into(), &"fcfs".into()));
    assert_eq!(cell["address"], "#v=1&jobs=20&allocation=flat,nep&scheduling=fcfs&vary=runtime:1..2:1");
    assert!(cell.get("date").is_none(), "it is unknown");
    assert_eq!(cell["machine"], "torus:2x2x2x4x4x8");
    assert_eq!((&cell["runtime_coefficient"], &cell["jobs"]), (&2.0.into(), &20.into()));
    assert_eq!((&cell["dropped"]["malformed"], &cell["dropped"]["too_large"]), (&3.into(), &0.into()));
    assert_eq!(cell["load"], 0.5);
    assert!(cell["share_3d_pair"].is_null() && cell.get("share_3d_pair").is_some());
}

#[test]
fn tables_of_replications_have_their_number_and_intervals() {
    let mut results = replicated(5);
    (0..5).for_each(|cell| assert_eq!(results.put(cell, slowdown(10.0 + 0.1 * cell as f64)), 0..0));
    let csv = csv(&results, &Imprint::default());
    let mut rows = csv.lines().filter(|line| !line.starts_with('#'));
    let (names, values): (Vec<&str>, Vec<&str>) =
        (rows.next().unwrap().split(',').collect(), rows.next().unwrap().split(',').collect());
    let value = |name: &str| values[names.iter().position(|other| *other == name).unwrap()];
    assert_eq!((names.len(), value("replications")), (6 + 2 * METRICS.len() + 1, "5"));
    // Deviation 0.158, t(4) = 2.776.
    assert!((value("mean_bounded_slowdown_half_width").parse::<f64>().unwrap() - 0.1963).abs() < 1e-4);
    assert_eq!(value("load_half_width"), "0");
}

#[test]
fn tables_of_several_machines_name_them() {
    let mut results = on_two_machines();
    results.put(1, Ok(result(0.5, &[])));
    results.put(2, Err(Diagnostic::new("", "the worker died")));
    results.put(3, Ok(result(7.5, &[])));
    let csv = csv(&results, &Imprint::default());
    let (comments, rows): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.starts_with('#'));
    let (same, differs) = ("# dropped malformed: 3", "# dropped too_large on mesh:4x4: 1");
    assert_eq!(comments[2..], [same, differs, "# failed fcfs with flat on mesh:4x4 at 1: the worker died"]);
    assert!(rows[0].starts_with("machine,allocation,scheduling,runtime_coefficient,jobs,dropped,saturated,load"));
    assert_eq!(rows.len(), 3);
    assert!(rows[1].starts_with("mesh:8x8,flat,fcfs,2,20,3,true,0.5,"), "{}", rows[1]);
    assert!(rows[2].starts_with("mesh:4x4,flat,fcfs,2,20,4,true,7.5,"), "{}", rows[2]);
    assert!(rows.iter().all(|row| row.split(',').count() == 7 + METRICS.len()));
    assert_eq!(results.dropped_by_reason(), [("malformed".into(), 3), ("too_large on mesh:4x4".into(), 1)]);
    let results = results.with_lost_work(vec![0.0, 0.25]);
    assert_eq!(results.lost_work_by_machine(), [("work on mesh:4x4".to_string(), 0.25)]);
    assert!(super::csv(&results, &Imprint::default()).contains("\n# dropped work on mesh:4x4: 0.25\n"));
}

#[test]
fn a_run_and_replications_as_objects() {
    let one = result(0.5, &[("mean_wait", 20.0), ("makespan", 1000.0), ("max_wait", f64::NAN)]);
    let dropped = Dropped::from([("too_large", 2)]);
    let run = serde_json::to_value(RunReport::new(&one, &dropped, 0.25, SmallMap::new())).unwrap();
    assert_eq!((&run["jobs"], &run["saturated"], &run["dropped"]["too_large"]), (&20.into(), &true.into(), &2.into()));
    assert_eq!((&run["load"], &run["utilization"], run["max_wait"].is_null()), (&0.5.into(), &1.5.into(), true));
    assert_eq!(run["build"], BUILD);
    assert_eq!((&run["dropped_work"], run.as_object().unwrap().len()), (&0.25.into(), 5 + METRICS.len()));

    let mut results = replicated(5);
    (0..5).for_each(|cell| assert_eq!(results.put(cell, slowdown(10.0)), 0..0));
    let json = serde_json::to_value(Records::new(&results, &Imprint::default())).unwrap();
    assert_eq!((&json[0]["replications"], &json[0]["half_widths"]["load"]), (&5.into(), &0.0.into()));
    assert_eq!(json[0]["half_widths"].as_object().unwrap().len(), METRICS.len());
}
