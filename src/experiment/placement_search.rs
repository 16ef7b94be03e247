//! A search for the placements that a site should permit on a torus of three dimensions (docs/semantics.md 11.10).

mod ascent;
mod candidate;
mod score;

pub use ascent::Ascent;
pub use candidate::Candidate;
pub use score::{ListRun, Score};

use super::plan_error::PlanError;
use super::{Experiment, Plan};
use crate::budget::Budget;
use crate::diagnostic::Explain;
use crate::simulation::{Observer, RunFailure};
use crate::sorting::sorted;
use crate::topology::{Kind, Placement, Topology, TopologyError, hostlist};
use crate::workload::{Log, Workload};
use candidate::{Site, Size, sizes};
use rustc_hash::FxHashMap;
use serde::Deserialize;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SearchLimits {
    /// The most sizes of jobs that get placements, those with most work first.
    pub sizes: usize,
    /// The most shapes of a size, distinct up to turning.
    pub shapes: usize,
    /// Whether a shape stands for all its turnings, or only for the one with ascending sides.
    pub rotated: bool,
    /// The most runs.
    pub budget: usize,
    /// The number of further starts, drawn at random.
    pub restarts: u32,
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits { sizes: 8, shapes: 3, rotated: true, budget: 200, restarts: 0 }
    }
}

/// Why there is no search, or why a run of it failed.
#[derive(Debug, thiserror::Error)]
pub enum PlacementSearchError {
    /// Boxes need three rings.
    #[error("the machine is no torus of three dimensions")]
    NotATorus,
    /// No box has as many nodes as a job asks for.
    #[error("no job asks for as many nodes as a box of this torus has")]
    NoSize,
    /// The file has another topology than one full torus with the sides of the machine.
    #[error("the topology '{0}' is not one torus with the sides of the machine and a node in every cell")]
    OtherTopology(String),
    /// The file has no topology of the given name.
    #[error(transparent)]
    Topology(#[from] TopologyError),
    /// The runs cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunFailure),
}

impl Explain for PlacementSearchError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            PlacementSearchError::Topology(cause) => Some(cause),
            PlacementSearchError::Plan(cause) => Some(cause),
            PlacementSearchError::Run(cause) => Some(cause),
            _ => None,
        }
    }

    fn place(&self) -> String {
        match self {
            PlacementSearchError::Plan(cause) => cause.place(),
            PlacementSearchError::Run(cause) => cause.place(),
            PlacementSearchError::Topology(_) => "topology-name".into(),
            PlacementSearchError::OtherTopology(_) => "topology".into(),
            _ => "machine".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            PlacementSearchError::NotATorus => "a torus such as torus:16x16x16".into(),
            PlacementSearchError::OtherTopology(_) => "torus3d with a single torus, or no topology".into(),
            _ => self.passed_on().map_or_else(String::new, |cause| cause.expected()),
        }
    }
}

/// The jobs, the torus and what may be chosen.
pub struct PlacementSearch {
    experiment: Experiment,
    workload: Workload,
    budget: Budget,
    limits: SearchLimits,
    site: Site,
    sizes: Vec<Size>,
    /// The processor-microseconds of all jobs.
    work: u128,
}

impl PlacementSearch {
    /// The search for a single run of `experiment`, of which only the allocation is not used. Fails if the machine is no
    /// 3-D torus, the topology is another one, or no box has the size of a job.
    pub fn new(
        experiment: &Experiment,
        log: Option<&Log>,
        budget: &Budget,
        limits: SearchLimits,
    ) -> Result<PlacementSearch, PlacementSearchError> {
        let machine = &experiment.machines[0];
        let sides: [u32; 3] = machine.extents().try_into().map_err(|_| PlacementSearchError::NotATorus)?;
        if machine.rings() != [true; 3] {
            return Err(PlacementSearchError::NotATorus);
        }
        let name = experiment.topology_name.as_deref();
        let topology = experiment.topology.as_ref().map(|file| file.choose(name)).transpose()?;
        let site = topology.map_or(Ok(Site::nameless(sides)), |topology| site(topology, sides))?;
        experiment.check_size(budget).map_err(PlanError::from)?;
        let workload = log.map_or_else(|| experiment.generate(), |log| experiment.select(log).0);
        if workload.is_empty() {
            return Err(PlanError::NoJob { uses_log: experiment.uses_log() }.into());
        }
        let jobs = experiment.setup(0).apply(&workload);
        let mut work_of: FxHashMap<u32, u128> = FxHashMap::default();
        for (job, work) in jobs.work().enumerate() {
            *work_of.entry(jobs.size(job)).or_default() += work as u128;
        }
        let work = work_of.values().sum();
        let most_work_first =
            sorted(work_of.into_iter().collect(), |(size, work), (other, more)| more.cmp(work).then(size.cmp(other)));
        let sizes = sizes(most_work_first.into_iter().map(|(size, _)| size), sides, &limits);
        if sizes.is_empty() {
            return Err(PlacementSearchError::NoSize);
        }
        // Each list is a strategy with a topology of its own.
        let experiment = Experiment { topology: None, topology_name: None, ..experiment.clone() };
        Ok(PlacementSearch { experiment, workload, budget: *budget, limits, site, sizes, work })
    }

