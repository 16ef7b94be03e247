//! The machine that is proposed for a log, and the strategies that run there.

use super::Proposer;
use super::known::known;
use super::nodes::{Nodes, Source};
use crate::experiment::{Experiment, RequestHistogram};
use crate::machine::{Machine, grids};
use crate::report::outlook::BEARABLE;
use crate::report::words::counted;
use crate::sorting::sorted;

/// The strategies to compare by default: the first list that runs and loses almost no work. The first list is for
/// machines on which all sides but one are powers of two.
const STRATEGIES: [&[&str]; 3] = [&["ep", "nep", "flat"], &["tff", "gabl", "flat"], &["mbs", "paging(0)", "flat"]];

/// The most grids that are tried.
const MOST_GRIDS: usize = 6;

/// A machine with strategies, and what they do with the jobs of a log.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The machines, in the form of the parameter `machine`.
    pub machine: String,
    /// The value of `unit` for them.
    pub unit: String,
    /// The reason for this machine, in a phrase.
    pub reason: String,
    /// The strategies.
    pub allocation: Vec<String>,
    /// Whether every strategy runs on every machine.
    all_run: bool,
    /// The share of the work that is lost on the machine that loses most.
    lost: f64,
}

/// A machine that may suit.
struct Candidate {
    machine: String,
    unit: String,
    reason: String,
}

impl Fit {
    /// The best machine for a proposal; none if no machine can have so many nodes. If the user has chosen a machine,
    /// only that is tried; likewise for strategies.
    pub(super) fn best(proposer: &Proposer, nodes: &Nodes) -> Option<Fit> {
        let Proposer { experiment, taken, .. } = proposer;
        let chosen = proposer.is_touched("allocation").then(|| experiment.allocation.clone());
        let mut best: Option<Fit> = None;
        for Candidate { machine, mut unit, reason } in candidates(proposer, nodes) {
            if proposer.is_touched("unit") {
                unit = experiment.unit.map_or(String::new(), |unit| unit.to_string());
            }
            let mut here = experiment.clone();
            let is_one = here.set("machine", &machine).is_ok() && here.set("unit", &unit).is_ok();
            let lists = chosen.clone().map_or_else(|| lists(&here), |chosen| vec![chosen]);
            for allocation in lists.into_iter().filter(|_| is_one) {
                let (all_run, lost) = judge(&Experiment { allocation: allocation.clone(), ..here.clone() }, taken);
                let (machine, unit, reason) = (machine.clone(), unit.clone(), reason.clone());
                let fit = Fit { machine, unit, reason, allocation, all_run, lost };
                if fit.is_good() {
                    return Some(fit);
                }
                let better = |best: &Fit| (fit.all_run, -fit.lost) > (best.all_run, -best.lost);
                if best.as_ref().is_none_or(better) {
                    best = Some(fit);
                }
            }
        }
        best
    }

    fn is_good(&self) -> bool {
        self.all_run && self.lost <= BEARABLE
    }

    /// The reason for these strategies, in a phrase.
    pub fn why_strategies(&self) -> String {
        match self.allocation.first().map(String::as_str) {
            Some("ep") => "they are for machines with sides that are powers of two, all but one".into(),
            _ => "they run on this machine, whatever its sides".into(),
        }
    }
}

/// Whether all strategies run on all machines, and the largest share of the work that one of the machines loses.
fn judge(experiment: &Experiment, taken: &RequestHistogram) -> (bool, f64) {
    let single = Experiment { vary: None, facet: None, ..experiment.clone() };
    let outlooks = single.outlook(taken);
    let all_run = outlooks.len() == single.machines.len()
        && outlooks.iter().all(|outlook| outlook.strategies.len() == single.allocation.len());
    (all_run, outlooks.iter().map(|outlook| outlook.lost_share.1).reduce(f64::max).unwrap_or(1.0))
}

