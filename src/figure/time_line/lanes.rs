//! Jobs on their rows against time: each by itself if there are few, else the held share of the rows, in the colour of
//! the job that holds most of it.

use super::{FONT, TimeLayout};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Anchor, Canvas, Lettering};
use crate::figure::geometry::Rectangle;
use crate::figure::palette::{JOB_COLOURS, ink_on};
use crate::figure::text_width::width_of;
use crate::time::Time;
use std::ops::Range;

/// One job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneBar {
    /// Its label, if it fits.
    pub label: String,
    /// Which of [`JOB_COLOURS`].
    pub colour: u8,
    /// The rows it stands in, stretch by stretch.
    pub rows: Vec<Range<u32>>,
    /// From when to when.
    pub time: Range<Time>,
}

/// What jobs hold of a band of rows in one column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldShare {
    /// The held share, from 0 to 1.
    pub share: f32,
    /// The colour of the job that holds most of it, of [`JOB_COLOURS`].
    pub colour: u8,
}

/// The drawn form of the jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lanes {
    /// How many rows there are.
    pub rows: u32,
    /// Each job, if there are few enough.
    pub bars: Vec<LaneBar>,
    /// Else the held share of each band of rows, band by band in columns of equal width.
    pub density: Vec<HeldShare>,
    /// How many bands that is.
    pub bands: u32,
}

impl Lanes {
    pub(super) fn draw(&self, layout: &TimeLayout, canvas: &mut Canvas) -> Drawn {
        if self.density.is_empty() { self.draw_bars(layout, canvas) } else { self.draw_density(&layout.lanes, canvas) }
    }

    /// The rectangles of a job.
    pub(super) fn areas(&self, bar: &LaneBar, layout: &TimeLayout) -> Vec<Rectangle> {
        let area = &layout.lanes;
        let row = (area.bottom - area.top) / f64::from(self.rows.max(1));
        let left = layout.x(bar.time.start).max(area.left);
        let right = layout.x(bar.time.end).min(area.right).max(left + 0.5);
        let gap = (row / 12.0).min(0.5);
        let part = |rows: &Range<u32>| Rectangle {
            left,
            right,
            top: area.top + f64::from(rows.start) * row + gap,
            bottom: area.top + f64::from(rows.end) * row - gap,
        };
        bar.rows.iter().map(part).collect()
    }

    fn draw_bars(&self, layout: &TimeLayout, canvas: &mut Canvas) -> Drawn {
        let bars = self.bars.iter().map(|bar| (bar.colour, self.areas(bar, layout)));
        draw_by_colour(bars.flat_map(|(colour, areas)| areas.into_iter().map(move |area| (colour, area))), canvas)?;
        for bar in &self.bars {
            let areas = self.areas(bar, layout);
            let tallest =
                areas.iter().max_by(|one, other| (one.bottom - one.top).total_cmp(&(other.bottom - other.top)));
            if let Some(area) = tallest
                && area.bottom - area.top >= FONT
                && area.right - area.left >= width_of(&bar.label, FONT) + 4.0
            {
                let ink = ink_on(canvas.theme().job(bar.colour));
                canvas.text(&bar.label, area.middle(), Lettering::new(FONT, ink).at(Anchor::Middle))?;
            }
        }
        Ok(())
    }

    /// Each share is a rectangle on the ground of its band; equal neighbours are one.
    fn draw_density(&self, area: &Rectangle, canvas: &mut Canvas) -> Drawn {
        let columns = self.density.len() / self.bands.max(1) as usize;
        let (height, width) = ((area.bottom - area.top) / f64::from(self.bands.max(1)), area.right - area.left);
        let x = |column: usize| area.left + width * column as f64 / columns as f64;
        let mut areas = Vec::new();
        for (band, shares) in self.density.chunks(columns).enumerate() {
            let bottom = area.top + height * (band + 1) as f64;
            let mut from = 0;
            for equal in shares.chunk_by(|one, other| one == other) {
                let to = from + equal.len();
                let top = bottom - f64::from(equal[0].share) * (height - 0.5);
                if equal[0].share > 0.0 {
                    areas.push((equal[0].colour, Rectangle { left: x(from), right: x(to), top, bottom }));
                }
                from = to;
            }
        }
        draw_by_colour(areas, canvas)
    }
}

/// Draws rectangles with one call for each colour.
fn draw_by_colour(areas: impl IntoIterator<Item = (u8, Rectangle)>, canvas: &mut Canvas) -> Drawn {
    let mut by_colour = vec![Vec::new(); JOB_COLOURS.len()];
    areas.into_iter().for_each(|(colour, area)| by_colour[usize::from(colour) % JOB_COLOURS.len()].push(area));
    let theme = canvas.theme();
    by_colour.iter().zip(0..).try_for_each(|(areas, colour)| canvas.rectangles(areas, theme.job(colour)))
}
