//! The scheduler compared with the plain rules of docs/semantics.md 4 and 5, and properties of every schedule.

use crate::conservative::Outrunning;
use crate::drawn;
use crate::plain;

use drawn::{Reasons, allocator, bounded, bounded_policies, instance, orders, policies, run, starts};
use proptest::prelude::*;
use subtorus::allocation::{Allocation, strategies::flat::Flat};
use subtorus::machine::{Coordinates, Machine};
use subtorus::scheduling::{BlockedHead, Event, Observer, Order, Scheduling};
use subtorus::simulation::{Recorder, RunFailure, simulate, simulate_service};
use subtorus::time::Time;
use subtorus::workload::{Job, Jobs, Request};

proptest! {
    #![proptest_config(crate::cases::cases(1500))]

    #[test]
    fn every_policy_follows_the_plain_rule(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in policies(),
    ) {
        let found = starts(&jobs, &machine, allocator(name, &machine), scheduling);
        let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(found, plain.starts, "{} on {} with {}", scheduling, machine, name);
    }

    #[test]
    fn bounded_backfilling_follows_the_plain_rule(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in bounded_policies(),
    ) {
        let (found, reasons) = run(&jobs, &machine, allocator(name, &machine), scheduling);
        let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(&found, &plain.starts, "{} on {} with {}", scheduling, machine, name);
        prop_assert_eq!(reasons.0, plain.held_back, "{} on {} with {}", scheduling, machine, name);
        prop_assert_eq!(found, starts(&jobs, &machine, allocator(name, &machine), scheduling), "without reasons");
    }

    #[test]
    fn a_depth_of_the_longest_queue_has_no_effect(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in bounded_policies(),
    ) {
        let all = scheduling.without_depth();
        let (expected, Reasons(reasons)) = run(&jobs, &machine, allocator(name, &machine), all);
        let stands = |job: usize, now: Time| jobs.jobs.submit.at(job) <= now && expected[job] >= now;
        let stood = |now: Time| (0..jobs.jobs.len()).filter(|&job| stands(job, now)).count();
        let longest = reasons.iter().map(|entry| stood(entry.0)).max().unwrap_or(0).max(1);
        let enough = bounded(all, Some(longest as u32));
        prop_assert_eq!(expected, starts(&jobs, &machine, allocator(name, &machine), enough));
    }

    /// No two running jobs share a processor, free + busy = N at every instant, and every job runs exactly once and not
    /// before it arrives. At the end the machine is as before.
    #[test]
    fn schedules_are_sound((machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in policies()) {
        let mut watch = Watch::new(&machine, &jobs);
        let spy = plain::Spy::new(allocator(name, &machine), name, &jobs);
        let complaints = spy.complaints.clone();
        simulate(&jobs, Box::new(spy), scheduling, &mut watch).unwrap();
        prop_assert!(watch.started.iter().all(|&count| count == 1), "every job runs exactly once");
        prop_assert!(complaints.borrow().is_empty(), "{:?}", complaints);
        prop_assert_eq!(watch.overlap, None);
    }

    #[test]
    fn first_come_first_served_starts_in_order_of_arrival((machine, jobs, name) in instance(true)) {
        let starts = starts(&jobs, &machine, allocator(name, &machine), "fcfs".parse().unwrap());
        prop_assert!(starts.is_sorted());
    }

    /// With exact estimates, a job that was blocked at the head never starts after its first shadow time.
    #[test]
    fn the_reserved_head_never_starts_late((machine, jobs, name) in instance(true), order in orders()) {
        let scheduling = Scheduling::new(order, BlockedHead::Easy);
        let plain::Outcome { starts, shadows, .. } = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(&starts, &self::starts(&jobs, &machine, allocator(name, &machine), scheduling));
        // The first reservation is a bound only if no later arrival can become the head.
        if order == Order::Fcfs {
            for (job, shadow) in shadows {
                prop_assert!(starts[job] <= shadow, "job {} starts at {}, reserved {}", job, starts[job], shadow);
            }
        }
    }
}

/// An observer of which job holds which node.
struct Watch<'a> {
    machine: &'a Machine,
    jobs: &'a Jobs,
    started: Vec<u32>,
    held: Vec<(Time, Time, Allocation)>,
    overlap: Option<usize>,
}

