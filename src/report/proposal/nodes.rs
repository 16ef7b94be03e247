//! How many nodes the machine of a log has, and how many processors each of them.

use crate::experiment::RequestHistogram;
use crate::machine::MAX_NODES;
use crate::report::words::counted;
use crate::torus_batch::greatest_common_divisor;
use crate::workload::transform::Transformation;
use crate::workload::{Header, Log};

/// Jobs that would hold this many times the processors they ask for, if they got whole nodes, share nodes.
const SHARED: f64 = 1.25;

/// Where a machine has nodes of different sizes, jobs that do this share of the work fill whole nodes of the most usual size.
const MOST: f64 = 0.9;

/// A common divisor of fewer sizes, or of fewer jobs, may be chance.
const SEVERAL: usize = 3;
const MANY: u64 = 20;

/// The load at which a machine of unknown size is assumed to have been.
const USUAL_LOAD: f64 = 0.7;

/// Where a number of nodes comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A person has said so.
    Answer,
    /// The header of the log says so.
    Header,
    /// So many were in use at once.
    Peak,
    /// Unknown; with so many the load is usual.
    Guess,
}

/// The nodes of a log's machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// How many processors jobs get with a node.
    pub node_size: u32,
    /// How many there are, at least as many as the largest job takes; where sizes are multiplied, so many times as many.
    pub count: u32,
    /// How this is known.
    pub source: Source,
    /// How many nodes the largest job takes.
    pub largest: u32,
}

impl Nodes {
    /// The nodes of the machine of a log; with what a person has answered, if asked.
    pub fn new(log: &Log, taken: &RequestHistogram, changed: &Transformation, answer: Option<u32>) -> Nodes {
        let Transformation { node_size, size_scale: scale, .. } = *changed;
        let nodes = |processors: u32| {
            u32::try_from((u64::from(processors) * u64::from(scale)).div_ceil(u64::from(node_size))).unwrap_or(u32::MAX)
        };
        let largest = nodes(taken.largest());
        let header = || {
            let processors = log.header.max_procs().map(nodes).filter(|count| *count >= largest);
            processors.or(log
                .header
                .max_nodes()
                .map(|count| count.saturating_mul(scale))
                .filter(|count| *count >= largest))
        };
        let peak = || log.peak(node_size).map(|peak| peak.saturating_mul(scale).max(largest));
        let (count, source) = if let Some(answer) = answer {
            (answer.max(largest), Source::Answer)
        } else if let Some(count) = header() {
            (count, Source::Header)
        } else if let Some(count) = peak() {
            (count, Source::Peak)
        } else {
            (usual(taken, node_size, scale).max(largest), Source::Guess)
        };
        Nodes { node_size, count, source, largest }
    }

    /// How it is known that there are so many, in a phrase.
    pub fn reason(&self) -> String {
        let one = if self.node_size > 1 { "node" } else { "processor" };
        let count = counted(self.count as usize, one);
        match self.source {
            Source::Answer => format!("you said that the log's machine has {}", counted(self.count as usize, "node")),
            Source::Header => format!("the log's machine has {count}"),
            Source::Peak => format!("{count} of the log's machine were in use at once"),
            Source::Guess if self.count == self.largest => format!("the largest job takes {count}"),
            Source::Guess => format!("with {count} the log's load is {} %", 100.0 * USUAL_LOAD),
        }
    }
}

/// How many nodes give the log its usual load; 1 where all jobs arrive at once.
fn usual(taken: &RequestHistogram, node_size: u32, scale: u32) -> u32 {
    let seconds = |(size, work): (u32, f64)| {
        let nodes = (u64::from(size) * u64::from(scale)).div_ceil(u64::from(node_size));
        work / f64::from(size) * nodes as f64
    };
    let work: f64 = taken.sizes().map(|(size, amount)| seconds((size, amount.work))).sum();
    let count = libm::ceil(work / (USUAL_LOAD * taken.span()));
    if count.is_finite() { count.clamp(1.0, f64::from(MAX_NODES)) as u32 } else { 1 }
}

/// How many processors a node of the log's machine has, and why: what the header says, else a common divisor of all sizes. 1
/// where neither tells, or where jobs share nodes. A divisor counts only with `by_divisor`: on a machine that the user
/// has chosen, nodes may be the log's processors.
pub fn node_size(header: &Header, taken: &RequestHistogram, by_divisor: bool) -> (u32, String) {
    let (size, why) = match (header.node_size(), header.max_procs(), header.max_nodes()) {
        (Some(size), ..) => (size, format!("nodes have {size} processors each")),
        (None, Some(processors), Some(nodes)) if processors > nodes => {
            let size = match processors.is_multiple_of(nodes) {
                true => processors / nodes,
                // Nodes of different sizes: the largest that jobs fill.
                false => (2..=processors / nodes).rev().find(|size| fills(taken, *size)).unwrap_or(1),
            };
            (size, format!("the log's machine has {processors} processors in {nodes} nodes"))
        }
        (None, _, Some(_)) => (1, String::new()),
        (None, processors, None) => {
            let common = taken.sizes().fold(0, |divisor, (size, _)| greatest_common_divisor(divisor, size.into()));
            let divisor = common as u32;
            let is_many = taken.whole.jobs >= MANY && taken.sizes().count() >= SEVERAL;
            let is_sure = by_divisor && is_many && processors.is_none_or(|all| all.is_multiple_of(divisor));
            (if is_sure { divisor } else { 1 }, format!("every size is a multiple of {divisor}"))
        }
    };
    if size > 1 && waste(taken, size) <= SHARED { (size, why) } else { (1, String::new()) }
}

/// Whether jobs that do most of the work fill whole nodes of so many processors.
fn fills(taken: &RequestHistogram, node_size: u32) -> bool {
    let filling: f64 =
        taken.sizes().filter(|(size, _)| size.is_multiple_of(node_size)).map(|(_, amount)| amount.work).sum();
    filling > 0.0 && filling >= MOST * taken.whole.work
}

/// How many times the processors that they ask for jobs hold if they get whole nodes, over all their work; at least 1.
fn waste(taken: &RequestHistogram, node_size: u32) -> f64 {
    let held = |size: u32| f64::from(size.div_ceil(node_size)) * f64::from(node_size) / f64::from(size);
    let (held, asked) = taken.sizes().fold((0.0, 0.0), |(all_held, all_asked), (size, amount)| {
        (all_held + amount.work * held(size), all_asked + amount.work)
    });
    if asked > 0.0 { held / asked } else { 1.0 }
}
