use super::*;
use crate::allocation::strategies::slurm::Terms;
use crate::allocation::{Allocation, Blocks};
use crate::topology::{Placement, Topology};
use crate::workload::Grouping;
use proptest::prelude::*;

fn machine(topology: &Topology, free: &[u32]) -> Slurm {
    Slurm::with_free(topology, Terms::default(), free)
}

fn request(nodes: u32, segment: u32) -> Request {
    Request { grouping: Grouping { segment, ..Grouping::default() }, ..Request::processors(nodes) }
}

/// Jobs hold these nodes.
fn hold(holders: &mut Holders, empty: &Slurm, jobs: &[(usize, &[u32])]) {
    for &(job, nodes) in jobs {
        holders.observe(Event::Started { job, now: 0, allocation: &allocation(empty, nodes) });
    }
}

fn allocation(empty: &Slurm, nodes: &[u32]) -> Allocation {
    let stretches = nodes.iter().map(|&node| node..node + 1).collect();
    let pages = empty.topology().unwrap().1;
    Allocation { processors: nodes.len() as u32, blocks: Blocks::numbered(pages, stretches), ticket: 0 }
}

#[test]
fn boxes_of_a_torus() {
    let flat = |dims: [u32; 3]| Placement { dims, spacing: dims, seed: [0; 3] };
    let torus = Topology::torus([4, 4, 1], vec![flat([2, 2, 1])]);
    let all: Vec<u32> = (0..16).collect();
    let empty = machine(&torus, &all);
    let mut holders = Holders::new(&empty, &request(4, 0)).unwrap();
    assert_eq!(holders.shortage().unwrap().free, 4);
    hold(&mut holders, &empty, &[(17, &[0, 2]), (4, &[8, 14]), (9, &[15])]);
    let shortage = holders.shortage().unwrap();
    // Job 17 alone is in the way of two boxes, job 4 of one, and jobs 4 and 9 share the last.
    assert_eq!(
        shortage,
        Shortage {
            parts: 1,
            needs: 4,
            noun: "boxes of 2x2x1".into(),
            places: 4,
            free: 0,
            blocker: Some((17, 2)),
            fullest: None,
        }
    );
    holders.observe(Event::Ended { job: 17, now: 1, allocation: &allocation(&empty, &[0, 2]) });
    assert_eq!(holders.shortage().map(|shortage| (shortage.free, shortage.blocker)), Some((2, Some((4, 1)))));
}

#[test]
fn racks_with_nodes_out_of_service() {
    let racks = Topology::blocks(8, &[4]).unwrap();
    // Of the first rack two nodes are out of service, so it has never enough.
    let empty = machine(&racks, &[2, 3, 4, 5, 6, 7]);
    let mut holders = Holders::new(&empty, &request(6, 3)).unwrap();
    hold(&mut holders, &empty, &[(1, &[4]), (2, &[5])]);
    let shortage = holders.shortage().unwrap();
    assert_eq!((shortage.parts, shortage.needs, shortage.places, shortage.free), (2, 3, 2, 0));
    assert_eq!((shortage.blocker, shortage.fullest), (Some((1, 1)), None), "either job will do; the first is named");
    hold(&mut holders, &empty, &[(3, &[6, 7])]);
    let shortage = holders.shortage().unwrap();
    assert_eq!((shortage.blocker, shortage.fullest.map(|(_, free)| free)), (None, Some(2)));
}

proptest! {
    /// The blocker is the job without which most further places would have enough nodes.
    #[test]
    fn the_blocker_is_the_job_without_which_most_places_are_free(
        holds in prop::collection::vec(0usize..6, 24), needs in 1u32..5, rings in any::<bool>(),
    ) {
        let topology = if rings { Topology::rings(24, 8) } else { Topology::blocks(24, &[6]).unwrap() };
        let all: Vec<u32> = (0..24).collect();
        let empty = machine(&topology, &all);
        let mut holders = Holders::new(&empty, &request(needs, 0)).unwrap();
        let nodes_of = |job: usize| all.iter().copied().filter(|node| holds[*node as usize] == job).collect::<Vec<_>>();
        // Job 0 stands for none.
        (1..6).for_each(|job| hold(&mut holders, &empty, &[(job, &nodes_of(job))]));
        let found = holders.shortage().unwrap();
        let mut gains = Vec::new();
        for job in 1..6 {
            holders.observe(Event::Ended { job, now: 0, allocation: &allocation(&empty, &nodes_of(job)) });
            gains.push((job, holders.shortage().unwrap().free - found.free));
            hold(&mut holders, &empty, &[(job, &nodes_of(job))]);
        }
        let most = gains.iter().map(|(_, gain)| *gain).max().unwrap();
        let expected = gains.into_iter().find(|(_, gain)| *gain == most && most > 0);
        prop_assert_eq!(found.blocker, expected);
        prop_assert_eq!(found.fullest.is_some(), found.blocker.is_none());
    }
}
