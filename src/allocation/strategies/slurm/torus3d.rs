//! Placement in boxes of tori at listed anchors (docs/semantics.md 11.2).

use super::{Attempt, Demand, Rule, retrying};
use crate::allocation::Refusal;
use crate::allocation::free_nodes::{Bases, FreeNodes, WrapAround};
use crate::allocation::free_set::FreeSet;
use crate::allocation::windows::box_sums;
use crate::machine::Machine;
use crate::sorting::{distinct, sorted};
use crate::topology::{Placement, Torus, across, box_across};
use crate::workload::Grouping;
use std::cell::{Ref, RefCell};

/// Tori with their placements.
pub struct Tori {
    tori: Vec<TorusRule>,
    /// The torus and cell of each node.
    place_of: Vec<(u32, u32)>,
    /// Sizes of placements, ascending. Jobs and segments are rounded up to them if that is asked for.
    sizes: Vec<u32>,
    round_up: bool,
    /// Whether there is one torus, with each node in the cell of its number.
    is_identity: bool,
    /// Working memory.
    cells: RefCell<Loaded>,
}

/// The free cells of each torus for a set of free nodes.
struct Loaded {
    /// The set. It is empty, as that of no machine, while the cells differ from it.
    free: FreeSet,
    cells: Vec<FreeCells>,
}

/// One torus, its placements in order of size.
struct TorusRule {
    torus: Torus,
    machine: Machine,
    sites: Vec<Sites>,
}

/// A placement and what follows from it.
struct Sites {
    placement: Placement,
    size: u32,
    /// The anchors, which are cells.
    anchors: FreeSet,
    /// By cell, the place of an anchor in the order of anchors.
    place_of: Vec<u32>,
    /// The next placement with a larger size.
    larger: Option<usize>,
    /// Whether boxes of this size may overlap.
    overlaps: bool,
}

/// The free cells of a torus, searched as a machine with the cells as nodes.
struct FreeCells {
    /// Cells with free nodes.
    mapped: FreeNodes,
    /// The same and all cells without a node, if there are any.
    with_holes: Option<FreeNodes>,
}

/// A box that was chosen.
#[derive(Clone, Copy)]
struct Choice {
    torus: usize,
    site: usize,
    anchor: u32,
}

impl Tori {
    /// These tori. With `round_up`, jobs and segments get the smallest size that holds them.
    pub fn new(tori: Vec<Torus>, nodes: u32, round_up: bool) -> Tori {
        let mut place_of = vec![(0, 0); nodes as usize];
        for (torus, number) in tori.iter().zip(0..) {
            for (node, cell) in torus.cells.iter().zip(0..) {
                node.iter().for_each(|&node| place_of[node as usize] = (number, cell));
            }
        }
        let cells = tori.iter().map(FreeCells::new).collect();
        let cells = RefCell::new(Loaded { free: FreeSet::default(), cells });
        let is_identity = tori.len() == 1 && place_of.iter().zip(0..).all(|(place, node)| *place == (0, node));
        let tori: Vec<TorusRule> = tori.into_iter().map(TorusRule::new).collect();
        let sizes = distinct(tori.iter().flat_map(|torus| torus.sites.iter().map(|site| site.size)));
        Tori { tori, place_of, sizes, round_up, is_identity, cells }
    }

    /// The best box of a size over all tori. A torus with fewer free nodes goes first.
    fn choose(&self, cells: &[FreeCells], size: u32) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for (place, torus) in self.tori.iter().enumerate() {
            let free = cells[place].mapped.count();
            if best.is_none_or(|best| free < cells[best.torus].mapped.count())
                && let Some((site, anchor)) = torus.choose(&cells[place], size)
            {
                best = Some(Choice { torus: place, site, anchor });
            }
        }
        best
    }

    fn attempt(&self, free: &FreeSet, count: u32, size: u32) -> Attempt {
        let loaded = &mut *self.cells.borrow_mut();
        self.load(free, loaded);
        let (mut nodes, mut overlaps) = (Vec::with_capacity((count * size) as usize), false);
        for part in 1..=count {
            let Some(choice) = self.choose(&loaded.cells, size) else {
                return if overlaps { Attempt::retry_without_lowest(&nodes) } else { Attempt::Waits };
            };
            let torus = &self.tori[choice.torus];
            let site = &torus.sites[choice.site];
            overlaps |= site.overlaps;
            if part < count {
                loaded.free = FreeSet::default();
            }
            let cells = box_across(torus.torus.coordinates(choice.anchor), site.placement.dims);
            for cell in cells.nodes(&torus.machine) {
                nodes.extend(torus.torus.cells[cell as usize]);
                if part < count {
                    loaded.cells[choice.torus].take(cell);
                }
            }
        }
        Attempt::Placed(nodes)
    }

    /// Sets the free cells to those of the free nodes.
    fn load(&self, free: &FreeSet, loaded: &mut Loaded) {
        if loaded.free == *free {
            return;
        }
        loaded.free.clone_from(free);
        if self.is_identity && loaded.cells[0].with_holes.is_none() {
            return loaded.cells[0].mapped.replace(free);
        }
        let mut mapped: Vec<Vec<u32>> = vec![Vec::new(); self.tori.len()];
        for node in free.iter() {
            let (torus, cell) = self.place_of[node as usize];
            mapped[torus as usize].push(cell);
        }
        for ((cells, torus), mapped) in loaded.cells.iter_mut().zip(&self.tori).zip(mapped) {
            let count = torus.torus.cells.len() as u32;
            if let Some(with_holes) = &mut cells.with_holes {
                let holes = (0..count).filter(|cell| torus.torus.cells[*cell as usize].is_none());
                with_holes.replace(&FreeSet::of(count, holes.chain(mapped.iter().copied())));
            }
            cells.mapped.replace(&FreeSet::of(count, mapped));
        }
    }
}

