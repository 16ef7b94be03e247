use super::*;
use crate::allocation::OutOfService;
use crate::allocation::catalogue::{self, Setting};
use crate::machine::{Block, Machine};
use crate::run::testing::{jobs, run, runs};
use proptest::prelude::*;

fn course(trace: &Trace) -> RunSeries {
    RunSeries::new(trace)
}

/// Processor time is counted in microseconds, so the times may be read as seconds.
const MICRO: f64 = 1e-6;

/// On a line of four nodes with first fit: job 1 holds one node until 10, and job 2 holds two until 4. Job 3 asks for
/// three from 1 on, and finds no place even when two more nodes are free.
#[test]
fn a_run_by_hand() {
    let jobs = jobs(&[(0, 10, 1), (0, 4, 2), (1, 2, 3)]);
    let trace = run(&jobs, &Machine::mesh(&[4]), "ff", "fcfs".parse().unwrap());
    assert_eq!(trace.start, [0, 0, 4]);
    let course = course(&trace);
    assert_eq!(course.at, [0, 1, 4, 6, 10]);
    let at = |measure: Measure| [0, 2, 4, 5, 9, 10].map(|moment| course.value(measure, moment));
    assert_eq!(at(Measure::Busy), [3.0, 3.0, 4.0, 4.0, 1.0, 0.0]);
    assert_eq!(at(Measure::Queue), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(at(Measure::QueuedWork).map(|work| (work / MICRO).round()), [0.0, 6.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(at(Measure::Backlog).map(|work| (work / MICRO).round()), [18.0, 18.0, 12.0, 8.0, 1.0, 0.0]);
    assert_eq!(course.most(Measure::Busy), 4.0);
    let spans = course.spans(Measure::Busy, &[0, 6, 6, 11]);
    assert_eq!(spans[0], ValueRange { low: 3.0, high: 4.0, mean: 20.0 / 6.0 });
    assert_eq!(spans[1], ValueRange { low: 1.0, high: 1.0, mean: 1.0 });
    assert_eq!(spans[2], ValueRange { low: 0.0, high: 1.0, mean: 0.8 });
}

/// Jobs of 2, 1 and 1 of four nodes. When the second ends, a job asks for a box of two, but the two free nodes are
/// apart.
#[test]
fn processors_without_a_place_are_unusable() {
    let jobs = jobs(&[(0, 9, 1), (0, 3, 1), (0, 9, 1), (0, 3, 1), (1, 1, 2)]);
    let trace = run(&jobs, &Machine::mesh(&[4]), "ff", "fcfs".parse().unwrap());
    let course = course(&trace);
    assert_eq!([2, 3, 8, 9].map(|moment| course.value(Measure::Unusable, moment)), [0.0, 2.0, 2.0, 0.0]);
}

#[test]
fn steps_go_from_event_to_event() {
    let trace = run(&jobs(&[(0, 10, 1), (3, 4, 1)]), &Machine::mesh(&[4]), "flat", "fcfs".parse().unwrap());
    let course = course(&trace);
    assert_eq!(course.at, [0, 3, 7, 10]);
    assert_eq!(
        [(3, 1), (4, 1), (4, -1), (3, -1), (0, -1), (4, 99), (9, -99), (3, 0)].map(|(from, by)| course.step(from, by)),
        [7, 7, 3, 0, 0, 10, 0, 3]
    );
    assert_eq!(RunSeries::new(&Trace::default()).step(5, 1), 0, "no jobs");
}

/// Every measure at a moment, from a scan of all jobs.
fn plain(trace: &Trace, moment: Time) -> [f64; 6] {
    let all = || 0..trace.len();
    let waiting = || all().filter(|&job| trace.submit[job] <= moment && moment < trace.start[job]);
    let running = || all().filter(|&job| trace.start[job] <= moment && moment < trace.end[job]);
    let busy: u32 = running().map(|job| trace.held[job]).sum();
    let queued: i128 = waiting().map(|job| trace.work(job)).sum();
    let rest: i128 = running().map(|job| i128::from(trace.held[job]) * i128::from(trace.end[job] - moment)).sum();
    let free = trace.processors() - busy;
    let times = trace.submit.iter().chain(&trace.start).chain(&trace.end);
    let pass = times.copied().filter(|&time| time <= moment).max().unwrap_or(moment);
    let head = waiting().min_by(|&one, &other| trace.compare(one, other, pass));
    let unusable = head.filter(|&head| trace.effective[head] <= free).map_or(0, |_| free);
    let backlog = (queued + rest) as f64 * MICRO;
    let busy_blocks = running().flat_map(|job| trace.blocks_of(job)).collect();
    let spoilt = if trace.scored.is_empty() { 0.0 } else { spoilt(&trace.machine().unwrap(), busy_blocks) };
    [busy.into(), waiting().count() as f64, queued as f64 * MICRO, unusable.into(), backlog, spoilt]
}

/// The fragmentation of `slurm-block(4)` while these blocks are busy, from a machine on which nothing else has happened.
fn spoilt(machine: &Machine, busy: Vec<Block>) -> f64 {
    let setting = Setting { machine, seed: 1, replication: 0 };
    let mut racks = catalogue::find("slurm-block(4)").unwrap().make(&setting).unwrap();
    assert!(racks.take_out_of_service(&OutOfService::new(machine, busy).unwrap()));
    let (score, full) = racks.fragmentation().unwrap();
    (score * 1_000_000 / full) as f64 / 1e6
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * (1.0 + one.abs())
}

proptest! {
    /// The reference scans all jobs at every moment.
    #[test]
    fn measures_and_their_spans_are_those_of_a_plain_scan(trace in runs(), cuts in prop::collection::vec(0i64..150, 2..6)) {
        let course = course(&trace);
        let mut cuts = cuts;
        cuts.sort();
        for &measure in Measure::of(&trace) {
            let is = |moment: Time| plain(&trace, moment)[measure as usize];
            for moment in 0..150 {
                prop_assert!(close(course.value(measure, moment), is(moment)), "{measure:?} at {moment}");
            }
            for (pair, span) in cuts.windows(2).zip(course.spans(measure, &cuts)) {
                let (from, to) = (pair[0], pair[1]);
                // Between whole moments only the backlog changes. It falls linearly, by the work of one microsecond.
                let falls = |moment: Time| match measure {
                    Measure::Backlog => plain(&trace, moment)[Measure::Busy as usize] * MICRO,
                    _ => 0.0,
                };
                let during = if from == to { from..=from } else { from..=to - 1 };
                let end = |moment: Time| if from == to { is(moment) } else { is(moment) - falls(moment) };
                let high = during.clone().map(is).fold(f64::MIN, f64::max);
                let low = during.clone().map(end).fold(f64::MAX, f64::min);
                let mean = during.clone().map(|moment| (is(moment) + end(moment)) / 2.0).sum::<f64>() / during.count() as f64;
                prop_assert!(close(span.high, high) && close(span.low, low), "{measure:?} {pair:?} {span:?} {low} {high}");
                prop_assert!(close(span.mean, mean), "{measure:?} {pair:?} {span:?} {mean}");
            }
        }
    }
}
