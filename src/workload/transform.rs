//! The transformation of a workload before the simulation (docs/semantics.md 3.2).
//!
//! One step is not here: dropping jobs that are too large. Only the allocation strategies know what they can place, so
//! the plan of an experiment asks them.

use super::load::Offered;
use super::shape::Shapes;
use super::{Column, Grouping, JobList, Jobs, Request, Unpacked, Workload};
use crate::machine::{Coordinates, Machine};
use crate::names::named;
use crate::time::{Decimal, Time};
use rustc_hash::FxHashMap;

pub use super::shape::Shape;

named! {
    /// The rounding of requested processors.
    #[derive(Default)]
    Rounding, "rounding" {
        /// No rounding.
        #[default]
        None = "none",
        /// Up to the next power of two.
        Pow2 = "pow2",
    }
}

named! {
    /// The scheduler's estimates of runtimes.
    #[derive(Default)]
    Estimates, "kind of estimates" {
        /// The runtimes themselves.
        #[default]
        Exact = "exact",
        /// The times requested in the log, but at least the runtime; the runtime if none was requested.
        Requested = "requested",
    }
}

/// The transformation of a workload. The default changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transformation {
    /// The factor on sizes.
    pub size_scale: u32,
    /// Processors of a node: jobs get whole nodes, enough for their scaled sizes. 1 if sizes are nodes already.
    pub node_size: u32,
    /// The rounding of sizes after that.
    pub round: Rounding,
    /// The sub-mesh of a job, if the strategy places sub-meshes.
    pub shape: Shape,
    /// The scheduler's estimates of runtimes.
    pub estimates: Estimates,
    /// The factor on the excess of the requested time over the runtime.
    pub estimate_excess: Decimal,
    /// The factor on runtimes and requested times.
    pub runtime_coefficient: Decimal,
    /// The factor on arrival times: less than 1 is a heavier load.
    pub arrival_factor: Decimal,
    /// The load to which arrival times are then stretched.
    pub load: Option<Decimal>,
    /// The segments and flags of all jobs, instead of those of the log.
    pub grouping: Grouping,
    /// Jobs with fewer processors get segments of one node in the place of these.
    pub segmented_from: u32,
}

/// The requests of jobs, each once.
struct Asked<'a> {
    /// The requests of the jobs so far.
    requests: Vec<Request>,
    transformation: &'a Transformation,
    sizes: Unpacked<'a, u32>,
    /// The requested sub-meshes, if a strategy needs them.
    sides: Option<&'a [Coordinates]>,
    shapes: Option<Shapes>,
    come_with_shapes: bool,
    /// The segments of the jobs; empty if none has any.
    groupings: &'a [Grouping],
    /// The numbers of the requests of small jobs by size, where nothing else tells requests apart.
    by_size: Vec<Option<u32>>,
    numbers: FxHashMap<Request, u32>,
}

/// Jobs up to this size are small.
const SMALL: usize = 1024;

impl<'a> Asked<'a> {
    fn new(transformation: &'a Transformation, workload: &'a Workload, machine: &Machine, with_extents: bool) -> Self {
        let come_with_shapes = !workload.sides.is_empty();
        let is_plain = !come_with_shapes && workload.groupings.is_empty();
        Asked {
            requests: Vec::new(),
            transformation,
            sizes: workload.size.unpacked(),
            sides: (with_extents && come_with_shapes).then_some(&workload.sides),
            shapes: with_extents.then(|| Shapes::new(machine, transformation.shape)),
            come_with_shapes,
            groupings: &workload.groupings,
            by_size: vec![None; if is_plain { SMALL } else { 0 }],
            numbers: FxHashMap::default(),
        }
    }

    /// The number of the request of the job with this index. A new request comes behind those of earlier jobs.
    #[inline]
    fn number_of(&mut self, job: usize) -> u32 {
        let size = self.sizes.at(job);
        if let Some(Some(number)) = self.by_size.get(size as usize) {
            return *number;
        }
        let number = self.find(job, size);
        if let Some(known) = self.by_size.get_mut(size as usize) {
            *known = Some(number);
        }
        number
    }

