//! The legend beside a chart.

use super::View;
use crate::figure::{Series, Swatch, svg};
use serde::Serialize;

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
    /// Every curve in the order of the chart, on a light or dark background.
    pub fn legend(&self, dark: bool) -> Vec<LegendEntry> {
        let entry = |series: &Series| LegendEntry {
            label: series.label.clone(),
            swatch: svg(&Swatch { series }, dark, ""),
            visible: series.visible,
        };
        self.chart().series.iter().map(entry).collect()
    }
}
