//! Errors in topology files.

use crate::diagnostic::{Explain, alternatives, shortened};
use crate::machine::MAX_NODES;

/// A mistake in a topology file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct TopologyError {
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a topology file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is no YAML. The text is that of the YAML reader.
    #[error("this is no YAML: {0}")]
    Yaml(String),
    /// A construct of YAML that topology files do not need.
    #[error("{0} not read here")]
    NotRead(&'static str),
    /// A value of another kind was expected.
    #[error("{key} is {found}")]
    Unexpected {
        /// The key, or the name of the element.
        key: &'static str,
        /// The value as the file has it.
        found: String,
        /// The value that can stand here.
        expected: &'static str,
    },
    /// A key that this element does not have.
    #[error("{element} has no key '{key}'")]
    UnknownKey {
        /// The element.
        element: &'static str,
        /// The key.
        key: String,
        /// The keys that it has.
        known: &'static [&'static str],
    },
    /// A key is missing.
    #[error("{element} lacks the key '{key}'")]
    MissingKey {
        /// The element.
        element: &'static str,
        /// The key.
        key: &'static str,
    },
    /// Of a group of keys, exactly one must be there.
    #[error("{element} has {found} of its alternatives")]
    Alternatives {
        /// The element.
        element: &'static str,
        /// How many of them it has.
        found: usize,
        /// The alternatives.
        keys: &'static [&'static str],
    },
    /// The same name again.
    #[error("{what} '{name}' occurs twice")]
    Twice {
        /// What has the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A hostlist that names nothing: what is wrong with it.
    #[error("{0}")]
    Hostlist(String),
    /// More nodes, or cells of tori, than any machine may have.
    #[error("there are too many nodes")]
    TooManyNodes,
    /// A list of nodes does not fill its torus or region.
    #[error("{nodes} nodes for {cells} cells")]
    NodeCount {
        /// The listed nodes.
        nodes: usize,
        /// The product of the sides.
        cells: u32,
    },
    /// A side or coordinate that does not fit the torus.
    #[error("{key} of {value:?} lies outside the torus of {}x{}x{}", .dims[0], .dims[1], .dims[2])]
    Outside {
        /// The key.
        key: &'static str,
        /// Its value.
        value: [u32; 3],
        /// The sides of the torus.
        dims: [u32; 3],
    },
    /// Two regions have a cell in common.
    #[error("the region overlaps an earlier one")]
    Overlap,
    /// A ring has more positions than Slurm supports.
    #[error("the ring has {0} nodes")]
    LongRing(usize),
    /// A block size that groups of base blocks cannot have.
    #[error("the block size {size} is no multiple of {base} by a power of two")]
    BlockSize {
        /// The size.
        size: u32,
        /// The first size.
        base: u32,
    },
    /// A child that is no switch of the tree.
    #[error("the switch '{0}' is unknown")]
    UnknownChild(String),
    /// A child of two switches.
    #[error("the switch '{0}' has two parents")]
    TwoParents(String),
    /// A switch below itself.
    #[error("the switch '{0}' is below itself")]
    Cycle(String),
    /// Several kinds of entries in one `topology.conf`.
    #[error("the file has entries of two kinds: {0} and {1}")]
    TwoKinds(&'static str, &'static str),
    /// A piece of a line of `topology.conf` without `=`.
    #[error("'{0}' is no pair of a key and a value")]
    NoPair(String),
    /// There is nothing in the file.
    #[error("the file has no topology")]
    Empty,
    /// No entry has the name that was asked for.
    #[error("the file has no topology '{name}'")]
    NoSuchTopology {
        /// The name.
        name: String,
        /// The names in the file.
        known: Vec<String>,
    },
}

impl Problem {
    /// The error with its line.
    pub(super) fn at(self, line: usize) -> TopologyError {
        TopologyError { line, problem: self }
    }

    /// An unexpected value, quoted.
    pub(super) fn unexpected(key: &'static str, found: &str, expected: &'static str) -> Problem {
        let found = if found.is_empty() { "empty".into() } else { format!("'{}'", shortened(found)) };
        Problem::Unexpected { key, found, expected }
    }
}

impl Explain for TopologyError {
    fn place(&self) -> String {
        format!("line {}", self.line)
    }

    fn expected(&self) -> String {
        match &self.problem {
            Problem::Unexpected { expected, .. } => (*expected).into(),
            Problem::UnknownKey { known, .. } => alternatives(known),
            Problem::Alternatives { keys, .. } => format!("one of {}", keys.join(", ")),
            Problem::TooManyNodes => format!("at most {MAX_NODES}"),
            Problem::LongRing(_) => "at most 16".into(),
            Problem::BlockSize { base, .. } => format!("{base} times 1, 2, 4, ... or 32768"),
            Problem::NoSuchTopology { known, .. } => alternatives(known),
            Problem::Hostlist(_) => "names such as n[001-018,20],m1".into(),
            Problem::NoPair(_) => "pairs such as SwitchName=s1 Nodes=n[1-16]".into(),
            Problem::Empty => "a list of topologies, or lines such as SwitchName=s1 Nodes=n[1-16]".into(),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match &self.problem {
            Problem::TwoParents(_) => "write one switch above the others instead of several".into(),
            Problem::Twice { what: "the node", .. } => "list each node once".into(),
            _ => String::new(),
        }
    }
}
