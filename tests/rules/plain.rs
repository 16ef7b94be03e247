//! The rules of scheduling as in docs/semantics.md, without optimisations: every pass tries every waiting job, and
//! every decision replays on a fresh copy of the machine. The reference for the real scheduler.

#[path = "plain/order.rs"]
mod order;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use subtorus::allocation::{Allocation, Allocator, Fork};
use subtorus::scheduling::{BlockedHead, Order, Reason, Scheduling};
use subtorus::time::Time;
use subtorus::workload::{Jobs, Request};

/// An allocator with checks. Violations go to a list that outlives the simulation.
pub struct Spy {
    inner: Box<dyn Allocator>,
    empty: Box<dyn Allocator>,
    requests: Vec<Request>,
    busy: u32,
    /// A random strategy may choose another place for the same request.
    by_chance: bool,
    pub complaints: Rc<RefCell<Vec<String>>>,
}

impl Spy {
    pub fn new(allocator: Box<dyn Allocator>, name: &str, jobs: &Jobs) -> Spy {
        let requests = jobs.requests.iter().map(|request| allocator.effective(request)).collect();
        let (empty, by_chance) = (allocator.fork(), name == "random");
        Spy { inner: allocator, empty, requests, busy: 0, by_chance, complaints: Rc::default() }
    }

    fn check(&self) {
        let complain = |what: String| self.complaints.borrow_mut().push(what);
        if self.inner.free_processors() + self.busy != self.empty.free_processors() {
            complain(format!("{} free and {} busy", self.inner.free_processors(), self.busy));
        }
        for request in self.requests.iter().filter(|_| self.busy == 0 && !self.by_chance) {
            let blocks = |allocator: &dyn Allocator| allocator.fork().allocate(request).map(|found| found.blocks);
            if blocks(self.inner.as_ref()) != blocks(self.empty.as_ref()) {
                complain(format!("all is released, but {request:?} is placed elsewhere than at first"));
            }
        }
    }
}

/// Forks are copies of the inner allocator, without checks.
impl Allocator for Spy {
    fn violation(&self) -> Option<subtorus::allocation::own::ViolationReport> {
        None
    }

    fn free_processors(&self) -> u32 {
        self.inner.free_processors()
    }
    fn effective(&self, request: &Request) -> Request {
        self.inner.effective(request)
    }
    fn needs_only_a_count(&self) -> bool {
        self.inner.needs_only_a_count()
    }
    fn placements_tried(&self) -> u64 {
        self.inner.placements_tried()
    }
    fn fits(&self, request: &Request) -> bool {
        self.inner.fits(request)
    }
    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let allocation = self.inner.allocate(request);
        self.busy += allocation.as_ref().map_or(0, |allocation| allocation.processors);
        self.check();
        allocation
    }
    fn release(&mut self, allocation: &Allocation) {
        self.inner.release(allocation);
        self.busy -= allocation.processors;
        self.check();
    }
}

impl Fork for Spy {
    fn fork(&self) -> Box<dyn Allocator> {
        self.inner.fork()
    }
    fn copy_from(&mut self, other: &dyn Allocator) {
        self.inner.copy_from(other)
    }
    fn as_any(&self) -> &dyn std::any::Any {
        self.inner.as_any()
    }
}

struct Plain<'a> {
    jobs: &'a Jobs,
    allocator: Box<dyn Allocator>,
    order: Order,
    /// The time of the last instant.
    now: Time,
    waiting: Vec<usize>,
    /// By (estimated end, job).
    running: BTreeMap<(Time, usize), Allocation>,
    starts: Vec<Time>,
    /// The processors of jobs that have started.
    held: Vec<u32>,
    shadows: Vec<(usize, Time)>,
    held_back: Vec<HeldBack>,
}

/// Time, job, reason.
pub type HeldBack = (Time, usize, Reason);

/// The result of a run by the plain rules.
pub struct Outcome {
    pub starts: Vec<Time>,
    /// The first shadow time of every job that was blocked at the head, under `easy`.
    pub shadows: Vec<(usize, Time)>,
    /// Why jobs waited, pass by pass, in the order of the queue.
    pub held_back: Vec<HeldBack>,
}

