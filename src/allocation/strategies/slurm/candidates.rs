//! The places that a topology has for one part of a job, for people: what a job may get, what it costs, and what blocks it
//! (docs/semantics.md 11.8). Placing jobs needs none of this; each rule searches in a way of its own.

use super::Slurm;
use super::block::group_size;
use super::torus3d::{anchors, spoilt_boxes};
use crate::allocation::Allocator;
use crate::allocation::free_set::FreeSet;
use crate::allocation::windows::box_sums;
use crate::sorting::sorted;
use crate::topology::{Group, Kind, Placement, Racks, Switch, Topology, Torus, across, box_across};
use crate::workload::Request;

/// A place for one part of a job: its segment, or the whole job.
pub struct Candidate<'a> {
    /// The nodes that must be free in it.
    pub needs: u32,
    place: Place<'a>,
}

enum Place<'a> {
    /// The box of a placement at an anchor, a cell, and the next larger placement.
    Box { torus: &'a Torus, placement: Placement, anchor: u32, larger: Option<Placement> },
    /// Positions of a ring, from a start.
    Run { ring: &'a Group, start: usize },
    /// An aligned group of base blocks.
    Blocks(&'a [Group]),
    /// What is under a switch.
    Under { switches: &'a [Switch], place: usize },
    /// All nodes.
    All(u32),
}

/// The places for a part of a request, and how many parts the request has. `None` if the strategy follows no topology, or
/// refuses the request.
pub fn candidates<'a>(allocator: &'a dyn Allocator, request: &Request) -> Option<(u32, Vec<Candidate<'a>>)> {
    let slurm = allocator.as_any().downcast_ref::<Slurm>()?;
    let (count, needs) = slurm.parts(request)?;
    let places = places(slurm.topology()?.0, needs);
    Some((count, places.into_iter().map(|place| Candidate { needs, place }).collect()))
}

fn places(topology: &Topology, needs: u32) -> Vec<Place<'_>> {
    match &topology.kind {
        Kind::Torus3d(tori) => tori.iter().flat_map(|torus| boxes(torus, needs)).collect(),
        Kind::Ring(rings) => rings.iter().flat_map(|ring| runs(ring, needs)).collect(),
        Kind::Block(racks) => groups(racks, needs),
        Kind::Tree(switches) => (0..switches.len()).map(|place| Place::Under { switches, place }).collect(),
        Kind::Flat => vec![Place::All(topology.nodes.len() as u32)],
    }
}

/// The boxes of a size in a torus, at every anchor.
fn boxes(torus: &Torus, size: u32) -> Vec<Place<'_>> {
    let by_size = sorted(torus.placements.clone(), |one, other| one.size().cmp(&other.size()));
    let larger = by_size.iter().copied().find(|placement| placement.size() > size);
    let boxes = |placement: Placement| {
        let place = move |anchor| Place::Box { torus, placement, anchor, larger };
        anchors(torus, &placement).into_iter().map(place)
    };
    by_size.into_iter().filter(|placement| placement.size() == size).flat_map(boxes).collect()
}

/// The runs of a ring, from every position.
fn runs(ring: &Group, length: u32) -> Vec<Place<'_>> {
    let starts = if length as usize <= ring.nodes.len() { ring.nodes.len() } else { 0 };
    (0..starts).map(|start| Place::Run { ring, start }).collect()
}

/// The smallest aligned groups that can hold this many nodes.
fn groups(racks: &Racks, nodes: u32) -> Vec<Place<'_>> {
    let size = group_size(racks, nodes).unwrap_or(racks.blocks.len());
    racks.blocks.chunks(size.max(1)).map(Place::Blocks).collect()
}

/// The nodes of a switch and of all below it.
fn under(switches: &[Switch], place: usize) -> Vec<u32> {
    let below = switches[place].children.iter().flat_map(|&child| under(switches, child));
    switches[place].nodes.iter().copied().chain(below).collect()
}

