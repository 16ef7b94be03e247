//! What is read at a point of a chart, and who points at it.

use super::View;
use super::seen::{Basis, Certainty, Seen, SeenCurve};
use super::table::valued;
use crate::experiment::CurvePoint;
use crate::experiment::curves::CurveAxis;
use crate::figure::{Hit, Layout};
use serde::{Deserialize, Serialize};

/// What is read at a point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Reading {
    /// The curve, by its place in the legend.
    pub curve: usize,
    /// The point, by its place on the curve.
    pub point: usize,
    /// Where it stands, in CSS pixels from the left.
    pub x: f64,
    /// Where it stands, in CSS pixels from the top.
    pub y: f64,
    /// The curve's name.
    pub title: String,
    /// What is read there, line by line.
    pub lines: Vec<String>,
    /// The first run at the point, as links name it; empty where it cannot be opened.
    pub run: String,
}

/// Where somebody points.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Pointing {
    /// At a place, in CSS pixels: the point nearest to it within `radius`.
    Near {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
        /// How far from it a point may be.
        radius: f64,
    },
    /// At a point.
    Point {
        /// Its curve, by its place in the legend.
        curve: usize,
        /// Its place on the curve.
        point: usize,
    },
    /// So far from a point, stopping at the ends; the first point from nowhere.
    Step {
        /// The curve to go from.
        curve: Option<usize>,
        /// The point to go from.
        point: usize,
        /// Points to go; infinity for the last one.
        points: f64,
        /// Shown curves to go.
        curves: f64,
    },
}

impl View<'_> {
    /// What is read at a point of the last drawing.
    pub fn read(&self, hit: Hit) -> Option<Reading> {
        let Seen { x, y, curves } = self.seen();
        let SeenCurve { curve, certainty, pin, .. } = curves.get(hit.series)?;
        let (point, certainty) = (curve.points.get(hit.point)?, certainty.get(hit.point)?);
        let varied = self.results.experiment().varied().title();
        let mut lines = vec![
            format!("{} {}", y.title, valued(point.y, &y)),
            format!("{} {}", x.title, valued(point.x, &x)),
            format!("{varied} {}", point.coefficient),
            format!("{} jobs", point.jobs),
        ];
        if x.title == varied {
            lines.remove(2);
        }
        lines.extend(trust(certainty, point, &y));
        if point.saturated {
            lines.push("saturated".into());
        }
        let (title, run) =
            (curve.label.clone(), if pin.is_none() { self.run_at(curve, point.coefficient) } else { String::new() });
        Some(Reading { curve: hit.series, point: hit.point, x: hit.x_px, y: hit.y_px, title, lines, run })
    }
}

/// How far to trust what is upwards at a point, and why; nothing where there is no interval.
fn trust(certainty: &Certainty, point: &CurvePoint, y: &CurveAxis) -> Option<String> {
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
    /// The point of a drawing that is meant, if there is one.
    pub fn find(self, layout: &Layout) -> Option<Hit> {
        match self {
            Pointing::Near { x, y, radius } => layout.nearest(x, y, radius),
            Pointing::Point { curve, point } => layout.find(curve, point),
            Pointing::Step { curve, point, points, curves } => step(layout, curve, point, [points, curves]),
        }
    }
}

/// The point so many points and curves from another (by its curve and its place there).
fn step(layout: &Layout, curve: Option<usize>, point: usize, [points, curves]: [f64; 2]) -> Option<Hit> {
    let mut shown: Vec<usize> = layout.points.iter().map(|hit| hit.series).collect();
    shown.dedup();
    let Some(at) = shown.iter().position(|&series| Some(series) == curve) else {
        return layout.points.first().copied();
    };
    let along =
        |place: usize| -> Vec<Hit> { layout.points.iter().copied().filter(|hit| hit.series == shown[place]).collect() };
    let moved = |from: usize, by: f64, count: usize| (from as f64 + by).clamp(0.0, count as f64 - 1.0) as usize;
    let next = along(moved(at, curves, shown.len()));
    let place = along(at).iter().position(|hit| hit.point == point).unwrap_or(0);
    next.get(moved(place, points, next.len())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Curve 0 has the points 0, 1 and 2, curve 3 the points 4 and 5; the others are hidden.
    fn layout() -> Layout {
        let hit = |(series, point)| Hit { series, point, x_px: 0.0, y_px: 0.0 };
        let points = [(0, 0), (0, 1), (0, 2), (3, 4), (3, 5)].map(hit).to_vec();
        Layout { points, ..Layout::default() }
    }

    #[test]
    fn steps_stop_at_the_ends_and_skip_hidden_curves() {
        let stepped = |points, curves, curve, point| {
            let hit = Pointing::Step { curve, point, points, curves }.find(&layout()).unwrap();
            (hit.series, hit.point)
        };
        assert_eq!(stepped(1.0, 0.0, None, 0), (0, 0));
        assert_eq!(stepped(1.0, 0.0, Some(0), 1), (0, 2));
        assert_eq!(stepped(1.0, 0.0, Some(0), 2), (0, 2));
        assert_eq!(stepped(f64::NEG_INFINITY, 0.0, Some(3), 5), (3, 4));
        assert_eq!(stepped(0.0, 1.0, Some(0), 2), (3, 5), "the shorter curve ends sooner");
        assert_eq!(stepped(0.0, 5.0, Some(0), 0), (3, 4));
        assert_eq!(step(&Layout::default(), None, 0, [1.0, 0.0]), None);
    }
}
