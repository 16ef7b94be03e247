//! `anca`: adaptive non-contiguous allocation (Thesis 2008 section 2.2.2). The request is tried in one piece, then in
//! halves, then in quarters and so on. Either all parts are placed or none.
//!
//! The thesis describes it for a plane. Nothing in it needs a plane, so here it works in any number of dimensions.

use crate::allocation::copying::{Workspace, clone_by_field};
use crate::allocation::entry::{Entry, Reading};
use crate::allocation::free_nodes::{FreeNodes, WrapAround};
use crate::allocation::{Allocation, Allocator, Effort, Family};
use crate::machine::{Block, Machine};
use crate::workload::Request;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "anca",
    title: "Halves and quarters",
    family: Family::NonContiguous,
    effort: Effort::Pieces,
    examples: &["anca"],
    summary: "Adaptive non-contiguous allocation: the sub-mesh asked for in one piece, else in two halves, four quarters \
              and so on, placed all together or not at all. May wait although enough processors are free.",
    source: "Thesis 2008, section 2.2.2",
    colour: 7,
    wants_extents: true,
    read: |arguments| Reading::without_arguments(arguments, |setting| Ok(AdaptiveNonContiguous::new(setting.machine))),
    ..Entry::COMMON
}];

/// The state of a machine under `anca`.
///
/// Allocating costs a search for every part. Each search starts at the last part of the same size.
pub struct AdaptiveNonContiguous {
    free: FreeNodes,
    /// The set in which parts are tried.
    trial: Workspace<Trial>,
}

clone_by_field!(AdaptiveNonContiguous { free, trial });

/// The parts of a request; some have been placed.
#[derive(Clone)]
struct Trial {
    parts: Vec<Block>,
    /// The free nodes beside all parts except the last, computed once two parts have been searched.
    free: FreeNodes,
}

impl AdaptiveNonContiguous {
    /// The machine, free.
    pub fn new(machine: &Machine) -> AdaptiveNonContiguous {
        let free = FreeNodes::new(machine, WrapAround::Followed);
        let trial = Trial { parts: Vec::new(), free: free.clone() };
        AdaptiveNonContiguous { free, trial: Workspace::new(trial) }
    }

    /// Whether the request can be placed. If so, the trial holds its parts.
    fn attempt(&self, request: &Request) -> bool {
        let Some(extents) = request.extents else { return false };
        // A shape longer than a side is halved like any other. Only a shape of more nodes than are free can never be
        // placed.
        if extents.iter().product::<u32>() > self.free.count() {
            return false;
        }
        let trial = &mut *self.trial.borrow_mut();
        trial.parts.clear();
        trial.parts.push(Block { base: extents, extents });
        loop {
            if trial.place_all(&self.free) {
                return true;
            }
            if !trial.halve_all() {
                return false;
            }
        }
    }
}

impl Trial {
    /// Places every part, in order, at the first base that is free for it.
    fn place_all(&mut self, free: &FreeNodes) -> bool {
        (0..self.parts.len()).all(|part| {
            match part {
                // Usually there is no second part, or no room for it. Then nothing is copied.
                0 => {}
                1 => {
                    self.free.clone_from(free);
                    self.free.take(&self.parts[0]);
                }
                _ => self.free.take(&self.parts[part - 1]),
            }
            let here = if part == 0 { free } else { &self.free };
            let base = here.first_base(&self.parts[part].extents);
            base.inspect(|base| self.parts[part].base = *base).is_some()
        })
    }

    /// Replaces every part by two halves across its longest side (the first of equals), the larger half first. Fails on
    /// a single node.
    fn halve_all(&mut self) -> bool {
        let count = self.parts.len();
        self.parts.extend_from_within(..);
        for index in (0..count).rev() {
            let mut halves = [self.parts[index]; 2];
            let extents = &self.parts[index].extents;
            let longest = *extents.iter().max().expect("a machine has a dimension");
            if longest == 1 {
                return false;
            }
            let dimension = extents.iter().position(|&extent| extent == longest).expect("the longest is one of them");
            halves[0].extents[dimension] = longest.div_ceil(2);
            halves[1].extents[dimension] = longest / 2;
            self.parts[2 * index..2 * index + 2].copy_from_slice(&halves);
        }
        true
    }
}

impl Allocator for AdaptiveNonContiguous {
    fn free_processors(&self) -> u32 {
        self.free.count()
    }

    /// The whole shape, which may be longer than the machine. A request without a shape is larger than the machine and
    /// stays as it is.
    fn effective(&self, request: &Request) -> Request {
        let processors = request.extents.map_or(request.processors, |extents| extents.iter().product());
        Request { processors, ..*request }
    }

    fn fits(&self, request: &Request) -> bool {
        self.attempt(request)
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.attempt(request) {
            return None;
        }
        let Trial { parts, free, .. } = self.trial.get_mut();
        if parts.len() > 1 {
            std::mem::swap(&mut self.free, free);
        }
        self.free.take(parts.last().expect("a request has a part"));
        let blocks = parts.clone();
        Some(Allocation { processors: blocks.iter().map(Block::volume).sum(), blocks: blocks.into(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        allocation.blocks.listed().iter().for_each(|block| self.free.give(block));
    }
}
