//! Placement as Kueue's topology-aware scheduling does it: on the switches of a tree, or on base blocks
//! (docs/semantics.md 11.11).

mod balanced;
mod domains;
mod entries;

pub use entries::ENTRIES;

use super::slurm::{Demand, Rule};
use crate::allocation::Refusal;
use crate::allocation::free_set::FreeSet;
use crate::names::named;
use crate::sorting::sorted;
use crate::topology::Switch;
use crate::workload::Grouping;
use domains::{Capacities, Capacity, Domains};

named! {
    /// Which domains a job gets.
    Manner, "rule of Kueue" {
        /// The fullest domain that holds it, on a higher level if need be.
        BestFit = "best-fit",
        /// The same, on no other level than the one asked for.
        Required = "required",
        /// Domains with few free nodes first.
        LeastFree = "least-free",
        /// Few domains, with about equal shares.
        Balanced = "balanced",
    }
}

/// A tree of domains.
struct Kueue {
    domains: Domains,
    leaf_of: Vec<u32>,
    manner: Manner,
    /// The level that jobs ask for.
    level: usize,
}

/// A domain, and the slices that it gets.
type Share = (usize, u32);

impl Kueue {
    /// A tree. `None` if it has no such level.
    fn new(switches: &[Switch], manner: Manner, level: usize) -> Option<Kueue> {
        let domains = Domains::new(switches);
        let leaf_of = super::slurm::groups(domains.leaves.iter().map(|leaf| &leaf[..]));
        (level <= domains.top()).then_some(Kueue { domains, leaf_of, manner, level })
    }

    /// The shares of leaves, from the level where the job fits down to them.
    fn greedy(&self, capacities: &Capacities, slices: u32) -> Option<Vec<Share>> {
        let top = self.domains.top();
        let fits = |level: &usize| capacities[*level].iter().any(|capacity| capacity.slices >= slices);
        let mut level = match self.manner {
            Manner::Required | Manner::LeastFree => self.level,
            Manner::BestFit | Manner::Balanced => (self.level..top).find(fits).unwrap_or(top),
        };
        let all = || (0..capacities[level].len()).collect::<Vec<_>>();
        let mut shares = match self.tightest(all(), &capacities[level], slices) {
            Some(domain) => vec![(domain, slices)],
            None if self.manner == Manner::Required => return None,
            None => self.take(all(), &capacities[level], slices)?,
        };
        while level > 0 {
            level -= 1;
            let below = self.domains.below(level, shares.iter().map(|&(domain, _)| domain));
            shares = self.take(below, &capacities[level], slices)?;
        }
        Some(shares)
    }

    /// The domain with fewest slices of those that hold these; the first in the order of the rule.
    fn tightest(&self, mut domains: Vec<usize>, capacity: &[Capacity], slices: u32) -> Option<usize> {
        domains.retain(|&domain| capacity[domain].slices >= slices);
        domains.into_iter().min_by_key(|&domain| (capacity[domain].slices, capacity[domain].nodes, domain))
    }

    /// Domains in the order of the rule, until they hold the slices. The last one is as tight as possible.
    fn take(&self, domains: Vec<usize>, capacity: &[Capacity], slices: u32) -> Option<Vec<Share>> {
        let domains = in_order(domains, capacity, self.manner == Manner::LeastFree);
        let (mut shares, mut rest) = (Vec::new(), slices);
        for (place, &domain) in domains.iter().enumerate() {
            let own = capacity[domain].slices;
            if own >= rest {
                shares.push((self.tightest(domains[place..].to_vec(), capacity, rest)?, rest));
                return Some(shares);
            }
            shares.push((domain, own));
            rest -= own;
        }
        None
    }
}

/// Domains by slices, the most or the fewest first, then by nodes, the fewest first, then by place.
fn in_order(domains: Vec<usize>, capacity: &[Capacity], ascending: bool) -> Vec<usize> {
    sorted(domains, |&one, &other| {
        let by_slices = capacity[one].slices.cmp(&capacity[other].slices);
        let by_slices = if ascending { by_slices } else { by_slices.reverse() };
        by_slices.then((capacity[one].nodes, one).cmp(&(capacity[other].nodes, other)))
    })
}

impl Rule for Kueue {
    /// Without segments, a slice is a node.
    fn effective(&self, demand: Demand) -> Result<Demand, Refusal> {
        let segment = demand.grouping.segment;
        let segment = if segment > demand.nodes { 1 } else { segment.max(1) };
        let grouping = Grouping { segment, ..Grouping::default() };
        if demand.nodes.is_multiple_of(segment) { Ok(Demand { grouping, ..demand }) } else { Err(Refusal::Undivided) }
    }

    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>> {
        let (slices, slice) = demand.parts();
        let capacities = self.domains.capacities(free, slice);
        let is_balanced = self.manner == Manner::Balanced;
        let balanced = is_balanced.then(|| self.balanced(&capacities, slice, slices)).flatten();
        let shares = balanced.or_else(|| self.greedy(&capacities, slices))?;
        let nodes = |&(leaf, slices): &Share| {
            let nodes = self.domains.leaves[leaf].iter().copied().filter(|&node| free.is_free(node));
            nodes.take((slices * slice) as usize)
        };
        Some(shares.iter().flat_map(nodes).collect())
    }

    /// Sums decide, unless one domain must hold the job.
    fn fits(&self, free: &FreeSet, demand: &Demand) -> Option<bool> {
        let (slices, slice) = demand.parts();
        let capacities = self.domains.capacities(free, slice);
        Some(match self.manner {
            Manner::Required => capacities[self.level].iter().any(|capacity| capacity.slices >= slices),
            _ => domains::sum(&capacities[0]).slices >= slices,
        })
    }

    fn group_of(&self, node: u32) -> u32 {
        self.leaf_of[node as usize]
    }
}

#[cfg(test)]
mod tests;
