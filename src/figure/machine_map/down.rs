//! Nodes that are out of service on the map.

use super::{MachineMap, OUTLINED};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Stroke};
use crate::figure::geometry::Rectangle;
use plotters::style::Color;

/// Who holds a node that is out of service: no job, and yet it is not free.
pub(super) const OUT_OF_SERVICE: u32 = u32::MAX;

impl MachineMap {
    /// Takes these nodes, ascending, from whoever could have them.
    pub fn take_out_of_service(&mut self, nodes: Vec<u32>) {
        for &node in &nodes {
            if let Some(holder) = self.holder.get_mut(node as usize) {
                *holder = OUT_OF_SERVICE;
            }
        }
        self.down = nodes;
    }

    /// Grey squares, each struck through where there is room for a line: told from free nodes and from those of jobs without
    /// any colour. Where several nodes share a square, none is drawn, and the sentence alone tells of them.
    pub(super) fn draw_down(&self, canvas: &mut Canvas) -> Drawn {
        if self.layout.is_coarse() {
            return Ok(());
        }
        let known = |node: &&u32| (**node as usize) < self.layout.nodes();
        let squares: Vec<Rectangle> = self.down.iter().filter(known).map(|&node| self.layout.rectangle(node)).collect();
        let ink = canvas.theme().text;
        canvas.rectangles(&squares, ink.mix(0.4))?;
        if self.layout.cell < OUTLINED {
            return Ok(());
        }
        squares.iter().try_for_each(|square| {
            let Rectangle { left, top, right, bottom } = square.inset((self.layout.cell / 6.0).floor());
            canvas.line(&[(left, bottom), (right, top)], Stroke::new(ink, 1.5))
        })
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

    /// A line for each, from the lower left of its square to the upper right; and nobody's node is free.
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
}
