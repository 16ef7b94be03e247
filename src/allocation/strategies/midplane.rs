//! `midplane(u)`: jobs get whole cubes of `u` nodes a side, as on Blue Gene (Thesis 2008 section 2.2.1).

use crate::allocation::contiguous::{BaseSearch, Contiguous};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading, side};
use crate::allocation::free_nodes::{Change, FreeNodes, WrapAround};
use crate::allocation::orientations::Rotation;
use crate::allocation::{ArgumentError, Effort, Family, Requirement};
use crate::machine::{Block, Coordinates, Machine, Unit};

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "midplane",
    title: "Midplanes",
    family: Family::Contiguous,
    effort: Effort::Search,
    arguments: "side",
    examples: &["midplane", "midplane(2)"],
    summary: "Midplanes: the machine in cubes of side nodes (8 by default), of which a job gets whole boxes, first fit with rotation. Quick and tidy, at the price of the processors rounded up.",
    source: "Thesis 2008, section 2.2.1",
    colour: 9,
    wants_extents: true,
    instead: "tff",
    read,
    ..Entry::COMMON
}];

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    /// The value of Blue Gene.
    const DEFAULT: u32 = 8;
    let (side, canonical) = side("side of a midplane", arguments, DEFAULT)?;
    Ok(Reading::new(canonical, move |setting| {
        Ok(Contiguous::new(Midplane::new(setting.machine, side)?, Rotation::Tried))
    }))
}

/// First fit on the grid of whole pages. The rest of a side that is no multiple of a page stays unused.
pub struct Midplane {
    /// A page.
    unit: Unit,
    pages: FreeNodes,
    /// The extents of the part in pages.
    limits: Coordinates,
    /// The nodes outside all pages.
    unpaged: u32,
}

clone_by_field!(Midplane { unit, pages, limits, unpaged });

impl Midplane {
    /// The machine in pages of `side` nodes a side, free. Pages wrap around if `side` divides a ring.
    ///
    /// Fails if a dimension has no room for a page.
    pub fn new(machine: &Machine, side: u32) -> Result<Midplane, Requirement> {
        if machine.extents().iter().any(|&extent| extent < side) {
            return Err(Requirement::Extents(side));
        }
        let pages: Vec<u32> = machine.extents().iter().map(|extent| extent / side).collect();
        let whole = |(&ring, extent): (&bool, &u32)| ring && extent % side == 0;
        let rings: Vec<bool> = machine.rings().iter().zip(machine.extents()).map(whole).collect();
        let pages = Machine::new(&pages, &rings).expect("no larger than the machine itself");
        let pages = FreeNodes::new(&pages, WrapAround::Followed);
        let unit = Unit::new(&vec![side; machine.dimensions()]).expect("no larger than the machine");
        let limits = unit.in_nodes(&Coordinates::new(pages.extents()));
        let unpaged = machine.node_count() - pages.count() * unit.nodes();
        Ok(Midplane { unit, pages, limits, unpaged })
    }
}

impl BaseSearch for Midplane {
    fn free_processors(&self) -> u32 {
        self.unpaged + self.pages.count() * self.unit.nodes()
    }

    /// Rounds up to whole pages.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        self.unit.in_nodes(&self.unit.holding(extents))
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let extents = self.unit.holding(extents);
        Some(self.unit.block_in_nodes(&Block { base: self.pages.first_base(&extents)?, extents }))
    }

    fn limits(&self) -> &[u32] {
        &self.limits
    }

    fn change(&mut self, block: &Block, change: Change) {
        self.pages.change(&self.unit.block_in_units(block), change);
    }
}
