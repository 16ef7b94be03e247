//! The actions of a user on a chart: hiding curves, reordering them, zooming in.

use super::ShownResults;
use crate::experiment::Curve;
use crate::figure::{AxisSpan, Layout};
use crate::view::{CurveName, Limits, View};
use serde::Deserialize;

/// An action on a chart. Curves are counted as in the legend; places are CSS pixels from the chart's upper left corner.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ChartAction {
    /// Shows a hidden curve, or hides a shown one.
    Toggle {
        /// The curve.
        curve: usize,
    },
    /// Shows one curve and hides all others.
    Only {
        /// The curve.
        curve: usize,
    },
    /// Shows every curve.
    All,
    /// Moves a curve this many positions down the legend, at most to its end.
    Move {
        /// The curve.
        curve: usize,
        /// How many positions; negative for upwards.
        places: i32,
    },
    /// Restores the experiment's order of the curves.
    Unsort,
    /// Gives a curve a colour and a label of its own.
    Style {
        /// The curve.
        curve: usize,
        /// The name of the colour; empty for the usual one.
        colour: String,
        /// The label; empty for the usual one.
        label: String,
    },
    /// Zooms to the area between two places of the last drawing. If they are close to each other in one direction, that
    /// axis does not change.
    Zoom {
        /// One corner.
        from: (f64, f64),
        /// The opposite corner.
        to: (f64, f64),
    },
    /// Shows all of the chart.
    Whole,
}

/// A rectangle thinner than this, in CSS pixels, zooms along its longer side only.
const THIN: f64 = 8.0;

impl ShownResults<'_> {
    /// The view of the chart after an action; `layout` is that of its last drawing.
    pub fn look(&self, look: ChartAction, layout: &Layout) -> View {
        let before = self.view;
        match look {
            // A curve and its counterpart in a pinned run have the same name.
            ChartAction::Toggle { curve } => {
                let toggled = self.name_at(curve);
                self.hiding(|name, shown| if Some(name) == toggled.as_ref() { shown } else { !shown })
            }
            ChartAction::Only { curve } => {
                let only = self.name_at(curve);
                self.hiding(|name, _| Some(name) != only.as_ref())
            }
            ChartAction::All => self.hiding(|_, _| false),
            ChartAction::Move { curve, places } => self.moving(curve, places),
            ChartAction::Unsort => View { order: Vec::new(), ..before.clone() },
            ChartAction::Style { curve, colour, label } => {
                let style = self.name_at(curve).and_then(|name| format!("{name}={colour}:{label}").parse().ok());
                style.map_or_else(|| before.clone(), |style| before.with_style(style))
            }
            ChartAction::Zoom { from, to } => zoomed(before, layout, from, to),
            ChartAction::Whole => View { x_limits: None, y_limits: None, ..before.clone() },
        }
    }

    /// The permalink name of the curve at a position of the legend.
    fn name_at(&self, place: usize) -> Option<CurveName> {
        self.chart_state().curves.get(place).map(|shown| CurveName::of(&shown.curve, self.results.experiment()))
    }

    /// The same chart without the curves that `hides` selects by name and current state. Hidden curves of other
    /// experiments stay hidden.
    fn hiding(&self, hides: impl Fn(&CurveName, bool) -> bool) -> View {
        let (curves, before) = (self.chart_state().curves, self.view);
        let foreign = |name: &&CurveName| !curves.iter().any(|shown| name.names(&shown.curve));
        let mut hidden: Vec<CurveName> = before.hidden.iter().filter(foreign).cloned().collect();
        for shown in &curves {
            let name = CurveName::of(&shown.curve, self.results.experiment());
            if hides(&name, shown.visible) && !hidden.contains(&name) {
                hidden.push(name);
            }
        }
        View { hidden, ..before.clone() }
    }

    fn moving(&self, curve: usize, places: i32) -> View {
        let mut view = self.view.clone();
        let name = |curve: &Curve| CurveName::of(curve, self.results.experiment());
        let mut wanted: Vec<CurveName> = self.curves().curves.iter().map(name).collect();
        if curve < wanted.len() {
            let moved = wanted.remove(curve);
            let place = (curve as i64 + i64::from(places)).clamp(0, wanted.len() as i64);
            wanted.insert(place as usize, moved);
            let own: Vec<CurveName> = self.unsorted().curves.iter().map(name).collect();
            view.set_order(wanted, &own);
        }
        view
    }
}

