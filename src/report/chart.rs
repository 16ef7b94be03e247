//! Results as a chart.

use super::chart_state::{ChartState, ConfidenceNote, ShownCurve};
use super::comparison::marks;
use super::sentences::{machines, source};
use super::table::unit;
use super::{ShownResults, coincidence};
use crate::experiment::curves::{COLOURS, CurveAxis};
use crate::experiment::{Curve, CurvePoint, Quantity};
use crate::figure::{self, Axis, Chart, Facet, OverlapStyle, Point, Series};
use crate::papers::Preset;
use crate::simulation::metrics;
use crate::view::Limits;

// The number of colours of an experiment is that of a figure.
const _: () = assert!(COLOURS == figure::COLOURS.len());

impl ShownResults<'_> {
    /// The chart on the page, below a sentence that describes it, with a plot for each facet.
    pub fn chart(&self) -> Chart {
        let ChartState { x, y, curves } = self.chart_state();
        let (mut x, mut y) = (axis(x), axis(y));
        if self.edited.plot.x == Quantity::Metric(&metrics::UTILIZATION) && !self.results.is_complete() {
            // Fixed limits, so that the axis does not change as points arrive.
            x.limits = Some((0.0, 1.0));
        }
        x.limits = self.view.x_limits.map(Limits::ends).or(x.limits);
        y.limits = self.view.y_limits.map(Limits::ends);
        let preset = self.preset();
        let mut series = self.series(&curves, preset);
        let facet = |part: ShownResults| {
            let (title, never) = (part.results.facet_label()?, part.results.runs_nothing());
            Some(Facet { title, never, series: part.series(&part.chart_state().curves, preset) })
        };
        let facets: Vec<Facet> = self.parts().filter_map(facet).collect();
        if !facets.is_empty() {
            series.iter_mut().for_each(|series| series.points = Vec::new());
        }
        Chart { title: None, x, y, series, facets, is_complete: self.results.is_complete() }
    }

    /// The curves as they are drawn.
    fn series(&self, curves: &[ShownCurve], preset: Option<&Preset>) -> Vec<Series> {
        let compares = self.comparison_shown().is_some();
        let series = |shown: &ShownCurve| Series {
            label: shown.curve.title.clone(),
            colour: shown.curve.colour,
            dash: shown.curve.dash,
            marker: shown.curve.marker,
            visible: shown.visible,
            subdued: shown.pin.is_some(),
            points: shown.curve.points.iter().zip(&shown.certainty).map(banded).collect(),
            published: if compares || shown.pin.is_some() {
                Vec::new()
            } else {
                marks(self.edited.plot, &shown.curve, preset)
            },
            turn: OverlapStyle::default(),
        };
        let mut series: Vec<Series> = curves.iter().map(series).collect();
        take_turns(curves, &mut series);
        series
    }

    /// A line that describes the results, for charts without a sentence above.
    pub(super) fn heading(&self) -> String {
        let experiment = self.results.experiment();
        let origin = self.origin().map_or(String::new(), |origin| format!(", {origin}"));
        format!("{} on {}{origin}", source(experiment), machines(experiment))
    }
}

/// Coinciding curves that are shown are drawn in turns.
fn take_turns(curves: &[ShownCurve], series: &mut [Series]) {
    let shown: Vec<usize> = (0..series.len()).filter(|&position| series[position].visible).collect();
    let visible: Vec<&Curve> = shown.iter().map(|&position| &curves[position].curve).collect();
    for group in coincidence::groups(&visible) {
        for (turn, &member) in group.iter().enumerate() {
            series[shown[member]].turn = OverlapStyle { place: turn, of: group.len() };
        }
    }
}

fn banded((point, certainty): (&CurvePoint, &ConfidenceNote)) -> Point {
    Point { band: certainty.interval, ..drawn(point) }
}

/// A point of a curve in the form of a chart.
pub(super) fn drawn(point: &CurvePoint) -> Point {
    Point { x: point.x, y: point.y, saturated: point.saturated, band: point.interval(), ..Point::default() }
}

pub(super) fn axis(axis: CurveAxis) -> Axis {
    Axis { unit: unit(axis.unit), title: axis.title, logarithmic: axis.logarithmic, limits: None }
}
