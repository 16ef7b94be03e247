//! The legend below the plot, for figures in files.

use super::key::{KEY, key, key_in};
use super::layout::{PADDING, font_size};
use super::{Chart, ChartPicture, Series};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Lettering, Stroke};
use crate::figure::geometry::{PixelPoint, Rectangle, around};
use crate::figure::palette::{PALE, circle};
use crate::figure::text_width::{shortened, width_of};
use plotters::style::Color;

/// What an entry shows next to its text.
enum Entry<'a> {
    /// A curve.
    Curve(&'a Series),
    /// The colour of a strategy.
    Colour(&'a Series),
    /// The line and the marker of a policy.
    Line(&'a Series),
    /// That hollow points are saturated.
    Saturated,
    /// That open symbols are from a publication.
    Published,
}

impl Entry<'_> {
    /// The width of what stands before the text, in CSS pixels.
    fn key(&self) -> f64 {
        match self {
            Entry::Curve(_) | Entry::Line(_) => KEY,
            Entry::Colour(_) | Entry::Saturated | Entry::Published => PATCH,
        }
    }
}

/// The space between it and the text.
const GAP: f64 = 6.0;

/// The width of a colour or a symbol without a line.
const PATCH: f64 = 12.0;

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
    let font = font_size(width);
    for Slot { entry, text, place: (x, y) } in slots(picture.chart, width) {
        let (y, width) = (top + y, entry.key());
        match entry {
            Entry::Curve(series) => key(series, (x, y), canvas)?,
            Entry::Colour(series) => {
                let swatch = Rectangle { left: x, right: x + width, top: y - 4.0, bottom: y + 4.0 };
                canvas.rectangle(swatch, theme.colour(series.colour))?;
            }
            Entry::Line(series) => key_in(series, (x, y), theme.quiet.to_rgba(), canvas)?,
            Entry::Saturated => {
                let middle = around((x + width / 2.0, y), &circle(3.5));
                canvas.area(&middle, theme.quiet.mix(PALE))?;
                canvas.outline(&middle, Stroke::new(theme.quiet, 1.2))?;
            }
            Entry::Published => {
                canvas.outline(&around((x + width / 2.0, y), &circle(5.5)), Stroke::new(theme.quiet, 1.6))?
            }
        }
        canvas.text(&text, (x + width + GAP, y), Lettering::new(font, theme.text))?;
    }
    Ok(())
}

/// The entries of the legend one after another, as many to a row as fit in `width`.
fn slots(chart: &Chart, width: f64) -> Vec<Slot<'_>> {
    let font = font_size(width);
    let right = (width - PADDING).max(PADDING + KEY);
    let (mut x, mut y) = (PADDING, PADDING);
    let slots = entries(chart).into_iter().map(|(entry, text)| {
        let text = shortened(&text, font, right - PADDING - entry.key() - GAP);
        let width = entry.key() + GAP + width_of(&text, font);
        if x + width > right && x > PADDING {
            (x, y) = (PADDING, y + 1.7 * font);
        }
        let place = (x, y);
        x += width + 1.2 * font;
        Slot { entry, text, place }
    });
    slots.collect()
}

/// The entries and their texts: every visible curve, then the meaning of hollow and of open symbols if there are any.
fn entries(chart: &Chart) -> Vec<(Entry<'_>, String)> {
    let curves: Vec<&Series> = chart.series.iter().filter(|series| series.visible).collect();
    let whole = || curves.iter().map(|series| (Entry::Curve(series), series.label.clone())).collect();
    let mut entries = short_key(&curves).unwrap_or_else(whole);
    let shown = || chart.shown();
    if shown().flat_map(|series| &series.points).any(|point| point.saturated) {
        entries.push((Entry::Saturated, "hollow: the queue only grows".into()));
    }
    let mut sources: Vec<&str> = Vec::new();
    for mark in shown().flat_map(|series| &series.published) {
        if let Err(place) = sources.binary_search(&&*mark.source) {
            sources.insert(place, &mark.source);
        }
    }
    let source = |source: &str| if source.is_empty() { String::new() } else { format!(", {source}") };
    entries.extend(sources.into_iter().map(|name| (Entry::Published, format!("open: published{}", source(name)))));
    entries
}

/// Each colour once and each line once, if that says the same with fewer entries: each strategy then has one colour, and
/// each policy one line.
fn short_key<'a>(curves: &[&'a Series]) -> Option<Vec<(Entry<'a>, String)>> {
    let mut colours: Vec<(&Series, &str)> = Vec::new();
    let mut lines: Vec<(&Series, &str)> = Vec::new();
    for &series in curves {
        let (strategy, policy) = series.label.split_once(" · ")?;
        let look = |one: &Series| (one.dash, one.marker);
        match colours.iter().find(|(other, name)| *name == strategy || other.colour == series.colour) {
            Some((other, name)) if *name != strategy || other.colour != series.colour => return None,
            Some(_) => {}
            None => colours.push((series, strategy)),
        }
        match lines.iter().find(|(other, name)| *name == policy || look(other) == look(series)) {
            Some((other, name)) if *name != policy || look(other) != look(series) => return None,
            Some(_) => {}
            None => lines.push((series, policy)),
        }
    }
    let colours = colours.into_iter().map(|(series, name)| (Entry::Colour(series), name.to_string()));
    let lines = lines.into_iter().map(|(series, name)| (Entry::Line(series), name.to_string()));
    Some(colours.chain(lines).collect()).filter(|entries: &Vec<_>| entries.len() < curves.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(label: &str, colour: usize, line: usize) -> Series {
        Series { label: label.into(), colour, dash: line, marker: line, visible: true, ..Series::default() }
    }

    fn texts(series: Vec<Series>) -> Vec<String> {
        entries(&Chart { series, ..Chart::default() }).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn colours_and_lines_stand_once_if_that_is_shorter() {
        let six = ["a", "b", "c"].iter().enumerate().flat_map(|(colour, name)| {
            [curve(&format!("{name} · first"), colour, 0), curve(&format!("{name} · easy"), colour, 1)]
        });
        assert_eq!(texts(six.collect()), ["a", "b", "c", "first", "easy"]);
        let one = vec![curve("a · first", 0, 0), curve("a · easy", 0, 1)];
        assert_eq!(texts(one), ["a · first", "a · easy"], "three entries for two curves are not shorter");
    }

    #[test]
    fn curves_that_share_a_colour_or_a_line_are_named_in_full() {
        let labels = ["a · x", "a · y", "b · x", "b · y", "c · x"];
        let shared: Vec<Series> =
            labels.iter().enumerate().map(|(place, label)| curve(label, place / 3, place % 2)).collect();
        assert_eq!(texts(shared), labels, "b and a share a colour");
        let pinned = vec![curve("a · x", 0, 0), curve("pinned: a · x", 0, 0), curve("b", 1, 0)];
        assert_eq!(texts(pinned), ["a · x", "pinned: a · x", "b"]);
    }
}
