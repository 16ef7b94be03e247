//! The quantities that can be varied, and the reasons why one cannot.

use super::PARAMETERS;
use crate::experiment::varying::{has_pages, paged};
use crate::experiment::{Down, Experiment, Varied};
use crate::parameter::{ConflictReason, Example};
use crate::time::Decimal;
use crate::workload::messages::Messages;
use std::num::NonZeroU32;

/// Examples of sweeps.
pub(super) fn sweeps() -> Vec<Example> {
    let examples = [
        ("runtime:0.2..2:0.05", "runtimes, a fifth to twice (Mao 2005)"),
        ("arrival:0.5..2:0.1", "arrival times, twice to half the load"),
        ("rate:0.25..2:0.25", "the model's arrival rate"),
        ("side:8..12:2", "sides of the machine, with a model"),
        ("depth:1..100:1", "jobs tried behind the head (skip, easy)"),
        ("load:0.2..1.2:0.05", "offered load, on each machine"),
        ("size-scale:1..8:1", "sizes of jobs, one to eight times"),
        ("estimate-excess:0..2:0.25", "error of requested times, 0 to twice"),
        ("jobs:1000..10000:1000", "the model's number of jobs"),
        ("messages:1..20:1", "messages of a job, on average"),
        ("packet-length:8..64:8", "flits of a packet"),
        ("routing-delay:0..12:1", "cycles for a header in each router"),
        ("page-size:0..3:1", "sides of pages, 1 to 8"),
        ("availability:0.99..1:0.001", "share of hosts in service"),
        ("none", "one run per pair of strategies"),
    ];
    examples.map(|(value, meaning)| Example::new(value, meaning)).to_vec()
}

/// Examples of facets.
pub(super) fn facets() -> Vec<Example> {
    let examples = [
        ("estimate-excess:0,1,10", "exact estimates beside requested and wild ones, with estimates=requested"),
        ("load:0.6,0.8,1", "a chart for each offered load"),
        ("size-scale:1,2,4", "a chart for each scale of sizes"),
        ("side:8,12,16", "a chart for each size of the machine, with a model"),
        ("depth:1,10,100", "how many jobs behind the head are tried, with skip or easy"),
        ("packet-length:8,32", "short packets beside long ones"),
    ];
    examples.map(|(value, meaning)| Example::new(value, meaning)).to_vec()
}

/// Applies if there is a sweep.
pub(super) fn of_a_sweep(experiment: &Experiment) -> Result<(), ConflictReason> {
    ConflictReason::idle("divides a sweep into charts, but nothing is varied", "vary something, or drop it")
        .unless(experiment.vary.is_some())
}

/// Why the quantity cannot be varied; with facets, in the first facet.
pub(super) fn wrongly_varied(experiment: &Experiment) -> Vec<ConflictReason> {
    let Some(sweep) = experiment.vary else { return Vec::new() };
    let here = experiment.at_facet(0).unwrap_or_else(|_| experiment.clone());
    speaking_against(&here, sweep.varied, &sweep.values())
}

/// Why the quantity of the facets cannot be varied, at the first value of the sweep.
pub(super) fn wrongly_facetted(experiment: &Experiment) -> Vec<ConflictReason> {
    let (Some(sweep), Some(facet)) = (experiment.vary, experiment.facets()) else { return Vec::new() };
    if sweep.varied == facet.varied {
        let problem = format!("is already varied by vary={sweep}, within each chart");
        return vec![ConflictReason::new(problem, "vary something else from chart to chart, or drop it")];
    }
    let here = Experiment { facet: None, ..experiment.clone() };
    let here = sweep.values().first().and_then(|first| here.at(*first).ok()).unwrap_or(here);
    speaking_against(&here, facet.varied, facet.values())
}

