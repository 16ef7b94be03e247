//! `ep` and `nep`: power-of-two pieces of a torus, cut on demand and merged again (Mao 2005 sections 2.3 and 3).
//!
//! A *semitorus* is a torus that may miss some wrap-around links. The machine starts as a few semitori with
//! power-of-two extents. A job gets the smallest sufficient available one, at its lowest base; what is too large is
//! first cut, in one go, into pieces of which the first has the wanted size. The pieces of one cut are siblings: when all
//! of them are available again they merge. The two schemes differ in one function only: the pieces of a cut.
//!
//! Merging is confluent: what is available depends on which pieces are held and on how their ancestors were cut, not
//! on the order of releases. A piece that is cut off, used and released in the meantime leaves no trace, which is why
//! a backfilled job that ends by the shadow time never delays the head.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::{Allocation, Family, Requirement, Strategy};
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine};
use crate::workload::Request;

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "ep",
        family: Family::Subtorus,
        arguments: "",
        examples: &["ep"],
        summary: "Equal partition: cuts the smallest sufficient semitorus into equal pieces, as close to cubes as possible. \
                  Jobs get tori of many dimensions, but the machine is quickly left in small pieces.",
        source: "Mao 2005, section 3",
        colour: 0,
        wants_extents: false,
        rounds_to_powers_of_two: true,
        instead: "flat",
        read: |arguments| Reading::without_arguments(arguments, |setting| Semitori::equal_partition(setting.machine)),
    },
    Entry {
        name: "nep",
        family: Family::Subtorus,
        arguments: "",
        examples: &["nep"],
        summary: "Non-equal partition: halves the smallest sufficient semitorus again and again and keeps the other halves \
                  whole. Leaves the largest possible pieces for later jobs.",
        source: "Mao 2005, section 3",
        colour: 1,
        wants_extents: false,
        rounds_to_powers_of_two: true,
        instead: "flat",
        read: |arguments| {
            Reading::without_arguments(arguments, |setting| Semitori::non_equal_partition(setting.machine))
        },
    },
];

/// Base-2 logarithms of a semitorus's extents.
type Exponents = [u8; MAX_DIMENSIONS];

/// How a semitorus is cut when a job needs less than it has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    /// Into pieces of the wanted size, all of the same extents, as close to a cube as possible.
    Equal,
    /// Into two halves across the last dimension longer than 1, the lower half again, until it has the wanted size.
    NonEqual,
}

/// `2^wanted` nodes within `limit`: each doubling goes to the shortest dimension that may still grow, ties to the last.
fn fill_evenly(limit: &Exponents, wanted: u8) -> Exponents {
    let mut extents = [0; MAX_DIMENSIONS];
    for _ in 0..wanted {
        let growable = (0..MAX_DIMENSIONS).rev().filter(|&dimension| extents[dimension] < limit[dimension]);
        let shortest = growable.min_by_key(|&dimension| extents[dimension]).expect("a cut is smaller than its parent");
        extents[shortest] += 1;
    }
    extents
}

/// A semitorus somewhere in the tree of cuts. Its children, when it is cut, have consecutive numbers, and the first of
/// them has the size that was wanted.
#[derive(Clone, Copy)]
struct Piece {
    base: u32,
    parent: Option<u32>,
    first_child: u32,
    children: u32,
    /// Children that are available as a whole; when all are they merge.
    available_children: u32,
    extents: Exponents,
    size: u8,
}

impl Piece {
    fn new(base: u32, parent: Option<u32>, extents: Exponents) -> Piece {
        let size = extents.iter().sum();
        Piece { base, parent, first_child: 0, children: 0, available_children: 0, extents, size }
    }
}

/// The state of a machine under `ep` or `nep`.
///
/// Allocating is O(pieces cut + available pieces of one size); releasing O(pieces merged + available pieces of their
/// sizes); a copy is a few short arrays.
pub struct Semitori {
    scheme: Scheme,
    strides: Coordinates,
    /// No `slab`: the pieces of a cut have consecutive numbers, so that a list of them is a range.
    pieces: Vec<Piece>,
    /// Runs of piece numbers nobody uses, by how many doublings lie between a piece of the run and their parent: that
    /// decides how many there are.
    unused: Vec<Vec<u32>>,
    /// Available pieces as (base, number) by the base-2 logarithm of their nodes, highest base first.
    available: Vec<Vec<(u32, u32)>>,
    /// Bit k is set where `available[k]` is not empty.
    available_sizes: u32,
    free: u32,
}

