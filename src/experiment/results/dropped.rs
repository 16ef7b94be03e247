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
        let counts = |reason| self.dropped.iter().map(move |dropped| dropped.get(reason).copied().unwrap_or(0));
        let mut lines = Vec::new();
        let reasons = set(self.dropped.iter().flat_map(Dropped::keys).copied());
        for reason in reasons {
            let first = counts(reason).next().unwrap_or(0);
            if counts(reason).all(|count| count == first) {
                lines.push((reason.to_string(), first));
            } else {
                let sites = self.sites().map(|site| format!("{reason} {site}"));
                lines.extend(sites.zip(counts(reason)));
            }
        }
        lines.retain(|(_, count)| *count > 0);
        lines
    }

    /// The share of the work, processors times runtime, that was dropped because jobs are too large for a machine (by
    /// its [`Experiment::site`](crate::experiment::Experiment::site)).
    pub fn lost_work(&self, site: usize) -> f64 {
        self.lost_work.get(site).copied().unwrap_or(0.0)
    }

    /// The same wherever it is not 0: once if all machines and facets agree, else for each of them
    /// (`work on mesh:8x8`).
    pub fn lost_work_by_machine(&self) -> Vec<(String, f64)> {
        let named = self.sites().enumerate().map(|(number, site)| (format!("work {site}"), self.lost_work(number)));
        let mut lines: Vec<(String, f64)> = named.collect();
        if lines.iter().all(|line| line.1 == lines[0].1) {
            lines = vec![("work".to_string(), self.lost_work(0))];
        }
        lines.retain(|(_, share)| *share > 0.0);
        lines
    }
}
