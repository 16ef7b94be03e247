//! The outlook of an experiment on a log before it runs: what its machines would drop, the remaining load, and remedies
//! if too much is lost.

use super::machines::Choice;
use super::strategy::{Refusal, refusals};
use super::words::{counted, listed, percent, spoken};
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
        if outlooks.iter().all(|outlook| outlook.load.iter().all(|load| *load < LITTLE)) {
            let said = "All loads are below 20\u{202f}%: hardly a job waits, and strategies do not differ.";
            lines.push(said.into());
            ways_out.push(Choice { label: "Vary loads from 20 % to 100 %".into(), settings: whole_range(experiment) });
        }
        OutlookReport { lines, warning, ways_out }
    }
}

/// The warning about a machine that loses these shares of the jobs and of the work because of these strategies; none if
/// the loss is acceptable.
pub fn loss(machine: &str, (jobs, work): &(f64, f64), to_blame: &[String]) -> Option<String> {
    let [jobs, lost] = [*jobs, *work].map(percent);
    let names = match to_blame {
        [one] => one.clone(),
        several => format!("one of {}", listed(several)),
    };
    (*work > BEARABLE).then(|| {
        format!("{machine} drops {jobs} of the jobs and {lost} of the work: what {names} can never place there.")
    })
}

/// The warning of [`loss`] about each machine of a plan, in each facet.
pub fn losses(plan: &Plan, selected: &Selected) -> Vec<String> {
    let experiment = plan.experiment();
    let Experiment { machines, allocation, .. } = experiment;
    let said = |site: usize| {
        let facet = experiment.facet_label(site / machines.len()).map_or(String::new(), |label| format!(", {label},"));
        let machine = format!("{}{facet}", machines[site % machines.len()]);
        let lost = f64::from(plan.dropped(site, selected).get("too_large").copied().unwrap_or(0));
        let jobs = lost / (lost + plan.jobs_per_run(site) as f64);
        loss(&machine, &(jobs, plan.lost_work(site)), allocation)
    };
    (0..experiment.site_count()).filter_map(said).collect()
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
    let reasons = taken.selected.dropped();
    let said = |(reason, count): &(&str, u32)| (*count > 0).then(|| format!("{count} {}", spoken(reason)));
    let reasons: Vec<String> = reasons.iter().filter_map(said).collect();
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
mod tests {
    use super::*;
    use crate::formats;

    /// Small jobs and a few huge ones, a tenth of the jobs with most of the work.
    fn log() -> Log {
        let line = |number: usize| {
            let size = if number.is_multiple_of(10) { 2000 } else { 16 };
            format!("{number} {} -1 100 {size} -1 -1 {size} -1 -1 1 1 1 1 1 1 -1 -1\n", 100 * number)
        };
        formats::read((1..=100).map(line).collect::<String>().as_bytes()).0
    }

    fn report(settings: &[(&str, &str)]) -> OutlookReport {
        let mut experiment = Experiment::default();
        for (name, value) in [("log", "a.swf"), ("vary", "none")].iter().chain(settings) {
            experiment.set(name, value).unwrap();
        }
        let mut report = OutlookReport::new(&experiment, &log(), 2000);
        for text in report.lines.iter_mut().chain([&mut report.warning]) {
            *text = text.replace('\u{202f}', " ");
        }
        report
    }

    fn labels(report: &OutlookReport) -> Vec<String> {
        report.ways_out.iter().map(|way| way.label.replace('\u{202f}', " ")).collect()
    }

    #[test]
    fn lost_work_is_a_warning_with_remedies() {
        let report = report(&[("allocation", "flat")]);
        let said = "torus:2x2x2x4x4x8 drops 10 % of the jobs and 93 % of the work: what flat can never place there.";
        assert_eq!(report.warning, said);
        assert_eq!(
            report.lines,
            [
                "torus:2x2x2x4x4x8 drops 10 of 100 jobs (10 %) and 93 % of the work, too large for flat; what remains offers \
              a load of 1.4 %.",
                "All loads are below 20 %: hardly a job waits, and strategies do not differ."
            ]
        );
        let room = "Take torus:32x64, with room for its largest job";
        let vary = "Vary loads from 20 % to 100 %";
        assert_eq!(
            labels(&report),
            ["Take torus:40x50, the log's own", "Take torus:10x10x20, the log's own", room, vary]
        );
        assert_eq!(report.ways_out[0].settings, [("machine".to_string(), "torus:40x50".to_string())]);
    }

    /// Ninety cubes, and ten plates of the same volume, which do not fit into the machine.
    #[test]
    fn jobs_with_shapes_are_proposed_machines_of_their_dimensions() {
        let line =
            |number: usize| format!("{number},10,{}\n", if number.is_multiple_of(10) { "1x8x8" } else { "4x4x4" });
        let table = format!("submit,runtime,shape\n{}", (1..=100).map(line).collect::<String>());
        let log = formats::read(table.as_bytes()).0;
        let mut experiment = Experiment::default();
        for (name, value) in [("log", "a.csv"), ("vary", "none"), ("allocation", "tff"), ("size-scale", "1")] {
            experiment.set(name, value).unwrap();
        }
        experiment.set("round", "none").unwrap();
        experiment.set("machine", "mesh:4x4x4").unwrap();
        let report = OutlookReport::new(&experiment, &log, 64);
        let said = "mesh:4x4x4 drops 10 % of the jobs and 10 % of the work: what tff can never place there.";
        assert_eq!(report.warning.replace('\u{202f}', " "), said);
        assert_eq!(labels(&report), ["Take mesh:4x8x8, with room for each shape"]);
        experiment.set("machine", "mesh:8x8").unwrap();
        assert_eq!(
            OutlookReport::new(&experiment, &log, 64),
            OutlookReport::default(),
            "the shapes have three dimensions"
        );
    }

    #[test]
    fn without_a_loss_there_is_no_warning() {
        let report = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("vary", "runtime:0.5..2:0.5")]);
        assert_eq!((&*report.warning, &report.ways_out[..]), ("", &[][..]));
        let said = "mesh:40x50 takes all 100 jobs; they offer a load of 5.4 % at runtime-coefficient 0.5 to 22 % at 2.";
        assert_eq!(report.lines, [said]);
    }

    #[test]
    fn low_loads_are_mentioned_with_a_remedy() {
        let low = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("arrival-factor", "2")]);
        assert!(low.lines[1].starts_with("All loads are below 20 %"), "{low:?}");
        let mut experiment = Experiment::default();
        let remedy = &low.ways_out[0].settings;
        [("log", "a.swf"), ("arrival-factor", "2")]
            .iter()
            .for_each(|(name, value)| experiment.set(name, value).unwrap());
        remedy.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
        assert_eq!((experiment.conflicts(), experiment.get("vary").as_deref()), (vec![], Some("load:0.2..1:0.05")));
        let high = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("runtime-coefficient", "3")]);
        assert_eq!((high.lines.len(), &high.ways_out[..]), (1, &[][..]));
    }

    #[test]
    fn only_the_strategies_that_cause_the_loss_are_named() {
        let report = report(&[("allocation", "ep,flat"), ("machine", "torus:63x32")]);
        let said = "too large for ep, and left out for all strategies so that curves compare; what remains";
        assert!(report.lines[0].contains(said), "{:?}", report.lines);
        assert!(report.warning.ends_with("what ep can never place there."), "{}", report.warning);
    }

    #[test]
    fn unusable_strategies_are_named() {
        let report = report(&[("allocation", "ep,nep,flat"), ("machine", "torus:40x50")]);
        assert!(report.lines[0].ends_with("a load of 11 %. ep and nep are not for it."), "{}", report.lines[0]);
    }

    #[test]
    fn scale_rounding_and_strategy_are_remedies() {
        let scaled = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("size-scale", "2")]);
        assert!(labels(&scaled).contains(&"Do not multiply sizes".into()), "{:?}", labels(&scaled));
        let rounded = report(&[("allocation", "flat"), ("machine", "mesh:40x50"), ("round", "pow2")]);
        assert!(labels(&rounded).contains(&"Do not round sizes".into()), "{:?}", labels(&rounded));
        assert!(labels(&rounded).iter().any(|label| label.ends_with("with room for its largest job")));
        let ep = report(&[("allocation", "ep,flat"), ("machine", "torus:63x32")]);
        assert!(labels(&ep).contains(&"Leave ep out".into()), "{:?}", ep);
    }

    #[test]
    fn the_selection_is_named_with_its_work() {
        let few = report(&[("first", "9"), ("allocation", "flat")]);
        assert_eq!(few.lines[0], "Left out of the log: 91 first, 99 % of the known work.");
        assert_eq!(few.warning, "", "the user asked for that");
    }
}