impl Candidate<'_> {
    /// Where it is, for people.
    pub fn name(&self) -> String {
        match &self.place {
            Place::Box { torus, placement: Placement { dims: [a, b, c], .. }, anchor, .. } => {
                let [x, y, z] = torus.coordinates(*anchor);
                format!("{a}x{b}x{c} at {x},{y},{z} of {}", torus.name)
            }
            Place::Run { ring, start } => {
                let last = (start + self.needs as usize - 1) % ring.nodes.len();
                format!("positions {start} to {last} of {}", ring.name)
            }
            Place::Blocks([block]) => block.name.clone(),
            Place::Blocks([first, .., last]) => format!("{} to {}", first.name, last.name),
            Place::Under { switches, place } => switches[*place].name.clone(),
            Place::Blocks([]) | Place::All(_) => "the cluster".into(),
        }
    }

    /// What such places are called, in the plural.
    pub fn noun(&self) -> String {
        match &self.place {
            Place::Box { placement: Placement { dims: [x, y, z], .. }, .. } => format!("boxes of {x}x{y}x{z}"),
            Place::Run { .. } => "runs in rings".into(),
            Place::Blocks([_]) => "blocks".into(),
            Place::Blocks(blocks) => format!("groups of {} blocks", blocks.len()),
            Place::Under { .. } => "switches".into(),
            Place::All(_) => "clusters".into(),
        }
    }

    /// Its nodes, by their numbers in the topology; `None` for a cell of a torus without a node.
    pub fn nodes(&self) -> Box<dyn Iterator<Item = Option<u32>> + '_> {
        match &self.place {
            Place::Box { torus, placement, anchor, .. } => {
                let cells = box_across(torus.coordinates(*anchor), placement.dims).nodes(&torus.machine());
                Box::new(cells.map(|cell| torus.cells[cell as usize]))
            }
            Place::Run { ring, start } => {
                Box::new(ring.nodes.iter().cycle().skip(*start).take(self.needs as usize).copied().map(Some))
            }
            Place::Blocks(blocks) => Box::new(blocks.iter().flat_map(|block| &block.nodes).copied().map(Some)),
            Place::Under { switches, place } => Box::new(under(switches, *place).into_iter().map(Some)),
            Place::All(nodes) => Box::new((0..*nodes).map(Some)),
        }
    }

    /// Whether a part takes all nodes of the place.
    pub fn is_taken_whole(&self) -> bool {
        matches!(self.place, Place::Box { .. } | Place::Run { .. })
    }

    /// The free nodes in it.
    pub fn free(&self, free: &FreeSet) -> u32 {
        self.nodes().flatten().filter(|node| free.is_free(*node)).count() as u32
    }
}

/// Numbers by cell of a torus for boxes of one shape. Candidates of a shape follow each other, so the last one is kept.
#[derive(Default)]
struct ByCell<'a>(Option<(&'a Torus, [u32; 3], Vec<u32>)>);

impl<'a> ByCell<'a> {
    fn at(&mut self, torus: &'a Torus, sides: [u32; 3], anchor: u32, count: impl FnOnce() -> Vec<u32>) -> u32 {
        let is_known = |(known, shape, _): &(&Torus, [u32; 3], _)| std::ptr::eq(*known, torus) && *shape == sides;
        let known = self.0.take().filter(is_known).unwrap_or_else(|| (torus, sides, count()));
        self.0.insert(known).2[anchor as usize]
    }
}

/// The free nodes in each candidate, as [`Candidate::free`] counts them. Cost: O(nodes) for all boxes of one shape.
pub fn free_counts(candidates: &[Candidate], free: &FreeSet) -> Vec<u32> {
    let mut boxes = ByCell::default();
    let mut counts = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        counts.push(match &candidate.place {
            Place::Box { torus, placement: Placement { dims, .. }, anchor, .. } => {
                boxes.at(torus, *dims, *anchor, || {
                    let is_free = |node: &Option<u32>| u32::from(node.is_some_and(|node| free.is_free(node)));
                    box_sums(&torus.machine(), torus.cells.iter().map(is_free).collect(), &across(*dims))
                })
            }
            _ => candidate.free(free),
        });
    }
    counts
}

/// What taking each candidate costs; least is best. Of a box: how many free boxes of the next larger placement it spoils.
/// Of the others: the nodes that stay free in the ring, in the blocks or under the switch.
pub fn costs(candidates: &[Candidate], free: &FreeSet) -> Vec<u32> {
    let mut boxes = ByCell::default();
    let mut costs = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        costs.push(match &candidate.place {
            Place::Box { larger: None, .. } => 0,
            Place::Box { torus, placement: Placement { dims, .. }, anchor, larger: Some(larger) } => {
                boxes.at(torus, *dims, *anchor, || {
                    // Cells without a node count as free.
                    let is_busy = |node: &Option<u32>| u32::from(node.is_some_and(|node| !free.is_free(node)));
                    let busy = torus.cells.iter().map(is_busy).collect();
                    let busy = box_sums(&torus.machine(), busy, &across(larger.dims));
                    let free = anchors(torus, larger).into_iter().filter(|anchor| busy[*anchor as usize] == 0);
                    spoilt_boxes(&torus.machine(), free, larger.dims, *dims)
                })
            }
            Place::Run { ring, .. } => {
                let all = ring.nodes.iter().filter(|node| free.is_free(**node)).count() as u32;
                all.saturating_sub(candidate.needs)
            }
            _ => candidate.free(free).saturating_sub(candidate.needs),
        });
    }
    costs
}

#[cfg(test)]
mod tests;
