use super::*;
use crate::machine::Machine;
use crate::report::Act;
use crate::report::run::Seen;
use crate::run::testing::{jobs, pairs_of_runs, run};
use crate::time::SECOND;
use proptest::prelude::*;

/// On a line of four nodes, in seconds: job 1 holds two from 0 to 100; job 2 wants three from 10 on, for 50; job 3 wants two from
/// 20 on, for 10, job 4 one from 20 on, for 5. First come, first served, they start at 0, 100, 150, 150; with backfilling at 0,
/// 100, 20, 30.
pub(in crate::report::run) fn four_jobs(policy: &str) -> Trace {
    let list = [(0, 100, 2), (10, 50, 3), (10, 10, 2), (0, 5, 1)]
        .map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
    run(&jobs(&list), &Machine::mesh(&[4]), "gabl", policy.parse().unwrap())
}

/// First come, first served, with backfilling beside it.
fn watch() -> Watch {
    let mut watch = Watch::new(four_jobs("fcfs"), false).unwrap();
    watch.put_beside(four_jobs("easy")).unwrap();
    act(&mut watch, BesideAct::Name { title: "easy / gabl".into() });
    watch
}

fn act(watch: &mut Watch, act: BesideAct) -> Seen {
    watch.act(Act::Beside { act })
}

fn at(watch: &mut Watch, moment: &str) -> Seen {
    watch.act(Act::Type { moment: moment.into() })
}

fn column(rows: &Rows, name: &str) -> Vec<String> {
    let place = rows.columns.iter().position(|column| column == name).unwrap();
    rows.cells.iter().map(|row| row[place].clone()).collect()
}

#[test]
fn both_runs_are_seen_at_one_moment() {
    let mut watch = watch();
    let seen = at(&mut watch, "25");
    let beside = seen.beside.unwrap();
    assert_eq!(
        beside.sentence,
        "There, easy / gabl: 2 jobs run on 4 of 4 processors; 2 jobs wait. Job 2, at the head, needs 3: 3 more than are free."
    );
    assert_eq!((&*seen.queue.title, &*beside.queue.title), ("3 jobs wait, 2 there, too", "There, 2 jobs wait"));
    assert_eq!(column(&seen.queue, "there"), ["waits", "runs", "waits"]);
    assert_eq!(
        (column(&beside.queue, "job"), column(&beside.queue, "here")),
        (vec!["2".into(), "4".into()], vec!["waits".into(); 2])
    );
    assert_eq!(beside.queue.jobs, [1, 3]);
    let seen = at(&mut watch, "110");
    assert_eq!(
        (&*seen.queue.title, column(&seen.queue, "there")),
        ("2 jobs wait, none there, too", vec!["has ended".to_string(); 2])
    );
    assert_eq!(at(&mut watch, "5").queue.title, "0 jobs wait");
}

#[test]
fn reasons_stand_behind_what_the_job_does_in_the_other_run() {
    let mut watch = watch();
    at(&mut watch, "25");
    let reasons = |words: &[&str], jobs: &[u32]| Reasons {
        instant: "20".into(),
        jobs: jobs.to_vec(),
        words: words.iter().map(ToString::to_string).collect(),
    };
    let seen = watch.act(Act::Explain { reasons: reasons(&["a", "b", "c"], &[1, 2, 3]) });
    assert_eq!(
        seen.queue.columns,
        ["place", "job", "there", "processors", "waits for", "estimate", "starts in", "why"]
    );
    assert_eq!((&*seen.queue.cells[1][2], &*seen.queue.cells[1][7]), ("runs", "b"));
    let asked =
        |seen: &Seen| seen.beside.as_ref().unwrap().questions.iter().map(|question| question.of).collect::<Vec<_>>();
    assert_eq!(asked(&seen), [Asked::Cursor, Asked::PartingHere], "nobody starts here and not there");
    let questions = seen.beside.unwrap().questions;
    assert_eq!(
        questions.iter().map(|question| (question.there, &*question.instant)).collect::<Vec<_>>(),
        [(true, "20"), (false, "20")]
    );
    let there = act(&mut watch, BesideAct::Explain { of: Asked::Cursor, reasons: reasons(&["d", "e"], &[1, 3]) });
    assert_eq!(there.beside.as_ref().unwrap().queue.cells[1][7], "e");
    assert_eq!(asked(&there), [Asked::PartingHere]);
    let told = reasons(&["behind job 2, which heads the queue"], &[2]);
    let seen = act(&mut watch, BesideAct::Explain { of: Asked::PartingHere, reasons: told });
    assert_eq!(asked(&seen), []);
    let parting = &seen.beside.unwrap().partings[0];
    assert_eq!(
        parting.text,
        "The runs part at 0 d 00:00:20: job 3 starts there, here 2 min 10 s later. Here, job 3 waits: behind job 2, which heads the queue."
    );
    assert_eq!((&*parting.button, &*parting.moment, parting.job), ("To where the runs part", "20", 2));
}

