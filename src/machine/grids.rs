//! Grids of a given number of nodes: which extents make a sensible machine of so many processors.

use super::MAX_NODES;

/// No side of a sensible grid is more than so many times as long as another.
const LONGEST: u32 = 2;

/// Grids of more dimensions are hard to imagine; a user who wants one types it.
const MOST_DIMENSIONS: u32 = 6;

/// Where so many nodes make no sensible grid, one has at most this share more: a tenth.
const MORE: u32 = 10;

/// The extents of a grid of exactly so many nodes, as near to a cube as there is, the shortest side first; none where one
/// side would be more than twice as long as another.
///
/// ```
/// use subtorus::machine::grid;
///
/// assert_eq!(grid(100, 3), Some(vec![4, 5, 5]));
/// assert_eq!(grid(101, 2), None);
/// ```
pub fn grid(nodes: u32, dimensions: u32) -> Option<Vec<u32>> {
    let mut best: Option<Vec<u32>> = None;
    extend(nodes, dimensions, &mut Vec::new(), &mut best);
    best
}

/// Tries every ascending list of divisors that begins like `sides`; what comes out as the best has the least sum.
fn extend(rest: u32, dimensions: u32, sides: &mut Vec<u32>, best: &mut Option<Vec<u32>>) {
    let shortest = sides.first().copied();
    let least = sides.last().copied().unwrap_or(2);
    if dimensions == 1 {
        let first = shortest.unwrap_or(rest);
        let sum = |sides: &[u32]| sides.iter().sum::<u32>();
        let is_better = best.as_ref().is_none_or(|best| sum(sides) + rest < sum(best));
        if rest >= least && rest <= LONGEST.saturating_mul(first) && is_better {
            *best = Some(sides.iter().copied().chain([rest]).collect());
        }
        return;
    }
    let fits = |side: u32| u64::from(side).pow(dimensions) <= u64::from(rest);
    let longest = shortest.map_or(u32::MAX, |first| LONGEST * first);
    for side in (least..=longest).take_while(|&side| fits(side)).filter(|side| rest.is_multiple_of(*side)) {
        sides.push(side);
        extend(rest / side, dimensions - 1, sides, best);
        sides.pop();
    }
}

/// Grids to choose from for a machine of so many processors: those of exactly so many nodes, of two dimensions and more; in
/// two and three dimensions, where there is none, the smallest with a few nodes more; at last the line. Empty where no
/// machine can have so many nodes. Takes well below a millisecond.
pub fn grids(nodes: u32) -> Vec<Vec<u32>> {
    if nodes == 0 || nodes > MAX_NODES {
        return Vec::new();
    }
    let dimensions = || (2..=MOST_DIMENSIONS).take_while(|&dimensions| nodes >> dimensions > 0);
    let mut found: Vec<Vec<u32>> = dimensions().filter_map(|dimensions| grid(nodes, dimensions)).collect();
    let lacking = dimensions().take(2).filter(|&dimensions| found.iter().all(|grid| grid.len() != dimensions as usize));
    let larger = nodes + 1..=(nodes + nodes / MORE).min(MAX_NODES);
    let nearest = lacking.filter_map(|dimensions| larger.clone().find_map(|more| grid(more, dimensions)));
    let nearest: Vec<_> = nearest.collect();
    found.extend(nearest);
    found.push(vec![nodes]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_as_near_to_a_cube_as_its_nodes_allow() {
        let expected: [(u32, u32, &[u32]); 8] = [
            (100, 2, &[10, 10]),
            (100, 3, &[4, 5, 5]),
            (128, 2, &[8, 16]),
            (128, 3, &[4, 4, 8]),
            (352, 2, &[16, 22]),
            (1024, 5, &[4, 4, 4, 4, 4]),
            (93_312, 2, &[288, 324]),
            (64, 6, &[2, 2, 2, 2, 2, 2]),
        ];
        for (nodes, dimensions, extents) in expected {
            assert_eq!(grid(nodes, dimensions).as_deref(), Some(extents), "{nodes} in {dimensions}");
        }
        for (nodes, dimensions) in [(101, 2), (430, 2), (3, 2), (352, 3), (0, 2)] {
            assert_eq!(grid(nodes, dimensions), None, "{nodes} in {dimensions}");
        }
    }

    /// Against all lists of sides there are.
    #[test]
    fn no_better_grid_is_overlooked() {
        for nodes in 1..400u32 {
            let all = (2..=nodes).flat_map(|a| (a..=nodes).map(move |b| (a, b)));
            let two = all.clone().filter(|(a, b)| a * b == nodes && *b <= 2 * a);
            assert_eq!(grid(nodes, 2).map(|grid| grid.iter().sum()), two.map(|(a, b)| a + b).min(), "{nodes}");
            let three = all.filter_map(|(a, b)| {
                let c = nodes.checked_div(a * b)?;
                (a * b * c == nodes && c >= b && c <= 2 * a).then_some(a + b + c)
            });
            assert_eq!(grid(nodes, 3).map(|grid| grid.iter().sum()), three.min(), "{nodes}");
        }
    }

    #[test]
    fn odd_counts_get_what_is_nearest_and_a_line() {
        assert_eq!(grids(100), [&[10, 10][..], &[4, 5, 5], &[100]]);
        assert_eq!(grids(101), [&[8, 13][..], &[3, 6, 6], &[101]]);
        assert_eq!(grids(430), [&[18, 24][..], &[6, 8, 9], &[430]]);
        assert_eq!(grids(2), [[2]]);
        assert_eq!([grids(0), grids(MAX_NODES + 1)], [[[0u32; 0]; 0]; 2]);
        for nodes in 1..3000 {
            let grids = grids(nodes);
            assert!(grids.iter().all(|grid| grid.iter().product::<u32>() >= nodes), "{nodes}: {grids:?}");
            assert!(nodes < 40 || grids.len() > 1, "{nodes}: {grids:?}");
        }
    }
}
