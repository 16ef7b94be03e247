//! The points of a chart as a table of text.

use super::ShownResults;
use super::chart_state::{Basis, ChartState, ConfidenceNote, ShownCurve};
use super::csv::number;
use super::results::varied_name;
use super::words::rest;
use crate::experiment::curves::CurveAxis;
use crate::experiment::{Curve, CurvePoint, Quantity};
use crate::figure::{Unit, reading};
use crate::simulation::metrics::MetricUnit;
use crate::sorting::sorted;
use crate::time::Decimal;
use serde::{Deserialize, Serialize};

/// The most points that get a row in the page's table.
const MOST: usize = 1000;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Column {
    /// Its title.
    pub title: String,
    /// What the title means; empty if it is clear.
    pub definition: String,
}

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a text for every column.
    pub rows: Vec<Vec<String>>,
    /// What is left out, in words; empty if nothing is.
    pub rest: String,
    /// The same for a spreadsheet: the names of the columns, then the rows, with all digits. Empty if the texts above
    /// have all digits.
    pub exact: Vec<Vec<String>>,
}

/// The meaning of saturation, as a text.
pub const SATURATION: &str = "A run is saturated when its queue grows for as long as jobs arrive: when on average more than \
    1 % of all its jobs wait at a time (mean wait over makespan). A curve saturates between the last run before its \
    first saturated one, and that one, in the order of increasing load. It levels off at the highest utilisation of \
    any of its runs.";

/// The meaning of the ends of intervals, as a text.
const INTERVAL: &str = "The ends of the 95 % confidence interval over replications, after Student's t.";

/// The meaning of the number of replications, as a text.
const REPLICATIONS: &str = "How many runs the interval is based on. Of a ratio or difference it is how many pairs of them, \
    which ran the same jobs (paired), or how many of either curve, which did not (unpaired).";

impl Basis {
    /// The field of a point with this many replications.
    fn entry(self, replications: u32) -> Entry {
        match self {
            Basis::Own => Entry::plain(replications, replications.into()),
            Basis::Pairs(count) => Entry::plain(format!("{count} paired"), count as f64),
            Basis::Apart(one, other) => Entry::plain(format!("{one} and {other} unpaired"), one as f64),
        }
    }
}

impl Table {
    /// All rows under these columns, which have other names in files.
    pub(super) fn of(columns: Vec<Column>, names: Vec<String>, rows: &[Vec<Entry>]) -> Table {
        let text = |entry: fn(&Entry) -> &String| {
            move |row: &Vec<Entry>| row.iter().map(|field| entry(field).clone()).collect()
        };
        let exact = [names].into_iter().chain(rows.iter().map(text(|entry| &entry.exact))).collect();
        let rows = rows.iter().map(text(|entry| &entry.shown)).collect();
        Table { columns, rows, rest: String::new(), exact }
    }
}

impl Column {
    /// A column with this title and meaning.
    pub fn new(title: impl Into<String>, definition: impl Into<String>) -> Column {
        Column { title: title.into(), definition: definition.into() }
    }
}

/// The order of a table's rows, and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sorting {
    /// The column to sort by; none for the order of the legend.
    pub column: Option<usize>,
    /// Whether the greatest come first.
    pub descending: bool,
    /// Whether to return all rows, and not only as many as a page shows.
    pub whole: bool,
}

/// One field of a row: as text, as text in files, and as a sort key.
pub(super) struct Entry {
    pub shown: String,
    pub exact: String,
    rank: f64,
}

impl Entry {
    /// A value as this text.
    pub fn of(value: f64, shown: String) -> Entry {
        Entry { shown, exact: number(value), rank: value }
    }

    /// A text that is the same in all forms.
    pub fn plain(text: impl ToString, rank: f64) -> Entry {
        Entry { shown: text.to_string(), exact: text.to_string(), rank }
    }
}