#[test]
fn one_cursor_and_one_window_are_for_both() {
    // With backfilling the last job ends at 150, without at 160.
    let mut watch = Watch::new(four_jobs("easy"), false).unwrap();
    assert_eq!(watch.window, 0..150 * SECOND);
    watch.line(472.0);
    watch.put_beside(four_jobs("fcfs")).unwrap();
    assert_eq!(watch.window, 0..160 * SECOND);
    assert!(act(&mut watch, BesideAct::Name { title: "fcfs / gabl".into() }).redraw);
    let mut steps = |events: f64| watch.act(Act::Step { events }).moment;
    assert_eq!([1.0, 1.0, 1.0, 1.0, 1.0, 1.0].map(&mut steps), ["10", "20", "30", "35", "100", "150"]);
    assert_eq!([1.0, 1.0, 1.0, -2.0, 25.0, -25.0].map(&mut steps), ["155", "160", "160", "150", "160", "0"]);
    assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(&mut steps), ["160", "0"]);
    let line = watch.line(472.0);
    assert_eq!((&*line.beside, line.strips[0].beside.len(), line.whole), ("fcfs / gabl", 400, 0..160 * SECOND));
    // Busy here from 20 to 30: four, there two.
    assert_eq!((line.strips[0].columns[60].mean, line.strips[0].beside[60]), (4.0, 2.0));
    assert!(line.strips[1].most >= 3.0, "the longer queue has room");
    assert!(at(&mut watch, "160").over);
    let closed = act(&mut watch, BesideAct::Close);
    assert_eq!(
        (closed.redraw, closed.beside, &*closed.moment, watch.window.clone()),
        (true, None, "150", 0..150 * SECOND)
    );
    assert_eq!((watch.line(472.0).beside, watch.line(472.0).strips[0].beside.len()), (String::new(), 0));
    assert!(!act(&mut watch, BesideAct::Explain { of: Asked::Cursor, reasons: Reasons::default() }).redraw);
}

#[test]
fn the_chosen_job_is_the_same_in_both() {
    let mut watch = watch();
    let job = watch.act(Act::Choose { job: Some(2) }).job.unwrap();
    let fact = job.facts.iter().find(|(name, _)| name == "started there").unwrap();
    assert_eq!(fact.1, "0 d 00:00:20, 2 min 10 s later here");
    // Chosen before there is another run, it is chosen in that, too.
    let mut watch = Watch::new(four_jobs("fcfs"), false).unwrap();
    watch.act(Act::Choose { job: Some(2) });
    let mut there = four_jobs("easy");
    there.id = vec![3, 1, 2, 4];
    there.submit = vec![20, 0, 10, 20].into_iter().map(|second| second * SECOND).collect();
    there.asked = vec![2, 2, 3, 1];
    watch.put_beside(there).unwrap();
    assert_eq!(watch.beside().unwrap().chosen.unwrap().0, 0, "matched by its number");
}

#[test]
fn a_run_of_other_jobs_is_refused_and_changes_nothing() {
    let mut watch = watch();
    let mut other = four_jobs("easy");
    other.asked[3] = 2;
    assert_eq!(watch.put_beside(other), Err(Unlike::OtherJobs(OtherJobs::Processors(4, 1, 2))));
    assert_eq!(watch.put_beside(Trace::default()), Err(Unlike::Broken(BrokenTrace)));
    assert_eq!(watch.act(Act::Whole).beside.unwrap().title, "easy / gabl");
}

