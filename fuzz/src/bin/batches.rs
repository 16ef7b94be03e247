//! Batches on a torus: whatever the jobs, there is an answer or a refusal, and it can be printed. For small batches the
//! answer is the paper's to the letter, and no schedule is shorter.
#![no_main]

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use std::cmp::{Ordering, Reverse};
use subtorus::report::batch::PlannedBatch;
use subtorus::torus_batch::experiment::{BatchAnswer, BatchExperiment, Problem};
use subtorus::torus_batch::preemptive::Schedule;
use subtorus::torus_batch::{Exact, Job, Ratio, contention};
use subtorus::view::SimulatedTime;
use subtorus_fuzz::fraction::{Fraction, compare, difference, fraction, sum};
use subtorus_fuzz::{letter, optimum};

/// A batch with small whole numbers, or with any.
#[derive(Debug)]
struct Batch {
    experiment: BatchExperiment,
    /// (logarithm of the size, time), where both are small.
    plain: Option<Vec<(u32, u64)>>,
}

impl<'a> Arbitrary<'a> for Batch {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<Batch> {
        let problem = *source.choose(Problem::ALL)?;
        let is_plain: bool = source.arbitrary()?;
        let level = if is_plain { 3 } else { source.int_in_range(0..=10u32)? };
        let (mut jobs, mut plain) = (Vec::new(), Vec::new());
        let time = |source: &mut Unstructured| -> arbitrary::Result<Ratio> {
            let [numerator, denominator]: [u64; 2] = if is_plain {
                [source.int_in_range(1..=19)?, 1]
            } else {
                [source.arbitrary()?, *source.choose(&[1, 2, 3, 7, 1000, 65536, 999_999_999_999_989])?]
            };
            Ok(Ratio::new(numerator, denominator).unwrap_or_else(|| Ratio::new(1, 3).expect("a third")))
        };
        let deadline = source.arbitrary::<bool>()?.then(|| time(source)).transpose()?;
        // The smaller the jobs, the longer it takes to find a place for each.
        let most = if is_plain { 13 } else { 60 };
        while !source.is_empty() && jobs.len() < most {
            let size = source.int_in_range(level.saturating_sub(5)..=level)?;
            let time = time(source)?;
            jobs.push(Job { size: 1 << size, time });
            plain.push((size, time.to_string().parse().unwrap_or(0)));
        }
        let experiment = BatchExperiment { problem, side: 1 << level, jobs, deadline };
        Ok(Batch { experiment, plain: is_plain.then_some(plain) })
    }
}

fuzz_target!(|batch: Batch| {
    let Batch { experiment, plain } = batch;
    if let Ok(planned) = PlannedBatch::new(&experiment) {
        assert!(
            !planned.sentence.is_empty()
                && (planned.busiest.is_empty() || planned.busiest.parse::<SimulatedTime>().is_ok())
        );
        assert!(planned.trace().is_none_or(|trace| trace.check().is_ok()));
    }
    match experiment.answer() {
        Ok(BatchAnswer::Contention(schedule)) => {
            plain.iter().for_each(|jobs| check_contention(jobs, &schedule));
        }
        Ok(BatchAnswer::Met(bounds, schedule)) => {
            assert!(bounds.area.to_f64() <= schedule.deadline.to_f64() * (1.0 + 1e-12));
            if let Some(jobs) = plain {
                check_pieces(&experiment, &schedule).expect("small numbers");
                check_least(experiment.problem, &jobs, &schedule);
            }
        }
        Ok(BatchAnswer::Missed(_, failure)) => {
            assert!(failure.job < experiment.jobs.len() && failure.shortfall.to_f64() > 0.0);
            plain.iter().for_each(|jobs| check_missed(jobs, &failure.deadline));
        }
        Err(_) => {}
    }
});

/// The algorithm of the paper, to the letter.
fn check_contention(jobs: &[(u32, u64)], schedule: &contention::Schedule) {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&job| Reverse(jobs[job].0));
    let sorted: Vec<_> = order.iter().map(|&job| (1 << jobs[job].0, u128::from(jobs[job].1))).collect();
    for (&job, (row, column, start, finish)) in order.iter().zip(letter::plan(8, &sorted)) {
        let placement = &schedule.placements[job];
        assert_eq!((placement.row as usize, placement.column as usize), (row, column), "job {job}");
        for (found, expected) in [(&placement.start, start), (&placement.finish, finish)] {
            let expected = expected as f64 / letter::UNIT as f64;
            assert!((found.to_f64() - expected).abs() <= 1e-12 * expected, "job {job}: {found}, not {expected}");
        }
    }
}

/// Every job is served in full, by one block at a time, none by a block that another has, none late. `None` if numbers
/// are too long to check.
fn check_pieces(batch: &BatchExperiment, schedule: &Schedule) -> Option<()> {
    let deadline = fraction(&schedule.deadline)?;
    let mut served: Vec<Fraction> = vec![(0, 1); batch.jobs.len()];
    let mut earlier: Vec<(usize, [u32; 2], Fraction, Fraction)> = Vec::new();
    for piece in &schedule.pieces {
        let (from, to) = (fraction(&piece.from)?, fraction(&piece.to)?);
        assert_eq!(compare(from, to)?, Ordering::Less, "{piece:?}");
        assert_ne!(compare(to, deadline)?, Ordering::Greater, "{piece:?} is late");
        let [first, last] = piece.interval;
        assert!(last < batch.side && last - first + 1 == batch.jobs[piece.job].size, "{piece:?}");
        for (job, [other_first, other_last], other_from, other_to) in &earlier {
            let meet = compare(from, *other_to)? == Ordering::Less && compare(*other_from, to)? == Ordering::Less;
            let apart = *other_last < first || last < *other_first;
            assert!(!meet || apart && *job != piece.job, "{piece:?} meets another");
        }
        served[piece.job] = sum(served[piece.job], difference(to, from)?)?;
        earlier.push((piece.job, piece.interval, from, to));
    }
    for (job, served) in batch.jobs.iter().zip(served) {
        assert_eq!(compare(served, fraction(&Exact::from(job.time))?)?, Ordering::Equal, "{job} is served in full");
    }
    assert!(schedule.preemptions() < batch.jobs.len());
    Some(())
}

/// The most jobs of which every schedule can be tried.
const FEW: usize = 5;

/// No schedule is shorter than the least, by brute force.
fn check_least(problem: Problem, jobs: &[(u32, u64)], schedule: &Schedule) {
    if jobs.len() <= FEW {
        let (numerator, denominator) = optimum::of(8, jobs);
        let optimum = (numerator as u128, denominator as u128);
        let found = compare(fraction(&schedule.deadline).expect("small numbers"), optimum).expect("small numbers");
        let expected = if problem == Problem::LeastDeadline { found == Ordering::Equal } else { found.is_ge() };
        assert!(expected, "{} where {optimum:?} is possible", schedule.deadline);
    }
}

/// What is missed cannot be met.
fn check_missed(jobs: &[(u32, u64)], deadline: &Exact) {
    if jobs.len() <= FEW {
        let (numerator, denominator) = optimum::of(8, jobs);
        let optimum = (numerator as u128, denominator as u128);
        let found = compare(fraction(deadline).expect("small numbers"), optimum).expect("small numbers");
        assert_eq!(found, Ordering::Less, "{deadline} is enough: {optimum:?}");
    }
}
