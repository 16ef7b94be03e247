//! Several plots side by side, in rows, with the same axes: where each of them goes.

use super::layout::{Frame, PADDING, Values, font_size};
use super::{Chart, ChartPicture};
use crate::figure::geometry::Rectangle;
use crate::figure::text_width::width_of;

/// The most plots in a row.
const MOST_COLUMNS: usize = 4;
/// The least width of a plot with its labels, in letters, if there are several in a row;
const LEAST_WIDTH: f64 = 13.0;
/// and so many high.
const LEAST_HEIGHT: f64 = 10.0;
/// The height of the title of a plot, of the space between two rows, of the title of the vertical axis above all of them, and
/// of the labels and the title of the horizontal one below, in letters.
const TITLE: f64 = 1.7;
const BETWEEN: f64 = 0.9;
const ABOVE: f64 = 1.9;
const BELOW: f64 = 3.3;

/// How many plots stand in a row, and how many rows that makes; the rows are as even as they can be. In narrow pictures all
/// stand one above the other.
pub(super) fn columns_and_rows(count: usize, width: f64) -> (usize, usize) {
    let font = font_size(width);
    let fit = ((width - 4.0 * font) / (LEAST_WIDTH * font)) as usize;
    let most = if width < 480.0 { 1 } else { fit.clamp(1, MOST_COLUMNS) };
    let rows = count.div_ceil(most).max(1);
    (count.div_ceil(rows), rows)
}

/// The least height of a chart with facets; 0 of one without.
pub(super) fn least_height(chart: &Chart, width: f64) -> f64 {
    if chart.facets.is_empty() {
        return 0.0;
    }
    let (font, (_, rows)) = (font_size(width), columns_and_rows(chart.facets.len(), width));
    let rows = rows as f64 * (TITLE + LEAST_HEIGHT) + (rows - 1) as f64 * BETWEEN;
    (heading(chart, font) + font * (ABOVE + rows + BELOW) + 1.5 * PADDING).ceil()
}

/// The height of the line above everything.
fn heading(chart: &Chart, font: f64) -> f64 {
    if chart.title.is_some() { 2.0 * font } else { 0.0 }
}

/// The plots of a chart, in their order: the only one, or those of its facets.
pub(super) fn frames(picture: &ChartPicture) -> Vec<Frame> {
    let count = picture.chart.facets.len();
    if count == 0 {
        return vec![Frame::new(picture)];
    }
    let (chart, (width, height)) = (picture.chart, picture.plot_size());
    let (font, values) = (font_size(width), Values::of(chart));
    let (columns, rows) = columns_and_rows(count, width);
    let top = PADDING + heading(chart, font) + ABOVE * font;
    let (step_down, high) = {
        let room = height - PADDING / 2.0 - BELOW * font - top + BETWEEN * font;
        let step = room / rows as f64;
        (step, (step - (TITLE + BETWEEN) * font).max(1e-3))
    };
    let y = values.vertical(chart, high, font);
    let labels = y.ticks.iter().map(|tick| width_of(&tick.label, font)).fold(0.0, f64::max) + 6.0;
    // Labels of neighbouring plots keep a letter's distance; how long they are depends on how wide the plots are.
    let wide = |between: f64| {
        let room = width - 2.0 * PADDING - labels - between / 2.0;
        ((room - (columns - 1) as f64 * between) / columns as f64).max(1e-3)
    };
    let guess = values.horizontal(chart, wide(1.5 * font), font);
    let ends = [guess.ticks.first(), guess.ticks.last()].into_iter().flatten();
    let halves: f64 = ends.map(|tick| width_of(&tick.label, font) / 2.0).sum();
    let between = halves.max(0.5 * font) + font;
    let (left, wide) = (PADDING + labels, wide(between));
    let x = values.horizontal(chart, wide, font);
    let frame = |number: usize| {
        let (row, column) = (number / columns, number % columns);
        let left = left + column as f64 * (wide + between);
        let top = top + row as f64 * step_down + TITLE * font;
        let plot = Rectangle { left, top, right: left + wide, bottom: top + high };
        let labelled = (number + columns >= count, column == 0);
        Frame { width: wide, font, bare: false, plot, x: x.clone(), y: y.clone(), labelled }
    };
    (0..count).map(frame).collect()
}

#[cfg(test)]
mod tests;
