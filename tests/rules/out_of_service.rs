//! Nodes out of service (docs/semantics.md 10.4), under every strategy with a rule for them.

use crate::{drawn, plain};

use drawn::{allocator, instance, make, only_those_that_fit, run, starts};
use proptest::prelude::*;
use std::collections::BTreeSet;
use subtorus::allocation::{Allocator, OutOfService, catalogue};
use subtorus::experiment::{Plan, permalink};
use subtorus::machine::{Block, Coordinates, Machine};
use subtorus::scheduling::{BlockedHead, Event, Observer, Order, Reason, Scheduling};
use subtorus::simulation::metrics::{BUSY_BLOCKS, EXTERNAL_FRAGMENTATION, FIRST_FILL};
use subtorus::simulation::{Recorder, simulate};
use subtorus::workload::{Job, Jobs, Request};

/// The strategies that section 10.4 names.
const ALLOWED: [&str; 12] =
    ["flat", "ff", "tff", "bf", "tbf", "curve", "random", "gen-alg", "ocs", "bl", "tbl", "gabl"];

fn is_allowed(name: &str) -> bool {
    let own = name.split('(').next().unwrap();
    ALLOWED.contains(&own) || ["paging", "kueue"].contains(&own) || own.starts_with("slurm-")
}

/// Random boxes on a machine. They may wrap around its rings, overlap, and be equal.
fn boxes(machine: &Machine) -> impl Strategy<Value = Vec<Block>> + use<> {
    let machine = machine.clone();
    prop::collection::vec(prop::collection::vec((any::<u32>(), 0u32..3), machine.dimensions()), 0..4).prop_map(
        move |list| {
            let block = |sides: Vec<(u32, u32)>| {
                let (mut base, mut extents) =
                    (Coordinates::new(machine.extents()), Coordinates::new(machine.extents()));
                for (dimension, (place, more)) in sides.into_iter().enumerate() {
                    let length = machine.extents()[dimension];
                    extents[dimension] = (1 + more).min(length);
                    let places = if machine.rings()[dimension] { length } else { length - extents[dimension] + 1 };
                    base[dimension] = place % places;
                }
                Block { base, extents }
            };
            list.into_iter().map(block).collect()
        },
    )
}

/// A machine, a strategy that allows boxes, the boxes, and jobs that it can place next to them.
fn instance_with_boxes() -> impl Strategy<Value = (Machine, Jobs, &'static str, Vec<Block>)> {
    let allowed = instance(false).prop_filter("a rule for nodes out of service", |(_, _, name)| is_allowed(name));
    allowed.prop_flat_map(|(machine, jobs, name)| {
        boxes(&machine).prop_map(move |boxes| {
            let empty = without(name, &machine, &boxes);
            let jobs = only_those_that_fit(jobs.clone(), |request| empty.fits(&empty.effective(request)));
            (machine.clone(), jobs, name, boxes)
        })
    })
}

/// The strategy without the nodes of these boxes.
fn without(name: &str, machine: &Machine, boxes: &[Block]) -> Box<dyn Allocator> {
    let mut allocator = allocator(name, machine);
    let down = OutOfService::new(machine, boxes.to_vec()).unwrap();
    assert!(allocator.take_out_of_service(&down), "{name} has a rule for it");
    allocator
}

fn policies() -> impl Strategy<Value = Scheduling> {
    let orders = vec![Order::Fcfs, Order::Shortest, Order::Wfp];
    let heads = vec![BlockedHead::Block, BlockedHead::Skip, BlockedHead::Easy];
    (prop::sample::select(orders), prop::sample::select(heads)).prop_map(|(order, head)| Scheduling::new(order, head))
}

/// An observer that reports jobs with a node out of service, or with more processors than there are.
struct Guard<'a> {
    machine: &'a Machine,
    down: BTreeSet<u32>,
    busy: u32,
    wrong: Vec<String>,
}

