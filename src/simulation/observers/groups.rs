//! The groups of nodes that jobs get on clusters with a topology, and how far the free nodes are spoilt.

use crate::scheduling::{Event, Observer};
use crate::time::Time;

/// Groups of jobs, and the fragmentation of placements over time (docs/semantics.md 11.8).
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// Jobs counted.
    pub jobs: u64,
    /// Their groups.
    pub groups: u64,
    /// Jobs in one group.
    pub one_group: u64,
    /// The score of fragmentation times microseconds.
    pub score_time: i128,
    /// The score of the machine with no free node; 0 if there is no score.
    pub full: u64,
    /// Since when the score has its value.
    since: Option<(Time, u64)>,
}

impl Observer for Groups {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Grouped { groups } => {
                self.jobs += 1;
                self.groups += u64::from(groups);
                self.one_group += u64::from(groups == 1);
            }
            Event::Scored { now, score, full } => {
                if let Some((since, score)) = self.since {
                    self.score_time += i128::from(now - since) * i128::from(score);
                }
                (self.since, self.full) = (Some((now, score)), full);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_as_long_as_they_last() {
        let mut groups = Groups::default();
        for (now, score) in [(2, 5), (4, 0), (4, 1), (9, 7)] {
            groups.observe(Event::Scored { now, score, full: 8 });
        }
        assert_eq!((groups.score_time, groups.full), (2 * 5 + 5, 8));
    }
}
