//! A picture of a square torus: who holds which nodes.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use super::geometry::Rectangle;

/// A set of nodes with one holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// What is written on its nodes, where there is room.
    pub label: String,
    /// Which of [`super::COLOURS`]; wraps around.
    pub colour: usize,
    /// The nodes, as row and column.
    pub nodes: Vec<[u32; 2]>,
}

/// Who holds which nodes of a torus. Rows go down, as in matrices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TorusPicture {
    /// The nodes along either side.
    pub side: u32,
    /// Who holds some; nodes that two hold are the last one's.
    pub holdings: Vec<Holding>,
}

/// The side of the torus in CSS pixels, and the border around it, which half of the outermost lines needs.
const SIDE: f64 = 288.0;
const BORDER: f64 = 1.0;

/// The least side of a node that has room for a label.
const ROOMY: f64 = 16.0;

impl Picture for TorusPicture {
    type Layout = ();

    fn size(&self) -> (f64, f64) {
        (SIDE + 2.0 * BORDER, SIDE + 2.0 * BORDER)
    }

    /// Time linear in the nodes held, and the side.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let node = SIDE / f64::from(self.side.max(1));
        let all = Rectangle::at((BORDER, BORDER), SIDE, SIDE);
        for line in 1..self.side {
            let at = BORDER + f64::from(line) * node;
            canvas.rule((at, all.top), (at, all.bottom), theme.grid)?;
            canvas.rule((all.left, at), (all.right, at), theme.grid)?;
        }
        canvas.outline(&all.corners(), Stroke::new(theme.axis, 1.0))?;
        // Between small nodes there is little room for a gap.
        let gap = (node / 16.0).min(1.0);
        let square = |[row, column]: &[u32; 2]| {
            let corner = (BORDER + f64::from(*column) * node, BORDER + f64::from(*row) * node);
            Rectangle::at(corner, node, node).inset(gap / 2.0)
        };
        let lettering = Lettering::new((node * 0.42).min(13.0), theme.background).at(Anchor::Middle);
        for holding in &self.holdings {
            let squares: Vec<Rectangle> = holding.nodes.iter().map(square).collect();
            canvas.rectangles(&squares, theme.colour(holding.colour))?;
            for square in squares.iter().filter(|_| node >= ROOMY) {
                canvas.text(&holding.label, square.middle(), lettering)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::{COLOURS, Theme};
    use crate::figure::recorder::record;

    #[test]
    fn nodes_are_filled_where_they_are() {
        let holdings = vec![
            Holding { label: "1".into(), colour: 0, nodes: vec![[0, 1], [3, 3]] },
            Holding { label: "2".into(), colour: 1, nodes: vec![[2, 0]] },
        ];
        let recording = record(&TorusPicture { side: 4, holdings: holdings.clone() }, false);
        // Nodes are 72 pixels wide, in a border of 1, and keep half a pixel from each other.
        let node =
            |row: f64, column: f64| Rectangle::at((1.0 + 72.0 * column, 1.0 + 72.0 * row), 72.0, 72.0).inset(0.5);
        assert_eq!(recording.rectangles(COLOURS[0].0), [(vec![node(0.0, 1.0), node(3.0, 3.0)], 1.0)]);
        assert_eq!(recording.rectangles(COLOURS[1].0), [(vec![node(2.0, 0.0)], 1.0)]);
        assert_eq!(recording.texts(), [("1", (109.0, 37.0)), ("1", (253.0, 253.0)), ("2", (37.0, 181.0))]);
        assert_eq!(recording.lines(Theme::of(false).grid).len(), 3 + 3);
        let small = record(&TorusPicture { side: 32, holdings }, true);
        assert!(small.texts().is_empty(), "small nodes have no room");
        assert!(record(&TorusPicture::default(), false).texts().is_empty());
    }
}
