//! Leaves under switches.

use super::{Free, Placed};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use subtorus::topology::Switch;

/// A switch, the one above it, and so on.
fn up(switches: &[Switch], from: usize) -> Vec<usize> {
    let mut path = vec![from];
    while let Some(parent) = switches[path[path.len() - 1]].parent {
        path.push(parent);
    }
    path
}

fn is_leaf(switch: &Switch) -> bool {
    switch.children.is_empty()
}

/// The free nodes under each switch.
fn counts(switches: &[Switch], free: &Free) -> Vec<usize> {
    let own = |switch: &Switch| switch.nodes.iter().filter(|node| free.contains(node)).count();
    let under = |place: usize| {
        let leaves = (0..switches.len()).filter(|&leaf| up(switches, leaf).contains(&place));
        leaves.map(|leaf| own(&switches[leaf])).sum()
    };
    (0..switches.len()).map(under).collect()
}

/// Links between two switches.
fn hops(switches: &[Switch], one: usize, other: usize) -> usize {
    let (one, other) = (up(switches, one), up(switches, other));
    let shared = one.iter().filter(|switch| other.contains(switch)).count();
    one.len() + other.len() - 2 * shared
}

pub fn place(switches: &[Switch], free: &Free, nodes: u32) -> Placed {
    let all = counts(switches, free);
    let fits = (0..switches.len()).filter(|&switch| all[switch] >= nodes as usize);
    let top = fits.max_by_key(|&switch| (switches[switch].level, switch))?;
    let mut left: Free = free.clone();
    left.retain(|node| {
        (0..switches.len()).any(|leaf| switches[leaf].nodes.contains(node) && up(switches, leaf).contains(&top))
    });
    let (mut chosen, mut used): (BTreeSet<u32>, Vec<usize>) = (BTreeSet::new(), Vec::new());
    while chosen.len() < nodes as usize {
        let (rest, counts) = (nodes as usize - chosen.len(), counts(switches, &left));
        let away = |leaf: usize| used.iter().map(|&other| hops(switches, leaf, other)).sum::<usize>();
        let mut best: Option<usize> = None;
        for leaf in (0..switches.len()).filter(|&leaf| is_leaf(&switches[leaf]) && counts[leaf] > 0) {
            let replaces = best.is_none_or(|best| {
                let (fits, better) = compare(switches, &counts, rest, leaf, best);
                away(leaf) < away(best) && fits || away(leaf) == away(best) && better
            });
            best = if replaces { Some(leaf) } else { best };
        }
        let leaf = best.expect("the top has enough nodes");
        let mut own: Vec<u32> = switches[leaf].nodes.iter().copied().filter(|node| left.contains(node)).collect();
        own.sort_unstable();
        chosen.extend(own.iter().take(rest));
        left.retain(|node| !own.contains(node));
        used.push(leaf);
    }
    Some(chosen)
}

/// Whether the side of a leaf fits, and whether the leaf is better than another.
fn compare(switches: &[Switch], counts: &[usize], rest: usize, leaf: usize, other: usize) -> (bool, bool) {
    let steps = up(switches, leaf).into_iter().zip(up(switches, other));
    let mut last = (leaf, other);
    for (one, two) in steps {
        if one == two {
            break;
        }
        last = (one, two);
        if counts[one] >= rest || counts[two] >= rest {
            break;
        }
    }
    let (one, two) = last;
    // Among sides that fit the smaller one, else the larger one; then the lower one.
    let rank = |switch: usize| {
        let fits = counts[switch] >= rest;
        (
            fits,
            if fits { Reverse(counts[switch]) } else { Reverse(usize::MAX - counts[switch]) },
            Reverse(switches[switch].level),
        )
    };
    (counts[one] >= rest, rank(one) > rank(two))
}

pub fn dragonfly(switches: &[Switch], free: &Free, nodes: u32) -> Placed {
    let all = counts(switches, free);
    let tops = (0..switches.len()).filter(|&switch| all[switch] > 0);
    let top = tops.min_by_key(|&switch| (Reverse(switches[switch].level), switch))?;
    if all[top] < nodes as usize {
        return None;
    }
    let leaves = (0..switches.len()).filter(|&leaf| is_leaf(&switches[leaf]) && up(switches, leaf).contains(&top));
    let own = |leaf: usize| -> BTreeSet<u32> {
        switches[leaf].nodes.iter().copied().filter(|node| free.contains(node)).collect()
    };
    let mut leaves: Vec<BTreeSet<u32>> = leaves.map(own).collect();
    let fullest = leaves.iter().map(BTreeSet::len).max()?;
    if fullest >= nodes as usize {
        let leaf = leaves.into_iter().find(|leaf| leaf.len() == fullest)?;
        return Some(leaf.into_iter().take(nodes as usize).collect());
    }
    let mut chosen = BTreeSet::new();
    loop {
        for leaf in &mut leaves {
            if chosen.len() == nodes as usize {
                return Some(chosen);
            }
            chosen.extend(leaf.pop_first());
        }
    }
}
