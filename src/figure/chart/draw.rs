//! From a chart to lines and text.

use super::grid::frames;
use super::layout::{Frame, Hit, Layout, PADDING, font_size, placed};
use super::{Chart, ChartPicture, Facet, OverlapStyle, Point, Series, ends, legend};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use crate::figure::geometry::{PixelPoint, Rectangle, around, clip, clipped};
use crate::figure::palette::{PALE, SUBDUED, dash, marker, thinned};
use crate::figure::scale::placeable;
use crate::figure::text_width::{shortened, width_of};
use plotters::style::Color;

/// The length of the stretches in which curves that lie on each other alternate, in CSS pixels.
const STRETCH: f64 = 12.0;

/// The strength of a line that leads to a saturated point.
const PALE_LINE: f64 = 0.45;

impl Picture for ChartPicture<'_> {
    fn size(&self) -> (f64, f64) {
        let (width, height) = self.plot_size();
        (width, height + legend::height(self))
    }

    /// Time linear in the number of points and in the length of the lines.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let chart = self.chart;
        let (frames, mut layout) = (frames(self), Layout::default());
        let theme = canvas.theme();
        let (width, height) = self.size();
        canvas.rectangle(Rectangle::at((0.0, 0.0), width, height), theme.background)?;
        for (number, (frame, all)) in frames.iter().zip(chart.plots()).enumerate() {
            let before = layout.points.len();
            frame.lay(chart, all, &mut layout);
            let plot = Plot { chart, all, frame, hits: &layout.points[before..] };
            plot.axes(canvas)?;
            if number == 0 {
                words(self, &frames, canvas)?;
            }
            if !frame.bare {
                plot.words(chart.facets.get(number), canvas)?;
            }
            plot.curves(self.emphasised, canvas)?;
            ends::draw(self, frame, plot.hits, canvas)?;
        }
        legend::draw(self, self.plot_size().1, canvas)
    }

    fn description(&self) -> String {
        let list = |all: &[Series]| {
            let shown = all.iter().filter(|series| series.visible);
            let curves: Vec<String> =
                shown.map(|series| format!("{} ({} points)", series.label, series.points.len())).collect();
            if curves.is_empty() { "none".to_string() } else { curves.join(", ") }
        };
        let mut text = format!("{} against {}.", self.chart.y.title, self.chart.x.title);
        for facet in &self.chart.facets {
            text += &format!(" {}: {}.", facet.title, list(&facet.series));
        }
        if self.chart.facets.is_empty() {
            text += &format!(" Curves: {}.", list(&self.chart.series));
        }
        text
    }
}

/// The titles that all plots share. The title of the vertical axis is horizontal above the axis, where it is easy to
/// read and fits on a phone.
fn words(picture: &ChartPicture, frames: &[Frame], canvas: &mut Canvas) -> Drawn {
    let [first, ..] = frames else { return Ok(()) };
    if first.bare {
        return Ok(());
    }
    let (chart, (width, _)) = (picture.chart, picture.plot_size());
    let (font, theme, room) = (font_size(width), canvas.theme(), width - 2.0 * PADDING);
    let mut top = PADDING;
    if let Some(title) = &chart.title {
        let title = shortened(title, 1.1 * font, 0.95 * room);
        canvas.text(&title, (PADDING, PADDING + 0.7 * font), Lettering::new(1.1 * font, theme.text).bold())?;
        top += 2.0 * font;
    }
    let plain = Lettering::new(font, theme.text);
    let vertical = shortened(&first.y.caption, font, room);
    // Without facets the place is that above the plot.
    let above = if chart.facets.is_empty() { first.plot.top - 1.35 * font } else { top + 0.65 * font };
    canvas.text(&vertical, (PADDING, above), plain)?;
    let level = shortened(&first.x.caption, font, room);
    let half = width_of(&level, font) / 2.0;
    let right = frames.iter().map(|frame| frame.plot.right).fold(first.plot.right, f64::max);
    let bottom = frames.iter().map(|frame| frame.plot.bottom).fold(first.plot.bottom, f64::max);
    let middle = (first.plot.left + right) / 2.0;
    let middle = middle.min(width - PADDING - half).max(PADDING + half);
    canvas.text(&level, (middle, bottom + 2.75 * font), plain.at(Anchor::Middle))
}

/// One plot: its curves between its axes, and where its points are.
struct Plot<'a> {
    chart: &'a Chart,
    all: &'a [Series],
    frame: &'a Frame,
    hits: &'a [Hit],
}

