//! The machine at a moment of a run in words: which job holds which nodes.

#[cfg(test)]
mod tests;

use super::machine_view::MachineView;
use crate::machine::Block;
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

impl MachineView {
    /// The job that holds a node; none if it is free or does not exist.
    pub(super) fn holder(&self, node: u32) -> Option<&RunningJob> {
        let holder = *self.map.holder.get(node as usize)?;
        self.state.jobs.get((holder as usize).checked_sub(1)?)
    }

    /// The description: `3 jobs hold 12 of 16 processors.`, and sentences about the overlays.
    pub fn sentence(&self) -> String {
        let jobs = &self.state.jobs;
        let held: u32 = jobs.iter().map(RunningJob::held).sum();
        let all = self.machine.node_count();
        let first = match jobs.len() {
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

    /// A description of a node: `node 3,0,1: job 4711, 64 processors, runs for 2 h 30 min`, `node 3,0,2:
    /// free`. It also says how much of its square is out of service. Empty if there is no node.
    pub fn node_text(&self, node: u32) -> String {
        if node >= self.machine.node_count() {
            return String::new();
        }
        let what = self.what_is_at(node);
        match self.map.down_beside(node) {
            (1, _) | (_, 0) => what,
            (all, down) => format!("{what}; {down} of the {all} nodes of this square are out of service"),
        }
    }

    fn what_is_at(&self, node: u32) -> String {
        let place = format!("node {}", self.machine.coordinates(node).joined(","));
        let Some(job) = self.holder(node) else {
            let is_down = self.map.down.binary_search(&node).is_ok();
            return format!("{place}: {}", if is_down { "out of service" } else { "free" });
        };
        let held = counted(job.held() as usize, "processor");
        let asked = if job.asked < job.held() { format!(" ({} asked for)", job.asked) } else { String::new() };
        let running = match self.state.now.saturating_sub(job.since) {
            ..=0 => "just started".into(),
            elapsed => format!("runs for {}", self.clock.length(elapsed)),
        };
        format!("{place}: job {}, {held}{asked}, {running}", job.id)
    }
}
