//! How good a list of placements is: exact numbers, in an order without rounding.

use crate::experiment::Plan;
use crate::simulation::observers::{Groups, Times};
use crate::simulation::{Observer, RunFailure};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// What a run with a list of placements gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListRun {
    /// The processor-microseconds of the jobs that ran.
    pub served: u128,
    /// Those of all nodes from the first arrival to the last end.
    pub capacity: u128,
    /// The waits of the jobs, in microseconds, added up.
    pub waits: u128,
    /// The number of jobs.
    pub jobs: u128,
    /// The mean number of tori that a job has nodes in. NaN without jobs.
    pub groups_per_job: f64,
}

impl ListRun {
    /// Runs a cell of a plan, with a further observer, which may stop the run.
    pub fn find(plan: &Plan, cell: usize, further: &mut dyn Observer) -> Result<ListRun, RunFailure> {
        let jobs = plan.jobs(cell)?;
        let mut observers = (Times::new(&jobs), (Groups::default(), further));
        plan.observe(cell, &jobs, &mut observers)?;
        let (times, (groups, _)) = observers;
        let submit = || jobs.jobs.submit.iter();
        let span = times.end.iter().max().map_or(0, |end| (end - submit().next().unwrap_or(0)) as u128);
        Ok(ListRun {
            served: jobs.work().sum::<i128>() as u128,
            capacity: span * u128::from(plan.machine(cell).node_count()),
            waits: times.start.iter().zip(submit()).map(|(start, submit)| (start - submit) as u128).sum(),
            jobs: times.start.len() as u128,
            groups_per_job: if groups.jobs > 0 { groups.groups as f64 / groups.jobs as f64 } else { f64::NAN },
        })
    }
}

/// The outcome of a run with a list of placements. The least is the best: less refused work, then higher utilisation, then
/// a shorter mean wait, then fewer placements, then the text.
#[derive(Clone, Debug)]
pub struct Score {
    /// What the run gave.
    pub run: ListRun,
    /// The processor-microseconds of all jobs, refused ones too.
    pub work: u128,
    /// The number of placements.
    pub placements: usize,
    /// The strategy's name, which has the placements.
    pub strategy: String,
}

impl Score {
    /// The processor-microseconds of refused jobs.
    pub fn refused(&self) -> u128 {
        self.work.saturating_sub(self.run.served)
    }

    /// The share of the work that is refused.
    pub fn refused_share(&self) -> f64 {
        self.refused() as f64 / self.work as f64
    }

    /// The utilisation; NaN without jobs.
    pub fn utilisation(&self) -> f64 {
        self.run.served as f64 / self.run.capacity as f64
    }

    /// The mean wait in seconds; NaN without jobs.
    pub fn mean_wait(&self) -> f64 {
        self.run.waits as f64 / self.run.jobs as f64 / 1e6
    }

    /// The order of lists: the best is the least.
    pub fn order(&self, other: &Score) -> Ordering {
        let utilisation = |score: &Score| (score.run.served, score.run.capacity.max(1));
        let wait = |score: &Score| (score.run.waits, score.run.jobs.max(1));
        (self.refused().cmp(&other.refused()))
            .then_with(|| compare(utilisation(other), utilisation(self)))
            .then_with(|| compare(wait(self), wait(other)))
            .then_with(|| self.placements.cmp(&other.placements))
            .then_with(|| self.strategy.cmp(&other.strategy))
    }
}

/// Compares fractions, numerator first, without products that could overflow: by whole parts, then by what is left, upside
/// down.
fn compare((one, by): (u128, u128), (other, other_by): (u128, u128)) -> Ordering {
    (one / by).cmp(&(other / other_by)).then_with(|| match (one % by, other % other_by) {
        (0, rest) => 0.cmp(&rest),
        (_, 0) => Ordering::Greater,
        (rest, other_rest) => compare((other_by, other_rest), (by, rest)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fractions_are_compared_as_their_products_are(a in 0u128..1 << 60, b in 1u128..1 << 60, c in 0u128..1 << 60, d in 1u128..1 << 60) {
            prop_assert_eq!(compare((a, b), (c, d)), (a * d).cmp(&(c * b)));
            prop_assert_eq!(compare((a, b), (a * 3, b * 3)), Ordering::Equal);
        }
    }
}
