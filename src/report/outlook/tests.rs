//! A log with a few huge jobs, on machines of several sizes.

use super::*;
use crate::formats;

/// Small jobs and a few huge ones, a tenth of the jobs with most of the work.
fn log() -> Log {
    let line = |number: usize| {
        let size = if number.is_multiple_of(10) { 2000 } else { 16 };
        format!("{number} {} -1 100 {size} -1 -1 {size} -1 -1 1 1 1 1 1 1 -1 -1\n", 100 * number)
    };
    formats::read((1..=100).map(line).collect::<String>().as_bytes()).0
}

fn report(settings: &[(&str, &str)]) -> OutlookReport {
    let mut experiment = Experiment::default();
    for (name, value) in [("log", "a.swf"), ("vary", "none")].iter().chain(settings) {
        experiment.set(name, value).unwrap();
    }
    let mut report = OutlookReport::new(&experiment, &log(), 2000);
    for text in report.lines.iter_mut().chain([&mut report.warning, &mut report.summary]) {
        *text = text.replace('\u{202f}', " ");
    }
    report
}

fn labels(report: &OutlookReport) -> Vec<String> {
    report.ways_out.iter().map(|way| way.label.replace('\u{202f}', " ")).collect()
}

#[test]
fn lost_work_is_a_warning_with_remedies() {
    let report = report(&[("allocation", "flat")]);
    let said = "torus:2x2x2x4x4x8 drops 10 % of the jobs and 93 % of the work: what flat can never place there.";
    assert_eq!((&*report.warning, &*report.summary), (said, "10 of 100 jobs do not fit"));
    assert_eq!(
        report.lines,
        [
            "torus:2x2x2x4x4x8 drops 10 of 100 jobs (10 %) and 93 % of the work, too large for flat; what remains offers \
          a load of 1.4 %.",
            "All loads are below 20 %: hardly a job waits, and strategies do not differ."
        ]
    );
    let room = "Take torus:32x64, with room for its largest job";
    let vary = "Vary loads from 20 % to 100 %";
    assert_eq!(labels(&report), ["Take torus:40x50, the log's own", "Take torus:10x10x20, the log's own", room, vary]);
    assert_eq!(report.ways_out[0].settings, [("machine".to_string(), "torus:40x50".to_string())]);
}

/// Ninety cubes, and ten plates of the same volume, which do not fit into the machine.
#[test]
fn jobs_with_shapes_are_proposed_machines_of_their_dimensions() {
    let line = |number: usize| format!("{number},10,{}\n", if number.is_multiple_of(10) { "1x8x8" } else { "4x4x4" });
    let table = format!("submit,runtime,shape\n{}", (1..=100).map(line).collect::<String>());
    let log = formats::read(table.as_bytes()).0;
    let mut experiment = Experiment::default();
    for (name, value) in [("log", "a.csv"), ("vary", "none"), ("allocation", "tff"), ("size-scale", "1")] {
        experiment.set(name, value).unwrap();
    }
    experiment.set("round", "none").unwrap();
    experiment.set("machine", "mesh:4x4x4").unwrap();
    let report = OutlookReport::new(&experiment, &log, 64);
    let said = "mesh:4x4x4 drops 10 % of the jobs and 10 % of the work: what tff can never place there.";
    assert_eq!(report.warning.replace('\u{202f}', " "), said);
    assert_eq!(labels(&report), ["Take mesh:4x8x8, with room for each shape"]);
    experiment.set("machine", "mesh:8x8").unwrap();
    assert_eq!(OutlookReport::new(&experiment, &log, 64), OutlookReport::default(), "the shapes have three dimensions");
}

#[test]
fn without_a_loss_there_is_no_warning() {
    let report = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("vary", "runtime:0.5..2:0.5")]);
    assert_eq!((&*report.warning, &report.ways_out[..]), ("", &[][..]));
    let said = "mesh:40x50 takes all 100 jobs; they offer a load of 5.4 % at runtime-coefficient 0.5 to 22 % at 2.";
    assert_eq!(report.lines, [said]);
}

