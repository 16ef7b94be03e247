//! `paging(s,order)`: the mesh as a list of pages; a job takes the first free ones (Thesis 2008 section 2.2.2).
//!
//! Pages have the side `2^s`; where a side of the mesh is no multiple of it, the last ones are shorter. Wrap-around links
//! are ignored.

use super::catalogue::Reading;
use super::free_set::FreeSet;
use super::orders::Order;
use super::{Allocation, Strategy};
use crate::machine::{Block, Coordinates, MAX_NODES, Machine};
use crate::workload::Request;
use std::rc::Rc;

/// The orders of pages that the literature tries.
pub const ORDERS: &[Order] = &[Order::Row, Order::Snake, Order::Shuffled, Order::ShuffledSnake];

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

impl Clone for Paging {
    fn clone(&self) -> Paging {
        Paging { pages: self.pages.clone(), free_ranks: self.free_ranks.clone(), free: self.free }
    }

    fn clone_from(&mut self, other: &Paging) {
        self.free_ranks.clone_from(&other.free_ranks);
        self.free = other.free;
    }
}

impl Paging {
    /// All of `machine`, free, in pages of side `2^exponent`. Fails where the order does.
    pub fn new(machine: &Machine, exponent: u32, order: Order) -> Result<Paging, String> {
        let extents: Vec<u32> = machine.extents().iter().map(|&extent| ((extent - 1) >> exponent) + 1).collect();
        let grid = Machine::mesh(&extents);
        let page_of_rank = order.visit(&grid)?;
        let rank_of_page = inverse(&page_of_rank);
        let free_ranks = FreeSet::all(grid.node_count());
        let pages = Pages { machine: machine.clone(), grid, exponent, page_of_rank, rank_of_page };
        Ok(Paging { pages: Rc::new(pages), free_ranks, free: machine.node_count() })
    }
}

/// Reads `s,order`; by default 0 and `row`.
pub fn read(arguments: &[&str]) -> Reading {
    let (size, order) = match arguments {
        [] => ("0", "row"),
        [size] => (*size, "row"),
        [size, order] => (*size, *order),
        _ => return Err(format!("takes at most 2 arguments, not {}", arguments.len())),
    };
    let largest = MAX_NODES.ilog2();
    let exponent =
        size.parse().ok().filter(|&exponent| exponent <= largest && size.bytes().all(|b| b.is_ascii_digit()));
    let exponent: u32 = exponent.ok_or_else(|| {
        format!("the size index s is '{size}'; pages have the side 2^s, expected a whole number from 0 to {largest}")
    })?;
    let order = order_among(ORDERS, order)?;
    let canonical = if order == Order::Row { exponent.to_string() } else { format!("{exponent},{order}") };
    Ok((canonical, Box::new(move |setting| Ok(Box::new(Paging::new(setting.machine, exponent, order)?)))))
}

/// The order of this name if it is one of these.
pub(super) fn order_among(orders: &[Order], name: &str) -> Result<Order, String> {
    orders.iter().copied().find(|order| order.name() == name).ok_or_else(|| {
        let known: Vec<_> = orders.iter().map(|order| order.name()).collect();
        format!("unknown order '{name}' (known: {})", known.join(", "))
    })
}

/// Where each number stands in a list of all numbers below its length.
pub(super) fn inverse(list: &[u32]) -> Vec<u32> {
    let mut places = vec![0; list.len()];
    for (place, &number) in list.iter().enumerate() {
        places[number as usize] = place as u32;
    }
    places
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
        let mut page = block.base;
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
}

#[cfg(test)]
mod tests;
