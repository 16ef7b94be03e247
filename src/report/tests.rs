//! Results with facets, as charts, tables, sentences and files.

use super::results::{Records, csv};
use super::{ChartAction, PlanReport, Pointing, ShownResults, Sorting, saturation};
use crate::diagnostic::Diagnostic;
use crate::experiment::{Experiment, Plan, Results, permalink};
use crate::figure::{ChartPicture, Imprint};
use crate::view::Permalink;
use crate::workload::Selected;

const BASE: &str = "#v=1&jobs=40&rate=9&machine=mesh:8x8&allocation=flat,ff&scheduling=easy&\
    vary=load:0.5..1:0.25&plot=wait-utilization";

/// An experiment with other settings.
fn read(settings: &str) -> Experiment {
    let (mut experiment, complaints) = permalink::read(BASE);
    assert_eq!(complaints, []);
    for (name, value) in settings.split('&').filter_map(|pair| pair.split_once('=')) {
        experiment.set(name, value).unwrap();
    }
    assert_eq!(experiment.conflicts(), []);
    experiment
}

/// All results of an experiment.
fn run(link: &str) -> Results {
    let experiment = read(link);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let mut results = Results::new(&plan, &Selected::default());
    let mut cells = results.first_cells();
    while let Some(cell) = cells.pop() {
        let outcome = plan.run(cell, None).map_err(|failure| Diagnostic::of(&failure));
        cells.extend(results.put(cell, outcome));
    }
    assert!(results.is_complete());
    results
}

const FACETS: &str = "facet=size-scale:1,2,4";
const PLAIN: [&str; 3] = ["size-scale=1", "size-scale=2", "size-scale=4"];

/// The rows of a table without remarks; fields may not have commas.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let rows = csv.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split(',').map(String::from).collect()).collect()
}

#[test]
fn charts_and_files_of_facets_are_those_of_the_plain_experiments() {
    let whole = run(FACETS);
    let chart = ShownResults::new(&whole, &Permalink::from(whole.experiment())).chart();
    assert_eq!(chart.facets.len(), 3);
    assert!(chart.series.iter().all(|series| series.points.is_empty()), "they are for the legend only");
    let table = rows(&csv(&whole, &Imprint::default()));
    assert_eq!(table[0][..4], ["size_scale", "allocation", "scheduling", "offered_load"]);
    assert_eq!(table.len(), 1 + 3 * 6);
    let json = serde_json::to_value(Records::new(&whole, &Imprint::default())).unwrap();
    for (number, (facet, plain)) in chart.facets.iter().zip(PLAIN).enumerate() {
        let alone = run(plain);
        let plain_chart = ShownResults::new(&alone, &Permalink::from(alone.experiment())).chart();
        assert_eq!((&*facet.title, &facet.series), (&*plain.replace('=', " "), &plain_chart.series));
        let (_, value) = plain.split_once('=').unwrap();
        for (row, own) in table[1 + 6 * number..].iter().zip(&rows(&csv(&alone, &Imprint::default()))[1..]) {
            assert_eq!((&*row[0], &row[1..]), (value, &own[..]));
        }
        let own = serde_json::to_value(Records::new(&alone, &Imprint::default())).unwrap();
        for cell in 0..6 {
            let mut here = json[6 * number + cell].clone();
            let taken = here.as_object_mut().unwrap().remove("size_scale").unwrap();
            assert_eq!(taken.as_f64().unwrap().to_string(), value);
            here["address"] = own[cell]["address"].clone();
            assert_eq!(here, own[cell]);
        }
        let curves = rows(&saturation::csv(&whole));
        assert_eq!(curves[1 + 2 * number][1..], rows(&saturation::csv(&alone))[1]);
        assert_eq!((&*curves[0][0], &*curves[1 + 2 * number][0]), ("size_scale", value));
    }
}

#[test]
fn the_data_table_has_a_column_of_facets_to_sort_by() {
    let results = run("facet=size-scale:1,4");
    let link = Permalink::from(results.experiment());
    let view = ShownResults::new(&results, &link);
    let table = view.table(Sorting { column: Some(1), descending: true, whole: true });
    assert_eq!(table.exact[0][..3], ["curve", "size_scale", "offered_load"]);
    assert_eq!(table.columns[1].title, "Scale of sizes");
    let facets: Vec<&str> = table.exact[1..].iter().map(|row| row[1].as_str()).collect();
    assert_eq!(facets, [["4"; 6], ["1"; 6]].concat());
}

#[test]
fn points_are_read_facet_by_facet_and_zooming_in_one_zooms_all() {
    let results = run(FACETS);
    let mut edited = Permalink::from(results.experiment());
    let chart = ShownResults::new(&results, &edited).chart();
    let layout = ChartPicture::new(&chart, 900.0, 500.0).layout();
    let step = |facet, curve, point, facets| {
        let pointing = Pointing::Step { facet, curve, point, points: 0.0, curves: 0.0, facets };
        ShownResults::new(&results, &edited).read(pointing.find(&layout).unwrap()).unwrap()
    };
    assert_eq!(step(1, None, 0, 1.0).facet, 0, "without a point, to the first");
    let second = step(0, Some(1), 2, 1.0);
    assert_eq!((second.facet, second.curve, second.point), (1, 1, 2));
    assert_eq!((&*second.title, &*second.lines[0]), ("First fit · Backfilling (EASY)", "Scale of sizes 2"));
    assert_eq!([step(1, Some(0), 0, 9.0).facet, step(1, Some(0), 0, -9.0).facet], [2, 0], "stopping at the ends");
    let again = ShownResults::new(&results, &edited)
        .read(Pointing::Point { facet: 1, curve: 1, point: 2 }.find(&layout).unwrap());
    assert_eq!(again, Some(second.clone()));
    let plot = layout.plots[2].plot;
    let from = ((plot.left + plot.right) / 2.0, plot.bottom);
    edited.view =
        ShownResults::new(&results, &edited).look(ChartAction::Zoom { from, to: (plot.right, plot.top) }, &layout);
    let zoomed = ShownResults::new(&results, &edited).chart();
    let middle = layout.plots[2].x.value_at(from.0);
    assert!(zoomed.x.limits.is_some_and(|limits| (limits.0 - middle).abs() < 1e-3), "{:?}", zoomed.x.limits);
}

