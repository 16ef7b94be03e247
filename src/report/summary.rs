//! The curves of a chart in one row each: where they saturate, and how they compare where none does.

use super::ShownResults;
use super::table::{Column, SATURATION, Table, unit};
use super::verdict::ComputedValue;
use super::words::{decapitalised, percent};
use crate::experiment::{Curve, Curves, Plot, Quantity};
use crate::simulation::metrics;

/// The meaning of the last column, as a text.
const COMPARABLE: &str = "The mean at the highest varied value at which no shown curve is saturated. \
    With replications, half its 95 % confidence interval follows.";

impl ShownResults<'_> {
    /// A row for each shown curve: the utilisation at which it saturates, its highest utilisation, and its value where no
    /// curve is saturated yet. None before all runs are known, with facets, and for a single curve.
    pub fn summary(&self) -> Option<Table> {
        let Curves { y, curves, .. } = self.visible();
        if self.results.parts().len() > 1 || !self.results.is_complete() || curves.len() < 2 {
            return None;
        }
        let mut columns = vec![
            Column::new("Placement · order", ""),
            Column::new("Saturates at utilisation", SATURATION),
            Column::new("Highest utilisation", metrics::UTILIZATION.definition),
        ];
        let common = comparable(&curves);
        if let Some(value) = common {
            let varied = self.results.experiment().varied().title();
            let single = curves.iter().all(|curve| curve.points.len() == 1);
            let place = if single { String::new() } else { format!(" at {} {value}", decapitalised(varied)) };
            columns.push(Column::new(format!("{}{place}", y.title), COMPARABLE));
        }
        let reached = Plot { y: Quantity::Metric(&metrics::UTILIZATION), x: Quantity::Coefficient };
        let reached = Curves::of(self.results, reached).curves;
        let row = |curve: &Curve| {
            let highest = reached.iter().filter(|other| other.place == curve.place).flat_map(|other| &other.points);
            let highest = highest.map(|point| point.y).fold(f64::NAN, f64::max);
            let mut row = vec![curve.title.clone(), onset(curve), percent(highest)];
            row.extend(
                common.and_then(|value| curve.at(value)).map(|point| ComputedValue::of(point).text(&unit(y.unit))),
            );
            row
        };
        let rows = curves.iter().map(row).collect();
        Some(Table { columns, rows, ..Table::default() })
    }
}

/// Where a curve saturates, in words.
fn onset(curve: &Curve) -> String {
    curve.saturation.map_or("not reached".into(), |found| match (percent(found.below), percent(found.at)) {
        _ if found.below.is_nan() => format!("below {}", percent(found.at)),
        (below, at) if below == at => at,
        (below, at) => format!("{below} to {at}"),
    })
}

/// The highest varied value at which every curve has a run, and none is saturated.
fn comparable(curves: &[Curve]) -> Option<f64> {
    let free = |value: f64| move |curve: &Curve| curve.at(value).is_some_and(|point| !point.saturated);
    let values = curves.first()?.points.iter().map(|point| point.coefficient);
    values.rev().find(|&value| curves.iter().all(free(value)))
}

#[cfg(test)]
mod tests {
    use crate::experiment::Results;
    use crate::experiment::results::tests::{loaded as run, none_yet};
    use crate::report::ShownResults;
    use crate::view::Permalink;

    fn rows(results: &Results, hidden: &str) -> Option<Vec<Vec<String>>> {
        let mut edited = Permalink::from(results.experiment());
        edited.set("hidden", hidden).unwrap();
        ShownResults::new(results, &edited).summary().map(|table| {
            let titles = table.columns.into_iter().map(|column| column.title).collect();
            [titles].into_iter().chain(table.rows).collect()
        })
    }

    #[test]
    fn curves_are_compared_where_none_is_saturated() {
        let mut results = none_yet();
        // flat, then nep, each at two values.
        for (cell, run) in [run(2.0, 0.4, 0.0), run(9.0, 0.82, 9.0), run(3.5, 0.4, 0.0)].into_iter().enumerate() {
            results.put(cell, Ok(run));
            assert_eq!(rows(&results, ""), None, "some runs are missing");
        }
        results.put(3, Ok(run(90.0, 0.62, 11.0)));
        let expected = [
            [
                "Placement · order",
                "Saturates at utilisation",
                "Highest utilisation",
                "Mean bounded slowdown at runtime coefficient 1",
            ],
            ["Any free nodes · First come, first served", "not reached", "82\u{202f}%", "2"],
            ["Non-equal partition · First come, first served", "40\u{202f}% to 62\u{202f}%", "62\u{202f}%", "3.5"],
        ];
        assert_eq!(rows(&results, "").unwrap(), expected);
        assert_eq!(rows(&results, "fcfs / nep"), None, "one curve is shown");
    }

    #[test]
    fn where_all_is_saturated_no_values_are_compared() {
        let mut results = none_yet();
        for cell in 0..4 {
            results.put(cell, Ok(run(90.0, 0.5, 11.0)));
        }
        let [titles, row, ..] = &rows(&results, "").unwrap()[..] else { panic!("two curves") };
        assert_eq!((titles.len(), &row[1][..]), (3, "below 50\u{202f}%"));
    }
}
