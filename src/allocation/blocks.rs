//! The nodes of a job as disjoint blocks: listed one by one, or by their numbers among the pages of a machine.
//!
//! A strategy that hands out single nodes gives a large job thousands of blocks. These strategies number their blocks
//! once, and a job mostly gets stretches of consecutive numbers. Therefore only the stretches are stored.

use super::pages::Pages;
use crate::machine::{Block, Unit};
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

/// Disjoint blocks, in the order in which a strategy took them. There are none on the `flat` machine, where processors
/// have no place. Two values are equal if they have equal blocks in the same order; the representation does not matter.
///
/// ```
/// use subtorus::allocation::Blocks;
/// use subtorus::machine::{Block, Machine};
///
/// let whole = Block::whole(&Machine::mesh(&[4, 4]));
/// let blocks = Blocks::from(vec![whole]);
/// assert_eq!((blocks.len(), blocks.iter().map(|block| block.volume()).sum()), (1, 16));
/// ```
#[derive(Clone)]
pub enum Blocks {
    /// A list of blocks.
    Listed(Vec<Block>),
    /// Pages of a machine, by their numbers.
    Numbered {
        /// All pages.
        pages: Rc<Pages>,
        /// The number of processors of each node, if it is more than one.
        unit: Option<Box<Unit>>,
        /// The numbers, in the order in which they were taken.
        stretches: Vec<Range<u32>>,
    },
}

impl Blocks {
    /// The pages with these numbers, in their order.
    pub fn numbered(pages: &Rc<Pages>, stretches: Vec<Range<u32>>) -> Blocks {
        Blocks::Numbered { pages: Rc::clone(pages), unit: None, stretches }
    }

    /// No blocks.
    pub const fn none() -> Blocks {
        Blocks::Listed(Vec::new())
    }

    /// The number of blocks. Cost for numbered blocks: O(stretches).
    pub fn len(&self) -> usize {
        match self {
            Blocks::Listed(list) => list.len(),
            Blocks::Numbered { stretches, .. } => stretches.iter().map(Range::len).sum(),
        }
    }

    /// Whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The block, if there is exactly one.
    pub fn only(&self) -> Option<Block> {
        match self {
            Blocks::Listed(list) => list.first().copied().filter(|_| list.len() == 1),
            Blocks::Numbered { stretches, .. } if stretches.len() == 1 => {
                self.iter().next().filter(|_| self.len() == 1)
            }
            Blocks::Numbered { .. } => None,
        }
    }

    /// The blocks one by one, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Block> {
        // The number of a block in a list is its position.
        let (list, stretches) = match self {
            Blocks::Listed(list) => (Some(0..list.len() as u32), &[][..]),
            Blocks::Numbered { stretches, .. } => (None, &stretches[..]),
        };
        let numbers = list.into_iter().chain(stretches.iter().cloned()).flatten();
        numbers.map(|number| match self {
            Blocks::Listed(list) => list[number as usize],
            Blocks::Numbered { pages, unit: None, .. } => pages.block(number),
            Blocks::Numbered { pages, unit: Some(unit), .. } => unit.block_in_nodes(&pages.block(number)),
        })
    }

    /// Visits the first block, and then every block at a given step, at least 1, behind the last one. Cost: O(1) for
    /// each visited block and each stretch.
    pub fn visit_every(&self, step: usize, mut visit: impl FnMut(&Block)) {
        match self {
            Blocks::Listed(list) => list.iter().step_by(step).for_each(visit),
            Blocks::Numbered { pages, unit, stretches } => {
                let mut page = pages.block(0);
                for number in stretches.iter().cloned().flatten().step_by(step) {
                    pages.write_block(number, &mut page);
                    match unit {
                        None => visit(&page),
                        Some(unit) => visit(&unit.block_in_nodes(&page)),
                    }
                }
            }
        }
    }

    /// The list, for a strategy that lists its blocks. Any other strategy gets an empty list.
    pub fn listed(&self) -> &[Block] {
        match self {
            Blocks::Listed(list) => list,
            Blocks::Numbered { .. } => &[],
        }
    }

    /// The numbers, for a strategy that numbers its blocks. Any other strategy gets none.
    pub fn stretches(&self) -> &[Range<u32>] {
        match self {
            Blocks::Listed(_) => &[],
            Blocks::Numbered { stretches, .. } => stretches,
        }
    }
}

impl From<Vec<Block>> for Blocks {
    fn from(list: Vec<Block>) -> Blocks {
        Blocks::Listed(list)
    }
}

impl PartialEq for Blocks {
    fn eq(&self, other: &Blocks) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Blocks {}

impl fmt::Debug for Blocks {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::pages::stretches;
    use crate::machine::Machine;

    /// The pages 2, 3, 7, 4 and 0 of nine, listed and numbered.
    #[test]
    fn numbers_stand_for_what_is_listed() {
        let machine = Machine::mesh(&[3, 3]);
        let pages = Pages::by_index(&machine, 1);
        let nodes = [2, 3, 7, 4, 0];
        let numbered = Blocks::numbered(&pages, vec![2..4, 7..8, 4..5, 0..1]);
        let list: Vec<Block> = nodes.iter().map(|&node| pages.block(node)).collect();
        let listed = Blocks::from(list.clone());
        assert_eq!((numbered.listed(), listed.listed()), (&[][..], &list[..]));
        assert_eq!((numbered.stretches().len(), listed.stretches().len()), (4, 0));
        assert_eq!(numbered, listed);
        assert_eq!(format!("{numbered:?}"), format!("{list:?}"));
        let fewer = Blocks::numbered(&pages, vec![2..4, 7..8, 4..5]);
        assert_ne!(fewer, listed);
        for blocks in [numbered, listed] {
            assert_eq!((blocks.len(), blocks.is_empty()), (5, false));
            assert!(blocks.iter().eq(list.iter().copied()));
            for step in 1..=6 {
                let mut visited = Vec::new();
                blocks.visit_every(step, |block| visited.push(*block));
                assert!(visited.iter().eq(list.iter().step_by(step)), "every {step}");
            }
            assert_eq!(blocks.only(), None);
        }
        assert!(Blocks::none().is_empty() && Blocks::none().iter().next().is_none() && Blocks::none().only().is_none());
    }

    /// If a node stands for several processors, each block has that size, regardless of earlier visits.
    #[test]
    fn pages_of_units_are_visited_as_they_are_listed() {
        for side in [1, 2] {
            let pages = Pages::by_index(&Machine::mesh(&[5, 3]), side);
            let stretches = stretches((0..pages.count()).rev());
            let unit = Some(Box::new(Unit::new(&[2, 4]).unwrap()));
            let blocks = Blocks::Numbered { pages, unit, stretches };
            assert_eq!(blocks.iter().next().unwrap().to_string(), "8,8+2x4");
            let mut visited = Vec::new();
            blocks.visit_every(1, |block| visited.push(*block));
            assert!(blocks.iter().eq(visited.iter().copied()));
            assert_eq!(visited.iter().map(Block::volume).sum::<u32>(), 15 * 8);
        }
    }

    #[test]
    fn a_single_block_is_told() {
        let pages = Pages::by_index(&Machine::mesh(&[3, 3]), 1);
        let block = pages.block(4);
        assert_eq!(Blocks::from(vec![block]).only(), Some(block));
        assert_eq!(Blocks::numbered(&pages, stretches([4].into_iter())).only(), Some(block));
        assert_eq!(Blocks::numbered(&pages, stretches([4, 5].into_iter())).only(), None);
        assert_eq!(Blocks::numbered(&pages, stretches([4, 6].into_iter())).only(), None);
    }
}
