use super::*;
use crate::experiment::display::Moment;
use crate::machine::Machine;
use crate::report::Act;
use crate::run::testing::{jobs, run};
use crate::time::SECOND;

/// On a mesh of 2x2, in seconds: job 1 holds three nodes to 100; job 2 wants two from 10 on, and starts at 100; job 3 wants one,
/// and starts at once, at 20; job 4 wants all from 30 on.
fn watch() -> Watch {
    let list = [(0, 100, 3), (10, 50, 2), (10, 40, 1), (10, 5, 4)]
        .map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
    let trace = run(&jobs(&list), &Machine::mesh(&[2, 2]), "mbs", "easy".parse().unwrap());
    let mut watch = Watch::new(trace, false).unwrap();
    watch.line(472.0);
    watch
}

fn job(watch: &mut Watch, act: JobAct) -> super::super::JobReport {
    watch.act(Act::Job { act }).job.unwrap()
}

fn told() -> Told {
    let moments = [10, 20, 100].map(|second| Moment(second * SECOND).to_string()).to_vec();
    Told { job: 1, moments, kinds: vec![1, 2], words: vec!["one".into(), "other".into()] }
}

#[test]
fn what_a_job_waited_for_is_told_once_it_is_known() {
    let mut watch = watch();
    let seen = watch.act(Act::Choose { job: Some(1) }).job.unwrap();
    assert!(seen.untold && seen.place == 1);
    let story = seen.story.unwrap();
    assert_eq!((&*story.sentence, &*story.strip), ("Finding out what it waited for …", ""));
    assert!(watch.act(Act::Step { events: 1.0 }).job.unwrap().story.is_none(), "there is nothing more to see");
    assert_eq!(job(&mut watch, JobAct::Look { width: 216.0, dark: false }).at, None);
    let seen = job(&mut watch, JobAct::Told { told: told() });
    let story = seen.story.unwrap();
    assert!(!seen.untold && story.strip.starts_with("<svg") && story.strip.contains("What job 2 waited for"));
    assert_eq!(story.sentence, "It waited 1 min 30 s: 1 min 20 s for a place and 10 s for processors.");
    let reasons: Vec<[&str; 3]> = story.reasons.iter().map(|each| [&*each.name, &*each.length, &*each.share]).collect();
    assert_eq!(reasons, [["for a place", "1 min 20 s", "89\u{202f}%"], ["for processors", "10 s", "11\u{202f}%"]]);
    assert_eq!(story.reasons[1].colour, "#0072b2");
    let stretches: Vec<[&str; 4]> =
        story.stretches.iter().map(|each| [&*each.from, &*each.moment, &*each.length, &*each.why]).collect();
    assert_eq!(stretches, [["0 d 00:00:10", "10", "10 s", "one"], ["0 d 00:00:20", "20", "1 min 20 s", "other"]]);
    // 200 pixels are 90 s.
    let pressed = job(&mut watch, JobAct::Press { x: 8.0 + 100.0 });
    assert_eq!((watch.moment.at, pressed.at, pressed.story), (55 * SECOND, Some(0.5), None));
    assert!(job(&mut watch, JobAct::Look { width: 216.0, dark: true }).story.unwrap().reasons[1].colour == "#3fa0e0");
    assert!(watch.act(Act::Choose { job: Some(3) }).job.unwrap().untold, "of another job nobody knows");
}

#[test]
fn what_is_told_of_another_job_or_does_not_fit_together_is_left() {
    let mut watch = watch();
    assert_eq!(watch.act(Act::Job { act: JobAct::Cancel }).job, None, "no job is looked at");
    watch.act(Act::Choose { job: Some(1) });
    assert!(job(&mut watch, JobAct::Told { told: Told { job: 3, ..told() } }).untold);
    assert!(job(&mut watch, JobAct::Told { told: Told { kinds: vec![1, 99], ..told() } }).untold);
    assert!(job(&mut watch, JobAct::Told { told: Told { kinds: vec![1], ..told() } }).untold);
    let nothing = watch.act(Act::Choose { job: Some(0) }).job.unwrap();
    assert!(!nothing.untold && nothing.story.unwrap().sentence == "It did not wait.");
}

#[test]
fn who_ran_instead_is_named() {
    let mut watch = watch();
    let story = watch.act(Act::Choose { job: Some(1) }).job.unwrap().story.unwrap();
    let titles: Vec<&str> = story.instead.iter().map(|group| &*group.title).collect();
    assert_eq!(
        titles,
        ["1 job started before it though behind it in the queue", "1 job held processors while it waited"]
    );
    let first = &story.instead[0].jobs[0];
    assert_eq!((first.job, &*first.title), (2, "Job 3"));
    assert_eq!(first.words, "1 processor for 40 s, started at 0 d 00:00:20");
    assert_eq!(story.instead[1].jobs[0].words, "3 processors for all of its wait, started at 0 d 00:00:00");
    assert!(watch.act(Act::Choose { job: Some(0) }).job.unwrap().story.unwrap().instead.is_empty());
}

