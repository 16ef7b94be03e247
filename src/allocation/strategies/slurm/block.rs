//! Placement in base blocks and their aligned groups, as for racks (docs/semantics.md 11.4).

use super::{Attempt, Demand, Rule, lowest, retrying};
use crate::allocation::Refusal;
use crate::allocation::free_set::FreeSet;
use crate::sorting::distinct;
use crate::topology::Racks;
use std::cell::RefCell;
use std::ops::Range;

/// Base blocks with the levels of their groups.
pub struct Blocks {
    racks: Racks,
    block_of: Vec<u32>,
    /// The nodes of each block as a range, if they are one, as in most files.
    ranges: Vec<Option<Range<u32>>>,
    /// The blocks with nodes in each word of a set of nodes.
    blocks_in_word: Vec<Vec<u32>>,
    /// Working memory: a set of free nodes, and how many each block has of it.
    counted: RefCell<(FreeSet, Vec<u32>)>,
}

/// How a part of a job is placed: the group that holds it, and the lower blocks within the group that it may open.
struct Plan {
    /// Base blocks of a group, or `None` if one group holds all of them.
    group: Option<usize>,
    /// Base blocks of a lower block.
    lower: usize,
    /// How many lower blocks the part may open, if that is a limit.
    limit: Option<usize>,
}

/// The state of an attempt.
struct Work {
    /// The free nodes that later segments may take.
    free: FreeSet,
    /// How many of them each base block has.
    counts: Vec<u32>,
    chosen: Vec<u32>,
}

/// Why a part is not placed.
enum Failure {
    /// No group has enough nodes.
    NoGroup,
    /// The best block would exceed the limit of lower blocks, or has no free nodes.
    Limit,
}

impl Blocks {
    /// These base blocks.
    pub fn new(mut racks: Racks) -> Blocks {
        racks.blocks.iter_mut().for_each(|block| block.nodes.sort_unstable());
        let block_of = super::groups(racks.blocks.iter().map(|block| &block.nodes[..]));
        let range = |nodes: &[u32]| {
            let first = *nodes.first()?;
            nodes.iter().copied().eq(first..first + nodes.len() as u32).then(|| first..first + nodes.len() as u32)
        };
        let ranges = racks.blocks.iter().map(|block| range(&block.nodes)).collect();
        let blocks_in_word = block_of.chunks(64).map(|blocks| distinct(blocks.iter().copied())).collect();
        let counted = RefCell::new((FreeSet::none(block_of.len() as u32), vec![0; racks.blocks.len()]));
        Blocks { racks, block_of, ranges, blocks_in_word, counted }
    }

    fn plan(&self, nodes: u32) -> Plan {
        let need = needed_level(&self.racks, nodes);
        let lower = self.racks.levels.iter().rev().find(|level| **level < need).map_or(1, |level| 1usize << level);
        let limit = (nodes as usize).div_ceil(lower.saturating_mul(self.racks.base as usize));
        let group = group_size(&self.racks, nodes);
        let is_limited = group.unwrap_or(self.racks.blocks.len()) != lower * limit;
        Plan { group, lower, limit: is_limited.then_some(limit) }
    }

    /// The aligned runs of base blocks of a size; one run of all without a size.
    fn runs(&self, size: Option<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
        let count = self.racks.blocks.len();
        let size = size.unwrap_or(count);
        (0..count).step_by(size).map(move |start| start..count.min(start + size))
    }

    /// The free nodes of a group that a part can use at most.
    fn usable(&self, plan: &Plan, group: &Range<usize>, counts: &[u32]) -> u32 {
        let Some(limit) = plan.limit else { return counts[group.clone()].iter().sum() };
        let mut lower: Vec<u32> = counts[group.clone()].chunks(plan.lower).map(|lower| lower.iter().sum()).collect();
        if plan.group.is_none() {
            // Slurm does not count an incomplete last one here.
            lower.truncate(group.len() / plan.lower);
        }
        sum_of_largest(limit, lower)
    }

    /// Whether a part could be placed with these free nodes or with some of them. Slurm gives up in an open lower block
    /// with a base block that has no free node. All lower blocks but the last must therefore have none such.
    fn is_possible(&self, plan: &Plan, nodes: u32, counts: &[u32]) -> bool {
        let Some(limit) = plan.limit else { return true };
        self.runs(plan.group).any(|group| {
            let lower = counts[group].chunks(plan.lower).map(|lower| (lower.iter().sum::<u32>(), lower.contains(&0)));
            let last = lower.clone().map(|(free, _)| free).max().unwrap_or(0);
            let whole = lower.filter(|(_, has_empty)| !has_empty).map(|(free, _)| free).collect();
            last + sum_of_largest(limit - 1, whole) >= nodes
        })
    }

