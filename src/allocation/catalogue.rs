//! Every allocation strategy by name: what it is called, what it does, where it comes from, how to make one.
//! The page, the command line, the permalink and the property tests read this table and nothing else.

use super::{Allocator, flat::Flat, semitorus::Semitori};
use crate::machine::Machine;

/// One line of the catalogue.
pub struct Entry {
    /// The name in links, on the command line and in the interface.
    pub name: &'static str,
    /// Two sentences for the interface: what it does.
    pub summary: &'static str,
    /// The paper and section it comes from.
    pub source: &'static str,
    /// Makes an allocator for an empty machine, or says why this machine is not for it.
    pub make: fn(&Machine) -> Result<Box<dyn Allocator>, String>,
}

/// The strategies, in the order of the interface.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: "ep",
        summary: "Equal partition: cuts the smallest sufficient semitorus into equal pieces, as close to cubes as possible. \
                  Jobs get tori of many dimensions, but the machine is quickly left in small pieces.",
        source: "Mao 2005, section 3",
        make: |machine| Ok(Box::new(Semitori::equal_partition(machine)?)),
    },
    Entry {
        name: "nep",
        summary: "Non-equal partition: halves the smallest sufficient semitorus again and again and keeps the other halves \
                  whole. Leaves the largest possible pieces for later jobs.",
        source: "Mao 2005, section 3",
        make: |machine| Ok(Box::new(Semitori::non_equal_partition(machine)?)),
    },
    Entry {
        name: "flat",
        summary: "Any free processors, wherever they are, as if the machine were fully connected. The yardstick that no \
                  topology can beat.",
        source: "Mao 2005, section 1",
        make: |machine| Ok(Box::new(Flat::new(machine))),
    },
];

/// The catalogue line of this name, or a sentence that lists the known names.
pub fn find(name: &str) -> Result<&'static Entry, String> {
    CATALOGUE.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
        format!("unknown allocation strategy '{name}' (known: {})", known.join(", "))
    })
}
