//! How long it takes to place a job, roughly: whoever plans many runs divides and orders them by it.

/// How the time for a placement grows. What is measured stands in docs/performance.md; these are right within a factor of ten or so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Processors are counted.
    Counting,
    /// What is free is kept in lists of pieces of each size.
    Lists,
    /// Free boxes are searched for, and what was found is remembered.
    Search,
    /// Likewise, piece by piece, until there are enough processors.
    Pieces,
    /// What is free is numbered in some order, and stretches of that are taken.
    Stretches,
    /// The nodes of a job are drawn one by one.
    EachNode,
    /// Every place that a box could have is looked at.
    EveryPlace,
    /// Every node is the centre of an attempt, and the attempts are compared.
    ManyAttempts,
    /// Nobody knows: the code is somebody's own.
    Unknown,
}

impl Effort {
    /// Seconds of processor time for a job of so many processors on a machine of so many, both of them units of the machine.
    pub fn seconds(self, job: f64, machine: f64) -> f64 {
        match self {
            Effort::Counting => 0.0,
            Effort::Lists => 1e-7,
            Effort::Search => 2e-8 * machine.sqrt(),
            Effort::Pieces => 5e-7 + 5e-10 * machine,
            Effort::Stretches => 2e-7 + 5e-12 * machine,
            Effort::EachNode => 2e-7 + 4e-9 * job,
            Effort::EveryPlace => 3e-7 + 3.3e-9 * machine,
            Effort::ManyAttempts => 2e-8 * machine * job.sqrt(),
            Effort::Unknown => 2e-8 * machine,
        }
    }

    /// Whether it takes as long to find out that there is room for a job: where it does not, counting is enough.
    pub fn searches_for_room(self) -> bool {
        matches!(self, Effort::Lists | Effort::Search | Effort::EveryPlace | Effort::Unknown)
    }
}
