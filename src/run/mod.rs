//! One run as it went: recorded while a cell of a plan is run once more ([`Trace`]), then asked again and again: what was the
//! state at a moment (`moment.rs`), how did it change over time (`series.rs`), where did jobs run (`rows.rs`), what did they wait for (`waits.rs`), who
//! waited how long (`distribution.rs`, `classes.rs`), which packets were under way (`traffic.rs`), in what do two runs of the same jobs differ
//! (`difference.rs`). A schedule from elsewhere is the same columns (`elsewhere.rs`): a log's own (`logged.rs`), one from a
//! file, a batch's.
//!
//! Everything here is plain numbers; the words and the pictures are made in `report` and `figure`.

mod classes;
pub mod difference;
pub mod distribution;
mod elsewhere;
mod instead;
mod job;
mod logged;
pub mod moment;
mod occupancy;
mod pyramid;
mod queue;
pub mod rows;
pub mod series;
mod split;
#[cfg(test)]
pub(crate) mod testing;
mod trace;
mod traffic;
pub mod waits;

pub use classes::{Classes, Members};
pub use difference::{Difference, OtherJobs};
pub use distribution::Distribution;
pub use elsewhere::{Life, Origin};
pub use instead::{Instead, Meanwhile};
pub use job::Standing;
pub use logged::{NoTrace, as_logged, open};
pub use occupancy::Occupancy;
pub use split::Split;
pub use trace::{BrokenTrace, NOBODY, Trace, Tracer, record};
pub use traffic::{Packet, Traffic};
pub use waits::Waits;
