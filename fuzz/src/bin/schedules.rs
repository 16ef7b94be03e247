//! Jobs with few distinct times, so that ties, zero runtimes and equal estimates abound, on small machines: every strategy
//! under every policy against the plain rules.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::machine::Machine;
use subtorus::scheduling::Scheduling;
use subtorus::workload::shape::{Shape, Shapes};
use subtorus::workload::{Job, Jobs, Request};
use subtorus_fuzz::rules::{allocator, follows_the_plain_rules};
use subtorus_fuzz::small;

#[derive(Debug)]
struct Case {
    machine: Machine,
    strategy: &'static str,
    scheduling: Scheduling,
    seed: u64,
    jobs: Jobs,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Case> {
        let machine = small::machine(source)?;
        let strategy = small::strategy(source, std::slice::from_ref(&machine))?;
        let (scheduling, seed) = (small::scheduling(source)?, source.int_in_range(0..=3)?);
        let exact = source.arbitrary()?;
        let mut jobs = Jobs::default();
        let mut submit = 0;
        while !source.is_empty() && jobs.jobs.len() < 30 {
            submit += source.int_in_range(0..=3i64)?;
            let (runtime, excess) = (source.int_in_range(0..=8i64)?, source.int_in_range(0..=5i64)?);
            let request = request(source, &machine, strategy)?;
            let request = place_of(&mut jobs.requests, request);
            jobs.jobs.push(Job { submit, runtime, estimate: runtime + if exact { 0 } else { excess }, request });
        }
        Ok(Case { machine, strategy, scheduling, seed, jobs })
    }
}

/// A number of processors, and a sub-mesh for those strategies that want one.
fn request(source: &mut Unstructured, machine: &Machine, strategy: &str) -> Result<Request> {
    let processors = source.int_in_range(1..=machine.node_count())?;
    let wants_extents = catalogue::find(strategy).is_ok_and(|choice| choice.entry.wants_extents);
    let shapes = Shapes::new(machine, *source.choose(Shape::ALL)?);
    let extents = if wants_extents { shapes.extents(processors) } else { None };
    Ok(Request::new(processors, extents))
}

/// Every request appears once.
fn place_of(requests: &mut Vec<Request>, request: Request) -> u32 {
    let known = requests.iter().position(|other| *other == request);
    known.unwrap_or_else(|| {
        requests.push(request);
        requests.len() - 1
    }) as u32
}

fuzz_target!(|case: Case| {
    let Case { machine, strategy, scheduling, seed, jobs } = case;
    let setting = Setting { machine: &machine, seed, replication: 0 };
    let empty = allocator(strategy, &setting).expect("chosen for the machine");
    let fits: Vec<bool> = jobs.requests.iter().map(|request| empty.fits(&empty.effective(request))).collect();
    // A request that no job makes must not be too large either.
    let mut kept = Jobs::default();
    for job in jobs.jobs.iter().filter(|job| fits[job.request as usize]) {
        let request = place_of(&mut kept.requests, jobs.requests[job.request as usize]);
        kept.jobs.push(Job { request, ..job });
    }
    follows_the_plain_rules(&kept, strategy, &setting, &[], scheduling);
});
