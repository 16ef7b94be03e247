//! `skip` and `easy`: other jobs start while the head of the queue waits (docs/semantics.md 5, Mao 2005 section 2.2).
//!
//! With `easy` the blocked head gets a *shadow time*, the earliest time at which it could be placed if the running jobs
//! end when they are estimated to. Another job may start if, with it running, the head can still be placed then. `skip`
//! is the same without a shadow: every job that fits may start.
//!
//! The plain rule tries every waiting job in turn. Three facts make a pass independent of the length of the queue:
//! - A job that ends by the shadow time never delays the head. By then it has come and gone, and what fits depends only
//!   on the allocations that are held (see [`crate::allocation::Strategy`]).
//! - For a job that would still run, the verdict depends only on what it asks for and on the state of the machine, so
//!   it is worked out once per class of equal requests and state.
//! - While the machine does not change, a job that was refused is refused again: as time goes by fewer jobs end by the
//!   shadow time, and the other verdicts stand. Only those that have arrived since can be new.

use super::Reason;
use super::state::State;
use crate::allocation::Allocator;
use crate::time::Time;
use crate::workload::Request;

/// What the present state means for the jobs of one class.
#[derive(Clone, Copy, Default)]
struct Verdict {
    /// The epoch in which this was worked out.
    epoch: u64,
    fits: bool,
    /// Whether a job that would still run at the shadow time may start; worked out when first asked for.
    outliving: Option<bool>,
}

/// The head of the queue and its reservation, in one state of the machine.
#[derive(Clone, Copy)]
struct Reservation {
    version: u64,
    head: usize,
    shadow: Time,
    /// Processors free when all that is estimated to end by the shadow time has.
    free_then: u32,
}

/// The policies `skip` and `easy`, with what they remember between passes.
pub struct Backfilling {
    reserving: bool,
    /// That of the last pass.
    reservation: Option<Reservation>,
    /// Grows whenever verdicts become stale.
    epoch: u64,
    verdicts: Vec<Verdict>,
    scratch: Option<Box<dyn Allocator>>,
}

/// The shadow time of a head without a reservation, and the bound that every estimate meets.
const NEVER: Time = Time::MAX - 1;

impl Backfilling {
    /// `easy` when `reserving`, else `skip`.
    pub fn new(reserving: bool) -> Backfilling {
        Backfilling { reserving, reservation: None, epoch: 0, verdicts: Vec::new(), scratch: None }
    }

    /// One scheduling pass; `arrived` are the jobs that arrived at this instant.
    pub fn pass(&mut self, state: &mut State, now: Time, arrived: std::ops::Range<usize>) {
        let Some(head) = state.start_heads(now) else { return };
        let mut from = state.waiting.rank(head);
        let mut admitted = if self.holds(state, head) {
            // The last pass refused all others in this very state: only new arrivals can be admitted. If one is, the
            // search goes on behind it.
            self.first_admitted(state, now, arrived)
        } else {
            self.reserve(state, head);
            self.next_admitted(state, now, from)
        };
        let explains = state.wants_reasons;
        loop {
            if explains {
                let refused = |job| Some(job) != admitted;
                state.explain(from, now, |state, job| refused(job).then(|| self.refusal(state, now, job)));
            }
            let Some(job) = admitted else { return };
            let behind = self.start(state, now, job);
            admitted = self.next_admitted(state, now, behind);
            from = behind + 1;
        }
    }

    /// Why a job, the head or one that was refused in this state, may not start now.
    fn refusal(&mut self, state: &State, now: Time, job: usize) -> Reason {
        let class = state.waiting.class(job);
        if !self.fits(state, class) {
            return state.obstacle(job);
        }
        debug_assert!(state.job(job).estimate > self.time_left(now) && !self.may_outlive(state, class));
        let Reservation { head, shadow, .. } = self.reservation.expect("a pass reserves first");
        Reason::WouldDelayHead { head, shadow }
    }

    /// Starts a job behind the head; returns its rank. The shadow time stands for the rest of the pass.
    fn start(&mut self, state: &mut State, now: Time, job: usize) -> u32 {
        if state.job(job).estimate > self.time_left(now)
            && let Some(reservation) = &mut self.reservation
        {
            reservation.free_then -= state.waiting.request(state.waiting.class(job)).processors;
        }
        state.start(job, now);
        self.epoch += 1;
        state.waiting.rank(job)
    }

    /// Whether the last pass ended with this head and with the machine as it is now.
    fn holds(&self, state: &State, head: usize) -> bool {
        self.reservation.is_some_and(|last| (last.version, last.head) == (state.version, head))
    }

