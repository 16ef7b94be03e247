//! Names of runs: a point of a curve, a replication of it, or an imported schedule; and a time in a run.

use super::{CurveName, CurveNameError};
use crate::diagnostic::{Explain, shortened};
use crate::experiment::{AS_LOGGED, Curve, Experiment, Results};
use crate::formats::identity::log_name;
use crate::time::{Decimal, END, NotADecimal, Time, in_seconds};
use std::fmt;
use std::str::FromStr;

/// A run by its name: a computed run or an imported schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunName {
    /// A computed run.
    Computed(ComputedRun),
    /// The schedule of the log's own jobs, `as-logged`.
    AsLogged,
    /// The schedule of a file with this name, `file:schedule.csv`. Each user of the permalink needs the file.
    File(String),
}

/// A computed run: its curve and the varied value, `easy/nep@1.2`; with a machine if there are several,
/// `easy/nep/mesh:8x8@1.2`; with the value of the facet if there are facets, `easy/nep@1.2/10`; with the replication if
/// it is not the first, `easy/nep@1.2@3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputedRun {
    /// Its curve.
    pub curve: CurveName,
    /// The varied value; without a sweep, the runtime coefficient.
    pub value: Decimal,
    /// The value of its facet; `None` without facets.
    pub facet: Option<Decimal>,
    /// Which replication it is, from 0.
    pub replication: u32,
}

/// The name of the log's own schedule.
const AS_LOGGED_NAME: &str = "as-logged";

impl RunName {
    /// The prefix of a file's name.
    pub const FILE: &'static str = "file:";

    /// The first replication at a value of one of an experiment's curves, in the facet of this value if there are
    /// facets.
    pub fn of(curve: &Curve, value: Decimal, facet: Option<Decimal>, experiment: &Experiment) -> RunName {
        RunName::Computed(ComputedRun { curve: CurveName::of(curve, experiment), value, facet, replication: 0 })
    }

    /// Whether another run has the same jobs: the same value and the same replication. For imported schedules this is
    /// known only when both runs are there.
    pub fn is_of_the_jobs_of(&self, other: &RunName) -> bool {
        match (self, other) {
            (RunName::Computed(one), RunName::Computed(other)) => {
                (one.value, one.facet, one.replication) == (other.value, other.facet, other.replication)
            }
            _ => true,
        }
    }

    /// Whether an experiment has this run. A file is possible with any experiment.
    pub fn is_in(&self, experiment: &Experiment) -> bool {
        match self {
            RunName::Computed(run) => {
                let value = experiment.values().contains(&run.value);
                let facet = match (run.facet, experiment.facets()) {
                    (Some(value), Some(facet)) => facet.values().contains(&value),
                    (one, other) => one.is_none() && other.is_none(),
                };
                value && facet && run.replication < experiment.replications && run.curve.is_in(experiment)
            }
            RunName::AsLogged => experiment.uses_log(),
            RunName::File(_) => true,
        }
    }

    /// Its cell among those of some results; without a machine in the name, on the first machine. [`AS_LOGGED`] for the
    /// log's own schedule. `None` if they have no such run.
    pub fn cell(&self, results: &Results) -> Option<usize> {
        let experiment = results.experiment();
        let run = match self {
            RunName::Computed(run) => run,
            RunName::AsLogged => return experiment.uses_log().then_some(AS_LOGGED),
            RunName::File(_) => return None,
        };
        results.cells().iter().position(|cell| {
            cell.value == run.value
                && experiment.facets().map(|facet| facet.values()[cell.facet]) == run.facet
                && cell.replication == run.replication
                && run.curve.has(experiment, cell)
        })
    }
}

impl fmt::Display for RunName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let run = match self {
            RunName::Computed(run) => run,
            RunName::AsLogged => return out.write_str(AS_LOGGED_NAME),
            RunName::File(name) => return write!(out, "{}{name}", RunName::FILE),
        };
        write!(out, "{}@{}", run.curve, run.value)?;
        run.facet.map_or(Ok(()), |facet| write!(out, "/{facet}"))?;
        if run.replication > 0 { write!(out, "@{}", run.replication + 1) } else { Ok(()) }
    }
}

