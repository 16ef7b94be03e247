//! `ocs(c)`: cubes of `c` nodes a side, joined by optical switches (docs/semantics.md 10.2; TPU v4, Jouppi et al., ISCA
//! 2023).
//!
//! The switches join any wholly free cubes into one torus, wherever they are. So a job larger than a cube takes the
//! first free cubes, as many as its shape has. Only jobs smaller than a cube cause fragmentation: they get a box within
//! one cube.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading, side};
use crate::allocation::free_nodes::{FreeNodes, WrapAround};
use crate::allocation::orientations::{Rotation, first_orientation};
use crate::allocation::pages::{FreePages, Pages};
use crate::allocation::{Allocation, Allocator, ArgumentError, Effort, Family, OutOfService, Requirement};
use crate::machine::{Block, Coordinates, Machine, Unit};
use crate::workload::Request;
use std::ops::Range;

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "ocs",
    title: "Optical switches",
    family: Family::NonContiguous,
    effort: Effort::Stretches,
    arguments: "side",
    examples: &["ocs", "ocs(2)"],
    summary: "Switched cubes: the machine in cubes of side nodes (4 by default), joined by optical switches. A job larger than a cube takes the first free cubes, wherever they are; a smaller one the first place within a cube, rotated if need be.",
    source: "TPU v4, ISCA 2023",
    colour: 10,
    wants_extents: true,
    has_own_units: true,
    instead: "tff",
    read,
    ..Entry::COMMON
}];

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    /// The value of a pod of TPU v4.
    const DEFAULT: u32 = 4;
    let (side, canonical) = side("side of a cube", arguments, DEFAULT)?;
    Ok(Reading::new(canonical, move |setting| SwitchedCubes::new(setting.machine, side)))
}

/// A machine of cubes under `ocs`.
///
/// A job within a cube costs O(cubes), and for each orientation a search of each cube with enough free nodes. A job of
/// whole cubes costs O(stretches of cubes taken), and O(cubes / 64) to find them.
pub struct SwitchedCubes {
    /// A cube.
    unit: Unit,
    /// The cubes, numbered by their places on the grid of cubes. Those with only free nodes are free.
    whole: FreePages,
    /// The number of free nodes of each cube.
    free_of_cube: Vec<u32>,
    /// The free nodes of each cube that is not held as a whole.
    cubes: Vec<FreeNodes>,
    free: u32,
}

clone_by_field!(SwitchedCubes { unit, whole, free_of_cube, cubes, free });

impl SwitchedCubes {
    /// All of `machine`, free. Fails if a side of it is no multiple of a cube's side.
    pub fn new(machine: &Machine, side: u32) -> Result<SwitchedCubes, Requirement> {
        if machine.extents().iter().any(|extent| extent % side != 0) {
            return Err(Requirement::MultipleOf(side));
        }
        let unit = Unit::new(&vec![side; machine.dimensions()]).expect("no larger than the machine");
        let whole = FreePages::new(Pages::by_index(machine, side));
        let count = whole.pages.count() as usize;
        let cube = FreeNodes::new(&Machine::mesh(unit.extents()), WrapAround::Ignored);
        let (free_of_cube, cubes) = (vec![unit.nodes(); count], vec![cube; count]);
        Ok(SwitchedCubes { unit, whole, free_of_cube, cubes, free: machine.node_count() })
    }

    /// The cube that contains a box, and the box in coordinates of that cube.
    fn within(&self, block: &Block) -> (u32, Block) {
        let mut within = *block;
        within.base.iter_mut().zip(&**self.unit.extents()).for_each(|(x, side)| *x %= side);
        (self.whole.pages.number_at(block.base), within)
    }

    /// Takes a box within a cube that is not held as a whole.
    fn take(&mut self, cube: u32, within: &Block) {
        self.whole.free.exclude(cube);
        self.cubes[cube as usize].take(within);
        self.free_of_cube[cube as usize] -= within.volume();
        self.free -= within.volume();
    }

