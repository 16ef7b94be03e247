//! The reading at a point of a chart, and the position of the pointer.

use super::ShownResults;
use super::chart_state::{Basis, ChartState, ConfidenceNote, ShownCurve};
use super::table::valued;
use super::words::counted;
use crate::experiment::CurvePoint;
use crate::experiment::curves::CurveAxis;
use crate::figure::{Hit, Layout};
use serde::{Deserialize, Serialize};

/// The reading at a point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PointReadout {
    /// The index of its plot among the facets.
    pub facet: usize,
    /// The index of its curve in the legend.
    pub curve: usize,
    /// The index of the point on the curve.
    pub point: usize,
    /// Its distance from the left in CSS pixels.
    pub x: f64,
    /// Its distance from the top in CSS pixels.
    pub y: f64,
    /// The curve's name.
    pub title: String,
    /// The text of the reading, line by line.
    pub lines: Vec<String>,
    /// The first run at the point, by its name in permalinks; empty if it cannot be opened.
    pub run: String,
}

/// The position of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Pointing {
    /// At a place in CSS pixels: the nearest point within `radius`.
    Near {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
        /// The greatest distance of a point.
        radius: f64,
    },
    /// At a point.
    Point {
        /// Its plot.
        facet: usize,
        /// The index of its curve in the legend.
        curve: usize,
        /// Its index on the curve.
        point: usize,
    },
    /// Steps from a point, up to the ends; the first point if there is none.
    Step {
        /// The starting plot.
        facet: usize,
        /// The starting curve.
        curve: Option<usize>,
        /// The starting point.
        point: usize,
        /// Points to move by; infinity for the last one.
        points: f64,
        /// Shown curves to move by.
        curves: f64,
        /// Plots to move by, to the same point of the same curve or the nearest one.
        facets: f64,
    },
}

impl ShownResults<'_> {
    /// The reading at a point of the last drawing.
    pub fn read(&self, hit: Hit) -> Option<PointReadout> {
        let part = self.parts().nth(hit.facet)?;
        let ChartState { x, y, curves } = part.chart_state();
        let ShownCurve { curve, certainty, pin, .. } = curves.get(hit.series)?;
        let (point, certainty) = (curve.points.get(hit.point)?, certainty.get(hit.point)?);
        let varied = self.results.experiment().varied().title();
        let mut lines = vec![
            format!("{} {}", y.title, valued(point.y, &y)),
            format!("{} {}", x.title, valued(point.x, &x)),
            format!("{varied} {}", point.coefficient),
            counted(point.jobs as usize, "job"),
        ];
        if x.title == varied {
            lines.remove(2);
        }
        if let Some((facet, value)) = part.results.facet() {
            lines.insert(0, format!("{} {value}", facet.varied.title()));
        }
        lines.extend(trust(certainty, point, &y));
        if point.saturated {
            lines.push("saturated".into());
        }
        let title = curve.title.clone();
        // A pinned run has another permalink, so its run cannot be opened.
        let run = if pin.is_none() { part.run_at(curve, point.coefficient) } else { String::new() };
        let Hit { facet, series: curve, point, x_px: x, y_px: y } = hit;
        Some(PointReadout { facet, curve, point, x, y, title, lines, run })
    }
}

/// The confidence interval at a point and its basis; none without an interval.
fn trust(certainty: &ConfidenceNote, point: &CurvePoint, y: &CurveAxis) -> Option<String> {
    let (low, high) = certainty.interval?;
    let between = || format!("between {} and {}", valued(low, y), valued(high, y));
    Some(match certainty.basis {
        Basis::Own => {
            let (interval, count) = (valued((high - low) / 2.0, y), point.replications);
            let not_yet = if point.precise { "" } else { ", not yet precise" };
            format!("± {interval} (95 %, {count} replications{not_yet})")
        }
        Basis::Pairs(count) => {
            format!("{} (95 %, paired: both ran the same jobs, {count} replications)", between())
        }
        Basis::Apart(one, other) => {
            format!("{} (95 %, unpaired: they ran different jobs, {one} and {other} replications)", between())
        }
    })
}

impl Pointing {
    /// The point of a drawing at the pointer, if any.
    pub fn find(self, layout: &Layout) -> Option<Hit> {
        match self {
            Pointing::Near { x, y, radius } => layout.nearest(x, y, radius),
            Pointing::Point { facet, curve, point } => layout.find(facet, curve, point),
            Pointing::Step { facet, curve, point, points, curves, facets } => {
                let next = curve.and_then(|curve| step(layout, (facet, curve, point), [points, curves, facets]));
                next.or_else(|| layout.points.first().copied())
            }
        }
    }
}

/// The point this many points, curves and plots away from another, which is given by its plot, its curve there and its
/// index on that. Plots without points are skipped.
fn step(
    layout: &Layout,
    (facet, curve, point): (usize, usize, usize),
    [points, curves, facets]: [f64; 3],
) -> Option<Hit> {
    let moved = |from: usize, by: f64, count: usize| (from as f64 + by).clamp(0.0, count as f64 - 1.0) as usize;
    let each = |of: fn(&Hit) -> usize, hits: &[Hit]| {
        let mut each: Vec<usize> = hits.iter().map(of).collect();
        each.dedup();
        each
    };
    let plots = each(|hit| hit.facet, &layout.points);
    let plot = plots[moved(plots.iter().position(|&plot| plot == facet)?, facets, plots.len())];
    let hits: Vec<Hit> = layout.points.iter().copied().filter(|hit| hit.facet == plot).collect();
    let shown = each(|hit| hit.series, &hits);
    // For a missing curve, take its neighbour.
    let at = shown.iter().position(|&series| series >= curve).unwrap_or(shown.len() - 1);
    let on = |place: usize| -> Vec<Hit> { hits.iter().copied().filter(|hit| hit.series == shown[place]).collect() };
    let (next, along) = (on(moved(at, curves, shown.len())), on(at));
    let place = along.iter().position(|hit| hit.point >= point).unwrap_or(along.len() - 1);
    next.get(moved(place, points, next.len())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Curve 0 has the points 0, 1 and 2, curve 3 the points 4 and 5; the others are hidden.
    fn layout() -> Layout {
        let hit = |(series, point)| Hit { facet: 0, series, point, x_px: 0.0, y_px: 0.0 };
        let points = [(0, 0), (0, 1), (0, 2), (3, 4), (3, 5)].map(hit).to_vec();
        Layout { points, ..Layout::default() }
    }

    #[test]
    fn steps_stop_at_the_ends_and_skip_hidden_curves() {
        let stepped = |points, curves, curve, point| {
            let hit = Pointing::Step { facet: 0, curve, point, points, curves, facets: 0.0 }.find(&layout()).unwrap();
            (hit.series, hit.point)
        };
        assert_eq!(stepped(1.0, 0.0, None, 0), (0, 0));
        assert_eq!(stepped(1.0, 0.0, Some(0), 1), (0, 2));
        assert_eq!(stepped(1.0, 0.0, Some(0), 2), (0, 2));
        assert_eq!(stepped(f64::NEG_INFINITY, 0.0, Some(3), 5), (3, 4));
        assert_eq!(stepped(0.0, 1.0, Some(0), 2), (3, 5), "the shorter curve ends earlier");
        assert_eq!(stepped(0.0, 5.0, Some(0), 0), (3, 4));
        let nowhere = Pointing::Step { facet: 0, curve: None, point: 0, points: 1.0, curves: 0.0, facets: 0.0 };
        assert_eq!(nowhere.find(&Layout::default()), None);
    }
}
