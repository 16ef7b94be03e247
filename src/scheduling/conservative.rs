//! `conservative`: every waiting job holds a reservation that no later job may delay (docs/semantics.md 5).

mod profile;
mod timeline;

use super::running::Run;
use super::state::{Instant, State};
use super::{Reason, ReasonKind};
use crate::time::Time;
use profile::Profile;
use std::collections::BTreeSet;

/// A waiting job's reserved start. Orders by time, then by the order of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reserved {
    start: Time,
    rank: u32,
    job: usize,
}

/// How long a job runs on the timeline: an estimate of 0 counts as one microsecond.
fn estimated_runtime(estimate: Time) -> Time {
    estimate.max(1)
}

/// The policy `conservative`, with its reservations.
///
/// Where enough free processors are all that a request needs, the timeline is a [`Profile`] of free processors. Where
/// it matters which nodes are free, it is replayed on copies of the machine ([`timeline`]), at a cost that grows with
/// the square of the queue; nothing cheaper is exact.
pub struct Conservative {
    reservations: BTreeSet<Reserved>,
    start_of: Vec<Time>,
    /// `Some` where counting free processors is enough.
    profile: Option<Profile>,
    /// No reservation can move earlier until a job ends before its estimate.
    settled: bool,
    /// For each class of requests whether it could be placed, and in which state of the machine (its version, from 1) that
    /// was found out; only where somebody asks why jobs wait.
    room: Vec<(u64, bool)>,
}

impl Conservative {
    /// No reservations yet.
    pub fn new(state: &State) -> Conservative {
        let profile = state.allocator.needs_only_a_count().then(|| Profile::new(state.allocator.free_processors()));
        let start_of = vec![0; state.jobs.jobs.len()];
        Conservative { reservations: BTreeSet::new(), start_of, profile, settled: true, room: Vec::new() }
    }

    /// The next time at which a reservation falls due.
    pub fn next_start(&self) -> Option<Time> {
        self.reservations.first().map(|reserved| reserved.start)
    }

    /// One scheduling pass.
    pub fn pass(&mut self, state: &mut State, instant: &Instant) {
        for &job in instant.completed {
            self.note_completion(state, instant.now, job);
        }
        if instant.extended {
            self.revise_estimates(state, instant.now);
        } else if !instant.completed.is_empty() {
            self.compress(state, instant.now);
        }
        for job in instant.arrived.clone() {
            let start = self.earliest(state, instant.now, job, None).expect("a job fits on the empty machine at last");
            self.reserve(state, job, start);
        }
        while let Some(due) = self.reservations.first().copied().filter(|reserved| reserved.start <= instant.now) {
            self.reservations.pop_first();
            state.start(due.job, instant.now);
        }
        if state.wants_reasons || state.wants_tally || !state.asked.is_empty() {
            self.room.resize(state.waiting.class_count(), (0, false));
        }
        state.explain_asked(instant.now, |state, job| self.reason(state, job));
        if state.wants_reasons {
            state.explain(instant.now, |state, job| self.reason(state, job));
        } else if state.wants_tally {
            self.tally(state);
        }
    }

    /// Why a job waits that does not start in this pass, which is over.
    fn reason(&mut self, state: &State, job: usize) -> Reason {
        let start = self.start_of[job];
        if self.has_room(state, state.waiting.class(job)) {
            return Reason::Reserved { start };
        }
        state.obstacle(job, Some(start))
    }

    /// Whether a job of this class could be placed now; found out once per state of the machine.
    fn has_room(&mut self, state: &State, class: usize) -> bool {
        if self.room[class].0 != state.version + 1 {
            self.room[class] = (state.version + 1, state.has_room(class));
        }
        self.room[class].1
    }

    /// Counts the reasons: they are the same for all jobs of a class.
    fn tally(&mut self, state: &mut State) {
        let mut next = state.waiting.occupied_class_from(0);
        while let Some(class) = next {
            let kind = match state.missing(class) {
                0 if self.has_room(state, class) => ReasonKind::Reserved,
                0 => ReasonKind::Placement,
                _ => ReasonKind::Processors,
            };
            state.count(kind, state.waiting.count_of(class));
            next = state.waiting.occupied_class_from(class + 1);
        }
    }

