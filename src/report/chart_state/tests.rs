use super::*;
use crate::experiment::results::Dropped;
use crate::experiment::results::tests::result;
use crate::experiment::{Cell, Exclusion};
use crate::report::{ChartAction, Pointing, Sorting};
use crate::view::Permalink;

/// Three replications of each curve at one value, with these waits. The loads are as if the jobs were those of `jobs`.
fn run(link: &str, jobs: f64, waits: &[[f64; 3]]) -> Results {
    let (experiment, complaints) = crate::experiment::permalink::read(&format!(
        "#v=1&vary=none&replications=3&precision=1&plot=wait-coefficient&{link}"
    ));
    assert_eq!(complaints, [], "{link}");
    let mut results = Results::from_cells(experiment.clone(), Cell::all(&experiment, &[]), vec![Dropped::new()]);
    for (curve, waits) in waits.iter().enumerate() {
        for (replication, wait) in waits.iter().enumerate() {
            let values = [("mean_wait", *wait), ("load", jobs + replication as f64), ("makespan", 1e9)];
            results.put(3 * curve + replication, Ok(result(0.0, &values)));
        }
    }
    results
}

const CURVES: &str = "allocation=flat,nep&scheduling=fcfs";

/// The label, the value and the confidence of a curve at its point.
fn shown(view: &ShownResults, curve: usize) -> (String, f64, ConfidenceNote) {
    let state = view.chart_state();
    let found = &state.curves[curve];
    (found.curve.label.clone(), found.curve.points[0].y, found.certainty[0])
}

#[test]
fn curves_of_one_run_are_compared_by_pairs() {
    // The differences from flat are 1, 2 and 3: 2 ± t(2) / sqrt(3).
    let results = run(CURVES, 0.5, &[[10.0, 20.0, 30.0], [11.0, 22.0, 33.0]]);
    let mut edited = Permalink::from(results.experiment());
    edited.set("compare", "difference:fcfs/flat").unwrap();
    let view = ShownResults::new(&results, &edited);
    assert!(!view.is_stale(), "the results are still valid");
    let (label, value, ConfidenceNote { interval, basis }) = shown(&view, 1);
    assert_eq!((&*label, value, basis), ("fcfs / nep", 2.0, Basis::Pairs(3)));
    let (low, high) = interval.unwrap();
    assert!((low + 0.484138).abs() < 1e-5 && (high - 4.484138).abs() < 1e-5, "{low} {high}");
    let (_, itself, ConfidenceNote { interval, .. }) = shown(&view, 0);
    assert_eq!((itself, interval), (0.0, Some((0.0, 0.0))));
    assert_eq!(view.chart().y.title, "Mean wait, difference from Any free nodes · First come, first served");
    assert_eq!(
        view.title(),
        "Mean wait (difference from Any free nodes · First come, first served) against runtime coefficient"
    );
    let table = view.table(Sorting::default());
    assert_eq!(table.exact[0][3], "mean_wait_difference");
    assert_eq!((&*table.exact[2][3], &*table.exact[2][6]), ("2", "3 paired"));

    let layout = crate::figure::ChartPicture::new(&view.chart(), 600.0, 400.0).layout();
    let read = view.read(Pointing::Point { facet: 0, curve: 1, point: 0 }.find(&layout).unwrap()).unwrap();
    assert_eq!(
        read.lines.last().unwrap().replace('\u{202f}', " "),
        "between −0.4841 s and 4.484 s (95 %, paired: both ran the same jobs, 3 replications)"
    );

    edited.set("compare", "ratio:fcfs/flat").unwrap();
    let view = ShownResults::new(&results, &edited);
    let (_, ratio, _) = shown(&view, 1);
    assert!(
        (ratio - 1.1).abs() < 1e-12
            && view.chart().y.title == "Mean wait, ratio to Any free nodes · First come, first served"
    );
    assert!(!view.chart().y.logarithmic && view.chart().y.unit == crate::figure::Unit::None);
    edited.set("compare", "ratio:easy/flat").unwrap();
    assert_eq!(shown(&ShownResults::new(&results, &edited), 1).1, 22.0, "without the baseline: the values");
}

