//! Placement as the topology plugins of Slurm do it (docs/semantics.md 11). Each kind of topology is one file with a
//! [`Rule`]: a function of the free nodes and the demand. It remembers nothing.

mod block;
mod candidates;
mod entries;
mod flat;
mod inline;
mod machine;
mod ring;
mod torus3d;
mod tree;

pub use candidates::{Candidate, candidates, costs, free_counts};
pub use entries::ENTRIES;
pub use machine::{Slurm, Terms};

use crate::allocation::Refusal;
use crate::allocation::free_set::FreeSet;
use crate::machine::Machine;
use crate::sorting::distinct;
use crate::workload::{Grouping, Request};

/// What a job asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Demand {
    /// The nodes, at least 1.
    pub nodes: u32,
    /// The segments that it wants, and how they should lie.
    pub grouping: Grouping,
}

/// The rule of a kind of topology. Nodes are given by their numbers.
pub trait Rule {
    /// The demand that is served instead of a given one. Equal results are served alike. By default one
    /// without segments.
    fn effective(&self, demand: Demand) -> Result<Demand, Refusal> {
        Ok(demand.whole())
    }

    /// The nodes that an effective demand gets if these are free, in any order. `None` if it waits.
    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>>;

    /// Whether there are nodes for an effective demand, if that is known faster than the nodes.
    fn fits(&self, _free: &FreeSet, _demand: &Demand) -> Option<bool> {
        None
    }

    /// The group of a node: its base block, leaf, ring or torus.
    fn group_of(&self, node: u32) -> u32;

    /// The nodes in the order of their numbers as a picture shows them; `None` if that is a line.
    fn arrangement(&self, nodes: u32) -> Option<Machine> {
        rows(nodes, false, &|node| self.group_of(node))
    }

    /// The score of fragmentation if these nodes are free; `None` if there is none for this kind.
    fn score(&self, _free: &FreeSet) -> Option<u64> {
        None
    }
}

/// The result of one attempt to place a job.
enum Attempt {
    /// It gets these nodes.
    Placed(Vec<u32>),
    /// It waits.
    Waits,
    /// It is tried again without these nodes.
    Retry(Vec<u32>),
}

impl Demand {
    /// The demand of a request.
    pub fn of(request: &Request) -> Demand {
        Demand { nodes: request.processors, grouping: request.grouping }
    }

    /// Without segments.
    fn whole(self) -> Demand {
        Demand { grouping: Grouping::default(), ..self }
    }

    /// Without wishes for how the segments lie.
    fn without_flags(self) -> Demand {
        let grouping = Grouping { segment: self.grouping.segment, ..Grouping::default() };
        Demand { grouping, ..self }
    }

    /// The size of a segment; that of the job if there are no segments or they are larger.
    fn segment(&self) -> u32 {
        if (1..=self.nodes).contains(&self.grouping.segment) { self.grouping.segment } else { self.nodes }
    }

    /// The number of parts and their size. The parts are the segments, or the whole job.
    pub(super) fn parts(&self) -> (u32, u32) {
        (self.nodes / self.segment(), self.segment())
    }

    /// The same demand if its segments divide it.
    fn divided(self) -> Result<Demand, Refusal> {
        let grouping = Grouping { segment: self.segment(), ..self.grouping };
        if self.nodes.is_multiple_of(grouping.segment) {
            Ok(Demand { grouping, ..self })
        } else {
            Err(Refusal::Undivided)
        }
    }
}

impl Attempt {
    /// Another attempt without the lowest of these nodes.
    fn retry_without_lowest(chosen: &[u32]) -> Attempt {
        Attempt::Retry(chosen.iter().copied().min().into_iter().collect())
    }
}

/// Repeats an attempt without some nodes, as long as more nodes are free than the job needs.
fn retrying(free: &FreeSet, nodes: u32, attempt: impl Fn(&FreeSet) -> Attempt) -> Option<Vec<u32>> {
    let mut free = free.clone();
    loop {
        match attempt(&free) {
            Attempt::Placed(nodes) => return Some(nodes),
            Attempt::Retry(without) if free.count() > nodes => without.into_iter().for_each(|node| free.exclude(node)),
            _ => return None,
        }
    }
}

/// A job of one node gets the lowest free one.
fn lowest(free: &FreeSet) -> Option<Vec<u32>> {
    free.first_from(0).map(|node| vec![node])
}

/// The number of the group of each node, from the nodes of each group.
pub(super) fn groups<'a>(groups: impl Iterator<Item = &'a [u32]> + Clone) -> Vec<u32> {
    let mut group_of = vec![0; groups.clone().map(<[u32]>::len).sum()];
    for (group, number) in groups.zip(0..) {
        group.iter().for_each(|&node| group_of[node as usize] = number);
    }
    group_of
}

/// A row for each group, a line or a ring. `None` unless all groups have equally many consecutive nodes.
fn rows(nodes: u32, are_rings: bool, group_of: &dyn Fn(u32) -> u32) -> Option<Machine> {
    let length = (1..nodes).find(|&node| group_of(node) != group_of(0))?;
    let firsts = (0..nodes).filter(|&node| node == 0 || group_of(node) != group_of(node - 1));
    let are_equal = firsts.clone().all(|node| node % length == 0) && nodes.is_multiple_of(length);
    let is_row = length > 1 && are_equal && distinct(firsts.map(group_of)).len() as u32 == nodes / length;
    is_row.then(|| Machine::new(&[nodes / length, length], &[false, are_rings]).ok())?
}

#[cfg(test)]
mod tests;
