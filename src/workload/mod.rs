//! Workloads: the jobs of a machine, selected from a [`Log`] or made by a model ([`lublin`], [`stochastic`]), and their
//! transformation ([`transform`]) before the simulation (docs/semantics.md 3).

mod asked_shapes;
mod column;
mod columns;
mod header;
mod job_list;
pub(crate) mod load;
mod log;
pub mod lublin;
pub mod messages;
mod packed;
mod packing;
mod partitions;
mod peak;
mod proportion;
mod select;
pub mod shape;
pub mod slice;
pub mod start;
pub mod stochastic;
pub(crate) mod tpu_v4;
pub mod transform;

pub use asked_shapes::{Asked, AskedGroupings, AskedShapes, MOST_SHAPES};
pub use column::{Column, Unpacked, Whole};
pub use columns::{Columns, ColumnsError, Record};
pub use header::Header;
pub use job_list::JobList;
pub use log::Log;
pub use partitions::Partitions;
pub use select::{Selected, Selection, size};

use crate::machine::Coordinates;
use crate::time::{Decimal, SECOND, Time};

/// Jobs before an experiment's transformations, as columns, ordered by submit time (ties keep the file order).
///
/// Invariants: all columns except `sides`, `groupings` and `origin` have equal length; `submit` starts at 0 and never decreases;
/// runtimes are not negative; sizes are positive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workload {
    /// The log's job numbers (1, 2, ... for models).
    pub id: Column<i64>,
    /// Microseconds since the first job's submission.
    pub submit: Column<Time>,
    /// Runtimes in microseconds.
    pub runtime: Column<Time>,
    /// Requested times in microseconds; negative if the log has none.
    pub requested: Column<Time>,
    /// Requested processors.
    pub size: Column<u32>,
    /// Requested sub-meshes, with volumes equal to the sizes; empty if jobs ask only for numbers of processors.
    pub sides: Vec<Coordinates>,
    /// Segments; empty if no job asks for them.
    pub groupings: Vec<Grouping>,
    /// The origins of the jobs; empty for models.
    pub origin: JobOwners,
}

/// The origins of the jobs of a log, by its numbers; negative if the log has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobOwners {
    /// Their users.
    pub user: Column<i32>,
    /// Their queues.
    pub queue: Column<i32>,
    /// Their partitions.
    pub partition: Column<i32>,
}

impl JobOwners {
    fn retain(&mut self, stays: &[bool]) {
        self.user.retain(stays);
        self.queue.retain(stays);
        self.partition.retain(stays);
    }
}

impl Workload {
    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.submit.len()
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.submit.is_empty()
    }

    /// Multiplies the requested times, rounded to the nearest microsecond. Unknown ones stay unknown. No time becomes
    /// longer than the longest time of a log.
    pub fn scale_requested(&mut self, by: Decimal) {
        if by != Decimal::ONE {
            let longest = 100_000_000_000 * SECOND;
            let scaled = |time: Time| if time > 0 { by.stretch(time).clamp(1, longest) } else { time };
            self.requested = self.requested.iter().map(scaled).collect();
        }
    }

    /// Drops the jobs with `stays` false. The others keep their times.
    pub fn retain(&mut self, stays: &[bool]) {
        if stays.len() == self.len() && stays.iter().all(|stays| *stays) {
            return;
        }
        self.id.retain(stays);
        self.submit.retain(stays);
        self.runtime.retain(stays);
        self.requested.retain(stays);
        self.size.retain(stays);
        self.origin.retain(stays);
        retain(&mut self.sides, stays);
        retain(&mut self.groupings, stays);
    }
}

fn retain<T>(column: &mut Vec<T>, stays: &[bool]) {
    let mut stays = stays.iter();
    column.retain(|_| stays.next().is_some_and(|stays| *stays));
}

/// The request of a job to an allocation strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The requested processors, at least 1.
    pub processors: u32,
    /// The requested sub-mesh, for strategies that place sub-meshes. Its volume is at least `processors`.
    pub extents: Option<Coordinates>,
    /// The segments of the job, for strategies that read them.
    pub grouping: Grouping,
}

/// How a job wants its nodes grouped (docs/semantics.md 11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grouping {
    /// The nodes of a segment, which lie together. 0 without segments.
    pub segment: u32,
    /// Whether no two segments may share a base block.
    pub spread: bool,
    /// Whether the segments should lie in the smallest group that holds them all.
    pub consolidate: bool,
}

