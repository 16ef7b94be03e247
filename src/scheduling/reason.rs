//! Why jobs wait (docs/semantics.md 5.1).

use crate::names::named;
use crate::time::Time;

named! {
    /// The kinds of reasons for which jobs wait, in the order in which they are tested.
    ReasonKind, "reason for waiting" {
        /// No job starts before the head.
        Order = "order" => "Another job heads the queue, and no job starts before it.",
        /// Too few processors are free.
        Processors = "processors" => "Fewer processors are free than the job needs.",
        /// External fragmentation.
        Placement = "placement" => "Enough processors are free, but the allocation strategy finds no place for the job.",
        /// The job is too far back to be tried.
        Depth = "depth" => "The job could be placed, but stands further behind the head of the queue than the policy looks.",
        /// The head could not start at its shadow time.
        Reservation = "reservation" => "The job could be placed, but the head of the queue could then not start at its shadow time.",
        /// The job has a later reservation.
        Reserved = "reserved" => "The job could be placed, but it is reserved for later, lest it delay others.",
    }
}

/// The number of jobs that wait for each kind of reason, in the order of [`ReasonKind::ALL`].
pub type Tally = [u32; ReasonKind::ALL.len()];

/// Why a job waits after a scheduling pass. The reason refers to the machine as the pass leaves it. Jobs are given by
/// index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Under `block`: the head of the queue does not fit, and no job starts before it.
    BehindHead {
        /// The job at the head.
        head: usize,
    },
    /// Fewer processors are free than the job effectively needs.
    TooFewProcessors {
        /// How many more processors it would need.
        missing: u32,
        /// The latest start of the job, if it is known ([`Reason::promised`]).
        promised: Option<Time>,
    },
    /// Enough processors are free, but the allocation strategy finds no place for the job: external fragmentation.
    NoPlace {
        /// The latest start of the job, if it is known ([`Reason::promised`]).
        promised: Option<Time>,
    },
    /// Under `skip(K)` and `easy(K)`: the job could be placed, but it is more than K jobs behind the head. The pass did
    /// not try it.
    BeyondDepth,
    /// Under `easy`: the job could be placed, but the head of the queue could then not start at its shadow time.
    WouldDelayHead {
        /// The job at the head.
        head: usize,
        /// The head's shadow time.
        shadow: Time,
    },
    /// Under `conservative`: the job could be placed now, but it starts later.
    Reserved {
        /// The promised start.
        start: Time,
    },
}

impl Reason {
    /// The kind of this reason.
    pub fn kind(&self) -> ReasonKind {
        match self {
            Reason::BehindHead { .. } => ReasonKind::Order,
            Reason::BeyondDepth => ReasonKind::Depth,
            Reason::TooFewProcessors { .. } => ReasonKind::Processors,
            Reason::NoPlace { .. } => ReasonKind::Placement,
            Reason::WouldDelayHead { .. } => ReasonKind::Reservation,
            Reason::Reserved { .. } => ReasonKind::Reserved,
        }
    }

    /// The latest start of the job. Under `conservative` this is the promised start; under `easy` it is the head's
    /// shadow time. Jobs that outrun their estimates may still break the promise. So may a topology on which the
    /// promise is impossible. `None` for all other jobs, because their latest start is unknown.
    pub fn promised(&self) -> Option<Time> {
        match *self {
            Reason::TooFewProcessors { promised, .. } | Reason::NoPlace { promised } => promised,
            Reason::Reserved { start } => Some(start),
            Reason::BehindHead { .. } | Reason::BeyondDepth | Reason::WouldDelayHead { .. } => None,
        }
    }
}
