//! Parameters of an experiment, declared once: permalinks, flags, help, the form and contradictions all follow from one
//! list. Each list defines the meaning of its parameters.

mod error;
mod inactive_values;
pub mod reading;
#[cfg(test)]
pub(crate) mod tests;

pub use error::{BadValue, ParameterError, ValueError};
pub use inactive_values::InactiveValues;

use crate::diagnostic::{Explain, alternatives, shortened};
use crate::names::named;
use serde::Serialize;
use std::borrow::Cow;

named! {
    /// The part of the form with the parameter. Its meaning is the title of the part.
    Group, "group of parameters" {
        /// The log of the jobs. It has its own place in the form.
        Log = "log" => "Log",
        /// The source of the jobs, and their transformation.
        Workload = "workload" => "Workload",
        /// The same, for less common parameters.
        Jobs = "jobs" => "More about the jobs",
        /// The machines.
        Machine = "machine" => "Machine",
        /// The run time of the jobs.
        Network = "network" => "Service",
        /// The start and the place of the jobs.
        Strategies = "strategies" => "Strategies",
        /// The quantities that vary from run to run.
        Sweep = "sweep" => "Sweep",
        /// The display of the results.
        Display = "display" => "Plot",
        /// The problem of a batch.
        Problem = "problem" => "Problem",
    }
}

/// A value to choose, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Example {
    /// The value.
    #[serde(rename = "name")]
    pub value: &'static str,
    /// Its meaning, in a phrase.
    #[serde(rename = "title")]
    pub meaning: String,
    /// Other parameters that are set with it, and their values.
    pub with: Vec<(&'static str, &'static str)>,
}

impl Example {
    /// An example that sets no other parameter.
    pub fn new(value: &'static str, meaning: impl Into<String>) -> Example {
        Example { value, meaning: meaning.into(), with: Vec::new() }
    }
}

named! {
    /// What kind of control sets a parameter.
    ControlKind, "kind of control" {
        /// A line of text, with examples to choose from.
        Line = "line",
        /// A menu of all values. Its examples are those of the values that set other parameters, too.
        Menu = "menu",
        /// Several values, one per line, with examples to choose from.
        Lines = "lines",
        /// Names to tick in a list of all names.
        Names = "names",
        /// No field of the form: it has its own elements.
        Own = "own",
    }
}

/// The control that sets a parameter.
#[derive(Clone, Copy)]
pub struct Control {
    /// What kind of control it is.
    pub kind: ControlKind,
    /// Whether it takes the whole width of the form.
    pub wide: bool,
    /// All values, if there are only a few.
    pub choices: &'static [&'static str],
    /// Some of the values, if there are many; of a menu, those that set other parameters.
    pub examples: fn() -> Vec<Example>,
}

impl Control {
    /// A line without examples.
    pub const LINE: Control = Control { kind: ControlKind::Line, wide: false, choices: &[], examples: Vec::new };

    /// The same, as wide as the form.
    pub const WIDE_LINE: Control = Control { wide: true, ..Control::LINE };

    /// A list of all names.
    pub const NAMES: Control = Control { kind: ControlKind::Names, ..Control::WIDE_LINE };

    /// No field of the form.
    pub const OWN: Control = Control { kind: ControlKind::Own, ..Control::LINE };

    /// Several lines, with these examples.
    pub const fn lines(examples: fn() -> Vec<Example>) -> Control {
        Control { kind: ControlKind::Lines, examples, ..Control::WIDE_LINE }
    }

    /// A menu of these names.
    pub const fn menu(choices: &'static [&'static str]) -> Control {
        Control { kind: ControlKind::Menu, choices, ..Control::LINE }
    }
}

/// Why a value has no effect, or contradicts another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictReason {
    /// The problem, as a phrase after the parameter's name.
    pub problem: Cow<'static, str>,
    /// The remedy.
    pub remedy: &'static str,
    /// How serious it is.
    pub severity: Severity,
}

/// How serious a conflict of values is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It is not reported: the value has an effect as soon as another parameter changes.
    Harmless,
    /// It is reported, but the experiment runs. The part with this value is switched off, so results cannot be misread.
    Idle,
    /// It is reported, and nothing runs until it is fixed, because the results would not be those that the value asks
    /// for.
    Contradiction,
}

impl ConflictReason {
    /// A contradiction.
    pub fn new(problem: impl Into<Cow<'static, str>>, remedy: &'static str) -> ConflictReason {
        ConflictReason { problem: problem.into(), remedy, severity: Severity::Contradiction }
    }

