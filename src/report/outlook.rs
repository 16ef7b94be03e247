//! The outlook of an experiment on a log before it runs: what its machines would drop, the remaining load, and remedies
//! if too much is lost.

use super::machines::Choice;
use super::strategy::{Refusal, refusals};
use super::words::{counted, dropped, listed, percent};
use crate::allocation;
use crate::experiment::results::Dropped;
use crate::experiment::{Experiment, JobTotals, Outlook, Plan, RequestHistogram};
use crate::machine::{Machine, grids};
use crate::sorting::sorted;
use crate::workload::transform::Rounding;
use crate::workload::{Log, Selected, Selection};
use serde::Serialize;

/// If more of the work than this is lost, a warning is shown, because the curves are then those of another workload.
pub const BEARABLE: f64 = 0.01;

/// Below this load hardly any job waits.
const LITTLE: f64 = 0.2;

/// The most remedies that are offered.
const MOST_WAYS: usize = 4;

/// What is known about an experiment before it runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExperimentPreview {
    /// The strategies that it can use.
    pub refusals: Vec<Refusal>,
    /// The outlook for the jobs of its log; empty without a log.
    pub outlook: OutlookReport,
}

impl ExperimentPreview {
    /// Determines which of these strategies can be used, and the outlook if the experiment's log is present.
    pub fn new(experiment: &Experiment, names: &[String], log: Option<&Log>, processors: u32) -> ExperimentPreview {
        let log = log.filter(|_| experiment.uses_log());
        let outlook = log.map_or_else(OutlookReport::default, |log| OutlookReport::new(experiment, log, processors));
        ExperimentPreview { refusals: refusals(experiment, names), outlook }
    }
}

/// The outlook for a log's jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutlookReport {
    /// How many jobs fit, in a few words; empty without a log.
    pub summary: String,
    /// A sentence about the selection from the log, and one about each machine.
    pub lines: Vec<String>,
    /// The warning if more than a hundredth of the work is lost; else empty.
    pub warning: String,
    /// The remedies.
    pub ways_out: Vec<Choice>,
}

impl OutlookReport {
    /// The outlook of an experiment on its log. The log's machine had this many processors (0 if unknown). Only with a
    /// warning, remedies are tried, each with empty machines for all strategies.
    pub fn new(experiment: &Experiment, log: &Log, processors: u32) -> OutlookReport {
        let taken = RequestHistogram::new(log, &experiment.selection);
        let outlooks = experiment.outlook(&taken);
        if taken.whole.jobs == 0 || outlooks.is_empty() {
            return OutlookReport::default();
        }
        let losses =
            outlooks.iter().filter_map(|outlook| loss(&outlook.machine, &outlook.lost_share, &outlook.to_blame));
        let warning = losses.collect::<Vec<_>>().join(" ");
        let mut ways_out = if warning.is_empty() { Vec::new() } else { ways_out(experiment, &taken, processors) };
        let machines = outlooks.iter().map(|outlook| line(experiment, outlook, &taken));
        let mut lines: Vec<String> = selection(experiment, &taken).into_iter().chain(machines).collect();
        let little = outlooks.iter().all(|outlook| outlook.load.iter().all(|load| *load < LITTLE));
        let summary = summary(&outlooks, &taken, little);
        if little {
            let said = "All loads are below 20\u{202f}%: hardly a job waits, and strategies do not differ.";
            lines.push(said.into());
            ways_out.push(Choice { label: "Vary loads from 20 % to 100 %".into(), settings: whole_range(experiment) });
        }
        OutlookReport { summary, lines, warning, ways_out }
    }
}

/// The warning about a machine that loses these shares of the jobs and of the work because of these strategies; none if
/// the loss is acceptable.
fn loss(machine: &str, (jobs, work): &(f64, f64), to_blame: &[String]) -> Option<String> {
    let [jobs, lost] = [*jobs, *work].map(percent);
    let names = match to_blame {
        [one] => one.clone(),
        several => format!("one of {}", listed(several)),
    };
    (*work > BEARABLE).then(|| {
        format!("{machine} drops {jobs} of the jobs and {lost} of the work: what {names} can never place there.")
    })
}

/// The warning of [`loss`] about a machine of an experiment in a facet, where runs have so many jobs.
pub fn loss_at(experiment: &Experiment, site: usize, dropped: &Dropped, jobs: u32, lost_work: f64) -> Option<String> {
    let Experiment { machines, allocation, .. } = experiment;
    let facet = experiment.facet_label(site / machines.len()).map_or(String::new(), |label| format!(", {label},"));
    let machine = format!("{}{facet}", machines[site % machines.len()]);
    let lost: f64 =
        allocation::Refusal::ALL.iter().filter_map(|reason| dropped.get(reason.name())).copied().map(f64::from).sum();
    loss(&machine, &(lost / (lost + f64::from(jobs)), lost_work), allocation)
}

