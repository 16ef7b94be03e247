use super::*;
use crate::allocation::orientations::Orientations;
use crate::machine::Block;
use proptest::prelude::{Strategy as Generator, any, prop, prop_assert, prop_assert_eq, proptest};

fn request(processors: u32, extents: &[u32]) -> Request {
    Request::new(processors, Some(Coordinates::new(extents)))
}

fn text(blocks: &[Block]) -> Vec<String> {
    blocks.iter().map(Block::to_string).collect()
}

/// Thesis 2008 figure 4.3: b1 to b4 on a 6x6 mesh, given by their first and last nodes.
fn figure_4_3() -> Gabl {
    let mut gabl = Gabl::new(&Machine::mesh(&[6, 6]));
    for [x, y, last_x, last_y] in [[1, 4, 5, 5], [0, 2, 1, 3], [4, 3, 5, 3], [5, 2, 5, 2]] {
        let extents = Coordinates::new(&[last_x - x + 1, last_y - y + 1]);
        gabl.busy.take(&Block { base: Coordinates::new(&[x, y]), extents });
    }
    assert_eq!(gabl.free_processors(), 19);
    gabl
}

#[test]
fn a_job_that_fits_gets_one_box() {
    let allocation = figure_4_3().allocate(&request(8, &[2, 4])).unwrap();
    assert_eq!(text(allocation.blocks.listed()), ["2,0+2x4"]);
}

/// 8x2 and 7x2 have no room, but 6x2 has. Then 4 nodes are missing: 2x2, at the first attempt.
#[test]
fn one_that_does_not_gets_large_boxes() {
    let mut gabl = figure_4_3();
    let allocation = gabl.allocate(&request(16, &[8, 2])).unwrap();
    assert_eq!(text(allocation.blocks.listed()), ["0,0+6x2", "2,2+2x2"]);
    assert_eq!(gabl.placements_tried(), 4, "8x2, 7x2, 6x2, 2x2");
    gabl.release(&allocation);
    assert_eq!(gabl.allocate(&request(16, &[8, 2])), Some(allocation));
}

/// The shape has 9 nodes and the job wants 7. The whole shape would be too large, so it gets 2x3 and one node.
#[test]
fn a_shape_that_is_larger_than_the_request_is_not_given_whole() {
    let mut gabl = Gabl::new(&Machine::mesh(&[4, 4]));
    let allocation = gabl.allocate(&request(7, &[3, 3])).unwrap();
    assert_eq!(text(allocation.blocks.listed()), ["0,0+2x3", "0,3+1x1"]);
    assert_eq!(gabl.placements_tried(), 2);
}

#[test]
fn the_longest_side_is_shortened_ties_to_the_lowest_dimension() {
    let mut extents = Coordinates::new(&[2, 3, 3]);
    let mut shapes = Vec::new();
    while extents.iter().any(|&extent| extent > 1) {
        extents = shorter(&extents).expect("there is a shorter one");
        shapes.push(extents.to_vec());
    }
    assert_eq!(shapes, [[2, 2, 3], [2, 2, 2], [1, 2, 2], [1, 1, 2], [1, 1, 1]]);
}

fn machines() -> impl Generator<Value = Machine> {
    let dimensions = prop::collection::vec((1u32..=6, any::<bool>()), 1..=4);
    let machine = |dimensions: Vec<(u32, bool)>| {
        let (extents, rings): (Vec<u32>, Vec<bool>) = dimensions.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    };
    dimensions.prop_map(machine).prop_filter("small", |machine| machine.node_count() <= 100)
}

/// Whether there is a free box of this shape in any orientation. Tries all of them.
fn has_room(machine: &Machine, free: &[bool], shape: &Coordinates) -> bool {
    let on_machine = |block: &Block| {
        (0..machine.dimensions()).all(|dimension| {
            let (extent, length) = (block.extents[dimension], machine.extents()[dimension]);
            extent <= length && (machine.rings()[dimension] || block.base[dimension] + extent <= length)
        })
    };
    let mut boxes = Orientations::new(shape, &Coordinates::splat(u32::MAX, shape.len())).flat_map(|extents| {
        (0..machine.node_count()).map(move |base| Block { base: machine.coordinates(base), extents })
    });
    boxes.any(|block| on_machine(&block) && block.nodes(machine).all(|node| free[node as usize]))
}

fn sorted(extents: &Coordinates) -> Vec<u32> {
    let mut sides = extents.to_vec();
    sides.sort_unstable();
    sides
}

proptest! {
    /// A job gets boxes of free nodes, with exactly the requested processors. Every box has the first shape that is not
    /// too large and has room; shapes shorten from that of the box before.
    #[test]
    fn jobs_get_what_they_ask_for(machine in machines(), steps in prop::collection::vec((any::<bool>(), any::<u32>()), 1..40)) {
        let mut free = vec![true; machine.node_count() as usize];
        let mut gabl = Gabl::new(&machine);
        let mut held: Vec<Allocation> = Vec::new();
        for (allocate, number) in steps {
            if !allocate && !held.is_empty() {
                let allocation = held.swap_remove(number as usize % held.len());
                gabl.release(&allocation);
                allocation.blocks.iter().flat_map(|block| block.nodes(&machine)).for_each(|node| free[node as usize] = true);
                continue;
            }
            let mut shape = machine.coordinates(number % machine.node_count());
            shape.iter_mut().for_each(|x| *x += 1);
            let volume: u32 = shape.iter().product();
            let wanted = request(volume - number / 7 % volume.div_ceil(2), &shape);
            let before = gabl.free_processors();
            prop_assert_eq!(before as usize, free.iter().filter(|&&free| free).count());
            let Some(allocation) = gabl.allocate(&wanted) else {
                prop_assert!(wanted.processors > before);
                continue;
            };
            prop_assert_eq!(allocation.processors, wanted.processors);
            prop_assert_eq!(gabl.free_processors(), before - wanted.processors);
            let mut missing = wanted.processors;
            for block in allocation.blocks.listed() {
                while sorted(&shape) != sorted(&block.extents) {
                    let too_large = shape.iter().product::<u32>() > missing;
                    prop_assert!(too_large || !has_room(&machine, &free, &shape), "room for {:?} before {}", shape, block);
                    shape = shorter(&shape).expect("there is a shorter one");
                }
                missing -= block.volume();
                for node in block.nodes(&machine) {
                    prop_assert!(std::mem::take(&mut free[node as usize]), "node {} was free", node);
                }
            }
            prop_assert_eq!(allocation.blocks.iter().map(|block| block.volume()).sum::<u32>(), wanted.processors);
            held.push(allocation);
        }
    }
}
