//! Why jobs wait, against the plain rules of docs/semantics.md 5.1.

use crate::drawn;
use crate::plain;

use drawn::{allocator, instance, policies, run};
use proptest::prelude::*;
use subtorus::allocation::{Allocation, Allocator, strategies::flat::Flat};
use subtorus::experiment::{Plan, permalink};
use subtorus::machine::Machine;
use subtorus::run::waits::{WaitByReason, WaitingAt, Waits};
use subtorus::scheduling::{Event, Observer, ReasonKind, Scheduling, Tally, Wanted};
use subtorus::simulation::observers::Times;
use subtorus::simulation::{Recorder, simulate};
use subtorus::time::Time;
use subtorus::workload::{Jobs, Request};

/// The questions of an observer in every pass.
#[derive(Clone, Copy, Default)]
enum Asks {
    #[default]
    Both,
    Tally,
    At(Time),
    Of(usize),
}

/// The answers that it receives.
#[derive(Default)]
struct JobWaits {
    asks: Asks,
    reasons: Vec<plain::HeldBack>,
    tallies: Vec<(Time, Tally)>,
}

impl Observer for JobWaits {
    fn want(&self, now: Time, wanted: &mut Wanted) {
        wanted.reasons = match self.asks {
            Asks::Both => true,
            Asks::Tally | Asks::Of(_) => false,
            Asks::At(moment) => moment == now,
        };
        if let Asks::Of(job) = self.asks {
            wanted.ask(job);
        }
        wanted.tally = !matches!(self.asks, Asks::At(_) | Asks::Of(_));
    }
    fn observe(&mut self, event: Event) {
        match event {
            Event::Waits { job, now, reason } => self.reasons.push((now, job, *reason)),
            Event::Tallied { now, waiting } => self.tallies.push((now, *waiting)),
            _ => {}
        }
    }
}

/// The run of an observer that asks these questions.
fn watched(jobs: &Jobs, allocator: Box<dyn Allocator>, scheduling: Scheduling, asks: Asks) -> JobWaits {
    let mut waits = JobWaits { asks, ..JobWaits::default() };
    simulate(jobs, allocator, scheduling, &mut waits).unwrap();
    waits
}

/// The waits of all jobs in one run.
struct WaitsOfEach<'a>(Vec<Waits<'a>>);

fn waits_of_each<'a>(jobs: &'a Jobs, machine: &Machine) -> WaitsOfEach<'a> {
    WaitsOfEach((0..jobs.jobs.len()).map(|job| Waits::of(jobs, machine, job)).collect())
}

impl Observer for WaitsOfEach<'_> {
    fn want(&self, now: Time, wanted: &mut Wanted) {
        self.0.iter().for_each(|waits| waits.want(now, wanted));
    }
    fn observe(&mut self, event: Event) {
        self.0.iter_mut().for_each(|waits| waits.observe(event));
    }
}

/// How long the job waits for each kind of reason.
fn sums(waits: &Waits) -> WaitByReason {
    let mut sums = WaitByReason::default();
    waits.intervals().iter().for_each(|interval| sums[interval.reason.kind() as usize] += interval.to - interval.from);
    sums
}

/// A test strategy based on flat. On some busy machines it finds no place for a job that it places on a busier one. As
/// for every strategy, this is a function of what is held.
#[derive(Clone)]
struct Whimsical(Flat, u32);