/// The same about each machine of a plan, in each facet.
pub fn losses(plan: &Plan, selected: &Selected) -> Vec<String> {
    let said = |site: usize| {
        let (dropped, jobs) = (plan.dropped(site, selected), plan.jobs_per_run(site) as u32);
        loss_at(plan.experiment(), site, &dropped, jobs, plan.lost_work(site))
    };
    (0..plan.experiment().site_count()).filter_map(said).collect()
}

/// The settings that vary loads from a fifth to all of a machine. Parameters that fix or change the load are removed.
fn whole_range(experiment: &Experiment) -> Vec<(String, String)> {
    let fixed = ["load", "arrival-factor"].into_iter().filter(|name| experiment.get(name).is_some());
    let fixed = fixed.map(|name| (name, if name == "load" { "" } else { "1" }));
    let settings = fixed.chain([("vary", "load:0.2..1:0.05")]);
    settings.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// What the selection leaves out; none if it takes every line.
fn selection(experiment: &Experiment, taken: &RequestHistogram) -> Option<String> {
    let reasons = dropped(&taken.selected);
    if reasons.is_empty() {
        return None;
    }
    let usable =
        JobTotals { jobs: taken.whole.jobs + taken.filtered.jobs, work: taken.whole.work + taken.filtered.work };
    let (_, work) = taken.filtered.share_of(&usable);
    let filtered = match experiment.selection == Selection::default() {
        true => "of unknown work".to_string(),
        false => format!("{} of the known work", percent(work)),
    };
    Some(format!("Left out of the log: {}, {filtered}.", reasons.join(", ")))
}

/// `All 400 jobs fit, load 9.3 % to 93 %`; with a `little` load, also that hardly a job waits.
fn summary(outlooks: &[Outlook], taken: &RequestHistogram, little: bool) -> String {
    let jobs = counted(taken.whole.jobs as usize, "job");
    let waits = if little { ": hardly a job waits" } else { "" };
    let losing = outlooks.iter().filter(|outlook| outlook.lost.jobs > 0).count();
    match (outlooks, losing) {
        ([one], 0) => {
            let [first, last] = one.load;
            let load = match (first.is_nan(), first == last) {
                (true, _) => String::new(),
                (_, true) => format!(", load {}", percent(first)),
                _ => format!(", load {} to {}", percent(first), percent(last)),
            };
            format!("All {jobs} fit{load}{waits}")
        }
        ([one], 1) if one.lost.jobs == 1 => format!("1 of {jobs} does not fit"),
        ([one], _) => format!("{} of {jobs} do not fit", one.lost.jobs),
        (several, 0) => format!("All {jobs} fit on {} machines{waits}", several.len()),
        (several, _) => format!("Jobs do not fit on {losing} of {} machines", several.len()),
    }
}

/// The effect of a machine on the jobs.
fn line(experiment: &Experiment, outlook: &Outlook, taken: &RequestHistogram) -> String {
    let machine = &outlook.machine;
    let (jobs, work) = outlook.lost_share;
    let taken_by = match outlook.lost.jobs {
        0 => format!("{machine} takes all {}", counted(taken.whole.jobs as usize, "job")),
        lost => {
            let [jobs, work] = [jobs, work].map(percent);
            let (all, names) = (taken.whole.jobs, listed(&outlook.to_blame));
            let for_all = match outlook.to_blame.len() == outlook.strategies.len() {
                true => "",
                false => ", and left out for all strategies so that curves compare",
            };
            format!(
                "{machine} drops {lost} of {all} jobs ({jobs}) and {work} of the work, too large for {names}{for_all}"
            )
        }
    };
    let [first, last] = outlook.load;
    let load = match (first.is_nan(), first == last) {
        (true, _) => "all at once".to_string(),
        (_, true) => percent(first),
        _ => {
            let values = experiment.values();
            let ends = [values.first(), values.last()].map(|value| value.map_or(String::new(), ToString::to_string));
            let [first, last] = [first, last].map(percent);
            format!("{first} at {} {} to {last} at {}", experiment.varied().parameter(), ends[0], ends[1])
        }
    };
    let left = if outlook.lost.jobs == 0 { "they offer" } else { "what remains offers" };
    let useless: Vec<String> =
        experiment.allocation.iter().filter(|name| !outlook.strategies.contains(name)).cloned().collect();
    let useless = match useless.len() {
        0 => String::new(),
        1 => format!(" {} is not for it.", useless[0]),
        _ => format!(" {} are not for it.", listed(&useless)),
    };
    format!("{taken_by}; {left} a load of {load}.{useless}")
}

/// A remedy, the loss that remains on a machine, and the number of strategies that can be used.
struct Remedy {
    choice: Choice,
    lost: f64,
    strategies: usize,
}

/// Changes that lose less, the least loss first, then the most strategies: another machine, unscaled sizes, without the
/// strategies that cause the loss.
fn ways_out(experiment: &Experiment, taken: &RequestHistogram, processors: u32) -> Vec<Choice> {
    let now = worst(&experiment.outlook(taken));
    let mut ways: Vec<Remedy> = Vec::new();
    for (label, settings) in changes(experiment, taken, processors) {
        let mut changed = experiment.clone();
        let possible = settings.iter().all(|(name, value)| changed.set(name, value).is_ok());
        let outlooks = changed.outlook(taken);
        let lost = worst(&outlooks);
        let known = ways.iter().any(|way| way.choice.settings == settings);
        let helps = lost <= BEARABLE || lost < now / 2.0;
        if !possible || known || !helps || outlooks.len() < changed.machines.len() {
            continue;
        }
        let useless = |name: &&String| outlooks.iter().any(|outlook| !outlook.strategies.contains(name));
        let useless: Vec<String> = changed.allocation.iter().filter(useless).cloned().collect();
        let without = if useless.is_empty() { String::new() } else { format!(" (not for {})", listed(&useless)) };
        let rest = if lost > 0.0 { format!(" (still drops {} of the work)", percent(lost)) } else { String::new() };
        let strategies = changed.allocation.len() - useless.len();
        ways.push(Remedy { choice: Choice { label: format!("{label}{without}{rest}"), settings }, lost, strategies });
    }
    let more_first = |one: &Remedy, other: &Remedy| other.strategies.cmp(&one.strategies);
    let ways = sorted(ways, |one, other| one.lost.total_cmp(&other.lost).then_with(|| more_first(one, other)));
    ways.into_iter().take(MOST_WAYS).map(|way| way.choice).collect()
}

/// The largest share of the work that one of the machines loses; all of it if there is no machine.
fn worst(outlooks: &[Outlook]) -> f64 {
    outlooks.iter().map(|outlook| outlook.lost_share.1).reduce(f64::max).unwrap_or(1.0)
}

/// Possible changes with their labels. If jobs come with shapes, machines have the same number of dimensions.
fn changes(experiment: &Experiment, taken: &RequestHistogram, processors: u32) -> Vec<(String, Vec<(String, String)>)> {
    let mut changes = Vec::new();
    let mut change = |label: String, name: &str, value: String| {
        let mut settings = vec![(name.to_string(), value)];
        // The unit of one machine does not apply to another.
        settings.extend((name == "machine" && experiment.unit.is_some()).then(|| ("unit".to_string(), String::new())));
        changes.push((label, settings));
    };
    let scale = experiment.transformation.size_scale;
    if scale > 1 {
        change("Do not multiply sizes".into(), "size-scale", "1".into());
    }
    if experiment.transformation.round != Rounding::None {
        change("Do not round sizes".into(), "round", Rounding::None.to_string());
    }
    let node_size = experiment.transformation.node_size;
    let rings = experiment.machines[0].rings().iter().all(|ring| *ring);
    let sides = taken.longest_sides();
    let nodes = |size: u32| size.saturating_mul(scale).div_ceil(node_size);
    let (largest, processors) = (nodes(taken.largest()), processors.div_ceil(node_size));
    let needed = match experiment.transformation.round {
        Rounding::Pow2 => largest.checked_next_power_of_two().unwrap_or(u32::MAX),
        Rounding::None => largest,
    };
    let suits = |grid: &Vec<u32>| sides.as_ref().is_none_or(|sides| sides.len() == grid.len());
    let grids = |nodes: u32, most: usize| grids(nodes).into_iter().filter(suits).take(most);
    let own = grids(processors, 2).map(|grid| (grid, "the log's own"));
    // Many strategies need powers of two.
    let even = grids(needed.checked_next_power_of_two().unwrap_or(needed), 1);
    let fitting = grids(needed, 2).chain(even).map(|grid| (grid, "with room for its largest job"));
    let every = sides.iter().map(|sides| (sides.clone(), "with room for each shape"));
    for (grid, remark) in own.chain(fitting).chain(every) {
        let Ok(machine) = Machine::new(&grid, &vec![rings; grid.len()]) else { continue };
        change(format!("Take {machine}, {remark}"), "machine", machine.to_string());
    }
    let (to_blame, others): (Vec<String>, Vec<String>) =
        experiment.allocation.iter().cloned().partition(|name| loses(experiment, taken, name));
    if !to_blame.is_empty() && !others.is_empty() {
        change(format!("Leave {} out", listed(&to_blame)), "allocation", others.join(","));
    }
    changes
}

/// Whether a strategy loses too much by itself.
fn loses(experiment: &Experiment, taken: &RequestHistogram, name: &str) -> bool {
    let alone = Experiment { allocation: vec![name.to_string()], ..experiment.clone() };
    worst(&alone.outlook(taken)) > BEARABLE
}

#[cfg(test)]
mod tests;
