//! A set of results as it is shown.

use crate::experiment::{Curves, Experiment, Results};
use crate::view::{Permalink, View};

/// Results as they are shown: with the plot and the scale of the experiment being edited, and its view.
#[derive(Clone, Copy)]
pub struct ShownResults<'a> {
    /// The results so far.
    pub results: &'a Results,
    /// The experiment being edited. Its plot is shown; everything else may have changed since the results were computed.
    pub edited: &'a Experiment,
    /// Its view.
    pub view: &'a View,
    /// The pinned runs, which are drawn beneath.
    pub pins: &'a [Results],
}

impl<'a> ShownResults<'a> {
    /// Results in the view of what is being edited, without pinned runs.
    pub fn new(results: &'a Results, link: &'a Permalink) -> ShownResults<'a> {
        ShownResults { results, edited: &link.experiment, view: &link.view, pins: &[] }
    }

    /// Those of each facet; without facets, these.
    pub(super) fn parts(&self) -> impl Iterator<Item = ShownResults<'a>> {
        let whole = *self;
        self.results.parts().iter().map(move |results| ShownResults { results, ..whole })
    }

    /// The curves of the results in the view of the experiment being edited; with facets, those of the first.
    pub fn curves(&self) -> Curves {
        let mut curves = self.unsorted();
        curves.curves = self.view.arranged(curves.curves, |curve| curve);
        curves
    }

    /// Those of them that the chart draws, with their own colours and titles.
    pub(super) fn visible(&self) -> Curves {
        let mut curves = self.curves();
        curves.curves.retain(|curve| self.view.shows(curve));
        curves.curves.iter_mut().for_each(|curve| self.view.dress(curve));
        curves
    }

    /// All of them, in the experiment's order.
    pub(super) fn unsorted(&self) -> Curves {
        let mut curves = Curves::of(self.results, self.edited.plot);
        curves.y.logarithmic = self.edited.scale.is_logarithmic(self.edited.plot);
        curves
    }
}
