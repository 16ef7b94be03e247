//! Machines that are handed out in whole units and in partitions (docs/semantics.md 10.1). Any strategy works as on the
//! grid of units, with requests divided and blocks multiplied.

use proptest::prelude::*;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocation, Allocator};
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Plan};
use subtorus::machine::{Block, Coordinates, Machine, Unit};
use subtorus::scheduling::{Event, Observer};
use subtorus::simulation::metrics::{GROUPS_PER_JOB, INTERNAL_FRAGMENTATION, MEAN_SERVICE, UTILIZATION};
use subtorus::time::{SECOND, Time};
use subtorus::workload::{Request, Workload};

/// A grid, the unit of each of its nodes, and the machine of these units.
#[derive(Clone, Debug)]
struct Gridded {
    grid: Machine,
    unit: Vec<u32>,
    machine: Machine,
}

impl Gridded {
    fn new(grid: Machine, unit: Vec<u32>) -> Gridded {
        let extents: Vec<u32> = grid.extents().iter().zip(&unit).map(|(extent, side)| extent * side).collect();
        let machine = Machine::new(&extents, grid.rings()).unwrap();
        Gridded { grid, unit, machine }
    }

    fn written(&self) -> String {
        Coordinates::new(&self.unit).joined("x")
    }

    fn volume(&self) -> u32 {
        self.unit.iter().product()
    }

    /// Multiplies block by block, coordinate by coordinate.
    fn multiplied(&self, blocks: impl Iterator<Item = Block>) -> Vec<Block> {
        let times = |values: &[u32]| {
            Coordinates::new(&values.iter().zip(&self.unit).map(|(value, side)| value * side).collect::<Vec<_>>())
        };
        blocks.map(|block| Block { base: times(&block.base), extents: times(&block.extents) }).collect()
    }

    fn divided(&self, request: &Request) -> Request {
        let up = |values: &Coordinates| {
            let all = values.iter().zip(&self.unit).map(|(value, side)| value.div_ceil(*side));
            Coordinates::new(&all.collect::<Vec<_>>())
        };
        let processors = request.processors.div_ceil(self.volume());
        Request::new(processors, request.extents.as_ref().map(up))
    }
}

fn gridded() -> impl Strategy<Value = Gridded> {
    let random = prop::collection::vec((1u32..=5, any::<bool>()), 1..=4).prop_map(|sides| {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    });
    let particular = prop::sample::select(vec!["mesh:8x8", "torus:8x9", "torus:2x2x4x4", "mesh:16x16", "torus:1x1x3"]);
    let grid = prop_oneof![2 => random, 1 => particular.prop_map(|text| text.parse::<Machine>().unwrap())];
    (grid, prop::collection::vec(1u32..=3, 4)).prop_map(|(grid, sides)| {
        let dimensions = grid.dimensions();
        Gridded::new(grid, sides[..dimensions].to_vec())
    })
}

fn examples() -> impl Iterator<Item = &'static str> {
    catalogue::entries().flat_map(|entry| entry.examples).copied()
}

/// Strategies that divide the machine by rules of their own refuse a unit.
fn has_own_units(name: &str) -> bool {
    catalogue::entry(name).is_some_and(|entry| entry.has_own_units)
}

fn experiment(settings: &[(&str, &str)]) -> Experiment {
    let mut experiment = Experiment::default();
    for (name, value) in [("vary", "none")].iter().chain(settings) {
        experiment.set(name, value).unwrap();
    }
    experiment
}

fn on_grid(name: &str, grid: &Machine) -> Option<Box<dyn Allocator>> {
    catalogue::find(name).unwrap().make(&Setting { machine: grid, seed: 1, replication: 0 }).ok()
}