impl TorusRule {
    fn new(torus: Torus) -> TorusRule {
        let placements = sorted(torus.placements.clone(), |one, other| one.size().cmp(&other.size()));
        let sites = |(place, placement): (usize, &Placement)| {
            let same_size = placements.iter().enumerate().filter(|(_, other)| other.size() == placement.size());
            let mut others = same_size.filter(|(other, _)| *other != place).map(|(_, other)| other);
            let in_order = anchors(&torus, placement);
            let mut place_of = vec![0; torus.cells.len()];
            in_order.iter().zip(0..).for_each(|(&anchor, place)| place_of[anchor as usize] = place);
            Sites {
                placement: *placement,
                size: placement.size(),
                anchors: FreeSet::of(torus.cells.len() as u32, in_order),
                place_of,
                larger: placements.iter().position(|larger| larger.size() > placement.size()),
                overlaps: overlaps_itself(placement, torus.dims)
                    || others.any(|other| overlap(placement, other, torus.dims)),
            }
        };
        let sites = placements.iter().enumerate().map(sites).collect();
        TorusRule { machine: torus.machine(), torus, sites }
    }

    /// The placements of a size, with their places.
    fn sites_of(&self, size: u32) -> impl Iterator<Item = (usize, &Sites)> {
        let first = self.sites.partition_point(|site| site.size < size);
        (first..).zip(&self.sites[first..]).take_while(move |(_, site)| site.size == size)
    }

    fn has_box(&self, cells: &FreeCells, size: u32) -> bool {
        self.sites_of(size).any(|(_, site)| site.free_anchors(&cells.mapped).is_some())
    }

    /// The first placement of a size with a free box, and its anchor of least cost; the first of equals.
    fn choose(&self, cells: &FreeCells, size: u32) -> Option<(usize, u32)> {
        for (place, site) in self.sites_of(size) {
            let Some(bases) = site.free_anchors(&cells.mapped) else { continue };
            let free: Vec<u32> = bases.iter().collect();
            drop(bases);
            let costs = if free.len() > 1 { self.costs(cells, site) } else { None };
            let cost = |cell: u32| costs.as_ref().map(|costs| costs[cell as usize]);
            let anchor = free.into_iter().min_by_key(|&cell| (cost(cell), site.place_of[cell as usize]))?;
            return Some((place, anchor));
        }
        None
    }

    /// By cell, how many anchors of the next larger placement a box there would block: anchors with boxes that share a
    /// cell with it and are free at present. `None` if no box would block any.
    fn costs(&self, cells: &FreeCells, site: &Sites) -> Option<Vec<u32>> {
        let larger = &self.sites[site.larger?];
        let anchors = larger.free_anchors(cells.with_holes.as_ref().unwrap_or(&cells.mapped))?;
        Some(spoilt_boxes(&self.machine, anchors.iter(), larger.placement.dims, site.placement.dims))
    }
}

impl Sites {
    /// The anchors with boxes of free cells, or `None` if there are none.
    fn free_anchors<'a>(&self, cells: &'a FreeNodes) -> Option<Ref<'a, Bases>> {
        cells.bases_among(&across(self.placement.dims), &self.anchors)
    }
}

impl FreeCells {
    fn new(torus: &Torus) -> FreeCells {
        let set = || FreeNodes::new(&torus.machine(), WrapAround::Followed);
        FreeCells { mapped: set(), with_holes: torus.cells.contains(&None).then(set) }
    }

    fn take(&mut self, cell: u32) {
        self.mapped.take_node(cell);
        self.with_holes.iter_mut().for_each(|cells| cells.take_node(cell));
    }
}

