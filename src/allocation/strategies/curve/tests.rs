use super::*;
use crate::allocation::catalogue;
use crate::allocation::node_order::inverse;
use crate::diagnostic::Diagnostic;
use crate::machine::Block;
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

#[test]
fn names_are_canonical() {
    for (text, name) in [("curve", "curve(hilbert,best)"), ("curve(snake)", "curve(snake,best)")] {
        assert_eq!(catalogue::find(text).unwrap().name, name);
    }
}

#[test]
fn wrong_arguments_are_explained() {
    for (text, hint) in [
        ("curve(row)", "unknown order 'row' (expected curve(order,fit) with one of snake, hilbert, h-index)"),
        ("curve(snake,worst)", "unknown fit 'worst' (expected curve(order,fit) with one of first, best)"),
        ("curve(snake,best,1)", "at most 2 arguments, not 3"),
    ] {
        let reason = Diagnostic::of(&catalogue::find(text).err().unwrap()).message();
        assert!(reason.contains(hint), "{text}: {reason}");
    }
}

/// A line of 12 nodes; those marked with a dot are free.
fn line(drawn: &str, fit: Fit) -> CurveAllocation {
    let mut curves = CurveAllocation::new(&Machine::mesh(&[12]), NodeOrder::Snake, fit).unwrap();
    for (rank, _) in drawn.char_indices().filter(|(_, letter)| *letter == '#') {
        curves.curve.free.take(rank as u32);
    }
    curves
}

fn taken(curves: &mut CurveAllocation, wanted: u32) -> Vec<u32> {
    curves.allocate(&Request::processors(wanted)).unwrap().blocks.iter().map(|block| block.base[0]).collect()
}

#[test]
fn first_and_best_runs() {
    assert_eq!(taken(&mut line("#...#..#....", Fit::First), 2), [1, 2]);
    assert_eq!(taken(&mut line("#...#..#....", Fit::Best), 2), [5, 6]);
    assert_eq!(taken(&mut line("#...#...#...", Fit::Best), 2), [1, 2], "ties go to the first");
}

#[test]
fn without_a_run_the_span_counts() {
    for fit in [Fit::First, Fit::Best] {
        assert_eq!(taken(&mut line("#..##..#..##", fit), 4), [5, 6, 8, 9]);
        assert_eq!(taken(&mut line("#..#..#..###", fit), 4), [1, 2, 4, 5], "ties go to the lowest");
        assert_eq!(taken(&mut line("..##..###.##", fit), 5), [0, 1, 4, 5, 9]);
        assert!(line("#..#..#..###", fit).allocate(&Request::processors(7)).is_none());
    }
}

/// The definition: all windows of free ranks, or all runs.
fn plain(free: &[u32], fit: Fit, wanted: usize) -> Vec<u32> {
    let windows = || free.windows(wanted).filter(|window| window[wanted - 1] - window[0] == wanted as u32 - 1);
    let is_free = |rank: u32| free.contains(&rank);
    let run_length = |window: &&[u32]| (window[0]..).take_while(|&rank| is_free(rank)).count();
    let starts_a_run = |window: &&[u32]| window[0] == 0 || !is_free(window[0] - 1);
    let run = match fit {
        Fit::First => windows().next(),
        Fit::Best => windows().filter(starts_a_run).min_by_key(run_length),
    };
    let least_span = || free.windows(wanted).min_by_key(|window| window[wanted - 1] - window[0]);
    run.or_else(least_span).unwrap().to_vec()
}

proptest! {
    #[test]
    fn takes_the_run_or_the_window_of_the_definition(
        width in 1u32..14,
        length in 1u32..14,
        order in prop::sample::select(CURVES),
        fit in prop::sample::select(Fit::ALL),
        steps in prop::collection::vec((any::<bool>(), 1u32..40), 1..80),
    ) {
        let machine = Machine::torus(&[width, length]);
        let ranks = inverse(&order.visit(&machine).unwrap());
        let rank = |block: Block| ranks[machine.index(&block.base) as usize];
        let mut free: Vec<u32> = (0..width * length).collect();
        let mut curves = CurveAllocation::new(&machine, order, fit).unwrap();
        let mut held: Vec<Allocation> = Vec::new();
        for (allocate, number) in steps {
            if !allocate && !held.is_empty() {
                let allocation = held.swap_remove(number as usize % held.len());
                curves.release(&allocation);
                free.extend(allocation.blocks.iter().map(rank));
                free.sort_unstable();
                continue;
            }
            let Some(allocation) = curves.allocate(&Request::processors(number)) else {
                prop_assert!(number as usize > free.len());
                continue;
            };
            let taken: Vec<u32> = allocation.blocks.iter().map(rank).collect();
            prop_assert!(allocation.blocks.iter().all(|block| block.volume() == 1));
            prop_assert_eq!(&taken, &plain(&free, fit, number as usize));
            free.retain(|rank| !taken.contains(rank));
            prop_assert_eq!(curves.free_processors() as usize, free.len());
            held.push(allocation);
        }
    }
}
