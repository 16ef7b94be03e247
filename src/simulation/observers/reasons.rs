//! For which reasons jobs wait, and for how long.

use crate::scheduling::{Observer, Reason, ReasonKind};
use crate::time::Time;

/// How many kinds of reasons there are.
const KINDS: usize = ReasonKind::ALL.len();

/// The time that all jobs of a run have waited, by the kind of reason.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    wanted: bool,
    /// Microseconds, summed over jobs, by kind in the order of [`ReasonKind::ALL`].
    total: [i128; KINDS],
    /// How many jobs wait since the last pass, by kind.
    waiting: [i64; KINDS],
    since: Time,
    /// The same of the pass that is being told of.
    told: [i64; KINDS],
}

impl Reasons {
    /// Nobody waits yet. Unless it is wanted nothing is recorded, at no cost.
    pub fn new(wanted: bool) -> Reasons {
        Reasons { wanted, ..Reasons::default() }
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

impl Observer for Reasons {
    fn wants_reasons(&self, _: Time) -> bool {
        self.wanted
    }

    fn held_back(&mut self, _: usize, _: Time, reason: &Reason) {
        self.told[reason.kind() as usize] += 1;
    }

    fn settled(&mut self, now: Time, _: u32, _: Option<usize>) {
        for (total, waiting) in self.total.iter_mut().zip(&self.waiting) {
            *total += i128::from(*waiting) * i128::from(now - self.since);
        }
        self.waiting = std::mem::take(&mut self.told);
        self.since = now;
    }
}
