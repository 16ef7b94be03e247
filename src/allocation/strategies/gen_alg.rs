//! `gen-alg`: the compact cluster around the best centre (Thesis 2008 section 2.2.2, "Gen-Algorithm").
//!
//! For every free node as centre, take it and the free nodes nearest to it, as many as the job wants; of these sets, the
//! job gets the one with the least mean distance between its nodes.
//!
//! A *row* is the nodes that differ in the last coordinate only. The nodes of a row within some distance of a centre are
//! one interval of it (two where the row is a ring), and with the free nodes counted from the start, an interval holds as
//! many as a difference of two counts says. So the radius of a set is found without looking at its nodes. Distances
//! between all pairs of a set are summed per dimension, from the number of its nodes at every coordinate.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::free_set::FreeSet;
use crate::allocation::pages::{Pages, stretches};
use crate::allocation::{Allocation, Blocks, Effort, Family, OutOfService, Strategy};
use crate::machine::Machine;
use crate::workload::Request;
use std::ops::Range;
use std::rc::Rc;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "gen-alg",
    family: Family::NonContiguous,
    effort: Effort::ManyAttempts,
    arguments: "",
    examples: &["gen-alg"],
    summary: "Tries every free node as centre of a cluster of the free nodes nearest to it. The job gets the cluster \
              with the least mean distance between its nodes.",
    source: "Thesis 2008, section 2.2.2",
    colour: 5,
    wants_extents: false,
    rounds_to_powers_of_two: false,
    has_own_units: false,
    instead: "",
    read: |arguments| Reading::without_arguments(arguments, |setting| Ok(GenAlg::new(setting.machine))),
}];

/// A machine under `gen-alg`. Allocating tries every free node: O(free nodes x (rows + nodes wanted)).
pub struct GenAlg {
    /// All nodes, by their indices.
    nodes: Rc<Pages>,
    free_nodes: FreeSet,
    free: u32,
}

clone_by_field!(GenAlg { nodes, free_nodes, free });

impl GenAlg {
    /// All of `machine`, free.
    pub fn new(machine: &Machine) -> GenAlg {
        let free_nodes = FreeSet::all(machine.node_count());
        GenAlg { nodes: Pages::by_index(machine, 1), free_nodes, free: machine.node_count() }
    }

    /// The nodes of the best set of `wanted` of the free ones, in the order of their indices.
    fn best_set(&self, wanted: u32) -> Vec<u32> {
        let field = Field::new(self.nodes.machine(), self.free_nodes.iter().collect());
        if wanted as usize == field.nodes.len() {
            return field.nodes;
        }
        let mut pairs = Pairs::new(self.nodes.machine());
        let mut surroundings = Surroundings::default();
        let (mut least, mut best) = (u64::MAX, None);
        let mut disc = Disc::default();
        for &centre in &field.nodes {
            let row = centre / field.width;
            if best.is_none() || surroundings.row != row {
                surroundings = field.surroundings(row);
            }
            disc = field.disc(&surroundings, centre % field.width, wanted, disc.radius);
            pairs.clear();
            field.visit(&surroundings, &disc, wanted, |row, places| pairs.add(row, &field.columns[places]));
            let distance = pairs.twice_distance(wanted);
            if distance < least {
                (least, best) = (distance, Some((centre, disc)));
            }
        }
        let Some((centre, disc)) = best else { return Vec::new() };
        let mut set = Vec::with_capacity(wanted as usize);
        let surroundings = field.surroundings(centre / field.width);
        field.visit(&surroundings, &disc, wanted, |_, places| set.extend_from_slice(&field.nodes[places]));
        set.sort_unstable();
        set
    }
}

/// The free nodes at one moment, prepared for counting.
struct Field<'a> {
    machine: &'a Machine,
    /// The length of a row, and whether it is a ring.
    width: u32,
    ring: bool,
    /// The free nodes in order of their indices, and the last coordinate of each.
    nodes: Vec<u32>,
    columns: Vec<u32>,
    /// For every node: how many free ones have a lower index. One entry more than nodes.
    before: Vec<u32>,
}

