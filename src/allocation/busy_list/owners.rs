//! Which busy box has which node: so whoever has a base finds the boxes that it touches, without looking through the list.

use super::{BusyList, Listed};
use crate::allocation::free_nodes::{Bases, FreeNodes};
use crate::machine::{Block, Coordinates};

/// So many looks at nodes take as long as one at the plane of a box in the list.
const LOOKS_FOR_PLANE: u32 = 8;

/// Fewer boxes than these are looked through as quickly as written down. The lists of unit tests are short, and they try both.
const FEW: usize = if cfg!(test) { 1 } else { 64 };

/// Of so many bases it does not matter which are high. The sets of unit tests are small, and they try both.
const AT_ONCE: usize = if cfg!(test) { 2 } else { 32 };

/// What a base costs beside the nodes that touch it, in looks at nodes.
const LOOKS_FOR_BASE: u32 = 3;

/// The boxes by node. They are written down when somebody asks first, and from then on as they come; a copy begins anew.
#[derive(Default)]
pub(super) struct Owners {
    /// By node, the number of the box that has it, or of one that had it.
    numbers: Vec<u32>,
    /// Room to compute in: bases, boxes that they touch, and whether a box is among these.
    blocked: Bases,
    bases: Vec<u32>,
    touched: Vec<(u32, u32)>,
    is_touched: Vec<bool>,
}

impl Clone for Owners {
    fn clone(&self) -> Owners {
        Owners::default()
    }

    fn clone_from(&mut self, _: &Owners) {
        self.numbers.clear();
    }
}

impl Owners {
    /// A box has been listed.
    pub fn note(&mut self, free: &FreeNodes, list: &BusyList, number: u32) {
        if !self.numbers.is_empty() {
            self.write(free, list, number);
        }
    }

    fn write(&mut self, free: &FreeNodes, list: &BusyList, number: u32) {
        free.each_run(&list.blocks[number as usize], |run| self.numbers[run].fill(number));
    }

    /// On the first border plane with a base on it, the first base, where none is on the machine's first plane. The first plane is
    /// that of the highest box, so only bases are looked at that are high enough to touch it. `None` where these are many: then one
    /// of the first planes has some.
    pub fn first_on_a_plane(
        &mut self,
        free: &FreeNodes,
        list: &BusyList,
        bases: &Bases,
        extents: &Coordinates,
    ) -> Option<Coordinates> {
        if self.numbers.is_empty() && list.list.len() < FEW {
            return None;
        }
        let looks = extents[1..].iter().product::<u32>() + LOOKS_FOR_BASE;
        let most = LOOKS_FOR_PLANE * list.list.len() as u32 / looks;
        self.blocked.find_blocked(bases);
        // From a base to the highest node that a box next to it can have.
        let above = extents[extents.len() - 1] - 1 + list.longest - 1;
        let mut least = 0;
        if !self.blocked.list_from_height(0, AT_ONCE.min(most as usize), &mut self.bases) {
            least = self.blocked.greatest_height().saturating_sub(above);
            if !self.blocked.list_from_height(least, most as usize, &mut self.bases) {
                return None;
            }
        }
        if self.numbers.is_empty() {
            self.numbers.resize(free.node_count() as usize, 0);
            // Only boxes out of service may overlap. Of these the one that is listed first counts.
            list.list.iter().rev().for_each(|listed| self.write(free, list, listed.number));
        }
        let highest = loop {
            let highest = self.touch(free, list, extents, above);
            // Around a ring the highest base may touch low boxes only.
            if highest.saturating_sub(above) >= least {
                break highest;
            }
            least = highest.saturating_sub(above);
            self.blocked.list_from_height(least, usize::MAX, &mut self.bases);
        };
        self.is_touched.resize(list.blocks.len(), false);
        self.touched.iter().for_each(|(number, _)| self.is_touched[*number as usize] = true);
        let first = list.list.partition_point(|other| other.height > highest);
        let is_touched = |listed: &&Listed| self.is_touched[listed.number as usize];
        let found = list.list[first..].iter().find(is_touched).expect("they are listed").number;
        self.touched.iter().for_each(|(number, _)| self.is_touched[*number as usize] = false);
        self.touched.iter().find(|(number, _)| *number == found).map(|(_, base)| free.coordinates(*base))
    }

    /// Lists, for base after base, the highest boxes on whose right border planes it is: those that have a node just left of a box
    /// there, and none of these is more than `above` higher than the base. Returns how high they are.
    fn touch(&mut self, free: &FreeNodes, list: &BusyList, extents: &Coordinates, above: u32) -> u32 {
        let Owners { numbers, bases, touched, .. } = self;
        touched.clear();
        let mut highest = 0;
        for &base in &*bases {
            if base % free.extents()[extents.len() - 1] + above < highest {
                continue;
            }
            let mut left = Block { base: free.coordinates(base), extents: *extents };
            (left.base[0], left.extents[0]) = (left.base[0] - 1, 1);
            let mut last = None;
            free.each_taken(&left, |node| {
                let number = numbers[node as usize];
                if last.replace(number) == Some(number) {
                    return;
                }
                let height = list.height(&list.blocks[number as usize]);
                if height > highest {
                    touched.clear();
                    highest = height;
                }
                if height == highest {
                    touched.push((number, base));
                }
            });
        }
        highest
    }
}
