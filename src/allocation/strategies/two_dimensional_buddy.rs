//! `2dbs`: the two-dimensional buddy system (Thesis 2008 section 2.2.1). Every job gets one square; its side is a power
//! of two.

use crate::allocation::buddies::{Buddies, Buddy};
use crate::allocation::contiguous::{self, BaseSearch};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::Entry;
use crate::allocation::free_nodes::Change;
use crate::allocation::orientations::Rotation;
use crate::allocation::plane::{self, transpose};
use crate::allocation::{Effort, Family, Requirement};
use crate::machine::{Block, Coordinates, Machine};

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "2dbs",
    title: "Buddy squares",
    family: Family::Contiguous,
    effort: Effort::Lists,
    examples: &["2dbs"],
    summary: "Two-dimensional buddy system: one square of a power of two a side, from a square mesh that is split into \
              quarters on demand. Simple and quick, at the price of idle processors within and between the squares.",
    source: "Thesis 2008, section 2.2.1",
    colour: 0,
    wants_extents: true,
    instead: "tff",
    read: |arguments| contiguous::read(arguments, Rotation::Never, TwoDimensionalBuddy::new),
    ..Entry::COMMON
}];

/// The state of a square mesh under `2dbs`.
///
/// The mesh is stored transposed, because bases are ordered by x first here and by y first in [`Buddies`]. Every
/// operation costs O(levels).
pub struct TwoDimensionalBuddy {
    transposed: Buddies,
    sides: [u32; 2],
}

clone_by_field!(TwoDimensionalBuddy { transposed, sides });

impl TwoDimensionalBuddy {
    /// The machine, free. Fails unless it is a square mesh of two dimensions; the side must be a power of two.
    pub fn new(machine: &Machine) -> Result<TwoDimensionalBuddy, Requirement> {
        let sides @ [width, length] = plane::sides(machine)?;
        if machine.rings().contains(&true) || width != length || !width.is_power_of_two() {
            return Err(Requirement::PowerOfTwoMesh);
        }
        Ok(TwoDimensionalBuddy { transposed: Buddies::new(sides), sides })
    }
}

impl BaseSearch for TwoDimensionalBuddy {
    fn free_processors(&self) -> u32 {
        self.transposed.free()
    }

    /// The square with the longer side, rounded up to a power of two, as its side.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        Coordinates::splat(extents[0].max(extents[1]).next_power_of_two(), 2)
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let buddy = self.transposed.smallest(extents[0].ilog2())?;
        Some(transpose(&buddy.block()))
    }

    fn limits(&self) -> &[u32] {
        &self.sides
    }

    fn change(&mut self, block: &Block, change: Change) {
        let buddy = Buddy::of(&transpose(block));
        match change {
            Change::Take => self.transposed.take(buddy),
            Change::Give | Change::Undo => self.transposed.give_back(buddy),
        }
    }
}
