//! Which busy box has which node: so whoever has a base finds the boxes that it touches, without looking through the list.

use super::heights::Heights;
use super::{BusyList, Listed};
use crate::allocation::free_nodes::{Bases, FreeNodes};
use crate::machine::{Block, Coordinates};

/// So many looks at nodes take as long as one at the plane of a box in the list.
const LOOKS_FOR_PLANE: u32 = 8;

/// Fewer boxes than these are looked through as quickly as written down. The lists of unit tests are short, and they try both.
const FEW: usize = if cfg!(test) { 1 } else { 64 };

/// Of so many boxes few are among the highest; where there are fewer, bases are found on the border planes of the first ones.
const MANY: usize = if cfg!(test) { 16 } else { 512 };

/// Of so many bases it does not matter which are high. The sets of unit tests are small, and they try both.
const AT_ONCE: usize = if cfg!(test) { 2 } else { 32 };

/// What a base costs beside the nodes that touch it, in looks at nodes.
const LOOKS_FOR_BASE: u32 = 3;

/// The boxes by node. They are written down when somebody asks first, and from then on as they come; a copy begins anew.
#[derive(Default)]
pub(super) struct Owners {
    /// By node, the number of the box that has it, or of one that had it.
    numbers: Vec<u32>,
    /// By box, its height: it is asked for again and again, and boxes are far apart in memory.
    heights: Vec<u32>,
    /// Room to compute in: bases, boxes that they touch, and whether a box is among these.
    blocked: Bases,
    bases: Vec<u32>,
    touched: Vec<Touched>,
    is_touched: Vec<bool>,
}

