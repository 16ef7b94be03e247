//! The view: nothing here needs a new run. The chart and its legend set these parameters, not the form.

use super::{CurveName, CurveStyle, CurveStyleError, Permalink, RunName, RunNameError, View};
use crate::allocation::catalogue::split_list;
use crate::experiment::one_run::NOT_OF_ONE_RUN;
use crate::experiment::{self, Experiment};
use crate::parameter::reading::{compound, joined, list, number, optional, or_empty, value};
use crate::parameter::{ConflictReason, Control, Group, Parameter, Parameters, ValueError, field};
use std::sync::LazyLock;

/// Every parameter of a permalink, in its order: those of the experiment, then those of its view.
pub static PARAMETERS: LazyLock<Parameters<Permalink>> = LazyLock::new(|| {
    let of_link = |parameter: &'static experiment::Parameter| {
        parameter.of_whole(|link: &Permalink| &link.experiment, |link| &mut link.experiment)
    };
    let of_experiment = experiment::PARAMETERS.iter().map(of_link).collect::<Vec<_>>().leak();
    Parameters(vec![&*of_experiment, OF_THE_VIEW].leak())
});

/// Whether a parameter describes a single run.
pub fn is_of_one_run(name: &str) -> bool {
    experiment::PARAMETERS.find(name).is_ok() && !NOT_OF_ONE_RUN.contains(&name)
}

/// In the order of permalinks.
const OF_THE_VIEW: &[Parameter<Permalink>] = &[
    Parameter {
        name: "x-limits",
        title: "Limits of the horizontal axis",
        help: "The part of the horizontal axis that the chart shows: shares as parts of 1 or with a % sign, times in seconds \
               or with min, h or days. Empty shows everything.",
        expected: "two numbers, from..to",
        example: "0.2..0.9",
        control: Control::OWN,
        ..field!(Group::Display, optional view.x_limits, compound)
    },
    Parameter {
        name: "y-limits",
        title: "Limits of the vertical axis",
        help: "The part of the vertical axis that the chart shows, in the same way.",
        expected: "two numbers, from..to",
        example: "1..1000",
        control: Control::OWN,
        conflicts: &not_above_zero,
        ..field!(Group::Display, optional view.y_limits, compound)
    },
    Parameter {
        name: "hidden",
        title: "Hidden curves",
        help: "Curves that the chart does not draw, separated by commas.",
        expected: "a list of curves, policy/strategy",
        example: "fcfs/ep,easy/flat",
        control: Control::OWN,
        read: &|link, text| curves(text).map(|value| link.view.hidden = value),
        text: &|link| joined(&link.view.hidden),
        ..Parameter::of(Group::Display)
    },
    Parameter {
        name: "order",
        title: "Order of the curves",
        help: "Curves that come first in the legend, separated by commas; those further back are drawn above them.",
        expected: "a list of curves, policy/strategy",
        example: "easy/nep,easy/ep",
        control: Control::OWN,
        read: &|link, text| curves(text).map(|value| link.view.order = value),
        text: &|link| joined(&link.view.order),
        ..Parameter::of(Group::Display)
    },
    Parameter {
        name: "compare",
        title: "Shown as",
        help: "What the chart draws instead of the values: their ratio to, or difference from, those of one curve at the same \
               value of what is varied; or of the pinned run. Empty draws the values.",
        expected: "ratio:curve or difference:curve, or pinned for the curve",
        example: "ratio:easy/flat",
        control: Control::OWN,
        conflicts: &compared_with_nothing,
        ..field!(Group::Display, optional view.compare, compound)
    },
    Parameter {
        name: "run",
        title: "Run",
        help: "The run that is opened below the chart: its curve, the value of what is varied and, if it is not the first, the \
               replication; or as-logged, for the schedule in the log; or file:name, for a schedule that \
               is dropped on the page.",
        expected: "policy/strategy@value, as-logged or file:name",
        example: "easy/nep@1.2",
        control: Control::OWN,
        read: &|link, text| run(text).map(|value| link.view.run = value),
        text: &|link| or_empty(&link.view.run),
        conflicts: &no_such_run,
        ..Parameter::of(Group::Display)
    },
    Parameter {
        name: "beside",
        title: "Second run",
        help: "The run that stands beside the open one: another strategy, policy or machine, at the same value and of the same \
               replication. It has the same moment and the same job.",
        expected: "policy/strategy@value",
        example: "easy/flat@1.2",
        control: Control::OWN,
        conflicts: &beside_nothing,
        ..field!(Group::Display, optional view.second_run, compound)
    },
    Parameter {
        name: "moment",
        title: "Time",
        help: "The moment of the cursor in the open run, in seconds (with a network, in cycles).",
        expected: "seconds from the first arrival on",
        example: "86400.5",
        control: Control::OWN,
        conflicts: &|link| of_a_run(link, link.view.moment.is_some()),
        ..field!(Group::Display, optional view.moment, value)
    },
    Parameter {
        name: "job",
        title: "Job",
        help: "The selected job of the open run, by its number in the log.",
        expected: "a whole number",
        example: "17",
        control: Control::OWN,
        conflicts: &|link| of_a_run(link, link.view.job.is_some()),
        ..field!(Group::Display, optional view.job, number)
    },
    Parameter {
        name: "whose",
        title: "Wait distribution",
        help: "The distribution that the open run shows: wait or slowdown, of all jobs together or by size, runtime, user, queue \
               or partition.",
        expected: "wait or slowdown, and by what jobs are divided into classes",
        example: "wait-by-size",
        control: Control::OWN,
        conflicts: &|link| of_a_run(link, link.view.wait_distribution.is_some()),
        ..field!(Group::Display, optional view.wait_distribution, compound)
    },
    Parameter {
        name: "embed",
        title: "Embedded",
        help: "With 1 the page shows only the chart and a link to the whole page, for a frame in an article or a slide.",
        expected: "1, or nothing",
        example: "1",
        control: Control::OWN,
        read: &|link, text| embedded(text).map(|value| link.view.embedded = value),
        text: &|link| if link.view.embedded { "1".into() } else { String::new() },
        ..Parameter::of(Group::Display)
    },
    Parameter {
        name: "styles",
        title: "Colours and labels",
        help: "Curves with a colour or a label of their own, separated by semicolons: the curve, =, the name of the colour, \
               and a colon before the label.",
        expected: "policy/strategy=colour:label",
        example: "easy/nep=orange:Our method",
        control: Control::OWN,
        read: &|link, text| styles(text).map(|value| link.view.styles = value),
        text: &|link| link.view.styles.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"),
        ..Parameter::of(Group::Display)
    },
];