impl Plot<'_> {
    /// Everything between the axes; the curve of this number stands out.
    fn curves(&self, emphasised: Option<usize>, canvas: &mut Canvas) -> Drawn {
        let Plot { chart, all, frame, .. } = *self;
        let shown = || (0..all.len()).filter(|&number| all[number].visible);
        for number in shown() {
            band(chart, &all[number], frame, canvas)?;
        }
        let (above, others): (Vec<usize>, Vec<usize>) = shown().partition(|&number| Some(number) == emphasised);
        let (below, others): (Vec<usize>, Vec<usize>) = others.into_iter().partition(|&number| all[number].subdued);
        for number in below.into_iter().chain(others).chain(above) {
            self.curve(number, Some(number) == emphasised, canvas)?;
        }
        for number in shown() {
            marks(chart, &all[number], frame, canvas)?;
        }
        Ok(())
    }

    /// The title of the plot, and a sentence if it is empty.
    fn words(&self, facet: Option<&Facet>, canvas: &mut Canvas) -> Drawn {
        let (plot, font, theme) = (self.frame.plot, self.frame.font, canvas.theme());
        let room = plot.right - plot.left;
        if let Some(Facet { title, .. }) = facet {
            let title = shortened(title, font, room);
            canvas.text(&title, (plot.left, plot.top - 0.8 * font), Lettering::new(font, theme.text).bold())?;
        }
        if self.hits.is_empty() {
            let never = facet.is_some_and(|facet| facet.never);
            let reason = if never { "Nothing here can run." } else { silence(self.all, self.chart.is_complete) };
            canvas.text(
                &shortened(reason, font, room),
                plot.middle(),
                Lettering::new(font, theme.quiet).at(Anchor::Middle),
            )?;
        }
        Ok(())
    }

    /// The grid, the two axes and their ticks.
    fn axes(&self, canvas: &mut Canvas) -> Drawn {
        let frame = self.frame;
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
        for (tick, &x) in frame.x.ticks.iter().zip(&columns).filter(|_| frame.labelled.0) {
            canvas.text(&tick.label, (x, plot.bottom + 5.0 + 0.75 * frame.font), quiet.at(Anchor::Middle))?;
        }
        for (tick, &y) in frame.y.ticks.iter().zip(&rows).filter(|_| frame.labelled.1) {
            canvas.text(&tick.label, (plot.left - 7.0, y), quiet.at(Anchor::End))?;
        }
        Ok(())
    }

    /// The line of a curve and its markers; `bold` where it stands out.
    fn curve(&self, number: usize, bold: bool, canvas: &mut Canvas) -> Drawn {
        let Plot { chart, all, frame, hits } = *self;
        let series = &all[number];
        let colour = canvas.theme().colour(series.colour);
        let small = if frame.width < 480.0 { 0.85 } else { 1.0 };
        let subdued = series.subdued && !bold;
        let (width, radius) = if bold { (3.0, 4.6) } else { (1.8, 3.8) };
        let (width, radius) = (width * small * thinned(subdued), radius * small * thinned(subdued));
        let strength = if subdued { SUBDUED } else { 1.0 };
        // A curve that stands out is drawn whole, over those that it lies on.
        let turn = if bold { OverlapStyle::default() } else { series.turn };
        let shared = [STRETCH, STRETCH * turn.of.saturating_sub(1) as f64];
        let (pattern, mut phase) =
            if turn.of > 1 { (&shared[..], -STRETCH * turn.place as f64) } else { (dash(series.dash), 0.0) };
        for (pale, line) in lines(chart, series, frame) {
            let strength = if pale { strength * PALE_LINE } else { strength };
            canvas.dashed(&line, pattern, &mut phase, Stroke::new(colour.mix(strength), width))?;
        }
        let symbol = marker(series.marker, radius);
        let own = |hit: &&Hit| {
            hit.series == number && (series.points.len() < turn.of || hit.point % turn.of.max(1) == turn.place)
        };
        for hit in hits.iter().filter(own) {
            let corners = around((hit.x_px, hit.y_px), &symbol);
            if series.points[hit.point].saturated {
                canvas.area(&corners, canvas.theme().background)?;
                canvas.area(&corners, colour.mix(strength * PALE))?;
                canvas.outline(&corners, Stroke::new(colour.mix(strength), 1.2 * small))?;
            } else {
                canvas.area(&corners, colour.mix(strength))?;
            }
        }
        Ok(())
    }
}

/// Why the plot is empty.
fn silence(all: &[Series], is_complete: bool) -> &'static str {
    if all.iter().all(|series| series.points.is_empty()) {
        if is_complete { "No run has these quantities." } else { "No points yet." }
    } else if !all.iter().any(|series| series.visible) {
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
fn lines(chart: &Chart, series: &Series, frame: &Frame) -> Vec<(bool, Vec<PixelPoint>)> {
    let mut parts: Vec<(bool, Vec<PixelPoint>)> = Vec::new();
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
