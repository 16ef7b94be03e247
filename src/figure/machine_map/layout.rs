//! The layout of a machine's picture: from nodes to places and back.

use super::axes::{MapAxes, WrappedDimension};
use super::lanes::{Lanes, Level, measured};
use crate::figure::geometry::{PixelPoint, Rectangle};
use serde::Deserialize;

/// The shape of a machine for a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapShape {
    /// The number of nodes per dimension, each at least 1. The last coordinate runs fastest in the numbers of nodes.
    pub extents: Vec<u32>,
    /// Whether each dimension is a ring rather than a line.
    pub rings: Vec<bool>,
}

impl MapShape {
    /// From a node to the next one along a dimension, in numbers of nodes.
    pub(super) fn stride(&self, dimension: usize) -> u32 {
        self.extents[dimension + 1..].iter().product()
    }
}

/// A step from node to node in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum MapStep {
    /// To the node on the left.
    Left,
    /// To the node on the right.
    Right,
    /// To the node above.
    Up,
    /// To the node below.
    Down,
}

/// The largest and the least side of a node's square, in CSS pixels. Where even the least is too much, several nodes share one.
const LARGEST: u32 = 22;

/// The sides of squares that several nodes share, and how many nodes at most do in either direction.
const SHARED: u32 = 3;
const MOST_SHARED: u32 = 64;

/// The margin around the nodes, for the marks at the edges.
const EDGE: f64 = 6.0;

/// A row of labels, one per dimension that is visible.
pub(super) const LABEL_ROW: f64 = 17.0;

/// Where everything lies: nodes in tiles, tiles in rows and columns, and so on (nested small multiples).
#[derive(Clone, Debug, Default)]
pub struct MapLayout {
    pub(super) shape: MapShape,
    pub(super) axes: MapAxes,
    /// The side of a node's square.
    pub(super) cell: f64,
    pub(super) columns: Lanes,
    pub(super) rows: Lanes,
    /// The nodes, without labels.
    pub(super) area: Rectangle,
}

impl MapLayout {
    /// The layout for a picture that is at most so wide and high, in CSS pixels, where that is possible; squares have whole
    /// pixels. Axes must be those of the machine. Time linear in columns and rows.
    pub fn new(shape: MapShape, axes: MapAxes, room: (f64, f64)) -> MapLayout {
        let (across, up) = levels(&shape, &axes);
        let visible = |levels: &[Level]| levels.iter().filter(|level| level.count > 1).count() as f64;
        // The labels of what goes up stand on the left, those of what lies across below.
        let (left, below) = (EDGE + visible(&up) * LABEL_ROW, EDGE + visible(&across) * LABEL_ROW);
        let room = (room.0 - left - EDGE, room.1 - below - EDGE);
        let fits = |(cell, group): &(f64, u32)| {
            measured(&across, *cell, *group).1 <= room.0 && measured(&up, *cell, *group).1 <= room.1
        };
        let single = (1..=LARGEST).rev().map(|cell| (f64::from(cell), 1));
        let shared = (2..=MOST_SHARED).flat_map(|group| (1..=SHARED).rev().map(move |cell| (f64::from(cell), group)));
        let (cell, group) = single.chain(shared).find(fits).unwrap_or((1.0, MOST_SHARED));
        let (width, height) = (measured(&across, cell, group).1, measured(&up, cell, group).1);
        let (columns, rows) = (Lanes::new(across, cell, group), Lanes::new(up, cell, group));
        let area = Rectangle::at((left, EDGE), width, height);
        let mut layout = MapLayout { shape, axes, cell, columns, rows, area };
        // Labels that are read upwards may reach further up than a few nodes do.
        let above = (layout.labels().1 - height).max(0.0).ceil();
        layout.area = Rectangle::at((left, EDGE + above), width, height);
        layout
    }

    /// The width and height of the picture with its labels, in CSS pixels.
    pub fn size(&self) -> (f64, f64) {
        let rows = self.columns.levels.iter().filter(|level| level.count > 1).count() as f64;
        let right = (self.area.right + EDGE).max(self.area.left + self.labels().0.ceil());
        (right, self.area.bottom + EDGE + rows * LABEL_ROW)
    }

    /// Whether squares stand for several nodes.
    pub fn is_coarse(&self) -> bool {
        self.columns.places() < self.columns.node.len() || self.rows.places() < self.rows.node.len()
    }

