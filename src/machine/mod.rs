//! Machines: meshes, tori and anything between, of up to twelve dimensions, each a ring or a line
//! (docs/semantics.md 2).

mod block;
mod error;
mod grids;
mod known;
mod text;
mod unit;

pub use block::{Block, Coordinates};
pub use error::MachineError;
pub use grids::{grid, grids};
pub use known::{KNOWN_MACHINES, KnownMachine, machine_phrase};
pub use unit::{Unit, UnitError};

use std::ops::Range;

/// The most dimensions a machine may have (a hypercube of 4096 nodes).
pub const MAX_DIMENSIONS: usize = 12;

/// The most nodes a machine may have.
pub const MAX_NODES: u32 = 1 << 20;

/// The extents of a machine and which of its dimensions are rings.
///
/// Written `torus:2x2x2x4x4x8` (all rings), `mesh:16x22` (all lines) or `mixed:8rx8` (an `r` after each ring).
///
/// ```
/// use subtorus::machine::Machine;
///
/// let machine: Machine = "mixed:8rx4".parse()?; // a ring of eight times a line of four
/// assert_eq!((machine.node_count(), machine.rings()), (32, &[true, false][..]));
/// assert_eq!(machine.index(&[2, 3]), 2 * 4 + 3); // the last coordinate runs fastest
/// # Ok::<(), subtorus::machine::MachineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    extents: Coordinates,
    rings: Vec<bool>,
    /// See [`reciprocal`]: listing nodes one by one would spend most of its time in divisions.
    reciprocals: [u64; MAX_DIMENSIONS],
}

/// Bits behind the point of a [`reciprocal`]: twice those of a node's index.
const FRACTION_BITS: u32 = 2 * MAX_NODES.ilog2();

/// A little more than one part in `extent`, so that multiplying an index by it and dropping the fraction divides exactly: what is
/// too much adds up to less than the index over `2^FRACTION_BITS`, and an index is at most [`MAX_NODES`], like an extent.
fn reciprocal(extent: u32) -> u64 {
    (1 << FRACTION_BITS) / u64::from(extent) + 1
}

impl Machine {
    /// A machine of the given extents, each dimension a ring where `rings` says so.
    ///
    /// Fails on no or too many dimensions, an extent of 0, or too many nodes.
    pub fn new(extents: &[u32], rings: &[bool]) -> Result<Machine, MachineError> {
        if extents.is_empty() || extents.len() > MAX_DIMENSIONS {
            return Err(MachineError::Dimensions(extents.len()));
        }
        if extents.len() != rings.len() {
            return Err(MachineError::Rings { extents: extents.len(), rings: rings.len() });
        }
        if let Some(dimension) = extents.iter().position(|&extent| extent == 0) {
            return Err(MachineError::NoExtent { dimension });
        }
        let nodes = extents.iter().try_fold(1u32, |product, &extent| product.checked_mul(extent));
        if nodes.is_none_or(|nodes| nodes > MAX_NODES) {
            return Err(MachineError::TooManyNodes);
        }
        // An extent is at most MAX_NODES, which a coordinate (u32) holds.
        let mut reciprocals = [0; MAX_DIMENSIONS];
        for (reciprocal_of, &extent) in reciprocals.iter_mut().zip(extents) {
            *reciprocal_of = reciprocal(extent);
        }
        Ok(Machine { extents: Coordinates::new(extents), rings: rings.to_vec(), reciprocals })
    }

    /// A torus of the given extents; panics where [`Machine::new`] fails.
    pub fn torus(extents: &[u32]) -> Machine {
        Machine::new(extents, &vec![true; extents.len()]).expect("a valid torus")
    }

    /// A mesh of the given extents; panics where [`Machine::new`] fails.
    pub fn mesh(extents: &[u32]) -> Machine {
        Machine::new(extents, &vec![false; extents.len()]).expect("a valid mesh")
    }

    /// The mesh that may have been meant by several lines, as by `16,22`. `None` for other machines.
    pub fn mesh_of_lines(lines: &[Machine]) -> Option<Machine> {
        let extent =
            |line: &Machine| line.extents.first().copied().filter(|_| line.dimensions() == 1 && !line.rings[0]);
        let extents: Vec<u32> = lines.iter().map(extent).collect::<Option<_>>()?;
        Machine::new(&extents, &vec![false; extents.len()]).ok().filter(|_| extents.len() > 1)
    }

