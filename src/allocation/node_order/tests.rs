use super::*;
use proptest::prelude::*;

/// The rank of every node of a 2-D grid, drawn with y upwards.
fn picture(order: NodeOrder, width: u32, length: u32) -> Vec<Vec<usize>> {
    let grid = Machine::mesh(&[width, length]);
    let nodes = order.visit(&grid).unwrap();
    let rank = |x: u32, y: u32| nodes.iter().position(|&node| node == grid.index(&[x, y])).unwrap();
    (0..length).rev().map(|y| (0..width).map(|x| rank(x, y)).collect()).collect()
}

#[test]
fn small_squares_are_visited_as_drawn() {
    let drawn = [
        (NodeOrder::Row, [[12, 13, 14, 15], [8, 9, 10, 11], [4, 5, 6, 7], [0, 1, 2, 3]]),
        (NodeOrder::Snake, [[15, 14, 13, 12], [8, 9, 10, 11], [7, 6, 5, 4], [0, 1, 2, 3]]),
        (NodeOrder::Shuffled, [[10, 11, 14, 15], [8, 9, 12, 13], [2, 3, 6, 7], [0, 1, 4, 5]]),
        (NodeOrder::ShuffledSnake, [[15, 14, 11, 10], [12, 13, 8, 9], [3, 2, 7, 6], [0, 1, 4, 5]]),
        (NodeOrder::Hilbert, [[5, 6, 9, 10], [4, 7, 8, 11], [3, 2, 13, 12], [0, 1, 14, 15]]),
        (NodeOrder::HIndex, [[3, 4, 7, 8], [2, 5, 6, 9], [1, 14, 13, 10], [0, 15, 12, 11]]),
    ];
    for (order, rows) in drawn {
        assert_eq!(picture(order, 4, 4), rows, "{order}");
    }
    assert_eq!(picture(NodeOrder::Hilbert, 2, 2), [[1, 2], [0, 3]]);
    assert_eq!(picture(NodeOrder::HIndex, 2, 2), [[1, 2], [0, 3]]);
}

#[test]
fn rectangles_skip_what_their_square_has_too_much() {
    assert_eq!(picture(NodeOrder::Shuffled, 3, 3), [[6, 7, 8], [2, 3, 5], [0, 1, 4]]);
    assert_eq!(picture(NodeOrder::ShuffledSnake, 3, 3), [[7, 8, 6], [3, 2, 5], [0, 1, 4]]);
    assert_eq!(picture(NodeOrder::Hilbert, 3, 2), [[3, 2, 4], [0, 1, 5]], "the enclosing square has side 4");
    assert_eq!(picture(NodeOrder::HIndex, 3, 2), [[1, 4, 3], [0, 5, 2]]);
}

/// The definition as a drawing: four copies of the smaller cycle, with three pairs of edges exchanged for the crossing
/// edges.
fn h_cycle(side: u32) -> Vec<Vec<(u32, u32)>> {
    let place = |x: u32, y: u32| (x * side + y) as usize;
    if side == 2 {
        return vec![vec![(0, 1), (1, 0)], vec![(1, 1), (0, 0)], vec![(0, 0), (1, 1)], vec![(1, 0), (0, 1)]];
    }
    let half = side / 2;
    let smaller = h_cycle(half);
    let mut next = vec![Vec::new(); (side * side) as usize];
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        let neighbours = &smaller[((x % half) * half + y % half) as usize];
        next[place(x, y)] = neighbours.iter().map(|&(dx, dy)| (x / half * half + dx, y / half * half + dy)).collect();
    }
    let mut exchange = |a: (u32, u32), old: (u32, u32), new: (u32, u32)| {
        let edges = &mut next[place(a.0, a.1)];
        let edge = edges.iter().position(|&b| b == old).expect("the edge to be cut is there");
        edges[edge] = new;
    };
    for left in [half - 2, half] {
        for (y, other) in [(half - 1, half), (half, half - 1)] {
            exchange((left, y), (left + 1, y), (left, other));
            exchange((left + 1, y), (left, y), (left + 1, other));
        }
    }
    for (x, other) in [(half - 1, half), (half, half - 1)] {
        exchange((x, half - 1), (x, half), (other, half - 1));
        exchange((x, half), (x, half - 1), (other, half));
    }
    next
}