proptest! {
    #![proptest_config(crate::cases::cases(60))]

    /// Every answer is that of the strategy on the grid, multiplied. A strategy that refuses the grid refuses the
    /// machine.
    #[test]
    fn strategies_work_on_the_grid(
        gridded in gridded(),
        draws in prop::collection::vec((any::<bool>(), any::<usize>(), prop::collection::vec(any::<u32>(), 4), 0u32..9), 1..25),
    ) {
        let experiment = experiment(&[("unit", &gridded.written()), ("seed", "1")]);
        for name in examples() {
            let whole = on_grid(name, &gridded.grid);
            let made = experiment.allocator(name, &gridded.machine, 0);
            let has_unit = gridded.volume() > 1;
            if has_own_units(name) && has_unit {
                let reason = Diagnostic::of(&made.err().expect("cubes are no units")).message();
                prop_assert!(reason.contains("parts of its own"), "{}", reason);
                continue;
            }
            prop_assert_eq!(made.is_ok(), whole.is_some(), "{} on {:?}", name, gridded);
            let (Some(mut whole), Ok(mut wrapped)) = (whole, made) else { continue };
            let wants = catalogue::find(name).unwrap().entry.wants_extents;
            let mut held: Vec<(Allocation, Allocation)> = Vec::new();
            for (releases, which, sides, short) in &draws {
                if *releases && !held.is_empty() {
                    let (small, large) = held.swap_remove(which % held.len());
                    whole.release(&small);
                    wrapped.release(&large);
                    continue;
                }
                let mut extents = Coordinates::new(gridded.machine.extents());
                extents.iter_mut().zip(sides).for_each(|(extent, drawn)| *extent = 1 + drawn % *extent);
                let processors = extents.iter().product::<u32>().saturating_sub(*short).max(1);
                let request = Request::new(processors, wants.then_some(extents));
                let small = whole.effective(&gridded.divided(&request));
                let large = wrapped.effective(&request);
                prop_assert_eq!(large.processors, small.processors * gridded.volume());
                prop_assert_eq!(wrapped.fits(&large), whole.fits(&small), "{} {:?} {:?}", name, gridded, request);
                let (small, large) = (whole.allocate(&small), wrapped.allocate(&large));
                prop_assert_eq!(
                    large.as_ref().map(|large| (large.processors, large.blocks.iter().collect::<Vec<_>>())),
                    small.as_ref().map(|small| (small.processors * gridded.volume(), gridded.multiplied(small.blocks.iter())))
                );
                held.extend(small.zip(large));
                prop_assert_eq!(wrapped.free_processors(), whole.free_processors() * gridded.volume());
                let answers = |one: &dyn Allocator| (one.needs_only_a_count(), one.is_monotone(), one.placements_tried());
                prop_assert_eq!(answers(wrapped.as_ref()), answers(whole.as_ref()));
            }
            // Allocations are undone, and copies are independent.
            let free = wrapped.free_processors();
            let mut copy = experiment.allocator(name, &gridded.machine, 0).unwrap();
            copy.copy_from(wrapped.as_ref());
            prop_assert_eq!(copy.free_processors(), free);
            let node = wrapped.effective(&Request::new(1, wants.then_some(Coordinates::splat(1, gridded.machine.dimensions()))));
            if let Some(large) = wrapped.allocate(&node) {
                wrapped.undo(&large);
            }
            prop_assert_eq!((wrapped.free_processors(), wrapped.fork().free_processors()), (free, free));
        }
    }
}

/// The start of each job of a run, and its allocation.
#[derive(Default)]
struct Starts(Vec<(usize, Time, u32, Vec<Block>)>);

impl Observer for Starts {
    fn observe(&mut self, event: Event) {
        if let Event::Started { job, now, allocation } = event {
            self.0.push((job, now, allocation.processors, allocation.blocks.iter().collect()));
        }
    }
}

/// Jobs with these submit times, runtimes (in seconds) and sizes.
fn workload(jobs: &[(i64, i64, u32)]) -> Workload {
    let times = |of: fn(&(i64, i64, u32)) -> i64| jobs.iter().map(|job| of(job) * SECOND).collect();
    Workload {
        id: (1..=jobs.len() as i64).collect(),
        submit: times(|job| job.0),
        runtime: times(|job| job.1),
        requested: times(|job| job.1 + 5),
        size: jobs.iter().map(|job| job.2).collect(),
        ..Workload::default()
    }
}

