//! What is seen of a study: its curves as a chart, a legend, a table; and reading single points.

use super::canvas::draw_on;
use super::plain;
use super::study::{Study, machines, source};
use crate::experiment::curves::{COLOURS, CurveAxis};
use crate::experiment::{Curve, CurvePoint, Curves, Quantity};
use crate::figure::{self, Axis, Chart, Highlight, Hit, Point, Series, Style, Unit, reading};
use crate::simulation::metrics::{self, MetricUnit};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// One curve of the legend.
#[derive(Serialize)]
struct Entry {
    label: String,
    swatch: String,
    visible: bool,
}

/// What is read at a point.
#[derive(Serialize)]
struct Reading {
    curve: usize,
    point: usize,
    x: f64,
    y: f64,
    title: String,
    lines: Vec<String>,
}

/// A column of a table: its title, and what that means where it needs saying.
#[derive(Serialize)]
pub(super) struct Column {
    title: String,
    definition: String,
}

/// A table of text.
#[derive(Serialize)]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
}

#[wasm_bindgen]
impl Study {
    /// Draws the chart on a canvas of this size in CSS pixels, with `density` pixels for each, light or dark; the curve of
    /// number `bold` (-1 for none) above the others.
    pub fn draw(
        &mut self,
        canvas: &HtmlCanvasElement,
        width: f64,
        height: f64,
        density: f64,
        dark: bool,
        bold: i32,
    ) -> Result<(), JsValue> {
        let style = Style { scale: density, dark, ..Style::new(pixels(width, density), pixels(height, density)) };
        let highlight = usize::try_from(bold).ok().map(|series| Highlight { series, point: None });
        self.layout = draw_on(canvas, &self.chart(), &style, highlight)?;
        Ok(())
    }

    /// Draws the chart with its title and legend on a canvas, for a file.
    pub fn picture(
        &self,
        canvas: &HtmlCanvasElement,
        width: f64,
        height: f64,
        density: f64,
        dark: bool,
    ) -> Result<(), JsValue> {
        let style =
            Style { legend: true, scale: density, dark, ..Style::new(pixels(width, density), pixels(height, density)) };
        draw_on(canvas, &self.titled(), &style, None)?;
        Ok(())
    }

    /// The chart with its title and legend as an SVG document, this many pixels wide and high (without the legend).
    pub fn svg(&self, width: u32, height: u32, dark: bool) -> String {
        let style = Style { dark, legend: true, ..Style::new(width, height) };
        figure::svg(&self.titled(), &style)
    }

    /// `Mean bounded slowdown against utilisation`.
    pub fn title(&self) -> String {
        let plot = self.experiment.plot;
        let name = |quantity: Quantity| quantity.title(&self.experiment);
        format!("{} against {}", name(plot.y), decapitalised(name(plot.x)))
    }

    /// Every curve: its name, its key as an SVG picture, and whether it is shown.
    pub fn legend(&self, dark: bool) -> JsValue {
        let entry = |series: &Series| Entry {
            label: series.label.clone(),
            swatch: figure::swatch_svg(series, dark),
            visible: series.visible,
        };
        plain(&self.chart().series.iter().map(entry).collect::<Vec<_>>())
    }

    /// Shows a curve that is hidden, hides one that is shown.
    pub fn toggle(&mut self, curve: usize) {
        let Some(curves) = self.curves() else { return };
        let Some(curve) = curves.curves.get(curve) else { return };
        match self.hidden.iter().position(|label| *label == curve.label) {
            Some(place) => drop(self.hidden.remove(place)),
            None => self.hidden.push(curve.label.clone()),
        }
    }

    /// The point of the last drawing nearest to a place in CSS pixels, if one is within `radius`.
    pub fn nearest(&self, x: f64, y: f64, radius: f64) -> JsValue {
        self.read(self.layout.nearest(x, y, radius))
    }

    /// What is read at a point, if it is on the last drawing.
    pub fn point(&self, curve: usize, point: usize) -> JsValue {
        self.read(self.layout.find(curve, point))
    }

    /// The point so many points and shown curves further on, stopping at the ends; the first one from nowhere (-1).
    pub fn step(&self, curve: i32, point: i32, points: f64, curves: f64) -> JsValue {
        let mut shown: Vec<usize> = self.layout.points.iter().map(|hit| hit.series).collect();
        shown.dedup();
        let along = |curve: usize| -> Vec<Hit> {
            self.layout.points.iter().copied().filter(|hit| hit.series == curve).collect()
        };
        let Some(at) = shown.iter().position(|&series| series as i32 == curve) else {
            return self.read(self.layout.points.first().copied());
        };
        let moved = |from: usize, by: f64, count: usize| (from as f64 + by).clamp(0.0, count as f64 - 1.0) as usize;
        let next = along(shown[moved(at, curves, shown.len())]);
        let place = along(shown[at]).iter().position(|hit| hit.point as i32 == point).unwrap_or(0);
        self.read(next.get(moved(place, points, next.len())).copied())
    }

