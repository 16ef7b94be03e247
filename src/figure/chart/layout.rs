//! Where things go before drawing, and where they went after it.

use super::{Chart, ChartPicture, Point};
use crate::figure::geometry::{Place, Rectangle};
use crate::figure::scale::{Axis, Scale, placeable};
use crate::figure::span::Span;
use crate::figure::text_width::width_of;

/// A drawn point of a curve, in CSS pixels from the upper left corner of the figure, as pointer events count them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Which series of the chart.
    pub series: usize,
    /// Which point of the series.
    pub point: usize,
    /// The horizontal position.
    pub x_px: f64,
    /// The vertical position.
    pub y_px: f64,
}

/// Where a drawing put things, for pointing at them and for reading them with the keyboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The area between the axes.
    pub plot: Rectangle,
    /// Every drawn point of a visible curve, in drawing order.
    pub points: Vec<Hit>,
    /// Points of visible curves without a place: not numbers, infinite, or not above zero on a logarithmic axis.
    pub left_out: usize,
    /// Points of visible curves beyond the limits that the chart sets for its axes.
    pub outside: usize,
    /// What the horizontal axis shows.
    pub x: Span,
    /// What the vertical axis shows.
    pub y: Span,
}

impl Layout {
    /// The drawn point nearest to a place, if one is within `radius` CSS pixels; of equally near ones the uppermost.
    /// Time linear in the number of points.
    pub fn nearest(&self, x_px: f64, y_px: f64, radius: f64) -> Option<Hit> {
        let mut best: Option<(f64, Hit)> = None;
        for &hit in &self.points {
            let distance = libm::hypot(hit.x_px - x_px, hit.y_px - y_px);
            if distance <= radius && best.is_none_or(|(least, _)| distance <= least) {
                best = Some((distance, hit));
            }
        }
        best.map(|(_, hit)| hit)
    }

    /// Where a point was drawn, if it was.
    pub fn find(&self, series: usize, point: usize) -> Option<Hit> {
        self.points.iter().copied().find(|hit| hit.series == series && hit.point == point)
    }
}

/// Everything decided before the first line is drawn.
pub(super) struct Frame {
    /// The whole width in CSS pixels.
    pub width: f64,
    /// The height without the legend in CSS pixels.
    pub height: f64,
    /// The size of text in CSS pixels.
    pub font: f64,
    /// Whether there is no room for any text.
    pub bare: bool,
    /// The area between the axes.
    pub plot: Rectangle,
    /// The horizontal axis.
    pub x: Scale,
    /// The vertical axis.
    pub y: Scale,
}

/// The distance between the border of the figure and what is in it.
pub(super) const PADDING: f64 = 10.0;

/// The size of text in a figure this wide.
pub(super) fn font_size(width: f64) -> f64 {
    if width < 480.0 { 11.0 } else { 12.5 }
}

impl Frame {
    /// Fits axes and margins to the visible points of the chart.
    pub fn new(picture: &ChartPicture) -> Frame {
        let chart = picture.chart;
        let (width, height) = picture.plot_size();
        let font = font_size(width);
        let bare = width < 140.0 || height < 110.0;
        let margin = if bare { width.min(height) / 10.0 } else { PADDING };
        let (above, below) = if bare { (0.0, 0.0) } else { (2.0 * font, 3.3 * font) };
        let title = if bare || chart.title.is_none() { 0.0 } else { 2.0 * font };
        let mut plot = Rectangle {
            left: margin,
            top: margin + title + above,
            right: width - margin,
            bottom: height - margin / 2.0 - below,
        };
        let values = || visible(chart).filter(|(_, _, point)| placed(chart, point));
        let marks = || published(chart).filter(|mark| placeable(&chart.x, mark.0) && placeable(&chart.y, mark.1));
        // What is beside the horizontal limits need not be seen.
        let heights = values()
            .filter(|(_, _, point)| within(&chart.x, point.x))
            .flat_map(|(_, _, point)| [Some(point.y), point.band.map(|ends| ends.0), point.band.map(|ends| ends.1)])
            .flatten();
        let y = Scale::fit(&chart.y, heights.chain(marks().map(|mark| mark.1)), plot.bottom - plot.top, |_| 2.6 * font);
        if !bare {
            let labels = y.ticks.iter().map(|tick| width_of(&tick.label, font));
            plot.left += labels.fold(0.0, f64::max) + 6.0;
            plot.right -= 1.2 * font;
        }
        let widths = values().map(|(_, _, point)| point.x).chain(marks().map(|mark| mark.0));
        let room = |label: &str| (width_of(label, font) + 1.5 * font).max(3.6 * font);
        let x = Scale::fit(&chart.x, widths, plot.right - plot.left, room);
        if !bare {
            make_room(&x, font, width, &mut plot);
        }
        plot.right = plot.right.max(plot.left + 1e-3);
        plot.bottom = plot.bottom.max(plot.top + 1e-3);
        Frame { width, height, font, bare, plot, x, y }
    }

