use super::*;
use crate::run::testing::{jobs, pairs_of_runs, run};
use crate::time::SECOND;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// On a mesh of 4, in seconds: job 1 holds two nodes from 0 to 100. Job 2 arrives at 10 and asks for three nodes for
/// 50. At 20 arrive job 3, which asks for two for 10, and job 4, which asks for one for 5.
fn small(policy: &str) -> Trace {
    let list = [(0, 100, 2), (10, 50, 3), (10, 10, 2), (0, 5, 1)]
        .map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
    run(&jobs(&list), &Machine::mesh(&[4]), "gabl", policy.parse().unwrap())
}

/// With `fcfs`, job 2 starts at 100, and jobs 3 and 4 follow it in the order of the queue, both at 150. With
/// backfilling jobs 3 and 4 start before the head: job 3 at 20 on the two free nodes, job 4 at 30.
#[test]
fn jobs_that_start_earlier_are_counted() {
    let (fcfs, easy) = (small("fcfs"), small("easy"));
    assert_eq!(fcfs.start, [0, 100, 150, 150].map(|second| second * SECOND));
    assert_eq!(easy.start, [0, 100, 20, 30].map(|second| second * SECOND));
    let difference = Difference::new(&fcfs, &easy).unwrap();
    assert_eq!(difference.later, [0, 0, 130, 120].map(|second| second * SECOND));
    let tally = difference.tally();
    assert_eq!((tally.earlier_here, tally.later_here, tally.same, tally.mean), (0, 2, 2, 250 * SECOND / 4));
    assert_eq!(difference.furthest_first(), [2, 3]);
    let divergences = difference.divergences(&fcfs, &easy);
    let start = Divergence { at: 20 * SECOND, kind: DifferenceKind::Start, pairs: vec![2] };
    assert_eq!(divergences, std::slice::from_ref(&start), "job 2 has the same nodes and end in both runs");
    let back = Difference::new(&easy, &fcfs).unwrap();
    assert_eq!((back.tally().earlier_here, back.tally().mean), (2, -250 * SECOND / 4));
    assert_eq!(back.divergences(&easy, &fcfs), [start]);
}

#[test]
fn a_run_does_not_diverge_from_itself() {
    let trace = small("easy");
    let difference = Difference::new(&trace, &trace).unwrap();
    assert_eq!((difference.tally().same, difference.furthest_first(), difference.pairs.len()), (4, vec![], 4));
    assert_eq!(difference.divergences(&trace, &trace), []);
    let nothing = Trace::default();
    assert_eq!(Difference::new(&nothing, &nothing), Ok(Difference::default()));
}

#[test]
fn start_place_and_end_diverge_separately() {
    let here = small("easy");
    let mut there = here.clone();
    // Job 3 has the same two nodes, in two blocks and in reverse order. Job 4 has another node.
    let blocks = |trace: &Trace| (0..4).map(|job| trace.blocks_of(job).collect::<Vec<_>>()).collect::<Vec<_>>();
    let [first, second] = [here.first_block[2], here.first_block[3]].map(|block| 2 * block as usize);
    assert_eq!(&here.blocks[first..second], [2, 2], "from node 2 on, two nodes");
    there.blocks.splice(first..second, [3, 1, 2, 1]);
    there.first_block[3..].iter_mut().for_each(|first| *first += 1);
    let last = there.blocks.len() - 2;
    assert_eq!(there.blocks[last..], [2, 1]);
    there.blocks[last] = 3;
    there.end[0] += SECOND;
    there.check().unwrap();
    assert_ne!(blocks(&here)[2], blocks(&there)[2]);
    let difference = Difference::new(&here, &there).unwrap();
    let place = Divergence { at: 30 * SECOND, kind: DifferenceKind::Place, pairs: vec![3] };
    let end = Divergence { at: 100 * SECOND, kind: DifferenceKind::End, pairs: vec![0] };
    assert_eq!(difference.divergences(&here, &there), [place, end.clone()]);
    // Places on different machines cannot be compared.
    there.extents = vec![8];
    assert_eq!(difference.divergences(&here, &there), [end]);
}

#[test]
fn jobs_are_matched_by_number() {
    let (mut here, mut there) = (small("fcfs"), small("easy"));
    (here.id, there.id) = (vec![5, 7, 9, 9], vec![5, 6, 9, 9]);
    let difference = Difference::new(&here, &there).unwrap();
    let pair = |job: usize| Pair { here: job, there: job };
    assert_eq!(difference.pairs, [pair(0), pair(2), pair(3)]);
    assert_eq!((difference.only_here.clone(), difference.only_there.clone()), (vec![1], vec![1]));
    assert_eq!([difference.of_here(2), difference.of_here(1)], [Some(1), None]);
    there.id = vec![105, 106, 109, 109];
    assert_eq!(Difference::new(&here, &there), Err(JobSetMismatch::NoneInCommon));
    assert_eq!(Difference::new(&here, &Trace::default()), Err(JobSetMismatch::NoneInCommon));
}

