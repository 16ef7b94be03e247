//! Machines that are handed out in whole units or in partitions (docs/semantics.md 10.1). One wrapper serves every
//! strategy, which then works on the grid of units and does not see nodes.

use super::copying::clone_by_field;
use super::own::ViolationReport;
use super::{Allocation, Allocator, Blocks, OutOfService, Refusal, same_type};
use crate::machine::{Block, Machine, Unit};
use crate::workload::shape::{Shape, Shapes};
use crate::workload::{Partitions, Request};

/// How a machine is handed out: converts requests for processors into units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portions {
    /// The unit that is handed out whole.
    pub unit: Unit,
    /// The sizes that jobs get.
    pub partitions: Partitions,
}

impl Portions {
    /// The number of units for a job that asks for this many processors. `None` if no partition is large enough.
    pub fn units(&self, processors: u32) -> Option<u32> {
        self.partitions.raised(processors).map(|raised| raised.div_ceil(self.unit.nodes()))
    }

    /// Converts a request for processors into one for units. `None` if no partition is large enough. Segments stay as
    /// they are: strategies that know them have units of one node.
    fn in_units(&self, request: &Request) -> Option<Request> {
        let extents = request.extents.map(|extents| self.unit.holding(&extents));
        let processors = self.units(request.processors)?;
        Some(Request { processors, extents, grouping: request.grouping })
    }

    /// Converts a request for units into one for nodes.
    fn in_nodes(&self, request: &Request) -> Request {
        let processors = request.processors.saturating_mul(self.unit.nodes());
        let extents = request.extents.map(|extents| self.unit.in_nodes(&extents));
        Request { processors, extents, grouping: request.grouping }
    }

    /// The inverse of [`Portions::in_nodes`].
    fn back_in_units(&self, request: &Request) -> Request {
        let extents = request.extents.map(|extents| self.unit.holding(&extents));
        let processors = request.processors.div_ceil(self.unit.nodes());
        Request { processors, extents, grouping: request.grouping }
    }

    /// Sets the extents, in nodes, of requests for counts: those of the shape that their units have on the grid. A
    /// request larger than the machine gets no extents. Linear in the units.
    pub fn shape(&self, requests: &mut [Request], grid: &Machine, shape: Shape) {
        let shapes = Shapes::new(grid, shape);
        for request in requests {
            let on_grid = self.units(request.processors).and_then(|units| shapes.extents(units));
            request.extents = on_grid.map(|extents| self.unit.in_nodes(&extents));
        }
    }
}

/// Adapts a strategy on the grid of units to the machine: requests are divided and results are multiplied. Blocks are
/// aligned boxes of whole units.
pub struct InUnits {
    /// The strategy on the grid.
    on_grid: Box<dyn Allocator>,
    grid: Machine,
    portions: Portions,
}

clone_by_field!(InUnits { on_grid, grid, portions });

impl InUnits {
    /// Adapts the strategy that works on the grid of a machine.
    pub fn new(on_grid: Box<dyn Allocator>, grid: Machine, portions: Portions) -> InUnits {
        InUnits { on_grid, grid, portions }
    }

    /// Converts an allocation on the grid into one on the machine.
    fn on_the_machine(&self, given: Allocation) -> Allocation {
        let unit = self.portions.unit;
        let blocks = match given.blocks {
            Blocks::Listed(list) => list.iter().map(|block| unit.block_in_nodes(block)).collect::<Vec<Block>>().into(),
            Blocks::Numbered { pages, stretches, .. } => {
                Blocks::Numbered { pages, unit: Some(Box::new(unit)), stretches }
            }
        };
        Allocation { processors: given.processors * unit.nodes(), blocks, ticket: given.ticket }
    }

    /// Converts an allocation on the machine into one on the grid. Numbered blocks are the same on both; a strategy
    /// reads only their numbers.
    fn on_the_grid(&self, allocation: &Allocation) -> Allocation {
        let unit = self.portions.unit;
        let blocks = match &allocation.blocks {
            Blocks::Listed(list) => list.iter().map(|block| unit.block_in_units(block)).collect::<Vec<Block>>().into(),
            numbered => numbered.clone(),
        };
        Allocation { processors: allocation.processors / unit.nodes(), blocks, ticket: allocation.ticket }
    }
}

impl Allocator for InUnits {
    fn free_processors(&self) -> u32 {
        self.on_grid.free_processors() * self.portions.unit.nodes()
    }

    /// A request larger than every partition becomes a request larger than every machine.
    fn effective(&self, request: &Request) -> Request {
        let in_units = self.portions.in_units(request).map(|units| self.on_grid.effective(&units));
        in_units.map_or(Request::processors(u32::MAX), |units| self.portions.in_nodes(&units))
    }

    fn needs_only_a_count(&self) -> bool {
        self.on_grid.needs_only_a_count()
    }

    fn fits(&self, request: &Request) -> bool {
        request.processors != u32::MAX && self.on_grid.fits(&self.portions.back_in_units(request))
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let given = self.on_grid.allocate(&self.portions.back_in_units(request))?;
        Some(self.on_the_machine(given))
    }

    fn release(&mut self, allocation: &Allocation) {
        self.on_grid.release(&self.on_the_grid(allocation));
    }

    fn can_hold(&self) -> bool {
        self.on_grid.can_hold()
    }

    fn hold(&mut self, allocation: &Allocation, other: &dyn Allocator) -> Option<Allocation> {
        let other: &InUnits = same_type(other);
        let held = self.on_grid.hold(&self.on_the_grid(allocation), other.on_grid.as_ref())?;
        Some(Allocation { ticket: held.ticket, ..allocation.clone() })
    }

    fn fits_beside(&mut self, request: &Request, allocation: &Allocation, other: &dyn Allocator) -> Option<bool> {
        let other: &InUnits = same_type(other);
        let (request, allocation) = (self.portions.back_in_units(request), self.on_the_grid(allocation));
        self.on_grid.fits_beside(&request, &allocation, other.on_grid.as_ref())
    }

    fn holds_alike(&mut self, held: &Allocation, other: &dyn Allocator, held_there: &Allocation) -> bool {
        let other: &InUnits = same_type(other);
        let (held, held_there) = (self.on_the_grid(held), self.on_the_grid(held_there));
        self.on_grid.holds_alike(&held, other.on_grid.as_ref(), &held_there)
    }

    /// A unit is out of service if one of its nodes is.
    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.on_grid.take_out_of_service(&down.in_units(self.portions.unit.extents(), &self.grid))
    }

    fn refusal(&self, request: &Request) -> Option<Refusal> {
        self.on_grid.refusal(&self.portions.in_units(request)?)
    }

    fn groups(&self, allocation: &Allocation) -> Option<u32> {
        self.on_grid.groups(&self.on_the_grid(allocation))
    }

    fn fragmentation(&self) -> Option<(u64, u64)> {
        self.on_grid.fragmentation()
    }

    fn is_monotone(&self) -> bool {
        self.on_grid.is_monotone()
    }

    fn undo(&mut self, allocation: &Allocation) {
        self.on_grid.undo(&self.on_the_grid(allocation));
    }

    fn placements_tried(&self) -> u64 {
        self.on_grid.placements_tried()
    }

    /// The broken rule refers to the grid, which is the machine that the code knows. The request is the job's.
    fn violation(&self) -> Option<ViolationReport> {
        let mut report = self.on_grid.violation()?;
        report.violation.request = report.violation.request.map(|request| self.portions.in_nodes(&request));
        Some(report)
    }
}
