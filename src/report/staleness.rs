//! Whether results belong to the experiment being edited, and to which published figure.

use super::ShownResults;
use crate::experiment::{Experiment, permalink};
use crate::papers::{self, Preset};
use std::sync::OnceLock;

impl ShownResults<'_> {
    /// Whether the results are of another experiment than the one being edited.
    pub fn is_stale(&self) -> bool {
        self.as_shown(self.results.experiment()) != *self.edited
    }

    /// The permalink of the experiment of these results, with the current plot and view.
    pub fn link(&self) -> String {
        self.view.link(&self.as_shown(self.results.experiment()))
    }

    /// The paper's figure of the results, with any plot.
    pub fn preset(&self) -> Option<&'static Preset> {
        let shown = self.as_shown(self.results.experiment());
        sweeps().iter().find(|(_, experiment)| self.as_shown(experiment) == shown).map(|(preset, _)| *preset)
    }

    /// An experiment with the current plot, which needs no new run. With replications, the vertical quantity
    /// decides how many run, so only the rest of the plot is ignored. Some metrics are recorded only if they are
    /// plotted.
    fn as_shown(&self, experiment: &Experiment) -> Experiment {
        let mut plot = self.edited.plot;
        if experiment.replications > 1 {
            plot.y = experiment.plot.y;
        }
        if !plot.is_recorded_for(experiment.plot) {
            plot = experiment.plot;
        }
        Experiment { plot, scale: self.edited.scale, ..experiment.clone() }
    }
}

/// The published sweeps and their experiments. Every drawing asks for them, and reading the permalinks takes as long as
/// a drawing.
fn sweeps() -> &'static [(&'static Preset, Experiment)] {
    static SWEEPS: OnceLock<Vec<(&'static Preset, Experiment)>> = OnceLock::new();
    let read = |preset: &'static Preset| (preset, permalink::read(&preset.link).0);
    SWEEPS.get_or_init(|| papers::all().filter(|preset| !preset.is_batch()).map(read).collect())
}
