//! Placement on a machine without topology: runs of consecutive numbers, best fit (docs/semantics.md 11.6).

use super::{Demand, Rule, lowest};
use crate::allocation::free_set::FreeSet;
use std::ops::Range;

/// Nodes that only have numbers.
pub struct Flat;

impl Rule for Flat {
    /// The shortest run that holds the rest; while there is none, the longest as a whole. The first of equals.
    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>> {
        if demand.nodes == 1 {
            return lowest(free);
        }
        let mut runs: Vec<Range<u32>> = free.runs().collect();
        let mut nodes: Vec<u32> = Vec::with_capacity(demand.nodes as usize);
        loop {
            let rest = demand.nodes as usize - nodes.len();
            if let Some(run) = runs.iter().filter(|run| run.len() >= rest).min_by_key(|run| run.len()) {
                nodes.extend(run.clone().take(rest));
                return Some(nodes);
            }
            // The last of the greatest, seen from the end, is the first.
            let longest = (0..runs.len()).rev().max_by_key(|&place| runs[place].len())?;
            nodes.extend(runs.remove(longest));
        }
    }

    fn group_of(&self, _: u32) -> u32 {
        0
    }
}
