//! `ff` and `tff`: the lexicographically first free box (Thesis 2008 section 2.2.1).

use crate::allocation::contiguous::{self, BaseSearch};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::Entry;
use crate::allocation::free_nodes::{Change, FreeNodes, WrapAround};
use crate::allocation::orientations::Rotation;
use crate::allocation::{Effort, Family, OutOfService};
use crate::machine::{Block, Coordinates, Machine};

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "ff",
        title: "First fit",
        family: Family::Contiguous,
        effort: Effort::Search,
        examples: &["ff"],
        summary: "First fit: the lexicographically first free box of the extents asked for, never rotated. Finds a box wherever there is one.",
        source: "Thesis 2008, section 2.2.1",
        colour: 3,
        wants_extents: true,
        read: |arguments| contiguous::read(arguments, Rotation::Never, |machine| Ok(FirstFit::new(machine))),
        ..Entry::COMMON
    },
    Entry {
        name: "tff",
        title: "First fit, turning",
        family: Family::Contiguous,
        effort: Effort::Search,
        examples: &["tff"],
        summary: "Turning first fit: first fit, and where the request does not fit as it is, rotated the first way that does. Rotation is worth more than any refinement of the place.",
        source: "Thesis 2008, section 2.2.1",
        colour: 4,
        wants_extents: true,
        read: |arguments| contiguous::read(arguments, Rotation::Tried, |machine| Ok(FirstFit::new(machine))),
        ..Entry::COMMON
    },
];

/// First fit on the set of free nodes; on a ring a box may wrap around.
pub struct FirstFit {
    free: FreeNodes,
}

clone_by_field!(FirstFit { free });

impl FirstFit {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> FirstFit {
        FirstFit { free: FreeNodes::new(machine, WrapAround::Followed) }
    }
}

impl BaseSearch for FirstFit {
    fn free_processors(&self) -> u32 {
        self.free.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        self.free.first_base(extents).map(|base| Block { base, extents: *extents })
    }

    fn limits(&self) -> &[u32] {
        self.free.extents()
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.free.take_out_of_service(down)
    }

    fn choose(&self, first: Block) -> Option<Block> {
        Some(first)
    }

    fn set(&self) -> Option<&FreeNodes> {
        Some(&self.free)
    }

    fn change(&mut self, block: &Block, change: Change) {
        self.free.change(block, change);
    }
}
