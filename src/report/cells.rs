//! The cells of a plan as a table, before they run.

use super::csv::{Csv, number};
use crate::experiment::{Cell, Plan, Results, Shard};
use crate::view::View;
use crate::workload::Selected;

/// A row for each possible run of a shard, in the order of the plan, below the permalink with this view: its number in shard files ([`super::shard_file`]),
/// its machine, strategies and value, and its estimated work relative to the others. Replications that may prove
/// unnecessary are included; excluded cells are not. With facets, a column has their values.
pub fn csv(plan: &Plan, view: &View, shard: Shard) -> String {
    let (experiment, results) = (plan.experiment(), Results::new(plan, &Selected::default()));
    let (mine, replications) = (plan.points_of(shard), experiment.replications.max(1) as usize);
    let facet = experiment.facets();
    let names = ["machine", "allocation", "scheduling", &experiment.varied().column(), "replication", "weight"];
    let names = facet.iter().map(|facet| facet.varied.column()).chain(names.map(String::from));
    let mut table = Csv::new(["cell".to_string()].into_iter().chain(names));
    table.remark(view.link(experiment));
    for (place, cell) in plan.cells.iter().enumerate().filter(|(place, _)| mine[place / replications]) {
        let Cell { machine, value, replication, weight, .. } = cell;
        let (allocation, scheduling) = results.names(cell.allocation, cell.scheduling);
        let mut row = vec![place.to_string()];
        row.extend(facet.iter().map(|facet| facet.values()[cell.facet].to_string()));
        row.extend([experiment.machines[*machine].to_string(), allocation.into(), scheduling, value.to_string()]);
        row.extend([(replication + 1).to_string(), number(*weight)]);
        table.row(row);
    }
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::permalink;

    #[test]
    fn every_run_has_a_row_in_exactly_one_part() {
        let link = "#v=1&machine=mesh:4x4x4&jobs=30&allocation=curve(hilbert,best),nep&scheduling=fcfs,easy\
                    &vary=load:0.5..0.9:0.2&facet=size-scale:1..2:1&replications=2";
        let (experiment, complaints) = permalink::read(link);
        assert_eq!(complaints, []);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let whole = csv(&plan, &View::default(), Shard::WHOLE);
        let rows = |text: &str| -> Vec<String> { text.lines().skip(2).map(String::from).collect() };
        assert_eq!(rows(&whole).len(), 2 * 2 * 3 * 2, "facets, policies, values, replications; not hilbert's");
        let head: Vec<&str> = whole.lines().take(3).collect();
        assert_eq!(head[1], "cell,size_scale,machine,allocation,scheduling,offered_load,replication,weight");
        assert!(head[2].starts_with("12,1,mesh:4x4x4,nep,fcfs,0.5,1,"), "{}", head[2]);
        let mut parts =
            [1, 2, 3].map(|number| rows(&csv(&plan, &View::default(), Shard::new(number, 3).unwrap()))).concat();
        parts.sort_by_key(|row| row.split(',').next().unwrap().parse::<usize>().unwrap());
        assert_eq!(parts, rows(&whole));
    }
}