/// The starts of every cell that is not excluded, by pair of strategies.
fn starts(experiment: &Experiment, workload: &Workload) -> Vec<(usize, usize, Starts)> {
    let Ok(plan) = Plan::new(experiment, workload) else { return Vec::new() };
    let runs = (0..plan.cells.len())
        .filter(|cell| !plan.excluded.iter().any(|each| each.covers(experiment, &plan.cells[*cell], *cell)));
    runs.map(|cell| {
        let mut starts = Starts::default();
        plan.observe(cell, &plan.jobs(cell).unwrap(), &mut starts).unwrap();
        (plan.cells[cell].allocation, plan.cells[cell].scheduling, starts)
    })
    .collect()
}

proptest! {
    #![proptest_config(crate::cases::cases(12))]

    /// A run in units is the run on the grid of jobs with divided counts: every start is equal, and every block
    /// multiplied.
    #[test]
    fn runs_are_those_on_the_grid(
        gridded in gridded(),
        drawn in prop::collection::vec((0i64..4, 0i64..60, any::<u32>()), 5..40),
    ) {
        let all = examples().filter(|name| !has_own_units(name)).collect::<Vec<_>>().join(",");
        let mut now = 0;
        let mut jobs: Vec<(i64, i64, u32)> = Vec::new();
        for (step, runtime, size) in drawn {
            now += step;
            jobs.push((now, runtime, 1 + size % gridded.machine.node_count()));
        }
        let divided: Vec<_> =
            jobs.iter().map(|job| (job.0, job.1, job.2.div_ceil(gridded.volume()))).collect();
        let policies = "fcfs/block,fcfs/skip,fcfs/easy,fcfs/conservative";
        let common = [("allocation", &*all), ("scheduling", policies), ("estimates", "requested")];
        let (machine, grid) = (gridded.machine.to_string(), gridded.grid.to_string());
        let in_units = experiment(&[&common[..], &[("machine", &machine), ("unit", &gridded.written())]].concat());
        let on_grid = experiment(&[&common[..], &[("machine", &grid)]].concat());
        let (large, small) = (starts(&in_units, &workload(&jobs)), starts(&on_grid, &workload(&divided)));
        prop_assert_eq!(large.len(), small.len());
        prop_assert!(!large.is_empty());
        for ((allocation, scheduling, large), (same, also, small)) in large.iter().zip(&small) {
            prop_assert_eq!((allocation, scheduling), (same, also));
            let expected: Vec<_> = small.0.iter().map(|(job, now, processors, blocks)| {
                (*job, *now, processors * gridded.volume(), gridded.multiplied(blocks.iter().copied()))
            }).collect();
            prop_assert_eq!(&large.0, &expected, "{} on {}", in_units.allocation[*allocation], machine);
        }
    }
}

