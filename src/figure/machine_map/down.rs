//! Nodes that are out of service on the map.

use super::MachineMap;
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Stroke};
use crate::figure::geometry::Rectangle;
use plotters::style::Color;
use std::collections::BTreeMap;

/// How strong the grey is by the quarters of a square that are out of service.
const GREYS: [f64; 4] = [0.16, 0.24, 0.32, 0.4];
const ALL: usize = GREYS.len() - 1;

/// The holder of a node that is out of service: no job, but it is not free.
pub(super) const OUT_OF_SERVICE: u32 = u32::MAX;

impl MachineMap {
    /// Marks these nodes, in ascending order, as out of service.
    pub fn take_out_of_service(&mut self, nodes: Vec<u32>) {
        for &node in &nodes {
            if let Some(holder) = self.holder.get_mut(node as usize) {
                *holder = OUT_OF_SERVICE;
            }
        }
        self.down = nodes;
    }

    /// How nodes out of service look, in words.
    pub fn down_look(&self) -> &'static str {
        if self.layout.is_coarse() {
            "in a stronger grey, the more of a square the stronger"
        } else if !self.has_outlines() {
            "in a stronger grey"
        } else {
            "struck through"
        }
    }

    /// How many nodes share the square of this one, and how many of them are out of service. Linear in the former.
    pub fn down_beside(&self, node: u32) -> (usize, usize) {
        let (column, row) = self.layout.lanes_of(node);
        let (columns, rows) = (&self.layout.columns, &self.layout.rows);
        let (across, up) = (columns.lanes(columns.place[column] as usize), rows.lanes(rows.place[row] as usize));
        let nodes: Vec<u32> =
            up.flat_map(|row| across.clone().filter_map(move |column| self.layout.node(column, row))).collect();
        let down = nodes.iter().filter(|node| self.down.binary_search(node).is_ok()).count();
        (nodes.len(), down)
    }

    /// Grey squares, each with a diagonal line if it is large enough, so that they differ from free nodes and from jobs
    /// even without colours. A square shared by several nodes is the darker the more of them are out of service.
    pub(super) fn draw_down(&self, canvas: &mut Canvas) -> Drawn {
        let ink = canvas.theme().text;
        let known = |node: &&u32| (**node as usize) < self.layout.nodes();
        let shared = self.shared_squares(self.down.iter().filter(known));
        GREYS.iter().zip(&shared).try_for_each(|(grey, squares)| canvas.rectangles(squares, ink.mix(*grey)))?;
        shared[ALL].iter().filter(|_| self.has_outlines()).try_for_each(|square| {
            let Rectangle { left, top, right, bottom } = square.inset((self.layout.cell / 6.0).floor());
            canvas.line(&[(left, bottom), (right, top)], Stroke::new(ink, 1.5))
        })
    }

    /// The squares with at least one of these nodes, by how many quarters of their nodes these are, rounded up.
    fn shared_squares<'a>(&self, nodes: impl Iterator<Item = &'a u32>) -> [Vec<Rectangle>; GREYS.len()] {
        let mut squares: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for &node in nodes {
            let (column, row) = self.layout.lanes_of(node);
            squares.insert((self.layout.rows.place[row], self.layout.columns.place[column]), node);
        }
        let mut found = [const { Vec::new() }; GREYS.len()];
        for ((row, column), node) in squares {
            let (all, down) = self.down_beside(node);
            found[(GREYS.len() * down).div_ceil(all) - 1].push(self.layout.square(column as usize, row as usize));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::machine_map::{MapAxes, MapLayout, MapShape};
    use crate::figure::recorder::{Mark, record};

    fn map(down: Vec<u32>) -> MachineMap {
        let shape = MapShape { extents: vec![4, 4], rings: vec![false; 2] };
        let axes = MapAxes::suitable(&shape.extents);
        let mut map = MachineMap::new(MapLayout::new(shape, axes, (200.0, 200.0)));
        map.take_out_of_service(down);
        map
    }

    /// A line for each, from the lower left of its square to the upper right; and no such node counts as free.
    #[test]
    fn nodes_out_of_service_are_struck_through() {
        let lines = |down| {
            let marks = record(&map(down), false).marks;
            marks.iter().filter(|mark| matches!(mark, Mark::Line { places, .. } if places.len() == 2)).count()
        };
        assert_eq!(lines(vec![1, 6]), lines(Vec::new()) + 2);
        assert_eq!(map(vec![1, 6]).holder.iter().filter(|holder| **holder > 0).count(), 2);
        assert_eq!(lines(vec![99]), lines(Vec::new()), "there is no such node");
    }

    /// 64 times 64 nodes in so little room that 2 times 2 share a square, of which one has three out of service, and one all.
    #[test]
    fn shared_squares_are_the_stronger_the_more_of_them_is_out_of_service() {
        let shape = MapShape { extents: vec![64, 64], rings: vec![false; 2] };
        let axes = MapAxes::suitable(&shape.extents);
        let layout = MapLayout::new(shape, axes, (90.0, 90.0));
        assert!(layout.is_coarse());
        let mut map = MachineMap::new(layout);
        map.take_out_of_service(vec![0, 1, 64, 130, 131, 194, 195, 9999]);
        assert_eq!([0, 65, 130, 4].map(|node| map.down_beside(node)), [(4, 3), (4, 3), (4, 4), (4, 0)]);
        let squares = map.shared_squares(map.down[..7].iter());
        assert_eq!(squares.each_ref().map(Vec::len), [0, 0, 1, 1]);
        assert_eq!(squares[ALL], [map.layout.rectangle(130)]);
        let drawn = |map: &MachineMap| record(map, false).marks.len();
        let before = drawn(&map);
        map.take_out_of_service(Vec::new());
        assert_eq!(before, drawn(&map) + 2);
        assert!(map.down_look().starts_with("in a stronger grey, the more"));
    }
}
