//! Placement in boxes of tori at listed anchors (docs/semantics.md 11.2).

use super::window::cyclic_sums;
use super::{Attempt, Demand, Rule, retrying};
use crate::allocation::Refusal;
use crate::allocation::free_nodes::{Bases, FreeNodes, WrapAround};
use crate::allocation::free_set::FreeSet;
use crate::machine::Machine;
use crate::sorting::sorted;
use crate::topology::{Placement, Torus};
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
    sites: Vec<Sites>,
}

/// A placement and what follows from it.
struct Sites {
    placement: Placement,
    size: u32,
    /// The anchors: a bit for each cell.
    anchors: Vec<u64>,
    /// On each axis, the place of each coordinate in the walk over anchors, if it is one.
    places: [Vec<u32>; 3],
    /// The number of anchors on each axis.
    lengths: [u32; 3],
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
        let mut sizes: Vec<u32> = tori.iter().flat_map(|torus| torus.sites.iter().map(|site| site.size)).collect();
        sizes.sort_unstable();
        sizes.dedup();
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
            torus.each_cell(choice.anchor, site.placement.dims, |cell| {
                nodes.extend(torus.torus.cells[cell as usize]);
                if part < count {
                    loaded.cells[choice.torus].take(cell);
                }
            });
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
            return loaded.cells[0].mapped.replace(free.words());
        }
        let mut words: Vec<Vec<u64>> =
            self.tori.iter().map(|torus| vec![0; torus.torus.cells.len().div_ceil(64)]).collect();
        for node in free.iter() {
            let (torus, cell) = self.place_of[node as usize];
            words[torus as usize][cell as usize / 64] |= 1 << (cell % 64);
        }
        for ((cells, torus), mut words) in loaded.cells.iter_mut().zip(&self.tori).zip(words) {
            cells.mapped.replace(&words);
            if let Some(with_holes) = &mut cells.with_holes {
                let holes = torus.torus.cells.iter().zip(0..).filter(|(node, _)| node.is_none());
                holes.for_each(|(_, cell): (_, usize)| words[cell / 64] |= 1 << (cell % 64));
                with_holes.replace(&words);
            }
        }
    }
}

impl TorusRule {
    fn new(torus: Torus) -> TorusRule {
        let placements = sorted(torus.placements.clone(), |one, other| one.size().cmp(&other.size()));
        let sites = |(place, placement): (usize, &Placement)| {
            let same_size = placements.iter().enumerate().filter(|(_, other)| other.size() == placement.size());
            let mut others = same_size.filter(|(other, _)| *other != place).map(|(_, other)| other);
            let walks = [0, 1, 2].map(|axis| walk(placement, torus.dims, axis));
            let places = [0, 1, 2].map(|axis| {
                let mut places = vec![0; torus.dims[axis] as usize];
                walks[axis].iter().zip(0..).for_each(|(&anchor, place)| places[anchor as usize] = place);
                places
            });
            let mut anchors = vec![0; torus.cells.len().div_ceil(64)];
            let cell = |[x, y, z]: [u32; 3]| (x + torus.dims[0] * (y + torus.dims[1] * z)) as usize;
            for &x in &walks[0] {
                for &y in &walks[1] {
                    walks[2].iter().map(|&z| cell([x, y, z])).for_each(|cell| anchors[cell / 64] |= 1 << (cell % 64));
                }
            }
            Sites {
                placement: *placement,
                size: placement.size(),
                anchors,
                places,
                lengths: walks.each_ref().map(|walk| walk.len() as u32),
                larger: placements.iter().position(|larger| larger.size() > placement.size()),
                overlaps: overlaps_itself(placement, torus.dims)
                    || others.any(|other| overlap(placement, other, torus.dims)),
            }
        };
        let sites = placements.iter().enumerate().map(sites).collect();
        TorusRule { torus, sites }
    }