/// How far the other rows are from one.
#[derive(Default)]
struct Surroundings {
    row: u32,
    /// By row: the distance in all dimensions but the last.
    distance: Vec<u32>,
}

/// A centre's column, the least radius within which there are enough free nodes, and how many there are nearer.
#[derive(Clone, Copy, Default)]
struct Disc {
    column: u32,
    radius: u32,
    within: u32,
}

impl Field<'_> {
    fn new(machine: &Machine, nodes: Vec<u32>) -> Field<'_> {
        let last = machine.dimensions() - 1;
        let (width, ring) = (machine.extents()[last], machine.rings()[last]);
        let mut before = vec![0; machine.node_count() as usize + 1];
        nodes.iter().for_each(|&node| before[node as usize + 1] = 1);
        let mut sum = 0;
        for count in &mut before {
            sum += *count;
            *count = sum;
        }
        let columns = nodes.iter().map(|node| node % width).collect();
        Field { machine, width, ring, nodes, columns, before }
    }

    fn surroundings(&self, row: u32) -> Surroundings {
        let centre = self.machine.coordinates(row * self.width);
        let apart = |other: u32| distance(self.machine, &centre, &self.machine.coordinates(other * self.width));
        Surroundings { row, distance: (0..self.machine.node_count() / self.width).map(apart).collect() }
    }

    /// The free nodes of a row that are at most `reach` columns from `column`, as places in the list of free nodes.
    fn interval(&self, row: u32, column: u32, reach: u32) -> [Range<usize>; 2] {
        let first = row * self.width;
        let places = |from: u32, to: u32| {
            self.before[(first + from) as usize] as usize..self.before[(first + to) as usize] as usize
        };
        let (from, to) = (column.saturating_sub(reach), (column + reach + 1).min(self.width));
        if !self.ring || (column >= reach && column + reach < self.width) {
            return [places(from, to), 0..0];
        }
        if 2 * reach + 1 >= self.width {
            return [places(0, self.width), 0..0];
        }
        match column < reach {
            true => [places(0, to), places(self.width - (reach - column), self.width)],
            false => [places(0, column + reach + 1 - self.width), places(from, self.width)],
        }
    }

    /// How many free nodes lie at most `radius` from a centre.
    fn count(&self, surroundings: &Surroundings, column: u32, radius: u32) -> u32 {
        let mut count = 0;
        for (row, &distance) in surroundings.distance.iter().enumerate() {
            if distance <= radius {
                let [one, other] = self.interval(row as u32, column, radius - distance);
                count += one.len() + other.len();
            }
        }
        count as u32
    }

    /// The disc around a centre that holds `wanted` free nodes, searched from a guess at its radius.
    fn disc(&self, surroundings: &Surroundings, column: u32, wanted: u32, guess: u32) -> Disc {
        let count = |radius| self.count(surroundings, column, radius);
        let mut radius = guess;
        let mut nearer = None;
        let mut inside = count(radius);
        while inside < wanted {
            radius += 1;
            nearer = Some(inside);
            inside = count(radius);
        }
        loop {
            let within = nearer.unwrap_or_else(|| if radius == 0 { 0 } else { count(radius - 1) });
            if within < wanted {
                return Disc { column, radius, within };
            }
            radius -= 1;
        }
    }

    /// Shows the set of a disc: all free nodes nearer than its radius, and of those at the radius the first ones, as
    /// places in the list of free nodes together with the row they are in.
    fn visit(&self, surroundings: &Surroundings, disc: &Disc, wanted: u32, mut show: impl FnMut(u32, Range<usize>)) {
        let mut missing = wanted - disc.within;
        for (row, &distance) in surroundings.distance.iter().enumerate() {
            if distance > disc.radius {
                continue;
            }
            let (row, reach) = (row as u32, disc.radius - distance);
            if reach > 0 {
                self.interval(row, disc.column, reach - 1).into_iter().for_each(|places| show(row, places));
            }
            for column in self.at_distance(disc.column, reach).into_iter().flatten() {
                let node = (row * self.width + column) as usize;
                let places = self.before[node] as usize..self.before[node + 1] as usize;
                if missing > 0 && !places.is_empty() {
                    missing -= 1;
                    show(row, places);
                }
            }
        }
    }

    /// The columns exactly `reach` from `column`, lowest first.
    fn at_distance(&self, column: u32, reach: u32) -> [Option<u32>; 2] {
        let (low, high) = if self.ring {
            if reach > self.width / 2 {
                return [None, None];
            }
            let (one, other) = ((column + self.width - reach) % self.width, (column + reach) % self.width);
            (Some(one.min(other)), Some(one.max(other)))
        } else {
            (column.checked_sub(reach), Some(column + reach).filter(|&high| high < self.width))
        };
        if low == high { [low, None] } else { [low, high] }
    }
}

