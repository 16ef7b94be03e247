//! The identity of a cell: the digest of everything that determines its result. Cells of equal identity have equal
//! results, bit for bit, in any plan. A known result therefore need not be computed again.
//!
//! The identity digests the settings of an experiment with only this cell: its machine, its pair of strategies, and the
//! varied value in the place of its parameter. A sweep over another range, with a finer step or another strategy has
//! the same cells. Every parameter counts, including future ones, except those that cannot change a single run
//! ([`ASIDE`]).
//!
//! One part is not in the settings. Jobs that any of the compared strategies could never place are dropped for all of
//! them (docs/semantics.md 3.2, step 3), so the set of jobs that run is part of the identity. An additional strategy
//! that refuses no further job changes no other cell's identity.
//!
//! With own strategies, this set depends on the jobs that their code refuses. The identity of every cell of such an
//! experiment therefore contains the full digests of all their codes and the requests that they refused. No run without
//! them has this identity.
//!
//! Reasons for waiting are recorded only if they are plotted, so plots with reasons have different identities.
//!
//! The version of the program is not part of the identity. Stored results are separated by version.

use super::parameters::{PARAMETERS, Parameter};
use super::plan::Plan;
use super::setup::Setup;
use super::{Experiment, Model};
use crate::allocation::own::CodeSet;
use crate::formats::identity::sha256_hex;
use crate::machine::Machine;
use crate::parameter::Group;
use crate::simulation::METRICS;
use crate::sorting::{SmallMap, set};
use crate::time::Decimal;
use crate::workload::{Column, Workload, tpu_v4};
use serde::Serialize;
use std::fmt::Write;

/// Parameters that do not change a single run, in addition to those of the view. A log is represented by its digest and
/// a code by the digest in the name of its strategy. The others decide which runs there are. The varied value takes the
/// place of its parameter.
pub const ASIDE: [&str; 7] = ["log", "log-url", "code", "vary", "facet", "replications", "precision"];

/// The number of hexadecimal digits of a digest. Among a million digests, two are equal by chance once in 10^17.
pub const DIGITS: usize = 24;

/// Plans with more points have no identities: computing them would take a second, and the results would not fit into
/// the store.
const MOST_POINTS: usize = 50_000;

/// On machines with more nodes, the jobs of a model that strategies refuse are not determined. The identity of a cell
/// then contains all the strategies.
const MOST_NODES: u32 = 4096;

/// The identities of a plan's cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Identities {
    /// A digest for each facet, machine, pair of strategies and value, in the plan's order, without separators. With
    /// the number of the replication it identifies a cell.
    pub points: String,
    /// The number of characters of each digest.
    pub digits: u32,
    /// The number of consecutive cells that are replications of one point.
    pub replications: u32,
    /// A digest for each facet, machine and pair of strategies, of everything except the values. Results with the same
    /// digest are stored together.
    pub curves: Vec<String>,
    /// The number of numbers in a result.
    pub numbers: u32,
}

impl Plan {
    /// The identities of this plan's cells. `None` if results must not be stored: a metric is measured with a clock,
    /// the log is unknown, or there are too many.
    pub fn identities(&self) -> Option<Identities> {
        let replications = self.experiment.replications;
        if self.cells.len() / replications as usize > MOST_POINTS {
            return None;
        }
        let (digits, numbers) = (DIGITS as u32, METRICS.len() as u32 + 1);
        let mut all = Identities { points: String::new(), digits, replications, curves: Vec::new(), numbers };
        for facet in 0..self.experiment.facet_count() {
            match self.part(facet) {
                Some(part) => part.add_identities(&mut all)?,
                None => {
                    let points = self.cells.len() / replications as usize / self.facets.len();
                    all.points += &"0".repeat(points * DIGITS);
                    all.curves.extend(vec!["0".repeat(DIGITS); points / self.experiment.values().len()]);
                }
            }
        }
        Some(all)
    }

    /// The same of a plan without facets. They are those of the plain experiment.
    fn add_identities(&self, all: &mut Identities) -> Option<()> {
        let (experiment, values) = (self.experiment(), self.experiment().values());
        let unknown_log = experiment.uses_log() && experiment.sha256.is_none();
        if experiment.plot.shows_overhead() || unknown_log {
            return None;
        }
        let (settings, codes) = (Settings::new(), experiment.codes_asked());
        let schedulings = experiment.scheduling.len();
        for machine in 0..experiment.machines.len() {
            let served = self.served(machine, &values);
            for pair in 0..experiment.allocation.len() * schedulings {
                let curve = experiment.alone(machine, pair / schedulings, pair % schedulings);
                let varied = experiment.varied().name();
                all.curves.push(digest(&format!("{varied}\n{}{codes}", settings.of(&curve.resolved(Decimal::ONE)))));
                for (value, jobs) in values.iter().zip(&served) {
                    all.points += &digest(&format!("{}{codes}{jobs}", settings.of(&curve.resolved(*value))));
                }
            }
        }
        Some(())
    }
}

