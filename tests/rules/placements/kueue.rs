//! Domains of a tree as Kueue chooses them (docs/semantics.md 11.11), on random trees and base blocks.

use super::{Drawn, Free, groups, tree};
use crate::cases::cases;
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocation, OutOfService};
use subtorus::machine::{Block, Coordinates, Machine};
use subtorus::topology::{Group, Kind, Racks, Switch, Topology};
use subtorus::workload::{Grouping, Request};

/// A domain with its free nodes, which lie in its leaves.
#[derive(Clone, Debug)]
struct Domain {
    /// The places of the switches from the top down to it.
    path: Vec<usize>,
    level: u32,
    children: Vec<Domain>,
    free: BTreeSet<u32>,
}

impl Domain {
    fn of(switches: &[Switch], path: &[usize], place: usize, level: u32, free: &Free) -> Domain {
        let path = [path, &[place]].concat();
        let switch = &switches[place];
        let mut children: Vec<usize> = switch.children.clone();
        children.sort_unstable();
        let children: Vec<Domain> = match level {
            0 => Vec::new(),
            _ if switch.level < level => vec![Domain::of(switches, &path, place, level - 1, free)],
            _ => children.into_iter().map(|child| Domain::of(switches, &path, child, level - 1, free)).collect(),
        };
        let own = switch.nodes.iter().filter(|node| free.contains(node));
        let free = own.chain(children.iter().flat_map(|child| &child.free)).copied().collect();
        Domain { path, level, children, free }
    }

    fn nodes(&self) -> u32 {
        self.free.len() as u32
    }

    fn slices(&self, slice: u32) -> u32 {
        let children: u32 = self.children.iter().map(|child| child.slices(slice)).sum();
        if self.level == 0 { self.nodes() / slice } else { children }
    }

    fn at(&self, level: u32) -> Vec<&Domain> {
        if self.level == level { vec![self] } else { self.children.iter().flat_map(|child| child.at(level)).collect() }
    }

    /// Without what holds too few slices, in the domain and just below it.
    fn pruned(&self, slice: u32, threshold: u32) -> Domain {
        let empty = |domain: &Domain| Domain { free: BTreeSet::new(), children: domain.emptied(), ..domain.clone() };
        let keep = |domain: Domain| if domain.slices(slice) < threshold { empty(&domain) } else { domain };
        let children: Vec<Domain> = self.children.iter().cloned().map(keep).collect();
        let below = children.iter().flat_map(|child| &child.free).copied().collect();
        let free = if self.level == 0 { self.free.clone() } else { below };
        keep(Domain { free, children, ..self.clone() })
    }

    fn emptied(&self) -> Vec<Domain> {
        let empty = |child: &Domain| Domain { free: BTreeSet::new(), children: child.emptied(), ..child.clone() };
        self.children.iter().map(empty).collect()
    }

    /// Of the shares of its children.
    fn evenness(&self) -> f64 {
        let mut nodes: Vec<u32> = self.children.iter().map(Domain::nodes).filter(|nodes| *nodes > 0).collect();
        nodes.sort_unstable();
        let share = |&nodes: &u32| f64::from(nodes) / f64::from(self.nodes());
        nodes.iter().map(share).map(|share| -share * share.log2()).sum()
    }
}

/// Domains until they hold the slices, with how many each gets.
fn take<'a>(domains: &[&'a Domain], slice: u32, slices: u32, ascending: bool) -> Option<Vec<(&'a Domain, u32)>> {
    let mut open = domains.to_vec();
    // Stable sorts: the last one counts most.
    open.sort_by(|one, other| one.path.cmp(&other.path));
    open.sort_by_key(|domain| domain.nodes());
    open.sort_by_key(
        |domain| if ascending { i64::from(domain.slices(slice)) } else { -i64::from(domain.slices(slice)) },
    );
    let (mut taken, mut rest) = (Vec::new(), slices);
    while !open.is_empty() {
        if open[0].slices(slice) >= rest {
            let tight = open.iter().filter(|domain| domain.slices(slice) >= rest);
            taken.push((*tight.min_by_key(|domain| domain.slices(slice))?, rest));
            return Some(taken);
        }
        let next = open.remove(0);
        taken.push((next, next.slices(slice)));
        rest -= next.slices(slice);
    }
    None
}

/// How many domains are needed if the largest come first, and how much the last one holds.
fn greedy(domains: &[&Domain], slice: u32, slices: u32) -> Option<(usize, u32)> {
    let mut sizes: Vec<u32> = domains.iter().map(|domain| domain.slices(slice)).collect();
    sizes.sort_unstable_by_key(|size| Reverse(*size));
    let needed = (1..=sizes.len()).find(|&count| sizes[..count].iter().sum::<u32>() >= slices)?;
    Some((needed, sizes[needed - 1]))
}

