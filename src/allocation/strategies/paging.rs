//! `paging(s,order)`: the mesh as a list of pages; a job takes the first free ones (Thesis 2008 section 2.2.2).
//!
//! Pages have the side `2^s`. If a side of the mesh is no multiple of it, the last pages are shorter. Wrap-around links
//! are ignored.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading, whole, with_defaults};
use crate::allocation::node_order::NodeOrder;
use crate::allocation::pages::{FreePages, Pages};
use crate::allocation::{Allocation, Allocator, ArgumentError, Effort, Family, OutOfService, Requirement};
use crate::machine::{MAX_NODES, Machine};
use crate::workload::Request;

/// The orders of pages that the literature tries.
pub const ORDERS: &[NodeOrder] = &[NodeOrder::Row, NodeOrder::Snake, NodeOrder::Shuffled, NodeOrder::ShuffledSnake];

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "paging",
    title: "Pages",
    family: Family::NonContiguous,
    effort: Effort::Stretches,
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
    instead: "paging(0)",
    read,
    ..Entry::COMMON
}];

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    let [size, order] = with_defaults(arguments, ["0", NodeOrder::Row.name()])?;
    let exponent = whole("size index s of pages with the side 2^s", size, 0..=MAX_NODES.ilog2())?;
    let order = NodeOrder::among(ORDERS, order)?;
    let canonical = if order == NodeOrder::Row { exponent.to_string() } else { format!("{exponent},{order}") };
    Ok(Reading::new(canonical, move |setting| Paging::new(setting.machine, exponent, order)))
}

/// A machine under `paging`. Allocating and releasing cost O(stretches of pages taken), and O(pages / 64).
pub struct Paging {
    pages: FreePages,
    /// The free processors.
    free: u32,
    /// Free processors that no job can get, because they share a page with a node that is out of service.
    spoilt: u32,
}

clone_by_field!(Paging { pages, free, spoilt });

impl Paging {
    /// All of `machine`, free, in pages of side `2^exponent`. Fails if the order fails.
    pub fn new(machine: &Machine, exponent: u32, order: NodeOrder) -> Result<Paging, Requirement> {
        let pages = FreePages::new(Pages::in_order(machine, 1 << exponent, order)?);
        Ok(Paging { pages, free: machine.node_count(), spoilt: 0 })
    }
}

impl Allocator for Paging {
    /// Pages of more than one node are handed out whole. So the processors of a job depend on which pages are shorter.
    fn needs_only_a_count(&self) -> bool {
        self.pages.pages.count() == self.pages.pages.machine().node_count()
    }

    fn free_processors(&self) -> u32 {
        self.free
    }

    fn fits(&self, request: &Request) -> bool {
        request.processors <= self.free - self.spoilt
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let allocation = self.pages.take_first(0, request.processors);
        self.free -= allocation.processors;
        Some(allocation)
    }

    fn release(&mut self, allocation: &Allocation) {
        self.pages.release(allocation);
        self.free += allocation.processors;
    }

    /// A page with a node out of service is never free. Its other nodes still count as free processors.
    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        let FreePages { pages, free } = &mut self.pages;
        for &node in down.nodes() {
            let number = pages.number_of_node(node);
            if free.is_free(number) {
                free.take(number);
                self.spoilt += pages.nodes_of(&(number..number + 1));
            }
            self.spoilt -= 1;
            self.free -= 1;
        }
        true
    }
}

#[cfg(test)]
mod tests;
