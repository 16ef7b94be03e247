//! The domains of a tree, and how many slices each can hold.

use crate::allocation::free_set::FreeSet;
use crate::sorting::sorted;
use crate::topology::Switch;
use std::iter::successors;
use std::ops::Range;

/// The domains of a tree: those of level 0 are its leaves, and each level above has domains of the one below. On each
/// level they are numbered in the order of the tree.
pub struct Domains {
    /// The nodes of each leaf, ascending.
    pub leaves: Vec<Vec<u32>>,
    /// For each domain of each level: its domains on the level below, none for a leaf.
    pub levels: Vec<Vec<Range<usize>>>,
}

/// What a domain can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capacity {
    /// Slices: each lies within a leaf.
    pub slices: u32,
    /// Free nodes.
    pub nodes: u32,
}

/// The capacity of each domain of each level.
pub type Capacities = Vec<Vec<Capacity>>;

impl Domains {
    /// The domains of a tree, or of several. A switch also stands for the levels between it and the switch above it.
    pub fn new(switches: &[Switch]) -> Domains {
        let top = switches.iter().map(|switch| switch.level).max().unwrap_or(0);
        let at = |level: u32, place: usize| {
            let upward = successors(Some(place), |&place| switches[place].parent);
            upward.take_while(|&place| switches[place].level <= level).last().expect("levels rise")
        };
        let leaves = (0..switches.len()).filter(|&place| switches[place].children.is_empty()).collect();
        let path = |leaf: usize| (0..=top).rev().map(move |level| at(level, leaf));
        let mut below = sorted(leaves, |&one, &other| path(one).cmp(path(other)));
        let nodes = |&leaf: &usize| {
            let mut nodes = switches[leaf].nodes.clone();
            nodes.sort_unstable();
            nodes
        };
        let leaves: Vec<Vec<u32>> = below.iter().map(nodes).collect();
        let mut levels = vec![vec![0..0; leaves.len()]];
        for level in 1..=top {
            let mut above: Vec<usize> = below.iter().map(|&place| at(level, place)).collect();
            let mut end = 0;
            let range = |length: usize| {
                end += length;
                end - length..end
            };
            levels.push(above.chunk_by(|one, other| one == other).map(<[usize]>::len).map(range).collect());
            above.dedup();
            below = above;
        }
        Domains { leaves, levels }
    }

    /// The highest level.
    pub fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// The domains of a level that lie in these of the level above.
    pub fn below(&self, level: usize, domains: impl IntoIterator<Item = usize>) -> Vec<usize> {
        domains.into_iter().flat_map(|domain| self.levels[level + 1][domain].clone()).collect()
    }

    /// What each domain can hold of slices of so many nodes.
    pub fn capacities(&self, free: &FreeSet, slice: u32) -> Capacities {
        let of_leaf = |leaf: &Vec<u32>| {
            let nodes = leaf.iter().filter(|&&node| free.is_free(node)).count() as u32;
            Capacity { slices: nodes / slice, nodes }
        };
        let mut all = vec![self.leaves.iter().map(of_leaf).collect::<Vec<_>>()];
        for level in &self.levels[1..] {
            let below = &all[all.len() - 1];
            all.push(level.iter().map(|domain| sum(&below[domain.clone()])).collect());
        }
        all
    }
}

/// What domains can hold together.
pub fn sum(capacities: &[Capacity]) -> Capacity {
    let add =
        |sum: Capacity, own: &Capacity| Capacity { slices: sum.slices + own.slices, nodes: sum.nodes + own.nodes };
    capacities.iter().fold(Capacity::default(), add)
}
