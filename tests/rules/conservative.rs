//! `conservative` compared with the plain rule of docs/semantics.md 5, and its reservations by count with those by replay.

use crate::drawn;
use crate::plain;

use drawn::{Reasons, allocator, instance, instance_of, orders_that_stay, run, starts};
use proptest::prelude::*;
use subtorus::allocation::{Allocation, Allocator, strategies::flat::Flat};
use subtorus::machine::Machine;
use subtorus::scheduling::orders::Key;
use subtorus::scheduling::{BlockedHead, Order, Scheduling, State};
use subtorus::simulation::{EndQueue, Recorder, RunFailure, Service, simulate_service};
use subtorus::time::Time;
use subtorus::workload::{Job, Jobs, Request};

/// Flat, but it does not say that a count is enough, so `conservative` must replay its timeline.
#[derive(Clone)]
struct ReplayedFlat(Flat);

impl Allocator for ReplayedFlat {
    fn free_processors(&self) -> u32 {
        Allocator::free_processors(&self.0)
    }
    fn fits(&self, request: &Request) -> bool {
        Allocator::fits(&self.0, request)
    }
    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        Allocator::allocate(&mut self.0, request)
    }
    fn release(&mut self, allocation: &Allocation) {
        Allocator::release(&mut self.0, allocation)
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(1500))]

    /// If a count is enough: when after some pass no job arrives and all jobs take as long as estimated, jobs start at
    /// their reservations. An earlier start is possible if a job has ended early before.
    #[test]
    fn reservations_are_kept_if_nothing_changes(
        (exact, (machine, mut jobs, _)) in any::<bool>().prop_flat_map(|exact| (Just(exact), instance(exact))),
        order in orders_that_stay(), moment in any::<prop::sample::Index>(),
    ) {
        let scheduling = Scheduling::new(order, BlockedHead::Conservative);
        let flat = || Box::new(Flat::new(&machine));
        // A job of no runtime gets a microsecond, so that the state changes.
        let longer = |job: Job| Job { runtime: job.runtime.max(1), estimate: job.estimate.max(1), ..job };
        jobs.jobs = jobs.jobs.iter().map(longer).collect();
        let (starts, Reasons(reasons)) = run(&jobs, &machine, flat(), scheduling);
        prop_assume!(!reasons.is_empty());
        let now = reasons[moment.index(reasons.len())].0;
        let mut then = jobs.clone();
        let come = jobs.jobs.iter().zip(&starts).filter(|(job, _)| job.submit <= now);
        let unfinished = |job: Job, start: Time| start + job.runtime > now;
        let as_known = |(job, start): (Job, &Time)| if unfinished(job, *start) { Job { runtime: job.estimate, ..job } } else { job };
        then.jobs = come.map(as_known).collect();
        let Key::Fixed(key) = order.key() else { unreachable!("it stays") };
        prop_assume!((0..then.jobs.len()).all(|job| key(&then, job) == key(&jobs, job)), "the order is the same");
        let kept = self::starts(&then, &machine, flat(), scheduling);
        for (_, job, reason) in reasons.iter().filter(|entry| entry.0 == now) {
            let start = reason.promised().expect("every job has a reservation");
            prop_assert!(kept[*job] == start || !exact && kept[*job] < start, "{} at {}, not {}", job, kept[*job], start);
        }
    }

    #[test]
    fn counting_and_replaying_agree_on_conservative((machine, jobs, _) in any::<bool>().prop_flat_map(instance), order in orders_that_stay()) {
        let scheduling = Scheduling::new(order, BlockedHead::Conservative);
        let counted = starts(&jobs, &machine, Box::new(Flat::new(&machine)), scheduling);
        let replayed = starts(&jobs, &machine, Box::new(ReplayedFlat(Flat::new(&machine))), scheduling);
        prop_assert_eq!(counted, replayed);
    }
}

/// Jobs run for their runtimes, whatever their estimates.
#[derive(Default)]
pub struct Outrunning(EndQueue);

impl Service for Outrunning {
    const OUTRUNS_ESTIMATES: bool = true;

