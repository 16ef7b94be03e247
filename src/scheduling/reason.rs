//! Why jobs wait (docs/semantics.md 5.1).

use crate::names::named;
use crate::time::Time;

named! {
    /// What kind of reason a job waits for, in the order in which they are tested.
    ReasonKind, "reason for waiting" {
        /// Nobody starts before the head.
        Order = "order" => "Another job heads the queue, and nobody starts before it.",
        /// Too few processors.
        Processors = "processors" => "Fewer processors are free than the job needs.",
        /// External fragmentation.
        Placement = "placement" => "Enough processors are free, but the allocation strategy finds no place for the job.",
        /// Too far back to be tried.
        Depth = "depth" => "The job could be placed, but stands further behind the head of the queue than the policy looks.",
        /// The head could not start when it is to.
        Reservation = "reservation" => "The job could be placed, but the head of the queue could then not start at its shadow time.",
        /// It starts later.
        Reserved = "reserved" => "The job could be placed, but it is reserved for later, lest it delay others.",
    }
}

/// How many jobs wait for each kind of reason, in the order of [`ReasonKind::ALL`].
pub type Tally = [u32; ReasonKind::ALL.len()];

/// Why a job waits when a scheduling pass is over: by the machine as the pass leaves it. Jobs by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Under `block`: the head of the queue does not fit, and nobody starts before it.
    BehindHead {
        /// The job at the head.
        head: usize,
    },
    /// Fewer processors are free than the job effectively needs.
    TooFewProcessors {
        /// How many more it would need.
        missing: u32,
        /// When it starts at the latest, if anybody knows ([`Reason::promised`]).
        promised: Option<Time>,
    },
    /// Enough processors are free, but the allocation strategy finds no place for the job: external fragmentation.
    NoPlace {
        /// When it starts at the latest, if anybody knows ([`Reason::promised`]).
        promised: Option<Time>,
    },
    /// Under `skip(K)` and `easy(K)`: the job could be placed, but stands further behind the head than the policy looks,
    /// and was not tried.
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
    /// What kind of reason it is.
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

    /// When the job itself is to start at the latest: under `conservative` the start that it was promised, under `easy` the
    /// head's shadow time. Jobs that outrun their estimates, and a topology that makes a promise impossible, may still
    /// break it. None for all others, of whom nobody knows.
    pub fn promised(&self) -> Option<Time> {
        match *self {
            Reason::TooFewProcessors { promised, .. } | Reason::NoPlace { promised } => promised,
            Reason::Reserved { start } => Some(start),
            Reason::BehindHead { .. } | Reason::BeyondDepth | Reason::WouldDelayHead { .. } => None,
        }
    }
}