    /// How far it goes.
    pub fn limits(&self) -> &SearchLimits {
        &self.limits
    }

    /// The experiment without lists of placements, and the processor-microseconds of its jobs. Runs of searches with the
    /// same ones are the same.
    pub fn setting(&self) -> (Experiment, u128) {
        (Experiment { allocation: Vec::new(), ..self.experiment.clone() }, self.work)
    }

    /// A candidate's placements as an entry of `topology.yaml`.
    pub fn yaml(&self, candidate: &Candidate, name: &str, is_default: bool) -> String {
        candidate::yaml(&candidate.placements(&self.sizes), &self.site, name, is_default)
    }

    /// A candidate as a strategy.
    pub fn strategy(&self, candidate: &Candidate) -> String {
        let texts: Vec<String> = candidate.placements(&self.sizes).iter().map(Placement::to_string).collect();
        format!("slurm-torus3d({})", texts.join(";"))
    }

    /// The experiment of a candidate's run. The jobs are the same for all candidates.
    pub fn experiment(&self, candidate: &Candidate) -> Experiment {
        Experiment { allocation: vec![self.strategy(candidate)], ..self.experiment.clone() }
    }

    /// Runs the jobs with a candidate's placements, with a further observer, which may stop the run.
    pub fn score_beside(
        &self,
        candidate: &Candidate,
        further: &mut dyn Observer,
    ) -> Result<Score, PlacementSearchError> {
        Ok(self.score_of(candidate, self.run_beside(candidate, further)?))
    }

    /// What a run with a candidate's placements gives, with a further observer, which may stop it.
    pub fn run_beside(
        &self,
        candidate: &Candidate,
        further: &mut dyn Observer,
    ) -> Result<ListRun, PlacementSearchError> {
        let plan = Plan::within(&self.budget, &self.experiment(candidate), &self.workload)?;
        Ok(ListRun::find(&plan, 0, further)?)
    }

    /// The score of a candidate by its run.
    pub fn score_of(&self, candidate: &Candidate, run: ListRun) -> Score {
        let placements = candidate.placements(&self.sizes).len();
        Score { run, work: self.work, placements, strategy: self.strategy(candidate) }
    }

    /// Steepest ascent from the first candidate, then from each random one: all moves are scored, and the best is made if
    /// it is better. `score` scores candidates in any order, at once if it likes. Returns all that were scored, the best
    /// first. Cost: at most `limits.budget` runs.
    pub fn run<E>(
        &self,
        mut score: impl FnMut(&[Candidate]) -> Result<Vec<Score>, E>,
    ) -> Result<Vec<(Candidate, Score)>, E> {
        let mut ascent = Ascent::new(self);
        loop {
            let open: Vec<Candidate> = ascent.open().map(|(_, candidate)| candidate.clone()).collect();
            if open.is_empty() {
                return Ok(ascent.ranked());
            }
            for (place, score) in score(&open)?.into_iter().enumerate() {
                ascent.take(self, place, score);
            }
        }
    }
}

/// The names of a topology that is one full torus with these sides.
fn site(topology: &Topology, sides: [u32; 3]) -> Result<Site, PlacementSearchError> {
    let other = || PlacementSearchError::OtherTopology(topology.name.clone());
    let Kind::Torus3d(tori) = &topology.kind else { return Err(other()) };
    let [torus] = &tori[..] else { return Err(other()) };
    let cells: Option<Vec<u32>> = torus.cells.iter().copied().collect();
    let cells = cells.filter(|_| torus.dims == sides).ok_or_else(other)?;
    let nodes = hostlist::fold(cells.iter().map(|&node| &*topology.nodes[node as usize]));
    Ok(Site { sides, torus: torus.name.clone(), nodes })
}

#[cfg(test)]
mod tests;
