//! `conservative`: every waiting job holds a reservation that no later job may delay (docs/semantics.md 5).

mod availability;
mod changes;
mod counted;
mod ends;
mod grades;
mod placed;
mod profile;
mod replay;
mod searched;
mod steps;
mod timeline;

use super::state::{Instant, State};
use super::{Reason, ReasonKind};
use crate::time::Time;
use counted::Counted;
use placed::Placed;

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

/// The reservations of all waiting jobs.
trait Reservations {
    /// Time goes on, as it was estimated to: that alone changes nothing. Every pass begins with it.
    fn go_on(&mut self, now: Time);

    /// A job that ends before its estimate leaves a gap.
    fn complete(&mut self, state: &State, now: Time, job: usize);

    /// Each waiting job before the first arrival, in the order of the queue, is taken out and put back at the earliest time that
    /// all other reservations allow.
    fn compress(&mut self, state: &State, now: Time, first_arrival: usize);

    /// All reservations but those of arrivals are made anew, in the order of the queue: running jobs take longer than was
    /// estimated when others were promised their processors.
    fn start_over(&mut self, state: &State, now: Time, first_arrival: usize);

    /// A job that has arrived gets the earliest time that all reservations allow.
    fn reserve(&mut self, state: &State, now: Time, job: usize);

    /// The next time at which a reservation falls due.
    fn next_start(&self) -> Option<Time>;

    /// Takes out the first reservation that is due; its job starts.
    fn pop_due(&mut self, state: &State, now: Time) -> Option<usize>;

    /// The start that a job was last promised.
    fn promised(&self, job: usize) -> Time;
}

/// The policy `conservative`, with its reservations. A job is looked at again only where something has changed since it was
/// last.
pub struct Conservative {
    reservations: Box<dyn Reservations>,
    /// For each class of requests whether it could be placed, and in which state of the machine (its version, from 1) that
    /// was found out; only where somebody asks why jobs wait.
    room: Vec<(u64, bool)>,
}

impl Conservative {
    /// No reservations yet. Cost: O(jobs of the run).
    pub fn new(state: &State) -> Conservative {
        let counts = state.allocator.needs_only_a_count();
        let reservations: Box<dyn Reservations> =
            if counts { Box::new(Counted::new(state)) } else { Box::new(Placed::new(state)) };
        Conservative { reservations, room: Vec::new() }
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

    /// Tells whoever wants to know why the jobs wait that the pass leaves waiting.
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

    /// Why a job waits that does not start in this pass, which is over.
    fn reason(&mut self, state: &State, job: usize) -> Reason {
        let start = self.reservations.promised(job);
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

/// The processors a job takes from the machine.
fn processors(state: &State, job: usize) -> u32 {
    state.waiting.request(state.waiting.class(job)).processors
}
