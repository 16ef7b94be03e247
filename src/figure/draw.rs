//! From a chart to lines and text.

use super::layout::{Frame, Layout, PADDING, placed};
use super::legend::{self, around};
use super::palette::{Colour, Theme, colour, dash, marker, outline};
use super::pen::{Drawn, Pen, Place, Surface, clip, dashes, shortened, width_of};
use super::scale::placeable;
use super::{Chart, Series, Style};
use plotters::style::text_anchor::HPos;

/// The strength of a saturated point's filling.
pub(super) const PALE: f64 = 0.3;

/// The strength of a line that leads to a saturated point.
const PALE_LINE: f64 = 0.45;

/// What the reader points at: a curve drawn bolder and above the others, and the point on it that is ringed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Which series.
    pub series: usize,
    /// Which point of it, if one.
    pub point: Option<usize>,
}

/// The height of the whole figure in device pixels, legend included.
pub fn height(chart: &Chart, style: &Style) -> u32 {
    let legend = (legend::height(chart, style) * style.ratio()).ceil();
    style.height.max(1).saturating_add(legend as u32)
}

/// Draws `chart` on `surface`, which is [`Style::width`] wide and [`height`] high in device pixels. Never panics,
/// whatever the numbers; what has no place on the axes is counted in the layout. Fails only when the backend does, with its
/// words.
/// Time linear in the number of points and in the length of the lines.
pub fn draw<'a>(
    chart: &Chart,
    style: &'a Style,
    highlight: Option<Highlight>,
    surface: Surface<'a>,
) -> Result<Layout, String> {
    let frame = Frame::new(chart, style);
    let theme = Theme::of(style.dark);
    let mut pen = Pen::new(surface, style.ratio(), &style.font);
    let layout = frame.layout(chart);
    pen.begin()?;
    let bottom = f64::from(height(chart, style)) / style.ratio();
    pen.rectangle((0.0, 0.0), (f64::from(style.width.max(1)) / style.ratio(), bottom), theme.background)?;
    axes(&frame, &theme, &mut pen)?;
    if !frame.bare {
        words(chart, &frame, &theme, layout.points.is_empty(), &mut pen)?;
    }
    let emphasised = highlight.map(|highlight| highlight.series);
    let shown = || (0..chart.series.len()).filter(|&number| chart.series[number].visible);
    for number in shown() {
        band(chart, &chart.series[number], &frame, style.dark, &mut pen)?;
    }
    for number in shown().filter(|&number| Some(number) != emphasised).chain(shown().filter(|&n| Some(n) == emphasised))
    {
        let bold = Some(number) == emphasised;
        let ink = Ink { colour: colour(chart.series[number].colour, style.dark), background: theme.background, bold };
        curve(chart, number, &frame, &layout, &ink, &mut pen)?;
    }
    for number in shown() {
        marks(chart, &chart.series[number], &frame, style.dark, &mut pen)?;
    }
    let ringed = highlight.and_then(|highlight| layout.find(highlight.series, highlight.point?));
    if let Some(hit) = ringed {
        pen.outline(&around((hit.x_px, hit.y_px), &outline("circle", 9.0)), theme.text, 1.6)?;
    }
    legend::draw(chart, style, frame.height, &mut pen)?;
    pen.finish()?;
    Ok(layout)
}

/// The grid, the two axes and their ticks.
fn axes(frame: &Frame, theme: &Theme, pen: &mut Pen) -> Drawn {
    let plot = frame.plot;
    let columns: Vec<f64> = frame.x.ticks.iter().map(|tick| frame.across(frame.x.place(tick.value))).collect();
    let rows: Vec<f64> = frame.y.ticks.iter().map(|tick| frame.up(frame.y.place(tick.value))).collect();
    for &x in &columns {
        pen.rule((x, plot.top), (x, plot.bottom), theme.grid)?;
    }
    for &y in &rows {
        pen.rule((plot.left, y), (plot.right, y), theme.grid)?;
    }
    pen.rule((plot.left, plot.bottom), (plot.right, plot.bottom), theme.axis)?;
    pen.rule((plot.left, plot.top), (plot.left, plot.bottom), theme.axis)?;
    if frame.bare {
        return Ok(());
    }
    let minor_columns = frame.x.minor.iter().map(|&value| (frame.across(frame.x.place(value)), 2.5));
    for (x, length) in columns.iter().map(|&x| (x, 4.0)).chain(minor_columns) {
        pen.rule((x, plot.bottom), (x, plot.bottom + length), theme.axis)?;
    }
    let minor_rows = frame.y.minor.iter().map(|&value| (frame.up(frame.y.place(value)), 2.5));
    for (y, length) in rows.iter().map(|&y| (y, 4.0)).chain(minor_rows) {
        pen.rule((plot.left - length, y), (plot.left, y), theme.axis)?;
    }
    for (tick, &x) in frame.x.ticks.iter().zip(&columns) {
        pen.text(
            &tick.label,
            (x, plot.bottom + 5.0 + 0.75 * frame.font),
            HPos::Center,
            frame.font,
            false,
            theme.quiet,
        )?;
    }
    for (tick, &y) in frame.y.ticks.iter().zip(&rows) {
        pen.text(&tick.label, (plot.left - 7.0, y), HPos::Right, frame.font, false, theme.quiet)?;
    }
    Ok(())
}

