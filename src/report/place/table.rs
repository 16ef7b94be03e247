//! The places that a topology has for a job, as a table: what is free there, what it costs, and which ones the job got.

use super::Placed;
use super::picture::titled;
use crate::allocation::free_set::FreeSet;
use crate::allocation::strategies::slurm::{Candidate, Slurm, candidates, costs, free_counts};
use crate::report::table::{Column, Table};
use crate::report::words::{counted, more};
use crate::sorting::sorted;
use crate::topology::Kind;

/// The most rows.
const SHOWN: usize = 20;

/// The places for a part of a job.
pub struct Places {
    /// The parts of the job, and the nodes of each.
    pub parts: (u32, u32),
    /// What such places are called, in the plural; empty if there are none.
    pub noun: String,
    /// The number of places, of those that are free, and the least number of nodes that one lacks.
    pub counts: (usize, usize, u32),
    /// How one of them is chosen, in words.
    pub rule: &'static str,
    /// The best ones.
    pub table: Table,
    /// Their nodes.
    pub nodes: Vec<Vec<u32>>,
}

/// A place with what is known of it.
struct Row<'a> {
    candidate: Candidate<'a>,
    missing: u32,
    cost: u32,
    is_chosen: bool,
}

impl Places {
    /// The places that a job had. `None` if its strategy follows no topology of Slurm.
    pub fn of(placed: &Placed) -> Option<Places> {
        let (parts, all) = candidates(&*placed.allocator, &placed.request)?;
        let (count, needs) = (all.len(), all.first().map_or(0, |candidate| candidate.needs));
        let noun = all.first().map_or(String::new(), Candidate::noun);
        let slurm: &Slurm = placed.allocator.as_any().downcast_ref()?;
        let kind = &slurm.topology()?.0.kind;
        let rows = rows(placed, kind, all);
        let free = rows.iter().filter(|row| row.missing == 0).count();
        let least = rows.iter().map(|row| row.missing).min().unwrap_or(0);
        let columns = ["Place", "Free of needed nodes", "Cost", "State"].map(|title| Column::new(title, ""));
        let shown = rows.iter().take(SHOWN);
        Some(Places {
            parts: (parts, needs),
            noun,
            counts: (count, free, least),
            rule: rule(kind),
            table: Table {
                columns: columns.to_vec(),
                rows: shown.clone().map(|row| row.texts(kind)).collect(),
                rest: more(count, SHOWN),
                ..Table::default()
            },
            nodes: shown.map(|row| row.candidate.nodes().flatten().collect()).collect(),
        })
    }
}

/// The cheapest free places, then those that lack fewest nodes. Of equals, those that the job got go first.
fn rows<'a>(placed: &Placed, kind: &Kind, all: Vec<Candidate<'a>>) -> Vec<Row<'a>> {
    let mut job = FreeSet::none(placed.topology.nodes.len() as u32);
    placed.chosen().for_each(|node| job.give_back(node));
    let (free, costs) = (free_counts(&all, &placed.free), costs(&all, &placed.free));
    let chosen = chosen(kind, &all, job);
    let numbers = free.into_iter().zip(costs).zip(chosen);
    let row = |(candidate, ((free, cost), is_chosen)): (Candidate<'a>, ((u32, u32), bool))| Row {
        missing: candidate.needs.saturating_sub(free),
        cost,
        is_chosen,
        candidate,
    };
    let key = |row: &Row| (row.missing, if row.missing == 0 { row.cost } else { 0 }, !row.is_chosen);
    sorted(all.into_iter().zip(numbers).map(row).collect(), |one: &Row, other: &Row| key(one).cmp(&key(other)))
}

/// Which of the places the job got, from its nodes.
fn chosen(kind: &Kind, all: &[Candidate], mut job: FreeSet) -> Vec<bool> {
    let counts = free_counts(all, &job);
    let nodes = |place: usize| all[place].nodes().flatten();
    let mut holders = (0..all.len()).filter(|&place| counts[place] >= all[place].needs);
    match kind {
        // Each node belongs to one part, so a box between two parts is none.
        Kind::Torus3d(_) | Kind::Ring(_) => {
            let mut chosen = vec![false; all.len()];
            for place in holders {
                if job.count() >= all[place].needs && nodes(place).all(|node| job.is_free(node)) {
                    nodes(place).for_each(|node| job.exclude(node));
                    chosen[place] = true;
                }
            }
            chosen
        }
        // The lowest switch that holds the job.
        Kind::Tree(_) => {
            let lowest = holders.by_ref().min_by_key(|&place| nodes(place).count());
            (0..all.len()).map(|place| Some(place) == lowest).collect()
        }
        Kind::Block(_) | Kind::Flat => counts.into_iter().map(|count| count > 0).collect(),
    }
}

impl Row<'_> {
    fn texts(&self, kind: &Kind) -> Vec<String> {
        let Row { candidate, missing, cost, is_chosen } = self;
        let are_boxes = matches!(kind, Kind::Torus3d(_) | Kind::Ring(_));
        let state = match (is_chosen, missing) {
            (true, _) => "chosen".into(),
            (false, 0) => "free".into(),
            (false, missing) if are_boxes => counted(*missing as usize, "busy node"),
            (false, missing) => format!("{} too few", counted(*missing as usize, "node")),
        };
        let cost = if *missing == 0 { cost.to_string() } else { "–".into() };
        let free = candidate.needs - missing;
        vec![named(candidate, kind), format!("{free} of {}", candidate.needs), cost, state]
    }
}

/// The name of a place. Groups of a strategy's own topology have numbers as names, so their kind goes first.
fn named(candidate: &Candidate, kind: &Kind) -> String {
    let name = candidate.name();
    match (kind, name.split_once(" to "), name.rsplit_once(" of ")) {
        (Kind::Ring(_), _, Some((run, ring))) => format!("{run} of {}", titled("ring", ring)),
        (Kind::Block(_), Some((first, last)), _) => format!("{} to {last}", titled("blocks", first)),
        (Kind::Block(_), ..) => titled("block", &name),
        (Kind::Tree(_), ..) => titled("switch", &name),
        _ => name,
    }
}

/// How a topology of this kind chooses among its places, in words.
fn rule(kind: &Kind) -> &'static str {
    match kind {
        Kind::Torus3d(_) => {
            "The cost of a box is how many free boxes of the next larger size it would spoil. In each torus the first placement \
             with a free box counts, and of its boxes the one of least cost; of several tori, the one with fewest free nodes."
        }
        Kind::Ring(_) => {
            "The cost of a run is how many nodes stay free in its ring. The ring with fewest free nodes counts."
        }
        Kind::Block(_) => {
            "The cost of a group is how many nodes stay free there. The fullest group with enough nodes counts, the last of equals."
        }
        Kind::Tree(_) => {
            "The cost of a switch is how many nodes stay free under it. The job fills the lowest subtree with enough nodes, its \
             fullest leaves first; with dragonfly it takes one leaf, or a node of each leaf in turn."
        }
        Kind::Flat => "There is one place, the cluster: the job gets the shortest run of free numbers that holds it.",
    }
}
