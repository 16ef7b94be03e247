//! The machine at a moment of a run: which job holds which nodes, as a picture and in words.

#[cfg(test)]
mod tests;

use super::overlays::MachineState;
use crate::figure::{AxesError, Clock, MachineMap, MapAxes, MapJob, MapLayout, MapShape};
use crate::machine::{Block, Machine};
use crate::report::words::counted;
use crate::time::Time;

/// A job and its blocks, now or later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunningJob {
    /// The log's number of the job.
    pub id: i64,
    /// Its colour, of [`crate::figure::JOB_COLOURS`].
    pub colour: u8,
    /// The processors it asked for.
    pub asked: u32,
    /// The moment at which it started, in microseconds.
    pub since: Time,
    /// Its blocks, disjoint from each other and from those of other jobs, and on the machine.
    pub blocks: Vec<Block>,
}

impl RunningJob {
    /// The processors it holds.
    fn held(&self) -> u32 {
        self.blocks.iter().map(Block::volume).sum()
    }
}

/// The machine at a moment.
#[derive(Clone, Debug)]
pub struct MachineSnapshot {
    pub(super) machine: Machine,
    now: Time,
    pub(super) jobs: Vec<RunningJob>,
    pub(super) map: MachineMap,
    /// The sentences about the overlays.
    pub(super) notes: Vec<String>,
}

/// The axes of a map from a text such as `across=5,2,1 up=4,3,0`; chosen automatically if it is empty.
pub fn axes(machine: &Machine, text: &str) -> Result<MapAxes, AxesError> {
    if text.trim().is_empty() {
        return Ok(MapAxes::suitable(machine.extents()));
    }
    MapAxes::read(text, machine.dimensions())
}

/// The layout of a machine's nodes in a picture of at most this width and height in CSS pixels, if possible. Axes are
/// those of [`axes`].
pub fn layout(machine: &Machine, axes: MapAxes, room: (f64, f64)) -> MapLayout {
    MapLayout::new(shape(machine), axes, room)
}

fn shape(machine: &Machine) -> MapShape {
    MapShape { extents: machine.extents().to_vec(), rings: machine.rings().to_vec() }
}

impl MachineSnapshot {
    /// The running jobs on a machine laid out by [`layout`], and its nodes that are out of service. Time linear in nodes.
    pub fn new(machine: &Machine, layout: MapLayout, state: &MachineState) -> MachineSnapshot {
        let MachineState { now, jobs, down, .. } = state.clone();
        let mut map = MachineMap::new(layout);
        let mut number = 0;
        map.take_out_of_service(down);
        for (job, holder) in jobs.iter().zip(1..) {
            for block in &job.blocks {
                number += 1;
                for node in block.nodes(machine) {
                    map.holder[node as usize] = holder;
                    map.block[node as usize] = number;
                }
            }
        }
        map.jobs = jobs.iter().map(|job| MapJob { colour: job.colour, emphasised: false }).collect();
        let mut moment = MachineSnapshot { machine: machine.clone(), now, jobs, map, notes: Vec::new() };
        moment.map.description = moment.sentence();
        moment
    }

    /// The picture.
    pub fn map(&self) -> &MachineMap {
        &self.map
    }

    /// Highlights the jobs with these numbers; with none, all look alike.
    pub fn emphasise(&mut self, ids: &[i64]) {
        self.jobs.iter().zip(&mut self.map.jobs).for_each(|(job, drawn)| drawn.emphasised = ids.contains(&job.id));
    }

    /// Points at a node: it and its neighbours get a frame.
    pub fn point_at(&mut self, node: Option<u32>) {
        self.map.pointed = node.filter(|&node| node < self.machine.node_count());
    }

    /// The number of the job that holds a node; none if it is free or does not exist.
    pub fn job_at(&self, node: u32) -> Option<i64> {
        self.holder(node).map(|job| job.id)
    }

    fn holder(&self, node: u32) -> Option<&RunningJob> {
        let holder = *self.map.holder.get(node as usize)?;
        self.jobs.get((holder as usize).checked_sub(1)?)
    }

    /// The description: `3 jobs hold 12 of 16 processors.`, and sentences about the overlays.
    pub fn sentence(&self) -> String {
        let held: u32 = self.jobs.iter().map(RunningJob::held).sum();
        let all = self.machine.node_count();
        let first = match self.jobs.len() {
            0 if self.map.down.is_empty() => format!("All {} are free.", counted(all as usize, "processor")),
            0 => format!("None of {} is held.", counted(all as usize, "processor")),
            1 => format!("1 job holds {held} of {all} processors."),
            count => format!("{count} jobs hold {held} of {all} processors."),
        };
        let down = match self.map.down.len() {
            0 => None,
            1 => Some(format!("1 node is out of service ({}).", self.map.down_look())),
            count => Some(format!("{count} nodes are out of service ({}).", self.map.down_look())),
        };
        let sentences: Vec<&str> =
            std::iter::once(&first).chain(&down).chain(&self.notes).map(String::as_str).collect();
        sentences.join(" ")
    }

    /// The key to the picture, in one or two sentences.
    pub fn key(&self) -> String {
        let squares = match self.map.layout.is_coarse() {
            true => {
                "A square is several nodes, in the colour of the job that holds most of them, and as strong as they are taken."
            }
            false => "A square is a node, in the colour of its job",
        };
        let outlined = self.map.has_outlines();
        let lines = match (self.map.layout.is_coarse(), outlined) {
            (true, _) => "",
            (_, true) => "; lines run around blocks.",
            _ => ".",
        };
        let rings = self.machine.rings();
        let edges = match (rings.contains(&true), rings.contains(&false)) {
            (true, false) if outlined => " Tiles are open, with a tick, where they go around; so are blocks.",
            (true, false) => " Tiles are open, with a tick, where they go around.",
            (true, true) => " Tiles are open, with a tick, where they go around, and closed where they end.",
            _ => "",
        };
        format!("{squares}{lines}{edges}")
    }

    /// A description of a node by this clock: `node 3,0,1: job 4711, 64 processors, runs for 2 h 30 min`, `node 3,0,2:
    /// free`. It also says how much of its square is out of service. Empty if there is no node.
    pub fn node_text(&self, node: u32, clock: Clock) -> String {
        if node >= self.machine.node_count() {
            return String::new();
        }
        let what = self.what_is_at(node, clock);
        match self.map.down_beside(node) {
            (1, _) | (_, 0) => what,
            (all, down) => format!("{what}; {down} of the {all} nodes of this square are out of service"),
        }
    }

    fn what_is_at(&self, node: u32, clock: Clock) -> String {
        let place = format!("node {}", self.machine.coordinates(node).joined(","));
        let Some(job) = self.holder(node) else {
            let is_down = self.map.down.binary_search(&node).is_ok();
            return format!("{place}: {}", if is_down { "out of service" } else { "free" });
        };
        let held = counted(job.held() as usize, "processor");
        let asked = if job.asked < job.held() { format!(" ({} asked for)", job.asked) } else { String::new() };
        let running = match self.now.saturating_sub(job.since) {
            ..=0 => "just started".into(),
            elapsed => format!("runs for {}", clock.length(elapsed)),
        };
        format!("{place}: job {}, {held}{asked}, {running}", job.id)
    }
}