/// The titles, and a sentence where there is nothing to see. The vertical axis's title lies level above the axis, where
/// it is read without turning the head and fits on a telephone.
fn words(chart: &Chart, frame: &Frame, theme: &Theme, empty: bool, pen: &mut Pen) -> Drawn {
    let (plot, font) = (frame.plot, frame.font);
    let room = frame.width - 2.0 * PADDING;
    if let Some(title) = &chart.title {
        let title = shortened(title, 1.1 * font, 0.95 * room);
        pen.text(&title, (PADDING, PADDING + 0.7 * font), HPos::Left, 1.1 * font, true, theme.text)?;
    }
    let vertical = shortened(&frame.y.caption, font, room);
    pen.text(&vertical, (PADDING, plot.top - 1.35 * font), HPos::Left, font, false, theme.text)?;
    let level = shortened(&frame.x.caption, font, room);
    let half = width_of(&level, font) / 2.0;
    let middle = ((plot.left + plot.right) / 2.0).min(frame.width - PADDING - half).max(PADDING + half);
    pen.text(&level, (middle, plot.bottom + 2.75 * font), HPos::Center, font, false, theme.text)?;
    if empty {
        let place = ((plot.left + plot.right) / 2.0, (plot.top + plot.bottom) / 2.0);
        let sentence = shortened(silence(chart), font, plot.right - plot.left);
        pen.text(&sentence, place, HPos::Center, font, false, theme.quiet)?;
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

/// The confidence intervals of a curve as translucent strips between neighbouring points.
fn band(chart: &Chart, series: &Series, frame: &Frame, dark: bool, pen: &mut Pen) -> Drawn {
    let edge = |point: &super::Point| {
        let (low, high) = point.band?;
        let fits = placeable(&chart.x, point.x) && placeable(&chart.y, low) && placeable(&chart.y, high);
        fits.then(|| (frame.place(point.x, low), frame.place(point.x, high)))
    };
    let edges: Vec<_> = series.points.iter().map(edge).collect();
    for strip in edges.split(|edge| edge.is_none()) {
        let upper = strip.iter().flatten().map(|ends| ends.1);
        let lower = strip.iter().flatten().map(|ends| ends.0).rev();
        let area = clipped(upper.chain(lower).collect(), frame);
        pen.polygon(&area, colour(series.colour, dark), if dark { 0.22 } else { 0.15 })?;
    }
    Ok(())
}

/// The part of a polygon that lies on the plot: cut along one edge of the plot after the other.
fn clipped(polygon: Vec<Place>, frame: &Frame) -> Vec<Place> {
    let plot = frame.plot;
    let inner: [&dyn Fn(Place) -> f64; 4] =
        [&|p| p.0 - plot.left, &|p| plot.right - p.0, &|p| p.1 - plot.top, &|p| plot.bottom - p.1];
    inner.iter().fold(polygon, |polygon, depth| {
        let mut kept = Vec::with_capacity(polygon.len());
        for (index, &to) in polygon.iter().enumerate() {
            let from = polygon[(index + polygon.len() - 1) % polygon.len()];
            let (before, after) = (depth(from), depth(to));
            if (before < 0.0) != (after < 0.0) {
                let part = before / (before - after);
                kept.push((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
            }
            if after >= 0.0 {
                kept.push(to);
            }
        }
        kept
    })
}

/// How one curve is inked.
struct Ink {
    colour: Colour,
    background: Colour,
    bold: bool,
}

/// The line of a curve and its markers.
fn curve(chart: &Chart, number: usize, frame: &Frame, layout: &Layout, ink: &Ink, pen: &mut Pen) -> Drawn {
    let series = &chart.series[number];
    let small = if frame.width < 480.0 { 0.85 } else { 1.0 };
    let (width, radius) = if ink.bold { (3.0 * small, 4.6 * small) } else { (1.8 * small, 3.8 * small) };
    let mut phase = 0.0;
    for (pale, line) in lines(chart, series, frame) {
        for stroke in dashes(&line, dash(series.dash), &mut phase) {
            pen.line(&stroke, ink.colour, if pale { PALE_LINE } else { 1.0 }, width)?;
        }
    }
    let symbol = outline(marker(series.marker), radius);
    for hit in layout.points.iter().filter(|hit| hit.series == number) {
        let corners = around((hit.x_px, hit.y_px), &symbol);
        if series.points[hit.point].saturated {
            pen.polygon(&corners, ink.background, 1.0)?;
            pen.polygon(&corners, ink.colour, PALE)?;
            pen.outline(&corners, ink.colour, 1.2 * small)?;
        } else {
            pen.polygon(&corners, ink.colour, 1.0)?;
        }
    }
    Ok(())
}

/// The published values of a curve as open symbols, larger than those of computed points.
fn marks(chart: &Chart, series: &Series, frame: &Frame, dark: bool, pen: &mut Pen) -> Drawn {
    let symbol = outline(marker(series.marker), 5.5);
    for mark in &series.published {
        let place = frame.place(mark.x, mark.y);
        if placeable(&chart.x, mark.x) && placeable(&chart.y, mark.y) && frame.holds(place) {
            pen.outline(&around(place, &symbol), colour(series.colour, dark), 1.6)?;
        }
    }
    Ok(())
}

/// The line of a curve in parts, each pale (leading to a saturated point) or not. A point without a place breaks it.
fn lines(chart: &Chart, series: &Series, frame: &Frame) -> Vec<(bool, Vec<Place>)> {
    let plot = frame.plot;
    let mut parts: Vec<(bool, Vec<Place>)> = Vec::new();
    for pair in series.points.windows(2) {
        if !placed(chart, &pair[0]) || !placed(chart, &pair[1]) {
            continue;
        }
        let (from, to) = (frame.place(pair[0].x, pair[0].y), frame.place(pair[1].x, pair[1].y));
        let Some((from, to)) = clip(from, to, (plot.left, plot.top), (plot.right, plot.bottom)) else { continue };
        let pale = pair[0].saturated || pair[1].saturated;
        match parts.last_mut() {
            Some((same, line)) if *same == pale && line.last() == Some(&from) => line.push(to),
            _ => parts.push((pale, vec![from, to])),
        }
    }
    parts
}
