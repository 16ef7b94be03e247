//! What is seen of a run's links.

use super::plain;
use super::study::Study;
use crate::figure::{LinkLoad, LinkMap, LinkScale, Unit, reading, svg};
use crate::machine::Machine;
use crate::network::{Direction, Links};
use serde::Serialize;
use std::fmt::Write;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A curve whose runs have links to show: its name, and the value and the first cell of each of its points.
#[derive(Serialize)]
struct Choice {
    label: String,
    values: Vec<String>,
    cells: Vec<usize>,
}

/// A map of links, the key to its colours, a sentence about it, and its numbers.
#[derive(Serialize)]
struct View {
    svg: String,
    scale: String,
    highest: String,
    sentence: String,
    csv: String,
}

/// Nodes that a picture has room for.
const MOST_NODES: u32 = 1 << 14;

#[wasm_bindgen]
impl Study {
    /// The curves whose links can be shown, `[{ label, values, cells }]`: none where jobs do not communicate.
    pub fn link_choices(&self) -> JsValue {
        let results = self.results.as_ref().filter(|results| results.experiment().communication.uses_network());
        let mut choices: Vec<Choice> = Vec::new();
        for (number, cell) in results.map_or(&[][..], |results| results.cells()).iter().enumerate() {
            let Some(results) = results.filter(|_| cell.replication == 0) else { continue };
            let label = results.experiment().curve(cell.machine, cell.allocation, cell.scheduling);
            if choices.last().is_none_or(|last| last.label != label) {
                choices.push(Choice { label, values: Vec::new(), cells: Vec::new() });
            }
            if let Some(last) = choices.last_mut() {
                last.values.push(cell.value.to_string());
                last.cells.push(number);
            }
        }
        plain(&choices)
    }
}

/// The links of a machine as busy as a worker has found them: `{ svg, scale, highest, sentence, csv }`.
#[wasm_bindgen]
pub fn link_view(machine: &str, loads: &[f64], dark: bool) -> Result<JsValue, JsValue> {
    let machine: Machine = machine.parse().map_err(|reason: String| JsValue::from(reason))?;
    let map = link_map(&machine, loads);
    let busiest = map.links.iter().max_by(|a, b| a.load.total_cmp(&b.load));
    let share = |load: f64| reading(load, &Unit::Share);
    let mean = map.links.iter().map(|link| link.load).sum::<f64>() / map.links.len().max(1) as f64;
    let sentence = busiest.map_or("This machine has no links.".to_string(), |link| {
        let (from, to) = ends(&machine, link);
        let busiest = share(link.load);
        format!(
            "{} links, busy for {} of the time on average; the busiest, from {from} to {to}, for {busiest}.",
            map.links.len(),
            share(mean)
        )
    });
    let picture = if machine.node_count() > MOST_NODES {
        format!("<p>There is no picture of more than {MOST_NODES} nodes; the numbers are in the CSV file.</p>")
    } else {
        svg(&map, dark, &sentence)
    };
    let (scale, highest) = (svg(&LinkScale, dark, ""), share(map.highest()));
    Ok(plain(&View { svg: picture, scale, highest, sentence, csv: csv(&machine, &map) }))
}

fn link_map(machine: &Machine, loads: &[f64]) -> LinkMap {
    let links = Links::new(machine);
    let load = |(link, node, dimension, direction): (usize, u32, usize, Direction)| {
        let upwards = direction == Direction::Positive;
        Some(LinkLoad { node, dimension, upwards, load: *loads.get(link)? })
    };
    LinkMap { extents: machine.extents().to_vec(), links: links.between_nodes().filter_map(load).collect() }
}

/// The coordinates of the nodes that a link joins.
fn ends(machine: &Machine, link: &LinkLoad) -> (String, String) {
    let text = |coordinates: &[u32]| {
        let list: Vec<String> = coordinates.iter().map(u32::to_string).collect();
        format!("({})", list.join(","))
    };
    let from = machine.coordinates(link.node);
    let mut to = from;
    let extent = machine.extents()[link.dimension];
    to[link.dimension] = (from[link.dimension] + if link.upwards { 1 } else { extent - 1 }) % extent;
    (text(&from), text(&to))
}

fn csv(machine: &Machine, map: &LinkMap) -> String {
    let mut text = String::from("from,to,utilization\n");
    for link in &map.links {
        let (from, to) = ends(machine, link);
        let _ = writeln!(text, "\"{from}\",\"{to}\",{}", link.load);
    }
    text
}
