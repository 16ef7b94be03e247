//! Results of facets, side by side, each in the form of an experiment with one chart.

use super::{Exclusion, Experiment, Results};
use crate::experiment::facet::Facet;
use crate::time::Decimal;
use std::slice::from_ref;

impl Results {
    /// The results of each facet, in order; without facets, these results. Each has the same experiment, and
    /// [`Results::facet`] identifies the facet.
    pub fn parts(&self) -> &[Results] {
        if self.facets.is_empty() { from_ref(self) } else { &self.facets }
    }

    /// The quantity that varies from chart to chart, and its value here; `None` if these are not the results of a
    /// facet.
    pub fn facet(&self) -> Option<(&Facet, Decimal)> {
        let facet = self.experiment.facets()?;
        Some((facet, facet.values()[self.facet?]))
    }

    /// `estimate-excess 10`: the title of this facet; `None` if these are not the results of a facet.
    pub fn facet_label(&self) -> Option<String> {
        self.experiment.facet_label(self.facet?)
    }

    /// The experiment with the value of this facet in the place of its parameter; unchanged if that is not possible.
    pub fn experiment_here(&self) -> Experiment {
        let here = self.facet.and_then(|position| self.experiment.at_facet(position).ok());
        here.unwrap_or_else(|| self.experiment.clone())
    }

    /// Whether none of their cells can run.
    pub fn runs_nothing(&self) -> bool {
        self.never.iter().all(|never| *never)
    }

    /// The facet of a cell, and its number there; `None` without facets.
    pub(super) fn facet_of(&self, cell: usize) -> Option<(usize, usize)> {
        let each = self.cells.len().checked_div(self.facets.len())?;
        Some((cell / each, cell % each))
    }

    /// `on mesh:8x8 at estimate-excess 10`: every machine in every facet. Parts without alternatives are left out.
    pub(super) fn sites(&self) -> impl Iterator<Item = String> {
        let Experiment { machines, .. } = &self.experiment;
        (0..self.experiment.site_count()).map(|site| {
            let mut words = Vec::new();
            words.extend((machines.len() > 1).then(|| format!("on {}", machines[site % machines.len()])));
            let facet = self.experiment.facet_label(site / machines.len());
            words.extend(facet.map(|label| format!("at {label}")));
            words.join(" ")
        })
    }

    /// The same with separate results for each facet, if there are facets, and with the excluded curves.
    pub(super) fn divided(mut self) -> Results {
        let (values, points) = (self.experiment.values().len(), self.never.len() / self.experiment.facet_count());
        let never = |place: usize, facet: &[bool]| facet[place * values..(place + 1) * values].iter().all(|is| *is);
        let absent = |place| self.never.chunks(points).all(|facet| never(place, facet));
        self.absent = (0..points / values).map(absent).collect();
        if self.experiment.facets().is_some() {
            self.facets = (0..self.experiment.facet_count()).map(|position| self.part(position)).collect();
            self.outcomes = Vec::new();
        }
        self
    }

    /// Empty results for a facet.
    fn part(&self, position: usize) -> Results {
        let each = self.cells.len() / self.experiment.facet_count();
        let cells = self.cells[position * each..(position + 1) * each].to_vec();
        let of_facet = |excluded: &&Exclusion| excluded.facets.as_ref().is_none_or(|facets| facets.contains(&position));
        let excluded: Vec<Exclusion> = self.excluded.iter().filter(of_facet).cloned().collect();
        let points = self.never.len() / self.experiment.facet_count();
        Results {
            experiment: self.experiment.clone(),
            outcomes: vec![None; cells.len()],
            cells,
            never: self.never[position * points..(position + 1) * points].to_vec(),
            excluded,
            absent: self.absent.clone(),
            facet: Some(position),
            files: self.files.clone(),
            ..Results::default()
        }
    }
}