clone_by_field!(Semitori { scheme, strides, pieces, unused, available, available_sizes, free });

impl Semitori {
    /// The machine under `ep`, free; fails where [`initial_semitori`] does.
    pub fn equal_partition(machine: &Machine) -> Result<Semitori, Requirement> {
        Semitori::new(machine, Scheme::Equal)
    }

    /// The machine under `nep`, free; fails where [`initial_semitori`] does.
    pub fn non_equal_partition(machine: &Machine) -> Result<Semitori, Requirement> {
        Semitori::new(machine, Scheme::NonEqual)
    }

    fn new(machine: &Machine, scheme: Scheme) -> Result<Semitori, Requirement> {
        let blocks = initial_semitori(machine)?;
        let mut strides = Coordinates::splat(1, machine.dimensions());
        for dimension in (1..machine.dimensions()).rev() {
            strides[dimension - 1] = strides[dimension] * machine.extents()[dimension];
        }
        let sizes = machine.node_count().ilog2() as usize + 1;
        let mut semitori = Semitori {
            scheme,
            strides,
            pieces: Vec::new(),
            unused: vec![Vec::new(); sizes],
            available: vec![Vec::new(); sizes],
            available_sizes: 0,
            free: machine.node_count(),
        };
        for block in blocks {
            let mut extents = [0; MAX_DIMENSIONS];
            for (exponent, extent) in extents.iter_mut().zip(&*block.extents) {
                *exponent = extent.ilog2() as u8;
            }
            let number = semitori.pieces.len() as u32;
            semitori.pieces.push(Piece::new(machine.index(&block.base), None, extents));
            semitori.make_available(number);
        }
        Ok(semitori)
    }

    fn make_available(&mut self, number: u32) {
        let Piece { base, size, .. } = self.pieces[number as usize];
        let peers = &mut self.available[size as usize];
        let place = peers.partition_point(|&(other, _)| other > base);
        peers.insert(place, (base, number));
        self.available_sizes |= 1 << size;
    }

    fn note_if_none_available(&mut self, size: u8) {
        if self.available[size as usize].is_empty() {
            self.available_sizes &= !(1 << size);
        }
    }

    /// Removes and returns the smallest available piece of at least `2^size` nodes, the one with the lowest base.
    fn take_smallest(&mut self, size: u8) -> Option<u32> {
        let sufficient = self.available_sizes >> size;
        if sufficient == 0 {
            return None;
        }
        let found = size + sufficient.trailing_zeros() as u8;
        let (_, number) = self.available[found as usize].pop().expect("its bit says that it is not empty");
        self.note_if_none_available(found);
        if let Some(parent) = self.pieces[number as usize].parent {
            self.pieces[parent as usize].available_children -= 1;
        }
        Some(number)
    }

    /// Cuts a piece into smaller ones. The first has `2^wanted` nodes and is returned, the others become available.
    fn cut(&mut self, number: u32, wanted: u8) -> u32 {
        let parent = self.pieces[number as usize];
        let doublings = parent.size - wanted;
        let children = match self.scheme {
            Scheme::Equal => 1 << doublings,
            Scheme::NonEqual => 1 + u32::from(doublings),
        };
        let first = self.unused[doublings as usize].pop().unwrap_or(self.pieces.len() as u32);
        if first as usize == self.pieces.len() {
            self.pieces.resize(first as usize + children as usize, parent);
        }
        match self.scheme {
            Scheme::Equal => self.cut_equally(&parent, number, first, wanted),
            Scheme::NonEqual => self.halve(&parent, number, first, doublings),
        }
        let cut = &mut self.pieces[number as usize];
        (cut.first_child, cut.children, cut.available_children) = (first, children, children - 1);
        // From the highest base down: the lists are sorted that way, so that insertions are at their ends.
        for child in (1..children).rev() {
            self.make_available(first + child);
        }
        first
    }

    /// The pieces of a cut into equal parts, in order of their bases.
    fn cut_equally(&mut self, parent: &Piece, number: u32, first: u32, wanted: u8) {
        let extents = fill_evenly(&parent.extents, wanted);
        for child in 0..1 << (parent.size - wanted) {
            let base = parent.base + self.offset(&parent.extents, &extents, child);
            self.pieces[(first + child) as usize] = Piece::new(base, Some(number), extents);
        }
    }

