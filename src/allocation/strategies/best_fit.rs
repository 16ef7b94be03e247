//! `bf` and `tbf`: the free box with the most contacts (docs/semantics.md 6.2; Thesis 2008 section 2.2.1).
//!
//! A contact is a node just outside a face of the box that is busy, or that is missing because the face lies on the
//! machine's edge. A box that spans a ring has no faces there. Boxes with many contacts keep the free nodes together.

use crate::allocation::contiguous::{self, BaseSearch};
use crate::allocation::copying::{Workspace, clone_by_field};
use crate::allocation::entry::Entry;
use crate::allocation::free_nodes::{Change, FreeNodes, WrapAround};
use crate::allocation::orientations::Rotation;
use crate::allocation::windows::widen;
use crate::allocation::{Effort, Family, OutOfService};
use crate::machine::{Block, Coordinates, Machine};
use std::rc::Rc;

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "bf",
        title: "Best fit",
        family: Family::Contiguous,
        effort: Effort::EveryPlace,
        examples: &["bf"],
        summary: "Best fit: the free box with the most busy nodes and machine edges around it, never rotated. Keeps what is left free in one piece.",
        source: "Thesis 2008, section 2.2.1",
        colour: 5,
        wants_extents: true,
        read: |arguments| contiguous::read(arguments, Rotation::Never, |machine| Ok(BestFit::new(machine))),
        ..Entry::COMMON
    },
    Entry {
        name: "tbf",
        title: "Best fit, turning",
        family: Family::Contiguous,
        effort: Effort::EveryPlace,
        examples: &["tbf"],
        summary: "Turning best fit: the first orientation that fits at all, and in it the box with the most busy nodes and machine edges around it.",
        source: "Thesis 2008, section 2.2.1",
        colour: 6,
        wants_extents: true,
        read: |arguments| contiguous::read(arguments, Rotation::Tried, |machine| Ok(BestFit::new(machine))),
        ..Entry::COMMON
    },
];

/// Best fit on the set of free nodes; on a ring a box may wrap around. Ties go to the lexicographically first base.
///
/// If few bases are free, a placement costs a look at each row of the faces of each. Otherwise it costs O(nodes x
/// dimensions^2): sliding windows count the busy nodes along all possible faces.
pub struct BestFit {
    free: FreeNodes,
    machine: Rc<Machine>,
    scratch: Workspace<Scratch>,
}

clone_by_field!(BestFit { free, machine, scratch });

#[derive(Clone, Default)]
struct Scratch {
    bases: Vec<u32>,
    /// The number of contacts of a box, by base.
    contacts: Vec<u32>,
    /// By node, the busy nodes of the face with this lowest corner, and of the common part of all later faces.
    face: Vec<u32>,
    common: Vec<u32>,
    next: Vec<u32>,
}

/// The cost of a look at a face, in rows of its nodes. Also the number of window sums that take as long as a look at a
/// row.
const ROWS_OF_FACE: usize = 4;
const SUMS_OF_ROW: usize = 8;

impl BestFit {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> BestFit {
        BestFit {
            free: FreeNodes::new(machine, WrapAround::Followed),
            machine: Rc::new(machine.clone()),
            scratch: Workspace::default(),
        }
    }

    /// Whether boxes of this extent have faces in a dimension.
    fn has_faces(&self, dimension: usize, extent: u32) -> bool {
        !self.machine.rings()[dimension] || extent < self.machine.extents()[dimension]
    }

    /// Whether checking this many boxes one by one costs less than counting everywhere.
    fn are_few(&self, bases: usize, extents: &[u32]) -> bool {
        let rows = extents[..extents.len() - 1].iter().product::<u32>() as usize;
        let each = 2 * extents.len() * (rows + ROWS_OF_FACE);
        let sums = self.machine.node_count() as usize * extents.len() * (extents.len() + 1);
        bases.saturating_mul(each * SUMS_OF_ROW) <= sums
    }

    /// The contacts of one free box.
    fn contacts(&self, block: &Block) -> u32 {
        let faces = (0..block.extents.len()).filter(|&normal| self.has_faces(normal, block.extents[normal]));
        let along = |normal: usize| {
            let (low, thickness) = (block.base[normal], block.extents[normal]);
            let (length, ring) = (self.machine.extents()[normal], self.machine.rings()[normal]);
            let mut face = *block;
            face.extents[normal] = 1;
            let mut beside = |is_inside: bool, x: u32| {
                face.base[normal] = x % length;
                if is_inside { self.free.count_taken(&face) } else { face.volume() }
            };
            beside(low > 0 || ring, low + length - 1) + beside(low + thickness < length || ring, low + thickness)
        };
        faces.map(along).sum()
    }