impl Observer for Guard<'_> {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { job, allocation, .. } => {
                self.busy += allocation.processors;
                let mut nodes = allocation.blocks.iter().flat_map(|block| block.nodes(self.machine));
                if nodes.any(|node| self.down.contains(&node)) {
                    self.wrong.push(format!("job {job} holds a node that is down: {allocation:?}"));
                }
            }
            Event::Ended { allocation, .. } => self.busy -= allocation.processors,
            Event::Settled { now, free, .. }
                if self.busy + free + self.down.len() as u32 > self.machine.node_count() =>
            {
                self.wrong.push(format!("{} busy and {free} free at {now}", self.busy));
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    /// No job ever holds a node out of service, and no job waits for ever.
    #[test]
    fn no_job_holds_a_node_out_of_service((machine, jobs, name, boxes) in instance_with_boxes(), policy in policies()) {
        let down = boxes.iter().flat_map(|block| block.nodes(&machine)).collect();
        let mut guard = Guard { machine: &machine, down, busy: 0, wrong: Vec::new() };
        simulate(&jobs, without(name, &machine, &boxes), policy, &mut guard).unwrap();
        prop_assert!(guard.wrong.is_empty(), "{} on {}: {:?}", name, machine, guard.wrong);
    }

    /// All other nodes are free, and jobs can get all of them, except pages with a node out of service.
    #[test]
    fn all_other_nodes_are_free((machine, _, name, boxes) in instance_with_boxes()) {
        let down: BTreeSet<u32> = boxes.iter().flat_map(|block| block.nodes(&machine)).collect();
        let mut allocator = without(name, &machine, &boxes);
        let (free, rest) = (allocator.free_processors(), machine.node_count() - down.len() as u32);
        prop_assert_eq!(free, rest);
        let side = name.strip_prefix("paging(").map_or(1, |rest| 1 << rest[..1].parse::<u32>().unwrap());
        let page = |node: u32| machine.coordinates(node).iter().map(|x| x / side).collect::<Vec<u32>>();
        let pages_down: BTreeSet<Vec<u32>> = down.iter().map(|&node| page(node)).collect();
        let spoilt = (0..machine.node_count()).filter(|&node| pages_down.contains(&page(node))).count() - down.len();
        let one = Request::new(1, Some(Coordinates::splat(1, machine.dimensions())));
        let mut given = BTreeSet::new();
        while let Some(allocation) = allocator.allocate(&allocator.effective(&one)) {
            given.extend(allocation.blocks.iter().flat_map(|block| block.nodes(&machine)));
        }
        prop_assert!(given.is_disjoint(&down));
        prop_assert!(given.len() as u32 == free - spoilt as u32 || name == "flat", "{} of {}", given.len(), free);
        prop_assert_eq!(allocator.free_processors(), spoilt as u32);
    }

    /// Jobs start at the times of the plain rules, and wait for the same reasons.
    #[test]
    fn starts_and_reasons_are_those_of_the_plain_rules(
        (machine, jobs, name, boxes) in instance_with_boxes(), policy in drawn::policies(),
    ) {
        let (starts, reasons) = run(&jobs, &machine, without(name, &machine, &boxes), policy);
        let plain = plain::run(&jobs, without(name, &machine, &boxes), policy);
        prop_assert_eq!(starts, plain.starts);
        prop_assert_eq!(reasons.0, plain.held_back, "{} on {} with {} without {:?}", policy, machine, name, boxes);
    }

    /// An empty list of nodes out of service has no effect.
    #[test]
    fn no_boxes_change_nothing((machine, jobs, name) in instance(false), policy in policies()) {
        prop_assume!(is_allowed(name));
        let (found, expected) = (without(name, &machine, &[]), allocator(name, &machine));
        prop_assert_eq!(run(&jobs, &machine, found, policy).0, starts(&jobs, &machine, expected, policy));
    }

    /// For a strategy that depends only on the free nodes, disjoint boxes act like jobs that hold them and never end.
    #[test]
    fn boxes_are_jobs_that_never_end(
        (machine, jobs, boxes) in instance_with_boxes().prop_map(|(machine, jobs, _, boxes)| (machine, jobs, boxes)),
        name in prop::sample::select(vec!["ff", "tff", "bf", "tbf", "bl", "bl(boxes)", "tbl", "gabl"]),
        policy in policies(),
    ) {
        let mut held = BTreeSet::new();
        let disjoint: Vec<Block> = boxes.into_iter().filter(|block| {
            let nodes: Vec<u32> = block.nodes(&machine).collect();
            let free = nodes.iter().all(|node| !held.contains(node));
            if free { held.extend(nodes); }
            free
        }).collect();
        // In the order of the list, which is by age for boxes with the same end.
        let mut beside = SecondRun(allocator(name, &machine));
        for block in &disjoint {
            beside.take(&machine, block, &disjoint);
        }
        prop_assume!(jobs.requests.iter().all(|request| request.extents.is_some()));
        let down = without(name, &machine, &disjoint);
        let jobs = only_those_that_fit(jobs, |request| down.fits(&down.effective(request)));
        prop_assert_eq!(
            run(&jobs, &machine, down, policy).0,
            starts(&jobs, &machine, beside.0, policy),
            "{} on {} without {:?}", name, machine, disjoint
        );
    }
}

