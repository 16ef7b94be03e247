//! The borders of sets of nodes: where a block ends, and where it continues around a ring.

use super::layout::MapLayout;
use crate::figure::geometry::{PixelPoint, Rectangle};
use std::ops::Range;

/// A border from place to place, level or upright, with the side of it on which the set lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Border {
    pub from: PixelPoint,
    pub to: PixelPoint,
    /// Whether the bounded set lies below it or on its right.
    pub before: bool,
}

impl Border {
    /// A line of this width on the inner side.
    pub fn line(&self, width: f64) -> Rectangle {
        let ((left, top), (right, bottom)) = (self.from, self.to);
        let (less, more) = if self.before { (0.0, width) } else { (width, 0.0) };
        if left == right {
            Rectangle { left: left - less, right: right + more, top, bottom }
        } else {
            Rectangle { left, right, top: top - less, bottom: bottom + more }
        }
    }
}

impl MapLayout {
    /// The rectangle of the places in a range of columns and of rows that lie edge to edge.
    pub(super) fn tile(&self, columns: &Range<usize>, rows: &Range<usize>) -> Rectangle {
        let (first, last) = (self.square(columns.start, rows.start), self.square(columns.end - 1, rows.end - 1));
        Rectangle { right: last.right, bottom: last.bottom, ..first }
    }

    /// The borders between places of different keys, and at the edges of tiles around those with a key other than 0,
    /// unless the same key continues at the other side of a ring. None where nodes share places. Linear in nodes.
    pub(super) fn borders(&self, key: &dyn Fn(u32) -> u32) -> Vec<Border> {
        let mut borders = Vec::new();
        if self.is_coarse() {
            return borders;
        }
        let (columns, rows) = (self.columns.spans(self.cell), self.rows.spans(self.cell));
        let key_at = |column, row| self.node(column, row).map_or(0, key);
        let (around_columns, around_rows) = (self.goes_around(true), self.goes_around(false));
        for across in &columns {
            for up in &rows {
                for line in across.start..=across.end {
                    let sides = sides(line, across, around_columns);
                    let x = self.area.left
                        + if line < across.end {
                            self.columns.start[line]
                        } else {
                            self.columns.start[line - 1] + self.cell
                        };
                    self.along(up, &self.rows.start, self.area.top, &mut |row| {
                        bounded(sides.map(|column| column.map_or(0, |column| key_at(column, row))), line, across)
                    })
                    .into_iter()
                    .for_each(|(from, to, before)| borders.push(Border { from: (x, from), to: (x, to), before }));
                }
                for line in up.start..=up.end {
                    let sides = sides(line, up, around_rows);
                    let y = self.area.top
                        + if line < up.end { self.rows.start[line] } else { self.rows.start[line - 1] + self.cell };
                    self.along(across, &self.columns.start, self.area.left, &mut |column| {
                        bounded(sides.map(|row| row.map_or(0, |row| key_at(column, row))), line, up)
                    })
                    .into_iter()
                    .for_each(|(from, to, before)| borders.push(Border { from: (from, y), to: (to, y), before }));
                }
            }
        }
        borders
    }

    /// The pieces of a line along which there is a border on the same side, from and to in pixels.
    fn along(
        &self,
        span: &Range<usize>,
        start: &[f64],
        origin: f64,
        side: &mut dyn FnMut(usize) -> Option<bool>,
    ) -> Vec<(f64, f64, bool)> {
        let mut pieces: Vec<(f64, f64, bool)> = Vec::new();
        let mut last = None;
        for place in span.clone() {
            let (from, here) = (origin + start[place], side(place));
            match (here, pieces.last_mut()) {
                (Some(_), Some(piece)) if here == last => piece.1 = from + self.cell,
                (Some(before), _) => pieces.push((from, from + self.cell, before)),
                _ => {}
            }
            last = here;
        }
        pieces
    }

    /// Whether the places of a tile's side are those of one ring, so that its two ends are neighbours.
    fn goes_around(&self, across: bool) -> bool {
        let lanes = if across { &self.columns } else { &self.rows };
        let Some(inner) = lanes.levels.iter().find(|level| level.count > 1) else { return false };
        let spans = lanes.spans(self.cell);
        let whole = spans.first().is_some_and(|span| span.len() == inner.count as usize);
        whole && inner.count == inner.extent && self.is_ring(inner.unit, inner.extent)
    }

    /// Whether the dimension of these units and this extent is a ring.
    pub(super) fn is_ring(&self, unit: u32, extent: u32) -> bool {
        let mut stride = 1;
        for (&length, &ring) in self.shape.extents.iter().zip(&self.shape.rings).rev() {
            if stride == unit && length == extent {
                return ring;
            }
            stride *= length;
        }
        false
    }
}

/// The places on the two sides of a line of a span; at its ends, around it where it goes around.
fn sides(line: usize, span: &Range<usize>, around: bool) -> [Option<usize>; 2] {
    let at_end = line == span.start || line == span.end;
    match (at_end, around) {
        (false, _) => [Some(line - 1), Some(line)],
        (true, true) => [Some(span.end - 1), Some(span.start)],
        (true, false) if line == span.start => [None, Some(line)],
        (true, false) => [Some(line - 1), None],
    }
}

/// Whether there is a border between the keys on the two sides of a line of a span, and whether it is that of the second one.
/// The two ends of a span are two lines, each with a border only for what lies at this end.
fn bounded([before, after]: [u32; 2], line: usize, span: &Range<usize>) -> Option<bool> {
    match before != after {
        true if after != 0 && line < span.end => Some(true),
        true if before != 0 && line > span.start => Some(false),
        _ => None,
    }
}
