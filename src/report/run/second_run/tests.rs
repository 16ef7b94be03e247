use super::*;
use crate::machine::Machine;
use crate::report::RunAction;
use crate::report::run::{PanelAction, RunViewState};
use crate::run::BrokenTrace;
use crate::run::difference::JobSetMismatch;
use crate::run::testing::{jobs, pairs_of_runs, run};
use crate::time::SECOND;
use proptest::prelude::*;

/// On a line of four nodes, in seconds: job 1 holds two from 0 to 100. Job 2 arrives at 10 and asks for three for 50.
/// At 20 arrive job 3, which asks for two for 10, and job 4, which asks for one for 5. Under `fcfs` they start at 0,
/// 100, 150 and 150; with backfilling at 0, 100, 20 and 30.
pub(in crate::report::run) fn four_jobs(policy: &str) -> Trace {
    let list = [(0, 100, 2), (10, 50, 3), (10, 10, 2), (0, 5, 1)]
        .map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
    run(&jobs(&list), &Machine::mesh(&[4]), "gabl", policy.parse().unwrap())
}

/// `fcfs`, with backfilling as the second run.
fn watch() -> RunExplorer {
    let mut watch = RunExplorer::new(four_jobs("fcfs"), false).unwrap();
    watch.add_second_run(four_jobs("easy")).unwrap();
    act(&mut watch, SecondRunAction::Name { title: "easy / gabl".into() });
    watch
}

fn act(watch: &mut RunExplorer, act: SecondRunAction) -> RunViewState {
    watch.apply_action(RunAction::Panel(PanelAction::SecondRun(act)))
}

fn at(watch: &mut RunExplorer, moment: &str) -> RunViewState {
    watch.apply_action(RunAction::Type { moment: moment.into() })
}

fn column(rows: &Rows, name: &str) -> Vec<String> {
    let place = rows.columns.iter().position(|column| column == name).unwrap();
    rows.cells.iter().map(|row| row[place].clone()).collect()
}

#[test]
fn both_runs_are_seen_at_one_moment() {
    let mut watch = watch();
    let state = at(&mut watch, "25");
    let second_run = state.panels.second_run.unwrap();
    assert_eq!(
        second_run.sentence,
        "There, easy / gabl: 2 jobs run on 4 of 4 processors; 2 jobs wait, the longest queue of the run. Job 2, at \
         the head, needs 3: 3 more than are free."
    );
    assert_eq!((&*state.queue.title, &*second_run.queue.title), ("3 jobs wait, 2 there, too", "There, 2 jobs wait"));
    assert_eq!(column(&state.queue, "there"), ["waits", "runs", "waits"]);
    assert_eq!(
        (column(&second_run.queue, "job"), column(&second_run.queue, "here")),
        (vec!["2".into(), "4".into()], vec!["waits".into(); 2])
    );
    assert_eq!(second_run.queue.jobs, [1, 3]);
    let state = at(&mut watch, "110");
    assert_eq!(
        (&*state.queue.title, column(&state.queue, "there")),
        ("2 jobs wait, none there, too", vec!["has ended".to_string(); 2])
    );
    assert_eq!(at(&mut watch, "5").queue.title, "0 jobs wait");
}

#[test]
fn reasons_follow_the_state_in_the_second_run() {
    let mut watch = watch();
    at(&mut watch, "25");
    let reasons = |words: &[&str], jobs: &[u32]| MomentReasons {
        instant: "20".into(),
        jobs: jobs.to_vec(),
        words: words.iter().map(ToString::to_string).collect(),
    };
    let waits = |run: QueriedRun| Query { run, aspect: Aspect::Waits("20".into()) };
    let mut answer = |run: QueriedRun, reasons: MomentReasons| {
        let answer = Some(Inspection::Waits(reasons));
        watch.apply_action(RunAction::Answer { query: waits(run), answer, problem: String::new() })
    };
    let late = MomentReasons { instant: "21".into(), ..reasons(&["late"], &[2]) };
    assert_eq!(answer(QueriedRun::Here, late).queries.len(), 3, "not of this moment");
    // The instant at the cursor is also that of the divergence.
    let state = answer(QueriedRun::Here, reasons(&["a", "b", "behind job 2, which heads the queue"], &[1, 3, 2]));
    assert_eq!(
        state.queue.columns,
        ["place", "job", "there", "processors", "waits for", "estimate", "starts in", "why"]
    );
    assert_eq!((&*state.queue.cells[1][2], &*state.queue.cells[2][7]), ("runs", "b"));
    assert_eq!(state.queries, [waits(QueriedRun::There)], "no job starts here and not there");
    let state = answer(QueriedRun::There, reasons(&["d", "e"], &[1, 3]));
    assert_eq!((&*state.panels.second_run.as_ref().unwrap().queue.cells[1][7], &*state.queries), ("e", &[][..]));
    let divergence = &state.panels.second_run.unwrap().divergences[0];
    assert_eq!(
        divergence.text,
        "The runs part at 0 d 00:00:20: job 3 starts there, here 2 min 10 s later. Here, job 3 waits: behind job 2, which heads the queue."
    );
    assert_eq!((&*divergence.button, &*divergence.moment, divergence.job), ("To where the runs part", "20", 2));
}

