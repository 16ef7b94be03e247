//! A run of the simulator against the plain rules, and invariants of any run.

use crate::plain;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocation, Allocator, OutOfService};
use subtorus::machine::{Block, Machine};
use subtorus::scheduling::{Event, Observer, Scheduling, Wanted};
use subtorus::simulation::observers::Times;
use subtorus::simulation::simulate;
use subtorus::time::Time;
use subtorus::workload::Jobs;

/// Watches that no node is held twice, and that every job runs once, after it has come.
pub struct Watch<'a> {
    machine: &'a Machine,
    jobs: &'a Jobs,
    /// How many jobs hold each node; where processors have no place, nothing.
    held: Vec<bool>,
    busy: u32,
    state: Vec<State>,
    /// When jobs start and end.
    pub times: Times,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    ToCome,
    Running,
    Done,
}

impl<'a> Watch<'a> {
    /// Nothing has happened yet.
    pub fn new(machine: &'a Machine, jobs: &'a Jobs) -> Watch<'a> {
        let held = vec![false; machine.node_count() as usize];
        let state = vec![State::ToCome; jobs.jobs.len()];
        Watch { machine, jobs, held, busy: 0, state, times: Times::new(jobs) }
    }

    /// Panics unless the run has ended correctly.
    pub fn finish(&self) {
        assert!(self.state.iter().all(|state| *state == State::Done), "every job runs to its end");
        assert!(self.busy == 0 && !self.held.contains(&true), "the machine is empty again");
    }

    fn mark(&mut self, allocation: &Allocation, held: bool) {
        let blocks: u32 = allocation.blocks.iter().map(|block| block.volume()).sum();
        assert!(allocation.blocks.is_empty() || blocks == allocation.processors, "blocks are what is given");
        for node in allocation.blocks.iter().flat_map(|block| block.nodes(self.machine)) {
            let before = std::mem::replace(&mut self.held[node as usize], held);
            assert_ne!(before, held, "node {node} has one job at a time");
        }
    }
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { job, now, allocation } => self.started(job, now, allocation),
            Event::Ended { job, now, allocation } => self.ended(job, now, allocation),
            _ => {}
        }
        self.times.observe(event);
    }
}

impl Watch<'_> {
    fn started(&mut self, job: usize, now: Time, allocation: &Allocation) {
        assert_eq!(std::mem::replace(&mut self.state[job], State::Running), State::ToCome, "job {job} starts once");
        assert!(now >= self.jobs.jobs.submit.at(job), "job {job} starts before it comes");
        assert!(allocation.processors >= self.jobs.size(job), "job {job} gets what it asks for");
        self.busy += allocation.processors;
        assert!(self.busy <= self.machine.node_count(), "more is given than there is");
        self.mark(allocation, true);
    }

    fn ended(&mut self, job: usize, now: Time, allocation: &Allocation) {
        assert_eq!(std::mem::replace(&mut self.state[job], State::Done), State::Running, "job {job} ends once");
        assert!(now >= self.times.start[job], "job {job} ends before it starts");
        self.busy -= allocation.processors;
        self.mark(allocation, false);
    }
}

/// Records why jobs wait.
#[derive(Default)]
pub struct Reasons(pub Vec<plain::HeldBack>);

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

/// A strategy on an empty machine, if it is for that machine.
pub fn allocator(strategy: &str, setting: &Setting) -> Option<Box<dyn Allocator>> {
    catalogue::find(strategy).ok()?.make(setting).ok()
}

/// Runs jobs that the strategy can place with these boxes of nodes out of service. Panics unless every job starts when
/// the plain rules say and waits for the reasons that they give, and the machine is as before at the end. Jobs do not
/// communicate.
pub fn follows_the_plain_rules(jobs: &Jobs, strategy: &str, setting: &Setting, down: &[Block], scheduling: Scheduling) {
    let fresh = || {
        let mut empty = allocator(strategy, setting).expect("a strategy for this machine");
        let down = OutOfService::new(setting.machine, down.to_vec()).expect("boxes on the machine");
        assert!(down.boxes().is_empty() || empty.take_out_of_service(&down), "{strategy} has a rule for it");
        empty
    };
    let spy = plain::Spy::new(fresh(), strategy, jobs);
    let complaints = spy.complaints.clone();
    let mut observers = (Watch::new(setting.machine, jobs), Reasons::default());
    let name = || format!("{scheduling} with {strategy} on {}", setting.machine);
    simulate(jobs, Box::new(spy), scheduling, &mut observers).unwrap_or_else(|failure| panic!("{}: {failure}", name()));
    let (watch, Reasons(reasons)) = observers;
    watch.finish();
    assert!(complaints.borrow().is_empty(), "{}: {complaints:?}", name());
    let plain = plain::run(jobs, fresh(), scheduling);
    assert_eq!(watch.times.start, plain.starts, "{}: starts", name());
    assert_eq!(reasons, plain.held_back, "{}: reasons", name());
    for (job, end) in watch.times.end.iter().enumerate() {
        assert_eq!(*end, watch.times.start[job] + jobs.jobs.runtime.at(job), "{}: end of job {job}", name());
    }
}