/// The lists of strategies for the machines of an experiment, in order of preference.
fn lists(experiment: &Experiment) -> Vec<Vec<String>> {
    let odd_sides = |machine: &Machine| machine.extents().iter().filter(|side| !side.is_power_of_two()).count();
    let is_even = experiment.machines.iter().all(|machine| odd_sides(machine) <= 1);
    let lists = STRATEGIES[if is_even { 0 } else { 1 }..].iter();
    lists.map(|list| list.iter().map(|name| name.to_string()).collect()).collect()
}

/// Machines for a log, in order of preference.
fn candidates(proposer: &Proposer, nodes: &Nodes) -> Vec<Candidate> {
    let Proposer { experiment, log, taken, .. } = proposer;
    if proposer.is_touched("machine") {
        let machines: Vec<String> = experiment.machines.iter().map(ToString::to_string).collect();
        return vec![Candidate { machine: machines.join(","), unit: String::new(), reason: String::new() }];
    }
    let dimensions = taken.longest_sides().map(|sides| sides.len());
    let known = known(&log.header).filter(|_| nodes.source == Source::Header);
    let known = known.map(|known| Candidate {
        machine: known.machine.into(),
        unit: known.unit().into(),
        reason: known.reason.into(),
    });
    let of_grid = |machine: Machine| {
        let reason = why(nodes, machine.node_count(), dimensions);
        Candidate { machine: machine.to_string(), unit: String::new(), reason }
    };
    let own = near_cubes(nodes.count, dimensions).into_iter();
    let sides = taken.longest_sides().into_iter();
    // Some strategies round sizes up to powers of two.
    let even = near_cubes(nodes.count.checked_next_power_of_two().unwrap_or(u32::MAX), dimensions);
    let grids: Vec<Vec<u32>> = own.take(MOST_GRIDS).chain(sides).chain(even).collect();
    let tori = grids.iter().map(|extents| Machine::torus(extents));
    // The user's strategies may be for meshes only.
    let is_chosen = proposer.is_touched("allocation");
    let meshes = grids.iter().map(|extents| Machine::mesh(extents)).filter(|_| is_chosen);
    known.chain(tori.chain(meshes).map(of_grid)).collect()
}

/// Grids of at least this many nodes, with two or three dimensions or those of the jobs' shapes. The grid with the
/// fewest spare nodes comes first; ties go to the one nearest to a cube.
pub fn near_cubes(nodes: u32, dimensions: Option<usize>) -> Vec<Vec<u32>> {
    let all = grids(nodes);
    let wanted = |grid: &&Vec<u32>| match dimensions {
        Some(dimensions) => grid.len() == dimensions,
        None => [2, 3].contains(&grid.len()),
    };
    let mut found: Vec<Vec<u32>> = all.iter().filter(wanted).cloned().collect();
    if found.is_empty() && dimensions.is_none() {
        found = all;
    }
    let count = |grid: &[u32]| grid.iter().product::<u32>();
    // The ratios of the longest to the shortest side are compared without fractions.
    let long = |grid: &[u32]| u64::from(*grid.last().unwrap_or(&1));
    let short = |grid: &[u32]| u64::from(*grid.first().unwrap_or(&1));
    sorted(found, |one, other| {
        let elongation = (long(one) * short(other)).cmp(&(long(other) * short(one)));
        count(one).cmp(&count(other)).then(elongation).then(one.len().cmp(&other.len()))
    })
}

/// The reason for a grid of this many nodes, in a phrase.
fn why(nodes: &Nodes, count: u32, dimensions: Option<usize>) -> String {
    if let Some(dimensions) = dimensions.filter(|_| nodes.source == Source::Guess) {
        let (shapes, largest) = (counted(dimensions, "dimension"), counted(nodes.largest as usize, "node"));
        return format!("jobs come with shapes of {shapes}, and the largest takes {largest}");
    }
    match count == nodes.count {
        true => nodes.reason(),
        false => format!("{}, which make no grid; {count} are the nearest that do", nodes.reason()),
    }
}