fn look(watch: &mut Watch, overlays: &[&str]) -> Seen {
    let overlays = overlays.iter().map(ToString::to_string).collect();
    let look = MachineAct::Look { width: 300.0, height: 200.0, axes: String::new(), overlays };
    watch.act(Act::Machine { act: look })
}

#[test]
fn both_machines_are_looked_at_in_the_same_way() {
    let mut watch = watch();
    at(&mut watch, "25");
    assert!(watch.map(true).is_none());
    let seen = look(&mut watch, &["largest"]);
    let (here, there) = (seen.machine.unwrap(), seen.beside.unwrap().machine.unwrap());
    assert_eq!((here.width, here.height), (there.width, there.height));
    assert!(here.caption.contains("The largest free box (dashed) is 2"), "{}", here.caption);
    assert!(there.caption.contains("No node is free."), "{}", there.caption);
    let key = "A square is a node; a job has the same colour in both runs, and lines run around blocks.";
    assert!(here.caption.contains(key) && there.caption.contains(key), "{}", here.caption);
    // Pointing at job 3, which runs there and waits here; the job is named by its place here.
    let (x, y) = watch.map(true).unwrap().layout.rectangle(2).middle();
    act(&mut watch, BesideAct::Machine { act: MachineAct::Point { x, y } });
    let seen = at(&mut watch, "25");
    assert_eq!(seen.beside.unwrap().machine.unwrap().job, Some(2));
    let lit = |watch: &Watch, beside: bool| {
        watch.map(beside).unwrap().jobs.iter().map(|job| job.emphasised).collect::<Vec<_>>()
    };
    assert_eq!((lit(&watch, false), lit(&watch, true)), (vec![false], vec![false, true]));
    watch.act(Act::Choose { job: Some(0) });
    act(&mut watch, BesideAct::Machine { act: MachineAct::Leave });
    assert_eq!((lit(&watch, false), lit(&watch, true)), (vec![true], vec![true, false]));
    watch.act(Act::Machine { act: MachineAct::Close });
    assert!(watch.map(true).is_none());
}

proptest! {
    /// Whatever is done, both runs are at the cursor, their jobs have the same colours, and steps miss no event.
    #[test]
    fn both_runs_stay_together((here, there) in pairs_of_runs(), acts in prop::collection::vec((0u32..5, 0.0f64..60.0), 1..20)) {
        let events: std::collections::BTreeSet<Time> = [&here, &there].iter().flat_map(|trace| {
            [&trace.submit, &trace.start, &trace.end].into_iter().flatten().copied().collect::<Vec<_>>()
        }).chain([0]).collect();
        let mut watch = Watch::new(here, false).unwrap();
        look(&mut watch, &[]);
        watch.put_beside(there).unwrap();
        for (kind, number) in acts {
            let before = watch.moment.at;
            let seen = watch.act(match kind {
                0 => Act::Step { events: 1.0 },
                1 => Act::Step { events: -1.0 },
                2 => Act::Type { moment: Moment(number as Time).to_string() },
                3 => Act::Choose { job: Some(number as usize) },
                _ => Act::Beside { act: BesideAct::Machine { act: MachineAct::Point { x: number * 5.0, y: 20.0 } } },
            });
            let now = watch.moment.at;
            match kind {
                0 => prop_assert_eq!(now, events.range(before + 1..).next().copied().unwrap_or(before)),
                1 => prop_assert_eq!(now, events.range(..before).next_back().copied().unwrap_or(before)),
                _ => {}
            }
            let other = watch.beside().unwrap();
            prop_assert_eq!(other.moment.at, now.min(other.course.last()));
            prop_assert_eq!(other.chosen.map(|(job, _)| job), watch.chosen.map(|(job, _)| job));
            if let (Some((one, _)), Some((another, _))) = (&watch.machine, &other.machine) {
                for (id, colour) in one.colours() {
                    prop_assert!(another.colours().iter().all(|(other, its)| other != id || its == colour));
                }
            }
            let beside = seen.beside.unwrap();
            prop_assert!(!beside.summary.is_empty() && beside.partings.is_empty() != beside.note.is_empty() || !watch.trace.is_placed() || !other.trace.is_placed());
        }
    }
}