    fn begin(&mut self, job: usize, now: Time, state: &State) {
        self.0.insert(job, now + state.jobs.jobs.runtime.at(job));
    }
    fn next_end(&mut self, until: Time, _: &mut State) -> Result<Option<Time>, RunFailure> {
        Ok(self.0.next().filter(|end| *end <= until))
    }
    fn end(&mut self, now: Time, ended: &mut Vec<usize>) {
        self.0.take(now, ended);
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    /// Almost all jobs wait for almost all others. There are many distant reservations, and estimates are exact, or a
    /// little or far too long.
    #[test]
    fn a_long_queue_of_all_kinds_under_conservative_follows_the_plain_rule(
        (exact, (machine, mut jobs, name)) in any::<bool>().prop_flat_map(|exact| (Just(exact), instance(exact))),
        order in orders_that_stay(), hurry in 1i64..16, excess in 0i64..4,
    ) {
        let changed = |job: Job| {
            let estimate = if exact { job.estimate } else { job.estimate + excess * job.runtime };
            Job { submit: job.submit / hurry, estimate, ..job }
        };
        jobs.jobs = jobs.jobs.iter().map(changed).collect();
        let scheduling = Scheduling::new(order, BlockedHead::Conservative);
        let (found, reasons) = run(&jobs, &machine, allocator(name, &machine), scheduling);
        let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(found, plain.starts, "{} on {} with {}", scheduling, machine, name);
        prop_assert_eq!(reasons.0, plain.held_back, "{} on {} with {}", scheduling, machine, name);
    }

    #[test]
    fn outrun_estimates_under_conservative_follow_the_plain_rule(
        (machine, mut jobs, name) in instance(false), order in orders_that_stay(), hurry in 1i64..8,
    ) {
        let changed = |(place, job): (usize, Job)| {
            // Every other job takes longer than estimated.
            let estimate = if place % 2 == 0 { job.runtime / 2 } else { job.estimate };
            Job { submit: job.submit / hurry, estimate, ..job }
        };
        jobs.jobs = jobs.jobs.iter().enumerate().map(changed).collect();
        let scheduling = Scheduling::new(order, BlockedHead::Conservative);
        let mut recorder = Recorder::new(&jobs, &machine);
        simulate_service(&jobs, allocator(name, &machine), scheduling, &mut Outrunning::default(), &mut recorder).unwrap();
        let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(recorder.times.start, plain.starts, "{} on {} with {}", scheduling, machine, name);
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(80))]

    /// The queue is long enough for stored copies of the machine, and replays end at one of them.
    #[test]
    fn a_long_queue_under_conservative_follows_the_plain_rule(
        (exact, (machine, mut jobs, name)) in any::<bool>().prop_flat_map(|exact| {
            (Just(exact), instance_of(exact, 50..90, |name| ["ep", "nep", "tff", "bl", "fs"].contains(&name)))
        }),
        order in orders_that_stay(), hurry in 1i64..8, seldom in 1usize..20,
    ) {
        let changed = |(place, job): (usize, Job)| {
            let is_exact = exact || place % seldom != 0;
            Job { submit: job.submit / hurry, estimate: if is_exact { job.runtime } else { job.estimate }, ..job }
        };
        jobs.jobs = jobs.jobs.iter().enumerate().map(changed).collect();
        follows_the_plain_rule((machine, jobs, name), order)?;
    }
}

/// Many jobs, most of which end long before their estimates, so some reservations become invalid. Results about earlier
/// starts are reused in later passes while they hold.
fn long_estimates(names: &'static [&str]) -> impl Strategy<Value = (Machine, Jobs, &'static str)> {
    let instances = instance_of(false, 60..100, |name| names.contains(&name));
    (instances, 1i64..8, 2i64..9, 2i64..12).prop_map(|((machine, mut jobs, name), hurry, lengths, excesses)| {
        let changed = |(place, job): (i64, Job)| {
            let runtime = job.runtime * (1 + place * 5 % lengths * 7);
            Job { submit: job.submit / hurry, runtime, estimate: runtime * (1 + place * 13 % excesses), ..job }
        };
        jobs.jobs = (0i64..).zip(jobs.jobs.iter()).map(changed).collect();
        (machine, jobs, name)
    })
}

fn follows_the_plain_rule((machine, jobs, name): (Machine, Jobs, &str), order: Order) -> Result<(), TestCaseError> {
    let scheduling = Scheduling::new(order, BlockedHead::Conservative);
    let found = starts(&jobs, &machine, allocator(name, &machine), scheduling);
    let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
    prop_assert_eq!(found, plain.starts, "{} on {} with {}", scheduling, machine, name);
    Ok(())
}

