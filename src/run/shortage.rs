//! What the places of a topology lack while a job waits for one.

use crate::allocation::Allocator;
use crate::allocation::strategies::slurm::{Candidate, Slurm, candidates};
use crate::scheduling::{Event, Observer};
use crate::workload::Request;
use rustc_hash::FxHashMap;

/// The state of the places that one part of a job may get: its segment, or the whole job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The parts of the job.
    pub parts: u32,
    /// The nodes of a part.
    pub needs: u32,
    /// What the places are called, in the plural.
    pub noun: String,
    /// The number of places.
    pub places: u32,
    /// The places with enough free nodes.
    pub free: u32,
    /// The job without which most of the others would have enough, and how many; the first of equals.
    pub blocker: Option<(usize, u32)>,
    /// If there is no such job: the place with most free nodes, and their number.
    pub fullest: Option<(String, u32)>,
}

/// Who holds a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    None,
    Job(usize),
    OutOfService,
}

/// What a place lacks to have enough free nodes.
enum Shortfall {
    Free,
    /// It would have enough without any one of these jobs; none of them if several must end.
    Behind(Vec<usize>),
}

/// The holders of all nodes during a run, and the places for one job. Memory: O(nodes + places).
pub struct Holders<'a> {
    holders: Vec<Holder>,
    parts: u32,
    places: Vec<Candidate<'a>>,
}

impl<'a> Holders<'a> {
    /// The holders before a run. `None` if the strategy follows no topology.
    pub fn new(empty: &'a dyn Allocator, request: &Request) -> Option<Holders<'a>> {
        let slurm = empty.as_any().downcast_ref::<Slurm>()?;
        let (parts, mut places) = candidates(empty, request)?;
        places.retain(|place| place.nodes().all(|node| node.is_some()));
        let nodes = slurm.topology()?.0.nodes.len() as u32;
        let holder = |node| if slurm.free().is_free(node) { Holder::None } else { Holder::OutOfService };
        Some(Holders { holders: (0..nodes).map(holder).collect(), parts, places })
    }

    /// What the places lack now. Cost: at most O(nodes of all places).
    pub fn shortage(&self) -> Option<Shortage> {
        let first = self.places.first()?;
        let (mut free, mut behind) = (0, FxHashMap::<usize, u32>::default());
        for place in &self.places {
            match self.shortfall(place) {
                Shortfall::Free => free += 1,
                Shortfall::Behind(jobs) => jobs.into_iter().for_each(|job| *behind.entry(job).or_default() += 1),
            }
        }
        let blocker = behind.into_iter().min_by_key(|(job, places)| (u32::MAX - places, *job));
        let fullest = || {
            let counted = self.places.iter().enumerate().map(|(place, candidate)| (self.free(candidate), place));
            counted.max_by_key(|(free, place)| (*free, usize::MAX - place))
        };
        let fullest = if blocker.is_none() { fullest() } else { None };
        Some(Shortage {
            parts: self.parts,
            needs: first.needs,
            noun: first.noun(),
            places: self.places.len() as u32,
            free,
            blocker,
            fullest: fullest.map(|(free, place)| (self.places[place].name(), free)),
        })
    }

    fn free(&self, place: &Candidate) -> u32 {
        place.nodes().flatten().filter(|node| self.holders[*node as usize] == Holder::None).count() as u32
    }

    fn shortfall(&self, place: &Candidate) -> Shortfall {
        let (mut free, mut held) = (0, Vec::<(usize, u32)>::new());
        for node in place.nodes().flatten() {
            match self.holders[node as usize] {
                Holder::None => free += 1,
                Holder::OutOfService if place.is_taken_whole() => return Shortfall::Behind(Vec::new()),
                Holder::OutOfService => {}
                Holder::Job(job) => match held.iter().position(|(other, _)| *other == job) {
                    Some(place) => held[place].1 += 1,
                    None if place.is_taken_whole() && !held.is_empty() => return Shortfall::Behind(Vec::new()),
                    None => held.push((job, 1)),
                },
            }
        }
        if free >= place.needs {
            return Shortfall::Free;
        }
        let suffices = |(_, nodes): &(usize, u32)| free + nodes >= place.needs;
        Shortfall::Behind(held.into_iter().filter(suffices).map(|(job, _)| job).collect())
    }
}

impl Observer for Holders<'_> {
    fn observe(&mut self, event: Event) {
        let (allocation, holder) = match event {
            Event::Started { job, allocation, .. } => (allocation, Holder::Job(job)),
            Event::Ended { allocation, .. } => (allocation, Holder::None),
            _ => return,
        };
        let nodes = allocation.blocks.stretches().iter().cloned().flatten();
        nodes.for_each(|node| self.holders[node as usize] = holder);
    }
}

#[cfg(test)]
mod tests;
