//! An experiment as the fragment of a permalink: `#v=1&log=...&machine=...`. Defaults are left out and the order is
//! fixed, so equal experiments have equal permalinks.

use super::Experiment;
use super::parameters::PARAMETERS;
use crate::diagnostic::Diagnostic;
use crate::permalink::{self, Upgrader};

/// Of experiments and their views, from version 1 on. The newest version is one more than the number of upgraders.
pub(crate) const UPGRADERS: &[Upgrader] = &[];

/// Reads a permalink of any version: a whole address, or the part behind its `#`. The parameters of a view, which it may
/// have, are unknown here.
///
/// A part that cannot be read gets a diagnostic and keeps its default; everything else is read. Parameters that
/// contradict each other ([`Experiment::conflicts`]) get a diagnostic, too.
///
/// ```
/// use subtorus::experiment::permalink;
///
/// let (experiment, complaints) = permalink::read("#v=1&machine=mesh:8x8&allocation=gabl&jobs=many&seed=1");
/// assert_eq!((complaints.len(), complaints[0].place.as_str()), (1, "jobs"));
/// // Defaults are left out.
/// assert_eq!(permalink::write(&experiment), "#v=1&machine=mesh:8x8&allocation=gabl");
/// ```
pub fn read(text: &str) -> (Experiment, Vec<Diagnostic>) {
    let (mut experiment, mut diagnostics) = parse(text);
    experiment.use_whole_names();
    diagnostics.extend(experiment.conflicts().iter().map(Diagnostic::of));
    (experiment, diagnostics)
}

/// The same without completing the abridged names of own strategies in older permalinks.
pub(super) fn parse(text: &str) -> (Experiment, Vec<Diagnostic>) {
    permalink::read_experiment(text, UPGRADERS, &PARAMETERS)
}

/// The canonical permalink of an experiment, from the `#` on.
pub fn write(experiment: &Experiment) -> String {
    permalink::write(UPGRADERS, PARAMETERS.settings(experiment))
}

#[cfg(test)]
mod tests;