#[test]
fn other_jobs_are_refused() {
    let here = small("fcfs");
    let mut there = here.clone();
    there.submit[1] += 1;
    assert_eq!(Difference::new(&here, &there), Err(JobSetMismatch::Arrival(2)));
    let mut there = here.clone();
    there.asked[2] = 1;
    assert_eq!(Difference::new(&here, &there), Err(JobSetMismatch::Processors(3, 2, 1)));
}

/// Of each job, by its number: its start, its nodes and its end.
type Lines = BTreeMap<i64, (Time, BTreeSet<u32>, Time)>;

fn lines(trace: &Trace) -> Lines {
    let machine = trace.machine().unwrap();
    let nodes = |job: usize| trace.blocks_of(job).flat_map(|block| block.nodes(&machine).collect::<Vec<_>>()).collect();
    (0..trace.len()).map(|job| (trace.id[job], (trace.start[job], nodes(job), trace.end[job]))).collect()
}

/// The first moment at which the observed states of two runs differ, and the jobs that differ. Tries every moment.
fn first<T: PartialEq>(
    (one, other): (&Lines, &Lines),
    state_of: impl Fn(Time, i64, &Lines, &Lines) -> Option<T>,
) -> Option<(Time, Vec<i64>)> {
    let moments: BTreeSet<Time> =
        one.values().chain(other.values()).flat_map(|(start, _, end)| [*start, *end]).collect();
    moments.into_iter().find_map(|now| {
        let differ = |id: &i64| state_of(now, *id, one, other) != state_of(now, *id, other, one);
        let ids: Vec<i64> = one.keys().copied().filter(differ).collect();
        (!ids.is_empty()).then_some((now, ids))
    })
}

proptest! {
    /// The reference follows starts, places and ends moment by moment.
    #[test]
    fn runs_diverge_where_a_scan_of_every_moment_finds_it((here, there) in pairs_of_runs()) {
        let difference = Difference::new(&here, &there).unwrap();
        let (ones, others) = (lines(&here), lines(&there));
        let both = (&ones, &others);
        let start = first(both, |now, id, lines, _| Some(lines[&id].0 <= now));
        let together = |now: Time, id: i64, lines: &Lines, other: &Lines| lines[&id].0 <= now && lines[&id].0 == other[&id].0;
        let end = first(both, |now, id, lines, other| together(now, id, lines, other).then(|| lines[&id].2 <= now));
        let placed = here.is_placed() && there.is_placed();
        let place = first(both, |now, id, lines, other| together(now, id, lines, other).then(|| lines[&id].1.clone()));
        let place = place.filter(|_| placed);
        let found = difference.divergences(&here, &there);
        let of = |kind: DifferenceKind| {
            let divergence = found.iter().find(|divergence| divergence.kind == kind)?;
            let ids = divergence.pairs.iter().map(|&place| here.id[difference.pairs[place].here]).collect::<Vec<_>>();
            Some((divergence.at, ids))
        };
        prop_assert_eq!(of(DifferenceKind::Start), start);
        prop_assert_eq!(of(DifferenceKind::Place), place);
        prop_assert_eq!(of(DifferenceKind::End), end);
        prop_assert!(found.is_sorted_by_key(|divergence| divergence.at));
    }

    /// The reference is a scan of all pairs; some jobs are missing from one of the runs.
    #[test]
    fn differences_are_those_of_a_plain_scan((here, there) in pairs_of_runs(), shift in 0i64..9) {
        let mut there = there;
        there.id.iter_mut().for_each(|id| *id += if *id % 5 == 1 { 1000 } else { 0 });
        let difference = match Difference::new(&here, &there) {
            Ok(difference) => difference,
            Err(error) => {
                prop_assert_eq!((error, here.len()), (JobSetMismatch::NoneInCommon, 1));
                return Ok(());
            }
        };
        let kept = |job: &usize| (*job as i64 + 1) % 5 != 1;
        let all: Vec<usize> = (0..here.len()).filter(kept).collect();
        prop_assert_eq!(difference.pairs.iter().map(|pair| (pair.here, pair.there)).collect::<Vec<_>>(), all.iter().map(|&job| (job, job)).collect::<Vec<_>>());
        prop_assert_eq!(difference.only_here.len(), here.len() - all.len());
        prop_assert_eq!(&difference.only_here, &difference.only_there);
        let later: Vec<Time> = all.iter().map(|&job| here.start[job] - there.start[job]).collect();
        prop_assert_eq!(&difference.later, &later);
        let tally = difference.tally();
        prop_assert_eq!(tally.earlier_here + tally.later_here + tally.same, later.len());
        prop_assert_eq!(tally.same, later.iter().filter(|later| **later == 0).count());
        prop_assert_eq!(tally.earlier_here, later.iter().filter(|later| **later < 0).count());
        prop_assert_eq!(tally.mean, later.iter().sum::<Time>() / later.len() as Time);
        let furthest = difference.furthest_first();
        let key = |place: &usize| (-later[*place].abs(), *place);
        prop_assert!(furthest.is_sorted_by_key(key));
        prop_assert_eq!(furthest.len(), later.len() - tally.same);
        // Jobs that arrive at different moments are different jobs.
        there.submit.iter_mut().for_each(|submit| *submit += shift);
        prop_assert_eq!(Difference::new(&here, &there).is_ok(), shift == 0);
    }
}
