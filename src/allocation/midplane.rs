//! `midplane(u)`: jobs get whole cubes of `u` nodes a side, as on Blue Gene (Thesis 2008 section 2.2.1).

use super::contiguous::Placement;
use super::free_nodes::{FreeNodes, Links};
use crate::machine::{Block, Coordinates, Machine};

/// First fit on the grid of whole pages; what is left of a side that is no multiple of a page stays unused.
pub struct Midplane {
    side: u32,
    pages: FreeNodes,
    free: u32,
}

impl Midplane {
    /// The machine in pages of `side` nodes a side, free; pages wrap around where `side` divides a ring.
    ///
    /// Fails where a dimension has no room for a page.
    pub fn new(machine: &Machine, side: u32) -> Result<Midplane, String> {
        if let Some(dimension) = machine.extents().iter().position(|&extent| extent < side) {
            return Err(format!(
                "midplane({side}) needs every extent to be at least {side}; {machine} has {} in dimension {dimension} \
                 (use another machine, or smaller pages such as midplane(2))",
                machine.extents()[dimension]
            ));
        }
        let pages: Vec<u32> = machine.extents().iter().map(|extent| extent / side).collect();
        let whole = |(&ring, extent): (&bool, &u32)| ring && extent % side == 0;
        let rings: Vec<bool> = machine.rings().iter().zip(machine.extents()).map(whole).collect();
        let pages = FreeNodes::new(&Machine::new(&pages, &rings).map_err(|error| error.to_string())?, Links::Followed);
        Ok(Midplane { side, pages, free: machine.node_count() })
    }

    fn in_pages(&self, block: &Block) -> Block {
        let divided = |mut values: Coordinates| {
            values.iter_mut().for_each(|value| *value /= self.side);
            values
        };
        Block { base: divided(block.base), extents: divided(block.extents) }
    }
}

impl Clone for Midplane {
    fn clone(&self) -> Midplane {
        Midplane { pages: self.pages.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Midplane) {
        self.pages.clone_from(&other.pages);
        (self.side, self.free) = (other.side, other.free);
    }
}

impl Placement for Midplane {
    fn free_processors(&self) -> u32 {
        self.free
    }

    /// Whole pages.
    fn given(&self, extents: &Coordinates) -> Coordinates {
        let mut given = *extents;
        given.iter_mut().for_each(|extent| *extent = extent.next_multiple_of(self.side));
        given
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let extents = self.given(extents);
        let mut base = self.pages.first_base(&self.in_pages(&Block { base: extents, extents }).extents)?;
        base.iter_mut().for_each(|x| *x *= self.side);
        Some(Block { base, extents })
    }

    fn take(&mut self, block: &Block) {
        self.pages.take(&self.in_pages(block));
        self.free -= block.volume();
    }

    fn give(&mut self, block: &Block) {
        self.pages.give(&self.in_pages(block));
        self.free += block.volume();
    }
}
