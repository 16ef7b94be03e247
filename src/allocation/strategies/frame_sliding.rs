//! `fs`: frame sliding (Thesis 2008 section 2.2.1): frames side by side from the first free node on.
//!
//! Frames do not overlap, so only few are checked. A free sub-mesh between frames is not found.

use crate::allocation::contiguous::{BaseSearch, Contiguous};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::free_nodes::FreeNodes;
use crate::allocation::orientations::Rotation;
use crate::allocation::plane::{self, transpose};
use crate::allocation::{Effort, Family, Requirement};
use crate::machine::{Block, Coordinates, Machine};

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "fs",
    title: "Frame sliding",
    family: Family::Contiguous,
    effort: Effort::Search,
    examples: &["fs"],
    summary: "Frame sliding: looks at frames of the request's width and length side by side, from the first free node on. \
              Quick, but blind to free sub-meshes between its frames.",
    source: "Thesis 2008, section 2.2.1",
    colour: 10,
    wants_extents: true,
    instead: "ff",
    read: |arguments| {
        Reading::without_arguments(arguments, |setting| {
            Ok(Contiguous::new(FrameSliding::new(setting.machine)?, Rotation::Never))
        })
    },
    ..Entry::COMMON
}];

/// The state of a plane under `fs`. Wrap-around links are not used.
///
/// Placing costs the same as [`FreeNodes::first_base`], and a check of each base of a free sub-mesh.
pub struct FrameSliding {
    /// With x and y exchanged, because frames slide row by row.
    rows: FreeNodes,
    sides: [u32; 2],
}

clone_by_field!(FrameSliding { rows, sides });

impl FrameSliding {
    /// The machine, free. Fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<FrameSliding, Requirement> {
        let sides = plane::sides(machine)?;
        Ok(FrameSliding { rows: plane::free_rows(sides), sides })
    }
}

impl BaseSearch for FrameSliding {
    fn free_processors(&self) -> u32 {
        self.rows.count()
    }

    /// The first frame starts at the first free node that has room for one. All others lie whole frames away from it.
    /// No free sub-mesh starts before that node, so every free sub-mesh is at the same height or higher.
    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let [width, length] = [extents[0], extents[1]];
        let bases = self.rows.bases(&[length, width])?;
        let place = |node| [node % self.sides[0], node / self.sides[0]];
        let [first_x, first_y] = self.rows.iter().map(place).find(|&[x, _]| x + width <= self.sides[0])?;
        let in_step = |&[x, y]: &[u32; 2]| x % width == first_x % width && (y - first_y) % length == 0;
        let base = bases.iter().map(place).find(in_step)?;
        Some(Block { base: Coordinates::new(&base), extents: *extents })
    }

    fn limits(&self) -> &[u32] {
        &self.sides
    }

    /// Frames move with the first free node, so other releases can remove a fit.
    fn is_exhaustive(&self) -> bool {
        false
    }

    fn whole_state(&mut self) -> Option<&mut FreeNodes> {
        Some(&mut self.rows)
    }

    fn take(&mut self, block: &Block) {
        self.rows.take(&transpose(block));
    }

    fn give(&mut self, block: &Block) {
        self.rows.give(&transpose(block));
    }
}