    /// Where a value pair goes, on the plot or beside it.
    pub fn place(&self, x: f64, y: f64) -> Place {
        (self.across(self.x.fraction(x)), self.up(self.y.fraction(y)))
    }

    /// The horizontal position at a fraction of the horizontal axis.
    pub fn across(&self, fraction: f64) -> f64 {
        self.plot.left + fraction * (self.plot.right - self.plot.left)
    }

    /// The vertical position at a fraction of the vertical axis.
    pub fn up(&self, fraction: f64) -> f64 {
        self.plot.bottom - fraction * (self.plot.bottom - self.plot.top)
    }

    /// The layout of this frame: what is drawn, what is left out.
    pub fn layout(&self, chart: &Chart) -> Layout {
        let Rectangle { left, top, right, bottom } = self.plot;
        let (x, y) = (self.x.span(left, right), self.y.span(bottom, top));
        let mut layout = Layout { plot: self.plot, x, y, ..Layout::default() };
        for (series, index, point) in visible(chart) {
            let (x_px, y_px) = if placed(chart, point) { self.place(point.x, point.y) } else { (f64::NAN, f64::NAN) };
            if x_px.is_nan() || y_px.is_nan() {
                layout.left_out += 1;
            } else if self.holds((x_px, y_px)) {
                layout.points.push(Hit { series, point: index, x_px, y_px });
            } else {
                layout.outside += 1;
            }
        }
        layout
    }

    /// Whether a place is on the plot; rounding at its edges does not count.
    pub fn holds(&self, (x, y): Place) -> bool {
        let Rectangle { left, top, right, bottom } = self.plot;
        let slack = 1e-6;
        x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack
    }
}

/// Narrows the plot until the labels of the first and the last tick below it are in the picture as a whole.
fn make_room(x: &Scale, font: f64, width: f64, plot: &mut Rectangle) {
    let half = |label: &str| width_of(label, font) / 2.0 + 2.0;
    if let Some(last) = x.ticks.last() {
        // The last tick moves with the right edge, but only as much as it is far along the axis.
        let part = x.place(last.value);
        let overhang = plot.left + part * (plot.right - plot.left) + half(&last.label) - width;
        plot.right -= overhang.max(0.0) / part.max(0.5);
    }
    if let Some(first) = x.ticks.first() {
        let part = x.place(first.value);
        let overhang = half(&first.label) - plot.left - part * (plot.right - plot.left);
        plot.left += overhang.max(0.0) / (1.0 - part).max(0.5);
    }
}

/// Whether a value lies within the limits of its axis, if it has any.
fn within(axis: &Axis, value: f64) -> bool {
    axis.limits.is_none_or(|(low, high)| low >= high || (low..=high).contains(&value))
}

/// Whether both axes of `chart` have a place for `point`.
pub(super) fn placed(chart: &Chart, point: &Point) -> bool {
    placeable(&chart.x, point.x) && placeable(&chart.y, point.y)
}

/// The points of the visible series, with the numbers of series and point.
fn visible(chart: &Chart) -> impl Iterator<Item = (usize, usize, &Point)> {
    let shown = chart.series.iter().enumerate().filter(|(_, series)| series.visible);
    shown
        .flat_map(|(number, series)| series.points.iter().enumerate().map(move |(index, point)| (number, index, point)))
}

/// The published values of the visible series.
fn published(chart: &Chart) -> impl Iterator<Item = Place> {
    let shown = chart.series.iter().filter(|series| series.visible);
    shown.flat_map(|series| series.published.iter().map(|mark| (mark.x, mark.y)))
}