/// A strategy in which chosen boxes are held.
struct SecondRun(Box<dyn Allocator>);

impl SecondRun {
    /// Holds this box. First everything else is held node by node, so that only the box is left.
    fn take(&mut self, machine: &Machine, block: &Block, all: &[Block]) {
        let nodes: BTreeSet<u32> = block.nodes(machine).collect();
        let one = Request::new(1, Some(Coordinates::splat(1, machine.dimensions())));
        let (mut others, mut own) = (Vec::new(), Vec::new());
        while let Some(held) = self.0.allocate(&one) {
            let node = machine.index(&held.blocks.listed()[0].base);
            if nodes.contains(&node) { own.push(held) } else { others.push(held) }
        }
        own.iter().for_each(|held| self.0.release(held));
        let request = Request::new(block.volume(), Some(block.extents));
        let held = self.0.allocate(&request).expect("it is free");
        assert_eq!(held.blocks.len(), 1, "of {all:?}");
        others.iter().for_each(|held| self.0.release(held));
    }
}

/// Every strategy has a rule or refuses, as in section 10.4.
#[test]
fn a_strategy_without_a_rule_refuses() {
    let machine = Machine::mesh(&[8, 8]);
    let down = OutOfService::new(
        &machine,
        vec![Block { base: Coordinates::new(&[0, 0]), extents: Coordinates::new(&[2, 1]) }],
    );
    let down = down.unwrap();
    let mut counts = [0, 0];
    for name in catalogue::entries().flat_map(|entry| entry.examples) {
        let Ok(mut allocator) = make(name, &machine) else { continue };
        assert_eq!(allocator.take_out_of_service(&down), is_allowed(name), "{name}");
        counts[usize::from(is_allowed(name))] += 1;
        if !is_allowed(name) {
            assert_eq!(allocator.free_processors(), 64, "{name}: nothing has happened");
        }
    }
    assert!(counts[0] >= 8 && counts[1] >= 18, "{counts:?}");
    let (experiment, problems) =
        permalink::read("#v=1&jobs=30&machine=mesh:8x8&allocation=mbs,ff&scheduling=fcfs&vary=none&down=0,0%2B1x1");
    assert!(problems.is_empty(), "{problems:?}");
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let left_out: Vec<String> = plan.excluded.iter().map(|each| each.diagnostic(&experiment).to_string()).collect();
    assert_eq!(
        left_out,
        ["mbs: mbs divides the machine as a whole, and has no rule for nodes that are out of service; \
          drop it, or take all nodes into service"]
    );
}

/// A line of six nodes; nodes 0 and 3 are out of service. Of the jobs that arrive at once, those with 2, 1 and 2
/// processors start. 5 of the 6 requested processors would be too many, and 3 in a row are never free. The job of no
/// length counts; jobs that start after it do not.
#[test]
fn first_fill_and_the_length_of_the_list_by_hand() {
    let machine = Machine::mesh(&[6]);
    let boxes: Vec<Block> =
        [0u32, 3].map(|base| Block { base: Coordinates::new(&[base]), extents: Coordinates::new(&[1]) }).to_vec();
    let request = |processors| Request::new(processors, Some(Coordinates::new(&[processors])));
    let job = |runtime, request| Job { submit: 7, runtime, estimate: runtime, request };
    let jobs = Jobs {
        jobs: vec![job(5, 1), job(0, 1), job(9, 1), job(2, 0)].into(),
        requests: vec![request(1), request(2)],
        ..Jobs::default()
    };
    let mut recorder = Recorder::new(&jobs, &machine).with_boxes_down(boxes.clone());
    simulate(&jobs, without("ff", &machine, &boxes), "fcfs".parse().unwrap(), &mut recorder).unwrap();
    assert_eq!(recorder.times.start, [7, 7, 7, 12]);
    let metrics = recorder.metrics();
    assert_eq!(metrics.get(&FIRST_FILL), 4.0 / 6.0);
    // In addition to the two boxes: none, one, one (the second job has ended), one.
    assert_eq!(metrics.get(&BUSY_BLOCKS), (2.0 + 3.0 + 3.0 + 3.0) / 4.0);
}

