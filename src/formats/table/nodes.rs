//! How many processors a node has, where a table counts both for each job.

use crate::formats::values::{count, ungrouped};

/// So many different numbers of processors of a node are told apart.
const MOST: usize = 64;

/// The number of processors of a node is that of nine jobs in ten.
const TENTHS: u64 = 9;

/// How many jobs have how many processors on each of their nodes.
#[derive(Default)]
pub(super) struct NodeSizes {
    jobs: Vec<(i32, u64)>,
    /// Jobs in all of which both are known.
    known: u64,
}

impl NodeSizes {
    /// Takes in a job of so many processors, and what its column of nodes says.
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

    /// The number of processors of a node, unless that is 1 or differs from job to job.
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
    fn nodes_have_as_many_processors_as_on_nearly_all_jobs() {
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
