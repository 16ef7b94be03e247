//! A machine cut into pages that are numbered in some order. Strategies use it to hand out the first free pages, or
//! pages close together in that order.

use super::blocks::Blocks;
use super::copying::clone_by_field;
use super::free_set::FreeSet;
use super::node_order::{NodeOrder, inverse};
use super::{Allocation, OutOfService, Requirement};
use crate::machine::{Block, Coordinates, Machine};
use std::ops::Range;
use std::rc::Rc;

/// The pages of a machine: aligned boxes with equal sides, or single nodes. If a side of the machine is no multiple of
/// a page's side, the last pages are shorter. Wrap-around links are ignored. All copies of a strategy share the pages.
pub struct Pages {
    machine: Machine,
    side: u32,
    /// A node per page.
    grid: Machine,
    /// Indices of the grid's nodes in order of the page numbers.
    page_of_number: Vec<u32>,
    number_of_page: Vec<u32>,
    /// The number of nodes of all pages with lower numbers. It has one entry more than there are pages.
    nodes_before: Vec<u32>,
}

impl Pages {
    /// Pages of this side, at least 1, in this order. Fails if the order fails. Cost: O(pages log pages).
    pub fn in_order(machine: &Machine, side: u32, order: NodeOrder) -> Result<Rc<Pages>, Requirement> {
        let grid = Pages::grid(machine, side);
        let page_of_number = order.visit(&grid)?;
        Ok(Pages::new(machine, side, grid, page_of_number))
    }

    /// Pages of this side, at least 1, in the order of their indices on the grid of pages. For pages of one node these
    /// are the node indices.
    pub fn by_index(machine: &Machine, side: u32) -> Rc<Pages> {
        let grid = Pages::grid(machine, side);
        let page_of_number = (0..grid.node_count()).collect();
        Pages::new(machine, side, grid, page_of_number)
    }

    /// Single nodes in this order, which has the index of each node once.
    pub fn ordered(machine: &Machine, order: Vec<u32>) -> Rc<Pages> {
        Pages::new(machine, 1, machine.clone(), order)
    }

    fn grid(machine: &Machine, side: u32) -> Machine {
        Machine::mesh(&machine.extents().iter().map(|extent| extent.div_ceil(side)).collect::<Vec<u32>>())
    }

    fn new(machine: &Machine, side: u32, grid: Machine, page_of_number: Vec<u32>) -> Rc<Pages> {
        let number_of_page = inverse(&page_of_number);
        let (machine, nodes_before) = (machine.clone(), Vec::new());
        let mut pages = Pages { machine, side, grid, page_of_number, number_of_page, nodes_before };
        let mut before = 0;
        pages.nodes_before.push(before);
        for number in 0..pages.count() {
            before += if side == 1 { 1 } else { pages.block(number).volume() };
            pages.nodes_before.push(before);
        }
        Rc::new(pages)
    }

    /// The machine that the pages divide.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The number of pages.
    pub fn count(&self) -> u32 {
        self.page_of_number.len() as u32
    }

    /// The page with this number.
    pub fn block(&self, number: u32) -> Block {
        let sides = Coordinates::splat(1, self.machine.dimensions());
        let mut block = Block { base: sides, extents: sides };
        self.write_block(number, &mut block);
        block
    }

    /// Writes the page with this number into an existing block. The caller reads single values of it, so a copy of a
    /// whole block would be slower.
    #[inline]
    pub fn write_block(&self, number: u32, block: &mut Block) {
        self.grid.write_coordinates(self.page_of_number[number as usize], &mut block.base);
        if self.side > 1 {
            let sides = block.base.iter_mut().zip(block.extents.iter_mut());
            for ((x, extent), &limit) in sides.zip(self.machine.extents()) {
                *x *= self.side;
                *extent = self.side.min(limit - *x);
            }
        }
    }

    /// The number of the page that contains a node.
    pub fn number_of_node(&self, node: u32) -> u32 {
        self.number_at(self.machine.coordinates(node))
    }

    /// The number of the page at these coordinates.
    pub fn number_at(&self, mut page: Coordinates) -> u32 {
        page.iter_mut().for_each(|x| *x /= self.side);
        self.number_of_page[self.grid.index(&page) as usize]
    }

    /// The number of nodes in pages with consecutive numbers.
    pub fn nodes_of(&self, stretch: &Range<u32>) -> u32 {
        self.nodes_before[stretch.end as usize] - self.nodes_before[stretch.start as usize]
    }
}

/// The pages of a machine, and which of them are free.
pub struct FreePages {
    /// All pages.
    pub pages: Rc<Pages>,
    /// Those that are free, by their numbers.
    pub free: FreeSet,
}

clone_by_field!(FreePages { pages, free });

impl FreePages {
    /// All of these pages, free.
    pub fn new(pages: Rc<Pages>) -> FreePages {
        FreePages { free: FreeSet::all(pages.count()), pages }
    }