#[test]
fn both_runs_share_a_cursor_and_a_window() {
    // With backfilling the last job ends at 150, without it at 160.
    let mut watch = RunExplorer::new(four_jobs("easy"), false).unwrap();
    assert_eq!(watch.window, 0..150 * SECOND);
    watch.line(472.0);
    watch.add_second_run(four_jobs("fcfs")).unwrap();
    assert_eq!(watch.window, 0..160 * SECOND);
    assert!(act(&mut watch, SecondRunAction::Name { title: "fcfs / gabl".into() }).redraw);
    let mut steps = |events: f64| watch.apply_action(RunAction::Step { events }).moment;
    assert_eq!([1.0, 1.0, 1.0, 1.0, 1.0, 1.0].map(&mut steps), ["10", "20", "30", "35", "100", "150"]);
    assert_eq!([1.0, 1.0, 1.0, -2.0, 25.0, -25.0].map(&mut steps), ["155", "160", "160", "150", "160", "0"]);
    assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(&mut steps), ["160", "0"]);
    let line = watch.line(472.0);
    assert_eq!((&*line.second_run, line.strips[0].second_run.len(), line.whole), ("fcfs / gabl", 400, 0..160 * SECOND));
    // From 20 to 30, four processors are busy here, and two there.
    assert_eq!((line.strips[0].columns[60].mean, line.strips[0].second_run[60]), (4.0, 2.0));
    assert!(line.strips[1].most >= 3.0, "the longer queue fits");
    assert!(at(&mut watch, "160").over);
    let closed = act(&mut watch, SecondRunAction::Close);
    assert_eq!(
        (closed.redraw, closed.panels.second_run, &*closed.moment, watch.window.clone()),
        (true, None, "150", 0..150 * SECOND)
    );
    assert_eq!((watch.line(472.0).second_run, watch.line(472.0).strips[0].second_run.len()), (String::new(), 0));
    assert!(!act(&mut watch, SecondRunAction::Name { title: "none".into() }).redraw);
}

#[test]
fn the_chosen_job_is_the_same_in_both() {
    let mut watch = watch();
    let job = watch.apply_action(RunAction::Choose { job: Some(2) }).job.unwrap();
    let fact = job.facts.iter().find(|(name, _)| name == "started there").unwrap();
    assert_eq!(fact.1, "0 d 00:00:20, 2 min 10 s later here");
    // A job that is chosen before there is a second run is then chosen there, too.
    let mut watch = RunExplorer::new(four_jobs("fcfs"), false).unwrap();
    watch.apply_action(RunAction::Choose { job: Some(2) });
    let mut there = four_jobs("easy");
    there.id = vec![3, 1, 2, 4];
    there.submit = vec![20, 0, 10, 20].into_iter().map(|second| second * SECOND).collect();
    there.asked = vec![2, 2, 3, 1];
    watch.add_second_run(there).unwrap();
    assert_eq!(watch.second_run().unwrap().chosen.unwrap().0, 0, "matched by its number");
}

#[test]
fn a_run_of_other_jobs_is_refused_and_changes_nothing() {
    let mut watch = watch();
    let mut other = four_jobs("easy");
    other.asked[3] = 2;
    let mut refusal = |run| watch.add_second_run(run).unwrap_err().to_string();
    assert_eq!(refusal(other), JobSetMismatch::Processors(4, 1, 2).to_string());
    assert_eq!(refusal(Trace::default()), BrokenTrace.to_string());
    assert_eq!(watch.apply_action(RunAction::Whole).panels.second_run.unwrap().title, "easy / gabl");
}

