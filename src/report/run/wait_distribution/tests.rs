use super::*;
use crate::machine::Machine;
use crate::report::run::{PanelAction, QueriedRun, RunAction, RunViewState};
use crate::run::testing::{jobs, run, runs};
use crate::time::SECOND;
use proptest::prelude::*;

/// Five jobs of 20 s on a machine that holds one at a time. They wait for 0, 20, 40, 60 and 80 s, and the last is of
/// user 8.
fn watch() -> RunExplorer {
    let trace = run(&jobs(&[(0, 20 * SECOND, 4); 5]), &Machine::mesh(&[4]), "flat", "fcfs".parse().unwrap());
    RunExplorer::new(Trace { user: vec![3, 3, 3, 3, 8], ..trace }, false).unwrap()
}

fn look(delay: &str, by: &str) -> DistributionSettings {
    DistributionSettings { delay: delay.into(), by: by.into(), width: 600.0, ..DistributionSettings::default() }
}

fn apply(watch: &mut RunExplorer, action: DistributionAction) -> RunViewState {
    watch.apply_action(RunAction::Panel(PanelAction::WaitDistribution(action)))
}

fn shown(watch: &mut RunExplorer, settings: DistributionSettings) -> WaitDistributionState {
    apply(watch, DistributionAction::Show(settings)).panels.wait_distribution.unwrap()
}

#[test]
fn the_chosen_distribution_is_shown() {
    let mut watch = watch();
    let state = shown(&mut watch, look("wait", "user"));
    assert_eq!((&*state.delay, &*state.by, state.keys.len(), state.table.rows.len()), ("wait", "user", 2, 2));
    let names = |choices: &[(String, String)]| choices.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(
        (names(&state.delays), names(&state.classes)),
        (vec!["wait".into(), "slowdown".into()], ["all", "size", "runtime", "user"].map(String::from).to_vec())
    );
    assert!(
        state.svg.starts_with("<svg") && state.svg.contains("user 8") && state.note.contains("begins at 1\u{202f}s")
    );
    assert_eq!(
        state.sentence.replace('\u{202f}', " "),
        "Jobs wait 40 s on average; 20 % do not wait at all. The largest part of all waiting, 60 %, falls to user 3, with 80 % of \
         the jobs."
    );
    assert!(state.csv.lines().count() == 3 && state.split.is_none() && state.words.is_empty());
    // It is not sent again until it is asked for.
    assert_eq!(watch.apply_action(RunAction::Step { events: 1.0 }).panels.wait_distribution, None);
    assert_eq!(state.name, "wait-by-user");
    let again = DistributionSettings { name: state.name.clone(), by: "size".into(), ..look("", "") };
    assert_eq!(shown(&mut watch, again).name, "wait-by-size");
    let state = shown(&mut watch, look("slowdown", "queue"));
    assert_eq!((&*state.delay, &*state.by, state.table.rows.len()), ("slowdown", "all", 1), "the queues are unknown");
    assert_eq!(state.sentence, "The mean bounded slowdown is 3; 20\u{202f}% of the jobs have the least, 1.");
    assert_eq!(shown(&mut watch, look("", "")).delay, "wait");
}

