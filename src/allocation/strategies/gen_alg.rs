//! `gen-alg`: the compact cluster around the best centre (Thesis 2008 section 2.2.2, "Gen-Algorithm").
//!
//! Every free node is tried as a centre, with the nearest free nodes, as many as the job wants. Of these sets, the job
//! gets the one with the least mean distance between its nodes.
//!
//! A *row* is the nodes that differ in the last coordinate only. The search reads only rows within the radius of a set,
//! and not node by node. The nodes of a row within some distance of a centre are one interval of it. (On a ring, the
//! interval may continue around it.) The free nodes are counted from the start of the row, so the number in an interval
//! is a difference of two counts.
//!
//! Distances between all pairs of a set are summed per dimension, from the number of its nodes at every coordinate. The
//! intervals give the numbers for rows and planes. The sums of the rows at each distance give those for columns; all
//! centres of a row share these sums.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::pages::{FreePages, Pages, stretches};
use crate::allocation::{Allocation, Allocator, Effort, Family, OutOfService};
use crate::machine::Machine;
use crate::workload::Request;
use field::Field;
use surroundings::Surroundings;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "gen-alg",
    title: "Closest nodes",
    family: Family::NonContiguous,
    effort: Effort::ManyAttempts,
    examples: &["gen-alg"],
    summary: "Tries every free node as centre of a cluster of the free nodes nearest to it. The job gets the cluster \
              with the least mean distance between its nodes.",
    source: "Thesis 2008, section 2.2.2",
    colour: 5,
    read: |arguments| Reading::without_arguments(arguments, |setting| Ok(GenAlg::new(setting.machine))),
    ..Entry::COMMON
}];

/// Allocating tries every free node. It costs O(nodes + free nodes x (rows within the radius of a set + radius)).
pub struct GenAlg {
    /// All nodes, by their indices.
    nodes: FreePages,
}

clone_by_field!(GenAlg { nodes });

impl GenAlg {
    /// All of `machine`, free.
    pub fn new(machine: &Machine) -> GenAlg {
        GenAlg { nodes: FreePages::new(Pages::by_index(machine, 1)) }
    }

    /// The nodes of the best set of `wanted` free nodes, in the order of their indices.
    fn best_set(&self, wanted: u32) -> Vec<u32> {
        let free = &self.nodes.free;
        if wanted == free.count() {
            return free.iter().collect();
        }
        let field = Field::new(self.nodes.pages.machine(), free.iter());
        let (mut around, mut counts) = (Surroundings::default(), field.counts());
        let (mut radius, mut least, mut best) = (0, u64::MAX, None);
        for centre in free.iter() {
            let disc = around.disc(&field, centre, wanted, radius);
            radius = disc.radius;
            if let Some(distance) = field.twice_distance(&around, &disc, wanted, &mut counts, least) {
                (least, best) = (distance, Some(disc));
            }
        }
        best.map_or_else(Vec::new, |disc| field.set(&disc, wanted, free.iter()))
    }
}

impl Allocator for GenAlg {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.nodes.free.count()
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let stretches = stretches(self.best_set(request.processors).into_iter());
        Some(self.nodes.take(stretches))
    }

    fn release(&mut self, allocation: &Allocation) {
        self.nodes.release(allocation);
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.nodes.take_out_of_service(down)
    }
}

mod field;
mod side;
mod surroundings;
#[cfg(test)]
mod tests;
