//! The load of the links of a run's network: a map, a sentence and the numbers.

use crate::BUILD;
use crate::experiment::{Plan, Results};
use crate::figure::{self, LinkLoad, LinkMap, LinkScale, Unit, reading};
use crate::machine::{Machine, MachineError};
use crate::network::{Direction, LinkNumbers};
use crate::report::csv::Csv;
use crate::simulation::RunFailure;
use serde::{Deserialize, Serialize};

/// The runs of one curve that have links to show.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LinkMapChoice {
    /// The curve's name.
    pub label: String,
    /// The varied value of each point.
    pub values: Vec<String>,
    /// The cell of each point's first replication.
    pub cells: Vec<usize>,
}

/// The most nodes that fit into a picture.
const MOST_NODES: u32 = 1 << 14;

/// The curves with links that can be shown; none if jobs do not communicate.
pub fn choices(results: &Results) -> Vec<LinkMapChoice> {
    let mut choices: Vec<LinkMapChoice> = Vec::new();
    let experiment = results.experiment();
    if !experiment.communication.uses_network() {
        return choices;
    }
    let replications = experiment.replications as usize;
    let first_replications = results.cells().iter().enumerate();
    let first_replications =
        first_replications.filter(|(number, cell)| cell.replication == 0 && !results.never_runs(number / replications));
    for (number, cell) in first_replications {
        let facet = experiment.facet_label(cell.facet).map_or(String::new(), |label| format!(", {label}"));
        let label = experiment.curve_title(cell.machine, cell.allocation, cell.scheduling) + &facet;
        if choices.last().is_none_or(|last| last.label != label) {
            choices.push(LinkMapChoice { label, values: Vec::new(), cells: Vec::new() });
        }
        if let Some(last) = choices.last_mut() {
            last.values.push(cell.value.to_string());
            last.cells.push(number);
        }
    }
    choices
}

/// The load of the links of a run's network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LinkLoadState {
    /// The machine of the run.
    pub machine: String,
    /// The share of the time between the first arrival and the last completion in which each link carries flits, by the
    /// network's numbers of links; empty if jobs do not communicate.
    pub loads: Vec<f64>,
}

/// What the page shows of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LinkMapView {
    /// The picture as SVG; empty if the machine is too large for one.
    pub svg: String,
    /// The key to its colours as SVG.
    pub scale: String,
    /// The text at the end of the key.
    pub highest: String,
    /// A description.
    pub sentence: String,
}

impl LinkLoadState {
    /// Computes the loads for a cell of a plan.
    pub fn find(plan: &Plan, cell: usize) -> Result<LinkLoadState, RunFailure> {
        Ok(LinkLoadState { machine: plan.machine(cell).to_string(), loads: plan.link_loads(cell)? })
    }

    /// The view for the page, on a light or dark background. Fails if the machine is invalid.
    pub fn view(&self, dark: bool) -> Result<LinkMapView, MachineError> {
        let (machine, map) = self.map()?;
        let mut sentence = sentence(&machine, &map);
        let svg = if machine.node_count() > MOST_NODES {
            sentence +=
                &format!(" There is no picture of more than {MOST_NODES} nodes; the numbers are in the CSV file.");
            String::new()
        } else {
            figure::svg(&map, dark, &sentence)
        };
        let (scale, highest) = (figure::svg(&LinkScale, dark, ""), reading(map.highest(), &Unit::Share));
        Ok(LinkMapView { svg, scale, highest, sentence })
    }

    /// The same as comma-separated values `from,to,utilization,build`, a line per link. Fails if the machine is invalid.
    pub fn csv(&self) -> Result<String, MachineError> {
        let (machine, map) = self.map()?;
        let mut table = Csv::new(["from", "to", "utilization", "build"]);
        for link in &map.links {
            let [from, to] = ends(&machine, link);
            table.row([from, to, link.load.to_string(), BUILD.into()]);
        }
        Ok(table.finish())
    }

    fn map(&self) -> Result<(Machine, LinkMap), MachineError> {
        let machine: Machine = self.machine.parse()?;
        let links = link_loads(&LinkNumbers::new(&machine), |link| self.loads.get(link).copied());
        let map = LinkMap { extents: machine.extents().to_vec(), links };
        Ok((machine, map))
    }
}

/// The links between nodes that have a load, by their numbers.
pub fn link_loads(links: &LinkNumbers, load: impl Fn(usize) -> Option<f64>) -> Vec<LinkLoad> {
    let of_link = |(link, node, dimension, direction)| {
        Some(LinkLoad { node, dimension, upwards: direction == Direction::Positive, load: load(link)? })
    };
    links.between_nodes().filter_map(of_link).collect()
}

fn sentence(machine: &Machine, map: &LinkMap) -> String {
    let share = |load: f64| reading(load, &Unit::Share);
    let count = map.links.len();
    let Some(busiest) = map.links.iter().max_by(|a, b| a.load.total_cmp(&b.load)) else {
        return "This machine has no links.".into();
    };
    let mean = map.links.iter().map(|link| link.load).sum::<f64>() / count as f64;
    let [from, to] = ends(machine, busiest);
    let (mean, highest, middle) = (share(mean), share(busiest.load), share(map.middle()));
    let scale = if busiest.load > 0.0 {
        format!(" Shades go with the square root: half way up the scale, a link is busy for {middle}.")
    } else {
        String::new()
    };
    format!(
        "{count} links, busy for {mean} of the time on average; the busiest, from {from} to {to}, for {highest}.{scale}"
    )
}

/// The coordinates of the nodes that a link joins.
fn ends(machine: &Machine, link: &LinkLoad) -> [String; 2] {
    let from = machine.coordinates(link.node);
    let mut to = from;
    let extent = machine.extents()[link.dimension];
    to[link.dimension] = (from[link.dimension] + if link.upwards { 1 } else { extent - 1 }) % extent;
    [from, to].map(|node| format!("({})", node.joined(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of three nodes with four links between nodes; one of them is busy half of the time, another a quarter.
    #[test]
    fn a_line_of_three() {
        let machine = Machine::mesh(&[3]);
        let links = LinkNumbers::new(&machine);
        let mut loads = vec![0.0; links.count()];
        loads[links.link(1, 0, Direction::Positive).unwrap()] = 0.5;
        loads[links.link(1, 0, Direction::Negative).unwrap()] = 0.25;
        let state = LinkLoadState { machine: machine.to_string(), loads };
        let view = state.view(false).unwrap();
        assert_eq!(
            view.sentence.replace('\u{202f}', " "),
            "4 links, busy for 18.75 % of the time on average; the busiest, from (1) to (2), for 50 %. \
             Shades go with the square root: half way up the scale, a link is busy for 12.5 %."
        );
        assert!(view.svg.starts_with("<svg"));
        let csv = state.csv().unwrap();
        assert_eq!(csv.lines().count(), 5);
        for row in ["from,to,utilization,build\n", "(1),(2),0.5,BUILD\n", "(1),(0),0.25,BUILD\n"] {
            assert!(csv.contains(&row.replace("BUILD", BUILD)), "{row}");
        }
    }

    #[test]
    fn large_machines_have_numbers_but_no_picture() {
        let machine = Machine::mesh(&[129, 128]);
        let loads = vec![0.0; LinkNumbers::new(&machine).count()];
        let view = LinkLoadState { machine: machine.to_string(), loads }.view(false).unwrap();
        assert!(view.svg.is_empty() && view.sentence.contains("no picture"));
    }
}
