//! What the metrics need of a run, from observers with one concern each.

use super::observers::{
    BlockCounts, FirstFill, Fragmentation, Groups, LinkLoads, PacketCounts, Times, Tori, WaitReasonTotals,
};
use crate::machine::{Block, Machine};
use crate::scheduling::{Event, Observer, Wanted};
use crate::time::Time;
use crate::workload::Jobs;

/// The observers behind the metrics. Memory: O(jobs).
#[derive(Clone, Debug)]
pub struct Recorder<'a> {
    /// When each job starts and ends.
    pub times: Times,
    /// What the jobs that got one block can make of it.
    pub tori: Tori<'a>,
    /// Blocks and boxes.
    pub blocks: BlockCounts<'a>,
    /// Internal and external fragmentation.
    pub fragmentation: Fragmentation<'a>,
    /// Groups of nodes.
    pub groups: Groups,
    /// How full the machine is at once.
    pub first_fill: FirstFill<'a>,
    /// What jobs wait for, if it is recorded.
    pub reasons: WaitReasonTotals,
    /// The packets of all jobs.
    pub packets: PacketCounts,
    /// The flits on every link.
    pub links: LinkLoads,
    /// Nanoseconds of allocation per job. NaN until [`super::overhead`] sets it: an observer has no clock.
    pub allocation_overhead: f64,
    pub(super) machine: &'a Machine,
    pub(super) jobs: &'a Jobs,
}

impl<'a> Recorder<'a> {
    /// Nothing has happened yet.
    pub fn new(jobs: &'a Jobs, machine: &'a Machine) -> Recorder<'a> {
        Recorder {
            times: Times::new(jobs),
            tori: Tori::new(machine),
            blocks: BlockCounts::new(machine),
            fragmentation: Fragmentation::new(jobs),
            groups: Groups::default(),
            first_fill: FirstFill::new(jobs),
            reasons: WaitReasonTotals::default(),
            packets: PacketCounts::default(),
            links: LinkLoads::new(jobs),
            allocation_overhead: f64::NAN,
            machine,
            jobs,
        }
    }

    /// The same on a machine with these boxes of nodes out of service, which count among the busy ones (docs/semantics.md 6.4).
    pub fn with_boxes_down(self, down: Vec<Block>) -> Recorder<'a> {
        Recorder { blocks: self.blocks.beside(down.len()), ..self }
    }

    /// The same, recording why jobs wait if that is wanted: a run then takes longer.
    pub fn with_reasons(self, wanted: bool) -> Recorder<'a> {
        Recorder { reasons: WaitReasonTotals::new(wanted), ..self }
    }
}

impl Observer for Recorder<'_> {
    fn observe(&mut self, event: Event) {
        self.times.observe(event);
        self.tori.observe(event);
        self.blocks.observe(event);
        self.fragmentation.observe(event);
        self.groups.observe(event);
        self.first_fill.observe(event);
        self.reasons.observe(event);
        self.packets.observe(event);
        self.links.observe(event);
    }

    fn want(&self, now: Time, wanted: &mut Wanted) {
        self.reasons.want(now, wanted);
    }
}
