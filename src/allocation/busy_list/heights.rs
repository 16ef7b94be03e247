//! The free nodes height by height. The first border plane is that of the highest box, so the bases on it are among the highest:
//! who looks from the top need not look for the others.

use crate::allocation::free_nodes::{Bases, FreeNodes};
use crate::machine::{Block, Coordinates};

/// The free nodes of a machine of two dimensions or more, of which the last is made the first. They are written down when somebody
/// asks first, and from then on as they come and go; a copy begins anew.
#[derive(Default)]
pub(super) struct Heights {
    free: Option<FreeNodes>,
    /// How many trials have begun since.
    trials: usize,
}

impl Clone for Heights {
    fn clone(&self) -> Heights {
        Heights::default()
    }

    fn clone_from(&mut self, _: &Heights) {
        *self = Heights::default();
    }
}

/// Coordinates, or extents, with the last one first.
fn turned(coordinates: &Coordinates) -> Coordinates {
    let mut turned = *coordinates;
    turned.rotate_right(1);
    turned
}

fn turned_block(block: &Block) -> Block {
    Block { base: turned(&block.base), extents: turned(&block.extents) }
}

impl Heights {
    /// A free box is taken.
    pub fn take(&mut self, block: &Block) {
        self.free.iter_mut().for_each(|free| free.take(&turned_block(block)));
    }

    /// A box is given back.
    pub fn give(&mut self, block: &Block) {
        self.free.iter_mut().for_each(|free| free.give(&turned_block(block)));
    }

    /// See [`FreeNodes::begin_trial`].
    pub fn begin_trial(&mut self) {
        self.free.iter_mut().for_each(FreeNodes::begin_trial);
        self.trials += usize::from(self.free.is_some());
    }

    /// What was written down during the trial has not been so before.
    pub fn end_trial(&mut self) {
        match self.trials.checked_sub(1) {
            None => self.free = None,
            Some(others) => {
                self.free.iter_mut().for_each(FreeNodes::end_trial);
                self.trials = others;
            }
        }
    }

    /// Lists the bases at a height, by their node indices in order, from which a box of these extents cannot slide to the next lower
    /// first coordinate, where none is at 0: of a box that fills a ring only the first. Whether these are all: after so many it
    /// ends. `free` are the machine's free nodes as they are. Cost: see [`Bases::find_in_layer`]; when somebody asks first, a step
    /// for each node.
    pub fn list_blocked(
        &mut self,
        free: &FreeNodes,
        height: u32,
        extents: &Coordinates,
        bases: &mut Bases,
        most: usize,
        listed: &mut Vec<u32>,
    ) -> bool {
        let free = self.free.get_or_insert_with(|| free.last_dimension_first());
        bases.find_in_layer(free, height, &turned(extents));
        let heights = free.extents()[0];
        listed.clear();
        listed.extend(bases.blocked_in_layer().take(most + 1).map(|place| place * heights + height));
        listed.len() <= most
    }
}
