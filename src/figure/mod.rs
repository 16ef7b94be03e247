//! Charts over any plotters backend: plain data in, lines and text out.
//!
//! A [`Chart`] says what to show and a [`Style`] how large and how dark. [`draw()`] puts it on a [`Surface`] (a canvas, an
//! SVG document, a recorder in a test) and returns the [`Layout`], which knows where every point ended up. Only the
//! backends of plotters are used, not its coordinate systems: axes, ticks, dashes and the legend are laid out here, so
//! the browser is never asked to measure text and every backend shows the same figure.

mod draw;
mod gantt;
mod layout;
mod legend;
mod link_map;
mod numbers;
mod palette;
mod pen;
mod placement;
mod scale;
mod svg;
#[cfg(test)]
mod tests;
mod torus;

pub use draw::{Highlight, draw, height};
pub use gantt::{Bar, Gantt, gantt_svg};
pub use layout::{Hit, Layout, Rectangle};
pub use link_map::{LinkLoad, LinkMap, link_map_svg, link_scale_svg};
pub use numbers::reading;
pub use palette::{COLOURS, DASHES, MARKERS, Swatch, background, swatch};
pub use pen::{Backend, SUBPIXELS, Surface};
pub use placement::{Patch, Placement, placement_svg};
pub use svg::{svg, swatch_svg};
pub use torus::{Holding, torus_svg};

/// What a figure shows: two axes and the curves between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// A line above the plot; the page says this in its own words and leaves it out.
    pub title: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, in the order in which they are drawn (the last one on top) and listed in the legend.
    pub series: Vec<Series>,
}

/// One axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, for example "Mean wait"; the unit is added when drawing.
    pub title: String,
    /// The unit of the values.
    pub unit: Unit,
    /// Whether equal distances are equal ratios. Values of zero or less are then left out and counted.
    pub logarithmic: bool,
    /// The least and the greatest value shown; `None` (and limits that make no range) fits the axis to the points.
    pub limits: Option<(f64, f64)>,
}

/// What the values on an axis are, and so how they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Pure numbers.
    #[default]
    None,
    /// Shares, where 1 is the whole; written in per cent.
    Share,
    /// Seconds; written in minutes, hours or days where the values are large.
    Seconds,
    /// Any other unit, written as it is.
    Named(String),
}

impl From<&str> for Unit {
    /// The unit behind a metric's unit text: empty, `%`, `s`, or any other.
    fn from(text: &str) -> Unit {
        match text {
            "" => Unit::None,
            "%" => Unit::Share,
            "s" => Unit::Seconds,
            other => Unit::Named(other.to_string()),
        }
    }
}

/// One curve: what it is called, how it looks, and its points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub label: String,
    /// Which of [`COLOURS`] (one per allocation strategy); wraps around.
    pub colour: usize,
    /// Which of [`DASHES`] (one per scheduling policy); wraps around.
    pub dash: usize,
    /// Which of [`MARKERS`] (one per scheduling policy); wraps around.
    pub marker: usize,
    /// Whether it is drawn, and counts for the range of the axes.
    pub visible: bool,
    /// The points in the order in which the line visits them; x may turn back.
    pub points: Vec<Point>,
    /// Values printed elsewhere, drawn as large open symbols without a line.
    pub published: Vec<Published>,
}

/// One computed point of a curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Position along the horizontal axis.
    pub x: f64,
    /// Position along the vertical axis.
    pub y: f64,
    /// Whether the system was saturated, so that the value says more about the length of the run than about the
    /// strategy: drawn pale, on a paler line.
    pub saturated: bool,
    /// The ends of the confidence interval of `y`.
    pub band: Option<(f64, f64)>,
    /// What else there is to say when the point is read; not drawn.
    pub notes: Vec<String>,
}

/// One value from a publication.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Published {
    /// Position along the horizontal axis.
    pub x: f64,
    /// Position along the vertical axis.
    pub y: f64,
    /// Where it is printed, for example "Mao 2005, figure 3".
    pub source: String,
}

/// The size and looks of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Width in device pixels.
    pub width: u32,
    /// Height in device pixels, without the legend; see [`height`].
    pub height: u32,
    /// Device pixels per CSS pixel (`devicePixelRatio`); fonts and strokes grow with it. Nonsense counts as 1.
    pub scale: f64,
    /// Light on dark rather than dark on light.
    pub dark: bool,
    /// The font families, as in CSS.
    pub font: String,
    /// Whether the figure carries its own legend, below the plot; the page has one of its own.
    pub legend: bool,
}

impl Style {
    /// A light figure of `width` by `height` pixels in the system's font, one device pixel per CSS pixel, no legend.
    pub fn new(width: u32, height: u32) -> Style {
        Style { width, height, scale: 1.0, dark: false, font: "system-ui, sans-serif".to_string(), legend: false }
    }

    /// Device pixels per CSS pixel, a usable number whatever was asked for.
    fn ratio(&self) -> f64 {
        if self.scale.is_finite() && self.scale > 0.0 { self.scale.clamp(0.1, 20.0) } else { 1.0 }
    }

    /// Width and height without the legend, in CSS pixels.
    fn size(&self) -> (f64, f64) {
        (f64::from(self.width.max(1)) / self.ratio(), f64::from(self.height.max(1)) / self.ratio())
    }
}
