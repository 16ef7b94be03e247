//! A set of results as it is shown.

use crate::experiment::{Curves, Experiment, Results};

/// Results as they are shown: with the plot, the scale, the hidden curves and so on of the experiment being edited.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The results so far.
    pub results: &'a Results,
    /// The experiment being edited. Its view of the chart is shown; everything else may have changed since the results
    /// were computed.
    pub edited: &'a Experiment,
    /// The pinned runs, which are drawn beneath.
    pub pins: &'a [Results],
}

impl<'a> View<'a> {
    /// Results in the view of the experiment being edited, without pinned runs.
    pub fn new(results: &'a Results, edited: &'a Experiment) -> View<'a> {
        View { results, edited, pins: &[] }
    }

    /// The view of each facet's results; without facets, this one.
    pub(super) fn parts(&self) -> impl Iterator<Item = View<'a>> {
        let whole = *self;
        self.results.parts().iter().map(move |results| View { results, ..whole })
    }

    /// The curves of the results in the view of the experiment being edited; with facets, those of the first.
    pub fn curves(&self) -> Curves {
        let mut curves = self.unsorted();
        curves.curves = self.edited.display.arranged(curves.curves, |curve| curve);
        curves
    }

    /// The same, in the experiment's order.
    pub(super) fn unsorted(&self) -> Curves {
        let mut curves = Curves::of(self.results, self.edited.plot);
        curves.y.logarithmic = self.edited.scale.is_logarithmic(self.edited.plot);
        curves
    }
}
