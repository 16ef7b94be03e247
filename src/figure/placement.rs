//! A small picture of a plane of nodes: the taken ones, and those that one more request gets.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use super::geometry::Rectangle;
use plotters::style::Color;

/// A rectangle of nodes: its corner of least coordinates and its extents, to the right and upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The coordinates of the corner.
    pub base: [u32; 2],
    /// The number of nodes along each side.
    pub extents: [u32; 2],
}

/// A plane of nodes for one request. Patches lie within the plane; the origin is at the lower left, as in the literature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacementPicture {
    /// The nodes of the plane, to the right and upwards.
    pub extents: [u32; 2],
    /// Nodes of other jobs: grey, with the outline of each patch.
    pub busy: Vec<Patch>,
    /// The nodes of the request, in the order in which they are taken; several patches are numbered. The patches of one
    /// number are one block (which may go around the edges of the plane).
    pub taken: Vec<Vec<Patch>>,
    /// Which of [`super::COLOURS`] the request has; wraps around.
    pub colour: usize,
}

/// The longer side of the plane in CSS pixels, and the border around it, which half of the outermost lines needs.
const SIDE: f64 = 160.0;
const BORDER: f64 = 1.0;

impl PlacementPicture {
    /// The side of a node in CSS pixels, and the plane.
    fn plane(&self) -> (f64, Rectangle) {
        let [across, up] = self.extents.map(|extent| f64::from(extent.max(1)));
        let node = SIDE / across.max(up);
        (node, Rectangle::at((BORDER, BORDER), across * node, up * node))
    }

    /// Where a patch is drawn.
    fn area(&self, patch: &Patch) -> Rectangle {
        let (node, plane) = self.plane();
        let [x, y] = patch.base.map(f64::from);
        let [across, up] = patch.extents.map(f64::from);
        Rectangle::at((plane.left + x * node, plane.bottom - (y + up) * node), across * node, up * node)
    }

    /// The lines between nodes, and around them.
    fn grid(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let (node, plane) = self.plane();
        for column in 1..self.extents[0] {
            let x = plane.left + f64::from(column) * node;
            canvas.rule((x, plane.top), (x, plane.bottom), theme.grid)?;
        }
        for row in 1..self.extents[1] {
            let y = plane.top + f64::from(row) * node;
            canvas.rule((plane.left, y), (plane.right, y), theme.grid)?;
        }
        canvas.outline(&plane.corners(), Stroke::new(theme.axis, 1.0))
    }
}

impl Picture for PlacementPicture {
    fn size(&self) -> (f64, f64) {
        let (_, plane) = self.plane();
        (plane.right + BORDER, plane.bottom + BORDER)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        self.grid(canvas)?;
        // Small nodes have no gap.
        let gap = (self.plane().0 / 16.0).min(1.0);
        for patch in &self.busy {
            let area = self.area(patch).inset(gap);
            canvas.rectangle(area, theme.axis.mix(0.5))?;
            canvas.outline(&area.corners(), Stroke::new(theme.axis, gap))?;
        }
        for (position, block) in self.taken.iter().enumerate() {
            let areas: Vec<Rectangle> = block.iter().map(|patch| self.area(patch).inset(1.5 * gap)).collect();
            canvas.rectangles(&areas, theme.colour(self.colour))?;
            let Some(area) = areas.first().filter(|_| self.taken.len() > 1) else { continue };
            let narrow = if position < 9 { 0.7 } else { 0.6 };
            let room = (area.right - area.left).min(area.bottom - area.top) + 3.0 * gap;
            let lettering = Lettering::new((narrow * room).min(14.0), theme.background).at(Anchor::Middle);
            canvas.text(&(position + 1).to_string(), area.middle(), lettering)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::{COLOURS, Theme};
    use crate::figure::recorder::record;

    fn patch(base: [u32; 2], extents: [u32; 2]) -> Patch {
        Patch { base, extents }
    }

    fn picture(taken: Vec<Vec<Patch>>) -> PlacementPicture {
        PlacementPicture { extents: [8, 4], busy: vec![patch([0, 0], [1, 1]), patch([3, 2], [5, 2])], taken, colour: 0 }
    }

    /// Nodes are 20 pixels wide, in a border of 1.
    fn nodes(left: f64, top: f64, across: f64, down: f64) -> Rectangle {
        Rectangle::at((1.0 + 20.0 * left, 1.0 + 20.0 * top), 20.0 * across, 20.0 * down)
    }

    #[test]
    fn the_origin_is_at_the_lower_left() {
        let picture = picture(vec![vec![patch([1, 0], [2, 1])]]);
        assert_eq!(picture.size(), (162.0, 82.0));
        let recording = record(&picture, false);
        let theme = Theme::of(false);
        let busy: Vec<_> =
            recording.rectangles(theme.axis).into_iter().map(|(areas, alpha)| (areas[0], alpha)).collect();
        assert_eq!(busy, [nodes(0.0, 3.0, 1.0, 1.0), nodes(3.0, 0.0, 5.0, 2.0)].map(|area| (area.inset(1.0), 0.5)));
        assert_eq!(recording.rectangles(COLOURS[0].0), [(vec![nodes(1.0, 3.0, 2.0, 1.0).inset(1.5)], 1.0)]);
        assert_eq!(recording.lines(theme.grid).len(), 7 + 3);
        assert_eq!(recording.lines(theme.axis).len(), 1 + 2, "around the plane and around what is busy");
        assert!(recording.texts().is_empty(), "one block needs no number");
    }

    #[test]
    fn several_blocks_are_numbered_in_their_order() {
        let block = |x| vec![patch([x, 0], [1, 1])];
        let split = vec![patch([7, 1], [1, 1]), patch([0, 1], [1, 1])];
        let recording = record(&picture(vec![block(5), block(2), split]), true);
        assert_eq!(recording.texts(), [("1", (111.0, 71.0)), ("2", (51.0, 71.0)), ("3", (151.0, 51.0))]);
        let blocks: Vec<usize> = recording.rectangles(COLOURS[0].1).iter().map(|(areas, _)| areas.len()).collect();
        assert_eq!(blocks, [1, 1, 2], "a block around the edge is drawn at once");
    }

    #[test]
    fn a_plane_of_nothing_is_drawn() {
        assert!(record(&PlacementPicture::default(), false).texts().is_empty());
    }
}