/// An error in the name of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunNameError {
    /// There is no value.
    #[error("'{0}' has no '@' between a curve and a value")]
    NoValue(String),
    /// There is no such curve.
    #[error(transparent)]
    Curve(#[from] CurveNameError),
    /// The value is not valid.
    #[error(transparent)]
    Value(#[from] NotADecimal),
    /// The replication is not valid.
    #[error("'{0}' is no replication")]
    Replication(String),
}

impl Explain for RunNameError {
    fn expected(&self) -> String {
        match self {
            RunNameError::NoValue(_) => "policy/strategy@value, for example easy/nep@1.2, or as-logged".into(),
            RunNameError::Curve(error) => error.expected(),
            RunNameError::Value(error) => error.expected(),
            RunNameError::Replication(_) => "a whole number from 1 on".into(),
        }
    }
}

impl FromStr for RunName {
    type Err = RunNameError;

    fn from_str(text: &str) -> Result<RunName, RunNameError> {
        if text.trim() == AS_LOGGED_NAME {
            return Ok(RunName::AsLogged);
        }
        if let Some(name) = text.trim().strip_prefix(RunName::FILE) {
            return Ok(RunName::File(log_name(name)));
        }
        let (curve, rest) = text.split_once('@').ok_or_else(|| RunNameError::NoValue(shortened(text)))?;
        let (value, replication) = rest.split_once('@').unwrap_or((rest, "1"));
        let (value, facet) = value.split_once('/').map_or((value, None), |(value, facet)| (value, Some(facet)));
        let decimal = |text: &str| text.parse().map_err(|NotADecimal(text)| NotADecimal(shortened(&text)));
        let which = || replication.parse().ok().filter(|_| replication.bytes().all(|byte| byte.is_ascii_digit()));
        let which: Option<u32> = which().filter(|which| *which > 0);
        Ok(RunName::Computed(ComputedRun {
            curve: curve.parse()?,
            value: decimal(value)?,
            facet: facet.map(decimal).transpose()?,
            replication: which.ok_or_else(|| RunNameError::Replication(shortened(replication)))? - 1,
        }))
    }
}

/// A time in a run, in microseconds. Written exactly, in seconds (of the network, in cycles): `86400.000001`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulatedTime(pub Time);

/// The text is not a time in a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a moment of a run")]
pub struct SimulatedTimeError(String);

impl Explain for SimulatedTimeError {
    fn expected(&self) -> String {
        "seconds from the first arrival on, such as 86400.5, with at most six decimals".into()
    }
}

impl fmt::Display for SimulatedTime {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&in_seconds(self.0))
    }
}

impl FromStr for SimulatedTime {
    type Err = SimulatedTimeError;

