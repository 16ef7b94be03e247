//! From a chart to lines and text.

use super::layout::{Frame, Hit, Layout, PADDING, placed};
use super::{Chart, ChartPicture, Point, Series, Turn, legend};
use crate::figure::backend::{DrawError, Drawn};
use crate::figure::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use crate::figure::geometry::{Place, Rectangle, around, clip, clipped, dashes};
use crate::figure::palette::{Colour, PALE, SUBDUED, circle, dash, marker, thinned};
use crate::figure::scale::placeable;
use crate::figure::text_width::{shortened, width_of};
use plotters::style::Color;

/// How long a stretch of its line each of several curves has that lie on each other, in CSS pixels.
const STRETCH: f64 = 12.0;

/// The strength of a line that leads to a saturated point.
const PALE_LINE: f64 = 0.45;

impl Picture for ChartPicture<'_> {
    type Layout = Layout;

    fn size(&self) -> (f64, f64) {
        let (width, height) = self.plot_size();
        (width, height + legend::height(self))
    }

    /// Time linear in the number of points and in the length of the lines.
    fn draw(&self, canvas: &mut Canvas) -> Result<Layout, DrawError> {
        let chart = self.chart;
        let frame = Frame::new(self);
        let layout = frame.layout(chart);
        let theme = canvas.theme();
        let (width, height) = self.size();
        canvas.rectangle(Rectangle::at((0.0, 0.0), width, height), theme.background)?;
        axes(&frame, canvas)?;
        if !frame.bare {
            words(chart, &frame, layout.points.is_empty(), canvas)?;
        }
        let emphasised = self.highlight.map(|highlight| highlight.series);
        let shown = || (0..chart.series.len()).filter(|&number| chart.series[number].visible);
        for number in shown() {
            band(chart, &chart.series[number], &frame, canvas)?;
        }
        let (above, others): (Vec<usize>, Vec<usize>) = shown().partition(|&number| Some(number) == emphasised);
        let (below, others): (Vec<usize>, Vec<usize>) =
            others.into_iter().partition(|&number| chart.series[number].subdued);
        for number in below.into_iter().chain(others).chain(above) {
            let ink = Ink { colour: theme.colour(chart.series[number].colour), bold: Some(number) == emphasised };
            curve(chart, number, &frame, &layout, &ink, canvas)?;
        }
        for number in shown() {
            marks(chart, &chart.series[number], &frame, canvas)?;
        }
        let ringed = self.highlight.and_then(|highlight| layout.find(highlight.series, highlight.point?));
        if let Some(hit) = ringed {
            canvas.outline(&around((hit.x_px, hit.y_px), &circle(9.0)), Stroke::new(theme.text, 1.6))?;
        }
        legend::draw(self, frame.height, canvas)?;
        Ok(layout)
    }

    fn description(&self) -> String {
        let shown = self.chart.series.iter().filter(|series| series.visible);
        let curves: Vec<String> =
            shown.map(|series| format!("{} ({} points)", series.label, series.points.len())).collect();
        let list = if curves.is_empty() { "none".to_string() } else { curves.join(", ") };
        format!("{} against {}. Curves: {list}.", self.chart.y.title, self.chart.x.title)
    }
}

