//! Rings, and machines without a topology.

use super::{Free, Placed};
use std::collections::BTreeSet;
use subtorus::topology::Group;

/// One run in each of the rings that the heap keeps.
pub fn ring(rings: &[Group], free: &Free, segments: u32, length: u32) -> Placed {
    // The free nodes of a ring, and its run at the lowest start.
    let mut heap: Vec<(usize, Vec<u32>)> = Vec::new();
    for ring in rings {
        let positions = ring.nodes.len();
        let run =
            |start: usize| (start..start + length as usize).map(|at| ring.nodes[at % positions]).collect::<Vec<u32>>();
        let runs = (0..positions).map(run).find(|run| run.iter().all(|node| free.contains(node)));
        let Some(run) = runs.filter(|_| positions >= length as usize) else { continue };
        let count = ring.nodes.iter().filter(|node| free.contains(node)).count();
        if heap.len() < segments as usize {
            heap.push((count, run));
            let mut at = heap.len() - 1;
            while at > 0 && heap[(at - 1) / 2].0 < heap[at].0 {
                heap.swap(at, (at - 1) / 2);
                at = (at - 1) / 2;
            }
        } else if count < heap[0].0 {
            heap[0] = (count, run.clone());
            let mut at = 0;
            loop {
                let mut largest = at;
                if 2 * at + 1 < heap.len() && heap[2 * at + 1].0 > heap[largest].0 {
                    largest = 2 * at + 1;
                }
                if 2 * at + 2 < heap.len() && heap[2 * at + 2].0 > heap[largest].0 {
                    largest = 2 * at + 2;
                }
                if largest == at {
                    break;
                }
                heap[at] = heap[largest].clone();
                at = largest;
            }
            heap[at] = (count, run);
        }
    }
    (heap.len() == segments as usize).then(|| heap.into_iter().flat_map(|(_, run)| run).collect())
}

/// Best fit over runs of numbers; the longest run if none is long enough.
pub fn flat(free: &Free, nodes: u32) -> Placed {
    let (mut free, mut chosen) = (free.clone(), BTreeSet::new());
    if (free.len() as u32) < nodes {
        return None;
    }
    while (chosen.len() as u32) < nodes {
        let rest = nodes as usize - chosen.len();
        let mut best: Option<Vec<u32>> = None;
        let starts: Vec<u32> = free.iter().copied().filter(|&node| node == 0 || !free.contains(&(node - 1))).collect();
        for start in starts {
            let run: Vec<u32> = (start..).take_while(|node| free.contains(node)).collect();
            let is_better = best.as_ref().is_none_or(|best| match (run.len() >= rest, best.len() >= rest) {
                (true, true) => run.len() < best.len(),
                (false, false) => run.len() > best.len(),
                (fits, _) => fits,
            });
            best = if is_better { Some(run) } else { best };
        }
        for node in best.expect("enough nodes are free").into_iter().take(rest) {
            free.remove(&node);
            chosen.insert(node);
        }
    }
    Some(chosen)
}
