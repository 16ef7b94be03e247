//! The number of nodes of a log's machine, and the number of processors of each node.

use crate::experiment::RequestHistogram;
use crate::machine::MAX_NODES;
use crate::report::words::counted;
use crate::torus_batch::greatest_common_divisor;
use crate::workload::transform::Transformation;
use crate::workload::{Header, Log};

/// If jobs on whole nodes would hold this many times the processors that they ask for, jobs share nodes.
const SHARED: f64 = 1.25;

/// On a machine with nodes of different sizes, jobs with this share of the work fill whole nodes of the usual size.
const MOST: f64 = 0.9;

/// A common divisor of fewer sizes, or of fewer jobs, may be a coincidence.
const SEVERAL: usize = 3;
const MANY: u64 = 20;

/// The assumed load of a machine of unknown size.
const USUAL_LOAD: f64 = 0.7;

/// The source of a number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The user has answered.
    Answer,
    /// The header of the log has it.
    Header,
    /// This many were in use at once.
    Peak,
    /// Unknown; this many give the usual load.
    Guess,
}

/// The nodes of a log's machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// The number of processors of a node.
    pub node_size: u32,
    /// The number of nodes, at least that of the largest job. If sizes are multiplied, it is multiplied, too.
    pub count: u32,
    /// The source of this number.
    pub source: Source,
    /// The number of nodes of the largest job.
    pub largest: u32,
}

impl Nodes {
    /// The nodes of the machine of a log, with the user's answer if there is one.
    pub fn new(log: &Log, taken: &RequestHistogram, changed: &Transformation, answer: Option<u32>) -> Nodes {
        let Transformation { node_size, size_scale: scale, .. } = *changed;
        let nodes = |processors: u32| {
            u32::try_from((u64::from(processors) * u64::from(scale)).div_ceil(u64::from(node_size))).unwrap_or(u32::MAX)
        };
        let largest = nodes(taken.largest());
        let header = || {
            let nodes_there = log.header.max_nodes().map(|count| count.saturating_mul(scale));
            [log.header.max_procs().map(nodes), nodes_there].into_iter().flatten().find(|count| *count >= largest)
        };
        let peak = || log.peak(node_size).map(|peak| peak.saturating_mul(scale).max(largest));
        let known = answer.map(|answer| (answer.max(largest), Source::Answer));
        let known = known.or_else(|| Some((header()?, Source::Header))).or_else(|| Some((peak()?, Source::Peak)));
        let guess = || (usual(taken, node_size, scale).max(largest), Source::Guess);
        let (count, source) = known.unwrap_or_else(guess);
        Nodes { node_size, count, source, largest }
    }

    /// The reason for this number, in a phrase.
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

/// The number of nodes that gives the log its usual load; 1 if all jobs arrive at once.
fn usual(taken: &RequestHistogram, node_size: u32, scale: u32) -> u32 {
    let seconds = |(size, work): (u32, f64)| {
        let nodes = (u64::from(size) * u64::from(scale)).div_ceil(u64::from(node_size));
        work / f64::from(size) * nodes as f64
    };
    let work: f64 = taken.sizes().map(|(size, amount)| seconds((size, amount.work))).sum();
    let count = libm::ceil(work / (USUAL_LOAD * taken.span()));
    if count.is_finite() { count.clamp(1.0, f64::from(MAX_NODES)) as u32 } else { 1 }
}

/// The number of processors of a node of the log's machine, and the reason: from the header, else a common divisor of
/// all sizes. It is 1 if neither is known, or if jobs share nodes. A divisor counts only with `by_divisor`: on a
/// machine that the user has chosen, nodes may be the log's processors.
pub fn node_size(header: &Header, taken: &RequestHistogram, by_divisor: bool) -> (u32, String) {
    let (size, why) = match (header.node_size(), header.max_procs(), header.max_nodes()) {
        (Some(size), ..) => (size, format!("nodes have {size} processors each")),
        (None, Some(processors), Some(nodes)) if processors > nodes => {
            let size = match processors.is_multiple_of(nodes) {
                true => processors / nodes,
                // Nodes have different sizes: take the largest that jobs fill.
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

/// Whether jobs with most of the work fill whole nodes of this many processors.
fn fills(taken: &RequestHistogram, node_size: u32) -> bool {
    let filling: f64 =
        taken.sizes().filter(|(size, _)| size.is_multiple_of(node_size)).map(|(_, amount)| amount.work).sum();
    filling > 0.0 && filling >= MOST * taken.whole.work
}

/// The ratio of held to requested processors if jobs get whole nodes, over all their work; at least 1.
fn waste(taken: &RequestHistogram, node_size: u32) -> f64 {
    let held = |size: u32| f64::from(size.div_ceil(node_size)) * f64::from(node_size) / f64::from(size);
    let (held, asked) = taken.sizes().fold((0.0, 0.0), |(all_held, all_asked), (size, amount)| {
        (all_held + amount.work * held(size), all_asked + amount.work)
    });
    if asked > 0.0 { held / asked } else { 1.0 }
}
