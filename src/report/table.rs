//! The points of a chart as a table of text, for those who read rather than look.

use super::View;
use crate::experiment::curves::CurveAxis;
use crate::experiment::{Curve, CurvePoint, Curves};
use crate::figure::{Unit, reading};
use crate::simulation::metrics::MetricUnit;
use serde::{Deserialize, Serialize};

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Column {
    /// What stands above it.
    pub title: String,
    /// What that means; empty where it needs no saying.
    pub definition: String,
}

/// A table of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a text for every column.
    pub rows: Vec<Vec<String>>,
}

/// What saturation means here, for people.
pub const SATURATION: &str = "A run is saturated when its queue grows for as long as jobs arrive: when on average more than \
    1 % of all its jobs wait at a time (mean wait over makespan). A curve saturates between the last run before its \
    first saturated one, and that one, in the order of increasing load.";

impl Column {
    /// A column of this title, and what it means.
    pub fn new(title: impl Into<String>, definition: impl Into<String>) -> Column {
        Column { title: title.into(), definition: definition.into() }
    }
}

impl View<'_> {
    /// Every point of every curve, hidden or not, in the order of the legend.
    pub fn table(&self) -> Table {
        let Curves { x, y, curves } = self.curves();
        let (plot, varied) = (self.edited.plot, self.results.experiment().varied().title());
        let columns = vec![
            Column::new("scheduling / allocation", ""),
            Column::new(varied, ""),
            Column::new(titled(&x), plot.x.definition()),
            Column::new(titled(&y), plot.y.definition()),
            Column::new("Jobs", ""),
            Column::new("Saturated", SATURATION),
        ];
        let rows = |curve: &Curve| curve.points.iter().map(|point| row(curve, point, &x, &y)).collect::<Vec<_>>();
        Table { columns, rows: curves.iter().flat_map(rows).collect() }
    }
}

fn row(curve: &Curve, point: &CurvePoint, x: &CurveAxis, y: &CurveAxis) -> Vec<String> {
    let saturated = if point.saturated { "yes" } else { "no" };
    vec![
        curve.label.clone(),
        point.coefficient.to_string(),
        valued(point.x, x),
        valued(point.y, y),
        point.jobs.to_string(),
        saturated.into(),
    ]
}

/// A value in the unit of its axis.
pub(super) fn valued(value: f64, axis: &CurveAxis) -> String {
    reading(value, &unit(axis.unit))
}

fn titled(axis: &CurveAxis) -> String {
    if axis.unit == MetricUnit::One { axis.title.clone() } else { format!("{} ({})", axis.title, axis.unit) }
}

/// A metric's unit as pictures and sentences have it.
pub(super) fn unit(unit: MetricUnit) -> Unit {
    match unit {
        MetricUnit::One => Unit::None,
        MetricUnit::Share => Unit::Share,
        MetricUnit::Seconds => Unit::Seconds,
        other => Unit::Other(other.name()),
    }
}