    fn give(&mut self, cube: u32, within: &Block) {
        self.cubes[cube as usize].give(within);
        self.free_of_cube[cube as usize] += within.volume();
        if self.free_of_cube[cube as usize] == self.unit.nodes() {
            self.whole.free.give_back(cube);
        }
        self.free += within.volume();
    }

    /// The cube and the first box in it, for the first orientation that has one.
    fn place(&self, extents: &Coordinates) -> Option<(u32, Block)> {
        let volume: u32 = extents.iter().product();
        let first_cube = |rotated: &Coordinates| {
            let mut roomy = self.free_of_cube.iter().zip(0..).filter(|(free, _)| **free >= volume);
            roomy.find_map(|(_, cube)| Some((cube, self.cubes[cube as usize].first_base(rotated)?, *rotated)))
        };
        let (cube, base, extents) = first_orientation(extents, self.unit.extents(), Rotation::Tried, first_cube)?;
        Some((cube, Block { base, extents }))
    }

    /// A box of a cube in coordinates of the machine.
    fn on_machine(&self, cube: u32, within: &Block) -> Block {
        let mut base = self.whole.pages.block(cube).base;
        base.iter_mut().zip(within.base.iter()).for_each(|(x, offset)| *x += offset);
        Block { base, extents: within.extents }
    }

    /// Takes this many whole cubes. The caller ensures that enough are free.
    fn take_cubes(&mut self, processors: u32) -> Allocation {
        let given = self.whole.take_first(0, processors);
        given.blocks.stretches().iter().for_each(|cubes| self.fill(cubes, 0));
        self.free -= given.processors;
        given
    }

    /// Sets the number of free nodes of each of these cubes.
    fn fill(&mut self, cubes: &Range<u32>, free: u32) {
        self.free_of_cube[cubes.start as usize..cubes.end as usize].fill(free);
    }
}

impl Allocator for SwitchedCubes {
    fn free_processors(&self) -> u32 {
        self.free
    }

    /// The shape if it fits within a cube. Otherwise whole cubes, regardless of the shape.
    fn effective(&self, request: &Request) -> Request {
        let Some(extents) = request.extents else { return *request };
        let cubes = self.unit.holding(&extents).iter().fold(1u32, |cubes, along| cubes.saturating_mul(*along));
        match cubes {
            1 => Request { processors: extents.iter().product(), ..*request },
            _ => Request::processors(cubes.saturating_mul(self.unit.nodes())),
        }
    }

    fn fits(&self, request: &Request) -> bool {
        match request.extents {
            Some(extents) => self.place(&extents).is_some(),
            None => request.processors.div_ceil(self.unit.nodes()) <= self.whole.free.count(),
        }
    }

    /// Every place within a cube is tried; whole cubes need only a count.
    fn is_monotone(&self) -> bool {
        true
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let Some(extents) = request.extents else {
            return self.fits(request).then(|| self.take_cubes(request.processors));
        };
        let (cube, within) = self.place(&extents)?;
        self.take(cube, &within);
        let blocks = vec![self.on_machine(cube, &within)].into();
        Some(Allocation { processors: within.volume(), blocks, ticket: 0 })
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        for &node in down.nodes() {
            let base = self.whole.pages.machine().coordinates(node);
            let (cube, within) = self.within(&Block { base, extents: Coordinates::splat(1, base.len()) });
            self.take(cube, &within);
        }
        true
    }

    fn release(&mut self, allocation: &Allocation) {
        for block in allocation.blocks.listed() {
            let (cube, within) = self.within(block);
            self.give(cube, &within);
        }
        self.whole.release(allocation);
        for cubes in allocation.blocks.stretches() {
            self.fill(cubes, self.unit.nodes());
            self.free += self.whole.pages.nodes_of(cubes);
        }
    }
}

#[cfg(test)]
mod tests;
