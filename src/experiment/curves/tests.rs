use super::*;
use crate::experiment::results::tests::{none_yet, on_two_machines, result};

fn run(load: f64, utilization: f64, wait: f64) -> crate::experiment::CellResult {
    let named = [("load", load), ("utilization", utilization), ("mean_wait", wait), ("makespan", 1000.0)];
    result(3.0, &named)
}

#[test]
fn a_curve_per_pair_with_the_points_that_are_there() {
    let mut results = none_yet();
    results.put(3, Ok(run(0.8, 0.6, 500.0)));
    results.put(2, Ok(run(0.4, 0.39, 0.0)));
    let chart = Curves::of(&results, "wait-utilization".parse().unwrap());
    assert_eq!((chart.x.title.as_str(), chart.x.unit, chart.x.logarithmic), ("Utilisation", MetricUnit::Share, false));
    assert_eq!((chart.y.title.as_str(), chart.y.unit, chart.y.logarithmic), ("Mean wait", MetricUnit::Seconds, true));
    let [flat, nep] = chart.curves.as_slice() else { panic!("two curves") };
    assert_eq!((flat.label.as_str(), flat.points.len(), flat.saturation), ("fcfs / flat", 0, None));
    assert_eq!(nep.label, "fcfs / nep");
    let point = |x, y, coefficient, saturated| CurvePoint {
        x,
        y,
        half_width: None,
        coefficient,
        jobs: 20,
        replications: 1,
        precise: true,
        saturated,
    };
    assert_eq!(nep.points, [point(0.39, 0.0, 1.0, false), point(0.6, 500.0, 2.0, true)]);
    assert_eq!(nep.saturation, Some(Saturation { below: 0.39, at: 0.6, load: 0.8, plateau: 0.6 }));
    assert_ne!(flat.colour, nep.colour);
    assert_eq!(flat.dash, nep.dash);
}

#[test]
fn points_without_a_value_are_left_out() {
    let mut results = none_yet();
    results.put(0, Ok(result(1.0, &[("mean_dimensions_pair", f64::NAN)])));
    let dimensions = Curves::of(&results, "mean_dimensions_pair-coefficient".parse().unwrap());
    assert_eq!(dimensions.curves[0].points, []);
    assert_eq!(dimensions.x.title, "Runtime coefficient");
    assert_eq!(Curves::of(&results, "load-coefficient".parse().unwrap()).curves[0].points.len(), 1);
}

#[test]
fn saturation_is_searched_in_the_order_of_load() {
    let mut results = none_yet();
    results.put(2, Ok(run(0.9, 0.5, 500.0)));
    results.put(3, Ok(run(0.6, 0.55, 0.0)));
    let saturation = Curves::new(&results).curves[1].saturation;
    assert_eq!(saturation, Some(Saturation { below: 0.55, at: 0.5, load: 0.9, plateau: 0.55 }));
}

#[test]
fn jobs_that_arrive_all_at_once_saturate_nothing() {
    let mut results = none_yet();
    results.put(3, Ok(run(f64::NAN, 0.6, 500.0)));
    results.put(2, Ok(run(f64::INFINITY, 0.6, 500.0)));
    assert_eq!(Curves::of(&results, "wait-utilization".parse().unwrap()).curves[1].saturation, None);
}

#[test]
fn policies_keep_their_dash_in_every_comparison() {
    let mut dashes: Vec<usize> = Vec::new();
    for order in Order::ALL {
        for head in BlockedHead::ALL {
            dashes.push(dash(Scheduling::new(*order, *head)));
        }
    }
    let count = dashes.len();
    dashes.sort();
    dashes.dedup();
    assert_eq!(dashes.len(), count, "no two policies share one");
    assert_eq!(dash("fcfs".parse().unwrap()), 0);
    assert_eq!(dash("easy".parse().unwrap()), 1);
}

#[test]
fn on_one_machine_dash_and_marker_are_the_policys() {
    let mut experiment = Experiment::default();
    [("allocation", "flat"), ("scheduling", "oo")]
        .iter()
        .for_each(|(name, value)| experiment.set(name, value).unwrap());
    let curve = &blank(&experiment)[0];
    assert_eq!((curve.dash, curve.marker), (3, 3));
}

#[test]
fn dashes_and_colours_have_fixed_numbers() {
    let dashes = ["conservative", "oo", "ssd", "fcfs/easy", "lcfs/block", "ljf/skip", "largest/conservative"];
    // Five short names, then four heads for each of six orders.
    assert_eq!(dashes.map(|name| dash(name.parse().unwrap())), [2, 3, 4, 1, 5 + 4, 5 + 3 * 4 + 1, 5 + 5 * 4 + 3]);
    assert_eq!(["ep", "nep", "flat"].map(colour), [0, 1, 2]);
    assert_eq!(colour("paging(0)"), colour("paging(3,row)"), "whatever its arguments");
}

#[test]
fn compared_depths_have_different_dashes() {
    let dashes_of = |list: &str| dashes(&list.split(',').map(|policy| policy.parse().unwrap()).collect::<Vec<_>>());
    assert_eq!(dashes_of("fcfs,easy(20)"), [0, 1], "by itself that of its policy");
    assert_eq!(dashes_of("easy(5),easy(20),easy"), [0, 2, 1]);
    assert_eq!(dashes_of("easy(5),fcfs,easy(20),oo(3)"), [1, 0, 2, 3]);
}

