//! Figures as SVG documents, with the same drawing code as everything else.

use super::palette::{colour, dash, hexadecimal, marker, outline};
use super::pen::{SUBPIXELS, Surface};
use super::{Chart, Series, Style, draw, height};
use plotters::backend::SVGBackend;
use std::fmt::Write;

/// The figure as a self-contained SVG document of [`Style::width`] by [`height`] pixels, with a title and a description
/// for readers who cannot see it. The same chart and style give the same bytes.
pub fn svg(chart: &Chart, style: &Style) -> String {
    let (width, height) = (style.width.max(1), height(chart, style));
    let (wide, high) = (width.saturating_mul(SUBPIXELS), height.saturating_mul(SUBPIXELS));
    let mut document = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut document, (wide, high));
        let surface = Surface { backend: &mut backend, units: SUBPIXELS, font_divisor: 1.24 };
        // Writing to a string does not fail; were it to, the document would end early and still be closed.
        let _ = draw(chart, style, None, surface);
    }
    let body = document.split_once('\n').map_or("", |(_, body)| body);
    let heading = heading(chart);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" \
         role=\"img\" stroke-linejoin=\"round\">\n<title>{}</title>\n<desc>{}</desc>\n{}",
        escape(&heading),
        escape(&description(chart)),
        printable(body)
    )
}

/// The key to a curve as a small inline SVG of 36 by 14 CSS pixels, hidden from screen readers: the label beside it says
/// the same.
pub fn swatch_svg(series: &Series, dark: bool) -> String {
    let shade = hexadecimal(colour(series.colour, dark));
    let dashes: Vec<String> = dash(series.dash).iter().map(f64::to_string).collect();
    let mut corners = String::new();
    for (x, y) in outline(marker(series.marker), 3.8) {
        let _ = write!(corners, "{:.2},{:.2} ", 18.0 + x, 7.0 + y);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"36\" height=\"14\" viewBox=\"0 0 36 14\" aria-hidden=\"true\">\
         <path d=\"M1 7H35\" fill=\"none\" stroke=\"{shade}\" stroke-width=\"1.8\" stroke-dasharray=\"{}\"/>\
         <polygon fill=\"{shade}\" points=\"{}\"/></svg>",
        if dashes.is_empty() { "none".to_string() } else { dashes.join(" ") },
        corners.trim_end()
    )
}

/// The title of the chart, or what it shows against what.
fn heading(chart: &Chart) -> String {
    chart.title.clone().unwrap_or_else(|| format!("{} against {}", chart.y.title, chart.x.title))
}

/// What is in the figure, for readers who cannot see it.
fn description(chart: &Chart) -> String {
    let curves: Vec<String> = chart
        .series
        .iter()
        .filter(|series| series.visible)
        .map(|series| format!("{} ({} points)", series.label, series.points.len()))
        .collect();
    let list = if curves.is_empty() { "none".to_string() } else { curves.join(", ") };
    format!("{} against {}. Curves: {list}.", chart.y.title, chart.x.title)
}

/// Text for the inside of an element.
pub(super) fn escape(text: &str) -> String {
    printable(&text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
}

/// `text` without the characters that XML has no way to write.
fn printable(text: &str) -> String {
    let allowed = |letter: &char| {
        matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..) // surrogates are no characters in Rust
    };
    text.chars().filter(allowed).collect()
}
