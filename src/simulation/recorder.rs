//! An observer that keeps what the metrics and the schedule files need.

use super::{Observer, Packets};
use crate::allocation::Allocation;
use crate::allocation::conversion::torus_dimensions;
use crate::machine::{Block, Machine};
use crate::network::Delivery;
use crate::time::Time;
use crate::workload::Jobs;

/// When each job started, where, and what was counted on the way (docs/semantics.md 6.1 and 6.4).
#[derive(Clone, Debug)]
pub struct Recorder<'a> {
    /// Start times in microseconds, by job index.
    pub start: Vec<Time>,
    /// When each job ended, in microseconds, by job index.
    pub end: Vec<Time>,
    /// The blocks of each job, by job index; empty unless they were asked for.
    pub blocks: Vec<Vec<Block>>,
    /// What the jobs that got one block can make of it.
    pub tori: Tori,
    /// Blocks, boxes and processors.
    pub counts: Counts,
    /// Free processors while the head of the queue waits in vain.
    pub fragmentation: Fragmentation,
    /// The packets of all jobs.
    pub packets: Packets,
    /// The packets of each job, by job index; empty unless blocks were asked for.
    pub packets_of: Vec<Packets>,
    /// Flits that crossed each link, in the network's order; empty where jobs do not communicate.
    pub flits: Vec<u64>,
    pub(super) machine: &'a Machine,
    pub(super) jobs: &'a Jobs,
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

/// Sums over all jobs that have started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Jobs whose nodes have places (all but those on `flat`).
    pub placed: u64,
    /// Blocks of their allocations.
    pub blocks: u64,
    /// Jobs whose list has one block.
    pub one_block: u64,
    /// Jobs whose nodes form one box, however they were listed.
    pub one_box: u64,
    /// Blocks that other jobs held when a job started.
    pub blocks_held_before: u64,
    /// Blocks times the time, in microseconds, for which they are held.
    pub block_time: i128,
    /// Placements the strategy tried, where it counts them (GABL).
    pub placements_tried: u64,
    /// Processors that jobs asked for.
    pub asked: u64,
    /// Processors that jobs were given.
    pub given: u64,
    held: u64,
}

/// The time in which the head of the queue waits although as many processors as it asks for are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fragmentation {
    /// That time, in microseconds.
    pub time: i128,
    /// Free processors times that time.
    pub free_time: i128,
    /// Since when it has been so, with how many free processors.
    since: Option<(Time, u32)>,
}

impl<'a> Recorder<'a> {
    /// Keeps start times and counts.
    pub fn new(jobs: &'a Jobs, machine: &'a Machine) -> Recorder<'a> {
        Recorder {
            start: vec![0; jobs.jobs.len()],
            end: vec![0; jobs.jobs.len()],
            blocks: Vec::new(),
            tori: Tori::default(),
            counts: Counts::default(),
            fragmentation: Fragmentation::default(),
            packets: Packets::default(),
            packets_of: Vec::new(),
            flits: Vec::new(),
            machine,
            jobs,
        }
    }

    /// Keeps every job's blocks and counts its packets besides.
    pub fn with_blocks(jobs: &'a Jobs, machine: &'a Machine) -> Recorder<'a> {
        let (blocks, packets_of) = (vec![Vec::new(); jobs.jobs.len()], vec![Packets::default(); jobs.jobs.len()]);
        Recorder { blocks, packets_of, ..Recorder::new(jobs, machine) }
    }

    fn count(&mut self, job: usize, allocation: &Allocation) {
        let counts = &mut self.counts;
        let blocks = allocation.blocks.len() as u64;
        counts.asked += u64::from(self.jobs.size(job));
        counts.given += u64::from(allocation.processors);
        counts.placed += u64::from(blocks > 0);
        counts.blocks += blocks;
        counts.one_block += u64::from(blocks == 1);
        counts.one_box += u64::from(form_one_box(self.machine, &allocation.blocks));
        counts.blocks_held_before += counts.held;
        counts.held += blocks;
    }
}

