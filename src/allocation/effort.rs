//! The approximate time to place a job. The planner of many runs divides and orders them by it.

/// How the time for a placement grows. Measured times are in docs/performance.md; these are right within a factor of
/// about ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Processors are counted.
    Counting,
    /// Free pieces are kept in lists by size.
    Lists,
    /// Free boxes are searched for, and results are remembered.
    Search,
    /// Free boxes are searched for, piece by piece, until there are enough processors.
    Pieces,
    /// Nodes are numbered in some order, and stretches of free numbers are taken.
    Stretches,
    /// The nodes of a job are drawn one by one.
    EachNode,
    /// Every possible place of a box is examined.
    EveryPlace,
    /// Every node is the centre of an attempt, and the attempts are compared.
    ManyAttempts,
    /// Unknown: the code is an own strategy.
    Unknown,
}

impl Effort {
    /// Seconds of processor time for a job on a machine. Both sizes are in units of the machine.
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

    /// Whether the check for room takes as long as the placement. If not, counting is enough.
    pub fn searches_for_room(self) -> bool {
        matches!(self, Effort::Lists | Effort::Search | Effort::EveryPlace | Effort::Unknown)
    }
}
