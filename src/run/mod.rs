//! One run as it went: recorded while a cell of a plan is run once more ([`Trace`]), then asked again and again: what was the
//! state at a moment (`moment.rs`), how did it change over time (`series.rs`), where did jobs run (`rows.rs`), what did they wait for (`waits.rs`).
//!
//! Everything here is plain numbers; the words and the pictures are made in `report` and `figure`.

mod instead;
mod job;
pub mod moment;
mod occupancy;
mod pyramid;
pub mod rows;
pub mod series;
#[cfg(test)]
pub(crate) mod testing;
mod trace;
pub mod waits;

pub use instead::{Instead, Meanwhile};
pub use job::Standing;
pub use occupancy::Occupancy;
pub use trace::{BrokenTrace, NOBODY, Trace, Tracer, record};
pub use waits::Waits;
