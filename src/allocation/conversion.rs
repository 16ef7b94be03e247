//! From a semitorus to a torus: the use of dimensions without wrap-around links (Mao 2005 section 2.3).
//!
//! A dimension of a piece is a ring only if the piece spans a whole ring of the machine; otherwise it is a line.
//! Dimensions of one node are neither. The conversions are reported; they do not change the schedule.

use crate::machine::{Block, Machine};

/// The number of dimensions of the torus that a job can use on its piece, under either conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TorusDimensions {
    /// All lines are folded into one ring.
    pub collapse: u32,
    /// Each line is paired with a ring, largest with smallest. Lines without a partner are folded into one ring.
    pub pair: u32,
}

/// Counts the dimensions of the torus on `block`, under either conversion.
pub fn torus_dimensions(machine: &Machine, block: &Block) -> TorusDimensions {
    let (mut rings, mut lines) = (0u32, 0u32);
    for dimension in 0..machine.dimensions() {
        let extent = block.extents[dimension];
        if extent > 1 && machine.rings()[dimension] && extent == machine.extents()[dimension] {
            rings += 1;
        } else if extent > 1 {
            lines += 1;
        }
    }
    let folded = |lines: u32| u32::from(lines > 0);
    TorusDimensions { collapse: rings + folded(lines), pair: rings + folded(lines.saturating_sub(rings)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Coordinates;

    fn dimensions(machine: &Machine, extents: &[u32]) -> (u32, u32) {
        let base = Coordinates::splat(0, extents.len());
        let counted = torus_dimensions(machine, &Block { base, extents: Coordinates::new(extents) });
        (counted.collapse, counted.pair)
    }

    /// The paper's semitorus 4 x 8 x 2 x 4, with lines in the first two dimensions: 32 x 2 x 4, or 16 x 16.
    #[test]
    fn the_papers_example() {
        assert_eq!(dimensions(&Machine::torus(&[8, 16, 2, 4]), &[4, 8, 2, 4]), (3, 2));
    }

    #[test]
    fn whole_rings_stay_and_single_nodes_do_not_count() {
        let qcdoc = Machine::torus(&[2, 2, 2, 4, 4, 8]);
        assert_eq!(dimensions(&qcdoc, &[2, 2, 2, 4, 4, 8]), (6, 6));
        assert_eq!(dimensions(&qcdoc, &[1, 1, 1, 1, 1, 1]), (0, 0));
        assert_eq!(dimensions(&qcdoc, &[1, 1, 2, 2, 2, 1]), (2, 2), "one ring, two lines: one of them has a partner");
        assert_eq!(dimensions(&Machine::mesh(&[4, 4]), &[4, 4]), (1, 1), "a mesh has no rings");
        assert_eq!(dimensions(&Machine::torus(&[1, 4, 4]), &[1, 4, 2]), (2, 1), "a ring of one node is none");
    }
}
