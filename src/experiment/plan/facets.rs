//! The plan of an experiment with facets: the plans of several experiments, side by side. A facet runs the same cells
//! as the plain experiment with its value, bit for bit, whatever the other facets are.

use super::super::admission::MachineJobs;
use super::{Cell, Exclusion, Experiment, Plan, PlanError};
use crate::budget::{Budget, OverBudget};
use crate::diagnostic::{Diagnostic, Explain};
use crate::workload::Workload;
use std::sync::Arc;

impl Plan {
    /// The plan of an experiment with facets. A facet that cannot run is excluded with its reason. Fails if none is
    /// left. A model makes the jobs of each facet separately if they depend on the value.
    pub(super) fn of_facets(budget: &Budget, experiment: &Experiment, workload: &Workload) -> Result<Plan, PlanError> {
        let cells = Cell::all(experiment, &[]);
        let mut plan = Plan { cells, experiment: experiment.clone(), ..Plan::default() };
        let (mut causes, mut jobs, mut run) = (Vec::new(), 0, 0);
        for position in 0..experiment.facet_count() {
            match Plan::of_facet(budget, experiment, position, workload) {
                Ok(mut facet) => {
                    jobs += plan.share_jobs(&mut facet);
                    let asked = format!("the jobs of {} facets", position + 1);
                    OverBudget::check_memory("facet", jobs.into(), budget.memory, asked)?;
                    let own: u64 = facet.jobs_by_machine.iter().map(MachineJobs::bytes).sum();
                    run = run.max(facet.demand.memory.saturating_sub(own));
                    plan.demand.seconds += facet.demand.seconds;
                    let first = position * facet.cells.len();
                    plan.cells[first..].iter_mut().zip(&facet.cells).for_each(|(cell, own)| cell.weight = own.weight);
                    facet.excluded.iter().for_each(|each| exclude(&mut plan.excluded, each.clone(), position));
                    plan.facets.push(Some(facet));
                }
                Err(cause) => {
                    let reason = Diagnostic::of(&cause).message();
                    let place = if matches!(cause, PlanError::Side { .. }) { "facet".into() } else { cause.place() };
                    exclude(&mut plan.excluded, Exclusion { place, reason, ..Exclusion::default() }, position);
                    causes.push(cause);
                    plan.facets.push(None);
                }
            }
        }
        if causes.len() == plan.facets.len() {
            return Err(together(causes, experiment));
        }
        plan.demand.memory = jobs.saturating_add(run);
        let count = plan.facets.len();
        for each in &mut plan.excluded {
            each.facets = each.facets.take().filter(|facets| facets.len() < count);
        }
        Ok(plan)
    }

    fn of_facet(
        budget: &Budget,
        experiment: &Experiment,
        position: usize,
        workload: &Workload,
    ) -> Result<Plan, PlanError> {
        let facet = experiment.at_facet(position)?;
        facet.check_size(budget)?;
        let varied = experiment.facets().map(|facet| facet.varied);
        let makes_jobs = !experiment.uses_log() && varied.is_some_and(|varied| varied.makes_jobs());
        let made = makes_jobs.then(|| facet.generate());
        Plan::within(budget, &facet, made.as_ref().unwrap_or(workload))
    }

    /// Lets a facet share the jobs of earlier ones if they are the same. Returns the bytes of its own jobs.
    fn share_jobs(&self, facet: &mut Plan) -> u64 {
        let mut own = 0;
        for (machine, jobs) in facet.jobs_by_machine.iter_mut().enumerate() {
            let mut others = self.facets.iter().flatten().map(|other| &other.jobs_by_machine[machine].workload);
            match others.find(|other| ***other == *jobs.workload) {
                Some(same) => jobs.workload = Arc::clone(same),
                None => own += jobs.bytes(),
            }
        }
        own
    }

    /// The plan of a facet; without facets, this plan. `None` if the facet cannot run.
    pub(in crate::experiment) fn part(&self, facet: usize) -> Option<&Plan> {
        if self.facets.is_empty() { Some(self) } else { self.facets.get(facet)?.as_ref() }
    }

    /// The plan of the facet that a cell belongs to, and its number there. `None` if the facet cannot run.
    pub(super) fn facet_of(&self, cell: usize) -> Option<(&Plan, usize)> {
        let each = self.cells.len() / self.experiment.facet_count();
        Some((self.part(cell / each)?, cell % each))
    }

    /// The jobs that run on a machine, by its [`Experiment::site`]; `None` if its facet cannot run.
    pub(in crate::experiment) fn jobs_at(&self, site: usize) -> Option<&MachineJobs> {
        let machines = self.experiment.machines.len();
        self.part(site / machines)?.jobs_by_machine.get(site % machines)
    }
}

/// Excludes cells of a facet. Exclusions of several facets for the same reason are merged.
fn exclude(excluded: &mut Vec<Exclusion>, mut scope: Exclusion, facet: usize) {
    let same = |each: &&mut Exclusion| Exclusion { facets: None, ..(*each).clone() } == scope;
    match excluded.iter_mut().find(same) {
        Some(Exclusion { facets: Some(facets), .. }) => facets.push(facet),
        _ => {
            scope.facets = Some(vec![facet]);
            excluded.push(scope);
        }
    }
}

/// Why none of the facets can run: one reason, if all share it.
fn together(mut causes: Vec<PlanError>, experiment: &Experiment) -> PlanError {
    if causes.windows(2).all(|pair| pair[0] == pair[1]) {
        return causes.remove(0);
    }
    let reason = |(position, cause): (usize, &PlanError)| {
        let label = experiment.facet_label(position).unwrap_or_default();
        Diagnostic::new(label, Diagnostic::of(cause).message()).to_string()
    };
    let place = causes[0].place();
    PlanError::NothingLeft { place, reasons: causes.iter().enumerate().map(reason).collect() }
}

#[cfg(test)]
mod tests;
