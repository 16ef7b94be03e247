//! Keyword arguments as the parameters of an experiment.

use crate::error::Failure;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::Experiment;
use subtorus::parameter::{Conflict, ParameterError};
use subtorus::view::{PARAMETERS, Permalink, is_of_one_run};

/// The name of a keyword, with underscores, and its value as text.
pub type Setting = (String, String);

/// Sets these parameters.
pub fn set_all(link: &mut Permalink, settings: &[Setting]) -> Result<(), Failure> {
    for (keyword, value) in settings {
        link.set(&keyword.replace('_', "-"), value).map_err(|error| named(keyword, &error))?;
    }
    Ok(())
}

/// An experiment with these parameters. Those of a view have no effect on it.
pub fn with(experiment: Experiment, settings: &[Setting]) -> Result<Experiment, Failure> {
    let mut link = Permalink { experiment, ..Permalink::default() };
    set_all(&mut link, settings)?;
    Ok(link.experiment)
}

/// The failure of a parameter, which names keywords.
fn named(keyword: &str, error: &ParameterError) -> Failure {
    let diagnostic = Diagnostic::at(keyword, error);
    match error {
        ParameterError::Unknown { .. } => Failure::Input(Diagnostic {
            expected: diagnostic.expected.replace('-', "_"),
            remedy: diagnostic.remedy.replace('-', "_"),
            ..diagnostic
        }),
        ParameterError::Value(_) => Failure::Input(diagnostic),
    }
}

/// Fails if parameters contradict each other.
pub fn refuse_conflicts(conflicts: &[Conflict]) -> Result<(), Failure> {
    conflicts.first().map_or(Ok(()), |conflict| Err(Failure::of(conflict)))
}

/// Fails if a keyword does not belong to a single run.
pub fn refuse_sweeps(settings: &[Setting]) -> Result<(), Failure> {
    let is_stray = |name: &str| PARAMETERS.find(name).is_ok() && !is_of_one_run(name);
    let stray = settings.iter().find(|(keyword, _)| is_stray(&keyword.replace('_', "-")));
    match stray {
        Some((keyword, _)) => {
            Err(Failure::new(keyword, "does not describe a single run", "", "leave it out, or take sweep"))
        }
        None => Ok(()),
    }
}

/// Fails if a keyword belongs to the reading of the log.
pub fn refuse_columns(settings: &[Setting]) -> Result<(), Failure> {
    match settings.iter().find(|(keyword, _)| keyword == "column") {
        Some(_) => Err(Failure::new("column", "has no effect on a log that has been read", "", "give it to read_log")),
        None => Ok(()),
    }
}

/// The experiment and the view of a permalink, which must be understood in full. Contradictions are found later.
pub fn read_link(link: &str) -> Result<Permalink, Failure> {
    let (link, diagnostics) = Permalink::read(link);
    let conflicts: Vec<_> = link.conflicts().iter().map(Diagnostic::of).collect();
    match diagnostics.into_iter().find(|diagnostic| !conflicts.contains(diagnostic)) {
        Some(diagnostic) => Err(Failure::Input(diagnostic)),
        None => Ok(link),
    }
}

/// The usual budget times a factor.
pub fn budget(limit: i64) -> Result<Budget, Failure> {
    match u32::try_from(limit) {
        Ok(factor @ 1..) => Ok(Budget::USUAL.times(factor)),
        _ => Err(Failure::new("limit", format!("{limit} is not a factor"), "a whole number from 1 to 4294967295", "")),
    }
}