impl ShownResults<'_> {
    /// The points of every curve, hidden or not. Means of several replications have their intervals.
    pub fn table(&self, sorting: Sorting) -> Table {
        let ChartState { x, y, .. } = self.chart_state();
        let parts: Vec<(Option<Decimal>, Vec<ShownCurve>)> = self
            .parts()
            .map(|part| (part.results.facet().map(|(_, value)| value), part.chart_state().curves))
            .collect();
        let all = parts.iter().flat_map(|(_, curves)| curves);
        let replicated = all.flat_map(|shown| &shown.certainty).any(|certainty| certainty.interval.is_some());
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        for (facet, curves) in &parts {
            for (place, shown) in curves.iter().enumerate() {
                for (point, certainty) in shown.curve.points.iter().zip(&shown.certainty) {
                    let mut row = row((place, &shown.curve), point, certainty, [&x, &y], replicated);
                    if let Some(value) = facet {
                        row.insert(1, Entry::plain(value, value.to_f64()));
                    }
                    rows.push(row);
                }
            }
        }
        if let Some(column) = sorting.column {
            let rank = |row: &Vec<Entry>| row.get(column).map_or(0.0, |entry| entry.rank);
            rows = sorted(rows, |one, other| {
                let (one, other) = (rank(one), rank(other));
                if sorting.descending { other.total_cmp(&one) } else { one.total_cmp(&other) }
            });
        }
        let rest = if sorting.whole { String::new() } else { rest(rows.len(), MOST, "row") };
        rows.truncate(if sorting.whole { usize::MAX } else { MOST });
        let (columns, names) = self.columns([&x, &y], replicated);
        Table { rest, ..Table::of(columns, names, &rows) }
    }

    /// The title of each column, and its name in files.
    fn columns(&self, [x, y]: [&CurveAxis; 2], replicated: bool) -> (Vec<Column>, Vec<String>) {
        let (plot, experiment) = (self.edited.plot, self.results.experiment());
        let varied = experiment.varied();
        let name = |quantity: Quantity| match quantity {
            Quantity::Metric(metric) => metric.name.to_string(),
            Quantity::Coefficient => varied_name(self.results),
        };
        let (mut upwards, level) = (name(plot.y), name(plot.x));
        if let Some(comparison) = self.comparison_shown() {
            upwards = format!("{upwards}_{}", comparison.relation);
        }
        let mut columns = vec![
            (Column::new("Placement · order", ""), "curve".to_string()),
            (Column::new(varied.title(), ""), varied_name(self.results)),
            (Column::new(titled(x), plot.x.definition()), level),
            (Column::new(titled(y), plot.y.definition()), upwards.clone()),
        ];
        if let Some(facet) = experiment.facets() {
            columns.insert(1, (Column::new(facet.varied.title(), ""), facet.varied.column()));
        }
        if replicated {
            columns.push((Column::new("from", INTERVAL), format!("{upwards}_low")));
            columns.push((Column::new("to", INTERVAL), format!("{upwards}_high")));
            columns.push((Column::new("Replications", REPLICATIONS), "replications".into()));
        }
        columns.push((Column::new("Jobs", ""), "jobs".into()));
        columns.push((Column::new("Saturated", SATURATION), "saturated".into()));
        columns.into_iter().unzip()
    }
}

fn row(
    (place, curve): (usize, &Curve),
    point: &CurvePoint,
    certainty: &ConfidenceNote,
    [x, y]: [&CurveAxis; 2],
    replicated: bool,
) -> Vec<Entry> {
    let value = |value: f64, axis: &CurveAxis| Entry::of(value, valued(value, axis));
    let mut row = vec![
        Entry { shown: curve.title.clone(), exact: curve.label.clone(), rank: place as f64 },
        Entry::plain(point.coefficient, point.coefficient),
        value(point.x, x),
        value(point.y, y),
    ];
    if replicated {
        let (low, high) = certainty.interval.unwrap_or((f64::NAN, f64::NAN));
        row.extend([value(low, y), value(high, y)]);
        row.push(certainty.basis.entry(point.replications));
    }
    row.push(Entry::plain(point.jobs, point.jobs.into()));
    row.push(Entry::plain(if point.saturated { "yes" } else { "no" }, f64::from(u8::from(point.saturated))));
    row
}

/// A value in the unit of its axis.
pub(super) fn valued(value: f64, axis: &CurveAxis) -> String {
    reading(value, &unit(axis.unit))
}

