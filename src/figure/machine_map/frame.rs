//! The frame of a map: the edges of its tiles, closed for lines and open for rings, and the labels of dimensions.

use super::borders::Tile;
use super::lanes::{Lanes, Level};
use super::layout::{LABEL_ROW, MapLayout};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Lettering};
use crate::figure::geometry::Rectangle;
use crate::figure::text_width::width_of;

/// The size of labels.
const LETTERS: f64 = 11.0;

/// The least side of a square for which the edges of its tile are drawn.
const EDGED: f64 = 3.0;

/// The least side of a tile that has ticks.
const TICKED: f64 = 24.0;

impl MapLayout {
    /// Draws the edges of the tiles: a line where coordinates end, no more than a tick where they go around.
    pub(super) fn draw_edges(&self, canvas: &mut Canvas) -> Drawn {
        let tiles = self.tiles();
        if self.cell < EDGED && tiles.len() > 1 {
            return Ok(());
        }
        let (mut closed, mut open) = (Vec::new(), Vec::new());
        let (ring_across, ring_up) = (self.is_open(&self.columns), self.is_open(&self.rows));
        for Tile { area: Rectangle { left, top, right, bottom }, .. } in tiles {
            let (x, y) = (((left + right) / 2.0).floor(), ((top + bottom) / 2.0).floor());
            let tick = ((right - left).min(bottom - top) / 4.0).floor().clamp(1.0, 4.0);
            let sides = [
                ([left - 1.0, top, left, bottom], [left - 2.0, y - tick, left - 1.0, y + tick], ring_across),
                ([right, top, right + 1.0, bottom], [right + 1.0, y - tick, right + 2.0, y + tick], ring_across),
                ([left, top - 1.0, right, top], [x - tick, top - 2.0, x + tick, top - 1.0], ring_up),
                ([left, bottom, right, bottom + 1.0], [x - tick, bottom + 1.0, x + tick, bottom + 2.0], ring_up),
            ];
            let roomy = (right - left).min(bottom - top) >= TICKED;
            for (edge, tick, ring) in sides {
                match ring {
                    true if roomy => open.push(rectangle(tick)),
                    true => {}
                    false => closed.push(rectangle(edge)),
                }
            }
        }
        let theme = canvas.theme();
        canvas.rectangles(&closed, theme.axis)?;
        canvas.rectangles(&open, theme.axis)
    }

    /// Whether the sides of tiles in this direction are those of a ring.
    fn is_open(&self, lanes: &Lanes) -> bool {
        lanes.inner().is_some_and(|level| level.is_fold || self.shape.rings[level.dimension])
    }

    /// Draws the label of each dimension: a line along its coordinates next to the origin, and its name.
    pub(super) fn draw_axes(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let lettering = Lettering::new(LETTERS, theme.quiet);
        let mut lines = Vec::new();
        for (number, (level, length)) in self.visible(&self.columns).enumerate() {
            let (left, y) = (self.area.left, self.area.bottom + 5.0 + LABEL_ROW * number as f64);
            lines.push(rectangle([left, y, left + length, y + 1.0]));
            lines.extend([left, left + length - 1.0].map(|x| rectangle([x, y - 2.0, x + 1.0, y + 3.0])));
            canvas.text(&self.label(level), (left, y + 10.0), lettering)?;
        }
        for (number, (level, length)) in self.visible(&self.rows).enumerate() {
            let (x, bottom) = (self.area.left - 6.0 - LABEL_ROW * number as f64, self.area.bottom);
            let folds = level.is_fold;
            let (top, bottom) = if folds { (self.area.top, self.area.top + length) } else { (bottom - length, bottom) };
            lines.push(rectangle([x, top, x + 1.0, bottom]));
            lines.extend([top, bottom - 1.0].map(|y| rectangle([x - 2.0, y, x + 3.0, y + 1.0])));
            // A folded dimension is named once, below.
            if !folds {
                canvas.text(&self.label(level), (x - 8.0, bottom), lettering.upwards())?;
            }
        }
        canvas.rectangles(&lines, theme.axis)
    }

    /// The levels that are visible, the innermost first, and how many pixels each takes next to the origin.
    fn visible<'a>(&self, lanes: &'a Lanes) -> impl Iterator<Item = (&'a Level, f64)> {
        let (cell, mut places) = (self.cell, 1);
        lanes.levels.iter().filter(|level| level.count > 1).map(move |level| {
            places *= level.count as usize;
            // The last place of the level: of those shared by several nodes, the one of its last node.
            let end = lanes.start[lanes.place[places - 1] as usize] + cell;
            // Going up, the origin is at the end, but parts of a level are alike.
            (level, end)
        })
    }

    /// `dimension 5: 0–7, ring`.
    fn label(&self, level: &Level) -> String {
        let &Level { dimension, extent, is_fold, .. } = level;
        let kind = if self.shape.rings[dimension] { "ring" } else { "line" };
        let fold = if is_fold { ", row by row" } else { "" };
        format!("dimension {dimension}: 0–{}, {kind}{fold}", extent - 1)
    }

    /// How far the labels below reach to the right, and those on the left above the nodes' lower edge.
    pub(super) fn labels(&self) -> (f64, f64) {
        let longest = |lanes: &Lanes, folds: bool| {
            let visible = lanes.levels.iter().filter(|level| level.count > 1 && (folds || !level.is_fold));
            visible.map(|level| width_of(&self.label(level), LETTERS)).fold(0.0, f64::max)
        };
        (longest(&self.columns, true), longest(&self.rows, false))
    }
}

/// A rectangle from its edges: left, top, right, bottom.
fn rectangle([left, top, right, bottom]: [f64; 4]) -> Rectangle {
    Rectangle { left, top, right, bottom }
}