#[test]
fn its_slowdown_stands_among_those_of_its_like() {
    let mut watch = watch();
    watch.act(Act::Choose { job: Some(1) });
    // Jobs 1 and 2 ask for 2 to 3 processors; job 2 waited 90 s and ran 50 s.
    let story = job(&mut watch, JobAct::Look { width: 300.0, dark: false }).story.unwrap();
    let words = "Of the 2 jobs of like size half had a bounded slowdown of at most 2.8, nine tenths of at most 2.8; it had 2.8.";
    assert_eq!(story.among, words);
    assert!(story.standing.starts_with("<svg") && story.standing.contains(words));
    let alone = watch.act(Act::Choose { job: Some(3) }).job.unwrap().story.unwrap();
    assert_eq!((&*alone.standing, &*alone.among), ("", ""));
}

#[test]
fn other_runs_tell_row_by_row() {
    let mut watch = watch();
    watch.act(Act::Choose { job: Some(1) });
    let names = ["easy / flat", "fcfs / mbs", "oo / mbs"].map(String::from).to_vec();
    let asked = job(&mut watch, JobAct::Ask { names }).story.unwrap().otherwise;
    assert_eq!((&*asked.sentence, asked.running, asked.rows.len()), ("0 of 3 runs have told.", true, 4));
    assert_eq!(asked.rows[0], ["this run", "0 d 00:01:40", "1 min 30 s", ""]);
    assert_eq!(asked.rows[1], ["easy / flat", "running it …", "", ""]);
    let mut answer = |name: &str, start: &str, problem: &str| {
        let (name, start, problem) = (name.into(), start.into(), problem.into());
        job(&mut watch, JobAct::Answer { name, start, problem }).story.unwrap().otherwise
    };
    let one = answer("easy / flat", "70", "");
    assert_eq!(one.rows[1], ["easy / flat", "0 d 00:01:10", "1 min", "30 s earlier"]);
    assert_eq!(answer("fcfs / mbs", "", "cannot be run").rows[2][3], "cannot be run");
    assert_eq!(answer("nobody", "7", "").rows, answer("nobody", "8", "").rows);
    let all = job(&mut watch, JobAct::Cancel).story.unwrap().otherwise;
    assert_eq!((all.running, &*all.rows[3][3]), (false, "cancelled"));
    assert_eq!(all.sentence, "It would have started earlier in 1 of 1 run, earliest 30 s earlier under easy / flat.");
    let later = JobAct::Answer { name: "easy / flat".into(), start: "100".into(), problem: String::new() };
    let later = job(&mut watch, later).story.unwrap().otherwise;
    assert_eq!(later.sentence, "In none of them it would have started earlier.");
    assert_eq!(watch.act(Act::Choose { job: None }).job, None);
    let other = watch.act(Act::Choose { job: Some(1) }).job.unwrap().story.unwrap();
    assert!(other.otherwise.rows.is_empty(), "asked anew");
}

/// What a worker finds out about each job of a run is told of it.
#[test]
fn a_worker_finds_out_what_each_job_waited_for() {
    let link = "#v=1&jobs=60&rate=4&machine=torus:4x4x8&allocation=nep&scheduling=easy,conservative&vary=none";
    let (experiment, _) = crate::experiment::permalink::read(link);
    let plan = crate::experiment::Plan::new(&experiment, &experiment.generate()).unwrap();
    let mut waited = 0;
    for cell in 0..2 {
        let mut watch = Watch::new(crate::run::record(&plan, cell).unwrap(), false).unwrap();
        for place in 0..watch.trace.len() {
            let untold = watch.act(Act::Choose { job: Some(place) }).job.unwrap().untold;
            let told = Told::find(&plan, cell, place as u32).unwrap();
            assert_eq!(untold, !told.kinds.is_empty());
            waited += usize::from(untold);
            let seen = job(&mut watch, JobAct::Told { told });
            let wait = watch.trace.start[place] - watch.trace.submit[place];
            assert_eq!(watch.sums().iter().map(|(_, time)| time).sum::<Time>(), wait, "to the microsecond");
            assert!(!seen.untold);
        }
    }
    assert!(waited > 20, "{waited}");
    assert_eq!(Told::find(&plan, 0, 9999).unwrap().kinds, [0; 0]);
}
