//! How the results of an experiment are shown ([`View`]): the visible range, the curves, their order, and the open run.
//! It changes no result. A [`Permalink`] has an experiment and a view.

mod compare;
mod parameters;
mod permalink;
mod run;
mod style;
mod wait_distribution;

pub use compare::{Baseline, Comparison, ComparisonError};
pub use parameters::{PARAMETERS, is_of_one_run};
pub use permalink::Permalink;
pub use run::{ComputedRun, RunName, RunNameError, SimulatedTime, SimulatedTimeError};
pub use style::{COLOUR_NAMES, CurveStyle, CurveStyleError};
pub use wait_distribution::{By, Delay, DistributionChoice};

use crate::allocation::{NameError, catalogue};
use crate::diagnostic::{Explain, shortened};
use crate::experiment::{Cell, Curve, Experiment};
use crate::machine::{Machine, MachineError};
use crate::scheduling::{PolicyError, Scheduling};
use crate::sorting::sorted;
use std::fmt;
use std::str::FromStr;

/// The visible part of a chart, the visible curves, and the open run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The range of the horizontal axis; `None` for everything.
    pub x_limits: Option<Limits>,
    /// The range of the vertical axis; `None` for everything.
    pub y_limits: Option<Limits>,
    /// The hidden curves.
    pub hidden: Vec<CurveName>,
    /// The curves that come first, in this order. The others follow in the experiment's order.
    pub order: Vec<CurveName>,
    /// The curves with a colour or a label of their own.
    pub styles: Vec<CurveStyle>,
    /// What the chart draws in place of the values.
    pub compare: Option<Comparison>,
    /// The open run.
    pub run: Option<RunName>,
    /// The run shown next to it.
    pub second_run: Option<RunName>,
    /// The cursor in the open run; `None` for its beginning.
    pub moment: Option<SimulatedTime>,
    /// The selected job, by the log's number.
    pub job: Option<i64>,
    /// The visible distribution of the open run.
    pub wait_distribution: Option<DistributionChoice>,
    /// Whether the page shows the chart and a link to the whole page only, for a frame in another page.
    pub embedded: bool,
}

/// The least and the greatest value on an axis, in the unit of the quantity: `0.2..0.9`. A share is a part of 1. A time
/// is in seconds (of the network, in cycles).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    low: f64,
    high: f64,
}

/// The greatest absolute value on an axis.
const FURTHEST: f64 = 1e100;

/// The units behind a number, and the factors (below zero: divisors).
const UNITS: &[(&str, f64)] =
    &[("%", -100.0), ("days", 86400.0), ("min", 60.0), ("d", 86400.0), ("h", 3600.0), ("s", 1.0)];

impl Limits {
    /// The limits from one value to a greater one; `None` if they are not in order, or not numbers.
    pub fn new(low: f64, high: f64) -> Option<Limits> {
        let usable = low.abs() <= FURTHEST && high.abs() <= FURTHEST && low < high;
        // Adding zero turns a negative zero into a positive one.
        usable.then_some(Limits { low: low + 0.0, high: high + 0.0 })
    }

    /// The first and the last value.
    pub fn ends(self) -> (f64, f64) {
        (self.low, self.high)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}..{}", self.low, self.high)
    }
}

/// An error in the limits of an axis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// There is one value, but two are needed.
    #[error("no '..' between the two ends")]
    OneEnd,
    /// An end is not a number.
    #[error("'{0}' is not a number")]
    NotANumber(String),
    /// There is nothing between the ends.
    #[error("the first end is not below the second")]
    Empty,
}

impl Explain for LimitsError {}

impl FromStr for Limits {
    type Err = LimitsError;

    fn from_str(text: &str) -> Result<Limits, LimitsError> {
        let (low, high) = text.split_once("..").ok_or(LimitsError::OneEnd)?;
        Limits::new(end(low)?, end(high)?).ok_or(LimitsError::Empty)
    }
}

/// A number with an optional unit of an axis: `20 %`, `2.5h`.
fn end(text: &str) -> Result<f64, LimitsError> {
    let text = text.trim();
    let unit = UNITS.iter().find_map(|(name, factor)| Some((text.strip_suffix(name)?, *factor)));
    let (digits, factor) = unit.unwrap_or((text, 1.0));
    let value: Option<f64> = digits.trim().parse().ok().filter(|value: &f64| value.abs() <= FURTHEST);
    let value = value.ok_or_else(|| LimitsError::NotANumber(shortened(text)))?;
    Ok(if factor < 0.0 { value / -factor } else { value * factor })
}

/// A curve by its names: `easy/nep`, with its machine `easy/nep/mesh:8x8`. Without a machine, it is that pair of
/// strategies on every machine. The form in legends (`easy / nep on mesh:8x8`) is read, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurveName {
    scheduling: String,
    allocation: String,
    machine: Option<String>,
}

impl CurveName {
    /// The name of a curve of an experiment, with the machine if there are several.
    pub fn of(curve: &Curve, experiment: &Experiment) -> CurveName {
        let Curve { scheduling, allocation, machine, .. } = curve.clone();
        CurveName { scheduling, allocation, machine: (experiment.machines.len() > 1).then_some(machine) }
    }

