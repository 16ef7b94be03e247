//! `skip` and `easy`: other jobs start while the head of the queue waits (docs/semantics.md 5, Mao 2005 section 2.2).
//!
//! With `easy` the blocked head gets a *shadow time*. It is the earliest time at which the head can be placed if the
//! running jobs end as estimated. Another job may start if the head can still be placed at that time. `skip` has no
//! shadow time: every job that fits may start. With a depth of K a pass tries only the first K jobs behind the head.
//! They are fixed once all heads that fit have started, whichever of them then start.
//!
//! The plain rule tries every waiting job in turn. Three facts make a pass independent of the length of the queue:
//! - A job that ends by the shadow time never delays the head. Its nodes are free again by then. What fits depends only
//!   on the allocations that are held (see [`crate::allocation::Allocator`]).
//! - For a job that would still run, the verdict depends only on its request and on the state of the machine. It is
//!   computed once per class of equal requests and state.
//! - While the machine does not change, a refused job is refused again. As time goes by fewer jobs end by the shadow
//!   time, and the other verdicts stand. Only new arrivals can be admitted. This also holds with a depth: with the same
//!   head and no start, an arrival may push other jobs out of reach, but brings none within reach.
//!
//! The search goes class by class. It goes job by job where the depth is less than the number of waiting classes that
//! are small enough. A pass therefore takes no more steps than the depth, and no more than without a depth.

mod ahead;
mod refusals;

use super::state::{Instant, State};
use crate::allocation::Allocator;
use crate::time::Time;
use ahead::Ahead;
use refusals::Refusals;
use std::num::NonZeroU32;
use std::ops::Range;

/// The verdicts of the present state for the jobs of one class.
#[derive(Clone, Copy, Default)]
struct Verdict {
    /// The epoch in which these were computed.
    epoch: u64,
    fits: bool,
    /// Whether a job that would still run at the shadow time may start. It is computed on the first query.
    outliving: Option<bool>,
}

/// The head of the queue and its reservation, in one state of the machine.
#[derive(Clone, Copy)]
struct Reservation {
    version: u64,
    /// The state up to which the shadow time is valid.
    stands: u64,
    head: usize,
    shadow: Time,
    /// The free processors after all jobs that are estimated to end by the shadow time have ended.
    free_then: u32,
}

/// The jobs that a pass tries.
#[derive(Clone, Copy)]
struct Reach {
    /// Ranks from here on are beyond reach.
    end: u32,
    /// Whether the jobs are fewer than the classes that could be tried instead. They are then tried one by one.
    few: bool,
}

/// The policies `skip` and `easy`, with their memory between passes.
pub struct Backfilling {
    reserving: bool,
    /// How many jobs behind the head a pass tries; `None` for all.
    depth: Option<NonZeroU32>,
    /// The head of the last pass, with its reservation.
    reservation: Option<Reservation>,
    /// Grows whenever verdicts become stale.
    epoch: u64,
    verdicts: Vec<Verdict>,
    ahead: Ahead,
    /// A copy for trials, for strategies that cannot hold a job on the copy in `ahead`.
    scratch: Option<Box<dyn Allocator>>,
    refusals: Refusals,
}

/// The shadow time of a head without a reservation. No estimate exceeds this bound.
const NEVER: Time = Time::MAX - 1;

impl Backfilling {
    /// `easy` if `reserving`, else `skip`, with this depth.
    pub fn new(reserving: bool, depth: Option<NonZeroU32>) -> Backfilling {
        let (verdicts, ahead, refusals) = (Vec::new(), Ahead::default(), Refusals::default());
        Backfilling { reserving, depth, reservation: None, epoch: 0, verdicts, ahead, scratch: None, refusals }
    }

    /// One scheduling pass.
    pub fn pass(&mut self, state: &mut State, instant: &Instant) {
        let now = instant.now;
        self.note_completions(state, instant);
        let Some(head) = state.start_heads(now) else { return };
        let mut from = state.waiting.rank(head);
        let reach = self.reach(state, from);
        let mut admitted = if self.holds(state, head) {
            // The last pass refused all other jobs in this state, so that only new arrivals can be admitted. If one is
            // admitted, the search continues behind it.
            self.first_admitted(state, now, instant.arrived.clone(), reach)
        } else {
            self.reserve(state, head);
            self.next_admitted(state, now, from, reach)
        };
        let is_asked = state.is_asked();
        self.refusals = Refusals::default();
        loop {
            if is_asked {
                self.note_refusals(state, now, from, admitted, reach);
            }
            let Some(job) = admitted else { break };
            let behind = self.start(state, now, job);
            admitted = self.next_admitted(state, now, behind, reach);
            from = behind + 1;
        }
        if is_asked {
            self.tell_refusals(state, now, reach);
        }
    }

