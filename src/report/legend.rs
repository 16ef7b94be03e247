//! The legend of a chart.

use super::ShownResults;
use super::chart_state::ShownCurve;
use super::pins::{MOST_PINS, PinNote};
use super::words::rest;
use crate::figure::{Series, Swatch, svg};
use crate::view::{COLOUR_NAMES, CurveName};
use serde::Serialize;

/// The most curves that get a button on the page: more cannot be distinguished.
const MOST: usize = 500;

/// The legend of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Legend {
    /// Its first curves.
    pub entries: Vec<LegendEntry>,
    /// The names of the colours that a curve can have.
    pub colours: Vec<&'static str>,
    /// The number of further curves in words; empty if there are none.
    pub rest: String,
    /// The pinned runs.
    pub pins: Vec<PinNote>,
    /// Whether the results can be pinned, too.
    pub can_pin: bool,
}

/// One curve of the legend.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LegendEntry {
    /// The curve's name.
    pub label: String,
    /// Its key: a picture of its line and marker, as SVG.
    pub swatch: String,
    /// Whether it is drawn.
    pub visible: bool,
    /// The name of its own colour; empty for the usual one.
    pub colour: String,
    /// Its own label; empty for the usual one.
    pub own_label: String,
    /// Its name in permalinks; empty for a curve of a pinned run.
    pub name: String,
}

impl ShownResults<'_> {
    /// The curves in the order of the chart, on a light or dark background.
    pub fn legend(&self, dark: bool) -> Legend {
        let experiment = self.results.experiment();
        let style = |shown: &ShownCurve| self.view.style(&shown.curve).filter(|_| shown.pin.is_none());
        let entry = |(series, shown): (&Series, &ShownCurve)| LegendEntry {
            colour: style(shown).and_then(|style| style.colour).map_or(String::new(), |name| COLOUR_NAMES[name].into()),
            own_label: style(shown).map_or(String::new(), |style| style.label.clone()),
            label: series.label.clone(),
            swatch: svg(&Swatch { series }, dark, ""),
            visible: series.visible,
            name: match shown.pin {
                None => CurveName::of(&shown.curve, experiment).to_string(),
                Some(_) => String::new(),
            },
        };
        let (series, shown) = (self.chart().series, self.chart_state().curves);
        Legend {
            entries: series.iter().zip(&shown).take(MOST).map(entry).collect(),
            colours: COLOUR_NAMES.to_vec(),
            rest: rest(series.len(), MOST, "curve"),
            pins: self.pin_notes(),
            can_pin: self.pins.len() < MOST_PINS,
        }
    }
}
