//! One run as it went: which nodes were free, what its jobs waited for. Pictures and sentences of it are in `report`.

mod occupancy;
pub mod waits;

pub use occupancy::Occupancy;
pub use waits::Waits;
