//! What of a plan cannot run, and why. The rest does (docs/semantics.md 3.2, step 3).

use super::plan_error::PlanError;
use super::{Cell, Experiment};
use crate::allocation::own::shown;
use crate::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use std::mem::discriminant;

/// Cells of a plan that are never run, all for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Exclusion {
    /// Those of the facets of these positions; of all, where there are none.
    pub facets: Option<Vec<usize>>,
    /// Those of the machine at this position of the experiment's list; of all machines, where there is none.
    pub machine: Option<usize>,
    /// Those of the allocation strategy at this position; of all, where there is none.
    pub allocation: Option<usize>,
    /// Those of the scheduling policy at this position; of all, where there is none.
    pub scheduling: Option<usize>,
    /// Those at the values of these positions; at all, where there are none.
    pub values: Option<Vec<usize>>,
    /// The parameter that the reason is about.
    pub place: String,
    /// Why they cannot run, and what to do about it.
    pub reason: String,
}

/// The most values that are named one by one.
const MOST_NAMED: usize = 6;

impl Exclusion {
    /// Whether it is about this strategy as a whole, on this machine, at this value.
    pub(super) fn bars(&self, machine: usize, allocation: usize, value: usize) -> bool {
        self.scheduling.is_none() && self.covers_point(machine, allocation, value)
    }

    /// Whether it is about this strategy on this machine at this value, under one of the policies.
    fn covers_point(&self, machine: usize, allocation: usize, value: usize) -> bool {
        self.machine.is_none_or(|mine| mine == machine)
            && self.allocation.is_none_or(|mine| mine == allocation)
            && self.values.as_ref().is_none_or(|values| values.contains(&value))
    }

    /// Whether it is about this cell, at this place of an experiment's plan.
    pub fn covers(&self, experiment: &Experiment, cell: &Cell, place: usize) -> bool {
        let value = place / experiment.replications as usize % experiment.values().len();
        self.facets.as_ref().is_none_or(|facets| facets.contains(&cell.facet))
            && self.scheduling.is_none_or(|mine| mine == cell.scheduling)
            && self.covers_point(cell.machine, cell.allocation, value)
    }

    /// Whether an experiment has everything that it excludes.
    pub fn is_part_of(&self, experiment: &Experiment) -> bool {
        let (Experiment { machines, allocation, scheduling, .. }, values) = (experiment, experiment.values().len());
        self.machine.is_none_or(|position| position < machines.len())
            && self.allocation.is_none_or(|position| position < allocation.len())
            && self.scheduling.is_none_or(|position| position < scheduling.len())
            && self.values.iter().flatten().all(|position| *position < values)
            && self.facets.iter().flatten().all(|position| *position < experiment.facet_count())
    }

    /// What it excludes, in words: `midplane on mesh:8x8`, `conservative`, `ep at side 3, 5, 7`.
    pub fn subject(&self, experiment: &Experiment) -> String {
        let mut words = Vec::new();
        words.extend(self.scheduling.map(|position| experiment.scheduling[position].to_string()));
        words.extend(self.allocation.map(|position| shown(&experiment.allocation[position]).into_owned()));
        let mut words = vec![words.join(" / ")];
        words.retain(|word| !word.is_empty());
        let several = experiment.machines.len() > 1;
        let says_more = self.values.is_some() || self.facets.is_some();
        if let Some(machine) = self.machine.filter(|_| several || (words.is_empty() && !says_more)) {
            words.extend((!words.is_empty()).then(|| "on".into()));
            words.push(experiment.machines[machine].to_string());
        }
        if let Some(positions) = &self.values {
            let values = experiment.values();
            let named = positions.iter().take(MOST_NAMED).map(|&position| values[position].to_string());
            let mut named = named.collect::<Vec<_>>().join(", ");
            if let Some(more) = positions.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
                named += &format!(" and {more} more values");
            }
            words.extend((!words.is_empty()).then(|| "at".into()));
            words.push(format!("{} {named}", experiment.varied()));
        }
        if let (Some(positions), Some(facet)) = (&self.facets, experiment.facets()) {
            let named: Vec<String> = positions.iter().map(|&position| facet.values()[position].to_string()).collect();
            words.extend((!words.is_empty()).then(|| "at".into()));
            words.push(format!("{} {}", facet.varied, named.join(", ")));
        }
        words.join(" ")
    }

    /// Its message; the place is what is excluded.
    pub fn diagnostic(&self, experiment: &Experiment) -> Diagnostic {
        Diagnostic::new(self.subject(experiment), self.reason.clone())
    }
}

