//! A run against time: strips with one axis of time, the jobs on their rows, and a small picture of the whole run beneath, with
//! the window that is shown.

mod cursor;
mod lanes;

pub use cursor::TimeCursor;
pub use lanes::{HeldShare, LaneBar, Lanes};

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use super::geometry::{PixelPoint, Rectangle};
use super::numbers::{Unit, brief_reading};
use super::text_width::{shortened, width_of};
use super::time_axis::Clock;
use crate::time::Time;
use plotters::style::Color;
use std::ops::Range;

/// The values of a quantity within a column of pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ValueRange {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// The mean.
    pub mean: f64,
}

/// One quantity against time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeStrip {
    /// What it is.
    pub title: String,
    /// What it is in.
    pub unit: Unit,
    /// Which of [`super::COLOURS`].
    pub colour: usize,
    /// Columns of equal width.
    pub columns: Vec<ValueRange>,
    /// The means of another run, a line with bands between it and this run; none where there is no other.
    pub second_run: Vec<f64>,
    /// The text that fits into the strip.
    pub most: f64,
    /// Whether `most` is a limit, and marked as one.
    pub limited: bool,
}

/// A run, or a window of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeLine {
    /// Its width in CSS pixels.
    pub width: f64,
    /// The unit of time.
    pub clock: Clock,
    /// What is shown.
    pub window: Range<Time>,
    /// The whole run.
    pub whole: Range<Time>,
    /// From top to bottom.
    pub strips: Vec<TimeStrip>,
    /// The jobs.
    pub lanes: Lanes,
    /// What the lanes are.
    pub lanes_title: String,
    /// The first strip over the whole run, from 0 to 1.
    pub overview: Vec<f64>,
    /// The name of the run drawn as lines; empty if there is none.
    pub second_run: String,
}

/// The layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeLayout {
    /// The plots of the strips.
    pub strips: Vec<Rectangle>,
    /// The jobs.
    pub lanes: Rectangle,
    /// The whole run.
    pub overview: Rectangle,
    /// What is shown.
    pub window: Range<Time>,
    /// The whole run.
    pub whole: Range<Time>,
    /// The size of the picture.
    pub size: (f64, f64),
}

// In CSS pixels: the margin left of the plots for numbers, and right of them.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 12.0;
// Between a plot and the number next to it.
const BEFORE: f64 = 4.0;
// A picture at least so wide is low: titles are beside the plots, on so many pixels, and not above them.
const WIDE: f64 = 700.0;
const BESIDE: f64 = 108.0;
const FONT: f64 = 11.0;
// The name of the run drawn as areas.
const HERE: &str = "this run";
// How strong the band is where the other run has more.
const MORE_THERE: f64 = 0.28;
// The width of an area or a line in the legend.
const KEY: f64 = 18.0;

/// Whether titles are beside the plots.
fn is_wide(width: f64) -> bool {
    width >= WIDE
}

/// The left edge of the plots.
fn left(width: f64) -> f64 {
    if is_wide(width) { LEFT + BESIDE } else { LEFT }
}

/// The width of the plots in a picture of this width.
pub fn plot_width(width: f64) -> f64 {
    (width - left(width) - RIGHT).max(40.0)
}

impl TimeLayout {
    /// Where things go in a picture of so many strips.
    pub fn new(width: f64, strips: usize, window: Range<Time>, whole: Range<Time>) -> TimeLayout {
        let (left, across) = (left(width), plot_width(width));
        // What is above each plot, and the heights of the parts. Above the first plot there is always room for the names
        // of two runs.
        let (mut top, gap, strip, lanes, axis, overview) =
            if is_wide(width) { (12.0, 5.0, 24.0, 76.0, 20.0, 14.0) } else { (0.0, 17.0, 36.0, 150.0, 34.0, 26.0) };
        let mut next = |height: f64| {
            top += gap;
            let area = Rectangle::at((left, top), across, height);
            top += height;
            area
        };
        let strips = (0..strips).map(|_| next(strip)).collect();
        let lanes = next(lanes);
        let overview = Rectangle::at((left, lanes.bottom + axis), across, overview);
        let size = (left + across + RIGHT, overview.bottom + 4.0);
        TimeLayout { strips, lanes, overview, window, whole, size }
    }

    /// The position of a moment of the window.
    pub fn x(&self, moment: Time) -> f64 {
        across(&self.lanes, &self.window, moment)
    }

    /// The moment at a position; beyond the ends, the ends.
    pub fn moment(&self, x: f64) -> Time {
        within(&self.lanes, &self.window, x)
    }

    /// The moment at a position of the overview.
    pub fn whole_moment(&self, x: f64) -> Time {
        within(&self.overview, &self.whole, x)
    }

    /// How far down the lanes a position is, from 0 to 1, if it is among them.
    pub fn depth(&self, place: PixelPoint) -> Option<f64> {
        let Rectangle { top, bottom, .. } = self.lanes;
        self.lanes.contains(place).then(|| ((place.1 - top) / (bottom - top)).clamp(0.0, 1.0))
    }
}