    fn coordinates(&self, cell: u32) -> [u32; 3] {
        let [x, y, _] = self.torus.dims;
        [cell % x, cell / x % y, cell / x / y]
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
            let anchor = free.into_iter().min_by_key(|&cell| (cost(cell), site.order(self.coordinates(cell))))?;
            return Some((place, anchor));
        }
        None
    }

    /// By cell, how many anchors of the next larger placement a box there would block: anchors with boxes that share a
    /// cell with it and are free at present. `None` if no box would block any.
    fn costs(&self, cells: &FreeCells, site: &Sites) -> Option<Vec<u32>> {
        let larger = &self.sites[site.larger?];
        let (own, dims) = (site.placement.dims, larger.placement.dims);
        let anchors = larger.free_anchors(cells.with_holes.as_ref().unwrap_or(&cells.mapped))?;
        let mut counts = vec![0; self.torus.cells.len()];
        anchors.iter().for_each(|anchor| counts[anchor as usize] = 1);
        for axis in 0..3 {
            cyclic_sums(&mut counts, self.torus.dims, axis, dims[axis] - 1, own[axis] - 1);
        }
        Some(counts)
    }

    /// Visits the cells of a box that may wrap.
    fn each_cell(&self, anchor: u32, dims: [u32; 3], mut visit: impl FnMut(u32)) {
        let (anchor, sides) = (self.coordinates(anchor), self.torus.dims);
        let at = |axis: usize, step: u32| (anchor[axis] + step) % sides[axis];
        for z in 0..dims[2] {
            for y in 0..dims[1] {
                let row = sides[0] * (at(1, y) + sides[1] * at(2, z));
                (0..dims[0]).for_each(|x| visit(row + at(0, x)));
            }
        }
    }
}

impl Sites {
    /// The anchors with boxes of free cells, or `None` if there are none.
    fn free_anchors<'a>(&self, cells: &'a FreeNodes) -> Option<Ref<'a, Bases>> {
        cells.bases_among(&across(self.placement.dims), &self.anchors)
    }

    /// The place of an anchor in the order of anchors: x outer, z inner.
    fn order(&self, coordinates: [u32; 3]) -> u32 {
        let [x, y, z] = [0, 1, 2].map(|axis| self.places[axis][coordinates[axis] as usize]);
        (x * self.lengths[1] + y) * self.lengths[2] + z
    }

    /// The number of anchors.
    fn count(&self) -> u64 {
        self.lengths.iter().copied().map(u64::from).product()
    }
}

impl FreeCells {
    fn new(torus: &Torus) -> FreeCells {
        let machine = Machine::torus(&across(torus.dims));
        let set = || FreeNodes::new(&machine, WrapAround::Followed);
        FreeCells { mapped: set(), with_holes: torus.cells.contains(&None).then(set) }
    }

    fn take(&mut self, cell: u32) {
        self.mapped.take_node(cell);
        self.with_holes.iter_mut().for_each(|cells| cells.take_node(cell));
    }
}

/// The axes as a machine has them, where the last dimension is the fastest.
fn across([x, y, z]: [u32; 3]) -> [u32; 3] {
    [z, y, x]
}

/// The anchors on an axis: from the seed in steps around the ring until the walk is back.
pub(super) fn walk(placement: &Placement, dims: [u32; 3], axis: usize) -> Vec<u32> {
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
    (0..3).any(|axis| greatest_divisor(placement.spacing[axis], dims[axis]) < placement.dims[axis])
}

fn greatest_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_divisor(other, one % other) }
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
        let torus = self.tori.first().filter(|_| self.is_identity)?;
        let [x, y, z] = torus.torus.dims;
        Some(Machine::torus(&[z, y, x]))
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
                u64::from(site.size) * (site.count() - u64::from(free))
            };
            torus.sites.iter().map(sum).sum::<u64>()
        };
        Some(self.tori.iter().zip(&loaded.cells).map(spoilt).sum())
    }
}
