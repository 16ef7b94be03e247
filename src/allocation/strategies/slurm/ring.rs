//! Placement on rings: runs of consecutive positions (docs/semantics.md 11.3).

use super::{Demand, Rule, lowest, rows};
use crate::allocation::Refusal;
use crate::allocation::free_set::FreeSet;
use crate::machine::Machine;
use crate::topology::Group;

/// Rings of nodes.
pub struct Rings {
    rings: Vec<Group>,
    ring_of: Vec<u32>,
}

/// A ring that has a run, for the heap of segments.
#[derive(Clone, Copy)]
struct Found {
    ring: usize,
    start: usize,
    free: usize,
}

impl Rings {
    /// These rings.
    pub fn new(rings: Vec<Group>) -> Rings {
        let ring_of = super::groups(rings.iter().map(|ring| &ring.nodes[..]));
        Rings { rings, ring_of }
    }

    /// The lowest start of a run of this many free positions in a ring.
    fn find(&self, ring: usize, free: &FreeSet, length: usize) -> Option<Found> {
        let nodes = &self.rings[ring].nodes;
        let is_free: Vec<bool> = nodes.iter().map(|&node| free.is_free(node)).collect();
        let fits = |start: usize| (start..start + length).all(|position| is_free[position % nodes.len()]);
        let start = (0..nodes.len()).filter(|_| length <= nodes.len()).find(|&start| fits(start))?;
        Some(Found { ring, start, free: is_free.iter().filter(|is_free| **is_free).count() })
    }
}

impl Rule for Rings {
    fn effective(&self, demand: Demand) -> Result<Demand, Refusal> {
        demand.divided().map(Demand::without_flags)
    }

    /// Each ring gives at most one segment.
    fn place(&self, free: &FreeSet, demand: &Demand) -> Option<Vec<u32>> {
        if demand.nodes == 1 {
            return lowest(free);
        }
        let (count, length) = demand.parts();
        let mut heap = Vec::new();
        for found in (0..self.rings.len()).filter_map(|ring| self.find(ring, free, length as usize)) {
            offer(&mut heap, found, count as usize);
        }
        let nodes = |found: &Found| {
            let nodes = &self.rings[found.ring].nodes;
            nodes.iter().copied().cycle().skip(found.start).take(length as usize).collect::<Vec<u32>>()
        };
        (heap.len() == count as usize).then(|| heap.iter().flat_map(nodes).collect())
    }

    fn arrangement(&self, nodes: u32) -> Option<Machine> {
        rows(nodes, self.rings.iter().all(|ring| ring.nodes.is_sorted()), &|node| self.group_of(node))
    }

    fn group_of(&self, node: u32) -> u32 {
        self.ring_of[node as usize]
    }
}

/// Keeps the rings with fewest free nodes in a heap of this many places, with most free nodes at the top.
///
/// A replacement moves down past children with more free nodes than the entry of its place in the array. Below the top
/// that is the entry that was just copied up, not the replacement. A heap of four or more may therefore lose its order.
/// Slurm does the same, and its choice depends on it.
fn offer(heap: &mut Vec<Found>, found: Found, places: usize) {
    if heap.len() < places {
        let mut place = heap.len();
        heap.push(found);
        while place > 0 && heap[place].free > heap[(place - 1) / 2].free {
            heap.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    } else if found.free < heap[0].free {
        heap[0] = found;
        let mut place = 0;
        loop {
            let greater = |best: usize, child: usize| {
                if heap.get(child).is_some_and(|entry| entry.free > heap[best].free) { child } else { best }
            };
            let next = greater(greater(place, 2 * place + 1), 2 * place + 2);
            if next == place {
                break;
            }
            heap[place] = heap[next];
            place = next;
        }
        heap[place] = found;
    }
}
