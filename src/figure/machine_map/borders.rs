//! The borders of sets of nodes: where a block ends, and where it continues around a ring.

use super::lanes::{Lanes, Level};
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

/// Places that lie edge to edge.
pub(super) struct Tile {
    pub columns: Range<usize>,
    pub rows: Range<usize>,
    /// Their rectangle.
    pub area: Rectangle,
}

/// The columns of a map, or its rows.
struct Side<'a> {
    lanes: &'a Lanes,
    cell: f64,
    /// Where the first place begins, in CSS pixels.
    origin: f64,
    /// Whether the places of a tile are those of one ring, so that its two ends are neighbours.
    goes_around: bool,
}

impl MapLayout {
    /// The tiles from left to right, and from the top within the same columns.
    pub(super) fn tiles(&self) -> Vec<Tile> {
        let (columns, rows) = (self.columns.spans(self.cell), self.rows.spans(self.cell));
        let pairs = columns.iter().flat_map(|columns| rows.iter().map(move |rows| (columns.clone(), rows.clone())));
        let tile = |(columns, rows): (Range<usize>, Range<usize>)| {
            let (first, last) = (self.square(columns.start, rows.start), self.square(columns.end - 1, rows.end - 1));
            Tile { columns, rows, area: Rectangle { right: last.right, bottom: last.bottom, ..first } }
        };
        pairs.map(tile).collect()
    }

    /// The borders between places of different keys, and at the edges of tiles around those with a key other than 0,
    /// unless the same key continues at the other side of a ring. None where nodes share places. Linear in nodes.
    pub(super) fn borders(&self, key: &dyn Fn(u32) -> u32) -> Vec<Border> {
        let mut borders = Vec::new();
        if self.is_coarse() {
            return borders;
        }
        let key_at = |column, row| self.node(column, row).map_or(0, key);
        let (across, up) = (self.side(&self.columns, self.area.left), self.side(&self.rows, self.area.top));
        for Tile { columns, rows, .. } in self.tiles() {
            across.borders(&columns, &up, &rows, &key_at, &mut |x, from, to, before| {
                borders.push(Border { from: (x, from), to: (x, to), before });
            });
            up.borders(&rows, &across, &columns, &|row, column| key_at(column, row), &mut |y, from, to, before| {
                borders.push(Border { from: (from, y), to: (to, y), before });
            });
        }
        borders
    }

    fn side<'a>(&self, lanes: &'a Lanes, origin: f64) -> Side<'a> {
        let is_ring = |inner: &Level| {
            let whole = lanes.spans(self.cell).first().is_some_and(|span| span.len() == inner.count as usize);
            whole && inner.count == inner.extent && self.shape.rings[inner.dimension]
        };
        Side { lanes, cell: self.cell, origin, goes_around: lanes.inner().is_some_and(is_ring) }
    }
}

impl Side<'_> {
    /// Where a place begins.
    fn start(&self, place: usize) -> f64 {
        self.origin + self.lanes.start[place]
    }

    /// Passes on the borders across these places: the position of each, its two ends along `others`, and whether the
    /// set lies behind it. One that goes on at the next of the `others` is passed on as a whole.
    fn borders(
        &self,
        span: &Range<usize>,
        others: &Side,
        other_span: &Range<usize>,
        key_at: &dyn Fn(usize, usize) -> u32,
        give: &mut dyn FnMut(f64, f64, f64, bool),
    ) {
        for line in span.start..=span.end {
            let sides = sides(line, span, self.goes_around);
            let at =
                if line < span.end { self.start(line) } else { self.origin + (self.lanes.start[line - 1] + self.cell) };
            let border =
                |other: &usize| bounded(sides.map(|place| place.map_or(0, |place| key_at(place, *other))), line, span);
            let known: Vec<(usize, Option<bool>)> = other_span.clone().map(|other| (other, border(&other))).collect();
            for piece in known.chunk_by(|one, other| one.1 == other.1) {
                let (first, last) = (piece[0], piece[piece.len() - 1]);
                if let Some(before) = first.1 {
                    give(at, others.start(first.0), others.start(last.0) + self.cell, before);
                }
            }
        }
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
