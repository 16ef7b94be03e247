mod optimum;

use super::least_deadline::least_deadline;
use super::preemptive::{InfeasibleDeadline, Schedule, schedule};
use super::profile::{Profile, TimeSlack};
use super::*;
use crate::diagnostic::{Diagnostic, Explain};
use proptest::prelude::*;

fn batch(side: u32, jobs: &str) -> Batch {
    Batch::new(side, rows::read(jobs).unwrap()).unwrap()
}

fn plan(batch: &Batch, deadline: &str) -> Result<Schedule, Box<InfeasibleDeadline>> {
    schedule(batch, deadline.parse().unwrap()).unwrap()
}

fn pieces(schedule: &Schedule) -> Vec<String> {
    let piece = |piece: &preemptive::Piece| {
        let [first, last] = piece.interval;
        format!("J{} [{first},{last}] {}-{}", piece.job + 1, piece.from, piece.to)
    };
    schedule.pieces.iter().map(piece).collect()
}

/// The example of section 3.
const EXAMPLE: &str = "8:2,4:4,4:3,2:2,2:2.5";

/// In halves of the paper's unit. As printed up to J2; then [4,7] stays, and J4 and J5 go to intervals with less time
/// left.
#[test]
fn the_example_of_section_3_step_by_step() {
    let deadline = 8;
    let mut profile = Profile::new(16, TimeSlack { ticks: deadline, growth: 0 });
    let mut step = |size, ticks| {
        let pieces = profile.place(size, ticks).unwrap().into_iter().flatten().count();
        let profile = profile.intervals().map(|(interval, room)| {
            let finish = Exact::new((deadline - room.ticks).into(), 2);
            format!("([{},{}],{finish})", interval[0], interval[1])
        });
        (pieces, profile.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(step(8, 4), (1, "([0,7],2) ([8,15],0)".into()), "J1, step 2");
    assert_eq!(step(4, 8), (1, "([0,7],2) ([12,15],0)".into()), "J2, step 3");
    assert_eq!(step(4, 6), (2, "([4,7],2) ([12,15],1)".into()), "J3, step 4");
    assert_eq!(step(2, 4), (1, "([6,7],2) ([12,15],1)".into()), "J4, step 3");
    assert_eq!(step(2, 5), (2, "([12,13],1.5) ([14,15],1)".into()), "J5, step 4");
}

#[test]
fn the_example_of_section_3_as_a_schedule() {
    let example = batch(16, EXAMPLE);
    let schedule = plan(&example, "4").unwrap();
    let expected = [
        "J1 [0,7] 0-2",
        "J2 [8,11] 0-4",
        "J3 [12,15] 0-1",
        "J3 [0,3] 2-4",
        "J4 [4,5] 2-4",
        "J5 [12,13] 1-1.5",
        "J5 [6,7] 2-4",
    ];
    assert_eq!(pieces(&schedule), expected);
    assert_eq!((schedule.length.to_string(), schedule.preemptions()), ("4".into(), 2));
    let bounds = preemptive::bounds(&example).unwrap();
    assert_eq!([bounds.longest_job, bounds.area].map(|bound| bound.to_string()), ["4", "3.3125"], "(16+16+12+4+5)/16");
}

/// With the printed step 4, [4,7] would be lost after J3, and the fourth of these jobs would find no place.
#[test]
fn the_rest_of_an_interval_stays() {
    let schedule = plan(&batch(16, "8:2,4:4,4:3,4:2,4:3"), "4").unwrap();
    assert_eq!(schedule.pieces[4].interval, [4, 7]);
    assert_eq!(schedule.length.to_string(), "4");
}

#[test]
fn a_failure_names_the_first_job_and_its_shortfall() {
    let failure = plan(&batch(16, EXAMPLE), "3.9").unwrap_err();
    assert_eq!((failure.job, failure.shortfall.to_string(), failure.room.to_string()), (1, "0.1".into(), "3.9".into()));
    // Two of three equal jobs fill both halves. The third has no time left, or a part.
    let failure = plan(&batch(2, "1:2,1:2,1:1/3"), "2").unwrap_err();
    assert_eq!((failure.job, failure.shortfall.to_string(), failure.room.to_string()), (2, "1/3".into(), "0".into()));
    let failure = plan(&batch(2, "1:1,2:2"), "2").unwrap_err();
    assert_eq!(failure.job, 0, "the second job is the larger, and planned first");
    assert!(plan(&batch(2, "1:1,2:2"), "3").is_ok());
}

#[test]
fn the_least_deadline_of_the_examples() {
    for (side, jobs, expected) in [
        (16, EXAMPLE, "4"),
        // The whole torus for 2, then two halves for 2 + 4 + 4 + 1, and for 4 more, because half of one of them is
        // useless for the rest.
        (8, "8:2,4:2,4:4,4:4,4:1,2:4", "9.5"),
        // One job is as long as all before it: the area is 4.25 and the longest job 4, but one must follow the other.
        (4, "4:3,1:4", "7"),
        // McNaughton's rule: 7 units of work on four columns, none longer than 2.
        (4, "1:2,1:2,1:2,1:1", "2"),
        (4, "1:2,1:2,1:2,1:2,1:1", "2.25"),
        // After the wide job, the work of three columns goes next to a long job.
        (4, "2:1/3,1:1/7", "1/3"),
        (2, "2:1/3,1:1/7,1:1/7,1:1/5", "121/210"),
    ] {
        let least = least_deadline(&batch(side, jobs)).unwrap();
        assert_eq!(least.schedule.length.to_string(), expected, "{jobs}");
        assert_eq!(least.schedule.deadline, least.schedule.length);
    }
}

/// Whether a schedule is valid: every job is served in full, never by two blocks at a time, and never late.
fn check(batch: &Batch, schedule: &Schedule) -> Result<(), TestCaseError> {
    let unit = 720_720u64; // a multiple of every denominator here
    let ticks = |time: &Exact| {
        let ratio = (time.to_string() != "0").then(|| time.to_string().parse::<Ratio>().unwrap());
        ratio.map_or(0, |ratio| {
            assert_eq!(unit % ratio.denominator(), 0, "{time}");
            ratio.ticks(unit)
        })
    };
    let pieces: Vec<_> = schedule.pieces.iter().map(|piece| (piece, ticks(&piece.from), ticks(&piece.to))).collect();
    for (job, wanted) in batch.jobs().iter().enumerate() {
        let own = pieces.iter().filter(|(piece, ..)| piece.job == job);
        prop_assert_eq!(own.map(|(_, from, to)| to - from).sum::<u128>(), wanted.time.ticks(unit));
    }
    for (k, (piece, from, to)) in pieces.iter().enumerate() {
        let [first, last] = piece.interval;
        prop_assert!(from < to && *to <= ticks(&schedule.deadline) && last < batch.side());
        prop_assert_eq!(last - first + 1, batch.jobs()[piece.job].size);
        prop_assert_eq!(first % batch.jobs()[piece.job].size, 0, "a p-interval that a halving of the torus gives");
        for (other, other_from, other_to) in &pieces[..k] {
            let meet = from < other_to && other_from < to;
            let apart = other.interval[1] < first || last < other.interval[0];
            prop_assert!(!meet || apart && other.job != piece.job, "{:?} {:?}", other, piece);
        }
    }
    prop_assert!(schedule.preemptions() < batch.jobs().len());
    prop_assert_eq!(schedule.pieces.len(), batch.jobs().len() + schedule.preemptions());
    prop_assert_eq!(pieces.iter().map(|(.., to)| *to).max(), Some(ticks(&schedule.length)));
    Ok(())
}

fn jobs(most: usize) -> impl Strategy<Value = Vec<(u32, u64)>> {
    prop::collection::vec((0u32..4, 1u64..20), 1..most)
}

fn batch_of(jobs: &[(u32, u64)]) -> Batch {
    let job = |&(level, time): &(u32, u64)| Job { size: 1 << level, time: Ratio::new(time, 1).unwrap() };
    Batch::new(8, jobs.iter().map(job).collect()).unwrap()
}

/// This deadline, later or earlier by a millionth of its denominator's share.
fn nudged(deadline: Ratio, later: bool) -> Ratio {
    let numerator = deadline.ticks(deadline.denominator()) as u64 * 1_000_000;
    Ratio::new(if later { numerator + 1 } else { numerator - 1 }, deadline.denominator() * 1_000_000).unwrap()
}

proptest! {
    #[test]
    fn the_least_deadline_is_met_and_nothing_less(jobs in jobs(40)) {
        let batch = batch_of(&jobs);
        let least = least_deadline(&batch).unwrap();
        check(&batch, &least.schedule)?;
        prop_assert!(least.moves <= 16, "{} moves", least.moves);
        let deadline: Ratio = least.schedule.length.to_string().parse().unwrap();
        prop_assert_eq!(&schedule(&batch, deadline).unwrap().unwrap().pieces.len(), &least.schedule.pieces.len());
        prop_assert!(schedule(&batch, nudged(deadline, true)).unwrap().is_ok());
        let failure = schedule(&batch, nudged(deadline, false)).unwrap().unwrap_err();
        prop_assert!(failure.shortfall.to_f64() > 0.0);
        let [longest, area] = [&least.bounds.longest_job, &least.bounds.area].map(Exact::to_f64);
        prop_assert!(longest.max(area) <= least.schedule.length.to_f64());
    }

    #[test]
    fn later_deadlines_are_met_and_earlier_ones_are_not(jobs in jobs(12), deadline in 1u64..200) {
        let batch = batch_of(&jobs);
        let least: Ratio = least_deadline(&batch).unwrap().schedule.length.to_string().parse().unwrap();
        let given = Ratio::new(deadline, 4).unwrap();
        let is_late = u128::from(deadline) * u128::from(least.denominator()) >= 4 * least.ticks(least.denominator());
        match schedule(&batch, given).unwrap() {
            Ok(schedule) => {
                prop_assert!(is_late);
                check(&batch, &schedule)?;
            }
            Err(failure) => {
                prop_assert!(!is_late);
                let needed = failure.room.to_f64() + failure.shortfall.to_f64();
                prop_assert_eq!(needed, jobs[failure.job].1 as f64);
            }
        }
    }

    #[test]
    fn the_least_deadline_is_the_optimum_of_all_schedules(jobs in jobs(6)) {
        let least = least_deadline(&batch_of(&jobs)).unwrap();
        let (numerator, denominator) = optimum::of(8, &jobs);
        let optimum = Exact::new((numerator as u128).into(), denominator as u64);
        prop_assert_eq!(least.schedule.length.to_string(), optimum.to_string());
    }
}

#[test]
fn batches_that_cannot_be_planned_are_refused() {
    let refuse = |side, jobs: &str| {
        let batch = Batch::new(side, rows::read(jobs).unwrap());
        Diagnostic::of(&batch.and_then(|batch| contention::schedule(&batch)).unwrap_err()).to_string()
    };
    for (side, jobs, complaint) in [
        (6, "2:1", "side: a torus of side 6 cannot be halved"),
        (0, "2:1", "side: a torus of side 0"),
        (2048, "2:1", "expected a power of two from 1 to 1024"),
        (8, "", "jobs: there are none"),
        (
            8,
            "8:1,3:1",
            "jobs: job 2, '3:1': its size does not suit a torus of side 8 (expected a power of two from 1 to 8)",
        ),
        (8, "8:1,16:1/3", "jobs: job 2, '16:1/3': its size"),
        (
            8,
            "1:1/999999999999989,1:1,1:1/99999989",
            "job 3, '1:1/99999989': with this one, the times' common denominator",
        ),
        (8, &["1:0.000000000000001", &["1:1000000000000000"; 2].join(",")].join(","), "too long, or too different"),
    ] {
        let message = refuse(side, jobs);
        assert!(message.contains(complaint), "{message}");
    }
    let deadline = schedule(&batch(8, "1:1/999999999999989"), "1/7".parse().unwrap()).unwrap_err();
    assert_eq!(deadline, BatchError::DeadlineTooFine);
    assert_eq!(deadline.place(), "deadline");
}

/// The largest accepted numbers, on the largest torus.
#[test]
fn the_largest_numbers_fit() {
    let jobs = "1024:1000000000000000,1:1000000000000000,512:0.00000000000001,2:999999999999999,1:0.00000000000003";
    let batch = batch(1024, jobs);
    let contention = contention::schedule(&batch).unwrap();
    assert!(contention.exact && contention.length.to_f64() > 1.99e15, "{}", contention.length);
    let least = least_deadline(&batch).unwrap();
    assert_eq!(least.schedule.length.to_string(), "2000000000000000");
    assert!(plan(&batch, "1000000000000000").is_err());
}
