//! `fs`, `as`, `2dbs`, `mbs`, `anca` and `as-mb` compared with their definitions, on random states and in worked
//! examples.

mod literal;

use literal::{Held, block, initial_blocks};
use proptest::prelude::*;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocation, Allocator, Requirement, Unsuitable};
use subtorus::machine::{Block, Coordinates, Machine};
use subtorus::workload::Request;

fn allocator(name: &str, machine: &Machine) -> Result<Box<dyn Allocator>, Unsuitable> {
    catalogue::find(name).unwrap().make(&Setting { machine, seed: 1, replication: 0 })
}

/// A step on a machine; its numbers are reduced to the machine's size and the held blocks.
#[derive(Clone, Debug)]
struct Step {
    release: bool,
    which: usize,
    extents: [u32; 3],
    fewer: u32,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let extent = prop_oneof![6 => 0u32..4, 3 => 0u32..8, 1 => any::<u32>()];
    let step = (prop::bool::weighted(0.4), any::<usize>(), [extent.clone(), extent.clone(), extent], 0u32..4)
        .prop_map(|(release, which, extents, fewer)| Step { release, which, extents, fewer });
    prop::collection::vec(step, 1..60)
}

/// For `anca`, extents may exceed the machine's sides.
fn request(name: &str, machine: &Machine, step: &Step) -> Request {
    let mut extents = Coordinates::new(machine.extents());
    let beyond = if name == "anca" { 4 } else { 0 };
    for (extent, drawn) in extents.iter_mut().zip(step.extents) {
        *extent = 1 + drawn % (*extent + beyond);
    }
    let volume: u32 = extents.iter().product();
    Request::new(volume.saturating_sub(step.fewer).max(1), Some(extents))
}

/// A machine for the strategy, sometimes large enough for bits in several words.
fn machines(name: &'static str) -> BoxedStrategy<Machine> {
    let side = prop_oneof![1u32..=6, 7u32..=13];
    let dimension = (side, any::<bool>());
    let build = |sides: Vec<(u32, bool)>| {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    };
    match name {
        "2dbs" => (0u32..=4).prop_map(|level| Machine::mesh(&[1 << level; 2])).boxed(),
        "anca" => {
            let many = prop::collection::vec((1u32..=6, any::<bool>()), 1..=3).prop_map(build);
            prop_oneof![many, prop::collection::vec(dimension, 2..=2).prop_map(build)].boxed()
        }
        _ => {
            let strip = (prop::bool::ANY, 1u32..=3, 20u32..=90, any::<bool>()).prop_map(move |(wide, a, b, ring)| {
                build(if wide { vec![(b, ring), (a, false)] } else { vec![(a, ring), (b, false)] })
            });
            prop_oneof![5 => prop::collection::vec(dimension, 2..=2).prop_map(build), 1 => strip].boxed()
        }
    }
}

fn cases() -> impl Strategy<Value = (&'static str, Machine, Vec<Step>)> {
    let names = prop::sample::select(vec!["fs", "as", "2dbs", "mbs", "anca", "as-mb"]);
    names.prop_flat_map(|name| (Just(name), machines(name), steps()))
}

