use super::*;
use crate::report::RunAction;
use crate::report::counterfactual::CounterfactualStart;
use crate::report::run::tests::watch;
use crate::report::run::{PanelAction, RunViewState};
use crate::time::SECOND;
use crate::view::SimulatedTime;

fn job(watch: &mut RunExplorer, action: JobAction) -> RunViewState {
    watch.apply_action(RunAction::Panel(PanelAction::Explanation(action)))
}

fn choose(watch: &mut RunExplorer, job: usize) -> RunViewState {
    watch.apply_action(RunAction::Choose { job: Some(job) })
}

/// Gives the explorer an answer of a worker.
fn answer(watch: &mut RunExplorer, query: Query, answer: Option<Inspection>, problem: &str) -> RunViewState {
    watch.apply_action(RunAction::Answer { query, answer, problem: problem.into() })
}

fn found(watch: &mut RunExplorer, job_waits: JobWaits) -> RunViewState {
    let query = Query { run: QueriedRun::Here, aspect: Aspect::JobExplanation(1) };
    answer(watch, query, Some(Inspection::JobExplanation(job_waits)), "")
}

/// Whether the view asks what a job waited for.
fn is_asked(state: &RunViewState, job: u32) -> bool {
    state.queries.iter().any(|query| query.aspect == Aspect::JobExplanation(job))
}

fn job_waits() -> JobWaits {
    let moments = [10, 20, 100].map(|second| SimulatedTime(second * SECOND).to_string()).to_vec();
    JobWaits { job: 1, moments, kinds: vec![1, 2], words: vec!["one".into(), "other".into()] }
}

#[test]
fn the_reasons_of_a_job_are_shown_once_they_are_known() {
    let mut watch = watch();
    let state = choose(&mut watch, 1);
    assert!(is_asked(&state, 1));
    let explanation = state.panels.explanation.unwrap();
    assert_eq!((&*explanation.sentence, &*explanation.strip), ("Finding out what it waited for …", ""));
    assert!(
        watch.apply_action(RunAction::Step { events: 1.0 }).panels.explanation.is_none(),
        "there is nothing more to see"
    );
    assert_eq!(job(&mut watch, JobAction::Look { width: 216.0, dark: false }).job.unwrap().at, None);
    let state = found(&mut watch, job_waits());
    let is_asked_again = is_asked(&state, 1);
    let explanation = state.panels.explanation.unwrap();
    assert!(
        !is_asked_again && explanation.strip.starts_with("<svg") && explanation.strip.contains("What job 2 waited for")
    );
    assert_eq!(explanation.sentence, "It waited 1 min 30 s: 1 min 20 s for a place and 10 s for processors.");
    let reasons: Vec<[&str; 3]> =
        explanation.reasons.iter().map(|each| [&*each.name, &*each.length, &*each.share]).collect();
    assert_eq!(reasons, [["for a place", "1 min 20 s", "89\u{202f}%"], ["for processors", "10 s", "11\u{202f}%"]]);
    assert_eq!(explanation.reasons[1].colour, "#0072b2");
    let stretches: Vec<[&str; 4]> =
        explanation.stretches.iter().map(|each| [&*each.from, &*each.moment, &*each.length, &*each.why]).collect();
    assert_eq!(stretches, [["0 d 00:00:10", "10", "10 s", "one"], ["0 d 00:00:20", "20", "1 min 20 s", "other"]]);
    // 200 pixels are 90 s.
    let pressed = job(&mut watch, JobAction::Press { x: 8.0 + 100.0 });
    assert_eq!((watch.moment.at, pressed.job.unwrap().at, pressed.panels.explanation), (55 * SECOND, Some(0.5), None));
    assert!(
        job(&mut watch, JobAction::Look { width: 216.0, dark: true }).panels.explanation.unwrap().reasons[1].colour
            == "#3fa0e0"
    );
    assert!(is_asked(&choose(&mut watch, 3), 3), "another job is asked about");
}

#[test]
fn answers_about_another_job_or_with_errors_are_dropped() {
    let mut watch = watch();
    assert_eq!(job(&mut watch, JobAction::Cancel).job, None, "no job is chosen");
    choose(&mut watch, 1);
    assert!(is_asked(&found(&mut watch, JobWaits { job: 3, ..job_waits() }), 1));
    assert!(is_asked(&found(&mut watch, JobWaits { kinds: vec![1, 99], ..job_waits() }), 1));
    assert!(is_asked(&found(&mut watch, JobWaits { kinds: vec![1], ..job_waits() }), 1));
    let nothing = choose(&mut watch, 0);
    assert!(nothing.queries.is_empty() && nothing.panels.explanation.unwrap().sentence == "It did not wait.");
}

#[test]
fn overtakers_are_named() {
    let mut watch = watch();
    let explanation = choose(&mut watch, 1).panels.explanation.unwrap();
    let titles: Vec<&str> = explanation.overtakers.iter().map(|group| &*group.title).collect();
    assert_eq!(
        titles,
        ["1 job started before it though behind it in the queue", "1 job held processors while it waited"]
    );
    let first = &explanation.overtakers[0].jobs[0];
    assert_eq!((first.job, &*first.title), (2, "Job 3"));
    assert_eq!(first.words, "1 processor for 40 s, started at 0 d 00:00:20");
    assert_eq!(explanation.overtakers[1].jobs[0].words, "3 processors for all of its wait, started at 0 d 00:00:00");
    assert!(choose(&mut watch, 0).panels.explanation.unwrap().overtakers.is_empty());
}