    /// Takes these free pages.
    pub fn take(&mut self, stretches: Vec<Range<u32>>) -> Allocation {
        stretches.iter().for_each(|stretch| self.free.take_run(stretch));
        let processors = stretches.iter().map(|stretch| self.pages.nodes_of(stretch)).sum();
        Allocation { processors, blocks: Blocks::numbered(&self.pages, stretches), ticket: 0 }
    }

    /// Takes the first free pages from a number on, until they have this many processors. The last page is taken whole,
    /// and at least one of its nodes is needed. Enough pages must be free. Cost: O(stretches of free pages), and
    /// O(pages / 64).
    pub fn take_first(&mut self, from: u32, processors: u32) -> Allocation {
        let (mut given, mut from, mut stretches) = (0, from, Vec::new());
        while given < processors {
            let mut stretch = self.free.first_run(from).expect("there are enough free pages");
            if given + self.pages.nodes_of(&stretch) > processors {
                // The last page taken is the last one with fewer nodes before it than needed.
                let enough = self.pages.nodes_before[stretch.start as usize] + processors - given;
                let within = &self.pages.nodes_before[stretch.start as usize..stretch.end as usize];
                stretch.end = stretch.start + within.partition_point(|&before| before < enough) as u32;
            }
            given += self.pages.nodes_of(&stretch);
            from = stretch.end;
            stretches.push(stretch);
        }
        self.take(stretches)
    }

    /// Gives back what has been taken.
    pub fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.stretches().iter().for_each(|stretch| self.free.give_back_run(stretch));
    }

    /// Takes nodes out of service, where each is a page.
    pub fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        down.nodes().iter().for_each(|&node| self.free.take(self.pages.number_of_node(node)));
        true
    }
}

/// Consecutive numbers as stretches, in order.
pub fn stretches(numbers: impl Iterator<Item = u32>) -> Vec<Range<u32>> {
    let mut stretches: Vec<Range<u32>> = Vec::new();
    for number in numbers {
        match stretches.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => stretches.push(number..number + 1),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Unit;
    use proptest::prelude::*;

    /// Pages of side 2 on 3x5 in snake order. The pages at the edge are shorter.
    #[test]
    fn pages_are_numbered_and_found_by_their_nodes() {
        let machine = Machine::mesh(&[3, 5]);
        let pages = Pages::in_order(&machine, 2, NodeOrder::Snake).unwrap();
        let named: Vec<String> = (0..pages.count()).map(|number| pages.block(number).to_string()).collect();
        assert_eq!(named, ["0,0+2x2", "2,0+1x2", "2,2+1x2", "0,2+2x2", "0,4+2x1", "2,4+1x1"]);
        for number in 0..pages.count() {
            assert_eq!(pages.nodes_of(&(number..number + 1)), pages.block(number).volume());
            assert!(pages.block(number).nodes(&machine).all(|node| pages.number_of_node(node) == number));
        }
        assert_eq!(pages.nodes_of(&(1..4)), 8);
        let pair =
            Blocks::Numbered { pages, unit: Some(Box::new(Unit::new(&[4, 1]).unwrap())), stretches: vec![1..2, 5..6] };
        let named: Vec<String> = pair.iter().map(|block| block.to_string()).collect();
        assert_eq!(named, ["8,0+4x2", "8,4+4x1"]);
    }

    #[test]
    fn consecutive_numbers_make_stretches() {
        let numbers = [4, 5, 6, 2, 3, 3, 9];
        assert_eq!(stretches(numbers.into_iter()), [4..7, 2..4, 3..4, 9..10]);
        assert!(stretches(std::iter::empty()).is_empty());
    }

    proptest! {
        /// The first free pages one by one, until there are enough processors.
        #[test]
        fn the_first_pages_are_taken_until_there_are_enough(
            side in 1u32..4, busy in prop::collection::vec(any::<bool>(), 40), from in 0u32..20, share in any::<prop::sample::Index>(),
        ) {
            let pages = Pages::in_order(&Machine::mesh(&[7, 5]), side, NodeOrder::Shuffled).unwrap();
            let mut pages = FreePages::new(pages);
            let FreePages { pages: all, free } = &mut pages;
            (0..all.count()).filter(|&page| busy[page as usize]).for_each(|page| free.take(page));
            let mut expected: Vec<Block> = free.iter().filter(|&page| page >= from).map(|page| all.block(page)).collect();
            let offered: u32 = expected.iter().map(Block::volume).sum();
            let processors = share.index(offered as usize + 1) as u32;
            let mut given = 0;
            expected.retain(|block| {
                let is_needed = given < processors;
                given += if is_needed { block.volume() } else { 0 };
                is_needed
            });
            let before: Vec<u32> = free.iter().collect();
            let allocation = pages.take_first(from, processors);
            prop_assert_eq!(allocation.processors, given);
            prop_assert_eq!(allocation.blocks.len(), expected.len());
            prop_assert!(allocation.blocks.iter().eq(expected));
            pages.release(&allocation);
            prop_assert_eq!(pages.free.iter().collect::<Vec<_>>(), before);
        }
    }
}
