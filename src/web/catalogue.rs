//! Everything the page shows by name: parameters, strategies, policies, quantities, machines, presets.

use super::plain;
use super::strategy::{Strategy, strategies};
use crate::allocation::Family;
use crate::allocation::catalogue::split_list as split;
use crate::experiment::{PARAMETERS, Quantity, presets};
use crate::machine;
use crate::scheduling::{BlockedHead, Order, Scheduling};
use crate::simulation::METRICS;
use crate::torus_batch::presets as batches;
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A parameter as a field of the page.
#[derive(Serialize)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    pub(super) default: String,
    pub(super) example: &'static str,
    pub(super) choices: Vec<&'static str>,
}

/// A name and what it means.
#[derive(Serialize)]
struct Named {
    name: String,
    title: String,
    definition: String,
}

/// A machine, or an example of a sweep, to choose instead of typing.
#[derive(Serialize)]
struct Suggestion {
    name: &'static str,
    title: String,
}

/// A figure of a paper; the log's names are empty where none is needed.
#[derive(Serialize)]
struct Figure {
    paper: &'static str,
    figure: &'static str,
    shows: &'static str,
    log: &'static str,
    log_page: &'static str,
    link: &'static str,
}

#[derive(Serialize)]
struct Catalogue {
    version: String,
    archive: &'static str,
    parameters: Vec<Field>,
    allocations: Vec<Strategy>,
    families: [&'static str; Family::ALL.len()],
    schedulings: Vec<Named>,
    quantities: Vec<Named>,
    machines: Vec<Suggestion>,
    sweeps: Vec<Suggestion>,
    presets: Vec<Figure>,
}

/// Examples of `vary`.
const SWEEPS: [(&str, &str); 5] = [
    ("runtime:0.2..2:0.05", "runtimes from a fifth to twice the log's, as in Mao 2005"),
    ("arrival:0.5..2:0.1", "arrival times, from twice the load to half of it"),
    ("rate:0.25..2:0.25", "the model's arrival rate"),
    ("side:8..12:2", "machines of these sides, with a model"),
    ("none", "one run per pair of strategies"),
];

/// The names of a list separated by commas; commas within a name's parentheses do not count.
#[wasm_bindgen]
pub fn split_list(text: &str) -> Vec<String> {
    split(text).into_iter().filter(|name| !name.is_empty()).map(String::from).collect()
}

/// The names the page shows and what they mean, as one object.
#[wasm_bindgen]
pub fn catalogue() -> JsValue {
    plain(&Catalogue {
        version: super::version(),
        archive: presets::ARCHIVE,
        parameters: PARAMETERS.iter().map(field).collect(),
        allocations: strategies(),
        families: Family::ALL.map(Family::name),
        schedulings: schedulings(),
        quantities: quantities(),
        machines: machine::PRESETS
            .iter()
            .map(|preset| Suggestion { name: preset.machine, title: format!("{} ({})", preset.name, preset.source) })
            .collect(),
        sweeps: SWEEPS.iter().map(|(name, title)| Suggestion { name, title: title.to_string() }).collect(),
        presets: presets::all()
            .map(|preset| Figure {
                paper: preset.paper.title,
                figure: &preset.figure,
                shows: &preset.shows,
                log: preset.log.map_or("", |log| log.file),
                log_page: preset.log.map_or("", |log| log.page),
                link: &preset.link,
            })
            .chain(batches::PRESETS.iter().map(|preset| Figure {
                paper: batches::PAPER,
                figure: preset.figure,
                shows: preset.shows,
                log: "",
                log_page: "",
                link: preset.link,
            }))
            .collect(),
    })
}

fn named(name: impl Into<String>, title: impl Into<String>, definition: impl Into<String>) -> Named {
    Named { name: name.into(), title: title.into(), definition: definition.into() }
}

fn field(parameter: &'static crate::experiment::Parameter) -> Field {
    Field {
        name: parameter.name,
        help: parameter.help,
        default: parameter.default_text(),
        example: parameter.example,
        choices: parameter.choices(),
    }
}

fn schedulings() -> Vec<Named> {
    let line = |(name, pair): &(&str, Scheduling)| {
        let definition = format!("{} {}", order(pair.order), head(pair.blocked_head));
        named(*name, *name, definition)
    };
    Scheduling::SHORT_NAMES.iter().map(line).collect()
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Fcfs => "The queue is in order of arrival.",
        Order::Lcfs => "The latest arrival comes first in the queue.",
        Order::Sjf => "The job with the shortest runtime comes first in the queue.",
        Order::Ljf => "The job with the longest runtime comes first in the queue.",
        Order::Smallest => "The job with the fewest processors comes first in the queue.",
        Order::Largest => "The job with the most processors comes first in the queue.",
    }
}

fn head(head: BlockedHead) -> &'static str {
    match head {
        BlockedHead::Block => "While its head does not fit, nobody else starts.",
        BlockedHead::Skip => "While its head does not fit, every other waiting job is tried in turn.",
        BlockedHead::Easy => {
            "While its head does not fit, others may start if that does not delay the head (aggressive backfilling, \
             aware of the topology)."
        }
        BlockedHead::Conservative => {
            "Every waiting job holds a reservation, and others may start if that delays none of them (conservative \
             backfilling)."
        }
    }
}

fn quantities() -> Vec<Named> {
    let metrics = METRICS.iter().copied().map(|metric| named(metric.preferred_name(), metric.title, metric.definition));
    let coefficient = named(
        Quantity::Coefficient.to_string(),
        "What is varied",
        "The value of what the sweep varies: the runtime coefficient, the arrival factor or the model's arrival rate.",
    );
    metrics.chain([coefficient]).collect()
}