    /// Whether an experiment has such a curve.
    pub fn is_in(&self, experiment: &Experiment) -> bool {
        let Experiment { machines, allocation, scheduling, .. } = experiment;
        let machine =
            self.machine.as_ref().is_none_or(|name| machines.iter().any(|machine| machine.to_string() == *name));
        let policy = scheduling.iter().any(|policy| policy.to_string() == self.scheduling);
        machine && policy && allocation.contains(&self.allocation)
    }

    /// Whether it names a machine.
    pub fn says_machine(&self) -> bool {
        self.machine.is_some()
    }

    /// Whether it names this curve.
    pub fn names(&self, curve: &Curve) -> bool {
        let machine = self.machine.as_ref().is_none_or(|machine| *machine == curve.machine);
        machine && self.scheduling == curve.scheduling && self.allocation == curve.allocation
    }

    /// Whether a cell of an experiment is on this curve. Without a machine in the name, any machine fits.
    pub fn has(&self, experiment: &Experiment, cell: &Cell) -> bool {
        let CurveName { scheduling, allocation, machine } = self;
        experiment.scheduling[cell.scheduling].to_string() == *scheduling
            && experiment.allocation[cell.allocation] == *allocation
            && machine.as_ref().is_none_or(|machine| experiment.machines[cell.machine].to_string() == *machine)
    }

    /// The first cell of an experiment on this curve.
    pub fn cell(&self, experiment: &Experiment, cells: &[Cell]) -> Option<usize> {
        cells.iter().position(|cell| self.has(experiment, cell))
    }

    /// Adds the parts of this curve that an experiment lacks.
    pub fn add_to(&self, experiment: &mut Experiment) {
        let machine = self.machine.as_ref().and_then(|machine| machine.parse().ok());
        experiment.machines.extend(machine.filter(|machine| !experiment.machines.contains(machine)));
        let policy = self.scheduling.parse().ok();
        experiment.scheduling.extend(policy.filter(|policy| !experiment.scheduling.contains(policy)));
        let known = experiment.allocation.contains(&self.allocation);
        experiment.allocation.extend(Some(self.allocation.clone()).filter(|_| !known));
    }
}

impl fmt::Display for CurveName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}/{}", self.scheduling, self.allocation)?;
        self.machine.iter().try_for_each(|machine| write!(out, "/{machine}"))
    }
}

/// An error in the name of a curve.
#[derive(Debug, thiserror::Error)]
pub enum CurveNameError {
    /// There is one name, but two are needed.
    #[error("'{0}' has no '/' between a policy and a strategy")]
    OneName(String),
    /// The policy is unknown.
    #[error(transparent)]
    Scheduling(#[from] PolicyError),
    /// The strategy is unknown.
    #[error(transparent)]
    Allocation(#[from] NameError),
    /// The machine is not valid.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

impl Explain for CurveNameError {
    fn expected(&self) -> String {
        match self {
            CurveNameError::OneName(_) => "policy/strategy, for example easy/nep".into(),
            CurveNameError::Scheduling(error) => error.expected(),
            CurveNameError::Allocation(error) => error.expected(),
            CurveNameError::Machine(error) => error.expected(),
        }
    }
}

impl FromStr for CurveName {
    type Err = CurveNameError;

    fn from_str(text: &str) -> Result<CurveName, CurveNameError> {
        let one = || CurveNameError::OneName(shortened(text));
        let (pair, machine) = match text.split_once(" on ") {
            Some((pair, machine)) => (pair, Some(machine)),
            // Behind a slash, only machines have a colon.
            None => match text.rsplit_once('/').filter(|(_, last)| last.contains(':')) {
                Some((pair, machine)) => (pair, Some(machine)),
                None => (text, None),
            },
        };
        let (scheduling, allocation) = pair.rsplit_once('/').ok_or_else(one)?;
        let machine = machine.map(|machine| machine.trim().parse::<Machine>()).transpose()?;
        Ok(CurveName {
            scheduling: scheduling.trim().parse::<Scheduling>()?.to_string(),
            allocation: catalogue::find(allocation.trim())?.name,
            machine: machine.map(|machine| machine.to_string()),
        })
    }
}

impl View {
    /// The permalink of an experiment in this view, from the `#` on.
    pub fn link(&self, experiment: &Experiment) -> String {
        Permalink { experiment: experiment.clone(), view: self.clone() }.write()
    }

    /// Whether a curve is drawn.
    pub fn shows(&self, curve: &Curve) -> bool {
        !self.hidden.iter().any(|name| name.names(curve))
    }

    /// Sorts curves from the experiment's order into the displayed order.
    pub fn arranged<T>(&self, curves: Vec<T>, curve: impl Fn(&T) -> &Curve) -> Vec<T> {
        let place = |item: &T| self.order.iter().position(|name| name.names(curve(item))).unwrap_or(usize::MAX);
        sorted(curves, |one, other| place(one).cmp(&place(other)))
    }

    /// Sets the order of curves to `wanted`, with as few names as possible. Behind these names the others are in `own`,
    /// the experiment's order.
    pub fn set_order(&mut self, wanted: Vec<CurveName>, own: &[CurveName]) {
        let follows = |named: usize| {
            let (first, rest) = wanted.split_at(named);
            own.iter().filter(|name| !first.contains(name)).eq(rest)
        };
        let named = (0..wanted.len()).find(|&named| follows(named)).unwrap_or(wanted.len());
        self.order = wanted.into_iter().take(named).collect();
    }
}

#[cfg(test)]
mod tests;
