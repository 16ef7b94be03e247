use super::*;
use crate::figure::Picture;
use crate::machine::Machine;
use crate::report::inspection::Inspection;
use crate::run::testing::{jobs, run, runs};
use crate::time::SECOND;
use proptest::prelude::*;

/// On a mesh of 2x2, in seconds: job 1 holds three nodes until 100. Job 2 arrives at 10 and asks for two. Job 3 arrives
/// at 20, asks for one and starts at once. Job 4 arrives at 30 and asks for all.
pub(super) fn watch() -> RunExplorer {
    let list = [(0, 100, 3), (10, 50, 2), (10, 40, 1), (10, 5, 4)]
        .map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
    let trace = run(&jobs(&list), &Machine::mesh(&[2, 2]), "mbs", "easy".parse().unwrap());
    let mut watch = RunExplorer::new(trace, false).unwrap();
    watch.line(472.0);
    watch
}

fn open(watch: &mut RunExplorer, moment: &str, job: &str) -> RunViewState {
    watch.apply_action(RunAction::Open { moment: moment.into(), job: job.into() })
}

#[test]
fn a_moment_has_a_sentence_and_rows() {
    let mut watch = watch();
    let state = open(&mut watch, "35", "");
    assert_eq!((&*state.moment, &*state.clock, &*state.complaint, state.over), ("35", "0 d 00:00:35", "", false));
    assert_eq!(
        state.sentence,
        "2 jobs run on 4 of 4 processors; 2 jobs wait, the longest queue of the run. Job 2, at the head, needs 2: \
         2 more than are free."
    );
    assert_eq!((&*state.queue.title, &*state.running.title), ("2 jobs wait", "2 jobs run"));
    assert_eq!(
        state.queue.columns,
        ["place", "job", "processors", "waits for", "estimate", "starts in"],
        "the reasons are unknown yet"
    );
    assert_eq!(
        state.queue.cells,
        [["1", "2", "2", "25 s", "50 s", "1 min 5 s"], ["2", "4", "4", "5 s", "5 s", "1 min 55 s"]]
    );
    assert_eq!(state.running.cells, [["1", "3", "35 s", "1 min 5 s"], ["3", "1", "15 s", "25 s"]]);
    assert_eq!((state.queue.jobs, state.running.rest.as_str()), (vec![1, 3], ""));
    assert!(open(&mut watch, "9999", "").sentence.ends_with("no job waits."));
}

#[test]
fn a_job_has_facts() {
    let mut watch = watch();
    let state = open(&mut watch, "35", "2");
    let job = state.job.unwrap();
    let fact = |name: &str| job.facts.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    assert_eq!(
        (&*job.id, &*job.title, fact("waited"), fact("processors")),
        ("2", "Job 2", Some("1 min 30 s"), Some("2"))
    );
    assert_eq!(fact("now"), Some("waits, at the head of the queue, for 25 s so far"));
    assert_eq!((fact("started"), fact("bounded slowdown")), (Some("0 d 00:01:40"), Some("2.8")));
    assert_eq!(fact("among its like"), Some("1 of the 2 jobs of 2 to 3 processors had a lower one"));
    assert_eq!(job.moments[1], ("To its start".to_string(), "100".to_string()));
    let now = |watch: &mut RunExplorer, moment: &str| open(watch, moment, "4").job.unwrap().facts[0].1.clone();
    let said = ["20", "35", "151", "200"].map(|moment| now(&mut watch, moment));
    let expected = ["has not arrived yet", "waits, behind 1 job, for 5 s so far", "runs, for 1 s so far", "has ended"];
    assert_eq!(said, expected);
    assert_eq!(open(&mut watch, "", "99").complaint, "This run has no job 99.");
    assert_eq!(open(&mut watch, "", "4").moment, "30", "a job without a moment is shown as it arrives");
}

#[test]
fn actions_move_the_cursor_or_the_window() {
    let mut watch = watch();
    let events = |watch: &mut RunExplorer, events: f64| watch.apply_action(RunAction::Step { events }).moment;
    assert_eq!(
        [1.0, 1.0, f64::INFINITY, -1.0, f64::NEG_INFINITY].map(|by| events(&mut watch, by)),
        ["10", "20", "155", "150", "0"]
    );
    let typed = watch.apply_action(RunAction::Type { moment: "noon".into() });
    assert!(typed.complaint.contains("'noon' is not a moment") && typed.moment == "0", "{}", typed.complaint);
    assert_eq!(watch.apply_action(RunAction::Type { moment: "00:01".into() }).moment, "60");
    let lanes = watch.layout.lanes;
    let pressed = watch.apply_action(RunAction::Press { x: lanes.left + 400.0 * 35.0 / 155.0, y: lanes.top + 2.0 });
    assert_eq!((&*pressed.moment, pressed.job.map(|job| job.id)), ("35", Some("1".into())), "job 1 has the first node");
    assert_eq!(watch.apply_action(RunAction::Press { x: lanes.right, y: lanes.top + 2.0 }).job, None);
    let zoomed = watch.apply_action(RunAction::Zoom { factor: 0.5, x: Some(lanes.left) });
    assert!(zoomed.redraw && watch.window == (0..77_500_000), "{:?}", watch.window);
    assert!(!watch.apply_action(RunAction::Scrub { x: lanes.left }).redraw);
    watch.line(472.0);
    let overview = watch.layout.overview;
    watch.apply_action(RunAction::Brush { from: overview.right, to: overview.left + 200.0 });
    assert_eq!(watch.window, 77_500_000..155_000_000);
    assert!(watch.apply_action(RunAction::Step { events: f64::NEG_INFINITY }).redraw, "the window follows");
    assert!(watch.apply_action(RunAction::Whole).redraw);
    let played = watch.apply_action(RunAction::Play { seconds: 1.0 });
    assert_eq!(played.moment, "7.75", "a twentieth of the window");
}

