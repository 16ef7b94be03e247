use super::*;
use crate::allocation::strategies::slurm::Terms;
use crate::machine::Machine;
use crate::topology::Placement;
use crate::workload::Grouping;
use proptest::prelude::*;

fn machine(topology: &Topology, free: &[u32]) -> Slurm {
    Slurm::with_free(topology, Terms::default(), free)
}

fn request(nodes: u32, segment: u32) -> Request {
    Request { grouping: Grouping { segment, ..Grouping::default() }, ..Request::processors(nodes) }
}

/// The names of the candidates that are free, with their costs.
fn free_ones(slurm: &Slurm, request: &Request) -> Vec<(String, u32)> {
    let (_, all) = candidates(slurm, request).unwrap();
    let costs = costs(&all, slurm.free());
    let is_free = |candidate: &Candidate| candidate.free(slurm.free()) >= candidate.needs;
    let free = all.iter().zip(costs).filter(|(candidate, _)| is_free(candidate));
    free.map(|(candidate, cost)| (candidate.name(), cost)).collect()
}

fn texts(found: &[(String, u32)]) -> Vec<(&str, u32)> {
    found.iter().map(|(name, cost)| (&**name, *cost)).collect()
}

#[test]
fn each_kind_of_topology_has_places_of_its_own() {
    let torus = Topology::torus([4, 2, 1], vec![box_of([2, 1, 1], [2, 1, 1]), box_of([2, 2, 1], [2, 2, 1])]);
    let name = match &torus.kind {
        Kind::Torus3d(tori) => tori[0].name.clone(),
        _ => unreachable!(),
    };
    // Node 0 is busy, so only the box at 2,0,0 is left of the larger ones, and two of the smaller would spoil it.
    let boxes = free_ones(&machine(&torus, &[1, 2, 3, 4, 5, 6, 7]), &request(2, 0));
    let at = |place: &str| format!("2x1x1 at {place} of {name}");
    assert_eq!(boxes, [(at("0,1,0"), 0), (at("2,0,0"), 1), (at("2,1,0"), 1)]);

    let rings = Topology::rings(8, 4);
    let runs = free_ones(&machine(&rings, &[0, 3, 5, 6, 7]), &request(2, 0));
    let names: Vec<&str> = runs.iter().map(|(name, _)| name.split(" of ").next().unwrap()).collect();
    assert_eq!(names, ["positions 3 to 0", "positions 1 to 2", "positions 2 to 3"]);
    assert_eq!(runs.iter().map(|(_, cost)| *cost).collect::<Vec<_>>(), [0, 1, 1]);

    let racks = Topology::blocks(8, &[2, 4]).unwrap();
    let blocks = free_ones(&machine(&racks, &[0, 1, 2, 4, 5, 6, 7]), &request(4, 0));
    assert_eq!((blocks.len(), blocks[0].1), (1, 0), "one group of two blocks: {blocks:?}");
    assert_eq!(free_ones(&machine(&racks, &[0, 1, 2, 4, 6]), &request(4, 2)).len(), 1, "one block has a segment");

    let tree = Topology::tree(8, &[2, 2]);
    let switches = free_ones(&machine(&tree, &[0, 1, 2, 4]), &request(3, 0));
    assert_eq!(switches.iter().map(|(_, cost)| *cost).collect::<Vec<_>>(), [0, 1], "{:?}", texts(&switches));

    assert_eq!(texts(&free_ones(&machine(&Topology::flat(4), &[1, 2]), &request(2, 0))), [("the cluster", 0)]);
    assert!(candidates(&machine(&torus, &[]), &request(3, 0)).is_none(), "no placement has three nodes");
}

fn box_of(dims: [u32; 3], spacing: [u32; 3]) -> Placement {
    Placement { dims, spacing, seed: [0; 3] }
}

proptest! {
    /// The box that a job gets is the first one of least cost among the free ones of the first placement that has any.
    #[test]
    fn a_job_gets_the_cheapest_candidate(
        dims in prop::array::uniform3(1u32..5), sides in prop::collection::vec(prop::array::uniform3(1u32..4), 1..4),
        spacing in prop::array::uniform3(1u32..3), busy in prop::collection::vec(any::<bool>(), 64), which in 0usize..4,
    ) {
        let fit = |sides: [u32; 3]| [0, 1, 2].map(|axis| sides[axis].min(dims[axis]));
        let placements: Vec<Placement> = sides.iter().map(|sides| box_of(fit(*sides), fit(spacing))).collect();
        let size = placements[which % placements.len()].size();
        let topology = Topology::torus(dims, placements);
        let nodes = dims.iter().product::<u32>();
        let free: Vec<u32> = (0..nodes).filter(|node| !busy[*node as usize]).collect();
        let mut slurm = machine(&topology, &free);
        let expected = {
            let (count, all) = candidates(&slurm, &request(size, 0)).unwrap();
            prop_assert_eq!(count, 1);
            let counted: Vec<u32> = all.iter().map(|one| one.free(slurm.free())).collect();
            prop_assert_eq!(free_counts(&all, slurm.free()), counted);
            let costs = costs(&all, slurm.free());
            let free = all.iter().zip(costs).filter(|(one, _)| one.free(slurm.free()) == one.needs);
            let placement = |one: &Candidate| match &one.place {
                Place::Box { placement, .. } => *placement,
                _ => unreachable!(),
            };
            let free: Vec<_> = free.collect();
            let first = free.first().map(|(one, _)| placement(one));
            let of_first = free.into_iter().filter(|(one, _)| Some(placement(one)) == first);
            of_first.min_by_key(|(_, cost)| *cost).map(|(one, _)| {
                let mut nodes: Vec<u32> = one.nodes().flatten().collect();
                nodes.sort_unstable();
                nodes
            })
        };
        let got = slurm.allocate(&request(size, 0));
        let got = got.map(|got| got.blocks.stretches().iter().cloned().flatten().collect::<Vec<u32>>());
        prop_assert_eq!(got, expected);
    }
}

#[test]
fn what_follows_no_topology_has_no_candidates() {
    let machine = Machine::mesh(&[8]);
    let first_fit = crate::allocation::catalogue::find("ff").unwrap();
    let setting = crate::allocation::catalogue::Setting { machine: &machine, seed: 1, replication: 0 };
    assert!(candidates(&*first_fit.make(&setting).unwrap(), &request(2, 0)).is_none());
}

#[test]
fn a_cell_without_a_node_is_never_free() {
    let mut topology = Topology::torus([2, 2, 1], vec![box_of([2, 1, 1], [2, 1, 1])]);
    if let Kind::Torus3d(tori) = &mut topology.kind {
        tori[0].cells = vec![Some(0), Some(1), Some(2), None];
    }
    topology.nodes.pop();
    let found = free_ones(&machine(&topology, &[0, 1, 2]), &request(2, 0));
    assert_eq!(found.len(), 1, "{found:?}");
}
