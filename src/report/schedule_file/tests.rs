use super::*;
use crate::experiment::{Experiment, Plan, permalink};
use crate::report::schedule::{self, Schedule};
use proptest::prelude::*;

const NAMES: &str = "job,submit,start,end,procs,blocks\n";

fn refused(lines: &str) -> String {
    let error = read(format!("{NAMES}{lines}").as_bytes(), &[]).unwrap_err();
    Diagnostic::of(&error).to_string()
}

#[test]
fn every_error_has_its_line_its_column_and_what_was_expected() {
    let times = "(expected microseconds from 0 on, a whole number); fix it";
    let blocks = "(expected base+extents;..., such as 0,3+2x4, or nothing); fix it";
    for (lines, message) in [
        ("x,0,0,9,1,\n", "line 2, column job: 'x' is no number (expected the number of a job); fix it".to_string()),
        ("1,-1,0,9,1,\n", format!("line 2, column submit: '-1' is no time {times}")),
        ("1,0,soon,9,1,\n", format!("line 2, column start: 'soon' is no time {times}")),
        ("1,0,1.5,9,1,\n", format!("line 2, column start: '1.5' is no time {times}")),
        ("1,0,0,9e9,1,\n", format!("line 2, column end: '9e9' is no time {times}")),
        ("1,0,0\n", format!("line 2, column end: the line has no such column {times}")),
        (
            "1,5,4,9,1,\n",
            "line 2, column start: 4 is before the submission at 5 (expected submit, start and end in this order of time); fix it".into(),
        ),
        (
            "1,5,6,5,1,\n",
            "line 2, column end: 5 is before the start at 6 (expected submit, start and end in this order of time); fix it".into(),
        ),
        (
            "1,0,0,9,0,\n",
            "line 2, column procs: '0' is no number of processors (expected a whole number of processors from 1 on); fix it".into(),
        ),
        ("1,0,0,9,1,here\n", format!("line 2, column blocks: 'here' is no block {blocks}")),
        ("1,0,0,9,1,\"0,0+1\"\n", format!("line 2, column blocks: '0,0+1' is no block {blocks}")),
        ("1,0,0,9,1,0+0\n", format!("line 2, column blocks: '0+0' is no block {blocks}")),
        (
            "1,0,0,9,1,0+1\n2,0,0,9,1,\"3,3+1x1\"\n",
            format!("line 3, column blocks: '3,3+1x1' has 2 dimensions, but the blocks above have 1 {blocks}"),
        ),
        (
            "1,0,0,9,4,0+3\n",
            "line 2, column blocks: the blocks have 3 processors, but the job asks for 4 (expected at least as many); fix it".into(),
        ),
        (
            "1,0,0,9,2,0+2\n5,3,3,4,2,1+2\n",
            "line 3, column blocks: node 1 is held by job 1 at that time (expected nodes that no other job holds); fix it".into(),
        ),
        (
            "1,0,0,9,2,0+2;1+1\n",
            "line 2, column blocks: node 1 is held by job 1 at that time (expected nodes that no other job holds); fix it".into(),
        ),
        ("", "schedule: no job (expected a line for each job)".into()),
        (
            "1,0,0,9,1,\"0,1000000+1x1\"\n2,0,0,9,1,\"1000000,0+1x1\"\n",
            "schedule: no machine holds all of these blocks (expected nodes of a machine of at most 1048576)".into(),
        ),
    ] {
        assert_eq!(refused(lines), message, "{lines}");
    }
    assert_eq!(
        Diagnostic::of(&read(&b"job,submit,end\n"[..], &[]).unwrap_err()).to_string(),
        "line 1: no column 'start' (expected the names job,submit,start,end,procs,blocks)"
    );
}

#[test]
fn the_first_of_many_errors_are_named() {
    let two = refused("1,0,0,9,1,\nx,0,0,9,1,\n2,0,0,9,none,\n");
    assert_eq!(
        two,
        "line 3, column job: 'x' is no number (expected the number of a job); fix it, too: line 4, column procs: 'none' is no number of processors"
    );
    let many = refused(&"x,0,0,9,1,\n".repeat(9));
    assert!(
        many.contains("line 6, column job") && !many.contains("line 7") && many.ends_with("; and 4 more lines"),
        "{many}"
    );
}

