//! Why jobs wait.

use crate::time::Time;

/// Why a waiting job does not start: what the scheduler found when the job's turn came in a pass. Jobs by index.
///
/// Who starts later in the same pass is not yet taken into account, so that fewer processors may be free when the pass is
/// over.
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
    },
    /// Enough processors are free, but the allocation strategy finds no place for the job: external fragmentation.
    NoPlace,
    /// Under `easy`: the job could be placed, but the head of the queue could then not start at its shadow time.
    WouldDelayHead {
        /// The job at the head.
        head: usize,
        /// The head's shadow time.
        shadow: Time,
    },
    /// Under `skip(K)` and `easy(K)`: the job stands further behind the head than the policy looks, and was not tried.
    BeyondDepth,
    /// Under `conservative`: the job starts later, at the latest when it was promised to, unless jobs outrun their
    /// estimates or the topology makes the promise impossible.
    Reserved {
        /// The promised start.
        start: Time,
    },
}