impl<'a> Plain<'a> {
    fn new(jobs: &'a Jobs, allocator: Box<dyn Allocator>, order: Order) -> Plain<'a> {
        let (starts, held) = (vec![Time::MIN; jobs.jobs.len()], vec![0; jobs.jobs.len()]);
        let (waiting, running, shadows, held_back) = (Vec::new(), BTreeMap::new(), Vec::new(), Vec::new());
        Plain { jobs, allocator, order, now: Time::MIN, waiting, running, starts, held, shadows, held_back }
    }

    /// Why a job cannot be placed now, if it cannot.
    fn obstacle(&self, job: usize, promised: Option<Time>) -> Option<Reason> {
        let (wanted, free) = (self.request(job).processors, self.allocator.free_processors());
        if wanted > free {
            return Some(Reason::TooFewProcessors { missing: wanted - free, promised });
        }
        (!self.allocator.fits(&self.request(job))).then_some(Reason::NoPlace { promised })
    }

    /// Why jobs wait after a pass: the reason now, or the reason at their turn if they could be placed now.
    fn explain(&mut self, now: Time, head: usize, shadow: Option<Time>, found: &[(usize, Reason)]) {
        for &(job, then) in found {
            let now_found = match then {
                Reason::BehindHead { .. } | Reason::BeyondDepth => None,
                _ => self.obstacle(job, shadow.filter(|_| job == head)),
            };
            self.held_back.push((now, job, now_found.unwrap_or(then)));
        }
    }

    fn request(&self, job: usize) -> Request {
        self.allocator.effective(self.jobs.request(job))
    }

    fn start(&mut self, job: usize, now: Time) {
        let allocation = self.allocator.allocate(&self.request(job)).expect("it fits");
        self.waiting.retain(|&other| other != job);
        self.held[job] = allocation.processors;
        self.running.insert((now + self.jobs.jobs.estimate.at(job), job), allocation);
        self.starts[job] = now;
    }

    /// Completions (in job order) and arrivals of this instant.
    fn turn(&mut self, now: Time, next: &mut usize) -> Vec<usize> {
        self.now = now;
        let ends = |job: &usize| self.starts[*job] + self.jobs.jobs.runtime.at(*job) == now;
        let mut done: Vec<usize> = self.running.keys().map(|(_, job)| *job).filter(ends).collect();
        done.sort();
        for &job in &done {
            let key = *self.running.keys().find(|(_, other)| *other == job).unwrap();
            let allocation = self.running.remove(&key).unwrap();
            self.allocator.release(&allocation);
        }
        while *next < self.jobs.jobs.len() && self.jobs.jobs.submit.at(*next) == now {
            self.waiting.push(*next);
            *next += 1;
        }
        done
    }

    /// Doubles the estimate of jobs that should have ended, as often as necessary. Returns whether there is one.
    fn extend(&mut self, now: Time) -> bool {
        let late: Vec<(Time, usize)> = self.running.range(..(now + 1, 0)).map(|(key, _)| *key).collect();
        for &(end, job) in &late {
            let allocation = self.running.remove(&(end, job)).unwrap();
            let mut end = end;
            while end <= now {
                end += self.jobs.jobs.estimate.at(job).max(1);
            }
            self.running.insert((end, job), allocation);
        }
        !late.is_empty()
    }

    fn next_event(&self, next: usize) -> Option<Time> {
        let ends = self.running.keys().map(|(_, job)| self.starts[*job] + self.jobs.jobs.runtime.at(*job));
        ends.chain(self.jobs.jobs.submit.get(next)).min()
    }

    fn pass(&mut self, now: Time, policy: Scheduling) {
        while let Some(&head) = self.queue().first() {
            if !self.allocator.fits(&self.request(head)) {
                break;
            }
            self.start(head, now);
        }
        let queue = self.queue();
        let Some((&head, others)) = queue.split_first() else { return };
        let shadow = (policy.blocked_head == BlockedHead::Easy).then(|| self.shadow(head));
        let mut found = vec![(head, self.obstacle(head, shadow).expect("the head does not fit"))];
        let depth = policy.depth().map_or(others.len(), |depth| others.len().min(depth.get() as usize));
        let (tried, beyond) = others.split_at(depth);
        match policy.blocked_head {
            BlockedHead::Block => {
                found.extend(others.iter().map(|&job| (job, Reason::BehindHead { head })));
            }
            BlockedHead::Skip => {
                for &job in tried {
                    match self.obstacle(job, None) {
                        None => self.start(job, now),
                        Some(reason) => found.push((job, reason)),
                    }
                }
            }
            BlockedHead::Easy => {
                let shadow = shadow.expect("worked out above");
                self.shadows.push((head, shadow));
                for &job in tried {
                    if let Some(reason) = self.obstacle(job, None) {
                        found.push((job, reason));
                    } else if self.delays(job, now, head, shadow) {
                        found.push((job, Reason::WouldDelayHead { head, shadow }));
                    } else {
                        self.start(job, now);
                    }
                }
            }
            BlockedHead::Conservative => unreachable!("it has no head"),
        }
        // These jobs are not tried. Their reason follows from the machine after the pass.
        found.extend(beyond.iter().map(|&job| (job, self.obstacle(job, None).unwrap_or(Reason::BeyondDepth))));
        self.explain(now, head, shadow, &found);
    }

    fn shadow(&self, head: usize) -> Time {
        let mut copy = self.allocator.fork();
        let mut ends: Vec<Time> = self.running.keys().map(|(end, _)| *end).collect();
        ends.dedup();
        for end in ends {
            self.running.range((end, 0)..(end + 1, 0)).for_each(|(_, allocation)| copy.release(allocation));
            if copy.fits(&self.request(head)) {
                return end;
            }
        }
        unreachable!("the head fits on the empty machine")
    }

    fn delays(&self, job: usize, now: Time, head: usize, shadow: Time) -> bool {
        let mut copy = self.allocator.fork();
        let mut running = self.running.clone();
        let end = now + self.jobs.jobs.estimate.at(job);
        running.insert((end, job), copy.allocate(&self.request(job)).unwrap());
        running.range(..(shadow + 1, 0)).for_each(|(_, allocation)| copy.release(allocation));
        !copy.fits(&self.request(head))
    }
}

/// A run under any policy.
pub fn run(jobs: &Jobs, allocator: Box<dyn Allocator>, scheduling: Scheduling) -> Outcome {
    let mut plain = Plain::new(jobs, allocator, scheduling.order);
    match scheduling.blocked_head {
        BlockedHead::Conservative => conservative(&mut plain),
        _ => {
            let mut next = 0;
            while let Some(now) = plain.next_event(next) {
                plain.turn(now, &mut next);
                plain.pass(now, scheduling);
            }
        }
    }
    let mut first: BTreeMap<usize, Time> = BTreeMap::new();
    plain.shadows.iter().for_each(|&(job, shadow)| {
        first.entry(job).or_insert(shadow);
    });
    Outcome { starts: plain.starts, shadows: first.into_iter().collect(), held_back: plain.held_back }
}

/// Every candidate time replays the whole timeline.
fn conservative(plain: &mut Plain) {
    let mut reserved: BTreeMap<usize, Time> = BTreeMap::new();
    let mut next = 0;
    loop {
        let due = reserved.values().min().copied();
        let Some(now) = plain.next_event(next).into_iter().chain(due).min() else { break };
        let first_arrival = next;
        let done = plain.turn(now, &mut next);
        if plain.extend(now) {
            let mut queue = plain.queue();
            queue.retain(|job| reserved.remove(job).is_some());
            for job in queue {
                let start = earliest(plain, &reserved, now, job, None).unwrap();
                reserved.insert(job, start);
            }
        } else if !done.is_empty() {
            let mut queue = plain.queue();
            queue.retain(|job| reserved.contains_key(job));
            let mut broken = false;
            for &job in &queue {
                let old = reserved.remove(&job).unwrap();
                match earliest(plain, &reserved, now, job, Some(old)) {
                    Some(start) => reserved.insert(job, start),
                    None => {
                        broken = true;
                        break;
                    }
                };
            }
            if broken {
                reserved.clear();
                for &job in &queue {
                    let start = earliest(plain, &reserved, now, job, None).unwrap();
                    reserved.insert(job, start);
                }
            }
        }
        for job in first_arrival..next {
            let start = earliest(plain, &reserved, now, job, None).unwrap();
            reserved.insert(job, start);
        }
        for job in plain.queue() {
            if reserved[&job] <= now {
                reserved.remove(&job);
                plain.start(job, now);
            }
        }
        for job in plain.queue() {
            let start = reserved[&job];
            let reason = plain.obstacle(job, Some(start)).unwrap_or(Reason::Reserved { start });
            plain.held_back.push((now, job, reason));
        }
    }
}

fn estimated_runtime(plain: &Plain, job: usize) -> Time {
    plain.jobs.jobs.estimate.at(job).max(1)
}

fn earliest(
    plain: &Plain,
    reserved: &BTreeMap<usize, Time>,
    now: Time,
    job: usize,
    latest: Option<Time>,
) -> Option<Time> {
    let mut candidates: Vec<Time> = vec![now];
    candidates.extend(plain.running.keys().map(|(end, _)| *end));
    candidates.extend(reserved.iter().map(|(&other, start)| start + estimated_runtime(plain, other)));
    candidates.extend(latest);
    candidates.sort();
    candidates.retain(|&time| time >= now && latest.is_none_or(|latest| time <= latest));
    candidates.into_iter().find(|&time| {
        let mut timeline = reserved.clone();
        timeline.insert(job, time);
        works_out(plain, &timeline)
    })
}

fn works_out(plain: &Plain, timeline: &BTreeMap<usize, Time>) -> bool {
    let mut copy = plain.allocator.fork();
    let mut held = plain.running.clone();
    let mut starts: Vec<_> = timeline.iter().map(|(&job, &start)| (start, plain.key(job), job)).collect();
    starts.sort();
    for (start, _, job) in starts {
        while let Some(entry) = held.first_entry().filter(|entry| entry.key().0 <= start) {
            copy.release(&entry.remove());
        }
        let Some(allocation) = copy.allocate(&plain.request(job)) else { return false };
        held.insert((start + estimated_runtime(plain, job), job), allocation);
    }
    true
}