// Two tests, because they take longest of all: they run beside each other.
proptest! {
    #![proptest_config(crate::cases::cases(12))]

    #[test]
    fn long_estimates_in_partitions_under_conservative_follow_the_plain_rule(
        instance in long_estimates(&["ep", "nep"]), order in orders_that_stay(),
    ) {
        follows_the_plain_rule(instance, order)?;
    }

    #[test]
    fn long_estimates_in_boxes_under_conservative_follow_the_plain_rule(
        instance in long_estimates(&["tff", "anca"]), order in orders_that_stay(),
    ) {
        follows_the_plain_rule(instance, order)?;
    }
}

/// Reservations by counts of processors, from the plain rule on an array of free processors: the start of each job, in
/// order of arrival. There are few distinct times.
fn counted_plainly(jobs: &[(Job, u32)], processors: u32) -> Vec<Time> {
    let horizon = jobs.iter().map(|(job, _)| job.submit + job.estimate).sum::<Time>() as usize + 1;
    let mut free = vec![processors; horizon];
    let mut starts = vec![Time::MAX; jobs.len()];
    let hold = |free: &mut [u32], from: Time, duration: Time, sign: i32, size: u32| {
        let steps = &mut free[from as usize..(from + duration) as usize];
        steps.iter_mut().for_each(|free| *free = free.checked_add_signed(sign * size as i32).expect("none below 0"));
    };
    let earliest = |free: &[u32], now: Time, job: &(Job, u32)| {
        let fits = |start: &Time| free[*start as usize..][..job.0.estimate as usize].iter().all(|free| *free >= job.1);
        (now..).find(fits).expect("all is free at the end")
    };
    for now in 0..horizon as Time {
        let ended: Vec<usize> =
            (0..jobs.len()).filter(|&job| starts[job].saturating_add(jobs[job].0.runtime) == now).collect();
        for &job in &ended {
            let early = jobs[job].0.estimate - jobs[job].0.runtime;
            hold(&mut free, now, early, 1, jobs[job].1);
        }
        let waits = |job: &usize, starts: &[Time]| jobs[*job].0.submit < now && starts[*job] >= now;
        for job in (0..jobs.len()).filter(|_| !ended.is_empty()) {
            if waits(&job, &starts) {
                hold(&mut free, starts[job], jobs[job].0.estimate, 1, jobs[job].1);
                starts[job] = earliest(&free, now, &jobs[job]);
                hold(&mut free, starts[job], jobs[job].0.estimate, -1, jobs[job].1);
            }
        }
        for job in (0..jobs.len()).filter(|&job| jobs[job].0.submit == now) {
            starts[job] = earliest(&free, now, &jobs[job]);
            hold(&mut free, starts[job], jobs[job].0.estimate, -1, jobs[job].1);
        }
    }
    starts
}

proptest! {
    #![proptest_config(crate::cases::cases(60))]

    /// Long queues of jobs with many widths and lengths; most of them end long before their estimates.
    #[test]
    fn saturated_reservations_are_counted_by_the_plain_rule(
        drawn in prop::collection::vec((0i64..6, 1i64..30, 0i64..40, 1u32..=24), 1..150), wide in 1u32..5,
    ) {
        let machine = Machine::torus(&[6, 4]);
        let (mut jobs, mut submit) = (Jobs::default(), 0);
        for (pause, runtime, excess, size) in drawn {
            submit += pause;
            // Narrow jobs are common, and wide ones make gaps between them.
            let size = if size % wide == 0 { size } else { 1 + size % 5 };
            jobs.requests.push(Request::processors(size));
            jobs.jobs.push(Job { submit, runtime, estimate: runtime + excess, request: jobs.jobs.len() as u32 });
        }
        let sizes = jobs.requests.iter().map(|request| request.processors);
        let plain: Vec<(Job, u32)> = jobs.jobs.iter().zip(sizes).collect();
        let scheduling = Scheduling::new(Order::Fcfs, BlockedHead::Conservative);
        let found = starts(&jobs, &machine, Box::new(Flat::new(&machine)), scheduling);
        prop_assert_eq!(found, counted_plainly(&plain, 24));
    }
}