#[test]
fn the_summary_says_how_many_jobs_fit() {
    let summary =
        |machine: &str, more: (&str, &str)| report(&[("allocation", "flat"), ("machine", machine), more]).summary;
    let vary = ("vary", "runtime:0.5..2:0.5");
    assert_eq!(summary("mesh:40x50", vary), "All 100 jobs fit, load 5.4 % to 22 %");
    assert_eq!(summary("mesh:40x50", ("vary", "none")), "All 100 jobs fit, load 11 %: hardly a job waits");
    assert_eq!(summary("mesh:4x4", vary), "10 of 100 jobs do not fit");
    assert_eq!(summary("mesh:40x50,mesh:50x50", vary), "All 100 jobs fit on 2 machines");
    assert_eq!(summary("mesh:40x50,mesh:4x4", vary), "Jobs do not fit on 1 of 2 machines");
}

#[test]
fn low_loads_are_mentioned_with_a_remedy() {
    let low = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("arrival-factor", "2")]);
    assert!(low.lines[1].starts_with("All loads are below 20 %"), "{low:?}");
    let mut experiment = Experiment::default();
    let remedy = &low.ways_out[0].settings;
    [("log", "a.swf"), ("arrival-factor", "2")].iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    remedy.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    assert_eq!((experiment.conflicts(), experiment.get("vary").as_deref()), (vec![], Some("load:0.2..1:0.05")));
    let high = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("runtime-coefficient", "3")]);
    assert_eq!((high.lines.len(), &high.ways_out[..]), (1, &[][..]));
}

#[test]
fn only_the_strategies_that_cause_the_loss_are_named() {
    let report = report(&[("allocation", "ep,flat"), ("machine", "torus:63x32")]);
    let said = "too large for ep, and left out for all strategies so that curves compare; what remains";
    assert!(report.lines[0].contains(said), "{:?}", report.lines);
    assert!(report.warning.ends_with("what ep can never place there."), "{}", report.warning);
}

#[test]
fn unusable_strategies_are_named() {
    let report = report(&[("allocation", "ep,nep,flat"), ("machine", "torus:40x50")]);
    assert!(report.lines[0].ends_with("a load of 11 %. ep and nep are not for it."), "{}", report.lines[0]);
}

#[test]
fn scale_rounding_and_strategy_are_remedies() {
    let scaled = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("size-scale", "2")]);
    assert!(labels(&scaled).contains(&"Do not multiply sizes".into()), "{:?}", labels(&scaled));
    let rounded = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("round", "pow2")]);
    assert!(labels(&rounded).contains(&"Do not round sizes".into()), "{:?}", labels(&rounded));
    assert!(labels(&rounded).iter().any(|label| label.ends_with("with room for its largest job")));
    let ep = report(&[("allocation", "ep,flat"), ("machine", "torus:63x32")]);
    assert!(labels(&ep).contains(&"Leave ep out".into()), "{:?}", ep);
}

/// Jobs without a placement of their size count as those that are too large.
#[test]
fn all_jobs_that_a_strategy_refuses_are_a_loss() {
    let settings = [("machine", "torus:4x2x2"), ("allocation", "slurm-torus3d(2x2x1;1x1x1)"), ("vary", "none")];
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    let dropped = Dropped::from([("no_placement_of_that_size", 2), ("too_large", 1), ("malformed", 7)]);
    let said = loss_at(&experiment, 0, &dropped, 2, 0.9).unwrap();
    assert!(said.contains("drops 60\u{202f}% of the jobs and 90\u{202f}% of the work"), "{said}");
}

#[test]
fn the_selection_is_named_with_its_work() {
    let few = report(&[("first", "9"), ("allocation", "flat")]);
    assert_eq!(few.lines[0], "Left out of the log: 91 first, 99 % of the known work.");
    assert_eq!(few.warning, "", "the user asked for that");
}
