//! Sums over the nodes of boxes for all bases at once: windows along one dimension after the other.

use crate::machine::Machine;

/// For each base, the sum of `counted` over the nodes of a box of these extents, at most the machine's; see [`widen`].
pub fn box_sums(machine: &Machine, mut counted: Vec<u32>, extents: &[u32]) -> Vec<u32> {
    let mut next = vec![0; counted.len()];
    for (dimension, &extent) in extents.iter().enumerate() {
        widen(machine, &mut counted, &mut next, dimension, extent);
    }
    counted
}

/// Extends boxes along a dimension from one node to `extent`, at most the machine's. `counted` has a number for each
/// base. Each becomes the sum over `extent` consecutive bases, around the machine in all dimensions. On a line, the
/// sums of boxes that leave the machine are meaningless. `next`, of the same length, is working memory. Cost: two
/// additions for each node.
pub fn widen(machine: &Machine, counted: &mut Vec<u32>, next: &mut Vec<u32>, dimension: usize, extent: u32) {
    if extent > 1 {
        let row = machine.extents()[dimension + 1..].iter().product::<u32>() as usize;
        sum_windows(counted, next, row, machine.extents()[dimension] as usize, extent as usize);
        std::mem::swap(counted, next);
    }
}

/// Shorter rows are not worth being added as a whole.
const SHORT_ROW: usize = 8;

/// Sets every element of `sums` to the sum of `window` values from its own on, `row` apart, around rings of `length`.
/// Lines are treated as rings, because their extra sums are never read.
fn sum_windows(values: &[u32], sums: &mut [u32], row: usize, length: usize, window: usize) {
    for (values, sums) in values.chunks_exact(row * length).zip(sums.chunks_exact_mut(row * length)) {
        if row < SHORT_ROW {
            (0..row).for_each(|column| sum_column(&values[column..], &mut sums[column..], row, length, window));
            continue;
        }
        // Windows go around at most once.
        let values_at = |x: usize| &values[if x < length { x } else { x - length } * row..][..row];
        sums[..row].copy_from_slice(values_at(0));
        for x in 1..window {
            sums[..row].iter_mut().zip(values_at(x)).for_each(|(sum, value)| *sum += value);
        }
        for x in 1..length {
            let (before, here) = sums[(x - 1) * row..][..2 * row].split_at_mut(row);
            let moved = values_at(x - 1).iter().zip(values_at(x + window - 1));
            for ((here, before), (gone, come)) in here.iter_mut().zip(before).zip(moved) {
                *here = *before + come - gone;
            }
        }
    }
}

/// The same for the first column of short rows.
fn sum_column(values: &[u32], sums: &mut [u32], row: usize, length: usize, window: usize) {
    let value = |x: usize| values[if x < length { x } else { x - length } * row];
    let mut sum: u32 = (0..window).map(value).sum();
    for x in 0..length {
        sums[x * row] = sum;
        sum = sum + value(x + window) - value(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Block, Coordinates};
    use proptest::prelude::*;

    proptest! {
        /// Rows of one value and of many, on a torus, against the sums node by node.
        #[test]
        fn sums_are_those_of_the_nodes(
            sides in prop::collection::vec((1u32..=9, 1u32..=9), 1..=3), values in prop::collection::vec(0u32..100, 729),
        ) {
            let (lengths, extents): (Vec<u32>, Vec<u32>) = sides.into_iter().map(|(a, b)| (a.max(b), a.min(b))).unzip();
            let machine = Machine::torus(&lengths);
            let values = &values[..machine.node_count() as usize];
            let counted = box_sums(&machine, values.to_vec(), &extents);
            for node in 0..machine.node_count() {
                let block = Block { base: machine.coordinates(node), extents: Coordinates::new(&extents) };
                let sum: u32 = block.nodes(&machine).map(|node| values[node as usize]).sum();
                prop_assert_eq!(counted[node as usize], sum, "{}", block);
            }
        }
    }
}
