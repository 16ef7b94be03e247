//! The observers of a run: small ones with one concern each. They are combined as pairs, or in a struct that passes
//! events to its parts. A new view of a run is another observer.

mod blocks;
mod first_fill;
mod fragmentation;
mod groups;
mod links;
mod packets;
mod placements;
mod reasons;
mod times;
mod tori;

pub use blocks::BlockCounts;
pub use first_fill::FirstFill;
pub use fragmentation::Fragmentation;
pub use groups::Groups;
pub use links::LinkLoads;
pub use packets::{PacketCounts, PacketsOfJobs};
pub use placements::Placements;
pub use reasons::WaitReasonTotals;
pub use times::Times;
pub use tori::{Tori, TorusCounts};
