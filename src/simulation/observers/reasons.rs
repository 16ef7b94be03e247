//! For which reasons jobs wait, and for how long (docs/semantics.md 8.1).

use crate::scheduling::{Event, Observer, ReasonKind, Tally, Wanted};
use crate::time::Time;

/// The time that all jobs of a run have waited, by the kind of reason. It makes a run a little slower.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WaitReasonTotals {
    /// Whether anything is recorded.
    pub is_wanted: bool,
    /// Microseconds, summed over jobs, by kind in the order of [`ReasonKind::ALL`].
    pub total: [i128; ReasonKind::ALL.len()],
    /// The part of it that jobs spend behind a head that finds no place, while the head rule lets no job overtake.
    pub behind_no_place: i128,
    /// How many jobs wait since the last pass, by kind.
    waiting: Tally,
    since: Time,
}

impl WaitReasonTotals {
    /// No job waits yet. If nothing is wanted, nothing is recorded, at no cost.
    pub fn new(is_wanted: bool) -> WaitReasonTotals {
        WaitReasonTotals { is_wanted, ..WaitReasonTotals::default() }
    }
}

impl Observer for WaitReasonTotals {
    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.tally |= self.is_wanted;
    }

    fn observe(&mut self, event: Event) {
        let Event::Tallied { now, waiting } = event else { return };
        let passed = i128::from(now - self.since);
        for (total, waiting) in self.total.iter_mut().zip(&self.waiting) {
            *total += i128::from(*waiting) * passed;
        }
        // If any job waits for its turn, only the head waits for something else.
        if self.waiting[ReasonKind::Placement as usize] > 0 {
            self.behind_no_place += i128::from(self.waiting[ReasonKind::Order as usize]) * passed;
        }
        self.waiting = *waiting;
        self.since = now;
    }
}