/// Of all subsets of the needed size, in this order of the domains, the one with fewest nodes.
fn tightest<'a>(domains: &[&'a Domain], slice: u32, slices: u32) -> Option<Vec<&'a Domain>> {
    let (needed, _) = greedy(domains, slice, slices)?;
    let subsets = (0..1u32 << domains.len()).filter(|set| set.count_ones() as usize == needed);
    let members = |set: u32| (0..domains.len()).filter(move |place| set >> place & 1 == 1).collect::<Vec<_>>();
    let sum = |members: &[usize]| members.iter().map(|&place| domains[place].nodes()).sum::<u32>();
    let is_valid = |members: &Vec<usize>| {
        let all_hold_some = members.iter().all(|&place| domains[place].slices(slice) > 0);
        all_hold_some && sum(members) >= slices * slice && sum(&members[..needed - 1]) < slices * slice
    };
    let last_first = |members: &Vec<usize>| (sum(members), members.iter().rev().copied().collect::<Vec<_>>());
    let best = subsets.map(members).filter(is_valid).min_by_key(last_first)?;
    Some(best.into_iter().map(|place| domains[place]).collect())
}

fn balanced(forest: &[Domain], level: u32, slice: u32, slices: u32) -> Option<BTreeSet<u32>> {
    let at = |level: u32| forest.iter().flat_map(|root| root.at(level)).collect::<Vec<_>>();
    let siblings: Vec<Vec<Domain>> = if level == forest[0].level {
        vec![forest.to_vec()]
    } else {
        at(level + 1).into_iter().map(|parent| parent.children.clone()).collect()
    };
    let mut best: Option<(u32, usize, Vec<Domain>)> = None;
    for group in siblings {
        let lower: Vec<&Domain> = group.iter().flat_map(|domain| domain.at(level.saturating_sub(1))).collect();
        let Some((needed, last)) = greedy(&lower, slice, slices) else { continue };
        let threshold = last.min(slices / needed as u32);
        let pruned: Vec<Domain> = group.iter().map(|domain| domain.pruned(slice, threshold)).collect();
        let Some((count, _)) = greedy(&pruned.iter().collect::<Vec<_>>(), slice, slices) else { continue };
        if best.as_ref().is_none_or(|best| threshold > best.0 || threshold == best.0 && count < best.1) {
            best = Some((threshold, count, pruned));
        }
    }
    let (threshold, _, group) = best?;
    let mut open: Vec<&Domain> = group.iter().collect();
    if level > 0 {
        open.sort_by(|one, other| other.evenness().total_cmp(&one.evenness()));
        open.sort_by_key(|domain| Reverse(domain.slices(slice)));
        let chosen = tightest(&open, slice, slices)?;
        open = chosen.iter().flat_map(|domain| &domain.children).collect();
        open.sort_by(|one, other| one.path.cmp(&other.path));
    }
    let mut chosen = tightest(&open, slice, slices)?;
    chosen.sort_by(|one, other| one.path.cmp(&other.path));
    chosen.sort_by_key(|domain| domain.nodes());
    chosen.sort_by_key(|domain| Reverse(domain.slices(slice)));
    let mut extra = slices.checked_sub(chosen.len() as u32 * threshold)?;
    let mut nodes = BTreeSet::new();
    for domain in chosen {
        let more = extra.min(domain.slices(slice) - threshold);
        extra -= more;
        nodes.extend(within(domain, slice, threshold + more));
    }
    (extra == 0).then_some(nodes)
}

/// The nodes of so many slices, within a domain.
fn within(domain: &Domain, slice: u32, slices: u32) -> BTreeSet<u32> {
    if domain.level == 0 {
        return domain.free.iter().copied().take((slices * slice) as usize).collect();
    }
    let shares = take(&domain.children.iter().collect::<Vec<_>>(), slice, slices, false).expect("it holds them");
    shares.into_iter().flat_map(|(child, slices)| within(child, slice, slices)).collect()
}