/// Exclusions as they are found out.
#[derive(Default)]
pub(super) struct Excluding {
    found: Vec<(Exclusion, PlanError)>,
}

impl Excluding {
    /// Excludes cells for a reason: `scope` says which. What differs from what was found before in its value alone becomes
    /// one with it.
    pub fn add(&mut self, scope: Exclusion, cause: PlanError) {
        let same = |(found, reason): &&mut (Exclusion, PlanError)| {
            let one = (found.machine, found.allocation, found.scheduling, discriminant(reason));
            one == (scope.machine, scope.allocation, scope.scheduling, discriminant(&cause)) && found.values.is_some()
        };
        match (self.found.iter_mut().find(same), scope.values) {
            (Some((Exclusion { values: Some(values), .. }, _)), Some(more)) => values.extend(more),
            (_, values) => {
                let Diagnostic { place, .. } = Diagnostic::of(&cause);
                let reason = Diagnostic::of(&cause).message();
                self.found.push((Exclusion { values, place, reason, ..scope }, cause));
            }
        }
    }

    /// Of every machine, pair of strategies and value, in the order of a plan, whether it is excluded so far.
    pub fn points(&self, experiment: &Experiment) -> Vec<bool> {
        excluded_points(experiment, self.found.iter().map(|(exclusion, _)| exclusion))
    }

    /// The strategies of a list this long that are not excluded everywhere.
    pub fn left(&self, count: usize) -> Vec<usize> {
        let whole = |(each, _): &(Exclusion, PlanError), allocation| {
            let scope = (each.machine, each.allocation, each.scheduling);
            scope == (None, Some(allocation), None) && each.values.is_none()
        };
        (0..count).filter(|&allocation| !self.found.iter().any(|each| whole(each, allocation))).collect()
    }

    /// What is excluded so far.
    pub fn so_far(&self) -> Vec<Exclusion> {
        self.found.iter().map(|(exclusion, _)| exclusion.clone()).collect()
    }

    /// What is excluded; fails, with all reasons, where nothing is left.
    pub fn finish(self, experiment: &Experiment) -> Result<Vec<Exclusion>, PlanError> {
        let count = experiment.values().len();
        let (mut exclusions, mut causes) = (Vec::new(), Vec::new());
        for (mut exclusion, cause) in self.found {
            exclusion.values = exclusion.values.filter(|values| values.len() < count);
            exclusions.push(exclusion);
            causes.push(cause);
        }
        if exclusions.is_empty() || excluded_points(experiment, &exclusions).contains(&false) {
            return Ok(exclusions);
        }
        if causes.len() == 1 {
            return Err(causes.remove(0));
        }
        let reasons = exclusions.iter().map(|each| each.diagnostic(experiment).to_string()).collect();
        Err(PlanError::NothingLeft { place: exclusions[0].place.clone(), reasons })
    }
}

/// Of every facet, machine, pair of strategies and value, in the order of a plan, whether it is excluded. Costs as much as
/// there is excluded, not as there are reasons.
pub fn excluded_points<'a>(experiment: &Experiment, exclusions: impl IntoIterator<Item = &'a Exclusion>) -> Vec<bool> {
    let facets = experiment.facet_count();
    let counts = [experiment.machines.len(), experiment.allocation.len(), experiment.scheduling.len()];
    let values = experiment.values().len();
    let points = counts.iter().product::<usize>() * values;
    let mut excluded = vec![false; facets * points];
    let range = |position: Option<usize>, count: usize| position.map_or(0..count, |position| position..position + 1);
    for each in exclusions {
        let is_there = |facet: &usize| each.facets.as_ref().is_none_or(|facets| facets.contains(facet));
        let mut exclude = |place: usize| {
            for facet in (0..facets).filter(is_there) {
                let first = facet * points + place * values;
                match &each.values {
                    None => excluded[first..first + values].fill(true),
                    Some(positions) => positions.iter().for_each(|position| excluded[first + position] = true),
                }
            }
        };
        for machine in range(each.machine, counts[0]) {
            for allocation in range(each.allocation, counts[1]) {
                for scheduling in range(each.scheduling, counts[2]) {
                    exclude(experiment.place(machine, allocation, scheduling));
                }
            }
        }
    }
    excluded
}
