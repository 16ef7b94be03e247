//! `bf` and `tbf`: the free box with the most contacts (docs/semantics.md 6.2; Thesis 2008 section 2.2.1).
//!
//! A contact is a node just outside a face of the box that is busy, or that is missing because the face lies on the
//! machine's edge. A box that spans a ring has no faces there. Boxes with much contact leave the free nodes together.

use crate::allocation::contiguous::{BaseSearch, Contiguous};
use crate::allocation::copying::{Workspace, clone_by_field};
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::free_nodes::{FreeNodes, Links};
use crate::allocation::orientations::Rotation;
use crate::allocation::{ArgumentError, Effort, Family, OutOfService};
use crate::machine::{Block, Coordinates, Machine};
use std::rc::Rc;

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "bf",
        family: Family::Contiguous,
        effort: Effort::EveryPlace,
        arguments: "",
        examples: &["bf"],
        summary: "Best fit: the free box with the most busy nodes and machine edges around it, never turned. Keeps what is left free in one piece.",
        source: "Thesis 2008, section 2.2.1",
        colour: 5,
        wants_extents: true,
        rounds_to_powers_of_two: false,
        has_own_units: false,
        instead: "",
        read: |arguments| read(arguments, Rotation::Never),
    },
    Entry {
        name: "tbf",
        family: Family::Contiguous,
        effort: Effort::EveryPlace,
        arguments: "",
        examples: &["tbf"],
        summary: "Turning best fit: the first orientation that fits at all, and in it the box with the most busy nodes and machine edges around it.",
        source: "Thesis 2008, section 2.2.1",
        colour: 6,
        wants_extents: true,
        rounds_to_powers_of_two: false,
        has_own_units: false,
        instead: "",
        read: |arguments| read(arguments, Rotation::Tried),
    },
];

fn read(arguments: &[&str], rotation: Rotation) -> Result<Reading, ArgumentError> {
    Reading::without_arguments(arguments, move |setting| Ok(Contiguous::new(BestFit::new(setting.machine), rotation)))
}

/// Best fit on the set of free nodes; on a ring a box may wrap around. Ties go to the lexicographically first base.
///
/// A placement costs O(nodes x dimensions^2): the busy nodes along all possible faces are counted by sliding windows.
pub struct BestFit {
    free: FreeNodes,
    machine: Rc<Machine>,
    scratch: Workspace<Scratch>,
}

clone_by_field!(BestFit { free, machine, scratch });

#[derive(Clone, Default)]
struct Scratch {
    /// For every node, the busy nodes of the face whose lowest corner it is.
    face: Vec<u32>,
    next: Vec<u32>,
    /// The bases of free boxes with their contacts.
    contacts: Vec<(u32, u32)>,
}

impl BestFit {
    /// All nodes of `machine`, free.
    pub fn new(machine: &Machine) -> BestFit {
        BestFit {
            free: FreeNodes::new(machine, Links::Followed),
            machine: Rc::new(machine.clone()),
            scratch: Workspace::default(),
        }
    }

    /// Counts in `face`, for every node, the busy nodes of a box with these extents except that it is one node thick
    /// in `normal`. On lines, too, the box wraps around: nobody asks there.
    fn count_faces(&self, extents: &[u32], normal: usize, face: &mut Vec<u32>, next: &mut Vec<u32>) {
        let nodes = self.machine.node_count();
        face.clear();
        face.resize(nodes as usize, 1);
        self.free.iter().for_each(|node| face[node as usize] = 0);
        next.resize(nodes as usize, 0);
        let mut stride = 1;
        for dimension in (0..extents.len()).rev() {
            let length = self.machine.extents()[dimension] as usize;
            if dimension != normal && extents[dimension] > 1 {
                sum_windows(face, next, stride, length, extents[dimension] as usize);
                std::mem::swap(face, next);
            }
            stride *= length;
        }
    }
}

/// Sets every element of `sums` to the sum of `window` values from its own on, `stride` apart, around rings of
/// `length`.
fn sum_windows(values: &[u32], sums: &mut [u32], stride: usize, length: usize, window: usize) {
    for (values, sums) in values.chunks(stride * length).zip(sums.chunks_mut(stride * length)) {
        for start in 0..stride {
            // At most once around.
            let value = |x: usize| values[start + if x < length { x } else { x - length } * stride];
            let mut sum: u32 = (0..window).map(value).sum();
            for x in 0..length {
                sums[start + x * stride] = sum;
                sum = sum + value(x + window) - value(x);
            }
        }
    }
}

impl BaseSearch for BestFit {
    fn free_processors(&self) -> u32 {
        self.free.count()
    }

    fn place(&self, extents: &Coordinates) -> Option<Block> {
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { face, next, contacts } = &mut *scratch;
        contacts.clear();
        contacts.extend(self.free.bases(extents)?.iter().map(|base| (base, 0)));
        // A single base wins whatever its contacts.
        let normals = if contacts.len() > 1 { extents.len() } else { 0 };
        for normal in 0..normals {
            let (thickness, length) = (extents[normal], self.machine.extents()[normal]);
            let ring = self.machine.rings()[normal];
            if ring && thickness == length {
                continue;
            }
            self.count_faces(extents, normal, face, next);
            let area = extents.iter().product::<u32>() / thickness;
            let stride: u32 = self.machine.extents()[normal + 1..].iter().product();
            for (base, contacts) in contacts.iter_mut() {
                let low = *base / stride % length;
                let line = *base - low * stride;
                let count = |x: u32| face[(line + x % length * stride) as usize];
                *contacts += if low > 0 || ring { count(low + length - 1) } else { area };
                *contacts += if low + thickness < length || ring { count(low + thickness) } else { area };
            }
        }
        // Of several maxima, `max_by_key` takes the last: hence from the back.
        let &(base, _) = contacts.iter().rev().max_by_key(|(_, contacts)| contacts)?;
        Some(Block { base: self.machine.coordinates(base), extents: *extents })
    }

    fn limits(&self) -> &[u32] {
        self.free.extents()
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        down.nodes().iter().for_each(|&node| self.free.take_node(node));
        true
    }

    fn set(&self) -> Option<&FreeNodes> {
        Some(&self.free)
    }

    fn whole_state(&mut self) -> Option<&mut FreeNodes> {
        Some(&mut self.free)
    }

    fn take(&mut self, block: &Block) {
        self.free.take(block);
    }

    fn give(&mut self, block: &Block) {
        self.free.give(block);
    }
}

#[cfg(test)]
mod tests;
