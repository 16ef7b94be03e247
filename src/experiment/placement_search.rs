//! A search for the placements that a site should permit on a torus of three dimensions (docs/semantics.md 11.10).

mod candidate;
mod score;

pub use candidate::Candidate;
pub use score::Score;

use super::plan_error::PlanError;
use super::{Experiment, Plan};
use crate::budget::Budget;
use crate::diagnostic::Explain;
use crate::random::Stream;
use crate::simulation::RunFailure;
use crate::simulation::observers::{Groups, Times};
use crate::sorting::sorted;
use crate::topology::Placement;
use crate::workload::{Log, Workload};
use candidate::{Size, sizes};
use rustc_hash::FxHashMap;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most sizes of jobs that get placements, those with most work first.
    pub sizes: usize,
    /// The most shapes of a size, distinct up to turning.
    pub shapes: usize,
    /// Whether a shape stands for all its turnings, or only for the one with ascending sides.
    pub turned: bool,
    /// The most runs.
    pub budget: usize,
    /// The number of further starts, drawn at random.
    pub restarts: u32,
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits { sizes: 8, shapes: 3, turned: true, budget: 200, restarts: 0 }
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
    /// The runs cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunFailure),
}

impl Explain for PlacementSearchError {
    fn place(&self) -> String {
        match self {
            PlacementSearchError::Plan(cause) => cause.place(),
            PlacementSearchError::Run(cause) => cause.place(),
            _ => "machine".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            PlacementSearchError::NotATorus => "a torus such as torus:16x16x16".into(),
            PlacementSearchError::Plan(cause) => cause.expected(),
            PlacementSearchError::Run(cause) => cause.expected(),
            PlacementSearchError::NoSize => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            PlacementSearchError::Plan(cause) => cause.remedy(),
            PlacementSearchError::Run(cause) => cause.remedy(),
            _ => String::new(),
        }
    }
}

/// The jobs, the torus and what may be chosen.
pub struct PlacementSearch {
    experiment: Experiment,
    workload: Workload,
    budget: Budget,
    limits: SearchLimits,
    sides: [u32; 3],
    sizes: Vec<Size>,
    /// The processor-microseconds of all jobs.
    work: u128,
}

impl PlacementSearch {
    /// The search for a single run of `experiment`, of which only the allocation is not used. Fails if the machine is no
    /// 3-D torus, or no box has the size of a job.
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
        let (experiment, budget) = (experiment.clone(), *budget);
        Ok(PlacementSearch { experiment, workload, budget, limits, sides, sizes, work })
    }

    /// A candidate's placements as an entry of `topology.yaml`.
    pub fn yaml(&self, candidate: &Candidate, name: &str, is_default: bool) -> String {
        candidate::yaml(&candidate.placements(&self.sizes), self.sides, name, is_default)
    }

    /// Runs the jobs with a candidate's placements. The jobs are the same for all candidates.
    pub fn score(&self, candidate: &Candidate) -> Result<Score, PlacementSearchError> {
        let texts: Vec<String> = candidate.placements(&self.sizes).iter().map(Placement::to_string).collect();
        let strategy = format!("slurm-torus3d({})", texts.join(";"));
        let experiment = Experiment { allocation: vec![strategy.clone()], ..self.experiment.clone() };
        let plan = Plan::within(&self.budget, &experiment, &self.workload)?;
        let jobs = plan.jobs(0)?;
        let mut observers = (Times::new(&jobs), Groups::default());
        plan.observe(0, &jobs, &mut observers)?;
        let (times, groups) = observers;
        let served = jobs.work().sum::<i128>() as u128;
        let waits =
            times.start.iter().zip(jobs.jobs.submit.iter()).map(|(start, submit)| (start - submit) as u128).sum();
        let first = jobs.jobs.submit.first().unwrap_or(0);
        let span = times.end.iter().max().map_or(0, |end| (end - first) as u128);
        Ok(Score {
            refused: self.work - served,
            work: self.work,
            served,
            capacity: span * self.sides.iter().map(|side| u128::from(*side)).product::<u128>(),
            waits,
            jobs: times.start.len() as u128,
            groups_per_job: if groups.jobs > 0 { groups.groups as f64 / groups.jobs as f64 } else { f64::NAN },
            placements: texts.len(),
            strategy,
        })
    }

    /// Steepest ascent from the first candidate, then from each random one: all moves are scored, and the best is made if
    /// it is better. `score` scores candidates in any order, at once if it likes. Returns all that were scored, the best
    /// first. Cost: at most `limits.budget` runs.
    pub fn run<E>(
        &self,
        mut score: impl FnMut(&[Candidate]) -> Result<Vec<Score>, E>,
    ) -> Result<Vec<(Candidate, Score)>, E> {
        let mut stream = Stream::new(self.experiment.seed, "placements", 0);
        let mut known: Vec<(Candidate, Score)> = Vec::new();
        let mut score_new = |candidates: &[Candidate], known: &mut Vec<(Candidate, Score)>| {
            let is_new = |candidate: &&Candidate| known.iter().all(|(other, _)| other != *candidate);
            let mut new: Vec<Candidate> = candidates.iter().filter(is_new).cloned().collect();
            new.truncate(self.limits.budget - known.len());
            let scores = score(&new)?;
            known.extend(new.into_iter().zip(scores));
            Ok(())
        };
        for start in 0..=self.limits.restarts {
            let mut current = match start {
                0 => Candidate::first(&self.sizes),
                _ => Candidate::drawn(&self.sizes, &mut stream),
            };
            score_new(std::slice::from_ref(&current), &mut known)?;
            while known.len() < self.limits.budget {
                let moves = current.moves(&self.sizes);
                score_new(&moves, &mut known)?;
                let among = known.iter().filter(|(candidate, _)| *candidate == current || moves.contains(candidate));
                let best =
                    among.min_by(|(_, one), (_, other)| one.order(other)).map(|(candidate, _)| candidate.clone());
                match best {
                    Some(best) if best != current => current = best,
                    _ => break,
                }
            }
        }
        Ok(sorted(known, |(_, one), (_, other)| one.order(other)))
    }
}

#[cfg(test)]
mod tests;
