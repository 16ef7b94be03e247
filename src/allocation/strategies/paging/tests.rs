use super::*;
use crate::allocation::catalogue;
use crate::diagnostic::Diagnostic;
use crate::machine::{Block, Coordinates};
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

#[test]
fn names_are_canonical() {
    for (text, name) in [
        ("paging", "paging(0)"),
        ("paging(0)", "paging(0)"),
        ("paging(0,row)", "paging(0)"),
        ("paging(02,row)", "paging(2)"),
        ("paging(20,shuffled-snake)", "paging(20,shuffled-snake)"),
    ] {
        assert_eq!(catalogue::find(text).unwrap().name, name);
    }
}

#[test]
fn wrong_arguments_are_explained() {
    for (text, hint) in [
        (
            "paging()",
            "the size index s of pages with the side 2^s is '' (expected paging(s,order) with a whole number from 0 to 20)",
        ),
        ("paging(21)", "2^s is '21'"),
        ("paging(+1)", "2^s is '+1'"),
        ("paging(snake)", "2^s is 'snake'"),
        (
            "paging(0,hilbert)",
            "unknown order 'hilbert' (expected paging(s,order) with one of row, snake, shuffled, shuffled-snake)",
        ),
        ("paging(0,row,3)", "takes at most 2 arguments, not 3 (expected paging(s,order))"),
    ] {
        let reason = Diagnostic::of(&catalogue::find(text).err().unwrap()).message();
        assert!(reason.contains(hint), "{text}: {reason}");
    }
}

/// 5x3 in pages of side 2: the upper row and the right column have smaller pages. A job of 7 takes 4 + 2 + 2, of which
/// the last node is surplus.
#[test]
fn pages_at_the_edges_are_cut_short() {
    let mut paging = Paging::new(&Machine::mesh(&[5, 3]), 1, NodeOrder::Row).unwrap();
    let three = Request::processors(3);
    let first = paging.allocate(&three).unwrap();
    assert_eq!(first.processors, 4);
    let allocation = paging.allocate(&Request::processors(7)).unwrap();
    let shown: Vec<_> = allocation.blocks.iter().map(|block| block.to_string()).collect();
    assert_eq!(shown, ["2,0+2x2", "4,0+1x2", "0,2+2x1"]);
    assert_eq!((allocation.processors, paging.free_processors()), (8, 3));
    assert!(paging.allocate(&Request::processors(4)).is_none());
    assert_eq!(paging.allocate(&three).unwrap().blocks.len(), 2);
    paging.release(&first);
    assert_eq!(paging.allocate(&three), Some(first), "the first page is the first again");
}

/// Every free page from the start on, by the definition, on a list of booleans.
fn plain(order: &[u32], grid: &Machine, machine: &Machine, side: u32, free: &mut [bool], wanted: u32) -> Vec<Block> {
    let (mut blocks, mut held) = (Vec::new(), 0);
    for &page in order {
        if free[page as usize] && held < wanted {
            free[page as usize] = false;
            let base: Vec<u32> = grid.coordinates(page).iter().map(|x| x * side).collect();
            let extents: Vec<u32> = base.iter().zip(machine.extents()).map(|(&x, &n)| side.min(n - x)).collect();
            held += extents.iter().product::<u32>();
            blocks.push(Block { base: Coordinates::new(&base), extents: Coordinates::new(&extents) });
        }
    }
    blocks
}

proptest! {
    #[test]
    fn takes_the_first_free_pages(
        extents in prop::collection::vec(1u32..=9, 1..=3),
        exponent in 0u32..4,
        order in prop::sample::select(&ORDERS[..3]),
        steps in prop::collection::vec((any::<bool>(), 1u32..60), 1..60),
    ) {
        let machine = Machine::mesh(&extents);
        let side = 1 << exponent;
        let grid = Machine::mesh(&extents.iter().map(|extent| extent.div_ceil(side)).collect::<Vec<_>>());
        let pages = order.visit(&grid).unwrap();
        let mut free = vec![true; pages.len()];
        let mut paging = Paging::new(&machine, exponent, order).unwrap();
        let mut held: Vec<Allocation> = Vec::new();
        for (allocate, number) in steps {
            if !allocate && !held.is_empty() {
                let allocation = held.swap_remove(number as usize % held.len());
                paging.release(&allocation);
                for block in allocation.blocks.iter() {
                    let page: Vec<u32> = block.base.iter().map(|x| x / side).collect();
                    free[grid.index(&page) as usize] = true;
                }
                continue;
            }
            let before = paging.free_processors();
            match paging.allocate(&Request::processors(number)) {
                None => prop_assert!(number > before),
                Some(allocation) => {
                    prop_assert!(number <= before);
                    let blocks = plain(&pages, &grid, &machine, side, &mut free, number);
                    prop_assert!(allocation.blocks.iter().eq(blocks.iter().copied()), "{:?}", allocation);
                    prop_assert_eq!(allocation.processors, blocks.iter().map(Block::volume).sum::<u32>());
                    prop_assert_eq!(paging.free_processors(), before - allocation.processors);
                    held.push(allocation);
                }
            }
        }
    }
}
