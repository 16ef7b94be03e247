//! One recorded run. A [`Trace`] is recorded while a cell of a plan runs once more. The other files answer questions
//! about it: the state at a moment (`snapshot.rs`), its change over time (`series.rs`), the rows of the jobs
//! (`rows.rs`), what jobs waited for (`waits.rs`) and how long (`distribution.rs`, `classes.rs`), the packets under way
//! (`traffic.rs`), and the differences between two runs of the same jobs (`difference.rs`). An imported schedule has
//! the same columns (`imported.rs`): from a log (`logged.rs`), from a file or of a batch.
//!
//! This module has plain numbers only; `report` makes the words and `figure` the pictures.

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
pub(crate) mod rows;
pub mod series;
mod shortage;
pub mod snapshot;
#[cfg(test)]
pub(crate) mod testing;
mod trace;
mod traffic;
pub mod waits;

pub use classes::{Classes, Members};
pub use difference::{Difference, JobSetMismatch};
pub use distribution::Distribution;
pub use imported::{ImportedJob, ScheduleSource};
pub use job::SizeClassRank;
pub use logged::{NoLoggedSchedule, as_logged, open};
pub use occupancy::Occupancy;
pub use overtakers::{OverlappingJob, Overtakers};
pub use shortage::Shortage;
pub use trace::{BrokenTrace, NO_JOB, Trace, Tracer, record};
pub use traffic::{Packet, Traffic};
pub use waits::{WaitingAt, Waits};