#[test]
fn long_lists_are_shown_in_part() {
    let list: Vec<(i64, i64, u32)> = (0..30).map(|_| (0, 10, 4)).collect();
    let trace = run(&jobs(&list), &Machine::mesh(&[2, 2]), "flat", "fcfs".parse().unwrap());
    let mut watch = RunExplorer::new(trace, true).unwrap();
    let few = watch.apply_action(RunAction::Choose { job: None }).queue;
    assert_eq!((&*few.title, few.cells.len(), &*few.rest), ("29 jobs wait", 12, "and 17 more"));
    let all = watch.apply_action(RunAction::Unabridge { all: true }).queue;
    assert_eq!((all.cells.len(), &*all.rest, &*all.cells[0][3]), (29, "", "0 cycles"));
}

#[test]
fn reasons_are_found_for_every_waiting_job() {
    let link = "#v=1&jobs=60&rate=4&machine=torus:4x4x8&allocation=nep&scheduling=easy,conservative&vary=none";
    let (experiment, complaints) = crate::experiment::permalink::read(link);
    assert_eq!(complaints, []);
    let plan = crate::experiment::Plan::new(&experiment, &experiment.generate()).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for cell in 0..2 {
        let mut watch = RunExplorer::new(crate::run::record(&plan, cell).unwrap(), false).unwrap();
        watch.apply_action(RunAction::Unabridge { all: true });
        let mut state = watch.apply_action(RunAction::Step { events: 1.0 });
        while !state.over {
            if let Some(query) = state.queries.first().cloned() {
                let answer = Inspection::new(&plan, cell, query.aspect.clone()).unwrap();
                let Inspection::Waits(reasons) = &answer else { panic!("{answer:?}") };
                assert_eq!(reasons.jobs, state.queue.jobs, "all jobs in the order of the queue");
                let words = reasons.words.clone();
                state = watch.apply_action(RunAction::Answer { query, answer: Some(answer), problem: String::new() });
                assert_eq!((state.queue.columns.last().map(String::as_str), &*state.queries), (Some("why"), &[][..]));
                let said: Vec<String> = state.queue.cells.iter().filter_map(|row| row.last().cloned()).collect();
                assert_eq!(said, words);
                kinds.extend(
                    words.iter().map(|words| words.split(' ').find(|word| word.len() > 3).unwrap().to_string()),
                );
            }
            state = watch.apply_action(RunAction::Step { events: 1.0 });
            assert!(
                state.queue.columns.last().is_none_or(|last| last != "why") || state.queue.jobs.is_empty(),
                "of another moment"
            );
        }
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
    assert!(MomentReasons::find(&plan, 0, "noon").unwrap().jobs.is_empty());
}

proptest! {
    /// After any actions, cursor and window stay in the run, and everything can be drawn and described.
    #[test]
    fn nothing_leads_out_of_the_run(trace in runs(), acts in prop::collection::vec((0u32..9, -900.0f64..900.0, 0.0f64..900.0), 1..30)) {
        let mut watch = RunExplorer::new(trace, false).unwrap();
        let last = watch.whole().end;
        for (kind, one, other) in acts {
            let (width, _) = watch.line(300.0 + other).size();
            prop_assert!(width > 0.0);
            let state = watch.apply_action(match kind {
                0 => RunAction::Step { events: one },
                1 => RunAction::Press { x: other, y: one },
                2 => RunAction::Scrub { x: one },
                3 => RunAction::Brush { from: one, to: other },
                4 => RunAction::Zoom { factor: other / 300.0, x: Some(one) },
                5 => RunAction::Pan { x: one },
                6 => RunAction::Play { seconds: one },
                7 => RunAction::Choose { job: Some(other as usize) },
                _ => RunAction::Type { moment: other.to_string() },
            });
            prop_assert!(watch.window.start >= 0 && watch.window.end <= last && watch.window.start < watch.window.end);
            prop_assert!((0..=last).contains(&watch.moment.at) && !state.sentence.is_empty());
            prop_assert_eq!(clock::read(&state.moment), Ok(watch.moment.at));
        }
    }
}

/// On a torus of 8x8x8 the first two jobs fill the machine, and two wait.
#[test]
fn the_shape_that_a_job_came_with_is_shown() {
    use crate::experiment::{Plan, permalink};
    let table = b"submit,runtime,shape\n0,100,8x8x4\n1,50,4x8x8\n2,10,2x4x8\n3,10,8x8x8\n";
    let (log, _) = crate::formats::read(table);
    let link =
        format!("#v=1&log=a.csv&sha256={}&machine=torus:8x8x8&allocation=tff,flat&scheduling=fcfs", "0".repeat(64));
    let (experiment, _) = permalink::read(&(link + "&vary=none"));
    let plan = Plan::new(&experiment, &log.select(&Default::default()).0).unwrap();
    let trace = crate::run::record(&plan, 0).unwrap();
    assert_eq!((trace.check(), trace.shape.len()), (Ok(()), 4 * 3));
    let mut watch = RunExplorer::new(trace, false).unwrap();
    watch.line(472.0);
    let state = open(&mut watch, "5", "3");
    assert_eq!(state.queue.columns[..4], ["place", "job", "processors", "shape"]);
    let shapes: Vec<_> = state.queue.cells.iter().map(|row| row[1..4].join(" ")).collect();
    assert_eq!(shapes, ["3 64 2x4x8", "4 512 8x8x8"]);
    let facts = state.job.unwrap().facts;
    assert!(facts.contains(&("shape asked for".into(), "2x4x8".into())), "{facts:?}");
}
