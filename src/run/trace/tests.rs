use super::*;
use crate::run::testing::{jobs, run, runs};
use proptest::prelude::*;

/// On a mesh of 2x2: job 1 holds three of four nodes from 0 to 10. Job 2 asks for two and heads the queue. Job 3 asks
/// for one and starts at once under `easy`. Job 4 has no length and waits behind job 2.
#[test]
fn a_run_by_hand() {
    let jobs = jobs(&[(0, 10, 3), (1, 5, 2), (1, 4, 1), (1, 0, 4)]);
    let trace = run(&jobs, &Machine::mesh(&[2, 2]), "mbs", "easy".parse().unwrap());
    assert_eq!((&trace.start[..], &trace.end[..]), (&[0, 10, 2, 15][..], &[10, 15, 6, 15][..]));
    assert_eq!(
        (&trace.id[..], &trace.asked[..], &trace.rank[..]),
        (&[1, 2, 3, 4][..], &[3, 2, 1, 4][..], &[0, 1, 2, 3][..])
    );
    assert_eq!(trace.settled, [0, 1, 2, 6, 10, 15]);
    assert_eq!(trace.free, [1, 1, 0, 1, 2, 4]);
    assert_eq!(trace.head, [NO_JOB, 1, 1, 1, 3, NO_JOB]);
    assert_eq!([trace.settled_at(-1), trace.settled_at(5), trace.settled_at(99)], [(4, None), (0, Some(1)), (4, None)]);
    assert_eq!(trace.blocks_of(0).map(|block| block.volume()).sum::<u32>(), 3);
    assert_eq!((trace.machine(), trace.processors(), trace.is_placed()), (Ok(Machine::mesh(&[2, 2])), 4, true));
    assert_eq!((trace.work(1), trace.find(3), trace.find(9), trace.last_end()), (10, Some(2), None, 15));
}

/// Nodes one by one, row after row: 3 of the first row of four, then its last, the second row and 2 of the third.
#[test]
fn pages_that_form_a_box_are_one_block() {
    let jobs = jobs(&[(0, 10, 3), (0, 10, 7)]);
    let trace = run(&jobs, &Machine::mesh(&[4, 4]), "paging(0)", "fcfs".parse().unwrap());
    let blocks = |job: usize| trace.blocks_of(job).map(|block| block.to_string()).collect::<Vec<_>>();
    assert_eq!(blocks(0), ["0,0+3x1"]);
    assert_eq!(blocks(1), ["3,0+1x1", "0,1+4x1", "0,2+2x1"]);
    assert_eq!((&trace.first_block[..], trace.check()), (&[0, 1, 4][..], Ok(())));
}

#[test]
fn a_cell_of_a_plan_is_recorded_with_the_numbers_of_its_jobs() {
    let link = "#v=1&jobs=60&machine=mesh:4x4&allocation=ff,flat&scheduling=sjf/easy&vary=rate:1..2:1";
    let experiment = crate::experiment::permalink::read(link).0;
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let trace = record(&plan, 1).unwrap();
    assert_eq!(trace.id, plan.ids(1));
    assert!(trace.is_placed() && !record(&plan, 2).unwrap().is_placed());
    let ranked = |job: usize| (trace.runtime[job], job);
    let mut by_rank: Vec<usize> = (0..trace.len()).collect();
    by_rank.sort_by_key(|&job| trace.rank[job]);
    assert!(by_rank.windows(2).all(|pair| ranked(pair[0]) < ranked(pair[1])), "the shortest first");
}