/// The grid, the two axes and their ticks.
fn axes(frame: &Frame, canvas: &mut Canvas) -> Drawn {
    let (plot, theme) = (frame.plot, canvas.theme());
    let columns: Vec<f64> = frame.x.ticks.iter().map(|tick| frame.across(frame.x.place(tick.value))).collect();
    let rows: Vec<f64> = frame.y.ticks.iter().map(|tick| frame.up(frame.y.place(tick.value))).collect();
    for &x in &columns {
        canvas.rule((x, plot.top), (x, plot.bottom), theme.grid)?;
    }
    for &y in &rows {
        canvas.rule((plot.left, y), (plot.right, y), theme.grid)?;
    }
    canvas.rule((plot.left, plot.bottom), (plot.right, plot.bottom), theme.axis)?;
    canvas.rule((plot.left, plot.top), (plot.left, plot.bottom), theme.axis)?;
    if frame.bare {
        return Ok(());
    }
    let minor_columns = frame.x.minor.iter().map(|&value| (frame.across(frame.x.place(value)), 2.5));
    for (x, length) in columns.iter().map(|&x| (x, 4.0)).chain(minor_columns) {
        canvas.rule((x, plot.bottom), (x, plot.bottom + length), theme.axis)?;
    }
    let minor_rows = frame.y.minor.iter().map(|&value| (frame.up(frame.y.place(value)), 2.5));
    for (y, length) in rows.iter().map(|&y| (y, 4.0)).chain(minor_rows) {
        canvas.rule((plot.left - length, y), (plot.left, y), theme.axis)?;
    }
    let quiet = Lettering::new(frame.font, theme.quiet);
    for (tick, &x) in frame.x.ticks.iter().zip(&columns) {
        canvas.text(&tick.label, (x, plot.bottom + 5.0 + 0.75 * frame.font), quiet.at(Anchor::Middle))?;
    }
    for (tick, &y) in frame.y.ticks.iter().zip(&rows) {
        canvas.text(&tick.label, (plot.left - 7.0, y), quiet.at(Anchor::End))?;
    }
    Ok(())
}

/// The titles, and a sentence where there is nothing to see. The vertical axis's title lies level above the axis, where
/// it is read without turning the head and fits on a telephone.
fn words(chart: &Chart, frame: &Frame, empty: bool, canvas: &mut Canvas) -> Drawn {
    let (plot, font, theme) = (frame.plot, frame.font, canvas.theme());
    let room = frame.width - 2.0 * PADDING;
    if let Some(title) = &chart.title {
        let title = shortened(title, 1.1 * font, 0.95 * room);
        canvas.text(&title, (PADDING, PADDING + 0.7 * font), Lettering::new(1.1 * font, theme.text).bold())?;
    }
    let plain = Lettering::new(font, theme.text);
    let vertical = shortened(&frame.y.caption, font, room);
    canvas.text(&vertical, (PADDING, plot.top - 1.35 * font), plain)?;
    let level = shortened(&frame.x.caption, font, room);
    let half = width_of(&level, font) / 2.0;
    let middle = plot.middle().0.min(frame.width - PADDING - half).max(PADDING + half);
    canvas.text(&level, (middle, plot.bottom + 2.75 * font), plain.at(Anchor::Middle))?;
    if empty {
        let sentence = shortened(silence(chart), font, plot.right - plot.left);
        canvas.text(&sentence, plot.middle(), Lettering::new(font, theme.quiet).at(Anchor::Middle))?;
    }
    Ok(())
}

/// Why there is nothing to see.
fn silence(chart: &Chart) -> &'static str {
    if chart.series.iter().all(|series| series.points.is_empty()) {
        "No points yet."
    } else if !chart.series.iter().any(|series| series.visible) {
        "Every curve is switched off."
    } else {
        "No value lies within these axes."
    }
}

/// A value below all that is drawn on a logarithmic axis.
const NEARLY_ZERO: f64 = 1e-99;

/// The confidence intervals of a curve as translucent strips between neighbouring points.
fn band(chart: &Chart, series: &Series, frame: &Frame, canvas: &mut Canvas) -> Drawn {
    let edge = |point: &Point| {
        let (low, high) = point.band?;
        // On a logarithmic axis an interval that reaches below zero reaches the bottom.
        let low = if chart.y.logarithmic { low.max(NEARLY_ZERO) } else { low };
        let fits = placeable(&chart.x, point.x) && placeable(&chart.y, low) && placeable(&chart.y, high);
        fits.then(|| (frame.place(point.x, low), frame.place(point.x, high)))
    };
    let edges: Vec<_> = series.points.iter().map(edge).collect();
    let theme = canvas.theme();
    let tint = if theme.dark { 0.22 } else { 0.15 };
    let tint = theme.colour(series.colour).mix(if series.subdued { tint * SUBDUED } else { tint });
    for strip in edges.split(|edge| edge.is_none()) {
        let upper = strip.iter().flatten().map(|ends| ends.1);
        let lower = strip.iter().flatten().map(|ends| ends.0).rev();
        canvas.area(&clipped(upper.chain(lower).collect(), &frame.plot), tint)?;
    }
    Ok(())
}

