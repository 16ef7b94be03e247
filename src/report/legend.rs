//! The legend beside a chart.

use super::View;
use super::words::rest;
use crate::figure::{Series, Swatch, svg};
use serde::Serialize;

/// The most curves of which the page shows a button: nobody tells more of them apart.
const MOST: usize = 500;

/// The legend of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Legend {
    /// Its first curves.
    pub entries: Vec<LegendEntry>,
    /// How many there are beside these, in words; empty where there are none.
    pub rest: String,
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
}

impl View<'_> {
    /// The curves in the order of the chart, on a light or dark background.
    pub fn legend(&self, dark: bool) -> Legend {
        let entry = |series: &Series| LegendEntry {
            label: series.label.clone(),
            swatch: svg(&Swatch { series }, dark, ""),
            visible: series.visible,
        };
        let series = self.chart().series;
        Legend { entries: series.iter().take(MOST).map(entry).collect(), rest: rest(series.len(), MOST, "curve") }
    }
}
