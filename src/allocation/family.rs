//! The families of strategies: how the nodes of one job lie to each other.

/// How the nodes of one job lie to each other; lists of strategies are grouped by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// A job gets a torus of its own out of a machine that is partitioned step by step.
    Subtorus,
    /// A job gets one sub-mesh.
    Contiguous,
    /// A job may get several pieces, wherever they are.
    NonContiguous,
    /// No strategy for a machine of this kind, but what strategies are measured against.
    Yardstick,
}

impl Family {
    /// Every family, in the order of the interface.
    pub const ALL: [Family; 4] = [Family::Subtorus, Family::Contiguous, Family::NonContiguous, Family::Yardstick];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Family::Subtorus => "subtorus",
            Family::Contiguous => "contiguous",
            Family::NonContiguous => "non-contiguous",
            Family::Yardstick => "yardstick",
        }
    }
}
