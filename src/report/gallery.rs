//! The gallery: the figures of the papers as pictures, drawn from frozen results.
//!
//! `www/figures.json`, written by `cargo run --release --example gallery`, has the data for a figure's picture and
//! verdict, to four digits. It omits whatever follows from the permalink.

use super::batch::PlannedBatch;
use super::chart::{axis, drawn};
use super::comparison::marks;
use super::verdict::{ComputedValue, Verdict, agrees, is_about, verdict};
use crate::experiment::curves::Saturation;
use crate::experiment::{Curve, CurvePoint, Curves, Experiment, Quantity, Results, permalink};
use crate::figure::{Chart, ChartPicture, Series, svg};
use crate::papers::{self, Preset, Printed, Published};
use crate::torus_batch;
use serde::{Deserialize, Serialize};

/// The size of a picture in CSS pixels.
const SIZE: (f64, f64) = (300.0, 190.0);

/// A figure in the gallery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GalleryFigure {
    /// Its experiment, which identifies it.
    pub link: String,
    /// The compared strategies: of allocation, then of scheduling.
    pub strategies: Vec<String>,
    /// The quantity on its vertical axis.
    pub metric: String,
    /// The verdict on its printed values.
    pub verdict: Verdict,
    /// The numbers of printed values that agree, and of all, over all curves.
    pub printed: [usize; 2],
    /// Its processor time in seconds, natively; none if it has not been computed yet.
    pub seconds: Option<f64>,
    /// The results, curve by curve in the order of the experiment. Empty for a batch, which is planned at once, and
    /// before they have been computed.
    pub curves: Vec<FrozenCurve>,
}

/// The frozen part of a curve.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FrozenCurve {
    /// The numbers of the varied values that have a point; empty if all have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<usize>,
    /// The horizontal values; empty if they are the varied values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub x: Vec<f64>,
    /// The vertical values.
    pub y: Vec<f64>,
    /// Half the heights of the 95 % confidence intervals; empty without intervals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub half_widths: Vec<f64>,
    /// The numbers of the saturated points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saturated: Vec<usize>,
    /// Its saturation: `below` (none if all runs are saturated), `at`, `load`, `plateau`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saturation: Option<(Option<f64>, f64, f64, f64)>,
}

impl GalleryFigure {
    /// A figure that has not been computed yet. A batch needs no computing.
    pub fn undrawn(preset: &Preset) -> GalleryFigure {
        let figure = |strategies, metric: &str| GalleryFigure {
            link: preset.link.clone(),
            strategies,
            metric: metric.into(),
            verdict: Verdict::NotDrawn,
            printed: [0; 2],
            seconds: None,
            curves: Vec::new(),
        };
        if preset.is_batch() {
            return GalleryFigure { verdict: Verdict::NothingPrinted, ..figure(Vec::new(), "Schedule of a batch") };
        }
        let (experiment, _) = permalink::read(&preset.link);
        let policies = experiment.scheduling.iter().map(ToString::to_string);
        let strategies = experiment.allocation.iter().cloned().chain(policies).collect();
        figure(strategies, experiment.plot.y.title(&experiment))
    }

    /// A figure from its results, which took this many seconds of processor time.
    pub fn of(preset: &Preset, results: &Results, seconds: f64) -> GalleryFigure {
        let values: Vec<f64> = results.experiment().values().iter().map(|value| value.to_f64()).collect();
        let varied = results.experiment().plot.x == Quantity::Coefficient;
        let mut curves =
            vec![FrozenCurve::default(); Curves::empty(results.experiment(), results.experiment().plot).curves.len()];
        for curve in Curves::new(results).curves {
            curves[curve.place] = FrozenCurve::of(&curve, &values, varied);
        }
        let mut figure = GalleryFigure { curves, seconds: Some(digits(seconds, 2)), ..GalleryFigure::undrawn(preset) };
        let judged = figure.judged();
        figure.verdict = verdict(&judged);
        figure.printed = [judged.iter().filter(|agrees| **agrees).count(), judged.len()];
        figure
    }

    /// The verdict on each printed value of a curve against the frozen results.
    pub fn judged(&self) -> Vec<bool> {
        let mut judged = Vec::new();
        self.each_printed(|value, curve, found, _| judged.push(agrees(&value.printed, curve, found)));
        judged
    }

