//! Jobs on their rows against time: each by itself if there are few, else the held share of the rows.

use super::{FONT, TimeLayout, steps};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Anchor, Canvas, Lettering};
use crate::figure::geometry::Rectangle;
use crate::figure::text_width::width_of;
use crate::time::Time;
use plotters::style::Color;
use std::ops::Range;

/// One job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneBar {
    /// Its label, if it fits.
    pub label: String,
    /// Which of [`crate::figure::COLOURS`].
    pub colour: usize,
    /// The rows it stands in, stretch by stretch.
    pub rows: Vec<Range<u32>>,
    /// From when to when.
    pub time: Range<Time>,
}

/// The drawn form of the jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lanes {
    /// How many rows there are.
    pub rows: u32,
    /// Each job, if there are few enough.
    pub bars: Vec<LaneBar>,
    /// Else the held share of each band of rows, band by band in columns of equal width, from 0 to 1.
    pub density: Vec<f32>,
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
        let theme = canvas.theme();
        for colour in 0..crate::figure::COLOURS.len() {
            let bars = self.bars.iter().filter(|bar| bar.colour == colour);
            let areas: Vec<Rectangle> = bars.flat_map(|bar| self.areas(bar, layout)).collect();
            canvas.rectangles(&areas, theme.colour(colour).mix(0.85))?;
        }
        for bar in &self.bars {
            let areas = self.areas(bar, layout);
            let tallest =
                areas.iter().max_by(|one, other| (one.bottom - one.top).total_cmp(&(other.bottom - other.top)));
            if let Some(area) = tallest
                && area.bottom - area.top >= FONT
                && area.right - area.left >= width_of(&bar.label, FONT) + 4.0
            {
                canvas.text(&bar.label, area.middle(), Lettering::new(FONT, theme.background).at(Anchor::Middle))?;
            }
        }
        Ok(())
    }

    fn draw_density(&self, area: &Rectangle, canvas: &mut Canvas) -> Drawn {
        let height = (area.bottom - area.top) / f64::from(self.bands.max(1));
        let shade = canvas.theme().colour(0).mix(0.7);
        for (band, shares) in self.density.chunks(self.density.len() / self.bands.max(1) as usize).enumerate() {
            let ground = area.top + height * (band + 1) as f64;
            let heights = shares.iter().map(|share| f64::from(*share) * (height - 0.5));
            canvas.area(&steps(area, heights, ground), shade)?;
        }
        Ok(())
    }
}