    /// Counts the contacts of a box for every possible base.
    fn count_everywhere(&self, extents: &[u32], scratch: &mut Scratch) {
        let Scratch { contacts, face, common, next, .. } = scratch;
        let nodes = self.machine.node_count() as usize;
        common.clear();
        common.resize(nodes, 1);
        self.free.iter().for_each(|node| common[node as usize] = 0);
        contacts.clear();
        contacts.resize(nodes, 0);
        next.resize(nodes, 0);
        for normal in (0..extents.len()).rev() {
            if self.has_faces(normal, extents[normal]) {
                face.clone_from(common);
                (0..normal).for_each(|dimension| widen(&self.machine, face, next, dimension, extents[dimension]));
                self.add_faces(face, contacts, normal, extents);
            }
            widen(&self.machine, common, next, normal, extents[normal]);
        }
    }

    /// The distance between neighbours along a dimension.
    fn row(&self, dimension: usize) -> usize {
        self.machine.extents()[dimension + 1..].iter().product::<u32>() as usize
    }

    /// Adds the busy nodes along both faces across a dimension to the contacts of each base. On a line, bases from
    /// which the box would leave the machine may have any value.
    fn add_faces(&self, face: &[u32], contacts: &mut [u32], normal: usize, extents: &[u32]) {
        let (thickness, length) = (extents[normal] as usize, self.machine.extents()[normal] as usize);
        let (row, ring) = (self.row(normal), self.machine.rings()[normal]);
        let area = extents.iter().product::<u32>() / extents[normal];
        let last = length - thickness;
        for (face, contacts) in face.chunks_exact(row * length).zip(contacts.chunks_exact_mut(row * length)) {
            // All bases with both faces on the machine, without wrapping around.
            let between = contacts.get_mut(row..last * row).unwrap_or_default();
            let beside = face.iter().zip(face.get((thickness + 1) * row..).unwrap_or_default());
            between.iter_mut().zip(beside).for_each(|(contacts, (low, high))| *contacts += low + high);
            let rest = last.max(1)..if ring { length } else { last + 1 };
            for x in std::iter::once(0).chain(rest) {
                for (column, contacts) in contacts[x * row..][..row].iter_mut().enumerate() {
                    let count =
                        |is_inside: bool, x: usize| if is_inside { face[x % length * row + column] } else { area };
                    *contacts += count(x > 0 || ring, x + length - 1) + count(x < last || ring, x + thickness);
                }
            }
        }
    }
}

/// The first base with the most contacts.
fn first_greatest(counts: impl Iterator<Item = (u32, u32)>) -> Option<u32> {
    let better = |best: (u32, u32), other: (u32, u32)| if other.1 > best.1 { other } else { best };
    counts.reduce(better).map(|(base, _)| base)
}

impl BaseSearch for BestFit {
    fn free_processors(&self) -> u32 {
        self.free.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let free = self.free.bases(extents)?;
        let mut scratch = self.scratch.borrow_mut();
        let mut bases = std::mem::take(&mut scratch.bases);
        bases.clear();
        bases.extend(free.iter());
        let block = |base: u32| Block { base: self.machine.coordinates(base), extents: *extents };
        let found = match bases[..] {
            // A single base wins with any number of contacts.
            [] | [_] => bases.first().copied(),
            _ if self.are_few(bases.len(), extents) => {
                first_greatest(bases.iter().map(|&base| (base, self.contacts(&block(base)))))
            }
            _ => {
                self.count_everywhere(extents, &mut scratch);
                first_greatest(bases.iter().map(|&base| (base, scratch.contacts[base as usize])))
            }
        };
        scratch.bases = bases;
        found.map(block)
    }

    fn limits(&self) -> &[u32] {
        self.free.extents()
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.free.take_out_of_service(down)
    }

    fn set(&self) -> Option<&FreeNodes> {
        Some(&self.free)
    }

    fn change(&mut self, block: &Block, change: Change) {
        self.free.change(block, change);
    }
}

#[cfg(test)]
mod tests;
