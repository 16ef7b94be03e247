//! The common part of strategies for two dimensions only. x runs along the width and y along the length.

use super::Requirement;
use super::free_nodes::{FreeNodes, WrapAround};
use crate::machine::{Block, Coordinates, Machine};

/// Width and length (x and y) of a machine of two dimensions. Fails on any other number of dimensions.
pub(super) fn sides(machine: &Machine) -> Result<[u32; 2], Requirement> {
    machine.extents().try_into().map_err(|_| Requirement::Plane)
}

/// The nodes of a plane of these sides row by row, all free. This exchanges x and y; no box wraps around.
pub(super) fn free_rows(sides: [u32; 2]) -> FreeNodes {
    FreeNodes::new(&Machine::mesh(&exchange(&sides)), WrapAround::Ignored)
}

/// The block with x and y exchanged.
///
/// Lexicographic order of the exchanged bases is the order by y, then x, of strategies that scan row by row.
pub(super) fn transpose(block: &Block) -> Block {
    Block { base: exchange(&block.base), extents: exchange(&block.extents) }
}

/// The pair with its members exchanged.
pub(super) fn exchange(pair: &[u32]) -> Coordinates {
    Coordinates::new(&[pair[1], pair[0]])
}