#[test]
fn comparisons_and_coincidences_stay_within_a_facet() {
    let results = run("facet=size-scale:1,2&replications=5&precision=1");
    let mut link = Permalink::from(results.experiment());
    link.set("compare", "difference:easy/flat").unwrap();
    let view = ShownResults::new(&results, &link);
    for facet in view.chart().facets {
        assert!(facet.series[0].points.iter().all(|point| point.y == 0.0), "{}", facet.title);
        assert!(facet.series[1].points.iter().any(|point| point.y != 0.0), "{}", facet.title);
    }
    let paired =
        view.table(Sorting { whole: true, ..Sorting::default() }).exact[1..].iter().all(|row| row[7] == "5 paired");
    assert!(paired, "{:?}", view.table(Sorting::default()).exact);
    let said = |settings| {
        let results = run(settings);
        ShownResults::new(&results, &Permalink::from(results.experiment())).coincidences()
    };
    let both = "Curves that lie on each other: Any free nodes · Backfilling (EASY) = Pages (0) · Backfilling (EASY) (all 3 points)";
    assert_eq!(said("allocation=flat,paging(0)&facet=size-scale:1,2"), format!("{both}."), "once, as everywhere");
    assert_eq!(said("allocation=flat,paging(0)&facet=page-size:0,2"), format!("{both} at page-size 0."));
}

#[test]
fn a_pinned_run_lies_beneath_the_facet_of_its_value() {
    let (whole, plain, other) = (run(FACETS), run("size-scale=2"), run("facet=depth:1,2"));
    let points = |pins: &[Results], results: &Results| -> Vec<Vec<usize>> {
        let link = Permalink::from(results.experiment());
        let view = ShownResults { pins, ..ShownResults::new(results, &link) };
        let facets = view.chart().facets.into_iter();
        facets.map(|facet| facet.series.iter().map(|series| series.points.len()).collect()).collect()
    };
    assert_eq!(points(std::slice::from_ref(&plain), &whole), [[3, 3, 3, 3]; 3], "a plain run lies beneath each");
    let two = run("facet=size-scale:2,4");
    assert_eq!(points(std::slice::from_ref(&whole), &two), [[3, 3, 3, 3]; 2]);
    assert_eq!(points(&[two], &whole), [[3, 3, 0, 0], [3, 3, 3, 3], [3, 3, 3, 3]]);
    let pins = [other];
    let link = Permalink::from(whole.experiment());
    let view = ShownResults { pins: &pins, ..ShownResults::new(&whole, &link) };
    assert_eq!(view.legend(false).pins[0].problem, "not shown: it is divided by depth, which these charts are not");
    // Pairs are found if everything else is the same, including the jobs. This holds only at that scale.
    let mut edited = Permalink::from(whole.experiment());
    edited.set("compare", "ratio:pinned").unwrap();
    let pins = [plain];
    let table = ShownResults { pins: &pins, ..ShownResults::new(&whole, &edited) }
        .table(Sorting { whole: true, ..Sorting::default() });
    let own = table.exact.iter().filter(|row| row[1] == "2" && !row[0].starts_with("pinned"));
    assert!(own.clone().count() == 6 && own.clone().all(|row| row[4] == "1"), "{:?}", table.exact);
}

#[test]
fn sentences_count_facets_and_links_begin_as_plans_do() {
    let results = run(FACETS);
    let link = Permalink::from(results.experiment());
    let view = ShownResults::new(&results, &link);
    assert!(view.subject(&[1, 1, 1]).starts_with("1 job "));
    let subject = view.subject(&[40, 40, 40]);
    assert!(
        subject.ends_with("2 pairs of strategies × 3 values of the offered load × 3 of the scale of sizes"),
        "{subject}"
    );
    assert!(!view.is_stale() && view.link().contains(&format!("&{FACETS}")));
    let mut edited = Permalink::from(results.experiment());
    edited.set("facet", "size-scale:1,2").unwrap();
    assert!(ShownResults::new(&results, &edited).is_stale());
    let plan = Plan::new(results.experiment(), &results.experiment().generate()).unwrap();
    let report = PlanReport::new(&plan, &Selected::default());
    assert_eq!((report.machines.len(), report.alike), (3, 3));
    let there = report.results(results.experiment().clone()).unwrap();
    assert_eq!((there.cells(), there.parts().len()), (plan.cells.as_slice(), 3));
    assert!(report.results(edited.experiment).is_err(), "it is the plan of another experiment");
}

/// If all replications are asked for, all run.
#[test]
fn imprecise_means_are_named_unless_all_replications_were_asked_for() {
    let said = |precision: &str| {
        let results = run(&format!("replications=6&precision={precision}&allocation=ff&vary=load:0.9..1:0.1"));
        ShownResults::new(&results, &Permalink::from(results.experiment())).imprecise().replace('\u{202f}', " ")
    };
    let expected = "After 6 replications some points are not yet precise to 0.01 % of their mean: First fit · Backfilling (EASY) (2). Allow more \
                    replications, or less precision.";
    assert_eq!([said("0.0001"), said("0")], [expected, ""]);
}
