//! The status of results next to a chart: what they are of, and whether they are those of the experiment on the page.

use super::View;
use crate::diagnostic::DiagnosticMessage;
use crate::experiment::Exclusion;
use serde::Serialize;

/// A set of results in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Status {
    /// The link of the experiment they are of, with the plot as it is now.
    pub link: String,
    /// The links of the pinned runs that are drawn, too.
    pub pinned: Vec<String>,
    /// `Mean bounded slowdown against utilisation`.
    pub title: String,
    /// Which jobs, which machines, how many runs, in half a sentence.
    pub subject: String,
    /// From which files results were taken, in words; empty where all were computed here.
    pub origin: String,
    /// Whether another experiment is being edited by now.
    pub stale: bool,
    /// A name for a file about them, without its extension.
    pub file_name: String,
}

/// The notes on results as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Findings {
    /// What cannot run, and why, each with the parameter that it is about; empty where another experiment is being edited.
    pub excluded: Vec<DiagnosticMessage>,
    /// Which curves lie on each other; empty if none do.
    pub coincidences: String,
}

impl View<'_> {
    /// What the results are of; `jobs` are those of each run, by machine. Called with every drawing, so it reads no
    /// points.
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
        Findings { excluded, coincidences: self.coincidences() }
    }

    /// What cannot run, and why.
    fn excluded(&self) -> Vec<DiagnosticMessage> {
        let complaint = |excluded: &Exclusion| DiagnosticMessage {
            place: excluded.place.clone(),
            message: excluded.diagnostic(self.results.experiment()).to_string(),
        };
        self.results.excluded().iter().map(complaint).collect()
    }
}
