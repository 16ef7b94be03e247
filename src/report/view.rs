//! A set of results as somebody looks at them.

use crate::experiment::{Curves, Experiment, Results};

/// Results as somebody looks at them: with the plot and the scale of the experiment being edited, some curves hidden.
pub struct View<'a> {
    /// What has come out so far.
    pub results: &'a Results,
    /// The experiment being edited. Its plot and scale are shown; all else may have changed since the results were computed.
    pub edited: &'a Experiment,
    /// The labels of the curves that are not drawn.
    pub hidden: &'a [String],
}

impl View<'_> {
    /// The curves of the results, as the experiment being edited wants to see them.
    pub fn curves(&self) -> Curves {
        let mut curves = Curves::of(self.results, self.edited.plot);
        curves.y.logarithmic = self.edited.scale.is_logarithmic(self.edited.plot);
        curves
    }
}