/// A base on the right border plane of a box, which has this number and height.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    pub height: u32,
    pub number: u32,
    pub base: u32,
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
        let block = &list.blocks[number as usize];
        self.heights.resize(list.blocks.len(), 0);
        self.heights[number as usize] = list.height(block);
        free.each_run(block, |run| self.numbers[run].fill(number));
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
        let (most, above) = (most_bases(list, extents), most_above(list, extents));
        self.blocked.find_blocked(bases);
        let mut least = 0;
        if !self.blocked.list_from_height(0, AT_ONCE.min(most), &mut self.bases) {
            least = self.blocked.greatest_height().saturating_sub(above);
            if !self.blocked.list_from_height(least, most, &mut self.bases) {
                return None;
            }
        }
        self.write_all(free, list);
        loop {
            self.touched.clear();
            let highest = self.touch_highest(free, extents, above, 0);
            // Around a ring the highest base may touch low boxes only.
            if highest.saturating_sub(above) >= least {
                return Some(self.first_of(free, list, highest));
            }
            least = highest.saturating_sub(above);
            self.blocked.list_from_height(least, usize::MAX, &mut self.bases);
        }
    }

    /// Lists for each base the highest boxes on whose right border planes it is, where none is on the machine's first plane. Whether
    /// it has: not where bases are many.
    pub fn list_touched(
        &mut self,
        free: &FreeNodes,
        list: &BusyList,
        bases: &Bases,
        extents: &Coordinates,
        touched: &mut Vec<Touched>,
    ) -> bool {
        if self.numbers.is_empty() && list.list.len() < FEW {
            return false;
        }
        self.blocked.find_blocked(bases);
        if !self.blocked.list_from_height(0, most_bases(list, extents), &mut self.bases) {
            return false;
        }
        self.write_all(free, list);
        touched.clear();
        for &base in &self.bases {
            let (others, mut highest) = (touched.len(), 0);
            self.touch(free, extents, base, &mut highest, others, touched);
        }
        true
    }

    /// The same, from the highest bases down. `None` where these are many, or boxes are not.
    pub fn first_from_above(
        &mut self,
        free: &FreeNodes,
        list: &BusyList,
        heights: &mut Heights,
        extents: &Coordinates,
    ) -> Option<Coordinates> {
        if list.list.len() < MANY {
            return None;
        }
        let (mut most, above) = (most_bases(list, extents), most_above(list, extents));
        self.write_all(free, list);
        self.touched.clear();
        let mut highest = 0;
        let last = extents.len() - 1;
        for height in (0..free.bases_along(last, extents[last])).rev() {
            if height + above < highest {
                break;
            }
            if !heights.list_blocked(free, height, extents, &mut self.blocked, most, &mut self.bases) {
                return None;
            }
            most -= self.bases.len();
            highest = self.touch_highest(free, extents, above, highest);
        }
        Some(self.first_of(free, list, highest))
    }

    /// All boxes are written down, unless they are already.
    fn write_all(&mut self, free: &FreeNodes, list: &BusyList) {
        if self.numbers.is_empty() {
            self.numbers.resize(free.node_count() as usize, 0);
            // Only boxes out of service may overlap. Of these the one that is listed first counts.
            list.list.iter().rev().for_each(|listed| self.write(free, list, listed.number));
        }
    }

    /// Of the boxes that bases touch, which are listed, and those that are so high, the highest: of these the first in the list, and
    /// the first base that touches it.
    pub fn first_on_first_of(
        &mut self,
        free: &FreeNodes,
        list: &BusyList,
        touched: &[Touched],
        height: u32,
    ) -> Coordinates {
        let highest = || touched.iter().filter(|touched| touched.height == height);
        let mut found = highest().next().expect("a base touches a box").number;
        if highest().any(|touched| touched.number != found) {
            self.is_touched.resize(list.blocks.len(), false);
            highest().for_each(|touched| self.is_touched[touched.number as usize] = true);
            let first = list.list.partition_point(|other| other.height > height);
            let is_touched = |listed: &&Listed| self.is_touched[listed.number as usize];
            found = list.list[first..].iter().find(is_touched).expect("they are listed").number;
            highest().for_each(|touched| self.is_touched[touched.number as usize] = false);
        }
        let bases = highest().filter(|touched| touched.number == found).map(|touched| touched.base);
        free.coordinates(bases.min().expect("one that touches it"))
    }

    /// The same of those that have been listed last.
    fn first_of(&mut self, free: &FreeNodes, list: &BusyList, height: u32) -> Coordinates {
        let touched = std::mem::take(&mut self.touched);
        let first = self.first_on_first_of(free, list, &touched, height);
        self.touched = touched;
        first
    }

    /// Lists the highest boxes that the bases touch, none of which is more than `above` higher than its base. Those listed before are
    /// `highest` high; the new ones are listed with them, or in their place. Returns how high they are then.
    fn touch_highest(&mut self, free: &FreeNodes, extents: &Coordinates, above: u32, mut highest: u32) -> u32 {
        let mut touched = std::mem::take(&mut self.touched);
        let length = free.extents()[extents.len() - 1];
        for &base in &self.bases {
            if base % length + above >= highest {
                self.touch(free, extents, base, &mut highest, 0, &mut touched);
            }
        }
        self.touched = touched;
        highest
    }

    /// Lists the boxes on whose right border planes a base is, those that have a node just left of a box there: the highest of them,
    /// if they are no lower than those `highest` ones that are listed from `first` on, and in the place of these if they are higher.
    fn touch(
        &self,
        free: &FreeNodes,
        extents: &Coordinates,
        base: u32,
        highest: &mut u32,
        first: usize,
        touched: &mut Vec<Touched>,
    ) {
        let last = extents.len() - 1;
        let mut left = Block { base: free.coordinates(base), extents: *extents };
        let end = left.base[last] + extents[last];
        (left.base[0], left.extents[0]) = (left.base[0] - 1, 1);
        // A box that is as high and has any of these nodes has one of the highest of them.
        if last > 0 && end <= free.extents()[last] && end <= *highest + 1 {
            (left.base[last], left.extents[last]) = (end - 1, 1);
        }
        let mut before = None;
        free.each_taken(&left, |node| {
            let number = self.numbers[node as usize];
            if before.replace(number) == Some(number) {
                return;
            }
            let height = self.heights[number as usize];
            if height > *highest {
                touched.truncate(first);
                *highest = height;
            }
            if height == *highest {
                touched.push(Touched { height, number, base });
            }
        });
    }

    /// The box that has these nodes, as if this base touched it.
    pub fn touched_by(&self, free: &FreeNodes, block: &Block, base: u32) -> Touched {
        let number = self.numbers[free.node(&block.base) as usize];
        Touched { height: self.heights[number as usize], number, base }
    }
}

/// So many bases may be looked at before looking through the list costs less.
fn most_bases(list: &BusyList, extents: &Coordinates) -> usize {
    let looks = extents[1..].iter().product::<u32>() + LOOKS_FOR_BASE;
    (LOOKS_FOR_PLANE * list.list.len() as u32 / looks) as usize
}

/// How far the highest node of a box next to a base can be above that.
fn most_above(list: &BusyList, extents: &Coordinates) -> u32 {
    extents[extents.len() - 1] - 1 + list.longest - 1
}