fn across(area: &Rectangle, window: &Range<Time>, moment: Time) -> f64 {
    let length = (window.end - window.start).max(1) as f64;
    area.left + (moment.saturating_sub(window.start)) as f64 / length * (area.right - area.left)
}

fn within(area: &Rectangle, window: &Range<Time>, x: f64) -> Time {
    let part = ((x - area.left) / (area.right - area.left)).clamp(0.0, 1.0);
    window.start + libm::round(part * (window.end - window.start) as f64) as Time
}

impl TimeLine {
    /// Where things go.
    pub fn layout(&self) -> TimeLayout {
        TimeLayout::new(self.width, self.strips.len(), self.window.clone(), self.whole.clone())
    }
}

impl Picture for TimeLine {
    fn size(&self) -> (f64, f64) {
        self.layout().size
    }

    /// In time linear in columns, bars and bands.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let layout = self.layout();
        canvas.rectangle(Rectangle::at((0.0, 0.0), layout.size.0, layout.size.1), canvas.theme().background)?;
        self.draw_axis(&layout, canvas)?;
        for (strip, area) in self.strips.iter().zip(&layout.strips) {
            draw_strip(strip, area, canvas)?;
        }
        self.draw_legend(&layout, canvas)?;
        title(&self.lanes_title, &layout.lanes, canvas)?;
        self.lanes.draw(&layout, canvas)?;
        frame(&layout.lanes, canvas)?;
        self.draw_overview(&layout, canvas)
    }
}

impl TimeLine {
    /// The lines at labelled moments, through everything, and their labels.
    fn draw_axis(&self, layout: &TimeLayout, canvas: &mut Canvas) -> Drawn {
        let (area, theme) = (&layout.lanes, canvas.theme());
        let quiet = Lettering::new(FONT, theme.quiet);
        let axis = self.clock.ticks(self.window.start, self.window.end, (plot_width(self.width) / 84.0) as usize);
        for (moment, label) in &axis.ticks {
            let x = layout.x(*moment);
            for plot in layout.strips.iter().chain([area]) {
                canvas.rule((x, plot.top), (x, plot.bottom), theme.grid)?;
            }
            canvas.text(label, (x, area.bottom + 10.0), quiet.at(Anchor::Middle))?;
        }
        if is_wide(self.width) {
            canvas.text(&shortened(&axis.caption, FONT, BESIDE), (4.0, area.bottom + 10.0), quiet)?;
            return canvas.text("Whole run", (4.0, (layout.overview.top + layout.overview.bottom) / 2.0), quiet);
        }
        canvas.text(&axis.caption, (area.left, area.bottom + 24.0), quiet)?;
        canvas.text("the whole run", (area.right, area.bottom + 24.0), quiet.at(Anchor::End))
    }

    /// Next to the title of the first strip: the colour where this run has more, and the line and grey of the other.
    fn draw_legend(&self, layout: &TimeLayout, canvas: &mut Canvas) -> Drawn {
        let Some((strip, area)) = self.strips.iter().zip(&layout.strips).next().filter(|_| !self.second_run.is_empty())
        else {
            return Ok(());
        };
        let (theme, y) = (canvas.theme(), area.top - 7.0);
        let lettering = Lettering::new(FONT, theme.text).at(Anchor::End);
        let room = area.right - area.left - width_of(&strip.title, FONT) - width_of(HERE, FONT) - 3.0 * KEY;
        let there = shortened(&self.second_run, FONT, room.max(4.0 * FONT));
        let line = area.right - width_of(&there, FONT) - 4.0;
        let here = line - KEY - 10.0;
        canvas.text(&there, (area.right, y), lettering)?;
        let more = Rectangle { left: line - KEY, right: line, top: y, bottom: y + 4.0 };
        canvas.rectangle(more, theme.text.mix(MORE_THERE))?;
        draw_second_run(&[(line - KEY, y), (line, y)], canvas)?;
        canvas.text(HERE, (here, y), lettering)?;
        let swatch = here - width_of(HERE, FONT) - 4.0;
        let swatch = Rectangle { left: swatch - KEY, right: swatch, top: y - 4.0, bottom: y + 4.0 };
        canvas.rectangle(swatch, theme.colour(strip.colour).mix(0.75))
    }

    /// The first strip over the whole run, and the window.
    fn draw_overview(&self, layout: &TimeLayout, canvas: &mut Canvas) -> Drawn {
        let (area, theme) = (&layout.overview, canvas.theme());
        let height = |value: &f64| value * (area.bottom - area.top);
        canvas.area(&steps(area, self.overview.iter().map(height), area.bottom), theme.quiet.mix(0.45))?;
        let (from, to) = (across(area, &self.whole, self.window.start), across(area, &self.whole, self.window.end));
        for (left, right) in [(area.left, from), (to, area.right)] {
            if right > left {
                canvas.rectangle(Rectangle { left, right, ..*area }, theme.background.mix(0.6))?;
            }
        }
        frame(area, canvas)?;
        let window = Rectangle { left: from, right: to.max(from + 2.0), ..*area };
        canvas.outline(&window.corners(), Stroke::new(theme.text, 1.5))
    }
}