#[test]
fn compared_strategies_have_different_colours() {
    let list = |names: &str| names.split(' ').map(String::from).collect::<Vec<_>>();
    assert_eq!(colours(&list("ep nep flat")), [0, 1, 2]);
    assert_eq!(colours(&list("flat")), [2], "the same by itself");
    let everything: Vec<String> =
        catalogue::entries().flat_map(|entry| entry.examples).map(|example| example.to_string()).collect();
    for compared in everything.windows(COLOURS) {
        let mut numbers = colours(compared);
        numbers.sort();
        assert_eq!(numbers, (0..COLOURS).collect::<Vec<_>>(), "{compared:?}");
    }
    assert_eq!(colours(&everything).len(), everything.len(), "with more, colours repeat");
}

#[test]
fn curves_of_several_machines_keep_their_strategys_colour() {
    let looks = |scheduling: &str| {
        let mut experiment = Experiment::default();
        let settings =
            [("machine", "mesh:4x4,mesh:8x8,mesh:9x9"), ("allocation", "flat,ff"), ("scheduling", scheduling)];
        settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
        blank(&experiment)
    };
    let two = looks("fcfs,easy");
    let labels: Vec<&str> = two.iter().map(|curve| &*curve.label).collect();
    assert_eq!(labels[..3], ["fcfs / flat on mesh:4x4", "easy / flat on mesh:4x4", "fcfs / ff on mesh:4x4"]);
    assert_eq!((labels.len(), labels[11]), (12, "easy / ff on mesh:9x9"));
    let look = |curve: &Curve| (curve.colour == two[0].colour, curve.dash, curve.marker);
    assert_eq!(two[..3].iter().map(look).collect::<Vec<_>>(), [(true, 0, 0), (true, 1, 0), (false, 0, 0)]);
    assert_eq!((look(&two[4]), look(&two[5])), ((true, 0, 1), (true, 1, 1)), "the dash is the policy's");
    for curves in [two, looks("easy")] {
        let mut looks: Vec<_> = curves.iter().map(|curve| (curve.colour, curve.dash, curve.marker)).collect();
        looks.sort();
        looks.dedup();
        assert_eq!(looks.len(), curves.len(), "no two look alike");
    }
    let one = looks("easy");
    let dashes: Vec<_> = one.iter().map(|curve| (curve.dash, curve.marker)).collect();
    assert_eq!(
        dashes,
        [(0, 0), (0, 0), (1, 1), (1, 1), (2, 2), (2, 2)],
        "one policy: the dashes distinguish the machines"
    );
}

/// Two machines, two strategies, three policies, a value each: every run is the point of its own curve.
#[test]
fn every_run_is_on_its_own_curve() {
    let mut experiment = Experiment::default();
    let settings = [("machine", "mesh:4x4,mesh:8x8"), ("allocation", "flat,ff"), ("scheduling", "fcfs,easy,oo")];
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    experiment.set("vary", "none").unwrap();
    let cells = crate::experiment::Cell::all(&experiment, &[]);
    assert_eq!(cells.len(), 12);
    let mut results = Results::from_cells(experiment, cells, Vec::new());
    for cell in 0..12 {
        results.put(cell, Ok(run(cell as f64, 0.5, 0.0)));
    }
    let curves = Curves::of(&results, "utilization-load".parse().unwrap()).curves;
    let points: Vec<Vec<f64>> = curves.iter().map(|curve| curve.points.iter().map(|point| point.x).collect()).collect();
    assert_eq!(points, (0..12).map(|cell| vec![f64::from(cell)]).collect::<Vec<_>>());
}

/// An infinite value has no place on a chart, and an interval of several replications has a height.
#[test]
fn points_have_both_values_and_their_interval() {
    let mut experiment = Experiment::default();
    let settings = [
        ("allocation", "flat"),
        ("scheduling", "fcfs"),
        ("vary", "none"),
        ("replications", "2"),
        ("plot", "wait-load"),
    ];
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    let cells = crate::experiment::Cell::all(&experiment, &[]);
    let mut results = Results::from_cells(experiment, cells, Vec::new());
    results.put(0, Ok(run(1.0, 0.5, 2.0)));
    results.put(1, Ok(run(1.0, f64::INFINITY, 4.0)));
    let points = |plot: &str| Curves::of(&results, plot.parse().unwrap()).curves[0].points.clone();
    assert_eq!(points("utilization-load"), []);
    assert_eq!(points("wait-utilization"), []);
    // A deviation of sqrt(2), t(1) = 12.706205: 12.706205 * sqrt(2) / sqrt(2).
    let [point] = points("wait-load")[..] else { panic!("one point") };
    assert!((point.half_width.unwrap() - 12.706205).abs() < 1e-12);
    assert_eq!((point.x, point.y, point.replications, point.precise), (1.0, 3.0, 2, false));
}

#[test]
fn points_are_on_the_curve_of_their_machine() {
    let mut results = on_two_machines();
    results.put(1, Ok(run(0.9, 0.6, 500.0)));
    results.put(3, Ok(run(0.5, 0.4, 0.0)));
    let curves = Curves::of(&results, "utilization-load".parse().unwrap()).curves;
    let points: Vec<Vec<f64>> = curves.iter().map(|curve| curve.points.iter().map(|point| point.x).collect()).collect();
    assert_eq!(points, [vec![0.9], vec![0.5]]);
    assert_eq!((curves[0].saturation.map(|found| found.at), curves[1].saturation), (Some(0.6), None));
    assert_eq!((&*curves[0].machine, &*curves[1].machine), ("mesh:8x8", "mesh:4x4"));
}