impl Experiment {
    /// The experiment with only one of its machines and one pair of its strategies.
    fn alone(&self, machine: usize, allocation: usize, scheduling: usize) -> Experiment {
        let machines = vec![self.machines[machine].clone()];
        let (allocation, scheduling) = (vec![self.allocation[allocation].clone()], vec![self.scheduling[scheduling]]);
        Experiment { machines, allocation, scheduling, ..self.clone() }
    }

    /// The own strategies of the survey and their answers; empty without own strategies. It puts everything that
    /// follows from the survey into the identity.
    fn codes_asked(&self) -> String {
        let CodeSet { engine, survey, .. } = &self.codes;
        let answers = set(survey.iter().flat_map(|survey| &survey.answered).map(|one| format!("{one:?}")));
        let are_asked = if survey.is_some() { !answers.is_empty() } else { engine.is_some() };
        let codes = set(self.own_strategies().filter(|_| are_asked).map(|own| own.digest));
        if codes.is_empty() {
            return String::new();
        }
        format!("beside the codes {codes:?} {}\n", digest(&format!("{answers:?}")))
    }

    /// The same with a varied value in the place of its parameter; unchanged if that is not possible.
    fn resolved(&self, value: Decimal) -> Experiment {
        self.at(value).unwrap_or_else(|_| self.clone())
    }
}

fn digest(text: &str) -> String {
    sha256_hex(text.as_bytes())[..DIGITS].into()
}

/// The parameters that affect a single run, each with the text of its default.
struct Settings(Vec<(&'static Parameter, String)>);

impl Settings {
    fn new() -> Settings {
        let acts = |parameter: &&Parameter| parameter.group != Group::Display && !ASIDE.contains(&parameter.name);
        Settings(PARAMETERS.iter().filter(acts).map(|parameter| (parameter, parameter.default_text())).collect())
    }

    /// All parameters that are set, one per line.
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
    /// The jobs that run on a machine, at each value, after dropping those that one of the compared strategies can
    /// never place. For a log it is their sizes. A model makes other jobs for each replication; for it, it is the
    /// subset of all its possible jobs that would run.
    fn served(&self, machine: usize, values: &[Decimal]) -> Vec<String> {
        let experiment = self.experiment();
        if experiment.uses_log() {
            let workload = &self.jobs_by_machine[machine].workload;
            let asked = set(workload.size.iter().enumerate().map(|(job, size)| (size, workload.sides.get(job))));
            return vec![format!("sizes {}", digest(&format!("{asked:?}"))); values.len()];
        }
        // A job dropped at one value is dropped at all, so another range may leave other jobs.
        if experiment.varied().decides_what_fits() {
            return vec![format!("beside {:?} at {values:?}", experiment.allocation); values.len()];
        }
        if !experiment.codes_asked().is_empty() {
            return vec![format!("beside {:?}", experiment.allocation); values.len()];
        }
        let mut known: SmallMap<String, String> = SmallMap::new();
        let served = |(position, value): (usize, &Decimal)| {
            let admitted = self.admitted(machine, position);
            let Ok(setup) = experiment.setup_at(machine, *value) else { return String::new() };
            let depends_on = format!("{} {admitted:?}", setup.machine());
            known.get_or_insert_with(depends_on, || served_at(&setup, &admitted)).clone()
        };
        values.iter().enumerate().map(served).collect()
    }
}

/// The jobs of the model that all of these strategies can place.
fn served_at(setup: &Setup, admitted: &[usize]) -> String {
    if setup.machine().node_count() > MOST_NODES {
        let names = set(admitted.iter().map(|position| &*setup.experiment.allocation[*position]));
        return format!("beside {names:?}");
    }
    let requests = every_request(setup.experiment.model, setup.machine());
    let served = setup.placeable(&requests, &setup.allocators(admitted));
    let served: Vec<usize> = (0..served.len()).filter(|request| served[*request]).collect();
    format!("requests {}", digest(&format!("{served:?}")))
}

/// A job for every request that a model can make on a machine, numbered.
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
    Workload::of_requests(size, sides)
}

#[cfg(test)]
mod tests;