    /// The same for a job of this size.
    fn find(&mut self, job: usize, size: u32) -> u32 {
        let processors = if self.come_with_shapes { size } else { self.transformation.size(size) };
        let own = self.groupings.get(job).copied().unwrap_or_default();
        let grouping = self.transformation.grouping_of(processors).instead_of(own);
        let sides = self.sides.map(|sides| sides[job]);
        let extents = sides.or_else(|| self.shapes.as_ref()?.extents(processors));
        let request = Request { processors, extents, grouping };
        *self.numbers.entry(request).or_insert_with(|| {
            self.requests.push(request);
            self.requests.len() as u32 - 1
        })
    }
}

/// Multiplied times; the same column if the factor is 1.
fn stretched(times: &Column<Time>, by: Decimal) -> Column<Time> {
    if by == Decimal::ONE { times.clone() } else { times.iter().map(|time| by.stretch(time)).collect() }
}

impl Default for Transformation {
    fn default() -> Transformation {
        Transformation {
            size_scale: 1,
            node_size: 1,
            round: Rounding::default(),
            shape: Shape::default(),
            estimates: Estimates::default(),
            estimate_excess: Decimal::ONE,
            runtime_coefficient: Decimal::ONE,
            arrival_factor: Decimal::ONE,
            load: None,
            grouping: Grouping::default(),
            segmented_from: 0,
        }
    }
}

impl Transformation {
    /// The segments and flags that all jobs of this many processors get.
    pub(crate) fn grouping_of(&self, processors: u32) -> Grouping {
        let is_small = processors < self.segmented_from && self.grouping.segment > 0;
        Grouping { segment: if is_small { 1 } else { self.grouping.segment }, ..self.grouping }
    }

    /// The jobs of `workload` for the simulator, in its order, without leaving out any.
    ///
    /// Requests have extents only `with_extents`, for strategies that place sub-meshes; jobs larger than the machine
    /// never have them. Jobs that ask for sub-meshes keep them and their sizes. Sizes too large for 32 bits become the
    /// largest number, which no machine has. Linear in the jobs, and with extents in the machine's nodes.
    pub fn apply(&self, workload: &Workload, machine: &Machine, with_extents: bool) -> Jobs {
        let (requests, request) = self.requests(workload, machine, with_extents);
        let runtime = stretched(&workload.runtime, self.runtime_coefficient);
        let estimate = match self.estimates {
            Estimates::Exact => runtime.clone(),
            Estimates::Requested => {
                let requested = workload.requested.iter().map(|time| self.runtime_coefficient.stretch(time));
                // A job without a requested time has a negative one, which is less than any runtime.
                let excess = |(requested, runtime): (Time, Time)| requested.max(runtime) - runtime;
                let estimate = |(excess, runtime)| self.estimate_excess.stretch(excess).saturating_add(runtime);
                requested.zip(runtime.iter()).map(excess).zip(runtime.iter()).map(estimate).collect()
            }
        };
        let submit = stretched(&workload.submit, self.arrival_factor);
        let come_with_shapes = !workload.sides.is_empty();
        let jobs = JobList { submit, runtime, estimate, request };
        let mut jobs = Jobs { jobs, requests, user: workload.origin.user.clone(), come_with_shapes, ..Jobs::default() };
        if let Some(load) = self.load
            && let Some(offered) = Offered::by(&jobs)
        {
            offered.stretch_to(load, machine, &mut jobs);
        }
        jobs
    }

    /// The requests that [`Transformation::apply`] gives the same jobs, and the number of each job's request.
    pub fn requests(&self, workload: &Workload, machine: &Machine, with_extents: bool) -> (Vec<Request>, Vec<u32>) {
        let mut asked = Asked::new(self, workload, machine, with_extents);
        let numbers = (0..workload.len()).map(|job| asked.number_of(job)).collect();
        (asked.requests, numbers)
    }

    /// A job's nodes after scaling, counting whole nodes, and rounding. A size too large for 32 bits becomes the
    /// largest number, which no machine has.
    fn size(&self, size: u32) -> u32 {
        let scaled = u64::from(size) * u64::from(self.size_scale);
        let nodes = u32::try_from(scaled.div_ceil(u64::from(self.node_size.max(1)))).unwrap_or(u32::MAX);
        match self.round {
            Rounding::None => nodes,
            Rounding::Pow2 => nodes.checked_next_power_of_two().unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests;
