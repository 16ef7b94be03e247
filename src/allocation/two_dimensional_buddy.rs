//! `2dbs`: the two-dimensional buddy system (Thesis 2008 section 2.2.1): one square of a power of two a side for every
//! job.

use super::buddies::{Buddies, Buddy};
use super::contiguous::Placement;
use super::plane::{self, transpose};
use crate::machine::{Block, Coordinates, Machine};

/// The state of a square mesh under `2dbs`.
///
/// The mesh is kept transposed, because its bases are ordered by x first and those of [`Buddies`] by y. Every operation
/// costs O(levels).
pub struct TwoDimensionalBuddy {
    transposed: Buddies,
}

impl Clone for TwoDimensionalBuddy {
    fn clone(&self) -> TwoDimensionalBuddy {
        TwoDimensionalBuddy { transposed: self.transposed.clone() }
    }

    fn clone_from(&mut self, other: &TwoDimensionalBuddy) {
        self.transposed.clone_from(&other.transposed);
    }
}

impl TwoDimensionalBuddy {
    /// The machine, free; fails where it is not a square mesh of two dimensions whose side is a power of two.
    pub fn new(machine: &Machine) -> Result<TwoDimensionalBuddy, String> {
        let [width, length] = plane::sides(machine, "2dbs", "tff")?;
        let rings = machine.rings().contains(&true);
        if rings || width != length || !width.is_power_of_two() {
            let trouble = if rings { "has wrap-around links" } else { "is not one" };
            return Err(format!(
                "2dbs needs a square mesh whose side is a power of two; {machine} {trouble} \
                 (use a machine such as mesh:16x16, or a strategy such as tff or mbs)"
            ));
        }
        Ok(TwoDimensionalBuddy { transposed: Buddies::new([width, length]) })
    }
}

impl Placement for TwoDimensionalBuddy {
    fn free_processors(&self) -> u32 {
        self.transposed.free()
    }

    /// The square whose side is the next power of two of the longer side.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        Coordinates::splat(extents[0].max(extents[1]).next_power_of_two(), 2)
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let buddy = self.transposed.smallest(extents[0].ilog2())?;
        Some(transpose(&buddy.block()))
    }

    fn take(&mut self, block: &Block) {
        self.transposed.take(Buddy::of(&transpose(block)));
    }

    fn give(&mut self, block: &Block) {
        self.transposed.give_back(Buddy::of(&transpose(block)));
    }
}
