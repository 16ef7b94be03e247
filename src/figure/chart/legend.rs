//! The legend below the plot, for figures in files.

use super::key::{KEY, key};
use super::layout::{PADDING, font_size};
use super::{Chart, ChartPicture, Series};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Lettering, Stroke};
use crate::figure::geometry::{PixelPoint, around};
use crate::figure::palette::{PALE, circle};
use crate::figure::text_width::{shortened, width_of};
use plotters::style::Color;

/// The subject of an entry.
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
    place: PixelPoint,
}

/// How much taller, in CSS pixels, the legend makes the figure.
pub(super) fn height(picture: &ChartPicture) -> f64 {
    if !picture.legend {
        return 0.0;
    }
    let (width, _) = picture.plot_size();
    slots(picture.chart, width).last().map_or(0.0, |slot| slot.place.1 + font_size(width) + PADDING / 2.0).ceil()
}

/// Draws the legend from `top` downwards.
pub(super) fn draw(picture: &ChartPicture, top: f64, canvas: &mut Canvas) -> Drawn {
    if !picture.legend {
        return Ok(());
    }
    let theme = canvas.theme();
    let (width, _) = picture.plot_size();
    for Slot { entry, text, place: (x, y) } in slots(picture.chart, width) {
        let y = top + y;
        match entry {
            Entry::Curve(series) => key(series, (x, y), canvas)?,
            Entry::Saturated => {
                let middle = around((x + KEY / 2.0, y), &circle(3.5));
                canvas.area(&middle, theme.quiet.mix(PALE))?;
                canvas.outline(&middle, Stroke::new(theme.quiet, 1.2))?;
            }
            Entry::Published(_) => {
                canvas.outline(&around((x + KEY / 2.0, y), &circle(5.5)), Stroke::new(theme.quiet, 1.6))?
            }
        }
        canvas.text(&text, (x + KEY + 7.0, y), Lettering::new(font_size(width), theme.text))?;
    }
    Ok(())
}

/// The entries of the legend in columns of equal width, as many as fit in `width`, row by row.
fn slots(chart: &Chart, width: f64) -> Vec<Slot<'_>> {
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

/// The entries: every visible curve, then the meaning of faint and of open symbols if there are any.
fn entries(chart: &Chart) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry> = chart.series.iter().filter(|series| series.visible).map(Entry::Curve).collect();
    let shown = || chart.shown();
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
