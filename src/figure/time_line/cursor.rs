//! The cursor of a time line and the selected job: a layer above it, so that moving the cursor redraws nothing else.

use super::lanes::{LaneBar, Lanes};
use super::{TimeLayout, across};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Picture, Stroke};
use crate::time::Time;

/// A moment of a time line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeCursor {
    /// Where everything is.
    pub layout: TimeLayout,
    /// The moment.
    pub at: Time,
    /// How many rows the lanes have.
    pub rows: u32,
    /// The selected job.
    pub chosen: Option<LaneBar>,
}

impl Picture for TimeCursor {
    fn size(&self) -> (f64, f64) {
        self.layout.size
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let (layout, theme) = (&self.layout, canvas.theme());
        if let Some(bar) = &self.chosen
            && bar.time.start < layout.window.end
            && bar.time.end >= layout.window.start
        {
            let lanes = Lanes { rows: self.rows, ..Lanes::default() };
            for area in lanes.areas(bar, layout) {
                // Thin rows show their colour between the lines.
                let width = ((area.bottom - area.top) / 3.0).clamp(0.5, 2.0);
                canvas.outline(&area.corners(), Stroke::new(theme.text, width))?;
            }
        }
        if layout.window.contains(&self.at) || self.at == layout.window.end {
            let x = layout.x(self.at);
            let top = layout.strips.first().map_or(layout.lanes.top, |strip| strip.top);
            self.mark(x, top, layout.lanes.bottom, canvas)?;
        }
        let overview = &layout.overview;
        self.mark(across(overview, &layout.whole, self.at), overview.top, overview.bottom, canvas)
    }
}

impl TimeCursor {
    /// A line with a light edge, so that it is visible everywhere.
    fn mark(&self, x: f64, top: f64, bottom: f64, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        canvas.line(&[(x, top), (x, bottom)], Stroke::new(theme.background, 3.5))?;
        canvas.line(&[(x, top), (x, bottom)], Stroke::new(theme.text, 1.5))
    }
}