proptest! {
    #![proptest_config(crate::cases::cases(3000))]

    /// Every allocation is that of the definition, whether it is only asked for, tried on a copy, or made. After all
    /// releases, in any order, the machine is as before.
    #[test]
    fn allocations_are_those_of_the_definition((name, machine, steps) in cases()) {
        let fresh = allocator(name, &machine).unwrap();
        let (mut real, mut copy) = (fresh.fork(), fresh.fork());
        let mut held = Held::nothing(&machine);
        let mut running: Vec<Allocation> = Vec::new();
        for step in &steps {
            if step.release && !running.is_empty() {
                let allocation = running.swap_remove(step.which % running.len());
                real.release(&allocation);
                allocation.blocks.iter().for_each(|block| held.give_back(&block));
            } else {
                let request = request(name, &machine, step);
                let effective = real.effective(&request);
                let expected = held.place(name, &request);
                copy.copy_from(real.as_ref());
                prop_assert_eq!(real.fits(&effective), expected.is_some(), "{} on {}: {:?}", name, machine, request);
                let tried = copy.allocate(&effective);
                let made = real.allocate(&effective);
                prop_assert_eq!(&made, &tried);
                let blocks = made.as_ref().map(|allocation| allocation.blocks.iter().collect::<Vec<_>>());
                prop_assert_eq!(&blocks, &expected, "{} on {}: {:?}", name, machine, request);
                if let Some(allocation) = made {
                    let volume: u32 = allocation.blocks.iter().map(|block| block.volume()).sum();
                    prop_assert_eq!(allocation.processors, volume);
                    prop_assert!(volume >= request.processors);
                    prop_assert!(volume == request.processors || name != "mbs");
                    allocation.blocks.iter().for_each(|block| held.take(&block));
                    running.push(allocation);
                }
            }
            prop_assert_eq!(real.free_processors(), held.free());
        }
        while let Some(step) = (!running.is_empty()).then(|| &steps[running.len() % steps.len()]) {
            real.release(&running.swap_remove(step.which % running.len()));
        }
        for step in &steps {
            let request = real.effective(&request(name, &machine, step));
            prop_assert_eq!(real.fork().allocate(&request), fresh.fork().allocate(&request), "{} on {}", name, machine);
        }
    }

    /// The largest possible request gets the initial blocks, before and after any use of the machine.
    #[test]
    fn buddies_merge_back_to_the_initial_blocks(machine in machines("mbs"), sizes in prop::collection::vec(1u32..40, 1..30)) {
        let mut mbs = allocator("mbs", &machine).unwrap();
        let mut held: Vec<_> =
            sizes.iter().filter_map(|&size| mbs.allocate(&Request::processors(size))).collect();
        while !held.is_empty() {
            let place = sizes[held.len() - 1] as usize % held.len();
            mbs.release(&held.swap_remove(place));
        }
        let given = mbs.allocate(&Request::processors(machine.node_count())).unwrap();
        let mut whole: Vec<Block> = given.blocks.iter().collect();
        let mut initial = initial_blocks(&Block::whole(&machine));
        whole.sort_by_key(|block| block.base);
        initial.sort_by_key(|block| block.base);
        prop_assert_eq!(whole, initial);
    }
}

fn mesh(text: &str) -> Machine {
    text.parse().unwrap()
}

fn shape(extents: &[u32]) -> Request {
    let extents = Coordinates::new(extents);
    Request::new(extents.iter().product(), Some(extents))
}

/// An allocator on a mesh after all of these requests, and after releases of those with these numbers.
fn used(name: &str, machine: &str, requests: &[&[u32]], released: &[usize]) -> Box<dyn Allocator> {
    let mut allocator = allocator(name, &mesh(machine)).unwrap();
    let held: Vec<_> = requests.iter().map(|extents| place(allocator.as_mut(), extents).unwrap()).collect();
    released.iter().for_each(|&number| allocator.release(&held[number]));
    allocator
}

fn place(allocator: &mut dyn Allocator, extents: &[u32]) -> Option<Allocation> {
    allocator.allocate(&allocator.effective(&shape(extents)))
}

fn printed(allocation: Option<Allocation>) -> String {
    let blocks =
        allocation.map(|found| found.blocks.iter().map(|block| block.to_string()).collect::<Vec<_>>().join(";"));
    blocks.unwrap_or_else(|| "nothing".into())
}

/// docs/semantics.md 6.3: 16x22 gives one 16, four 4s and eight 2s.
#[test]
fn the_paragon_is_tiled_by_squares() {
    let mut mbs = used("mbs", "mesh:16x22", &[], &[]);
    let blocks = mbs.allocate(&Request::processors(352)).unwrap().blocks;
    let mut expected = vec![block(&[0, 0], &[16, 16])];
    expected.extend((0..4).map(|i| block(&[4 * i, 16], &[4, 4])));
    expected.extend((0..8).map(|i| block(&[2 * i, 20], &[2, 2])));
    assert_eq!(blocks.listed(), expected);
}

