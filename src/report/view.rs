//! A set of results as somebody looks at them.

use crate::experiment::{Curves, Experiment, Results};

/// Results as somebody looks at them: with the plot, the scale, the hidden curves, ... of the experiment being edited.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// What has come out so far.
    pub results: &'a Results,
    /// The experiment being edited. What it says of the chart is shown; all else may have changed since the results were
    /// computed.
    pub edited: &'a Experiment,
    /// The runs that were pinned, which are drawn beneath.
    pub pins: &'a [Results],
}

impl<'a> View<'a> {
    /// Results as the experiment being edited wants to see them, without anything pinned.
    pub fn new(results: &'a Results, edited: &'a Experiment) -> View<'a> {
        View { results, edited, pins: &[] }
    }

    /// The results of each facet as they are looked at; where there are none, this.
    pub(super) fn parts(&self) -> impl Iterator<Item = View<'a>> {
        let whole = *self;
        self.results.parts().iter().map(move |results| View { results, ..whole })
    }

    /// The curves of the results, as the experiment being edited wants to see them; of facets those of the first.
    pub fn curves(&self) -> Curves {
        let mut curves = self.unsorted();
        curves.curves = self.edited.display.arranged(curves.curves, |curve| curve);
        curves
    }

    /// The same in the experiment's own order.
    pub(super) fn unsorted(&self) -> Curves {
        let mut curves = Curves::of(self.results, self.edited.plot);
        curves.y.logarithmic = self.edited.scale.is_logarithmic(self.edited.plot);
        curves
    }
}
