//! What determines the result of a cell. Cells of equal identity have equal results, bit for bit, whichever plans they
//! belong to; so whoever has a result need not compute it again.
//!
//! An identity is the digest of all settings of the experiment that the cell would be the only one of: its machine, its
//! pair of strategies, the value of what is varied in its place. A sweep over another range, with a finer step or another
//! strategy has the same cells. Every parameter counts that is not known to say nothing about a single run ([`ASIDE`]): one
//! that is added later counts, too.
//!
//! One thing is in none of the settings. Jobs that any of the compared strategies could never place are dropped for all of
//! them (docs/semantics.md 3.2, step 3), so which jobs run is part of the identity: a strategy more that refuses nothing
//! new changes no other cell's.
//!
//! Where codes of somebody's own take part, which jobs run depends on what they refuse. So every cell of such an experiment has
//! the whole digests of all of these codes in its identity, and what they refused: no run without them has such an identity.
//!
//! And what is recorded only where it is plotted (why jobs wait) is in no other cell: such plots have identities of their own.
//!
//! The program that computes is not part of it. Who keeps results keeps them apart by that.

use super::parameters::{PARAMETERS, Parameter};
use super::plan::Plan;
use super::setup::Setup;
use super::{Experiment, Model};
use crate::allocation::own::Codes;
use crate::formats::identity::sha256_hex;
use crate::machine::Machine;
use crate::parameter::Group;
use crate::simulation::METRICS;
use crate::time::{Decimal, Time};
use crate::workload::{Column, Workload, tpu_v4};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Parameters that say nothing about a single run, beside those of how results are shown: a log is its digest, a code is the
/// digest in the name of its strategy, and the others say which runs there are. The value of what is varied takes its parameter's place.
pub const ASIDE: [&str; 7] = ["log", "log-url", "code", "vary", "facet", "replications", "precision"];

/// How many hexadecimal digits a digest has. Among a million of them two are equal by chance once in 10^17.
pub const DIGITS: usize = 24;

/// Plans with more points have no identities: they take a second to be told, and the results more room than there is.
const MOST_POINTS: usize = 50_000;

/// On machines with more nodes it is not found out which jobs of a model strategies refuse; then the identity of a cell
/// has all the strategies in it.
const MOST_NODES: u32 = 4096;

/// The identities of a plan's cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Identities {
    /// A digest for each facet, machine, pair of strategies and value, in the plan's order and without anything between them:
    /// with the number of the replication it is that of a cell.
    pub points: String,
    /// How many characters each has.
    pub digits: u32,
    /// How many cells in a row are replications of one point.
    pub replications: u32,
    /// A digest for each facet, machine and pair of strategies, of everything but the values: what is kept together.
    pub curves: Vec<String>,
    /// How many numbers a result consists of.
    pub numbers: u32,
}

impl Plan {
    /// What the cells of this plan have in common with those of other plans. None where results are not to be kept: a clock
    /// measures something, nobody knows which log it is, or there are too many.
    pub fn identities(&self) -> Option<Identities> {
        if !self.facets.is_empty() {
            return self.identities_of_facets(MOST_POINTS);
        }
        let (experiment, values) = (self.experiment(), self.experiment().values());
        let (machines, pairs) = (experiment.machines.len(), experiment.allocation.len() * experiment.scheduling.len());
        let unknown_log = experiment.uses_log() && experiment.sha256.is_none();
        if experiment.plot.shows_overhead() || unknown_log || machines * pairs * values.len() > MOST_POINTS {
            return None;
        }
        let (settings, codes) = (Settings::new(), experiment.codes_asked());
        let (mut points, mut curves) = (String::new(), Vec::new());
        for machine in 0..machines {
            let served = self.served(machine, &values);
            for pair in 0..pairs {
                let curve =
                    experiment.alone(machine, pair / experiment.scheduling.len(), pair % experiment.scheduling.len());
                let varied = experiment.varied().name();
                curves.push(digest(&format!("{varied}\n{}{codes}", settings.of(&curve.resolved(Decimal::ONE)))));
                for (value, jobs) in values.iter().zip(&served) {
                    points.push_str(&digest(&format!("{}{codes}{jobs}", settings.of(&curve.resolved(*value)))));
                }
            }
        }
        let (replications, numbers) = (experiment.replications, METRICS.len() as u32 + 1);
        Some(Identities { points, digits: DIGITS as u32, replications, curves, numbers })
    }
}

impl Experiment {
    /// The experiment with one of its machines and one pair of its strategies only.
    fn alone(&self, machine: usize, allocation: usize, scheduling: usize) -> Experiment {
        let machines = vec![self.machines[machine].clone()];
        let (allocation, scheduling) = (vec![self.allocation[allocation].clone()], vec![self.scheduling[scheduling]]);
        Experiment { machines, allocation, scheduling, ..self.clone() }
    }