/// How one curve is inked.
struct Ink {
    colour: Colour,
    bold: bool,
}

/// The line of a curve and its markers.
fn curve(chart: &Chart, number: usize, frame: &Frame, layout: &Layout, ink: &Ink, canvas: &mut Canvas) -> Drawn {
    let series = &chart.series[number];
    let small = if frame.width < 480.0 { 0.85 } else { 1.0 };
    let subdued = series.subdued && !ink.bold;
    let (width, radius) = if ink.bold { (3.0, 4.6) } else { (1.8, 3.8) };
    let (width, radius) = (width * small * thinned(subdued), radius * small * thinned(subdued));
    let strength = if subdued { SUBDUED } else { 1.0 };
    // A curve that stands out is drawn whole, over those that it lies on.
    let turn = if ink.bold { Turn::default() } else { series.turn };
    let shared = [STRETCH, STRETCH * turn.of.saturating_sub(1) as f64];
    let (pattern, mut phase) =
        if turn.of > 1 { (&shared[..], -STRETCH * turn.place as f64) } else { (dash(series.dash), 0.0) };
    for (pale, line) in lines(chart, series, frame) {
        for stroke in dashes(&line, pattern, &mut phase) {
            canvas.line(
                &stroke,
                Stroke::new(ink.colour.mix(if pale { strength * PALE_LINE } else { strength }), width),
            )?;
        }
    }
    let symbol = marker(series.marker, radius);
    let own = |hit: &&Hit| {
        hit.series == number && (series.points.len() < turn.of || hit.point % turn.of.max(1) == turn.place)
    };
    for hit in layout.points.iter().filter(own) {
        let corners = around((hit.x_px, hit.y_px), &symbol);
        if series.points[hit.point].saturated {
            canvas.area(&corners, canvas.theme().background)?;
            canvas.area(&corners, ink.colour.mix(strength * PALE))?;
            canvas.outline(&corners, Stroke::new(ink.colour.mix(strength), 1.2 * small))?;
        } else {
            canvas.area(&corners, ink.colour.mix(strength))?;
        }
    }
    Ok(())
}

/// The published values of a curve as open symbols, larger than those of computed points.
fn marks(chart: &Chart, series: &Series, frame: &Frame, canvas: &mut Canvas) -> Drawn {
    let symbol = marker(series.marker, 5.5);
    let stroke = Stroke::new(canvas.theme().colour(series.colour), 1.6);
    for mark in &series.published {
        let place = frame.place(mark.x, mark.y);
        if placeable(&chart.x, mark.x) && placeable(&chart.y, mark.y) && frame.holds(place) {
            canvas.outline(&around(place, &symbol), stroke)?;
        }
    }
    Ok(())
}

/// The line of a curve in parts, each pale (leading to a saturated point) or not. A point without a place breaks it.
fn lines(chart: &Chart, series: &Series, frame: &Frame) -> Vec<(bool, Vec<Place>)> {
    let mut parts: Vec<(bool, Vec<Place>)> = Vec::new();
    for pair in series.points.windows(2) {
        if !placed(chart, &pair[0]) || !placed(chart, &pair[1]) {
            continue;
        }
        let (from, to) = (frame.place(pair[0].x, pair[0].y), frame.place(pair[1].x, pair[1].y));
        let Some((from, to)) = clip(from, to, &frame.plot) else { continue };
        let pale = pair[0].saturated || pair[1].saturated;
        match parts.last_mut() {
            Some((same, line)) if *same == pale && line.last() == Some(&from) => line.push(to),
            _ => parts.push((pale, vec![from, to])),
        }
    }
    parts
}
