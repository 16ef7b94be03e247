//! Everything that has a name: parameters, strategies, policies, quantities, machines, figures of papers. The page's
//! menus and `subtorus list` use the same catalogue.

use super::strategy::{StrategyPage, strategies};
use crate::allocation::Family;
use crate::diagnostic::Diagnostic;
use crate::experiment::Quantity;
use crate::papers::{self, Preset, SampleLog};
use crate::parameter::{Conflict, Example, Group, Parameter, Parameters};
use crate::scheduling;
use crate::simulation::METRICS;
use crate::torus_batch::experiment::{self as batch, Problem};
use crate::view::PARAMETERS;
use serde::Serialize;

/// A parameter as a field of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Field {
    /// The name in permalinks and on the command line.
    pub name: String,
    /// The label.
    pub title: String,
    /// What it does.
    pub help: String,
    /// The text of its default; empty if it has none.
    pub default: String,
    /// An example of a value.
    pub example: String,
    /// The part of the form that contains it.
    pub group: String,
    /// Its control: `line`, `menu`, `lines`, `names`, or elements of its `own`.
    pub control: String,
    /// Whether it takes the full width of the form.
    pub wide: bool,
    /// Its values if there are only a few.
    pub choices: Vec<String>,
    /// Some of its values if there are many. For a menu, the values that set other parameters, too.
    pub examples: Vec<Example>,
}

/// The state of a field in an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FieldState {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub text: String,
    /// Whether the value differs from the default.
    pub is_set: bool,
    /// Whether it has an effect in this experiment.
    pub applies: bool,
    /// The contradiction between its value and others, with a remedy. Nothing can run while there is one. Empty without
    /// one.
    pub contradiction: String,
}

/// The state of every field of a form.
pub fn field_states<E: Default + 'static>(parameters: &Parameters<E>, experiment: &E) -> Vec<FieldState> {
    let state = |parameter: &Parameter<E>| FieldState {
        name: parameter.name.into(),
        text: parameter.text(experiment),
        is_set: parameter.is_set(experiment),
        applies: parameter.applies(experiment).is_ok(),
        contradiction: contradiction(parameter, experiment),
    };
    parameters.iter().map(state).collect()
}

fn contradiction<E: Default>(parameter: &Parameter<E>, experiment: &E) -> String {
    let first = parameter.conflicts(experiment).find(Conflict::is_contradiction);
    first.map_or(String::new(), |conflict| Diagnostic::of(&conflict).message())
}

/// A name and what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Named {
    /// The name in permalinks.
    pub name: String,
    /// Its title in menus.
    pub title: String,
    /// What it means, in one or two sentences.
    pub definition: String,
}

/// A part of the form: the parameters of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FieldGroup {
    /// The group's name, as in the fields.
    pub name: String,
    /// Its heading.
    pub title: String,
}

/// A figure of a paper: one click runs it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PublishedFigure {
    /// The paper's authors and year.
    pub paper: String,
    /// The figure's name in menus.
    pub figure: String,
    /// What it shows.
    pub shows: String,
    /// The name of the log that it needs; empty if a model makes the jobs.
    pub log: String,
    /// The experiment.
    pub link: String,
}

/// All names that the page shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Catalogue {
    /// The version of the program.
    pub version: String,
    /// Where logs are published.
    pub archive: String,
    /// The parts of the form, in order.
    pub groups: Vec<FieldGroup>,
    /// The parameters of a sweep.
    pub parameters: Vec<Field>,
    /// The parameters of a batch.
    pub batch_parameters: Vec<Field>,
    /// The problems of a batch, and what they mean.
    pub problems: Vec<Named>,
    /// Allocation strategies, family by family.
    pub allocations: Vec<StrategyPage>,
    /// The headings of the families.
    pub families: Vec<String>,
    /// Scheduling policies with a short name.
    pub schedulings: Vec<Named>,
    /// The quantities that an axis can show.
    pub quantities: Vec<Named>,
    /// Figures of papers.
    pub figures: Vec<PublishedFigure>,
    /// Logs that are part of the site.
    pub samples: Vec<SampleLog>,
}

/// The catalogue of this program.
pub fn catalogue() -> Catalogue {
    Catalogue {
        version: env!("CARGO_PKG_VERSION").into(),
        archive: papers::ARCHIVE.into(),
        groups: Group::ALL.iter().map(group).collect(),
        parameters: PARAMETERS.iter().map(field).collect(),
        batch_parameters: batch::PARAMETERS.iter().map(field).collect(),
        problems: Problem::ALL.iter().map(|one| named(one.name(), one.name(), one.meaning())).collect(),
        allocations: strategies(),
        families: Family::NAMES.iter().map(|name| name.to_string()).collect(),
        schedulings: schedulings(),
        quantities: quantities(),
        figures: figures(),
        samples: papers::SAMPLES.to_vec(),
    }
}

fn named(name: impl Into<String>, title: impl Into<String>, definition: impl Into<String>) -> Named {
    Named { name: name.into(), title: title.into(), definition: definition.into() }
}

fn group(group: &Group) -> FieldGroup {
    FieldGroup { name: group.name().into(), title: group.meaning().into() }
}

fn field<E: Default>(parameter: &Parameter<E>) -> Field {
    let control = parameter.control;
    Field {
        name: parameter.name.into(),
        title: parameter.title.into(),
        help: parameter.help.into(),
        default: parameter.default_text(),
        example: parameter.example.into(),
        group: parameter.group.name().into(),
        control: control.kind.name().into(),
        wide: control.wide,
        choices: control.choices.iter().map(|choice| choice.to_string()).collect(),
        examples: (control.examples)(),
    }
}

fn figures() -> Vec<PublishedFigure> {
    let figure = |preset: &Preset| PublishedFigure {
        paper: preset.paper.title.into(),
        figure: preset.figure.clone(),
        shows: preset.shows.clone(),
        log: preset.log.map_or("", |log| log.title).into(),
        link: preset.link.clone(),
    };
    papers::all().map(figure).collect()
}

fn schedulings() -> Vec<Named> {
    let policies = scheduling::catalogue().into_iter();
    policies.map(|policy| named(policy.name, policy.title, policy.meaning)).collect()
}

fn quantities() -> Vec<Named> {
    let metrics = METRICS.iter().map(|metric| named(metric.preferred_name(), metric.title, metric.definition));
    let coefficient = named(
        Quantity::Coefficient.to_string(),
        "What is varied",
        "The value of what the sweep varies: the runtime coefficient, the arrival factor or the model's arrival rate.",
    );
    metrics.chain([coefficient]).collect()
}
