//! The paint of each place of a map, drawn with as few rectangles as possible.

use super::MachineMap;
use super::borders::Tile;
use crate::figure::geometry::Rectangle;
use crate::figure::palette::JOB_COLOURS;

/// How a place is filled: 0 for a place without a node, 1 for a free node, and higher by colour and strength.
pub(super) type Paint = u16;

pub(super) const NOTHING: Paint = 0;
pub(super) const FREE: Paint = 1;

/// The strengths of a colour: one for dimmed jobs, then by the share of a place's nodes.
pub(super) const STRENGTHS: [f64; 5] = [0.22, 0.4, 0.6, 0.8, 1.0];
const DIMMED: usize = 0;
const FULL: usize = 4;

/// How many paints there are.
pub(super) const PAINTS: usize = 2 + JOB_COLOURS.len() * STRENGTHS.len();

fn filled(colour: u8, strength: usize) -> Paint {
    (2 + colour as usize % JOB_COLOURS.len() * STRENGTHS.len() + strength) as Paint
}

/// The colour and the strength of a paint from 2 on.
pub(super) fn colour_and_strength(paint: usize) -> (u8, f64) {
    (((paint - 2) / STRENGTHS.len()) as u8, STRENGTHS[(paint - 2) % STRENGTHS.len()])
}

impl MachineMap {
    /// The paint of a place of one or more nodes: the colour of the job that holds most of them (an emphasised one goes
    /// first), as strong as the place is full.
    fn paint(&self, column: usize, row: usize, dims: bool) -> Paint {
        let (mut nodes, mut busy) = (0, 0);
        // Jobs and how many of the nodes each holds; few share a place.
        let mut holders: Vec<(u32, usize)> = Vec::new();
        for row in self.layout.rows.lanes(row) {
            for column in self.layout.columns.lanes(column) {
                let Some(node) = self.layout.node(column, row) else { continue };
                nodes += 1;
                let holder = self.holder_of(node);
                if self.job(holder).is_none() {
                    continue;
                }
                busy += 1;
                match holders.iter_mut().find(|(known, _)| *known == holder) {
                    Some((_, count)) => *count += 1,
                    None => holders.push((holder, 1)),
                }
            }
        }
        let rank = |&&(holder, count): &&(u32, usize)| {
            let emphasised = self.job(holder).is_some_and(|job| job.emphasised);
            (emphasised, count, std::cmp::Reverse(holder))
        };
        let most = holders.iter().max_by_key(rank).and_then(|&(holder, _)| self.job(holder));
        match most {
            None if nodes == 0 => NOTHING,
            None => FREE,
            Some(job) if dims && !job.emphasised => filled(job.colour, DIMMED),
            // One to four quarters.
            Some(job) => filled(job.colour, (4 * busy as usize).div_ceil(nodes).clamp(1, FULL)),
        }
    }

    /// The rectangles of each paint. Places of one paint that lie edge to edge in a row are one rectangle, and so are such
    /// rows that are alike. Linear in nodes.
    pub(super) fn fillings(&self) -> Vec<Vec<Rectangle>> {
        let layout = &self.layout;
        let dims = self.jobs.iter().any(|job| job.emphasised);
        let mut rectangles = vec![Vec::new(); PAINTS];
        // For each column the end, the paint and the number of the rectangle that begins there in the row above.
        let mut above: Vec<(usize, Paint, usize)> = vec![(0, NOTHING, 0); layout.columns.places()];
        for row in 0..layout.rows.places() {
            let adjoins = row > 0 && layout.rows.start[row] - layout.rows.start[row - 1] == layout.cell;
            let mut from = 0;
            while from < layout.columns.places() {
                let paint = self.paint(from, row, dims);
                let mut to = from + 1;
                while to < layout.columns.places()
                    && layout.columns.start[to] - layout.columns.start[to - 1] == layout.cell
                    && self.paint(to, row, dims) == paint
                {
                    to += 1;
                }
                let kept: &mut Vec<Rectangle> = &mut rectangles[paint as usize];
                let (first, last) = (layout.square(from, row), layout.square(to - 1, row));
                match above[from] {
                    (end, same, number) if adjoins && end == to && same == paint => kept[number].bottom = last.bottom,
                    _ => {
                        above[from] = (to, paint, kept.len());
                        kept.push(Rectangle { right: last.right, ..first });
                    }
                }
                // What began further right in the row above goes on no longer.
                above[from + 1..to].fill((0, NOTHING, 0));
                from = to;
            }
        }
        rectangles[NOTHING as usize].clear();
        rectangles
    }

    /// The lines between the nodes of a tile, one pixel wide.
    pub(super) fn grid(&self) -> Vec<Rectangle> {
        let layout = &self.layout;
        let mut lines = Vec::new();
        for Tile { columns, rows, area } in layout.tiles() {
            for column in columns.start + 1..columns.end {
                let left = layout.area.left + layout.columns.start[column];
                lines.push(Rectangle { left: left - 1.0, right: left, ..area });
            }
            for row in rows.start + 1..rows.end {
                let top = layout.area.top + layout.rows.start[row];
                lines.push(Rectangle { top: top - 1.0, bottom: top, ..area });
            }
        }
        lines
    }
}
