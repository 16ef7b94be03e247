//! The first pieces of a machine whose extents are not all powers of two.

use crate::allocation::Requirement;
use crate::machine::{Block, Coordinates, Machine};

/// The semitori with which a machine starts. If one dimension is no power of two, it is cut along the binary digits of
/// its odd factor. The largest part has the low coordinates (Mao 2005 section 2.3).
///
/// Fails if two dimensions are no powers of two.
pub fn initial_semitori(machine: &Machine) -> Result<Vec<Block>, Requirement> {
    let odd = |extent: &u32| !extent.is_power_of_two();
    if machine.extents().iter().filter(|extent| odd(extent)).count() > 1 {
        return Err(Requirement::OneOddExtent);
    }
    let whole =
        Block { base: Coordinates::splat(0, machine.dimensions()), extents: Coordinates::new(machine.extents()) };
    let Some(dimension) = machine.extents().iter().position(odd) else {
        return Ok(vec![whole]);
    };
    let extent = machine.extents()[dimension];
    let mut parts = Vec::new();
    let mut start = 0;
    for part in (0..u32::BITS).rev().map(|digit| 1 << digit).filter(|part| extent & part != 0) {
        let mut block = whole;
        block.base[dimension] = start;
        block.extents[dimension] = part;
        start += part;
        parts.push(block);
    }
    Ok(parts)
}
