//! The points of a chart as a table of text, for those who read rather than look.

use super::View;
use super::words::rest;
use crate::experiment::curves::CurveAxis;
use crate::experiment::{Curve, CurvePoint, Curves};
use crate::figure::{Unit, reading};
use crate::simulation::metrics::MetricUnit;
use serde::{Deserialize, Serialize};

/// The most points of which the page's table has a row.
const MOST: usize = 1000;

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
    /// What is not in it, in words; empty where it has everything.
    pub rest: String,
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
    /// The points of every curve, hidden or not, in the order of the legend.
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
        let points = || curves.iter().flat_map(|curve| curve.points.iter().map(move |point| (curve, point)));
        let rows = points().take(MOST).map(|(curve, point)| row(curve, point, &x, &y)).collect();
        Table { columns, rows, rest: rest(points().count(), MOST, "row") }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::tests::{none_yet, result};

    #[test]
    fn a_point_is_a_row_with_its_units() {
        let mut results = none_yet();
        let values =
            [("mean_wait", 90.0), ("utilization", 0.25), ("makespan", 10_000.0), ("mean_bounded_slowdown", 1.5)];
        results.put(1, Ok(result(0.0, &values)));
        results.put(2, Ok(result(0.0, &[("mean_wait", 101.0), ("utilization", 0.5), ("makespan", 10_000.0)])));
        let mut edited = results.experiment().clone();
        edited.set("plot", "wait-utilization").unwrap();
        let table = View { results: &results, edited: &edited, hidden: &[] }.table();
        let titles: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
        let named = ["scheduling / allocation", "Runtime coefficient", "Utilisation (%)", "Mean wait (s)"];
        assert_eq!(titles[..4], named);
        assert_eq!(titles[4..], ["Jobs", "Saturated"]);
        let row = |cells: [&str; 6]| cells.map(|cell| cell.replace(' ', "\u{202f}")).to_vec();
        let mut first = row(["", "2", "25 %", "90 s", "20", "no"]);
        let mut second = row(["", "1", "50 %", "101 s", "20", "yes"]);
        (first[0], second[0]) = ("fcfs / flat".into(), "fcfs / nep".into());
        assert_eq!(table.rows, [first, second]);

        edited.set("plot", "slowdown-coefficient").unwrap();
        let table = View { results: &results, edited: &edited, hidden: &[] }.table();
        assert_eq!((&*table.columns[3].title, &*table.rows[0][3]), ("Mean bounded slowdown", "1.5"));
    }

    #[test]
    fn units_of_metrics_are_those_of_pictures() {
        assert_eq!(
            [MetricUnit::One, MetricUnit::Share, MetricUnit::Seconds].map(unit),
            [Unit::None, Unit::Share, Unit::Seconds]
        );
        assert_eq!(unit(MetricUnit::Cycles), Unit::Other("cycles"));
    }
}