fn titled(axis: &CurveAxis) -> String {
    if axis.unit == MetricUnit::One { axis.title.clone() } else { format!("{} ({})", axis.title, axis.unit) }
}

/// A metric's unit in pictures and sentences.
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
    use crate::experiment::results::tests::{none_yet, replicated, result, slowdown};
    use crate::view::Permalink;

    #[test]
    fn a_point_is_a_row_with_its_units() {
        let mut results = none_yet();
        let values =
            [("mean_wait", 90.0), ("utilization", 0.25), ("makespan", 10_000.0), ("mean_bounded_slowdown", 1.5)];
        results.put(1, Ok(result(0.0, &values)));
        results.put(2, Ok(result(0.0, &[("mean_wait", 101.0), ("utilization", 0.5), ("makespan", 10_000.0)])));
        let mut edited = Permalink::from(results.experiment());
        edited.set("plot", "wait-utilization").unwrap();
        let table = ShownResults::new(&results, &edited).table(Sorting::default());
        let titles: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
        let named = ["Placement · order", "Runtime coefficient", "Utilisation (%)", "Mean wait (s)"];
        assert_eq!(titles[..4], named);
        assert_eq!(titles[4..], ["Jobs", "Saturated"]);
        let row = |cells: [&str; 6]| cells.map(|cell| cell.replace(' ', "\u{202f}")).to_vec();
        let mut first = row(["", "2", "25 %", "90 s", "20", "no"]);
        let mut second = row(["", "1", "50 %", "101 s", "20", "yes"]);
        let order = "First come, first served";
        (first[0], second[0]) = (format!("Any free nodes · {order}"), format!("Non-equal partition · {order}"));
        assert_eq!(table.rows, [first, second]);
        assert_eq!(table.exact[0], ["curve", "runtime_coefficient", "utilization", "mean_wait", "jobs", "saturated"]);
        assert_eq!(table.exact[1], ["fcfs / flat", "2", "0.25", "90", "20", "no"]);

        edited.set("plot", "slowdown-coefficient").unwrap();
        let table = ShownResults::new(&results, &edited).table(Sorting::default());
        assert_eq!((&*table.columns[3].title, &*table.rows[0][3]), ("Mean bounded slowdown", "1.5"));
    }

    #[test]
    fn rows_are_sorted_by_number_in_either_direction_and_means_have_their_intervals() {
        let mut results = replicated(5);
        for (cell, value) in [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().enumerate() {
            results.put(cell, slowdown(value));
        }
        let mut edited = Permalink::from(results.experiment());
        edited.set("plot", "slowdown-coefficient").unwrap();
        let table = ShownResults::new(&results, &edited).table(Sorting::default());
        let names = ["slowdown_low", "slowdown_high", "replications"]
            .map(|name| name.replace("slowdown", "mean_bounded_slowdown"));
        assert_eq!(table.exact[0][4..7], names);
        // The quantile at four degrees of freedom times the deviation, divided by the root of five.
        let half_width = 2.776445 * 2.5f64.sqrt() / 5f64.sqrt();
        assert_eq!(table.exact[1][4..7], [(3.0 - half_width).to_string(), (3.0 + half_width).to_string(), "5".into()]);
        assert_eq!(table.rows[0][4..7], ["1.037", "4.963", "5"]);

        let mut results = none_yet();
        for (cell, wait) in [30.0, 200.0, 4.0, 100.0].into_iter().enumerate() {
            results.put(cell, Ok(result(0.0, &[("mean_wait", wait)])));
        }
        edited = Permalink::from(results.experiment());
        edited.set("plot", "wait-coefficient").unwrap();
        let waits = |column, descending| {
            let sorting = Sorting { column, descending, whole: true };
            let table = ShownResults::new(&results, &edited).table(sorting);
            table.exact[1..].iter().map(|row| row[3].parse::<f64>().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(waits(None, true), [30.0, 200.0, 4.0, 100.0]);
        assert_eq!(waits(Some(3), false), [4.0, 30.0, 100.0, 200.0]);
        assert_eq!(waits(Some(1), true), [200.0, 100.0, 30.0, 4.0], "equal ones as they were");
        assert_eq!(waits(Some(9), false), waits(None, false));
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
