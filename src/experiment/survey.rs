//! The survey of own code before a plan is made: that of strategies answers every request of the experiment's jobs once,
//! on each empty machine; that of queue orders gives the keys of no jobs.

use super::{Experiment, Varied};
use crate::allocation::own::{Survey, SurveyAnswer};
use crate::budget::Budget;
use crate::diagnostic::Diagnostic;
use crate::experiment::plan_error::PlanError;
use crate::machine::{Coordinates, Machine};
use crate::scheduling::OwnOrder;
use crate::workload::{Jobs, Log, Request, Workload};
use std::collections::HashSet;

/// The requests for one machine, in the order of their first occurrence.
struct Questions {
    machine: Machine,
    asked: HashSet<Request>,
    requests: Vec<Request>,
}

impl Questions {
    fn new(machine: &Machine) -> Questions {
        Questions { machine: machine.clone(), asked: HashSet::new(), requests: Vec::new() }
    }

    fn add(&mut self, request: Request) {
        let is_here = request.extents.is_none_or(|extents| extents.len() == self.machine.dimensions());
        if is_here && self.asked.insert(request) {
            self.requests.push(request);
        }
    }
}

impl Experiment {
    /// Asks the code of one strategy or queue order (its full name), which has an engine here, for every request of the jobs of a log
    /// or a model. Empty if the experiment has no such strategy, or is too large to be planned. The cost is a run of
    /// the model for each replication, and a few calls of the code for each request.
    pub fn survey(&self, log: Option<&Log>, strategy: &str) -> Survey {
        let mut all = Vec::new();
        let order = self.own_orders().into_iter().find(|own| own.to_string() == strategy);
        let is_here = self.own_strategies().any(|own| own.to_string() == strategy);
        if is_here && self.check_size(&Budget::USUAL).is_ok() {
            let facets = (0..self.facet_count()).filter_map(|position| self.at_facet(position).ok());
            facets.for_each(|facet| facet.collect(log, &mut all));
        }
        let answered = all.iter().filter_map(|questions| self.ask(strategy, questions));
        Survey { answered: answered.chain(order.map(|order| self.ask_order(&order))).collect() }
    }

    /// Collects the requests of jobs on each machine.
    fn collect(&self, log: Option<&Log>, all: &mut Vec<Questions>) {
        let logged: Option<Workload> = log.filter(|_| self.uses_log()).map(|log| log.select(&self.selection).0);
        let differs = self.varied().decides_what_fits() || self.varied() == Varied::Side;
        let values = if differs { self.values() } else { Vec::new() };
        for machine in 0..self.machines.len() {
            let varied = values.iter().filter_map(|value| self.setup_at(machine, *value).ok());
            for setup in std::iter::once(self.setup(machine)).chain(varied) {
                let place = all.iter().position(|questions| questions.machine == *setup.machine());
                let place = place.unwrap_or_else(|| {
                    all.push(Questions::new(setup.machine()));
                    all.len() - 1
                });
                if self.communication.uses_network() {
                    // Then every strategy must answer a request for one node (`Experiment::lacks_nodes`).
                    let dimensions = setup.machine().dimensions();
                    all[place].add(Request::new(1, Some(Coordinates::splat(1, dimensions))));
                }
                let mut take = |workload: &Workload| {
                    setup.requests(workload).0.into_iter().for_each(|request| all[place].add(request));
                };
                match &logged {
                    Some(workload) => take(workload),
                    None if self.uses_log() => {}
                    None => (0..self.replications).for_each(|replication| take(&setup.generate(replication))),
                }
            }
        }
    }

    /// Asks the code of a queue order for the keys of an empty queue.
    fn ask_order(&self, order: &OwnOrder) -> SurveyAnswer {
        let answered = SurveyAnswer { strategy: order.to_string(), ..SurveyAnswer::default() };
        let jobs = Jobs::default();
        let code = self.code_order(order, &self.machines[0], &jobs).map_err(|error| Diagnostic::of(&error));
        match code.and_then(|code| code.check().map_err(|error| Diagnostic::of(&*error))) {
            Ok(()) => answered,
            Err(Diagnostic { problem, expected, remedy, .. }) => {
                SurveyAnswer { wrong: vec![problem, expected, remedy], ..answered }
            }
        }
    }

    /// Asks one code on one machine; `None` if the code is not here, or cannot manage this machine.
    fn ask(&self, strategy: &str, questions: &Questions) -> Option<SurveyAnswer> {
        let Questions { machine, requests, .. } = questions;
        match self.allocator(strategy, machine, 0) {
            Ok(empty) => Some(SurveyAnswer::ask(strategy, machine, empty.as_ref(), requests)),
            Err(PlanError::ContractViolation(report)) => {
                let answered =
                    SurveyAnswer { strategy: strategy.into(), machine: machine.to_string(), ..SurveyAnswer::default() };
                Some(answered.with(&report))
            }
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