impl Observer for Recorder<'_> {
    fn started(&mut self, job: usize, now: Time, allocation: &Allocation) {
        self.start[job] = now;
        self.count(job, allocation);
        if let [block] = allocation.blocks.as_slice() {
            let torus = torus_dimensions(self.machine, block);
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

    fn ended(&mut self, job: usize, now: Time, allocation: &Allocation) {
        let blocks = allocation.blocks.len() as u64;
        self.end[job] = now;
        self.counts.held -= blocks;
        self.counts.block_time += i128::from(blocks) * i128::from(now - self.start[job]);
    }

    fn delivered(&mut self, job: usize, delivery: &Delivery) {
        self.packets.add(delivery);
        if let Some(packets) = self.packets_of.get_mut(job) {
            packets.add(delivery);
        }
    }

    fn carried(&mut self, flits: &[u64]) {
        self.flits = flits.to_vec();
    }

    fn finished(&mut self, placements_tried: u64) {
        self.counts.placements_tried = placements_tried;
    }

    fn settled(&mut self, now: Time, free: u32, head: Option<usize>) {
        let fragmentation = &mut self.fragmentation;
        if let Some((since, free)) = fragmentation.since {
            fragmentation.time += i128::from(now - since);
            fragmentation.free_time += i128::from(now - since) * i128::from(free);
        }
        let in_vain = head.is_some_and(|head| free >= self.jobs.size(head));
        fragmentation.since = in_vain.then_some((now, free));
    }
}

/// Whether disjoint blocks together are one box (on rings one that may wrap around). No blocks are none.
fn form_one_box(machine: &Machine, blocks: &[Block]) -> bool {
    if blocks.len() <= 1 {
        return blocks.len() == 1;
    }
    // Disjoint blocks fill the product of their projections exactly when their volumes add up to its volume.
    let mut volume = 1u64;
    for dimension in 0..machine.dimensions() {
        let extent = machine.extents()[dimension] as usize;
        let mut covered = vec![false; extent];
        for block in blocks {
            let (base, length) = (block.base[dimension] as usize, block.extents[dimension] as usize);
            (base..base + length).for_each(|place| covered[place % extent] = true);
        }
        let before = |place: usize| {
            if place > 0 { covered[place - 1] } else { machine.rings()[dimension] && covered[extent - 1] }
        };
        let runs = (0..extent).filter(|&place| covered[place] && !before(place)).count();
        if runs > 1 {
            return false;
        }
        volume *= covered.iter().filter(|&&covered| covered).count() as u64;
    }
    volume == blocks.iter().map(|block| u64::from(block.volume())).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Coordinates;

    fn blocks(list: &[(&[u32], &[u32])]) -> Vec<Block> {
        let block = |(base, extents): &(&[u32], &[u32])| Block {
            base: Coordinates::new(base),
            extents: Coordinates::new(extents),
        };
        list.iter().map(block).collect()
    }

    #[test]
    fn blocks_that_together_are_one_box() {
        let (mesh, torus) = (Machine::mesh(&[4, 4]), Machine::torus(&[4, 4]));
        let both = |list: &[(&[u32], &[u32])]| [&mesh, &torus].map(|machine| form_one_box(machine, &blocks(list)));
        assert_eq!(both(&[(&[0, 0], &[1, 2]), (&[1, 0], &[1, 2])]), [true, true]);
        assert_eq!(both(&[(&[0, 0], &[1, 2]), (&[1, 0], &[1, 1])]), [false, false], "an L");
        assert_eq!(both(&[(&[0, 0], &[1, 1]), (&[1, 1], &[1, 1])]), [false, false], "a diagonal");
        assert_eq!(both(&[(&[0, 0], &[1, 2]), (&[3, 0], &[1, 2])]), [false, true], "across the wrap-around");
        assert_eq!(both(&[(&[0, 0], &[4, 1]), (&[0, 2], &[4, 1])]), [false, false], "two lines with a gap");
        assert_eq!(both(&[(&[2, 2], &[2, 2])]), [true, true]);
        assert_eq!(both(&[]), [false, false], "no nodes with a place");
    }
}