    /// The group with fewest free nodes among those that can hold a part; the last of equals.
    fn group(&self, plan: &Plan, nodes: u32, counts: &[u32], allowed: impl Fn(usize) -> bool) -> Option<Range<usize>> {
        let suffices = |group: &Range<usize>| allowed(group.start) && self.usable(plan, group, counts) >= nodes;
        let free = |group: &Range<usize>| counts[group.clone()].iter().sum::<u32>();
        // The first of the least, seen from the end, is the last.
        self.runs(plan.group).filter(suffices).collect::<Vec<_>>().into_iter().rev().min_by_key(free)
    }

    /// Fills a part from a group: the fullest lower block first, and in it the fullest base block; the last one by best
    /// fit. Without a limit the whole group counts as one lower block.
    fn fill(&self, plan: &Plan, group: Range<usize>, nodes: u32, work: &mut Work) -> Result<Vec<usize>, Failure> {
        let Work { free, counts, chosen } = work;
        let size = plan.limit.map_or(group.len(), |_| plan.lower);
        let lower = |start: usize| start..group.end.min(start + size);
        let sizes =
            |start: usize| (counts[lower(start)].iter().sum(), counts[lower(start)].iter().copied().max(), start);
        let mut closed: Vec<(u32, Option<u32>, usize)> = group.clone().step_by(size).map(sizes).collect();
        closed.sort_unstable();
        let (mut used, mut rest, mut opened) = (Vec::new(), nodes, 0);
        while rest > 0 {
            // Of lower blocks with equally many nodes, the base blocks decide, then the last wins.
            let tightest = |&(free, _, start): &(u32, Option<u32>, usize)| {
                (fit(free, rest), counts[lower(start)].iter().map(|&free| fit(free, rest)).max(), start)
            };
            let holds_rest = closed.last().is_some_and(|&(free, ..)| free >= rest);
            let next = if holds_rest { closed.iter().copied().max_by_key(tightest) } else { closed.pop() };
            let (_, _, start) = next.ok_or(Failure::NoGroup)?;
            if plan.limit == Some(opened) {
                return Err(Failure::Limit);
            }
            opened += 1;
            let mut blocks: Vec<(u32, usize)> = lower(start).map(|block| (counts[block], block)).collect();
            blocks.sort_unstable();
            while rest > 0 {
                let holds_rest = blocks.last().is_some_and(|&(free, _)| free >= rest);
                let tightest = |&(free, block): &(u32, usize)| (fit(free, rest), block);
                let next = if holds_rest { blocks.iter().copied().max_by_key(tightest) } else { blocks.pop() };
                let Some((count, block)) = next else { break };
                // Slurm gives up at a base block without free nodes, too.
                if count == 0 {
                    return Err(Failure::Limit);
                }
                let nodes = self.racks.blocks[block].nodes.iter().copied().filter(|&node| free.is_free(node));
                chosen.extend(nodes.take(rest as usize));
                rest -= count.min(rest);
                used.push(block);
            }
        }
        Ok(used)
    }

    fn attempt(&self, free: &FreeSet, demand: &Demand) -> Attempt {
        let (count, length) = demand.parts();
        let plan = self.plan(length);
        let mut work = Work { free: free.clone(), counts: Vec::new(), chosen: Vec::new() };
        work.counts = self.counts(&work.free);
        if !self.is_possible(&plan, length, &work.counts) {
            return Attempt::Waits;
        }
        let total = if demand.grouping.spread {
            count.saturating_mul(length.div_ceil(self.racks.base).saturating_mul(self.racks.base))
        } else {
            demand.nodes
        };
        let aggregate_size = group_size(&self.racks, total).unwrap_or(self.racks.blocks.len());
        // With `consolidate`: the aggregate of the first segment.
        let mut aggregate: Option<usize> = None;
        for segment in 0..count {
            let is_allowed = |block: usize| {
                let own = block / aggregate_size;
                let nodes =
                    || work.counts.chunks(aggregate_size).nth(own).map_or(0, |counts| counts.iter().sum::<u32>());
                !demand.grouping.consolidate || aggregate.map_or_else(|| nodes() >= demand.nodes, |first| first == own)
            };
            let is_exhausted = segment > 0 && work.free.first_from(0).is_none();
            let group = self.group(&plan, length, &work.counts, is_allowed);
            if let (Some(group), true) = (&group, demand.grouping.consolidate) {
                aggregate.get_or_insert(group.start / aggregate_size);
            }
            let begun = work.chosen.len();
            let filled = group.ok_or(Failure::NoGroup).and_then(|group| self.fill(&plan, group, length, &mut work));
            let used = match (filled, aggregate) {
                (Ok(used), _) => used,
                (Err(_), Some(aggregate)) => return Attempt::Retry(self.nodes_of(aggregate, aggregate_size)),
                (Err(Failure::NoGroup), None) if !is_exhausted => return Attempt::Waits,
                _ => return Attempt::retry_without_lowest(&work.chosen),
            };
            let Work { free, counts, chosen } = &mut work;
            for &node in &chosen[begun..] {
                free.take(node);
                counts[self.block_of[node as usize] as usize] -= 1;
            }
            if demand.grouping.spread {
                let closed = used.iter().flat_map(|&block| &self.racks.blocks[block].nodes);
                closed.for_each(|&node| free.exclude(node));
                used.iter().for_each(|&block| counts[block] = 0);
            }
        }
        Attempt::Placed(work.chosen)
    }

