//! Balanced placement: few domains, with about as many slices in each (docs/semantics.md 11.11).

use super::domains::{Capacities, Capacity, sum};
use super::{Kueue, Share, in_order};
use crate::sorting::{SmallMap, sorted};
use std::cmp::Reverse;
use std::ops::Range;

/// The domains that a job may be balanced over.
struct Candidate {
    /// The least number of slices in each.
    threshold: u32,
    /// How many domains of the level that was asked for it needs.
    needed: usize,
    /// Those domains.
    group: Range<usize>,
    /// The capacities without domains below the threshold.
    capacities: Capacities,
}

impl Kueue {
    /// The shares of leaves if the slices can be balanced.
    pub fn balanced(&self, capacities: &Capacities, slice: u32, slices: u32) -> Option<Vec<Share>> {
        let Candidate { threshold, group, capacities: pruned, .. } = self.candidate(capacities, slices)?;
        let (mut level, mut open): (usize, Vec<usize>) = (self.level, group.collect());
        if level > 0 {
            let evenness = |domain: usize| entropy(&pruned[level - 1][self.domains.levels[level][domain].clone()]);
            let ordered = sorted(open, |&one, &other| {
                let slices = |domain: usize| pruned[level][domain].slices;
                slices(other).cmp(&slices(one)).then(evenness(other).total_cmp(&evenness(one)))
            });
            let chosen = tightest_set(&ordered, &pruned[level], slices * slice, slices)?;
            level -= 1;
            open = self.domains.below(level, sorted(chosen, usize::cmp));
        }
        let chosen = tightest_set(&open, &pruned[level], slices * slice, slices)?;
        let mut shares = spread(chosen, &pruned[level], threshold, slices)?;
        while level > 0 {
            level -= 1;
            let share =
                |&(domain, slices): &Share| self.take(self.domains.below(level, [domain]), &capacities[level], slices);
            shares = shares.iter().map(share).collect::<Option<Vec<_>>>()?.concat();
        }
        Some(shares)
    }

    /// The siblings on the level asked for with the highest threshold, then the fewest domains; the first of equals.
    fn candidate(&self, capacities: &Capacities, slices: u32) -> Option<Candidate> {
        let all = 0..capacities[self.level].len();
        let groups = self.domains.levels.get(self.level + 1).map_or(std::slice::from_ref(&all), |level| level);
        let better = |best: Option<Candidate>, group: &Range<usize>| {
            let found = self.threshold(capacities, group, slices);
            let is_hopeful = |threshold: &u32| best.as_ref().is_none_or(|best| *threshold >= best.threshold);
            let candidate = found.filter(is_hopeful).and_then(|threshold| {
                let capacities = self.pruned(capacities, group, threshold);
                let (needed, _) = greedy(group.clone(), &capacities[self.level], slices)?;
                Some(Candidate { threshold, needed, group: group.clone(), capacities })
            });
            let rank = |candidate: &Candidate| (candidate.threshold, Reverse(candidate.needed));
            if candidate.as_ref().map(rank) > best.as_ref().map(rank) { candidate } else { best }
        };
        groups.iter().fold(None, better)
    }

    /// The most slices that each domain can have if as few as possible are used, one level below the one asked for.
    fn threshold(&self, capacities: &Capacities, group: &Range<usize>, slices: u32) -> Option<u32> {
        let level = self.level.saturating_sub(1);
        let lower = if self.level > 0 { self.domains.below(level, group.clone()) } else { group.clone().collect() };
        let (needed, last) = greedy(lower, &capacities[level], slices)?;
        Some(last.min(slices / needed as u32))
    }

    /// The capacities without those domains of a group, and below it, that hold fewer slices than the threshold.
    fn pruned(&self, capacities: &Capacities, group: &Range<usize>, threshold: u32) -> Capacities {
        let mut capacities = capacities.clone();
        let prune = |capacity: &mut Capacity| {
            if capacity.slices < threshold {
                *capacity = Capacity::default();
            }
        };
        for domain in group.clone() {
            let children = self.domains.levels[self.level][domain].clone();
            if self.level > 0 {
                capacities[self.level - 1][children.clone()].iter_mut().for_each(prune);
                capacities[self.level][domain] = sum(&capacities[self.level - 1][children]);
            }
            prune(&mut capacities[self.level][domain]);
        }
        capacities
    }
}

/// How many domains hold the slices if those with most come first, and how many slices the last of them can hold.
fn greedy(domains: impl IntoIterator<Item = usize>, capacity: &[Capacity], slices: u32) -> Option<(usize, u32)> {
    let mut held: Vec<u32> = domains.into_iter().map(|domain| capacity[domain].slices).collect();
    held.sort_unstable();
    held.reverse();
    let mut rest = slices;
    let last = held.iter().position(|&slices| {
        rest = rest.saturating_sub(slices);
        rest == 0
    })?;
    Some((last + 1, held[last]))
}

/// Of the sets with as few domains as possible, the one that holds the nodes with fewest to spare: by dynamic
/// programming over the domains in this order, the first of equals.
fn tightest_set(domains: &[usize], capacity: &[Capacity], nodes: u32, slices: u32) -> Option<Vec<usize>> {
    let (size, _) = greedy(domains.iter().copied(), capacity, slices)?;
    // Each entry is a domain and the entry before it. A set is known by its last entry.
    let mut entries: Vec<(usize, usize)> = vec![(0, 0)];
    // For each size: the sets by the nodes that are still missing.
    let mut sets: Vec<SmallMap<i64, usize>> = vec![SmallMap::new(); size + 1];
    sets[0].insert(i64::from(nodes), 0);
    for &domain in domains.iter().filter(|&&domain| capacity[domain].slices > 0) {
        for size in (1..=size).rev() {
            let (smaller, larger) = sets.split_at_mut(size);
            for (missing, before) in smaller[size - 1].split(&1).1 {
                larger[0].get_or_insert_with(missing - i64::from(capacity[domain].nodes), || {
                    entries.push((domain, *before));
                    entries.len() - 1
                });
            }
        }
    }
    let &(_, last) = sets[size].split(&1).0.last()?;
    let back = std::iter::successors(Some(last), |&entry| Some(entries[entry].1));
    Some(back.take(size).map(|entry| entries[entry].0).collect())
}

/// The threshold for each domain, and what is left for those with most slices.
fn spread(domains: Vec<usize>, capacity: &[Capacity], threshold: u32, slices: u32) -> Option<Vec<Share>> {
    let domains = in_order(domains, capacity, false);
    let mut rest = slices.checked_sub(domains.len() as u32 * threshold)?;
    let share = |domain: usize| {
        let more = rest.min(capacity[domain].slices - threshold);
        rest -= more;
        (domain, threshold + more)
    };
    let shares = domains.into_iter().map(share).collect();
    (rest == 0).then_some(shares)
}

/// The entropy of the nodes over domains, in bits: high if they are even. Equal capacities in another order give the
/// same bits.
fn entropy(capacities: &[Capacity]) -> f64 {
    let mut nodes: Vec<u32> = capacities.iter().map(|capacity| capacity.nodes).filter(|nodes| *nodes > 0).collect();
    nodes.sort_unstable();
    let total = f64::from(nodes.iter().sum::<u32>());
    nodes.into_iter().map(|nodes| f64::from(nodes) / total).map(|share| -share * libm::log2(share)).sum()
}