/// Pages of four nodes on 4x4; node 0 is out of service. 15 processors are free, and pages for 12. While the job with 4
/// processors runs, a job with 9 has enough free processors, but too few whole pages. A job with 12 has too few
/// processors.
#[test]
fn a_job_without_whole_pages_waits_for_a_place() {
    let machine = Machine::mesh(&[4, 4]);
    let boxes = [Block { base: Coordinates::new(&[0, 0]), extents: Coordinates::new(&[1, 1]) }];
    let job = |runtime, request| Job { submit: 0, runtime, estimate: runtime, request };
    let jobs = Jobs {
        jobs: vec![job(10, 0), job(5, 1), job(1, 2)].into(),
        requests: [4, 9, 12].map(Request::processors).to_vec(),
        ..Jobs::default()
    };
    let allocator = || without("paging(1)", &machine, &boxes);
    assert_eq!(allocator().free_processors(), 15);
    let (starts, reasons) = run(&jobs, &machine, allocator(), "fcfs/skip".parse().unwrap());
    assert_eq!(starts, [0, 10, 15]);
    let too_few = |missing| Reason::TooFewProcessors { missing, promised: None };
    assert_eq!(reasons.0, [(0, 1, Reason::NoPlace { promised: None }), (0, 2, too_few(1)), (10, 2, too_few(9))]);
    let mut recorder = Recorder::new(&jobs, &machine).with_boxes_down(boxes.to_vec());
    simulate(&jobs, allocator(), "fcfs/skip".parse().unwrap(), &mut recorder).unwrap();
    assert_eq!(recorder.metrics().get(&EXTERNAL_FRAGMENTATION), 11.0 / 16.0);
}

/// With random nodes, other nodes are out of service in each replication. Each run drops the jobs that it cannot place.
/// All others are those of the comparison, with their own numbers.
#[test]
fn a_run_drops_what_it_cannot_place() {
    let link = "#v=1&model=stochastic&jobs=40&machine=mesh:6x6&allocation=ff,gabl&scheduling=easy&replications=3&vary=availability:0.5..1:0.25&down=random(1,2x2)";
    let (experiment, problems) = permalink::read(link);
    assert!(problems.is_empty(), "{problems:?}");
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    assert_eq!(plan.cells.len(), 2 * 3 * 3);
    let mut dropped = 0;
    for (place, cell) in plan.cells.iter().enumerate() {
        let result = plan.run(place, None).unwrap();
        let (jobs, ids) = (plan.jobs(place).unwrap(), plan.ids(place));
        assert_eq!((result.jobs as usize, ids.len()), (jobs.jobs.len(), jobs.jobs.len()));
        assert!(ids.is_sorted_by(|one, other| one < other));
        let all_up = cell.value.to_string() == "1";
        assert!(jobs.jobs.len() == 40 || !all_up, "cell {place}");
        assert!(plan.boxes_down(place).is_empty() || !all_up, "cell {place}");
        dropped += 40 - jobs.jobs.len();
    }
    assert!(dropped > 0);
    let boxes: Vec<String> = (0..3).map(|cell| format!("{:?}", plan.boxes_down(cell))).collect();
    assert!(boxes[0] != boxes[1] && boxes[1] != boxes[2]);
}

/// The jobs of a run under `flat` are those that fit with its own draw. Neither another strategy nor another
/// replication's draw drops any.
#[test]
fn no_draw_drops_jobs_of_another_run() {
    for drawn in ["down=random(0.5,2x2)&vary=none", "down=random(0.3,2x2)&vary=availability:0.5"] {
        let link = "#v=1&jobs=60&machine=mesh:6x6&allocation=flat,ff&scheduling=fcfs&replications=3&precision=0&seed=3";
        let (experiment, problems) = permalink::read(&format!("{link}&{drawn}"));
        assert!(problems.is_empty(), "{problems:?}");
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let (whole, problems) = permalink::read(&format!("{link}&vary=none"));
        assert!(problems.is_empty(), "{problems:?}");
        let whole = Plan::new(&whole, &whole.generate()).unwrap();
        let mut dropped = 0;
        for replication in 0..3 {
            let down: u32 = plan.boxes_down(replication).iter().map(Block::volume).sum();
            let (jobs, ids) = (whole.jobs(replication).unwrap(), whole.ids(replication));
            let fits = |(job, id): (usize, i64)| (jobs.size(job) <= 36 - down).then_some(id);
            let expected: Vec<i64> = ids.into_iter().enumerate().filter_map(fits).collect();
            dropped += 60 - expected.len();
            assert_eq!(plan.ids(replication), expected, "replication {replication} of {drawn}");
        }
        assert!(dropped > 0, "the draws have an effect");
    }
}
