//! Base blocks and their groups.

use super::{Free, Placed};
use std::collections::BTreeSet;
use std::ops::Range;
use subtorus::topology::Racks;
use subtorus::workload::Grouping;

/// What became of a segment.
enum Filled {
    Nodes(BTreeSet<u32>, Vec<usize>),
    /// No group holds it.
    NoGroup,
    /// Too many lower blocks would be opened. These nodes were chosen before.
    Hint(BTreeSet<u32>),
}

/// The least level that suffices for so many nodes, enforced or not.
fn need(racks: &Racks, nodes: u32) -> u32 {
    (0..).find(|&level| (u64::from(racks.base) << level) >= u64::from(nodes)).unwrap()
}

/// Aligned runs of 2^level base blocks; one run without a level.
fn runs(racks: &Racks, level: Option<u32>) -> Vec<Range<usize>> {
    let blocks = racks.blocks.len();
    let size = level.map_or(blocks, |level| 1 << level);
    (0..blocks).filter(|block| block % size == 0).map(|first| first..blocks.min(first + size)).collect()
}

fn level_for(racks: &Racks, nodes: u32) -> Option<u32> {
    racks.levels.iter().copied().filter(|&level| level >= need(racks, nodes)).min()
}

fn fill(
    racks: &Racks,
    free: &Free,
    nodes: u32,
    allowed: &dyn Fn(&Range<usize>) -> bool,
    group_taken: &mut Option<usize>,
) -> Filled {
    let count = |block: usize| racks.blocks[block].nodes.iter().filter(|node| free.contains(node)).count() as u32;
    let sum = |range: Range<usize>| range.map(count).sum::<u32>();
    let (need, level) = (need(racks, nodes), level_for(racks, nodes));
    let low = racks.levels.iter().copied().filter(|&level| level < need).max().unwrap_or(0);
    let (low_size, blocks) = (1usize << low, racks.blocks.len());
    let limit = (nodes as usize).div_ceil(low_size * racks.base as usize);
    let is_limited = level.map_or(blocks, |level| 1 << level) != low_size * limit;
    let usable = |group: &Range<usize>| {
        if !is_limited {
            return sum(group.clone());
        }
        let mut lower: Vec<u32> =
            group.clone().step_by(low_size).map(|first| sum(first..group.end.min(first + low_size))).collect();
        if level.is_none() {
            lower.truncate(blocks / low_size);
        }
        lower.sort_unstable();
        lower.iter().rev().take(limit).sum()
    };
    let mut best: Option<Range<usize>> = None;
    for group in runs(racks, level) {
        let beats = best.as_ref().is_none_or(|best| sum(group.clone()) <= sum(best.clone()));
        if allowed(&group) && usable(&group) >= nodes && beats {
            best = Some(group);
        }
    }
    let Some(group) = best else { return Filled::NoGroup };
    *group_taken = group_taken.or(Some(group.start));
    let (mut used, mut chosen): (Vec<usize>, BTreeSet<u32>) = (Vec::new(), BTreeSet::new());
    let lower_sum = |lower: usize| sum(lower * low_size..blocks.min((lower + 1) * low_size));
    while chosen.len() < nodes as usize {
        let rest = nodes - chosen.len() as u32;
        let has_used = |lower: usize| used.iter().any(|block| block / low_size == lower);
        // Whether a count beats another, if they decide.
        let by_fit = |one: u32, other: u32| match (one >= rest, other >= rest) {
            (true, true) => (one != other).then_some(one < other),
            (false, false) => (one != other).then_some(one > other),
            (fits, _) => Some(fits),
        };
        let mut best: Option<usize> = None;
        for block in group.clone().filter(|block| !used.contains(block)) {
            let wins = best.is_none_or(|best| {
                let (one, other) = (block / low_size, best / low_size);
                let by_lower = if !is_limited || one == other {
                    None
                } else if has_used(one) != has_used(other) {
                    Some(has_used(one))
                } else {
                    by_fit(lower_sum(one), lower_sum(other))
                };
                by_lower.or_else(|| by_fit(count(block), count(best))).unwrap_or(true)
            });
            best = if wins { Some(block) } else { best };
        }
        let Some(block) = best else { return Filled::NoGroup };
        let opened: BTreeSet<usize> = used.iter().map(|block| block / low_size).collect();
        if count(block) == 0 || is_limited && !has_used(block / low_size) && opened.len() == limit {
            return Filled::Hint(chosen);
        }
        let own: BTreeSet<u32> = racks.blocks[block].nodes.iter().copied().filter(|node| free.contains(node)).collect();
        chosen.extend(own.into_iter().take(rest as usize));
        used.push(block);
    }
    Filled::Nodes(chosen, used)
}

pub fn place(racks: &Racks, free: &Free, nodes: u32, grouping: Grouping) -> Placed {
    let (segment, blocks) = (grouping.segment, racks.blocks.len());
    let width = if grouping.spread { nodes / segment * segment.div_ceil(racks.base) * racks.base } else { nodes };
    let aggregates = runs(racks, level_for(racks, width));
    let members = |range: Range<usize>| {
        range.flat_map(|block| racks.blocks[block].nodes.iter().copied()).collect::<BTreeSet<u32>>()
    };
    let aggregate_of = |block: usize| aggregates.iter().find(|range| range.contains(&block)).unwrap().clone();
    let mut allowed_nodes = free.clone();
    'attempt: loop {
        let (mut left, mut chosen, mut first_group) = (allowed_nodes.clone(), BTreeSet::new(), None);
        while chosen.len() < nodes as usize {
            let first: Option<usize> = first_group;
            let allowed = |group: &Range<usize>| {
                let own = aggregate_of(group.start);
                !grouping.consolidate
                    || match first {
                        Some(first) => own == aggregate_of(first),
                        None => members(own).intersection(&left).count() >= nodes as usize,
                    }
            };
            let is_later_without_nodes = !chosen.is_empty() && left.is_empty();
            let filled = fill(racks, &left, segment, &allowed, &mut first_group);
            let without = match filled {
                Filled::Nodes(taken, used) => {
                    left.retain(|node| !taken.contains(node));
                    if grouping.spread {
                        used.iter().for_each(|&block| left.retain(|node| !racks.blocks[block].nodes.contains(node)));
                    }
                    chosen.extend(taken);
                    continue;
                }
                _ if grouping.consolidate && first_group.is_some() => {
                    members(aggregate_of(first_group.unwrap_or(blocks)))
                }
                Filled::NoGroup if !is_later_without_nodes => return None,
                // The nodes of the failed segment count, too.
                Filled::Hint(partly) => chosen.union(&partly).take(1).copied().collect(),
                Filled::NoGroup => chosen.iter().take(1).copied().collect(),
            };
            if allowed_nodes.len() <= nodes as usize || without.is_empty() {
                return None;
            }
            allowed_nodes.retain(|node| !without.contains(node));
            continue 'attempt;
        }
        return Some(chosen);
    }
}
