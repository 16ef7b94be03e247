//! The wormhole network under the machine (docs/semantics.md 7; ICPADS 2007 section 5, Thesis 2008 sections 2.3 and
//! 4.3.2): dimension-ordered routing, one-flit buffers, two virtual channels on rings.
//!
//! Time here is a whole number of cycles. The state *at* T is the one before cycle T.
//!
//! Two engines compute the same: [`Engine::Flit`] cycle by cycle, [`Engine::Header`] from one event of a header to the
//! next, on machines of lines. [`LinkNumbers`] says how links are numbered.

mod engine;
mod events;
mod flit;
mod header;
mod links;
mod packets;
mod pattern;
mod route;

pub use engine::{Engine, NetworkError, engine};
pub use links::{Direction, LinkNumbers};
pub use pattern::{Pair, Pattern, Sending};
pub use route::Ties;

/// A time or a span of time in whole cycles.
pub type Cycle = i64;

/// What the routers do and what a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switching {
    /// Cycles that a router takes to route a header (t_s), at least 0. The papers: 3.
    pub routing_delay: u32,
    /// Flits of a packet (L), at least 1. The papers: 8; Thesis 2008 section 4.3.2.2 up to 64.
    pub packet_length: u32,
    /// Which way a packet takes around a ring where both ways are equally long. The papers have no rings.
    pub ties: Ties,
}

impl Default for Switching {
    fn default() -> Switching {
        Switching { routing_delay: 3, packet_length: 8, ties: Ties::Plus }
    }
}

/// A message, which travels as one packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The cycle at which it joins the queue of its source.
    pub created: Cycle,
    /// The node that sends it, by its index on the machine.
    pub source: u32,
    /// The node that it is for; it may be the source.
    pub destination: u32,
}

/// What became of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its number: packets are numbered from 0 in the order in which they were sent.
    pub packet: usize,
    /// When its message was created.
    pub created: Cycle,
    /// When its header entered the injection channel.
    pub start: Cycle,
    /// When its last flit had been consumed.
    pub finish: Cycle,
    /// Cycles that its header waited for channels, over all routers.
    pub blocking: Cycle,
    /// Links on its path.
    pub hops: u32,
}

/// A deadlock: so many packets wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the network is deadlocked: {packets} packets have waited for each other since cycle {since}")]
pub struct Deadlock {
    /// When the last flit moved.
    pub since: Cycle,
    /// Packets that have entered the network and not left it.
    pub packets: usize,
}

impl Switching {
    /// Cycles from the injection of a packet's header to the consumption of its last flit over this many hops, if nothing
    /// is in its way.
    pub fn zero_load_latency(&self, hops: u32) -> Cycle {
        (i64::from(hops) + 1) * (i64::from(self.routing_delay) + 1) + i64::from(self.packet_length) - 1
    }
}

/// A network of routers, one per node of a machine.
///
/// The caller alternately sends messages and advances the time. The result depends only on what is sent when, not on
/// the steps in which the time advances.
pub trait Network {
    /// The present cycle: everything before it has happened; messages may still be created at it.
    fn now(&self) -> Cycle;

    /// Puts a message, created now or later, into the queue of its source. Returns the number of its packet. Messages
    /// of equal creation time join a queue in the order in which they are sent. Panics on a creation in the past and on
    /// nodes that the machine does not have.
    fn send(&mut self, message: Message) -> usize;

    /// Lets time pass until packets finish, but not beyond `until`; time then stands at the cycle at which they finish,
    /// else at `until`, even where nothing is to come. All packets that finish at that cycle are added to `delivered`,
    /// by number. Messages created at that cycle may still be sent: they find the channels that these packets have
    /// left. Does nothing when it is `until` already.
    ///
    /// Fails as soon as nothing in the network can ever move again, and again whenever it is asked to go on. Messages
    /// still to be created free no channel. Never on lines; on rings the virtual channels prevent it.
    fn advance(&mut self, until: Cycle, delivered: &mut Vec<Delivery>) -> Result<(), Deadlock>;

    /// Packets that have been sent and not been delivered.
    fn in_flight(&self) -> usize;

    /// Flits that have crossed each link, by [`LinkNumbers`]. What is on its way counts in full once delivered, and in part
    /// or not at all before.
    fn flits(&self) -> &[u64];
}