#[test]
fn the_breakdown_is_shown_once_it_is_known() {
    let split = WaitBreakdownReport {
        reasons: vec![120.0, 80.0, 0.0, 0.0, 0.0, 0.0],
        total: 200.0,
        flat: Some(200.0),
        is_bound: true,
        ..WaitBreakdownReport::default()
    };
    let mut watch = watch();
    let before = shown(&mut watch, look("wait", "all"));
    assert!(before.asks && !before.running && before.split.is_none());
    let query = Query { run: QueriedRun::Here, aspect: Aspect::WaitBreakdown };
    let asked = apply(&mut watch, DistributionAction::Ask);
    assert!(asked.queries.contains(&query) && asked.panels.wait_distribution.unwrap().running);
    let mut answer = |answer: Option<Inspection>, problem: &str| {
        watch.apply_action(RunAction::Answer { query: query.clone(), answer, problem: problem.into() })
    };
    let failed = answer(None, "the worker died.");
    assert!(!failed.queries.contains(&query));
    let failed = failed.panels.wait_distribution.unwrap();
    assert_eq!((failed.asks, &*failed.progress), (true, "What jobs wait for could not be found out: the worker died."));
    let state = answer(Some(Inspection::WaitBreakdown(split)), "").panels.wait_distribution.unwrap();
    assert!(!state.asks && !state.running && state.progress.is_empty());
    let rows = state.split.unwrap().rows;
    assert_eq!(rows[0][..4], ["for their turn", "60\u{202f}%", "120\u{202f}s", "24\u{202f}s"]);
    assert!(rows[2][4].starts_with("Enough processors are free") && rows.len() == 5);
    assert!(state.words[0].starts_with("All jobs together wait 200\u{202f}s: 60\u{202f}% for their turn and 40"));
    assert_eq!(state.csv.lines().count(), 2 + 5 + 1);
}

#[test]
fn without_waits_there_is_no_picture() {
    let trace = run(&jobs(&[(0, 20 * SECOND, 1); 3]), &Machine::mesh(&[4]), "flat", "fcfs".parse().unwrap());
    let state = shown(&mut RunExplorer::new(trace, false).unwrap(), look("wait", "size"));
    assert_eq!((&*state.svg, state.keys.len(), state.table.rows.len()), ("", 0, 1));
    assert_eq!(state.sentence, "Jobs wait 0\u{202f}s on average; 100\u{202f}% do not wait at all.");
    let empty =
        RunExplorer::new(Trace { extents: vec![2], rings: vec![0], first_block: vec![0], ..Trace::default() }, false);
    assert_eq!(shown(&mut empty.unwrap(), look("wait", "user")).sentence, "There are no jobs.");
}

#[test]
fn axes_have_the_labels_of_a_clock() {
    let labels = |low, high, clock| {
        ticks(low, high, clock).into_iter().map(|(_, label)| label.replace('\u{202f}', " ")).collect::<Vec<_>>()
    };
    assert_eq!(labels(1.0, 2e6, Clock::Seconds), ["1 s", "10 s", "1 min", "10 min", "1 h", "1 d", "10 d"]);
    assert_eq!(labels(1.0, 90.0, Clock::Seconds), ["1 s", "2 s", "5 s", "10 s", "20 s", "50 s", "1 min"]);
    assert_eq!(labels(0.01, 4.0, Clock::Seconds), ["0.01 s", "0.1 s", "1 s"]);
    assert_eq!(labels(1.0, 8.0, Clock::Cycles), ["1", "2", "5"]);
    assert_eq!(labels(1.0, 5000.0, Clock::Cycles), ["1", "10", "100", "1000"]);
    assert_eq!(ticks(1.0, 100.0, Clock::Cycles)[3], (0.5, "10".into()));
}

proptest! {
    /// A curve never falls, begins at the share with the least value, and ends at 1.
    #[test]
    fn curves_rise_to_one(trace in runs()) {
        for &delay in Delay::ALL {
            for by in [By::All, By::Size, By::Runtime] {
                let spread = Spread::new(&trace, (delay, by), &trace.ranked(delay), Clock::Seconds);
                let Some(picture) = picture(&spread, 300.0).0 else {
                    prop_assert!(spread.classes.iter().all(|class| class.largest() <= spread.least()));
                    continue;
                };
                prop_assert_eq!(picture.curves.len(), spread.classes.len());
                for (curve, class) in picture.curves.iter().zip(&spread.classes) {
                    prop_assert!(curve.shares.is_sorted() && curve.shares.last() == Some(&1.0));
                    prop_assert!(curve.zero <= curve.shares[0] && curve.zero == class.share_at_most(0.0));
                    prop_assert_eq!(curve.shares.len(), Distributions::columns(300.0, picture.has_zero) + 1);
                    prop_assert_eq!(class.share_at_most(spread.largest()), 1.0, "all jobs are counted at the end");
                }
            }
        }
    }
}