impl Allocator for Whimsical {
    fn free_processors(&self) -> u32 {
        Allocator::free_processors(&self.0)
    }
    fn fits(&self, request: &Request) -> bool {
        let free = Allocator::free_processors(&self.0);
        Allocator::fits(&self.0, request) && (free == self.1 || !(free + request.processors).is_multiple_of(3))
    }
    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if Allocator::fits(self, request) { Allocator::allocate(&mut self.0, request) } else { None }
    }
    fn release(&mut self, allocation: &Allocation) {
        Allocator::release(&mut self.0, allocation)
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(2500))]

    /// After every pass, every waiting job has the reason of the plain rule, and asking changes nothing.
    #[test]
    fn every_reason_is_that_of_the_plain_rule(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in policies(),
    ) {
        let (starts, reasons) = run(&jobs, &machine, allocator(name, &machine), scheduling);
        let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(starts, plain.starts);
        prop_assert_eq!(reasons.0, plain.held_back, "{} on {} with {}", scheduling, machine, name);
    }

    /// The tally has the sums of the reasons of single jobs. If asked at one moment only, the reasons are those of that
    /// moment.
    #[test]
    fn tallies_and_moments_are_of_the_same_reasons(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in policies(),
        moment in any::<prop::sample::Index>(),
    ) {
        let watched = |asks: Asks| watched(&jobs, allocator(name, &machine), scheduling, asks);
        let (both, alone) = (watched(Asks::Both), watched(Asks::Tally));
        prop_assert_eq!(&alone.tallies, &both.tallies, "{} on {} with {}", scheduling, machine, name);
        prop_assert!(alone.reasons.is_empty());
        prop_assume!(!both.tallies.is_empty());
        let now = both.tallies[moment.index(both.tallies.len())].0;
        let then: Vec<_> = both.reasons.iter().filter(|entry| entry.0 == now).copied().collect();
        prop_assert_eq!(watched(Asks::At(now)).reasons, then);
        let mut summed: Vec<(Time, Tally)> = both.tallies.iter().map(|(time, _)| (*time, Tally::default())).collect();
        summed.dedup();
        let mut passes = both.tallies.clone();
        passes.dedup_by_key(|pass| pass.0);
        if passes.len() == both.tallies.len() {
            for (time, _, reason) in &both.reasons {
                let pass = summed.iter_mut().find(|pass| pass.0 == *time).unwrap();
                pass.1[reason.kind() as usize] += 1;
            }
            prop_assert_eq!(summed, both.tallies);
        }
    }

    /// With it, a job that was refused at its turn may find a place after others have started.
    #[test]
    fn an_irregular_strategy_changes_no_reason(
        (machine, jobs, _) in any::<bool>().prop_flat_map(instance), scheduling in policies(),
    ) {
        let strategy = || Box::new(Whimsical(Flat::new(&machine), machine.node_count()));
        let (starts, reasons) = run(&jobs, &machine, strategy(), scheduling);
        let plain = plain::run(&jobs, strategy(), scheduling);
        prop_assert_eq!(starts, plain.starts);
        prop_assert_eq!(reasons.0, plain.held_back, "{} on {}", scheduling, machine);
        let tallies = |asks| watched(&jobs, strategy(), scheduling, asks).tallies;
        prop_assert_eq!(tallies(Asks::Tally), tallies(Asks::Both), "{} on {}", scheduling, machine);
    }

    /// In microseconds, under every policy: the intervals of a job add up to its wait, and those of all jobs to the
    /// totals.
    #[test]
    fn reasons_add_up_to_the_wait(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in policies(),
        asked in any::<prop::sample::Index>(), moment in 0i64..60,
    ) {
        prop_assume!(!jobs.jobs.is_empty());
        let run = |observer: &mut dyn Observer| simulate(&jobs, allocator(name, &machine), scheduling, observer).unwrap();
        let mut all = (waits_of_each(&jobs, &machine), (Times::new(&jobs), Recorder::new(&jobs, &machine).with_reasons(true)));
        run(&mut all);
        let (each, (times, recorder)) = all;
        let wait = |job: usize| times.start[job] - jobs.jobs.submit.at(job);
        let mut total = [0; ReasonKind::ALL.len()];
        for (job, waits) in each.0.iter().enumerate() {
            prop_assert_eq!(sums(waits).iter().sum::<Time>(), wait(job), "job {}", job);
            total.iter_mut().zip(sums(waits)).for_each(|(total, sum)| *total += i128::from(sum));
        }
        prop_assert_eq!(recorder.reasons.total, total);

        let job = asked.index(jobs.jobs.len());
        let mut of = Waits::of(&jobs, &machine, job);
        run(&mut of);
        prop_assert_eq!(of.intervals(), each.0[job].intervals());
        let ends: Vec<Time> = of.intervals().iter().flat_map(|interval| [interval.from, interval.to]).collect();
        prop_assert!(ends.chunks(2).all(|pair| pair[0] < pair[1]) && ends[1.min(ends.len())..].chunks_exact(2).all(|pair| pair[0] == pair[1]));
        prop_assert!(ends.is_empty() && wait(job) == 0 || [ends[0], ends[ends.len() - 1]] == [jobs.jobs.submit.at(job), times.start[job]]);
        let kinds: Vec<ReasonKind> = of.intervals().iter().map(|interval| interval.reason.kind()).collect();
        prop_assert!(kinds.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", kinds);
        let passed = (job + 1..jobs.jobs.len()).filter(|&other| times.start[other] < times.start[job]);
        let mut overtakers: Vec<usize> = of.passed_by().iter().map(|(other, _)| *other).collect();
        prop_assert!(of.passed_by().iter().all(|(other, start)| times.start[*other] == *start));
        prop_assert!(of.passed_by().is_sorted_by_key(|(_, start)| *start));
        overtakers.sort();
        prop_assert_eq!(overtakers, passed.collect::<Vec<_>>());

        // A job that has arrived by then and has not started waits, for the reason of its interval.
        let waits = |job: &usize| jobs.jobs.submit.at(*job) <= moment && times.start[*job] > moment;
        let instants = jobs.jobs.submit.iter().chain(times.start.iter().chain(&times.end).copied());
        let instant = instants.filter(|time| *time <= moment).max().unwrap_or(moment);
        let mut at = WaitingAt::new(instant);
        run(&mut at);
        let mut waiting: Vec<usize> = at.waiting.iter().map(|(job, _)| *job).collect();
        waiting.sort();
        prop_assert_eq!(waiting, (0..jobs.jobs.len()).filter(waits).collect::<Vec<_>>());
        if let Some((_, reason)) = at.waiting.iter().find(|(other, _)| *other == job) {
            let then = of.intervals().iter().find(|interval| interval.from <= moment && moment < interval.to).unwrap();
            prop_assert_eq!(reason.kind(), then.reason.kind());
            prop_assert!(then.from < instant || then.reason == *reason);
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(64))]

    /// An observer of one or a few jobs receives the same reasons for these as an observer of all jobs, also with a
    /// tally.
    #[test]
    fn a_few_jobs_have_the_same_reasons_as_all(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), scheduling in policies(), whims in any::<bool>(),
        first in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!jobs.jobs.is_empty());
        let strategy = || if whims { Box::new(Whimsical(Flat::new(&machine), machine.node_count())) } else { allocator(name, &machine) };
        let all = watched(&jobs, strategy(), scheduling, Asks::Both);
        let of = |wanted: &dyn Fn(usize) -> bool| {
            let mut reasons: Vec<_> = all.reasons.iter().filter(|entry| wanted(entry.1)).copied().collect();
            reasons.sort_by_key(|entry| (entry.0, entry.1));
            reasons
        };
        for job in 0..jobs.jobs.len() {
            let alone = watched(&jobs, strategy(), scheduling, Asks::Of(job)).reasons;
            prop_assert_eq!(&alone, &of(&|other| other == job), "job {} under {} on {} with {}", job, scheduling, machine, name);
        }
        let job = first.index(jobs.jobs.len());
        let asking = |asks| JobWaits { asks, ..JobWaits::default() };
        let next = (job + 1) % jobs.jobs.len();
        let mut three = (asking(Asks::Of(job)), (Some(asking(Asks::Of(next))), asking(Asks::Tally)));
        simulate(&jobs, strategy(), scheduling, &mut three).unwrap();
        let mut both = three.0.reasons;
        both.sort_by_key(|entry| (entry.0, entry.1));
        prop_assert_eq!(both, of(&|other| other == job || other == next));
        prop_assert_eq!(three.1.1.tallies, all.tallies.clone());
    }
}