    /// The shadow time stays valid if only ends of jobs have changed the machine, each at its estimated time. The
    /// trials that gave the shadow time assumed exactly these ends.
    fn note_completions(&mut self, state: &State, instant: &Instant) {
        let Some(reservation) = &mut self.reservation else { return };
        let ends = instant.completed.len() as u64;
        if reservation.stands + ends == state.version && state.ended_on_time(instant.now) {
            reservation.stands = state.version;
        }
    }

    /// The jobs to try in a pass with the head at rank `head`.
    fn reach(&self, state: &mut State, head: u32) -> Reach {
        let Some(depth) = self.depth else { return Reach { end: u32::MAX, few: false } };
        let last = state.waiting.nth_from(head + 1, depth.get());
        let next = last.map(|_| depth.get() as usize).filter(|&place| place < state.waiting.occupied_count());
        let few = next.is_some_and(|place| self.has_processors(state, state.waiting.occupied_class(place)));
        Reach { end: last.map_or(u32::MAX, |last| last + 1), few }
    }

    /// Starts a job behind the head, and returns its rank. The shadow time stays valid for the rest of the pass.
    fn start(&mut self, state: &mut State, now: Time, job: usize) -> u32 {
        let outlives = state.estimated_runtime(job) > self.time_left(now);
        let processors = state.waiting.request(state.waiting.class(job)).processors;
        state.start(job, now);
        if let Some(reservation) = self.reservation.as_mut().filter(|_| outlives) {
            reservation.free_then -= processors;
            self.ahead.hold(state, job);
        }
        // The started job has left room for the head at its shadow time. Before that time there is no more room than
        // there was. This holds if the strategy never finds a place that it would miss with fewer nodes held.
        if let Some(reservation) = &mut self.reservation
            && state.allocator.is_monotone()
        {
            reservation.stands = state.version;
        }
        self.epoch += 1;
        state.waiting.rank(job)
    }

    /// Whether the last pass ended with this head and with the present state of the machine. Jobs refused then are
    /// refused again.
    fn holds(&self, state: &mut State, head: usize) -> bool {
        // In an order that changes with time, other jobs may have come within reach.
        let same_reach = self.depth.is_none() || !state.waiting.changes();
        same_reach && self.reservation.is_some_and(|last| (last.version, last.head) == (state.version, head))
    }

    /// Computes the reservation of the head.
    fn reserve(&mut self, state: &mut State, head: usize) {
        self.epoch += 1;
        self.verdicts.resize(state.waiting.class_count(), Verdict::default());
        let version = state.version;
        let standing = self.reservation.filter(|last| (last.stands, last.head) == (version, head));
        let (shadow, free_then) = match standing {
            _ if !self.reserving => (NEVER, 0),
            Some(Reservation { shadow, free_then, .. }) => (shadow, free_then),
            None => {
                let (shadow, free_then) = self.ahead.find_room(state, state.waiting.request(state.waiting.class(head)));
                (shadow.unwrap_or(NEVER), free_then)
            }
        };
        self.reservation = Some(Reservation { version, stands: version, head, shadow, free_then });
    }

    /// The first job behind `behind` in the queue, and within reach, that may start now.
    fn next_admitted(&mut self, state: &mut State, now: Time, behind: u32, reach: Reach) -> Option<usize> {
        if reach.few {
            return self.next_one_by_one(state, now, behind, reach.end);
        }
        let in_time = self.time_left(now);
        let (free, spare) = (state.allocator.free_processors(), self.spare_then(state));
        let (mut first, mut end) = (None, reach.end);
        for place in 0..state.waiting.occupied_count() {
            let class = state.waiting.occupied_class(place);
            if state.waiting.request(class).processors > free {
                break;
            }
            if !self.fits(state, class) {
                continue;
            }
            let earlier = |state: &State, job: &usize| state.waiting.rank(*job) < end;
            // With too few processors at the shadow time, only jobs that end by then may start.
            let bound = if state.waiting.request(class).processors <= spare { NEVER } else { in_time };
            let any = state.waiting.first_behind(class, behind, bound);
            let Some(any) = any.filter(|job| earlier(state, job)) else { continue };
            let found = if state.estimated_runtime(any) <= in_time || self.may_outlive(state, class) {
                Some(any)
            } else {
                state.waiting.first_behind(class, behind, in_time).filter(|job| earlier(state, job))
            };
            if let Some(job) = found {
                (first, end) = (found, state.waiting.rank(job));
            }
        }
        first
    }

