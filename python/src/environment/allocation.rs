//! The choices of `Allocation-v0`: in which of the free boxes the first job of the queue runs.

use super::Choices;
use super::episode::{Episode, Reward};
use std::collections::HashMap;
use subtorus::machine::{Block, Coordinates, Machine};

/// The first free boxes.
pub struct Boxes {
    machine: Machine,
    /// 1 for each free node.
    free: Vec<u8>,
    held: HashMap<usize, Block>,
    candidates: Vec<Block>,
    most: usize,
}

impl Boxes {
    /// At most so many boxes of an empty machine.
    pub fn new(machine: Machine, most: usize) -> Boxes {
        let free = vec![1; machine.node_count() as usize];
        Boxes { machine, free, held: HashMap::new(), candidates: Vec::new(), most }
    }
}

impl Choices for Boxes {
    fn clear(&mut self) {
        self.free.fill(1);
        self.held.clear();
    }

    fn release(&mut self, job: usize) {
        if let Some(block) = self.held.remove(&job) {
            block.nodes(&self.machine).for_each(|node| self.free[node as usize] = 1);
        }
    }

    /// Finds the first free boxes of the first job: as it asks for them by ascending base, then rotated.
    fn look(&mut self, episode: &Episode) {
        self.candidates.clear();
        let Some(&job) = episode.queue.first() else { return };
        let machine = &self.machine;
        for extents in rotated(&episode.jobs.request(job).shape()) {
            for base in 0..machine.node_count() {
                if self.candidates.len() == self.most {
                    return;
                }
                let block = Block { base: machine.coordinates(base), extents };
                if block.lies_on(machine) && block.nodes(machine).all(|node| self.free[node as usize] == 1) {
                    self.candidates.push(block);
                }
            }
        }
    }

    fn count(&self) -> usize {
        self.most
    }

    fn is_possible(&self, action: usize) -> bool {
        action < self.candidates.len()
    }

    fn can_wait(&self) -> bool {
        false
    }

    fn start(&mut self, action: usize, episode: &mut Episode, reward: Reward) -> f64 {
        let (job, reward) = episode.start(0, reward);
        let block = self.candidates[action];
        block.nodes(&self.machine).for_each(|node| self.free[node as usize] = 0);
        self.held.insert(job, block);
        reward
    }

    fn views(&self) -> Vec<usize> {
        vec![self.free.len(), self.most * 2 * self.machine.dimensions() * 4]
    }

    fn show(&mut self, _: &Episode, shown: &mut dyn FnMut(usize, &[u8])) {
        shown(0, &self.free);
        let share = |block: &Block| shares(&self.machine, block);
        let mut numbers: Vec<f32> = self.candidates.iter().flat_map(share).collect();
        numbers.resize(self.most * 2 * self.machine.dimensions(), 0.0);
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
        shown(1, &bytes);
    }
}

/// Base and extents as shares of the machine's extents.
fn shares(machine: &Machine, block: &Block) -> Vec<f32> {
    let share = |(value, length): (&u32, &u32)| *value as f32 / *length as f32;
    let base = block.base.iter().zip(machine.extents()).map(share);
    base.chain(block.extents.iter().zip(machine.extents()).map(share)).collect()
}

/// The distinct orders of these extents: the given one, then the others in ascending order.
fn rotated(extents: &[u32]) -> Vec<Coordinates> {
    fn extend(rest: &mut Vec<u32>, order: &mut Vec<u32>, found: &mut Vec<Coordinates>) {
        if rest.is_empty() {
            found.push(Coordinates::new(order));
        }
        for place in 0..rest.len() {
            if place > 0 && rest[place] == rest[place - 1] {
                continue;
            }
            let extent = rest.remove(place);
            order.push(extent);
            extend(rest, order, found);
            order.pop();
            rest.insert(place, extent);
        }
    }
    let mut rest = extents.to_vec();
    rest.sort_unstable();
    let (given, mut found) = (Coordinates::new(extents), Vec::new());
    extend(&mut rest, &mut Vec::new(), &mut found);
    found.retain(|order| *order != given);
    found.insert(0, given);
    found
}