/// The title of a plot, above it or in up to two lines beside it.
fn title(text: &str, area: &Rectangle, canvas: &mut Canvas) -> Drawn {
    let lettering = Lettering::new(FONT, canvas.theme().text);
    if area.left < LEFT + BESIDE {
        let text = shortened(text, FONT, area.right - area.left);
        return canvas.text(&text, (area.left, area.top - 7.0), lettering);
    }
    let mut spaces = text.match_indices(' ').map(|(place, _)| place).rev();
    let fits = |&place: &usize| width_of(&text[..place], FONT) <= BESIDE;
    let end = if width_of(text, FONT) <= BESIDE { text.len() } else { spaces.find(fits).unwrap_or(text.len()) };
    let (first, second) = text.split_at(end);
    canvas.text(&shortened(first, FONT, BESIDE), (4.0, area.top + 6.0), lettering)?;
    canvas.text(&shortened(second.trim_start(), FONT, BESIDE), (4.0, area.top + 19.0), lettering)
}

/// The lines around a plot.
fn frame(area: &Rectangle, canvas: &mut Canvas) -> Drawn {
    let axis = canvas.theme().axis;
    canvas.rule((area.left, area.top), (area.left, area.bottom), axis)?;
    canvas.rule((area.left, area.bottom), (area.right, area.bottom), axis)
}

fn draw_strip(strip: &TimeStrip, area: &Rectangle, canvas: &mut Canvas) -> Drawn {
    let theme = canvas.theme();
    let shade = theme.colour(strip.colour);
    let most = if strip.most > 0.0 { strip.most } else { 1.0 };
    let scale = (area.bottom - area.top) / most;
    let height = |value: f64| (value * scale).clamp(0.0, area.bottom - area.top);
    let heights = |of: fn(&ValueRange) -> f64| strip.columns.iter().map(of).map(height);
    let here: Vec<f64> = heights(|reach| reach.mean).collect();
    let there: Vec<f64> = strip.second_run.iter().copied().map(height).collect();
    // With another run, what both have is pale, and what one of them has more is a band between the two.
    let both: Vec<f64> = here.iter().zip(&there).map(|(here, there)| here.min(*there)).collect();
    let low = if there.is_empty() { heights(|reach| reach.high).collect() } else { both.clone() };
    canvas.area(&steps(area, low.into_iter(), area.bottom), shade.mix(0.3))?;
    if there.is_empty() {
        canvas.area(&steps(area, here.into_iter(), area.bottom), shade.mix(0.75))?;
    } else {
        canvas.area(&band(area, &both, &here), shade.mix(0.75))?;
        canvas.area(&band(area, &both, &there), theme.text.mix(MORE_THERE))?;
        let line = steps(area, there.into_iter(), area.bottom);
        draw_second_run(&line[1..line.len() - 1], canvas)?;
    }
    if strip.limited {
        canvas.rule((area.left, area.top), (area.right, area.top), theme.quiet)?;
    }
    frame(area, canvas)?;
    title(&strip.title, area, canvas)?;
    let quiet = Lettering::new(FONT, theme.quiet).at(Anchor::End);
    let most = brief_reading(most, &strip.unit, &|text| width_of(text, FONT) <= area.left - BEFORE);
    canvas.text(&most, (area.left - BEFORE, area.top + 3.0), quiet)?;
    canvas.text("0", (area.left - BEFORE, area.bottom - 3.0), quiet)
}

/// A line of the other run, with a light edge, so that it is visible on areas.
fn draw_second_run(line: &[PixelPoint], canvas: &mut Canvas) -> Drawn {
    let theme = canvas.theme();
    canvas.line(line, Stroke::new(theme.background.mix(0.8), 3.0))?;
    canvas.line(line, Stroke::new(theme.text, 1.3))
}

/// What lies between two lines of columns of equal width.
fn band(area: &Rectangle, low: &[f64], high: &[f64]) -> Vec<PixelPoint> {
    let line = |heights: &[f64]| steps(area, heights.iter().copied(), area.bottom);
    let (low, high) = (line(low), line(high));
    high[2..high.len() - 1].iter().chain(low[2..low.len() - 1].iter().rev()).copied().collect()
}

/// Columns of equal width as a polygon that stands on `ground`; with no more corners than needed.
fn steps(area: &Rectangle, heights: impl Iterator<Item = f64>, ground: f64) -> Vec<PixelPoint> {
    let heights: Vec<f64> = heights.collect();
    let width = (area.right - area.left) / heights.len().max(1) as f64;
    let mut corners = vec![(area.left, ground)];
    let mut last = None;
    for (column, height) in heights.iter().enumerate() {
        let (x, y) = (area.left + width * column as f64, ground - height);
        if last != Some(y) {
            corners.push((x, last.unwrap_or(ground)));
            corners.push((x, y));
            last = Some(y);
        }
    }
    corners.extend([(area.right, last.unwrap_or(ground)), (area.right, ground)]);
    corners
}

#[cfg(test)]
mod tests;