#[test]
fn a_pinned_run_lies_beneath_and_is_paired_if_it_ran_the_same_jobs() {
    let before = run("allocation=flat&scheduling=fcfs", 0.5, &[[10.0, 20.0, 30.0]]);
    let other_jobs = run("allocation=flat&scheduling=fcfs", 0.7, &[[10.0, 20.0, 30.0]]);
    let other_seed = run("allocation=flat&scheduling=fcfs&seed=2", 0.5, &[[10.0, 20.0, 30.0]]);
    let now = run("allocation=nep,flat&scheduling=fcfs", 0.5, &[[5.0; 3], [11.0, 22.0, 33.0]]);
    let mut edited = Permalink::from(now.experiment());
    edited.set("compare", "difference:pinned").unwrap();
    for (pinned, basis) in
        [(&before, Basis::Pairs(3)), (&other_jobs, Basis::Apart(3, 3)), (&other_seed, Basis::Apart(3, 3))]
    {
        let pins = [pinned.clone()];
        let view = ShownResults { pins: &pins, ..ShownResults::new(&now, &edited) };
        let curves = view.chart_state().curves;
        let labels: Vec<&str> = curves.iter().map(|shown| shown.curve.label.as_str()).collect();
        assert_eq!(labels, ["fcfs / nep", "fcfs / flat", "pinned: fcfs / flat"]);
        assert_eq!(curves[0].curve.points, [], "nothing was pinned of nep");
        let (_, value, certainty) = shown(&view, 1);
        assert_eq!((value, certainty.basis), (2.0, basis));
        assert!(view.chart().series[2].subdued && !view.chart().series[1].subdued);
    }
    edited.set("compare", "").unwrap();
    let pins = [before.clone(), other_jobs];
    let view = ShownResults { pins: &pins, ..ShownResults::new(&now, &edited) };
    assert_eq!(shown(&view, 3), ("pinned 2: fcfs / flat".into(), 20.0, shown(&view, 2).2));
    edited.view = view.look(ChartAction::Toggle { curve: 3 }, &crate::figure::Layout::default());
    let hidden: Vec<bool> = ShownResults { pins: &pins, ..ShownResults::new(&now, &edited) }
        .chart_state()
        .curves
        .iter()
        .map(|shown| !shown.visible)
        .collect();
    assert_eq!(hidden, [false, true, true, true], "a curve and its pinned counterpart have the same name");
}

#[test]
fn a_pinned_run_with_another_quantity_on_an_axis_is_not_shown() {
    let varied = |vary: &str| {
        let (experiment, _) =
            crate::experiment::permalink::read(&format!("#v=1&{CURVES}&plot=wait-coefficient&vary={vary}"));
        Results::from_cells(experiment, Vec::new(), vec![Dropped::new()])
    };
    let (now, pins) = (varied("runtime:1..2:1"), [varied("arrival:1..2:1")]);
    let edited = Permalink::from(now.experiment());
    let view = ShownResults { pins: &pins, ..ShownResults::new(&now, &edited) };
    assert_eq!(view.chart_state().curves.len(), 2);
    assert_eq!(view.pin_problem(0), "not shown: it has the arrival factor on this axis");
    let legend = view.legend(false);
    assert_eq!((legend.pins[0].name.as_str(), legend.can_pin), ("pinned", true));
    assert!(legend.pins[0].subject.ends_with(", 2 curves"), "{}", legend.pins[0].subject);
}

#[test]
fn a_strategy_that_cannot_run_leaves_the_others_comparable() {
    let link = "allocation=2dbs,flat,nep&scheduling=fcfs";
    let results = run(link, 0.5, &[[0.0; 3], [10.0, 20.0, 30.0], [11.0, 22.0, 33.0]]);
    let excluded = Exclusion {
        facets: None,
        machine: None,
        allocation: Some(0),
        scheduling: None,
        values: None,
        place: "allocation".into(),
        reason: "does not run".into(),
    };
    let results = results.without(vec![excluded]);
    let mut edited = Permalink::from(results.experiment());
    edited.set("compare", "ratio:fcfs/flat").unwrap();
    let view = ShownResults::new(&results, &edited);
    let (label, ratio, ConfidenceNote { basis, .. }) = shown(&view, 1);
    assert_eq!((&*label, basis), ("fcfs / nep", Basis::Pairs(3)), "the first of all three is not shown");
    assert!((ratio - 1.1).abs() < 1e-12, "{ratio}");
}
