//! The parts of a plan that cannot run, and the reasons. The rest runs (docs/semantics.md 3.2, step 3).

use super::plan_error::PlanError;
use super::{Cell, Experiment};
use crate::allocation::own::shown;
use crate::diagnostic::{Diagnostic, Explain};
use serde::{Deserialize, Serialize};
use std::mem::discriminant;

/// Cells of a plan that never run, all for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Exclusion {
    /// Only in the facets of these positions; `None` for all.
    pub facets: Option<Vec<usize>>,
    /// Only on the machine at this position of the experiment's list; `None` for all.
    pub machine: Option<usize>,
    /// Only with the allocation strategy at this position; `None` for all.
    pub allocation: Option<usize>,
    /// Only with the scheduling policy at this position; `None` for all.
    pub scheduling: Option<usize>,
    /// Only at the values of these positions; `None` for all.
    pub values: Option<Vec<usize>>,
    /// The parameter of the reason.
    pub place: String,
    /// The reason, with a remedy.
    pub reason: String,
}

/// The most values that are listed by name.
const MOST_NAMED: usize = 6;

impl Exclusion {
    /// Whether it excludes this strategy under every policy, on this machine at this value.
    pub(super) fn bars(&self, machine: usize, allocation: usize, value: usize) -> bool {
        self.scheduling.is_none() && self.covers_point(machine, allocation, value)
    }

    /// Whether it excludes this strategy on this machine at this value, under at least one of the policies.
    fn covers_point(&self, machine: usize, allocation: usize, value: usize) -> bool {
        self.machine.is_none_or(|mine| mine == machine)
            && self.allocation.is_none_or(|mine| mine == allocation)
            && self.values.as_ref().is_none_or(|values| values.contains(&value))
    }

    /// Whether it excludes this cell, at this place of an experiment's plan.
    pub fn covers(&self, experiment: &Experiment, cell: &Cell, place: usize) -> bool {
        let value = place / experiment.replications as usize % experiment.values().len();
        self.facets.as_ref().is_none_or(|facets| facets.contains(&cell.facet))
            && self.scheduling.is_none_or(|mine| mine == cell.scheduling)
            && self.covers_point(cell.machine, cell.allocation, value)
    }

    /// Whether an experiment has everything that it names.
    pub fn is_part_of(&self, experiment: &Experiment) -> bool {
        let (Experiment { machines, allocation, scheduling, .. }, values) = (experiment, experiment.values().len());
        self.machine.is_none_or(|position| position < machines.len())
            && self.allocation.is_none_or(|position| position < allocation.len())
            && self.scheduling.is_none_or(|position| position < scheduling.len())
            && self.values.iter().flatten().all(|position| *position < values)
            && self.facets.iter().flatten().all(|position| *position < experiment.facet_count())
    }

    /// Its cells in words: `midplane on mesh:8x8`, `conservative`, `ep at side 3, 5, 7`.
    pub fn subject(&self, experiment: &Experiment) -> String {
        let scheduling = self.scheduling.map(|position| experiment.scheduling[position].shown());
        let allocation = self.allocation.map(|position| shown(&experiment.allocation[position]).into_owned());
        let mut subject = scheduling.into_iter().chain(allocation).collect::<Vec<_>>().join(" / ");
        let mut add = |joined_by: &str, words: &str| {
            if !subject.is_empty() {
                subject += &format!(" {joined_by} ");
            }
            subject += words;
        };
        let alone = [self.scheduling, self.allocation] == [None; 2] && self.values.is_none() && self.facets.is_none();
        if let Some(machine) = self.machine.filter(|_| experiment.machines.len() > 1 || alone) {
            add("on", &experiment.machines[machine].to_string());
        }
        if let Some(positions) = &self.values {
            let values = experiment.values();
            let named = positions.iter().take(MOST_NAMED).map(|&position| values[position].to_string());
            let mut named = named.collect::<Vec<_>>().join(", ");
            if let Some(more) = positions.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
                named += &format!(" and {more} more values");
            }
            add("at", &format!("{} {named}", experiment.varied()));
        }
        if let (Some(positions), Some(facet)) = (&self.facets, experiment.facets()) {
            let named: Vec<String> = positions.iter().map(|&position| facet.values()[position].to_string()).collect();
            add("at", &format!("{} {}", facet.varied, named.join(", ")));
        }
        subject
    }

    /// Its message. The place of the message is the excluded part.
    pub fn diagnostic(&self, experiment: &Experiment) -> Diagnostic {
        Diagnostic::new(self.subject(experiment), self.reason.clone())
    }
}

/// Collects exclusions.
#[derive(Default)]
pub(super) struct Excluding {
    found: Vec<(Exclusion, PlanError)>,
}

impl Excluding {
    /// Excludes the cells of `scope` for a reason. It is merged with an earlier exclusion that differs only in its
    /// values.
    pub fn add(&mut self, scope: Exclusion, cause: PlanError) {
        let same = |(found, reason): &&mut (Exclusion, PlanError)| {
            let one = (found.machine, found.allocation, found.scheduling, discriminant(reason));
            one == (scope.machine, scope.allocation, scope.scheduling, discriminant(&cause)) && found.values.is_some()
        };
        match (self.found.iter_mut().find(same), scope.values) {
            (Some((Exclusion { values: Some(values), .. }, _)), Some(more)) => values.extend(more),
            (_, values) => {
                let (place, reason) = (cause.place(), Diagnostic::of(&cause).message());
                self.found.push((Exclusion { values, place, reason, ..scope }, cause));
            }
        }
    }

    /// The value of a result. If there is none, the cells of `scope` are excluded for its error.
    pub fn checked<T>(&mut self, scope: Exclusion, result: Result<T, PlanError>) -> Option<T> {
        result.map_err(|cause| self.add(scope, cause)).ok()
    }

    /// For every machine, pair of strategies and value, in the order of a plan, whether it is excluded so far.
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

    /// The exclusions so far.
    pub fn so_far(&self) -> Vec<Exclusion> {
        self.found.iter().map(|(exclusion, _)| exclusion.clone()).collect()
    }

    /// The exclusions. Fails with all reasons if nothing is left.
    pub fn finish(self, experiment: &Experiment) -> Result<Vec<Exclusion>, PlanError> {
        let count = experiment.values().len();
        let (mut exclusions, mut causes): (Vec<Exclusion>, Vec<PlanError>) = self.found.into_iter().unzip();
        for exclusion in &mut exclusions {
            exclusion.values = exclusion.values.take().filter(|values| values.len() < count);
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

/// For every facet, machine, pair of strategies and value, in the order of a plan, whether it is excluded. The cost
/// depends on the number of excluded points, not on the number of reasons.
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