    /// Visits each printed value with the frozen curve that it is about.
    pub(super) fn each_printed(&self, mut visit: impl FnMut(&Published, &Curve, Option<ComputedValue>, &Experiment)) {
        let Some(preset) = self.preset() else { return };
        let (experiment, _) = permalink::read(&self.link);
        let curves = self.curves(&experiment).curves;
        for value in &preset.published {
            for curve in curves.iter().filter(|curve| is_about(value, curve)) {
                let found = match value.printed {
                    Printed::Mean { at, .. } => curve.at(at),
                    Printed::Saturation { .. } => None,
                };
                visit(value, curve, found.map(ComputedValue::of), &experiment);
            }
        }
    }

    /// The figure of the paper.
    pub(super) fn preset(&self) -> Option<&'static Preset> {
        papers::all().find(|preset| preset.link == self.link)
    }

    /// Its picture as SVG on a light or dark background; empty if it has no results yet.
    pub fn picture(&self, dark: bool) -> String {
        if torus_batch::permalink::is_batch(&self.link) {
            let (batch, _) = torus_batch::permalink::read(&self.link);
            return PlannedBatch::new(&batch).map_or(String::new(), |planned| planned.gantt(SIZE.0, dark));
        }
        if self.curves.is_empty() {
            return String::new();
        }
        let (experiment, _) = permalink::read(&self.link);
        let chart = self.chart(&experiment);
        svg(&ChartPicture::new(&chart, SIZE.0, SIZE.1), dark, "")
    }

    fn chart(&self, experiment: &Experiment) -> Chart {
        let preset = self.preset();
        let Curves { x, y, curves } = self.curves(experiment);
        let series = |curve: &Curve| Series {
            label: curve.label.clone(),
            colour: curve.colour,
            dash: curve.dash,
            marker: curve.marker,
            visible: true,
            points: curve.points.iter().map(drawn).collect(),
            published: marks(experiment.plot, curve, preset),
            ..Series::default()
        };
        let series = curves.iter().map(series).collect();
        Chart { x: axis(x), y: axis(y), series, ..Chart::default() }
    }

    /// The curves of its experiment with the frozen results.
    fn curves(&self, experiment: &Experiment) -> Curves {
        let values: Vec<f64> = experiment.values().iter().map(|value| value.to_f64()).collect();
        let mut curves = Curves::empty(experiment, experiment.plot);
        for (curve, frozen) in curves.curves.iter_mut().zip(&self.curves) {
            curve.points = frozen.points(&values);
            curve.saturation = frozen.saturation.map(|(below, at, load, plateau)| Saturation {
                below: below.unwrap_or(f64::NAN),
                at,
                load,
                plateau,
            });
        }
        curves
    }
}

impl FrozenCurve {
    /// Freezes a curve; `x` is kept unless it is the varied quantity.
    fn of(curve: &Curve, values: &[f64], varied: bool) -> FrozenCurve {
        let points = &curve.points;
        let place = |point: &CurvePoint| values.iter().position(|value| *value == point.coefficient);
        let places: Vec<usize> = points.iter().filter_map(place).collect();
        let all = |number: fn(&CurvePoint) -> f64| points.iter().map(|point| digits(number(point), 4)).collect();
        let saturated = points.iter().enumerate().filter(|(_, point)| point.saturated);
        FrozenCurve {
            places: if places.len() == values.len() { Vec::new() } else { places },
            x: if varied { Vec::new() } else { all(|point| point.x) },
            y: all(|point| point.y),
            half_widths: points.iter().filter_map(|point| Some(digits(point.half_width?, 2))).collect(),
            saturated: saturated.map(|(number, _)| number).collect(),
            saturation: curve.saturation.map(|Saturation { below, at, load, plateau }| {
                let below = Some(digits(below, 4)).filter(|below| !below.is_nan());
                (below, digits(at, 4), digits(load, 4), digits(plateau, 4))
            }),
        }
    }

    /// Its points. Inconsistent parts of an edited file are left out.
    fn points(&self, values: &[f64]) -> Vec<CurvePoint> {
        let point = |(number, &y): (usize, &f64)| {
            let place = if self.places.is_empty() { number } else { *self.places.get(number)? };
            let coefficient = *values.get(place)?;
            Some(CurvePoint {
                x: if self.x.is_empty() { coefficient } else { *self.x.get(number)? },
                y,
                coefficient,
                half_width: self.half_widths.get(number).copied(),
                jobs: 0,
                replications: 1,
                precise: true,
                saturated: self.saturated.contains(&number),
            })
        };
        self.y.iter().enumerate().filter_map(point).collect()
    }
}

/// A number to this many significant digits.
fn digits(number: f64, count: usize) -> f64 {
    format!("{number:.*e}", count - 1).parse().unwrap_or(number)
}