impl<'a> Watch<'a> {
    fn new(machine: &'a Machine, jobs: &'a Jobs) -> Watch<'a> {
        Watch { machine, jobs, started: vec![0; jobs.jobs.len()], held: Vec::new(), overlap: None }
    }
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: Event) {
        let Event::Started { job, now, allocation } = event else { return };
        self.started[job] += 1;
        let Job { submit, runtime, .. } = self.jobs.jobs.at(job);
        self.held.retain(|(_, end, _)| *end > now);
        let nodes = |allocation: &Allocation| -> Vec<u32> {
            allocation.blocks.iter().flat_map(|block| block.nodes(self.machine)).collect()
        };
        let taken = nodes(allocation);
        let share = |other: &Allocation| nodes(other).iter().any(|node| taken.contains(node));
        let busy: u32 = self.held.iter().map(|(_, _, other)| other.processors).sum();
        let overfull = busy + allocation.processors > self.machine.node_count();
        if now < submit || overfull || self.held.iter().any(|(_, _, other)| share(other)) {
            self.overlap = Some(job);
        }
        if runtime > 0 {
            self.held.push((now, now + runtime, allocation.clone()));
        }
    }
}

#[test]
fn a_job_that_never_fits_is_an_error_and_does_not_wait() {
    let machine = Machine::mesh(&[4]);
    let job = Job { submit: 0, runtime: 1, estimate: 1, request: 0 };
    for head in ["fcfs", "oo", "easy", "conservative"] {
        let jobs = Jobs { jobs: vec![job].into(), requests: vec![Request::processors(5)], ..Jobs::default() };
        let mut recorder = Recorder::new(&jobs, &machine);
        let outcome = simulate(&jobs, Box::new(Flat::new(&machine)), head.parse().unwrap(), &mut recorder);
        assert_eq!(outcome, Err(RunFailure::NeverPlaced(0)));
    }
}

/// Pages have 16 and 8 nodes. The job that starts at 9 is estimated to end at 10 and ends at 11. If the fourth job
/// started at 10, the large page would be free again too early, and a small job would take it although the small page
/// is enough. At 11 it may start.
#[test]
fn a_late_end_lets_other_jobs_try_to_start() {
    let machine = Machine::torus(&[6, 4]);
    let job = |runtime, estimate, request| Job { submit: 0, runtime, estimate, request };
    let mut jobs = vec![job(5, 2, 0), job(0, 0, 1), job(0, 0, 2), job(3, 8, 2), job(2, 1, 3)];
    jobs.extend([job(5, 6, 2), job(7, 3, 2), job(5, 5, 2), job(8, 4, 1)]);
    let jobs =
        Jobs { jobs: jobs.into(), requests: [9, 12, 2, 18].map(Request::processors).to_vec(), ..Jobs::default() };
    let mut recorder = Recorder::new(&jobs, &machine);
    let scheduling = "sjf/conservative".parse().unwrap();
    let paging = allocator("paging(2)", &machine);
    simulate_service(&jobs, paging.fork(), scheduling, &mut Outrunning::default(), &mut recorder).unwrap();
    assert_eq!(recorder.times.start, [0, 5, 2, 11, 9, 11, 2, 14, 19]);
    assert_eq!(plain::run(&jobs, paging, scheduling).starts, recorder.times.start);
}

/// If frames begin at the first free node, a job may find a place although a job ahead of it finds none. At 10 the
/// nodes 0, 3 and 4 become free, the last earlier than estimated. The first waiting job finds no two of them, because
/// its frames begin at 0. The next takes node 0, and then the frames of the last begin at 3.
#[test]
fn a_job_behind_may_find_a_place_after_fewer_nodes_are_free() {
    let machine = Machine::mesh(&[6, 1]);
    let job = |submit, runtime, request| Job { submit, runtime, estimate: runtime, request };
    let early = Job { estimate: 50, ..job(0, 10, 0) };
    let running = [job(0, 10, 0), job(0, 100, 1), job(0, 10, 0), early, job(0, 100, 0)];
    let waiting = [job(1, 5, 1), job(1, 100, 0), job(1, 5, 1)];
    let wide = |width| Request::new(width, Some(Coordinates::new(&[width, 1])));
    let jobs =
        Jobs { jobs: [&running[..], &waiting].concat().into(), requests: [1, 2].map(wide).to_vec(), ..Jobs::default() };
    let found = starts(&jobs, &machine, allocator("fs", &machine), "conservative".parse().unwrap());
    assert_eq!(found, [0, 0, 0, 0, 0, 15, 10, 10]);
    assert_eq!(found, plain::run(&jobs, allocator("fs", &machine), "conservative".parse().unwrap()).starts);
}
