//! The visible sides of the nodes of a slab, in the order in which they are painted.
//!
//! A side is visible if it faces the viewer and no node of the same or a higher [`Layer`] touches it. Whatever lies
//! nearer along every axis is painted later, so it covers what it hides:
//!
//! - Levels from far to near, along the upright axis. In each, rows from far to near, along the axis of depth. In each
//!   row, first the sides to the left or right, then those to the front. The upper or lower sides of a level come last.
//! - The sides on the near faces of the slab come at the end, since nothing hides them.
//!
//! So the sides of one plane that come together can be joined to rectangles, and few are single nodes.

use super::projection::Projection;
use super::unfolding::Unfolding;
use crate::figure::geometry::PixelPoint;
use crate::figure::machine_map::MachineMap;

/// What a node hides: sides are visible towards nodes of a lower layer.
pub(super) type Layer = u8;

/// The two axes across a third one.
pub(super) fn across(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// A rectangle of visible sides that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patch {
    /// The axis that it lies across.
    pub axis: usize,
    /// The cell with the lowest coordinates that has a side in it.
    pub base: [u32; 3],
    /// How many cells there are along each axis; 1 along its own.
    pub extents: [u32; 3],
}

/// The nodes of one slab.
pub(super) struct Slab<'a> {
    pub map: &'a MachineMap,
    pub unfolding: &'a Unfolding,
    pub projection: &'a Projection,
    /// Where the corner with the lowest coordinates lies in the picture.
    pub origin: PixelPoint,
    /// Its first node.
    pub first: u32,
    /// For each node of the machine its layer; 0 if it is not drawn.
    pub layers: &'a [Layer],
    /// For each node of the machine what it belongs to. Only sides of the same are joined.
    pub bodies: &'a [u32],
    /// Whether some jobs are emphasised.
    pub dims: bool,
}

