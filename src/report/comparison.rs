//! Printed values next to computed ones, as a table and as marks on the chart.

use super::ShownResults;
use super::table::{Column, SATURATION, Table, unit};
use super::verdict::{ComputedValue, RULE, agrees, is_about};
use super::words::decapitalised;
use crate::experiment::{Curve, Plot, Quantity, Summary};
use crate::figure::{self, Unit, reading};
use crate::papers::{Preset, Printed, Published};
use crate::simulation::metrics;

impl ShownResults<'_> {
    /// Printed values of the curves of a figure next to computed ones. None if the results belong to no published
    /// figure, or if the paper prints no values.
    pub fn comparison(&self) -> Option<Table> {
        let preset = self.preset()?;
        let curves = self.curves().curves;
        let rows = |value: &'static Published| {
            curves.iter().filter(|curve| is_about(value, curve)).map(|curve| {
                let [quantity, printed, here, verdict] = self.compare(value, curve);
                vec![curve.title.clone(), quantity, printed, here, verdict]
            })
        };
        let rows: Vec<Vec<String>> = preset.published.iter().flat_map(rows).collect();
        let saturates = preset.published.iter().any(|value| matches!(value.printed, Printed::Saturation { .. }));
        let columns = vec![
            Column::new("Placement · order", ""),
            Column::new("Quantity", if saturates { SATURATION } else { "" }),
            Column::new(format!("As printed ({preset})"), ""),
            Column::new("Here", ""),
            Column::new("Verdict", RULE),
        ];
        (!rows.is_empty()).then_some(Table { columns, rows, ..Table::default() })
    }

    /// The quantity, the printed value, the computed one, and whether they agree.
    fn compare(&self, value: &Published, curve: &Curve) -> [String; 4] {
        let verdict = |found| if agrees(&value.printed, curve, found) { "agrees" } else { "differs" }.to_string();
        let share = |value| reading(value, &Unit::Share);
        match value.printed {
            Printed::Saturation { utilization, load, above } => {
                let above = if above { "above " } else { "" };
                let load = load.map_or(String::new(), |load| format!(" from load {load}"));
                let here = curve.saturation.map_or("does not saturate".into(), |found| {
                    format!(
                        "between {} and {}, levels off at {}",
                        share(found.below),
                        share(found.at),
                        share(found.plateau)
                    )
                });
                ["Saturates at utilisation".into(), format!("{above}{}{load}", share(utilization)), here, verdict(None)]
            }
            Printed::Mean { metric, at, mean, half_width } => {
                let experiment = self.results.experiment();
                let printed = Quantity::Metric(metric);
                let unit = unit(printed.unit(experiment));
                let label = |run: &Summary| experiment.curve(run.machine, run.allocation, run.scheduling);
                let summary =
                    self.results.summaries().find(|run| run.value.to_f64() == at && label(run) == curve.label);
                let found = summary.map(|summary| {
                    let half_width = Some(summary.half_width(printed)).filter(|half_width| !half_width.is_nan());
                    ComputedValue { mean: summary.quantity(printed), half_width }
                });
                let here = found.map_or("not run".into(), |found| found.text(&unit));
                let varied = decapitalised(experiment.varied().title());
                let quantity = format!("{} at {varied} {at}", printed.title(experiment));
                [quantity, ComputedValue { mean, half_width }.text(&unit), here, verdict(found)]
            }
        }
    }
}

/// The printed values of a curve that the chart can show: utilisation at a load, or the plotted metric at a value of
/// the varied parameter.
pub(super) fn marks(shown: Plot, curve: &Curve, preset: Option<&Preset>) -> Vec<figure::Published> {
    let Some(preset) = preset else { return Vec::new() };
    let place = |value: &Published| {
        let (plot, x, y) = match value.printed {
            Printed::Saturation { utilization, load, .. } => {
                let (y, x) = (Quantity::Metric(&metrics::UTILIZATION), Quantity::Metric(&metrics::LOAD));
                (Plot { y, x }, load?, utilization)
            }
            Printed::Mean { metric, at, mean, .. } => {
                (Plot { y: Quantity::Metric(metric), x: Quantity::Coefficient }, at, mean)
            }
        };
        (shown == plot).then(|| figure::Published { x, y, source: preset.to_string() })
    };
    preset.published.iter().filter(|value| is_about(value, curve)).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::tests::result;
    use crate::experiment::{Plan, Results, permalink};
    use crate::papers;
    use crate::view::Permalink;
    use crate::workload::Selected;

    #[test]
    fn the_table_names_the_curve_and_its_plateau_as_it_shows_them() {
        let saturates = |value: &Published| matches!(value.printed, Printed::Saturation { .. });
        let preset = papers::all().find(|preset| preset.published.iter().any(saturates)).unwrap();
        let (experiment, _) = permalink::read(&preset.link);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let mut results = Results::new(&plan, &Selected::default());
        let saturated = [("mean_wait", 101.0), ("makespan", 10_000.0), ("utilization", 0.5), ("load", 0.6)];
        for cell in 0..plan.cells.len() {
            results.put(cell, Ok(result(0.0, &saturated)));
        }
        let table = ShownResults::new(&results, &Permalink::from(&experiment)).comparison().unwrap();
        assert_eq!(table.columns[0].title, "Placement · order");
        assert!(table.rows[0][0].contains(" · "), "{:?}", table.rows);
        assert!(table.rows[0][3].ends_with(", levels off at 50\u{202f}%"), "{:?}", table.rows);
    }
}