fn place(forest: &[Domain], manner: &str, level: u32, slice: u32, slices: u32) -> Option<BTreeSet<u32>> {
    if let Some(nodes) = balanced(forest, level, slice, slices).filter(|_| manner == "balanced") {
        return Some(nodes);
    }
    let (top, ascending) = (forest[0].level, manner == "least-free");
    let at = |level: u32| forest.iter().flat_map(|root| root.at(level)).collect::<Vec<_>>();
    let fitting =
        |level: u32| at(level).into_iter().filter(|domain| domain.slices(slice) >= slices).collect::<Vec<_>>();
    let fits = |level: &u32| !fitting(*level).is_empty();
    let level = match manner {
        "required" => Some(level).filter(fits)?,
        "least-free" => level,
        _ => (level..=top).find(fits).unwrap_or(top),
    };
    // A single domain is as tight as possible.
    let start = if fits(&level) { fitting(level) } else { at(level) };
    let mut shares = take(&start, slice, slices, ascending)?;
    for _ in 0..level {
        let below: Vec<&Domain> = shares.iter().flat_map(|(domain, _)| &domain.children).collect();
        shares = take(&below, slice, slices, ascending).expect("they hold it");
    }
    Some(shares.into_iter().flat_map(|(leaf, slices)| within(leaf, slice, slices)).collect())
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn domains_are_those_of_the_plain_rules(
        numbers in prop::collection::vec(any::<u32>(), 600), busy in 0u32..4, slices in 1u32..20, segment in 0u32..4,
        manner in prop::sample::select(vec!["best-fit", "required", "least-free", "balanced"]), level in 0u32..4,
    ) {
        let mut drawn = Drawn(numbers);
        let switches: Vec<Switch> = match drawn.below(3) {
            0 => {
                let sizes: Vec<u32> = (0..1 + drawn.below(9)).map(|_| 1 + drawn.below(6)).collect();
                groups(&mut drawn, &sizes).into_iter().map(Switch::leaf).collect()
            }
            _ => tree(&mut drawn),
        };
        let count = switches.iter().map(|switch| switch.nodes.len() as u32).sum();
        prop_assume!(count > 0);
        let blocks = || switches.iter().map(|leaf| Group { name: leaf.name.clone(), nodes: leaf.nodes.clone() }).collect();
        let kind = if switches.iter().all(|switch| switch.parent.is_none() && switch.level == 0) {
            Kind::Block(Racks { base: 1, levels: vec![0], blocks: blocks() })
        } else {
            Kind::Tree(switches.clone())
        };
        let topology = Topology { name: "t".into(), nodes: (0..count).map(|node| format!("n{node}")).collect(), kind };
        let free: Free = (0..count).filter(|_| drawn.below(4) >= busy).collect();
        let top = switches.iter().map(|switch| switch.level).max().unwrap();
        let level = level.min(top);
        let roots = (0..switches.len()).filter(|&place| switches[place].parent.is_none());
        let forest: Vec<Domain> = roots.map(|root| Domain::of(&switches, &[], root, top, &free)).collect();
        let slice = segment.max(1);
        let nodes = slice * slices;
        let expected = place(&forest, manner, level, slice, slices).map(Vec::from_iter);

        let machine = Machine::mesh(&[count]);
        let setting = Setting { machine: &machine, seed: 1, replication: 0 };
        let choice = catalogue::find(&format!("kueue({manner};level={level})")).unwrap();
        let mut allocator = choice.make_on(Some(&topology), false, &setting).unwrap();
        let one = |node: u32| Block { base: Coordinates::new(&[node]), extents: Coordinates::new(&[1]) };
        let down = (0..count).filter(|node| !free.contains(node)).map(one).collect();
        prop_assert!(allocator.take_out_of_service(&OutOfService::new(&machine, down).unwrap()));
        let request = Request { grouping: Grouping { segment, ..Grouping::default() }, ..Request::processors(nodes) };
        let request = allocator.effective(&request);
        let held = |allocation: &Allocation| allocation.blocks.stretches().iter().cloned().flatten().collect::<Vec<u32>>();
        prop_assert_eq!(allocator.fits(&request), expected.is_some());
        let allocation = allocator.allocate(&request);
        let found = allocation.as_ref().map(held);
        prop_assert_eq!(&found, &expected, "{}, level {}, {:?}, {} x {}, free {:?}", manner, level, switches, slices, slice, free);
        if let (Some(allocation), Some(found)) = (allocation, found) {
            prop_assert_eq!(found.len() as u32, nodes);
            prop_assert!(found.is_sorted_by(|one, other| one < other) && found.iter().all(|node| free.contains(node)));
            let in_leaf = |leaf: &Switch| leaf.nodes.iter().filter(|node| found.contains(node)).count() as u32;
            prop_assert!(switches.iter().all(|leaf| in_leaf(leaf).is_multiple_of(slice)), "slices lie within leaves");
            // Nothing is remembered: another job comes and goes, and the answer is the same.
            let other = allocator.allocate(&allocator.effective(&Request::processors(2)));
            allocator.release(&allocation);
            other.iter().for_each(|other| allocator.release(other));
            prop_assert_eq!(allocator.allocate(&request).as_ref().map(held), Some(found));
        }
    }
}