/// The part of a drawing between two places.
fn zoomed(before: &View, layout: &Layout, from: (f64, f64), to: (f64, f64)) -> View {
    let Some(area) = layout.area(from.0, from.1) else { return before.clone() };
    let limits = |span: &AxisSpan, one: f64, other: f64, before: Option<Limits>| {
        let (one_value, other_value) = (span.value_at(one), span.value_at(other));
        let limits = Limits::new(one_value.min(other_value), one_value.max(other_value));
        limits.filter(|_| (one - other).abs() >= THIN).or(before)
    };
    View {
        x_limits: limits(&area.x, from.0, to.0, before.x_limits),
        y_limits: limits(&area.y, from.1, to.1, before.y_limits),
        ..before.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::tests::{none_yet, result};
    use crate::figure::{Chart, ChartPicture};
    use crate::view::Permalink;

    fn text(view: &View) -> [String; 2] {
        let joined = |names: &[CurveName]| names.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        [joined(&view.hidden), joined(&view.order)]
    }

    #[test]
    fn curves_are_hidden_and_moved_by_their_positions_in_the_legend() {
        let results = none_yet();
        let mut edited = Permalink::from(results.experiment());
        let act = |edited: &mut Permalink, look| {
            edited.view = ShownResults::new(&results, edited).look(look, &Layout::default());
            text(&edited.view)
        };
        edited.set("hidden", "easy/gabl").unwrap();
        assert_eq!(act(&mut edited, ChartAction::Toggle { curve: 1 }), ["easy/gabl,fcfs/nep", ""]);
        assert_eq!(act(&mut edited, ChartAction::Move { curve: 1, places: -1 }), ["easy/gabl,fcfs/nep", "fcfs/nep"]);
        assert_eq!(
            act(&mut edited, ChartAction::Toggle { curve: 0 }),
            ["easy/gabl", "fcfs/nep"],
            "counted as they are shown"
        );
        assert_eq!(act(&mut edited, ChartAction::Only { curve: 0 }), ["easy/gabl,fcfs/flat", "fcfs/nep"]);
        assert_eq!(act(&mut edited, ChartAction::Move { curve: 0, places: 9 }), ["easy/gabl,fcfs/flat", ""]);
        assert_eq!(act(&mut edited, ChartAction::All), ["easy/gabl", ""]);
        assert_eq!(act(&mut edited, ChartAction::Move { curve: 7, places: 1 }), ["easy/gabl", ""]);
        edited.set("order", "fcfs/nep").unwrap();
        assert_eq!(act(&mut edited, ChartAction::Unsort), ["easy/gabl", ""]);
    }

    #[test]
    fn a_rectangle_zooms_in_and_a_thin_one_along_its_long_side() {
        let mut results = none_yet();
        results.put(0, Ok(result(0.0, &[("mean_wait", 0.0), ("utilization", 0.0)])));
        results.put(1, Ok(result(0.0, &[("mean_wait", 100.0), ("utilization", 1.0)])));
        let mut edited = Permalink::from(results.experiment());
        edited.set("plot", "wait-utilization").unwrap();
        edited.set("scale", "linear").unwrap();
        let chart: Chart = ShownResults::new(&results, &edited).chart();
        let layout = ChartPicture::new(&chart, 600.0, 400.0).layout();
        let zoom = |from, to| {
            let view = ShownResults::new(&results, &edited).look(ChartAction::Zoom { from, to }, &layout);
            let text = |limits: Option<Limits>| limits.map_or(String::new(), |limits| limits.to_string());
            [text(view.x_limits), text(view.y_limits)]
        };
        let (plot, place) = (layout.plots[0].plot, |part: f64, low: f64, high: f64| low + part * (high - low));
        let across = |part| place(part, plot.left, plot.right);
        let up = |part| place(part, plot.bottom, plot.top);
        assert_eq!(zoom((across(0.75), up(0.5)), (across(0.25), up(0.25))), ["0.25..0.75", "25..50"]);
        assert_eq!(zoom((across(0.25), up(0.5)), (across(0.75), up(0.5) + 7.0)), ["0.25..0.75", ""]);
        assert_eq!(zoom((across(0.5), up(-1.0)), (across(0.5), up(0.5))), ["", "0..50"], "not beyond the frame");
        assert_eq!(zoom((9.0, 9.0), (9.0, 9.0)), ["", ""]);
    }

    #[test]
    fn a_curve_gets_a_colour_and_a_label_and_loses_them() {
        let results = none_yet();
        let mut edited = Permalink::from(results.experiment());
        let mut act = |curve, colour: &str, label: &str| {
            let look = ChartAction::Style { curve, colour: colour.into(), label: label.into() };
            edited.view = ShownResults::new(&results, &edited).look(look, &Layout::default());
            let series = ShownResults::new(&results, &edited).chart().series;
            let shown = series.iter().map(|series| (series.label.clone(), series.colour)).collect::<Vec<_>>();
            (edited.get("styles").unwrap_or_default(), shown)
        };
        let (_, usual) = act(0, "", "");
        let (text, shown) = act(1, "wine", " Ours, at last: v2 ");
        let name = text.split('=').next().unwrap().to_string();
        assert_eq!(text, format!("{name}=wine:Ours, at last: v2"));
        assert_eq!((&shown[1], &shown[0]), (&("Ours, at last: v2".into(), 9), &usual[0]));
        assert_eq!(act(1, "", "Ours").0, format!("{name}=:Ours"));
        assert_eq!(act(1, "", "a;b").0, format!("{name}=:Ours"), "a semicolon separates styles");
        assert_eq!(act(1, "", ""), (String::new(), usual));
    }
}