/// By cell of a torus, how many boxes at these anchors a box of the sides `own` there has a cell in common with.
pub(super) fn spoilt_boxes(
    machine: &Machine,
    anchors: impl Iterator<Item = u32>,
    sides: [u32; 3],
    own: [u32; 3],
) -> Vec<u32> {
    let (lengths, sides, own) = (machine.extents(), across(sides), across(own));
    // Boxes meet if the last cell of one lies in the window that begins at the other and is as long as both together.
    let mut last_cells = vec![0; machine.node_count() as usize];
    for anchor in anchors {
        let mut last = machine.coordinates(anchor);
        (0..3).for_each(|axis| last[axis] = (last[axis] + sides[axis] - 1) % lengths[axis]);
        last_cells[machine.index(&last) as usize] = 1;
    }
    box_sums(machine, last_cells, &[0, 1, 2].map(|axis| (sides[axis] + own[axis] - 1).min(lengths[axis])))
}

/// The anchors of a placement as cells, x outer and z inner.
pub(super) fn anchors(torus: &Torus, placement: &Placement) -> Vec<u32> {
    let ([xs, ys, zs], machine) = ([0, 1, 2].map(|axis| walk(placement, torus.dims, axis)), torus.machine());
    let mut anchors = Vec::with_capacity(xs.len() * ys.len() * zs.len());
    for &x in &xs {
        for &y in &ys {
            anchors.extend(zs.iter().map(|&z| machine.index(&[z, y, x])));
        }
    }
    anchors
}

/// The anchors on an axis: from the seed in steps around the ring until the walk is back.
fn walk(placement: &Placement, dims: [u32; 3], axis: usize) -> Vec<u32> {
    let (side, seed) = (dims[axis], placement.seed[axis]);
    let mut walk = vec![seed];
    let mut next = (seed + placement.spacing[axis]) % side;
    while next != seed {
        walk.push(next);
        next = (next + placement.spacing[axis]) % side;
    }
    walk
}

/// Whether two boxes of a placement may share cells.
fn overlaps_itself(placement: &Placement, dims: [u32; 3]) -> bool {
    // The walk visits every coordinate at the least distance from its seed, and at multiples of it.
    let least_distance = |axis: usize| dims[axis] / walk(placement, dims, axis).len() as u32;
    (0..3).any(|axis| least_distance(axis) < placement.dims[axis])
}

/// Whether boxes of two placements have a coordinate in common on every axis.
fn overlap(one: &Placement, other: &Placement, dims: [u32; 3]) -> bool {
    let covers = |placement: &Placement, axis: usize| {
        let mut covered = vec![false; dims[axis] as usize];
        for anchor in walk(placement, dims, axis) {
            (anchor..anchor + placement.dims[axis]).for_each(|at| covered[(at % dims[axis]) as usize] = true);
        }
        covered
    };
    (0..3).all(|axis| covers(one, axis).iter().zip(covers(other, axis)).any(|(&one, other)| one && other))
}

impl Rule for Tori {
    fn effective(&self, demand: Demand) -> Result<Demand, Refusal> {
        let mut demand = demand.without_flags();
        if self.round_up {
            let segment = demand.segment();
            let size = self.sizes.iter().copied().find(|&size| size >= segment).ok_or(Refusal::NoneThatLarge)?;
            let nodes = demand.nodes.div_ceil(segment).checked_mul(size).ok_or(Refusal::NoneThatLarge)?;
            demand = Demand { nodes, grouping: Grouping { segment: size, ..demand.grouping } };
        }
        let demand = demand.divided()?;
        let has_size = self.sizes.binary_search(&demand.segment()).is_ok();
        if has_size { Ok(demand) } else { Err(Refusal::NoneOfThatSize) }
    }

    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>> {
        let (count, size) = demand.parts();
        retrying(free, demand.nodes, |free| self.attempt(free, count, size))
    }

    fn fits(&self, free: &FreeSet, demand: &Demand) -> Option<bool> {
        let (count, size) = demand.parts();
        if count > 1 {
            return None;
        }
        let loaded = &mut *self.cells.borrow_mut();
        self.load(free, loaded);
        Some(self.tori.iter().zip(&loaded.cells).any(|(torus, cells)| torus.has_box(cells, size)))
    }

    fn arrangement(&self, _: u32) -> Option<Machine> {
        // Cells are numbered with x fastest.
        Some(self.tori.first().filter(|_| self.is_identity)?.machine.clone())
    }

    fn group_of(&self, node: u32) -> u32 {
        self.place_of[node as usize].0
    }

    /// Slurm's score: the sizes of all boxes, at every anchor of every placement, with a node that is not free.
    fn score(&self, free: &FreeSet) -> Option<u64> {
        let loaded = &mut *self.cells.borrow_mut();
        self.load(free, loaded);
        let spoilt = |(torus, cells): (&TorusRule, &FreeCells)| {
            let cells = cells.with_holes.as_ref().unwrap_or(&cells.mapped);
            let sum = |site: &Sites| {
                let free = site.free_anchors(cells).map_or(0, |anchors| anchors.count());
                u64::from(site.size) * u64::from(site.anchors.count() - free)
            };
            torus.sites.iter().map(sum).sum::<u64>()
        };
        Some(self.tori.iter().zip(&loaded.cells).map(spoilt).sum())
    }
}
