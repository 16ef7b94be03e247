//! Everything that has a name: parameters, strategies, policies, quantities, machines, figures of papers. The page's menus
//! and `subtorus list` show the same.

use super::strategy::{StrategyPage, strategies};
use crate::allocation::Family;
use crate::experiment::{PARAMETERS, Parameter, Quantity, presets};
use crate::machine;
use crate::scheduling;
use crate::simulation::METRICS;
use crate::torus_batch::{experiment as batch, presets as batches};
use serde::Serialize;

/// A parameter as a field of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Field {
    /// The name in links, on the command line and on the page.
    pub name: String,
    /// What it does.
    pub help: String,
    /// The text of its default; empty where it is not set by default.
    pub default: String,
    /// A value.
    pub example: String,
    /// Its values, where there are only a few.
    pub choices: Vec<String>,
}

/// A name and what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Named {
    /// The name in links.
    pub name: String,
    /// What it is called in menus.
    pub title: String,
    /// What it means, in a sentence or two.
    pub definition: String,
}

/// A value to choose instead of typing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Example {
    /// The value.
    pub name: String,
    /// What it is.
    pub title: String,
}

/// A figure of a paper: one click runs it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PublishedFigure {
    /// The paper's authors and year.
    pub paper: String,
    /// The figure, as menus call it.
    pub figure: String,
    /// What it shows.
    pub shows: String,
    /// The file of the log it needs; empty where a model makes the jobs.
    pub log: String,
    /// Where that log is published; empty likewise.
    pub log_page: String,
    /// The experiment.
    pub link: String,
}

/// All that the page shows by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Catalogue {
    /// The version of the program.
    pub version: String,
    /// Where logs are published.
    pub archive: String,
    /// The parameters of a sweep.
    pub parameters: Vec<Field>,
    /// The parameters of a batch.
    pub batch_parameters: Vec<Field>,
    /// Allocation strategies, family by family.
    pub allocations: Vec<StrategyPage>,
    /// The headings of the families.
    pub families: Vec<String>,
    /// Scheduling policies with a short name.
    pub schedulings: Vec<Named>,
    /// What an axis can show.
    pub quantities: Vec<Named>,
    /// Machines.
    pub machines: Vec<Example>,
    /// Examples of what can be varied.
    pub sweeps: Vec<Example>,
    /// Figures of papers.
    pub figures: Vec<PublishedFigure>,
}

/// Examples of `vary`.
const SWEEPS: [(&str, &str); 5] = [
    ("runtime:0.2..2:0.05", "runtimes from a fifth to twice the log's, as in Mao 2005"),
    ("arrival:0.5..2:0.1", "arrival times, from twice the load to half of it"),
    ("rate:0.25..2:0.25", "the model's arrival rate"),
    ("side:8..12:2", "machines of these sides, with a model"),
    ("none", "one run per pair of strategies"),
];

impl Catalogue {
    /// The catalogue of this program.
    pub fn new() -> Catalogue {
        let example = |name: &str, title: String| Example { name: name.into(), title };
        let machines = machine::KNOWN_MACHINES.iter();
        Catalogue {
            version: env!("CARGO_PKG_VERSION").into(),
            archive: presets::ARCHIVE.into(),
            parameters: PARAMETERS.iter().map(field).collect(),
            batch_parameters: batch::PARAMETERS.iter().map(batch_field).collect(),
            allocations: strategies(),
            families: Family::NAMES.iter().map(|name| name.to_string()).collect(),
            schedulings: schedulings(),
            quantities: quantities(),
            machines: machines.map(|one| example(one.machine, format!("{} ({})", one.name, one.source))).collect(),
            sweeps: SWEEPS.iter().map(|(name, title)| example(name, title.to_string())).collect(),
            figures: figures(),
        }
    }
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

fn named(name: impl Into<String>, title: impl Into<String>, definition: impl Into<String>) -> Named {
    Named { name: name.into(), title: title.into(), definition: definition.into() }
}

fn field(parameter: &Parameter) -> Field {
    Field {
        name: parameter.name.into(),
        help: parameter.help.into(),
        default: parameter.default_text(),
        example: parameter.example.into(),
        choices: parameter.choices().into_iter().map(String::from).collect(),
    }
}

fn batch_field(parameter: &batch::Parameter) -> Field {
    Field {
        name: parameter.name.into(),
        help: parameter.help.into(),
        default: batch::Experiment::default().get(parameter.name),
        example: parameter.example.into(),
        choices: parameter.choices.iter().map(|choice| choice.to_string()).collect(),
    }
}

fn figures() -> Vec<PublishedFigure> {
    let sweeps = presets::all().map(|preset| PublishedFigure {
        paper: preset.paper.title.into(),
        figure: preset.figure.clone(),
        shows: preset.shows.clone(),
        log: preset.log.map_or("", |log| log.file).into(),
        log_page: preset.log.map_or("", |log| log.page).into(),
        link: preset.link.clone(),
    });
    let batches = batches::PRESETS.iter().map(|preset| PublishedFigure {
        paper: batches::PAPER.into(),
        figure: preset.figure.into(),
        shows: preset.shows.into(),
        log: String::new(),
        log_page: String::new(),
        link: preset.link.into(),
    });
    sweeps.chain(batches).collect()
}

fn schedulings() -> Vec<Named> {
    let policies = scheduling::catalogue().into_iter();
    policies.map(|policy| named(policy.name, policy.name, policy.meaning)).collect()
}

fn quantities() -> Vec<Named> {
    let metrics = METRICS
        .iter()
        .enumerate()
        .map(|(position, metric)| named(Quantity::Metric(position).to_string(), metric.title, metric.definition));
    let coefficient = named(
        Quantity::Coefficient.to_string(),
        "What is varied",
        "The value of what the sweep varies: the runtime coefficient, the arrival factor or the model's arrival rate.",
    );
    metrics.chain([coefficient]).collect()
}
