mod letter;

use super::availability::Availability;
use super::*;
use crate::torus_batch::binary::Binary;
use crate::torus_batch::{Job, rows};
use proptest::prelude::*;

fn batch(side: u32, jobs: &str) -> Batch {
    Batch::new(side, rows::read(jobs).unwrap()).unwrap()
}

/// The example of section 2.4.4.
const EXAMPLE: &str = "8:2,4:2,4:4,4:4,4:1,2:4";

/// The matrix as the paper prints it: (time, job), with (0,*) for a free subtorus; in 1000ths, with jobs from 1.
fn matrix(availability: &Availability, subtori: usize) -> Vec<String> {
    let entry = |row, column| {
        let (time, job) = availability.entry(row, column);
        let job = job.map_or("*".into(), |job| (job + 1).to_string());
        format!("({},{job})", Exact::new(time, 1))
    };
    (0..subtori).map(|row| (0..subtori).map(|column| entry(row, column)).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn the_worked_example_step_by_step() {
    let mut torus = Availability::new(EXACT_WORDS);
    let now = |torus: &Availability| Exact::new(torus.now().clone(), 1).to_string();
    assert_eq!(torus.place(1, 2), (0, 0), "J1");
    assert_eq!(matrix(&torus, 1), ["(2,1)"]);
    assert_eq!((torus.place(2, 2), now(&torus)), ((0, 0), "2".into()), "J2");
    assert_eq!(matrix(&torus, 2), ["(2,2) (0,*)", "(0,*) (0,*)"]);
    assert_eq!(torus.place(2, 4), (1, 1), "J3");
    assert_eq!(matrix(&torus, 2), ["(2,2) (0,*)", "(0,*) (4,3)"]);
    assert_eq!(torus.place(2, 4), (0, 1), "J4");
    assert_eq!(matrix(&torus, 2), ["(3,2) (7,4)", "(0,*) (6,3)"]);
    assert_eq!((torus.place(2, 1), now(&torus)), ((1, 0), "2".into()), "J5");
    assert_eq!(matrix(&torus, 2), ["(3.5,2) (7,4)", "(2,5) (6.5,3)"]);
    assert_eq!((torus.place(4, 4), now(&torus)), ((1, 0), "4".into()), "J6");
    let expected = [
        "(1.875,2) (5,4) (1.875,2) (5,4)",
        "(6.75,6) (5.5,3) (0,*) (5.5,3)",
        "(1.875,2) (5,4) (1.875,2) (5,4)",
        "(0,*) (5.5,3) (0,*) (5.5,3)",
    ];
    assert_eq!(matrix(&torus, 4), expected);
}

/// The two matrices that the paper prints between J5 and J6: expanded, and at the time when the next subtorus is free.
#[test]
fn the_worked_example_expands_before_time_passes() {
    let mut torus = Availability::new(EXACT_WORDS);
    for (subtori, ticks) in [(1, 2), (2, 2), (2, 4), (2, 4), (2, 1)] {
        torus.place(subtori, ticks);
    }
    torus.expand(4);
    let twice = |left: &str, right: &str| format!("{left} {right} {left} {right}");
    let [upper, lower] = [twice("(3.5,2)", "(7,4)"), twice("(2,5)", "(6.5,3)")];
    assert_eq!(matrix(&torus, 4), [upper.clone(), lower.clone(), upper, lower]);
    let free = torus.wait();
    let [upper, lower] = [twice("(1.5,2)", "(5,4)"), twice("(0,*)", "(4.5,3)")];
    assert_eq!(matrix(&torus, 4), [upper.clone(), lower.clone(), upper, lower]);
    assert_eq!(free, [4, 6, 12, 14], "(1, 0), (1, 2), (3, 0), (3, 2); the paper prints (2, 0) and (2, 2)");
    let (entry, load) = torus.least_loaded(&free, 4);
    assert_eq!((entry, Exact::new(load, 4).to_string()), (4, "2.75".into()));
}

#[test]
fn the_worked_example_as_a_schedule() {
    let schedule = schedule(&batch(8, EXAMPLE)).unwrap();
    let rows: Vec<String> = schedule
        .placements
        .iter()
        .map(|job| format!("{}-{} ({},{})", job.start, job.finish, job.row, job.column))
        .collect();
    // The paper's table has 8.5 for the third job, but its last matrix has it at 4 + 5.5.
    assert_eq!(rows, ["0-2 (0,0)", "2-5.875 (0,0)", "2-9.5 (1,1)", "2-9 (0,1)", "2-4 (1,0)", "4-10.75 (1,0)"]);
    assert_eq!(schedule.length.to_string(), "10.75");
    assert_eq!(schedule.length_without_contention.to_string(), "7", "J6 follows J5 at 3");
    assert_eq!(schedule.bounds.longest_job.to_string(), "4");
    assert_eq!(schedule.bounds.area.to_string(), "5", "(64 * 2 + 16 * 11 + 4 * 4) / 64");
    assert!(schedule.exact);
}

/// Figure 4: a large job loses a quarter of the time in which it meets a small one, and the small one loses two
/// quarters.
#[test]
fn a_small_job_is_slowed_down_more_than_a_large_one() {
    let mut torus = Availability::new(EXACT_WORDS);
    assert_eq!(torus.place(2, 8), (0, 0));
    torus.expand(4);
    torus.wait();
    let load = torus.least_loaded(&[1], 4).1;
    assert_eq!(Exact::new(load, 4).to_string(), "2");
    torus.slow_down_neighbours(1, 4);
    assert_eq!(Exact::new(torus.finishes()[0].clone(), 1).to_string(), "9");
}

#[test]
fn numbers_that_grow_too_long_are_cut_off_and_reported() {
    let jobs: Vec<String> = (0..300).map(|job| format!("1:{}", 3 + job * 7 % 11)).collect();
    let batch = batch(4, &jobs.join(","));
    let [exact, cut] = [EXACT_WORDS, 1].map(|words| schedule_within(&batch, words).unwrap());
    assert!(exact.exact && !cut.exact);
    assert!(exact.length.to_string().len() > 70, "{}", exact.length);
    assert!((exact.length.to_f64() - cut.length.to_f64()).abs() < 1e-12);
    assert_eq!(exact.length_without_contention, cut.length_without_contention);
}

/// Jobs on a torus of side 8, as (logarithm of the size, time), few enough for plain integers.
fn jobs() -> impl Strategy<Value = Vec<(u32, u64)>> {
    prop::collection::vec((0u32..4, 1u64..20), 1..14)
}

fn text(jobs: &[(u32, u64)]) -> String {
    jobs.iter().map(|(level, time)| format!("{}:{time}", 1 << level)).collect::<Vec<_>>().join(",")
}

proptest! {
    #[test]
    fn it_is_the_literal_algorithm_of_the_paper(mut jobs in jobs()) {
        jobs.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        let sorted: Vec<_> = jobs.iter().map(|&(level, time)| (1 << level, u128::from(time))).collect();
        let expected = letter::plan(8, &sorted);
        let schedule = schedule(&batch(8, &text(&jobs))).unwrap();
        let exact = |ticks: u128| {
            let halved = Binary::from(ticks).shifted_right(40, 8).0.shifted_right(40, 8).0;
            Exact::new(halved, 1)
        };
        for (job, (row, column, start, finish)) in schedule.placements.iter().zip(expected) {
            prop_assert_eq!((job.row as usize, job.column as usize), (row, column));
            prop_assert_eq!((&job.start, &job.finish), (&exact(start), &exact(finish)));
        }
    }

    #[test]
    fn schedules_are_valid(jobs in jobs()) {
        let schedule = schedule(&batch(8, &text(&jobs))).unwrap();
        prop_assert!(schedule.exact);
        let nodes = |job: usize| {
            let subtori = 8 >> jobs[job].0;
            let place = &schedule.placements[job];
            (0..64u32).filter(move |node| node / 8 % subtori == place.row && node % 8 % subtori == place.column)
        };
        for (k, job) in schedule.placements.iter().enumerate() {
            prop_assert_eq!(nodes(k).count(), 1 << (2 * jobs[k].0));
            let undisturbed = job.start.to_f64() + jobs[k].1 as f64;
            prop_assert!(job.finish.to_f64() >= undisturbed);
            prop_assert!(job.finish.to_f64() <= schedule.length.to_f64());
            for (other, before) in schedule.placements.iter().enumerate().take(k) {
                let apart = job.start.to_f64() >= before.finish.to_f64() || before.start.to_f64() >= job.finish.to_f64();
                prop_assert!(apart || nodes(k).all(|node| !nodes(other).any(|taken| taken == node)));
            }
        }
        let [length, free, longest, area] = [
            &schedule.length,
            &schedule.length_without_contention,
            &schedule.bounds.longest_job,
            &schedule.bounds.area,
        ].map(Exact::to_f64);
        prop_assert!(length >= free && free >= longest && free >= area);
    }

    /// Jobs of one size keep their order. The interleaving of sizes makes no difference, nor does the order of two
    /// equal jobs.
    #[test]
    fn only_the_order_within_a_size_matters(jobs in jobs(), swaps in prop::collection::vec(0usize..13, 0..40)) {
        let mut numbered: Vec<_> = jobs.iter().copied().enumerate().collect();
        for swap in swaps {
            if swap + 1 < numbered.len() && numbered[swap].1.0 != numbered[swap + 1].1.0 {
                numbered.swap(swap, swap + 1);
            }
        }
        let mixed: Vec<_> = numbered.iter().map(|(_, job)| *job).collect();
        let [given, other] = [&jobs, &mixed].map(|jobs| schedule(&batch(8, &text(jobs))).unwrap());
        for (position, (number, _)) in numbered.iter().enumerate() {
            prop_assert_eq!(&other.placements[position], &given.placements[*number]);
        }
        prop_assert_eq!(given.length, other.length);
    }

    /// Times in other units give the same schedule in those units.
    #[test]
    fn the_unit_of_time_does_not_matter(jobs in jobs()) {
        let thirds: Vec<Job> = jobs
            .iter()
            .map(|&(level, time)| Job { size: 1 << level, time: crate::torus_batch::Ratio::new(time, 3).unwrap() })
            .collect();
        let [whole, thirds] = [batch(8, &text(&jobs)), Batch::new(8, thirds).unwrap()].map(|batch| schedule(&batch).unwrap());
        for (whole, third) in whole.placements.iter().zip(&thirds.placements) {
            prop_assert_eq!((whole.row, whole.column), (third.row, third.column));
            prop_assert!((whole.finish.to_f64() / 3.0 - third.finish.to_f64()).abs() < 1e-9);
        }
    }
}
