//! One run as it went: recorded while a cell of a plan is run once more ([`Trace`]), then asked again and again: what was the
//! state at a moment (`moment.rs`), how did it change over time (`series.rs`), where did jobs run (`rows.rs`), what did they wait for (`waits.rs`), who
//! waited how long (`distribution.rs`, `classes.rs`), which packets were under way (`traffic.rs`), in what do two runs of the same jobs differ
//! (`difference.rs`). A schedule from elsewhere is the same columns (`imported.rs`): a log's own (`logged.rs`), one from a
//! file, a batch's.
//!
//! Everything here is plain numbers; the words and the pictures are made in `report` and `figure`.

mod classes;
pub mod difference;
pub mod distribution;
mod imported;
mod job;
mod logged;
mod occupancy;
mod overtakers;
mod pyramid;
mod queue;
pub mod rows;
pub mod series;
pub mod snapshot;
#[cfg(test)]
pub(crate) mod testing;
mod trace;
mod traffic;
mod wait_breakdown;
pub mod waits;

pub use classes::{Classes, Members};
pub use difference::{Difference, JobSetMismatch};
pub use distribution::Distribution;
pub use imported::{ImportedJob, ScheduleSource};
pub use job::SizeClassRank;
pub use logged::{NoLoggedSchedule, as_logged, open};
pub use occupancy::Occupancy;
pub use overtakers::{OverlappingJob, Overtakers};
pub use trace::{BrokenTrace, NO_JOB, Trace, Tracer, record};
pub use traffic::{Packet, Traffic};
pub use wait_breakdown::WaitBreakdown;
pub use waits::Waits;
