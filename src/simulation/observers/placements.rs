//! Where jobs run.

use crate::allocation::Blocks;
use crate::scheduling::{Event, Observer};
use crate::workload::Jobs;

/// The blocks of each job, by job index, in the order in which its strategy took them. Memory: O(blocks), or
/// less where they are numbered.
#[derive(Clone, Debug)]
pub struct Placements {
    /// The blocks; none for a job that has not started, and on `flat`.
    pub blocks: Vec<Blocks>,
}

impl Placements {
    /// Nothing is placed yet.
    pub fn new(jobs: &Jobs) -> Placements {
        Placements { blocks: vec![Blocks::none(); jobs.jobs.len()] }
    }
}

impl Observer for Placements {
    fn observe(&mut self, event: Event) {
        if let Event::Started { job, allocation, .. } = event {
            self.blocks[job].clone_from(&allocation.blocks);
        }
    }
}