#[test]
fn its_slowdown_is_ranked_in_its_size_class() {
    let mut watch = watch();
    choose(&mut watch, 1);
    // Jobs 1 and 2 ask for 2 to 3 processors; job 2 waited 90 s and ran 50 s.
    let explanation = job(&mut watch, JobAction::Look { width: 300.0, dark: false }).panels.explanation.unwrap();
    let words = "Of the 2 jobs of like size half had a bounded slowdown of at most 2.8, nine tenths of at most 2.8; it had 2.8.";
    assert_eq!(explanation.among, words);
    assert!(explanation.standing.starts_with("<svg") && explanation.standing.contains(words));
    let alone = choose(&mut watch, 3).panels.explanation.unwrap();
    assert_eq!((&*alone.standing, &*alone.among), ("", ""));
}

#[test]
fn counterfactual_runs_answer_row_by_row() {
    let mut watch = watch();
    choose(&mut watch, 1);
    let names = ["easy / flat", "fcfs / mbs", "oo / mbs"].map(String::from).to_vec();
    let state = job(&mut watch, JobAction::Ask { names });
    let query = |place| Query { run: QueriedRun::Counterfactual(place), aspect: Aspect::Start("2".into()) };
    assert_eq!(state.queries[state.queries.len() - 3..], [0, 1, 2].map(query), "last of all");
    let asked = state.panels.explanation.unwrap().counterfactual;
    assert_eq!((&*asked.sentence, asked.running, asked.rows.len()), ("0 of 3 runs have answered.", true, 4));
    assert_eq!(asked.rows[0], ["this run", "0 d 00:01:40", "1 min 30 s", ""]);
    assert_eq!(asked.rows[1], ["easy / flat", "running it …", "", ""]);
    let start =
        |start: &str| Some(Inspection::Start(CounterfactualStart { start: start.into(), problem: String::new() }));
    let mut answers = |place: usize, of: Option<Inspection>, problem: &str| {
        answer(&mut watch, query(place), of, problem).panels.explanation
    };
    assert_eq!(
        answers(0, start("70"), "").unwrap().counterfactual.rows[1],
        ["easy / flat", "0 d 00:01:10", "1 min", "30 s earlier"]
    );
    assert_eq!(answers(1, None, "cannot be run").unwrap().counterfactual.rows[2][3], "cannot be run");
    assert_eq!(answers(3, start("7"), ""), None, "there is no such run");
    let other = Some(Inspection::WaitBreakdown(Default::default()));
    assert_eq!(answers(1, other, "").unwrap().counterfactual.rows[2][3], "the worker returned another answer");
    let state = job(&mut watch, JobAction::Cancel);
    assert!(state.queries.iter().all(|query| query.run == QueriedRun::Here));
    let all = state.panels.explanation.unwrap().counterfactual;
    assert_eq!((all.running, &*all.rows[3][3]), (false, "cancelled"));
    assert_eq!(all.sentence, "It would have started earlier in 1 of 1 run, earliest 30 s earlier under easy / flat.");
    let later = answer(&mut watch, query(0), start("100"), "").panels.explanation.unwrap().counterfactual;
    assert_eq!(later.sentence, "In none of them it would have started earlier.");
    let none = watch.apply_action(RunAction::Choose { job: None });
    assert_eq!((none.job, none.panels.explanation), (None, None));
    assert!(choose(&mut watch, 1).panels.explanation.unwrap().counterfactual.rows.is_empty(), "asked anew");
}

/// What a worker finds about each job of a run is shown for that job.
#[test]
fn a_worker_finds_out_what_each_job_waited_for() {
    let link = "#v=1&jobs=60&rate=4&machine=torus:4x4x8&allocation=nep&scheduling=easy,conservative&vary=none";
    let (experiment, _) = crate::experiment::permalink::read(link);
    let plan = crate::experiment::Plan::new(&experiment, &experiment.generate()).unwrap();
    let mut waited = 0;
    for cell in 0..2 {
        let mut watch = RunExplorer::new(crate::run::record(&plan, cell).unwrap(), false).unwrap();
        for place in 0..watch.trace.len() {
            let asked = is_asked(&choose(&mut watch, place), place as u32);
            let job_waits = JobWaits::find(&plan, cell, place as u32).unwrap();
            assert_eq!(asked, !job_waits.kinds.is_empty());
            waited += usize::from(asked);
            let state = found(&mut watch, job_waits);
            let wait = watch.trace.start[place] - watch.trace.submit[place];
            assert_eq!(watch.sums().iter().map(|(_, time)| time).sum::<Time>(), wait, "to the microsecond");
            assert!(!is_asked(&state, place as u32));
        }
    }
    assert!(waited > 20, "{waited}");
    assert_eq!(JobWaits::find(&plan, 0, 9999).unwrap().kinds, [0; 0]);
}
