//! `ep` and `nep`: power-of-two pieces of a torus, cut on demand and merged again (Mao 2005 sections 2.3 and 3).
//!
//! A *semitorus* is a torus that may miss some wrap-around links. The machine starts as a few semitori with
//! power-of-two extents. A job gets the smallest sufficient available one, at its lowest base. A larger semitorus is
//! first cut, in one step, into pieces; the first one has the wanted size. The pieces of one cut are siblings. They
//! merge when all of them are available again. The two schemes differ in one function only: the pieces of a cut.
//!
//! Merging is confluent. What is available depends on the held pieces and on the cuts of their ancestors, not on the
//! order of releases. A piece that is cut off, used and released in between has no lasting effect. So a backfilled job
//! that ends by the shadow time never delays the head.

mod extents;
mod holding;
mod start;

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::free_set::FreeSet;
use crate::allocation::{Allocation, Allocator, Effort, Family, Requirement, same_type};
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine};
use crate::workload::Request;
use extents::{Exponents, fill_evenly};
pub use start::initial_semitori;

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "ep",
        title: "Equal partition",
        family: Family::Subtorus,
        effort: Effort::Lists,
        examples: &["ep"],
        summary: "Equal partition: cuts the smallest sufficient semitorus into equal pieces, as close to cubes as possible. \
                  Jobs get tori of many dimensions, but the machine is quickly left in small pieces.",
        source: "Mao 2005, section 3",
        colour: 0,
        rounds_to_powers_of_two: true,
        instead: "flat",
        read: |arguments| {
            Reading::without_arguments(arguments, |setting| Semitori::new(setting.machine, Scheme::Equal))
        },
        ..Entry::COMMON
    },
    Entry {
        name: "nep",
        title: "Non-equal partition",
        family: Family::Subtorus,
        effort: Effort::Lists,
        examples: &["nep"],
        summary: "Non-equal partition: halves the smallest sufficient semitorus again and again and keeps the other halves \
                  whole. Leaves the largest possible pieces for later jobs.",
        source: "Mao 2005, section 3",
        colour: 1,
        rounds_to_powers_of_two: true,
        instead: "flat",
        read: |arguments| {
            Reading::without_arguments(arguments, |setting| Semitori::new(setting.machine, Scheme::NonEqual))
        },
        ..Entry::COMMON
    },
];

/// How a semitorus is cut if a job needs less than all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    /// Into pieces of the wanted size, all of the same extents, as close to a cube as possible.
    Equal,
    /// Into two halves across the last dimension longer than 1. The lower half is cut again, until it has the wanted
    /// size.
    NonEqual,
}

/// A semitorus that is held or cut. Any other piece is only a bit of its parent's cut.
#[derive(Clone, Copy, Default)]
struct Piece {
    base: u32,
    extents: Exponents,
    size: u8,
    /// The piece from which this one was cut, and its number there. [`NONE`] for an initial semitorus.
    parent: u32,
    child: u32,
    /// The cut of this piece: the number of children, and the extents and size of the first, which all children have in
    /// an equal cut.
    children: u32,
    child_extents: Exponents,
    child_size: u8,
    /// The index of this cut in [`Semitori::available_children`]. [`NONE`] if the piece is not cut.
    cut: u32,
}

/// The parent of a piece without one.
const NONE: u32 = u32::MAX;

impl Piece {
    fn new(base: u32, extents: Exponents, (parent, child): (u32, u32)) -> Piece {
        let size = extents.iter().sum();
        let (child_extents, child_size, cut) = (extents, size, NONE);
        Piece { base, extents, size, parent, child, child_extents, child_size, cut, ..Piece::default() }
    }
}

/// The available piece with the lowest base, among those of one size from one cut.
#[derive(Clone, Copy)]
struct Offer {
    base: u32,
    parent: u32,
    /// Its number among the parent's pieces. Without a parent, the number of the semitorus.
    child: u32,
}