    /// The pieces of repeated halving: what is left of the lower half, then the upper halves, smallest first.
    fn halve(&mut self, parent: &Piece, number: u32, first: u32, doublings: u8) {
        let mut extents = parent.extents;
        for child in (1..=u32::from(doublings)).rev() {
            let last = extents.iter().rposition(|&exponent| exponent > 0).expect("a single node is never cut");
            extents[last] -= 1;
            let base = parent.base + (self.strides[last] << extents[last]);
            self.pieces[(first + child) as usize] = Piece::new(base, Some(number), extents);
        }
        self.pieces[first as usize] = Piece::new(parent.base, Some(number), extents);
    }

    /// How far, in node indices, the base of the `child`-th of equal pieces lies behind that of its parent.
    fn offset(&self, parent: &Exponents, extents: &Exponents, child: u32) -> u32 {
        let mut rest = child;
        let mut offset = 0;
        for dimension in (0..self.strides.len()).rev() {
            let steps_exponent = parent[dimension] - extents[dimension];
            let step = rest & ((1 << steps_exponent) - 1);
            rest >>= steps_exponent;
            offset += (step << extents[dimension]) * self.strides[dimension];
        }
        offset
    }

    /// Makes a piece available and merges it with its siblings, and so on upwards, where all of them are.
    fn give_back(&mut self, number: u32) {
        let mut number = number;
        while let Some(parent_number) = self.pieces[number as usize].parent {
            let parent = &mut self.pieces[parent_number as usize];
            parent.available_children += 1;
            if parent.available_children < parent.children {
                break;
            }
            let Piece { first_child, children, size, .. } = *parent;
            let siblings = first_child..first_child + children;
            let wanted = self.pieces[first_child as usize].size;
            for size in wanted..size {
                self.available[size as usize].retain(|(_, other)| !siblings.contains(other));
                self.note_if_none_available(size);
            }
            self.unused[(size - wanted) as usize].push(first_child);
            number = parent_number;
        }
        self.make_available(number);
    }

    fn block(&self, piece: &Piece) -> Block {
        let mut block = Block { base: self.strides, extents: self.strides };
        let mut rest = piece.base;
        for dimension in 0..self.strides.len() {
            block.base[dimension] = rest / self.strides[dimension];
            rest %= self.strides[dimension];
            block.extents[dimension] = 1 << piece.extents[dimension];
        }
        block
    }
}

impl Strategy for Semitori {
    fn free_processors(&self) -> u32 {
        self.free
    }

    /// Rounds up to a power of two.
    fn effective(&self, request: &Request) -> Request {
        Request::processors(request.processors.next_power_of_two())
    }

    fn fits(&self, request: &Request) -> bool {
        self.available_sizes >> request.processors.ilog2() != 0
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let wanted = request.processors.ilog2() as u8;
        let mut number = self.take_smallest(wanted)?;
        if self.pieces[number as usize].size > wanted {
            number = self.cut(number, wanted);
        }
        let block = self.block(&self.pieces[number as usize]);
        self.free -= request.processors;
        Some(Allocation { processors: request.processors, blocks: vec![block], ticket: number })
    }

    fn release(&mut self, allocation: &Allocation) {
        self.free += allocation.processors;
        self.give_back(allocation.ticket);
    }
}

/// The semitori a machine starts with: its one dimension that is no power of two is cut along the binary digits of its
/// odd factor, the largest part at the low coordinates (Mao 2005 section 2.3).
///
/// Fails on two such dimensions.
pub fn initial_semitori(machine: &Machine) -> Result<Vec<Block>, Requirement> {
    let odd = |extent: &u32| !extent.is_power_of_two();
    if machine.extents().iter().filter(|extent| odd(extent)).count() > 1 {
        return Err(Requirement::OneOddExtent);
    }
    let whole =
        Block { base: Coordinates::splat(0, machine.dimensions()), extents: Coordinates::new(machine.extents()) };
    let Some(dimension) = machine.extents().iter().position(odd) else {
        return Ok(vec![whole]);
    };
    let extent = machine.extents()[dimension];
    let mut parts = Vec::new();
    let mut start = 0;
    for part in (0..u32::BITS).rev().map(|digit| 1 << digit).filter(|part| extent & part != 0) {
        let mut block = whole;
        block.base[dimension] = start;
        block.extents[dimension] = part;
        start += part;
        parts.push(block);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests;