impl Grouping {
    /// These segments and flags, each where it is set, and else those of a job.
    fn instead_of(self, own: Grouping) -> Grouping {
        let segment = if self.segment > 0 { self.segment } else { own.segment };
        let flags = if self.spread || self.consolidate { self } else { own };
        Grouping { segment, ..flags }
    }

    /// The flags as text, joined by `+`.
    pub fn flags(&self) -> String {
        let names = [("spread", self.spread), ("consolidate", self.consolidate)];
        let set: Vec<&str> = names.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect();
        set.join("+")
    }

    /// The same with the flags of a text. `None` if it has an unknown name.
    pub fn with_flags(self, text: &str) -> Option<Grouping> {
        let mut grouping = Grouping { segment: self.segment, ..Grouping::default() };
        for name in text.split(['+', ' ']).filter(|name| !name.is_empty()) {
            match name.to_ascii_lowercase().as_str() {
                "spread" => grouping.spread = true,
                "consolidate" => grouping.consolidate = true,
                _ => return None,
            }
        }
        Some(grouping)
    }
}

impl Request {
    /// A request for a number of processors, of any shape.
    pub fn processors(processors: u32) -> Request {
        Request::new(processors, None)
    }

    /// A request for this many processors, perhaps as a sub-mesh.
    pub fn new(processors: u32, extents: Option<Coordinates>) -> Request {
        Request { processors, extents, grouping: Grouping::default() }
    }

    /// The extents of the requested sub-mesh; for a number of processors only, those of a line.
    pub fn shape(&self) -> Coordinates {
        self.extents.unwrap_or_else(|| Coordinates::new(&[self.processors]))
    }
}

/// One job as the simulator uses it, after all transformations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its arrival, in microseconds.
    pub submit: Time,
    /// Its run time, in microseconds, at least 0.
    pub runtime: Time,
    /// The scheduler's estimate of its run time, never less than `runtime`.
    pub estimate: Time,
    /// Its request: an index into [`Jobs::requests`].
    pub request: u32,
}

/// The jobs of one run, in order of submission (ties keep the file order), and their different requests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Jobs {
    /// The jobs.
    pub jobs: JobList,
    /// The requests of the jobs; every request appears once.
    pub requests: Vec<Request>,
    /// The number of messages of each job; empty if jobs do not communicate.
    pub messages: Vec<u32>,
    /// The log's numbers of their users, negative if unknown; empty if no user is known.
    pub user: Column<i32>,
    /// Whether the extents of requests were given with the jobs, and not derived from numbers of processors.
    pub come_with_shapes: bool,
}

/// The number of the job with this index: that of the log if there is one (`ids`), else counted from 1.
pub fn number_of(ids: &[i64], job: usize) -> i64 {
    ids.get(job).copied().unwrap_or(job as i64 + 1)
}

impl Jobs {
    /// The request of the job with this index.
    pub fn request(&self, job: usize) -> &Request {
        &self.requests[self.jobs.request[job] as usize]
    }

    /// The service demand of the job with this index: its messages if jobs communicate, else its runtime.
    pub fn demand(&self, job: usize) -> i64 {
        self.messages.get(job).map_or_else(|| self.jobs.runtime.at(job), |&messages| messages.into())
    }

    /// The user of the job with this index. All unknown users are -1.
    pub fn user(&self, job: usize) -> i32 {
        self.user.get(job).map_or(-1, |user| user.max(-1))
    }

    /// The given extents of the job with this index. `None` if it asks for a number of processors, or if no strategy of
    /// the experiment uses extents.
    pub fn shape(&self, job: usize) -> Option<Coordinates> {
        self.request(job).extents.filter(|_| self.come_with_shapes)
    }

    /// The requested processors of the job with this index.
    pub fn size(&self, job: usize) -> u32 {
        self.request(job).processors
    }

    /// The sizes of the jobs times their runtimes, in processor microseconds.
    pub fn work(&self) -> impl Iterator<Item = i128> + '_ {
        let runtimes = self.jobs.runtime.iter().enumerate();
        runtimes.map(|(job, runtime)| i128::from(self.size(job)) * i128::from(runtime))
    }
}
