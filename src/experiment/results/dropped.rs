//! Dropped jobs, by reason, and their work.

use super::{Dropped, Results};
use crate::sorting::set;

impl Results {
    /// The numbers of jobs that did not run on a machine (by its
    /// [`Experiment::site`](crate::experiment::Experiment::site)), by reason.
    pub fn dropped(&self, site: usize) -> &Dropped {
        &self.dropped[site]
    }

    /// Every reason for dropping jobs, with their number: once if the number is the same on all machines and in all
    /// facets, else for each of them (`too_large on mesh:8x8`).
    pub fn dropped_by_reason(&self) -> Vec<(String, u32)> {
        let reasons = set(self.dropped.iter().flat_map(Dropped::keys).copied());
        let each = reasons.into_iter().flat_map(|reason| {
            let counts = self.dropped.iter().map(|dropped| dropped.get(&reason).copied().unwrap_or(0));
            self.by_site(reason, counts.collect())
        });
        each.filter(|(_, count)| *count > 0).collect()
    }

    /// The share of the work, processors times runtime, that was dropped because jobs are too large for a machine (by
    /// its [`Experiment::site`](crate::experiment::Experiment::site)).
    pub fn lost_work(&self, site: usize) -> f64 {
        self.lost_work.get(site).copied().unwrap_or(0.0)
    }

    /// The same wherever it is not 0: once if all machines and facets agree, else for each of them
    /// (`work on mesh:8x8`).
    pub fn lost_work_by_machine(&self) -> Vec<(String, f64)> {
        let shares = (0..self.experiment.site_count()).map(|site| self.lost_work(site)).collect();
        self.by_site("work", shares).into_iter().filter(|(_, share)| *share > 0.0).collect()
    }

    /// A value of every site under a name: once if all are equal, else for each of them.
    fn by_site<T: Copy + PartialEq>(&self, name: &str, values: Vec<T>) -> Vec<(String, T)> {
        match values.first() {
            Some(first) if values.iter().all(|value| value == first) => vec![(name.into(), *first)],
            _ => self.sites().map(|site| format!("{name} {site}")).zip(values).collect(),
        }
    }
}