/// Why an experiment cannot take these values of a quantity.
fn speaking_against(experiment: &Experiment, varied: Varied, values: &[Decimal]) -> Vec<ConflictReason> {
    let (mut found, log) = (Vec::new(), experiment.uses_log());
    let mut wrong = |is_wrong: bool, problem: &'static str, remedy: &'static str| {
        found.extend(is_wrong.then(|| ConflictReason::new(problem, remedy)));
    };
    match varied {
        Varied::Runtime => wrong(
            !experiment.communication.computes(),
            "runtimes change nothing where communication determines how long jobs take",
            if log { "vary arrival" } else { "vary rate" },
        ),
        Varied::Side => {
            let (several, same) = (experiment.machines.len() > 1, "every one of the machines would get the same sides");
            let made = "sides of the machine are varied with a model, which makes jobs for each; a log's jobs stay";
            wrong(several, same, "keep one machine, or vary something else");
            wrong(log, made, "vary runtime or arrival");
        }
        Varied::Rate => wrong(
            log,
            "only a model has an arrival rate",
            "vary arrival instead (its factor stretches the log's arrival times: 0.5 doubles the rate)",
        ),
        Varied::Depth => found.extend(wrong_depths(experiment)),
        Varied::Availability => wrong(
            matches!(&experiment.down, Down::Boxes(boxes) if !boxes.is_empty()),
            "nodes out of service are drawn, but down names boxes",
            "take down=random(0.99,2x2x1), or vary something else",
        ),
        Varied::PageSize => found.extend(wrong_pages(experiment)),
        Varied::Messages => {
            let parts = matches!(experiment.communication.messages, Messages::Rounds(_));
            let parts = parts && values.iter().any(|value| value.whole().is_none());
            wrong(parts, "there is no part of a round", "take whole numbers, or another kind of messages");
        }
        _ => {}
    }
    let stretched = matches!(varied, Varied::Arrival | Varied::Rate) && experiment.transformation.load.is_some();
    if stretched {
        let problem = "has no effect where load stretches the arrival times";
        found.push(ConflictReason::new(problem, "drop load, or vary it instead"));
    }
    found.extend(without_meaning(experiment, varied).filter(|_| found.is_empty()));
    found
}

/// Varying a parameter without effect has no effect, either.
fn without_meaning(experiment: &Experiment, varied: Varied) -> Option<ConflictReason> {
    let parameter = PARAMETERS.find(varied.parameter()).ok()?;
    let reason = parameter.applies(experiment).err()?;
    Some(ConflictReason::new(
        format!("{} {}", parameter.name, reason.problem),
        "vary something else, or change the experiment so that it has an effect",
    ))
}

/// Why the page size of these strategies cannot be varied: none has pages (if only some have none, those are excluded),
/// or two of them become the same.
fn wrong_pages(experiment: &Experiment) -> Option<ConflictReason> {
    let with_pages = experiment.allocation.iter().filter(|name| has_pages(name));
    let same: Vec<String> = with_pages.map(|name| paged(name, Decimal::ONE)).collect();
    if same.is_empty() {
        return Some(ConflictReason::new("none of the strategies has pages", "compare paging, or vary something else"));
    }
    let twice = same.iter().enumerate().any(|(place, name)| same[..place].contains(name));
    let problem = "strategies that differ in the size of their pages become the same";
    twice.then(|| ConflictReason::new(problem, "keep one of each order, or vary something else"))
}

/// Why the depth of these policies cannot be varied: none takes a depth (if only some do not, those are excluded), or
/// one has a fixed depth, which would be replaced.
fn wrong_depths(experiment: &Experiment) -> Option<ConflictReason> {
    let policies = &experiment.scheduling;
    let without: Option<Vec<_>> = policies.iter().map(|policy| policy.with_depth(NonZeroU32::MIN).err()).collect();
    if let Some([error, ..]) = without.as_deref() {
        let remedy = "compare policies with skip or easy, or vary something else";
        return Some(ConflictReason::new(error.to_string(), remedy));
    }
    let policy = policies.iter().find(|policy| policy.depth().is_some())?;
    let problem = format!("{policy} has a depth already, which the values would replace");
    Some(ConflictReason::new(problem, "leave the depth out of scheduling, or vary something else"))
}