    /// The codes of somebody's own that were asked what they refuse, and their answers; empty where there are none. Whatever is
    /// derived from asking them is in the identity by this.
    fn codes_asked(&self) -> String {
        let Codes { engine, survey, .. } = &self.codes;
        let answers: BTreeSet<String> =
            survey.iter().flat_map(|survey| &survey.answered).map(|one| format!("{one:?}")).collect();
        let are_asked = if survey.is_some() { !answers.is_empty() } else { engine.is_some() };
        let codes: BTreeSet<String> = self.own_strategies().filter(|_| are_asked).map(|own| own.digest).collect();
        if codes.is_empty() {
            return String::new();
        }
        format!("beside the codes {codes:?} {}\n", digest(&format!("{answers:?}")))
    }

    /// The same with a value of what is varied in the place of its parameter; as it is where that cannot be.
    fn resolved(&self, value: Decimal) -> Experiment {
        self.at(value).unwrap_or_else(|_| self.clone())
    }
}

fn digest(text: &str) -> String {
    sha256_hex(text.as_bytes())[..DIGITS].into()
}

/// The parameters that act on a single run, each with the text of its default.
struct Settings(Vec<(&'static Parameter, String)>);

impl Settings {
    fn new() -> Settings {
        let acts = |parameter: &&Parameter| parameter.group != Group::Display && !ASIDE.contains(&parameter.name);
        Settings(PARAMETERS.iter().filter(acts).map(|parameter| (parameter, parameter.default_text())).collect())
    }

    /// Everything that is set, a line each.
    fn of(&self, experiment: &Experiment) -> String {
        let mut text = String::new();
        for (parameter, default) in &self.0 {
            let value = parameter.text(experiment);
            if value != *default {
                writeln!(text, "{}={value}", parameter.name).expect("a string takes any text");
            }
        }
        if experiment.plot.shows_reasons() {
            text.push_str("with reasons\n");
        }
        text
    }
}

impl Plan {
    /// Which jobs run on a machine, at each value: what is left once those are dropped that one of the compared strategies
    /// can never place. Of a log it is their sizes. A model makes other jobs for each replication; there it is which of all
    /// the jobs that it could make would run.
    fn served(&self, machine: usize, values: &[Decimal]) -> Vec<String> {
        let experiment = self.experiment();
        if experiment.uses_log() {
            let workload = &self.jobs_by_machine[machine].workload;
            let asked = workload.size.iter().enumerate().map(|(job, size)| (size, workload.sides.get(job)));
            let asked: BTreeSet<_> = asked.collect();
            return vec![format!("sizes {}", digest(&format!("{asked:?}"))); values.len()];
        }
        // Whatever is dropped at one value is dropped at all of them: another range may leave other jobs.
        if experiment.varied().decides_what_fits() {
            return vec![format!("beside {:?} at {values:?}", experiment.allocation); values.len()];
        }
        if !experiment.codes_asked().is_empty() {
            return vec![format!("beside {:?}", experiment.allocation); values.len()];
        }
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let served = |(position, value): (usize, &Decimal)| {
            let admitted = self.admitted(machine, position);
            let Ok(setup) = experiment.setup_at(machine, *value) else { return String::new() };
            let depends_on = format!("{} {admitted:?}", setup.machine());
            known.entry(depends_on).or_insert_with(|| served_at(&setup, &admitted)).clone()
        };
        values.iter().enumerate().map(served).collect()
    }
}

/// Which jobs of the model all of these strategies can place.
fn served_at(setup: &Setup, admitted: &[usize]) -> String {
    if setup.machine().node_count() > MOST_NODES {
        let names: BTreeSet<&String> =
            admitted.iter().map(|position| &setup.experiment.allocation[*position]).collect();
        return format!("beside {names:?}");
    }
    let requests = every_request(setup.experiment.model, setup.machine());
    let served = setup.placeable(&requests, &setup.allocators(admitted));
    let served: Vec<usize> = (0..served.len()).filter(|request| served[*request]).collect();
    format!("requests {}", digest(&format!("{served:?}")))
}

/// A job for everything that jobs of a model can ask of a machine, numbered.
fn every_request(model: Model, machine: &Machine) -> Workload {
    let nodes = machine.node_count();
    let corner = |node| {
        let mut sides = machine.coordinates(node);
        sides.iter_mut().for_each(|side| *side += 1);
        sides
    };
    let sides: Vec<_> = match model {
        Model::Lublin => Vec::new(),
        Model::Stochastic => (0..nodes).map(corner).collect(),
        Model::TpuV4 => tpu_v4::shapes().collect(),
    };
    let volumes = sides.iter().map(|sides| sides.iter().product());
    let size: Column<u32> = if sides.is_empty() { (1..=nodes).collect() } else { volumes.collect() };
    let times: Column<Time> = size.iter().map(|_| 0).collect();
    let (submit, runtime, requested) = (times.clone(), times.clone(), times);
    Workload { id: (0..size.len() as i64).collect(), submit, runtime, requested, size, sides, ..Workload::default() }
}

#[cfg(test)]
mod tests;
