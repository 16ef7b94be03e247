use super::*;
use proptest::prelude::{any, prop, prop_assert_eq, proptest};

fn request(extents: &[u32]) -> Request {
    Request::new(extents.iter().product(), Some(Coordinates::new(extents)))
}

/// Allocates the effective request of these extents; returns the blocks as text.
fn place(cubes: &mut SwitchedCubes, extents: &[u32]) -> Option<(Allocation, Vec<String>)> {
    let request = cubes.effective(&request(extents));
    assert_eq!(cubes.fits(&request), cubes.clone().allocate(&request).is_some());
    let allocation = cubes.allocate(&request)?;
    let blocks = allocation.blocks.iter().map(|block| block.to_string()).collect();
    Some((allocation, blocks))
}

/// Six cubes of 2x2 on 4x6. A job of 1x2 gets a place in the first cube. A job of 2x1 is rotated and placed beside it.
/// 3x2 takes the next two free cubes, and 1x5 takes three. The remaining cube has room for 2x2 but not for 1x3.
#[test]
fn jobs_by_hand() {
    let mut cubes = SwitchedCubes::new(&Machine::torus(&[4, 6]), 2).unwrap();
    let (first, blocks) = place(&mut cubes, &[1, 2]).unwrap();
    assert_eq!(blocks, ["0,0+1x2"]);
    assert_eq!(place(&mut cubes, &[2, 1]).unwrap().1, ["0,2+2x1"], "its own orientation comes before the next cube");
    let (pair, blocks) = place(&mut cubes, &[3, 2]).unwrap();
    assert_eq!((blocks, pair.processors), (vec!["0,4+2x2".to_string(), "2,0+2x2".into()], 8));
    assert_eq!(place(&mut cubes, &[1, 5]).map(|(_, blocks)| blocks), None, "two whole cubes are left, it wants three");
    cubes.release(&first);
    assert_eq!(place(&mut cubes, &[1, 5]).unwrap().1, ["0,0+2x2", "2,2+2x2", "2,4+2x2"]);
    assert_eq!(place(&mut cubes, &[1, 3]).map(|(_, blocks)| blocks), None);
    assert_eq!(place(&mut cubes, &[1, 2]).unwrap().1, ["0,3+2x1"], "rotated into what is left of a cube");
    assert_eq!(cubes.free_processors(), 0);
}

#[test]
fn cubes_have_to_fill_the_machine() {
    let refused = SwitchedCubes::new(&Machine::torus(&[8, 6]), 4).err();
    assert_eq!(refused, Some(Requirement::MultipleOf(4)));
}

#[test]
fn a_shape_larger_than_a_side_of_the_machine_is_as_many_cubes() {
    let cubes = SwitchedCubes::new(&Machine::torus(&[16, 16, 16]), 4).unwrap();
    assert_eq!(cubes.effective(&request(&[4, 4, 192])), Request::processors(3072));
    assert!(cubes.fits(&cubes.effective(&request(&[4, 4, 256]))));
    assert!(!cubes.fits(&cubes.effective(&request(&[4, 4, 257]))));
}

proptest! {
    /// The rule, word by word, on a plain list of nodes.
    #[test]
    fn it_is_the_rule(steps in prop::collection::vec(([1u32..=5, 1u32..=5], any::<prop::sample::Index>(), any::<bool>()), 1..40)) {
        let machine = Machine::torus(&[6, 9]);
        let mut cubes = SwitchedCubes::new(&machine, 3).unwrap();
        let (mut free, mut held): (Vec<bool>, Vec<Allocation>) = (vec![true; 54], Vec::new());
        for (extents, which, ends) in steps {
            if ends && !held.is_empty() {
                let allocation = held.swap_remove(which.index(held.len()));
                allocation.blocks.iter().flat_map(|block| block.nodes(&machine)).for_each(|node| free[node as usize] = true);
                cubes.release(&allocation);
                continue;
            }
            let is_free = |block: &Block| block.nodes(&machine).all(|node| free[node as usize]);
            let corners = || (0..2).flat_map(|x| (0..3).map(move |y| [3 * x, 3 * y]));
            let box_at = |base: [u32; 2], extents: [u32; 2]| Block { base: Coordinates::new(&base), extents: Coordinates::new(&extents) };
            let expected: Option<Vec<Block>> = if extents.iter().all(|&extent| extent <= 3) {
                let rotated = [extents, [extents[1], extents[0]]];
                let places = rotated.into_iter().flat_map(|[a, b]| corners().flat_map(move |[x, y]| {
                    (0..=3 - a).flat_map(move |dx| (0..=3 - b).map(move |dy| box_at([x + dx, y + dy], [a, b])))
                }));
                places.into_iter().find(is_free).map(|block| vec![block])
            } else {
                let count = extents.iter().map(|extent| extent.div_ceil(3)).product::<u32>() as usize;
                let whole: Vec<Block> = corners().map(|corner| box_at(corner, [3, 3])).filter(is_free).take(count).collect();
                (whole.len() == count).then_some(whole)
            };
            let placed = place(&mut cubes, &extents).map(|(allocation, _)| allocation);
            prop_assert_eq!(placed.as_ref().map(|allocation| allocation.blocks.iter().collect()), expected);
            if let Some(allocation) = placed {
                allocation.blocks.iter().flat_map(|block| block.nodes(&machine)).for_each(|node| free[node as usize] = false);
                held.push(allocation);
            }
            prop_assert_eq!(cubes.free_processors() as usize, free.iter().filter(|free| **free).count());
        }
    }
}
