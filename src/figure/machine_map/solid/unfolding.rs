//! A machine of any dimensions as slabs of three dimensions.

use crate::figure::machine_map::axes::MapAxes;
use crate::figure::machine_map::lanes::Lanes;
use crate::figure::machine_map::layout::{MapLayout, levels};
use std::cmp::Reverse;

/// The slabs of a machine. The innermost dimension across lies to the right, the innermost one up goes up, and the
/// longest of the others goes into depth. What is left lays the slabs side by side and above each other, as it does
/// with the tiles of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfolding {
    /// The dimensions to the right, up and into depth.
    pub dimensions: [usize; 3],
    /// Their numbers of nodes.
    pub extents: [u32; 3],
    /// From a node to the next along each, in node numbers.
    pub strides: [u32; 3],
    /// The first node of each slab, row by row from the top left; none in a place that a fold leaves empty.
    pub slabs: Vec<Option<u32>>,
    /// How many slabs stand in a row.
    pub columns: usize,
}

/// The least gain in size for which slabs stand in rows of another length than the map's tiles do.
const GAIN: f64 = 1.25;

impl Unfolding {
    /// The slabs of a machine with this layout; none if it has fewer than three dimensions of more than one node.
    pub fn new(layout: &MapLayout) -> Option<Unfolding> {
        let (extents, axes) = (&layout.shape.extents, &layout.axes);
        let long = |list: &[usize]| list.iter().copied().filter(|&d| extents[d] > 1).collect::<Vec<_>>();
        let (across, up) = (long(&axes.across), long(&axes.up));
        let folded = axes.fold.map(|fold| fold.dimension).filter(|&d| extents[d] > 1);
        let mut others: Vec<usize> = across.iter().skip(1).chain(up.iter().skip(1)).copied().chain(folded).collect();
        others.sort_by_key(|&dimension| Reverse(extents[dimension]));
        let mut others = others.into_iter();
        let mut axis = |inner: Option<&usize>| inner.copied().or_else(|| others.next());
        let dimensions = [axis(across.first())?, axis(up.first())?, axis(None)?];
        let left = |list: &[usize]| list.iter().copied().filter(|d| !dimensions.contains(d)).collect();
        let fold = axes.fold.filter(|fold| !dimensions.contains(&fold.dimension));
        let (across, up) = levels(&layout.shape, &MapAxes { across: left(&axes.across), up: left(&axes.up), fold });
        let (columns, rows) = (Lanes::new(across, 1.0, 1), Lanes::new(up, 1.0, 1));
        let end = fold.map_or(u32::MAX, |fold| layout.shape.stride(fold.dimension) * extents[fold.dimension]);
        let slab = |row: usize, column: usize| {
            let exists = columns.folded[column] + rows.folded[row] < end;
            exists.then(|| columns.node[column] + rows.node[row])
        };
        let in_row = columns.node.len();
        let slabs = (0..rows.node.len()).flat_map(|row| (0..in_row).map(move |column| (row, column)));
        Some(Unfolding {
            dimensions,
            extents: dimensions.map(|dimension| extents[dimension]),
            strides: dimensions.map(|dimension| layout.shape.stride(dimension)),
            slabs: slabs.map(|(row, column)| slab(row, column)).collect(),
            columns: in_row,
        })
    }

    /// The longest way across the floor of a slab, in nodes: its width from any side.
    pub fn floor(&self) -> f64 {
        libm::hypot(f64::from(self.extents[0]), f64::from(self.extents[2]))
    }

    /// The height of a slab from any side, in nodes, if it is tilted by this angle in degrees.
    pub fn height(&self, pitch: f64) -> f64 {
        let pitch = pitch.to_radians();
        f64::from(self.extents[1]) * libm::cos(pitch) + self.floor() * libm::sin(pitch).abs()
    }

    /// The number of columns and rows for slabs that need so much width and height each, and the factor by which they
    /// fit into the room. Rows are those of the map, unless others make the slabs clearly larger.
    pub fn arrange(&self, (width, height): (f64, f64), room: (f64, f64)) -> (usize, usize, f64) {
        let arranged = |columns: usize| {
            let rows = self.slabs.len().div_ceil(columns);
            let scale = (room.0 / (columns as f64 * width)).min(room.1 / (rows as f64 * height));
            (columns, rows, scale)
        };
        let natural = arranged(self.columns);
        let best =
            (1..=self.slabs.len()).map(arranged).fold(natural, |best, next| if next.2 > best.2 { next } else { best });
        if best.2 > natural.2 * GAIN { best } else { natural }
    }

    /// The number of the node in a cell of the slab that begins at this node.
    pub fn node(&self, first: u32, cell: [u32; 3]) -> u32 {
        first + (0..3).map(|axis| cell[axis] * self.strides[axis]).sum::<u32>()
    }

    /// The coordinates of a slab's nodes, with a dot for each of its own dimensions: `0,1,·,·,·`.
    pub fn name(&self, coordinates: &[u32]) -> String {
        let part = |(dimension, x): (usize, &u32)| match self.dimensions.contains(&dimension) {
            true => "·".into(),
            false => x.to_string(),
        };
        coordinates.iter().enumerate().map(part).collect::<Vec<_>>().join(",")
    }
}
