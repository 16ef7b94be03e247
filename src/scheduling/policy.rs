//! The work at an instant: one pass of the scheduling policy.

use super::backfilling::Backfilling;
use super::conservative::Conservative;
use super::own::{OwnPolicy, PolicyViolation, Rules, choose_all};
use super::state::{Instant, State};
use super::{BlockedHead, Reason};
use crate::time::Time;

/// A blocked-head policy with its memory between passes. The queue itself keeps its order.
pub enum Policy<'a> {
    /// No job starts before the head.
    Block,
    /// `skip` and `easy`.
    Backfilling(Backfilling),
    /// Every waiting job holds a reservation.
    Conservative(Conservative),
    /// Own code chooses the jobs.
    Own(&'a dyn OwnPolicy),
}

impl<'a> Policy<'a> {
    /// The policy of these rules before the first job arrives.
    pub fn new(rules: Rules<'a>, state: &State) -> Policy<'a> {
        if let Some(own) = rules.own_choice() {
            return Policy::Own(own);
        }
        let scheduling = rules.scheduling;
        match scheduling.blocked_head {
            BlockedHead::Block => Policy::Block,
            BlockedHead::Skip => Policy::Backfilling(Backfilling::new(false, scheduling.depth())),
            BlockedHead::Easy => Policy::Backfilling(Backfilling::new(true, scheduling.depth())),
            BlockedHead::Conservative => Policy::Conservative(Conservative::new(state)),
        }
    }

    /// Starts the jobs that are due at this instant. Fails if own code breaks a rule.
    pub fn pass(&mut self, state: &mut State, instant: &Instant) -> Result<(), Box<PolicyViolation>> {
        match self {
            Policy::Block => block(state, instant.now),
            Policy::Backfilling(backfilling) => backfilling.pass(state, instant),
            Policy::Conservative(conservative) => conservative.pass(state, instant),
            Policy::Own(own) => choose_all(*own, state, instant.now)?,
        }
        Ok(())
    }

    /// The time at which the policy wants a pass even if nothing happens until then.
    pub fn next_start(&self) -> Option<Time> {
        match self {
            Policy::Conservative(conservative) => conservative.next_start(),
            Policy::Block | Policy::Backfilling(_) | Policy::Own(_) => None,
        }
    }
}

/// One pass of `block`.
fn block(state: &mut State, now: Time) {
    let Some(head) = state.start_heads(now) else { return };
    let behind = Reason::BehindHead { head };
    let reason = |state: &State, job| if job == head { state.obstacle(head, None) } else { behind };
    state.explain_asked(now, reason);
    if state.wanted.reasons {
        state.explain(now, reason);
    } else if state.wanted.tally {
        state.count(state.obstacle(head, None).kind(), 1);
        state.count(behind.kind(), state.waiting.count() - 1);
    }
}