#[test]
fn the_h_curve_is_four_smaller_ones_joined_at_the_centre() {
    for side in [2, 4, 8, 16, 32] {
        let grid = Machine::mesh(&[side, side]);
        let next = h_cycle(side);
        let (mut before, mut at) = ((1, 0), (0, 0));
        for (rank, &node) in NodeOrder::HIndex.visit(&grid).unwrap().iter().enumerate() {
            assert_eq!(*grid.coordinates(node), [at.0, at.1], "rank {rank} of side {side}");
            let edges = &next[(at.0 * side + at.1) as usize];
            let onwards = if edges[0] == before { edges[1] } else { edges[0] };
            (before, at) = (at, onwards);
        }
        assert_eq!(at, (0, 0), "the curve closes");
    }
}

fn are_neighbours(grid: &Machine, a: u32, b: u32) -> bool {
    let (a, b) = (grid.coordinates(a), grid.coordinates(b));
    a.iter().zip(&*b).map(|(a, b)| a.abs_diff(*b)).sum::<u32>() == 1
}

#[test]
fn curves_move_to_a_neighbour_at_each_step() {
    for side in [2, 4, 8, 16, 32, 64] {
        let grid = Machine::mesh(&[side, side]);
        for order in [NodeOrder::Snake, NodeOrder::Hilbert, NodeOrder::HIndex] {
            let nodes = order.visit(&grid).unwrap();
            assert!(nodes.windows(2).all(|pair| are_neighbours(&grid, pair[0], pair[1])), "{order}, side {side}");
            assert_eq!(nodes[0], 0);
        }
        let ends_at = |order: NodeOrder| *order.visit(&grid).unwrap().last().unwrap();
        assert_eq!(ends_at(NodeOrder::Hilbert), grid.index(&[side - 1, 0]));
        assert_eq!(ends_at(NodeOrder::HIndex), grid.index(&[1, 0]));
    }
}

#[test]
fn orders_of_the_plane_say_so() {
    for order in [NodeOrder::ShuffledSnake, NodeOrder::Hilbert, NodeOrder::HIndex] {
        assert_eq!(order.visit(&Machine::mesh(&[4, 4, 4])), Err(Requirement::Plane));
        assert_eq!(order.visit(&Machine::mesh(&[8])), Err(Requirement::Plane));
    }
}

/// Codes stay within 64 bits, and the enclosing square of 2^40 positions is never stored.
#[test]
fn the_longest_machines_are_within_reach() {
    for extents in [&[1 << 20, 1][..], &[1, 1 << 20]] {
        for order in NodeOrder::ALL {
            assert_eq!(order.visit(&Machine::mesh(extents)).unwrap().len(), 1 << 20, "{order}");
        }
    }
    let flat = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1];
    assert_eq!(NodeOrder::Shuffled.visit(&Machine::mesh(&flat)).unwrap().len(), 1 << 20);
}

proptest! {
    #[test]
    fn every_node_is_visited_once(extents in prop::collection::vec(1u32..=9, 1..=4)) {
        let grid = Machine::torus(&extents);
        for order in NodeOrder::ALL.iter().filter(|order| extents.len() == 2 || !order.is_planar()) {
            let mut nodes = order.visit(&grid).unwrap();
            if *order == NodeOrder::Snake {
                prop_assert!(nodes.windows(2).all(|pair| are_neighbours(&grid, pair[0], pair[1])), "{:?}", nodes);
            }
            nodes.sort_unstable();
            prop_assert!(nodes.into_iter().eq(0..grid.node_count()), "{}", order);
        }
    }

    /// Row and Morton orders by definition: compare the last coordinate first, or the highest bit that differs.
    #[test]
    fn row_and_shuffled_compare_as_defined(extents in prop::collection::vec(1u32..=9, 1..=4)) {
        let grid = Machine::mesh(&extents);
        for pair in NodeOrder::Row.visit(&grid).unwrap().windows(2) {
            let (a, b) = (grid.coordinates(pair[0]), grid.coordinates(pair[1]));
            prop_assert!(a.iter().rev().lt(b.iter().rev()));
        }
        for pair in NodeOrder::Shuffled.visit(&grid).unwrap().windows(2) {
            let (a, b) = (grid.coordinates(pair[0]), grid.coordinates(pair[1]));
            let (_, dimension) = a.iter().zip(&*b).enumerate().map(|(i, (a, b))| ((a ^ b).checked_ilog2(), i)).max().unwrap();
            prop_assert!(a[dimension] < b[dimension]);
        }
    }
}