impl Slab<'_> {
    /// The node in a cell.
    pub fn node(&self, cell: [u32; 3]) -> usize {
        self.unfolding.node(self.first, cell) as usize
    }

    /// What the visible side of a cell across an axis belongs to; none if that side is hidden or its node is not drawn.
    pub fn side(&self, cell: [u32; 3], axis: usize) -> Option<u32> {
        let node = self.node(cell);
        let behind =
            self.beyond(cell, axis, self.projection.comes_near(axis)).map_or(0, |next| self.layers[self.node(next)]);
        (self.layers[node] > behind).then(|| self.bodies[node])
    }

    /// The cell of a node, if it is in this slab.
    pub fn cell_of(&self, node: u32) -> Option<[u32; 3]> {
        let Unfolding { strides, extents, .. } = self.unfolding;
        let cell = [0, 1, 2].map(|axis| node / strides[axis] % extents[axis]);
        (self.node(cell) == node as usize).then_some(cell)
    }

    /// The next cell along an axis; none at the end of the slab.
    pub fn beyond(&self, mut cell: [u32; 3], axis: usize, upwards: bool) -> Option<[u32; 3]> {
        cell[axis] = if upwards { cell[axis] + 1 } else { cell[axis].checked_sub(1)? };
        (cell[axis] < self.unfolding.extents[axis]).then_some(cell)
    }

    /// All visible sides, what is painted first coming first. Linear in nodes.
    pub fn patches(&self) -> Vec<Patch> {
        let extents = self.unfolding.extents;
        let visible = [0, 1, 2].map(|axis| self.projection.is_visible(axis));
        let near = [0, 1, 2].map(|axis| if self.projection.comes_near(axis) { extents[axis] - 1 } else { 0 });
        let order = |axis: usize| {
            let last = extents[axis] - 1;
            let comes_near = self.projection.comes_near(axis);
            (0..=last).map(move |x| if comes_near { x } else { last - x })
        };
        let mut patches = Vec::new();
        for y in order(1) {
            for z in order(2) {
                let row = order(0).filter(|&x| visible[0] && x != near[0] && self.side([x, y, z], 0).is_some());
                patches.extend(row.map(|x| Patch { axis: 0, base: [x, y, z], extents: [1; 3] }));
                if visible[2] && z != near[2] {
                    self.join(2, [0, y, z], [extents[0], 1, 1], &mut patches);
                }
            }
            if visible[1] {
                self.join(1, [0, y, 0], [extents[0], 1, extents[2]], &mut patches);
            }
        }
        if visible[0] {
            self.join(0, [near[0], 0, 0], [1, extents[1], extents[2]], &mut patches);
        }
        if visible[2] {
            self.join(2, [0, 0, near[2]], [extents[0], extents[1], 1], &mut patches);
        }
        patches
    }

    /// Joins the visible sides across an axis in a plane of cells to rectangles.
    fn join(&self, axis: usize, base: [u32; 3], extents: [u32; 3], patches: &mut Vec<Patch>) {
        let [across, along] = across(axis);
        let (columns, rows) = (extents[across] as usize, extents[along] as usize);
        let mut left: Vec<Option<u32>> = Vec::with_capacity(columns * rows);
        let cell = |column: usize, row: usize| {
            let mut cell = base;
            cell[across] += column as u32;
            cell[along] += row as u32;
            cell
        };
        (0..rows).for_each(|row| left.extend((0..columns).map(|column| self.side(cell(column, row), axis))));
        for row in 0..rows {
            for column in 0..columns {
                let body = left[row * columns + column];
                if body.is_none() {
                    continue;
                }
                let same = |at: &&Option<u32>| **at == body;
                let wide = left[row * columns + column..][..columns - column].iter().take_while(same).count();
                let whole = |row: &usize| left[row * columns + column..][..wide].iter().all(|at| *at == body);
                let high = (row..rows).take_while(whole).count();
                (row..row + high).for_each(|row| left[row * columns + column..][..wide].fill(None));
                let mut extents = [1; 3];
                (extents[across], extents[along]) = (wide as u32, high as u32);
                patches.push(Patch { axis, base: cell(column, row), extents });
            }
        }
    }

    /// The place of a corner of a patch, so many cells from its first corner across and along.
    pub fn place_in(&self, patch: &Patch, u: u32, v: u32) -> PixelPoint {
        let Patch { axis, base, .. } = *patch;
        let mut place = base.map(f64::from);
        place[axis] += if self.projection.comes_near(axis) { 1.0 } else { 0.0 };
        let [a, b] = across(axis);
        place[a] += f64::from(u);
        place[b] += f64::from(v);
        self.projection.place(self.origin, place)
    }

    /// The corners of a patch, in a circle.
    pub fn corners(&self, patch: &Patch) -> [PixelPoint; 4] {
        let [wide, high] = across(patch.axis).map(|axis| patch.extents[axis]);
        [(0, 0), (wide, 0), (wide, high), (0, high)].map(|(u, v)| self.place_in(patch, u, v))
    }

    /// The cell of a patch at a place of the picture.
    pub fn cell_at(&self, patch: &Patch, place: PixelPoint) -> Option<[u32; 3]> {
        let [corner, right, _, left] = self.corners(patch);
        let from = |(x, y): PixelPoint| (x - corner.0, y - corner.1);
        let cross = |one: PixelPoint, other: PixelPoint| one.0 * other.1 - one.1 * other.0;
        let (u, v, at) = (from(right), from(left), from(place));
        let shares = [cross(at, v) / cross(u, v), cross(u, at) / cross(u, v)];
        let mut cell = patch.base;
        for (axis, share) in across(patch.axis).into_iter().zip(shares) {
            let extent = f64::from(patch.extents[axis]);
            cell[axis] += (share * extent).clamp(0.0, extent - 1.0) as u32;
        }
        shares.iter().all(|share| (0.0..=1.0).contains(share)).then_some(cell)
    }

    /// The parts of the border of a patch behind which something else begins, by their ends in cells of the patch.
    pub fn borders(&self, patch: &Patch) -> Vec<[(u32, u32); 2]> {
        let mut borders = Vec::new();
        let axes = across(patch.axis);
        for (along, out) in [(0, 1), (1, 0)] {
            let (length, depth) = (patch.extents[axes[along]], patch.extents[axes[out]]);
            for upwards in [false, true] {
                let corner = |at: u32| {
                    let edge = if upwards { depth } else { 0 };
                    if along == 0 { (at, edge) } else { (edge, at) }
                };
                let ends = |at: &u32| {
                    let mut cell = patch.base;
                    cell[axes[along]] += at;
                    cell[axes[out]] += if upwards { depth - 1 } else { 0 };
                    let next = self.beyond(cell, axes[out], upwards).and_then(|next| self.side(next, patch.axis));
                    next != Some(self.bodies[self.node(cell)])
                };
                let mut at = 0;
                while at < length {
                    let run = (at..length).take_while(ends).count() as u32;
                    if run > 0 {
                        borders.push([corner(at), corner(at + run)]);
                    }
                    at += run.max(1);
                }
            }
        }
        borders
    }
}