/// The distance between two nodes: along the shorter way of a ring.
fn distance(machine: &Machine, a: &[u32], b: &[u32]) -> u32 {
    let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
    let shapes = machine.extents().iter().zip(machine.rings());
    apart.zip(shapes).map(|(apart, (&extent, &ring))| if ring { apart.min(extent - apart) } else { apart }).sum()
}

/// How many nodes of a set have each coordinate, per dimension, for the sum of distances between all of them.
struct Pairs<'a> {
    machine: &'a Machine,
    /// The counts of all dimensions, one after the other; those of the last one begin at `last`.
    counts: Vec<u32>,
    last: usize,
    /// For each row, the place in `counts` of each of its coordinates but the last.
    places: Vec<u32>,
}

impl Pairs<'_> {
    fn new(machine: &Machine) -> Pairs<'_> {
        let extents = machine.extents();
        let width = extents[extents.len() - 1];
        let mut places = Vec::new();
        for row in 0..machine.node_count() / width {
            let coordinates = machine.coordinates(row * width);
            let mut first = 0;
            for (&x, &extent) in coordinates.iter().zip(&extents[..extents.len() - 1]) {
                places.push(first + x);
                first += extent;
            }
        }
        let counts = vec![0; extents.iter().sum::<u32>() as usize];
        Pairs { machine, last: counts.len() - width as usize, counts, places }
    }

    fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// Adds nodes of one row, given by their columns.
    fn add(&mut self, row: u32, columns: &[u32]) {
        let others = self.machine.dimensions() - 1;
        for &place in &self.places[row as usize * others..][..others] {
            self.counts[place as usize] += columns.len() as u32;
        }
        let last = &mut self.counts[self.last..];
        columns.iter().for_each(|&column| last[column as usize] += 1);
    }

    /// Twice the sum of the distances between all pairs of the set, which has `nodes` nodes.
    ///
    /// Two nodes of a line are as far apart as there are cuts between them. On a ring of n, they are half as far apart
    /// as there are arcs of floor(n/2) nodes that contain one of them and not the other.
    fn twice_distance(&self, nodes: u32) -> u64 {
        let parted = |inside: u32| u64::from(inside) * u64::from(nodes - inside);
        let mut rest = &self.counts[..];
        let mut sum = 0;
        for (&extent, &ring) in self.machine.extents().iter().zip(self.machine.rings()) {
            let (counts, others) = rest.split_at(extent as usize);
            rest = others;
            let arc = if ring { counts.len() / 2 } else { 0 };
            let mut inside: u32 = counts[..arc].iter().sum();
            for (place, count) in counts.iter().enumerate() {
                if ring {
                    sum += parted(inside);
                    inside = inside + counts[(place + arc) % counts.len()] - count;
                } else {
                    inside += count;
                    sum += 2 * parted(inside);
                }
            }
        }
        sum
    }
}

impl Strategy for GenAlg {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.free
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let stretches = stretches(self.best_set(request.processors).into_iter());
        stretches.iter().for_each(|stretch| self.free_nodes.take_run(stretch));
        let blocks = Blocks::numbered(&self.nodes, stretches);
        self.free -= request.processors;
        Some(Allocation { processors: request.processors, blocks, ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.stretches().iter().for_each(|stretch| self.free_nodes.give_back_run(stretch));
        self.free += allocation.processors;
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        down.nodes().iter().for_each(|&node| self.free_nodes.take(node));
        self.free -= down.nodes().len() as u32;
        true
    }
}

#[cfg(test)]
mod tests;
