//! One job of a run, compared with the others.

use super::Trace;
use crate::simulation::metrics::bounded_slowdown;
use crate::sorting::sorted;

/// The rank of a job among the jobs of its size class. Sizes with the same number of binary digits are one class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeClassRank {
    /// Its bounded slowdown.
    pub slowdown: f64,
    /// The number of jobs in its size class, including itself.
    pub peers: usize,
    /// How many of them had a lower bounded slowdown.
    pub better: usize,
    /// The least and the greatest size in the class.
    pub sizes: (u32, u32),
}

impl Trace {
    /// The bounded slowdown of a job (docs/semantics.md 8).
    pub fn slowdown(&self, job: usize) -> f64 {
        bounded_slowdown(self.end[job] - self.submit[job], self.end[job] - self.start[job])
    }

    /// The bounded slowdowns of the jobs of its size class, its own included, ascending. Cost: O(n log n).
    pub fn slowdowns_of_its_like(&self, job: usize) -> Vec<f64> {
        let digits = |job: usize| self.asked[job].checked_ilog2().unwrap_or(0);
        let peers = (0..self.len()).filter(|&other| digits(other) == digits(job));
        sorted(peers.map(|peer| self.slowdown(peer)).collect(), f64::total_cmp)
    }

    /// The rank of a job in its size class. Cost: O(n log n).
    pub fn standing(&self, job: usize) -> SizeClassRank {
        let (slowdown, like) = (self.slowdown(job), self.slowdowns_of_its_like(job));
        let better = like.partition_point(|other| *other < slowdown);
        let least = 1u32 << self.asked[job].checked_ilog2().unwrap_or(0);
        SizeClassRank { slowdown, peers: like.len(), better, sizes: (least, least + (least - 1)) }
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::run::testing::{jobs, run};
    use crate::time::SECOND;

    /// Four jobs of 20 s each, one after the other, with 2, 3, 4 and 3 processors.
    #[test]
    fn a_job_is_ranked_in_its_size_class() {
        let long = 20 * SECOND;
        let trace = run(
            &jobs(&[(0, long, 2), (0, long, 3), (0, long, 4), (0, long, 3)]),
            &Machine::mesh(&[4]),
            "flat",
            "fcfs".parse().unwrap(),
        );
        let standing = trace.standing(3);
        assert_eq!((standing.slowdown, standing.peers, standing.better, standing.sizes), (4.0, 3, 2, (2, 3)));
        assert_eq!(trace.slowdowns_of_its_like(3), [1.0, 2.0, 4.0]);
        assert_eq!((trace.standing(2).peers, trace.slowdown(0)), (1, 1.0));
    }
}