fn styles(text: &str) -> Result<Vec<CurveStyle>, ValueError> {
    let read = |style: &str| style.trim().parse().map_err(|error: CurveStyleError| ValueError::Part(error.into()));
    text.split(';').filter(|style| !style.trim().is_empty()).map(read).collect()
}

fn embedded(text: &str) -> Result<bool, ValueError> {
    match text {
        "" | "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(ValueError::NotWithin { least: "0".into(), most: "1".into() }),
    }
}

fn curves(text: &str) -> Result<Vec<CurveName>, ValueError> {
    if text.is_empty() { Ok(Vec::new()) } else { list(split_list(text), str::parse) }
}

/// Reads a run. The case of letters in names of files is kept.
fn run(text: &str) -> Result<Option<RunName>, ValueError> {
    if text.trim().starts_with(RunName::FILE) {
        return text.parse().map(Some).map_err(|error: RunNameError| ValueError::Part(error.into()));
    }
    optional(text, compound)
}

/// The baseline must exist.
fn compared_with_nothing(link: &Permalink) -> Vec<ConflictReason> {
    let comparison = link.view.compare.iter().filter(|comparison| !comparison.is_in(&link.experiment));
    let problem = "names a curve that the experiment does not have, so the values themselves are drawn";
    comparison
        .map(|_| ConflictReason::idle(problem, "compare with a curve of the legend, or add its strategy and policy"))
        .collect()
}

/// The open run must exist.
fn no_such_run(link: &Permalink) -> Vec<ConflictReason> {
    let run = link.view.run.iter().filter(|run| !run.is_in(&link.experiment));
    let problem = "names a run that the experiment does not have, so none is opened";
    run.map(|_| ConflictReason::idle(problem, "choose a point of a curve")).collect()
}

/// The second run must be another run of the same jobs.
fn beside_nothing(link: &Permalink) -> Vec<ConflictReason> {
    let View { run, second_run, .. } = &link.view;
    let Some(second_run) = second_run else { return Vec::new() };
    let Some(run) = run else { return of_a_run(link, true) };
    let problem = match second_run {
        second_run if !second_run.is_in(&link.experiment) => {
            "names a run that the experiment does not have, so none stands beside"
        }
        second_run if !second_run.is_of_the_jobs_of(run) => "names a run of other jobs, so none stands beside",
        second_run if second_run == run => "names the run itself, so none stands beside",
        _ => return Vec::new(),
    };
    vec![ConflictReason::idle(problem, "choose another run of the same value and replication")]
}

/// A time or a job needs a run.
fn of_a_run(link: &Permalink, given: bool) -> Vec<ConflictReason> {
    let alone = given && link.view.run.is_none();
    alone
        .then(|| ConflictReason::idle("belongs to a run, but none is named", "add run=, or drop it"))
        .into_iter()
        .collect()
}

/// A logarithmic axis cannot show zero.
fn not_above_zero(link: &Permalink) -> Vec<ConflictReason> {
    let Experiment { scale, plot, .. } = link.experiment;
    let logarithmic = scale.is_logarithmic(plot);
    let limits = link.view.y_limits.filter(|limits| logarithmic && limits.ends().0 <= 0.0);
    let reason = |_| {
        ConflictReason::idle(
            "begins at zero or below, where a logarithmic axis has no place",
            "begin above 0, or use scale=linear",
        )
    };
    limits.map(reason).into_iter().collect()
}
