//! The layout of a chart: planned before drawing, and returned by it.

use super::{Chart, ChartPicture, Point, Series, ends};
use crate::figure::geometry::{PixelPoint, Rectangle};
use crate::figure::scale::{Axis, Scale, placeable};
use crate::figure::span::AxisSpan;
use crate::figure::text_width::width_of;

/// A drawn point of a curve, in CSS pixels from the upper left corner of the figure, as pointer events count them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Which plot it is in: 0, unless there are facets.
    pub facet: usize,
    /// Which series of the chart.
    pub series: usize,
    /// Which point of the series.
    pub point: usize,
    /// The horizontal position.
    pub x_px: f64,
    /// The vertical position.
    pub y_px: f64,
}

/// The places of things in a drawing, for pointing at them and for the keyboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The plots: one, or one for each facet.
    pub plots: Vec<Area>,
    /// Every drawn point of a visible curve, plot by plot and in drawing order.
    pub points: Vec<Hit>,
    /// Points of visible curves without a place: not numbers, infinite, or not above zero on a logarithmic axis.
    pub left_out: usize,
    /// Points of visible curves beyond the limits that the chart sets for its axes.
    pub outside: usize,
    /// The width of the column of names at the ends of curves, in CSS pixels; 0 without names.
    pub names: f64,
}

/// The area between the axes of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// Where it is.
    pub plot: Rectangle,
    /// What the horizontal axis shows.
    pub x: AxisSpan,
    /// What the vertical axis shows.
    pub y: AxisSpan,
}

impl Layout {
    /// The plot that a place is in, or else the nearest one; nothing before anything was drawn.
    pub fn area(&self, x_px: f64, y_px: f64) -> Option<&Area> {
        let distance = |area: &&Area| {
            let Rectangle { left, top, right, bottom } = area.plot;
            libm::hypot(x_px - x_px.max(left).min(right), y_px - y_px.max(top).min(bottom))
        };
        self.plots.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// The drawn point nearest to a place, if one is within `radius` CSS pixels; of equally near ones the uppermost.
    /// Time linear in the number of points.
    pub fn nearest(&self, x_px: f64, y_px: f64, radius: f64) -> Option<Hit> {
        let distance = |hit: &Hit| libm::hypot(hit.x_px - x_px, hit.y_px - y_px);
        let near = self.points.iter().rev().copied().filter(|hit| distance(hit) <= radius);
        near.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// Where a point was drawn, if it was.
    pub fn find(&self, facet: usize, series: usize, point: usize) -> Option<Hit> {
        let wanted = (facet, series, point);
        self.points.iter().copied().find(|hit| (hit.facet, hit.series, hit.point) == wanted)
    }
}

/// The layout of a plot before it is drawn.
#[derive(Clone)]
pub(super) struct Frame {
    /// The width of the plot with its labels, in CSS pixels.
    pub width: f64,
    /// The size of text in CSS pixels.
    pub font: f64,
    /// Whether it is too small for any text.
    pub bare: bool,
    /// The area between the axes.
    pub plot: Rectangle,
    /// The horizontal axis.
    pub x: Scale,
    /// The vertical axis.
    pub y: Scale,
    /// Whether its axes have labels, the horizontal and the vertical one: of facets those at the edges do.
    pub labelled: (bool, bool),
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
        let (font, values) = (font_size(width), Values::of(chart));
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
        let y = values.vertical(chart, plot.bottom - plot.top, font);
        if !bare {
            let labels = y.ticks.iter().map(|tick| width_of(&tick.label, font));
            plot.left += labels.fold(0.0, f64::max) + 6.0;
            plot.right -= ends::room(picture, &plot, font).max(1.2 * font);
        }
        let x = values.horizontal(chart, plot.right - plot.left, font);
        if !bare {
            make_room(&x, font, width, &mut plot);
        }
        plot.right = plot.right.max(plot.left + 1e-3);
        plot.bottom = plot.bottom.max(plot.top + 1e-3);
        Frame { width, font, bare, plot, x, y, labelled: (true, true) }
    }

    /// The place of a value pair, on the plot or outside.
    pub fn place(&self, x: f64, y: f64) -> PixelPoint {
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

    /// Adds this plot, of these curves, to a layout: drawn points and the counts of those left out.
    pub fn lay(&self, chart: &Chart, all: &[Series], layout: &mut Layout) {
        let Rectangle { left, top, right, bottom } = self.plot;
        let (facet, x, y) = (layout.plots.len(), self.x.span(left, right), self.y.span(bottom, top));
        layout.plots.push(Area { plot: self.plot, x, y });
        for (series, index, point) in visible(all) {
            let (x_px, y_px) = if placed(chart, point) { self.place(point.x, point.y) } else { (f64::NAN, f64::NAN) };
            if x_px.is_nan() || y_px.is_nan() {
                layout.left_out += 1;
            } else if self.holds((x_px, y_px)) {
                layout.points.push(Hit { facet, series, point: index, x_px, y_px });
            } else {
                layout.outside += 1;
            }
        }
    }

    /// Whether a place is on the plot; rounding at its edges does not count.
    pub fn holds(&self, place: PixelPoint) -> bool {
        self.plot.inset(-1e-6).contains(place)
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
fn visible(all: &[Series]) -> impl Iterator<Item = (usize, usize, &Point)> {
    let shown = all.iter().enumerate().filter(|(_, series)| series.visible);
    shown
        .flat_map(|(number, series)| series.points.iter().enumerate().map(move |(index, point)| (number, index, point)))
}

/// The values that the axes of a chart are fitted to, of all its plots.
pub(super) struct Values {
    across: Vec<f64>,
    up: Vec<f64>,
}

impl Values {
    /// Those that have a place on both axes: of points, of their intervals, and of published values. What is beside the
    /// horizontal limits need not be seen.
    pub fn of(chart: &Chart) -> Values {
        let mut values = Values { across: Vec::new(), up: Vec::new() };
        let shown = chart.shown().collect::<Vec<_>>();
        for point in shown.iter().flat_map(|series| &series.points).filter(|point| placed(chart, point)) {
            values.across.push(point.x);
            if within(&chart.x, point.x) {
                values.up.push(point.y);
                values.up.extend(point.band.map(|ends| [ends.0, ends.1]).into_iter().flatten());
            }
        }
        let marks = shown.iter().flat_map(|series| &series.published);
        for mark in marks.filter(|mark| placeable(&chart.x, mark.x) && placeable(&chart.y, mark.y)) {
            values.across.push(mark.x);
            values.up.push(mark.y);
        }
        values
    }

    /// The vertical axis on so many pixels.
    pub fn vertical(&self, chart: &Chart, length: f64, font: f64) -> Scale {
        Scale::fit(&chart.y, self.up.iter().copied(), length, |_| 2.6 * font)
    }

    /// The horizontal axis on so many pixels.
    pub fn horizontal(&self, chart: &Chart, length: f64, font: f64) -> Scale {
        let room = |label: &str| (width_of(label, font) + 1.5 * font).max(3.6 * font);
        Scale::fit(&chart.x, self.across.iter().copied(), length, room)
    }
}