#[test]
fn columns_are_found_by_name_and_lines_sorted_by_time() {
    let text =
        b"\xEF\xBB\xBF# where it is from\r\nbuild,END,start,submit, job,procs\r\nx,9,5,4,2,3\r\nx,2,1,0,-1,1\r\n";
    let trace = read(&text[..], &[Machine::mesh(&[2])]).unwrap();
    assert!(is_schedule(text) && !is_schedule(b"job,submit\n1,0\n") && !is_schedule(b""));
    assert_eq!((&trace.id[..], &trace.submit[..], &trace.held[..]), (&[-1, 2][..], &[0, 4][..], &[1, 3][..]));
    assert_eq!(
        (trace.origin(), &trace.extents[..], trace.is_placed()),
        (Some(ScheduleSource::FileAlone), &[3][..], false)
    );
    assert_eq!(trace.estimate, [-1, -1]);
}

/// A block that goes around fits only on a ring.
#[test]
fn the_machine_is_the_first_that_fits() {
    let text = format!("{NAMES}1,0,0,9,4,\"0,3+2x2\"\n");
    let machines: Vec<Machine> =
        ["mesh:4", "mesh:4x4", "torus:2x4", "torus:4x4"].iter().map(|text| text.parse().unwrap()).collect();
    let on = |machines: &[Machine]| {
        let trace = read(text.as_bytes(), machines).unwrap();
        (trace.machine().unwrap().to_string(), trace.origin().unwrap())
    };
    assert_eq!(on(&machines), ("torus:2x4".into(), ScheduleSource::File));
    assert_eq!(on(&machines[..2]), ("mesh:2x5".into(), ScheduleSource::FileAlone));
    assert_eq!(open(text.as_bytes(), "mesh:2x2,torus:4x4").unwrap().extents, [4, 4]);
}

/// An experiment with any queue order, on any machine, under any strategy.
fn links() -> impl Strategy<Value = String> {
    let sites = vec![
        ("mesh:4x4", "flat"),
        ("mesh:4x4", "mbs"),
        ("torus:4x4", "ff"),
        ("mixed:2rx4x2", "gabl"),
        ("torus:8x8", "random"),
        ("torus:4x4x4", "nep"),
    ];
    let policies = vec!["fcfs", "easy", "conservative", "sjf/easy"];
    let parts = (prop::sample::select(sites), prop::sample::select(policies), 1..40u32, 1..1000u32);
    parts.prop_map(|((machine, strategy), policy, jobs, seed)| {
        format!(
            "#v=1&jobs={jobs}&seed={seed}&machine={machine}&allocation={strategy}&scheduling={policy}&vary=none&rate=3"
        )
    })
}

proptest! {
    #![proptest_config(crate::cases::cases(48))]
    /// A written schedule reads back as the recorded run, except for what the table does not contain: estimates, and a
    /// queue order other than by arrival.
    #[test]
    fn a_written_schedule_reads_back_as_the_run(link in links()) {
        let experiment: Experiment = permalink::read(&link).0;
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let jobs = plan.jobs(0).unwrap();
        let mut schedule = Schedule::new(&jobs);
        plan.observe(0, &jobs, &mut schedule).unwrap();
        let recorded = crate::run::record(&plan, 0).unwrap();
        let table = schedule.csv(&plan.ids(0));
        let read = read(table.as_bytes(), &[plan.machine(0)]).unwrap();
        prop_assert_eq!(schedule::of_trace(&recorded), schedule::of_trace(&read));
        let mut expected = Trace {
            origin: vec![ScheduleSource::File as u32, 0],
            estimate: vec![-1; recorded.len()],
            effective: recorded.asked.clone(),
            ..recorded.clone()
        };
        if !recorded.rank.is_sorted() {
            let Trace { rank, settled, free, head, .. } = read.clone();
            expected = Trace { rank, settled, free, head, ..expected };
            for (at, &now) in read.settled.iter().enumerate() {
                prop_assert_eq!(read.free[at], recorded.settled_at(now).0);
            }
        }
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), lines in "([-0-9x+;,\"]{0,30}\n){0,6}") {
        let _ = read(&*bytes, &[]);
        let _ = read(format!("{NAMES}{lines}").as_bytes(), &[Machine::mesh(&[3, 3])]);
    }
}
