//! Placement under the switches of a tree (docs/semantics.md 11.5).

use super::{Demand, Rule, lowest};
use crate::allocation::free_set::FreeSet;
use crate::topology::Switch;
use std::cmp::Ordering;

/// A tree of switches, or several.
pub struct Tree {
    switches: Vec<Switch>,
    /// Whether jobs are spread over the leaves as for a dragonfly.
    dragonfly: bool,
    /// The leaves, in file order.
    leaves: Vec<usize>,
    leaf_of: Vec<u32>,
    /// Links up to the root.
    depth: Vec<u32>,
}

impl Tree {
    /// These switches.
    pub fn new(switches: Vec<Switch>, dragonfly: bool) -> Tree {
        let leaf_of = super::groups(switches.iter().map(|switch| &switch.nodes[..]));
        let leaves = (0..switches.len()).filter(|&place| switches[place].children.is_empty()).collect();
        let above = |place: usize| std::iter::successors(switches[place].parent, |&parent| switches[parent].parent);
        let depth = (0..switches.len()).map(|place| above(place).count() as u32).collect();
        Tree { switches, dragonfly, leaves, leaf_of, depth }
    }

    /// A switch and all above it.
    fn upward(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(from), |&place| self.switches[place].parent)
    }

    /// The links between two switches of one tree.
    fn hops(&self, mut one: usize, mut other: usize) -> u32 {
        let mut hops = 0;
        while one != other {
            let lower = if self.depth[one] >= self.depth[other] { &mut one } else { &mut other };
            let Some(parent) = self.switches[*lower].parent else { return hops };
            (*lower, hops) = (parent, hops + 1);
        }
        hops
    }

    /// The number of free nodes under each switch.
    fn counts(&self, free: &FreeSet) -> Vec<u32> {
        let mut counts = vec![0; self.switches.len()];
        free.iter().for_each(|node| counts[self.leaf_of[node as usize] as usize] += 1);
        for &leaf in &self.leaves {
            let own = counts[leaf];
            self.upward(leaf).skip(1).for_each(|above| counts[above] += own);
        }
        counts
    }

    /// The switch that the job stays under.
    fn top(&self, counts: &[u32], nodes: u32) -> Option<usize> {
        let least = if self.dragonfly { 1 } else { nodes };
        let candidates = (0..self.switches.len()).filter(|&place| counts[place] >= least);
        if self.dragonfly {
            let first = candidates.rev().max_by_key(|&place| self.switches[place].level)?;
            return Some(first).filter(|&first| counts[first] >= nodes);
        }
        candidates.max_by_key(|&place| self.switches[place].level)
    }

    /// Whether a leaf is better than another with `rest` nodes missing, and whether its side has that many.
    fn compare(&self, counts: &[u32], rest: u32, leaf: usize, other: usize) -> (bool, bool) {
        let (mut one, mut two) = (leaf, other);
        loop {
            let (here, there) = (counts[one], counts[two]);
            let by_fit = match (here >= rest, there >= rest) {
                (true, true) => there.cmp(&here),
                (false, false) => match (self.switches[one].parent, self.switches[two].parent) {
                    (Some(above_one), Some(above_two)) if above_one != above_two => {
                        (one, two) = (above_one, above_two);
                        continue;
                    }
                    _ => Ordering::Equal,
                },
                (fits, _) => fits.cmp(&!fits),
            };
            let level = |switch: usize| self.switches[switch].level;
            let order = by_fit.then_with(|| here.cmp(&there)).then_with(|| level(two).cmp(&level(one)));
            return (order.is_gt(), here >= rest);
        }
    }

    /// The lowest nodes of a leaf that are free.
    fn free_nodes(&self, leaf: usize, free: &FreeSet) -> Vec<u32> {
        let mut nodes = self.switches[leaf].nodes.clone();
        nodes.retain(|&node| free.is_free(node));
        nodes.sort_unstable();
        nodes
    }

    /// Leaf after leaf: near the leaves that the job has, and in the lowest subtree that suffices.
    fn fill(&self, free: &FreeSet, counts: &mut [u32], leaves: &[usize], nodes: u32) -> Vec<u32> {
        let mut chosen: Vec<u32> = Vec::with_capacity(nodes as usize);
        let mut away = vec![0; leaves.len()];
        while chosen.len() < nodes as usize {
            let rest = nodes - chosen.len() as u32;
            let mut open = (0..leaves.len()).filter(|&place| counts[leaves[place]] > 0);
            let Some(mut best) = open.next() else { break };
            for place in open {
                if away[place] > away[best] {
                    continue;
                }
                let (is_better, fits) = self.compare(counts, rest, leaves[place], leaves[best]);
                if if away[place] < away[best] { fits } else { is_better } {
                    best = place;
                }
            }
            let leaf = leaves[best];
            chosen.extend(self.free_nodes(leaf, free).into_iter().take(rest as usize));
            let taken = counts[leaf];
            self.upward(leaf).for_each(|above| counts[above] -= taken);
            away.iter_mut().zip(leaves).for_each(|(away, &other)| *away += self.hops(leaf, other));
        }
        chosen
    }

    /// The leaf with most free nodes, if it holds the job. Else one node of each leaf in turn.
    fn spread(&self, free: &FreeSet, counts: &[u32], leaves: &[usize], nodes: u32) -> Vec<u32> {
        let fullest = leaves.iter().rev().copied().max_by_key(|&leaf| counts[leaf]);
        let alone = fullest.filter(|&leaf| counts[leaf] >= nodes);
        let leaves: Vec<Vec<u32>> = match alone {
            Some(leaf) => vec![self.free_nodes(leaf, free)],
            None => leaves.iter().map(|&leaf| self.free_nodes(leaf, free)).collect(),
        };
        let longest = leaves.iter().map(Vec::len).max().unwrap_or(0);
        let turns = (0..longest).flat_map(|turn| leaves.iter().filter_map(move |leaf| leaf.get(turn).copied()));
        turns.take(nodes as usize).collect()
    }
}

impl Rule for Tree {
    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>> {
        if demand.nodes == 1 {
            return lowest(free);
        }
        let mut counts = self.counts(free);
        let top = self.top(&counts, demand.nodes)?;
        let is_below = |leaf: &usize| counts[*leaf] > 0 && self.upward(*leaf).any(|above| above == top);
        let leaves: Vec<usize> = self.leaves.iter().copied().filter(is_below).collect();
        if self.dragonfly {
            return Some(self.spread(free, &counts, &leaves, demand.nodes));
        }
        Some(self.fill(free, &mut counts, &leaves, demand.nodes))
    }

    fn group_of(&self, node: u32) -> u32 {
        self.leaf_of[node as usize]
    }
}
