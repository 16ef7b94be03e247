//! Why jobs wait under `skip` and `easy`, for observers that ask for it (docs/semantics.md 5.1).
//!
//! Reasons refer to the machine as the pass leaves it. One earlier fact must be kept. Some strategies may find a place
//! for a job on a busier machine although they found none on a less busy machine. The job is not tried again in the
//! same pass. Its reason is the result of its own turn.

use super::{Backfilling, Reach, Reservation};
use crate::scheduling::state::State;
use crate::scheduling::{Event, Reason, ReasonKind};
use crate::time::Time;
use std::ops::Range;

/// The refused jobs of a pass, as far as the observer asks for them.
#[derive(Default)]
pub(super) struct Refusals {
    /// If only the tally is wanted, these are the jobs within reach, and only if the reach is bounded.
    jobs: AtTheirTurn,
    /// Used if only the tally is wanted: the classes without a place, with the range of ranks that had their turn then.
    without_place: Vec<(usize, u32, u32)>,
    /// The single jobs that the observer asks for.
    asked: AtTheirTurn,
}

/// Jobs with their reasons at their turn, in the order of the queue.
#[derive(Default)]
struct AtTheirTurn {
    jobs: Vec<(usize, Reason)>,
    /// How many of these had their turn before another job started.
    passed: usize,
}

impl Backfilling {
    /// Notes why the jobs from rank `from` on, up to the admitted job, may not start now.
    pub(super) fn note_refusals(
        &mut self,
        state: &mut State,
        now: Time,
        from: u32,
        admitted: Option<usize>,
        reach: Reach,
    ) {
        self.refusals.jobs.passed = self.refusals.jobs.jobs.len();
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
                self.refusals.jobs.jobs.push((job, reason));
                next = state.waiting.first_from(state.waiting.rank(job) + 1);
            }
        }
        self.note_asked(state, now, from..admitted.map_or(u32::MAX, |admitted| state.waiting.rank(admitted)), reach);
    }

    /// Notes why the single jobs that the observer asks for may not start now, if they wait at these ranks.
    fn note_asked(&mut self, state: &mut State, now: Time, ranks: Range<u32>, reach: Reach) {
        self.refusals.asked.passed = self.refusals.asked.jobs.len();
        let asked = std::mem::take(&mut state.wanted.reasons_of);
        for &job in &asked {
            if state.waiting.has(job) && ranks.contains(&state.waiting.rank(job)) {
                let reason = self.refusal(state, now, job, reach);
                self.refusals.asked.jobs.push((job, reason));
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

    /// Reports to the observer why jobs wait, now that the pass is over.
    pub(super) fn tell_refusals(&mut self, state: &mut State, now: Time, reach: Reach) {
        let Refusals { jobs, asked, .. } = &mut self.refusals;
        let (jobs, asked) = (std::mem::take(jobs), std::mem::take(asked));
        for (job, reason) in self.in_the_end(state, asked, reach) {
            state.observer.observe(Event::Waits { job, now, reason: &reason });
        }
        if state.wanted.tally && !state.wanted.reasons && self.depth.is_none() {
            return self.tally(state);
        }
        for (job, reason) in self.in_the_end(state, jobs, reach) {
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

    /// Why these jobs wait now. A job with its turn after the last start has seen the machine as it is now.
    fn in_the_end(&mut self, state: &mut State, refused: AtTheirTurn, reach: Reach) -> Vec<(usize, Reason)> {
        let AtTheirTurn { mut jobs, passed } = refused;
        jobs[..passed].iter_mut().for_each(|(job, reason)| *reason = self.remaining(state, *job, *reason, reach));
        jobs
    }

    /// Counts the reasons of the jobs beyond reach, which had no turn.
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

    /// Why a job may not start now. The job is the head, or it was refused in this state.
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

    /// Why a refused job waits after jobs behind it have started.
    fn remaining(&mut self, state: &mut State, job: usize, at_its_turn: Reason, reach: Reach) -> Reason {
        match self.fits(state, state.waiting.class(job)) {
            true if state.waiting.rank(job) >= reach.end => Reason::BeyondDepth,
            true => at_its_turn,
            false => state.obstacle(job, at_its_turn.promised()),
        }
    }

    /// Counts the reasons if all jobs are within reach. The reason is the same for all jobs of a class, with one
    /// exception: jobs that would find a place now but found none at their turn.
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
