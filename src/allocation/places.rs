//! The possible places of one request on a machine. They serve to try other requests beside it.

use super::free_nodes::FreeNodes;
use super::orientations::{Rotation, first_orientation};
use crate::machine::{Block, Coordinates};

/// At most this many places are listed. If only a few are left and others may exist, they are listed again.
const MOST: usize = 64;
const FEW: usize = 8;

/// Free boxes that a request could be given, listed on first use. They remain valid until a block is given back.
#[derive(Clone, Default)]
pub struct Places {
    extents: Option<Coordinates>,
    boxes: Vec<Block>,
    /// Whether the list was complete.
    are_all: bool,
}

impl Places {
    /// Notes that a block has been given back.
    pub fn forget(&mut self) {
        self.extents = None;
        self.boxes.clear();
    }

    /// Whether a box of these extents would still be free if these blocks were taken. `None` if the listed places do
    /// not decide it.
    pub fn any_beside(
        &mut self,
        set: &FreeNodes,
        extents: &Coordinates,
        rotation: Rotation,
        blocks: &[Block],
    ) -> Option<bool> {
        let is_new = self.extents.replace(*extents) != Some(*extents);
        if is_new || !self.are_all && self.boxes.len() < FEW {
            self.list(set, extents, rotation);
        }
        let is_beside = |place: &Block| blocks.iter().all(|block| !place.meets(block, set.extents()));
        let found = self.boxes.iter().any(is_beside);
        (found || self.are_all).then_some(found)
    }

    /// Notes that these blocks have been taken.
    pub fn note_taken(&mut self, set: &FreeNodes, blocks: &[Block]) {
        self.boxes.retain(|place| blocks.iter().all(|block| !place.meets(block, set.extents())));
    }

    /// Lists the last places first, because first fit places few blocks there.
    fn list(&mut self, set: &FreeNodes, extents: &Coordinates, rotation: Rotation) {
        self.boxes.clear();
        let full = first_orientation(extents, set.extents(), rotation, |rotated| {
            let bases = set.bases(rotated)?;
            let places = bases.iter_from_last().map(|base| Block { base: set.coordinates(base), extents: *rotated });
            self.boxes.extend(places.take(MOST - self.boxes.len()));
            (self.boxes.len() == MOST).then_some(())
        });
        self.are_all = full.is_none();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::free_nodes::WrapAround;
    use crate::machine::Machine;
    use proptest::prelude::*;

    proptest! {
        /// The list agrees with a search after the block is taken, also if more blocks have been taken since.
        #[test]
        fn there_is_room_beside_a_block_where_a_search_finds_it(
            machine in prop::sample::select(vec!["mesh:8x8x8", "torus:4x6x5", "mesh:9x13", "torus:2x2x4x8", "mesh:40x11", "torus:70x70"]),
            wanted in prop::collection::vec(1u32..6, 4),
            others in prop::collection::vec((prop::collection::vec(1u32..5, 4), any::<u32>(), any::<bool>()), 1..40),
            turns in any::<bool>(),
        ) {
            let machine: Machine = machine.parse().unwrap();
            let rotation = if turns { Rotation::Tried } else { Rotation::Never };
            let extents = Coordinates::new(&wanted[..machine.dimensions()]);
            let (mut set, mut places) = (FreeNodes::new(&machine, WrapAround::Followed), Places::default());
            for (sides, place, stays) in others {
                let base = machine.coordinates(place % machine.node_count());
                let block = Block { base, extents: Coordinates::new(&sides[..machine.dimensions()]) };
                if !block.lies_on(&machine) || !set.is_box_free(&block) {
                    continue;
                }
                let mut beside = set.clone();
                beside.take(&block);
                let expected = beside.first_rotated(&extents, rotation).is_some();
                let found = places.any_beside(&set, &extents, rotation, &[block]);
                prop_assert!(found.is_none_or(|found| found == expected), "{} {:?} {:?}", machine, extents, block);
                prop_assert!(found.is_some() || places.boxes.len() >= FEW, "many are listed, or all");
                if stays {
                    set.take(&block);
                    places.note_taken(&set, &[block]);
                }
            }
        }
    }
}
