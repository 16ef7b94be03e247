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
    /// The numbers of the requests, by processors or, if there are sides, by these.
    by_processors: FxHashMap<(u32, Grouping), u32>,
    by_sides: FxHashMap<(Coordinates, Grouping), u32>,
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
            by_processors: FxHashMap::default(),
            by_sides: FxHashMap::default(),
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
        let (next, sides) = (self.requests.len() as u32, self.sides.map(|sides| sides[job]));
        let own = self.groupings.get(job).copied().unwrap_or_default();
        let grouping = self.transformation.grouping_of(processors).instead_of(own);
        let known = match sides {
            Some(sides) => self.by_sides.get(&(sides, grouping)),
            None => self.by_processors.get(&(processors, grouping)),
        };
        known.copied().unwrap_or_else(|| {
            let extents = sides.or_else(|| self.shapes.as_ref()?.extents(processors));
            self.requests.push(Request { processors, extents, grouping });
            match sides {
                Some(sides) => self.by_sides.insert((sides, grouping), next),
                None => self.by_processors.insert((processors, grouping), next),
            };
            next
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
    fn grouping_of(&self, processors: u32) -> Grouping {
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
mod tests {
    use super::*;
    use crate::time::SECOND;
    use crate::workload::Job;
    use proptest::prelude::*;

    fn workload(jobs: &[(i64, i64, i64, u32)]) -> Workload {
        Workload {
            id: (1..=jobs.len() as i64).collect(),
            submit: jobs.iter().map(|job| job.0 * SECOND).collect(),
            runtime: jobs.iter().map(|job| job.1 * SECOND).collect(),
            requested: jobs.iter().map(|job| job.2 * SECOND).collect(),
            size: jobs.iter().map(|job| job.3).collect(),
            ..Workload::default()
        }
    }

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    const TORUS: &str = "torus:2x2x2x4x4x8";

    #[test]
    fn the_default_changes_nothing() {
        let jobs = Transformation::default().apply(
            &workload(&[(0, 7, 100, 3), (5, 0, -1, 2000)]),
            &TORUS.parse().unwrap(),
            false,
        );
        let job = |submit, runtime, request| Job { submit, runtime, estimate: runtime, request };
        assert_eq!(jobs.jobs, vec![job(0, 7 * SECOND, 0), job(5 * SECOND, 0, 1)].into());
        assert_eq!(jobs.requests, [Request::processors(3), Request::processors(2000)]);
    }

    /// Unchanged columns take no additional memory.
    #[test]
    fn jobs_share_the_columns_of_the_workload() {
        let given = workload(&(0..9000).map(|job| (job, job * 7919 % 1000, 2000, 3)).collect::<Vec<_>>());
        let jobs = |transformation: Transformation| transformation.apply(&given, &TORUS.parse().unwrap(), false).jobs;
        let shared = |jobs: &JobList| {
            [
                jobs.submit.shares(&given.submit),
                jobs.runtime.shares(&given.runtime),
                jobs.estimate.shares(&jobs.runtime),
            ]
        };
        assert_eq!(shared(&jobs(Transformation::default())), [true; 3]);
        let estimates = Estimates::Requested;
        assert_eq!(shared(&jobs(Transformation { estimates, ..Transformation::default() })), [true, true, false]);
        let (runtime_coefficient, arrival_factor) = (decimal("1.5"), decimal("0.5"));
        let changed = Transformation { runtime_coefficient, arrival_factor, ..Transformation::default() };
        assert_eq!(shared(&jobs(changed)), [false, false, true]);
    }

    #[test]
    fn sizes_are_scaled_and_then_rounded() {
        let transformation = Transformation { size_scale: 3, round: Rounding::Pow2, ..Transformation::default() };
        for (size, expected) in [(1, 4), (5, 16), (6, 32), (11, 64), (u32::MAX / 2, u32::MAX), (1 << 30, u32::MAX)] {
            assert_eq!(transformation.size(size), expected, "{size}");
        }
        let scaled = Transformation { size_scale: 3, ..Transformation::default() };
        assert_eq!(scaled.size(5), 15);
        assert_eq!(scaled.size(u32::MAX), u32::MAX, "saturates");
    }

    #[test]
    fn jobs_get_whole_nodes_after_scaling_and_before_rounding() {
        let of_four = Transformation { node_size: 4, ..Transformation::default() };
        for (processors, nodes) in [(1, 1), (4, 1), (5, 2), (8, 2), (4008, 1002), (u32::MAX, 1 << 30)] {
            assert_eq!(of_four.size(processors), nodes, "{processors}");
        }
        let scaled = Transformation { size_scale: 6, ..of_four };
        assert_eq!([1, 2, 3].map(|size| scaled.size(size)), [2, 3, 5], "6, 12 and 18 processors in nodes of 4");
        let rounded = Transformation { round: Rounding::Pow2, ..scaled };
        assert_eq!([1, 2, 3].map(|size| rounded.size(size)), [2, 4, 8]);
    }

    #[test]
    fn small_jobs_may_have_segments_of_one_node() {
        let grouping = Grouping { segment: 16, ..Grouping::default() };
        let transformation = Transformation { grouping, segmented_from: 64, ..Transformation::default() };
        let given = workload(&[(0, 1, 1, 128), (1, 1, 1, 63), (2, 1, 1, 64)]);
        let jobs = transformation.apply(&given, &TORUS.parse().unwrap(), false);
        let segments = jobs.jobs.iter().map(|job| jobs.requests[job.request as usize].grouping.segment);
        assert_eq!(segments.collect::<Vec<_>>(), [16, 1, 16]);
        let whole = Transformation { segmented_from: 64, ..Transformation::default() };
        assert_eq!(whole.grouping_of(1), Grouping::default(), "nothing is divided");
    }

    #[test]
    fn runtimes_estimates_and_arrivals_are_stretched_exactly() {
        let transformation = Transformation {
            estimates: Estimates::Requested,
            runtime_coefficient: decimal("1.35"),
            arrival_factor: decimal("0.3"),
            ..Transformation::default()
        };
        let given = workload(&[(0, 7, 10, 1), (11, 7, 5, 1), (12, 7, -1, 1)]);
        let jobs = transformation.apply(&given, &TORUS.parse().unwrap(), false);
        assert!(jobs.jobs.iter().all(|job| job.runtime == 9_450_000));
        let estimates: Vec<_> = jobs.jobs.iter().map(|job| job.estimate).collect();
        assert_eq!(estimates, [13_500_000, 9_450_000, 9_450_000], "more, too little and nothing requested");
        let arrivals: Vec<_> = jobs.jobs.iter().map(|job| job.submit).collect();
        assert_eq!(arrivals, [0, 3_300_000, 3_600_000]);
    }

    /// Of 7 s, 10 were requested: an excess of 3. A request that is too short or missing has no excess.
    #[test]
    fn estimates_exceed_runtimes_by_a_share_of_the_requested_excess() {
        let given = workload(&[(0, 7, 10, 1), (11, 7, 5, 1), (12, 7, -1, 1)]);
        let estimates = |excess, estimates| {
            let transformation =
                Transformation { estimates, estimate_excess: decimal(excess), ..Transformation::default() };
            let jobs = transformation.apply(&given, &TORUS.parse().unwrap(), false);
            jobs.jobs.iter().map(|job| job.estimate).collect::<Vec<_>>()
        };
        assert_eq!(estimates("0", Estimates::Requested), [7 * SECOND; 3]);
        assert_eq!(estimates("0.5", Estimates::Requested), [8_500_000, 7 * SECOND, 7 * SECOND]);
        assert_eq!(estimates("2", Estimates::Requested), [13 * SECOND, 7 * SECOND, 7 * SECOND]);
        assert_eq!(estimates("2", Estimates::Exact), [7 * SECOND; 3]);
    }

    #[test]
    fn extents_are_only_for_jobs_that_ask_and_fit() {
        let machine = TORUS.parse().unwrap();
        let jobs = Transformation { size_scale: 8, ..Transformation::default() }.apply(
            &workload(&[(0, 1, -1, 8), (1, 1, -1, 129)]),
            &machine,
            true,
        );
        assert_eq!(jobs.request(0).extents.unwrap().to_vec(), [2, 2, 2, 2, 2, 2]);
        assert_eq!(*jobs.request(1), Request::processors(1032));
    }

    #[test]
    fn names_round_trip_and_unknown_ones_list_the_known() {
        for &rounding in Rounding::ALL {
            assert_eq!(rounding.to_string().parse(), Ok(rounding));
        }
        for &estimates in Estimates::ALL {
            assert_eq!(estimates.to_string().parse(), Ok(estimates));
        }
        for &shape in Shape::ALL {
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        let reason = "pow3".parse::<Rounding>().unwrap_err();
        assert_eq!(reason.known, ["none", "pow2"]);
    }

    proptest! {
        #[test]
        fn no_job_is_lost_and_no_estimate_is_too_short(
            jobs in prop::collection::vec((0i64..1 << 33, 0i64..1 << 33, -1i64..1 << 33, 1u32..), 0..40),
            digits in 0i64..10_000,
            scale in 1u32..100,
            node_size in 1u32..100,
        ) {
            let coefficient = Decimal::new(digits, 3);
            let mut given = workload(&jobs);
            given.submit = { let mut sorted = given.submit.to_vec(); sorted.sort(); sorted.into() };
            for &round in Rounding::ALL {
                for &estimates in Estimates::ALL {
                    let transformation = Transformation {
                        size_scale: scale,
                        node_size,
                        round,
                        estimates,
                        runtime_coefficient: coefficient,
                        arrival_factor: coefficient,
                        shape: Shape::Compact,
                        ..Transformation::default()
                    };
                    let result = transformation.apply(&given, &Machine::mesh(&[4, 5]), true);
                    prop_assert_eq!(result.jobs.len(), given.len());
                    prop_assert!(result.jobs.submit.iter().is_sorted());
                    for (index, size) in given.size.iter().enumerate() {
                        let (job, request) = (result.jobs.at(index), result.request(index));
                        prop_assert!(job.estimate >= job.runtime && job.runtime >= 0);
                        let nodes = u64::from(request.processors) * u64::from(node_size);
                        prop_assert!(nodes >= u64::from(size) || request.processors == u32::MAX);
                        prop_assert_eq!(request.extents.is_some(), request.processors <= 20);
                        if let Some(extents) = request.extents {
                            prop_assert!(extents.iter().product::<u32>() >= request.processors);
                        }
                    }
                }
            }
        }
    }
}