    fn from_str(text: &str) -> Result<SimulatedTime, SimulatedTimeError> {
        let wrong = || SimulatedTimeError(shortened(text));
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let digits = !(whole.is_empty() && rest.is_empty())
            && whole.bytes().chain(rest.bytes()).all(|byte| byte.is_ascii_digit());
        if !digits || rest.len() > 6 || whole.len() > 15 {
            return Err(wrong());
        }
        let micros = format!("{whole}{rest:0<6}").parse().ok().filter(|time| *time <= END);
        micros.map(SimulatedTime).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;
    use proptest::prelude::*;

    #[test]
    fn runs_are_named_by_curve_value_and_replication() {
        for (text, canonical) in [
            ("easy/nep@1.2", "easy/nep@1.2"),
            ("easy / nep@1.20@1", "easy/nep@1.2"),
            ("easy/nep@1.2/10@3", "easy/nep@1.2/10@3"),
            (" as-logged", "as-logged"),
            ("file:my schedule.csv", "file:my schedule.csv"),
            ("sjf/easy(5)/curve(snake,best)/mesh:8x8@3@12", "sjf/easy(5)/curve(snake,best)/mesh:8x8@3@12"),
        ] {
            assert_eq!(text.parse::<RunName>().unwrap().to_string(), canonical);
        }
        for (text, part) in [
            ("easy/nep", "no '@'"),
            ("nep@1", "policy/strategy"),
            ("easy/nep@x", "'x' is not a decimal"),
            ("easy/nep@1/x", "'x' is not a decimal"),
            ("easy/nep@1@0", "'0' is no replication"),
            ("easy/nep@1@+2", "'+2' is no replication"),
            ("easy/nep@1@2@3", "'2@3' is no replication"),
        ] {
            let complaint = Diagnostic::of(&text.parse::<RunName>().unwrap_err()).message();
            assert!(complaint.contains(part) && complaint.contains("expected"), "{text}: {complaint}");
        }
    }

    #[test]
    fn a_run_is_found_among_the_cells() {
        let link = "#v=1&machine=mesh:4x4,mesh:8x8&allocation=ff,flat&vary=runtime:1..2:0.5&replications=2";
        let experiment = crate::experiment::permalink::read(link).0;
        let results =
            Results::from_cells(experiment.clone(), crate::experiment::Cell::all(&experiment, &[]), Vec::new());
        let cell = |text: &str| {
            text.parse::<RunName>().unwrap().cell(&results).map(|cell| results.describe(&results.cells()[cell]))
        };
        assert_eq!(
            cell("easy/flat/mesh:8x8@1.5@2").as_deref(),
            Some("easy with flat on mesh:8x8 at 1.5, replication 2")
        );
        assert_eq!(cell("fcfs/ff@1").as_deref(), Some("fcfs with ff on mesh:4x4 at 1, replication 1"));
        for (text, there) in
            [("easy/flat@1.5@2", true), ("easy/flat@1.5@3", false), ("easy/flat@1.6", false), ("easy/ep@1", false)]
        {
            assert_eq!(
                (text.parse::<RunName>().unwrap().is_in(&experiment), cell(text).is_some()),
                (there, there),
                "{text}"
            );
        }
    }

    #[test]
    fn a_run_of_a_facet_is_found_by_the_facets_value() {
        let link = "#v=1&allocation=flat&scheduling=easy&vary=runtime:1..2:0.5&facet=estimate-excess:0,10";
        let experiment = crate::experiment::permalink::read(link).0;
        let cells = crate::experiment::Cell::all(&experiment, &[]);
        let results = Results::from_cells(experiment.clone(), cells, Vec::new());
        for (text, cell) in [
            ("easy/flat@1.5/0", Some(1)),
            ("easy/flat@1.5/10", Some(4)),
            ("easy/flat@1.5", None),
            ("easy/flat@1.5/5", None),
        ] {
            let run: RunName = text.parse().unwrap();
            assert_eq!((run.cell(&results), run.is_in(&experiment)), (cell, cell.is_some()), "{text}");
        }
        let plain = Experiment { facet: None, ..experiment };
        assert!(!"easy/flat@1.5/0".parse::<RunName>().unwrap().is_in(&plain));
    }

    #[test]
    fn moments_are_exact() {
        for (text, time) in [("0", 0), ("86400.5", 86_400_500_000), (".000001", 1), ("7.", 7_000_000)] {
            assert_eq!(text.parse(), Ok(SimulatedTime(time)), "{text}");
        }
        for bad in ["", ".", "-1", "1e3", "1.0000001", "999999999999999", "1 d", "٣"] {
            assert_eq!(bad.parse::<SimulatedTime>(), Err(SimulatedTimeError(bad.into())));
        }
    }

    proptest! {
        #[test]
        fn written_names_read_back(time in 0..=END, digits in 0i64..100_000, places in 0u32..4, replication in 0u32..2000) {
            prop_assert_eq!(SimulatedTime(time).to_string().parse(), Ok(SimulatedTime(time)));
            let (value, facet) = (Decimal::new(digits, places), (digits % 2 == 0).then(|| Decimal::new(digits / 2, places)));
            let run = ComputedRun { curve: "easy/nep".parse().unwrap(), value, facet, replication };
            let name = RunName::Computed(run);
            prop_assert_eq!(name.to_string().parse::<RunName>().unwrap(), name);
        }
    }
}
