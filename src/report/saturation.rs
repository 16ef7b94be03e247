//! The saturation of curves, as comma-separated values.

use super::csv::Csv;
use super::results::facet_name;
use crate::BUILD;
use crate::experiment::{Curves, Results};

/// For each curve the highest utilisation before its first saturated run, that run's utilisation and load, and the
/// highest utilisation of all. Empty if no run is saturated. With facets, the first column has their values.
pub fn csv(results: &Results) -> String {
    let compares_machines = results.experiment().machines.len() > 1;
    let names = ["allocation", "scheduling", "utilization_below", "utilization_at", "load_at", "plateau", "build"];
    let machine = ["machine"].into_iter().filter(|_| compares_machines).map(String::from);
    let mut table = Csv::new(facet_name(results).into_iter().chain(machine).chain(names.map(String::from)));
    let curves = |part| Curves::new(part).curves.into_iter().map(move |curve| (part.facet(), curve));
    for (facet, curve) in results.parts().iter().flat_map(curves) {
        let text = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.3}") };
        let numbers =
            curve.saturation.map_or([f64::NAN; 4], |found| [found.below, found.at, found.load, found.plateau]);
        let facet = facet.map(|(_, value)| value.to_string());
        let mut row: Vec<String> = facet.into_iter().chain(compares_machines.then_some(curve.machine)).collect();
        row.extend([curve.allocation, curve.scheduling]);
        row.extend(numbers.map(text));
        row.push(BUILD.into());
        table.row(row);
    }
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::CellResult;
    use crate::experiment::results::tests::{none_yet, on_two_machines, result};

    /// A run with this utilisation at this load. It is saturated if its mean wait exceeds 1 % of its makespan.
    fn run(load: f64, utilization: f64, mean_wait: f64) -> CellResult {
        result(0.0, &[("load", load), ("utilization", utilization), ("mean_wait", mean_wait), ("makespan", 1000.0)])
    }

    #[test]
    fn a_curve_saturates_between_two_of_its_runs() {
        let mut results = none_yet();
        results.put(0, Ok(run(0.5, 0.4375, 9.0)));
        results.put(1, Ok(run(0.9, 0.7125, 11.0)));
        results.put(2, Ok(run(0.5, 0.4375, 9.0)));
        let header = "allocation,scheduling,utilization_below,utilization_at,load_at,plateau,build";
        assert_eq!(
            csv(&results),
            format!("{header}\nflat,fcfs,0.438,0.713,0.900,0.713,{BUILD}\nnep,fcfs,,,,,{BUILD}\n")
        );
    }

    #[test]
    fn several_machines_are_named() {
        let mut results = on_two_machines();
        results.put(2, Ok(run(0.9, 0.75, 11.0)));
        let rows: Vec<String> = csv(&results).lines().map(String::from).collect();
        assert!(rows[0].starts_with("machine,allocation,scheduling,"), "{}", rows[0]);
        let [wide, narrow] = ["mesh:8x8,flat,fcfs,,,,", "mesh:4x4,flat,fcfs,,0.750,0.900,0.750"];
        assert_eq!(rows[1..], [format!("{wide},{BUILD}"), format!("{narrow},{BUILD}")]);
    }
}