    /// The points of the chart as a table of text: `{ columns: [{ title, definition }], rows }`.
    pub fn table(&self) -> JsValue {
        let curves = self.curves();
        let mut columns = vec![column("scheduling / allocation", "")];
        let mut rows = Vec::new();
        if let Some(Curves { x, y, curves }) = curves {
            let plot = self.experiment.plot;
            let varied = self.results.as_ref().map_or("", |results| results.experiment().varied().title());
            columns.push(column(varied, ""));
            columns.push(column(&titled(&x), plot.x.definition()));
            columns.push(column(&titled(&y), plot.y.definition()));
            columns.push(column("Jobs", ""));
            columns.push(column("Saturated", SATURATION));
            for curve in curves {
                rows.extend(curve.points.iter().map(|point| row(&curve, point, &x, &y)));
            }
        }
        plain(&Table { columns, rows })
    }
}

impl Study {
    /// The curves of the results, as the experiment being edited wants to see them.
    pub(super) fn curves(&self) -> Option<Curves> {
        let results = self.results.as_ref()?;
        let mut curves = Curves::of(results, self.experiment.plot);
        curves.y.logarithmic = self.experiment.scale.is_logarithmic(self.experiment.plot);
        Some(curves)
    }

    fn chart(&self) -> Chart {
        let Some(Curves { x, y, curves }) = self.curves() else { return Chart::default() };
        let preset = self.preset();
        let series = |curve: &Curve| Series {
            label: curve.label.clone(),
            colour: curve.colour,
            dash: curve.dash,
            marker: curve.marker,
            visible: !self.hidden.contains(&curve.label),
            points: curve.points.iter().map(drawn).collect(),
            published: self.published(curve, preset),
        };
        let mut x = axis(x);
        if self.experiment.plot.x == Quantity::Metric(&metrics::UTILIZATION) && self.is_growing() {
            // While points come in, the axis need not follow each of them.
            x.limits = Some((0.0, 1.0));
        }
        Chart { title: None, x, y: axis(y), series: curves.iter().map(series).collect() }
    }

    /// Whether there are more points to come.
    fn is_growing(&self) -> bool {
        self.results.as_ref().is_some_and(|results| !results.is_complete())
    }

    /// The chart for a file, which has no sentence above it to say what it shows.
    fn titled(&self) -> Chart {
        let title = self.results.as_ref().map(|results| {
            let experiment = results.experiment();
            format!("{} on {}", source(experiment), machines(experiment))
        });
        Chart { title, ..self.chart() }
    }

    fn read(&self, hit: Option<Hit>) -> JsValue {
        let found = hit.and_then(|hit| {
            let Curves { x, y, curves } = self.curves()?;
            let curve = curves.get(hit.series)?;
            let point = curve.points.get(hit.point)?;
            let varied = self.results.as_ref()?.experiment().varied().title();
            let mut lines = vec![
                format!("{} {}", y.title, number(point.y, &y)),
                format!("{} {}", x.title, number(point.x, &x)),
                format!("{varied} {}", point.coefficient),
                format!("{} jobs", point.jobs),
            ];
            if x.title == varied {
                lines.remove(2);
            }
            if let Some(half_width) = point.half_width {
                let (interval, count) = (number(half_width, &y), point.replications);
                let not_yet = if point.precise { "" } else { ", not yet precise" };
                lines.push(format!("± {interval} (95 %, {count} replications{not_yet})"));
            }
            if point.saturated {
                lines.push("saturated".into());
            }
            Some(Reading {
                curve: hit.series,
                point: hit.point,
                x: hit.x_px,
                y: hit.y_px,
                title: curve.label.clone(),
                lines,
            })
        });
        found.map_or(JsValue::UNDEFINED, |reading| plain(&reading))
    }
}

// What an experiment counts as colours is what a figure has.
const _: () = assert!(COLOURS == figure::COLOURS.len());

/// A length in CSS pixels as one in pixels of the screen.
fn pixels(length: f64, density: f64) -> u32 {
    libm::round(length * density) as u32
}

/// What saturation means here, for people.
pub(super) const SATURATION: &str = "A run is saturated when its queue grows for as long as jobs arrive: when on average more than \
    1 % of all its jobs wait at a time (mean wait over makespan). A curve saturates between the last run before its \
    first saturated one, and that one, in the order of increasing load.";

fn drawn(point: &CurvePoint) -> Point {
    let band = point.half_width.map(|half_width| (point.y - half_width, point.y + half_width));
    Point { x: point.x, y: point.y, saturated: point.saturated, band, ..Point::default() }
}

fn axis(axis: CurveAxis) -> Axis {
    Axis { unit: Unit::from(axis.unit.name()), title: axis.title, logarithmic: axis.logarithmic, limits: None }
}

fn number(value: f64, axis: &CurveAxis) -> String {
    reading(value, &Unit::from(axis.unit.name()))
}

pub(super) fn column(title: &str, definition: &str) -> Column {
    Column { title: title.into(), definition: definition.into() }
}

fn titled(axis: &CurveAxis) -> String {
    if axis.unit == MetricUnit::One { axis.title.clone() } else { format!("{} ({})", axis.title, axis.unit) }
}

fn row(curve: &Curve, point: &CurvePoint, x: &CurveAxis, y: &CurveAxis) -> Vec<String> {
    let saturated = if point.saturated { "yes" } else { "no" };
    vec![
        curve.label.clone(),
        point.coefficient.to_string(),
        number(point.x, x),
        number(point.y, y),
        point.jobs.to_string(),
        saturated.into(),
    ]
}

/// `Mean wait` inside a sentence.
pub(super) fn decapitalised(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
