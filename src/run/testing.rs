//! Random runs for the tests of this module.

use super::{Trace, Tracer};
use crate::allocation::Allocator;
use crate::allocation::catalogue::{self, Setting};
use crate::machine::Machine;
use crate::scheduling::{BlockedHead, Order, Scheduling};
use crate::simulation::simulate;
use crate::time::Time;
use crate::workload::shape::{Shape, Shapes};
use crate::workload::{Job, Jobs, Request};
use proptest::prelude::*;

/// Jobs from a list of pauses before them, runtimes and sizes.
pub fn jobs(list: &[(Time, Time, u32)]) -> Jobs {
    let (mut now, mut jobs) = (0, Jobs::default());
    for &(pause, runtime, size) in list {
        now += pause;
        let request = Request::processors(size);
        let known = jobs.requests.iter().position(|other| *other == request);
        let request = known.unwrap_or_else(|| (jobs.requests.push(request), jobs.requests.len() - 1).1) as u32;
        jobs.jobs.push(Job { submit: now, runtime, estimate: runtime + size as Time % 3, request });
    }
    jobs
}

/// Jobs with the shapes that a strategy needs, and the strategy on an empty machine.
pub fn prepared(jobs: &Jobs, machine: &Machine, strategy: &str) -> (Jobs, Box<dyn Allocator>) {
    let setting = Setting { machine, seed: 1, replication: 0 };
    let (found, mut jobs) = (catalogue::find(strategy).unwrap(), jobs.clone());
    if found.entry.wants_extents {
        let shapes = Shapes::new(machine, Shape::Compact);
        jobs.requests.iter_mut().for_each(|request| request.extents = shapes.extents(request.processors));
    }
    (jobs, found.make(&setting).unwrap())
}

/// A run of jobs under a policy and a strategy on a machine, recorded.
pub fn run(jobs: &Jobs, machine: &Machine, strategy: &str, policy: Scheduling) -> Trace {
    let (jobs, allocator) = prepared(jobs, machine, strategy);
    let effective: Vec<u32> = jobs.requests.iter().map(|request| allocator.effective(request).processors).collect();
    let mut tracer = Tracer::new(&jobs, &[], machine, policy, &effective);
    simulate(&jobs, allocator, policy, &mut tracer).unwrap();
    tracer.finish()
}

/// Random runs. They have few distinct times, so ties and jobs of no length occur.
pub fn runs() -> impl Strategy<Value = Trace> {
    (lists(), ways()).prop_map(|(list, way)| run_of(&list, way))
}

/// Two random runs of the same jobs.
pub fn pairs_of_runs() -> impl Strategy<Value = (Trace, Trace)> {
    (lists(), ways(), ways()).prop_map(|(list, one, other)| (run_of(&list, one), run_of(&list, other)))
}

/// Pauses, runtimes and sizes.
pub fn lists() -> impl Strategy<Value = Vec<(Time, Time, u32)>> {
    prop::collection::vec((0i64..4, 0i64..9, 1u32..=16), 1..40)
}

/// A strategy and a policy.
pub fn ways() -> impl Strategy<Value = (&'static str, Scheduling)> {
    let strategies = vec!["flat", "nep", "ff", "bf", "mbs", "gabl", "paging(1)", "random", "slurm-block(4)"];
    let heads = |order: &Order| BlockedHead::ALL.iter().map(|head| Scheduling::new(*order, *head)).collect::<Vec<_>>();
    let policies: Vec<_> = Order::ALL.iter().flat_map(heads).filter(|policy| policy.check().is_ok()).collect();
    (prop::sample::select(strategies), prop::sample::select(policies))
}

fn run_of(list: &[(Time, Time, u32)], (strategy, policy): (&str, Scheduling)) -> Trace {
    let machine = Machine::mesh(&[4, 4]);
    let shapes = Shapes::new(&machine, Shape::Compact);
    // A mesh has no box of 5, 7, ... nodes, but a box for every power of two.
    let possible = |size: u32| if shapes.extents(size).is_some() { size } else { 8 };
    let list: Vec<_> = list.iter().map(|&(pause, runtime, size)| (pause, runtime, possible(size))).collect();
    let user = list.iter().map(|&(_, runtime, size)| (runtime as i32 + size as i32) % 4 - 1).collect();
    run(&Jobs { user, ..jobs(&list) }, &machine, strategy, policy)
}
