//! Workloads: the jobs a machine is given, selected from a [`Log`] or made by a model ([`lublin`], [`stochastic`]), and how
//! an experiment changes them ([`transform`]) before they are simulated (docs/semantics.md 3).

mod asked_shapes;
mod column;
mod columns;
mod header;
mod job_list;
pub mod load;
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
pub mod tpu_v4;
pub mod transform;

pub use asked_shapes::{AskedShapes, MOST_SHAPES};
pub use column::{Column, Unpacked, Whole};
pub use columns::{Columns, ColumnsError, Record};
pub use header::Header;
pub use job_list::JobList;
pub use log::Log;
pub use partitions::Partitions;
pub use select::{Selected, Selection, size};

use crate::machine::Coordinates;
use crate::time::{Decimal, SECOND, Time};

/// Jobs before an experiment's transformations, as columns, ordered by submit time (file order breaking ties).
///
/// Invariants: all columns but `sides` and `origin` have equal length; `submit` starts at 0 and never decreases; runtimes are not
/// negative; sizes are positive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workload {
    /// The log's job numbers (1, 2, ... for models).
    pub id: Column<i64>,
    /// Microseconds since the first job's submission.
    pub submit: Column<Time>,
    /// Runtimes in microseconds.
    pub runtime: Column<Time>,
    /// Requested times in microseconds; negative where the log gives none.
    pub requested: Column<Time>,
    /// Processors asked for.
    pub size: Column<u32>,
    /// Sub-meshes asked for, their volumes being the sizes; empty where jobs ask for numbers of processors only.
    pub sides: Vec<Coordinates>,
    /// Whose jobs they are; empty for models.
    pub origin: JobOwners,
}

/// Whose jobs those of a log are, by its numbers: negative where it does not say.
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

    /// Whether there is no job at all.
    pub fn is_empty(&self) -> bool {
        self.submit.is_empty()
    }

    /// Multiplies the times that jobs requested, rounded to the nearest microsecond; those that are unknown stay so. None becomes
    /// longer than any time of a log.
    pub fn scale_requested(&mut self, by: Decimal) {
        if by != Decimal::ONE {
            let longest = 100_000_000_000 * SECOND;
            let scaled = |time: Time| if time > 0 { by.stretch(time).clamp(1, longest) } else { time };
            self.requested = self.requested.iter().map(scaled).collect();
        }
    }

    /// Drops the jobs for which `stays` is false; the others keep their times.
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
    }
}

fn retain<T>(column: &mut Vec<T>, stays: &[bool]) {
    let mut stays = stays.iter();
    column.retain(|_| stays.next().is_some_and(|stays| *stays));
}

/// What a job asks of an allocation strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Processors asked for, at least 1.
    pub processors: u32,
    /// The sub-mesh asked for, for strategies that place sub-meshes; its volume is at least `processors`.
    pub extents: Option<Coordinates>,
}

impl Request {
    /// A request for a number of processors, of whatever shape.
    pub fn processors(processors: u32) -> Request {
        Request { processors, extents: None }
    }

    /// The extents of the sub-mesh asked for; of a mere number of processors, those of a line.
    pub fn shape(&self) -> Coordinates {
        self.extents.unwrap_or_else(|| Coordinates::new(&[self.processors]))
    }
}

/// One job as the simulator sees it, after all transformations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// When it arrives, in microseconds.
    pub submit: Time,
    /// How long it runs, in microseconds, at least 0.
    pub runtime: Time,
    /// How long the scheduler estimates that it runs: never less than `runtime`.
    pub estimate: Time,
    /// What it asks for: an index into [`Jobs::requests`].
    pub request: u32,
}

/// The jobs of one run, in order of submission (file order breaking ties), and the distinct requests among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Jobs {
    /// The jobs.
    pub jobs: JobList,
    /// What jobs ask for; every request appears once.
    pub requests: Vec<Request>,
    /// How many messages each job sends; empty where jobs do not communicate.
    pub messages: Vec<u32>,
    /// Whether extents of requests are those that jobs came with, and not made of numbers of processors.
    pub come_with_shapes: bool,
}

/// The number by which the job with this index is known: the log's, where it has one (`ids`); else jobs are counted from 1.
pub fn number_of(ids: &[i64], job: usize) -> i64 {
    ids.get(job).copied().unwrap_or(job as i64 + 1)
}

impl Jobs {
    /// What the job with this index asks for.
    pub fn request(&self, job: usize) -> &Request {
        &self.requests[self.jobs.request[job] as usize]
    }

    /// The service demand of the job with this index: its messages where jobs communicate, else its runtime.
    pub fn demand(&self, job: usize) -> i64 {
        self.messages.get(job).map_or_else(|| self.jobs.runtime.at(job), |&messages| messages.into())
    }

    /// The extents that the job with this index came with; nothing where it asks for a number of processors, or where no
    /// strategy of the experiment has a use for extents.
    pub fn shape(&self, job: usize) -> Option<Coordinates> {
        self.request(job).extents.filter(|_| self.come_with_shapes)
    }

    /// Processors the job with this index asks for.
    pub fn size(&self, job: usize) -> u32 {
        self.request(job).processors
    }
}
