//! The number of processors of a node, from a table that counts both for each job.

use crate::formats::values::{count, ungrouped};

/// The most different numbers of processors per node that are distinguished.
const MOST: usize = 64;

/// Nine jobs in ten must agree on the number of processors of a node.
const TENTHS: u64 = 9;

/// The number of jobs by their processors per node.
#[derive(Default)]
pub(super) struct NodeSizes {
    jobs: Vec<(i32, u64)>,
    /// The number of jobs with both known.
    known: u64,
}

impl NodeSizes {
    /// Takes a job's processors and the text in its column of nodes.
    pub fn add(&mut self, processors: i32, nodes: &[u8], is_english: bool) {
        let nodes = count(&ungrouped(nodes, is_english)).unwrap_or(-1);
        if processors <= 0 || nodes <= 0 {
            return;
        }
        self.known += 1;
        if processors % nodes != 0 {
            return;
        }
        let size = processors / nodes;
        match self.jobs.iter().position(|(known, _)| *known == size) {
            Some(place) => self.jobs[place].1 += 1,
            None if self.jobs.len() < MOST => self.jobs.push((size, 1)),
            None => {}
        }
    }

    /// The number of processors of a node, unless it is 1 or differs from job to job.
    pub fn finish(self) -> Option<i32> {
        let is_usual = |(size, jobs): &(i32, u64)| *size > 1 && 10 * jobs >= TENTHS * self.known;
        self.jobs.iter().find(|size| is_usual(size)).map(|(size, _)| *size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(jobs: &[(i32, &str)]) -> Option<i32> {
        let mut sizes = NodeSizes::default();
        jobs.iter().for_each(|(processors, nodes)| sizes.add(*processors, nodes.as_bytes(), true));
        sizes.finish()
    }

    #[test]
    fn nearly_all_jobs_give_the_processors_of_a_node() {
        assert_eq!(of(&[(48, "1"), (96, "2"), (-1, "2"), (48, "?")]), Some(48));
        assert_eq!(of(&[(48, "1"), (24, "1")]), None, "nodes are shared");
        assert_eq!(of(&[(4, "4"), (2, "2")]), None);
        let mut jobs = vec![(48, "1"); 9];
        assert_eq!(of(&[&jobs[..], &[(7, "2")]].concat()), Some(48));
        jobs.pop();
        assert_eq!(of(&[&jobs[..], &[(7, "2")]].concat()), None);
        assert_eq!(of(&[]), None);
    }
}
