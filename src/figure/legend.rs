//! The key below the plot, for figures that leave the page.

use super::layout::{PADDING, font_size};
use super::palette::{Theme, colour, dash, marker, outline};
use super::pen::{Drawn, Pen, Place, dashes, shortened, width_of};
use super::{Chart, Series, Style};
use plotters::style::text_anchor::HPos;

/// The length of line shown in a key, in CSS pixels.
const KEY: f64 = 34.0;

/// What one entry explains.
enum Entry<'a> {
    /// A curve.
    Curve(&'a Series),
    /// That faint points are saturated.
    Saturated,
    /// That open symbols are from a publication.
    Published(&'a str),
}

/// Where an entry stands: its left end and the middle of its row, below the plot.
struct Slot<'a> {
    entry: Entry<'a>,
    text: String,
    place: Place,
}

/// How much taller, in CSS pixels, the legend makes the figure.
pub(super) fn height(chart: &Chart, style: &Style) -> f64 {
    if !style.legend {
        return 0.0;
    }
    let font = font_size(style.size().0);
    slots(chart, style).last().map_or(0.0, |slot| slot.place.1 + font + PADDING / 2.0)
}

/// Draws the legend from `top` downwards.
pub(super) fn draw(chart: &Chart, style: &Style, top: f64, pen: &mut Pen) -> Drawn {
    if !style.legend {
        return Ok(());
    }
    let theme = Theme::of(style.dark);
    let font = font_size(style.size().0);
    for Slot { entry, text, place: (x, y) } in slots(chart, style) {
        let y = top + y;
        match entry {
            Entry::Curve(series) => key(series, style.dark, (x, y), pen)?,
            Entry::Saturated => {
                let middle = around((x + KEY / 2.0, y), &outline("circle", 3.5));
                pen.polygon(&middle, theme.quiet, super::draw::PALE)?;
                pen.outline(&middle, theme.quiet, 1.2)?;
            }
            Entry::Published(_) => {
                pen.outline(&around((x + KEY / 2.0, y), &outline("circle", 5.5)), theme.quiet, 1.6)?
            }
        }
        pen.text(&text, (x + KEY + 7.0, y), HPos::Left, font, false, theme.text)?;
    }
    Ok(())
}

/// The line and marker of one curve.
fn key(series: &Series, dark: bool, (x, y): Place, pen: &mut Pen) -> Drawn {
    let shade = colour(series.colour, dark);
    for stroke in dashes(&[(x, y), (x + KEY, y)], dash(series.dash), &mut 0.0) {
        pen.line(&stroke, shade, 1.0, 1.8)?;
    }
    pen.polygon(&around((x + KEY / 2.0, y), &outline(marker(series.marker), 3.8)), shade, 1.0)
}

/// A shape moved to a place.
pub(super) fn around((x, y): Place, shape: &[Place]) -> Vec<Place> {
    shape.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The entries of the legend in columns of equal width, as many as fit, row by row.
fn slots<'a>(chart: &'a Chart, style: &Style) -> Vec<Slot<'a>> {
    let (width, _) = style.size();
    let font = font_size(width);
    let entries = entries(chart);
    let widest = entries.iter().map(|entry| width_of(&wording(entry), font)).fold(0.0, f64::max);
    let column = (KEY + 7.0 + widest + 2.0 * font).min(width - 2.0 * PADDING).max(1.0);
    let columns = (((width - 2.0 * PADDING) / column) as usize).max(1);
    let place = |index: usize| {
        let (row, across) = (index / columns, index % columns);
        (PADDING + across as f64 * column, PADDING + row as f64 * 1.7 * font)
    };
    let room = column - KEY - 7.0;
    let slots = entries.into_iter().enumerate().map(|(index, entry)| {
        let text = shortened(&wording(&entry), font, room);
        Slot { entry, text, place: place(index) }
    });
    slots.collect()
}

/// What needs a key: every visible curve, then the meaning of faint and open symbols where there are any.
fn entries(chart: &Chart) -> Vec<Entry<'_>> {
    let shown = || chart.series.iter().filter(|series| series.visible);
    let mut entries: Vec<Entry> = shown().map(Entry::Curve).collect();
    if shown().flat_map(|series| &series.points).any(|point| point.saturated) {
        entries.push(Entry::Saturated);
    }
    let mut sources: Vec<&str> = Vec::new();
    for mark in shown().flat_map(|series| &series.published) {
        if let Err(place) = sources.binary_search(&&*mark.source) {
            sources.insert(place, &mark.source);
        }
    }
    entries.extend(sources.into_iter().map(Entry::Published));
    entries
}

/// The text of an entry.
fn wording(entry: &Entry) -> String {
    match entry {
        Entry::Curve(series) => series.label.clone(),
        Entry::Saturated => "faint: saturated".to_string(),
        Entry::Published("") => "open: published".to_string(),
        Entry::Published(source) => format!("open: published, {source}"),
    }
}
