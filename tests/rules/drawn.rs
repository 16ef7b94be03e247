//! Random runs for the scheduler: machines, strategies, jobs, policies, and an observer of reasons.

use proptest::prelude::*;
use std::num::NonZeroU32;
use std::ops::Range;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocator, Unsuitable};
use subtorus::machine::Machine;
use subtorus::scheduling::{BlockedHead, Event, Observer, Order, Reason, Scheduling, Wanted};
use subtorus::simulation::{Recorder, simulate};
use subtorus::time::Time;
use subtorus::workload::shape::{Shape, Shapes};
use subtorus::workload::{Job, Jobs, Request};

/// Random jobs for a machine. Few times are distinct, so ties, zero runtimes and equal estimates are frequent.
pub fn jobs(machine: &Machine, exact: bool, count: Range<usize>) -> impl Strategy<Value = Jobs> + use<> {
    let nodes = machine.node_count();
    let job = (0i64..4, 0i64..9, 0i64..6, 1..=nodes);
    prop::collection::vec(job, count).prop_map(move |list| {
        let (mut now, mut jobs) = (0, Jobs::default());
        for (pause, runtime, excess, size) in list {
            now += pause;
            // A size that is drawn twice makes small jobs common and still reaches the whole machine.
            let request = Request::processors(if size % 3 == 0 { size } else { 1 + size % 7 }.min(nodes));
            let known = jobs.requests.iter().position(|other| *other == request);
            let place = known.unwrap_or_else(|| {
                jobs.requests.push(request);
                jobs.requests.len() - 1
            });
            let estimate = if exact { runtime } else { runtime + excess };
            jobs.jobs.push(Job { submit: now, runtime, estimate, request: place as u32 });
            jobs.user.push((pause + runtime) as i32 % 4 - 1);
        }
        jobs
    })
}

/// A machine, a strategy for it, and jobs that the strategy can place.
pub fn instance(exact: bool) -> impl Strategy<Value = (Machine, Jobs, &'static str)> {
    instance_of(exact, 1..40, |_| true)
}

/// The same with this many jobs, for the wanted strategies only.
pub fn instance_of(
    exact: bool,
    count: Range<usize>,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Strategy<Value = (Machine, Jobs, &'static str)> {
    let machines = [Machine::torus(&[2, 2, 4]), Machine::mesh(&[4, 4]), Machine::torus(&[6, 4])];
    let examples = catalogue::entries().flat_map(|entry| entry.examples).copied();
    let examples: Vec<_> = examples.filter(|name| is_wanted(name)).collect();
    let pairs = machines.iter().flat_map(|machine| examples.iter().map(move |name| (machine.clone(), *name)));
    let pairs: Vec<_> = pairs.filter(|(machine, name)| make(name, machine).is_ok()).collect();
    prop::sample::select(pairs).prop_flat_map(move |(machine, name)| {
        jobs(&machine, exact, count.clone()).prop_map(move |mut jobs| {
            if catalogue::find(name).unwrap().entry.wants_extents {
                let shapes = Shapes::new(&machine, Shape::Compact);
                let with_extents = |request: &mut Request| request.extents = shapes.extents(request.processors);
                jobs.requests.iter_mut().for_each(with_extents);
            }
            let empty = allocator(name, &machine);
            let jobs = only_those_that_fit(jobs, |request| empty.fits(&empty.effective(request)));
            (machine.clone(), jobs, name)
        })
    })
}

/// The jobs with requests that fit, and their requests.
pub fn only_those_that_fit(all: Jobs, fits: impl Fn(&Request) -> bool) -> Jobs {
    let mut kept = Jobs::default();
    let mut new_place = Vec::new();
    for request in all.requests {
        new_place.push(fits(&request).then_some(kept.requests.len() as u32));
        kept.requests.extend(fits(&request).then_some(request));
    }
    let moved = |job: Job| Some(Job { request: new_place[job.request as usize]?, ..job });
    let stays: Vec<bool> = all.jobs.iter().map(|job| moved(job).is_some()).collect();
    kept.jobs = all.jobs.iter().filter_map(moved).collect();
    kept.user = all.user;
    kept.user.retain(&stays);
    kept
}

pub fn make(name: &str, machine: &Machine) -> Result<Box<dyn Allocator>, Unsuitable> {
    catalogue::find(name).unwrap().make(&Setting { machine, seed: 1, replication: 0 })
}

pub fn allocator(name: &str, machine: &Machine) -> Box<dyn Allocator> {
    make(name, machine).unwrap()
}

/// A run: its start times, and why jobs waited.
pub fn run(
    jobs: &Jobs,
    machine: &Machine,
    allocator: Box<dyn Allocator>,
    scheduling: Scheduling,
) -> (Vec<Time>, Reasons) {
    let mut observers = (Recorder::new(jobs, machine), Reasons::default());
    simulate(jobs, allocator, scheduling, &mut observers).unwrap();
    let (recorder, reasons) = observers;
    (recorder.times.start, reasons)
}

/// The same without reasons.
pub fn starts(jobs: &Jobs, machine: &Machine, allocator: Box<dyn Allocator>, scheduling: Scheduling) -> Vec<Time> {
    let mut recorder = Recorder::new(jobs, machine);
    simulate(jobs, allocator, scheduling, &mut recorder).unwrap();
    recorder.times.start
}

/// An observer that asks why jobs wait.
#[derive(Default)]
pub struct Reasons(pub Vec<(Time, usize, Reason)>);

impl Observer for Reasons {
    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.reasons = true;
    }
    fn observe(&mut self, event: Event) {
        if let Event::Waits { job, now, reason } = event {
            self.0.push((now, job, *reason));
        }
    }
}

/// Any policy; if it takes a depth, half of them have one.
pub fn policies() -> impl Strategy<Value = Scheduling> {
    let depth = prop::option::of(1u32..=6);
    let heads = |order: &Order| BlockedHead::ALL.iter().map(|head| Scheduling::new(*order, *head)).collect::<Vec<_>>();
    let all: Vec<_> = Order::ALL.iter().flat_map(heads).filter(|policy| policy.check().is_ok()).collect();
    (prop::sample::select(all), depth).prop_map(|(policy, depth)| bounded(policy, depth))
}

/// A policy that takes a depth.
pub fn bounded_policies() -> impl Strategy<Value = Scheduling> {
    (orders(), prop::sample::select(vec![BlockedHead::Skip, BlockedHead::Easy]), 1u32..=6)
        .prop_map(|(order, head, depth)| bounded(Scheduling::new(order, head), Some(depth)))
}

/// The policy with this depth, if it takes one.
pub fn bounded(policy: Scheduling, depth: Option<u32>) -> Scheduling {
    let depth = depth.and_then(NonZeroU32::new);
    depth.and_then(|depth| policy.with_depth(depth).ok()).unwrap_or(policy)
}

pub fn orders() -> impl Strategy<Value = Order> {
    prop::sample::select(Order::ALL)
}

/// Orders that `conservative` accepts.
pub fn orders_that_stay() -> impl Strategy<Value = Order> {
    prop::sample::select(Order::ALL.iter().copied().filter(|order| !order.changes()).collect::<Vec<_>>())
}
