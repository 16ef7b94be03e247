//! Facets: a second varied quantity, with a chart for each of its values. A facet is an experiment with its value in
//! the place of the parameter (docs/semantics.md 3.2). Facets share only the axes of the charts.

use super::plan_error::PlanError;
use super::sweep::{Sweep, SweepError};
use super::{Experiment, Varied};
use crate::diagnostic::Explain;
use crate::time::Decimal;
use std::fmt;
use std::str::FromStr;

/// The most facets: more charts cannot be compared at a glance.
pub const MOST_FACETS: usize = 12;

/// The quantity that varies from chart to chart, and its values in increasing order. Written `estimate-excess:0,1,10`;
/// a range (`size-scale:1..4:1`) is read as the list of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// The varied quantity.
    pub varied: Varied,
    values: Vec<Decimal>,
}

impl Facet {
    /// Every value, in increasing order, at least one and at most [`MOST_FACETS`].
    pub fn values(&self) -> &[Decimal] {
        &self.values
    }

    /// `estimate-excess 10`: the title of a facet by its position.
    pub fn label(&self, position: usize) -> String {
        format!("{} {}", self.varied, self.values[position])
    }
}

impl fmt::Display for Facet {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        write!(out, "{}:{}", self.varied, values.join(","))
    }
}

impl FromStr for Facet {
    type Err = FacetError;

    fn from_str(text: &str) -> Result<Facet, FacetError> {
        let (name, list) = text.split_once(':').ok_or(SweepError::NoColon)?;
        let varied = name.parse().map_err(SweepError::Varied)?;
        let mut values: Vec<Decimal> = Vec::new();
        for each in list.split(',') {
            let sweep: Sweep = format!("{name}:{each}").parse()?;
            for value in sweep.values() {
                match values.binary_search(&value) {
                    Ok(_) => return Err(FacetError::Twice(value)),
                    Err(place) => values.insert(place, value),
                }
            }
        }
        if values.len() > MOST_FACETS { Err(FacetError::TooMany(values.len())) } else { Ok(Facet { varied, values }) }
    }
}

/// Why a text is not a [`Facet`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FacetError {
    /// A value or the quantity is not valid.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A value is listed twice.
    #[error("{0} is listed twice")]
    Twice(Decimal),
    /// There are too many charts.
    #[error("{0} charts are more than {MOST_FACETS}")]
    TooMany(usize),
}

impl Explain for FacetError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        if let FacetError::Sweep(error) = self { Some(error) } else { None }
    }

    fn remedy(&self) -> String {
        match self {
            FacetError::Sweep(error) => error.remedy(),
            FacetError::Twice(_) => "list it once".into(),
            FacetError::TooMany(_) => "take fewer values, or a larger step; vary takes as many as you like".into(),
        }
    }
}

impl Experiment {
    /// The quantity that varies from chart to chart; `None` if there is one chart. Without a sweep there is nothing to
    /// divide, and [`Experiment::facet`] has no effect.
    pub fn facets(&self) -> Option<&Facet> {
        self.facet.as_ref().filter(|_| self.vary.is_some())
    }

    /// The number of charts: one without facets.
    pub fn facet_count(&self) -> usize {
        self.facets().map_or(1, |facet| facet.values.len())
    }

    /// `estimate-excess 10`: the label of the facet at this position; `None` if there is one chart.
    pub fn facet_label(&self, position: usize) -> Option<String> {
        self.facets().map(|facet| facet.label(position))
    }

    /// The experiment of the facet at this position, with its value in the place of the parameter; without facets, this
    /// experiment. Fails if no machine has this side.
    pub fn at_facet(&self, position: usize) -> Result<Experiment, PlanError> {
        let here = match self.facets() {
            Some(facet) => self.with(facet.varied, facet.values[position])?,
            None => self.clone(),
        };
        Ok(Experiment { facet: None, ..here })
    }

    /// The place of a machine in a facet among all of them, in the order of a plan.
    pub fn site(&self, facet: usize, machine: usize) -> usize {
        facet * self.machines.len() + machine
    }

    /// The number of machines in all facets together.
    pub fn site_count(&self) -> usize {
        self.site(self.facet_count(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn lists_and_ranges_have_one_form() {
        for (given, printed) in [
            ("estimate-excess:0,1,10", "estimate-excess:0,1,10"),
            ("estimate-excess:10,0.50,0", "estimate-excess:0,0.5,10"),
            ("size-scale:1..4:1", "size-scale:1,2,3,4"),
            ("jobs:100..300:100,1000", "jobs:100,200,300,1000"),
            ("load:0.8", "load:0.8"),
        ] {
            let facet: Facet = given.parse().unwrap();
            assert_eq!(facet.to_string(), printed, "{given}");
            assert_eq!(printed.parse(), Ok(facet));
        }
    }

    #[test]
    fn invalid_facets_get_an_error_and_a_remedy() {
        for (text, hint) in [
            ("estimate-excess", "no colon"),
            ("speed:1,2", "unknown quantity to vary 'speed'"),
            ("load:1,x", "'x' is not a decimal number"),
            ("load:", "'' is not a decimal number"),
            ("size-scale:1,1.5", "size-scale takes whole numbers only"),
            ("load:0,1", "first value 0 is not greater than 0"),
            ("load:1,2,1.0", "1 is listed twice; list it once"),
            ("load:1..2:1,2", "2 is listed twice"),
            ("jobs:1..13:1", "13 charts are more than 12; take fewer values, or a larger step"),
        ] {
            let reason = Diagnostic::of(&text.parse::<Facet>().unwrap_err()).message();
            assert!(reason.contains(hint), "{text}: {reason}");
        }
        assert_eq!("jobs:1..12:1".parse::<Facet>().unwrap().values().len(), MOST_FACETS);
    }
}
