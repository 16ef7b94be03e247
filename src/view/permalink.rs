//! An experiment and its view as the fragment of a permalink.

use super::{PARAMETERS, View};
use crate::diagnostic::Diagnostic;
use crate::experiment::Experiment;
use crate::experiment::permalink::UPGRADERS;
use crate::parameter::{Conflict, ParameterError};
use crate::permalink;

/// The content of a permalink: an experiment, and how it is shown. Equal contents have equal permalinks.
///
/// ```
/// use subtorus::view::Permalink;
///
/// let (mut link, complaints) = Permalink::read("#v=1&seed=2&hidden=easy/nep");
/// assert_eq!((complaints, link.experiment.seed, link.view.hidden.len()), (vec![], 2, 1));
/// link.set("moment", "5")?;
/// assert_eq!(link.write(), "#v=1&seed=2&hidden=easy/nep&moment=5");
/// assert_eq!(link.conflicts()[0].to_string(), "belongs to a run, but none is named");
/// # Ok::<(), subtorus::parameter::ParameterError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Permalink {
    /// The experiment.
    pub experiment: Experiment,
    /// Its view.
    pub view: View,
}

impl From<&Experiment> for Permalink {
    /// An experiment in the view of a first visit.
    fn from(experiment: &Experiment) -> Permalink {
        Permalink { experiment: experiment.clone(), view: View::default() }
    }
}

impl Permalink {
    /// Reads a permalink as [`crate::experiment::permalink::read`] does, with its view.
    pub fn read(text: &str) -> (Permalink, Vec<Diagnostic>) {
        let (mut link, mut diagnostics) = Permalink::parse(text);
        link.use_whole_names();
        diagnostics.extend(link.conflicts().iter().map(Diagnostic::of));
        (link, diagnostics)
    }

    fn parse(text: &str) -> (Permalink, Vec<Diagnostic>) {
        permalink::read_experiment(text, UPGRADERS, &PARAMETERS)
    }

    /// The canonical permalink, from the `#` on.
    pub fn write(&self) -> String {
        permalink::write(UPGRADERS, PARAMETERS.settings(self))
    }

    /// Sets one parameter from its text, as [`Experiment::set`] does.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        PARAMETERS.set(self, name, value)
    }

    /// The canonical text of one parameter; `None` if it has its default value, or is not a parameter.
    pub fn get(&self, name: &str) -> Option<String> {
        let parameter = PARAMETERS.find(name).ok()?;
        parameter.is_set(self).then(|| parameter.text(self))
    }

    /// Parameters that contradict each other or have no effect together.
    pub fn conflicts(&self) -> Vec<Conflict> {
        PARAMETERS.conflicts(self)
    }

    /// Takes own code, as [`Experiment::adopt`] does, and keeps the view of a code with an abridged name.
    pub fn adopt(&mut self, title: &str, code: &str, instead: &str) -> String {
        self.experiment.codes.add(code);
        self.use_whole_names();
        self.experiment.adopt(title, code, instead)
    }

    /// Completes the abridged names of own strategies, in the view, too.
    fn use_whole_names(&mut self) {
        for (abridged, whole) in self.experiment.abridged_names() {
            let named = self.write().replace(&abridged, &whole);
            let codes = std::mem::take(&mut self.experiment.codes);
            *self = Permalink::parse(&named).0;
            self.experiment.codes = codes;
        }
    }
}

#[cfg(test)]
mod tests;
