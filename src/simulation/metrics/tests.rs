//! Every metric by hand, on runs that are written down here. A metric without a value of its own in [`six_jobs`] fails.

mod times;

use super::*;
use crate::allocation::Allocation;
use crate::machine::{Block, Coordinates, Machine};
use crate::network::Delivery;
use crate::scheduling::{Event, Observer, ReasonKind, Tally};
use crate::time::{SECOND, Time};
use crate::workload::{Job, Jobs, Request};
use times::{at_once, squares, two_hundred};

/// A job: when it arrives, starts and ends (seconds), what it asks for and what it gets (processors), and on which blocks.
struct Ran {
    times: [Time; 3],
    asked: u32,
    given: u32,
    blocks: Vec<Block>,
}

/// The events of a run that an observer receives.
#[derive(Default)]
struct RecordedRun {
    machine: &'static str,
    jobs: Vec<Ran>,
    /// Time in seconds, free processors, and which job heads the queue.
    settled: Vec<(Time, u32, Option<usize>)>,
    /// Time in seconds, and the reason of each waiting job; empty if reasons are not asked for.
    waiting: Vec<(Time, ReasonKind)>,
    /// Created, started, finished, blocked (cycles) and hops.
    packets: Vec<[i64; 5]>,
    flits: Vec<u64>,
    placements_tried: u64,
    overhead: Option<f64>,
    /// The groups of the jobs that start, and times in seconds with scores of fragmentation; empty without a topology.
    groups: Vec<u32>,
    scores: Vec<(Time, u64)>,
}

impl RecordedRun {
    /// The metrics of a recorder that receives these events instant by instant: ends, then starts, then the settled
    /// state.
    fn metrics(&self) -> MetricValues {
        let machine: Machine = self.machine.parse().unwrap();
        let jobs = Jobs {
            jobs: (0u32..)
                .zip(&self.jobs)
                .map(|(request, job)| Job { submit: job.times[0] * SECOND, runtime: 0, estimate: 0, request })
                .collect(),
            requests: self.jobs.iter().map(|job| Request::processors(job.asked)).collect(),
            ..Jobs::default()
        };
        let mut recorder = Recorder::new(&jobs, &machine).with_reasons(!self.waiting.is_empty());
        let allocation = |job: &Ran| Allocation { processors: job.given, blocks: job.blocks.clone().into(), ticket: 0 };
        let last = self.jobs.iter().map(|job| job.times[2]).max().unwrap_or(0);
        for now in 0..=last {
            for (number, job) in self.jobs.iter().enumerate().filter(|(_, job)| job.times[2] == now) {
                recorder.observe(Event::Ended { job: number, now: now * SECOND, allocation: &allocation(job) });
            }
            for (number, job) in self.jobs.iter().enumerate().filter(|(_, job)| job.times[1] == now) {
                recorder.observe(Event::Started { job: number, now: now * SECOND, allocation: &allocation(job) });
            }
            for (time, free, head) in self.settled.iter().filter(|(time, ..)| *time == now) {
                let mut tally = Tally::default();
                let waiting = self.waiting.iter().filter(|(then, ..)| then == time);
                waiting.for_each(|(_, kind)| tally[*kind as usize] += 1);
                recorder.observe(Event::Tallied { now: time * SECOND, waiting: &tally });
                recorder.observe(Event::Settled { now: time * SECOND, free: *free, head: *head });
            }
        }
        for [created, start, finish, blocking, hops] in self.packets.iter().copied() {
            let delivery = Delivery { packet: 0, created, start, finish, blocking, hops: hops as u32 };
            recorder.observe(Event::Delivered { job: 0, ends: (0, 0), delivery: &delivery });
        }
        self.groups.iter().for_each(|&groups| recorder.observe(Event::Grouped { groups }));
        let score = |&(time, score): &(Time, u64)| Event::Scored { now: time * SECOND, score, full: 50 };
        self.scores.iter().for_each(|scored| recorder.observe(score(scored)));
        recorder.observe(Event::Carried { flits: &self.flits });
        recorder.observe(Event::Finished { placements_tried: self.placements_tried });
        recorder.allocation_overhead = self.overhead.unwrap_or(f64::NAN);
        recorder.metrics()
    }
}

fn job(times: [Time; 3], asked: u32, blocks: &[([u32; 4], [u32; 4])]) -> Ran {
    let block = |(base, extents): &([u32; 4], [u32; 4])| Block {
        base: Coordinates::new(base),
        extents: Coordinates::new(extents),
    };
    let blocks: Vec<Block> = blocks.iter().map(block).collect();
    Ran { times, asked, given: blocks.iter().map(Block::volume).sum(), blocks }
}

