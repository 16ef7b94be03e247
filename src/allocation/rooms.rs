//! All the places that a request could have on a machine as it is.

use super::free_nodes::FreeNodes;
use super::orientations::{Rotation, first_orientation};
use crate::machine::{Block, Coordinates};

/// So many places are listed at most.
const MOST: usize = 64;

/// The free boxes that one request could be given, as far as they are listed. Nothing is listed until somebody asks.
#[derive(Clone, Default)]
pub struct Rooms {
    extents: Option<Coordinates>,
    boxes: Vec<Block>,
    /// Whether there is no other.
    all: bool,
}

impl Rooms {
    /// The machine has changed.
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

    fn list(&mut self, set: &FreeNodes, extents: &Coordinates, rotation: Rotation) {
        self.extents = Some(*extents);
        self.boxes.clear();
        self.all = true;
        first_orientation(extents, set.extents(), rotation, |turned| {
            let bases = set.bases(turned);
            for base in bases.iter().flat_map(|bases| bases.iter()) {
                if self.boxes.len() == MOST {
                    self.all = false;
                    return Some(());
                }
                self.boxes.push(Block { base: set.coordinates(base), extents: *turned });
            }
            None
        });
    }
}
