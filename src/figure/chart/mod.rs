//! Charts: curves against two axes, with a legend; several of them side by side, where there are facets.

mod draw;
mod ends;
mod grid;
mod key;
mod layout;
mod legend;
mod paper;
#[cfg(test)]
mod tests;

pub use key::Swatch;
pub use layout::{Area, Hit, Layout};
pub use paper::PaperSize;

use super::scale::Axis;

/// A chart: two axes and the curves between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// A line above the plot; empty on the page, which has a sentence there.
    pub title: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, in the order in which they are drawn (the last one on top) and listed in the legend.
    pub series: Vec<Series>,
    /// Facets: several plots side by side, all with these axes. Then [`Chart::series`] is what their curves look like, for
    /// the legend, and its points are not drawn.
    pub facets: Vec<Facet>,
    /// Whether no more points will come.
    pub is_complete: bool,
}

/// One of several plots with the same axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facet {
    /// The title above it.
    pub title: String,
    /// Its curves: as many as the chart's, in the same order and with the same looks.
    pub series: Vec<Series>,
    /// Whether it has no points and will never have any.
    pub never: bool,
}

impl Chart {
    /// The curves of each plot: of the only one, or of every facet.
    fn plots(&self) -> Vec<&[Series]> {
        if self.facets.is_empty() {
            return vec![&self.series];
        }
        self.facets.iter().map(|facet| &facet.series[..]).collect()
    }

    /// The curves of all plots that are drawn.
    fn shown(&self) -> impl Iterator<Item = &Series> {
        self.plots().into_iter().flatten().filter(|series| series.visible)
    }
}

/// One curve: its name, its style, and its points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend. At the end of a curve, what follows " · " is on a second line.
    pub label: String,
    /// Which of [`COLOURS`](crate::figure::COLOURS) (one per allocation strategy); wraps around.
    pub colour: usize,
    /// Which of [`DASHES`](crate::figure::DASHES) (one per scheduling policy); wraps around.
    pub dash: usize,
    /// Which of [`MARKERS`](crate::figure::MARKERS) (one per scheduling policy); wraps around.
    pub marker: usize,
    /// Whether it is drawn, and counts for the range of the axes.
    pub visible: bool,
    /// Whether it is a curve of a pinned run: drawn paler and thinner, beneath the others.
    pub subdued: bool,
    /// The points in the order in which the line visits them; x may turn back.
    pub points: Vec<Point>,
    /// Values printed elsewhere, drawn as large open symbols without a line.
    pub published: Vec<Published>,
    /// Which stretches of its line are drawn if it lies on others.
    pub turn: OverlapStyle,
}

/// Curves that lie on each other share their line: stretches and markers alternate, so that all of them are visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlapStyle {
    /// The curve's place among them, from 0.
    pub place: usize,
    /// How many there are: 1 for a curve by itself.
    pub of: usize,
}

impl Default for OverlapStyle {
    fn default() -> OverlapStyle {
        OverlapStyle { place: 0, of: 1 }
    }
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
    /// Further text for the reading of the point; not drawn.
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

/// A chart at some size. Points without a place on its axes are not drawn but counted in the [`Layout`]. Drawing never
/// panics, whatever the numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPicture<'a> {
    /// What it shows.
    pub chart: &'a Chart,
    /// Its width in CSS pixels.
    pub width: f64,
    /// Its height in CSS pixels, without the legend, which is added below. Invalid numbers count as 1, for either.
    /// Facets that do not fit make it higher.
    pub height: f64,
    /// Whether it carries its own legend; the page has one of its own.
    pub legend: bool,
    /// Whether the names of curves stand at their ends, if there is room for all of them.
    pub names: bool,
    /// Which series is drawn bolder and above the others, in every plot.
    pub emphasised: Option<usize>,
}

impl<'a> ChartPicture<'a> {
    /// A chart of this size in CSS pixels, without names.
    pub fn new(chart: &'a Chart, width: f64, height: f64) -> ChartPicture<'a> {
        ChartPicture { chart, width, height, legend: false, names: false, emphasised: None }
    }

    /// Width and height without the legend, always usable numbers.
    fn plot_size(&self) -> (f64, f64) {
        let usable = |length: f64| if length >= 1.0 { length.min(MOST) } else { 1.0 };
        let width = usable(self.width);
        (width, usable(self.height).max(grid::least_height(self.chart, width)))
    }

    /// The places of things in the drawing. Time linear in the number of points.
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (frame, all) in grid::frames(self).iter().zip(self.chart.plots()) {
            layout.names = ends::room(self, &frame.plot, frame.font);
            frame.lay(self.chart, all, &mut layout);
        }
        layout
    }

    /// The height below which a chart with facets is not drawn at this width; 0 for one without.
    pub fn least_height(&self) -> f64 {
        grid::least_height(self.chart, self.plot_size().0)
    }
}

/// No picture is wider or higher.
const MOST: f64 = 1e5;