/// The values by hand, for all metrics that apply.
type Expected = Vec<(&'static Metric, f64)>;

/// Six jobs, A to F, on 32 nodes, with five packets and three links that carry something.
///
/// | job | arrives, starts, ends | service | wait | response | slowdown |
/// | --- | --- | --- | --- | --- | --- |
/// | A | 10, 10, 40 | 30 | 0 | 30 | 1 |
/// | B | 12, 12, 92 | 80 | 0 | 80 | 1 |
/// | C | 20, 22, 26 | 4 | 2 | 6 | 10/10 = 1, both bounded |
/// | D | 32, 92, 132 | 40 | 60 | 100 | 2.5 |
/// | E | 50, 132, 164 | 32 | 82 | 114 | 3.5625 |
/// | F | 60, 141, 149 | 8 | 81 | 89 | 89/10 = 8.9, the service bounded |
/// | sum | | 194 | 225 | 419 | 17.9625 |
fn six_jobs() -> (RecordedRun, Expected) {
    let jobs = vec![
        job([10, 10, 40], 7, &[([0, 0, 0, 0], [2, 2, 1, 2])]),
        job([12, 12, 92], 16, &[([0, 0, 0, 2], [2, 2, 2, 2])]),
        job(
            [20, 22, 26],
            6,
            &[([0, 0, 1, 0], [2, 1, 1, 2]), ([0, 1, 1, 0], [1, 1, 1, 1]), ([1, 1, 1, 1], [1, 1, 1, 1])],
        ),
        job([32, 92, 132], 30, &[([0, 0, 0, 0], [2, 2, 2, 4])]),
        // Four blocks that are a box of 2 x 2 nodes.
        job(
            [50, 132, 164],
            4,
            &[
                ([0, 0, 0, 0], [1, 1, 1, 1]),
                ([0, 0, 0, 1], [1, 1, 1, 1]),
                ([0, 0, 1, 0], [1, 1, 1, 1]),
                ([0, 0, 1, 1], [1, 1, 1, 1]),
            ],
        ),
        job([60, 141, 149], 1, &[([1, 1, 1, 3], [1, 1, 1, 1])]),
    ];
    let settled = vec![
        (10, 24, None),
        (12, 8, None),
        // C asks for 6 while 8 are free, and waits for 2 s.
        (20, 8, Some(2)),
        (22, 2, None),
        (26, 8, None),
        // D asks for 30: there are not so many.
        (32, 8, Some(3)),
        (40, 16, Some(3)),
        (50, 16, Some(3)),
        (60, 16, Some(3)),
        (92, 0, Some(4)),
        // F asks for 1 while 28 are free, and waits for 9 s.
        (132, 28, Some(5)),
        (141, 27, None),
        (149, 28, None),
        (164, 32, None),
    ];
    let (order, depth, processors) = (ReasonKind::Order, ReasonKind::Depth, ReasonKind::Processors);
    let (placement, reservation, reserved) = (ReasonKind::Placement, ReasonKind::Reservation, ReasonKind::Reserved);
    let waiting = vec![
        (20, placement),
        (32, processors),
        (40, placement),
        (50, reserved),
        (50, order),
        (60, processors),
        (60, depth),
        (60, reservation),
        (92, depth),
        (92, reserved),
        (132, placement),
    ];
    let packets =
        vec![[10, 12, 27, 0, 1], [10, 30, 49, 0, 2], [40, 40, 75, 12, 5], [50, 51, 71, 5, 2], [60, 60, 76, 0, 4]];
    // Ten numbers a node: two for each of four dimensions, injection, ejection. Rings of two nodes have no link in the
    // negative direction, so that 3 + 2 links leave a node, 160 in all.
    let mut flits = vec![0; 320];
    flits[0] = 88; // from node 0, dimension 0
    flits[57] = 30; // from node 5, dimension 3, negative
    flits[316] = 1; // from node 31, dimension 3, positive
    flits[8] = 120; // injection at node 0, which does not count
    flits[19] = 140; // ejection at node 1, neither
    let expected = vec![
        // Work: 7*30 + 16*80 + 6*4 + 30*40 + 4*32 + 1*8 = 210 + 1280 + 24 + 1200 + 128 + 8 = 2850. Arrivals: 10 to 60.
        (&LOAD, 2850.0 / (50.0 * 32.0)),
        // To the end of E: 164 - 10 = 154.
        (&UTILIZATION, 2850.0 / (154.0 * 32.0)),
        (&MEAN_BOUNDED_SLOWDOWN, 17.9625 / 6.0),
        // The third of six; 95 % of six are 5.7, so the sixth.
        (&MEDIAN_BOUNDED_SLOWDOWN, 1.0),
        (&P95_BOUNDED_SLOWDOWN, 8.9),
        (&MAX_BOUNDED_SLOWDOWN, 8.9),
        (&MEAN_WAIT, 225.0 / 6.0),
        // 0, 0, 2, 60, 81, 82
        (&MEDIAN_WAIT, 2.0),
        (&P95_WAIT, 82.0),
        (&MAX_WAIT, 82.0),
        (&MEAN_RESPONSE, 419.0 / 6.0),
        // 6, 30, 80, 89, 100, 114
        (&MEDIAN_RESPONSE, 80.0),
        (&P95_RESPONSE, 114.0),
        (&MAX_RESPONSE, 114.0),
        (&MAKESPAN, 154.0),
        // One block: A, B, D, F. Whole rings are those of 2, 2, 2, 4 nodes; the rest is a line, or nothing.
        // A: two rings, a line: 2 + 1, or 2 with the line paired. B: three and one: 4, or 3. D: four: 4, 4. F: 0, 0.
        (&MEAN_DIMENSIONS_COLLAPSE, (3.0 + 4.0 + 4.0 + 0.0) / 4.0),
        (&SHARE_3D_COLLAPSE, 3.0 / 4.0),
        (&MEAN_DIMENSIONS_PAIR, (2.0 + 3.0 + 4.0 + 0.0) / 4.0),
        (&SHARE_3D_PAIR, 2.0 / 4.0),
        (&BLOCKS_PER_JOB, (1.0 + 1.0 + 3.0 + 1.0 + 4.0 + 1.0) / 6.0),
        (&SHARE_ONE_BLOCK, 4.0 / 6.0),
        // E as well; C is 6 of the 8 nodes of a box.
        (&SHARE_ONE_BOX, 5.0 / 6.0),
        // B finds A's, C finds both, F finds the four of E; A, D and E find the machine empty.
        (&BUSY_BLOCKS, (0.0 + 1.0 + 2.0 + 0.0 + 0.0 + 4.0) / 6.0),
        // 1*30 + 1*80 + 3*4 + 1*40 + 4*32 + 1*8
        (&ALLOCATED_BLOCKS, 298.0 / 154.0),
        (&PLACEMENTS_PER_JOB, 27.0 / 6.0),
        // A gets 8 for 7, D 32 for 30: 3 of 8 + 16 + 6 + 32 + 4 + 1.
        (&INTERNAL_FRAGMENTATION, 3.0 / 67.0),
        (&EXTERNAL_FRAGMENTATION, (2.0 * 8.0 + 9.0 * 28.0) / ((2.0 + 9.0) * 32.0)),
        (&ALLOCATION_OVERHEAD, 345.0),
        (&MEAN_SERVICE, 194.0 / 6.0),
        (&ARRIVAL_RATE, 5.0 / 50.0),
        (&MEAN_PACKET_LATENCY, (15.0 + 19.0 + 35.0 + 20.0 + 16.0) / 5.0),
        (&MEAN_LATENCY_FROM_CREATION, (17.0 + 39.0 + 35.0 + 21.0 + 16.0) / 5.0),
        (&MEAN_PACKET_BLOCKING, (12.0 + 5.0) / 5.0),
        (&MEAN_HOPS, (1.0 + 2.0 + 5.0 + 2.0 + 4.0) / 5.0),
        (&SHARE_CONTENDED, 2.0 / 5.0),
        (&MEAN_LINK_UTILIZATION, (88.0 + 30.0 + 1.0) / (154.0 * 160.0)),
        (&MAX_LINK_UTILIZATION, 88.0 / 154.0),
        // E from 50 to 60.
        (&MEAN_WAIT_ORDER, 10.0 / 6.0),
        // D from 32 to 40 and from 60 to 92.
        (&MEAN_WAIT_PROCESSORS, (8.0 + 32.0) / 6.0),
        // C from 20 to 22, D from 40 to 50, F from 132 to 141.
        (&MEAN_WAIT_PLACEMENT, (2.0 + 10.0 + 9.0) / 6.0),
        // F from 60 to 92, and to 132; D from 50 to 60.
        (&MEAN_WAIT_RESERVATION, (32.0 + 40.0 + 10.0) / 6.0),
        // E from 60 to 132.
        (&MEAN_WAIT_DEPTH, 72.0 / 6.0),
        (&SHARE_WAIT_PLACEMENT, 21.0 / 225.0),
        // 90 % of six are 5.4.
        (&P90_BOUNDED_SLOWDOWN, 8.9),
        (&P99_BOUNDED_SLOWDOWN, 8.9),
        (&P90_WAIT, 82.0),
        (&P99_WAIT, 82.0),
        // A alone is there at first.
        (&FIRST_FILL, 7.0 / 32.0),
        (&GROUPS_PER_JOB, 11.0 / 6.0),
        (&SHARE_ONE_GROUP, 3.0 / 6.0),
        (&PLACEMENT_FRAGMENTATION, (10.0 * 40.0 + 20.0 * 7.0) / (154.0 * 50.0)),
    ];
    let machine = "torus:2x2x2x4";
    (
        RecordedRun {
            machine,
            jobs,
            settled,
            waiting,
            packets,
            flits,
            placements_tried: 27,
            overhead: Some(345.0),
            groups: vec![1, 1, 2, 1, 4, 2],
            scores: vec![(10, 40), (20, 0), (100, 7), (120, 0), (164, 0)],
        },
        expected,
    )
}

fn expected(metric: &Metric, (_, expected): &(RecordedRun, Expected)) -> f64 {
    expected.iter().find(|(other, _)| *other == metric).map_or(f64::NAN, |(_, value)| *value)
}

#[test]
fn every_metric_by_hand() {
    for run in [six_jobs(), squares(), two_hundred(), at_once()] {
        let values = run.0.metrics();
        for (metric, value) in values.iter() {
            let by_hand = expected(metric, &run);
            let agrees =
                if by_hand.is_nan() { value.is_nan() } else { (value - by_hand).abs() <= 1e-14 * by_hand.abs() };
            assert!(agrees, "{metric:?}: {value}, by hand {by_hand}");
        }
    }
}

/// If two metrics were swapped, one of the runs would tell.
#[test]
fn every_metric_has_a_value_of_its_own() {
    let (six_jobs, squares, two_hundred) = (six_jobs(), squares(), two_hundred());
    for metric in METRICS {
        assert!(!expected(metric, &six_jobs).is_nan(), "{metric:?} is not worked out by hand: add it to `six_jobs`");
        for other in METRICS.iter().filter(|other| *other != metric) {
            let differ = |run| expected(metric, run) != expected(other, run);
            let one_differs = [&six_jobs, &squares, &two_hundred].into_iter().any(differ);
            assert!(one_differs, "{metric:?} and {other:?} are the same in all runs");
        }
    }
}

#[test]
fn without_jobs_only_the_makespan_and_the_first_fill_apply() {
    let run = RecordedRun { machine: "mesh:4x4", ..RecordedRun::default() };
    for (metric, value) in run.metrics().iter() {
        let is_zero = [&MAKESPAN, &FIRST_FILL].contains(&metric);
        assert!(if is_zero { value == 0.0 } else { value.is_nan() }, "{metric:?}: {value}");
    }
}

#[test]
fn every_metric_can_be_found_and_says_what_it_is() {
    let mut short_names = Vec::new();
    for metric in METRICS {
        assert_eq!(Metric::find(metric.name), Some(*metric), "names differ");
        assert_eq!(format!("{metric:?}"), metric.name);
        assert!(metric.title.starts_with(|letter: char| letter.is_uppercase() || letter == '9'));
        assert!(metric.definition.ends_with('.'));
        assert_eq!(metric.needs_clock, *metric == &ALLOCATION_OVERHEAD);
        assert_eq!(metric.needs_reasons(), metric.name.contains("_wait_"));
        let times = ["slowdown", "wait", "response"].iter().any(|time| metric.name.ends_with(time));
        assert_eq!(metric.spans_decades(), times);
        short_names.extend(metric.short_name.map(|short| (short, metric.name)));
        assert_eq!(metric.preferred_name(), metric.short_name.unwrap_or(metric.name));
    }
    let short = [("slowdown", "mean_bounded_slowdown"), ("wait", "mean_wait"), ("response", "mean_response")];
    assert_eq!(short_names, short);
    assert_eq!(Metric::find("wait"), None, "a short name is no name");
    assert!(MetricFamily::ALL.iter().all(|family| METRICS.iter().any(|metric| metric.family == *family)));
}

#[test]
fn numbers_go_to_another_thread_and_come_back() {
    let mut count = 0.0;
    let values = MetricValues::each(|_| {
        count += 1.0;
        count
    });
    assert_eq!((values.get(METRICS[0]), values.get(METRICS[METRICS.len() - 1])), (1.0, METRICS.len() as f64));
    assert_eq!(MetricValues::from_numbers(values.numbers()), Some(values.clone()));
    assert_eq!(MetricValues::from_numbers(&values.numbers()[1..]), None);
    let (same, twice) = MetricValues::each_pair(|metric| (values.get(metric), 2.0 * values.get(metric)));
    assert_eq!((same.get(&MEAN_HOPS), twice.get(&MEAN_HOPS)), (values.get(&MEAN_HOPS), 2.0 * values.get(&MEAN_HOPS)));
}

#[test]
fn time_is_cycles_where_a_network_sets_the_pace() {
    let changed = [(MetricUnit::Seconds, MetricUnit::Cycles), (MetricUnit::JobsPerSecond, MetricUnit::JobsPerCycle)];
    for unit in MetricUnit::ALL {
        let expected = changed.iter().find(|(from, _)| from == unit).map_or(*unit, |(_, to)| *to);
        assert_eq!(unit.by_network(), expected);
    }
}