/// Racks of four nodes are rows. The job of six nodes has a row and a half.
#[test]
fn a_picture_of_racks_has_a_row_for_each() {
    let jobs = jobs(&[(0, 10, 6), (0, 10, 2)]);
    let line = run(&jobs, &Machine::mesh(&[12]), "slurm-block(4;8)", "fcfs".parse().unwrap());
    assert_eq!((line.arrangement(), line.arranged_blocks_of(0)), (line.machine(), line.blocks_of(0).collect()));
    let racks = line.clone().arranged(Some(Machine::mesh(&[3, 4])));
    assert_eq!((racks.arrangement(), racks.check()), (Ok(Machine::mesh(&[3, 4])), Ok(())));
    let nodes = |trace: &Trace, blocks: &[Block]| {
        blocks.iter().flat_map(|block| block.nodes(&trace.arrangement().unwrap())).collect::<Vec<u32>>()
    };
    for job in 0..2 {
        assert_eq!(nodes(&racks, &racks.arranged_blocks_of(job)), nodes(&line, &line.arranged_blocks_of(job)));
    }
    assert_eq!(racks.arranged_blocks_of(0).len(), 2);
    assert_eq!(line.arranged(Some(Machine::mesh(&[3, 5]))).check(), Err(BrokenTrace), "another number of nodes");
}

/// Three of sixteen nodes are out of service, one of them in both boxes.
#[test]
fn nodes_out_of_service_are_never_free() {
    let link = "#v=1&jobs=60&machine=mesh:4x4&allocation=ff&scheduling=easy&vary=none&down=0,0%2B1x2;0,1%2B2x1";
    let experiment = crate::experiment::permalink::read(link).0;
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let trace = record(&plan, 0).unwrap();
    assert_eq!((trace.nodes_down(), trace.check()), (vec![0, 1, 5], Ok(())));
    assert_eq!(trace.settled_at(-1), (13, None));
    for (at, &now) in trace.settled.iter().enumerate() {
        let runs = |job: &usize| trace.start[*job] <= now && now < trace.end[*job];
        let busy: u32 = (0..trace.len()).filter(runs).map(|job| trace.held[job]).sum();
        assert_eq!(trace.free[at], 13 - busy);
    }
    let outside = Trace { down: vec![3, 3, 2, 1], ..trace };
    assert_eq!(outside.check(), Err(BrokenTrace));
}

#[test]
fn columns_that_do_not_belong_together_are_refused() {
    let trace = run(&jobs(&[(0, 10, 3), (1, 5, 2)]), &Machine::mesh(&[2, 2]), "mbs", "easy".parse().unwrap());
    assert_eq!(trace.check(), Ok(()));
    let with = |change: fn(&mut Trace)| {
        let mut trace = trace.clone();
        change(&mut trace);
        trace.check()
    };
    let changes: [fn(&mut Trace); 6] = [
        |trace| trace.end.truncate(1),
        |trace| trace.held.push(1),
        |trace| trace.blocks.truncate(3),
        |trace| trace.first_block.truncate(2),
        |trace| trace.head[0] = 2,
        |trace| trace.extents[0] = 0,
    ];
    assert_eq!(changes.map(with), [Err(BrokenTrace); 6]);
}

proptest! {
    /// The recorded instants follow from the starts and ends.
    #[test]
    fn a_trace_is_consistent(trace in runs()) {
        for (at, &now) in trace.settled.iter().enumerate() {
            let all = 0..trace.len();
            let busy: u32 = all.clone().filter(|&job| trace.start[job] <= now && now < trace.end[job]).map(|job| trace.held[job]).sum();
            prop_assert_eq!(trace.free[at], trace.processors() - busy);
            let head = all.filter(|&job| trace.submit[job] <= now && now < trace.start[job]).min_by(|&one, &other| trace.compare(one, other, now));
            prop_assert_eq!(trace.head[at], head.map_or(NO_JOB, |job| job as u32));
        }
        for job in 0..trace.len() {
            let placed: u32 = trace.blocks_of(job).map(|block| block.volume()).sum();
            prop_assert!(placed == trace.held[job] || !trace.is_placed());
            prop_assert!(trace.held[job] >= trace.effective[job] && trace.effective[job] >= trace.asked[job]);
        }
    }
}
