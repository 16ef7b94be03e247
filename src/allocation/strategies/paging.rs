//! `paging(s,order)`: the mesh as a list of pages; a job takes the first free ones (Thesis 2008 section 2.2.2).
//!
//! Pages have the side `2^s`; where a side of the mesh is no multiple of it, the last ones are shorter. Wrap-around links
//! are ignored.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading, whole, with_defaults};
use crate::allocation::free_set::FreeSet;
use crate::allocation::node_order::{NodeOrder, inverse};
use crate::allocation::{Allocation, ArgumentError, Effort, Family, OutOfService, Requirement, Strategy};
use crate::machine::{Block, Coordinates, MAX_NODES, Machine};
use crate::workload::Request;
use std::rc::Rc;

/// The orders of pages that the literature tries.
pub const ORDERS: &[NodeOrder] = &[NodeOrder::Row, NodeOrder::Snake, NodeOrder::Shuffled, NodeOrder::ShuffledSnake];

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "paging",
    family: Family::NonContiguous,
    effort: Effort::EachNode,
    arguments: "s,order",
    examples: &[
        "paging(0)",
        "paging(1)",
        "paging(2)",
        "paging(0,snake)",
        "paging(0,shuffled)",
        "paging(0,shuffled-snake)",
    ],
    summary: "The machine in pages of side 2^s; a job takes the first free ones, in the order row, snake, shuffled or \
              shuffled-snake. Larger pages keep jobs together and waste more of the last page.",
    source: "Thesis 2008, section 2.2.2",
    colour: 2,
    wants_extents: false,
    rounds_to_powers_of_two: false,
    has_own_units: false,
    instead: "paging(0)",
    read,
}];

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    let [size, order] = with_defaults(arguments, ["0", NodeOrder::Row.name()])?;
    let exponent = whole("size index s of pages with the side 2^s", size, 0..=MAX_NODES.ilog2())?;
    let order = NodeOrder::among(ORDERS, order)?;
    let canonical = if order == NodeOrder::Row { exponent.to_string() } else { format!("{exponent},{order}") };
    Ok(Reading::new(canonical, move |setting| Paging::new(setting.machine, exponent, order)))
}

/// The pages of a machine in their order: the same for all copies.
struct Pages {
    machine: Machine,
    /// A node per page.
    grid: Machine,
    /// The base-2 logarithm of a page's side.
    exponent: u32,
    /// Indices of the grid's nodes in order of their ranks.
    page_of_rank: Vec<u32>,
    rank_of_page: Vec<u32>,
}

/// A machine under `paging`. Allocating and releasing cost O(pages taken), and O(pages / 64) to find them.
pub struct Paging {
    pages: Rc<Pages>,
    free_ranks: FreeSet,
    /// Processors in free pages.
    free: u32,
}

clone_by_field!(Paging { pages, free_ranks, free });

impl Paging {
    /// All of `machine`, free, in pages of side `2^exponent`. Fails where the order does.
    pub fn new(machine: &Machine, exponent: u32, order: NodeOrder) -> Result<Paging, Requirement> {
        let extents: Vec<u32> = machine.extents().iter().map(|&extent| ((extent - 1) >> exponent) + 1).collect();
        let grid = Machine::mesh(&extents);
        let page_of_rank = order.visit(&grid)?;
        let rank_of_page = inverse(&page_of_rank);
        let free_ranks = FreeSet::all(grid.node_count());
        let pages = Pages { machine: machine.clone(), grid, exponent, page_of_rank, rank_of_page };
        Ok(Paging { pages: Rc::new(pages), free_ranks, free: machine.node_count() })
    }
}

impl Pages {
    fn block(&self, rank: u32) -> Block {
        let mut base = self.grid.coordinates(self.page_of_rank[rank as usize]);
        let mut extents = Coordinates::splat(1, base.len());
        if self.exponent > 0 {
            for ((x, extent), &limit) in base.iter_mut().zip(extents.iter_mut()).zip(self.machine.extents()) {
                *x <<= self.exponent;
                *extent = (1 << self.exponent).min(limit - *x);
            }
        }
        Block { base, extents }
    }

    fn rank(&self, block: &Block) -> u32 {
        self.rank_of_node(block.base)
    }

    /// The rank of the page that a node is in.
    fn rank_of_node(&self, mut page: Coordinates) -> u32 {
        page.iter_mut().for_each(|x| *x >>= self.exponent);
        self.rank_of_page[self.grid.index(&page) as usize]
    }
}

impl Strategy for Paging {
    /// Pages of more than one node are handed out whole, so what a job takes depends on which ones are cut short.
    fn needs_only_a_count(&self) -> bool {
        self.pages.exponent == 0
    }

    fn free_processors(&self) -> u32 {
        self.free
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let mut blocks = Vec::with_capacity((request.processors >> self.pages.exponent) as usize);
        let (mut processors, mut from) = (0, 0);
        while processors < request.processors {
            let rank = self.free_ranks.first_from(from)?;
            self.free_ranks.take(rank);
            let block = self.pages.block(rank);
            processors += block.volume();
            blocks.push(block);
            from = rank + 1;
        }
        self.free -= processors;
        Some(Allocation { processors, blocks, ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        for block in &allocation.blocks {
            self.free_ranks.give_back(self.pages.rank(block));
        }
        self.free += allocation.processors;
    }

    /// A page with a node that is down is never free.
    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        for &node in down.nodes() {
            let rank = self.pages.rank_of_node(self.pages.machine.coordinates(node));
            if self.free_ranks.is_free(rank) {
                self.free_ranks.take(rank);
                self.free -= self.pages.block(rank).volume();
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
