//! Why jobs wait under `skip` and `easy`, for whoever asks (docs/semantics.md 5.1).
//!
//! Reasons are those of the machine as the pass leaves it. One thing must be kept from before: there are strategies that
//! may find a place for a job on a busier machine though they found none on a less busy one. Such a job is not tried
//! again in the same pass; it waits for what was found when its turn came.

use super::{Backfilling, Reach, Reservation};
use crate::scheduling::state::State;
use crate::scheduling::{Event, Reason, ReasonKind};
use crate::time::Time;
use std::ops::Range;

/// Who has been refused in a pass, as far as somebody asks.
#[derive(Default)]
pub(super) struct Refusals {
    /// The jobs, and why when their turn came, in the order of the queue: all of them, or where only the tally is asked for
    /// those within reach, if it is bounded.
    jobs: Vec<(usize, Reason)>,
    /// How many of these had their turn before somebody else started.
    passed: usize,
    /// Where only the tally is asked for: classes for which there was no place, with the ranks that had their turn then, from
    /// and up to.
    without_place: Vec<(usize, u32, u32)>,
    /// Of those of whom alone somebody asks, the same as `jobs` and `passed`.
    asked: Vec<(usize, Reason)>,
    asked_passed: usize,
}

impl Refusals {
    /// Forgets those of the last pass.
    pub fn clear(&mut self) {
        self.jobs.clear();
        self.without_place.clear();
        self.passed = 0;
        self.asked.clear();
        self.asked_passed = 0;
    }
}

impl Backfilling {
    /// Notes why the jobs from rank `from` on in the order of the queue, up to the one that is admitted, may not start now.
    pub(super) fn note_refusals(
        &mut self,
        state: &mut State,
        now: Time,
        from: u32,
        admitted: Option<usize>,
        reach: Reach,
    ) {
        self.refusals.passed = self.refusals.jobs.len();
        let only_tally = state.wanted.tally && !state.wanted.reasons;
        if only_tally && self.depth.is_none() {
            if let Some(admitted) = admitted {
                self.note_classes(state, from, state.waiting.rank(admitted));
            }
        } else if state.wanted.tally || state.wanted.reasons {
            let end = if only_tally { reach.end } else { u32::MAX };
            let mut next = state.waiting.first_from(from);
            while let Some(job) = next.filter(|&job| Some(job) != admitted && state.waiting.rank(job) < end) {
                let reason = self.refusal(state, now, job, reach);
                self.refusals.jobs.push((job, reason));
                next = state.waiting.first_from(state.waiting.rank(job) + 1);
            }
        }
        self.note_asked(state, now, from..admitted.map_or(u32::MAX, |admitted| state.waiting.rank(admitted)), reach);
    }

    /// Notes why those of whom alone somebody asks, as far as they wait at these ranks, may not start now.
    fn note_asked(&mut self, state: &mut State, now: Time, ranks: Range<u32>, reach: Reach) {
        self.refusals.asked_passed = self.refusals.asked.len();
        let asked = std::mem::take(&mut state.wanted.reasons_of);
        for &job in &asked {
            if state.waiting.has(job) && ranks.contains(&state.waiting.rank(job)) {
                let reason = self.refusal(state, now, job, reach);
                self.refusals.asked.push((job, reason));
            }
        }
        state.wanted.reasons_of = asked;
    }

    /// Notes the classes for which enough processors are free but no place is found.
    fn note_classes(&mut self, state: &mut State, from: u32, end: u32) {
        for place in 0..state.waiting.occupied_count() {
            let class = state.waiting.occupied_class(place);
            if !self.has_processors(state, class) {
                break;
            }
            if !self.fits(state, class) {
                self.refusals.without_place.push((class, from, end));
            }
        }
    }

    /// Tells whoever asks why jobs wait, now that the pass is over.
    pub(super) fn tell_refusals(&mut self, state: &mut State, now: Time, reach: Reach) {
        for place in 0..self.refusals.asked.len() {
            let (job, at_its_turn) = self.refusals.asked[place];
            let is_past = place < self.refusals.asked_passed;
            let reason = if is_past { self.remaining(state, job, at_its_turn, reach) } else { at_its_turn };
            state.observer.observe(Event::Waits { job, now, reason: &reason });
        }
        if state.wanted.tally && !state.wanted.reasons && self.depth.is_none() {
            return self.tally(state);
        }
        for place in 0..self.refusals.jobs.len() {
            let (job, at_its_turn) = self.refusals.jobs[place];
            // Who had his turn after the last start has seen the machine as it is now.
            let is_past = place < self.refusals.passed;
            let reason = if is_past { self.remaining(state, job, at_its_turn, reach) } else { at_its_turn };
            if state.wanted.reasons {
                state.hold_back(job, now, &reason);
            } else {
                state.count(reason.kind(), 1);
            }
        }
        if state.wanted.tally && !state.wanted.reasons {
            self.tally_beyond(state, reach);
        }
    }

    /// Counts the reasons of those that are beyond reach, who had no turn.
    fn tally_beyond(&mut self, state: &mut State, reach: Reach) {
        for place in 0..state.waiting.occupied_count() {
            let class = state.waiting.occupied_class(place);
            let kind = match self.has_processors(state, class) {
                false => ReasonKind::Processors,
                true if self.fits(state, class) => ReasonKind::Depth,
                true => ReasonKind::Placement,
            };
            let beyond = state.waiting.count_between(class, reach.end, u32::MAX);
            state.count(kind, beyond);
        }
    }

    /// Why a job, the head or one that was refused in this state, may not start now.
    fn refusal(&mut self, state: &mut State, now: Time, job: usize, reach: Reach) -> Reason {
        let class = state.waiting.class(job);
        let Reservation { head, shadow, .. } = self.reservation.expect("a pass reserves first");
        if !self.fits(state, class) {
            return state.obstacle(job, (job == head && self.reserving).then_some(shadow));
        }
        if state.waiting.rank(job) >= reach.end {
            return Reason::BeyondDepth;
        }
        debug_assert!(state.estimated_runtime(job) > self.time_left(now) && !self.may_outlive(state, class));
        Reason::WouldDelayHead { head, shadow }
    }

    /// Why a job that was refused when its turn came waits now that others behind it have started.
    fn remaining(&mut self, state: &mut State, job: usize, at_its_turn: Reason, reach: Reach) -> Reason {
        match self.fits(state, state.waiting.class(job)) {
            true if state.waiting.rank(job) >= reach.end => Reason::BeyondDepth,
            true => at_its_turn,
            false => state.obstacle(job, at_its_turn.promised()),
        }
    }

    /// Counts the reasons where everybody is within reach: they are the same for all jobs of a class, but for those that
    /// would find a place now and did not when their turn came.
    fn tally(&mut self, state: &mut State) {
        for place in 0..state.waiting.occupied_count() {
            let class = state.waiting.occupied_class(place);
            let waiting = state.waiting.count_of(class);
            if !self.has_processors(state, class) {
                state.count(ReasonKind::Processors, waiting);
            } else if !self.fits(state, class) {
                state.count(ReasonKind::Placement, waiting);
            } else {
                let then = self.refusals.without_place.iter().filter(|refused| refused.0 == class);
                let unplaced = then.map(|&(_, from, end)| state.waiting.count_between(class, from, end)).sum();
                state.count(ReasonKind::Placement, unplaced);
                state.count(ReasonKind::Reservation, waiting - unplaced);
            }
        }
    }
}
