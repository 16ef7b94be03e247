//! The status of results next to a chart: what they show, and whether they belong to the experiment on the page.

use super::ShownResults;
use crate::diagnostic::DiagnosticMessage;
use crate::experiment::Exclusion;
use serde::Serialize;

/// A set of results in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Status {
    /// The link of their experiment, with the current plot.
    pub link: String,
    /// The links of the pinned runs that are drawn.
    pub pinned: Vec<String>,
    /// `Mean bounded slowdown against utilisation`.
    pub title: String,
    /// Their jobs, their machines and the number of runs, in a phrase.
    pub subject: String,
    /// The files that results were taken from, in words; empty if all were computed here.
    pub origin: String,
    /// Whether another experiment is being edited now.
    pub stale: bool,
    /// A name for a file with them, without its extension.
    pub file_name: String,
}

/// The notes on results as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Findings {
    /// The exclusions with their reasons, each with its parameter; empty if another experiment is being edited.
    pub excluded: Vec<DiagnosticMessage>,
    /// The coinciding curves; empty if there are none.
    pub coincidences: String,
    /// What the curves show, in a sentence; empty before all runs are known.
    pub headline: String,
}

impl ShownResults<'_> {
    /// The status of the results; `jobs` has the number of each run's jobs, by machine. Called with every drawing, so
    /// it reads no points.
    pub fn status(&self, jobs: &[u32]) -> Status {
        Status {
            link: self.link(),
            pinned: self.pinned_links(),
            title: self.title(),
            subject: self.subject(jobs),
            origin: self.origin().unwrap_or_default(),
            stale: self.is_stale(),
            file_name: self.file_name(),
        }
    }

    /// The notes on the results. Reads every point.
    pub fn findings(&self) -> Findings {
        let excluded = if self.is_stale() { Vec::new() } else { self.excluded() };
        Findings { excluded, coincidences: self.coincidences(), headline: self.headline() }
    }

    /// The exclusions with their reasons.
    fn excluded(&self) -> Vec<DiagnosticMessage> {
        let complaint = |excluded: &Exclusion| DiagnosticMessage {
            place: excluded.place.clone(),
            message: excluded.diagnostic(self.results.experiment()).to_string(),
        };
        self.results.excluded().iter().map(complaint).collect()
    }
}