    /// The number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.shape.extents.iter().product::<u32>() as usize
    }

    /// The coordinates of a node.
    pub(super) fn coordinates(&self, node: u32) -> Vec<u32> {
        let (mut rest, mut coordinates) = (node, self.shape.extents.clone());
        for x in coordinates.iter_mut().rev() {
            (*x, rest) = (rest % *x, rest / *x);
        }
        coordinates
    }

    /// The node in a column and a row of nodes; none where the last row of a fold is not full.
    pub(super) fn node(&self, column: usize, row: usize) -> Option<u32> {
        let fold = self
            .axes
            .fold
            .map(|WrappedDimension { dimension, .. }| self.shape.stride(dimension) * self.shape.extents[dimension]);
        let exists = fold.is_none_or(|end| self.columns.folded[column] + self.rows.folded[row] < end);
        exists.then(|| self.columns.node[column] + self.rows.node[row])
    }

    /// The column and the row of a node.
    pub(super) fn lanes_of(&self, node: u32) -> (usize, usize) {
        (self.columns.lane(node), self.rows.lane(node))
    }

    /// The square at a place of columns and rows.
    pub(super) fn square(&self, column: usize, row: usize) -> Rectangle {
        let corner = (self.area.left + self.columns.start[column], self.area.top + self.rows.start[row]);
        Rectangle::at(corner, self.cell, self.cell)
    }

    /// The square of a node, which it may share.
    pub fn rectangle(&self, node: u32) -> Rectangle {
        let (column, row) = self.lanes_of(node);
        self.square(self.columns.place[column] as usize, self.rows.place[row] as usize)
    }

    /// The node at a place of the picture, the first of those that share a square; none between tiles.
    pub fn node_at(&self, (x, y): PixelPoint) -> Option<u32> {
        let column = self.columns.place_at(x - self.area.left, self.cell)?;
        let row = self.rows.place_at(y - self.area.top, self.cell)?;
        // Rows of nodes go downwards, coordinates upwards: the first of a square is in its last row.
        self.node(self.columns.lanes(column).start, self.rows.lanes(row).end - 1)
            .or_else(|| self.node(self.columns.lanes(column).start, self.rows.lanes(row).start))
    }

    /// The next node in a direction, across the gaps into the next tile; none at the edge of the picture.
    pub fn step(&self, node: u32, step: MapStep) -> Option<u32> {
        let (column, row) = self.lanes_of(node);
        let (column, row) = match step {
            MapStep::Left => (column.checked_sub(1)?, row),
            MapStep::Right => (column + 1, row),
            MapStep::Up => (column, row.checked_sub(1)?),
            MapStep::Down => (column, row + 1),
        };
        let is_there = column < self.columns.node.len() && row < self.rows.node.len();
        is_there.then(|| self.node(column, row)).flatten()
    }

    /// The nodes that links join to a node: up to two per dimension, around rings. In order of dimensions.
    pub fn neighbours(&self, node: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for (dimension, x) in self.coordinates(node).into_iter().enumerate() {
            let (extent, ring, stride) =
                (self.shape.extents[dimension], self.shape.rings[dimension], self.shape.stride(dimension));
            let base = node - x * stride;
            if x > 0 || ring {
                found.push(base + (x + extent - 1) % extent * stride);
            }
            if x + 1 < extent || ring {
                found.push(base + (x + 1) % extent * stride);
            }
        }
        found.retain(|&other| other != node);
        // Both neighbours on a ring of two nodes are the same one.
        found.dedup();
        found
    }
}

/// The levels across and up.
pub(super) fn levels(shape: &MapShape, axes: &MapAxes) -> (Vec<Level>, Vec<Level>) {
    let listed = |list: &[usize], descends: bool| -> Vec<Level> {
        let mut depth = 0;
        let level = |&dimension: &usize| {
            let count = shape.extents[dimension];
            let unit = shape.stride(dimension);
            let level = Level { count, stride: unit, unit, extent: count, dimension, descends, is_fold: false, depth };
            depth += u32::from(count > 1);
            level
        };
        list.iter().map(level).collect()
    };
    let (mut across, mut up) = (listed(&axes.across, false), listed(&axes.up, true));
    if let Some(WrappedDimension { dimension, columns }) = axes.fold {
        let visible = |levels: &[Level]| levels.iter().filter(|level| level.count > 1).count() as u32;
        let depth = visible(&across).max(visible(&up));
        let (unit, extent) = (shape.stride(dimension), shape.extents[dimension]);
        let level = |count, stride, depth| {
            let (descends, is_fold) = (false, true);
            Level { count, stride, unit, extent, dimension, descends, is_fold, depth }
        };
        let columns = columns.min(extent);
        let rows = extent.div_ceil(columns);
        // Without anything within, those of a row are neighbours; those of different rows never are.
        let beside = if visible(&across) == 0 { 0 } else { depth };
        across.push(level(columns, unit, beside));
        up.push(level(rows, unit * columns, depth.max(1)));
    }
    (across, up)
}

#[cfg(test)]
mod tests;