    /// The number of nodes per dimension.
    pub fn extents(&self) -> &[u32] {
        &self.extents
    }

    /// Whether each dimension is a ring (wraps around) rather than a line.
    pub fn rings(&self) -> &[bool] {
        &self.rings
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.extents.len()
    }

    /// The number of nodes.
    pub fn node_count(&self) -> u32 {
        self.extents.iter().product()
    }

    /// The index of the node at `coordinates`: lexicographic, the last dimension running fastest.
    pub fn index(&self, coordinates: &[u32]) -> u32 {
        coordinates.iter().zip(self.extents()).fold(0, |index, (&x, &extent)| index * extent + x)
    }

    /// The nodes with these indices as disjoint boxes, in order of indices: fewer than twice as many as dimensions.
    pub fn boxes(&self, nodes: Range<u32>) -> Vec<Block> {
        let mut boxes = Vec::new();
        let mut from = nodes.start;
        while from < nodes.end {
            // The largest dimension that a box from here fills or begins.
            let mut block = Block { base: self.coordinates(from), extents: Coordinates::splat(1, self.dimensions()) };
            let mut size = 1;
            for dimension in (0..self.dimensions()).rev() {
                let (extent, x) = (self.extents[dimension], block.base[dimension]);
                let length = (extent - x).min((nodes.end - from) / size);
                if length == 0 {
                    break;
                }
                block.extents[dimension] = length;
                if length < extent {
                    size *= length;
                    break;
                }
                size *= extent;
            }
            from += size;
            boxes.push(block);
        }
        boxes
    }

    /// The coordinates of the node with this index.
    pub fn coordinates(&self, index: u32) -> Coordinates {
        let mut coordinates = self.extents;
        self.write_coordinates(index, &mut coordinates);
        coordinates
    }

    /// Writes the coordinates of the node with this index where those of another were: so nothing is copied.
    #[inline]
    pub fn write_coordinates(&self, index: u32, coordinates: &mut [u32]) {
        let mut rest = index;
        for ((x, &extent), &reciprocal) in coordinates.iter_mut().zip(self.extents()).zip(&self.reciprocals).rev() {
            let quotient = ((u64::from(rest) * reciprocal) >> FRACTION_BITS) as u32;
            *x = rest - quotient * extent;
            rest = quotient;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_run_over_the_last_dimension_first() {
        let machine = Machine::mesh(&[2, 3, 4]);
        assert_eq!(machine.index(&[1, 2, 3]), 23);
        assert_eq!(machine.index(&[0, 1, 0]), 4);
        for index in 0..machine.node_count() {
            assert_eq!(machine.index(&machine.coordinates(index)), index);
        }
    }

    #[test]
    fn boxes_of_a_range_have_its_nodes_in_order() {
        for extents in [&[7][..], &[4, 5], &[3, 1, 4], &[2, 3, 2, 3]] {
            let machine = Machine::mesh(extents);
            let ends = |from: u32| (from..=machine.node_count()).map(move |to| (from, to));
            for (from, to) in (0..machine.node_count()).flat_map(ends) {
                let boxes = machine.boxes(from..to);
                assert!(boxes.len() < 2 * extents.len(), "{from}..{to} of {extents:?}: {boxes:?}");
                let nodes: Vec<u32> = boxes.iter().flat_map(|block| block.nodes(&machine)).collect();
                assert_eq!(nodes, (from..to).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn whoever_is_multiplied_by_a_reciprocal_is_divided() {
        for extent in (1..2000).chain([(1 << 19) - 1, 1 << 19, (1 << 19) + 1, MAX_NODES - 1, MAX_NODES]) {
            // A quotient that is too large fails just before a multiple of the divisor, one that is too small fails at
            // it; at the largest first.
            let multiples = (1..=MAX_NODES / extent).rev().step_by(37).map(|times| times * extent);
            for index in multiples.flat_map(|multiple| [multiple - 1, multiple]).chain([0, MAX_NODES - 1]) {
                let quotient = (u64::from(index) * reciprocal(extent)) >> FRACTION_BITS;
                assert_eq!(quotient, u64::from(index / extent), "{index} / {extent}");
            }
        }
    }
}
