//! Keyword arguments as the parameters of an experiment.

use crate::error::Failure;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::one_run::NOT_OF_ONE_RUN;
use subtorus::experiment::{Experiment, permalink};
use subtorus::parameter::ParameterError;

/// The name of a keyword, with underscores, and its value as text.
pub type Setting = (String, String);

/// Sets these parameters.
pub fn set_all(experiment: &mut Experiment, settings: &[Setting]) -> Result<(), Failure> {
    for (keyword, value) in settings {
        experiment.set(&keyword.replace('_', "-"), value).map_err(|error| named(keyword, &error))?;
    }
    Ok(())
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
pub fn refuse_conflicts(experiment: &Experiment) -> Result<(), Failure> {
    experiment.conflicts().first().map_or(Ok(()), |conflict| Err(Failure::of(conflict)))
}

/// Fails if a keyword does not belong to a single run.
pub fn refuse_sweeps(settings: &[Setting]) -> Result<(), Failure> {
    let stray = settings.iter().find(|(keyword, _)| NOT_OF_ONE_RUN.contains(&&*keyword.replace('_', "-")));
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

/// The experiment of a permalink, which must be understood in full. Contradictions are found later.
pub fn read_link(link: &str) -> Result<Experiment, Failure> {
    let (experiment, diagnostics) = permalink::read(link);
    let conflicts: Vec<_> = experiment.conflicts().iter().map(Diagnostic::of).collect();
    match diagnostics.into_iter().find(|diagnostic| !conflicts.contains(diagnostic)) {
        Some(diagnostic) => Err(Failure::Input(diagnostic)),
        None => Ok(experiment),
    }
}

/// The usual budget times a factor.
pub fn budget(limit: i64) -> Result<Budget, Failure> {
    match u32::try_from(limit) {
        Ok(factor @ 1..) => Ok(Budget::USUAL.times(factor)),
        _ => Err(Failure::new("limit", format!("{limit} is not a factor"), "a whole number from 1 to 4294967295", "")),
    }
}