    /// A reason why a value has no effect. The experiment can run.
    pub fn idle(problem: impl Into<Cow<'static, str>>, remedy: &'static str) -> ConflictReason {
        ConflictReason { severity: Severity::Idle, ..ConflictReason::new(problem, remedy) }
    }

    /// A reason for the form to hide the value, which is not reported.
    pub fn harmless(problem: &'static str, remedy: &'static str) -> ConflictReason {
        ConflictReason { severity: Severity::Harmless, ..ConflictReason::new(problem, remedy) }
    }

    /// This reason against a value, unless a condition holds.
    pub fn unless(self, holds: bool) -> Result<(), ConflictReason> {
        if holds { Ok(()) } else { Err(self) }
    }
}

/// A function on experiments `E`. It is a reference, so that a parameter of a part can be one of the whole
/// ([`Parameter::of_whole`]).
type Of<E, T> = &'static (dyn Fn(&E) -> T + Sync);

/// Reads a text into an experiment `E`, or leaves the experiment unchanged.
type Read<E> = &'static (dyn Fn(&mut E, &str) -> Result<(), ValueError> + Sync);

/// One parameter of experiments `E`: its name, its meaning, and the functions to set, read and write it.
pub struct Parameter<E: 'static> {
    /// The name in permalinks and on the command line (after `--`).
    pub name: &'static str,
    /// The label in the form.
    pub title: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// The form of a value; empty if the control has all values.
    pub expected: &'static str,
    /// A value in its canonical form.
    pub example: &'static str,
    /// Its part of the form.
    pub group: Group,
    /// Its control in the form.
    pub control: Control,
    /// Reads a text into the experiment, or leaves the experiment unchanged.
    pub read: Read<E>,
    /// The canonical text of the value; empty if an optional parameter is absent.
    pub text: Of<E, String>,
    /// Whether the parameter has an effect in this experiment; if not, the reason and the remedy.
    pub applies: Of<E, Result<(), ConflictReason>>,
    /// Further conflicts with the values of other parameters, which count for the default value, too.
    pub conflicts: Of<E, Vec<ConflictReason>>,
}

impl<E> Parameter<E> {
    /// What most parameters of a group have in common: a line for their text, an effect in all experiments and no
    /// conflicts. Names and help, reading and writing are still missing.
    pub const fn of(group: Group) -> Parameter<E> {
        Parameter {
            name: "",
            title: "",
            help: "",
            expected: "",
            example: "",
            group,
            control: Control::LINE,
            read: &|_, _| Ok(()),
            text: &|_| String::new(),
            applies: &|_| Ok(()),
            conflicts: &|_| Vec::new(),
        }
    }
}

/// What the parameters of a group have in common that are a field of their experiment: `$read` reads its value, which is
/// written as it is displayed. A field behind `optional` is absent if its text is empty. One behind `menu` has one of the
/// names of its type, which is `named!`.
macro_rules! field {
    ($group:expr, menu $($field:ident).+, $choices:ty) => {
        $crate::parameter::Parameter {
            control: $crate::parameter::Control::menu(<$choices>::NAMES),
            ..$crate::parameter::field!($group, $($field).+, $crate::parameter::reading::choice::<$choices>)
        }
    };
    ($group:expr, optional $($field:ident).+, $read:expr) => {
        $crate::parameter::Parameter {
            read: &|whole, text| $crate::parameter::reading::optional(text, $read).map(|value| whole.$($field).+ = value),
            text: &|whole| $crate::parameter::reading::or_empty(&whole.$($field).+),
            ..$crate::parameter::Parameter::of($group)
        }
    };
    ($group:expr, $($field:ident).+, $read:expr) => {
        $crate::parameter::Parameter {
            read: &|whole, text| $read(text).map(|value| whole.$($field).+ = value),
            text: &|whole| whole.$($field).+.to_string(),
            ..$crate::parameter::Parameter::of($group)
        }
    };
}

pub(crate) use field;

impl<E: Default> Parameter<E> {
    /// The form of a value, in words.
    pub fn expected(&self) -> String {
        if self.expected.is_empty() { alternatives(self.control.choices) } else { self.expected.into() }
    }

    /// The canonical text of the value; empty if an optional parameter is absent.
    pub fn text(&self, experiment: &E) -> String {
        (self.text)(experiment)
    }

    /// The text of the default value; empty for optional parameters.
    pub fn default_text(&self) -> String {
        self.text(&E::default())
    }