    /// The same as [`Self::next_admitted`], but tries one job after the other.
    fn next_one_by_one(&mut self, state: &mut State, now: Time, behind: u32, end: u32) -> Option<usize> {
        let mut next = state.waiting.first_from(behind + 1);
        while let Some(job) = next.filter(|&job| state.waiting.rank(job) < end) {
            if self.admits(state, now, job) {
                return next;
            }
            next = state.waiting.first_from(state.waiting.rank(job) + 1);
        }
        None
    }

    /// The first of these waiting jobs within reach, in the order of the queue, that may start now.
    fn first_admitted(&mut self, state: &mut State, now: Time, jobs: Range<usize>, reach: Reach) -> Option<usize> {
        let mut first = None;
        let mut end = reach.end;
        for job in jobs {
            if state.waiting.rank(job) < end && self.admits(state, now, job) {
                (first, end) = (Some(job), state.waiting.rank(job));
            }
        }
        first
    }

    /// Whether a job behind the head may start now.
    fn admits(&mut self, state: &mut State, now: Time, job: usize) -> bool {
        let class = state.waiting.class(job);
        self.fits(state, class)
            && (state.estimated_runtime(job) <= self.time_left(now) || self.may_outlive(state, class))
    }

    fn time_left(&self, now: Time) -> Time {
        self.reservation.map_or(NEVER, |reservation| reservation.shadow.saturating_sub(now).min(NEVER))
    }

    fn verdict(&mut self, state: &mut State, class: usize) -> &mut Verdict {
        let verdict = &mut self.verdicts[class];
        if verdict.epoch != self.epoch {
            let fits = state.allocator.fits(state.waiting.request(class));
            *verdict = Verdict { epoch: self.epoch, fits, outliving: None };
        }
        verdict
    }

    fn has_processors(&self, state: &mut State, class: usize) -> bool {
        state.waiting.request(class).processors <= state.allocator.free_processors()
    }

    fn fits(&mut self, state: &mut State, class: usize) -> bool {
        self.verdict(state, class).fits
    }

    /// Whether a job of this class that would still run at the shadow time may start. The head must find room after the
    /// job is placed and all jobs that are estimated to end by then are released.
    fn may_outlive(&mut self, state: &mut State, class: usize) -> bool {
        if let Some(known) = self.verdict(state, class).outliving {
            return known;
        }
        // With too few free processors, their positions do not matter. With enough, they matter only for some
        // strategies.
        let enough = state.waiting.request(class).processors <= self.spare_then(state);
        let allowed = enough && (state.allocator.needs_only_a_count() || self.leaves_room(state, class));
        self.verdict(state, class).outliving = Some(allowed);
        allowed
    }

    /// How many processors beyond the head's need are free at the shadow time.
    fn spare_then(&self, state: &State) -> u32 {
        self.reservation.map_or(0, |Reservation { head, free_then, .. }| {
            free_then.saturating_sub(state.waiting.request(state.waiting.class(head)).processors)
        })
    }

    /// Whether the head can be placed at the shadow time with a job of this class placed now. All changes are undone.
    fn leaves_room(&mut self, state: &mut State, class: usize) -> bool {
        let Some(Reservation { head, .. }) = self.reservation else { return false };
        let (request, head) = (state.waiting.request(class), state.waiting.request(state.waiting.class(head)));
        if let Some(leaves_room) = self.ahead.leaves_room(state.allocator.as_mut(), request, head) {
            return leaves_room;
        }
        let shadow = self.reservation.map_or(NEVER, |reservation| reservation.shadow);
        let copy = self.scratch.get_or_insert_with(|| state.allocator.fork());
        copy.copy_from(state.allocator.as_ref());
        let placed = copy.allocate(request).is_some();
        let ended = state.running.iter().take_while(|run| run.estimated_end <= shadow);
        ended.for_each(|run| copy.release(&run.allocation));
        placed && copy.fits(head)
    }
}
