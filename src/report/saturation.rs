//! Where curves saturate, as comma-separated values.

use super::csv::Csv;
use crate::experiment::{Curves, Results};

/// For each curve the highest utilisation before its first saturated run, that run's utilisation and load, and the highest
/// utilisation of all. Empty where no run is saturated.
pub fn csv(results: &Results) -> String {
    let compares_machines = results.experiment().machines.len() > 1;
    let names = ["allocation", "scheduling", "utilization_below", "utilization_at", "load_at", "plateau"];
    let mut table = Csv::new(["machine"].into_iter().filter(|_| compares_machines).chain(names));
    for curve in Curves::new(results).curves {
        let text = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.3}") };
        let numbers =
            curve.saturation.map_or([f64::NAN; 4], |found| [found.below, found.at, found.load, found.plateau]);
        let mut row: Vec<String> = compares_machines.then_some(curve.machine).into_iter().collect();
        row.extend([curve.allocation, curve.scheduling]);
        row.extend(numbers.map(text));
        table.row(row);
    }
    table.finish()
}
