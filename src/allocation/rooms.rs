//! All the places that a request could have on a machine as it is.

use super::free_nodes::FreeNodes;
use super::orientations::Rotation;
use crate::machine::{Block, Coordinates};
use std::ops::ControlFlow;

/// So many places are listed at most.
const MOST: usize = 64;

/// Where not all are, they are listed anew when so few are left.
const FEW: usize = 8;

/// The free boxes that one request could be given, as far as they are listed. Nothing is listed until somebody asks.
#[derive(Clone, Default)]
pub struct Rooms {
    extents: Option<Coordinates>,
    boxes: Vec<Block>,
    /// Whether there is no other.
    all: bool,
}

impl Rooms {
    /// The machine has changed, otherwise than by something that was taken.
    pub fn forget(&mut self) {
        self.extents = None;
    }

    /// Whether a box of these extents would still be free if these blocks were taken; `None` where those that are listed do not
    /// tell. Cost: once for each state of the machine a search for each orientation; a look at each box that is listed.
    pub fn any_beside(
        &mut self,
        set: &FreeNodes,
        extents: &Coordinates,
        rotation: Rotation,
        blocks: &[Block],
    ) -> Option<bool> {
        if self.extents != Some(*extents) {
            self.list(set, extents, rotation);
        }
        let is_beside = |free: &Block| blocks.iter().all(|block| !free.meets(block, set.extents()));
        let found = self.boxes.iter().any(is_beside);
        (found || self.all).then_some(found)
    }

    /// These blocks have been taken.
    pub fn note_taken(&mut self, set: &FreeNodes, blocks: &[Block]) {
        if self.extents.is_none() {
            return;
        }
        self.boxes.retain(|free| blocks.iter().all(|block| !free.meets(block, set.extents())));
        if !self.all && self.boxes.len() < FEW {
            self.forget();
        }
    }

    fn list(&mut self, set: &FreeNodes, extents: &Coordinates, rotation: Rotation) {
        self.extents = Some(*extents);
        self.boxes.clear();
        let boxes = &mut self.boxes;
        self.all = set.each_turned(extents, rotation, |free| {
            if boxes.len() == MOST {
                return ControlFlow::Break(());
            }
            boxes.push(free);
            ControlFlow::Continue(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::free_nodes::Links;
    use crate::machine::Machine;
    use proptest::prelude::*;

    proptest! {
        /// What is listed says what a search would find if the block were taken; also when more has been taken since.
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
            let (mut set, mut rooms) = (FreeNodes::new(&machine, Links::Followed), Rooms::default());
            for (sides, place, stays) in others {
                let base = machine.coordinates(place % machine.node_count());
                let block = Block { base, extents: Coordinates::new(&sides[..machine.dimensions()]) };
                let is_place = (0..machine.dimensions()).all(|dimension| {
                    let length = machine.extents()[dimension];
                    let end = base[dimension] + block.extents[dimension];
                    block.extents[dimension] <= length && (end <= length || machine.rings()[dimension])
                });
                if !is_place || !set.is_box_free(&block) {
                    continue;
                }
                let mut beside = set.clone();
                beside.take(&block);
                let expected = beside.first_turned(&extents, rotation).is_some();
                let found = rooms.any_beside(&set, &extents, rotation, &[block]);
                prop_assert!(found.is_none_or(|found| found == expected), "{} {:?} {:?}", machine, extents, block);
                prop_assert!(found.is_some() || rooms.boxes.len() >= FEW, "enough are listed, or all");
                if stays {
                    set.take(&block);
                    rooms.note_taken(&set, &[block]);
                }
            }
        }
    }
}