    /// The number of free nodes of each base block. Only blocks that may have changed are counted again.
    fn counts(&self, free: &FreeSet) -> Vec<u32> {
        let (known, counts) = &mut *self.counted.borrow_mut();
        let words = known.words().iter().zip(free.words()).zip(&self.blocks_in_word);
        for &block in words.filter(|((known, free), _)| known != free).flat_map(|(_, blocks)| blocks) {
            let block = block as usize;
            counts[block] = match &self.ranges[block] {
                Some(range) => free.count_in(range.clone()),
                None => self.racks.blocks[block].nodes.iter().filter(|&&node| free.is_free(node)).count() as u32,
            };
        }
        known.clone_from(free);
        counts.clone()
    }

    fn nodes_of(&self, aggregate: usize, size: usize) -> Vec<u32> {
        let blocks = self.racks.blocks.iter().skip(aggregate * size).take(size);
        blocks.flat_map(|block| block.nodes.iter().copied()).collect()
    }
}

fn sum_of_largest(count: usize, mut numbers: Vec<u32>) -> u32 {
    let rest = numbers.len().saturating_sub(count);
    if (1..numbers.len()).contains(&rest) {
        numbers.select_nth_unstable(rest);
    }
    numbers[rest..].iter().sum()
}

/// How well something with free nodes fits the rest of a part: what holds it first, as tightly as possible.
fn fit(free: u32, rest: u32) -> (bool, i64) {
    if free >= rest { (true, -i64::from(free)) } else { (false, i64::from(free)) }
}

/// The smallest power of two of base blocks that may hold this many nodes.
fn needed_level(racks: &Racks, nodes: u32) -> u32 {
    u64::from(nodes.div_ceil(racks.base)).next_power_of_two().ilog2()
}

/// The base blocks of a group for this many nodes; `None` if only all of them together may hold so many.
pub(super) fn group_size(racks: &Racks, nodes: u32) -> Option<usize> {
    let need = needed_level(racks, nodes);
    racks.levels.iter().find(|level| **level >= need).map(|level| 1 << level)
}

impl Rule for Blocks {
    fn effective(&self, demand: Demand) -> Result<Demand, Refusal> {
        demand.divided()
    }

    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>> {
        if demand.nodes == 1 {
            return lowest(free);
        }
        retrying(free, demand.nodes, |free| self.attempt(free, demand))
    }

    /// Without flags and limits, sums decide: of a group for a job without segments, and of whole segments in each base
    /// block for segments that fit in one.
    fn fits(&self, free: &FreeSet, demand: &Demand) -> Option<bool> {
        let (count, length) = demand.parts();
        let plan = self.plan(length);
        if plan.limit.is_some() || demand.grouping.spread || demand.grouping.consolidate || demand.nodes == 1 {
            return None;
        }
        let counts = self.counts(free);
        match (count, plan.group) {
            (1, group) => Some(self.runs(group).any(|group| counts[group].iter().sum::<u32>() >= length)),
            (_, Some(1)) => Some(counts.iter().map(|free| free / length).sum::<u32>() >= count),
            _ => None,
        }
    }

    fn group_of(&self, node: u32) -> u32 {
        self.block_of[node as usize]
    }

    /// Slurm's score: each aggregate without a whole free base block counts with its size, as does each smaller one in
    /// it, and each busy node counts once. A mark that a whole aggregate leaves is charged to an incomplete one behind
    /// it, as in Slurm.
    fn score(&self, free: &FreeSet) -> Option<u64> {
        let counts = self.counts(free);
        let blocks = counts.len();
        let sizes = self.racks.levels.iter().map(|level| 1usize << level);
        let beyond = self.racks.levels.iter().position(|level| 1usize << level >= blocks);
        let sizes: Vec<usize> = sizes.take(beyond.map_or(usize::MAX, |last| last + 1)).collect();
        let (mut marks, mut sum) = (vec![false; sizes.len()], 0);
        for (block, &count) in counts.iter().enumerate() {
            for (mark, &size) in marks.iter_mut().zip(&sizes) {
                let begins = block.is_multiple_of(size) && block + size <= blocks;
                if count >= self.racks.base {
                    *mark |= begins && size > 1;
                } else if *mark || begins {
                    sum += size as u64;
                    *mark = false;
                }
            }
        }
        let busy = self.block_of.len() as u64 - u64::from(counts.iter().sum::<u32>());
        Some(u64::from(self.racks.base) * sum + busy)
    }
}
