//! An observer that keeps what the metrics and the schedule files need.

use super::Observer;
use crate::allocation::Allocation;
use crate::allocation::conversion::torus_dimensions;
use crate::machine::{Block, Machine};
use crate::time::Time;

/// When each job started, and where.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// Start times in microseconds, by job index.
    pub start: Vec<Time>,
    /// The blocks of each job, by job index; empty unless they were asked for.
    pub blocks: Vec<Vec<Block>>,
    /// What the jobs that got one block can make of it.
    pub tori: Tori,
    pub(super) machine: Machine,
}

/// Sums over the jobs whose allocation is one block, under the conversions `collapse` and `pair` in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tori {
    /// Jobs counted.
    pub jobs: u64,
    /// Dimensions of their tori.
    pub dimensions: [u64; 2],
    /// Those with three or more.
    pub three_or_more: [u64; 2],
}

impl Recorder {
    /// Keeps start times only.
    pub fn new(jobs: usize, machine: &Machine) -> Recorder {
        Recorder { start: vec![0; jobs], blocks: Vec::new(), tori: Tori::default(), machine: machine.clone() }
    }

    /// Keeps start times and every job's blocks.
    pub fn with_blocks(jobs: usize, machine: &Machine) -> Recorder {
        Recorder { blocks: vec![Vec::new(); jobs], ..Recorder::new(jobs, machine) }
    }
}

impl Observer for Recorder {
    fn started(&mut self, job: usize, now: Time, allocation: &Allocation) {
        self.start[job] = now;
        if let [block] = allocation.blocks.as_slice() {
            let torus = torus_dimensions(&self.machine, block);
            self.tori.jobs += 1;
            for (conversion, dimensions) in [torus.collapse, torus.pair].into_iter().enumerate() {
                self.tori.dimensions[conversion] += u64::from(dimensions);
                self.tori.three_or_more[conversion] += u64::from(dimensions >= 3);
            }
        }
        if let Some(blocks) = self.blocks.get_mut(job) {
            blocks.clone_from(&allocation.blocks);
        }
    }
}
