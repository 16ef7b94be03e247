//! For which reasons jobs wait, and for how long.

use crate::scheduling::{Event, Observer, ReasonKind, Tally, Wanted};
use crate::time::Time;

/// How many kinds of reasons there are.
const KINDS: usize = ReasonKind::ALL.len();

/// The time that all jobs of a run have waited, by the kind of reason.
#[derive(Clone, Debug, Default)]
pub struct WaitReasonTotals {
    wanted: bool,
    /// Microseconds, summed over jobs, by kind in the order of [`ReasonKind::ALL`].
    total: [i128; KINDS],
    /// How many jobs wait since the last pass, by kind.
    waiting: Tally,
    since: Time,
}

impl WaitReasonTotals {
    /// No job waits yet. If `wanted` is false, nothing is recorded, at no cost.
    pub fn new(wanted: bool) -> WaitReasonTotals {
        WaitReasonTotals { wanted, ..WaitReasonTotals::default() }
    }

    /// Whether anything is recorded.
    pub fn are_wanted(&self) -> bool {
        self.wanted
    }

    /// Microseconds that jobs have waited for reasons of this kind, summed over all jobs.
    pub fn total(&self, kind: ReasonKind) -> i128 {
        self.total[kind as usize]
    }
}

impl Observer for WaitReasonTotals {
    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.tally |= self.wanted;
    }

    fn observe(&mut self, event: Event) {
        let Event::Tallied { now, waiting } = event else { return };
        for (total, waiting) in self.total.iter_mut().zip(&self.waiting) {
            *total += i128::from(*waiting) * i128::from(now - self.since);
        }
        self.waiting = *waiting;
        self.since = now;
    }
}