fn look(watch: &mut RunExplorer, overlays: &[&str]) -> RunViewState {
    let overlays = overlays.iter().map(ToString::to_string).collect();
    let look = MachineAction::Look { width: 300.0, height: 200.0, axes: String::new(), overlays };
    watch.apply_action(RunAction::Panel(PanelAction::Machine(look)))
}

#[test]
fn both_machines_have_the_same_view() {
    let mut watch = watch();
    at(&mut watch, "25");
    assert!(watch.map(true).is_none());
    let state = look(&mut watch, &["largest"]);
    let (here, there) = (state.panels.machine.unwrap(), state.panels.second_run.unwrap().machine.unwrap());
    assert_eq!((here.width, here.height), (there.width, there.height));
    assert!(here.caption.contains("The largest free box (dashed) is 2"), "{}", here.caption);
    assert!(there.caption.contains("No node is free."), "{}", there.caption);
    let key = "A square is a node, in the colour of its job; lines run around blocks.";
    assert!(here.caption.contains(key) && there.caption.contains(key), "{}", here.caption);
    // Point at job 3, which runs there and waits here. The job has its index here.
    let (x, y) = watch.map(true).unwrap().layout.rectangle(2).middle();
    act(&mut watch, SecondRunAction::Machine { act: MachineAction::Point { x, y } });
    let state = at(&mut watch, "25");
    assert_eq!(state.panels.second_run.unwrap().machine.unwrap().job, Some(2));
    let lit = |watch: &RunExplorer, second_run: bool| {
        watch.map(second_run).unwrap().jobs.iter().map(|job| job.emphasised).collect::<Vec<_>>()
    };
    assert_eq!((lit(&watch, false), lit(&watch, true)), (vec![false], vec![false, true]));
    watch.apply_action(RunAction::Choose { job: Some(0) });
    act(&mut watch, SecondRunAction::Machine { act: MachineAction::Leave });
    assert_eq!((lit(&watch, false), lit(&watch, true)), (vec![true], vec![true, false]));
}

proptest! {
    /// After any actions, both runs are at the cursor, their jobs have the same colours, and steps miss no event.
    #[test]
    fn both_runs_stay_together((here, there) in pairs_of_runs(), acts in prop::collection::vec((0u32..5, 0.0f64..60.0), 1..20)) {
        let events: std::collections::BTreeSet<Time> = [&here, &there].iter().flat_map(|trace| {
            [&trace.submit, &trace.start, &trace.end].into_iter().flatten().copied().collect::<Vec<_>>()
        }).chain([0]).collect();
        let mut watch = RunExplorer::new(here, false).unwrap();
        look(&mut watch, &[]);
        watch.add_second_run(there).unwrap();
        for (kind, number) in acts {
            let before = watch.moment.at;
            let state = watch.apply_action(match kind {
                0 => RunAction::Step { events: 1.0 },
                1 => RunAction::Step { events: -1.0 },
                2 => RunAction::Type { moment: SimulatedTime(number as Time).to_string() },
                3 => RunAction::Choose { job: Some(number as usize) },
                _ => RunAction::Panel(PanelAction::SecondRun(SecondRunAction::Machine { act: MachineAction::Point { x: number * 5.0, y: 20.0 } })),
            });
            let now = watch.moment.at;
            match kind {
                0 => prop_assert_eq!(now, events.range(before + 1..).next().copied().unwrap_or(before)),
                1 => prop_assert_eq!(now, events.range(..before).next_back().copied().unwrap_or(before)),
                _ => {}
            }
            let other = watch.second_run().unwrap();
            prop_assert_eq!(other.moment.at, now.min(other.course.last()));
            prop_assert_eq!(other.chosen.map(|(job, _)| job), watch.chosen.map(|(job, _)| job));
            for pair in &watch.panels.second_run.as_ref().unwrap().difference.pairs {
                prop_assert_eq!(watch.colours[pair.here], other.colours[pair.there]);
            }
            let second_run = state.panels.second_run.unwrap();
            prop_assert!(!second_run.summary.is_empty() && second_run.divergences.is_empty() != second_run.note.is_empty() || !watch.trace.is_placed() || !other.trace.is_placed());
        }
    }
}