    /// Works out the reservation of the head.
    fn reserve(&mut self, state: &State, head: usize) {
        self.epoch += 1;
        self.verdicts.resize(state.waiting.class_count(), Verdict::default());
        let (shadow, free_then) = if self.reserving { self.shadow_time(state, head) } else { (NEVER, 0) };
        self.reservation = Some(Reservation { version: state.version, head, shadow, free_then });
    }

    /// Releases running jobs on a copy of the machine, in order of estimated end and all of one end together, until the
    /// head fits. Returns that time and the processors that are free then.
    fn shadow_time(&mut self, state: &State, head: usize) -> (Time, u32) {
        let request = state.waiting.request(state.waiting.class(head));
        let copy = copy_of(&mut self.scratch, state);
        let mut shadow = None;
        for run in state.running.iter() {
            if shadow != Some(run.estimated_end) && shadow.is_some() && copy.fits(request) {
                break;
            }
            copy.release(&run.allocation);
            shadow = Some(run.estimated_end);
        }
        (shadow.unwrap_or(NEVER), copy.free_processors())
    }

    /// The first job behind `behind` in the queue that may start now.
    fn next_admitted(&mut self, state: &State, now: Time, behind: u32) -> Option<usize> {
        let in_time = self.time_left(now);
        let mut first: Option<usize> = None;
        let mut from = 0;
        while let Some(class) = state.waiting.occupied_class_from(from) {
            from = class + 1;
            if state.waiting.request(class).processors > state.allocator.free_processors() {
                break;
            }
            if !self.fits(state, class) {
                continue;
            }
            let earlier = |job: &usize| first.is_none_or(|found| state.waiting.rank(*job) < state.waiting.rank(found));
            let Some(any) = state.waiting.first_behind(class, behind, NEVER).filter(earlier) else { continue };
            if state.job(any).estimate <= in_time || self.may_outlive(state, class) {
                first = Some(any);
            } else if let Some(short) = state.waiting.first_behind(class, behind, in_time).filter(earlier) {
                first = Some(short);
            }
        }
        first
    }

    /// The first of these waiting jobs, in the order of the queue, that may start now.
    fn first_admitted(&mut self, state: &State, now: Time, jobs: std::ops::Range<usize>) -> Option<usize> {
        let in_time = self.time_left(now);
        let admitted = jobs.filter(|&job| {
            let class = state.waiting.class(job);
            self.fits(state, class) && (state.job(job).estimate <= in_time || self.may_outlive(state, class))
        });
        admitted.min_by_key(|&job| state.waiting.rank(job))
    }

    fn time_left(&self, now: Time) -> Time {
        self.reservation.map_or(NEVER, |reservation| reservation.shadow.saturating_sub(now).min(NEVER))
    }

    fn verdict(&mut self, state: &State, class: usize) -> &mut Verdict {
        let verdict = &mut self.verdicts[class];
        if verdict.epoch != self.epoch {
            let fits = state.allocator.fits(state.waiting.request(class));
            *verdict = Verdict { epoch: self.epoch, fits, outliving: None };
        }
        verdict
    }

    fn fits(&mut self, state: &State, class: usize) -> bool {
        self.verdict(state, class).fits
    }

    /// Whether a job of this class that would still run at the shadow time may start: with it placed, releasing every
    /// job that is estimated to end by then must leave room for the head.
    fn may_outlive(&mut self, state: &State, class: usize) -> bool {
        if let Some(known) = self.verdict(state, class).outliving {
            return known;
        }
        let reservation = self.reservation.expect("a pass reserves first");
        let head = state.waiting.request(state.waiting.class(reservation.head));
        let request = state.waiting.request(class);
        // Without enough free processors there is no need to look where they are; with enough, sometimes neither.
        let enough = reservation.free_then >= head.processors + request.processors;
        let allowed = enough && (state.allocator.needs_only_a_count() || self.leaves_room(state, request, head));
        self.verdict(state, class).outliving = Some(allowed);
        allowed
    }

    /// Whether the head can be placed at the shadow time with `request` placed now, on a copy of the machine.
    fn leaves_room(&mut self, state: &State, request: &Request, head: &Request) -> bool {
        let shadow = self.reservation.map_or(NEVER, |reservation| reservation.shadow);
        let copy = copy_of(&mut self.scratch, state);
        let placed = copy.allocate(request).is_some();
        let ended = state.running.iter().take_while(|run| run.estimated_end <= shadow);
        ended.for_each(|run| copy.release(&run.allocation));
        placed && copy.fits(head)
    }
}

/// The scratch allocator as a copy of the present one.
fn copy_of<'a>(scratch: &'a mut Option<Box<dyn Allocator>>, state: &State) -> &'a mut Box<dyn Allocator> {
    let copy = scratch.get_or_insert_with(|| state.allocator.fork());
    copy.copy_from(state.allocator.as_ref());
    copy
}
