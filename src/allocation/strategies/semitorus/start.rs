//! The initial semitori of a machine with an extent that is no power of two.

use crate::allocation::Requirement;
use crate::machine::{Block, Coordinates, Machine};

/// The initial semitori of a machine. The one dimension that is no power of two is cut along the binary digits of its
/// odd factor, with the largest part at the low coordinates (Mao 2005 section 2.3).
///
/// Fails if there are two of these dimensions.
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