/// On a mesh of 4x4 in units of 2x2, jobs that ask for 5, 1 and 4 processors get 8, 4 and 4, the whole machine.
#[test]
fn a_job_holds_whole_units_and_counts_by_what_it_asked_for() {
    let experiment = experiment(&[
        ("machine", "mesh:4x4"),
        ("unit", "2x2"),
        ("allocation", "ff"),
        ("scheduling", "fcfs"),
        ("estimates", "exact"),
    ]);
    let jobs = workload(&[(0, 10, 5), (0, 10, 1), (0, 10, 4), (0, 10, 16)]);
    let plan = Plan::new(&experiment, &jobs).unwrap();
    let mut starts = Starts::default();
    plan.observe(0, &plan.jobs(0).unwrap(), &mut starts).unwrap();
    let seen = starts.0.iter().map(|(job, now, processors, blocks)| {
        (*job, *now / SECOND, *processors, blocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"))
    });
    let expected = [(0, 0, 8, "0,0+2x4"), (1, 0, 4, "2,0+2x2"), (2, 0, 4, "2,2+2x2"), (3, 10, 16, "0,0+4x4")];
    assert_eq!(seen.collect::<Vec<_>>(), expected.map(|(job, now, given, at)| (job, now, given, at.to_string())));
    let metrics = plan.run(0, None).unwrap().metrics;
    assert_eq!(metrics.get(&UTILIZATION), (5 + 1 + 4 + 16) as f64 / (2 * 16) as f64);
    assert_eq!(metrics.get(&INTERNAL_FRAGMENTATION), 1.0 - 26.0 / 32.0);
}

/// The exclusions, in words.
fn excluded(experiment: &Experiment) -> Vec<String> {
    let plan = Plan::new(experiment, &workload(&[(0, 10, 4), (5, 10, 60)])).unwrap();
    plan.excluded.iter().map(|each| each.diagnostic(experiment).to_string()).collect()
}

fn refused(experiment: &Experiment) -> String {
    let error = Plan::new(experiment, &workload(&[(0, 10, 4)])).err().expect("nothing of it can run");
    Diagnostic::of(&error).to_string()
}

#[test]
fn cells_that_cannot_use_units_are_excluded_and_the_rest_runs() {
    let cubes =
        experiment(&[("machine", "torus:8x8"), ("unit", "2x2"), ("allocation", "ocs,ff"), ("scheduling", "fcfs")]);
    assert_eq!(
        excluded(&cubes),
        [
            "ocs: ocs hands the machine out in parts of its own, which cannot be units of another kind; drop it, or the unit"
        ]
    );
    let only = experiment(&[("machine", "torus:8x8"), ("unit", "2x2"), ("allocation", "ocs"), ("scheduling", "fcfs")]);
    assert!(refused(&only).starts_with("allocation: ocs hands the machine out"), "{}", refused(&only));

    let machines = "torus:8x8,torus:8x9,torus:4x4x4,torus:16x4";
    let several = experiment(&[("machine", machines), ("unit", "2x2"), ("allocation", "ff"), ("scheduling", "fcfs")]);
    assert!(several.conflicts().is_empty(), "two of them are made of such units");
    let way_out = "(expected for each dimension a divisor of the machine's extent); change the unit, or drop it to hand out \
                   single nodes";
    assert_eq!(
        excluded(&several),
        [
            format!(
                "torus:8x9: torus:8x9 does not consist of whole units of 2x2: its extents are no multiples in dimension 1 {way_out}"
            ),
            format!("torus:4x4x4: a unit of 2x2 has another number of dimensions than torus:4x4x4 {way_out}"),
        ]
    );
    // With a single machine it is a conflict, shown next to the field, and there is no plan.
    let foreign =
        experiment(&[("machine", "torus:8x9"), ("unit", "2x2"), ("allocation", "ff"), ("scheduling", "fcfs")]);
    assert!(foreign.conflicts().iter().any(|conflict| conflict.parameter == "unit" && conflict.is_contradiction()));
    assert!(refused(&foreign).starts_with("unit: torus:8x9 does not consist of whole units"), "{}", refused(&foreign));
    // A message about a grid that a strategy does not support names the machine.
    let odd = experiment(&[("machine", "torus:9x10"), ("unit", "3x2"), ("allocation", "ep"), ("scheduling", "fcfs")]);
    assert!(
        refused(&odd).contains("ep cannot manage torus:9x10 in units of 3x2, a grid torus:3x5"),
        "{}",
        refused(&odd)
    );
}

#[test]
fn a_unit_of_one_node_has_no_effect() {
    let mut experiment = experiment(&[("machine", "torus:8x8"), ("unit", "1x1")]);
    assert_eq!((experiment.unit, experiment.get("unit")), (None, None));
    experiment.set("unit", "2x1").unwrap();
    assert_eq!(experiment.get("unit").as_deref(), Some("2x1"));
    assert_eq!(experiment.unit.map(|unit: Unit| unit.nodes()), Some(2));
    experiment.set("unit", "").unwrap();
    assert_eq!(experiment.unit, None);
}

/// A varied side is in units if they divide it, and excluded otherwise.
#[test]
fn sides_that_are_not_multiples_are_excluded() {
    let sides = experiment(&[
        ("machine", "mesh:4x4"),
        ("unit", "2x2"),
        ("allocation", "ff"),
        ("scheduling", "fcfs"),
        ("vary", "side:4..7:1"),
        ("jobs", "20"),
    ]);
    let plan = Plan::new(&sides, &sides.generate()).unwrap();
    assert_eq!(plan.excluded.len(), 1);
    assert_eq!(plan.excluded[0].values, Some(vec![1, 3]));
    assert!(plan.run(0, None).is_ok() && plan.run(2, None).is_ok());
}

/// On 96 midplanes: the allocation of each job after its size is raised to Mira's next partition.
#[test]
fn partitions_raise_sizes_before_they_are_divided() {
    let mira = [("machine", "torus:8x12x16x16x2"), ("partitions", "mira"), ("scheduling", "fcfs")];
    let sizes = [(1, 512), (600, 1024), (5000, 8192), (8193, 12_288), (33_000, 49_152)];
    let jobs: Vec<_> = sizes.iter().map(|(size, _)| (0, 10, *size)).collect();
    for (allocation, unit) in [("flat", "4x4x4x4x2"), ("ff", "4x4x4x4x2"), ("gabl", "4x4x4x4x2"), ("flat", "")] {
        let experiment = experiment(&[&mira[..], &[("allocation", allocation), ("unit", unit)]].concat());
        let starts = starts(&experiment, &workload(&jobs)).remove(0).2;
        let given: Vec<u32> = starts.0.iter().map(|start| start.2).collect();
        assert_eq!(given, sizes.map(|(_, given)| given), "{allocation} in units of '{unit}'");
        let plan = Plan::new(&experiment, &workload(&jobs)).unwrap();
        let asked: u32 = sizes.iter().map(|(size, _)| size).sum();
        let all: u32 = given.iter().sum();
        let fragmentation = plan.run(0, None).unwrap().metrics.get(&INTERNAL_FRAGMENTATION);
        assert!((fragmentation - (1.0 - f64::from(asked) / f64::from(all))).abs() < 1e-12);
    }
    // The order by size follows the requested sizes, although both jobs get 1024.
    let order = experiment(&[&mira[..2], &[("allocation", "flat"), ("scheduling", "smallest/block")]].concat());
    let jobs = workload(&[(0, 10, 49_152), (1, 10, 1024), (2, 10, 513)]);
    let order: Vec<usize> = starts(&order, &jobs).remove(0).2.0.iter().map(|start| start.0).collect();
    assert_eq!(order, [0, 2, 1]);
    // A larger machine has no larger partition. Larger jobs are dropped, and counted as too large.
    let fugaku =
        [("machine", "torus:24x23x24x2x3x2"), ("unit", "1x1x1x2x3x2"), ("partitions", "mira"), ("allocation", "flat")];
    let plan = Plan::new(&experiment(&fugaku), &workload(&[(0, 10, 49_152), (0, 10, 49_153)])).unwrap();
    assert_eq!((plan.jobs_per_run(0), plan.dropped(0, &Default::default())["too_large"]), (1, 1));
}

/// 600 processors become 1024, which segments of 768 do not divide. 300 become 512, of one segment.
#[test]
fn partitions_keep_segments_and_groups() {
    let settings =
        [("machine", "mesh:2048"), ("partitions", "mira"), ("allocation", "slurm-block(512)"), ("segment", "768")];
    let plan = Plan::new(&experiment(&settings), &workload(&[(0, 10, 300), (0, 10, 600)])).unwrap();
    assert_eq!((plan.jobs_per_run(0), plan.run(0, None).unwrap().metrics.get(&GROUPS_PER_JOB)), (1, 1.0));
}

/// The processes of a job run on its first nodes. If jobs fill their units, their traffic is that without units.
#[test]
fn jobs_that_communicate_do_so_from_nodes() {
    for pattern in ["all-to-all", "nearest-neighbour"] {
        let network = [
            ("machine", "mesh:8x8"),
            ("allocation", "ff"),
            ("scheduling", "fcfs"),
            ("service", "communication"),
            ("pattern", pattern),
            ("messages", "rounds(1)"),
        ];
        let service = |unit: &str, size: u32| {
            let experiment = experiment(&[&network[..], &[("unit", unit)]].concat());
            let plan = Plan::new(&experiment, &workload(&[(0, 10, size), (0, 10, size)])).unwrap();
            plan.run(0, None).unwrap().metrics.get(&MEAN_SERVICE)
        };
        assert_eq!(service("4x4", 16), service("", 16), "{pattern}");
        assert!(service("4x4", 9) > 0.0, "a job that does not use all nodes of its unit also runs");
    }
}
