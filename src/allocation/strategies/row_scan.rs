//! `fs` and `as`: frame sliding and adaptive scan (Thesis 2008 section 2.2.1). Both scan a plane row by row.
//!
//! The frames of `fs` lie side by side, from the first free node on, so only few are checked. A free sub-mesh between
//! frames is not found.
//!
//! `as` looks at every frame, in either orientation. Within a row of frames, the original jumps past the right edge of
//! the allocated block that overlaps the frame. Every skipped frame overlaps that block too. So it finds the same frame
//! as a scan of every frame; the search here is over all frames at once.

use crate::allocation::contiguous::{self, BaseSearch};
use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::Entry;
use crate::allocation::free_nodes::{Change, FreeNodes};
use crate::allocation::orientations::Rotation;
use crate::allocation::plane::{self, exchange, transpose};
use crate::allocation::{Effort, Family, Requirement};
use crate::machine::{Block, Coordinates, Machine};

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
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
        read: |arguments| contiguous::read(arguments, Rotation::Never, RowScan::of_frames),
        ..Entry::COMMON
    },
    Entry {
        name: "as",
        title: "Adaptive scan",
        family: Family::Contiguous,
        effort: Effort::Search,
        examples: &["as"],
        summary: "Adaptive scan: the first free sub-mesh row by row, as asked for or else rotated by a quarter turn. Finds one \
                  wherever there is one, wrap-around links aside.",
        source: "Thesis 2008, section 2.2.1",
        colour: 11,
        wants_extents: true,
        instead: "tff",
        read: |arguments| contiguous::read(arguments, Rotation::Tried, RowScan::new),
        ..Entry::COMMON
    },
];

/// The state of a plane that is scanned row by row. Wrap-around links are not used.
///
/// Placing costs what [`FreeNodes::first_base`] does; with frames, a check of each base of a free sub-mesh besides.
pub struct RowScan {
    /// With x and y exchanged, because rows come one after the other.
    rows: FreeNodes,
    sides: [u32; 2],
    /// Whether only frames side by side count.
    in_frames: bool,
}

clone_by_field!(RowScan { rows, sides, in_frames });

impl RowScan {
    /// The machine, free, for `as`. Fails on machines that do not have two dimensions.
    pub fn new(machine: &Machine) -> Result<RowScan, Requirement> {
        let sides = plane::sides(machine)?;
        Ok(RowScan { rows: plane::free_rows(sides), sides, in_frames: false })
    }

    /// The same for `fs`.
    pub fn of_frames(machine: &Machine) -> Result<RowScan, Requirement> {
        Ok(RowScan { in_frames: true, ..RowScan::new(machine)? })
    }

    /// The free nodes row by row, with x and y exchanged.
    pub(super) fn rows(&self) -> &FreeNodes {
        &self.rows
    }

    /// The first frame starts at the first free node that has room for one. All others lie whole frames away from it.
    /// No free sub-mesh starts before that node, so every free sub-mesh is at the same height or higher.
    fn first_frame(&self, [width, length]: [u32; 2]) -> Option<Coordinates> {
        let bases = self.rows.bases(&[length, width])?;
        let place = |node| [node % self.sides[0], node / self.sides[0]];
        let [first_x, first_y] = self.rows.iter().map(place).find(|&[x, _]| x + width <= self.sides[0])?;
        let in_step = |&[x, y]: &[u32; 2]| x % width == first_x % width && (y - first_y) % length == 0;
        bases.iter().map(place).find(in_step).map(|base| Coordinates::new(&base))
    }
}

impl BaseSearch for RowScan {
    fn free_processors(&self) -> u32 {
        self.rows.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let base = match self.in_frames {
            true => self.first_frame([extents[0], extents[1]])?,
            false => exchange(&self.rows.first_base(&exchange(extents))?),
        };
        Some(Block { base, extents: *extents })
    }

    fn limits(&self) -> &[u32] {
        &self.sides
    }

    /// Frames move with the first free node, so other releases can remove a fit.
    fn is_exhaustive(&self) -> bool {
        !self.in_frames
    }

    fn change(&mut self, block: &Block, change: Change) {
        self.rows.change(&transpose(block), change);
    }
}