/// The state of a machine under `ep` or `nep`.
///
/// Allocating, releasing and copying cost O(held pieces + cuts), and a bit for each piece of a cut.
pub struct Semitori {
    scheme: Scheme,
    strides: Coordinates,
    /// This is no `slab`: numbers are positions, and a copy copies one array.
    pieces: Vec<Piece>,
    /// For each cut, the children that are available as a whole. If all are, they merge. Cuts are few when held pieces
    /// are many.
    available_children: Vec<FreeSet>,
    /// Unused numbers of pieces, and of cuts.
    unused: Vec<u32>,
    unused_cuts: Vec<u32>,
    /// By the base-2 logarithm of their nodes, highest base first: the available piece with the lowest base of each
    /// cut.
    available: Vec<Vec<Offer>>,
    /// Bit k is set if `available[k]` is not empty.
    available_sizes: u32,
    free: u32,
}

clone_by_field!(Semitori {
    scheme,
    strides,
    pieces,
    available_children,
    unused,
    unused_cuts,
    available,
    available_sizes,
    free
});

impl Semitori {
    /// The machine under `ep` or `nep`, free. Fails if [`initial_semitori`] fails.
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
            available_children: Vec::new(),
            unused: Vec::new(),
            unused_cuts: Vec::new(),
            available: vec![Vec::new(); sizes],
            available_sizes: 0,
            free: machine.node_count(),
        };
        for block in blocks {
            let mut extents = [0; MAX_DIMENSIONS];
            for (exponent, extent) in extents.iter_mut().zip(&*block.extents) {
                *exponent = extent.ilog2() as u8;
            }
            let number = semitori.add(Piece::new(machine.index(&block.base), extents, (NONE, 0)));
            semitori.offer(NONE, number);
        }
        Ok(semitori)
    }

    fn add(&mut self, piece: Piece) -> u32 {
        let number = self.unused.pop().unwrap_or(self.pieces.len() as u32);
        if number as usize == self.pieces.len() {
            self.pieces.push(piece);
        }
        self.pieces[number as usize] = piece;
        number
    }

    /// Offers an available child, unless a lower one of its size and parent is offered. Without a parent, offers an
    /// initial semitorus.
    fn offer(&mut self, parent: u32, child: u32) {
        let Piece { base, size, .. } =
            if parent == NONE { self.pieces[child as usize] } else { self.child(parent, child) };
        let peers = &mut self.available[size as usize];
        let offered = peers.iter().position(|other| other.parent == parent && parent != NONE);
        match offered {
            Some(place) if peers[place].child < child => return,
            Some(place) => drop(peers.remove(place)),
            None => self.available_sizes |= 1 << size,
        }
        let place = peers.partition_point(|other| other.base > base);
        peers.insert(place, Offer { base, parent, child });
    }

    fn note_if_none_available(&mut self, size: u8) {
        self.available_sizes &= !(u32::from(self.available[size as usize].is_empty()) << size);
    }

    /// Removes and returns the smallest available piece of at least `2^size` nodes; of equal ones, the one with the
    /// lowest base.
    fn take_smallest(&mut self, size: u8) -> Option<u32> {
        let sufficient = self.available_sizes >> size;
        if sufficient == 0 {
            return None;
        }
        let found = size + sufficient.trailing_zeros() as u8;
        let Offer { parent, child, .. } =
            *self.available[found as usize].last().expect("its bit says that it is not empty");
        Some(self.take(parent, child))
    }

    /// The next available child behind this one, if it has the same size.
    fn next_of_its_size(&self, parent: u32, child: u32) -> Option<u32> {
        let next = self.available_children[self.pieces[parent as usize].cut as usize].first_from(child)?;
        let same = self.scheme == Scheme::Equal || next == 1;
        same.then_some(next)
    }

    /// Cuts a piece into smaller ones. The first has `2^wanted` nodes and is returned; the others become available.
    fn cut(&mut self, number: u32, wanted: u8) -> u32 {
        let cut = self.unused_cuts.pop().unwrap_or(self.available_children.len() as u32);
        if cut as usize == self.available_children.len() {
            self.available_children.push(FreeSet::default());
        }
        let piece = &mut self.pieces[number as usize];
        piece.cut = cut;
        let doublings = piece.size - wanted;
        piece.child_size = wanted;
        piece.children = match self.scheme {
            Scheme::Equal => 1 << doublings,
            Scheme::NonEqual => 1 + u32::from(doublings),
        };
        if self.scheme == Scheme::Equal {
            piece.child_extents = fill_evenly(&piece.extents, wanted);
        }
        let children = piece.children;
        self.available_children[cut as usize].become_all(children);
        self.available_children[cut as usize].take(0);
        let offered = if self.scheme == Scheme::Equal { 1 } else { children - 1 };
        (1..=offered).for_each(|child| self.offer(number, child));
        let first = self.child(number, 0);
        self.add(first)
    }

    /// A child of a cut piece. In an equal cut, children are in order of their bases. In repeated halving, the rest of
    /// the lower half comes first, then the upper halves, smallest first.
    fn child(&self, parent: u32, child: u32) -> Piece {
        let piece = &self.pieces[parent as usize];
        if self.scheme == Scheme::Equal {
            let base = piece.base + self.offset(&piece.extents, &piece.child_extents, child);
            return Piece::new(base, piece.child_extents, (parent, child));
        }
        let (mut extents, mut base, mut halvings) = (piece.extents, piece.base, piece.children - child.max(1));
        for dimension in (0..self.strides.len()).rev() {
            let here = halvings.min(extents[dimension].into());
            if here > 0 {
                halvings -= here;
                extents[dimension] -= here as u8;
                base = piece.base + (self.strides[dimension] << extents[dimension]);
            }
        }
        Piece::new(if child == 0 { piece.base } else { base }, extents, (parent, child))
    }

    /// The distance, in node indices, from the parent's base to the base of the `child`-th of equal pieces.
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

    /// Makes a piece available. If all its siblings are available, they merge, and the result is handled in the same
    /// way.
    fn give_back(&mut self, number: u32) {
        let mut number = number;
        loop {
            let Piece { parent, child, .. } = self.pieces[number as usize];
            if parent == NONE {
                return self.offer(NONE, number);
            }
            self.unused.push(number);
            let cut = &mut self.pieces[parent as usize];
            let available = &mut self.available_children[cut.cut as usize];
            available.give_back(child);
            if available.count() < cut.children {
                return self.offer(parent, child);
            }
            let sizes = match self.scheme {
                Scheme::Equal => cut.child_size..cut.child_size + 1,
                Scheme::NonEqual => cut.child_size..cut.size,
            };
            self.unused_cuts.push(std::mem::replace(&mut cut.cut, NONE));
            for size in sizes {
                self.available[size as usize].retain(|offer| offer.parent != parent);
                self.note_if_none_available(size);
            }
            number = parent;
        }
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

impl Allocator for Semitori {
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
        Some(Allocation { processors: request.processors, blocks: vec![block].into(), ticket: number })
    }

    /// More available nodes never make the largest available piece smaller.
    fn is_monotone(&self) -> bool {
        true
    }

    fn release(&mut self, allocation: &Allocation) {
        self.free += allocation.processors;
        self.give_back(allocation.ticket);
    }

    fn can_hold(&self) -> bool {
        true
    }

    fn hold(&mut self, allocation: &Allocation, other: &dyn Allocator) -> Option<Allocation> {
        self.free -= allocation.processors;
        Some(Allocation { ticket: self.like(same_type(other), allocation.ticket), ..allocation.clone() })
    }

    /// A piece is cut only if a part of it is held. So if all held pieces and their cuts are equal, the states are
    /// equal.
    fn holds_alike(&mut self, held: &Allocation, other: &dyn Allocator, held_there: &Allocation) -> bool {
        self.is_cut_like(held.ticket, same_type(other), held_there.ticket)
    }
}

#[cfg(test)]
mod tests;
