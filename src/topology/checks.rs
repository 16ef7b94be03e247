//! What must hold within a topology: each node once, regions within their torus, switches in trees.

use super::error::{Problem, TopologyError};
use super::fields::Fields;
use super::yaml::Value;
use super::{Switch, across, box_across, hostlist, natural_order};
use crate::machine::{MAX_NODES, Machine};
use crate::sorting::{distinct, positions};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The largest power of two between a block size and the first.
const HIGHEST_LEVEL: u32 = 15;

/// The names of a topology, in file order.
#[derive(Default)]
pub struct Names {
    nodes: Vec<(String, usize)>,
    groups: BTreeSet<String>,
}

impl Names {
    /// Adds the nodes of a hostlist. Returns their places in file order, which stand for their numbers until all names
    /// are known.
    pub fn add(&mut self, list: &Value) -> Result<Vec<u32>, TopologyError> {
        let text = list.scalar("nodes", "a list of names such as n[01-18]")?;
        let first = self.nodes.len();
        let names = hostlist::expand(text, MAX_NODES as usize - first).map_err(|problem| problem.at(list.line))?;
        self.nodes.extend(names.into_iter().map(|name| (name, list.line)));
        Ok((first as u32..self.nodes.len() as u32).collect())
    }

    /// Notes the name of a group. Fails if another has it.
    pub fn group(&mut self, what: &'static str, name: &str, line: usize) -> Result<(), TopologyError> {
        let is_new = self.groups.insert(name.into());
        if is_new { Ok(()) } else { Err(Problem::Twice { what, name: name.into() }.at(line)) }
    }

    /// The names in natural order, and the number of each place of the file. Fails on a name that occurs twice.
    pub fn in_natural_order(self) -> Result<(Vec<String>, Vec<u32>), TopologyError> {
        let name = |place: usize| &*self.nodes[place].0;
        let places = positions(self.nodes.len(), &|one, other| natural_order(name(one), name(other)));
        let again = places.windows(2).filter(|pair| name(pair[0]) == name(pair[1])).map(|pair| pair[1]).min();
        if let Some(place) = again {
            let (name, line) = self.nodes[place].clone();
            return Err(Problem::Twice { what: "the node", name }.at(line));
        }
        let mut number_of = vec![0; places.len()];
        places.iter().zip(0..).for_each(|(&place, number)| number_of[place] = number);
        let mut nodes: Vec<String> = self.nodes.into_iter().map(|(name, _)| name).collect();
        let names = places.iter().map(|&place| std::mem::take(&mut nodes[place])).collect();
        Ok((names, number_of))
    }
}

/// The node in each cell of a torus: from its list of nodes, or from those of its regions.
pub fn torus_cells(fields: &Fields, dims: [u32; 3], names: &mut Names) -> Result<Vec<Option<u32>>, TopologyError> {
    let volume: u32 = dims.iter().product();
    let filled = |list: &Value, cells: u32, names: &mut Names| {
        let nodes = names.add(list)?;
        let fits = nodes.len() == cells as usize;
        if fits { Ok(nodes) } else { Err(Problem::NodeCount { nodes: nodes.len(), cells }.at(list.line)) }
    };
    if fields.only_one_of(&["nodes", "regions"])? == "nodes" {
        return Ok(filled(fields.required("nodes")?, volume, names)?.into_iter().map(Some).collect());
    }
    let (mut cells, machine) = (vec![None; volume as usize], Machine::torus(&across(dims)));
    for value in fields.required("regions")?.filled_list("regions")? {
        let region = value.fields("a region", &["anchor", "dims", "nodes"])?;
        let anchor = region.required("anchor")?.axes("anchor", 0)?;
        let sides = region.required("dims")?.axes("dims", 1)?;
        if (0..3).any(|axis| anchor[axis] + sides[axis] > dims[axis]) {
            return Err(Problem::Outside { key: "the region", value: anchor, dims }.at(value.line));
        }
        let nodes = filled(region.required("nodes")?, sides.iter().product(), names)?;
        for (place, node) in box_across(anchor, sides).nodes(&machine).zip(nodes) {
            if cells[place as usize].replace(node).is_some() {
                return Err(Problem::Overlap.at(value.line));
            }
        }
    }
    Ok(cells)
}

/// The levels of block sizes, ascending, with level 0.
pub fn levels(sizes: &[u32]) -> Result<Vec<u32>, Problem> {
    let base = sizes[0];
    let level = |&size: &u32| {
        let level = (0..=HIGHEST_LEVEL).find(|&level| u64::from(base) << level == u64::from(size));
        level.ok_or(Problem::BlockSize { size, base })
    };
    // The first size has level 0.
    Ok(distinct(sizes.iter().map(level).collect::<Result<Vec<u32>, _>>()?))
}

/// Links switches with their children, which are given by name with the line of their parent, and finds the levels.
pub fn complete_switches(switches: &mut [Switch], children: &[(usize, Vec<String>)]) -> Result<(), TopologyError> {
    let place_of: FxHashMap<String, usize> =
        switches.iter().enumerate().map(|(place, switch)| (switch.name.clone(), place)).collect();
    for (parent, (line, names)) in children.iter().enumerate() {
        for name in names {
            let &child = place_of.get(name).ok_or_else(|| Problem::UnknownChild(name.clone()).at(*line))?;
            if switches[child].parent.replace(parent).is_some() {
                return Err(Problem::TwoParents(name.clone()).at(*line));
            }
            switches[parent].children.push(child);
        }
    }
    // Children before parents: a switch is ready when the last of its children is.
    let mut missing: Vec<usize> = switches.iter().map(|switch| switch.children.len()).collect();
    let mut ready: Vec<usize> = (0..switches.len()).filter(|&place| missing[place] == 0).collect();
    let mut done = 0;
    while let Some(place) = ready.pop() {
        done += 1;
        let Some(parent) = switches[place].parent else { continue };
        switches[parent].level = switches[parent].level.max(switches[place].level + 1);
        missing[parent] -= 1;
        if missing[parent] == 0 {
            ready.push(parent);
        }
    }
    match missing.iter().position(|&missing| missing > 0) {
        Some(place) if done < switches.len() => Err(Problem::Cycle(switches[place].name.clone()).at(children[place].0)),
        _ => Ok(()),
    }
}
