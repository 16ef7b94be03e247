//! The choice between the two engines.

use super::flit::FlitByFlit;
use super::header::HeaderEvents;
use super::links::LinkNumbers;
use super::{Network, Switching};
use crate::diagnostic::Explain;
use crate::machine::Machine;
use crate::names::named;

named! {
    /// How the network is computed. Both ways give the same results where both apply.
    #[derive(Default)]
    Engine, "engine" {
        /// Flit by flit, on any machine.
        Flit = "flit",
        /// By the events of headers alone, on machines of lines: no work for body flits.
        Header = "header",
        /// By headers where there are only lines, else flit by flit.
        #[default]
        Auto = "auto",
    }
}

/// The most virtual channels of a network, missing ones included: beyond, its state would take gigabytes. Machines of
/// the largest size stay below with up to seven dimensions if there are rings, with any number if not.
const MAX_CHANNELS: usize = 1 << 25;

/// Why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// A packet needs a header.
    #[error("packets of 0 flits")]
    NoFlit,
    /// Beyond what memory holds.
    #[error("{machine} needs a network of {channels} virtual channels")]
    TooManyChannels {
        /// The machine.
        machine: Box<Machine>,
        /// Virtual channels of its network, missing ones included.
        channels: usize,
    },
    /// The header engine on a machine with rings.
    #[error("the header engine on {0}, which has rings")]
    Rings(Box<Machine>),
}

impl Explain for NetworkError {
    fn expected(&self) -> String {
        match self {
            NetworkError::NoFlit => "at least 1".into(),
            NetworkError::TooManyChannels { .. } => format!("at most {MAX_CHANNELS}"),
            NetworkError::Rings(_) => "a machine of lines only".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            NetworkError::Rings(_) => format!("take the engine {} or {}", Engine::Flit, Engine::Auto),
            NetworkError::NoFlit | NetworkError::TooManyChannels { .. } => String::new(),
        }
    }
}

/// An empty network on this machine at cycle 0.
///
/// Fails on packets without a flit, on the header engine for a machine with rings (an extent of 1 is none), and on
/// networks of more than 2^25 virtual channels. Takes time and memory in proportion to the number of channels.
pub fn engine(machine: &Machine, switching: Switching, which: Engine) -> Result<Box<dyn Network>, NetworkError> {
    if switching.packet_length == 0 {
        return Err(NetworkError::NoFlit);
    }
    let links = LinkNumbers::new(machine);
    let channels = links.count() << u32::from(links.have_rings());
    if channels > MAX_CHANNELS {
        return Err(NetworkError::TooManyChannels { machine: Box::new(machine.clone()), channels });
    }
    match which {
        Engine::Header if links.have_rings() => Err(NetworkError::Rings(Box::new(machine.clone()))),
        Engine::Auto if links.have_rings() => Ok(Box::new(FlitByFlit::new(machine, switching))),
        Engine::Flit => Ok(Box::new(FlitByFlit::new(machine, switching))),
        Engine::Header | Engine::Auto => Ok(Box::new(HeaderEvents::new(machine, switching))),
    }
}