    /// A job that ends before its estimate leaves a gap in the profile.
    fn note_completion(&mut self, state: &State, now: Time, job: usize) {
        let Some(profile) = &mut self.profile else { return };
        profile.forget_before(now);
        let estimated_end = state.estimated_end(job).max(self.start_of[job] + 1);
        if estimated_end > now {
            profile.give_back(now, estimated_end, processors(state, job));
            self.settled = false;
        }
    }

    /// Each waiting job, in the order of the queue, is taken out and put back at the earliest time that all other
    /// reservations allow.
    fn compress(&mut self, state: &State, now: Time) {
        if self.settled && self.profile.is_some() {
            return;
        }
        let waiting: Vec<usize> = state.waiting.iter().filter(|&job| self.is_reserved(state, job)).collect();
        let mut moved = false;
        for &job in &waiting {
            let old = self.start_of[job];
            self.cancel(state, job);
            let Some(start) = self.earliest(state, now, job, Some(old)) else {
                return self.start_over(state, now, &waiting);
            };
            moved |= start != old;
            self.reserve(state, job, start);
        }
        self.settled = !moved;
    }

    /// Running jobs take longer than was estimated when others were promised their processors: all reservations are made
    /// anew, in the order of the queue.
    fn revise_estimates(&mut self, state: &State, now: Time) {
        if self.profile.is_some() {
            let held = |run: &Run| processors(state, run.job);
            let all = state.allocator.free_processors() + state.running.iter().map(held).sum::<u32>();
            let mut profile = Profile::new(all);
            state.running.iter().for_each(|run| profile.take(now, run.estimated_end.max(now + 1), held(run)));
            self.profile = Some(profile);
        }
        let waiting: Vec<usize> = state.waiting.iter().filter(|&job| self.is_reserved(state, job)).collect();
        self.start_over(state, now, &waiting);
    }

    /// On a topology the early end of a job can change where others go until the timeline no longer works out, with or
    /// without the job at hand. Then all reservations are made anew, in the order of the queue.
    fn start_over(&mut self, state: &State, now: Time, waiting: &[usize]) {
        self.reservations.clear();
        for &job in waiting {
            let start = self.earliest(state, now, job, None).expect("a job fits on the empty machine at last");
            self.reserve(state, job, start);
        }
    }

    fn is_reserved(&self, state: &State, job: usize) -> bool {
        self.reservations.contains(&self.reserved(state, job))
    }

    fn reserved(&self, state: &State, job: usize) -> Reserved {
        Reserved { start: self.start_of[job], rank: state.waiting.rank(job), job }
    }

    fn reserve(&mut self, state: &State, job: usize, start: Time) {
        self.start_of[job] = start;
        self.reservations.insert(self.reserved(state, job));
        if let Some(profile) = &mut self.profile {
            profile.take(
                start,
                start.saturating_add(estimated_runtime(state.job(job).estimate)),
                processors(state, job),
            );
        }
    }

    fn cancel(&mut self, state: &State, job: usize) {
        self.reservations.remove(&self.reserved(state, job));
        if let Some(profile) = &mut self.profile {
            let start = self.start_of[job];
            profile.give_back(
                start,
                start.saturating_add(estimated_runtime(state.job(job).estimate)),
                processors(state, job),
            );
        }
    }

    /// The earliest time, at most `latest`, at which all reservations allow this job to start.
    fn earliest(&self, state: &State, now: Time, job: usize, latest: Option<Time>) -> Option<Time> {
        match &self.profile {
            Some(profile) => {
                Some(profile.earliest(now, estimated_runtime(state.job(job).estimate), processors(state, job)))
            }
            None => timeline::earliest(state, &self.reservations, now, job, latest),
        }
    }
}

/// The processors a job takes from the machine.
fn processors(state: &State, job: usize) -> u32 {
    state.waiting.request(state.waiting.class(job)).processors
}
