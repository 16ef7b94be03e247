//! The choice between the two engines.

use super::flit::FlitByFlit;
use super::header::HeaderEvents;
use super::links::Links;
use super::{Network, Switching};
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

/// An empty network on this machine at cycle 0.
///
/// Fails, with a sentence that says what is wrong, on packets without a flit, on the header engine for a machine with
/// rings (an extent of 1 is none), and on networks of more than 2^25 virtual channels. Takes time and memory in
/// proportion to the number of channels.
pub fn engine(machine: &Machine, switching: Switching, which: Engine) -> Result<Box<dyn Network>, String> {
    if switching.packet_length == 0 {
        return Err("a packet has at least 1 flit".into());
    }
    let links = Links::new(machine);
    let channels = links.count() << u32::from(links.have_rings());
    if channels > MAX_CHANNELS {
        return Err(format!("the network of {machine} has {channels} virtual channels, more than {MAX_CHANNELS}"));
    }
    match which {
        Engine::Header if links.have_rings() => {
            Err(format!("the header engine is for machines of lines only, and {machine} has rings"))
        }
        Engine::Auto if links.have_rings() => Ok(Box::new(FlitByFlit::new(machine, switching))),
        Engine::Flit => Ok(Box::new(FlitByFlit::new(machine, switching))),
        Engine::Header | Engine::Auto => Ok(Box::new(HeaderEvents::new(machine, switching))),
    }
}
