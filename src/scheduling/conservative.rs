//! `conservative`: every waiting job holds a reservation that no later job may delay (docs/semantics.md 5).

mod changes;
mod profile;
mod replay;
mod reservations;
mod timeline;

use super::state::{Instant, State};
use super::{Reason, ReasonKind};
use crate::time::Time;
use reservations::Reservations;

/// A waiting job's reserved start. Orders by time, then by the order of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reserved {
    start: Time,
    rank: u32,
    job: usize,
}

impl Reserved {
    /// The position before all reservations of this time.
    fn first_at(start: Time) -> Reserved {
        Reserved { start, rank: 0, job: 0 }
    }
}

/// The policy `conservative`, with its reservations.
pub struct Conservative {
    reservations: Reservations,
    /// For each class of requests: the version of the machine (from 1) in which its room was tested, and the result.
    /// Used only if an observer asks why jobs wait.
    room: Vec<(u64, bool)>,
}

impl Conservative {
    /// No reservations yet. Cost: O(jobs of the run).
    pub fn new(state: &State) -> Conservative {
        Conservative { reservations: Reservations::new(state), room: Vec::new() }
    }

    /// The next time at which a reservation falls due.
    pub fn next_start(&self) -> Option<Time> {
        self.reservations.next_start()
    }

    /// One scheduling pass.
    pub fn pass(&mut self, state: &mut State, instant: &Instant) {
        let now = instant.now;
        self.reservations.go_on(now);
        for &job in instant.completed {
            self.reservations.complete(state, now, job);
        }
        let first_arrival = instant.arrived.start;
        if instant.extended {
            self.reservations.start_over(state, now, first_arrival);
        } else if !instant.completed.is_empty() {
            self.reservations.compress(state, now, first_arrival);
        }
        for job in instant.arrived.clone() {
            self.reservations.reserve(state, now, job);
        }
        while let Some(job) = self.reservations.pop_due(state, now) {
            state.start(job, now);
        }
        self.tell_reasons(state, now);
    }

    /// Reports to the observer why jobs still wait after the pass, if it asks.
    fn tell_reasons(&mut self, state: &mut State, now: Time) {
        if state.is_asked() {
            self.room.resize(state.waiting.class_count(), (0, false));
        }
        state.explain_asked(now, |state, job| self.reason(state, job));
        if state.wanted.reasons {
            state.explain(now, |state, job| self.reason(state, job));
        } else if state.wanted.tally {
            self.tally(state);
        }
    }

    /// Why a job waits that does not start in this finished pass.
    fn reason(&mut self, state: &State, job: usize) -> Reason {
        let start = self.reservations.promised(job);
        if self.has_room(state, state.waiting.class(job)) {
            return Reason::Reserved { start };
        }
        state.obstacle(job, Some(start))
    }

    /// Whether a job of this class could be placed now. It is tested once per state of the machine.
    fn has_room(&mut self, state: &State, class: usize) -> bool {
        if self.room[class].0 != state.version + 1 {
            self.room[class] = (state.version + 1, state.has_room(class));
        }
        self.room[class].1
    }

    /// Counts the reasons, which are the same for all jobs of a class.
    fn tally(&mut self, state: &mut State) {
        for place in 0..state.waiting.occupied_count() {
            let class = state.waiting.occupied_class(place);
            let kind = match state.missing(class) {
                0 if self.has_room(state, class) => ReasonKind::Reserved,
                0 => ReasonKind::Placement,
                _ => ReasonKind::Processors,
            };
            state.count(kind, state.waiting.count_of(class));
        }
    }
}

/// The processors that a job takes from the machine.
fn processors(state: &State, job: usize) -> u32 {
    state.waiting.request(state.waiting.class(job)).processors
}

/// The time that a job takes on the timeline. An estimate of 0 counts as one microsecond.
fn estimated_runtime(state: &State, job: usize) -> Time {
    state.estimated_runtime(job).max(1)
}
