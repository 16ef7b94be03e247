//! Orders in which the positions of a grid can be visited, for strategies that number processors
//! (docs/semantics.md 6.3).
//!
//! Every order assigns a code to each position, and positions are sorted by it. So a grid that is no power-of-two
//! square needs no special case. It is visited in the order of the enclosing square, without the positions that do not
//! exist. The remaining positions are numbered from 0. Wrap-around links have no effect.

use super::Requirement;
use crate::machine::Machine;
use crate::names::{UnknownName, named, plain};
use crate::sorting::positions;

named! {
    /// An order in which the positions of a grid are visited. In 2-D, x is the first coordinate and y the second.
    NodeOrder, "order" {
        /// Row after row: the first coordinate runs fastest, the last slowest.
        Row = "row",
        /// Like `row` with every other row reversed, so that each step leads to a neighbour.
        Snake = "snake",
        /// The Morton order: the bits of the coordinates interleaved, the first coordinate's the less significant.
        Shuffled = "shuffled",
        /// Each 2x2 square in the order (0,0), (1,0), (1,1), (0,1), recursively and without reflection; 2-D.
        ShuffledSnake = "shuffled-snake",
        /// The Hilbert curve from (0,0) to (side-1,0); 2-D.
        Hilbert = "hilbert",
        /// The closed H-curve of Niedermeier, Reinhardt and Sanders from (0,0) by (0,1); 2-D.
        HIndex = "h-index",
    }
}

impl NodeOrder {
    /// Whether this order is defined in two dimensions only.
    pub fn is_planar(self) -> bool {
        matches!(self, NodeOrder::ShuffledSnake | NodeOrder::Hilbert | NodeOrder::HIndex)
    }

    /// The indices of all nodes of `grid`, in this order; rings count as lines. O(n log n) for n nodes.
    ///
    /// Fails if this order needs two dimensions and the grid has another number.
    pub fn visit(self, grid: &Machine) -> Result<Vec<u32>, Requirement> {
        if self.is_planar() && grid.dimensions() != 2 {
            return Err(Requirement::Plane);
        }
        let codes: Vec<_> =
            (0..grid.node_count()).map(|node| self.code(grid.extents(), &grid.coordinates(node))).collect();
        let nodes = positions(codes.len(), &|one, other| codes[one].cmp(&codes[other]));
        Ok(nodes.into_iter().map(|node| node as u32).collect())
    }

    /// The order of this name, if it is one of these.
    pub fn among(orders: &[NodeOrder], text: &str) -> Result<NodeOrder, UnknownName> {
        orders.iter().copied().find(|order| order.name() == plain(text)).ok_or_else(|| UnknownName {
            what: "order",
            text: text.into(),
            known: orders.iter().map(|order| order.name()).collect(),
        })
    }

    /// The sort key of a position.
    fn code(self, extents: &[u32], position: &[u32]) -> u64 {
        let side = || u64::from(*extents.iter().max().expect("a machine has dimensions")).next_power_of_two();
        let plane = || (u64::from(position[0]), u64::from(position[1]));
        match self {
            NodeOrder::Row => row(extents, position),
            NodeOrder::Snake => snake(extents, position),
            NodeOrder::Shuffled => interleaved(extents, position),
            NodeOrder::ShuffledSnake => shuffled_snake(plane()),
            NodeOrder::Hilbert => hilbert(side(), plane()),
            NodeOrder::HIndex => h_index(side(), plane()),
        }
    }
}

/// The position of each number in a list of all numbers below its length.
pub(super) fn inverse(list: &[u32]) -> Vec<u32> {
    let mut places = vec![0; list.len()];
    for (place, &number) in list.iter().enumerate() {
        places[number as usize] = place as u32;
    }
    places
}

fn row(extents: &[u32], position: &[u32]) -> u64 {
    extents.iter().zip(position).rev().fold(0, |code, (&extent, &x)| code * u64::from(extent) + u64::from(x))
}

/// A coordinate runs backwards if an odd number of steps has been made in the slower ones. Each step changes one of
/// them by one, so this is the parity of their sum.
fn snake(extents: &[u32], position: &[u32]) -> u64 {
    let mut steps = 0;
    extents.iter().zip(position).rev().fold(0, |code, (&extent, &x)| {
        let run = if steps % 2 == 0 { x } else { extent - 1 - x };
        steps += x;
        code * u64::from(extent) + u64::from(run)
    })
}

/// Bits that no position of the grid has are omitted. This changes no comparison and keeps the code within 64 bits: a
/// machine of 2^20 nodes has at most 20 + 12 of them.
fn interleaved(extents: &[u32], position: &[u32]) -> u64 {
    let bits = |extent: u32| u32::BITS - (extent - 1).leading_zeros();
    let levels = extents.iter().map(|&extent| bits(extent)).max().unwrap_or(0);
    let mut code = 0;
    for level in (0..levels).rev() {
        for (&extent, &x) in extents.iter().zip(position).rev() {
            if level < bits(extent) {
                code = code << 1 | u64::from(x >> level & 1);
            }
        }
    }
    code
}

fn shuffled_snake((x, y): (u64, u64)) -> u64 {
    (0..u32::BITS).rev().fold(0, |code, level| {
        let (right, up) = (x >> level & 1, y >> level & 1);
        code << 2 | up << 1 | (right ^ up)
    })
}

/// Each quadrant of the square is a curve of half the side. The first and the last are rotated so that all four join.
fn hilbert(side: u64, (mut x, mut y): (u64, u64)) -> u64 {
    let mut code = 0;
    let mut half = side / 2;
    while half > 0 {
        let (right, up) = (u64::from(x >= half), u64::from(y >= half));
        code = code << 2 | ((3 * right) ^ up);
        (x, y) = (x % half, y % half);
        if up == 0 {
            (x, y) = if right == 1 { (half - 1 - y, half - 1 - x) } else { (y, x) };
        }
        half /= 2;
    }
    code
}

/// Four copies of the closed curve of half the side, opened at the corners that meet in the centre and joined there.
///
/// The tour starts in the lower left copy and leaves it at the centre. It then goes once around the upper left, the
/// upper right and the lower right copy, each from the node at which it enters. It ends with the rest of the first
/// copy.
fn h_index(side: u64, (x, y): (u64, u64)) -> u64 {
    if side <= 2 {
        return x << 1 | (x ^ y);
    }
    let half = side / 2;
    let area = half * half;
    let within = h_index(half, (x % half, y % half));
    let from = |entry: u64| (within + area - entry) % area;
    // The steps of the smaller curve to its corner (0, half-1). The half turn maps the curve onto itself. So the
    // corners (half-1, half-1) and (half-1, 0) are half of the curve behind (0, 0) and this corner.
    let corner = if half == 2 { 1 } else { area / 4 - 1 };
    let (lower_left, around) = (area / 2, area);
    match (x >= half, y >= half) {
        (false, false) if within < lower_left => within,
        (false, true) => lower_left + from((corner + area / 2 + 1) % area),
        (true, true) => lower_left + around + within,
        (true, false) => lower_left + 2 * around + from(corner + 1),
        (false, false) => 3 * around + within,
    }
}

#[cfg(test)]
mod tests;