/// Appendix A: 55 = 3*16 + 1*4 + 3*1, which is 313 in base 4.
#[test]
fn squares_are_the_digits_in_base_four() {
    let mut mbs = used("mbs", "mesh:8x8", &[], &[]);
    assert_eq!(
        printed(mbs.allocate(&Request::processors(55))),
        "0,0+4x4;4,0+4x4;0,4+4x4;4,4+2x2;6,4+1x1;7,4+1x1;6,5+1x1"
    );
    assert_eq!(printed(mbs.allocate(&Request::processors(10))), "nothing", "9 are free");
    assert_eq!(printed(mbs.allocate(&Request::processors(9))), "4,6+2x2;6,6+2x2;7,5+1x1");
}

/// The thesis's figure 2.11: 16 processors become four squares of 4, although a box of 2x8 is free.
#[test]
fn squares_miss_a_free_strip() {
    // Sixteen squares of four processors fill the mesh quadrant by quadrant. Those along its left side are released.
    let left = [0, 2, 8, 10];
    let mut mbs = used("mbs", "mesh:8x8", &[&[2, 2][..]; 16], &left);
    assert_eq!(printed(place(mbs.as_mut(), &[2, 8])), "0,0+2x2;0,2+2x2;0,4+2x2;0,6+2x2");
    let mut hybrid = used("as-mb", "mesh:8x8", &[&[2, 2][..]; 16], &[0, 4, 8, 12]);
    assert_eq!(printed(place(hybrid.as_mut(), &[8, 2])), "0,0+2x8", "where the scan finds it, rotated");
}

/// Section 2.2.1: two processors get a square of four.
#[test]
fn a_pair_gets_a_square() {
    let mut buddies = used("2dbs", "mesh:8x8", &[], &[]);
    let found = place(buddies.as_mut(), &[2, 1]).unwrap();
    assert_eq!((found.processors, found.blocks.listed()), (4, &[block(&[0, 0], &[2, 2])][..]));
    // The quarter that was split first is used up before the next one. Bases are ordered by x, then y.
    assert_eq!(printed(place(buddies.as_mut(), &[1, 2])), "0,2+2x2");
    assert_eq!(printed(place(buddies.as_mut(), &[3, 3])), "0,4+4x4");
    assert_eq!(printed(place(buddies.as_mut(), &[1, 1])), "2,0+1x1");
    assert_eq!(printed(place(buddies.as_mut(), &[5, 1])), "nothing", "8x8 is no longer free");
}

/// As in the thesis's figure 2.3, on the same mesh for the same request: no frame is free, but a sub-mesh is.
#[test]
fn frames_miss_a_sub_mesh_between_them() {
    // Single nodes fill the mesh row by row; node (x, y) has the number 6y + x.
    let all_but = |name, held: &[usize]| {
        let released: Vec<_> = (0..30).filter(|number| !held.contains(number)).collect();
        used(name, "mesh:6x5", &[&[1, 1][..]; 30], &released)
    };
    // The first free node is (2,0). Its frame overlaps (3,0), and no frame fits next to it. The frame above may be
    // free.
    assert_eq!(printed(place(all_but("fs", &[0, 1, 3]).as_mut(), &[3, 2])), "2,2+3x2");
    assert_eq!(printed(place(all_but("fs", &[0, 1, 3, 22]).as_mut(), &[3, 2])), "nothing");
    assert_eq!(printed(place(all_but("as", &[0, 1, 3, 22]).as_mut(), &[3, 2])), "0,1+3x2");
    // Above the first row, frames start at the left edge again, aligned with it.
    assert_eq!(printed(place(all_but("fs", &[0, 1, 2, 4]).as_mut(), &[3, 2])), "0,2+3x2");
}

