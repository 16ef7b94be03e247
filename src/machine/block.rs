//! Boxes of nodes: a base and extents. Every allocation is a list of these.

mod algebra;

use super::MAX_DIMENSIONS;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// A coordinate (or an extent) per dimension, stored in place: cheap to copy, no heap. Dereferences to a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinates {
    values: [u32; MAX_DIMENSIONS],
    dimensions: u8,
}

impl Coordinates {
    /// The given coordinates; panics on more than [`MAX_DIMENSIONS`].
    pub fn new(values: &[u32]) -> Coordinates {
        let mut stored = [0; MAX_DIMENSIONS];
        stored[..values.len()].copy_from_slice(values);
        Coordinates { values: stored, dimensions: values.len() as u8 }
    }

    /// The same value in each of `dimensions` dimensions.
    pub fn splat(value: u32, dimensions: usize) -> Coordinates {
        Coordinates::new(&[value; MAX_DIMENSIONS][..dimensions])
    }

    /// The written forms: extents `4x8x2`, with an x between them; a node `0,3,1`, with a comma.
    pub fn joined(&self, between: &str) -> String {
        self.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
    }
}

impl Deref for Coordinates {
    type Target = [u32];
    #[inline]
    fn deref(&self) -> &[u32] {
        &self.values[..self.dimensions as usize]
    }
}

impl DerefMut for Coordinates {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u32] {
        &mut self.values[..self.dimensions as usize]
    }
}

impl fmt::Debug for Coordinates {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.deref().fmt(out)
    }
}

/// A box of nodes: those with coordinates in `base .. base + extents` per dimension (on a ring, modulo its extent).
///
/// Prints as `0,0+3x5`, the form of schedule files.
///
/// ```
/// use subtorus::machine::{Block, Coordinates, Machine};
///
/// let block = Block { base: Coordinates::new(&[7, 0]), extents: Coordinates::new(&[2, 3]) };
/// assert_eq!((block.to_string().as_str(), block.volume()), ("7,0+2x3", 6));
/// // On a ring it goes around.
/// let nodes: Vec<u32> = block.nodes(&Machine::torus(&[8, 4])).collect();
/// assert_eq!(nodes, [28, 29, 30, 0, 1, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// The corner with the smallest coordinates (before wrapping around).
    pub base: Coordinates,
    /// The number of nodes per dimension, each at least 1.
    pub extents: Coordinates,
}

impl Block {
    /// The number of nodes.
    pub fn volume(&self) -> u32 {
        self.extents.iter().product()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}+{}", self.base.joined(","), self.extents.joined("x"))
    }
}
