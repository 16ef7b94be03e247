//! What can be drawn on the machine of a run in addition to its jobs, and the sentences about it.

use super::machine::RunningJob;
use super::machine_view::MachineView;
use crate::allocation::free_nodes::{FreeNodes, WrapAround};
use crate::allocation::nearest::nearest_fit;
use crate::figure::LinkLoad;
use crate::machine::Block;
use crate::names::named;
use crate::report::words::counted;
use crate::time::Time;

named! {
    /// An overlay on the picture of the jobs.
    Overlay, "overlay" {
        /// Processors that are held but not asked for.
        Waste = "waste" => "Processors held beyond what was asked for",
        /// The largest free box.
        Largest = "largest" => "The largest free box",
        /// The place where the head of the queue nearly fits.
        Nearest = "nearest" => "Where the head of the queue nearly fits",
        /// The links that carry packets, if jobs communicate.
        Links = "links" => "How many packets go over each link",
    }
}

/// The state of a run at a moment, for the machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MachineState {
    /// The moment, in microseconds.
    pub now: Time,
    /// The running jobs.
    pub jobs: Vec<RunningJob>,
    /// The nodes that are out of service.
    pub down: Vec<u32>,
    /// The head of the queue, with the blocks that it gets later in the run.
    pub head: Option<RunningJob>,
    /// The number of packets on each link, if known, and the sentence about them.
    pub traffic: (Vec<LinkLoad>, String),
}

impl MachineView {
    /// Draws the wanted overlays and no others. Linear in nodes and links, except for the largest free box
    /// ([`FreeNodes::largest_box`]).
    pub(super) fn draw_overlays(&mut self) {
        let overlays = self.overlays.clone();
        let wanted = |overlay| overlays.contains(&overlay);
        self.notes.clear();
        self.map.wasted = if wanted(Overlay::Waste) { self.wasted() } else { Vec::new() };
        if wanted(Overlay::Waste) {
            self.notes.push(match self.map.wasted.len() {
                0 => "Every processor that is held has been asked for.".into(),
                1 => "1 processor is held beyond what was asked for (dotted).".into(),
                count => format!("{count} processors are held beyond what was asked for (dotted)."),
            });
        }
        self.map.largest = if wanted(Overlay::Largest) { self.largest() } else { Vec::new() };
        self.map.nearest = if wanted(Overlay::Nearest) { self.nearest() } else { Vec::new() };
        let (links, words) = &self.state.traffic;
        self.map.links = if wanted(Overlay::Links) { links.clone() } else { Vec::new() };
        if wanted(Overlay::Links) && !words.is_empty() {
            self.notes.push(words.clone());
        }
        self.map.description = self.sentence();
    }

    /// For each job, as many nodes as it holds beyond its request. They are the last of its last blocks, because no
    /// rule says which nodes are unused.
    fn wasted(&self) -> Vec<u32> {
        let of_job = |job: &RunningJob| {
            let nodes = job.blocks.iter().flat_map(|block| block.nodes(&self.machine));
            nodes.skip(job.asked as usize).collect::<Vec<u32>>()
        };
        self.state.jobs.iter().flat_map(of_job).collect()
    }

    /// The nodes of the largest free box.
    fn largest(&mut self) -> Vec<u32> {
        let mut free = FreeNodes::new(&self.machine, WrapAround::Followed);
        self.held_nodes().for_each(|node| free.take_node(node));
        let largest = free.largest_box();
        self.notes.push(largest.map_or("No node is free.".into(), |block| {
            let size = counted(block.volume() as usize, "processor");
            format!("The largest free box (dashed) is {}: {size}.", block.extents.joined("x"))
        }));
        largest.iter().flat_map(|block| block.nodes(&self.machine)).collect()
    }

    /// The nodes of the place where the box that the head gets later nearly fits now.
    fn nearest(&mut self) -> Vec<u32> {
        let Some(RunningJob { id, blocks, .. }) = &self.state.head else {
            self.notes.push("No job waits for a place.".into());
            return Vec::new();
        };
        let [Block { extents: box_of_head, .. }] = blocks[..] else {
            self.notes.push(format!("Job {id}, at the head, is given {} blocks later, not one.", blocks.len()));
            return Vec::new();
        };
        let mut occupied = vec![false; self.machine.node_count() as usize];
        self.held_nodes().for_each(|node| occupied[node as usize] = true);
        let Some(fit) = nearest_fit(&self.machine, &occupied, &box_of_head) else { return Vec::new() };
        let given = format!("Job {id}, at the head, is given {} later:", box_of_head.joined("x"));
        self.notes.push(match fit.busy {
            0 => format!("{given} there is room for it by now (dashed)."),
            busy => {
                let (busy, all) = (counted(busy as usize, "node"), fit.block.volume());
                format!("{given} it nearly fits (dashed), but for {busy} of {all} (crossed).")
            }
        });
        fit.block.nodes(&self.machine).collect()
    }

    /// The nodes that jobs hold, or that are out of service.
    fn held_nodes(&self) -> impl Iterator<Item = u32> {
        self.map.holder.iter().zip(0..).filter(|(holder, _)| **holder > 0).map(|(_, node)| node)
    }
}
