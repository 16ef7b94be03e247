//! What strategies share that are defined on two dimensions only, where x runs along the width and y along the length.

use super::free_nodes::{FreeNodes, Links};
use crate::machine::{Block, Coordinates, Machine};

/// Width and length (x and y) of a machine of two dimensions.
///
/// Fails on any other number of dimensions, in the name of `strategy` and with another one to use `instead`.
pub(super) fn sides(machine: &Machine, strategy: &str, instead: &str) -> Result<[u32; 2], String> {
    machine.extents().try_into().map_err(|_| {
        let dimensions = machine.dimensions();
        format!(
            "{strategy} needs a machine of 2 dimensions; {machine} has {dimensions} \
             (use a machine such as mesh:16x22, or a strategy such as {instead})"
        )
    })
}

/// The nodes of a plane of these sides row by row, that is with x and y exchanged, all free; no box wraps around.
pub(super) fn free_rows(sides: [u32; 2]) -> FreeNodes {
    FreeNodes::new(&Machine::mesh(&exchange(&sides)), Links::Ignored)
}

/// The block with x and y exchanged.
///
/// Lexicographic order of the exchanged bases is the order by y, then x, of those strategies that go row by row.
pub(super) fn transpose(block: &Block) -> Block {
    Block { base: exchange(&block.base), extents: exchange(&block.extents) }
}

/// The pair with its members exchanged.
pub(super) fn exchange(pair: &[u32]) -> Coordinates {
    Coordinates::new(&[pair[1], pair[0]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_dimensions_are_refused_with_a_way_out() {
        assert_eq!(sides(&Machine::torus(&[16, 22]), "mbs", "gabl"), Ok([16, 22]));
        assert_eq!(
            sides(&Machine::mesh(&[8, 8, 8]), "mbs", "gabl").unwrap_err(),
            "mbs needs a machine of 2 dimensions; mesh:8x8x8 has 3 \
             (use a machine such as mesh:16x22, or a strategy such as gabl)"
        );
    }
}