/// The ends of communicating jobs are unknown in advance, and exceed their estimates.
#[test]
fn waits_add_up_with_a_network() {
    let link = "#v=1&model=stochastic&jobs=80&rate=0.05&machine=mesh:6x6&allocation=gabl,random,ff&scheduling=fcfs,oo,easy,easy(2),conservative&service=communication&vary=none";
    let (experiment, _) = permalink::read(link);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    assert_eq!(plan.cells.len(), 3 * 5);
    let (machine, mut waited) = (plan.machine(0), Tally::default());
    for cell in 0..plan.cells.len() {
        let jobs = plan.jobs(cell).unwrap();
        let mut both = (waits_of_each(&jobs, &machine), (Times::new(&jobs), JobWaits::default()));
        plan.observe(cell, &jobs, &mut both).unwrap();
        let (each, (times, full)) = both;
        for (job, waits) in each.0.iter().enumerate() {
            assert_eq!(
                sums(waits).iter().sum::<Time>(),
                times.start[job] - jobs.jobs.submit.at(job),
                "job {job} of cell {cell}"
            );
        }
        let mut alone = JobWaits { asks: Asks::Tally, ..JobWaits::default() };
        plan.observe(cell, &jobs, &mut alone).unwrap();
        assert_eq!(alone.tallies, full.tallies, "cell {cell}");
        full.tallies.iter().for_each(|(_, tally)| waited.iter_mut().zip(tally).for_each(|(sum, jobs)| *sum += jobs));
    }
    assert!(waited.iter().all(|jobs| *jobs > 0), "every reason occurs: {waited:?}");
}