#[test]
fn a_scan_tries_the_other_orientation() {
    let mut scan = used("as", "mesh:6x4", &[&[2, 4]], &[]);
    assert_eq!(printed(place(scan.as_mut(), &[3, 4])), "2,0+3x4");
    assert_eq!(printed(place(scan.as_mut(), &[4, 1])), "5,0+1x4");
    assert_eq!(printed(place(scan.as_mut(), &[1, 1])), "nothing");
}

/// Section 2.2.2: 8x3 becomes two parts of 4x3.
#[test]
fn a_request_is_halved_if_it_does_not_fit() {
    let mut anca = used("anca", "mesh:10x3", &[&[4, 3], &[1, 3], &[4, 3], &[1, 3]], &[0, 2]);
    assert_eq!(printed(place(anca.as_mut(), &[8, 3])), "0,0+4x3;5,0+4x3");
    assert_eq!(printed(place(anca.as_mut(), &[1, 1])), "nothing");
}

/// A shape longer than a side is halved like any other. 5x1 becomes 3x1 and 2x1. Because 3x1 is still too long, it then
/// becomes four parts.
#[test]
fn a_shape_longer_than_a_side_is_halved() {
    let mut anca = used("anca", "mesh:2x12", &[], &[]);
    assert_eq!(printed(place(anca.as_mut(), &[4, 1])), "0,0+2x1;0,1+2x1");
    assert_eq!(printed(place(anca.as_mut(), &[5, 1])), "0,2+2x1;0,3+1x1;0,4+1x1;0,5+1x1");
    assert_eq!(printed(place(anca.as_mut(), &[3, 6])), "nothing", "of 15 nodes that are free");
}

/// All parts are halved together, until a part of one node would have to be halved.
#[test]
fn halving_ends_at_single_nodes() {
    let single: &[u32] = &[1, 1];
    let mut anca = used("anca", "mesh:6x1", &[single; 6], &[0, 2, 4]);
    assert_eq!(anca.free_processors(), 3);
    assert_eq!(printed(place(anca.as_mut(), &[3, 1])), "nothing", "3 = 2 + 1, and 2 does not fit");
    assert_eq!(printed(place(anca.as_mut(), &[2, 1])), "0,0+1x1;2,0+1x1");
}

/// Only `anca` of these strategies supports rings.
#[test]
fn only_anca_uses_wrap_around_links() {
    let held: [&[u32]; 2] = [&[1, 4], &[2, 4]];
    for (name, expected) in [("fs", "nothing"), ("as", "nothing"), ("anca", "3,0+2x4")] {
        let mut used = used(name, "torus:4x4", &held, &[0]);
        assert_eq!(printed(place(used.as_mut(), &[2, 4])), expected, "{name}");
    }
}

#[test]
fn unsuitable_machines_are_refused() {
    let (plane, square) = (Requirement::Plane, Requirement::PowerOfTwoMesh);
    for (name, machine, requirement) in [
        ("fs", "mesh:8x8x8", plane),
        ("as", "mesh:8", plane),
        ("mbs", "torus:2x2x2x2", plane),
        ("as-mb", "mesh:8x8x8", plane),
        ("2dbs", "mesh:8x8x8", plane),
        ("2dbs", "mesh:16x22", square),
        ("2dbs", "mesh:12x12", square),
        ("2dbs", "torus:16x16", square),
        ("2dbs", "mixed:16rx16", square),
    ] {
        let refusal = allocator(name, &mesh(machine)).err().unwrap();
        assert_eq!((&*refusal.strategy, &*refusal.machine, refusal.requirement), (name, machine, requirement));
    }
    for name in ["fs", "as", "mbs", "as-mb", "anca"] {
        assert!(allocator(name, &mesh("torus:5x7")).is_ok(), "{name} works on any plane");
    }
}

/// A job larger than the machine has no extents. It never fits, and causes no panic.
#[test]
fn a_request_without_extents_is_too_large() {
    for name in ["fs", "as", "2dbs", "mbs", "anca", "as-mb"] {
        let mut empty = used(name, "mesh:4x4", &[], &[]);
        let request = empty.effective(&Request::processors(17));
        assert!(!empty.fits(&request) && empty.allocate(&request).is_none(), "{name}");
    }
}
