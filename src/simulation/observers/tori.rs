//! What jobs can make of the blocks they get: tori.

use crate::allocation::conversion::torus_dimensions;
use crate::machine::Machine;
use crate::scheduling::{Event, Observer};

/// The tori of the jobs with an allocation of one block, under both conversions (docs/semantics.md 6.1).
#[derive(Clone, Debug)]
pub struct Tori<'a> {
    /// Jobs counted.
    pub jobs: u64,
    /// When all lines are folded into one ring.
    pub collapse: TorusCounts,
    /// When each line is paired with a ring.
    pub pair: TorusCounts,
    machine: &'a Machine,
}

/// Sums over jobs under one conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TorusCounts {
    /// Dimensions of their tori.
    pub dimensions: u64,
    /// Those with three or more.
    pub three_or_more: u64,
}

impl TorusCounts {
    fn add(&mut self, dimensions: u32) {
        self.dimensions += u64::from(dimensions);
        self.three_or_more += u64::from(dimensions >= 3);
    }
}

impl Tori<'_> {
    /// No tori yet.
    pub fn new(machine: &Machine) -> Tori<'_> {
        Tori { jobs: 0, collapse: TorusCounts::default(), pair: TorusCounts::default(), machine }
    }
}

impl Observer for Tori<'_> {
    fn observe(&mut self, event: Event) {
        if let Event::Started { allocation, .. } = event
            && let Some(block) = allocation.blocks.only()
        {
            let torus = torus_dimensions(self.machine, &block);
            self.jobs += 1;
            self.collapse.add(torus.collapse);
            self.pair.add(torus.pair);
        }
    }
}