    /// Whether the value differs from the default.
    pub fn is_set(&self, experiment: &E) -> bool {
        self.text(experiment) != self.default_text()
    }

    /// Whether the parameter has an effect in this experiment; if not, the reason and the remedy.
    pub fn applies(&self, experiment: &E) -> Result<(), ConflictReason> {
        (self.applies)(experiment)
    }

    /// Reads a value into `experiment`. If it fails, the experiment is unchanged.
    pub fn read(&self, experiment: &mut E, value: &str) -> Result<(), ParameterError> {
        (self.read)(experiment, value).map_err(|cause| {
            let (expected, example) = (self.expected(), self.example);
            let value = shortened(value);
            ParameterError::Value(Box::new(BadValue { parameter: self.name, value, cause, expected, example }))
        })
    }

    /// The conflicts of the value with the values of other parameters.
    pub fn conflicts(&self, experiment: &E) -> impl Iterator<Item = Conflict> {
        let is_reported = |reason: &ConflictReason| reason.severity != Severity::Harmless && self.is_set(experiment);
        let idle = self.applies(experiment).err().filter(is_reported);
        let others = (self.conflicts)(experiment);
        idle.into_iter().chain(others).map(|reason| Conflict { parameter: self.name, reason })
    }
}

impl<P: 'static> Parameter<P> {
    /// The same parameter of a whole `E` that has a part `P`. Its functions are kept to the end of the program, so each
    /// parameter should be asked once.
    pub fn of_whole<E>(&'static self, part: fn(&E) -> &P, part_mut: fn(&mut E) -> &mut P) -> Parameter<E> {
        let Parameter { name, title, help, expected, example, group, control, read, text, applies, conflicts } = self;
        Parameter {
            name,
            title,
            help,
            expected,
            example,
            group: *group,
            control: *control,
            read: Box::leak(Box::new(move |whole: &mut E, value: &str| read(part_mut(whole), value))),
            text: Box::leak(Box::new(move |whole: &E| text(part(whole)))),
            applies: Box::leak(Box::new(move |whole: &E| applies(part(whole)))),
            conflicts: Box::leak(Box::new(move |whole: &E| conflicts(part(whole)))),
        }
    }
}

/// A parameter with a value that has no effect, or contradicts another one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", reason.problem)]
pub struct Conflict {
    /// The parameter's name.
    pub parameter: &'static str,
    /// The reason and the remedy.
    pub reason: ConflictReason,
}

impl Conflict {
    /// Whether nothing runs until it is fixed.
    pub fn is_contradiction(&self) -> bool {
        self.reason.severity == Severity::Contradiction
    }
}

impl Explain for Conflict {
    fn place(&self) -> String {
        self.parameter.into()
    }

    fn remedy(&self) -> String {
        self.reason.remedy.into()
    }
}

/// All parameters of experiments `E` in the order of permalinks, in pieces. Within a [`Group`] it is the order of the
/// form.
pub struct Parameters<E: 'static>(pub &'static [&'static [Parameter<E>]]);

impl<E: Default> Parameters<E> {
    /// Every parameter, in the order of permalinks.
    pub fn iter(&self) -> impl Iterator<Item = &'static Parameter<E>> + use<E> {
        self.0.iter().copied().flatten()
    }

    /// The parameter of this name; the error lists the known ones.
    pub fn find(&self, name: &str) -> Result<&'static Parameter<E>, ParameterError> {
        let known = || self.iter().map(|parameter| parameter.name).collect();
        let unknown = || ParameterError::Unknown { name: shortened(name), known: known() };
        self.iter().find(|parameter| parameter.name == name).ok_or_else(unknown)
    }

    /// Sets one parameter from its text. An empty text removes an optional one. If it fails, nothing changes.
    pub fn set(&self, experiment: &mut E, name: &str, value: &str) -> Result<(), ParameterError> {
        self.find(name)?.read(experiment, value)
    }

    /// Names and texts of all parameters without their default values, in the order of permalinks.
    pub fn settings(&self, experiment: &E) -> impl Iterator<Item = (&'static str, String)> {
        let set = self.iter().filter(|parameter| parameter.is_set(experiment));
        set.map(|parameter| (parameter.name, parameter.text(experiment)))
    }

    /// Values that have no effect or contradict each other, in the order of permalinks.
    pub fn conflicts(&self, experiment: &E) -> Vec<Conflict> {
        self.iter().flat_map(|parameter| parameter.conflicts(experiment)).collect()
    }
}
